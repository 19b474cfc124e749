"""Tours in space with few turns: parallel lines from rim to rim, whose ends are tied.

In three dimensions and more, all squares may lie on parallel lines. Each end of a line needs one more move, a *tie*,
and each tie joins two ends, so that the ends are the only turns: fewer than 6 n^2 on n x n x n. A flat board has too
few moves between ends for that, as the ends in its top row cannot be tied to each other (see `turns`).

The ties are found on the *graph of the ends*. Its nodes are the ends and the lines, and each line has two edges, to its
ends; the others are all moves between ends. A closed tour of that graph is one of the board. A random cycle cover is
joined by rails, which consist of ties, so that the tour has no more turns than the cover (see `switching.movegraphs`).

Of the directions of lines, the one with the fewest ends is taken for which a tour is found.

Cost: one write per square, and 250 bytes for each end. Rails join all but a few cycles in O(ends); each of these takes
O(ends), too. So 100 x 100 x 100 takes six seconds, and 140 x 140 x 140 twenty.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.choices import Kind
from destrier.core.movegraph import MoveGraph
from destrier.core.space import Space
from destrier.core.tourney import Tourney, output
from destrier.core.types import Cover, MoveBits, Squares
from destrier.proofs.certificates import odd_number_of_squares
from destrier.support.errors import BudgetExceeded, NoSuchTour, UnsupportedBoard
from destrier.support.resources import refuse_beyond_memory
from destrier.switching import movegraphs

_KEY: Final = 1
"""Of the random cover."""

_BYTES_PER_END: Final = 250


def tame_space(board: Space, *, kind: Kind = "closed", out: MoveBits | None = None) -> Tourney:
    """Return a tour of parallel lines from rim to rim; an open one is a closed one without a move.

    Raises
    ------
    UnsupportedBoard
        If the board has no closed tour, and an open one is asked for.
    BudgetExceeded
        If none was found in any direction.
    """
    if kind == "open" and (reason := odd_number_of_squares(board.sides)):
        raise UnsupportedBoard(
            f"tame makes open tours in space of closed ones, and {board.describe()} has none: {reason}"
        )
    for move in _directions(board):
        ends = np.flatnonzero(_is_end(board, move))
        refuse_beyond_memory(f"a tour of {board.describe()}", _BYTES_PER_END * len(ends))
        graph = _graph_of_ends(board, move, ends)
        try:
            cover = movegraphs.hamiltonian_cycle(graph, _KEY, "tour of the ends")
        except (BudgetExceeded, NoSuchTour):
            continue
        if kind == "open":
            _leave_out_a_tie(graph, cover, graph.size - len(ends))
        half = board.move_count // 2
        moves = output(board, out)
        moves[...] = 1 << move | 1 << move + half
        moves.reshape(-1)[ends] = cover[-len(ends) :]
        return Tourney.trusted(moves, board, 1)
    raise BudgetExceeded(f"no {kind} tour of {board.describe()} was found, and no proof that there is none")


def _directions(board: Space) -> list[int]:
    """Return a move for each direction of lines up to reflections, those with the fewest ends first."""
    half = board.leaper.steps[: board.move_count // 2]
    moves = {tuple(np.abs(step).tolist()): move for move, step in reversed(list(enumerate(half)))}
    return sorted(moves.values(), key=lambda move: (np.count_nonzero(_is_end(board, move)), move))


def _is_end(board: Space, move: int) -> NDArray[np.bool_]:
    """Return which squares are ends of lines: a move, or its opposite, leads off the board."""
    is_end = np.ones(board.sides, np.bool_)
    around = np.abs(board.leaper.steps[move]).tolist()
    is_end[tuple(slice(step, side - step) for step, side in zip(around, board.sides, strict=True))] = False
    return is_end


def _graph_of_ends(board: Space, move: int, ends: Squares) -> MoveGraph:
    """Return the graph whose nodes are the lines, and after these the ends.

    At an end, the move along the line leads to the line, whose moves 0 and 1 lead back. Lines come first, so that the
    greedy cover begins with their edges, which all covers have.
    """
    half = board.move_count // 2
    first, last = _lines(board, move, ends)
    lines = len(first)
    there = np.full((lines + len(ends), 2 * half), -1, np.int32)
    back = np.tile(np.roll(np.arange(2 * half, dtype=np.uint8), half), (len(there), 1))
    for number in range(2 * half):
        here, reached = _moved(board, number, ends)
        there[lines + here, number] = lines + reached
    for number, places, along in ((0, first, move), (1, last, move + half)):
        there[:lines, number], back[:lines, number] = lines + places, along
        there[lines + places, along], back[lines + places, along] = np.arange(lines), number
    return MoveGraph(there, np.where(there < 0, np.uint8(0), back))


def _moved(board: Space, move: int, ends: Squares) -> tuple[Squares, Squares]:
    """Return the ends from which a move leads to another end, and these others, by their places among the ends."""
    step, sides = board.leaper.steps[move], np.array(board.sides)
    reached = board.coordinates(ends) + step
    here = np.flatnonzero(((reached >= 0) & (reached < sides)).all(axis=1))
    squares = ends[here] + board.leaper.offsets(board.sides)[move]
    places = np.minimum(np.searchsorted(ends, squares), len(ends) - 1)
    is_end = ends[places] == squares
    return here[is_end], places[is_end]


def _lines(board: Space, move: int, ends: Squares) -> tuple[Squares, Squares]:
    """Return the places among the ends of the first and the last square of each line that has more than one."""
    step, squares = board.leaper.steps[move], board.coordinates(ends)
    ahead, behind = (_room(board, squares, direction) for direction in (step, -step))
    first = np.flatnonzero((behind == 0) & (ahead > 0))
    last = ends[first] + ahead[first] * board.leaper.offsets(board.sides)[move]
    return first, np.searchsorted(ends, last)


def _room(board: Space, squares: NDArray[np.int64], step: NDArray[np.int64]) -> Squares:
    """Return how often a step can be repeated from each square."""
    beyond = np.where(step > 0, np.array(board.sides) - 1 - squares, squares)[:, step != 0]
    return np.asarray((beyond // np.abs(step[step != 0])).min(axis=1), np.int64)


def _leave_out_a_tie(graph: MoveGraph, cover: Cover, lines: int) -> None:
    """Make an open tour of a closed one, in place."""
    for node in range(lines, graph.size):
        for move in range(graph.width):
            other = graph.there[node, move]
            if cover[node] >> np.uint64(move) & np.uint64(1) and other >= lines:
                cover[node] ^= np.uint64(1 << move)
                cover[other] ^= np.uint64(1 << int(graph.back[node, move]))
                return
