"""The board: which squares are there, and how a knight moves between them.

Squares are `(row, col)` from the top left, or the index `row * cols + col`. The eight moves are
numbered counter-clockwise as in Parberry's Figure 1: move `(i + 4) % 8` undoes move `i`, and moves
4..7 go down, so that the smallest square of a cycle is left by moves 4..7 only.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.types import Mask, Square, Squares, StrPath

__all__ = [
    "MOVES",
    "MOVE_BY_STEP",
    "Board",
    "between",
    "interiors_meet",
    "move_offsets",
    "move_slices",
    "moves_between",
    "name",
    "shift_slices",
]

MOVES: Final[tuple[Square, ...]] = (
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
)
"""`(drow, dcol)` of the eight moves."""

MOVE_BY_STEP: Final = np.full((5, 5), -1)
"""The move by `(drow + 2, dcol + 2)`; -1 where there is none."""
for _move, (_drow, _dcol) in enumerate(MOVES):
    MOVE_BY_STEP[_drow + 2, _dcol + 2] = _move

_DARK: Final = 128
"""Pixels below this grey level (of 255) are squares of the board."""


class Board:
    """A rectangle of squares, some of which may be missing.

    Parameters
    ----------
    rows, cols
        Sides, at least 1.
    present
        `bool` array (rows, cols), true where the board has a square; all of them if omitted. It is copied
        unless it is read-only.

    Raises
    ------
    DestrierError
        If a side is not a positive integer, no square is present, or `present` has another shape.
    """

    __slots__ = ("_present", "cols", "rows")

    rows: int
    cols: int

    def __init__(self, rows: int, cols: int, present: ArrayLike | None = None) -> None:
        for name, side in (("rows", rows), ("cols", cols)):
            if isinstance(side, bool) or not isinstance(side, int | np.integer) or side < 1:
                raise DestrierError(f"a board has at least 1 row and 1 column, not {name} {side!r}")
        self.rows, self.cols = int(rows), int(cols)
        self._present: Mask | None = None
        if present is not None:
            mask = np.asarray(present, dtype=np.bool_)
            if mask.shape != self.shape:
                raise DestrierError(f"the mask of a {self} board has shape {mask.shape}, not {self.shape}")
            if not mask.any():
                raise DestrierError("the board has no squares")
            if not mask.all():
                self._present = mask.copy() if mask.flags.writeable else mask
                self._present.flags.writeable = False

    @classmethod
    def from_mask(cls, present: ArrayLike) -> Board:
        """The board whose squares are where the two-dimensional `present` is true."""
        try:
            mask = np.asarray(present, dtype=np.bool_)
        except ValueError:
            raise DestrierError("the rows of a mask have different lengths") from None
        if mask.ndim != 2 or 0 in mask.shape:
            raise DestrierError(f"a board is a two-dimensional array of squares, not one of shape {mask.shape}")
        return cls(mask.shape[0], mask.shape[1], mask)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """The board drawn in `text`: one row a line; `.` and blanks are missing squares, all else present."""
        lines = [line.rstrip() for line in text.splitlines()]
        for row, line in enumerate(lines):
            if not line.isprintable():
                col = next(col for col, char in enumerate(line) if not char.isprintable())
                raise DestrierError(
                    f"line {row + 1} of the shape has {line[col]!r} in column {col + 1}: neither a square nor a blank"
                )
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        if not lines:
            raise DestrierError("the shape is empty: draw its squares with #, missing ones with a dot")
        width = max(map(len, lines))
        codes = np.frombuffer("".join(line.ljust(width) for line in lines).encode("utf-32-le"), np.uint32)
        return cls.from_mask(((codes != ord(".")) & (codes != ord(" "))).reshape(-1, width))

    @classmethod
    def from_image(cls, path: StrPath) -> Board:
        """The board drawn in an image: one pixel a square, present where it is dark (grey below 128 of 255).

        Warns
        -----
        UserWarning
            If pixels are neither nearly black nor nearly white.
        """
        from PIL import Image, UnidentifiedImageError

        try:
            with Image.open(path) as image:
                white = Image.new("RGBA", image.size, "white")
                grey = Image.alpha_composite(white, image.convert("RGBA")).convert("L")
        except UnidentifiedImageError:
            raise DestrierError("this is not an image") from None
        levels = np.asarray(grey)
        unclear = np.count_nonzero((levels >= _DARK // 2) & (levels < 2 * _DARK - _DARK // 2))
        if unclear:
            warnings.warn(
                f"{unclear} of {levels.size} pixels are neither black nor white; those darker than {_DARK} of 255 are "
                "taken as squares",
                stacklevel=2,
            )
        return cls.from_mask(levels < _DARK)

    @classmethod
    def parse(cls, text: str) -> Board:
        """The rectangle named by `text`, such as `8x8` (rows first)."""
        match = re.fullmatch(r"\s*(\d{1,18})\s*[xX×]\s*(\d{1,18})\s*", text)
        if match is None:
            raise DestrierError(f"a board is written rows x cols, such as 8x8, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    def without_corner(self) -> Board:
        """The board that corner tours visit: this one less its bottom right square."""
        board = Board(self.rows, self.cols)
        board._present = np.ones(self.shape, np.bool_) if self._present is None else self._present.copy()
        board._present[-1, -1] = False
        board._present.flags.writeable = False
        return board

    @property
    def shape(self) -> tuple[int, int]:
        """`(rows, cols)`."""
        return self.rows, self.cols

    @property
    def is_rectangle(self) -> bool:
        """Whether no square is missing."""
        return self._present is None

    @property
    def present(self) -> Mask:
        """`bool` array (rows, cols), read-only: where the board has a square."""
        if self._present is None:
            return np.broadcast_to(np.True_, self.shape)
        return self._present

    @property
    def size(self) -> int:
        """Number of squares."""
        return self.rows * self.cols if self._present is None else int(np.count_nonzero(self._present))

    def colours(self) -> tuple[int, int]:
        """How many squares have the colour of the top left one (even row + col), and how many the other."""
        if self._present is None:
            return (self.size + 1) // 2, self.size // 2
        even = int(np.count_nonzero(self._present[::2, ::2])) + int(np.count_nonzero(self._present[1::2, 1::2]))
        return even, self.size - even

    def degrees(self) -> NDArray[np.uint8]:
        """`uint8` array (rows, cols): from each square, the number of moves that stay on the board."""
        return np.bitwise_count(self.legal_moves())

    def legal_moves(self) -> NDArray[np.uint8]:
        """`uint8` array (rows, cols): bit `i` is set where move `i` leads from a square to a square."""
        if self._present is None:
            rows, cols = (_legal_along(axis, side) for axis, side in enumerate(self.shape))
            return rows[:, None] & cols
        legal = np.zeros(self.shape, np.uint8)
        present = self.present
        for move, (here, there) in enumerate(move_slices(self.rows, self.cols)):
            legal[here] |= (present[here] & present[there]).astype(np.uint8) << move
        return legal

    def has(self, square: Square) -> bool:
        """Whether `(row, col)` is a square of the board."""
        row, col = square
        return 0 <= row < self.rows and 0 <= col < self.cols and bool(self.present[row, col])

    def index(self, square: Square) -> int:
        """The index `row * cols + col` of a square; `DestrierError` if the board has no such square."""
        if not self.has(square):
            raise DestrierError(f"{square[0]},{square[1]} is not a square of the {self} board")
        return square[0] * self.cols + square[1]

    def square(self, index: int) -> Square:
        """The `(row, col)` of a square index."""
        return index // self.cols, index % self.cols

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board) and self.shape == other.shape and bool(np.array_equal(self.present, other.present))
        )

    def __hash__(self) -> int:
        return hash((self.shape, b"" if self._present is None else self._present.tobytes()))

    def __str__(self) -> str:
        return f"{self.rows} x {self.cols}"

    def describe(self) -> str:
        """The board in words, for messages: `8 x 8`, or `8 x 8 with 3 squares missing`."""
        missing = self.rows * self.cols - self.size
        if missing == 0:
            return str(self)
        return f"{self} with {missing} square{'s' if missing > 1 else ''} missing"

    def __repr__(self) -> str:
        if self._present is None:
            return f"Board({self.rows}, {self.cols})"
        return f"Board.from_text({self.to_text()!r})"

    def to_text(self) -> str:
        """The board drawn with `#` and, for missing squares, `.`."""
        return "\n".join("".join(".#"[square] for square in row) for row in self.present.astype(int).tolist())


def name(square: Square) -> str:
    """A square in words: `row,col`."""
    return f"{square[0]},{square[1]}"


def between(ends: tuple[Square, ...]) -> str:
    """The given ends of an open tour in words that follow its board."""
    return f" {'between' if len(ends) > 1 else 'from'} {' and '.join(map(name, ends))}" if ends else ""


def _legal_along(axis: int, side: int) -> NDArray[np.uint8]:
    """For each row, or column, the moves that stay among them, as bits."""
    there = np.arange(side)[:, None] + np.array(MOVES)[:, axis]
    return np.packbits((there >= 0) & (there < side), axis=1, bitorder="little")[:, 0]


def move_offsets(cols: int) -> NDArray[np.int64]:
    """`int64` (8,): how far each move leads in square indices."""
    return np.array([row * cols + col for row, col in MOVES], np.int64)


def moves_between(here: Squares, there: Squares, cols: int) -> NDArray[np.int64]:
    """`int64`: the move from each square index to its partner, or -1 where no move leads there."""
    drow, dcol = there // cols - here // cols, there % cols - here % cols
    near = (np.abs(drow) <= 2) & (np.abs(dcol) <= 2)
    return np.where(near, MOVE_BY_STEP[np.where(near, drow, 0) + 2, np.where(near, dcol, 0) + 2], -1)


def move_slices(rows: int, cols: int) -> list[tuple[tuple[slice, slice], tuple[slice, slice]]]:
    """For each move, the rectangle of squares that it leaves and, in the same order, the one it reaches."""
    return [shift_slices((rows, cols), step) for step in MOVES]


def shift_slices(shape: tuple[int, ...], step: Square) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The rectangle of squares from which a step stays on a board of this shape and, in the same order, its ends."""

    def span(side: int, delta: int) -> tuple[slice, slice]:
        reach = max(side - abs(delta), 0)
        first = max(-delta, 0)
        return slice(first, first + reach), slice(first + delta, first + delta + reach)

    (row_from, row_to), (col_from, col_to) = (span(side, delta) for side, delta in zip(shape, step, strict=True))
    return (row_from, col_from), (row_to, col_to)


def interiors_meet(p: Square, q: Square, r: Square, s: Square) -> bool:
    """Whether segments pq and rs cross: the ends of each are on either side of the other."""

    def side(a: Square, b: Square, c: Square) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0
