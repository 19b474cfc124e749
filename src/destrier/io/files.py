"""Reading and writing tourneys of any board; the suffix of a path chooses the format (see `io.formats`).

Files are written beside their target and renamed (see `support.atomic`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, overload

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import Piece
from destrier.core.tourney import AnyTourney, Tourney, as_tourney, takes_tourney
from destrier.io.arrays import only_tour
from destrier.io.drawings import draw
from destrier.io.formats import DRAWN, FORMATS, LOADED, SAVED, Format
from destrier.io.graphs import save_graph
from destrier.io.stacks import Stack, holds_many, read_stack
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import check_target, replacing, write_atomically
from destrier.support.errors import DestrierError, InvalidTourney, spelled
from destrier.support.reading import read_text, reading, suffix_of

_IMAGES: Final = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".ppm", ".pgm", ".pbm")


@takes_tourney
def save(tourney: Tourney, path: StrPath, *, first: int = 0, progress: Progress | None = None) -> None:
    """Write a tourney of any board in the format of the suffix; see `io.formats`.

    Parameters
    ----------
    tourney
        The tourney to write.
    path
        The path of the file. An existing file is either replaced completely or left unchanged.
    first
        The number of the first square in a numbered board, 0 or 1.
    progress
        A function to call with the progress of a drawing, as in `draw`.

    Raises
    ------
    DestrierError
        If there is no such format, or it cannot hold this board.
    OSError
        If the file cannot be written.
    """
    row = FORMATS[suffix_of(path, SAVED)]
    if row.manners:
        numbered: dict[str, Any] = {"first": first} if "first" in next(iter(row.manners.values())).options else {}
        draw(tourney, path, progress=progress, **numbered)
    elif row.array:
        _, write = row.array()
        with replacing(path) as file:
            write(file, tourney)
    elif row.text:
        _, render = row.text()
        write_atomically(path, render(tourney).encode())
    else:
        save_graph(tourney, path)


@overload
def load(path: StrPath, *, leaper: Piece | None = None, board: BaseBoard | None = None) -> Tourney: ...
@overload
def load(
    path: StrPath, *, leaper: Piece | None = None, board: BaseBoard | None = None, holds: type[AnyTourney]
) -> AnyTourney: ...
def load(
    path: StrPath, *, leaper: Piece | None = None, board: BaseBoard | None = None, holds: type[Tourney] = Tourney
) -> Tourney:
    """Return the tourney that a file holds, such as an npy, npz, txt or json file; as a `Tour` if it is one.

    A large npy file is memory-mapped: leave it in place while the tourney is used (`save` may replace it).

    Parameters
    ----------
    path
        The file.
    leaper
        The piece, as for a `Board`, of an npy file that does not name it; by default the knight.
    board
        The board of another program's `.tour` file, which does not name it.
    holds
        The required type of the result: `Tour` refuses several cycles.

    Raises
    ------
    InvalidTourney
        If the file does not hold a tourney; the message names the first fault by row and column.
    DestrierError
        If the suffix is none of these.
    OSError
        If the file cannot be read.
    """
    suffix = suffix_of(path)
    row = FORMATS.get(suffix)
    if row is None or not (row.array or row.text or row.many == "read and written"):
        made = "; a drawing does not list its squares, but tour --like makes its tour again" if suffix in DRAWN else ""
        raise DestrierError(f"{spelled(path)}: the suffix chooses the format; it is one of {' '.join(LOADED)}{made}")
    with reading(path):
        held = _read(row, path, leaper, board)
        if not isinstance(held, holds):
            raise InvalidTourney(f"this is a tourney of {held.cycle_count} cycles, not a tour")
        return held


def _read(row: Format, path: StrPath, leaper: Piece | None, board: BaseBoard | None) -> Tourney:
    """Return the tourney of a file, which may be a file of many tours that holds only one."""
    if row.array:
        read, _ = row.array()
        return read(path, leaper)
    if row.text is None:
        return _only(read_stack(path))
    parse, _ = row.text()
    text = read_text(path)
    try:
        return parse(text, board) if row.takes_board else parse(text)
    except InvalidTourney:
        if row.many and holds_many(path):
            return _only(read_stack(path))
        raise


def _only(stack: Stack) -> Tourney:
    return as_tourney(only_tour(*stack), stack.board)


def load_board(path: StrPath, *, squares: str = "", holes: str = "") -> Board:
    """Read the shape of a board from an image (dark pixels are squares) or from text; see `Board.from_text`."""
    if suffix_of(path) in _IMAGES:
        if squares or holes:
            raise DestrierError(f"{spelled(path)}: squares and holes name signs of a text, and this is an image")
        return Board.from_image(path)
    with reading(path, "a text", DestrierError):
        return Board.from_text(read_text(path), squares=squares, holes=holes)


def check_writable(path: StrPath, suffixes: Collection[str] = SAVED) -> None:
    """Raise now the errors that writing `path` would raise later, after the work is done."""
    check_target(path)
    suffix_of(path, suffixes)
