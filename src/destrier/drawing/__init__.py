"""Drawings of tourneys as svg (also animated or for plotters), png, gif, html and numbered text; rail graphs.

The renderers return `str` or `bytes` and write no file; `draw` writes the format that the suffix of a path names. The
names are listed in `__init__.pyi`, and imported when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
