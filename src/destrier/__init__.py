"""destrier: make, join, obfuscate, check, measure and draw knight's tours, on any board and at any size.

The public names are listed in `__init__.pyi`. Each is imported when it is first used, so that `import destrier` costs
next to nothing.
"""

from __future__ import annotations

import lazy_loader

from destrier.support.pictured import draw_with
from destrier.support.version import __version__

__getattr__, __dir__, _names = lazy_loader.attach_stub(__name__, __file__)
__all__ = ["__version__", *_names]  # noqa: PLE0604  # the names are those of the stub

draw_with("destrier.drawing.svg.tour", "notebook_svg", "Tourney")
draw_with("destrier.drawing.svg.board", "notebook_svg", "BaseBoard")
draw_with("destrier.drawing.svg.course", "notebook_svg", "FormationOrder")
draw_with("destrier.drawing.svg.paths", "notebook_svg", "PathClass", "LongestPath")
draw_with("destrier.drawing.svg.puzzle", "notebook_svg", "Puzzle", "WordPuzzle")
