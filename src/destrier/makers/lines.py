"""Tours of any board with few turns, made of parallel lines whose ends are tied.

A tour that goes straight nearly everywhere consists of lines. On any board, by any piece, such a tour is found in four
steps. `docs/taming.md` and `docs/leapers.md` show results.

1. *Field.* Each square has a direction, a pair of opposite moves. It is constant on the board or, on a box, on each
   face. A line ends where its next move leads off the board or to a square with another direction.
2. *Graph of the ends.* Its nodes are the ends and the lines between them. Each line has edges to its two ends; the
   remaining edges are all moves between ends. A cover of this graph is a cover of the board that turns only at ends.
3. *Cover.* A random cover is searched for. If some nodes lack a move, the squares around them become ends, too.
4. *Join.* The cycles are joined by rails anywhere on the board, beginning with those that add the fewest turns (see
   `switching.straight`).

The fields with the fewest ends are tried, with several covers each, and the tour with the fewest turns is kept. In
three or more dimensions, nearly all ends can be tied to each other, so there are hardly more turns than ends. On a flat
board, the ends in the top row cannot be tied to each other, and rectangles have better tours (see `turns`).

Cost: O(squares) per try, with 80 tries on small boards and one on large boards; half a second for 10,000 squares, and
five for 10^6 in space. Memory: 60 bytes per square, and 5 for each of its moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.box import Box
from destrier.core.choices import Kind
from destrier.core.grid import BaseBoard
from destrier.core.movegraph import MOST_MOVES, MoveGraph, bends, colour_counts
from destrier.core.tourney import Tourney, placed, tourney_of
from destrier.core.types import Cover, MoveBits, Squares
from destrier.makers.move_graph import move_graph_tour
from destrier.support.kernels import kernel
from destrier.support.resources import refuse_beyond_memory
from destrier.switching.movegraphs import EDGES, join, near_cover
from destrier.switching.straight import join_straight

_FIELDS: Final = 8
"""Maximum number of fields to try."""

_COVERS: Final = 10
"""Maximum number of covers to try for each field."""

_TRIED: Final = 200_000
"""Limit on the total number of squares over all tries; there is at least one try."""

_ROUNDS: Final = 24
"""Number of times that ends are added before a field is abandoned."""

_WIDER: Final = 4
"""Number of rounds after which the distance of added ends grows by one move."""

_ORDERS: Final = 4
"""Number of failed searches for a cover before ends are added."""

_OPEN_ENDS: Final = 8
"""Number of candidate ends of an open tour if the board has no closed tour."""

_BYTES_PER_SQUARE: Final = 60
_BYTES_PER_MOVE: Final = 5


def tame_lines(board: BaseBoard, *, kind: Kind = "closed", out: MoveBits | None = None) -> Tourney:
    """Return a tour of any board with few turns.

    An open tour is a closed tour without one move. If the board has no closed tour, the ends are among the squares with
    the fewest moves, or the tour is random.

    Raises
    ------
    NoSuchTour
        If the board has at most 64 squares and an exhaustive search found no tour.
    BudgetExceeded
        If neither a tour nor a proof that there is none was found.
    """
    per_square = _BYTES_PER_SQUARE + _BYTES_PER_MOVE * board.move_count
    refuse_beyond_memory(f"a tour of {board.describe()}", per_square * board.size)
    graph = board.move_graph
    colours = colour_counts(graph)
    closed = _fewest_turns(board, graph) if colours is None or colours[0] == colours[1] else None
    if closed is not None:
        if kind == "open":
            _leave_out_a_move(graph, closed, board.move_count // 2)
        return placed(out, tourney_of(closed, board, 1))
    if kind == "open" and (moves := _fewest_turns(board, _with_apex(graph))) is not None:
        moves = moves[: graph.size] & np.uint64((1 << board.move_count) - 1)
        return placed(out, tourney_of(moves, board, 1))
    return placed(out, move_graph_tour(board, kind=kind, seed=0))


def _with_apex(graph: MoveGraph) -> MoveGraph:
    """Return a graph with an additional square; in a closed tour, its two moves lead to the ends of an open tour."""
    ends = np.argsort(np.count_nonzero(graph.there >= 0, axis=1), kind="stable")
    ends = ends[: min(_OPEN_ENDS, max(1, MOST_MOVES - graph.width))]
    return graph.with_vertices(1, [(end, graph.size) for end in ends.tolist()], first=graph.width)


def _fewest_turns(board: BaseBoard, graph: MoveGraph) -> Cover | None:
    """Return the tour with the fewest turns among all tries, or `None` if every try failed."""
    half = board.move_count // 2
    best, fewest = None, graph.size + 1
    for number, (key, field) in enumerate(product(range(_COVERS), _fields(board, graph))):
        if number * graph.size >= _TRIED and (best is not None or number >= _FIELDS):
            break
        moves = _tour_in_field(graph, half, field, key)
        if moves is not None and (turns := int(np.count_nonzero(bends(moves, half)))) < fewest:
            best, fewest = moves, turns
    return best


def _fields(board: BaseBoard, graph: MoveGraph) -> Iterator[NDArray[np.uint8]]:
    """Yield fields, those with the fewest ends first; a direction is given as the smaller of its two moves."""
    half = board.move_count // 2
    face = np.zeros(graph.size, np.int64)
    if isinstance(board, Box):
        face[: board.size] = board.coordinates(board.squares)[:, 0]
    faces = int(face.max()) + 1
    agreeing = np.zeros((faces, half, faces, half), np.int64)
    for move in range(board.move_count):
        here = np.flatnonzero(graph.there[:, move] >= 0)
        there, back = graph.there[here, move], graph.back[here, move]
        np.add.at(agreeing[:, move % half], (face[here], face[there], back % half), 1)
    directions = np.array(list(product(range(half), repeat=faces)), np.uint8)
    straight = np.zeros(len(directions), np.int64)
    for one, other in product(range(faces), repeat=2):
        straight += agreeing[one, directions[:, one], other, directions[:, other]]
    for chosen in np.argsort(-straight, kind="stable")[:_FIELDS]:
        yield directions[chosen][face]


def _tour_in_field(graph: MoveGraph, half: int, field: NDArray[np.uint8], key: int) -> Cover | None:
    """Return a tour that turns near the ends of the lines of a field, or `None` if none was found.

    The numbers of opposite moves differ by `half`. Moves with larger numbers lead to or from the apex.
    """
    is_end = _is_end(graph.there, graph.back, half, field)
    for number in range(_ROUNDS):
        ends, lines, contracted = _graph_of_ends(graph, half, field, is_end)
        cover = near_cover(contracted, _ROUNDS * key + number, orders=_ORDERS)
        lacking = np.flatnonzero(np.bitwise_count(cover) < EDGES)
        if not lacking.size:
            break
        nodes = np.concatenate([lines[:, 0], ends])  # a line is represented by its first end
        is_end[_around(graph, nodes[lacking], 1 + number // _WIDER)] = True
    else:
        return None
    moves = np.uint64(1) << field.astype(np.uint64) | np.uint64(1) << (field + half).astype(np.uint64)
    moves[ends] = cover[len(lines) :]
    return moves if join_straight(graph, moves, half) == 1 or join(graph, moves, key) == 1 else None


def _around(graph: MoveGraph, squares: Squares, moves: int) -> Squares:
    """Return all squares within the given number of moves of some squares, these included."""
    for _ in range(moves):
        there = graph.there[squares]
        squares = np.unique(np.concatenate([squares, there[there >= 0]]))
    return squares


def _graph_of_ends(
    graph: MoveGraph, half: int, field: NDArray[np.uint8], is_end: NDArray[np.bool_]
) -> tuple[Squares, NDArray[np.int64], MoveGraph]:
    """Return the ends, the lines, and the graph whose nodes are the lines followed by the ends.

    A line is given by its first end, the move from that end, its last end, and the move back. At an end, the move along
    the line leads to the node of the line, whose moves 0 and 1 lead back. Lines come first so that a greedy cover
    begins with their edges, which belong to every cover.
    """
    ends, lines = np.flatnonzero(is_end), _lines(graph.there, graph.back, half, field, is_end)
    node = np.full(graph.size, -1, np.int32)
    node[ends] = len(lines) + np.arange(len(ends))
    there = np.full((len(lines) + len(ends), graph.width), -1, np.int32)
    back = np.zeros(there.shape, np.uint8)
    reached = graph.there[ends]
    there[len(lines) :] = np.where(reached < 0, -1, node[reached])
    back[len(lines) :] = graph.back[ends]
    for number in (0, 1):
        end, along = node[lines[:, 2 * number]], lines[:, 2 * number + 1]
        there[: len(lines), number], back[: len(lines), number] = end, along
        there[end, along], back[end, along] = np.arange(len(lines)), number
    return ends, lines, MoveGraph(there, np.where(there < 0, np.uint8(0), back))


@kernel
def _is_end(there, back, half, field):
    """Return which squares are ends.

    At an end, a move in its direction leads nowhere or to a square with another direction, or some move leads to the
    apex.
    """
    is_end = np.zeros(field.size, np.bool_)
    for square in range(field.size):
        for move in (np.int64(field[square]), np.int64(field[square]) + half):
            other = there[square, move]
            is_end[square] |= other < 0 or back[square, move] % half != field[other]
        for move in range(2 * half, there.shape[1]):
            is_end[square] |= there[square, move] >= 0
    return is_end


@kernel
def _lines(there, back, half, field, is_end):
    """Return the lines of at least one square between two ends; see `_graph_of_ends`."""
    passed = is_end.copy()
    lines = np.empty((field.size, 4), np.int64)
    count = 0
    for end in range(field.size):
        if not is_end[end]:
            continue
        for move in range(2 * half):
            square, arriving = np.int64(there[end, move]), np.int64(back[end, move])
            if square < 0 or passed[square] or arriving % half != field[square]:
                continue
            while not is_end[square]:
                passed[square] = True
                onward = (arriving + half) % (2 * half)
                square, arriving = np.int64(there[square, onward]), np.int64(back[square, onward])
            lines[count] = end, move, square, arriving
            count += 1
    return lines[:count].copy()


def _leave_out_a_move(graph: MoveGraph, moves: Cover, half: int) -> None:
    """Open a closed tour in place by removing a move, one between two turns if possible."""
    turns = bends(moves, half)
    is_taken = moves[:, None] >> np.arange(graph.width, dtype=np.uint64) & np.uint64(1) != 0
    saved = np.where(is_taken, turns[:, None].astype(np.int64) + turns[graph.there], -1)
    square, move = np.unravel_index(np.argmax(saved), saved.shape)
    moves[square] ^= np.uint64(1) << np.uint64(move)
    moves[graph.there[square, move]] ^= np.uint64(1) << np.uint64(graph.back[square, move])
