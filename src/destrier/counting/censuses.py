"""A census of all closed tours of a board: the number with each move, and exact means of turns, rails and crossings.

Every number counts the tours with certain moves and without certain others (see `conditions`). Conditions that are
equivalent under the symmetries of the board are counted only once. `docs/counting.md` shows a census.

The numbers of tours by their moves of a slope come from weighted counts. A census is thus a list of counts of *frames*
(see `swept_graphs`), each by its name: one after the other in memory, or as the shards of a job.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from destrier import jobs
from destrier.core.board import Board, interiors_meet
from destrier.core.conditions import Conditions, Edge, Edges, image
from destrier.core.leaper import MOVES
from destrier.core.naming import rectangle_of
from destrier.counting.counts import board_frame, count, refuse_to_count, total
from destrier.counting.needs import foresee
from destrier.counting.plans import board_halves
from destrier.counting.samples import ranked_moves
from destrier.counting.swept_graphs import Frame
from destrier.support.html import Record
from destrier.support.parallel import on_one_thread

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from destrier.core.grid import BaseBoard
    from destrier.core.types import Square
    from destrier.support.aliases import Progress, StrPath

_Frames: TypeAlias = dict[str, Frame]
"""The counts of a census by name; each is the number of Hamiltonian cycles of a frame."""

_VERSION: Final = "1"
"""The version of the results of a shard, raised when they change; a test compares a digest."""

_LISTED: Final = 100_000
"""The number of tours up to which listing them is faster than some hundred counts."""

_SECONDS: Final = 1
"""The longest count that tells whether there are more."""

_MORE_STATES: Final = 4
"""The factor by which conditions and weights, which are not symmetric, increase the number of states at most."""


@dataclass(frozen=True)
class Census(Record):
    """Averages over all closed tours of a board.

    See Also
    --------
    destrier.counting.census

    Examples
    --------
    >>> census(3, 10).tours
    16
    >>> float(census(3, 10).turns)
    28.0
    """

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
    slopes: list[list[int]] | None = None
    """The result of `move_distributions`, if asked for."""


def census(
    *board: int | BaseBoard,
    slopes: bool = False,
    max_memory: int | None = None,
    store: StrPath | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Census:
    """Take a census of all closed tours of a rectangle.

    Parameters
    ----------
    *board
        The board, or its sides; the short side is at most 8.
    slopes
        Whether to count the tours by their numbers of moves of each slope as well; see `move_distributions`.
    max_memory
        The most bytes to use; by default what this process may have.
    store
        A directory that keeps the work, count by count, so that it can be interrupted and resumed.
    workers
        The number of processes that work on the store, each of which needs the memory of a count; by default as many
        as there are processors.
    executor
        The executor for the counts of a store, instead of processes of this machine.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Census
        Exact numbers. Up to 100,000 tours are listed: two seconds for 6 x 6. Otherwise, this takes some hundred counts,
        each as long as `count` or up to four times that: some hours for 8 x 8.

    Raises
    ------
    NoSuchTour
        If there is no tour.
    UnsupportedBoard
        If the short side is too long.
    JobUnfinished
        If the work on a store ends early; the next call resumes it.

    See Also
    --------
    destrier.counting.extremes, destrier.counting.move_distributions

    Examples
    --------
    >>> census(3, 10).turns
    Fraction(28, 1)
    """
    rectangle = rectangle_of("a census is taken", *board)
    refuse_to_count(rectangle, "closed", max_memory, times=_MORE_STATES)
    means = _Means(rectangle)
    frames = means.frames() | (_slope_frames(rectangle) if slopes else {})
    numbers = _count_all(rectangle, frames, store, workers, executor, progress, means=True, slopes=slopes)
    return replace(means.census(numbers), slopes=_distributions(rectangle, numbers) if slopes else None)


def move_distributions(
    *board: int | BaseBoard,
    max_memory: int | None = None,
    store: StrPath | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[list[int]]:
    """Count the closed tours of a rectangle by their numbers of moves of each slope.

    A tour with k moves of a slope gets the weight x ** k. The sum of the weights is a polynomial in x, whose
    coefficients are the numbers of tours for every k. Weighted counts for enough x determine it.

    Parameters
    ----------
    *board, max_memory, store, workers, executor, progress
        The same parameters as those of `census`.

    Returns
    -------
    list of lists
        For the moves 0, 1, 2 and 3, in either direction, the numbers of undirected tours with k = 0, 1, 2, ... of them.

    See Also
    --------
    destrier.counting.census

    Notes
    -----
    On a square all four lists are equal, otherwise two and two. Each takes one count for every possible k: a second for
    6 x 6, one or two hours for 8 x 8.

    Examples
    --------
    >>> move_distributions(3, 10)[0]
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]
    """
    rectangle = rectangle_of("moves are counted", *board)
    refuse_to_count(rectangle, "closed", max_memory, times=_MORE_STATES)
    frames = _slope_frames(rectangle)
    numbers = _count_all(rectangle, frames, store, workers, executor, progress, means=False, slopes=True)
    return _distributions(rectangle, numbers)


# Counts by name


def _count_all(
    board: Board,
    frames: _Frames,
    store: StrPath | None,
    workers: int | None,
    executor: Executor | None,
    progress: Progress | None,
    **figures: bool,
) -> dict[str, int]:
    """Return the number of cycles of each frame; `figures` tell which frames of the board these are."""
    if store is None:
        if foresee(*board.shape, "closed").seconds < _SECONDS and count(board).undirected <= _LISTED:
            return _count_listed(frames, progress)
        numbers = {}
        for done, (name, frame) in enumerate(frames.items(), 1):
            numbers[name] = total(board_halves(frame))
            if progress:
                progress("counting", done, len(frames))
        return numbers
    parameters = {"rows": board.rows, "cols": board.cols, **figures}
    job = jobs.Job("census", parameters, list(frames), count_shard, version=_VERSION)
    files = jobs.run(job, store, executor, workers=workers, progress=progress)
    return {name: int(json.loads(file.read_bytes())) for name, file in zip(frames, files, strict=True)}


def _count_listed(frames: _Frames, progress: Progress | None) -> dict[str, int]:
    """Return the number of cycles of each frame by listing all tours of their board."""
    one = next(iter(frames.values()))
    board = Board(one.rows, one.cols)
    place = {edge: number for number, edge in enumerate(_edges(board))}
    ends = [min(edge) for edge in place]
    moves = [MOVES.index(_step(edge)) for edge in place]
    rows, cols = zip(*ends, strict=True)
    numbers = Counter[str](dict.fromkeys(frames, 0))
    for tours in ranked_moves(board, progress=progress):
        used = tours[:, rows, cols] >> np.array(moves, np.uint8) & 1 == 1
        for name, frame in frames.items():
            required, forbidden, weighed = ([place[edge] for edge in edges] for edges in astuple(frame)[:3])
            fitting = used[used[:, required].all(axis=1) & ~used[:, forbidden].any(axis=1)]
            powers = np.bincount(fitting[:, weighed].sum(axis=1))
            numbers[name] += sum(int(times) * frame.weight**power for power, times in enumerate(powers))
    return numbers


def count_shard(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """Return, in a worker, the number of cycles of the frame with this name, as a string in JSON."""
    frame = _frames(int(parameters["rows"]), int(parameters["cols"]))[shard]
    with on_one_thread():
        number = total(board_halves(frame))
    return jobs.Result(json.dumps(str(number)).encode(), 1)


@lru_cache(1)
def _frames(rows: int, cols: int) -> _Frames:
    """Return all frames of a board."""
    board = Board(rows, cols)
    return _Means(board).frames() | _slope_frames(board)


# Slopes


def _slopes(board: Board) -> tuple[int, ...]:
    """Return the slopes to count; the symmetries of the board exchange them with the others."""
    return (0,) if board.rows == board.cols else (0, 1)


def _slope_frames(board: Board) -> _Frames:
    """Return a frame for each value of x, for each slope; a slope has more values than a tour has moves of it."""
    plain = board_frame(*board.shape, "closed")
    frames = {}
    for slope in _slopes(board):
        edges = frozenset(edge for edge in _edges(board) if _step(edge) == MOVES[slope + 4])
        weighed = Conditions(edges).transposed().required if board.rows > board.cols else edges
        for x in range(min(len(edges), board.size) + 1):
            frames[_slope_name(slope, x)] = replace(plain, weighed=weighed, weight=x)
    return frames


def _slope_name(slope: int, x: int) -> str:
    return f"slope-{slope}-weight-{x:03}"


def _distributions(board: Board, numbers: Mapping[str, int]) -> list[list[int]]:
    """Return the numbers of tours by their moves of each slope."""
    found = [_distribution(slope, numbers) for slope in _slopes(board)]
    return [found[0], found[-1], found[-1], found[0]]  # the reflections of the board exchange 0 and 3, and 1 and 2


def _distribution(slope: int, numbers: Mapping[str, int]) -> list[int]:
    """Return the number of tours by their moves of a slope."""
    values = list[int]()
    while (name := _slope_name(slope, len(values))) in numbers:
        values.append(numbers[name])
    tours = _interpolated(values)
    while not tours[-1]:
        tours.pop()
    return tours


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


# Means


class _Means:
    """The counts of tours that meet conditions, one for each orbit of conditions, and the means that follow."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._symmetries = _symmetries(board)
        self._edges = _edges(board)
        self._angles = _pairs_at_squares(self._edges)
        self._crossing = [pair for pair in combinations(self._edges, 2) if _cross(*pair)]
        self._rails = list(_rails(self._edges))
        orbits = {self._orbit(*conditions) for conditions in self._conditions()}
        self._names = {orbit: f"means-{place:04}" for place, orbit in enumerate(sorted(orbits, key=_sortable))}

    def _conditions(self) -> Iterator[tuple[tuple[Edge, ...], tuple[Edge, ...]]]:
        yield (), ()
        yield from (((edge,), ()) for edge in self._edges)
        yield from ((pair, ()) for pair in self._crossing)
        yield from ((pair, ()) for pairs in self._angles.values() for pair in pairs)
        yield from self._rails

    def frames(self) -> _Frames:
        """Return the frame of each orbit."""
        sides = self._board.shape
        return {
            name: board_frame(*sides, "closed", conditions=Conditions(*orbit)) for orbit, name in self._names.items()
        }

    def census(self, numbers: Mapping[str, int]) -> Census:
        """Return the means, given the numbers of tours by the names of the frames."""

        def number(required: tuple[Edge, ...], forbidden: tuple[Edge, ...] = ()) -> int:
            return numbers[self._names[self._orbit(required, forbidden)]]

        tours = number(())
        relative = [Fraction(sum(map(number, self._angles.get(kind, ()))), tours) for kind in range(8)]
        return Census(
            *self._board.shape,
            tours,
            self._board.size - relative[0] / 2,  # where a tour goes straight on, it does so in both directions
            Fraction(sum(number(*rail) for rail in self._rails), tours),
            Fraction(sum(map(number, self._crossing)), tours),
            relative,
            {(min(edge), max(edge)): number((edge,)) for edge in self._edges},
        )

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
