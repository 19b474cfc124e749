"""Writing many tours of one board; the suffix of a path chooses the format.

| suffix | holds |
|---|---|
| `.npy` | the moves arrays: `uint8` (tours, rows, cols) |
| `.parquet` | a row for each tour: `start`, the index of its first square, and its moves in visiting order in `moves_0`, `moves_1`, ... (`uint64`): 21 moves a word, three bits each, the first in the lowest bits |
| `.svg` | a contact sheet |

The visiting order is that of `Tour.order`. A closed tour has as many moves as squares, the last one leads back; an open
tour has one less.
"""  # noqa: E501 (a table)

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board, move_offsets
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.support.atomic import check_target, replacing, write_atomically
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.types import StrPath

STACKED: Final = (".npy", ".parquet", ".svg")
"""Suffixes that `save_stack` writes."""

_MOVES_PER_WORD: Final = 21

_DRAWN: Final = 10_000
"""Tours on the largest contact sheet."""


def check_stack(path: StrPath, tours: int) -> None:
    """Raise now what writing so many tours to `path` would raise later.

    Raises
    ------
    DestrierError
        If the suffix is none of `STACKED`, or the tours are too many to be drawn, or duckdb is not installed for
        parquet.
    OSError
        If the file cannot be written.
    """
    check_target(path)
    suffix = Path(path).suffix.lower()
    if suffix not in STACKED:
        raise DestrierError(f"{path}: the suffix chooses the format; it is one of {' '.join(STACKED)}")
    if suffix == ".svg" and tours > _DRAWN:
        raise DestrierError(f"{path}: a contact sheet shows {_DRAWN} tours at most, not {tours}")
    if suffix == ".parquet":
        _duckdb()


def save_stack(moves: NDArray[np.uint8], path: StrPath) -> None:
    """Write the moves arrays (tours, rows, cols) in the format that the suffix names.

    Raises
    ------
    DestrierError
        As `check_stack`.
    OSError
        If the file cannot be written; an old one is then as it was.
    """
    check_stack(path, len(moves))
    suffix = Path(path).suffix.lower()
    if suffix == ".npy":
        with replacing(path) as file:
            np.lib.format.write_array(file, np.ascontiguousarray(moves), allow_pickle=False)
    elif suffix == ".parquet":
        _write_parquet(moves, path)
    else:
        write_atomically(path, _contact_sheet(moves).encode())


def pack_moves(moves: NDArray[np.uint8]) -> tuple[Squares, NDArray[np.uint64]]:
    """The first square of each tour, and its moves in words, `uint64` (tours, words): see the module's page."""
    flat = moves.reshape(len(moves), -1)
    single = np.bitwise_count(flat) == 1
    is_open = bool(single[:1].any())
    start: Squares = np.argmax(single, axis=1) if is_open else np.zeros(len(flat), np.int64)
    length = flat.shape[1] - is_open
    words = np.zeros((len(flat), ceil(length / _MOVES_PER_WORD)), np.uint64)
    offsets = move_offsets(moves.shape[2])
    tours, square, back = np.arange(len(flat)), start.copy(), np.zeros(len(flat), np.uint8)
    for number in range(length):
        onward = flat[tours, square] & ~back
        lowest = onward & -onward.astype(np.int8)
        move = np.bitwise_count(lowest - np.uint8(1)).astype(np.int64)
        words[:, number // _MOVES_PER_WORD] |= move.astype(np.uint64) << np.uint64(3 * (number % _MOVES_PER_WORD))
        square += offsets[move]
        back = np.left_shift(1, (move + 4) % 8).astype(np.uint8)
    return start, words


# Parquet


def _duckdb() -> Any:
    return extra("duckdb", "store", "Parquet")


def _write_parquet(moves: NDArray[np.uint8], path: StrPath) -> None:
    start, words = pack_moves(moves)
    columns = {"start": start.astype(np.uint16)}
    columns |= {f"moves_{number}": np.ascontiguousarray(word) for number, word in enumerate(words.T)}
    with replacing(path) as file, _duckdb().connect() as database:
        database.register("tours", columns)
        quoted = file.name.replace("'", "''")
        database.execute(f"COPY (SELECT * FROM tours) TO '{quoted}' (FORMAT parquet)")  # noqa: S608 (a path of ours)


# Contact sheets


def _contact_sheet(moves: NDArray[np.uint8]) -> str:
    """An SVG document of all tours, row by row, on a sheet about as wide as high."""
    from destrier.drawing.layout import CELL, LINE_WIDTH, MARGIN
    from destrier.drawing.style import STYLES
    from destrier.drawing.svg.document import LINES, Extent, document

    tours, rows, cols = moves.shape
    board, style = Board(rows, cols), STYLES["paper"]
    height, width = (CELL * side + MARGIN for side in (rows, cols))
    across = max(1, round(sqrt(tours * height / width)))
    down = ceil(tours / across)
    size = across * width + MARGIN, down * height + MARGIN
    lines = [
        f'<g class="tours" {LINES} stroke="{style.ink}" stroke-width="{LINE_WIDTH}">',
        *_sheet_paths(moves, board, across, (width, height)),
        "</g>",
    ]
    return document(lines, Extent(*size), title=f"{tours} knight's tours of {board}", name="sheet", look="")


def _sheet_paths(moves: NDArray[np.uint8], board: Board, across: int, size: tuple[int, int]) -> Iterator[str]:
    from destrier.drawing.svg.tour import cycle_paths

    for number, array in zip(count(), moves, strict=False):
        path = next(cycle_paths(Tourney.trusted(array, board, 1)))
        down, right = divmod(number, across)
        yield f'<path class="tour" transform="translate({right * size[0]} {down * size[1]})" d="{path}"/>'
