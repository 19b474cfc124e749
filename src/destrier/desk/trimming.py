"""Trim a shape: leave out the fewest squares such that it has a tour.

Some squares must go: those with fewer than two moves, again and again, and all but one piece of what is held together
by single squares. If no cover remains (see `switching.covers`), squares that need more moves than there are for them
prove it, and one of them must go; so must one of the squares that a proof by forced moves names. These choices are
tried depth first, for each number of squares in turn, those with most neighbours missing first. A board has a tour if
the cycles of a cover can be joined. If they cannot, what is outside the longest cycle is left out, or some of it.

So no fewer squares would do if the search is complete, as on small boards. It is limited; then the best board is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal

import numpy as np

from destrier.core.board import Board, Trimmed, has_planes
from destrier.core.grid import BaseBoard
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.core.types import Ends, Mask, Moves, Squares
from destrier.desk.tour import tour
from destrier.proofs.ends import pairs_of_ends
from destrier.proofs.obstructions import find_cut, pieces, refuting_squares
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.switching.covers import complete_cover, shortage
from destrier.switching.joining import join_once

_ATTEMPTS: Final = 3
"""The number of random orders in which squares are tried, for each number of squares,"""

_STEPS: Final = 100
"""the number of boards to examine in each attempt,"""

_VAIN: Final = 3
"""the number of these of which no tour is found, and"""

_MOST_VAIN: Final = 60
"""their number in all attempts, after which the best board so far is taken."""


def trimmed(
    board: BaseBoard, most: int | None = None, *, kind: Literal["closed", "open"] = "closed", seed: Seed = None
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
    search, limit = _Search(board, kind, derive_key(seed, "trim")), board.size - 1 if most is None else most
    least = search.least(board)
    if least > limit:
        what = f"{kind} tour of {board.describe()}"
        raise NoSuchTour(f"no {what} exists with at most {limit} squares left out: at least {least} must be")
    for number in _numbers(least, limit):
        for attempt in range(_ATTEMPTS):
            if search.attempt(attempt, number):
                break
        if search.fewest <= number or search.vain >= _MOST_VAIN:
            break
    if search.best is None or search.fewest > limit:
        raise BudgetExceeded(f"no {kind} tour of {board.describe()} with at most {limit} squares left out was found")
    left_out = np.flatnonzero(board.present & ~search.best.present).tolist()
    return Trimmed(search.best, [board.square(index) for index in left_out])


def _numbers(least: int, most: int) -> Iterator[int]:
    """Yield the numbers of squares to leave out, the first ones without gaps."""
    number = least
    while number < most:
        yield number
        number += 1 + (number - least) // 8
    yield most


_COVERS: Final = 2
"""The number of covers whose cycles are joined to find out whether a board has a tour."""


_SMALL: Final = 40
"""The largest number of squares of a board of which all tours are searched."""

_SEVERAL: Final = 8
"""If more squares than this must be left out, several are left out at once."""


class _Search:
    """The depth-first search for the squares to leave out."""

    def __init__(self, board: Board, kind: Literal["closed", "open"], key: int) -> None:
        self.board, self.kind, self.key = board, kind, key
        self.best: Board | None = None
        """The largest board so far that has a tour."""
        self.fewest = board.size
        """How many squares it lacks."""
        self.vain = 0
        """The number of boards of which no tour was found."""
        self.longest: dict[bytes, Board | None] = {}
        around = np.pad(board.present, 1).astype(np.int64)
        neighbours = sum(np.roll(around, (row, col), (0, 1)) for row in (-1, 0, 1) for col in (-1, 0, 1))
        self.neighbours = np.asarray(neighbours)[1:-1, 1:-1]

    def attempt(self, attempt: int, number: int) -> bool:
        """Look for a board without at most `number` squares that has a tour; return whether all were tried, or found.

        Squares with few neighbours in the whole shape are left out first; later attempts keep less to this order.
        """
        ties = np.random.default_rng(derive_key(self.key, attempt)).random(self.board.shape)
        self.order = self.neighbours + (1 + attempt) * ties
        self.steps, self.enough = 0, self.vain + _VAIN
        return self.find(self.board, number) is not None or not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended early."""
        return self.steps >= _STEPS or self.vain >= self.enough

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
        if not need:
            longest = self.longest_cycle(board)
            if longest is not None and board.size - longest.size <= left:
                return longest
            among = board.present if longest is None else board.present & ~longest.present
        several = 1 if np.count_nonzero(among) < need else 1 + need // _SEVERAL
        for squares in self.first(among, several) if left else ():
            present = board.present.copy()
            present.ravel()[squares] = False
            if (found := self.find(Board.from_mask(present), left - len(squares))) is not None or self.is_over:
                return found
        return None

    def longest_cycle(self, board: Board) -> Board | None:
        """Return the board if a tour of it is found, or else the squares of a long cycle."""
        drawn = board.present.tobytes()
        if drawn not in self.longest:
            found = board if self.has_tour(board) else self.cycle(board)
            self.vain += found is not board
            if found is not None and self.board.size - found.size < self.fewest:
                self.best, self.fewest = found, self.board.size - found.size
            self.longest[drawn] = found
        return self.longest[drawn]

    def has_tour(self, board: Board) -> bool:
        """Return whether a tour is found: any, of a small board, or else by joining the cycles of some covers."""
        with suppress(NoSuchTour, BudgetExceeded):
            if board.size <= _SMALL:
                return bool(tour(board, kind=self.kind, seed=self.key))
            pairs = [()] if self.kind == "closed" else pairs_of_ends(board, (), self.key)[0]
            return any(self.joined(board, pairs[number % len(pairs)], number)[1] == 1 for number in range(_COVERS))
        return False

    def joined(self, board: Board, ends: Ends, number: int) -> tuple[Moves, int]:
        """Return a cover whose cycles are joined, and how many are left."""
        key = derive_key(self.key, number)
        moves = complete_cover(board, key=key, ends=ends or None)
        return moves, join_once(moves, key)

    def cycle(self, board: Board) -> Board | None:
        """Return the squares of the longest cycle of some covers, if there are covers."""
        longest = np.zeros(0, np.int64)
        with suppress(NoSuchTour):
            for number in range(_COVERS):
                moves, _ = self.joined(board, (), number)
                longest = max(longest, *Tourney.trusted(moves, board).cycle_indices(), key=len)
        present = np.zeros(board.present.size, np.bool_)
        present[longest] = True
        return Board.from_mask(present.reshape(board.shape)) if longest.size else None

    def first(self, among: Mask, several: int) -> Iterator[Squares]:
        """Yield the squares of a mask in the order in which they are tried, several at a time."""
        squares = np.flatnonzero(among)
        order = squares[np.argsort(self.order[among])]
        return (order[start : start + several] for start in range(0, order.size, several))

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
        """Return how many squares must be left out, at least, and squares one of which must be."""
        light, of_light = shortage(board, key=self.key)
        beside = Board.from_mask(np.pad(board.present, ((0, 0), (1, 0))))  # its light squares are the dark ones here
        dark, of_dark = shortage(beside, key=self.key)
        if self.kind == "open":
            return max(0, (light + dark - 1) // 2), of_light | of_dark[:, 1:]
        need, among = -(-light // 2) - (-dark // 2), of_light if light else of_dark[:, 1:]
        if refuting := refuting_squares(board):
            among = np.zeros(board.shape, np.bool_)
            among[tuple(np.transpose(refuting[0]))] = True
        return max(need, len(refuting)), among
