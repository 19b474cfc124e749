"""What is promised of reading a file, whatever is in it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import destrier as dt
from destrier.io.files import load_board
from destrier.io.puzzle_texts import load_puzzles
from destrier.io.repeating import _find_recipe
from destrier.io.stacks import Stack, is_stack, load_stack
from destrier.support.errors import DestrierError, InvalidTourney, NotEnoughMemory
from helpers import naive
from helpers.mutations import kind_of
from helpers.tourneys import squares_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from destrier.core.grid import BaseBoard
    from helpers.mutations import Input

__all__ = ["Broken", "outcome"]


class Broken(AssertionError):
    """A promise that is not kept."""


def _checked(path: Path) -> object:
    dt.check(path)
    return load_stack(path) if is_stack(path) else dt.load(path)


_READERS: Final[dict[str, Callable[[Path], object]]] = {
    "load": dt.load,
    "load of a giraffe": lambda path: dt.load(path, leaper=(1, 4)),
    "load of 6 x 6": lambda path: dt.load(path, board=dt.Board(6, 6)),
    "check": _checked,
    "load_stack": load_stack,
    "recipe": _find_recipe,
    "load_board": load_board,
    "puzzle": load_puzzles,
}

_DOORS: Final = {
    "tour": ("load", "load of a giraffe", "load of 6 x 6", "check", "recipe"),
    "stack": ("load_stack", "load", "check"),
    "drawing": ("recipe",),
    "shape": ("load_board",),
    "puzzle": ("puzzle",),
}
"""The readers of a file, by the first word of its name."""

_WALKED: Final = 10_000
"""The squares of the largest tourney that is walked through once more."""

_OF_TOURNEYS: Final = ("load", "load of a giraffe", "load of 6 x 6", "check", "load_stack")


def outcome(tried: Input, folder: Path) -> BaseException | None:
    """Return what reading a file raises, if anything, by the door that its seed chooses; or raise `Broken`."""
    path = folder / f"tried{Path(tried.name).suffix}"
    path.write_bytes(tried.data)
    doors = _DOORS[kind_of(tried.name).partition(".")[0]]
    try:
        return _read(path, doors[sum(tried.seed.encode()) % len(doors)])
    except Broken as fault:
        fault.add_note(str(tried))
        raise


def _read(path: Path, door: str) -> BaseException | None:
    """Return what a reader raises.

    That is one line which begins with the name of the file, an error of the system, or a lack of memory. What is
    accepted and checked, and not large, is walked through once more.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            read = _READERS[door](path)
    except NotEnoughMemory as error:
        return error
    except DestrierError as error:
        message, wanted = str(error), InvalidTourney if door in _OF_TOURNEYS else DestrierError
        if not (isinstance(error, wanted) and message.startswith(f"{path}: ") and message.isprintable()):
            raise Broken(f"{type(error).__name__}: {message!r}") from error
        return error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            return error
        raise Broken(repr(error)[:200]) from error
    if isinstance(read, dt.Tourney) and read.board.size <= _WALKED:
        _walk(read)
    elif isinstance(read, Stack) and door == "check":
        for moves in read.moves[:9]:
            _walk(dt.Tourney.trusted(moves, read.board, 1))
    return None


def _walk(tourney: dt.Tourney) -> None:
    """Walk through a tourney: every square once, by moves of the piece, as the moves array says."""
    board, ends = tourney.board, tourney.ends or ()
    squares = list(map(board.square, tourney.indices().tolist()))
    if len(squares) != len(set(squares)) or len(squares) != np.count_nonzero(tourney.moves):
        raise Broken("the cycles do not visit every square once")
    begin = 0
    for length in tourney.cycle_lengths().tolist():
        walk = squares[begin : begin + length]
        begin += length
        onward = walk[1:] if ends else [*walk[1:], walk[0]]
        if not all(_is_move(here, there, board) for here, there in zip(walk, onward, strict=False)):
            raise Broken("the cycles are not those of the piece")
    if begin != len(squares):
        raise Broken("the lengths of the cycles are wrong")
    if isinstance(board, dt.Board) and board.leaper.is_knight:
        moves, present = tourney.moves.tolist(), squares_of(board)
        if naive.faulty_squares(moves, present, ends) or len(naive.cycles(moves)) != tourney.cycle_count:
            raise Broken("the moves array is wrong")


def _is_move(here: Any, there: Any, board: BaseBoard) -> bool:
    """Whether a move leads there, by the distances; from face to face of a box, it is taken to do so."""
    if isinstance(board, dt.Box):
        if here[0] != there[0]:
            return True
        here, there = here[1:], there[1:]
    return any(
        tuple(sorted(filter(None, (abs(a - b) for a, b in zip(here, seen, strict=True))))) in _distances(board)
        for seen in _copies(there, board)
    )


def _distances(board: BaseBoard) -> set[tuple[int, ...]]:
    return {tuple(filter(None, sorted(pair))) for pair in board.leaper.pairs}


_SEAMS: Final = {"cylinder": "p", "moebius": "m", "torus": "pp", "klein": "mp", "projective": "mm"}
"""How the left and right sides of a surface are glued, plain or mirrored, and then its top and bottom."""


def _copies(square: Any, board: BaseBoard) -> Iterator[tuple[int, ...]]:
    """The places of a square in the copies of a surface that lie about its rectangle; on other boards, its own."""
    seams = _SEAMS.get(getattr(board, "key", ""), "")
    rows, cols = board.shape[:2] if seams else (0, 0)
    for right in range(-3, 4) if seams else [0]:
        for down in range(-3, 4) if len(seams) > 1 else [0]:
            if not seams:
                yield square
                continue
            row, col = square
            col = cols - 1 - col if down % 2 and seams[1] == "m" else col
            row = row + down * rows
            yield (rows - 1 - row if right % 2 and seams[0] == "m" else row), col + right * cols
