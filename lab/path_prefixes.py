"""Count fixed closed paths by prefixes and return paths, as a check on the engines of `destrier.paths`.

`python lab/path_prefixes.py 16 --uncrossed` prints their number. The method shares no idea with the engines `halves`
and `uneven`, is slower, and agrees with them up to length 20.

A closed path is counted at its *root*, its lexicographically smallest square; its other squares then lie in the half
plane of the rows below, and of the row of the root to its right. It is cut into a *prefix* of k - j moves from the root
and a *return path* of j moves, also from the root, that ends where the prefix ends. Of the two directions, the one is
taken in which the prefix leaves the root by a smaller move than the return path.

All return paths are listed once and numbered so that those with the same end are consecutive. A set of them is a bit
map. For every directed edge that a prefix may use, its *kill map* is the set of incompatible return paths: those that
pass through the square that the edge leads to, those with a move that crosses it (for uncrossed paths), and, for the
edges at the root, those that leave it by a smaller move. Prefixes are enumerated depth first with the map of the return
paths still *alive*; at the last `_LATE` edges only the words of the return paths that end there are examined, and their
bits counted.

Source: the two-halves algorithm of Kapralov and others, made asymmetric, with the intersection test in bits.

Invariants of a depth-first step: `taken[square]` is 1 on the prefix and outside the half plane; `crossed[edge]` counts
the edges of the prefix that cross this one; `alive[depth]` excludes the kill maps of the first `depth` edges.

Cost: about 7 ** (k - j) / 8 leaves of a few words each. Memory: a kill map for each edge within k - j moves.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import bit_count
from destrier.paths.plane import NO_EDGES, OFFSETS, ORIGIN, SIZE, crossing_edges, distances, half_plane
from destrier.support.kernels import kernel
from destrier.support.resources import processors

_LATE: Final = 3
"""The number of edges of a prefix whose kill maps are applied at its end."""


class _Returns(NamedTuple):
    """The return paths, numbered by their ends, and the kill maps of the edges."""

    first_word: NDArray[np.int64]
    """The first word of the return paths that end on each square."""
    last_word: NDArray[np.int64]
    """The end of those words; the same as their start if there are none."""
    alive: NDArray[np.uint64]
    """(words,): a bit for each return path."""
    row: NDArray[np.int32]
    """The row of each directed edge's kill map; 0, which kills nothing, if it has none."""
    kill: NDArray[np.uint64]
    """(rows, words): the kill maps."""


def count_fixed(length: int, *, uncrossed: bool, return_length: int | None = None) -> int:
    """Count the fixed closed paths of an even length.

    Return paths of more moves mean fewer prefixes, but longer maps; by default they suit the length.
    """
    j = return_length or min(length // 2 - 1, 7)
    crossing = crossing_edges() if uncrossed else NO_EDGES
    returns = _returns(j, uncrossed=uncrossed)
    distance = distances(half_plane(), ORIGIN, length // 2)

    def count(first: int, second: int) -> int:
        return int(_count(length, j, first, second, half_plane(), distance, OFFSETS, crossing, *returns))

    begins = product(range(4, 8), range(8))
    with ThreadPoolExecutor(processors()) as pool:
        return sum(pool.map(count, *zip(*begins, strict=True)))


def _returns(j: int, *, uncrossed: bool) -> _Returns:
    crossing = crossing_edges() if uncrossed else NO_EDGES
    squares, moves = _list_paths(j, half_plane(), crossing)
    by_end = np.argsort(squares[:, -1], kind="stable")
    squares, moves = squares[by_end], moves[by_end]
    ends, starts, counts = np.unique(squares[:, -1], return_index=True, return_counts=True)
    words = np.concatenate([[0], np.cumsum(-(-counts // 64))])
    first_word, last_word = np.zeros((2, SIZE), np.int64)
    first_word[ends], last_word[ends] = words[:-1], words[1:]
    place = np.repeat(64 * words[:-1] - starts, counts) + np.arange(len(squares))
    alive = np.zeros(words[-1], np.uint64)
    np.bitwise_or.at(alive, place >> 6, np.uint64(1) << (place & 63).astype(np.uint64))
    row = np.zeros(8 * SIZE, np.int32)
    rows = _number_edges(squares, moves, OFFSETS, crossing, row)
    kill = np.zeros((rows, words[-1]), np.uint64)
    _fill_kill_maps(squares, moves, place, OFFSETS, crossing, row, kill)
    return _Returns(first_word, last_word, alive, row, kill)


def _list_paths(
    j: int, taken: NDArray[np.uint8], crossing: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all paths of j moves from the root: the squares after it, and the moves; both (paths, j)."""
    squares, moves = np.empty((1, 0), np.int64), np.empty((1, 0), np.int64)
    for _ in range(j):
        here = squares[:, -1] if squares.size else np.array([ORIGIN])
        step = np.tile(np.arange(8), len(here))
        before, passed = np.repeat(squares, 8, axis=0), np.repeat(moves, 8, axis=0)
        there = np.repeat(here, 8) + OFFSETS[step]
        good = (taken[there] == 0) & ~(before == there[:, None]).any(axis=1)
        edge = 8 * np.repeat(here, 8) + step
        left = np.concatenate([np.full((len(before), 1), ORIGIN), before], axis=1)
        for number in range(passed.shape[1]):
            crossed = (8 * left[:, number] + passed[:, number])[:, None] + crossing[passed[:, number]]
            good &= ~(crossed == edge[:, None]).any(axis=1)
        squares = np.column_stack([before, there])[good]
        moves = np.column_stack([passed, step])[good]
    return squares, moves


@kernel
def _killed_edges(squares, moves, offsets, crossing, edges):
    """Write the directed edges incompatible with a return path, some more than once, and return how many."""
    count = 0
    for first in range(moves[0], 8):
        edges[count] = 8 * ORIGIN + first
        count += 1
    here = ORIGIN
    for step in range(squares.size):
        for move in range(8):
            if step < squares.size - 1:
                edges[count] = 8 * (squares[step] - offsets[move]) + move
                count += 1
        for other in crossing[moves[step]]:
            edges[count] = 8 * here + moves[step] + other
            count += 1
        here = squares[step]
    return count


@kernel
def _number_edges(squares, moves, offsets, crossing, row):
    """Number the edges that kill something, from 1, and return how many rows that makes."""
    edges = np.empty(8 + 8 * squares.shape[1] + crossing.shape[1] * squares.shape[1], np.int64)
    rows = 1
    for path in range(len(squares)):
        for edge in edges[: _killed_edges(squares[path], moves[path], offsets, crossing, edges)]:
            if row[edge] == 0:
                row[edge] = rows
                rows += 1
    return rows


@kernel
def _fill_kill_maps(squares, moves, place, offsets, crossing, row, kill):
    edges = np.empty(8 + 8 * squares.shape[1] + crossing.shape[1] * squares.shape[1], np.int64)
    for path in range(len(squares)):
        bit = np.uint64(1) << np.uint64(place[path] & 63)
        for edge in edges[: _killed_edges(squares[path], moves[path], offsets, crossing, edges)]:
            kill[row[edge], place[path] >> 6] |= bit


@kernel
def _count(length, j, first, second, taken, distance, offsets, crossing, first_word, last_word, every, row, kill):
    """Count the closed paths whose prefix begins with two moves."""
    depth_of_leaf = length - j
    mapped = max(depth_of_leaf - _LATE, 0)
    alive = np.empty((mapped + 1, every.size), np.uint64)
    alive[0] = every
    square = np.empty(depth_of_leaf + 1, np.int64)
    edge = np.empty(depth_of_leaf + 1, np.int64)
    move = np.full(depth_of_leaf + 1, -1, np.int64)
    crossed = np.zeros(row.size, np.uint8)
    maps = np.empty(_LATE, np.int64)
    square[0] = ORIGIN
    total = 0
    depth = 0
    while depth >= 0:
        if depth == depth_of_leaf:
            for late in range(_LATE):
                maps[late] = row[edge[mapped + late]] if mapped + late < depth_of_leaf else 0
            one, two, three = kill[maps[0]], kill[maps[1]], kill[maps[2]]
            for word in range(first_word[square[depth]], last_word[square[depth]]):
                total += bit_count(alive[mapped, word] & ~(one[word] | two[word] | three[word]))
        else:
            move[depth] += 1
            if depth == 0 or (depth == 1 and depth_of_leaf > 1):
                chosen = first if depth == 0 else second
                move[depth] = chosen if move[depth] <= chosen else 8
            if move[depth] < 8:
                here = 8 * square[depth] + move[depth]
                there = square[depth] + offsets[move[depth]]
                if taken[there] or crossed[here] or distance[there] > length - depth - 1:
                    continue
                edge[depth] = here
                if depth < mapped:
                    for word in range(every.size):
                        alive[depth + 1, word] = alive[depth, word] & ~kill[row[here], word]
                taken[there] = 1
                for other in crossing[move[depth]]:
                    crossed[here + other] += 1
                depth += 1
                square[depth] = there
                if depth < depth_of_leaf:
                    move[depth] = -1
                continue
        # All that follows has been counted: step back.
        depth -= 1
        if depth >= 0:
            taken[square[depth + 1]] = 0
            for other in crossing[move[depth]]:
                crossed[edge[depth] + other] -= 1
    return total


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("length", type=int)
    parser.add_argument("--uncrossed", action="store_true")
    asked = parser.parse_args()
    sys.stdout.write(f"{count_fixed(asked.length, uncrossed=asked.uncrossed):,}\n")
