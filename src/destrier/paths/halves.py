"""Count fixed closed paths by pairs of halves. `docs/paths.md` tells how this compares to other engines.

A closed path is counted at its *root*, its lexicographically smallest square. At its *end*, half its moves away, it
falls into two halves, which meet nowhere else (nor cross). A half is itself cut in two, a *front* from the root to a
square in its *middle* and a *rear* from there to the end, of which there are few. For a block of halves, the map of a
front or a rear marks those that are compatible with it. Hence

    pairs = sum over halves of the bits in map(front) & map(rear)

Of the two orders of a pair, only the one in which the half of the block leaves the root by the larger move counts. The
blocks are cut from a list in which halves with the same first and last moves are adjacent, so whole groups of 512
halves are often incompatible. Each map has a word that marks its nonzero groups, and only groups that are nonzero in
both maps are read. The fronts that make a half with a rear are also in a map.

Source: the two-halves algorithm of Kapralov and others; the meetings as bits, and the maps of parts, are our own.

Cost: for n halves with an end, 1.9 picoseconds (1.5 if uncrossed) for each of n * n / 2 pairs, and 0.2 (0.3)
microseconds for each half. Memory: about 60 bytes for each half with one end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import bit_count, lengthened, lowest_bit
from destrier.paths.plane import NO_EDGES, OFFSETS, ORIGIN, SIZE, Plane, distances, down_crossing, half_plane
from destrier.support.kernels import UNBOUNDED, kernel

_GROUP: Final = 8
"""The words of a group, a line of the cache."""

_WORDS: Final = 256
"""The most words of a map, 32 groups; the bits of one word mark those that are not zero."""

_SECONDS: Final = {False: (2e-7, 1.9e-12), True: (3e-7, 1.5e-12)}
"""The time for a half and for a pair of halves, by whether they are uncrossed."""


class _Parts(NamedTuple):
    """The fronts, or the rears, of the halves with an end; those with the same middle stand together."""

    first: NDArray[np.int64]
    """The first part of each middle; after the last middle, the number of parts."""
    edges: NDArray[np.int64]
    """(parts, moves): the directed edges of each part, of a rear from the last to the first."""


class _Halves(NamedTuple):
    """The halves with an end, as pairs of parts."""

    fronts: _Parts
    """The fronts; those with the same middle are in the order of their moves."""
    rears: _Parts
    begin: NDArray[np.int64]
    """The place in `front` where each rear's halves begin; at the end, the number of halves."""
    front: NDArray[np.int32]
    """The front of each half; those with the same rear are in order."""


def pieces(length: int, *, uncrossed: bool, shift: int = 0) -> dict[int, float]:
    """Return the ends, as squares, with the approximate seconds that each takes, the longest first."""
    a_half, a_pair = _SECONDS[uncrossed]
    fewer, more = (halves_by_end(length // 2 + way * shift, uncrossed=uncrossed) for way in (-1, 1))
    seconds = (fewer + more) / 2 * a_half + fewer * more / 2 * a_pair
    return longest_first(np.where(fewer > 0, seconds, 0))


def longest_first(seconds: NDArray[np.float64]) -> dict[int, float]:
    """Return the squares with a positive time as pieces, the longest first."""
    ends = np.flatnonzero(seconds)
    return {int(end): float(seconds[end]) for end in ends[np.argsort(-seconds[ends], kind="stable")]}


def halves_by_end(steps: int, *, uncrossed: bool, plane: Plane = half_plane) -> NDArray[np.float64]:
    """Return the approximate number of halves of `steps` steps that end at each square; 0 if there are none."""
    free = np.flatnonzero(plane() == 0)
    walks = np.zeros(SIZE)
    walks[ORIGIN] = 1
    for _ in range(steps):
        onward = np.zeros(SIZE)
        onward[free] = walks[free[:, None] + OFFSETS].sum(axis=1)
        walks = onward
    return np.asarray(walks * (0.81 if uncrossed else 0.87) ** steps)  # a fit, for lengths from 16 to 20


def count_piece(length: int, end: int, *, uncrossed: bool, shift: int = 0) -> int:
    """Count the fixed closed paths of an even length for one of the ends in `pieces`.

    With a `shift`, the end is that many moves off the middle: the halves differ, but not the number of paths.
    """
    steps = length // 2 + shift
    rows = _halves(end, steps, uncrossed=uncrossed)
    columns = _moves(_halves(end, length - steps, uncrossed=uncrossed) if shift else rows)
    columns = columns.take(np.argsort(_as_number(columns[:, _inward(columns.shape[1])])), axis=0)
    numbering = _number(np.concatenate([part.edges.ravel() for part in rows[:2]]), columns)
    fronts, rears = (part._replace(edges=numbering.number[part.edges]) for part in rows[:2])
    leaving = rows.fronts.edges[:, 0] & 7
    crossing = down_crossing() if uncrossed else NO_EDGES
    total = 0
    for start, stop in _blocks(columns[:, 0]):
        kill, every = _kill_maps(columns[start:stop], *numbering[1:], OFFSETS, crossing)
        total += _count(columns[start, 0], leaving, kill, every, *fronts, *rears, *rows[2:])
    return total


def list_halves(end: int, steps: int, *, uncrossed: bool, plane: Plane = half_plane) -> NDArray[np.uint8]:
    """Return the moves of all paths of `steps` steps from the root to the end in a plane: (halves, steps)."""
    return _moves(_halves(end, steps, uncrossed=uncrossed, plane=plane))


def _moves(halves: _Halves) -> NDArray[np.uint8]:
    """Return the moves of each half."""
    fore, aft = ((part.edges & 7).astype(np.uint8) for part in halves[:2])
    rear = np.repeat(np.arange(len(aft)), np.diff(halves.begin))
    return np.concatenate([fore.take(halves.front, axis=0), aft[:, ::-1].take(rear, axis=0)], axis=1)


def _inward(steps: int) -> list[int]:
    """Return the steps of a half from both sides to the middle: the first, the last, the second, and so on."""
    return [step // 2 if step % 2 == 0 else steps - 1 - step // 2 for step in range(steps)]


def _blocks(first_moves: NDArray[np.uint8]) -> Iterator[tuple[int, int]]:
    """Yield ranges of halves that leave the root by the same move, at most as many as a map has bits."""
    for move in range(8):
        first, last = np.searchsorted(first_moves, [move, move + 1]).tolist()
        for start in range(first, last, 64 * _WORDS):
            yield start, min(last, start + 64 * _WORDS)


def _list_parts(end: int, steps: int, *, uncrossed: bool, plane: Plane) -> tuple[_Parts, _Parts]:
    """Return the fronts and the rears with this end, of halves of `steps` steps, for the same middles."""
    rear_steps = steps // 2
    fore = _walks(ORIGIN, end, steps - rear_steps, rear_steps, plane(), uncrossed=uncrossed)
    aft = _walks(end, ORIGIN, rear_steps, steps - rear_steps, plane(), uncrossed=uncrossed)
    heads = ORIGIN + np.cumsum(OFFSETS[fore], axis=1)
    tails = end + np.cumsum(OFFSETS[aft], axis=1)
    middles = heads[:, -1], tails[:, -1] if rear_steps else np.full(len(tails), end)
    both = np.intersect1d(*middles)
    edges = 8 * (heads - OFFSETS[fore]) + fore, 8 * tails + (aft + 4 & 7)
    fronts, rears = (_parts(*each, both) for each in zip(middles, edges, strict=True))
    return fronts, rears


def _halves(end: int, steps: int, *, uncrossed: bool, plane: Plane = half_plane) -> _Halves:
    """Join fronts and rears by maps of the fronts that are compatible with each edge of a rear."""
    fronts, rears = _list_parts(end, steps, uncrossed=uncrossed, plane=plane)
    crossing = down_crossing() if uncrossed else NO_EDGES
    moves = (fronts.edges & 7).astype(np.uint8)
    numbering = _number(rears.edges.ravel(), moves)
    kill, _ = _kill_maps(moves, *numbering[1:], OFFSETS, crossing)
    return _Halves(fronts, rears, *_join(fronts.first, rears.first, numbering.number[rears.edges], kill))


def _parts(middle: NDArray[np.int64], edges: NDArray[np.int64], middles: NDArray[np.int64]) -> _Parts:
    """Return the parts, with their edges, that have one of the middles, sorted by it."""
    order = np.argsort(middle, kind="stable")
    order = order[np.isin(middle[order], middles)]
    return _Parts(np.searchsorted(middle[order], np.append(middles, SIZE)), edges[order])


def _walks(
    start: int, target: int, steps: int, left: int, taken: NDArray[np.uint8], *, uncrossed: bool
) -> NDArray[np.uint8]:
    """Return the first `steps` moves of paths from start to target, root and end, that have `left` more, in order."""
    distance = distances(taken, target, steps + left)
    crossing = down_crossing() if uncrossed else NO_EDGES
    return _list_walks(start, target, steps, left, taken, distance, OFFSETS, crossing)  # type: ignore[no-any-return]


class _Numbering(NamedTuple):
    """Directed edges, and the squares and undirected edges of other paths, numbered."""

    number: NDArray[np.int64]
    """The number of each directed edge."""
    edges: NDArray[np.int64]
    """The directed edges, by number."""
    square: NDArray[np.int64]
    """The number of each square of the others; 0 if they do not visit it."""
    downward: NDArray[np.int64]
    """The number of each undirected edge of the others, by its downward direction; 0 if they do not use it."""


def _number(edges: NDArray[np.int64], others: NDArray[np.uint8]) -> _Numbering:
    """Number the given edges, and the squares and edges of the paths from the root with the given moves."""
    edges = np.flatnonzero(np.bincount(edges, minlength=8 * SIZE))
    theirs = np.flatnonzero(edge_visits(others, OFFSETS))
    move = theirs & 7
    head = (theirs >> 3) + OFFSETS[move]
    down = np.where(move >= 4, theirs, 8 * head + move + 4)
    number, square, downward = np.zeros(8 * SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(8 * SIZE, np.int64)
    number[edges] = np.arange(len(edges))
    for table, members in (square, head), (downward, down):
        table[members] = 1
        table[members] = np.cumsum(table)[members]
    return _Numbering(number, edges, square, downward)


@kernel
def edge_visits(moves, offsets):
    """Return the number of paths from the root that have each directed edge."""
    visits = np.zeros(8 * SIZE, np.int64)
    for half in range(len(moves)):
        square = ORIGIN
        for step in range(moves.shape[1]):
            move = np.int64(moves[half, step])
            visits[8 * square + move] += 1
            square += offsets[move]
    return visits


@kernel
def _as_number(moves):
    """Return each row of moves as an octal number."""
    number = np.zeros(len(moves), np.int64)
    for half in range(len(moves)):
        for step in range(moves.shape[1]):
            number[half] = 8 * number[half] + moves[half, step]
    return number


@kernel(steps=UNBOUNDED)
def _join(first_front, first_rear, rear_edges, kill):
    """Return the fronts that make a half with each rear, and where those of each rear begin."""
    begin = np.zeros(len(rear_edges) + 1, np.int64)
    fronts = np.empty(64, np.int32)
    found = 0
    for middle in range(first_front.size - 1):
        start, stop = first_front[middle], first_front[middle + 1]
        for rear in range(first_rear[middle], first_rear[middle + 1]):
            for word in range(start >> 6, (stop + 63) >> 6):
                left = ~np.uint64(0)
                if word == start >> 6:
                    left <<= np.uint64(start & 63)
                if word == stop >> 6:
                    left &= (np.uint64(1) << np.uint64(stop & 63)) - np.uint64(1)
                for edge in rear_edges[rear]:
                    left &= ~kill[edge, word]
                while left:
                    if found == fronts.size:
                        fronts = lengthened(fronts, found, 2 * found)
                    fronts[found] = 64 * word + lowest_bit(left)
                    left &= left - np.uint64(1)
                    found += 1
            begin[rear + 1] = found
    return begin, fronts[:found].copy()


@kernel(steps=UNBOUNDED)
def _list_walks(start, target, steps, left, taken, distance, offsets, crossing):
    """Do `_walks`, depth first."""
    found = 0
    walks = np.empty((64, steps), np.uint8)
    taken = taken.copy()
    taken[start] = 1
    crossed = np.zeros(8 * taken.size if crossing.shape[1] else 0, np.uint8)
    square = np.empty(steps + 1, np.int64)
    move = np.full(steps + 1, -1, np.int64)
    square[0] = start
    depth = 0
    while depth >= 0:
        if depth == steps:
            if found == len(walks):
                walks = lengthened(walks, found, 2 * found)
            for step in range(steps):
                walks[found, step] = move[step]
            found += 1
        else:
            move[depth] += 1
            if move[depth] < 8:
                here = square[depth]
                there = here + offsets[move[depth]]
                more = steps + left - depth - 1
                if taken[there] or distance[there] > more or (there == target and more > 0):
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
    return walks[:found].copy()


@kernel(steps=UNBOUNDED)
def _kill_maps(block, edges, square_number, downward, offsets, crossing):
    """Return the halves of the block incompatible with each edge, and the map of all halves.

    These pass through the square that the edge leads to, or cross the edge.
    """
    halves, steps = block.shape
    words = -(-halves // (64 * _GROUP)) * _GROUP
    passing = np.zeros((square_number.max() + 1, words), np.uint64)
    having = np.zeros((downward.max() + 1 if crossing.shape[1] else 0, words), np.uint64)
    every = np.zeros(words, np.uint64)
    for half in range(halves):
        word, bit = half >> 6, np.uint64(1) << np.uint64(half & 63)
        every[word] |= bit
        square = ORIGIN
        for step in range(steps):
            move = block[half, step]
            head = square + offsets[move]
            if crossing.shape[1]:
                having[downward[8 * square + move if move >= 4 else 8 * head + move + 4], word] |= bit
            if step < steps - 1:
                passing[square_number[head], word] |= bit
            square = head
    kill = np.empty((edges.size, words), np.uint64)
    for number in range(edges.size):
        move = edges[number] & 7
        square = square_number[(edges[number] >> 3) + offsets[move]]
        for word in range(words):
            kill[number, word] = passing[square, word]
        for other in crossing[move]:
            crossed = downward[edges[number] + other]
            if crossed:
                for word in range(words):
                    kill[number, word] |= having[crossed, word]
    return kill, every


@kernel
def _draw_maps(edges, kill, every, maps, groups):
    """Write the map of each part, the halves of the block compatible with all its edges, and its groups not zero."""
    parts, depth = edges.shape
    compatible = np.empty((depth + 1, every.size), np.uint64)
    compatible[0] = every
    for part in range(parts):
        same = 0
        while part and same < depth and edges[part, same] == edges[part - 1, same]:
            same += 1
        for step in range(same, depth):
            edge = edges[part, step]
            for word in range(every.size):
                compatible[step + 1, word] = compatible[step, word] & ~kill[edge, word]
        groups[part] = 0
        for group in range(every.size // _GROUP):
            some = np.uint64(0)
            for word in range(group * _GROUP, (group + 1) * _GROUP):
                maps[part, word] = compatible[depth, word]
                some |= compatible[depth, word]
            groups[part] |= np.uint64(some != 0) << np.uint64(group)


@kernel(steps=UNBOUNDED)
def _count(block_move, leaving, kill, every, first_front, front_edges, first_rear, rear_edges, begin, front):
    """Count the pairs of a half and one of the block that leaves the root by a larger move."""
    fronts, rears = np.diff(first_front).max(), np.diff(first_rear).max()
    front_maps, rear_maps = np.empty((fronts, every.size), np.uint64), np.empty((rears, every.size), np.uint64)
    front_groups, rear_groups = np.empty(fronts, np.uint64), np.empty(rears, np.uint64)
    total = 0
    for middle in range(first_front.size - 1):
        a_front, a_rear = first_front[middle], first_rear[middle]
        smaller = a_front + np.searchsorted(leaving[a_front : first_front[middle + 1]], block_move)
        if smaller == a_front:
            continue
        _draw_maps(front_edges[a_front:smaller], kill, every, front_maps, front_groups)
        _draw_maps(rear_edges[a_rear : first_rear[middle + 1]], kill, every, rear_maps, rear_groups)
        for rear in range(a_rear, first_rear[middle + 1]):
            two = rear_maps[rear - a_rear]
            groups = rear_groups[rear - a_rear]
            if groups == 0:
                continue
            for half in range(begin[rear], begin[rear + 1]):
                if front[half] >= smaller:
                    break
                one = front_maps[front[half] - a_front]
                left = groups & front_groups[front[half] - a_front]
                pairs = 0
                while left:
                    start = _GROUP * lowest_bit(left)
                    left &= left - np.uint64(1)
                    for word in range(_GROUP):  # of constant length, and hence unrolled by the compiler
                        pairs += bit_count(one[start + word] & two[start + word])
                total += pairs
    return total
