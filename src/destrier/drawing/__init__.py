"""Drawings of tourneys as svg (also animated or for plotters), png, gif, html and numbered text; rail graphs.

The renderers return `str` or `bytes` and write no file (see `io.drawings`). The names are imported when they are first
used; `__init__.pyi` lists them for type checkers.
"""

import lazy_loader

_NAMES = {
    "look": "Look",
    "machines": "to_dxf to_gcode to_hpgl",
    "ride_page": "to_html",
    "pdf": "svg_to_pdf",
    "raster.gif": "to_gif",
    "raster.png": "svg_to_png to_png",
    "style": "STYLES Style",
    "svg.animation": "to_animated_svg",
    "svg.plotter": "to_plotter_svg",
    "svg.poster": "to_poster",
    "svg.rail_graph": "rail_graph_svg",
    "svg.tour": "to_svg",
    "terminal": "to_terminal",
    "numbered_board": "to_text",
}
"""The public names by module, as in `__init__.pyi`."""

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submod_attrs={module: names.split() for module, names in _NAMES.items()}
)
