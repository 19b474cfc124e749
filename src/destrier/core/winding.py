"""Windings: how many times the cycles of a tourney wind around a surface.

Let `A` be the loop once across the right side of the rectangle, and `B` the loop once across its bottom. Every cycle is
homotopic to a power of `A` followed by a power of `B`. Two cycles are homotopic if and only if they have the same
*winding*, which is found by these rules:

| surface | rule | windings |
|---|---|---|
| torus | `A` and `B` commute | all pairs, but (r, d) is the same as (-r, -d) |
| cylinder, Möbius strip | there is no `B` | (r, 0) with r >= 0 |
| Klein bottle | `A B` is `B` backwards, then `A` | (r, d) with r, d >= 0, and d at most 1 where r is odd |
| Klein bottle on its side | `B A` is `A` backwards, then `B` | (r, d) with r, d >= 0, and r at most 1 where d is odd |
| projective plane | `A` is `B`, and twice around is not at all | (0, 0) and (1, 0) |

A cycle has no direction and no start, so its winding is unchanged by reversal and by a detour to and fro before it
(conjugation); the table lists one representative. `docs/surfaces.md` explains them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from destrier.core.grid import whole_numbers
from destrier.core.surface import Seam, Surface
from destrier.core.visits import next_in_cycle
from destrier.support.errors import DestrierError, UnsupportedBoard, shown

if TYPE_CHECKING:
    from destrier.core.types import Squares


class Winding(NamedTuple):
    """How many times a cycle winds around a surface, to the right and downwards; see the module docstring."""

    right: int
    down: int

    @property
    def is_contractible(self) -> bool:
        """Whether the cycle can be contracted to a point."""
        return self == (0, 0)

    @classmethod
    def of(cls, board: Surface, right: int, down: int) -> Winding:
        """Return the winding of a power of `A` followed by a power of `B`."""
        if board.top_bottom is None:
            return cls(abs(right), 0)
        match board.left_right, board.top_bottom:
            case "mirrored", "mirrored":
                return cls((right + down) % 2, 0)
            case "mirrored", "plain":
                return cls(abs(right), down % 2 if right % 2 else abs(down))
            case "plain", "mirrored":
                return cls(right % 2 if down % 2 else abs(right), abs(down))
        return cls(*max((right, down), (-right, -down)))

    @classmethod
    def named(cls, board: object, winding: tuple[int, int]) -> Winding:
        """Return the winding given by a pair of integers on a board.

        Raises
        ------
        DestrierError
            If the argument is not a pair of integers, or the surface has no such winding.
        UnsupportedBoard
            If the board is not a surface.
        """
        surface = _surface(board)
        numbers = whole_numbers(winding)
        if numbers is None or len(numbers) != 2:
            raise DestrierError(f"a winding is a pair of integers, such as (1, 0), not {shown(winding)}")
        right, down = numbers
        named = cls.of(surface, right, down)
        if surface.top_bottom is None and down:
            raise DestrierError(f"nothing winds downwards round {surface.describe()}: a winding is (r, 0)")
        return named


def windings(board: object, order: Squares, lengths: Squares) -> list[Winding]:
    """Return the windings of the cycles of a tourney, given its squares in order and the cycle lengths; O(squares).

    Raises
    ------
    UnsupportedBoard
        If the board is not a surface.
    """
    board = _surface(board)
    right, down = _passed(board, order, next_in_cycle(order, lengths))
    if board.left_right == "mirrored":  # over A, the reverse of B is B; which of them the whole is makes no difference
        down = np.where(np.cumsum(right) % 2, -down, down)
    elif board.top_bottom == "mirrored":  # a move passes the right side first
        right = np.where((np.cumsum(down) - down) % 2, -right, right)
    first = np.cumsum(lengths) - lengths
    sums = (np.add.reduceat(passes, first).tolist() for passes in (right, down))
    return [Winding.of(board, *pair) for pair in zip(*sums, strict=True)]


def _passed(board: Surface, here: Squares, there: Squares) -> tuple[Squares, Squares]:
    """How many times each of these moves crosses the right side, and then the bottom."""
    steps = board.leaper.steps[board.moves_between(here, there)]
    copy = board.copy_at(*(board.places(here) + steps.T))
    return copy.right, copy.down


def why_no_winding(board: Surface, winding: Winding) -> str | None:
    """Return why the parity of row + column rules this winding out for closed tours of a surface, or `None`."""
    if any((short + long) % 2 == 0 for short, long in board.leaper.pairs):
        return None
    over = {
        f"{_times(winding.right)} over the right side": winding.right
        * (board.cols + _turned(board.left_right, board.rows)),
        f"{_times(winding.down)} over the bottom": winding.down * (board.rows + _turned(board.top_bottom, board.cols)),
    }
    if (board.size + sum(over.values())) % 2 == 0:
        return None
    passed = "".join(f", and on the way {name}" for name, changes in over.items() if changes % 2)
    return (
        f"row + column would change between even and odd with each of the {board.size} moves{passed}: an odd number of "
        "times in all"
    )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(abs(number), f"{abs(number)} times")


def _turned(seam: Seam | None, side: int) -> int:
    """The change modulo 2 of a coordinate along a side at a seam, where a mirrored seam reverses the coordinate."""
    return side - 1 if seam == "mirrored" else 0


def _surface(board: object) -> Surface:
    if not isinstance(board, Surface):
        raise UnsupportedBoard(f"cycles wind around surfaces, such as the torus, not around {_named(board)}")
    return board


def _named(board: object) -> str:
    from destrier.core.grid import BaseBoard

    return board.describe() if isinstance(board, BaseBoard) else repr(board)
