"""Tours of a surface with a given winding.

A random tour is changed step by step: the moves inside a small window of squares are replaced so that it remains a
single tour, and the change is kept unless it moves the winding away from the requested one. A change in a window that
does not wind around the surface alters windings by even numbers, because it can only reverse parts of the tour. Random
tours are therefore drawn first until one differs from the requested winding by even numbers. `docs/surfaces.md`
explains windings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.seeds import Stream, derive_key
from destrier.core.surface import Surface
from destrier.core.tourney import Tour, tourney_of
from destrier.core.winding import Winding, why_no_winding
from destrier.makers.maker import Ask, Maker
from destrier.makers.move_graph import move_graph_tour
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching.movegraphs import cover_of, random_window, reroute

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.request import Request

_WINDOWS: Final = (9, 12, 16, 20, 25)
_NODES: Final = 20_000
_CHANGES: Final = 20_000
"""Maximum number of changes to try; seconds on 8 x 8."""

_STARTS: Final = 40
"""Maximum number of random tours to draw; on small boards, where a window may wind around, any tour will do."""


def wound_tour(board: BaseBoard, winding: tuple[int, int], stream: Stream) -> Tour:
    """Return a random closed tour with this winding, not uniformly distributed; O(squares) per change.

    Raises
    ------
    NoSuchTour
        If parity rules the winding out.
    BudgetExceeded
        If neither a tour nor a proof that there is none was found.
    """
    asked = Winding.named(board, winding)
    assert isinstance(board, Surface)
    what = f"closed tour of {board.describe()} with winding {tuple(asked)}"
    if reason := why_no_winding(board, asked):
        raise NoSuchTour(f"no {what} exists: {reason}")
    for _ in range(_STARTS):
        made = move_graph_tour(board, seed=stream.key())
        if not (np.subtract(made.windings[0], asked) % 2).any():
            break
    for number in range(_CHANGES):
        away = _distance(made.windings[0], asked)
        if not away:
            assert isinstance(made, Tour)
            return made
        cover = cover_of(made)
        size = min(_WINDOWS[number % len(_WINDOWS)], board.size - 1)
        window = random_window(board.move_graph, stream.below(board.size), size, stream.key())
        if reroute(board.move_graph, cover, window, key=stream.key(), budget=_NODES):
            changed = tourney_of(cover, board, 1)
            if _distance(changed.windings[0], asked) <= away:
                made = changed
    raise BudgetExceeded(f"no {what} was found in {_CHANGES:,} changes, and no proof that there is none")


class Wound(Maker):
    name = "winding"
    options = ("winding",)
    random = True
    bytes_per_square = 100
    any_board = True
    proves = True

    def make(self, request: Request, _: Ask, /) -> Tour:
        assert request.winding is not None
        return wound_tour(request.board, request.winding, Stream(derive_key(request.seed, "winding")))


def _distance(one: Winding, other: Winding) -> int:
    """Return the distance between two windings, up to reversal of one of them."""
    return int(min(np.abs(np.subtract(one, other)).sum(), np.abs(np.add(one, other)).sum()))
