"""Worksheets: every n-th number of a given tour, and as many others as it takes to determine the rest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

import numpy as np

from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.puzzles.puzzle import PartialTour
from destrier.search.numbered import Given, Unfinished, orders
from destrier.support.errors import DestrierError, UnsupportedBoard, shown

LARGEST: Final = 30
"""The most rows or columns whose numbers can be read on a page."""

_STEPS: Final = 20_000
_TRIES: Final = 5
_RIVALS: Final = 50
"""The steps of a search for other tours, how many searches may fail, and how many of these tours are compared."""

_USUAL: Final = 144
"""The squares of the largest board with so many steps of a search; on larger ones, each takes longer."""


@dataclass(frozen=True)
class Worksheet(PartialTour):
    """A board with some numbers of a tour, to be completed; `worksheet` makes one."""

    unique: bool
    """Whether no other tour has the given numbers; if not, that was not proved, and there may be many."""

    def __repr__(self) -> str:
        return f"<Worksheet of {self.board.describe()}, {self.kind}, {len(self.givens)} givens>"


def worksheet(tour: Tourney, every: int = 8) -> Worksheet:
    """Return a worksheet: a board with every n-th number of a tour, for pupils to find the others.

    The first and the last number are given, too, and further ones until no other tour fits. Where proving that takes
    too long, which is usual beyond 12 x 12, no further ones are given.

    Parameters
    ----------
    tour
        The tour, which is the solution.
    every
        Every how many numbers one is given.

    Raises
    ------
    DestrierError
        If there are several cycles, or the board is larger than 30 x 30 on paper.

    Examples
    --------
    >>> from destrier import tour
    >>> made = worksheet(tour(6, 6, seed=1), every=9)
    >>> made.unique, sorted(made.givens.values())
    (True, [1, 9, 18, 19, 27, 36])
    """
    if isinstance(every, bool) or not isinstance(every, int) or every < 1:
        raise DestrierError(f"a worksheet gives every n-th number, where n is an integer from 1 on, not {shown(every)}")
    if not isinstance(tour, Tour) or tour.kind == "tourney":
        raise DestrierError("a worksheet needs a single tour: join the cycles first")
    board = tour.board
    if max(board.sheet().shape) > LARGEST:
        raise UnsupportedBoard(f"a worksheet has room for {LARGEST} x {LARGEST}, not for {board.describe()}")
    nodes = board.squares.searchsorted(tour.indices())
    last = nodes.size - 1
    usual = {int(node): place for place, node in enumerate(nodes) if place in (0, last) or (place + 1) % every == 0}
    completed = _completed(tour, nodes, usual)
    places = sorted((usual if completed is None else completed).values())
    squares = tour.squares()
    givens = {squares[place]: place + 1 for place in places}
    return Worksheet(board, tour.kind, givens, tour, completed is not None)


def _completed(tour: Tour, nodes: Squares, usual: Given) -> Given | None:
    """Return these numbers of a tour and others, so that no other tour has them; `None` if that takes too long.

    The next number is the one that most of the other tours have elsewhere, or, if the search finds none in time, one in
    the middle of the longest gap.
    """
    given, tries = dict(usual), _TRIES
    most = _STEPS * _USUAL // max(_USUAL, nodes.size)
    while True:
        rivals: list[Squares] = []
        search = orders(tour.board.move_graph, given, closed=tour.kind == "closed", most=most)
        ended = False
        with suppress(Unfinished):
            rivals.extend(order for order in islice(search, _RIVALS) if not np.array_equal(order, nodes))
            ended = True
        if rivals:
            place = int(sum(order != nodes for order in rivals).argmax())
        elif ended:
            return given
        else:
            tries -= 1
            if tries == 0:
                return None
            before, after = max(pairwise(sorted(given.values())), key=lambda gap: gap[1] - gap[0])
            place = (before + after) // 2
        given[int(nodes[place])] = place
