"""Tours of narrow boards, or proofs that there are none, by dynamic programming over columns.

A strip has few rows and any number of columns, which are filled from left to right. The squares after a cut depend on
those before it only through the *state* of the frontier: which moves the squares of the last two columns still lack,
and which of these squares are the ends of a common path. A strip has a tour iff a sequence of states leads from the
empty board to a finished one, where each step is a *way* to fill a column. The search goes forwards over all cuts to
find the reachable states, and backwards to keep those that lead to a finished board.

There are finitely many states (270 for closed tours of three rows, some 14,000 for open tours of four), and on a long
board the sets of states repeat; so the search takes at most a few seconds, and little more for any number of columns.

A state is a tuple of a mark for each square of the last two columns, column by column, the number of ends that may
still be placed anywhere, and the number of components still to complete. The mark of a square is

`FULL`
    if it has all its moves, or is missing;
its own number
    while it has none;
the number of another square
    if it ends a path whose other end is that square;
`_TIED`
    if it ends a path whose other end is an end of the tour.

Source: the transfer-matrix method for Hamiltonian cycles on strips.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from destrier.core.board import Board, between, transform
from destrier.core.choices import Kind
from destrier.core.request import Request
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import Tourney
from destrier.core.types import Ends, Moves
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.proofs.rectangles import KINDS
from destrier.support.errors import NoSuchTour, UnsupportedBoard

FULL: Final = -1
NARROW_ROWS: Final = 4
"""Maximum number of rows or columns of a narrow board."""

_LARGE: Final = 8000
"""Number of squares above which other makers are faster on narrow boards."""

_TIED: Final = -2

_BACKWARD: Final = {(-1, -2): 3, (1, -2): 4, (-2, -1): 2, (2, -1): 5}
"""Moves to earlier columns, `(drow, dcol)`, with their numbers."""


class State(NamedTuple):
    """The state of a cut; see the module docstring."""

    marks: tuple[int, ...]
    free_ends: int
    to_complete: int


class Column(NamedTuple):
    """A way to fill a column: the resulting state, and the backward moves of each square as bits."""

    state: State
    moves: tuple[int, ...]


def is_narrow(board: Board) -> bool:
    """Return whether a board has few enough rows or columns."""
    return min(board.shape) <= NARROW_ROWS


def is_settled_by_columns(board: Board) -> bool:
    """Return whether the search settles quickly whether a board has a tour."""
    return is_narrow(board) and board.size <= _LARGE


def why_not(board: Board) -> str | None:
    """Return why a board cannot be searched column by column, or `None` if it can."""
    if min(board.shape) <= NARROW_ROWS:
        return None
    return f"transfer-matrix takes boards with at most {NARROW_ROWS} rows or columns, not {board}"


def transfer_matrix(board: Board, *, kind: Kind = "closed", ends: Ends = (), seed: Seed = None) -> Tourney:
    """Return a random tour of a narrow board of any shape; an open tour has the given `ends`.

    Raises
    ------
    NoSuchTour
        If the board has no such tour.
    UnsupportedBoard
        If the board is not narrow.
    """
    if reason := why_not(board):
        raise UnsupportedBoard(reason)
    toured = board.without_corner() if kind == "corner" else board
    components = 2 if kind == "double-loop" else 1
    stream = Stream(derive_key(seed, "transfer-matrix"))
    choices: list[Ends | None] = [ends if kind == "open" else None]
    if kind == "stretched":
        beside = [square for square in ((0, 1), (1, 0)) if toured.has(square)]
        choices = stream.shuffled([((0, 0), square) for square in beside])
    for chosen in choices:
        moves = solve(toured, ends=chosen, components=components, key=stream.key())
        if moves is not None:
            return Tourney.trusted(moves, toured, components)
    what = f"{kind} tour of {board.describe()}{between(ends)}"
    raise NoSuchTour(f"no {what} exists: all ways to fill its columns were searched")


def solve(board: Board, *, ends: Ends | None = None, components: int = 1, key: int | None = None) -> Moves | None:
    """Return a tour of a narrow board; `None` proves that there is none.

    Parameters
    ----------
    board
        A board of at most `NARROW_ROWS` rows or columns; squares may be missing.
    ends
        `None` for a closed tour, or the given ends of an open tour.
    components
        The number of cycles of a closed tour.
    key
        The key for a random choice among the tours; if omitted, the first tour is returned.

    Returns
    -------
    Moves | None
        The moves array (rows, cols); O(columns) after at most a few seconds for the states.
    """
    if board.rows > board.cols:
        flipped = None if ends is None else tuple((col, row) for row, col in ends)
        moves = solve(Board.from_mask(board.present.T), ends=flipped, components=components, key=key)
        return None if moves is None else transform(moves, "transpose")
    if not is_narrow(board):
        raise ValueError(f"a narrow board has at most {NARROW_ROWS} rows or columns, not {board}")
    demands = 2 * board.present.astype(int)
    for square in ends or ():
        demands[square] = 1
    free_ends = 0 if ends is None else 2 - len(ends)
    first = State((FULL,) * (2 * board.rows), free_ends, components)
    filling = _search(first, [tuple(column) for column in demands.T.tolist()], ends is None, key)
    return None if filling is None else moves_of(filling)


def _search(first: State, demands: list[tuple[int, ...]], closed: bool, key: int | None) -> list[Column] | None:
    """Find the columns of a tour: collect states from left to right, then prune dead ends from right to left."""
    reached = [frozenset([first])]
    for demand in demands:
        reached.append(_after(reached[-1], demand, closed))
    leading = [frozenset(filter(is_finished, reached[-1]))]
    for states, demand in zip(reached[-2::-1], reversed(demands), strict=True):
        leading.append(_before(leading[-1], states, demand, closed))
    leading.reverse()
    if not leading[0]:
        return None
    stream = None if key is None else Stream(key)
    state, chosen = first, []
    for demand, allowed in zip(demands, leading[1:], strict=True):
        ways = [way for way in successors(state, demand, closed) if way.state in allowed]
        chosen.append(ways[stream.below(len(ways)) if stream else 0])
        state = chosen[-1].state
    return chosen


# On a long board the same sets of states recur.


@lru_cache(maxsize=256)
def _after(states: frozenset[State], demand: tuple[int, ...], closed: bool) -> frozenset[State]:
    return frozenset(way.state for state in states for way in successors(state, demand, closed))


@lru_cache(maxsize=256)
def _before(
    after: frozenset[State], states: frozenset[State], demand: tuple[int, ...], closed: bool
) -> frozenset[State]:
    """Return the states that have a successor among the next ones."""
    return frozenset(state for state in states if any(way.state in after for way in successors(state, demand, closed)))


def is_finished(state: State) -> bool:
    """Return whether a board may end in this state."""
    return state.to_complete == 0 and state.free_ends == 0 and all(mark == FULL for mark in state.marks)


@lru_cache(maxsize=1 << 17)
def successors(state: State, demand: tuple[int, ...], closed: bool) -> tuple[Column, ...]:
    """Return all ways to fill the next column, given the number of moves that each of its squares needs."""
    rows = len(demand)
    ways: list[tuple[State, tuple[int, ...]]] = [(state, ())]
    for row, wanted in enumerate(demand):
        ways = [
            (after, (*bits, chosen))
            for before, bits in ways
            for after, chosen in _fill(before, rows, row, wanted, closed)
            # The square two columns back and one row up has had its last chance of a move, and so has one in the last
            # row.
            if (row == 0 or after.marks[row - 1] == FULL) and (row < rows - 1 or after.marks[row] == FULL)
        ]
    return tuple(
        Column(after._replace(marks=tuple(mark if mark < 0 else mark - rows for mark in after.marks[rows:])), bits)
        for after, bits in ways
    )


def _fill(state: State, rows: int, row: int, wanted: int, closed: bool) -> Iterator[tuple[State, int]]:
    """Yield all ways to add a square to the marks, with backward moves as bits; an end may replace one move."""
    marks, free_ends, to_complete = state
    if wanted == 0:
        yield State((*marks, FULL), free_ends, to_complete), 0
        return
    if to_complete == 0:
        return
    if wanted == 2 and free_ends:
        yield from _fill(State(marks, free_ends - 1, to_complete), rows, row, 1, closed)
    square = len(marks)
    begun = State((*marks, square if wanted == 2 else _TIED), free_ends, to_complete)
    yield begun, 0
    offered = [(move, other) for move, other in _backward(rows)[row] if marks[other] != FULL]
    for place, (move, other) in enumerate(offered):
        one = _joined(begun, square, other, closed)
        if one is None:
            continue
        yield one, 1 << move
        for second_move, second in offered[place + 1 :] if wanted == 2 else ():
            if two := _joined(one, square, second, closed):
                yield two, 1 << move | 1 << second_move


@lru_cache(maxsize=NARROW_ROWS)
def _backward(rows: int) -> list[list[tuple[int, int]]]:
    """Return for each row of a new column the backward moves, with the indices of their targets' marks."""
    return [
        [(move, (2 + dcol) * rows + row + drow) for (drow, dcol), move in _BACKWARD.items() if 0 <= row + drow < rows]
        for row in range(rows)
    ]


def _joined(state: State, here: int, there: int, closed: bool) -> State | None:
    """Return the state after adding a move between two incomplete squares, or `None` if it closes a cycle too early."""
    end, other_end = state.marks[here], state.marks[there]
    if FULL in (end, other_end):
        return None
    marks = list(state.marks)
    marks[here] = marks[there] = FULL
    if end == there or end == other_end == _TIED:
        is_cycle = end == there
        if is_cycle != closed or (state.to_complete == 1 and any(mark != FULL for mark in marks)):
            return None
        return State(tuple(marks), state.free_ends, state.to_complete - 1)
    if end != _TIED:
        marks[end] = other_end
    if other_end != _TIED:
        marks[other_end] = end
    return State(tuple(marks), state.free_ends, state.to_complete)


def moves_of(filling: list[Column]) -> Moves:
    """Return the moves array of a board with these columns."""
    moves = np.array([column.moves for column in filling], np.uint8).T.copy()
    for (drow, dcol), move in _BACKWARD.items():
        rows, cols = np.nonzero(moves >> move & 1)
        moves[rows + drow, cols + dcol] |= np.uint8(1 << (move + 4) % 8)  # no move reaches a square twice
    return moves


class TransferMatrix(Maker):
    name = "transfer-matrix"
    boards = f"any shape of at most {NARROW_ROWS} rows or columns that has a tour"
    source = "dynamic programming over columns"
    kinds = KINDS[:-1]  # all but structured: rectangle does that
    example = Board(3, 14)
    options = ("ends",)
    random = True
    pattern = "hidden"

    def why_not(self, request: Request) -> str | None:
        is_tiled = request.kind == "stretched" and request.board.is_rectangle and not request.hidden
        if request.algorithm is None and (is_tiled or not is_settled_by_columns(request.board)):
            return NOT_CHOSEN
        return why_not(request.board)

    def make(self, request: Request, _: Ask, /) -> Tourney:
        return transfer_matrix(request.board, kind=request.kind, ends=request.ends, seed=request.seed)
