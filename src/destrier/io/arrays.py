"""Moves arrays as `.npy` and `.npz` files.

An `.npy` file holds the moves array of a knight's tourney, flat or in space; its shape and type tell the board. That of
another piece on a flat board has its distances in a comment of its header, `# leaper 1,4` or `# leaper 0,1+1,2`, and
that of a surface its key, `# torus`; other readers pass over it.
An `.npz` file holds any tourney: `moves`, the array; `board`, a JSON text as `BaseBoard.to_dict` gives it; and, of an
open tour, `start`, the index of the square at which it starts. Of a stack of tours the array has one more dimension,
the first.
"""

from __future__ import annotations

import json
import math
import re
import warnings
import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from destrier.core.board import BaseBoard, Board
from destrier.core.leaper import KNIGHT, Leaper, Piece
from destrier.core.space import Space
from destrier.core.surface import SURFACES, Surface
from destrier.core.tourney import Tour, Tourney, as_tourney, board_of_moves
from destrier.core.types import MoveBits
from destrier.io.json import board_from_dict
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.types import StrPath

_MAPPED_FROM: Final = 1 << 26
"""Bytes from which an `.npy` file is mapped instead of read."""

_PIECE: Final = re.compile(rb"# leaper ([0-9,+]+)")

_SURFACE: Final = re.compile(rb"# ([a-z]+)")

_HEADER: Final = 512
"""Bytes in which the header of an `.npy` file of ours ends."""

_STACKED: Final = 3  # dimensions of a sample of flat tours, as `io.stacks` writes it

_ALIGNED: Final = 64
"""Bytes of which the length of a header is a multiple."""


def write_npy(file: BinaryIO, tourney: Tourney) -> None:
    """Write the moves array of a board that is determined by the array's shape and the piece, or the surface.

    As `numpy.save` does, which takes no notice when the disk is full before its last 4096 bytes.

    Raises
    ------
    DestrierError
        If the board is another one.
    """
    board = tourney.board
    told = _told(board)
    if told is None:
        raise DestrierError(
            f"an .npy file does not tell that its board is {board.describe()}: write an .npz or .json file"
        )
    moves = np.ascontiguousarray(tourney.moves)
    header = BytesIO()
    np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(moves))
    file.write(_with_comment(header.getvalue(), told) if told else header.getvalue())
    file.write(moves.data)


def _told(board: BaseBoard) -> str | None:
    """What shape and type do not tell of a board; `None` if a comment cannot tell it either."""
    if isinstance(board, Surface):
        return board.key
    if isinstance(board, Board | Space) and board.leaper.is_knight:
        return ""
    pairs = "+".join(f"{short},{long}" for short, long in board.leaper.pairs)
    return f"leaper {pairs}" if isinstance(board, Board) else None


def _with_comment(header: bytes, comment: str) -> bytes:
    """The header with a comment, padded to a multiple of 64 bytes again."""
    start = np.lib.format.MAGIC_LEN + 2
    text = header[start:].rstrip() + f"  # {comment}".encode()
    padded = text.ljust(-(start + len(text) + 1) % _ALIGNED + len(text)) + b"\n"
    return header[: start - 2] + len(padded).to_bytes(2, "little") + padded


def map_npy(path: StrPath, leaper: Piece | None) -> Tourney:
    """Return the checked tourney of an `.npy` file, mapped into memory if it is large.

    Parameters
    ----------
    leaper
        The piece, if the file does not name it; else the knight.
    """
    moves = map_moves(path)
    with Path(path).open("rb") as file:
        header = file.read(_HEADER).partition(b"\n")[0]
    glued = _SURFACE.search(header)
    if glued and (surface := SURFACES.get(glued[1].decode())) and moves.ndim == 2:
        return as_tourney(moves, surface(*moves.shape))
    named = _PIECE.search(header)
    given = None if leaper is None else Leaper.of(leaper, 2)
    piece = Leaper.of(named[1].decode(), 2) if named else given or KNIGHT
    if given not in (None, piece):
        raise InvalidTourney(f"this array is {piece.describe()}'s, not {given.describe()}'s")
    if moves.dtype == np.uint8 and moves.ndim == _STACKED:
        moves = only_tour(moves, Board(*moves.shape[1:]))
    if piece == KNIGHT:
        return as_tourney(moves, board_of_moves(moves))
    if moves.ndim != 2:
        raise InvalidTourney(f"a leaper's array is two-dimensional, not {moves.ndim}-dimensional")
    return as_tourney(moves, Board.from_mask(moves != 0, leaper=piece))


def holds_many(path: StrPath) -> bool:
    """Return whether an `.npy` or `.npz` file holds the moves arrays of many tours; of `.npy` only a header is read."""
    with suppress(DestrierError, OSError):
        if Path(path).suffix.lower() == ".npz":
            fields = _read_fields(path)
            return bool(fields["moves"].ndim == len(_board_of(fields).shape) + 1)
        mapped = _open_npy(path)
        return mapped.ndim == _STACKED and mapped.dtype == np.uint8
    return False


def only_tour(moves: MoveBits, board: BaseBoard) -> MoveBits:
    """Return the tour of a stack that holds no other, or raise `InvalidTourney`."""
    if len(moves) == 1:
        only: MoveBits = moves[0]
        return only
    raise InvalidTourney(
        f"these are {len(moves)} tours of {board.describe()}, not one: check and measure take them, and draw to .svg"
    )


def _open_npy(path: StrPath) -> np.memmap[Any, Any]:
    """The array of an npy file, mapped into memory."""
    with Path(path).open("rb"):  # a file that is not there or not ours is not a corrupt one
        pass
    try:
        with warnings.catch_warnings(action="ignore"):
            return np.lib.format.open_memmap(path, mode="r")
    except MemoryError:
        raise
    except Exception as error:  # the header is a Python literal: its parser raises what it likes
        raise InvalidTourney("this is not an .npy file, or not all of it") from error


def map_moves(path: StrPath) -> MoveBits:
    """The array of an npy file, read-only, its rows one after the other; read if it is small."""
    mapped = _open_npy(path)
    if mapped.dtype == np.int64 and mapped.ndim == 1:
        raise InvalidTourney(
            f"this is a visiting order of {mapped.size} squares, not a tour: destrier.check takes it, with its board"
        )
    if mapped.dtype not in (np.uint8, np.uint16, np.uint32, np.uint64) or not 2 <= mapped.ndim <= 4:
        raise InvalidTourney(f"this array is {mapped.dtype} of shape {mapped.shape}, not uint8 of (rows, cols)")
    excess = Path(path).stat().st_size - mapped.offset - mapped.nbytes
    if excess:
        raise InvalidTourney(f"{excess} bytes follow the array")
    moves: MoveBits = np.ascontiguousarray(mapped) if mapped.nbytes >= _MAPPED_FROM else np.array(mapped, order="C")
    moves.flags.writeable = False
    return moves


def write_npz(file: BinaryIO, tourney: Tourney) -> None:
    """Write any tourney, with its board and where it starts."""
    fields: dict[str, Any] = {}
    if tourney.ends is not None:
        fields["start"] = np.int64(tourney.indices()[0])
    if tourney.recipe is not None:
        fields["recipe"] = json.dumps(tourney.recipe)
    write_npz_fields(file, tourney.board, tourney.moves, **fields)


def write_npz_fields(file: BinaryIO, board: BaseBoard, moves: MoveBits, **fields: Any) -> None:
    """Write the moves array of a tourney, or those of a stack, and the board."""
    np.savez_compressed(file, board=json.dumps(board.to_dict()), moves=moves, **fields)


def read_npz(path: StrPath) -> Tourney:
    """Return the checked tourney of an `.npz` file."""
    fields = _read_fields(path)
    tourney = _of_fields(fields)
    if "recipe" in fields:
        tourney.recipe = json.loads(str(fields["recipe"]))
    return tourney


def read_stacked_npz(path: StrPath) -> tuple[MoveBits, BaseBoard]:
    """Return the moves arrays of a stack, and their board."""
    fields = _read_fields(path)
    moves, board = fields["moves"], _board_of(fields)
    if moves.shape[1:] != board.shape or moves.dtype != board.dtype:
        raise InvalidTourney(
            f"the field 'moves' is {moves.dtype} of shape {moves.shape}, not tours of {board.describe()}"
        )
    return moves, board


def _read_fields(path: StrPath) -> dict[str, Any]:
    """Return the arrays of an `.npz` file, the names of which are checked."""
    damaged = "this is not an .npz file, or not all of it"
    with Path(path).open("rb") as file:
        if not zipfile.is_zipfile(file):
            raise InvalidTourney(damaged)
        file.seek(0)
        try:
            with np.load(file, allow_pickle=False) as archive:
                fields = {name: archive[name] for name in archive.files}
        except (ValueError, EOFError, KeyError, OSError, zipfile.BadZipFile, NotImplementedError) as error:
            raise InvalidTourney("it holds pickled objects" if "allow_pickle" in str(error) else damaged) from error
    for name in ("board", "moves"):
        if name not in fields:
            raise InvalidTourney(f"the field {name!r} is missing")
    if foreign := fields.keys() - {"board", "moves", "start", "recipe"}:
        raise InvalidTourney(f"there is a field {min(foreign)[:40]!r}, but a tourney has board, moves and start")
    return fields


def _board_of(fields: dict[str, Any]) -> BaseBoard:
    named, moves = fields["board"], fields["moves"]
    if named.dtype.kind != "U" or named.ndim:
        raise InvalidTourney("the field 'board' is not a text")
    try:
        document = json.loads(str(named))
    except (ValueError, RecursionError) as error:
        raise InvalidTourney(f"the field 'board' is not JSON: {error}") from error
    if not isinstance(document, dict):
        raise InvalidTourney("the field 'board' does not name a board")
    squares = [document.get(key, 1) for key in ("rows", "cols")] if "rows" in document else []
    if all(type(side) is int for side in squares) and math.prod(squares) > moves.size > 0:
        raise InvalidTourney(
            f"the field 'moves' has shape {moves.shape}, but the board is {' x '.join(map(str, squares))}"
        )
    return board_from_dict(document)


def _of_fields(fields: dict[str, Any]) -> Tourney:
    tourney = as_tourney(fields["moves"], _board_of(fields))
    if "start" not in fields:
        return tourney
    start = fields["start"]
    if tourney.ends is None or start.ndim or start.dtype.kind not in "iu":
        raise InvalidTourney("the field 'start' is the index of an end of an open tour")
    assert isinstance(tourney, Tour)
    return tourney.starting_at(tourney.board.square(int(start)))
