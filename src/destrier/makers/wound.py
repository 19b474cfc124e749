"""Tours of a surface that wind round it in a given way.

A random tour is changed bit by bit: the moves inside a small window of squares are replaced by others with which it is
still one tour, and the change is kept unless its winding is then further from the one that is asked for. A change that
goes round nothing itself adds even numbers to a winding, as it can only turn parts of the tour around. So random tours
are drawn first until one differs from what is asked for by even numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.seeds import Stream, derive_key
from destrier.core.surface import Surface
from destrier.core.tourney import Tour
from destrier.core.winding import Winding, why_no_winding
from destrier.makers.maker import Ask, Maker
from destrier.makers.move_graph import move_graph_tour
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching.movegraphs import cover_of, random_window, reroute, tourney_of

if TYPE_CHECKING:
    from destrier.core.board import BaseBoard
    from destrier.core.request import Request

_WINDOWS: Final = (9, 12, 16, 20, 25)
_NODES: Final = 20_000
_CHANGES: Final = 20_000
"""Changes that are tried before the search is given up: seconds on 8 x 8."""

_STARTS: Final = 40
"""The random tours that are drawn at most; of small boards, where a window may go round, any will do."""


def wound_tour(board: BaseBoard, winding: tuple[int, int], stream: Stream) -> Tour:
    """Return a random closed tour with this winding, of no simple law; O(squares) for each change.

    Raises
    ------
    NoSuchTour
        If the parity of its moves does not allow it.
    BudgetExceeded
        If none was found, and no proof.
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
    needs = "winding"
    random = True
    bytes_per_square = 100
    any_board = True
    is_algorithm = False
    proves = True

    def make(self, request: Request, _: Ask, /) -> Tour:
        assert request.winding is not None
        return wound_tour(request.board, request.winding, Stream(derive_key(request.seed, "winding")))


def _distance(one: Winding, other: Winding) -> int:
    """How far two windings are apart, as they are or one of them backwards."""
    return int(min(np.abs(np.subtract(one, other)).sum(), np.abs(np.add(one, other)).sum()))
