"""destrier: generate, join, obfuscate, measure and draw knight's tours.

Names are imported when they are first used, so that `import destrier` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from destrier import paths as paths
    from destrier.core.board import MOVES as MOVES
    from destrier.core.board import Board as Board
    from destrier.core.box import Box as Box
    from destrier.core.box import BoxTour as BoxTour
    from destrier.core.box import box_tour as box_tour
    from destrier.core.leaper import Leaper as Leaper
    from destrier.core.leaper import LeaperTour as LeaperTour
    from destrier.core.leaper import check_order as check_order
    from destrier.core.tourney import SYMMETRIES as SYMMETRIES
    from destrier.core.tourney import Tour as Tour
    from destrier.core.tourney import Tourney as Tourney
    from destrier.counting.counts import TourCount as TourCount
    from destrier.counting.counts import count as count
    from destrier.counting.samples import all_tours as all_tours
    from destrier.counting.samples import sample as sample
    from destrier.drawing import draw as draw
    from destrier.generators.formation.order import FormationOrder as FormationOrder
    from destrier.generators.generate import leaper_tour as leaper_tour
    from destrier.generators.generate import stream_order as stream_order
    from destrier.generators.generate import tour as tour
    from destrier.generators.generate import tourney as tourney
    from destrier.generators.symmetric import symmetric_tour as symmetric_tour
    from destrier.generators.symmetric import why_no_symmetric_tour as why_no_symmetric_tour
    from destrier.generators.table import ALGORITHMS as ALGORITHMS
    from destrier.generators.table import Algorithm as Algorithm
    from destrier.io.files import load as load
    from destrier.io.files import load_box as load_box
    from destrier.io.files import save as save
    from destrier.measuring.bounds import least_crossings as least_crossings
    from destrier.measuring.bounds import least_turns as least_turns
    from destrier.measuring.metrics import charge as charge
    from destrier.measuring.metrics import crossing_points as crossing_points
    from destrier.measuring.metrics import crossings as crossings
    from destrier.measuring.metrics import is_turn as is_turn
    from destrier.measuring.metrics import measure as measure
    from destrier.measuring.metrics import move_counts as move_counts
    from destrier.measuring.metrics import move_distribution as move_distribution
    from destrier.measuring.metrics import relative_move_counts as relative_move_counts
    from destrier.measuring.metrics import relative_move_distribution as relative_move_distribution
    from destrier.measuring.metrics import turns as turns
    from destrier.paths.classes import list_paths as list_paths
    from destrier.paths.counts import PathCount as PathCount
    from destrier.paths.counts import count_paths as count_paths
    from destrier.paths.distinct import DistinctPaths as DistinctPaths
    from destrier.paths.distinct import distinct_paths as distinct_paths
    from destrier.paths.longest import LongestPath as LongestPath
    from destrier.paths.longest import longest_uncrossed as longest_uncrossed
    from destrier.paths.store import store_paths as store_paths
    from destrier.paths.words import PathClass as PathClass
    from destrier.paths.words import path_class as path_class
    from destrier.proofs.rectangles import why_no_tour as why_no_tour
    from destrier.proofs.rectangles import why_no_tour_between as why_no_tour_between
    from destrier.support.errors import BudgetExceeded as BudgetExceeded
    from destrier.support.errors import DestrierError as DestrierError
    from destrier.support.errors import InvalidTourney as InvalidTourney
    from destrier.support.errors import JobUnfinished as JobUnfinished
    from destrier.support.errors import NoSuchTour as NoSuchTour
    from destrier.support.errors import UnsupportedBoard as UnsupportedBoard
    from destrier.switching.joining import join as join
    from destrier.switching.obfuscation import obfuscate as obfuscate
    from destrier.switching.rails import RailGraph as RailGraph
    from destrier.switching.rails import count_rails as count_rails
    from destrier.switching.rails import find_rails as find_rails
    from destrier.switching.rails import rail_graph as rail_graph
    from destrier.switching.rails import shatter as shatter
    from destrier.switching.rails import split as split
    from destrier.viewer.page import Page as Page
    from destrier.viewer.page import show as show

__version__ = "0.1.0"

_ROOMS: Final = {
    "generators.table": ("ALGORITHMS", "Algorithm"),
    "generators.formation.order": ("FormationOrder",),
    "core.board": ("MOVES", "Board"),
    "measuring.bounds": ("least_crossings", "least_turns"),
    "core.box": ("Box", "BoxTour", "box_tour"),
    "counting.counts": ("TourCount", "count"),
    "counting.samples": ("all_tours", "sample"),
    "drawing": ("draw",),
    "support.errors": (
        "BudgetExceeded",
        "DestrierError",
        "InvalidTourney",
        "JobUnfinished",
        "NoSuchTour",
        "UnsupportedBoard",
    ),
    "proofs.rectangles": ("why_no_tour", "why_no_tour_between"),
    "io.files": ("load", "load_box", "save"),
    "generators.generate": ("leaper_tour", "stream_order", "tour", "tourney"),
    "switching.joining": ("join",),
    "core.leaper": ("Leaper", "LeaperTour", "check_order"),
    "measuring.metrics": (
        "charge",
        "crossing_points",
        "crossings",
        "is_turn",
        "measure",
        "move_counts",
        "move_distribution",
        "relative_move_counts",
        "relative_move_distribution",
        "turns",
    ),
    "switching.obfuscation": ("obfuscate",),
    "paths.classes": ("list_paths",),
    "paths.counts": ("PathCount", "count_paths"),
    "paths.distinct": ("DistinctPaths", "distinct_paths"),
    "paths.longest": ("LongestPath", "longest_uncrossed"),
    "paths.store": ("store_paths",),
    "paths.words": ("PathClass", "path_class"),
    "switching.rails": ("RailGraph", "count_rails", "find_rails", "rail_graph", "shatter", "split"),
    "generators.symmetric": ("symmetric_tour", "why_no_symmetric_tour"),
    "core.tourney": ("SYMMETRIES", "Tour", "Tourney"),
    "viewer.page": ("Page", "show"),
}

_ROOM_OF: Final = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = ["__version__", "paths", *sorted(_ROOM_OF)]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    if name == "paths":
        return import_module("destrier.paths")
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'destrier' has no attribute {name!r}")
    return getattr(import_module(f"destrier.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
