"""Reading and writing tourneys; the suffix of a path chooses the format.

| suffix | holds |
|---|---|
| `.npy` | the moves array: `uint8` (rows, cols), memory-mapped when large |
| `.txt` | the numbered board: a row a line, `.` for a missing square, the cycles numbered one after the other; a line `# cycles: 4 4 8` gives the lengths of several, a line `# open` says that a tour is open although its ends are a knight's move apart |
| `.json` | `{"rows", "cols", "kind": "closed" | "open" | "tourney", "cycles": [[[row, col], ...], ...], "missing": [[row, col], ...]}` |
| `.svg`, `.png`, `.gif`, `.html` | drawings, written only |

Files are written beside their target and renamed (see `writing`).
"""  # noqa: E501 (a table)

from __future__ import annotations

import json
import re
import warnings
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import numpy as np

from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney, as_tourney
from destrier.drawing import FORMATS
from destrier.support.atomic import check_target, replacing, write_atomically
from destrier.support.errors import DestrierError, InvalidTourney

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from destrier.core.box import BoxTour
    from destrier.core.types import Moves, Squares, StrPath

__all__ = [
    "SAVED",
    "check_writable",
    "from_json",
    "from_text",
    "holds_box",
    "load",
    "load_board",
    "load_box",
    "save",
    "to_json",
]

SAVED: Final = (".npy", ".json", *FORMATS)
"""Suffixes that `save` writes."""

_IMAGES: Final = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".ppm", ".pgm", ".pbm")

_MAPPED_FROM: Final = 1 << 26
"""Bytes from which an `.npy` file is mapped instead of read."""

_LONGEST_SIDE: Final = 10**9  # so that the indices of squares fit in int64

_NUMBER: Final = re.compile(r"[0-9]{1,18}")  # fits in int64
_ROW: Final = re.compile(r"(?:\s*(?:[0-9]{1,18}|\.)(?!\S))+\s*", re.ASCII)


def save(tourney: Tourney, path: StrPath) -> None:
    """Write a tourney in the format that the suffix names: npy, json, txt, svg, png, gif or html.

    Raises
    ------
    DestrierError
        If there is no such format.
    OSError
        If the file cannot be written; an old one is then as it was.
    """
    suffix = _suffix(path, SAVED)
    if suffix == ".npy":
        with replacing(path) as file:
            _write_npy(file, np.ascontiguousarray(tourney.moves))
    elif suffix == ".json":
        write_atomically(path, to_json(tourney).encode())
    else:
        from destrier.drawing import draw

        draw(tourney, path)


def load(path: StrPath) -> Tourney:
    """Read an npy, txt or json file; a `Tour` if it holds one.

    A large npy file is memory-mapped: leave it in place while the tourney is used (`save` may replace it).

    Raises
    ------
    InvalidTourney
        If the file does not hold a tourney: its first fault, by row and column.
    DestrierError
        If the suffix is none of these.
    OSError
        If the file cannot be read.
    """
    suffix = _suffix(path, (".npy", ".txt", ".json"))
    try:
        if suffix == ".npy":
            moves = _map_moves(path)
            return as_tourney(moves, Board(*moves.shape) if moves.all() else Board.from_mask(moves != 0))
        return (from_text if suffix == ".txt" else from_json)(_read_text(path))
    except DestrierError as fault:
        raise InvalidTourney(f"{path}: {fault}") from fault


def holds_box(path: StrPath) -> bool:
    """Whether a file looks like the tour of a box: for `load_box` rather than `load`."""
    if Path(path).suffix.lower() != ".json":
        return False
    return re.search(rb'"box"\s*:', Path(path).read_bytes()) is not None


def load_box(path: StrPath) -> BoxTour:
    """Read the tour of a box from a json file.

    Raises
    ------
    InvalidTourney
        If the file does not hold one: its first fault.
    OSError
        If the file cannot be read.
    """
    from destrier.core.box import BoxTour

    try:
        return BoxTour.from_json(_read_text(path))
    except DestrierError as fault:
        raise InvalidTourney(f"{path}: {fault}") from fault


def load_board(path: StrPath) -> Board:
    """Read the shape of a board from an image (a dark pixel is a square) or from text (`.` is none).

    Raises
    ------
    DestrierError
        If the file holds no shape.
    OSError
        If it cannot be read.
    """
    try:
        if Path(path).suffix.lower() in _IMAGES:
            return _decode_image(path)
        return Board.from_text(_read_text(path))
    except DestrierError as fault:
        raise DestrierError(f"{path}: {fault}") from fault


# Writing


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
    _suffix(path, suffixes)


def _suffix(path: StrPath, known: Collection[str]) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise DestrierError(f"{path}: the suffix chooses the format; it is one of {' '.join(known)}")
    return suffix


def _read_text(path: StrPath) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DestrierError(f"this is not text: byte {error.start} is not UTF-8") from error


# npy


def _write_npy(file: BinaryIO, moves: Moves) -> None:
    """As `np.save`, which takes no notice when the disk is full before its last 4096 bytes."""
    np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(moves))
    file.write(moves.data)


def _map_moves(path: StrPath) -> Moves:
    """The array of an npy file, read-only, its rows one after the other; read if it is small."""
    with Path(path).open("rb"):  # a file that is not there or not ours is not a corrupt one
        pass
    try:
        with warnings.catch_warnings(action="ignore"):
            mapped = np.lib.format.open_memmap(path, mode="r")
    except MemoryError:
        raise
    except Exception as error:  # the header is a Python literal: its parser raises what it likes
        raise InvalidTourney("this is not an .npy file, or not all of it") from error
    if mapped.dtype != np.uint8 or mapped.ndim != 2:
        raise InvalidTourney(f"this array is {mapped.dtype} of shape {mapped.shape}, not uint8 of (rows, cols)")
    excess = Path(path).stat().st_size - mapped.offset - mapped.nbytes
    if excess:
        raise InvalidTourney(f"{excess} bytes follow the array")
    moves: Moves = np.ascontiguousarray(mapped) if mapped.nbytes >= _MAPPED_FROM else np.array(mapped, order="C")
    moves.flags.writeable = False
    return moves


# Text


def from_text(text: str) -> Tourney:
    """The tourney of a numbered board, see the table above; the numbers start at 0 or 1.

    Raises
    ------
    InvalidTourney
        Naming the first fault by row and column.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    lengths, is_open = _parse_comments(line for line in lines if line.lstrip().startswith("#"))
    grid = _parse_grid(line for line in lines if not line.lstrip().startswith("#"))
    order = _invert(grid)
    board = Board.from_mask(grid >= 0)
    if is_open:
        return Tour.from_order(order, board, kind="open")
    if lengths is not None:
        if sum(lengths) != order.size:
            raise InvalidTourney(f"the cycle lengths add up to {sum(lengths)}, but {order.size} squares have numbers")
        return Tourney.from_cycles(np.split(order, np.cumsum(lengths)[:-1]), board)
    return Tour.from_order(order, board, kind="closed" if _closes(order, board) else "open")


def _parse_comments(lines: Iterable[str]) -> tuple[list[int] | None, bool]:
    """What the comment lines say: the lengths of the cycles if given, and whether the tour is open."""
    lengths, is_open = None, False
    for line in lines:
        words = line.strip("# \t").split()
        if words == ["open"]:
            is_open = True
        elif words[:1] == ["cycles:"]:
            lengths = [_parse_length(word) for word in words[1:]]
    if is_open and lengths is not None:
        raise InvalidTourney("an open tour ('# open') has no '# cycles'")
    return lengths, is_open


def _parse_length(word: str) -> int:
    if not _NUMBER.fullmatch(word) or int(word) < 4:
        raise InvalidTourney(f"a length under '# cycles' is a number from 4, not {_quote(word)}")
    return int(word)


def _parse_grid(lines: Iterable[str]) -> Squares:
    """The numbers as an `int64` array (rows, cols), -1 for a missing square."""
    rows: list[Squares] = []
    for line in lines:
        if not _ROW.fullmatch(line):
            _name_bad_number(line, len(rows))
        rows.append(np.fromstring(line.replace(".", "-1"), np.int64, sep=" "))
        if rows[-1].size != rows[0].size:
            raise InvalidTourney(f"row {len(rows) - 1} has {rows[-1].size} columns, row 0 has {rows[0].size}")
    if not rows:
        raise InvalidTourney("there are no numbers")
    return np.stack(rows)


def _name_bad_number(line: str, row: int) -> NoReturn:
    words = re.findall(r"\S+", line, re.ASCII)
    col, word = next((col, word) for col, word in enumerate(words) if not _ROW.fullmatch(word))
    what = "too large" if re.fullmatch("[0-9]+", word) else "not a visiting number"
    raise InvalidTourney(f"row {row}, col {col}: {_quote(word)} is {what}")


def _invert(grid: Squares) -> Squares:
    """The square indices by number, each number from 0 (or from 1) being there once."""
    squares = np.flatnonzero(grid >= 0)
    numbers = grid.ravel()[squares]
    if numbers.size < 2:
        raise InvalidTourney(f"a tour has at least 2 squares, this one {numbers.size}")
    base = min(int(numbers.min()), 1)
    numbers -= base
    order = np.full(numbers.size, -1)
    fits = numbers < numbers.size
    order[numbers[fits][::-1]] = squares[fits][::-1]  # of equal numbers, the first in the grid stays
    wrong = np.flatnonzero(~fits | (order[np.minimum(numbers, numbers.size - 1)] != squares))
    if wrong.size:
        square, number = divmod(int(squares[wrong[0]]), grid.shape[1]), int(numbers[wrong[0]])
        where = f"row {square[0]}, col {square[1]}: number {number + base}"
        if number < numbers.size:
            row, col = divmod(int(order[number]), grid.shape[1])
            raise InvalidTourney(f"{where} is also at row {row}, col {col}")
        gap = int(np.flatnonzero(order < 0)[0]) + base
        raise InvalidTourney(f"{where} is too large for {numbers.size} squares; number {gap} is missing")
    return order


def _closes(order: Squares, board: Board) -> bool:
    """Whether a tour returns to its first square; no cycle has fewer than 4 squares."""
    (row, col), (last_row, last_col) = board.square(int(order[0])), board.square(int(order[-1]))
    return order.size >= 4 and {abs(row - last_row), abs(col - last_col)} == {1, 2}


def _quote(word: str) -> str:
    """The word as it may stand in a line of its own, cut short."""
    return ascii(word if len(word) <= 40 else f"{word[:40]}...")


# JSON


def to_json(tourney: Tourney) -> str:
    """The tourney as one JSON object, see the table above."""
    board = tourney.board
    squares = iter(np.column_stack(np.divmod(tourney.order(), board.cols)).tolist())
    return json.dumps(
        {
            "rows": board.rows,
            "cols": board.cols,
            "kind": tourney.kind,
            "cycles": [list(islice(squares, length)) for length in tourney.cycle_lengths().tolist()],
            "missing": np.argwhere(~board.present).tolist(),
        },
        separators=(",", ":"),
    )


def from_json(text: str) -> Tourney:
    """The tourney of a JSON object, see the table above; `missing` may be left out.

    Raises
    ------
    InvalidTourney
        Naming the first fault.
    """
    document = {"missing": []} | _parse_object(text)
    if "box" in document:
        raise InvalidTourney("it holds the tour of a box, which 'destrier check' reads and 'destrier box' draws")
    for key in ("rows", "cols", "kind", "cycles"):
        if key not in document:
            raise InvalidTourney(f"the key {key!r} is missing")
    shape = _parse_side(document, "rows"), _parse_side(document, "cols")
    if not isinstance(document["cycles"], list):
        raise InvalidTourney(f"'cycles' is a list of cycles, not {_show(document['cycles'])}")
    cycles = [_parse_squares(cycle, shape, f"cycle {number}") for number, cycle in enumerate(document["cycles"])]
    missing = _parse_squares(document["missing"], shape, "'missing'")
    _check_complete([*cycles, missing], shape)
    present = np.ones(shape, np.bool_)
    present.ravel()[missing] = False
    return _of_kind(document["kind"], cycles, Board.from_mask(present))


def _parse_object(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also an integer of thousands of digits
        raise InvalidTourney(f"this is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise InvalidTourney(f"the file holds {_show(document)}, not an object")
    return document


def _parse_side(document: dict[str, Any], key: str) -> int:
    side = document[key]
    if type(side) is not int or not 1 <= side <= _LONGEST_SIDE:
        raise InvalidTourney(f"{key!r} is a whole number from 1 to {_LONGEST_SIDE}, not {_show(side)}")
    return side


def _parse_squares(value: Any, shape: tuple[int, int], where: str) -> Squares:
    """The indices of a list of squares."""
    if not isinstance(value, list):
        raise InvalidTourney(f"{where} is a list of squares, not {_show(value)}")
    for position, square in enumerate(value):
        if not _is_square(square):
            raise InvalidTourney(f"{where}, position {position}: a square is [row, col], not {_show(square)}")
        if not (0 <= square[0] < shape[0] and 0 <= square[1] < shape[1]):
            raise InvalidTourney(
                f"{where}, position {position}: {_show(square)} is off the {shape[0]} x {shape[1]} board"
            )
    return np.array([row * shape[1] + col for row, col in value], np.int64)


def _is_square(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is int and type(value[1]) is int


def _check_complete(lists: list[Squares], shape: tuple[int, int]) -> None:
    """Every square of the board is listed; checked before an array of its size is made."""
    listed = set(np.concatenate(lists).tolist())
    if len(listed) < shape[0] * shape[1]:
        row, col = divmod(next(index for index in range(shape[0] * shape[1]) if index not in listed), shape[1])
        raise InvalidTourney(f"square {row},{col} is neither visited nor missing")


def _of_kind(kind: Any, cycles: list[Squares], board: Board) -> Tourney:
    if kind not in ("closed", "open", "tourney"):
        raise InvalidTourney(f'\'kind\' is "closed", "open" or "tourney", not {_show(kind)}')
    if kind != "tourney" and len(cycles) != 1:
        raise InvalidTourney(f"'kind' is \"{kind}\", but there are {len(cycles)} cycles")
    for number, cycle in enumerate(cycles):
        if cycle.size < 2:
            raise InvalidTourney(f"cycle {number} has {cycle.size} squares")
    if kind == "open":
        return Tour.from_order(cycles[0], board, kind="open")
    return Tourney.from_cycles(cycles, board)


def _show(value: Any) -> str:
    """A JSON value as it stood in the file, cut short."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "a value nested too deeply"
    return text if len(text) <= 40 else f"{text[:40]}..."


# Images


def _decode_image(path: StrPath) -> Board:
    with Path(path).open("rb"):
        pass
    try:
        with warnings.catch_warnings(action="ignore"):  # the decoder's, not ours
            warnings.filterwarnings("always", r"\d+ of \d+ pixels are neither")
            return Board.from_image(path)
    except (DestrierError, MemoryError):
        raise
    except ImportError as error:
        raise DestrierError("reading an image needs Pillow: pip install 'destrier[image]'") from error
    except Exception as error:  # as for npy: a decoder of foreign bytes raises what it likes
        if type(error).__name__ == "DecompressionBombError":
            raise DestrierError("the image is too large") from error
        raise DestrierError("this is not an image, or not all of it") from error
