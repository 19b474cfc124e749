"""The time and memory of a count, estimated from numbers of states that were once measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from destrier.support.resources import amount, processors, refuse_beyond_memory

if TYPE_CHECKING:
    from destrier.core.board import Board

_LARGEST: Final[dict[tuple[str, int], tuple[float, ...]]] = {
    ("closed", 5): (0.00, 0.00, 0.00, 0.00, 0.01, 0.01, 0.02),
    ("closed", 6): (0.01, 0.03, 0.06, 0.18, 0.18, 0.28, 0.28, 0.30),
    ("closed", 7): (0.46, 2.1, 4.0, 5.7, 5.7, 5.7, 5.7, 6.1),
    ("closed", 8): (33, 113, 230, 350, 400),
    ("open", 5): (0.01, 0.01, 0.03, 0.03, 0.08, 0.08, 0.14),
    ("open", 6): (0.21, 0.57, 0.77, 1.9, 1.9, 2.5, 2.5, 2.6),
    ("open", 7): (9.7, 28, 38, 40, 55, 60),
}
"""Millions of states in the largest table, by kind and short side, for the square and each longer side; the last number
serves for all that follow. All but two are estimates for 8 rows, and all but three for open tours and 7 rows."""

_BASE: Final = 200_000_000
_BYTES_PER_STATE: Final = {"closed": 42, "open": 55}
_SECONDS_PER_STATE: Final = 1.6e-6
"""The time of one thread per state of the largest tables of this board and all shorter ones."""


class Needs(NamedTuple):
    """The needs of a count: bytes of memory, and seconds on this machine."""

    memory: int
    seconds: float


def foresee(rows: int, cols: int, kind: Literal["closed", "open"]) -> Needs:
    """Return the approximate needs of a count of a board's tours."""
    short, long = sorted((rows, cols))
    sizes = _LARGEST.get((kind, short), (0.0,))
    size = sizes[min(long - short, len(sizes) - 1)]
    swept = sum(sizes[min(more, len(sizes) - 1)] for more in range(long - short + 1))
    memory = _BASE + int(_BYTES_PER_STATE[kind] * 1e6 * size)
    return Needs(memory, 0.1 + _SECONDS_PER_STATE * 1e6 * swept / processors())


def refuse_beyond_needs(board: Board, kind: Literal["closed", "open"], max_memory: int | None) -> None:
    """Raise `MemoryError` if a count needs more memory than is allowed or available."""
    needs = foresee(board.rows, board.cols, kind)
    what = f"to count the {kind} tours of {board}"
    if max_memory is not None and needs.memory > max_memory:
        raise MemoryError(f"{what} takes about {amount(needs.memory)}, more than the {amount(max_memory)} allowed")
    refuse_beyond_memory(f"{what}, one", needs.memory)
