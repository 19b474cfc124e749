"""Surfaces glued from a rectangle: the cylinder, the torus and their twisted relatives.

The sides of the rectangle are glued in pairs, left to right and top to bottom. If a pair is *plain*, a knight that
leaves across one side re-enters across the other at the same height, as on a cylinder. If it is *mirrored*, the knight
re-enters upside down, as on a Möbius strip. `docs/surfaces.md` shows tours of them all.

| surface | left and right | top and bottom |
|---|---|---|
| `Cylinder` | plain | rims |
| `Moebius` | mirrored | rims |
| `Torus` | plain | plain |
| `KleinBottle` | mirrored | plain |
| `ProjectivePlane` | mirrored | mirrored |

Unrolled, each surface tiles the plane with copies of the rectangle, some of them mirrored (its universal cover). A move
is a step of a leaper in the plane, folded back into the rectangle (`Surface.folded`), and keeps its number. Across a
mirrored seam, the move that undoes the knight's move `i` is not `(i + 4) % 8`.

A move never leads to its own square. If several moves lead to the same square, as happens if a side is short and at the
corners of every projective plane, only the one with the lowest number counts, so that a tour is determined by the
sequence of its squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import SYMMETRIES, TURNS, Symmetry
from destrier.core.grid import Lattice, times
from destrier.core.leaper import Leaper, Piece
from destrier.core.space import check_sides
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import MoveBits, Squares

Seam: TypeAlias = Literal["plain", "mirrored"]
"""How two opposite sides are glued."""

_KEEP_SIDES: Final[tuple[Symmetry, ...]] = ("identity", "flip-columns", "flip-rows", "rotate-180")


class Copy(NamedTuple):
    """For each of some squares, the copy of the rectangle in the plane that contains it."""

    right: NDArray[np.int64]
    """Number of crossings of the right side on the way to the copy; negative for the left side."""
    down: NDArray[np.int64]
    """Number of crossings of the bottom after that; negative for the top."""


class Surface(Lattice):
    """A rectangle with glued sides; see the module docstring.

    Squares are `(row, col)` from the top left corner of the rectangle.

    Parameters
    ----------
    rows, cols
        The sides of the rectangle, at least 1.
    leaper
        The piece: a name such as `"zebra"`, the two distances of its move such as (2, 3), or a combination such as
        `"knight+wazir"`.

    Raises
    ------
    DestrierError
        If a side is not a positive integer, or there is no such piece.
    """

    key: ClassVar[str]
    """The name of the surface in files and on the command line."""
    noun: ClassVar[str]
    left_right: ClassVar[Seam]
    top_bottom: ClassVar[Seam | None]
    """How the top is glued to the bottom; `None` if they are rims."""

    shortest_cycle = 3
    rows: int
    cols: int

    def __init__(self, rows: int, cols: int, *, leaper: Piece = "knight") -> None:
        self.rows, self.cols = self.sides = check_sides((rows, cols))
        self.leaper = Leaper.of(leaper, 2)

    def by(self, leaper: Piece) -> Surface:
        return type(self)(self.rows, self.cols, leaper=leaper)

    def sheet(self) -> Squares:
        return np.arange(self.size).reshape(self.sides)

    def places(self, squares: Squares) -> NDArray[np.int64]:
        return np.stack(np.divmod(squares, self.cols))

    def copy_at(self, rows: NDArray[Any], cols: NDArray[Any]) -> Copy:
        """Return the copies of the rectangle that contain points of the plane; centres of squares are integers."""
        right = np.floor((cols + 0.5) / self.cols).astype(np.int64)
        rows = np.where(self._is_flipped(right), self.rows - 1 - rows, rows)
        down = np.floor((rows + 0.5) / self.rows).astype(np.int64) if self.top_bottom else np.zeros_like(right)
        return Copy(right, down)

    def folded(self, rows: NDArray[Any], cols: NDArray[Any], copy: Copy) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the points of the rectangle that correspond to points of its copies."""
        rows = np.where(self._is_flipped(copy.right), self.rows - 1 - rows, rows) - self.rows * copy.down
        cols = cols - self.cols * copy.right
        return rows, np.where(self._is_turned(copy.down), self.cols - 1 - cols, cols)

    def _is_flipped(self, right: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether rows run upwards in the copies this far to the right."""
        return np.logical_and(right % 2, self.left_right == "mirrored")

    def _is_turned(self, down: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether columns run leftwards in the copies this far down."""
        return np.logical_and(down % 2, self.top_bottom == "mirrored")

    def _move_graph(self) -> MoveGraph:
        return self.moves_from(self.squares).without_parallel_moves()

    @property
    def has_parallel_moves(self) -> bool:
        """Whether several moves lead from one square to another, only one of which counts; this needs a short side.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(2, 3).has_parallel_moves, dt.Torus(5, 6).has_parallel_moves
        (True, False)
        """
        return not np.array_equal(self.move_graph.there, self.moves_from(self.squares).there)

    def moves_from(self, squares: Squares) -> MoveGraph:
        """Return the targets of the moves from some squares, and the moves back, including parallel moves.

        The tables have one row per square. For all squares, they are those of the move graph with parallel moves added.
        """
        from destrier.core.movegraph import MoveGraph

        there = np.full((squares.size, self.move_count), -1, np.int32)
        back = np.zeros((squares.size, self.move_count), np.uint8)
        rows, cols = self.places(squares)
        for move, (drow, dcol) in enumerate(self.leaper.steps.tolist()):
            copy = self.copy_at(rows + drow, cols + dcol)
            row, col = self.folded(rows + drow, cols + dcol, copy)
            reached = row * self.cols + col
            here = np.flatnonzero((row >= 0) & (row < self.rows) & (reached != squares))
            there[here, move] = reached[here]
            opposite = np.array(
                [[self.leaper.step((down, across)) for across in (-dcol, dcol)] for down in (-drow, drow)]
            )
            flipped, turned = self._is_flipped(copy.right), self._is_turned(copy.down)
            back[here, move] = opposite[flipped.astype(np.int8), turned.astype(np.int8)][here]
        return MoveGraph(there, back)

    def strip(self, rows: int) -> Surface:
        """Return the surface formed by this many middle rows: a cylinder or a Möbius strip."""
        return (Moebius if self.left_right == "mirrored" else Cylinder)(rows, self.cols, leaper=self.leaper)

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the rectangle that map seams to seams: all eight if both pairs of sides are glued alike.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Cylinder(5, 6).symmetries
        ('identity', 'flip-columns', 'flip-rows', 'rotate-180')
        """
        return SYMMETRIES if self.left_right == self.top_bottom else _KEEP_SIDES

    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, Surface]:
        known = self.symmetries
        if symmetry not in known:
            raise DestrierError(
                f"a symmetry of {self.describe()} is {', '.join(known[:-1])} or {known[-1]}, not {shown(symmetry)}"
            )
        turns, mirrored = TURNS[symmetry]
        sheet = self.sheet()
        turned = np.rot90(sheet[:, ::-1] if mirrored else sheet, turns)
        board = type(self)(*turned.shape, leaper=self.leaper)
        place = np.empty(self.size, np.int64)  # the image of each square
        place[turned.ravel()] = board.squares
        here, move = np.nonzero(moves.reshape(-1, 1) >> np.arange(self.move_count, dtype=self.dtype) & 1)
        steps = board.moves_between(place[here], place[self.move_graph.there[here, move]])
        image = np.zeros(self.size, self.dtype)
        np.bitwise_or.at(image, place[here], self.dtype.type(1) << steps.astype(self.dtype))
        return image.reshape(board.shape), board

    def describe(self) -> str:
        """The surface in words, for messages: `the 8 x 8 torus`, or `the 8 x 8 torus by a zebra`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(8, 8, leaper="zebra").describe()
        'the 8 x 8 torus by a zebra'
        """
        piece = "" if self.leaper.is_knight else f" by {self.leaper.describe()}"
        return f"the {times(self.sides)} {self.noun}{piece}"

    def to_dict(self) -> dict[str, Any]:
        """The sides under the surface's key, as in `{"torus": [8, 8]}`, with the `leaper` if it is not the knight.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(8, 8).to_dict()
        {'torus': [8, 8]}
        """
        parts: dict[str, Any] = {self.key: list(self.sides)}
        if not self.leaper.is_knight:
            parts["leaper"] = np.array(self.leaper.distances).tolist()
        return parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surface) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, tuple[int, ...], Leaper]:
        return self.key, self.sides, self.leaper

    def __repr__(self) -> str:
        piece = "" if self.leaper.is_knight else f", leaper={self.leaper.distances}"
        return f"{type(self).__name__}({self.rows}, {self.cols}{piece})"


class Cylinder(Surface):
    """A rectangle whose left and right sides are glued; see `Surface`.

    See Also
    --------
    destrier.Moebius, destrier.Torus

    Examples
    --------
    >>> board = Cylinder(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((2, 0)), 2]))
    (0, 5)
    """

    key, noun, left_right, top_bottom = "cylinder", "cylinder", "plain", None


class Moebius(Surface):
    """A Möbius strip: a rectangle whose left and right sides are glued mirrored; see `Surface`.

    See Also
    --------
    destrier.Cylinder, destrier.KleinBottle

    Examples
    --------
    >>> board = Moebius(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((2, 0)), 2]))
    (4, 5)
    """

    key, noun, left_right, top_bottom = "moebius", "Möbius strip", "mirrored", None


class Torus(Surface):
    """A torus: a rectangle whose opposite sides are glued; see `Surface`.

    See Also
    --------
    destrier.Cylinder, destrier.KleinBottle, destrier.ProjectivePlane

    Examples
    --------
    >>> board = Torus(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((0, 0)), 2]))
    (3, 5)
    """

    key, noun, left_right, top_bottom = "torus", "torus", "plain", "plain"


class KleinBottle(Surface):
    """A Klein bottle: the left and right sides are glued mirrored, the top and bottom plainly; see `Surface`.

    See Also
    --------
    destrier.Moebius, destrier.Torus

    Examples
    --------
    >>> board = KleinBottle(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((0, 0)), 2]))
    (1, 5)
    """

    key, noun, left_right, top_bottom = "klein", "Klein bottle", "mirrored", "plain"


class ProjectivePlane(Surface):
    """A projective plane: a rectangle whose opposite sides are both glued mirrored; see `Surface`.

    See Also
    --------
    destrier.KleinBottle, destrier.Torus

    Examples
    --------
    >>> board = ProjectivePlane(5, 6)
    >>> board.square(int(board.move_graph.there[board.index((0, 2)), 1]))
    (3, 2)
    """

    key, noun, left_right, top_bottom = "projective", "projective plane", "mirrored", "mirrored"


SURFACES: Final[dict[str, type[Surface]]] = {
    surface.key: surface for surface in (Torus, Cylinder, Moebius, KleinBottle, ProjectivePlane)
}
"""The surfaces by their keys."""
