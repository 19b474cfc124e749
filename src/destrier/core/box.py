"""Closed knight's tours over the six faces of a box.

The surface of an l x m x n box (length from left to right, width from front to back, height) is cut into unit
squares. Three *bands* go round it, each of the four faces about an axis, unrolled to a strip whose two ends meet. A
knight moves on a band as on any strip: within a face, or straight over an edge as on the unfolded paper, or over two
where a face is narrow. It has no move round a corner of the box, where the paper does not lie flat.

Each face is seen from outside, as in the net of the box, where all but the back touch the front:

              +-------+
              |  top  |
       +------+-------+-------+------+
       | left | front | right | back |
       +------+-------+-------+------+
              | bottom|
              +-------+

so that row 0 of the top lies at the back, row 0 of the bottom at the front, and rows 0 of the other faces at the top. A
square is `(face, row, col)`, or an index: the faces in the order of `FACES`, each row by row.

The tour is made on the move graph of the surface (`movegraphs`), which is not bipartite but for boxes with a side of 1.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from destrier.core.board import MOVES
from destrier.core.seeds import derive_key
from destrier.support.errors import DestrierError, InvalidTourney, NoSuchTour
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.seeds import Seed
    from destrier.core.types import Squares
    from destrier.switching.movegraphs import MoveGraph

__all__ = ["BANDS", "FACES", "Box", "BoxSquare", "BoxTour", "Face", "box_tour"]

Face: TypeAlias = Literal["top", "left", "front", "right", "back", "bottom"]

BoxSquare: TypeAlias = tuple[Face, int, int]
"""(face, row, col)."""

FACES: Final[tuple[Face, ...]] = ("top", "left", "front", "right", "back", "bottom")
"""The faces in the order of their square indices."""

_SHOWN: Final = 50_000
"""Squares of the largest box that shows itself in a notebook: its drawing has some two megabytes."""

_BYTES_PER_SQUARE: Final = 100
"""What making a tour takes at most."""

BANDS: Final[tuple[tuple[tuple[Face, int], ...], ...]] = (
    (("left", 0), ("front", 0), ("right", 0), ("back", 0)),
    (("top", 1), ("front", 1), ("bottom", 1), ("back", 3)),
    (("left", 3), ("top", 0), ("right", 1), ("bottom", 2)),
)
"""The bands as strips from left to right: their faces, and the quarter turns counter-clockwise that fit each in."""


class Box:
    """The surface of a box, cut into unit squares.

    Parameters
    ----------
    length, width, height
        From left to right, from front to back, and from bottom to top; at least 1.

    Raises
    ------
    DestrierError
        If a side is not a positive integer.
    """

    __slots__ = ("_starts", "height", "length", "width")

    length: int
    width: int
    height: int

    def __init__(self, length: int, width: int, height: int) -> None:
        for name, side in (("length", length), ("width", width), ("height", height)):
            if isinstance(side, bool) or not isinstance(side, int | np.integer) or side < 1:
                raise DestrierError(f"a box has a {name} of at least 1, not {side!r}")
        self.length, self.width, self.height = int(length), int(width), int(height)
        sizes = [rows * cols for rows, cols in map(self.face_shape, FACES)]
        self._starts = [sum(sizes[:number]) for number in range(len(FACES) + 1)]

    @property
    def sides(self) -> tuple[int, int, int]:
        """`(length, width, height)`."""
        return self.length, self.width, self.height

    @property
    def size(self) -> int:
        """Number of squares."""
        return self._starts[-1]

    def face_shape(self, face: Face) -> tuple[int, int]:
        """`(rows, cols)` of a face."""
        if face in ("top", "bottom"):
            return self.width, self.length
        return self.height, self.width if face in ("left", "right") else self.length

    def face_squares(self, face: Face) -> Squares:
        """The indices of the squares of a face, `int64` (rows, cols)."""
        number = FACES.index(face)
        return np.arange(*self._starts[number : number + 2]).reshape(self.face_shape(face))

    def has(self, square: BoxSquare) -> bool:
        """Whether `(face, row, col)` is a square of the box."""
        face, row, col = square
        if face not in FACES:
            return False
        rows, cols = self.face_shape(face)
        return 0 <= row < rows and 0 <= col < cols

    def index(self, square: BoxSquare) -> int:
        """The index of a square; `DestrierError` if the box has no such square."""
        face, row, col = square
        if not self.has(square):
            raise DestrierError(f"{face} {row},{col} is not a square of the {self} box")
        return self._starts[FACES.index(face)] + row * self.face_shape(face)[1] + col

    def square(self, index: int) -> BoxSquare:
        """The `(face, row, col)` of a square index."""
        number = int(np.searchsorted(self._starts, index, side="right")) - 1
        face = FACES[number]
        return face, *divmod(index - self._starts[number], self.face_shape(face)[1])

    def move_tables(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Where each move of each square leads, and the move that undoes it: see `movegraphs`; O(squares).

        Moves are those of a board, 0..7, on the face that they leave.
        """
        there = np.full((self.size, 8), -1, np.int32)
        back = np.zeros((self.size, 8), np.uint8)
        for band in BANDS:
            strip = np.hstack([np.rot90(self.face_squares(face), turns) for face, turns in band])
            turned = np.hstack([np.rot90(np.full(self.face_shape(face), 2 * turns), turns) for face, turns in band])
            for move, (drow, dcol) in enumerate(MOVES):
                rows = slice(max(-drow, 0), max(len(strip) - max(drow, 0), 0))
                rows_there = slice(max(drow, 0), max(len(strip) - max(-drow, 0), 0))
                here = strip[rows], (move - turned[rows]) % 8  # a quarter turn adds 2 to a move
                there[here] = np.roll(strip, -dcol, axis=1)[rows_there]
                back[here] = (move + 4 - np.roll(turned, -dcol, axis=1)[rows_there]) % 8
        return there, back

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.sides == other.sides

    def __hash__(self) -> int:
        return hash(self.sides)

    def __str__(self) -> str:
        return " x ".join(map(str, self.sides))

    def __repr__(self) -> str:
        return f"Box{self.sides}"


class BoxTour:
    """A closed knight's tour of a box.

    Parameters
    ----------
    box
        The box.
    order
        The square indices in the order in which a knight visits them, from any square in either direction.

    Raises
    ------
    InvalidTourney
        Naming the first square that is visited twice or never, or not a knight's move on.
    """

    __slots__ = ("_order", "box")

    box: Box

    def __init__(self, box: Box, order: ArrayLike) -> None:
        visits = np.asarray(order)
        if visits.ndim != 1 or (visits.size and visits.dtype.kind not in "iu"):
            raise InvalidTourney(f"an order is a sequence of indices, not {visits.ndim}-dimensional {visits.dtype}")
        _check_visits(box, visits.astype(np.int64))
        self._set(box, visits.astype(np.int64))

    def _set(self, box: Box, order: Squares) -> None:
        """From square 0 on, to the smaller of its two neighbours: each tour has one such order."""
        order = np.roll(order, -int(np.argmin(order)))
        self.box, self._order = box, order if order[1] < order[-1] else np.roll(order[::-1], 1)
        self._order.flags.writeable = False

    @classmethod
    def trusted(cls, box: Box, order: Squares) -> BoxTour:
        """Wrap an order that a construction of ours guarantees, unchecked."""
        tour = cls.__new__(cls)
        tour._set(box, order)
        return tour

    def order(self) -> Squares:
        """The square indices in visiting order, read-only: from square 0 to the smaller of its two neighbours."""
        return self._order

    def squares(self) -> list[BoxSquare]:
        """The `(face, row, col)` in visiting order."""
        return [self.box.square(index) for index in self._order.tolist()]

    def numbering(self) -> dict[Face, Squares]:
        """For each face, `int64` (rows, cols): when each square is visited, from 0."""
        numbers = np.empty(self.box.size, np.int64)
        numbers[self._order] = np.arange(self.box.size)
        return {face: numbers[self.box.face_squares(face)] for face in FACES}

    def moves(self) -> NDArray[np.uint8]:
        """For each step of the visiting order, the move 0..7 by which it leaves the face of its square."""
        there = self.box.move_tables()[0][self._order]
        moves: NDArray[np.uint8] = (there == np.roll(self._order, -1)[:, None]).argmax(axis=1).astype(np.uint8)
        return moves

    def to_json(self) -> str:
        """The tour as one JSON object: `{"box": [length, width, height], "cycle": [["front", 0, 2], ...]}`."""
        return json.dumps({"box": self.box.sides, "cycle": self.squares()}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> BoxTour:
        """The tour of a JSON object as `to_json` writes it.

        Raises
        ------
        InvalidTourney
            Naming the first fault.
        """
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:  # ValueError: also an integer of thousands of digits
            raise InvalidTourney(f"this is not JSON: {error}") from error
        if not isinstance(document, dict) or not {"box", "cycle"} <= document.keys():
            raise InvalidTourney("a tour of a box is an object with the keys 'box' and 'cycle'")
        box = _parse_box(document["box"])
        return cls(box, _parse_cycle(document["cycle"], box))

    def _repr_svg_(self) -> str | None:
        if self.box.size > _SHOWN:
            return None
        from destrier.drawing.svg.box import box_svg

        return box_svg(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoxTour) and self.box == other.box and np.array_equal(self._order, other._order)

    def __hash__(self) -> int:
        return hash((self.box, self._order.tobytes()))

    def __repr__(self) -> str:
        return f"<closed BoxTour of {self.box}>"


def box_tour(length: int, width: int, height: int, *, seed: Seed = None) -> BoxTour:
    """A random closed knight's tour over the six faces of a box; O(squares), about 2 microseconds each.

    Every box with sides of at least 4 that was tried has one. With a smaller side, among boxes with sides
    up to 8 these have none: 1 x 1 x n; 1 x 2 x 2, 1 x 2 x 3 and 1 x 2 x 4; 1 x m x n with m and n odd; 2 x 2 x 2.

    Parameters
    ----------
    length, width, height
        From left to right, from front to back, and from bottom to top.
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If provably there is none.
    BudgetExceeded
        If none was found, and no proof.
    """
    from destrier.switching.movegraphs import MoveGraph, hamiltonian_cycle, walk

    box = Box(length, width, height)
    if box.size >= 1 << 31:
        raise MemoryError(f"a tour of the {box} box has {box.size:,} squares; 2,147,483,647 is the most")
    refuse_beyond_memory(f"a tour of the {box} box", box.size * _BYTES_PER_SQUARE)
    graph = MoveGraph(*box.move_tables())
    if reason := _why_no_tour(box, graph):
        raise NoSuchTour(f"no closed tour of the {box} box exists: {reason}")
    moves = hamiltonian_cycle(graph, derive_key(seed, "box tour"), f"the {box} box")
    return BoxTour.trusted(box, walk(graph, moves)[0])


def _why_no_tour(box: Box, graph: MoveGraph) -> str | None:
    """A reason that can be checked by hand, if there is one."""
    from destrier.switching.movegraphs import colour_counts, find_dead_end, find_unreachable

    if (dead := find_dead_end(graph)) is not None:
        return f"from {_name(box, dead)} moves lead to fewer than two squares"
    if (apart := find_unreachable(graph)) is not None:
        return f"no moves lead from {_name(box, 0)} to {_name(box, apart)}"
    counts = colour_counts(graph)
    if counts is not None and counts[0] != counts[1]:
        return f"every move joins one of {max(counts)} squares to one of {min(counts)} others"
    return None


def _name(box: Box, index: int) -> str:
    face, row, col = box.square(index)
    return f"{face} {row},{col}"


def _check_visits(box: Box, visits: Squares) -> None:
    """Every square of the box once, each a knight's move from the last, or `InvalidTourney` naming the first fault."""
    outside = np.flatnonzero((visits < 0) | (visits >= box.size))
    if outside.size:
        raise InvalidTourney(f"step {outside[0]} is at index {visits[outside[0]]}, off the {box} box")
    counts = np.bincount(visits, minlength=box.size)
    wrong = np.flatnonzero(counts != 1)
    if wrong.size:
        times = int(counts[wrong[0]])
        raise InvalidTourney(f"{_name(box, int(wrong[0]))} is visited {f'{times} times' if times else 'never'}")
    onward = np.roll(visits, -1)
    apart = np.flatnonzero((box.move_tables()[0][visits] != onward[:, None]).all(axis=1))
    if apart.size:
        here, there = (_name(box, int(squares[apart[0]])) for squares in (visits, onward))
        raise InvalidTourney(f"from {here} to {there} is not a knight's move")


def _parse_box(value: Any) -> Box:
    if not isinstance(value, list) or len(value) != 3 or not all(type(side) is int for side in value):
        raise InvalidTourney("'box' is a list of three sides")
    try:
        return Box(*value)
    except DestrierError as error:
        raise InvalidTourney(str(error)) from error


def _parse_cycle(value: Any, box: Box) -> list[int]:
    """The indices of a list of squares, as many as the box has: checked before an array of its size is made."""
    if not isinstance(value, list) or len(value) != box.size:
        raise InvalidTourney(f"'cycle' is a list of the {box.size} squares of the {box} box")
    return [_parse_square(square, box, f"'cycle', position {step}") for step, square in enumerate(value)]


def _parse_square(value: Any, box: Box, where: str) -> int:
    if not isinstance(value, list) or list(map(type, value)) != [str, int, int]:
        raise InvalidTourney(f"{where}: a square is [face, row, col]")
    face, row, col = value
    if not box.has((face, row, col)):
        raise InvalidTourney(f"{where}: {face[:20]!a} {row},{col} is not a square of the {box} box")
    return box.index((face, row, col))
