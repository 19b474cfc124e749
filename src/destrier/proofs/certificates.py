"""Certificates that there is no tour, worded so that a reader can check them by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import Grid
from destrier.core.types import Mask, Moves

_NAMED: Final = 30
"""Maximum number of squares named in a certificate."""


class Sentence(NamedTuple):
    """A sentence of a proof."""

    words: str
    squares: frozenset[tuple[int, ...]] = frozenset()
    """The squares that it names."""

    @classmethod
    def of(cls, words: str, *named: Iterable[tuple[int, ...]]) -> Sentence:
        """Return a sentence with the names of squares, joined by "and", in its gaps."""
        lists = [list(squares) for squares in named]
        names = [" and ".join(",".join(map(str, square)) for square in squares) for squares in lists]
        return cls(words.format(*names), frozenset(square for squares in lists for square in squares))


def unequal_colours(board: Grid, *, difference: int = 0) -> str | None:
    """Return why the numbers of light and dark squares, if they differ by more than `difference`, rule a tour out.

    Every move changes the colour, so a cycle has as many light as dark squares, and a path at most one more of a
    colour. Return `None` if they do not.
    """
    light, dark = board.colours()
    return None if abs(light - dark) <= difference else colours_alternate(board)


def colours_alternate(board: Grid) -> str:
    """Return the colour argument in words, with the numbers of light and dark squares."""
    light, dark = board.colours()
    return f"it has {light} light and {dark} dark squares, but colours alternate along a tour"


def odd_number_of_squares(sides: tuple[int, ...]) -> str | None:
    """Return why a whole board with these sides has no closed tour if all of them are odd, or `None`."""
    if not all(side % 2 for side in sides):
        return None
    return f"it has an odd number of squares, {math.prod(sides):,}, and each step leads to a square of the other colour"


def kept_apart(board: Grid) -> Sentence | None:
    """Return why the piece cannot get from one square to another on any board, or `None`.

    If all its distances have a common divisor, each coordinate keeps its residue. If the total distance of every move
    is even, the sum of the coordinates keeps its parity.
    """
    divisor = math.gcd(*(distance for pair in board.leaper.pairs for distance in pair))
    stays_on_colour = all(sum(pair) % 2 == 0 for pair in board.leaper.pairs)
    if divisor == 1 and not stays_on_colour:
        return None
    squares = board.squares
    steps = board.coordinates(squares) - board.coordinates(squares[:1])
    strange = (steps % divisor).any(axis=1) if divisor > 1 else steps.sum(axis=1) % 2 == 1
    if not strange.any():
        return None
    one, other = map(tuple, board.coordinates(squares[[0, int(strange.argmax())]]).tolist())
    if divisor > 1:
        words = f"{board.leaper.describe()} moves by multiples of {divisor} along each axis, never from {{}} to {{}}"
        return Sentence.of(words, [one], [other])
    words = f"{board.leaper.describe()} stays on squares of one colour, and {{}} have different ones"
    return Sentence.of(words, [one, other])


def all_searched(what: str) -> str:
    """Return the statement that, by an exhaustive search, `what` does not exist."""
    return f"no {what} exists: all of them were searched"


def minimum_cut(moves: Moves, demand: NDArray[np.uint8], reached: Mask) -> str:
    """Return a minimum cut in words: light squares that need more edges than they can have (see `covers`).

    The moves are a partial cover, the demand is the number of moves that each square must have, and `reached` are the
    squares that alternating paths reach from light squares that lack a move.
    """
    light = np.add.outer(np.arange(moves.shape[0]), np.arange(moves.shape[1])) % 2 == 0
    wanting, granting = reached & light, reached & ~light
    wanted, granted = int(demand[wanting].sum()), int(demand[granting].sum())
    elsewhere = int(np.bitwise_count(moves[wanting]).sum()) - granted
    return (
        f"the squares {listed(wanting)} must have {wanted} moves, but {granted} is all that "
        f"the squares {listed(granting)} may have, and only {elsewhere} of their moves lead anywhere else"
    )


def listed(squares: Mask) -> str:
    """Return the squares of a mask, not all of them if there are many."""
    named = [f"{row},{col}" for row, col in np.argwhere(squares)[:_NAMED].tolist()]
    more = int(np.count_nonzero(squares)) - len(named)
    return (" ".join(named) or "(none)") + (f" and {more} more" if more else "")
