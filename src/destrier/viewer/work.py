"""What the viewer has done for a request, each by one function: bytes and plain values in and out.

They run in the processes of the crew. A tourney is the bytes of an `.npy` file of its moves array.
"""

from __future__ import annotations

import math
import traceback
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from destrier.board import Board
from destrier.errors import BudgetExceeded, DestrierError, InvalidTourney, NoSuchTour
from destrier.tourneys import Tour, as_tourney

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.tourneys import Tourney
    from destrier.types import Square

__all__ = [
    "EXPORTS",
    "MOST_SQUARES",
    "PLAYED_SIDE",
    "READ",
    "Failure",
    "Made",
    "attempt",
    "export",
    "finish",
    "from_npy",
    "join",
    "make_tour",
    "make_tourney",
    "measure",
    "obfuscate",
    "read",
    "shatter",
    "to_npy",
    "warm_up",
]

MOST_SQUARES: Final = 4096 * 4096
"""Of a board that the viewer makes or takes."""

PLAYED_SIDE: Final = 8
"""The longest side of a board on which `finish` answers."""

READ: Final = ("npy", "txt", "json")
"""Formats of files that are read."""

EXPORTS: Final[dict[str, tuple[str, str | None, str, int]]] = {
    "svg": (".svg", None, "image/svg+xml", 1 << 20),
    "animated-svg": (".svg", "animated", "image/svg+xml", 1 << 18),
    "plotter-svg": (".svg", "plotter", "image/svg+xml", 1 << 20),
    "png": (".png", None, "image/png", MOST_SQUARES),
    "gif": (".gif", None, "image/gif", 1 << 16),
    "html": (".html", None, "text/html", 1 << 18),
    "json": (".json", None, "application/json", 1 << 20),
    "txt": (".txt", None, "text/plain", 1 << 22),
    "npy": (".npy", None, "application/octet-stream", MOST_SQUARES),
}
"""By name: the suffix, the manner of drawing, the media type, and the most squares."""

_HEADER: Final = 10_000
"""Bytes in which the header of an `.npy` file ends."""


class Made(NamedTuple):
    """A tourney, and where an open tour starts."""

    npy: bytes
    start: Square | None


class Failure(NamedTuple):
    """Why there is no answer, in a line; by the name of the error."""

    error: str
    kind: str


def attempt(task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What the task returns, or a `Failure`: it raises nothing."""
    try:
        return task(*arguments)
    except DestrierError as error:
        return Failure(" ".join(str(error).split()), type(error).__name__)
    except MemoryError as error:
        return Failure(" ".join(str(error).split()) or "there is not enough memory", "MemoryError")
    except Exception as error:  # noqa: BLE001 (the process goes on)
        traceback.print_exc()
        return Failure(f"this went wrong here: {type(error).__name__}", "Fault")


def warm_up() -> None:
    """Load the kernels that most requests need."""
    from destrier.generate import tour  # noqa: PLC0415 (needs the compiler)

    made = to_npy(tour(12, 12, seed=0))
    join(shatter(made.npy, 0).npy, 0)
    measure(made.npy)


def make_tour(request: dict[str, Any]) -> Made:
    """The tour that is asked for, with the parameters of `destrier.tour`."""
    from destrier.generate import tour  # noqa: PLC0415

    options = {name: value for name, value in request.items() if name not in ("rows", "cols", "shape")}
    for end in ("start", "end"):
        if end in options:
            options[end] = tuple(options[end])
    return to_npy(tour(_board(request), **options))


def make_tourney(request: dict[str, Any]) -> Made:
    """The tourney that is asked for, with the parameters of `destrier.tourney`."""
    from destrier.generate import tourney  # noqa: PLC0415

    return to_npy(tourney(_board(request), algorithm=request["algorithm"], seed=request.get("seed")))


def join(npy: bytes, seed: int | None) -> Made:
    """Its cycles joined."""
    from destrier.joining import join as join_  # noqa: PLC0415

    return to_npy(join_(from_npy(npy), seed=seed))


def shatter(npy: bytes, seed: int | None) -> Made:
    """It in many cycles."""
    from destrier.rails import shatter as shatter_  # noqa: PLC0415

    return to_npy(shatter_(from_npy(npy), seed=seed))


def obfuscate(npy: bytes, seed: int | None, method: Any) -> Made:
    """A random-looking tour of the same board."""
    from destrier.obfuscation import obfuscate as obfuscate_  # noqa: PLC0415

    return to_npy(obfuscate_(from_npy(npy), method=method, seed=seed))


def measure(npy: bytes) -> dict[str, object]:
    """Its measures, see `destrier.measure`."""
    from destrier.metrics import measure as measure_  # noqa: PLC0415

    return measure_(from_npy(npy))


def export(npy: bytes, name: str, start: Square | None, options: dict[str, bool]) -> bytes:
    """The file that `destrier draw`, or `save`, writes."""
    from destrier.drawing import draw, find_format  # noqa: PLC0415
    from destrier.files import save  # noqa: PLC0415

    suffix, manner, _, most = EXPORTS[name]
    tourney = from_npy(npy)
    if tourney.board.size > most:
        raise DestrierError(f"a {name} file is of boards of up to {most:,} squares, not {tourney.board.describe()}")
    if start is not None and isinstance(tourney, Tour):
        tourney = tourney.starting_at(start)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"tour{suffix}"
        if suffix in (".npy", ".json", ".txt"):
            save(tourney, path)
        else:
            known = find_format(path, manner).options  # type: ignore[arg-type]
            draw(tourney, path, manner, **{key: value for key, value in options.items() if key in known})  # type: ignore[arg-type]
        return path.read_bytes()


def read(data: bytes, name: str) -> Made:
    """The tourney that a file of this format holds."""
    from destrier.files import from_json, from_text  # noqa: PLC0415

    if name == "npy":
        return to_npy(from_npy(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidTourney(f"this is not text: byte {error.start} is not UTF-8") from error
    return to_npy((from_text if name == "txt" else from_json)(text))


def finish(request: dict[str, Any]) -> dict[str, object]:
    """Whether a path of squares can be made a tour; how, if so.

    The squares not yet visited, and the last one, have an open tour from there. For a closed tour it ends a move from
    the first square.
    """
    board, path = _board(request), [tuple(square) for square in request["path"]]
    if max(board.shape) > PLAYED_SIDE:
        raise DestrierError(f"this is answered on boards of up to {PLAYED_SIDE} x {PLAYED_SIDE}, not {board}")
    _check_path(board, path)
    ends: list[Square | None] = [None]
    if request["kind"] == "closed":
        ends = [square for square in _onward(board, path[0]) if square not in path[:-1]]
    if len(path) == board.size:
        closes = request["kind"] == "open" or path[-1] in ends
        return {"can": closes, "path": path if closes else None}
    present = board.present.copy()
    for row, col in path[:-1]:
        present[row, col] = False
    rest = Board.from_mask(present)
    proved = True
    for end in ends:
        if end == path[-1]:
            continue
        try:
            order = _open_tour(rest, path[-1], end)
        except NoSuchTour:
            continue
        except BudgetExceeded:
            proved = False
            continue
        return {"can": True, "path": [*path[:-1], *order]}
    return {"can": False if proved else None, "path": None}


def _open_tour(board: Board, start: Square, end: Square | None) -> list[Square]:
    from destrier.generate import tour  # noqa: PLC0415

    made = tour(board, kind="open", start=start, end=end, obfuscate=False, algorithm="two-factor", seed=0)
    return [board.square(square) for square in made.order().tolist()]


def _check_path(board: Board, path: list[Square]) -> None:
    for square in path:
        board.index(square)
    for here, there in pairwise(path):
        if {abs(here[0] - there[0]), abs(here[1] - there[1])} != {1, 2}:
            raise DestrierError(f"from {here[0]},{here[1]} to {there[0]},{there[1]} is not a knight's move")
    if len(set(path)) < len(path):
        raise DestrierError("the path visits a square twice")


def _onward(board: Board, square: Square) -> list[Square]:
    """The squares that are a move from this one."""
    from destrier.board import MOVES  # noqa: PLC0415

    reached = [(square[0] + drow, square[1] + dcol) for drow, dcol in MOVES]
    return [there for there in reached if board.has(there)]


def _board(request: dict[str, Any]) -> Board:
    """The board that a request names: `shape` draws it, else `rows` and `cols` are its sides."""
    if "shape" in request:
        board = Board.from_text(request["shape"])
    elif "rows" in request and "cols" in request:
        board = Board(request["rows"], request["cols"])
    else:
        raise DestrierError("a board is rows and cols, or a shape")
    _refuse_large(board.shape)
    return board


def _refuse_large(shape: tuple[int, int]) -> None:
    if math.prod(shape) > MOST_SQUARES:
        raise DestrierError(f"the viewer takes boards of up to {MOST_SQUARES:,} squares, not {shape[0]} x {shape[1]}")


def to_npy(tourney: Tourney) -> Made:
    """The bytes of its file, and where it starts if it is open."""
    file = BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(tourney.moves), version=(1, 0), allow_pickle=False)
    return Made(file.getvalue(), None if tourney.ends is None else tourney.ends[0])


def from_npy(npy: bytes) -> Tourney:
    """The tourney of these bytes; `InvalidTourney` naming the first fault."""
    file = BytesIO(npy)
    try:
        version = np.lib.format.read_magic(file)
        read_header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
        shape, by_columns, dtype = read_header[version](file, max_header_size=_HEADER)
    except Exception as error:  # the header is a Python literal: its parser raises what it likes
        raise InvalidTourney("this is not an .npy file, or not all of it") from error
    if dtype != np.uint8 or len(shape) != 2 or by_columns or 0 in shape:
        raise InvalidTourney(f"this array is {dtype} of shape {shape}, not uint8 of (rows, cols) by rows")
    _refuse_large((shape[0], shape[1]))
    if len(npy) - file.tell() != math.prod(shape):
        raise InvalidTourney(f"{len(npy) - file.tell()} bytes follow the header, not {math.prod(shape)}")
    moves = np.frombuffer(npy, np.uint8, offset=file.tell()).reshape(shape)
    return as_tourney(moves, Board(*moves.shape) if moves.all() else Board.from_mask(moves != 0))
