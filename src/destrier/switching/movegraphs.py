"""Move graphs: closed tours where the squares are not those of a flat board.

A *move graph* has n squares with up to eight moves each, as a board has; but where a move leads stands in a table, and
so does the move that undoes it. The surface of a box is one, and so is a board whose squares are taken
together by a symmetry. Two squares may be joined by several moves, which are different edges; a move never leads to
its own square. The graph need not be bipartite.

there[square, move]
    the square that the move leads to, or -1.
back[square, move]
    the move that undoes it there: `there[there[s, m], back[s, m]] == s`, and `back` of that is `m`.
moves[square]
    a cover (2-factor), one bit a move: bit `m` of square `s` is set iff bit `back[s, m]` of `there[s, m]` is, and
    every square has two bits. That is the moves array of a tourney, for tables in place of offsets.

A closed tour is found in three steps, as on boards.

1. *Cover.* Greedily, then by augmenting walks. Such a walk leaves a square that lacks an edge by a move that is not in
   the cover, goes on by one that is, and so forth, until it reaches a square that lacks an edge by a move that is
   not; exchanging its moves adds one edge. It may pass a square once in either way, but no edge twice: in a graph
   that is not bipartite a walk depth first may be led astray by that, and is then tried in another order.
2. *Join by rails.* A rail is a pair of edges a-b and c-d of different cycles where moves lead from a to c and
   from b to d: exchanging the pairs joins the cycles. A union-find tells whether two squares share a cycle.
3. *Join in windows.* A window of up to 64 squares around a short cycle is searched to the end for one cycle of all
   that passes through it (see `rerouting`). If the window is the whole graph, failure is a proof.

What is stuck starts again from another cover. Cost: O(squares), about 1.5 microseconds each (of 10^6 squares one cycle
or two are left for windows); 80 bytes a square, half of them the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numba import njit

from destrier.core.bitplanes import bit_count, lowest_bit, random_word
from destrier.core.seeds import Stream
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching.windows import WINDOW, search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Squares

__all__ = [
    "MoveGraph",
    "colour_counts",
    "cover",
    "find_dead_end",
    "find_fault",
    "find_unreachable",
    "hamiltonian_cycle",
    "join",
    "reroute",
    "walk",
]

# Squares of the windows that are searched, in turn.
_WINDOWS: Final = (25, 36, 49, 64)
# Windows in a row that may fail before a new start, and how many starts there are.
_FAILURES: Final = 64
_STARTS: Final = 40
# Phases in a row that may find no augmenting walk before a cover is given up.
_ORDERS: Final = 12
# Squares that are shuffled together: what their rails touch stays in the cache, nearly twice as fast on 10**6 squares.
_BLOCK: Final = 1 << 16
# Nodes of the search of a window, and of a whole small graph (a second).
_NODES: Final = 20_000
_NODES_OF_A_GRAPH: Final = 20_000_000


@dataclass(frozen=True)
class MoveGraph:
    """Squares, and where their moves lead; see the module's page."""

    there: NDArray[np.int32]
    """(n, 8), contiguous: the square that each move leads to, or -1."""
    back: NDArray[np.uint8]
    """(n, 8), contiguous: the move that undoes it; 0 where there is none."""

    @property
    def size(self) -> int:
        """Number of squares."""
        return len(self.there)


def hamiltonian_cycle(graph: MoveGraph, key: int, name: str) -> NDArray[np.uint8]:
    """A random closed tour of a graph, as its moves (n,); O(squares).

    Parameters
    ----------
    name
        What errors call the graph.

    Raises
    ------
    NoSuchTour
        If the graph has 64 squares at most, and all its tours were searched in vain.
    BudgetExceeded
        If none was found, and no proof.
    """
    stream = Stream(key)
    for start in range(_STARTS):
        moves = cover(graph, stream.key())
        if moves is not None and join(graph, moves, stream.key()) == 1:
            return moves
        if start == 0 and graph.size <= WINDOW:
            moves = np.zeros(graph.size, np.uint8)
            found = reroute(graph, moves, np.arange(graph.size), key=stream.key(), budget=_NODES_OF_A_GRAPH)
            if found:
                return moves
            if found is False:
                raise NoSuchTour(f"no closed tour of {name} exists: all of them were searched")
    raise BudgetExceeded(f"no closed tour of {name} was found, and no proof that there is none")


def cover(graph: MoveGraph, key: int) -> NDArray[np.uint8] | None:
    """A random cover of a graph, though of no simple law; `None` if none was found, which proves nothing.

    O(squares) a phase, of which a few are needed.
    """
    stream = Stream(key)
    moves = np.zeros(graph.size, np.uint8)
    _cover_greedily(moves, graph.there, graph.back, np.uint64(stream.key()))
    failures = 0
    while failures < _ORDERS:
        found, lacking = _augment(moves, graph.there, graph.back, np.uint64(stream.key()))
        if lacking == 0:
            return moves
        failures = 0 if found else failures + 1
    return None


def join(graph: MoveGraph, moves: NDArray[np.uint8], key: int) -> int:
    """Join the cycles of a cover, in place, by rails and then in windows; the number of cycles left, nearly always 1.

    O(squares), and again for each window; windows are few, about one in a million squares.
    """
    stream = Stream(key)
    order, lengths = walk(graph, moves)
    if lengths.size > 1 and _join_by_rails(
        moves, graph.there, graph.back, order, lengths.astype(np.int32), np.uint64(stream.key())
    ):
        order, lengths = walk(graph, moves)
    failures = 0
    while lengths.size > 1 and failures < _FAILURES:
        start = int(order[_start_of_a_short_cycle(lengths, stream)])
        size = _WINDOWS[failures % len(_WINDOWS)]
        window = _grow_window(graph.there, start, size, np.uint64(stream.key()))
        reroute(graph, moves, window, key=stream.key(), budget=_NODES)
        order, left = walk(graph, moves)
        failures = 0 if left.size < lengths.size else failures + 1
        lengths = left
    return int(lengths.size)


def _start_of_a_short_cycle(lengths: Squares, stream: Stream) -> int:
    """The position in the visiting order of a random square of a cycle that is not the longest."""
    short = np.delete(np.arange(lengths.size), np.argmax(lengths))
    cycle = int(short[stream.below(short.size)])
    return int(lengths[:cycle].sum()) + stream.below(int(lengths[cycle]))


def reroute(graph: MoveGraph, moves: NDArray[np.uint8], window: Squares, *, key: int, budget: int) -> bool | None:
    """Make one cycle of all that passes through a window of at most 64 squares, in place.

    Of several moves between two squares a random one is chosen. Squares of the window may be without edges.

    Returns
    -------
    bool | None
        Whether it succeeded; `None` if the budget ended first. `False` proves that there is no way.
    """
    index = np.full(graph.size, -1, np.int8)
    index[window] = np.arange(window.size)
    need, mate = np.zeros(window.size, np.int64), np.arange(window.size)
    neighbours, chosen = np.zeros((2, window.size), np.uint64)
    _enter(moves, graph.there, graph.back, window, index, need, mate, neighbours)
    outcome = search(need, mate, neighbours, chosen, np.uint64(key), budget)
    if outcome == 1:
        _write(moves, graph.there, graph.back, window, index, chosen, np.uint64(~key & (1 << 63) - 1))
    return None if outcome < 0 else outcome == 1


def walk(graph: MoveGraph, moves: NDArray[np.uint8]) -> tuple[Squares, Squares]:
    """The squares of a cover in visiting order, and the lengths of its cycles; O(squares).

    A cycle starts at its smallest square and leaves it by its lowest-numbered move; cycles follow each other by
    smallest square.
    """
    order = np.empty(graph.size, np.int64)
    ends = np.empty(graph.size // 2 + 1, np.int64)  # two moves between the same squares are a cycle of 2
    count = _walk(moves, graph.there, graph.back, order, ends)
    return order, np.diff(ends[:count], prepend=0)


def find_fault(graph: MoveGraph, moves: NDArray[np.uint8]) -> str | None:
    """The first square at which moves are no cover, in words, or `None`; whole-array operations."""
    stray = np.zeros(graph.size, np.bool_)
    for move in range(8):
        there, back = graph.there[:, move], graph.back[:, move]
        returned = np.where(there >= 0, moves[there] >> back & 1, 0)
        stray |= (moves >> move & 1) != returned
    degrees = np.bitwise_count(moves)
    bad = np.flatnonzero(stray | (degrees != 2))
    if bad.size == 0:
        return None
    square = int(bad[0])
    what = f"{degrees[square]} moves, not 2" if degrees[square] != 2 else "a move that has none back"
    return f"square {square} has {what}"


def find_dead_end(graph: MoveGraph) -> int | None:
    """The first square whose moves lead to fewer than two others, or `None`: then there is no tour."""
    dead = int(_dead_end(graph.there))
    return dead if dead >= 0 else None


def find_unreachable(graph: MoveGraph) -> int | None:
    """The first square to which no moves lead from square 0, or `None`; O(squares)."""
    missed = np.flatnonzero(_colour(graph.there)[0] < 0)
    return int(missed[0]) if missed.size else None


def colour_counts(graph: MoveGraph) -> tuple[int, int] | None:
    """Of a connected graph, how many squares have either colour, where every move leads to the other one; or `None`.

    Where they differ there is no cover, as its cycles alternate between the colours.
    """
    colours, proper = _colour(graph.there)
    first = int(np.count_nonzero(colours == 0))
    return (first, graph.size - first) if proper else None


@njit(cache=True, nogil=True)
def _dead_end(there):
    for square in range(there.shape[0]):
        least, most = there.shape[0], -1
        for other in there[square]:
            if other >= 0:
                least, most = min(least, other), max(most, other)
        if least >= most:
            return square
    return -1


@njit(cache=True, nogil=True)
def _colour(there):
    """Colours 0 and 1 by the number of moves from square 0, -1 where none lead; whether all moves change colour."""
    colours = np.full(there.shape[0], -1, np.int8)
    colours[0] = 0
    queue = np.zeros(there.shape[0], np.int64)
    known = 1
    proper = True
    for place in range(there.shape[0]):
        if place == known:
            break
        for other in there[queue[place]]:
            if other < 0:
                continue
            if colours[other] < 0:
                colours[other] = 1 - colours[queue[place]]
                queue[known] = other
                known += 1
            proper &= colours[other] != colours[queue[place]]
    return colours, proper


@njit(cache=True, nogil=True)
def _walk(moves, there, back, order, ends):
    seen = np.zeros(moves.size, np.bool_)
    step = 0
    count = 0
    for start in range(moves.size):
        if seen[start]:
            continue
        square = np.int64(start)
        move = lowest_bit(np.uint64(moves[start]))
        while not seen[square]:
            seen[square] = True
            order[step] = square
            step += 1
            onward = moves[there[square, move]] & ~(1 << back[square, move])
            square = np.int64(there[square, move])
            move = lowest_bit(np.uint64(onward))
        ends[count] = step
        count += 1
    return count


@njit(nogil=True)
def _lacks(moves, square):
    return 2 - bit_count(np.uint64(moves[square]))


@njit(nogil=True)
def _exchange(moves, there, back, square, move):
    """Put the edge of a move into the cover, or take it out."""
    moves[square] ^= np.uint8(1 << move)
    moves[there[square, move]] ^= np.uint8(1 << back[square, move])


@njit(nogil=True)
def _draw(key, counter):
    """A random number that chooses an order of the eight moves, see `_in_turn`."""
    return np.int64(random_word(key, np.uint64(counter)) >> np.uint64(32))


@njit(nogil=True)
def _in_turn(draw, number):
    """The move that is number 0..7 in the order of a draw: from a random one on in odd strides."""
    return (draw + number * (draw >> 3 | 1)) & 7


@njit(cache=True, nogil=True)
def _cover_greedily(moves, there, back, key):
    """Give each square in turn moves to random neighbours that still lack one."""
    for square in range(moves.size):
        draw = _draw(key, square)
        for number in range(8):
            if _lacks(moves, square) == 0:
                break
            move = _in_turn(draw, number)
            other = there[square, move]
            if other >= 0 and not moves[square] >> move & 1 and _lacks(moves, other) > 0:
                _exchange(moves, there, back, square, move)


@njit(cache=True, nogil=True)
def _augment(moves, there, back, key):
    """One phase of augmenting walks: how many it found, and how many squares lacked an edge before.

    A phase enters each square once by a move of the cover and once by another, for all its walks together.
    """
    entered = np.zeros((moves.size, 2), np.bool_)  # 0: by a move of the cover, or at the start; 1: by another
    used = np.zeros(moves.size, np.uint8)  # the moves of this walk, at both their squares
    path = np.empty(2 * moves.size + 1, np.int32)
    tried = np.empty(2 * moves.size + 1, np.uint8)
    taken = np.empty(2 * moves.size + 1, np.uint8)
    found = lacking = 0
    for root in range(moves.size):
        if _lacks(moves, root) == 0:
            continue
        lacking += 1
        if entered[root, 0]:
            continue
        entered[root, 0] = True
        path[0], tried[0] = root, 0
        depth = 0
        while depth >= 0:
            square, way = np.int64(path[depth]), depth & 1
            choices = (moves[square] if way else ~moves[square]) & ~used[square]
            draw = _draw(key, 2 * square + way)
            move = -1
            while tried[depth] < 8 and move < 0:
                candidate = _in_turn(draw, np.int64(tried[depth]))
                tried[depth] += 1
                other = there[square, candidate]
                if choices >> candidate & 1 and other >= 0 and not entered[other, 1 - way]:
                    move = candidate
            if move < 0:  # a dead end
                depth -= 1
                if depth >= 0:
                    _exchange(used, there, back, np.int64(path[depth]), np.int64(taken[depth]))
                continue
            taken[depth] = move
            _exchange(used, there, back, square, move)
            depth += 1
            other = there[square, move]
            path[depth], tried[depth] = other, 0
            lack = _lacks(moves, other) - (other == root)  # the start gives one edge to the walk itself
            if way == 0 and lack > 0:
                found += 1
                for step in range(depth):
                    _exchange(used, there, back, np.int64(path[step]), np.int64(taken[step]))
                    _exchange(moves, there, back, np.int64(path[step]), np.int64(taken[step]))
                break
            entered[other, 1 - way] = True
    return found, lacking


@njit(nogil=True)
def _root(parents, cycle):
    while parents[cycle] != cycle:
        parents[cycle] = parents[parents[cycle]]
        cycle = parents[cycle]
    return cycle


@njit(nogil=True)
def _link(moves, there, back, square, move):
    """Switch a rail with this cross move, between two cycles, if there is one; whether there was."""
    across = there[square, move]
    for along in range(8):
        for along_there in range(8):
            if moves[square] >> along & 1 and moves[across] >> along_there & 1:
                near, far = there[square, along], there[across, along_there]
                for cross in range(8):
                    if there[near, cross] == far:
                        _exchange(moves, there, back, square, along)
                        _exchange(moves, there, back, across, along_there)
                        _exchange(moves, there, back, square, move)
                        _exchange(moves, there, back, near, cross)
                        return True
    return False


@njit(cache=True, nogil=True)
def _join_by_rails(moves, there, back, order, lengths, key):
    """Switch rails that link two cycles, at the squares in random order, until none is left; how many."""
    labels = np.empty(moves.size, np.int32)
    step = 0
    for cycle in range(lengths.size):
        labels[order[step : step + lengths[cycle]]] = cycle
        step += lengths[cycle]
    parents = np.arange(lengths.size).astype(np.int32)
    squares = np.arange(moves.size).astype(np.int32)
    for start in range(0, moves.size, _BLOCK):
        for last in range(min(start + _BLOCK, moves.size) - 1, start, -1):
            draw = random_word(key, np.uint64(last)) >> np.uint64(32)
            other = start + np.int64(draw * np.uint64(last - start + 1) >> np.uint64(32))
            squares[last], squares[other] = squares[other], squares[last]
    merged, before = 0, -1
    while merged > before:
        before = merged
        for square in squares:
            draw = _draw(~key, square)
            for number in range(8):
                move = _in_turn(draw, number)
                if there[square, move] < 0:
                    continue
                one = _root(parents, labels[square])
                other = _root(parents, labels[there[square, move]])
                if one != other and _link(moves, there, back, square, move):
                    parents[max(one, other)] = min(one, other)
                    merged += 1
    return merged


@njit(cache=True, nogil=True)
def _grow_window(there, start, size, key):
    """`int64`: a square and others, each in turn one of those with the most moves into the window."""
    links = np.zeros(there.shape[0], np.int16)  # moves into the window; -1: in it
    window = np.empty(min(size, there.shape[0]), np.int64)
    rim = np.empty(8 * window.size, np.int64)
    window[0], links[start] = start, -1
    known = 0
    for number in range(1, window.size):
        for other in there[window[number - 1]]:
            if other >= 0 and links[other] >= 0:
                if links[other] == 0:
                    rim[known] = other
                    known += 1
                links[other] += 1
        best, ties = -1, 0
        for square in rim[:known]:
            if links[square] > 0 and (best < 0 or links[square] >= links[best]):
                ties = ties + 1 if best >= 0 and links[square] == links[best] else 1
                if random_word(key, np.uint64(number) << np.uint64(32) | np.uint64(square)) % np.uint64(ties) == 0:
                    best = square
        if best < 0:
            return window[:number]
        window[number], links[best] = best, -1
    return window


@njit(cache=True, nogil=True)
def _enter(moves, there, back, window, index, need, mate, neighbours):
    """Set up the search of a window: need and neighbours; and mate, following each strand to where it returns."""
    out = np.zeros(window.size, np.int64)  # a move that leaves the window
    for i in range(window.size):
        square = window[i]
        need[i] = 2
        for move in range(8):
            other = there[square, move]
            if other >= 0 and index[other] >= 0:
                neighbours[i] |= np.uint64(1) << np.uint64(index[other])
            elif moves[square] >> move & 1:
                need[i] -= 1
                out[i] = move
    for i in range(window.size):
        if need[i] != 1:
            continue
        square, move = window[i], out[i]
        while True:
            onward = moves[there[square, move]] & ~(1 << back[square, move])
            square = np.int64(there[square, move])
            if index[square] >= 0 and need[index[square]] > 0:
                break
            move = lowest_bit(np.uint64(onward))
        mate[i] = index[square]


@njit(cache=True, nogil=True)
def _write(moves, there, back, window, index, chosen, key):
    """Replace the edges inside the window by the chosen ones."""
    for square in window:
        for move in range(8):
            if there[square, move] >= 0 and index[there[square, move]] >= 0:
                moves[square] &= np.uint8(~(1 << move) & 255)
    for i in range(window.size):
        draw = _draw(key, i)
        partners = chosen[i]
        while partners:
            j = lowest_bit(partners)
            partners &= partners - np.uint64(1)
            number = 0
            while i < j:
                move = _in_turn(draw, number)
                number += 1
                if there[window[i], move] == window[j]:
                    _exchange(moves, there, back, window[i], move)
                    break
