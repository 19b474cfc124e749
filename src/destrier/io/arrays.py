"""Moves arrays as `.npy` and `.npz` files.

An `.npy` file holds the moves array of a knight's tourney, flat or in space; its shape and dtype determine the board. A
comment in the header names another piece on a flat board by its distances, `# leaper 1,4` or `# leaper 0,1+1,2`, and a
surface by its key, `# torus`; other readers ignore the comment. An `.npz` file holds any tourney: `moves`, the array;
`board`, the result of `BaseBoard.to_dict` as JSON; and `start`, the index of the first square of an open tour, or the
indices of the first two squares of a closed tour with a chosen start. The array of a stack of tours has an additional
first dimension.
"""

from __future__ import annotations

import json
import math
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Lattice
from destrier.core.leaper import KNIGHT, Leaper, Piece
from destrier.core.moves_arrays import board_of_moves, check_array
from destrier.core.recipes import accepted
from destrier.core.surface import SURFACES, Surface
from destrier.core.tourney import Tour, Tourney, as_tourney
from destrier.core.types import MoveBits, Recipe, Squares
from destrier.io.json import board_from_dict
from destrier.support.aliases import StrPath
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.reading import allowance, parse_json, refuse_inflated
from destrier.support.resources import refuse_beyond_memory

_MAPPED_FROM: Final = 1 << 26
"""Size in bytes from which an `.npy` file is memory-mapped instead of read."""

_PIECE: Final = re.compile(rb"# (?:[a-z]+ )?leaper ([0-9,+]+)")

_SURFACE: Final = re.compile(rb"# ([a-z]+)")

_HEADER: Final = 512
"""The header of an `.npy` file that destrier writes fits in this many bytes."""

_STACKED: Final = 3  # dimensions of a sample of flat tours, as `io.stacks` writes it

_ALIGNED: Final = 64
"""The length of a header is a multiple of this many bytes."""

_START: Final = "the field 'start' is the index of an end of an open tour, or of the first two squares of a closed one"

_FIELDS: Final = frozenset(("board", "moves", "start", "recipe", "seconds"))
"""The arrays of an `.npz` file."""

_HEADERS: Final = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
"""Functions that read the header of an array, by version of the format."""

_INFLATION: Final = 1032
"""The largest compression ratio of an archive."""

_CHUNK: Final = 1 << 20
"""The number of array entries to read at a time."""

_LONGEST: Final = 1 << 20
_A_SQUARE: Final = 26
_BRACKETS: Final = 100
"""The most characters of a text, apart from those of the missing squares, and the most lists in it apart from these."""


def write_npy(file: BinaryIO, tourney: Tourney) -> None:
    """Write a moves array whose shape, with the piece or the surface, determines the board.

    Do what `numpy.save` does, but report a full disk, which that function overlooks before its last 4096 bytes.
    """
    board = tourney.board
    told = _told(board)
    if told is None:
        raise DestrierError(
            f"an .npy file cannot record that its board is {board.describe()}: write an .npz or .json file"
        )
    moves = np.ascontiguousarray(tourney.moves)
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(moves))
    file.write(_with_comment(header.getvalue(), told) if told else header.getvalue())
    file.write(moves.data)


def _told(board: BaseBoard) -> str | None:
    """Return what shape and dtype do not determine about a board; `None` if a comment cannot express it either."""
    surface = board.key if isinstance(board, Surface) else ""
    if isinstance(board, Lattice) and board.leaper.is_knight:
        return surface
    pairs = "+".join(f"{short},{long}" for short, long in board.leaper.pairs)
    return f"{surface} leaper {pairs}".lstrip() if isinstance(board, Board | Surface) else None


def _with_comment(header: bytes, comment: str) -> bytes:
    """Return the header with a comment, padded to a multiple of 64 bytes again."""
    start = np.lib.format.MAGIC_LEN + 2
    text = header[start:].rstrip() + f"  # {comment}".encode()
    padded = text.ljust(-(start + len(text) + 1) % _ALIGNED + len(text)) + b"\n"
    return header[: start - 2] + len(padded).to_bytes(2, "little") + padded


def map_npy(path: StrPath, leaper: Piece | None, board: BaseBoard | None = None) -> Tourney:
    """Return the checked tourney of an `.npy` file, memory-mapped if it is large.

    If the file does not name the piece, it is this leaper, by default the knight. A visiting order takes its board.
    """
    if (order := map_order(path)) is not None:
        if board is None:
            raise InvalidTourney(f"this is a visiting order of {order.size} squares, not a tour: give its board, too")
        return Tour.from_order(order, board, kind=None)
    moves = map_moves(path)
    with Path(path).open("rb") as file:
        header = file.read(_HEADER).partition(b"\n")[0]
    named = _PIECE.search(header)
    given = None if leaper is None else Leaper.of(leaper, 2)
    piece = Leaper.of(named[1].decode(), 2) if named else given or KNIGHT
    if given not in (None, piece):
        raise InvalidTourney(f"this array is {piece.describe()}'s, not {given.describe()}'s")
    glued = _SURFACE.search(header)
    if glued and (surface := SURFACES.get(glued[1].decode())) and moves.ndim == 2:
        return as_tourney(moves, surface(*moves.shape, leaper=piece))
    if moves.dtype == np.uint8 and moves.ndim == _STACKED:
        moves = only_tour(moves, Board(*moves.shape[1:]))
    if piece == KNIGHT:
        return as_tourney(moves, board_of_moves(moves))
    if moves.ndim != 2:
        raise InvalidTourney(f"a leaper's array is two-dimensional, not {moves.ndim}-dimensional")
    return as_tourney(moves, Board.from_mask(moves != 0, leaper=piece))


def holds_stack(path: StrPath) -> bool:
    """Return whether an `.npy` or `.npz` file holds the moves arrays of many tours; only the headers are read."""
    if Path(path).suffix.lower() == ".npz":
        with Archive.opened(path) as archive:
            return archive.holds_many
    mapped = _open_npy(path)
    return mapped.ndim == _STACKED and bool(mapped.dtype == np.uint8)


def only_tour(moves: MoveBits, board: BaseBoard) -> MoveBits:
    """Return the only tour of a stack, or raise `InvalidTourney`."""
    if len(moves) == 1:
        only: MoveBits = moves[0]
        return only
    raise InvalidTourney(
        f"these are {len(moves)} tours of {board.describe()}, not one: check, measure and draw take them"
    )


def _open_npy(path: StrPath) -> np.memmap[Any, Any]:
    """The array of an npy file, mapped into memory."""
    with Path(path).open("rb") as file:
        shape, _, dtype = _header_of(file)
    if not dtype.itemsize:  # numpy divides by it, which may crash the process
        raise InvalidTourney(f"this array is {dtype} of shape {shape}, not uint8 of (rows, cols)")
    with warnings.catch_warnings(action="ignore"):
        return np.lib.format.open_memmap(path, mode="r")


def _header_of(file: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """The shape of an array, whether it is written column by column, and its type."""
    with warnings.catch_warnings(action="ignore"):
        version = np.lib.format.read_magic(file)
        if version not in _HEADERS:
            raise InvalidTourney("its arrays are in a version of the format other than 1.0 and 2.0")
        try:
            return _HEADERS[version](file)
        except MemoryError as error:  # Python's parser has no other word for brackets that are nested too deeply
            raise InvalidTourney("the header of its array is not one of NumPy's") from error


def map_order(path: StrPath) -> Squares | None:
    """The visiting order in an npy file, or `None` if it holds another array."""
    mapped: Squares = _open_npy(path)
    return mapped if mapped.dtype == np.int64 and mapped.ndim == 1 else None


def map_moves(path: StrPath) -> MoveBits:
    """The array of an npy file, read-only and in C order; read into memory if it is small."""
    mapped = _open_npy(path)
    if mapped.dtype not in (np.uint8, np.uint16, np.uint32, np.uint64) or not 2 <= mapped.ndim <= 4:
        raise InvalidTourney(f"this array is {mapped.dtype} of shape {mapped.shape}, not uint8 of (rows, cols)")
    excess = Path(path).stat().st_size - mapped.offset - mapped.nbytes
    if excess:
        raise InvalidTourney(f"{excess} bytes follow the array")
    moves: MoveBits = np.ascontiguousarray(mapped) if mapped.nbytes >= _MAPPED_FROM else np.array(mapped, order="C")
    moves.flags.writeable = False
    return moves


def write_npz(file: BinaryIO, tourney: Tourney) -> None:
    """Write any tourney with its board and its start."""
    fields: dict[str, Any] = {}
    if tourney.ends is not None:
        fields["start"] = np.int64(tourney.indices()[0])
    elif tourney.given_start:
        fields["start"] = np.array(tourney.given_start)
    if tourney.recipe is not None:
        fields["recipe"] = json.dumps(tourney.recipe)
    write_npz_fields(file, tourney.board, tourney.moves, **fields)


def write_npz_fields(file: BinaryIO, board: BaseBoard, moves: MoveBits, **fields: Any) -> None:
    """Write the moves array of a tourney, or those of a stack, and the board."""
    np.savez_compressed(file, board=json.dumps(board.to_dict()), moves=moves, **fields)


class _Field(NamedTuple):
    """What an `.npz` file declares about an array before it is read."""

    entry: zipfile.ZipInfo
    begin: int
    """The size of its header in bytes."""
    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize


def read_npz(path: StrPath, _leaper: Piece | None = None, _board: BaseBoard | None = None) -> Tourney:
    """Return the checked tourney of an `.npz` file, or of a stack that holds only one. The file names the piece."""
    with Archive.opened(path) as archive:
        if archive.holds_many:
            return as_tourney(only_tour(archive.stack(), archive.board), archive.board)
        return archive.tourney()


class Archive:
    """The arrays of an `.npz` file; their names and headers are checked before any of them is read."""

    def __init__(self, archive: zipfile.ZipFile, path: StrPath) -> None:
        self._archive, self._path = archive, path
        names = [entry.filename.removesuffix(".npy") for entry in archive.infolist()]
        for name in ("board", "moves"):
            if name not in names:
                raise InvalidTourney(f"the field {name!r} is missing")
        if foreign := set(names) - _FIELDS:
            raise InvalidTourney(f"unknown field {min(foreign)[:40]!r}: a tourney has board, moves and start")
        self._fields = {name: self._header(entry) for name, entry in zip(names, archive.infolist(), strict=True)}
        self._told = self._read_told()

    @classmethod
    @contextmanager
    def opened(cls, path: StrPath) -> Iterator[Archive]:
        """Open a file, and read its board."""
        with zipfile.ZipFile(path) as archive:
            yield cls(archive, path)

    def _header(self, entry: zipfile.ZipInfo) -> _Field:
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise InvalidTourney("its arrays are not compressed in numpy's way")
        with self._archive.open(entry) as file:
            shape, by_columns, dtype = _header_of(file)
            field = _Field(entry, file.tell(), shape, by_columns, dtype)
        if dtype.hasobject:
            raise InvalidTourney("it holds pickled objects")
        if min(shape, default=0) < 0 or entry.file_size != field.begin + field.nbytes:
            raise InvalidTourney("its arrays are larger or smaller than their headers say")
        return field

    def _read(self, name: str, most_zeros: int | None = None) -> NDArray[Any]:
        """Return an array; refuse one with more zeros as soon as they are read."""
        field = self._fields[name]
        if field.nbytes > _INFLATION * field.entry.compress_size:
            raise InvalidTourney(f"the field {name!r} is larger than the file can hold")
        refuse_beyond_memory(f"the field {name!r}", field.nbytes)
        array, zeros = np.empty(field.size, field.dtype), 0
        with self._archive.open(field.entry) as file:
            file.read(field.begin)
            for begin in range(0, field.size, _CHUNK):
                chunk = array[begin : begin + _CHUNK]
                chunk.view(np.uint8)[:] = np.frombuffer(file.read(chunk.nbytes), np.uint8)
                zeros += chunk.size - int(np.count_nonzero(chunk))
                if most_zeros is not None and zeros > most_zeros:
                    raise InvalidTourney("in the field 'moves', squares that are not missing have no move")
            file.read(1)  # compares the checksum
        return array.reshape(field.shape, order="F" if field.by_columns else "C")

    def _text(self, name: str, most: int) -> str:
        """Return a text of at most `most` characters."""
        field = self._fields[name]
        if field.dtype.kind != "U" or field.shape:
            raise InvalidTourney(f"the field {name!r} is not a text")
        if field.nbytes > 4 * most:
            raise InvalidTourney(f"the field {name!r} has {field.nbytes // 4} characters, which is too many")
        refuse_inflated(self._path, f"the field {name!r}", field.nbytes)
        return str(self._read(name)[()])

    def _read_told(self) -> dict[str, Any]:
        """Return the description of the board, which lists no more missing squares than the moves have entries."""
        entries = self._fields["moves"].size
        text = self._text("board", _LONGEST + _A_SQUARE * entries)
        if text.count("[") > _BRACKETS + entries:
            raise InvalidTourney("the field 'board' lists more squares than the field 'moves' has")
        told = parse_json(text, "the field 'board'")
        if not isinstance(told, dict):
            raise InvalidTourney("the field 'board' does not name a board")
        return told

    @cached_property
    def _missing(self) -> int:
        missing = self._told.get("missing")
        return len(missing) if isinstance(missing, list) else 0

    @cached_property
    def board(self) -> BaseBoard:
        """The board; one with missing squares is made only if the file has the moves."""
        if self._missing:
            _ = self._moves
        return board_from_dict(self._told, self._fields["moves"].size)

    @cached_property
    def _moves(self) -> MoveBits:
        """The moves arrays, read-only; in a small file, only missing squares may lack moves."""
        field = self._fields["moves"]
        is_small = field.nbytes <= allowance(self._path)
        moves = self._read("moves", None if is_small else self._missing * max(field.shape[:1], default=1))
        moves.flags.writeable = False
        return moves

    @property
    def holds_many(self) -> bool:
        """Whether it holds the moves arrays of many tours."""
        whole = board_from_dict(self._told | {"missing": []})
        return len(self._fields["moves"].shape) == len(whole.shape) + 1

    def stack(self) -> MoveBits:
        """Return the unchecked moves arrays of many tours."""
        shape, dtype = self._fields["moves"].shape, self._fields["moves"].dtype
        if shape[1:] != self.board.shape or dtype != self.board.dtype:
            raise InvalidTourney(f"the field 'moves' is {dtype} of shape {shape}, not tours of {self.board.describe()}")
        return self._moves

    def seconds(self) -> list[float] | None:
        """Return the times that it took to make the tours, if the file tells them."""
        field = self._fields.get("seconds")
        if field is None:
            return None
        if field.shape != self._fields["moves"].shape[:1] or field.dtype != np.float64:
            found = f"{field.dtype} of shape {field.shape}"
            raise InvalidTourney(f"the field 'seconds' is {found}, not float64 with a number for each tour")
        seconds: list[float] = self._read("seconds").tolist()
        return seconds

    def tourney(self) -> Tourney:
        """Return the checked tourney with the start and the recipe that the file holds."""
        check_array(self._fields["moves"].shape, self._fields["moves"].dtype, self.board)
        start = self._fields.get("start")
        if start is not None and (start.shape not in ((), (2,)) or start.dtype.kind not in "iu"):
            raise InvalidTourney(_START)
        tourney = as_tourney(self._moves, self.board)
        if start is not None:
            if not isinstance(tourney, Tour) or (tourney.ends is None) != (start.shape == (2,)):
                raise InvalidTourney(_START)
            tourney = tourney.starting_at(*map(self.board.square, np.ravel(self._read("start")).tolist()))
        tourney.recipe = self._recipe()
        return tourney

    def _recipe(self) -> Recipe | None:
        if "recipe" not in self._fields:
            return None
        try:
            told = self._text("recipe", _LONGEST)
        except InvalidTourney:
            told = ""  # not a recipe either
        return accepted(told)
