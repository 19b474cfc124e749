"""Count fixed closed paths by pairs of halves.

A closed path is counted at its *root*, its lexicographically smallest square, so that its other squares lie in the half
plane of the rows below, and of the row of the root to its right. At its *end*, half its moves away, it falls into two
halves, which meet nowhere else (nor cross). For each end, all halves are listed, and the compatible pairs are counted.

A half is itself cut in two, a *front* from the root to a square in its *middle* and a *rear* from there to the end.
There are few fronts and rears, and each is in many halves. For a block of halves, the bits of a map, the map of a front
or a rear tells which of the block are compatible with it; those compatible with a half are in the maps of both. So

    pairs = sum over halves of the bits in map(front) & map(rear)

is like a product of two small matrices of maps: two reads, an `and` and a count for 512 pairs at a time, all in the
nearest caches. Of the two orders of a pair, only the one is counted in which the half of the block leaves the root by
the larger move.

Source: the two-halves algorithm of Kapralov and others; the meetings as bits, and the maps of parts, are our own.

Cost: for n halves with an end, 1.5 picoseconds for each of n * n / 2 pairs, and 0.3 microseconds for each half (0.6 if
uncrossed). Memory: about 60 bytes for each half with one end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.kernels import bit_count, lengthened
from destrier.paths.plane import NO_EDGES, OFFSETS, ORIGIN, SIZE, distances, down_crossing, half_plane

_WORDS: Final = 128
"""The most words of a map: a block is 8,192 halves, so that the maps of a middle stay in the second cache."""

_ALIGNED: Final = 32
"""A divisor of the number of words of a map, for the sake of the widest registers."""

_SECONDS: Final = {False: (2.8e-7, 1.5e-12), True: (5.5e-7, 1.5e-12)}
"""The time for a half and for a pair of halves, by whether they are uncrossed."""


class _Parts(NamedTuple):
    """The fronts, or the rears, of the halves with an end; those with the same middle stand together."""

    first: NDArray[np.int64]
    """The first part of each middle; after the last middle, the number of parts."""
    edges: NDArray[np.int64]
    """(parts, moves): the directed edges of each part."""


class _Halves(NamedTuple):
    """The halves with an end, as pairs of parts."""

    fronts: _Parts
    """The fronts; those with the same middle are in the order of their moves."""
    rears: _Parts
    begin: NDArray[np.int64]
    """The place in `rear` where each front's halves begin; `stop` has where they end."""
    stop: NDArray[np.int64]
    rear: NDArray[np.int32]
    """The rear of each half."""


def pieces(length: int, *, uncrossed: bool, shift: int = 0) -> dict[int, float]:
    """Return the ends, as squares, with the approximate seconds that each takes, the longest first."""
    a_half, a_pair = _SECONDS[uncrossed]
    fewer, more = (_halves_by_end(length // 2 + way * shift, uncrossed=uncrossed) for way in (-1, 1))
    seconds = (fewer + more) / 2 * a_half + fewer * more / 2 * a_pair
    ends = np.flatnonzero(fewer)
    return {int(end): float(seconds[end]) for end in ends[np.argsort(-seconds[ends], kind="stable")]}


def _halves_by_end(steps: int, *, uncrossed: bool) -> NDArray[np.float64]:
    """Return, by square, about how many halves of `steps` steps end there; 0 if no walk does."""
    free = np.flatnonzero(half_plane() == 0)
    walks = np.zeros(SIZE)
    walks[ORIGIN] = 1
    for _ in range(steps):
        onward = np.zeros(SIZE)
        onward[free] = walks[free[:, None] + OFFSETS].sum(axis=1)
        walks = onward
    return np.asarray(walks * (0.81 if uncrossed else 0.87) ** steps)  # a fit, for lengths from 16 to 20


def count_piece(length: int, end: int, *, uncrossed: bool, shift: int = 0) -> int:
    """Count the fixed closed paths of an even length with an end that is one of `pieces`.

    With a `shift`, the end is that many moves off the middle: the halves differ, but not the number of paths.
    """
    steps = length // 2 + shift
    moves = list_halves(end, steps, uncrossed=uncrossed)
    others = list_halves(end, length - steps, uncrossed=uncrossed) if shift else moves
    if len(moves) == 0:
        return 0
    crossing = down_crossing() if uncrossed else NO_EDGES
    halves = _cut(moves)
    numbering = _number(np.unique(np.concatenate([part.edges.ravel() for part in halves[:2]])))
    fronts, rears = (part._replace(edges=numbering.number[part.edges]) for part in halves[:2])
    leaving = moves[halves.begin, 0]
    total = 0
    for start, stop in _blocks(others[:, 0]):
        block = others[start:stop]
        kill, every = _kill_maps(block, *numbering[1:], OFFSETS, crossing)
        total += _count(block[0, 0], leaving, kill, every, *fronts, *rears, *halves[2:])
    return total


def list_halves(end: int, steps: int, *, uncrossed: bool) -> NDArray[np.uint8]:
    """Return the moves of all paths of `steps` steps from the root to the end, in order: (halves, steps)."""
    taken = half_plane()
    crossing = down_crossing() if uncrossed else NO_EDGES
    return _list_halves(end, steps, taken, distances(taken, end, steps), OFFSETS, crossing)  # type: ignore[no-any-return]


def _blocks(first_moves: NDArray[np.uint8]) -> Iterator[tuple[int, int]]:
    """Yield ranges of halves that leave the root by the same move, at most as many as a map has bits."""
    for move in range(8):
        first, last = np.searchsorted(first_moves, [move, move + 1]).tolist()
        for start in range(first, last, 64 * _WORDS):
            yield start, min(last, start + 64 * _WORDS)


def _cut(moves: NDArray[np.uint8]) -> _Halves:
    """Cut halves, which are listed in the order of their moves, into fronts and rears."""
    cut = moves.shape[1] // 2
    middle = np.full(len(moves), ORIGIN)
    for move in moves[:, :cut].T:
        middle += OFFSETS[move]
    front = _as_number(moves[:, :cut])
    begin = np.flatnonzero(np.diff(front, prepend=-1))
    stop = np.append(begin[1:], len(moves))
    rear = _as_number(moves[:, cut:])
    middle_of = np.full(8 ** (moves.shape[1] - cut), SIZE)
    middle_of[rear] = middle
    by_middle = np.argsort(middle_of, kind="stable")
    by_middle = by_middle[: np.count_nonzero(middle_of < SIZE)]
    place = np.empty(len(middle_of), np.int32)
    place[by_middle] = np.arange(len(by_middle))
    order = np.argsort(middle[begin], kind="stable")
    begin, stop = begin[order], stop[order]
    digits = 3 * np.arange(moves.shape[1] - cut)[::-1]
    return _Halves(
        _parts(middle[begin], moves[begin, :cut], np.full(len(begin), ORIGIN)),
        _parts(middle_of[by_middle], by_middle[:, None] >> digits & 7, middle_of[by_middle]),
        begin,
        stop,
        place[rear],
    )


def _as_number(moves: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return each row of moves as an octal number."""
    number = np.zeros(len(moves), np.int64)
    for move in moves.T:
        number = 8 * number + move
    return number


def _parts(middle: NDArray[np.int64], moves: NDArray[np.integer], start: NDArray[np.int64]) -> _Parts:
    """Return the parts with these middles, in order, with their moves and first squares."""
    squares = start[:, None] + np.cumsum(OFFSETS[moves], axis=1) - OFFSETS[moves]
    first = np.append(np.flatnonzero(np.diff(middle, prepend=-1)), len(middle))
    return _Parts(first, 8 * squares + moves)


class _Numbering(NamedTuple):
    """The directed edges of some halves, and their squares and undirected edges, numbered."""

    number: NDArray[np.int64]
    """The number of each directed edge."""
    head: NDArray[np.int64]
    """The number of the square to which an edge leads, by number of the edge."""
    pair: NDArray[np.int64]
    """The number of the undirected edge, by number of the directed one."""
    square: NDArray[np.int64]
    """The number of each square; 0 if no edge leads there."""
    downward: NDArray[np.int64]
    """The undirected number of each directed edge that goes down; 0 if it is none of theirs."""


def _number(edges: NDArray[np.int64]) -> _Numbering:
    move = edges & 7
    head = (edges >> 3) + OFFSETS[move]
    down = np.where(move >= 4, edges, 8 * head + move + 4)
    number, downward = np.zeros((2, 8 * SIZE), np.int64)
    square = np.zeros(SIZE, np.int64)
    number[edges] = np.arange(len(edges))
    for table, members in (square, np.unique(head)), (downward, np.unique(down)):
        table[members] = 1 + np.arange(len(members))
    return _Numbering(number, square[head], downward[down], square, downward)


@njit(cache=True, nogil=True)
def _list_halves(end, steps, taken, distance, offsets, crossing):
    found = 0
    halves = np.empty((64, steps), np.uint8)
    taken = taken.copy()
    crossed = np.zeros(8 * taken.size if crossing.shape[1] else 0, np.uint8)
    square = np.empty(steps + 1, np.int64)
    move = np.full(steps + 1, -1, np.int64)
    square[0] = ORIGIN
    depth = 0
    while depth >= 0:
        if depth == steps:
            if found == len(halves):
                halves = lengthened(halves, found, 2 * found)
            for step in range(steps):
                halves[found, step] = move[step]
            found += 1
        else:
            move[depth] += 1
            if move[depth] < 8:
                here = square[depth]
                there = here + offsets[move[depth]]
                left = steps - depth - 1
                if taken[there] or distance[there] > left or (there == end and left > 0):
                    continue
                if crossed.size:
                    down = 8 * here + move[depth] if move[depth] >= 4 else 8 * there + move[depth] + 4
                    if crossed[down]:
                        continue
                    for other in crossing[move[depth]]:
                        crossed[8 * here + move[depth] + other] += 1
                taken[there] = 1
                depth += 1
                square[depth] = there
                move[depth] = -1
                continue
        taken[square[depth]] = 0
        depth -= 1
        if depth >= 0:
            for other in crossing[move[depth]]:
                crossed[8 * square[depth] + move[depth] + other] -= 1
    return halves[:found].copy()


@njit(cache=True, nogil=True)
def _kill_maps(block, head, pair, square_number, pair_number, offsets, crossing):
    """Return the halves of the block incompatible with each numbered edge, and the map of all halves.

    These pass through the square that the edge leads to, or cross the edge.
    """
    halves, steps = block.shape
    words = -(-halves // (64 * _ALIGNED)) * _ALIGNED
    passing = np.zeros((head.max() + 1, words), np.uint64)
    crossed = np.zeros((pair.max() + 1 if crossing.shape[1] else 0, words), np.uint64)
    every = np.zeros(words, np.uint64)
    for half in range(halves):
        word, bit = half >> 6, np.uint64(1) << np.uint64(half & 63)
        every[word] |= bit
        square = ORIGIN
        for step in range(steps):
            move = block[half, step]
            for other in crossing[move]:
                crossed[pair_number[8 * square + move + other], word] |= bit
            square += offsets[move]
            if step < steps - 1:
                passing[square_number[square], word] |= bit
    kill = np.empty((head.size, words), np.uint64)
    for edge in range(head.size):
        for word in range(words):
            kill[edge, word] = passing[head[edge], word]
        if crossing.shape[1]:
            for word in range(words):
                kill[edge, word] |= crossed[pair[edge], word]
    return kill, every


@njit(nogil=True)
def _draw_maps(edges, kill, every, maps):
    """Write the map of each part: the halves of the block compatible with all its edges."""
    for part in range(len(edges)):
        for word in range(every.size):
            maps[part, word] = every[word]
        for edge in edges[part]:
            for word in range(every.size):
                maps[part, word] &= ~kill[edge, word]


@njit(cache=True, nogil=True)
def _count(block_move, leaving, kill, every, first_front, front_edges, first_rear, rear_edges, begin, stop, rear):
    """Count the pairs of a half and one of the block that leaves the root by a larger move."""
    front_maps = np.empty((np.diff(first_front).max(), every.size), np.uint64)
    rear_maps = np.empty((np.diff(first_rear).max(), every.size), np.uint64)
    total = 0
    for middle in range(first_front.size - 1):
        a_front, a_rear = first_front[middle], first_rear[middle]
        smaller = a_front + np.searchsorted(leaving[a_front : first_front[middle + 1]], block_move)
        if smaller == a_front:
            continue
        _draw_maps(front_edges[a_front:smaller], kill, every, front_maps)
        _draw_maps(rear_edges[a_rear : first_rear[middle + 1]], kill, every, rear_maps)
        for front in range(a_front, smaller):
            one = front_maps[front - a_front]
            for half in range(begin[front], stop[front]):
                two = rear_maps[rear[half] - a_rear]
                pairs = 0
                for word in range(every.size):
                    pairs += bit_count(one[word] & two[word])
                total += pairs
    return total
