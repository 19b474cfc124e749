"""From a request to a tour: choose the algorithm, obfuscate, join, or say why there is none."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier import algorithms
from destrier.board import Board
from destrier.ends import pairs_of_ends
from destrier.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.existence import why_no_closed_tour, why_no_open_tour
from destrier.seeds import derive_key
from destrier.tourneys import Tour, Tourney

if TYPE_CHECKING:
    from destrier.seeds import Seed
    from destrier.types import Kind, Square

__all__ = ["tour", "tourney"]

_TRIES: Final = 40
"""New starts, where a search gave up, before a tour of a board of up to `_SMALL` squares is given up; else 2."""

_SMALL: Final = 4096

_NODES: Final = 20_000_000
"""Nodes of the exhaustive search of a small board: about a second."""

_BYTES_PER_SQUARE: Final = 12
"""What making a tour takes at most."""


def tour(
    rows: int | Board,
    cols: int | None = None,
    *,
    kind: Kind = "closed",
    algorithm: str | None = None,
    start: Square | None = None,
    end: Square | None = None,
    obfuscate: bool | None = None,
    seed: Seed = None,
) -> Tour:
    """A knight's tour of a board.

    Parameters
    ----------
    rows, cols
        The sides of a rectangle; or a `Board` alone.
    kind
        `closed`; `open`; or `corner`: closed, on an odd x odd rectangle without its bottom right corner.
    algorithm
        A name of `ALGORITHMS`; if omitted, a fast one for the board.
    start, end
        Ends of an open tour; those omitted are drawn at random.
    obfuscate
        Whether to make the tour random-looking; by default, if no algorithm is named.
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If provably there is none.
    UnsupportedBoard
        If the algorithm does not take the board.
    BudgetExceeded
        If none was found, and no proof.
    """
    board = _affordable(_board(rows, cols))
    if algorithm is not None:
        algorithms.find(algorithm)  # an unknown name is wrong use, whatever the board
    obfuscated = algorithm is None if obfuscate is None else obfuscate
    if kind == "open":
        if algorithm not in (None, "two-factor"):
            raise UnsupportedBoard(f"{algorithms.find(algorithm).name} makes closed tours; two-factor makes open ones")
        return _open_tour(board, start, end, obfuscated=obfuscated, seed=seed)
    if start is not None or end is not None:
        raise DestrierError("start and end belong to an open tour (kind open); a closed tour passes every square")
    if kind == "corner":
        board = _without_corner(board)
    elif kind != "closed":
        raise DestrierError(f"a tour is closed, open or corner, not {kind!r}")
    _refuse_impossible(board)
    return _closed_tour(board, algorithm, obfuscated=obfuscated, seed=seed)


def tourney(rows: int | Board, cols: int | None = None, *, algorithm: str, seed: Seed = None) -> Tourney:
    """A tourney of a board by a named algorithm.

    Raises
    ------
    NoSuchTour
        If the board provably has no tourney.
    UnsupportedBoard
        If the algorithm does not take the board.
    """
    chosen = algorithms.find(algorithm)
    board = _affordable(_board(rows, cols))
    light, dark = board.colours()
    if light != dark:
        reason = f"it has {light} light and {dark} dark squares, and cycles visit as many of each"
        raise NoSuchTour(f"no tourney of {board.describe()} exists: {reason}")
    made = chosen.tourney(board, seed=seed)
    return _narrow(made) if chosen.random else made  # the others know


def _board(rows: int | Board, cols: int | None) -> Board:
    if isinstance(rows, Board):
        if cols is not None:
            raise DestrierError("give a board, or rows and cols, not both")
        return rows
    if cols is None:
        raise DestrierError(f"a board has rows and cols; only {rows} was given")
    return Board(rows, cols)


def _affordable(board: Board) -> Board:
    """Refuse a board that the machine has no memory for, before the system kills the process."""
    wanted = board.rows * board.cols * _BYTES_PER_SQUARE
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        return board
    if wanted > memory:
        raise MemoryError(
            f"a tour of {board} needs about {wanted / 1e9:,.0f} GB of memory, this machine has {memory / 1e9:,.0f} GB"
        )
    return board


def _without_corner(board: Board) -> Board:
    rows, cols = board.shape
    if not board.is_rectangle or rows % 2 == 0 or cols % 2 == 0 or board.size == 1:
        raise NoSuchTour(
            f"a corner tour leaves out one corner of an odd x odd rectangle, which {board.describe()} is not"
        )
    present = np.ones(board.shape, np.bool_)
    present[-1, -1] = False
    return Board.from_mask(present)


def _refuse_impossible(board: Board) -> None:
    """Raise `NoSuchTour` where a theorem or one or two squares tell that there is no closed tour."""
    if board.is_rectangle:
        if theorem := why_no_closed_tour(*board.shape):
            raise NoSuchTour(theorem)
        return
    alone = np.argwhere(board.present & (board.degrees() < 2))
    if alone.size:
        row, col = alone[0].tolist()
        raise NoSuchTour(f"no closed tour exists: square {row},{col} has fewer than two moves")
    _refuse_disconnected(board)


def _refuse_disconnected(board: Board) -> None:
    from destrier.flow import find_unreachable  # noqa: PLC0415

    if (apart := find_unreachable(board)) is not None:
        here, there = (f"{row},{col}" for row, col in apart)
        raise NoSuchTour(f"no tour of {board.describe()} exists: no moves lead from {here} to {there}")


def _closed_tour(board: Board, name: str | None, *, obfuscated: bool, seed: Seed) -> Tour:
    chosen = algorithms.find(name or _fast_algorithm(board))
    key = derive_key(seed, "tour")
    for number in range(_TRIES if board.size <= _SMALL else 2):
        attempt = derive_key(key, number)
        result = _finish(chosen.tour(board, seed=attempt), attempt, obfuscated=obfuscated)
        if isinstance(result, Tour):
            return result
        _prove_by_search(result)
    raise BudgetExceeded(f"no closed tour of {board.describe()} was found, and no proof that there is none")


def _fast_algorithm(board: Board) -> str:
    even = board.is_rectangle and board.rows % 2 == 0 and board.cols % 2 == 0
    return "concentric-braid" if even and min(board.shape) >= 4 else "two-factor"


def _finish(source: Tourney, key: int, *, obfuscated: bool) -> Tourney:
    """Obfuscate, or join where needed."""
    if obfuscated:
        from destrier.obfuscation import obfuscate  # noqa: PLC0415 (its kernels are loaded where they are used)

        return obfuscate(source, seed=key)
    if isinstance(source, Tour):
        return source
    from destrier.joining import join  # noqa: PLC0415

    return join(source, seed=key)


def _prove_by_search(source: Tourney) -> None:
    """Search a small board to the end for the tour that joining did not find, and say what that showed."""
    from destrier.rerouting import WINDOW, reroute  # noqa: PLC0415

    if source.board.size > WINDOW:
        return
    moves = source.moves.copy()
    if reroute(moves, 0, 0, *moves.shape, key=0, budget=_NODES) is False:
        raise NoSuchTour(f"no such tour of {source.board.describe()} exists: all of them were searched")
    raise BudgetExceeded(f"no such tour of {source.board.describe()} was found in {_NODES:,} steps of search")


def _narrow(source: Tourney) -> Tourney:
    """A `Tour` where the tourney is one cycle."""
    if source.cycle_count == 1 and not isinstance(source, Tour):
        return Tourney.trusted(source.moves, source.board, 1)
    return source


def _open_tour(board: Board, start: Square | None, end: Square | None, *, obfuscated: bool, seed: Seed) -> Tour:
    from destrier.flow import complete_cover  # noqa: PLC0415

    if board.is_rectangle and (theorem := why_no_open_tour(*board.shape)):
        raise NoSuchTour(theorem)
    if not board.is_rectangle:
        _refuse_disconnected(board)
    key = derive_key(seed, "open tour")
    pairs, complete = pairs_of_ends(board, start, end, key)
    given = " and ".join(f"{square[0]},{square[1]}" for square in (start, end) if square is not None)
    which = f"of {board.describe()}{f' with {given} as end' if given else ''}"
    refusal = NoSuchTour(f"no open tour {which} exists: all pairs of ends were tried")
    for number, ends in enumerate(pairs):
        attempt = derive_key(key, number)
        try:
            cover = Tourney.trusted(complete_cover(board, key=attempt, ends=ends), board)
            result = _finish(cover, attempt, obfuscated=obfuscated)
            if isinstance(result, Tour):
                chosen = ends[0] if start is not None else ends[1] if end is not None else None
                return result if chosen is None else result.starting_at(chosen)
            _prove_by_search(result)
        except NoSuchTour as error:
            if len(pairs) == 1:
                refusal = error
        else:
            complete = False
    if complete:
        raise refusal
    raise BudgetExceeded(f"no open tour {which} was found, and no proof that there is none")
