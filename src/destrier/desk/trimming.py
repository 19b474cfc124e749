"""Trim a shape: leave out the fewest squares such that it has a tour.

Some squares must go: those with fewer than two moves, again and again, and all but the largest piece of what is held
together by single squares. If no cover remains (see `switching.covers`), squares that need more moves than there are
for them prove it, and one of them must go. These choices are tried depth first, for each number of squares in turn,
those with most neighbours missing first, and whether a board has a tour is found out by making it. So no fewer squares
would do if the search is complete, as on small boards; its steps are limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal

import numpy as np

from destrier.core.board import Board, Trimmed, has_planes
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.core.types import Mask, Square
from destrier.desk.tour import tour
from destrier.proofs.obstructions import find_cut, pieces, refuting_squares
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.switching.covers import complete_cover, shortage
from destrier.switching.joining import join

_STEPS: Final = 400
"""Boards to examine, and"""

_TOURS: Final = 4
"""boards on which a tour is looked for in vain, before the search ends."""


def trimmed(
    board: Board, most: int | None = None, *, kind: Literal["closed", "open"] = "closed", seed: Seed = None
) -> Trimmed:
    """Return a shape without the fewest squares that are in the way of a tour, and those squares.

    Parameters
    ----------
    board
        A flat board, with the knight.
    most
        The largest number of squares to leave out; by default any.
    kind
        The kind of tour, `closed` or `open`.
    seed
        The same integer leaves out the same squares.

    Raises
    ------
    NoSuchTour
        If more squares must be left out.
    BudgetExceeded
        If no such tour was found.

    Examples
    --------
    >>> trimmed(Board(3, 3), 1, seed=1).left_out
    [(1, 1)]
    """
    if not has_planes(board):
        raise UnsupportedBoard(f"flat boards of the knight are trimmed, not {board.describe()}")
    if most is not None and (not isinstance(most, int) or isinstance(most, bool) or most < 0):
        raise DestrierError(f"the most squares to leave out are an integer from 0 on, not {shown(most)}")
    if kind not in ("closed", "open"):
        raise DestrierError(f"a board is trimmed for a closed or an open tour, not for {shown(kind)}")
    search, limit = _Search(board, kind, derive_key(seed, "trim")), board.size if most is None else most
    least = search.least(board)
    if least > limit:
        what = f"{kind} tour of {board.describe()} without {_squares(limit)}"
        raise NoSuchTour(f"no {what} exists: at least {least} must be left out")
    found = search.find(board, limit)
    if found is None:
        raise BudgetExceeded(f"no {kind} tour of {board.describe()} without {_squares(limit)} was found")
    search = _Search(board, kind, search.key)
    for number in range(least, board.size - found.size):
        if (better := search.find(board, number)) is not None:
            found = better
            break
    left_out = np.flatnonzero(board.present & ~found.present).tolist()
    return Trimmed(found, [board.square(index) for index in left_out])


def _squares(most: int) -> str:
    return f"at most {most} of its squares"


class _Search:
    """The depth-first search for the squares to leave out."""

    def __init__(self, board: Board, kind: Literal["closed", "open"], key: int) -> None:
        self.kind: Literal["closed", "open"] = kind
        self.key = key
        self.steps = self.tours = 0
        self.vain: set[bytes] = set()
        ties = np.random.default_rng(key).random(board.shape)
        around = np.pad(board.present, 1).astype(np.int64)
        neighbours = sum(np.roll(around, (row, col), (0, 1)) for row in (-1, 0, 1) for col in (-1, 0, 1))
        self.order = np.asarray(neighbours)[1:-1, 1:-1] + ties
        """Squares with a lower value are left out first: those with fewest neighbours in the whole shape."""

    @property
    def is_over(self) -> bool:
        """Whether the search has ended early."""
        return self.steps >= _STEPS or self.tours >= _TOURS

    def least(self, board: Board) -> int:
        """Return how many squares must be left out, at least."""
        parts = self.parts(board)
        if len(parts) != 1 or parts[0] is not board:
            return min((board.size - part.size + self.least(part) for part in parts), default=board.size)
        return self.lacking(board)[0]

    def find(self, board: Board, left: int) -> Board | None:
        """Return the board without at most `left` squares if that has a tour, or else `None`."""
        parts = self.parts(board) if left >= 0 else []
        if len(parts) != 1 or parts[0] is not board:
            tried = (self.find(part, left - board.size + part.size) for part in parts)
            return next(filter(None, tried), None)
        self.steps += 1
        need, among = self.lacking(board)
        if need > left or self.is_over:
            return None
        refuting = self.refuting(board)
        if not (need or refuting.any()):
            if self.has_tour(board):
                return board
            if board.size - (cycle := self.longest_cycle(board)).size <= left and self.has_tour(cycle):
                return cycle
            among = board.present
        for square in self.first(refuting if refuting.any() else among) if left else ():
            present = board.present.copy()
            present[square] = False
            if (found := self.find(Board.from_mask(present), left - 1)) is not None or self.is_over:
                return found
        return None

    def refuting(self, board: Board) -> Mask:
        """Return squares one of which must be left out since moves that they force leave no tour, or none."""
        mask = np.zeros(board.shape, np.bool_)
        if self.kind == "closed" and (squares := refuting_squares(board)):
            mask[tuple(np.transpose(squares))] = True
        return mask

    def longest_cycle(self, board: Board) -> Board:
        """Return the squares of the longest cycle of a cover whose cycles are joined as far as they can be."""
        if self.kind == "open":
            return board
        cover = join(Tourney.trusted(complete_cover(board, key=self.key), board), seed=self.key)
        present = np.zeros(board.rows * board.cols, np.bool_)
        present[max(cover.cycle_indices(), key=len)] = True
        return Board.from_mask(present.reshape(board.shape))

    def first(self, among: Mask) -> Iterator[Square]:
        """Yield the squares of a mask in the order in which they are tried."""
        squares = np.argwhere(among)
        order: list[Square] = squares[np.argsort(self.order[among])].tolist()
        return ((row, col) for row, col in order)

    def parts(self, board: Board) -> list[Board]:
        """Return the parts of a board one of which holds each tour: the board itself, or smaller ones."""
        living = board.present & (board.degrees() > (self.kind == "closed"))
        if living.any() and (living != board.present).any():
            return [Board.from_mask(living)]
        held = pieces(board) if living.any() else []
        if len(held) == 1 and self.kind == "closed" and (cut := find_cut(board)) is not None:
            held = pieces(board, cut)
            for piece in held:
                piece[cut] = True
        if len(held) == 1:
            return [board]
        return [Board.from_mask(piece) for piece in sorted(held, key=np.count_nonzero, reverse=True)]

    def lacking(self, board: Board) -> tuple[int, Mask]:
        """Return how many squares must be left out for a cover, at least, and squares one of which must be."""
        light, of_light = shortage(board, key=self.key)
        beside = Board.from_mask(np.pad(board.present, ((0, 0), (1, 0))))  # its light squares are the dark ones here
        dark, of_dark = shortage(beside, key=self.key)
        if self.kind == "open":
            return max(0, (light + dark - 1) // 2), of_light | of_dark[:, 1:]
        return -(-light // 2) - (-dark // 2), of_light if light else of_dark[:, 1:]

    def has_tour(self, board: Board) -> bool:
        """Return whether a tour of the board is found."""
        drawn = board.present.tobytes()
        if drawn in self.vain:
            return False
        with suppress(NoSuchTour, BudgetExceeded):
            tour(board, kind=self.kind, seed=self.key)
            return True
        self.vain.add(drawn)
        self.tours += 1
        return False
