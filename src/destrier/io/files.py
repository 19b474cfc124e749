"""Reading and writing tourneys of any board; the suffix of a path chooses the format (see `io.formats`).

Files are written beside their target and renamed (see `support.atomic`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast, get_args, overload, runtime_checkable

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import Piece
from destrier.core.tourney import Tour, Tourney, as_tourney
from destrier.core.tours import Tours, several
from destrier.io.arrays import only_tour
from destrier.io.drawings import draw
from destrier.io.formats import DRAWN, FORMATS, LOADED, PICTURES, SAVED
from destrier.io.graphs import save_graph
from destrier.io.guesses import Asked, Origin, Reading
from destrier.io.stacks import Stack, holds_many, is_stack, load_stack, read_stack, save_stack, tours_of
from destrier.io.texts import read_tour, same_board
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import OpenFile, check_target, replacing, write_atomically, write_through
from destrier.support.errors import DestrierError, InvalidTourney, shown, spelled
from destrier.support.reading import decoded, kind_of, read_text, reading, suffix_of

_Held = TypeVar("_Held", bound=Tourney | Tours)

_IMAGES: Final = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".ppm", ".pgm", ".pbm")


def save(
    tourney: Tourney | Iterable[Tour],
    path: StrPath | OpenFile,
    *,
    first: int = 1,
    suffix: str = "",
    progress: Progress | None = None,
) -> None:
    """Write a tourney of any board, or several tours of one board, in the format of the suffix; see `io.formats`.

    Parameters
    ----------
    tourney
        The tourney, or the tours, to write. Several tours are written to `.npy`, `.npz`, `.parquet`, `.txt`, `.json`,
        `.squares`, `.pgn` or, on a sheet of pictures, to `.svg`, `.pdf` or `.png`.
    path
        The path of the file, or an open file. An existing file is either replaced completely or left unchanged.
    first
        The number of the first square in a numbered board, 1 or 0.
    suffix
        The suffix of an open file that has no name, such as `io.BytesIO`.
    progress
        A function to call with the progress of a drawing, as in `draw`.

    Raises
    ------
    DestrierError
        If there is no such format, or it cannot hold this board.
    OSError
        If the file cannot be written.

    See Also
    --------
    destrier.draw, destrier.load, destrier.save_graph

    Examples
    --------
    >>> import destrier as dt
    >>> tour = dt.tour(6, 6, seed=1)
    >>> dt.save(tour, "tour.txt")
    >>> dt.load("tour.txt") == tour
    True
    """
    if suffix or not isinstance(path, str | PathLike):
        write_through(path, suffix, lambda copy: save(tourney, copy, first=first, progress=progress))
        return
    if not isinstance(tourney, Tourney):
        many = several("save", tourney)
        if suffix_of(path) in PICTURES:
            draw(many, path)
        else:
            save_stack(many, path)
        return
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


@runtime_checkable
class _Readable(Protocol):
    def read(self) -> str | bytes: ...


@overload
def load(
    source: StrPath | _Readable,
    *,
    leaper: Piece | None = None,
    board: BaseBoard | None = None,
    suffix: str = "",
    origin: Origin = "top",
) -> Any: ...
@overload
def load(
    source: StrPath | _Readable,
    *,
    leaper: Piece | None = None,
    board: BaseBoard | None = None,
    suffix: str = "",
    origin: Origin = "top",
    holds: type[_Held],
) -> _Held: ...
def load(
    source: StrPath | _Readable,
    *,
    leaper: Piece | None = None,
    board: BaseBoard | None = None,
    suffix: str = "",
    origin: Origin = "top",
    holds: type[Any] | None = None,
) -> Any:
    """Return the tourney that a file or a text holds; as a `Tour` if it is one, and as `Tours` if there are several.

    The suffix chooses the format of a file of destrier's. Other texts are read by their content: grids of numbers, and
    lists of squares, of moves, of coordinates or of indices (see `io.texts`). A large npy file is memory-mapped:
    leave it in place while the tourney is used (`save` may replace it).

    Parameters
    ----------
    source
        The path of a file, an open file, or a text of several words or lines.
    leaper
        The piece, as for a `Board`, of a file that does not name it; by default the knight.
    board
        The board of a file that does not name it, such as another program's; a file that names another is refused.
    suffix
        The suffix of the format, such as `.txt` or `.pairs`, whatever the name and the content of the file suggest.
    origin
        Where other people's texts count rows from, `top` or `bottom`: 0 is then the top left square, or a1.
    holds
        The required type of the result: `Tour` refuses several cycles and several tours, and `Tours` is a list even of
        one tour.

    Raises
    ------
    InvalidTourney
        If the file does not hold a tourney; the message names the first fault by row and column.
    DestrierError
        If there is no such format.
    OSError
        If the file cannot be read.

    Warns
    -----
    UserWarning
        If a list visits only a part of a rectangle, and neither the file nor `board` names the board.

    See Also
    --------
    destrier.check, destrier.save

    Examples
    --------
    >>> load("a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2")
    <open Tour of 3 x 4>
    """
    if origin not in get_args(Origin):
        raise DestrierError(f"rows are counted from the top or from the bottom, not from {shown(origin)}")
    asked = Asked(board, leaper, origin=origin)
    try:
        held = read(source, asked, suffix).tour
    except InvalidTourney:
        if holds not in (None, Tours) or not _holds_many(source, suffix):
            raise
        return _load_many(cast("StrPath", source), asked, suffix)
    if holds is Tours and isinstance(held, Tour):
        return Tours([held])
    if isinstance(held, holds or Tourney):
        return held
    place = f"{spelled(source)}: " if isinstance(source, str | Path) and not _is_text(str(source)) else ""
    raise InvalidTourney(f"{place}this is a tourney of {held.cycle_count} cycles, not a tour")


def _holds_many(source: StrPath | _Readable, suffix: str) -> bool:
    if isinstance(source, _Readable) or (isinstance(source, str) and _is_text(source)):
        return False
    return is_stack(source, suffix)


def _load_many(path: StrPath, asked: Asked, suffix: str) -> Tours:
    stack = load_stack(path, suffix, asked)
    tours = Tours(cast("Tour", tour) for tour in tours_of(stack, path))
    tours.seconds = stack.seconds
    return tours


def read(source: StrPath | _Readable, asked: Asked, suffix: str = "") -> Reading:
    """Return the tourney that a file or a text holds, and how it was understood; see `load`."""
    if suffix and suffix not in LOADED:
        raise DestrierError(f"a format of tours is one of {' '.join(LOADED)}, not {shown(suffix)}")
    if isinstance(source, _Readable):
        told = source.read()
        return read_tour(told if isinstance(told, str) else decoded(told), suffix, asked, chosen=bool(suffix))
    if isinstance(source, str) and _is_text(source):
        return read_tour(source, suffix, asked, chosen=bool(suffix))
    form = suffix or suffix_of(source)
    row = FORMATS.get(form)
    if form == ".edges" or (form == ".html" and _is_table(source)):
        form, row = "", None  # read by its content
    if row is not None and not (row.array or row.text or row.many == "read and written"):
        made = "; a drawing does not list its squares, but tour --like makes its tour again" if form in DRAWN else ""
        raise DestrierError(f"{spelled(source)}: the suffix chooses the format; it is one of {' '.join(LOADED)}{made}")
    with reading(source, kind_of(form)):
        if row is not None and row.array:
            read_array, _ = row.array()
            return Reading(same_board(read_array(source, asked.leaper, asked.board), asked), "")
        if form == ".parquet":
            return Reading(_only(read_stack(source, form, asked)), "")
        try:
            return read_tour(read_text(source), form, asked, chosen=bool(suffix))
        except InvalidTourney:
            if holds_many(source, form):
                return Reading(_only(read_stack(source, form, asked)), "")
            raise


def _is_table(path: StrPath) -> bool:
    """Return whether a web page has a table, unlike those that `draw` writes."""
    with reading(path, "a web page"):
        text = read_text(path)
        return "<td" in text.lower() and "destrier recipe" not in text


def _is_text(source: str) -> bool:
    """Return whether a string is a text rather than the path of a file."""
    return (
        not source.strip()
        or "\n" in source
        or source.lstrip().startswith(("[", "{"))
        or len(source.replace(",", " ").split()) > _WORDS
    )


_WORDS: Final = 5
"""The most words of the name of a file."""


def _only(stack: Stack) -> Tourney:
    return as_tourney(only_tour(stack.moves, stack.board), stack.board)


def load_board(path: StrPath, *, squares: str = "", holes: str = "") -> Board:
    """Read the shape of a board from an image (dark pixels are squares) or from text; see `Board.from_text`."""
    if suffix_of(path) in _IMAGES:
        if squares or holes:
            raise DestrierError(f"{spelled(path)}: squares and holes name signs of a text, and this is an image")
        return Board.from_image(path)
    with reading(path, "a text", DestrierError):
        return Board.from_text(read_text(path), squares=squares, holes=holes)


def check_writable(path: StrPath, suffixes: Collection[str] = SAVED) -> None:
    """Validate the path of a file before the work whose result it will hold."""
    check_target(path)
    suffix_of(path, suffixes)
