"""A census of all closed tours of a board: the number with each move, and exact means of turns, rails and crossings.

Every number counts the tours with certain moves and without certain others (see `conditions`). Conditions that are
equivalent under the symmetries of the board are counted only once. `docs/counting.md` shows a census.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING

from destrier.core.board import Board, interiors_meet
from destrier.core.leaper import MOVES
from destrier.core.naming import rectangle_of
from destrier.counting.conditions import Conditions, Edges, image
from destrier.counting.counts import board_frame, refuse_to_count, total
from destrier.counting.graphs import Frame
from destrier.counting.plans import board_halves
from destrier.support.html import Record

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.types import Square
    from destrier.support.aliases import Progress

Edge = frozenset["Square"]


@dataclass(frozen=True)
class Census(Record):
    """Averages over all closed tours of a board."""

    rows: int
    cols: int
    tours: int
    """The number of undirected tours."""
    turns: Fraction
    """The mean number of squares whose two moves are not opposite."""
    rails: Fraction
    crossings: Fraction
    relative_moves: list[Fraction]
    """The mean of `relative_move_counts`, which counts squares by the angle between their moves, in both directions."""
    moves: dict[tuple[Square, Square], int]
    """The number of tours with each move."""


def census(*board: int | BaseBoard, max_memory: int | None = None, progress: Progress | None = None) -> Census:
    """Take a census of all closed tours of a rectangle.

    Parameters
    ----------
    *board
        The board, or its sides; the short side is at most 8.
    max_memory
        The most bytes to use; by default what this process may have.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Census
        Exact numbers. This takes some hundred counts, each as long as `count` or twice that: about ten seconds for 6 x
        6, some hours for 8 x 8.

    Raises
    ------
    NoSuchTour
        If there is no tour.
    UnsupportedBoard
        If the short side is too long.

    Examples
    --------
    >>> census(5, 6).turns
    Fraction(29, 1)
    """
    rectangle = rectangle_of("a census is taken", *board)
    refuse_to_count(rectangle, "closed", max_memory)
    return _Orbits(rectangle, progress).census()


def move_distributions(
    *board: int | BaseBoard, max_memory: int | None = None, progress: Progress | None = None
) -> list[list[int]]:
    """Count the closed tours of a rectangle by their numbers of moves of each slope.

    A tour with k moves of a slope gets the weight x ** k. Interpolating weighted counts for many x modulo a prime gives
    the number of tours for every k modulo that prime, and several primes give the numbers themselves.

    Parameters
    ----------
    *board, max_memory, progress
        The same parameters as those of `census`.

    Returns
    -------
    list of lists
        For the moves 0, 1, 2 and 3, in either direction, the numbers of undirected tours with k = 0, 1, 2, ... of them.

    Notes
    -----
    On a square all four lists are equal, otherwise two and two. Each takes one count for every possible k: a second for
    6 x 6, hours for 8 x 8.

    Examples
    --------
    >>> move_distributions(5, 6)[0]
    [0, 0, 0, 0, 0, 0, 4, 0, 4]
    """
    rectangle = rectangle_of("moves are counted", *board)
    refuse_to_count(rectangle, "closed", max_memory)
    slopes = (0,) if rectangle.rows == rectangle.cols else (0, 1)
    found = [_distribution(rectangle, slope, progress) for slope in slopes]
    return [found[0], found[-1], found[-1], found[0]]  # the reflections of the board exchange 0 and 3, and 1 and 2


def _distribution(board: Board, slope: int, progress: Progress | None) -> list[int]:
    """Return the number of tours by their moves of a slope."""
    rows, cols = MOVES[slope + 4]
    edges = frozenset(edge for edge in _edges(board) if _step(edge) == (rows, cols))
    weighed = Conditions(edges).transposed().required if board.rows > board.cols else edges
    frame = board_frame(*board.shape, "closed")
    points = min(len(edges), board.size) + 1
    values = []
    for x in range(points):
        values.append(total(board_halves(replace(frame, weighed=weighed, weight=x))))
        if progress:
            progress("counting", x + 1, points)
    numbers = _interpolated(values)
    while not numbers[-1]:
        numbers.pop()
    return numbers


def _step(edge: Edge) -> tuple[int, int]:
    """Return the rows and columns of a move downwards."""
    upper, lower = sorted(edge)
    return lower[0] - upper[0], lower[1] - upper[1]


def _interpolated(values: list[int]) -> list[int]:
    """Return the integer coefficients of the polynomial with these values at 0, 1, 2, ..., by Newton's differences."""
    differences = [Fraction(value) for value in values]
    for order in range(1, len(values)):
        for at in range(len(values) - 1, order - 1, -1):
            differences[at] = (differences[at] - differences[at - 1]) / order
    coefficients: list[Fraction] = []
    for at in range(len(values) - 1, -1, -1):  # coefficients * (x - at) + differences[at]
        shifted = [Fraction(0), *coefficients]
        for power, coefficient in enumerate(coefficients):
            shifted[power] -= at * coefficient
        shifted[0] += differences[at]
        coefficients = shifted
    return [int(coefficient) for coefficient in coefficients[: len(values)]]


class _Orbits:
    """Count the tours of a board that meet conditions, once for each orbit of conditions."""

    def __init__(self, board: Board, progress: Progress | None) -> None:
        self.board = board
        self._progress = progress
        self._symmetries = _symmetries(board)
        self._known: dict[tuple[Edges, Edges], int] = {}

    def census(self) -> Census:
        """Make all counts that a census needs, and return it."""
        edges = _edges(self.board)
        angles = _pairs_at_squares(edges)
        crossing = [pair for pair in combinations(edges, 2) if _cross(*pair)]
        rails = list(_rails(edges))
        self._count_all(
            [((), ()), *(((edge,), ()) for edge in edges)]
            + [(pair, ()) for pair in [*crossing, *(pair for pairs in angles.values() for pair in pairs)]]
            + rails
        )
        tours = self._number((), ())
        relative = [Fraction(sum(self._number(pair, ()) for pair in angles.get(kind, ())), tours) for kind in range(8)]
        return Census(
            *self.board.shape,
            tours,
            self.board.size - relative[0] / 2,  # where a tour goes straight on, it does so in both directions
            Fraction(sum(self._number(*rail) for rail in rails), tours),
            Fraction(sum(self._number(pair, ()) for pair in crossing), tours),
            relative,
            {(min(edge), max(edge)): self._number((edge,), ()) for edge in edges},
        )

    def _count_all(self, asked: list[tuple[tuple[Edge, ...], tuple[Edge, ...]]]) -> None:
        orbits = {self._orbit(*conditions) for conditions in asked}
        for number, (required, forbidden) in enumerate(sorted(orbits, key=_sortable)):
            frame = board_frame(*self.board.shape, "closed", conditions=Conditions(required, forbidden))
            self._known[required, forbidden] = total(board_halves(frame))
            if self._progress:
                self._progress("counting", number + 1, len(orbits))

    def _number(self, required: tuple[Edge, ...], forbidden: tuple[Edge, ...]) -> int:
        return self._known[self._orbit(required, forbidden)]

    def _orbit(self, required: tuple[Edge, ...], forbidden: tuple[Edge, ...]) -> tuple[Edges, Edges]:
        """Return the least image of some conditions under the symmetries."""
        images = [
            (image(required, symmetry.__getitem__), image(forbidden, symmetry.__getitem__))
            for symmetry in self._symmetries
        ]
        return min(images, key=_sortable)


def _sortable(conditions: tuple[Edges, ...]) -> list[list[list[Square]]]:
    return [sorted(sorted(edge) for edge in edges) for edges in conditions]


def _symmetries(board: Board) -> list[dict[Square, Square]]:
    """Return the symmetries of a rectangle as maps of squares."""
    rows, cols = board.shape
    squares = list(product(range(rows), range(cols)))
    found: list[dict[Square, Square]] = []
    for down, across, exchanged in product((False, True), repeat=3):
        if exchanged and rows != cols:
            continue
        found.append({})
        for row, col in squares:
            there = (rows - 1 - row if down else row, cols - 1 - col if across else col)
            found[-1][row, col] = there[::-1] if exchanged else there
    return found


def _edges(board: Board) -> list[Edge]:
    return sorted(Frame(rows=board.rows, cols=board.cols).edges(), key=sorted)


def _pairs_at_squares(edges: list[Edge]) -> dict[int, list[tuple[Edge, Edge]]]:
    """Return the pairs of edges that share a square by relative move, each in both directions."""
    at: dict[Square, list[Square]] = {}
    for edge in edges:
        for square in edge:
            at.setdefault(square, []).extend(edge - {square})
    angles: dict[int, list[tuple[Edge, Edge]]] = {}
    for square, others in at.items():
        for one, other in combinations(others, 2):
            pair = frozenset((square, one)), frozenset((square, other))
            moves = [MOVES.index((there[0] - square[0], there[1] - square[1])) for there in (one, other)]
            relative = (moves[0] + 4 - moves[1]) % 8
            for kind in (relative, -relative % 8):
                angles.setdefault(kind, []).append(pair)
    return angles


def _cross(one: Edge, other: Edge) -> bool:
    (a, b), (c, d) = sorted(one), sorted(other)
    return not one & other and interiors_meet(a, b, c, d)


def _rails(edges: list[Edge]) -> Iterator[tuple[tuple[Edge, ...], tuple[Edge, ...]]]:
    """Yield the conditions for each rail: two parallel edges required, the two that join their ends forbidden."""
    known = set(edges)
    for edge in edges:
        first, second = sorted(edge)
        for down, across in MOVES:
            third, fourth = (first[0] + down, first[1] + across), (second[0] + down, second[1] + across)
            parallel = frozenset((third, fourth))
            joins = frozenset((first, third)), frozenset((second, fourth))
            if first < third != second and known.issuperset((parallel, *joins)):
                yield (edge, parallel), joins
