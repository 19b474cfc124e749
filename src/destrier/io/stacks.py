"""Stacks, that is, many tours of one board, in files; the suffix of a path chooses the format.

| suffix | holds |
|---|---|
| `.npy` | the moves arrays of a knight on a flat board: `uint8` (tours, rows, cols) |
| `.npz` | the moves arrays of any board, (tours, ...), as `moves`, and the `board`, as of a single tour; `seconds` are the times that it took to make them, if known |
| `.txt` | the numbered boards, one below the other, with an empty line between them |
| `.pgn` | the games, likewise |
| `.json` | the objects of JSON, each on a line |
| `.squares` | the names of the squares, a tour on a line, after a comment unless they tell the board; all are closed or open |
| `.parquet` | a row for each tour: `start`, the index of its first square, and its moves in visiting order in `moves_0`, `moves_1`, ... (`uint64`): 21 moves a word, three bits each, the first in the lowest bits; the metadata of the file are the `board`, such as `6 x 6`, and the `kind`: `closed`, `open`, or `mixed` if a column `open` says which tours are |
| `.svg` | a contact sheet |

The visiting order is that of `Tour.order`. A closed tour has as many moves as squares, and the last one leads back; an
open tour has one move less.
"""  # noqa: E501 (a table)

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Final, NamedTuple
from warnings import catch_warnings

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board, move_offsets
from destrier.core.grid import BaseBoard
from destrier.core.moves_arrays import board_of_moves
from destrier.core.tourney import Tour, Tourney, as_tourney
from destrier.core.tours import Tours, check_member
from destrier.core.types import MoveBits, Squares
from destrier.io import arrays
from destrier.io.formats import FORMATS, STACKED
from destrier.io.guesses import Asked, Reading
from destrier.io.pgn import check_chessboard, games_of, has_game
from destrier.io.texts import check_asked, headed, read_tour
from destrier.support.aliases import StrPath
from destrier.support.atomic import check_target, replacing, write_atomically
from destrier.support.cells import parts_of, rows_of
from destrier.support.errors import DestrierError, InvalidTourney, UnsupportedBoard, spelled
from destrier.support.optional import extra
from destrier.support.reading import kind_of, read_text, reading, refuse_later, suffix_of
from destrier.support.resources import refuse_beyond_memory
from destrier.support.tokens import NUMBER, SIGN, SQUARE, WORD, tokens_of, without_prose

_MOVES_PER_WORD: Final = 21

_BATCH: Final = 1 << 10
"""The number of tours to write at a time."""

_DRAWN: Final = 10_000
"""The number of tours on the largest contact sheet."""


class Stack(NamedTuple):
    """Many tours of one board."""

    moves: MoveBits
    """Their moves arrays: (tours, ...), with the board's shape and dtype."""

    board: BaseBoard

    form: str = ""
    """How the first tour of a text was understood, unless it is in our own form."""

    seconds: list[float] | None = None
    """How long it took to make each tour, if the file tells it."""


def check_stack(path: StrPath, tours: int) -> None:
    """Validate the file before this many tours are made for it."""
    check_target(path)
    suffix = suffix_of(path, STACKED)
    if suffix == ".svg" and tours > _DRAWN:
        raise DestrierError(f"{path}: a contact sheet shows {_DRAWN} tours at most, not {tours}")
    if suffix == ".parquet":
        duckdb()


def write_stack(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    """Write the moves arrays (tours, ...) of a board in the format of the suffix, batch by batch if it allows that."""
    check_board(board, path)
    WRITERS[suffix_of(path, STACKED)](batches, board, path)


def save_stack(tours: Iterable[Tour], path: StrPath) -> None:
    """Write tours of one board in the format of the suffix, batch by batch if it allows that."""
    suffix, rest = suffix_of(path, STACKED), iter(tours)
    first = Tours(islice(rest, 1))
    board = first.board
    moves = (check_member(tour, number, first[0]).moves for number, tour in enumerate(chain(first, rest)))
    if suffix == ".npz" and isinstance(tours, Tours) and len(tours.seconds or ()) == len(tours):
        with replacing(path) as file:
            arrays.write_npz_fields(file, board, np.stack(list(moves)), seconds=np.array(tours.seconds))
        return
    batches = iter(lambda: list(islice(moves, _BATCH)), [])
    write_stack(map(np.stack, batches), board, path)


def check_board(board: BaseBoard, path: StrPath) -> None:
    """Raise `UnsupportedBoard` if a stack file of this suffix cannot express the board."""
    suffix = Path(path).suffix.lower()
    if suffix == ".pgn":
        check_chessboard(board)
    if suffix not in (".npy", ".parquet"):
        return
    flat = isinstance(board, Board) and board.leaper.is_knight and (board.is_whole or suffix == ".npy")
    if not flat:
        whole = "whole " if suffix == ".parquet" else ""
        raise UnsupportedBoard(
            f"a {suffix} file holds knight's tours of {whole}flat boards, not of {board.describe()}: write .npz or .txt"
        )


def to_texts(batches: Iterable[MoveBits], board: BaseBoard, suffix: str = ".txt") -> Iterator[str]:
    """Yield the text of each tour, by default the numbered board, with an empty line between them."""
    text = FORMATS[suffix].text
    assert text is not None
    render, between = text()[1], ""
    for moves in batches:
        for array in moves:
            yield between + render(Tourney.trusted(array, board, 1))
            between = "\n"


def is_stack(path: StrPath, suffix: str = "") -> bool:
    """Return whether a file holds a stack: Parquet, arrays of one more dimension, or a text of several tours.

    These are separated by empty lines, or each is on a line of its own: an object of JSON, or names of squares.
    """
    with suppress(DestrierError, OSError), reading(path):
        return holds_many(path, suffix)
    return suffix_of(path) == ".parquet"


def holds_many(path: StrPath, suffix: str = "") -> bool:
    """Do the same as `is_stack`, but raise if the file is damaged."""
    suffix = suffix or suffix_of(path)
    if suffix in (".npy", ".npz"):
        return arrays.holds_stack(path)
    if suffix not in (".txt", ".json", ".squares", ".pgn") and suffix in FORMATS:
        return suffix == ".parquet"
    told = read_text(path)
    if has_game(told):
        return len(games_of(told)) > 1
    has_lines = _has_lines(told)
    if has_lines or suffix == ".json":
        return has_lines
    two = list(islice(parts_of(told), 2))
    return len(two) == 2 and all(_is_board(text) for text in two)


def _has_lines(text: str) -> bool:
    """Return whether a text has a tour on each line: an object of JSON, or the names of the same squares."""
    two = [found[0].strip().lower() for found in islice(_LINE.finditer(text), 2)]
    if len(two) < 2 or all(line.startswith("{") and line.endswith("}") for line in two):
        return len(two) == 2
    one, other = (sorted(_NAME.findall(line)) for line in two)
    least = 3 if headed(text) is None else 2  # a move and its reverse are no two lists
    return one == other and len(one) >= least


def _is_board(text: str) -> bool:
    """Return whether a part of a text is a whole board: it has several rows, or names a board, which may have one.

    A layer of a board in space has larger numbers than cells.
    """
    if "# board:" in text:
        return True
    tokens = without_prose(tokens_of(text))
    numbers = tokens.values[tokens.of(NUMBER)]
    rows = np.unique(rows_of(tokens)[tokens.of(NUMBER, SQUARE)]).size
    cells = int(tokens.of(NUMBER, WORD, SIGN).sum())
    return rows > 1 and (bool(tokens.of(SQUARE).any()) or int(numbers.max(initial=0)) <= cells)


_LINE: Final = re.compile(r"^[^\S\n]*+[^\s#][^\n]*", re.MULTILINE)
"""A line that is neither blank nor a comment."""

_NAME: Final = re.compile("[a-z]{1,2}[0-9]+")


def load_stack(path: StrPath, suffix: str = "", asked: Asked = Asked()) -> Stack:  # noqa: B008 (immutable)
    """Return the tours of a file; large `.npy` files are memory-mapped. Whether they are tours is not checked."""
    with reading(path, kind_of(suffix or suffix_of(path))):
        return read_stack(path, suffix, asked)


def tours_of(stack: Stack, path: StrPath) -> Iterator[Tourney]:
    """Yield the tours of a stack from a file, and check each of them; errors name the file and the tour's number.

    Of equal tours, which a small file may hold by the million, most are checked once.
    """

    @lru_cache(1024)
    def checked(moves: bytes) -> Tourney:
        return as_tourney(np.frombuffer(moves, stack.board.dtype).reshape(stack.board.shape), stack.board)

    for number, moves in enumerate(stack.moves):
        try:
            yield checked(moves.tobytes())
        except DestrierError as fault:
            raise InvalidTourney(f"{spelled(path)}: tour {number}: {fault}") from fault


def read_stack(path: StrPath, suffix: str, asked: Asked) -> Stack:
    """Do the same as `load_stack`, but pass on all errors unchanged."""
    stack = READERS.get(suffix or suffix_of(path), _read_texts)(path, asked)
    check_asked(stack.board, asked, "tours")
    return stack


def _write_lines(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    """Write the text of each tour on a line, after the comment of the first list if the list does not tell as much."""
    suffix, head = suffix_of(path), None
    with replacing(path) as file:
        for text in to_texts(batches, board, suffix):
            *comment, line = text.strip().split("\n")
            if head is None:
                head = comment
                line = line if not comment or _is_told(text, line) else text.strip()
            elif comment != head:
                raise UnsupportedBoard(f"the tours of a {suffix} file are all closed or all open: write .npz or .txt")
            file.write(f"{line}\n".encode())


def _is_told(text: str, line: str) -> bool:
    """Return whether a line of a text alone tells its tour, and leaves no doubt."""
    with suppress(DestrierError, UserWarning), catch_warnings(action="error"):
        tour, alone = read_tour(text).tour, read_tour(line).tour
        return (tour, tour.kind) == (alone, alone.kind)
    return False


def _write_texts(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    with replacing(path) as file:
        for text in to_texts(batches, board, suffix_of(path)):
            file.write(text.encode())


def _read_texts(path: StrPath, asked: Asked) -> Stack:
    told = read_text(path)
    if has_game(told):
        return _stacked(_read_parts(games_of(told), told, ".pgn", asked))
    if not _has_lines(told):
        return _stacked(_read_parts(parts_of(told), told, "", asked))
    lines, asked = [found[0] for found in _LINE.finditer(told)], headed(told) or asked
    found = list(_read_parts(lines, told, "", asked))
    if len({reading.tour.kind for reading in found}) > 1:  # lists of open tours, some of whose ends are a move apart
        found = list(_read_parts(lines, told, "", replace(asked, kind="open")))
    return _stacked(found)


def _read_parts(texts: Iterable[str], told: str, suffix: str, asked: Asked) -> Iterator[Reading]:
    """Yield the tours of the parts of a text; a fault has its line in the text."""
    for number, text in enumerate(texts):
        try:
            yield read_tour(text, suffix, asked)
        except InvalidTourney:
            before = told[: told.index(text)].count("\n")
            try:
                yield read_tour("\n" * before + text, suffix, asked)
            except InvalidTourney as fault:
                raise InvalidTourney(f"tour {number}: {fault}") from fault


def _stacked(found: Iterable[Reading]) -> Stack:
    """Return the stack of tours that must be of one board."""
    moves, form = bytearray(), ""
    board: BaseBoard | None = None
    for number, (tour, words, _, is_own) in enumerate(found):
        form = form or words * (not is_own)
        board = board or tour.board
        if tour.board != board:
            raise InvalidTourney(f"tour {number} is one of {tour.board.describe()}, not of {board.describe()}")
        moves += tour.moves.tobytes()
    if board is None:
        raise InvalidTourney("there are no numbers")
    return Stack(np.frombuffer(bytes(moves), board.dtype).reshape(-1, *board.shape), board, form)


def pack_moves(moves: NDArray[np.uint8]) -> tuple[Squares, NDArray[np.uint64]]:
    """Return the first square of each tour, and its moves in words, `uint64` (tours, words); see above.

    An open tour has a 0 where a closed one has the move that leads back.
    """
    flat = moves.reshape(len(moves), -1)
    start: Squares = np.argmax(np.bitwise_count(flat) == 1, axis=1)
    words = np.zeros((len(flat), ceil(flat.shape[1] / _MOVES_PER_WORD)), np.uint64)
    offsets = move_offsets(moves.shape[2])
    tours, square, back = np.arange(len(flat)), start.copy(), np.zeros(len(flat), np.uint8)
    for number in range(flat.shape[1]):
        onward = flat[tours, square] & ~back
        lowest = onward & -onward
        move = np.bitwise_count(lowest - np.uint8(1)).astype(np.int64) % 8  # without a move onward, it is 0
        words[:, number // _MOVES_PER_WORD] |= move.astype(np.uint64) << np.uint64(3 * (number % _MOVES_PER_WORD))
        square += offsets[move]
        back = np.left_shift(1, (move + 4) % 8).astype(np.uint8)
    return start, words


# Parquet

_PATTERN: Final = re.compile(r"[*?\[]")
"""Characters that DuckDB reads as a pattern in a file name, unless they are in brackets."""

_ROWS: Final = 1 << 16
"""The number of rows to read at a time."""


def duckdb() -> Any:
    """Return the module of DuckDB; `DestrierError` if it is not installed."""
    return extra("duckdb", "store", "Parquet")


@contextmanager
def database_of_rows() -> Iterator[Any]:
    """Open a DuckDB database in memory, which keeps what does not fit there in a temporary folder."""
    with (
        TemporaryDirectory() as folder,
        _as_os_errors(folder),
        duckdb().connect(config={"temp_directory": folder}) as database,
    ):
        yield database


@contextmanager
def _as_os_errors(path: StrPath) -> Iterator[None]:
    """Turn DuckDB's message about a full disk into an `OSError` for a path."""
    try:
        yield
    except duckdb().Error as error:
        for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO):
            if os.strerror(number) in str(error):
                raise OSError(number, os.strerror(number), os.fspath(path)) from error
        raise


def _write_parquet(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    kinds = set[str]()
    with database_of_rows() as database:
        for moves in batches:
            start, words = pack_moves(moves)
            is_open = (np.bitwise_count(moves) == 1).any(axis=(1, 2))
            columns = {"start": start.astype(np.uint16 if board.size <= 1 << 16 else np.uint32), "open": is_open}
            columns |= {f"moves_{number}": np.ascontiguousarray(word) for number, word in enumerate(words.T)}
            add_rows(database, "tours", columns)
            kinds |= set(np.where(is_open, "open", "closed").tolist())
        kind = "mixed" if len(kinds) > 1 else min(kinds, default="closed")
        if kind != "mixed":
            database.execute("ALTER TABLE tours DROP open")
        if (words_of_kind := _words(board, kind)) < _words(board, "closed"):
            database.execute(f"ALTER TABLE tours DROP moves_{words_of_kind}")
        with replacing(path) as file:
            write_table(database, "tours", file.name, board=str(board), kind=kind)


def _words(board: BaseBoard, kind: str) -> int:
    """Return the number of words that hold the moves of a tour: an open one has one move less."""
    return -(-(board.size - (kind == "open")) // _MOVES_PER_WORD)


def add_rows(database: Any, table: str, columns: dict[str, Any]) -> None:
    """Add rows, given by columns, to a table of a DuckDB database; the first call creates the table."""
    database.register("rows", columns)
    rows = database.table("rows")
    if table in (name for (name,) in database.execute("SHOW TABLES").fetchall()):
        rows.insert_into(table)
    else:
        rows.create(table)


def write_table(database: Any, table: str, path: str, **metadata: str) -> None:
    """Write a table of a DuckDB database to a Parquet file with metadata; report a full disk as an `OSError`."""
    quoted = path.replace("'", "''")
    named = ", ".join(f"{name}: '{text}'" for name, text in metadata.items())
    options = f"FORMAT parquet, USE_TMP_FILE false{named and f', KV_METADATA {{{named}}}'}"
    with _as_os_errors(path):
        database.execute(f"COPY (SELECT * FROM {table}) TO '{quoted}' ({options})")  # noqa: S608 (no user input)


def _read_parquet(path: StrPath, _: Asked) -> Stack:
    """Read a table of tours; check its metadata before reading any rows."""
    named = _PATTERN.sub(r"[\g<0>]", str(Path(path).absolute()))
    with duckdb().connect() as database:
        metadata = "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)"
        told = dict(database.execute(metadata, [named]).fetchall())
        ((rows,),) = database.execute("SELECT num_rows FROM parquet_file_metadata(?)", [named]).fetchall()
        table = database.read_parquet(named, hive_partitioning=False)
        board, columns = _board_of_table(told, dict(zip(table.columns, map(str, table.types), strict=True)))
        refuse_beyond_memory(f"a stack of {rows} tours of {board}", rows * board.size)
        moves = np.empty((rows, *board.shape), np.uint8)
        rows_of = "FROM read_parquet(?, hive_partitioning = false, file_row_number = true)"
        for begin in range(0, rows, _ROWS):
            some = f"{rows_of} WHERE file_row_number BETWEEN {begin} AND {begin + _ROWS - 1}"
            read = database.execute(some, [named]).fetchnumpy()
            moves[begin : begin + _ROWS] = _unpack_moves(read, columns, board, told["kind"])
    return Stack(moves, board)


def _board_of_table(told: dict[str, str], types: dict[str, str]) -> tuple[Board, list[str]]:
    """Return the board and the move columns of a table of tours, from its metadata and the types of its columns."""
    refuse_later(told)
    if not {"board", "kind"} <= told.keys() or told["kind"] not in ("closed", "open", "mixed"):
        raise InvalidTourney(
            "this is not a table of tours whose metadata name the board, and whether they are closed, open or mixed"
        )
    board, is_mixed = Board.parse(told["board"]), told["kind"] == "mixed"
    words = _words(board, told["kind"])
    columns = [f"moves_{number}" for number in range(min(words, len(types)))]  # a file may name a board of any size
    fixed = {"start": "UINTEGER" if types.get("start") == "UINTEGER" else "USMALLINT"}
    fixed |= {"open": "BOOLEAN"} if is_mixed else {}
    if not words or types != fixed | dict.fromkeys(columns, "UBIGINT"):
        raise InvalidTourney(
            f"a table of tours of {board} has a column start and {words} columns of moves, moves_0 and so on"
            + ", and one called open" * is_mixed
        )
    return board, columns


def _unpack_moves(read: dict[str, NDArray[Any]], columns: list[str], board: Board, kind: str) -> NDArray[np.uint8]:
    """Return the moves arrays of some rows, `uint8` (tours, rows, cols): the inverse of `pack_moves`."""
    if any(np.ma.isMaskedArray(column) and column.mask.any() for column in read.values()):
        raise InvalidTourney("the table has missing values")
    start = np.asarray(read["start"], np.int64)
    words = np.stack([np.asarray(read[name]) for name in columns], axis=1)
    if (start >= board.size).any():
        raise InvalidTourney("a tour of the table starts off the board")
    flat = np.zeros((len(start), board.size), np.uint8)
    tours, square = np.arange(len(start)), start
    offsets = move_offsets(board.cols)
    for number in range(board.size - (kind == "open")):
        if kind == "mixed" and number == board.size - 1:
            tours = np.flatnonzero(~np.asarray(read["open"]))
            square = square[tours]
        word, place = divmod(number, _MOVES_PER_WORD)
        move = (words[tours, word] >> np.uint64(3 * place) & np.uint64(7)).astype(np.int64)
        onward = square + offsets[move]
        if ((onward < 0) | (onward >= board.size)).any():
            raise InvalidTourney("a tour of the table leads off the board")
        flat[tours, square] |= np.left_shift(1, move).astype(np.uint8)
        flat[tours, onward] |= np.left_shift(1, (move + 4) % 8).astype(np.uint8)
        square = onward
    return flat.reshape(len(start), *board.shape)


# Arrays


def _write_npy(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    """Write the arrays after a gap of the header's fixed length, and then the header, when their number is known."""
    tours = 0

    def write_header(file: BinaryIO) -> None:
        header = {"descr": "|u1", "fortran_order": False, "shape": (tours, *board.shape)}
        np.lib.format.write_array_header_1_0(file, header)

    with replacing(path) as file:
        write_header(file)
        begin = file.tell()
        for moves in batches:
            file.write(np.ascontiguousarray(moves).data)
            tours += len(moves)
        file.seek(0)
        write_header(file)
        assert file.tell() == begin


def _read_npy(path: StrPath, _: Asked) -> Stack:
    moves = arrays.map_moves(path)
    return Stack(moves, board_of_moves(moves[0]) if len(moves) else Board(*moves.shape[1:]))


def _write_npz(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    moves = np.concatenate(list(batches))
    with replacing(path) as file:
        arrays.write_npz_fields(file, board, moves)


def _read_npz(path: StrPath, _: Asked) -> Stack:
    with arrays.Archive.opened(path) as archive:
        return Stack(archive.stack(), archive.board, seconds=archive.seconds())


# Contact sheets


def _write_sheet(batches: Iterable[MoveBits], board: BaseBoard, path: StrPath) -> None:
    moves = np.concatenate(list(batches))
    check_stack(path, len(moves))
    from destrier.drawing.svg.contact_sheet import contact_sheet

    tours = [Tourney.trusted(array, board, 1) for array in moves]
    write_atomically(path, contact_sheet(tours).encode())


WRITERS: Final[dict[str, Callable[[Iterable[MoveBits], BaseBoard, StrPath], None]]] = {
    ".npy": _write_npy,
    ".npz": _write_npz,
    ".txt": _write_texts,
    ".json": _write_lines,
    ".squares": _write_lines,
    ".pgn": _write_texts,
    ".parquet": _write_parquet,
    ".svg": _write_sheet,
}

READERS: Final[dict[str, Callable[[StrPath, Asked], Stack]]] = {
    ".npy": _read_npy,
    ".npz": _read_npz,
    ".txt": _read_texts,
    ".json": _read_texts,
    ".squares": _read_texts,
    ".pgn": _read_texts,
    ".parquet": _read_parquet,
}
"""Functions that write and read many tours, for the stack formats in `io.formats`."""
