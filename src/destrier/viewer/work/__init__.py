"""The work of the viewer's requests, one function each, with bytes and plain values in and out.

The functions run in the processes of the pool. A tourney is the bytes of an `.npy` file of its moves array.
"""

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.recipes import is_recipe
from destrier.core.tourney import Tourney, as_tourney, knights_board
from destrier.core.types import Moves, Square
from destrier.io.files import read
from destrier.io.formats import FORMATS
from destrier.io.guesses import Asked
from destrier.io.texts import read_tour
from destrier.support.errors import DestrierError, InvalidTourney, spelled
from destrier.support.reading import decoded, parse_json

__all__ = [
    "MOST_SQUARES",
    "Failure",
    "Made",
    "array_npy",
    "attempt",
    "board_of",
    "from_npy",
    "read_file",
    "refuse_large",
    "to_npy",
]

MOST_SQUARES: Final = 4096 * 4096
"""The number of squares of the largest board that the viewer makes or accepts."""

LONGEST_RECIPE: Final = 4000
"""The most characters of a recipe sent along with a tourney."""

_HEADER: Final = 10_000
"""The header of an `.npy` file fits in this many bytes."""


class Made(NamedTuple):
    """A tourney, the start of an open tour, and its recipe."""

    npy: bytes
    start: Square | None
    recipe: str | None = None
    """The recipe as JSON, unless it is too long for the header of an answer."""


class Failure(NamedTuple):
    """The reason for a failure, in a line, and the name of the error."""

    error: str
    kind: str


def attempt(task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return the result of a task, or a `Failure`; raise nothing."""
    try:
        return task(*arguments)
    except MemoryError as error:
        return Failure(" ".join(str(error).split()) or "there is not enough memory", "MemoryError")
    except DestrierError as error:
        return Failure(" ".join(str(error).split()), type(error).__name__)
    except Exception as error:  # noqa: BLE001 (the process must survive)
        traceback.print_exc()
        return Failure(f"this went wrong here: {type(error).__name__}", "Fault")


def board_of(request: dict[str, Any]) -> Board:
    """Return the board of a request: `shape` draws it, or `rows` and `cols` are its sides."""
    if "shape" in request:
        board = Board.from_text(request["shape"])
    elif "rows" in request and "cols" in request:
        board = Board(request["rows"], request["cols"])
    else:
        raise DestrierError("a board is rows and cols, or a shape")
    refuse_large(board.shape)
    return board


def refuse_large(shape: tuple[int, int]) -> None:
    """Raise `DestrierError` if a board of this shape has more squares than the viewer takes."""
    if math.prod(shape) > MOST_SQUARES:
        raise DestrierError(f"the viewer takes boards of up to {MOST_SQUARES:,} squares, not {shape[0]} x {shape[1]}")


def to_npy(tourney: Tourney) -> Made:
    """Return the bytes of a tourney's file, and its start if it is open."""
    knights_board(tourney, "tours are shown on the page")
    recipe = json.dumps(tourney.recipe)
    known = recipe if tourney.recipe and len(recipe) <= LONGEST_RECIPE else None
    return Made(array_npy(tourney.moves), None if tourney.ends is None else tourney.ends[0], known)


def array_npy(array: Moves) -> bytes:
    """Return the bytes of an array's file."""
    file = BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return file.getvalue()


def from_npy(npy: bytes, recipe: str | None = None) -> Tourney:
    """Return the tourney in these bytes, with its recipe, or raise `InvalidTourney` naming the first fault."""
    tourney = _read_npy(npy)
    if recipe is not None:
        told = parse_json(recipe, "the recipe")
        if not is_recipe(told):
            raise DestrierError("this is not a recipe as in the answer that made the tour")
        tourney.recipe = told
    return tourney


def _read_npy(npy: bytes) -> Tourney:
    file = BytesIO(npy)
    try:
        version = np.lib.format.read_magic(file)
        read_header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
        shape, by_columns, dtype = read_header[version](file, max_header_size=_HEADER)
    except Exception as error:  # the header is a Python literal, whose parser may raise anything
        raise InvalidTourney("this is not an .npy file, or not all of it") from error
    if dtype != np.uint8 or len(shape) != 2 or by_columns or 0 in shape:
        raise InvalidTourney(f"this array is {dtype} of shape {shape}, not uint8 of (rows, cols) by rows")
    refuse_large((shape[0], shape[1]))
    if len(npy) - file.tell() != math.prod(shape):
        raise InvalidTourney(f"{len(npy) - file.tell()} bytes follow the header, not {math.prod(shape)}")
    moves = np.frombuffer(npy, np.uint8, offset=file.tell()).reshape(shape)
    return as_tourney(moves, Board(*moves.shape) if moves.all() else Board.from_mask(moves != 0))


def read_file(data: bytes, name: str) -> Tourney:
    """Return the tourney in a file with this suffix, without its dot, as `load` reads it."""
    row = FORMATS.get(f".{name}")
    if row is None or row.array is None:
        return read_tour(decoded(data), f".{name}").tour
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / f"tour.{name}"
        path.write_bytes(data)
        try:
            return read(path, Asked()).tour
        except InvalidTourney as error:  # the reader of the message knows the file by another name
            raise InvalidTourney(str(error).removeprefix(f"{spelled(path)}: ")) from error
