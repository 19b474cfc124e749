"""Find, join and shatter covers of move graphs on any board.

For the knight on flat boards, bit planes are faster (see `rails`, `mixing` and `joining`). All other boards use their
move graphs (see `core.movegraph`) with the same methods.

A closed tour is found in three steps.

1. *Cover.* A cover is found greedily, then by augmenting walks. Such a walk starts at a square that lacks an edge,
   alternates between moves outside the cover and moves in it, and reaches another square that lacks an edge by a move
   outside it; exchanging its moves adds one edge. It may enter a square once in each way, but must not repeat an edge.
   In a graph that is not bipartite, a depth-first walk can fail because of this; it is then retried in another order.
2. *Join by rails.* A rail is a pair of edges a-b and c-d such that moves outside the cover lead from a to c and from b
   to d; exchanging the pairs is a switch, which joins the cycles of the edges if they differ. A union-find structure
   keeps track of the cycles.
3. *Join in windows.* A window of up to 64 squares around a short cycle is searched exhaustively for a way to merge all
   cycles through it into one (see `windows`). If the window is the whole graph, failure is a proof.

A stuck search restarts from another cover. Cost: O(squares), about 1.5 microseconds per square (for 10^6 squares, one
or two cycles are left for windows); 80 bytes per square with eight moves, half of them for the tables.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from destrier.core.movegraph import MoveGraph, exchange, has, walk
from destrier.core.primitives import bit_count, draw_below, find_root, lowest_bit, random_word, shuffle
from destrier.core.seeds import Stream
from destrier.core.tourney import Tourney
from destrier.core.types import Cover, Squares
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.support.kernels import kernel
from destrier.switching.windows import WINDOW, search

# The sizes of windows to search, in turn.
_WINDOWS: Final = (25, 36, 49, 64)
# The number of consecutive failed windows before a restart, and the number of starts.
_FAILURES: Final = 64
_STARTS: Final = 40
# The number of consecutive phases without an augmenting walk before a cover is abandoned.
_ORDERS: Final = 12
# The number of squares to shuffle together; their rails stay in the cache, nearly twice as fast on 10**6 squares.
_BLOCK: Final = 1 << 16
# The node limits for searching a window, and a whole small graph (a second).
_NODES: Final = 20_000
_NODES_OF_A_GRAPH: Final = 20_000_000
# The number of squares up to which all tours are swept if none was found; what is settled quickly takes a second.
_SWEPT: Final = 1024
# The number of edges of a square in a cover.
EDGES: Final = 2


def hamiltonian_cycle(graph: MoveGraph, key: int, what: str, *, refuse: Callable[[], object] = lambda: None) -> Cover:
    """Return a random closed tour of a graph, as its moves (n,); O(squares).

    Parameters
    ----------
    what
        Its description in error messages, such as `closed tour of the 9 x 7 x 6 box`.
    refuse
        A function to call after the first failure, which raises `NoSuchTour` if it can prove that there is no tour.

    Raises
    ------
    NoSuchTour
        If the graph has at most 64 squares and an exhaustive search found no tour.
    BudgetExceeded
        If neither a tour nor a proof that there is none was found.
    """
    stream = Stream(key)
    for start in range(_STARTS):
        moves = cover(graph, stream.key())
        if moves is not None and join(graph, moves, stream.key()) == 1:
            return moves
        if start == 0 and graph.size <= WINDOW:
            moves = np.zeros(graph.size, np.uint64)
            found = reroute(graph, moves, np.arange(graph.size), key=stream.key(), budget=_NODES_OF_A_GRAPH)
            if found:
                return moves
            if found is False:
                raise NoSuchTour(f"no {what} exists: all of them were searched")
        if start == 0:
            refuse()
    raise BudgetExceeded(f"no {what} was found, and no proof that there is none")


def search_cycle(graph: MoveGraph, key: int, what: str, *, most: int | None = None) -> Cover:
    """Return a uniformly random closed tour of a graph, as its moves (n,), by a sweep over all of them.

    Parameters
    ----------
    what
        As for `hamiltonian_cycle`.
    most
        The maximum number of nodes of the sweep; by default, as many as three seconds allow.

    Raises
    ------
    NoSuchTour
        If there is none.
    BudgetExceeded
        If the graph is too large.
    """
    from destrier.plain.settled import find_cycle
    from destrier.plain.sweep import MOST_NODES, TooManyStates

    squares, numbers = np.nonzero(graph.there > np.arange(graph.size)[:, None])
    targets, back = graph.there[squares, numbers], graph.back[squares, numbers]
    unknown = BudgetExceeded(f"no {what} was found, and no proof that there is none")
    if graph.size > _SWEPT:
        raise unknown
    try:
        found = find_cycle(
            graph.size, list(zip(squares.tolist(), targets.tolist(), strict=True)), key, most=most or MOST_NODES
        )
    except TooManyStates:
        raise unknown from None
    if found is None:
        raise NoSuchTour(f"no {what} exists: all of them were searched")
    moves, edges = np.zeros(graph.size, np.uint64), sorted(found)
    np.bitwise_or.at(moves, squares[edges], np.uint64(1) << numbers[edges].astype(np.uint64))
    np.bitwise_or.at(moves, targets[edges], np.uint64(1) << back[edges].astype(np.uint64))
    return moves


def cover_of(tourney: Tourney) -> Cover:
    """Return a copy of a tourney's moves as a cover of its board's move graph."""
    cover: Cover = tourney.moves.reshape(-1)[tourney.board.squares].astype(np.uint64)
    return cover


def cover(graph: MoveGraph, key: int) -> Cover | None:
    """Return a random cover of a graph, not uniformly distributed, or `None` if none was found, which proves nothing.

    The cost is O(squares) per phase, of which a few are needed.
    """
    moves = near_cover(graph, key)
    return moves if (np.bitwise_count(moves) == EDGES).all() else None


def near_cover(graph: MoveGraph, key: int, *, orders: int = _ORDERS) -> Cover:
    """Return a random cover of a graph as `cover` does, or a partial one, in which some squares lack a move or two.

    Parameters
    ----------
    orders
        The number of consecutive phases without an augmenting walk before the cover is abandoned.
    """
    stream = Stream(key)
    moves = np.zeros(graph.size, np.uint64)
    _cover_greedily(moves, graph.there, graph.back, np.uint64(stream.key()))
    failures = 0
    while failures < orders:
        found, lacking = _augment(moves, graph.there, graph.back, np.uint64(stream.key()))
        if lacking == 0:
            break
        failures = 0 if found else failures + 1
    return moves


def join(graph: MoveGraph, moves: Cover, key: int, *, persist: bool = True) -> int:
    """Join the cycles of a cover in place, by rails and then in windows; return the number left, nearly always 1.

    The cost is O(squares), and the same for each window; there is about one window per million squares. Without
    `persist`, join only by rails.
    """
    stream = Stream(key)
    order, lengths = walk(graph, moves)
    if lengths.size > 1 and _join_by_rails(
        moves, graph.there, graph.back, order, lengths.astype(np.int32), np.uint64(stream.key())
    ):
        order, lengths = walk(graph, moves)
    failures = 0 if persist else _FAILURES
    while lengths.size > 1 and failures < _FAILURES:
        start = int(order[_start_of_a_short_cycle(lengths, stream)])
        size = _WINDOWS[failures % len(_WINDOWS)]
        window = random_window(graph, start, size, stream.key())
        reroute(graph, moves, window, key=stream.key(), budget=_NODES)
        order, left = walk(graph, moves)
        failures = 0 if left.size < lengths.size else failures + 1
        lengths = left
    return int(lengths.size)


def _start_of_a_short_cycle(lengths: Squares, stream: Stream) -> int:
    """Return the position in the visiting order of a random square of a cycle that is not the longest."""
    short = np.delete(np.arange(lengths.size), np.argmax(lengths))
    cycle = int(short[stream.below(short.size)])
    return int(lengths[:cycle].sum()) + stream.below(int(lengths[cycle]))


def random_window(graph: MoveGraph, start: int, size: int, key: int) -> Squares:
    """Return a square and random squares around it, preferring those with the most moves to each other; `int64`."""
    window: Squares = _grow_window(graph.there, start, size, np.uint64(key))
    return window


def reroute(graph: MoveGraph, moves: Cover, window: Squares, *, key: int, budget: int) -> bool | None:
    """Merge all cycles that pass through a window of at most 64 squares into one, in place.

    Among parallel moves, a random one is chosen. Squares of the window may lack edges.

    Returns
    -------
    bool | None
        Whether it succeeded, or `None` if the budget ended first. `False` proves that there is no way.
    """
    index = np.full(graph.size, -1, np.int8)
    index[window] = np.arange(window.size)
    need, mate = np.zeros(window.size, np.int64), np.arange(window.size)
    neighbours, chosen = np.zeros((2, window.size), np.uint64)
    _enter(moves, graph.there, graph.back, window, index, need, mate, neighbours)
    outcome = search(need, mate, neighbours, chosen, key, budget)
    if outcome == 1:
        _write(moves, graph.there, graph.back, window, index, chosen, np.uint64(~key & (1 << 63) - 1))
    return None if outcome < 0 else outcome == 1


@kernel
def _lacks(moves, square):
    return EDGES - bit_count(moves[square])


@kernel
def switch_rail(moves, there, back, square, along, cross, along_there, closing):
    """Switch a rail: exchange its two edges for its cross move and the parallel move at the other end."""
    across, near = there[square, cross], there[square, along]
    exchange(moves, there, back, square, along)
    exchange(moves, there, back, across, along_there)
    exchange(moves, there, back, square, cross)
    exchange(moves, there, back, near, closing)


@kernel
def _draw(key, counter):
    """Return a random number that determines an order of the moves; see `_in_turn`."""
    return np.int64(random_word(key, np.uint64(counter)) >> np.uint64(32))


@kernel
def _in_turn(draw, number, width):
    """Return the move at a place in a random order: from a random move, in strides coprime to the number of moves.

    An odd stride is coprime to a power of 2, as most numbers of moves are.
    """
    stride = draw >> 3 | 1
    if width & (width - 1):
        while math.gcd(stride, width) > 1:
            stride += 2
    return (draw + number * stride) % width


@kernel
def _cover_greedily(moves, there, back, key):
    """Give each square in turn moves to random neighbours that still lack one."""
    for square in range(moves.size):
        draw = _draw(key, square)
        for number in range(there.shape[1]):
            if _lacks(moves, square) == 0:
                break
            move = _in_turn(draw, number, there.shape[1])
            other = there[square, move]
            if other >= 0 and not has(moves, square, move) and _lacks(moves, other) > 0:
                exchange(moves, there, back, square, move)


@kernel
def _augment(moves, there, back, key):
    """Run one phase of augmenting walks; return the numbers of walks found and of squares that lacked an edge before.

    A phase enters each square at most once by a move of the cover and once by another move, over all walks.
    """
    entered = np.zeros((moves.size, 2), np.bool_)  # 0: by a move of the cover, or at the start; 1: by another
    used = np.zeros_like(moves)  # the moves of this walk, at both ends
    path = np.empty(2 * moves.size + 1, np.int32)
    tried = np.empty(2 * moves.size + 1, np.uint8)
    taken = np.empty(2 * moves.size + 1, np.uint8)
    width = there.shape[1]
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
            word = moves[square]
            choices = (word if way else ~word) & ~used[square]
            draw = _draw(key, 2 * square + way)
            move = -1
            while tried[depth] < width and move < 0:
                candidate = _in_turn(draw, np.int64(tried[depth]), width)
                tried[depth] += 1
                other = there[square, candidate]
                if choices >> np.uint64(candidate) & np.uint64(1) and other >= 0 and not entered[other, 1 - way]:
                    move = candidate
            if move < 0:  # a dead end
                depth -= 1
                if depth >= 0:
                    exchange(used, there, back, np.int64(path[depth]), np.int64(taken[depth]))
                continue
            taken[depth] = move
            exchange(used, there, back, square, move)
            depth += 1
            other = there[square, move]
            path[depth], tried[depth] = other, 0
            lack = _lacks(moves, other) - (other == root)  # the walk itself gives the start one edge
            if way == 0 and lack > 0:
                found += 1
                for step in range(depth):
                    exchange(used, there, back, np.int64(path[step]), np.int64(taken[step]))
                    exchange(moves, there, back, np.int64(path[step]), np.int64(taken[step]))
                break
            entered[other, 1 - way] = True
    return found, lacking


@kernel
def _link(moves, there, back, square, move):
    """Switch a rail with this cross move that links two cycles, if any, and return whether there was one."""
    across = there[square, move]
    width = there.shape[1]
    for along in range(width):
        for along_there in range(width):
            if has(moves, square, along) and has(moves, across, along_there):
                near, far = there[square, along], there[across, along_there]
                for cross in range(width):
                    if there[near, cross] == far:
                        switch_rail(moves, there, back, square, along, move, along_there, cross)
                        return True
    return False


@kernel
def _join_by_rails(moves, there, back, order, lengths, key):
    """Switch rails that link two cycles, in random order of squares, until none is left; return their number."""
    labels = np.empty(moves.size, np.int32)
    step = 0
    for cycle in range(lengths.size):
        for place in range(step, step + lengths[cycle]):
            labels[order[place]] = cycle
        step += lengths[cycle]
    parents = np.arange(lengths.size).astype(np.int32)
    squares = np.arange(moves.size).astype(np.int32)
    shuffle(squares, moves.size, _BLOCK, key)
    merged, before = 0, -1
    while merged > before:
        before = merged
        for square in squares:
            draw = _draw(~key, square)
            for number in range(there.shape[1]):
                move = _in_turn(draw, number, there.shape[1])
                if there[square, move] < 0:
                    continue
                one = find_root(parents, labels[square])
                other = find_root(parents, labels[there[square, move]])
                if one != other and _link(moves, there, back, square, move):
                    parents[max(one, other)] = min(one, other)
                    merged += 1
    return merged


@kernel
def _grow_window(there, start, size, key):
    """Grow a window from a square, `int64`: each new square is among those with the most moves into the window."""
    links = np.zeros(there.shape[0], np.int16)  # number of moves into the window; -1 inside it
    window = np.empty(min(size, there.shape[0]), np.int64)
    rim = np.empty(there.shape[1] * window.size, np.int64)
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


@kernel
def _enter(moves, there, back, window, index, need, mate, neighbours):
    """Set up need, neighbours and mate for the search of a window, following each strand until it returns."""
    out = np.zeros(window.size, np.int64)  # a move that leaves the window
    for i in range(window.size):
        square = window[i]
        need[i] = 2
        for move in range(there.shape[1]):
            other = there[square, move]
            if other >= 0 and index[other] >= 0:
                neighbours[i] |= np.uint64(1) << np.uint64(index[other])
            elif has(moves, square, move):
                need[i] -= 1
                out[i] = move
    for i in range(window.size):
        if need[i] != 1:
            continue
        square, move = window[i], out[i]
        while True:
            came_by = np.uint64(1) << np.uint64(back[square, move])
            square = np.int64(there[square, move])
            if index[square] >= 0 and need[index[square]] > 0:
                break
            move = lowest_bit(moves[square] & ~came_by)
        mate[i] = index[square]


@kernel
def _write(moves, there, back, window, index, chosen, key):
    """Replace the edges inside the window by the chosen ones."""
    for square in window:
        for move in range(there.shape[1]):
            if there[square, move] >= 0 and index[there[square, move]] >= 0:
                moves[square] &= ~(np.uint64(1) << np.uint64(move))
    for i in range(window.size):
        draw = _draw(key, i)
        partners = chosen[i]
        while partners:
            j = lowest_bit(partners)
            partners &= partners - np.uint64(1)
            number = 0
            while i < j:
                move = _in_turn(draw, number, there.shape[1])
                number += 1
                if there[window[i], move] == window[j]:
                    exchange(moves, there, back, window[i], move)
                    break


# Rails


def find_rails(graph: MoveGraph, moves: Cover) -> Squares:
    """Return all rails of a cover: `int64` (k, 4), with the smallest square of each, and its edge and cross move there.

    The fourth column has the edge at the other end of the cross move. The cost is O(squares).
    """
    count = _list_rails(moves, graph.there, np.empty((0, 4), np.int64))
    rails = np.empty((count, 4), np.int64)
    _list_rails(moves, graph.there, rails)
    return rails


def shatter(graph: MoveGraph, moves: Cover, key: int, *, disjoint: bool = False) -> None:
    """List and shuffle all rails of a cover, and switch in place each one that is still a rail then; O(squares).

    With `disjoint`, switch each rail that shares no square with one switched before.
    """
    rails = find_rails(graph, moves)
    taken = np.zeros(graph.size if disjoint else 0, np.bool_)
    _switch_all(moves, graph.there, graph.back, rails, taken, np.uint64(key))


@kernel
def _closing(moves, there, near, far):
    """Return a move from one square to another that is not in the cover, or -1."""
    for move in range(there.shape[1]):
        if there[near, move] == far and not has(moves, near, move):
            return move
    return -1


@kernel
def _switch(moves, there, back, square, along, cross, along_there):
    """Switch the rail given by an edge, a cross move and the edge at its other end, if it is a rail; return whether."""
    if not has(moves, square, along) or has(moves, square, cross):
        return False
    across = there[square, cross]
    if not has(moves, across, along_there):
        return False
    near, far = there[square, along], there[across, along_there]
    if near in (across, far) or far == square:
        return False
    closing = _closing(moves, there, near, far)
    if closing < 0:
        return False
    switch_rail(moves, there, back, square, along, cross, along_there, closing)
    return True


@kernel
def _list_rails(moves, there, rails):
    """Write as many rails as fit, and return the total number."""
    count = 0
    for square in range(moves.size):
        for cross in range(there.shape[1]):
            across = there[square, cross]
            if across <= square or has(moves, square, cross):
                continue
            bits = moves[square]
            while bits:
                along = lowest_bit(bits)
                bits &= bits - np.uint64(1)
                near = there[square, along]
                if near <= square or near == across:
                    continue
                others = moves[across]
                while others:
                    along_there = lowest_bit(others)
                    others &= others - np.uint64(1)
                    far = there[across, along_there]
                    if far <= square or far == near or _closing(moves, there, near, far) < 0:
                        continue
                    if count < len(rails):
                        rails[count, 0], rails[count, 1] = square, along
                        rails[count, 2], rails[count, 3] = cross, along_there
                    count += 1
    return count


@kernel
def _switch_all(moves, there, back, rails, taken, key):
    for last in range(len(rails) - 1, -1, -1):
        other = draw_below(key, last, last + 1)
        for part in range(4):
            rails[last, part], rails[other, part] = rails[other, part], rails[last, part]
        square, along, cross, along_there = rails[last]
        if taken.size and not _take(taken, there, square, along, cross, along_there):
            continue
        _switch(moves, there, back, square, along, cross, along_there)


@kernel
def _take(taken, there, square, along, cross, along_there):
    """Mark the squares of a rail unless one of them is marked, and return whether they were free."""
    across = there[square, cross]
    near, far = there[square, along], there[across, along_there]
    if taken[square] or taken[across] or taken[near] or taken[far]:
        return False
    taken[square] = taken[across] = taken[near] = taken[far] = True
    return True
