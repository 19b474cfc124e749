"""Embeddings in space: surfaces bent until their sides meet, and boards of three dimensions in layers.

A surface is a function from the points of its rectangle to space, so that a knight's move bends along it. The torus is
a ring, the cylinder a tube, and the Möbius strip has its half twist. The Klein bottle and the projective plane
intersect themselves, as they must in three dimensions: they are the usual bottle and Boy's surface, after the formula
of Bryant and Kusner. All are scaled so that the mean square has an area of one; as most surfaces cannot be bent without
stretching, some squares are larger than others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import BaseBoard
from destrier.core.space import Space
from destrier.core.surface import Cylinder, KleinBottle, Moebius, ProjectivePlane, Surface, Torus
from destrier.core.types import Squares
from destrier.support.errors import DestrierError

_Floats: TypeAlias = NDArray[np.float64]

_TILES: Final = 6400
"""The approximate number of tiles of a surface, the same number for each square, for a smooth look."""

_LAYERS_APART: Final = 2.0
"""Layers are twice as far apart as squares, so that the space between them is visible."""

_CORNERS: Final = ((0, 0), (0, 1), (1, 1), (1, 0))


class Tiles(NamedTuple):
    """The small quadrilaterals that make up the squares."""

    squares: Squares
    """The square of each."""
    corners: _Floats
    """`float64` (tiles, 4, 3): upper left, upper right, lower right, lower left."""
    rims: NDArray[np.int64]
    """Which of its sides are sides of its square: the sum of 1 (top), 2 (right), 4 (bottom) and 8 (left)."""


class Embedding:
    """The embedding of a surface or a board of three dimensions in space.

    Raises
    ------
    DestrierError
        If the board is neither.

    Examples
    --------
    >>> from destrier.core.surface import Torus
    >>> Embedding(Torus(6, 8)).points(np.arange(48)).shape
    (48, 3)
    """

    def __init__(self, board: BaseBoard) -> None:
        if not has_embedding(board):
            raise DestrierError(f"only surfaces and boards of three dimensions lie in space, not {board.describe()}")
        self._board, self._scale = board, 1.0
        if isinstance(board, Surface):
            self._scale = np.sqrt(board.size / _area(self.tiles().corners))

    def points(self, squares: Squares) -> _Floats:
        """`float64` (k, 3): the middles of squares."""
        return self._place(*self._sheet(squares))

    def moves(self, here: Squares, there: Squares, pieces: int) -> _Floats:
        """`float64` (k, pieces + 1, 3): points along moves, which lie on the surface."""
        start = self._sheet(here)
        if isinstance(self._board, Surface):
            steps = self._board.leaper.steps[self._board.moves_between(here, there)].T.astype(np.float64)
        else:
            steps = self._sheet(there) - start
        shares = np.linspace(0, 1, pieces + 1)
        return self._place(*(start[..., None] + steps[..., None] * shares))

    def tiles(self) -> Tiles:
        """The tiles of all squares."""
        count = _cuts(self._board)
        squares = np.repeat(self._board.squares, count * count)
        down, right = np.divmod(np.tile(np.arange(count * count), self._board.size), count)
        places = self._sheet(squares)
        corners = []
        for below, beyond in _CORNERS:
            row = places[0] - 0.5 + (down + below * _INNER + (1 - below) * (1 - _INNER)) / count
            col = places[1] - 0.5 + (right + beyond * _INNER + (1 - beyond) * (1 - _INNER)) / count
            corners.append(self._place(row, col, *places[2:]))
        last = count - 1
        rims = 1 * (down == 0) + 2 * (right == last) + 4 * (down == last) + 8 * (right == 0)
        return Tiles(squares, np.stack(corners, axis=1), rims)

    def _sheet(self, squares: Squares) -> _Floats:
        """The rows and columns of squares; in three dimensions also their layers."""
        board = self._board
        if isinstance(board, Surface):
            return board.places(squares).astype(np.float64)
        levels = board.levels  # type: ignore[attr-defined]
        return board.coordinates(squares)[:, [*levels.axes, *levels.others]].T.astype(np.float64)

    def _place(self, rows: _Floats, cols: _Floats, *layers: _Floats) -> _Floats:
        board = self._board
        if not isinstance(board, Surface):
            return _stacked(rows, cols, layers[0], board)
        rows, cols = board.folded(rows, cols, board.copy_at(rows, cols))
        bend = BENDS[type(board)]
        return self._scale * np.stack(bend((cols + 0.5) / board.cols, (rows + 0.5) / board.rows, board), axis=-1)


_INNER: Final = 1 - 1e-9
"""The distance of tile corners from the cut, so that each is folded to the side of its square."""


def has_embedding(board: BaseBoard) -> bool:
    """Whether it is a surface that says how it bends, or a board of three dimensions."""
    return type(board) in BENDS or (isinstance(board, Space) and len(board.sides) == 3)


def _cuts(board: BaseBoard) -> int:
    """Return the number of tiles along each side of a square."""
    return max(1, round(np.sqrt(_TILES / board.size))) if isinstance(board, Surface) else 1


def _area(corners: _Floats) -> float:
    across, along = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return float(np.linalg.norm(np.cross(across, along), axis=1).sum()) / 2


def _stacked(rows: _Floats, cols: _Floats, layers: _Floats, board: Any) -> _Floats:
    levels = board.levels
    x, y = cols - (levels.width - 1) / 2, (levels.height - 1) / 2 - rows
    return np.stack([x, y, _LAYERS_APART * (layers - (levels.number - 1) / 2)], axis=-1)


# From the relative position across and down the rectangle to space

_Bent: TypeAlias = tuple[_Floats, _Floats, _Floats]


def _tube(x: _Floats, y: _Floats, board: Surface) -> _Bent:
    around = 2 * np.pi * x
    radius = board.cols / (2 * np.pi)
    return radius * np.cos(around), radius * np.sin(around), board.rows * (0.5 - y)


def _ring(x: _Floats, y: _Floats, board: Surface) -> _Bent:
    """The longer side goes around the hole."""
    (along, length), (across, width) = (x, board.cols), (y, board.rows)
    if length < width:
        (along, length), (across, width) = (across, width), (along, length)
    around, about = 2 * np.pi * along, 2 * np.pi * across
    radius = max(length / width, 2.2) + np.cos(about)
    return radius * np.cos(around), radius * np.sin(around), np.sin(about)


def _half_twist(x: _Floats, y: _Floats, board: Surface) -> _Bent:
    around = 2 * np.pi * x
    aside = min(np.pi * board.rows / board.cols, 0.6) * (1 - 2 * y)
    radius = 1 + aside * np.cos(around / 2)
    return radius * np.cos(around), radius * np.sin(around), aside * np.sin(around / 2)


def _bottle(x: _Floats, y: _Floats, _: Surface) -> _Bent:
    """The neck passes through the side and meets the bottom from within."""
    c, s = np.cos(np.pi * x), np.sin(np.pi * x)
    about = 2 * np.pi * y - np.pi / 2
    w = np.cos(about)
    aside = -2 / 15 * c * (3 * w - 30 * s + 90 * c**4 * s - 60 * c**6 * s + 5 * c * w * s)
    body = w * (3 - 3 * c**2 - 48 * c**4 + 48 * c**6 + s * (5 * c - 5 * c**3 - 80 * c**5 + 80 * c**7))
    return aside, 2 / 15 * (3 + 5 * c * s) * np.sin(about), -s / 15 * (body - 60 * s) - 2


def _boy(x: _Floats, y: _Floats, _: Surface) -> _Bent:
    """The rectangle becomes a disc whose opposite rim points are glued."""
    across, down = 2 * x - 1, 2 * y - 1
    length = np.maximum(np.hypot(across, down), 1e-12)
    point = (across + 1j * down) * np.maximum(np.abs(across), np.abs(down)) / length
    share = 1 / (point**6 + np.sqrt(5) * point**3 - 1)
    one = -1.5 * (point * (1 - point**4) * share).imag
    two = -1.5 * (point * (1 + point**4) * share).real
    three = ((1 + point**6) * share).imag - 0.5
    norm = one**2 + two**2 + three**2
    return one / norm, two / norm, three / norm + 1


BENDS: Final[dict[type[Surface], Callable[[_Floats, _Floats, Surface], _Bent]]] = {
    Cylinder: _tube,
    Torus: _ring,
    Moebius: _half_twist,
    KleinBottle: _bottle,
    ProjectivePlane: _boy,
}
"""How the surfaces that lie in space bend; others are drawn flat."""
