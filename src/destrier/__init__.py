"""destrier: make, join, obfuscate, check, measure and draw knight's tours, on any board and at any size.

Each public name is imported when it is first used, so that `import destrier` costs next to nothing. Type checkers do
not see that, and read the same names in `__init__.pyi`. A test compares the two lists, as a zip archive or a frozen
program has no stub that could be read here.
"""

from __future__ import annotations

import lazy_loader

from destrier.support.above import do_above
from destrier.support.pictured import draw_with
from destrier.support.version import __version__

_NAMES = {
    "core.board": "Board",
    "core.naming": "square",
    "core.box": "Box",
    "core.leaper": "MOVES Leaper",
    "core.space": "Space",
    "core.surface": "Cylinder KleinBottle Moebius ProjectivePlane Torus",
    "core.tourney": "Tour Tourney",
    "core.tours": "Tours",
    "counting.counts": "count",
    "counting.samples": "all_tours sample",
    "drawing.book": "save_book",
    "drawing.lesson": "save_lesson",
    "desk.order": "TourOrder",
    "desk.tour": "tour tourney",
    "search.magic_tours": "magic_tours",
    "search.numbered": "count_solutions solutions",
    "desk.algorithms": "ALGORITHMS",
    "io.checking": "check",
    "io.drawings": "draw",
    "io.files": "load save",
    "io.graphs": "save_graph",
    "io.repeating": "repeat",
    "measuring.bounds": "least_crossings least_turns",
    "measuring.metrics": "crossings measure turns",
    "proofs.why": "why_no_tour",
    "puzzles.puzzle": "puzzle",
    "puzzles.words": "rosselsprung",
    "puzzles.worksheet": "worksheet",
    "support.errors": "BudgetExceeded DestrierError InvalidTourney JobUnfinished NoSuchTour UnsupportedBoard",
    "switching.joining": "join",
    "switching.obfuscation": "obfuscate",
    "switching.rails": "count_rails find_rails rail_graph shatter split",
    "viewer.page": "show",
    "viewer.widget": "widget",
}
"""The public names by the module that has them."""

_ROOMS = ["counting", "measuring", "paths"]
"""The rooms that have public names of their own."""

_load, __dir__, _names = lazy_loader.attach(
    __name__, _ROOMS, {module: names.split() for module, names in _NAMES.items()}
)
__all__ = ["__version__", *_names]  # noqa: PLE0604  # the names are those of the table


def __getattr__(name: str) -> object:
    """Return a public name; say of one that has moved where it is."""
    try:
        return _load(name)
    except AttributeError as error:
        for room in _ROOMS:
            if name in _load(room).__all__:
                raise AttributeError(f"destrier.{name} is destrier.{room}.{name} now") from error
        raise


do_above("destrier.desk.trimming", "trimmed")
do_above("destrier.io.measure_tables", "save_measures")
do_above("destrier", "crossings", "draw", "join", "measure", "obfuscate", "save", "shatter", "show", "turns")
draw_with("destrier.drawing.svg.tour", "notebook_svg", "Tourney")
draw_with("destrier.drawing.svg.contact_sheet", "contact_sheet", "Tours")
draw_with("destrier.drawing.svg.board", "notebook_svg", "BaseBoard")
draw_with("destrier.drawing.svg.course", "notebook_svg", "TourOrder")
draw_with("destrier.drawing.svg.path_sheets", "notebook_svg", "PathClass", "LongestPath")
draw_with("destrier.drawing.svg.puzzle", "notebook_svg", "Puzzle", "WordPuzzle", "Worksheet")
