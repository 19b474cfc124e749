"""The time and memory of a count, estimated from measured numbers of states."""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from destrier.support.errors import NotEnoughMemory
from destrier.support.resources import amount, processors, refuse_beyond_memory

if TYPE_CHECKING:
    from destrier.core.board import Board
    from destrier.core.choices import CountedKind
    from destrier.core.grid import BaseBoard
    from destrier.counting.plans import Halves

_LARGEST: Final[dict[tuple[str, int], tuple[float, ...]]] = {
    ("closed", 5): (0.00, 0.00, 0.00, 0.00, 0.01, 0.01, 0.02),
    ("closed", 6): (0.01, 0.03, 0.06, 0.18, 0.18, 0.28, 0.28, 0.30),
    ("closed", 7): (0.46, 2.1, 4.0, 5.7, 5.7, 5.7, 5.7, 6.1),
    ("closed", 8): (33, 113, 230, 350, 400),
    ("closed", 9): (1e3, 4e3, 1e4, 2e4, 3e4),
    ("closed", 10): (1e6, 3e6, 6e6, 1e7),
    ("closed", 11): (1e8,),
    ("closed", 12): (1e10,),
    ("open", 5): (0.01, 0.01, 0.03, 0.03, 0.08, 0.08, 0.14),
    ("open", 6): (0.14, 0.39, 0.52, 1.3, 1.3, 1.7, 1.7, 1.8),
    ("open", 7): (6.6, 19, 26, 27, 37, 41),
    ("open", 8): (370, 1.1e3, 2.1e3, 3.2e3, 3.7e3),
    ("open", 9): (1.4e4, 5.5e4, 1.4e5, 2.7e5),
    ("open", 10): (1.4e7,),
    ("open", 11): (1.4e9,),
}
"""Millions of states in the largest table, by kind and short side, for the square and each longer side; the last number
also stands for all longer ones. For 8 rows all but two are estimates, and for open tours and 7 rows all but three.
"""

ASYMMETRIC: Final = 2
"""The factor by which a given end, or conditions, increase the number of states, as tables are no longer symmetric."""

_STATES: Final = 0.001
"""The approximate number of states divided by that from the degrees that are possible (see `plans`). There are up to 25
times as many on boards with many moves, and a tenth or fewer on boards with few; the count itself keeps to its memory.
"""

_BASE: Final = 200_000_000
_BYTES_PER_STATE: Final = {"closed": 30, "open": 17}
_SECONDS_PER_STATE: Final = 1.6e-6
"""The time of one thread per state of the largest tables of this board and all shorter ones."""

_SECONDS_PER_STATE_AND_EDGE: Final = 1.3e-9
"""The time of one thread for tourneys, where half of the edges are swept."""

_MOST_SLOTS: Final = 60
"""A number of slots that exceeds all existing memory."""

MOST_ROWS_OF_LONG_WORDS: Final = 10
"""The longest short side for which tourneys are counted in words of 64 bits; more rows use words of 32 bits and more
sweeps.
"""


class Needs(NamedTuple):
    """The needs of a count: bytes of memory, and seconds on this machine."""

    memory: int
    seconds: float


def foresee(rows: int, cols: int, kind: CountedKind, *, times: int = 1) -> Needs:
    """Return the approximate needs of a count of a board's tours or tourneys.

    `times` is the factor by which the count has more states than that of all tours.
    """
    short, long = sorted((rows, cols))
    if kind == "tourney":
        return _foresee_tourneys(short, long)
    sizes = _LARGEST.get((kind, short), (0.0,))
    more = long - short
    size = sizes[min(more, len(sizes) - 1)]
    swept = sum(sizes[: more + 1]) + sizes[-1] * max(more + 1 - len(sizes), 0)
    memory = _BASE + int(_BYTES_PER_STATE[kind] * 1e6 * size * times)
    return Needs(memory, 0.1 + _SECONDS_PER_STATE * 1e6 * swept * times / processors())


def _foresee_tourneys(short: int, long: int) -> Needs:
    """Return the approximate needs of a count of tourneys, see `tourneys`: the states are a trinomial coefficient."""
    if short % 2 and long % 2:
        return Needs(0, 0.0)
    slots = min(2 * short, _MOST_SLOTS)
    states = 3**slots * sqrt(3 / (4 * pi * slots))
    bits_of_word = 64 if short <= MOST_ROWS_OF_LONG_WORDS else 32
    bits = 1.9 * (short - 1) * (long - 1)
    sweeps = 1 if bits < 3.4 * bits_of_word else bits / bits_of_word
    edges_of_half = 2 * short * long - 3 * (short + long) + 4
    copies = 2 if short % 2 else 1  # to reset a slot
    seconds = _SECONDS_PER_STATE_AND_EDGE * states * max(edges_of_half, 0) * sweeps / processors()
    return Needs(_BASE + int(states * bits_of_word / 8 * copies), 0.1 + seconds)


def refuse_wide_frontier(board: BaseBoard, kind: CountedKind, halves: Halves, max_memory: int | None) -> None:
    """Raise `NotEnoughMemory` if the states of a frontier need more memory than is allowed or available."""
    needs = int(_BYTES_PER_STATE["closed"] * _STATES * halves.largest)
    _refuse(
        f"to count the {kind} tours of {board.describe()} with a frontier of {halves.width} squares", needs, max_memory
    )


def refuse_beyond_needs(
    board: Board, kind: CountedKind, max_memory: int | None, *, storable: bool = False, times: int = 1
) -> None:
    """Raise `NotEnoughMemory` if a count needs more memory than is allowed or available.

    `times` is the factor by which the count has more states than that of all tours, and `storable` whether a store can
    keep its tables.
    """
    needs = foresee(board.rows, board.cols, kind, times=times).memory
    what = f"to count the {'tourneys' if kind == 'tourney' else f'{kind} tours'} of {board}"
    _refuse(what + (" with conditions" if times > 1 else ""), needs, max_memory, storable=storable)


def _refuse(what: str, needs: int, max_memory: int | None, *, storable: bool = True) -> None:
    if max_memory is not None and needs > max_memory:
        rest = "; a store keeps it on disk" if storable else ""
        raise NotEnoughMemory(f"{what} takes about {amount(needs)}, more than the {amount(max_memory)} allowed{rest}")
    refuse_beyond_memory(f"{what}, one", needs)
