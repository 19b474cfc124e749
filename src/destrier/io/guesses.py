"""From what a text lists to its tour: squares in visiting order, moves in any order, and the vertices of a graph.

A guess is what a text may list. It gives a tour, or names the first fault with its line and column.
"""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Lattice, times
from destrier.core.leaper import KNIGHT, Leaper, Piece
from destrier.core.space import Space
from destrier.core.tourney import Tour, Tourney
from destrier.support.errors import DestrierError, InvalidTourney, Unreadable
from destrier.support.tokens import where

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from destrier.core.types import Squares

_SPARSE: Final = 4
"""A list without a board visits at least one in so many squares of its rectangle."""

_FAR: Final = 1 << 20
"""If it visits fewer, and the rectangle has more squares than this, its steps are not even checked."""


Origin: TypeAlias = Literal["top", "bottom"]
"""Where rows without names are counted from."""


class Reading(NamedTuple):
    """A tour, and how the text was understood."""

    tour: Tourney
    form: str
    """In words, such as `a list of 64 squares by name`."""
    doubt: str = ""
    """What the user may have meant otherwise."""
    is_own: bool = False
    """Whether the text names its board as destrier's do."""


@dataclass(frozen=True)
class Asked:
    """What the user says of the board that a text does not name."""

    board: BaseBoard | None = None
    leaper: Piece | None = None
    kind: Literal["open"] | None = None
    """`open` keeps a tour from being read as a closed one."""
    origin: Origin = "top"

    def of_mask(self, present: NDArray[np.bool_]) -> BaseBoard:
        """Return the board with these squares, flat or in space, unless another is asked for."""
        if self.board is not None:
            return self.board
        if present.ndim == 2:
            return Board.from_mask(present, leaper=self.leaper or KNIGHT)
        return Space(*present.shape, leaper=self.leaper or "knight")

    def described(self) -> str:
        """Return the board in words."""
        return "a board" if self.board is None else self.board.describe()


Places: TypeAlias = "NDArray[np.integer[Any]] | re.Pattern[str]"
"""Where items begin in a text, or the form of each."""


def place_of(text: str, places: Places, item: int) -> str:
    """Return the place of an item in a text, in words."""
    if isinstance(places, re.Pattern):
        return where(text, next(islice(places.finditer(text), item, None)).start())
    return where(text, int(places[item]))


class Listed(NamedTuple):
    """Squares as a text lists them."""

    text: str
    places: Places
    squares: Squares
    """Their coordinates, from 0 and from the top (squares, coordinates)."""

    form: str
    """How they are written, such as `by name`."""

    closes: bool = False
    """Whether the last one leads back to the first."""

    rows: int = 0
    """The ranks of the board, if squares have names."""

    def at(self, item: int) -> str:
        """Return the place of a square in words."""
        return place_of(self.text, self.places, item)

    def named(self, square: Any) -> str:
        """Return a square as the text writes it: by name, or by its coordinates."""
        if self.rows:
            return Board(self.rows, int(square[1]) + 1).chess_name((int(square[0]), int(square[1])))
        return ",".join(map(str, square))


_MOVES: Final = 3
"""The least moves of a list in any order."""


def read_squares(listed: Listed, asked: Asked) -> Reading:
    """Return the tour of squares in visiting order, or of moves, each by its two squares, in any order."""
    squares = listed.squares
    moves, odd = divmod(len(squares), 2)
    if not odd and moves > 1:
        apart = np.flatnonzero((squares[2::2] != squares[1:-1:2]).any(axis=1))
        if not apart.size:
            visits = np.append(squares[::2], squares[-1:], axis=0)
            places = listed.places if isinstance(listed.places, re.Pattern) else _doubled(listed.places)
            form = f"a list of {moves} moves {listed.form}"
            return read_visits(listed._replace(squares=visits, places=places, form=form), asked)
        distinct = _count_distinct(squares) if moves >= _MOVES else len(squares)
        if 2 * apart.size < moves - 1:
            with suppress(InvalidTourney):
                if distinct in (moves, moves + 1):
                    return read_moves(listed, asked)
            item = 2 * int(apart[0]) + 2
            one, other = (listed.named(squares[place]) for place in (item, item - 1))
            number = item // 2
            raise InvalidTourney(
                f"{listed.at(item)}: move {number + 1} begins at {one}, but move {number} ends at {other}"
            )
        if 4 * distinct < 3 * len(squares):
            return read_moves(listed, asked)
    return read_visits(listed._replace(form=f"a list of {{}} squares {listed.form}"), asked)


def _doubled(places: NDArray[Any]) -> NDArray[Any]:
    """Return the places of the squares that moves visit."""
    return np.append(places[::2], places[-1:])


def _count_distinct(squares: Squares) -> int:
    """Return how many of these squares are different."""
    keys = _keys(squares)
    keys.sort()
    return 1 + int(np.count_nonzero(keys[1:] != keys[:-1]))


def _keys(squares: Squares) -> NDArray[np.int64]:
    """Return a number for each square, the same for equal ones."""
    sides = (squares.max(axis=0) + 1).tolist()
    if math.prod(sides) >= 1 << 62:  # as for squares of a damaged file
        return np.unique(squares, axis=0, return_inverse=True)[1].ravel()
    keys: NDArray[np.int64] = np.ravel_multi_index(tuple(squares.T), tuple(sides)).astype(np.int64)
    return keys


def read_moves(listed: Listed, asked: Asked) -> Reading:
    """Return the tour of moves, each by its two squares, in order or in any order."""
    names = _keys(listed.squares)
    if int(names.max()) > max(_FAR, _SPARSE * names.size):
        names = np.unique(names, return_inverse=True)[1]
    ends = names.reshape(-1, 2)
    (first, *others) = _walked(ends, listed)
    item = np.zeros(int(names.max()) + 1, np.int64)
    item[names[::-1]] = np.arange(names.size)[::-1]  # where each is mentioned first
    visits = item[first[0]]
    places = listed.places if isinstance(listed.places, re.Pattern) else listed.places[visits]
    form = f"a list of {len(ends)} moves in any order, squares {listed.form}"
    if others:
        if not all(is_cycle for _, is_cycle in (first, *others)):
            raise InvalidTourney(f"these {len(ends)} moves make {len(others) + 1} cycles or paths, not a tour")
        return Reading(_tourney([listed.squares[item[cycle]] for cycle, _ in (first, *others)], asked), form)
    asked = asked if first[1] else replace(asked, kind="open")
    visited = listed._replace(places=places, squares=listed.squares[visits], form=form, closes=first[1])
    return read_visits(visited, asked)


def _tourney(cycles: list[Squares], asked: Asked) -> Tourney:
    """Return the tourney of cycles of squares."""
    squares = np.concatenate(cycles)
    present = np.zeros(squares.max(axis=0) + 1, np.bool_)
    present[tuple(squares.T)] = True
    board = asked.of_mask(present)
    return Tourney.from_cycles([_indices_of(cycle, board) for cycle in cycles], board)


def _walked(ends: NDArray[np.int64], listed: Listed) -> Iterator[tuple[list[int], bool]]:
    """Yield the cycles and paths of moves, each as names of squares in order, and whether it is a cycle.

    The first begins with the first move, or where a path begins.
    """
    flat = ends.ravel()
    degrees = np.bincount(flat)
    if (wrong := np.flatnonzero(degrees[flat] > 2)).size:
        item = int(wrong[0])
        name = listed.named(listed.squares[item])
        raise InvalidTourney(
            f"{listed.at(item)}: {name} has {degrees[flat[item]]} moves, and a square of a tour has two"
        )
    single = np.flatnonzero(degrees[flat] == 1)
    if single.size > 2:
        names = " and ".join(listed.named(listed.squares[item]) for item in single[:2].tolist())
        raise InvalidTourney(
            f"{single.size} squares have one move, such as {names}: a tour has no such square, or two, its ends"
        )
    by_square = np.argsort(flat, kind="stable")
    begins = np.concatenate([[0], np.cumsum(degrees)]).tolist()
    beside, moves = flat[by_square ^ 1].tolist(), (by_square >> 1).tolist()
    left = [True] * len(ends)
    outward = [item for item in single.tolist() if item % 2 == 0] + single.tolist()
    for start in [*(int(flat[item]) for item in outward[:1]), *ends[:, 0].tolist()]:
        path, square = [start], start
        while True:
            near = range(begins[square], begins[square + 1])
            onward = min((moves[place] for place in near if left[moves[place]]), default=-1)
            if onward < 0:
                break
            left[onward] = False
            square = next(beside[place] for place in near if moves[place] == onward)
            path.append(square)
        if len(path) > 1:
            is_cycle = path[0] == path[-1]
            yield path[:-1] if is_cycle else path, is_cycle


def read_visits(listed: Listed, asked: Asked) -> Reading:
    """Return the tour of squares in visiting order, which may repeat the first at the end."""
    squares = listed.squares
    if len(squares) > 2 and (squares[0] == squares[-1]).all():
        squares, listed = squares[:-1], listed._replace(closes=True)
    form = listed.form.format(len(squares))
    if asked.board is not None:
        return Reading(_tour_of(squares, asked.board, listed, asked), form)
    sides = squares.max(axis=0) + 1
    far = f"these {len(squares)} squares lie far apart, on {times(sides.tolist())}: give the board"
    if math.prod(sides.tolist()) > max(_FAR, _SPARSE * len(squares)):
        raise InvalidTourney(far)
    present = np.zeros(sides, np.bool_)
    present[tuple(squares.T)] = True
    tour = _tour_of(squares, asked.of_mask(present), listed, asked)
    if present.all():
        return Reading(tour, form)
    visited = f"the list visits {len(squares)} of the {present.size} squares of {times(present.shape)}"
    if tour.kind == "open":
        missing = _missing(present, listed)
        raise InvalidTourney(
            f"{visited}, and ends at {listed.named(squares[-1])}: give the board if the others are missing, as by "
            f"--shape with dots for {missing}"
        )
    if present.size > _SPARSE * len(squares):
        raise InvalidTourney(far)
    return Reading(tour, form, f"{visited}, and the others are taken as missing: give the board if it has them")


def _tour_of(squares: Squares, board: BaseBoard, listed: Listed, asked: Asked) -> Tour:
    """Return the tour of squares in visiting order on a board."""
    order = _indices_of(squares, board)
    _check_steps(order, board, listed)
    return Tour.from_order(order, board, kind="closed" if listed.closes else asked.kind)


def _missing(present: NDArray[np.bool_], listed: Listed) -> str:
    """Return some of the squares that are not visited, in words."""
    others = np.argwhere(~present)
    names = [listed.named(square) for square in others[:3].tolist()]
    return " and ".join(names) if len(others) < 3 else f"{', '.join(names[:2])} and {len(others) - 2} more"


def _indices_of(squares: Squares, board: BaseBoard) -> Squares:
    if not isinstance(board, Lattice):
        raise InvalidTourney(f"the squares of {board.describe()} have a face, a row and a column: write them as JSON")
    if squares.shape[1] != len(board.sides):
        raise Unreadable(
            f"a square of {board.describe()} has {len(board.sides)} coordinates, and those listed have "
            f"{squares.shape[1]}"
        )
    try:
        return board.indices_of(squares)
    except DestrierError as fault:
        raise InvalidTourney(str(fault)) from fault


def _check_steps(order: Squares, board: BaseBoard, listed: Listed) -> None:
    """Raise `InvalidTourney` at the first square that is repeated or is not a move away from the one before."""
    by_index = order.argsort(kind="stable")
    again = by_index[1:][order[by_index[1:]] == order[by_index[:-1]]]
    if again.size:
        step = int(again.min())
        first = int(np.argmax(order == order[step]))
        name = listed.named(listed.squares[step])
        raise InvalidTourney(f"{listed.at(step)}: {name} is visited twice, as squares {first + 1} and {step + 1}")
    wrong = np.flatnonzero(board.moves_between(order[:-1], order[1:]) < 0)
    if wrong.size:
        step = int(wrong[0])
        one, other = (listed.named(listed.squares[step + place]) for place in (0, 1))
        raise InvalidTourney(
            f"{listed.at(step + 1)}: step {step + 1}, from {one} to {other}, is not {board.leaper.describe()}'s move"
        )
    if order.size < board.size:
        raise InvalidTourney(
            f"the list visits {order.size} of the {board.size} squares of {board.describe()}, and ends at "
            f"{listed.named(listed.squares[order.size - 1])}"
        )


# Vertices of a graph, which are the squares of a board by rows


class Vertices(NamedTuple):
    """Numbers of squares, by rows, as a text lists them."""

    text: str
    places: Places
    numbers: NDArray[np.int64]
    base: int
    """The number of the first square."""


def read_vertices(listed: Vertices, asked: Asked) -> list[Reading]:
    """Return the tours whose squares, by rows, have these numbers in visiting order."""
    other = "" if asked.origin == "bottom" else " (--from bottom counts from a1)"
    form = (
        f"a list of {listed.numbers.size} square indices, counted from {listed.base} at the {asked.origin} left{other}"
    )
    return [Reading(tour, form) for tour in tours_of_vertices(listed.numbers - listed.base, asked)]


def read_successors(listed: Vertices, asked: Asked) -> list[Reading]:
    """Return the tours in which each square, by rows, is followed by the one with the number in its place."""
    onward = (listed.numbers - listed.base).tolist()
    order = [0]
    while (square := onward[order[-1]]) and len(order) < len(onward):
        order.append(square)
    if len(order) < len(onward):
        return []
    form = f"the successors of {len(onward)} squares, counted from {listed.base}"
    return [
        Reading(tour, form)
        for tour in tours_of_vertices(np.array(order), asked, holds_all=True)
        if tour.kind == "closed"
    ]


def read_edges(listed: Vertices, asked: Asked) -> list[Reading]:
    """Return the tours whose moves, in any order, are pairs of these numbers of squares."""
    numbers = listed.numbers - listed.base
    squares = Listed(listed.text, listed.places, listed.numbers[:, None], "by index")
    first, *others = _walked(numbers.reshape(-1, 2), squares)
    if others or len(first[0]) < 3:
        return []
    order, is_closed = np.array(first[0]), first[1]
    form = f"a list of {numbers.size // 2} moves in any order, squares by index, counted from {listed.base}"
    if not is_closed:
        asked = replace(asked, kind="open")
    return [
        Reading(tour, form)
        for tour in tours_of_vertices(order, asked, holds_all=True)
        if (tour.kind == "closed") == is_closed
    ]


def tours_of_vertices(order: Squares, asked: Asked, *, holds_all: bool = False) -> list[Tour]:
    """Return the tours, of any board, that visit these squares in order; one vertex may be no square."""
    tours = []
    last = int(order.argmax())
    for visits in (order,) if holds_all else (order, np.roll(order, -last)[1:]):
        boards = [asked.board] if asked.board else _rectangles(visits.size, asked.leaper or KNIGHT)
        for board in boards:
            if board.size == visits.size > 1:
                squares = board.squares[visits]
                if asked.origin == "bottom" and isinstance(board, Board) and board.is_whole:
                    squares = board.squares.reshape(board.shape)[::-1].ravel()[visits]
                if (board.moves_between(squares[:-1], squares[1:]) >= 0).all():
                    kind = asked.kind if visits is order else "open"
                    tours.append(Tour.from_order(squares, board, kind=kind))
    return tours


def tour_of_vertices(vertices: Squares, asked: Asked) -> Tour | None:
    """Return the tour that visits the vertices of a graph in this order, if exactly one board has it."""
    tours = tours_of_vertices(vertices, asked)
    return tours[0] if len(tours) == 1 else None


def _rectangles(size: int, leaper: Piece) -> list[Board]:
    """Return the boards of this many squares."""
    sides = [side for side in range(1, math.isqrt(size) + 1) if size % side == 0]
    shapes = {(one, size // one) for one in sides} | {(size // one, one) for one in sides}
    return [Board(*shape, leaper=leaper) for shape in sorted(shapes)]


def piece_of(asked: Asked) -> str:
    """Return the piece that is asked for, in words."""
    return Leaper.of(asked.leaper or KNIGHT, 2).describe()
