"""Boards: the squares, and the moves of a piece between them.

`BaseBoard` defines what every board has: squares with indices and names, the moves from each square (at most as many as
a machine word has bits), a position for each square on a sheet of paper, and symmetries. Tourneys use nothing else (see
`core.tourney`). By default, methods on tourneys use the board's move graph; subclasses have faster ones.

The squares of a `Lattice` have integer coordinates. A `Grid` is a lattice whose moves are the steps of a leaper, the
same at every square; `Board` is a flat grid, and `Space` one of more dimensions. A `Surface`, with glued sides, is a
lattice but not a grid, and the surface of a `Box` is neither.

On a flat board squares are `(row, col)` from the top left, or the index `row * cols + col`. The eight moves of the
knight are numbered counter-clockwise as in Parberry's Figure 1: move `(i + 4) % 8` undoes move `i`, and moves 4..7 go
down, so both moves of the smallest square of a cycle are among 4..7.
"""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, TypeGuard, get_args

import numpy as np

from destrier.core.grid import BaseBoard, Grid, exchange_moves, refuse_larger, shift_slices
from destrier.core.leaper import KNIGHT, MOVES, Leaper, Piece
from destrier.support.above import done_above
from destrier.support.errors import DestrierError, shown
from destrier.support.optional import extra
from destrier.support.reading import reading

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.seeds import Seed
    from destrier.core.types import MoveBits, Square, Squares
    from destrier.support.aliases import StrPath

MOVE_BY_STEP: Final = np.full((5, 5), -1)
"""The move by `(drow + 2, dcol + 2)`; -1 where there is none."""
for _move, (_drow, _dcol) in enumerate(MOVES):
    MOVE_BY_STEP[_drow + 2, _dcol + 2] = _move

Symmetry: TypeAlias = Literal[
    "identity", "rotate-90", "rotate-180", "rotate-270", "flip-columns", "flip-rows", "transpose", "anti-transpose"
]

TURNS: Final[dict[str, tuple[int, bool]]] = {
    "identity": (0, False),
    "rotate-90": (1, False),
    "rotate-180": (2, False),
    "rotate-270": (3, False),
    "flip-columns": (0, True),
    "flip-rows": (2, True),
    "transpose": (1, True),
    "anti-transpose": (3, True),
}
"""For each symmetry: the number of counter-clockwise quarter turns, and whether a left-right reflection precedes."""

SYMMETRIES: Final[tuple[Symmetry, ...]] = get_args(Symmetry)
"""The eight symmetries of the square; those that exchange rows and columns map an r x c board to a c x r board."""


_MOST_PIXELS: Final = 6_000_000
"""Maximum number of pixels in an image; reading takes eight bytes per pixel."""


_DARK: Final = 128
"""Pixels below this grey level (of 255) are squares of the board."""


class Board(Grid):
    """A flat board: a rectangle of squares, some of which may be missing.

    Parameters
    ----------
    rows, cols
        The sides, at least 1.
    present
        `bool` array (rows, cols), true where the board has a square; by default, everywhere. It is copied unless it is
        read-only.
    leaper
        The piece, by default the knight: its name, such as `"zebra"`; the distances of its move along two axes, such as
        (1, 4) for the giraffe; or a combination, such as `"knight+wazir"` or ((1, 2), (0, 1)).

    Raises
    ------
    DestrierError
        If a side is not a positive integer, no square is present, or `present` has another shape.

    See Also
    --------
    destrier.Box, destrier.Space, destrier.Torus, destrier.Leaper, destrier.tour

    Examples
    --------
    >>> Board(8, 8).degrees()[0].tolist()
    [2, 3, 4, 4, 4, 4, 3, 2]
    >>> Board(52, 30, leaper=(1, 4)).describe()
    '52 x 30 by a giraffe'
    >>> Board(8, 8, leaper="king").degrees()[0].tolist()
    [3, 5, 5, 5, 5, 5, 5, 3]
    """

    rows: int
    cols: int

    def __init__(self, rows: int, cols: int, present: ArrayLike | None = None, *, leaper: Piece = KNIGHT) -> None:
        for name, side in (("rows", rows), ("cols", cols)):
            whole = isinstance(side, (int, np.integer)) and not isinstance(side, bool)
            if not whole or side < 1:
                what = "" if whole else "sides are integers: "
                raise DestrierError(f"{what}a board has at least 1 row and 1 column, not {name} {shown(side)}")
        self.rows, self.cols = int(rows), int(cols)
        refuse_larger(self.rows, self.cols)
        self.sides = self.rows, self.cols
        self.leaper = leaper if leaper is KNIGHT else Leaper.of(leaper, 2)
        self.has_planes = self.leaper is KNIGHT or self.leaper == KNIGHT
        self.shape = self.sides
        if self.has_planes:
            self.dtype = KNIGHT.dtype
        if present is not None:
            mask = np.asarray(present, dtype=np.bool_)
            if mask.shape != self.shape:
                raise DestrierError(f"the mask of a {self} board has shape {mask.shape}, not {self.shape}")
            if not mask.any():
                raise DestrierError("the board has no squares")
            if not mask.all():
                self._present = mask.copy() if mask.flags.writeable else mask
                self._present.flags.writeable = False
        self.is_whole = self.is_rectangle = self._present is None

    @classmethod
    def from_mask(cls, present: ArrayLike, *, leaper: Piece = KNIGHT) -> Board:
        """Return the board with squares where the two-dimensional `present` is true.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board.from_mask([[1, 1, 1], [1, 0, 1], [1, 1, 1]]).describe()
        '3 x 3 with 1 square missing'
        """
        try:
            mask = np.asarray(present, dtype=np.bool_)
        except ValueError:
            raise DestrierError("the rows of a mask have different lengths") from None
        if mask.ndim != 2 or 0 in mask.shape:
            raise DestrierError(f"a board is a two-dimensional array of squares, not one of shape {mask.shape}")
        return cls(mask.shape[0], mask.shape[1], mask, leaper=leaper)

    @classmethod
    def from_text(cls, text: str, *, leaper: Piece = KNIGHT, squares: str = "", holes: str = "") -> Board:
        r"""Return the board drawn in `text`, one line per row: `#` marks a square, `.` or a blank a missing one.

        Other ways to draw a shape are understood, too: other signs, separated or not, masks of 0 and 1, nested lists,
        and numbered boards.

        Parameters
        ----------
        text
            The drawing.
        leaper
            The piece, as for a `Board`.
        squares, holes
            The signs that mark squares, or missing ones; by default, `core.shapes` says how they are told apart.

        Warns
        -----
        UserWarning
            How the text was read, unless it consists of `#`, `.` and blanks, or an option says it.

        Raises
        ------
        DestrierError
            If the text is not a drawing, or could mean two boards.

        Examples
        --------
        >>> Board.from_text("##\n#.").size
        3
        >>> Board.from_text("..X\n...", holes="X").size
        5
        """
        from destrier.core.shapes import read_shape

        shape = read_shape(text, squares, holes)
        if shape.note:
            warnings.warn("; ".join(filter(None, shape[1:])), stacklevel=2)
        return cls.from_mask(shape.present, leaper=leaper)

    @classmethod
    def from_image(cls, path: StrPath) -> Board:
        """Return the board drawn in an image, one pixel per square; dark pixels (grey below 128 of 255) are squares.

        Warns
        -----
        UserWarning
            If some pixels are neither nearly black nor nearly white.

        Examples
        --------
        >>> import destrier as dt
        >>> from PIL import Image
        >>> Image.new("L", (4, 5), "black").save("board.png")
        >>> dt.Board.from_image("board.png")
        Board(5, 4)
        """
        with reading(path, "an image", DestrierError):
            levels = _read_grey(path)
            board = cls.from_mask(levels < _DARK)
        unclear = np.count_nonzero((levels >= _DARK // 2) & (levels < 2 * _DARK - _DARK // 2))
        if unclear:
            warnings.warn(
                f"{unclear} of {levels.size} pixels are neither black nor white; those darker than {_DARK} of 255 are "
                "taken as squares",
                stacklevel=2,
            )
        return board

    @classmethod
    def parse(cls, text: str) -> Board:
        """The rectangle named by `text`, such as `8x8` (rows first).

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board.parse("8x8")
        Board(8, 8)
        """
        match = re.fullmatch(r"\s*([0-9]{1,18})\s*[xX\u00d7]\s*([0-9]{1,18})\s*", text)
        if match is None:
            raise DestrierError(f"a board is written rows x cols, such as 8x8, not {shown(text)}")
        return cls(int(match[1]), int(match[2]))

    def by(self, leaper: Piece) -> Board:
        return Board(self.rows, self.cols, self._present, leaper=leaper)

    def without_corner(self) -> Board:
        """The board of corner tours: this board without its bottom right square."""
        board = Board(self.rows, self.cols, leaper=self.leaper)
        board._present = np.ones(self.shape, np.bool_) if self._present is None else self._present.copy()
        board._present[-1, -1] = False
        board._present.flags.writeable = False
        board.is_whole = board.is_rectangle = False
        return board

    def trimmed(
        self, most: int | None = None, *, kind: Literal["closed", "open"] = "closed", seed: Seed = None
    ) -> Trimmed:
        """Return the board without few squares that are in the way of a tour, and these squares.

        Squares at the rim are left out first. Small boards lose as few squares as possible; for others the search,
        which `desk.trimming` describes, is limited.

        Parameters
        ----------
        most
            The largest number of squares to leave out; by default any.
        kind
            The kind of tour that is to exist.
        seed
            The same integer leaves out the same squares.

        Raises
        ------
        NoSuchTour
            If more squares must be left out.
        BudgetExceeded
            If no such board was found.
        UnsupportedBoard
            If the piece is not the knight.

        Examples
        --------
        >>> board, left_out = Board(5, 3).trimmed(seed=1)
        >>> board.size + len(left_out), board.colours()
        (15, (6, 6))
        """
        trimmed: Trimmed = done_above("trimmed", self, most, kind=kind, seed=seed)
        return trimmed

    @cached_property
    def shape(self) -> tuple[int, int]:
        """`(rows, cols)`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).shape
        (5, 6)
        """
        return self.rows, self.cols

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether no square is missing.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).is_rectangle
        True
        """
        return self.is_whole

    def chess_name(self, square: Square) -> str:
        """Return the chess name of a square, such as `e4`; the inverse of `parse_square`.

        Examples
        --------
        >>> Board(8, 8).chess_name((4, 4)), Board(8, 8).chess_name((7, 0)), Board(8, 60).chess_name((0, 27))
        ('e4', 'a1', 'ab8')
        """
        file, letters = square[1] + 1, ""
        while file:
            file, letter = divmod(file - 1, 26)
            letters = chr(97 + letter) + letters
        return f"{letters}{self.rows - square[0]}"

    def square(self, index: int) -> Square:
        """The `(row, col)` of the square with an index.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).square(7)
        (1, 1)
        """
        return divmod(self._checked(index), self.cols)

    def sheet(self) -> Squares:
        indices = np.arange(self.rows * self.cols).reshape(self.shape)
        return indices if self._present is None else np.where(self._present, indices, -1)

    def lay_out(self, values: NDArray[Any], blank: int) -> NDArray[Any]:
        laid = values.reshape(self.shape)
        return laid if self._present is None else np.where(self._present, laid, blank)

    def places(self, squares: Squares) -> NDArray[np.int64]:
        return np.stack(np.divmod(squares, self.cols))

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight symmetries of the square.

        Examples
        --------
        >>> import destrier as dt
        >>> len(dt.Board(5, 6).symmetries)
        8
        """
        return SYMMETRIES

    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, Board]:
        if symmetry not in SYMMETRIES:
            raise DestrierError(
                f"a symmetry is {', '.join(SYMMETRIES[:-1])} or {SYMMETRIES[-1]}, not {shown(symmetry)}"
            )
        image = transform(moves, symmetry) if self.has_planes else self._image(moves, symmetry)
        if self._present is None:
            return image, self if image.shape == self.shape else Board(self.cols, self.rows, leaper=self.leaper)
        return image, Board.from_mask(image != 0, leaper=self.leaper)

    def _image(self, moves: MoveBits, symmetry: str) -> MoveBits:
        """Return the image of a moves array of any piece."""
        turns, mirror = TURNS[symmetry]
        steps = self.leaper.steps * (1, -1 if mirror else 1)
        for _ in range(turns):  # a quarter turn maps right to up, and up to left
            steps = np.column_stack([-steps[:, 1], steps[:, 0]])
        return exchange_moves(np.rot90(moves[:, ::-1] if mirror else moves, turns), self.leaper, steps)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.shape == other.shape
            and (self.leaper is other.leaper or self.leaper == other.leaper)
            and (self._present is other._present or bool(np.array_equal(self.present, other.present)))
        )

    def __hash__(self) -> int:
        return hash((self.shape, b"" if self._present is None else self._present.tobytes()))

    def to_dict(self) -> dict[str, Any]:
        """`{"rows", "cols"}`, with `missing` squares if any, and the `leaper` if it is not the knight.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6, leaper="zebra").to_dict()
        {'rows': 5, 'cols': 6, 'leaper': [2, 3]}
        """
        parts: dict[str, Any] = {"rows": self.rows, "cols": self.cols}
        if self.leaper != KNIGHT:
            parts["leaper"] = np.array(self.leaper.distances).tolist()
        if self._present is not None:
            parts["missing"] = np.argwhere(~self._present).tolist()
        return parts

    def __repr__(self) -> str:
        piece = "" if self.leaper == KNIGHT else f", leaper={self.leaper.distances}"
        if self._present is None:
            return f"Board({self.rows}, {self.cols}{piece})"
        return f"Board.from_text({self.to_text()!r}{piece})"

    def to_text(self) -> str:
        """The board drawn with `#` and, for missing squares, `.`.

        Examples
        --------
        >>> import destrier as dt
        >>> print(dt.Board.from_mask([[1, 0], [1, 1]]).to_text())
        #.
        ##
        """
        return "\n".join("".join(".#"[square] for square in row) for row in self.present.astype(int).tolist())


class Trimmed(NamedTuple):
    """A board that has a tour, and the squares of a shape that were left out for it; see `Board.trimmed`."""

    board: Board
    left_out: list[Square]


def has_planes(board: BaseBoard) -> TypeGuard[Board]:
    """Return `board.has_planes` (flat, with a knight), in a form that narrows types."""
    return board.has_planes


def name(square: Square) -> str:
    """A square in words: `row,col`."""
    return f"{square[0]},{square[1]}"


def between(ends: tuple[Square, ...]) -> str:
    """Describe the given ends of an open tour, to follow its board in a message."""
    return f" {'between' if len(ends) > 1 else 'from'} {' and '.join(map(name, ends))}" if ends else ""


def _read_grey(path: StrPath) -> NDArray[np.uint8]:
    """Return the grey levels of an image on white paper unless it is too large; ignore irrelevant decoder warnings."""
    pillow = extra("PIL.Image", "image", "reading an image")
    grey = None
    with Path(path).open("rb") as file:
        is_small = _webp_pixels(file.read(30)) <= _MOST_PIXELS
    with warnings.catch_warnings(action="ignore"), suppress(pillow.DecompressionBombError):
        if is_small:
            with pillow.open(path) as image:
                if image.width * image.height <= _MOST_PIXELS:
                    size = image.size
                    grey, cover = image.convert("LA").split()
            del image  # keeps to the memory stated at `_MOST_PIXELS`
    if grey is None:
        raise DestrierError(f"the image has more than {_MOST_PIXELS:,} pixels, each of which is a square")
    paper = pillow.new("L", size, "white")
    paper.paste(grey, mask=cover)
    levels: NDArray[np.uint8] = np.asarray(paper)
    return levels


def _webp_pixels(head: bytes) -> int:
    """Return the number of pixels of a WebP image, 0 for others; its decoder takes memory for all when it is opened."""
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP":
        return 0
    if head[12:16] == b"VP8X":
        width, height = (1 + int.from_bytes(head[place : place + 3], "little") for place in (24, 27))
    elif head[12:16] == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    else:
        width, height = (int.from_bytes(head[place : place + 2], "little") & 0x3FFF for place in (26, 28))
    return width * height


def move_offsets(cols: int) -> NDArray[np.int64]:
    """`int64` (8,): the change of the square index by each move."""
    return np.array([row * cols + col for row, col in MOVES], np.int64)


def moves_between(here: Squares, there: Squares, cols: int) -> NDArray[np.int64]:
    """`int64`: the move from each square index to its partner, or -1 if there is none."""
    drow, dcol = there // cols - here // cols, there % cols - here % cols
    near = (np.abs(drow) <= 2) & (np.abs(dcol) <= 2)
    return np.where(near, MOVE_BY_STEP[np.where(near, drow, 0) + 2, np.where(near, dcol, 0) + 2], -1)


def move_slices(rows: int, cols: int) -> list[tuple[tuple[slice, ...], tuple[slice, ...]]]:
    """For each move, the rectangle of squares that it leaves and, in the same order, the rectangle of its targets."""
    return [shift_slices((rows, cols), step) for step in MOVES]


def interiors_meet(p: Square, q: Square, r: Square, s: Square) -> bool:
    """Whether segments pq and rs cross: the ends of each lie on opposite sides of the other."""

    def side(a: Square, b: Square, c: Square) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def transform(moves: MoveBits, symmetry: str) -> MoveBits:
    """Return the image of a knight's moves array under a symmetry, by an array flip and a 256-entry table."""
    turns, mirror = TURNS[symmetry]
    return np.ascontiguousarray(_images(symmetry)[np.rot90(moves[:, ::-1] if mirror else moves, turns)])


@cache
def _images(symmetry: str) -> MoveBits:
    """Return the image of every byte of moves: mirroring left and right maps move i to 3 - i, a quarter turn adds 2."""
    turns, mirror = TURNS[symmetry]
    codes = np.arange(256)
    images = sum((codes >> move & 1) << (((3 - move) if mirror else move) + 2 * turns) % 8 for move in range(8))
    return np.asarray(images, np.uint8)
