"""Uniformly random tours of any board by Markov chains; `docs/mixing.md` shows them.

Worms stir a tour into a random tourney (see `worms`); then a chain, about half of whose states are tours, runs until
its state is a tour (see `tempering`), on large boards in one region after another (see `regions`). On boards without
bit planes, worms also drive this chain.

The weight of a cycle is `RARITY` over the number of cycles of a stirred tourney. It is proved that the uniform
distribution of tours is stationary, and measured that a few rounds reach it (`docs/mixing.md`).
"""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.board import has_planes
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour, Tourney, tourney_of
from destrier.support.errors import BudgetExceeded
from destrier.switching.movegraphs import cover_of
from destrier.switching.regions import LARGEST, run_by_regions
from destrier.switching.tempering import Chain
from destrier.switching.worms import WORMS, stir, temper

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from destrier.core.grid import BaseBoard
    from destrier.core.types import MoveBits

ROUNDS: Final = 4
"""Number of rounds of a chain before each look at its state."""

_WORMS_PER_SQUARE: Final = 3
"""Number of worms per square that replace the rounds on a board without bit planes."""

_LEAST_WORMS: Final = 400
"""Minimum number of such worms; 36 on the 3 x 4 cylinder leave the tours of a look correlated with those before."""

RARITY: Final = 0.5
"""The weight of a cycle times the number of cycles of a random tourney; less makes more states tours, but slows the
chain."""

_NARROW: Final = 4

_LEAST_STEPS: Final = 6
_STEPS: Final = 10
"""Number of steps per square below which worms are added, and their number of steps per square: on long boards worms
return soon, so the usual ones make few steps, 0.1 per square on 6 x 8000."""

_LOOKS: Final = 500
"""Maximum number of looks at states. On large boards, every second one is a tour."""


def draw_tour(source: Tour, key: int, *, fixed: Collection[int] | None = None) -> Tour:
    """Return a uniformly random tour of the board of a tour, closed or open like the source.

    Parameters
    ----------
    source
        Any tour of the board.
    fixed
        The fixed ends of an open tour, as indices of the moves array; by default both. The tour is drawn from all tours
        with these ends.

    Raises
    ------
    BudgetExceeded
        If none of the states looked at is a tour.
    """
    board = source.board
    start = stirred(source, derive_key(key, "stir"), fixed)
    weight = RARITY / start.cycle_count
    for cycles, moves in islice(states(start, weight, key, fixed), _LOOKS):
        if cycles == 1:
            return Tourney.trusted(moves, board, 1)
    raise BudgetExceeded(f"none of {_LOOKS} states of a chain is a tour of {board.describe()}; try another seed")


def states(start: Tourney, weight: float, key: int, fixed: Collection[int] | None) -> Iterator[tuple[int, MoveBits]]:
    """Yield the numbers of cycles and the moves arrays of states of a chain; only those of tours are always filled.

    The chain uses switches where they reach all tours, and worms elsewhere.
    """
    board = start.board
    if takes_switches(start, fixed) and board.size > LARGEST and not _walks(start, fixed):
        moves = start.moves.copy()
        for look in count():
            for number in range(ROUNDS):
                run_by_regions(moves, weight, derive_key(key, "look", look, number))
            yield Tourney.trusted(moves, board).cycle_count, moves
    if takes_switches(start, fixed):
        chain = Chain(start.moves[None], weight, derive_key(key, "chain"), fixed)
        while True:
            counts, tours = chain.draw(1, ROUNDS)
            yield int(counts[0, 0]), tours[0, 0]
    cover, known = cover_of(start), _vertices(board, fixed)
    worms = max(_WORMS_PER_SQUARE * board.size, _LEAST_WORMS)
    for look in count():
        stream = derive_key(key, "look", look)
        cycles = temper(board.move_graph, cover, weight, stream, worms=worms, fixed=known).cycles
        yield cycles, tourney_of(cover, board).moves


def takes_switches(source: Tourney, fixed: Collection[int] | None) -> bool:
    """Return whether the chain of `tempering` suits a board: it needs bit planes, and must reach all tours.

    It does not reach all tours on some boards of three rows with two given ends, such as 3 x 7; worms do, but are
    slower.
    """
    board = source.board
    ends_stay = _is_open(source) and not _walks(source, fixed)
    return has_planes(board) and not (ends_stay and min(board.shape) <= _NARROW)


def _is_open(source: Tourney) -> bool:
    return bool((np.bitwise_count(source.moves) == 1).any())


def _walks(source: Tourney, fixed: Collection[int] | None) -> bool:
    """Return whether an end of the path, if there is one, is free."""
    return fixed is not None and len(fixed) < 2 and _is_open(source)


def _vertices(board: BaseBoard, squares: Collection[int] | None) -> list[int] | None:
    """Return the vertices of the move graph that stand for these indices of the moves array."""
    return None if squares is None else np.searchsorted(board.squares, list(squares)).tolist()


def stirred(source: Tourney, key: int, fixed: Collection[int] | None = None) -> Tourney:
    """Return a random tourney of the board of another one, with the same `fixed` ends."""
    board, cover = source.board, cover_of(source)
    known = _vertices(board, fixed)
    steps = stir(board.move_graph, cover, key, fixed=known)
    if steps < _LEAST_STEPS * board.size:
        more = WORMS * _STEPS * board.size // max(steps, 1)
        stir(board.move_graph, cover, derive_key(key, "more"), worms=more, fixed=known)
    return tourney_of(cover, board)
