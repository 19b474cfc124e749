"""The surface of a box as a board.

The surface of an l x m x n box (length from left to right, width from front to back, height) is cut into unit squares.
Three *bands* go around it, each made of the four faces around an axis and unrolled to a strip whose two ends meet. A
knight moves on a band as on any strip: within a face, or across an edge as on the unfolded paper, or across two edges
where a face is narrow. It has no moves around a corner of the box, where the paper does not lie flat. `docs/gallery.md`
shows tours.

Each face is seen from outside, as in the net of the box, where all but the back touch the front:

              +-------+
              |  top  |
       +------+-------+-------+------+
       | left | front | right | back |
       +------+-------+-------+------+
              | bottom|
              +-------+

Row 0 of the top face is thus at the back, row 0 of the bottom face at the front, and row 0 of every other face at the
top. A square is `(face, row, col)`, or an index, with the faces in the order of `FACES` and each face row by row.

The move graph is bipartite only for boxes with a side of 1.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from destrier.core.grid import BaseBoard, times, whole_numbers
from destrier.core.leaper import KNIGHT, MOVES
from destrier.core.space import axis_symmetries, find_symmetry
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import MoveBits, Squares

Face: TypeAlias = Literal["top", "left", "front", "right", "back", "bottom"]

BoxSquare: TypeAlias = tuple[Face, int, int]
"""(face, row, col)."""

FACES: Final[tuple[Face, ...]] = ("top", "left", "front", "right", "back", "bottom")
"""The faces in the order of their square indices."""

BANDS: Final[tuple[tuple[tuple[Face, int], ...], ...]] = (
    (("left", 0), ("front", 0), ("right", 0), ("back", 0)),
    (("top", 1), ("front", 1), ("bottom", 1), ("back", 3)),
    (("left", 3), ("top", 0), ("right", 1), ("bottom", 2)),
)
"""The bands as strips from left to right: each face, and the number of counter-clockwise quarter turns to fit it in."""


class Box(BaseBoard):
    """The surface of a box, cut into unit squares.

    Parameters
    ----------
    length, width, height
        The sides from left to right, from front to back, and from bottom to top; at least 1.

    Raises
    ------
    DestrierError
        If a side is not a positive integer.

    See Also
    --------
    destrier.Board, destrier.Space, destrier.Torus

    Examples
    --------
    >>> import destrier as dt
    >>> board = dt.Box(2, 3, 4)
    >>> board, board.size, board.square(0)
    (Box(2, 3, 4), 52, ('top', 0, 0))
    >>> dt.tour(board, seed=1)
    <closed Tour of the 2 x 3 x 4 box>
    """

    leaper = KNIGHT
    shortest_cycle = 3
    length: int
    width: int
    height: int
    sides: tuple[int, int, int]

    def __init__(self, length: int, width: int, height: int) -> None:
        for name, side in (("length", length), ("width", width), ("height", height)):
            if isinstance(side, bool) or not isinstance(side, int | np.integer) or side < 1:
                raise DestrierError(f"a box has a {name} of at least 1, not {shown(side)}")
        self.length, self.width, self.height = int(length), int(width), int(height)
        self.sides = self.length, self.width, self.height
        sizes = [rows * cols for rows, cols in map(self.face_shape, FACES)]
        self._starts = [sum(sizes[:number]) for number in range(len(FACES) + 1)]

    @cached_property
    def shape(self) -> tuple[int]:
        """`(size,)`: a moves array has one entry per square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).shape
        (52,)
        """
        return (self.size,)

    @cached_property
    def size(self) -> int:
        """Number of squares.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).size
        52
        """
        return self._starts[-1]

    def face_shape(self, face: Face) -> tuple[int, int]:
        """`(rows, cols)` of a face.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).face_shape("top")
        (3, 2)
        """
        if face in ("top", "bottom"):
            return self.width, self.length
        return self.height, self.width if face in ("left", "right") else self.length

    def face_squares(self, face: Face) -> Squares:
        """The indices of the squares of a face, `int64` (rows, cols).

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).face_squares("top").shape
        (3, 2)
        """
        number = FACES.index(face)
        return np.arange(*self._starts[number : number + 2]).reshape(self.face_shape(face))

    def has(self, square: BoxSquare) -> bool:
        """Whether `(face, row, col)` is a square of the box.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).has(("top", 0, 0))
        True
        """
        return self._find(square) is not None

    def index(self, square: BoxSquare) -> int:
        """The index of a square; `DestrierError` if the box has no such square.

        Raises
        ------
        DestrierError
            If the box has no such square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).index(("front", 0, 0))
        18
        """
        found = self._find(square)
        if found is None:
            head, *rest = map(shown, square) if isinstance(square, tuple | list) and square else [shown(square)]
            named = " ".join([head.strip("'"), ",".join(rest)]).rstrip()
            raise DestrierError(f"{named} is not a square of the {self} box")
        return found

    def _find(self, square: object) -> int | None:
        if not isinstance(square, tuple | list) or len(square) != 3 or square[0] not in FACES:
            return None
        face, rows, cols = square[0], *self.face_shape(square[0])
        places = whole_numbers(square[1:])
        if places is None or not (0 <= places[0] < rows and 0 <= places[1] < cols):
            return None
        return self._starts[FACES.index(face)] + places[0] * cols + places[1]

    def square(self, index: int) -> BoxSquare:
        """The `(face, row, col)` of the square with an index.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).square(51)
        ('bottom', 2, 1)
        """
        number = int(np.searchsorted(self._starts, self._checked(index), side="right")) - 1
        face = FACES[number]
        return face, *divmod(index - self._starts[number], self.face_shape(face)[1])

    def coordinates(self, indices: Squares) -> Squares:
        faces = np.searchsorted(self._starts, indices, side="right") - 1
        cols = np.array([self.face_shape(face)[1] for face in FACES])[faces]
        return np.stack([faces, *np.divmod(indices - np.array(self._starts)[faces], cols)], axis=-1)

    def indices_of(self, squares: Any) -> Squares:
        if len(squares) == 3 and isinstance(squares[0], str):
            return np.int64(self.index(squares))  # type: ignore[return-value]  # an array of no dimensions
        named = [(FACES[face] if isinstance(face, int | np.integer) else face, row, col) for face, row, col in squares]
        return np.array([self.index(square) for square in named], np.int64)

    def _move_graph(self) -> MoveGraph:
        """Return the move graph; moves 0..7 are numbered as on a flat board, on the face that they leave.

        If two sides are 1, several moves may lead to the same square; only the lowest-numbered one counts, so that a
        tourney has a unique moves array.
        """
        from destrier.core.movegraph import MoveGraph

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
        graph = MoveGraph(there, back)
        return graph if sorted(self.sides)[1] > 1 else graph.without_parallel_moves()

    def sheet(self) -> Squares:
        sheet = np.full((2 * self.width + self.height, 2 * (self.length + self.width)), -1)
        for face, (row, col) in self.corners().items():
            squares = self.face_squares(face)
            sheet[row : row + squares.shape[0], col : col + squares.shape[1]] = squares
        return sheet

    def corners(self) -> dict[Face, tuple[int, int]]:
        """The row and column of the net at which each face begins; see the module docstring."""
        length, width, height = self.sides
        return {
            "top": (0, width),
            "left": (width, 0),
            "front": (width, width),
            "right": (width, width + length),
            "back": (width, 2 * width + length),
            "bottom": (width + height, width),
        }

    def frames(self) -> dict[Face, Frame]:
        """The position of each face in space, in squares."""
        length, width, height = self.sides
        return {
            "top": Frame((0, width, height), (0, -1, 0), (1, 0, 0)),
            "left": Frame((0, width, height), (0, 0, -1), (0, -1, 0)),
            "front": Frame((0, 0, height), (0, 0, -1), (1, 0, 0)),
            "right": Frame((length, 0, height), (0, 0, -1), (0, 1, 0)),
            "back": Frame((length, width, height), (0, 0, -1), (-1, 0, 0)),
            "bottom": Frame((0, 0, 0), (0, 1, 0), (1, 0, 0)),
        }

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The 48 permutations and reflections of the three axes, named as in `Space`.

        Examples
        --------
        >>> import destrier as dt
        >>> len(dt.Box(2, 3, 4).symmetries)
        48
        """
        return tuple(axis_symmetries(len(self.sides)))

    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, Box]:
        axes, mirrored = find_symmetry(self, symmetry)
        box = Box(*(self.sides[axis] for axis in axes))
        image = np.zeros(box.size, np.uint8)
        frames = {(frame.centre(box.face_shape(face))): face for face, frame in box.frames().items()}
        for face, frame in self.frames().items():
            turned = frame.turned(axes, mirrored, box.sides)
            target = frames[turned.centre(self.face_shape(face))]
            place = box.frames()[target]
            rows, cols = np.indices(self.face_shape(face))
            # Twice the coordinates of the centres of the squares, so that they are integers.
            centres = 2 * np.array(turned.corner) + np.multiply.outer(2 * rows + 1, turned.down)
            centres += np.multiply.outer(2 * cols + 1, turned.right)
            centres -= 2 * np.array(place.corner)
            there = box.face_squares(target)[centres @ place.down // 2, centres @ place.right // 2]
            bits = moves[self.face_squares(face)]
            for move, (drow, dcol) in enumerate(MOVES):
                vector = drow * np.array(turned.down) + dcol * np.array(turned.right)
                step = MOVES.index((int(vector @ place.down), int(vector @ place.right)))
                image[there] |= (bits >> move & 1) << step
        return image, box

    def describe(self) -> str:
        """The box in words, for messages: `the 9 x 7 x 6 box`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).describe()
        'the 2 x 3 x 4 box'
        """
        return f"the {self} box"

    def name(self, index: int) -> str:
        """The name of the square with an index: `front 0,2`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).name(0)
        'top 0,0'
        """
        face, row, col = self.square(index)
        return f"{face} {row},{col}"

    def called(self, index: int) -> str:
        return self.name(index)

    def to_dict(self) -> dict[str, Any]:
        """`{"box": [length, width, height]}`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Box(2, 3, 4).to_dict()
        {'box': [2, 3, 4]}
        """
        return {"box": list(self.sides)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.sides == other.sides

    def __hash__(self) -> int:
        return hash(self.sides)

    def __str__(self) -> str:
        return times(self.sides)

    def __repr__(self) -> str:
        return f"Box{self.sides}"


class Frame(NamedTuple):
    """The position of a face in space: its top left corner, and the vectors of one row down and one column right.

    Coordinates are (right, back, up) in squares, from the left front bottom corner of the box.
    """

    corner: tuple[int, int, int]
    down: tuple[int, int, int]
    right: tuple[int, int, int]

    def centre(self, shape: tuple[int, int]) -> tuple[int, ...]:
        """Twice the coordinates of the centre of a face with this many rows and columns."""
        twice = 2 * np.array(self.corner) + shape[0] * np.array(self.down) + shape[1] * np.array(self.right)
        return tuple(twice.tolist())

    def turned(self, axes: Sequence[int], mirrored: Sequence[bool], sides: tuple[int, int, int]) -> Frame:
        """The image under a permutation of the axes, some of them reflected, in a box with these sides."""
        signs = np.where(mirrored, -1, 1)
        corner = np.array(self.corner)[list(axes)] * signs + np.where(mirrored, sides, 0)
        down, right = (np.array(vector)[list(axes)] * signs for vector in (self.down, self.right))
        return Frame(tuple(corner.tolist()), tuple(down.tolist()), tuple(right.tolist()))
