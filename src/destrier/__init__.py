"""destrier: make, join, obfuscate, check, measure and draw knight's tours, on any board and at any size.

Each public name is imported when it is first used, so that `import destrier` costs next to nothing. Type checkers do
not see that, and read the same names in `__init__.pyi`. A test compares the two lists, as a zip archive or a frozen
program has no stub that could be read here.
"""

from __future__ import annotations

import lazy_loader

from destrier.support.pictured import draw_with
from destrier.support.version import __version__

_NAMES = {
    "core.board": "SYMMETRIES Board square",
    "core.box": "Box",
    "core.leaper": "MOVES Leaper",
    "core.space": "Space",
    "core.surface": "Cylinder KleinBottle Moebius ProjectivePlane Torus",
    "core.tourney": "Tour Tourney",
    "counting.census": "Census census move_distributions",
    "counting.counts": "TourCount count",
    "counting.estimates": "CountEstimate estimate",
    "counting.extremes": "Extreme Extremes extremes",
    "counting.samples": "all_tours sample",
    "counting.series": "Series series",
    "drawing.book": "save_book",
    "drawing.widget": "widget",
    "makers.formation_order": "FormationOrder",
    "desk.generate": "stream_order tour tourney",
    "search.magic_tours": "magic_tours",
    "search.numbered": "count_solutions solutions",
    "core.request": "Request",
    "desk.register": "ALGORITHMS Algorithm",
    "io.checking": "check",
    "io.drawings": "draw",
    "io.files": "load save save_graph",
    "io.repeating": "repeat",
    "measuring.bounds": "least_crossings least_turns",
    "measuring.metrics": "angle_counts charge crossing_points crossings is_turn measure move_counts move_distribution "
    "relative_move_counts relative_move_distribution turns",
    "measuring.sums": "Sums line_sums",
    "paths.classes": "list_paths",
    "paths.path_counts": "PathCount count_paths",
    "paths.distinct": "DistinctPaths distinct_paths",
    "paths.longest": "LongestPath longest_uncrossed",
    "paths.numberings": "magic_numberings magic_paths",
    "paths.path_store": "store_paths",
    "paths.closed_path": "PathClass path_class",
    "proofs.why": "why_no_tour",
    "puzzles.puzzle": "Puzzle puzzle",
    "puzzles.words": "WordPuzzle rosselsprung",
    "support.errors": "BudgetExceeded DestrierError InvalidTourney JobUnfinished NoSuchTour UnsupportedBoard",
    "switching.joining": "join",
    "switching.obfuscation": "obfuscate",
    "switching.rails": "RailGraph count_rails find_rails rail_graph shatter split",
    "viewer.page": "Page show",
}
"""The public names by the module that has them. `paths` is a module itself."""

__getattr__, __dir__, _names = lazy_loader.attach(
    __name__, ["paths"], {module: names.split() for module, names in _NAMES.items()}
)
__all__ = ["__version__", *_names]  # noqa: PLE0604  # the names are those of the table

draw_with("destrier.drawing.svg.tour", "notebook_svg", "Tourney")
draw_with("destrier.drawing.svg.board", "notebook_svg", "BaseBoard")
draw_with("destrier.drawing.svg.course", "notebook_svg", "FormationOrder")
draw_with("destrier.drawing.svg.path_sheets", "notebook_svg", "PathClass", "LongestPath")
draw_with("destrier.drawing.svg.puzzle", "notebook_svg", "Puzzle", "WordPuzzle")
