"""Reading and writing tourneys of any board; the suffix of a path chooses the format.

`.npy`
    the moves array of a knight's tourney, or of another piece's on a flat board; memory-mapped when large
`.npz`
    the moves array of any tourney, with its board (see `io.arrays`)
`.txt`
    the numbered board: a row a line, `.` where no square is, the cycles numbered one after the other; lines
    `# cycles: 4 4 8`, `# open` and `# board: box 9 7 6` say what the numbers do not (see `drawing.numbered_board`)
`.json`
    one object with the board, the kind and the cycles (see `io.json`)
`.svg`, `.pdf`, `.png`, `.gif`, `.html`
    drawings, written only
`.moves`
    the number of the move that leaves each square, as a digit (see `io.digits`)
`.tour`
    the tour as TSPLIB and LKH write it (see `io.tsplib`)
`.edges`, `.g6`, `.col`, `.hcp`, `.graphml`
    the moves as a graph, written only (see `io.graphs`, which writes other graphs, too)

Files are written beside their target and renamed (see `support.atomic`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from destrier.core.board import BaseBoard, Board
from destrier.core.leaper import Piece
from destrier.core.tourney import Tourney, as_tourney, takes_tourney
from destrier.drawing import FORMATS
from destrier.io.arrays import map_npy, only_tour, read_npz, write_npy, write_npz
from destrier.io.digits import from_digits, to_digits
from destrier.io.graphs import GRAPHS, save_graph
from destrier.io.json import from_json, to_json
from destrier.io.stacks import Stack, holds_many, read_stack
from destrier.io.text import from_text
from destrier.io.tsplib import from_tsplib, to_tsplib
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import check_target, replacing, write_atomically
from destrier.support.errors import DestrierError, InvalidTourney, spelled
from destrier.support.reading import read_text, reading, suffix_of

LOADED: Final = (".npy", ".npz", ".txt", ".json", ".moves", ".tour")
"""Suffixes that `load` reads."""

SAVED: Final = (".npy", ".npz", ".json", *FORMATS, ".moves", ".tour", *GRAPHS)
"""Suffixes that `save` writes."""

_TEXTS: Final[dict[str, Callable[[Tourney], str]]] = {".json": to_json, ".moves": to_digits, ".tour": to_tsplib}

_READERS: Final[dict[str, Callable[[str], Tourney]]] = {".txt": from_text, ".json": from_json, ".moves": from_digits}

_IMAGES: Final = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".ppm", ".pgm", ".pbm")


@takes_tourney
def save(tourney: Tourney, path: StrPath, *, first: int = 0, progress: Progress | None = None) -> None:
    """Write a tourney of any board in the format that the suffix names; see the module's page.

    Parameters
    ----------
    tourney
        What to write.
    path
        Where to. A file that is there is replaced as a whole, or left as it was.
    first
        The number of the first square in a numbered board, 0 or 1.
    progress
        A function that is called with the progress of a drawing, as in `draw`.

    Raises
    ------
    DestrierError
        If there is no such format, or it cannot hold this board.
    OSError
        If the file cannot be written.
    """
    suffix = suffix_of(path, SAVED)
    if suffix in (".npy", ".npz"):
        with replacing(path) as file:
            (write_npy if suffix == ".npy" else write_npz)(file, tourney)
    elif suffix in _TEXTS:
        write_atomically(path, _TEXTS[suffix](tourney).encode())
    elif suffix in GRAPHS:
        save_graph(tourney, path)
    else:
        from destrier.drawing import draw, find_format

        numbered: dict[str, Any] = {"first": first} if "first" in find_format(path).options else {}
        draw(tourney, path, progress=progress, **numbered)


def load(path: StrPath, *, leaper: Piece | None = None, board: BaseBoard | None = None) -> Tourney:
    """Return the tourney that an npy, npz, txt, json, moves or tour file holds; a `Tour` if it is one.

    A large npy file is memory-mapped: leave it in place while the tourney is used (`save` may replace it).

    Parameters
    ----------
    path
        The file.
    leaper
        The piece, as for a `Board`, for an npy file that does not name it; else the knight.
    board
        The board, for a `.tour` file of another program, which does not name it.

    Raises
    ------
    InvalidTourney
        If the file does not hold a tourney: its first fault, by row and column.
    DestrierError
        If the suffix is none of these.
    OSError
        If the file cannot be read.
    """
    suffix = suffix_of(path)
    if suffix not in (*LOADED, ".parquet"):
        made = "; a drawing holds no squares, but tour --like makes its tour again" if suffix in FORMATS else ""
        raise DestrierError(f"{spelled(path)}: the suffix chooses the format; it is one of {' '.join(LOADED)}{made}")
    with reading(path):
        return _read(path, suffix, leaper, board)


def _read(path: StrPath, suffix: str, leaper: Piece | None, board: BaseBoard | None) -> Tourney:
    """Return the tourney of a file, also where it is the only one in a file of many."""
    if suffix == ".npy":
        return map_npy(path, leaper)
    if suffix == ".parquet":
        return _only(read_stack(path))
    if suffix == ".npz":
        return read_npz(path)
    text = read_text(path)
    if suffix == ".tour":
        return from_tsplib(text, board)
    try:
        return _READERS[suffix](text)
    except InvalidTourney:
        if suffix == ".txt" and holds_many(path):
            return _only(read_stack(path))
        raise


def _only(stack: Stack) -> Tourney:
    return as_tourney(only_tour(*stack), stack.board)


def load_board(path: StrPath) -> Board:
    """Read the shape of a board from an image (a dark pixel is a square) or from text (`.` is none).

    Raises
    ------
    DestrierError
        If the file holds no shape.
    OSError
        If it cannot be read.
    """
    if suffix_of(path) in _IMAGES:
        return Board.from_image(path)
    with reading(path, "a text", DestrierError):
        return Board.from_text(read_text(path))


def check_writable(path: StrPath, suffixes: Collection[str] = SAVED) -> None:
    """Raise now what writing `path` would raise later, after the work is done.

    Raises
    ------
    DestrierError
        If its suffix is none of `suffixes`.
    OSError
        If it is a directory, or the folder is missing or not ours to write to.
    """
    check_target(path)
    suffix_of(path, suffixes)
