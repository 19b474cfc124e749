"""A lesson on knight's tours: what the class gets to complete, which `drawing.lesson` puts on its pages."""

from __future__ import annotations

from dataclasses import dataclass

from destrier.core.seeds import Seed, drawn_seed
from destrier.core.tourney import Tour
from destrier.desk.tour import tour
from destrier.puzzles.puzzle import PartialTour
from destrier.puzzles.worksheet import Worksheet, worksheet


@dataclass(frozen=True)
class Lesson:
    """The boards of a lesson, with their solutions."""

    by_hand: PartialTour
    """An empty board of 3 x 4."""
    starts: PartialTour
    """An empty board of 5 x 5."""
    closed: Worksheet
    """An easy sheet of 6 x 6."""
    quick: Worksheet
    """A harder one of 8 x 8."""


def lesson(seed: Seed = None) -> Lesson:
    """Return the boards of a lesson; the same seed gives the same ones."""
    root = drawn_seed(seed)

    def drawn(*sides: int, is_open: bool = False) -> Tour:
        made = tour(*sides, kind="open" if is_open else "closed", seed=root)
        assert isinstance(made, Tour)
        return made

    def empty(solution: Tour) -> PartialTour:
        return PartialTour(solution.board, "open", {}, solution)

    return Lesson(
        empty(drawn(3, 4, is_open=True)),
        empty(drawn(5, 5, is_open=True)),
        worksheet(drawn(6, 6)),
        worksheet(drawn(8, 8), grade="medium"),
    )
