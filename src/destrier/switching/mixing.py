"""The mixing chain: random switches of short alternating cycles, many at a time.

An *alternating cycle* is a cycle of the knight's graph whose edges are alternately in the tourney and not in it;
switching it exchanges the two halves. Two kinds are switched here: rails (4-cycles, 6 shapes) and those hexagons whose
six moves do not cancel in pairs (60 shapes). Rails alone preserve the charges of a tourney; hexagons do not. See
`docs/mixing.md` for the proofs. One *step* takes one shape and a random set of places, drawn without looking at the
tourney, at which copies of the shape share no edge, and switches those copies that alternate. Such a step is an
involution whatever the set, so the chain is a random walk by permutations of the set of tourneys: the uniform law on
the reachable tourneys is stationary, and it is the only stationary law if all of them can be reached.

A *round* cuts the board into bands at random rows and gives each band one step for each hexagon and three for each
rail shape, in random order. Bands do not see each other within a round, so they run on several threads and stay in the
cache, and the result does not depend on the number of threads.

Two copies of a shape, one shifted by t, share an edge iff t is the difference of two parallel edges of the shape. For
every shape there are p, q with p * t.row + q * t.col = 2 (mod 4) for all those t, so the places where
p * row + q * col + u (mod 4) is 0 or 1 are half of the board and never clash. A random half of them is proposed.

Cost: two to five ns per square and round on one thread; 1 byte of scratch memory per square.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, product
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.bitplanes import GUARD, pack, shifted, unpack, words_in_row
from destrier.core.board import Board
from destrier.core.kernels import next_state, random_word
from destrier.core.leaper import MOVES
from destrier.core.seeds import derive_key
from destrier.core.types import Moves, Planes, Square
from destrier.switching import bands

ROUNDS: Final = 8
"""The rounds of `mix`: from 4 on, no statistic tells the source of a 48 x 48 tourney (docs/mixing.md)."""

_RAIL_STEPS: Final = 3
"""The steps of a round for each rail shape: rails make the room that hexagons need, and are cheap."""

# The uses of a band's random words, by counter: the order of the steps, then a shift of the class for each step, then
# the first state of each word's generator.
_SHIFTS: Final = 128
_STATES: Final = 256


class Shapes(NamedTuple):
    """Alternating cycles up to translation, as arrays for the kernel; edges at even places alternate with odd ones."""

    edges: NDArray[np.int64]
    """(shapes, 6, 3): plane, row and column of each edge's upper end, from the shape's first row and some column.

    The four edges of a rail are followed by the first two again, so that one loop serves both kinds.
    """
    lengths: NDArray[np.int64]
    """(shapes,): the number of edges, 4 or 6."""
    heights: NDArray[np.int64]
    """(shapes,): the last row of the shape."""
    classes: NDArray[np.int64]
    """(shapes, 2): p and q, as explained in the module's docstring."""


def mix(moves: Moves, *, key: int, rounds: int = ROUNDS) -> Moves:
    """Return the moves array after some rounds of the chain, which keep degrees, and so the ends of an open tour."""
    planes = pack(moves)
    mix_planes(planes, moves.shape, key=key, rounds=rounds)
    return unpack(planes, np.empty_like(moves))


def mix_window(moves: Moves, top: int, left: int, height: int, width: int, *, key: int, rounds: int = 1) -> None:
    """Mix the inside of a window of a board in place; edges that cross its rim stay."""
    window = moves[top : top + height, left : left + width]
    inner = window & Board(*window.shape).legal_moves()  # the chain must not see edges that leave the window
    window ^= inner ^ mix(inner, key=key, rounds=rounds)


def mix_planes(planes: Planes, shape: tuple[int, int], *, key: int, rounds: int = ROUNDS) -> None:
    """Do `mix` in place on the planes of a board of this shape."""
    words, shapes = words_in_row(shape[1]), alternating_cycles()
    for number in range(rounds):
        key_of_round = derive_key(key, "round", number)
        cuts = bands.cut(shape, key_of_round)
        work = partial(_mix_bands, planes, words, cuts, shapes, _CLASS_WORDS, np.uint64(key_of_round))
        bands.share(cuts, shape[1], work)


@cache
def alternating_cycles() -> Shapes:
    """Return the 6 rail shapes and then the 60 hexagons that are not sums of opposite moves."""
    found = [_rail(first, second) for first, second in combinations(range(4, 8), 2)] + _hexagons()
    edges = np.zeros((len(found), 6, 3), np.int64)
    for shape, cycle in enumerate(found):
        edges[shape] = (cycle + cycle)[:6]
    feet = [max(row + MOVES[4 + plane][0] for plane, row, _ in cycle) for cycle in found]
    return Shapes(
        edges,
        np.array([len(cycle) for cycle in found], np.int64),
        np.array(feet, np.int64),
        np.array([_class_of(cycle) for cycle in found], np.int64),
    )


def _rail(first: int, second: int) -> list[tuple[int, int, int]]:
    return _edges((first, second, (first + 4) % 8, (second + 4) % 8))


def _edges(walk: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return the (plane, row, col) of each edge's upper end in a closed walk whose first row is row 0."""
    squares: list[Square] = [(0, 0)]
    for move in walk:
        squares.append((squares[-1][0] + MOVES[move][0], squares[-1][1] + MOVES[move][1]))
    top = min(squares)
    edges = []
    for move, here, there in zip(walk, squares, squares[1:], strict=False):
        row, col = min(here, there)
        edges.append((move % 4, row - top[0], col - top[1]))
    return edges


def _hexagons() -> list[list[tuple[int, int, int]]]:
    """Return the closed walks of six uncancelled moves, up to translation, start and direction."""
    deltas = np.array(MOVES)
    walks = np.array(list(product(range(8), repeat=3)))
    halves = deltas[walks].sum(axis=1)
    found: dict[frozenset[tuple[int, int, int]], list[tuple[int, int, int]]] = {}
    for first, half in zip(walks.tolist(), halves, strict=True):
        for second in walks[(halves == -half).all(axis=1)].tolist():
            walk = (*first, *second)
            if all(walk.count(move) == walk.count((move + 4) % 8) for move in range(4)):
                continue
            edges = _edges(walk)
            found.setdefault(frozenset(edges), edges)
    return [found[cycle] for cycle in sorted(found, key=sorted)]


def _class_of(cycle: list[tuple[int, int, int]]) -> tuple[int, int]:
    shifts = [(a[1] - b[1], a[2] - b[2]) for a, b in combinations(cycle, 2) if a[0] == b[0]]
    return next(
        (p, q) for p, q in product(range(4), repeat=2) if all((p * row + q * col) % 4 == 2 for row, col in shifts)
    )


# _CLASS_WORDS[q, u]: the columns c of a word with (q * c + u) mod 4 in {0, 1}.
_CLASS_WORDS: Final = np.array(
    [[sum(1 << col for col in range(64) if (q * col + u) % 4 < 2) for u in range(4)] for q in range(4)], np.uint64
)


@njit(cache=True, nogil=True)
def _mix_bands(planes, words, cuts, shapes, class_words, key, first, stride):
    steps = np.empty(shapes.lengths.size + 6 * (_RAIL_STEPS - 1), np.int64)
    longest = 0
    for band in range(cuts.size - 1):
        longest = max(longest, cuts[band + 1] - cuts[band])
    states = np.empty(longest * words, np.uint64)
    flips = np.zeros(longest * words + 2, np.uint64)
    for band in range(first, cuts.size - 1, stride):
        band_key = random_word(key, np.uint64(band))
        for step in range(steps.size):
            steps[step] = max(step - 6 * (_RAIL_STEPS - 1), step % 6)
        for step in range(steps.size - 1, 0, -1):
            other = np.int64(random_word(band_key, np.uint64(step)) % np.uint64(step + 1))
            steps[step], steps[other] = steps[other], steps[step]
        rows = cuts[band + 1] - cuts[band]
        for word in range(rows * words):
            states[word] = random_word(band_key, np.uint64(word + _STATES))
        start = GUARD + cuts[band] * words
        for step in range(steps.size):
            shape = steps[step]
            if shapes.heights[shape] >= rows:
                continue
            height = rows - shapes.heights[shape]
            p, q = shapes.classes[shape]
            u = np.int64(random_word(band_key, np.uint64(step + _SHIFTS)) & np.uint64(3))
            _propose(states, flips, height, words, class_words[q], p, u)
            edges = shapes.edges[shape]
            if _keep_alternating(planes, flips, height * words, start, words, edges):
                _switch(planes, flips, height * words, start, words, edges[: shapes.lengths[shape]])


@njit(nogil=True)
def _propose(states, flips, rows, words, class_words, p, u):
    """Draw a random half of the places of one class to flips[1:]; each word's state is an xorshift generator."""
    for word in range(rows * words):
        states[word] = next_state(states[word])
    for row in range(rows):
        places = class_words[(p * row + u) & 3]
        for word in range(row * words, (row + 1) * words):
            flips[word + 1] = states[word] & places


@njit(nogil=True)
def _keep_alternating(planes, flips, size, start, words, edges):
    """Clear the places where the shape does not alternate, and return whether any are left."""
    at = np.empty(6, np.uintp)  # unsigned: an index that may be negative would not be vectorised
    col = np.empty(6, np.uint64)
    for edge in range(6):
        plane, row, column = edges[edge]
        at[edge] = plane * planes.shape[1] + start + row * words - (column < 0)
        col[edge] = column & 63
    a0, a1, a2, a3, a4, a5 = at[0], at[1], at[2], at[3], at[4], at[5]
    c0, c1, c2, c3, c4, c5 = col[0], col[1], col[2], col[3], col[4], col[5]
    flat = planes.reshape(planes.size)
    left = np.uint64(0)
    for word in range(np.uintp(size)):
        in0, in1, in2 = shifted(flat, a0 + word, c0), shifted(flat, a1 + word, c1), shifted(flat, a2 + word, c2)
        in3, in4, in5 = shifted(flat, a3 + word, c3), shifted(flat, a4 + word, c4), shifted(flat, a5 + word, c5)
        even, odd = in0 & in2 & in4 & ~(in1 | in3 | in5), in1 & in3 & in5 & ~(in0 | in2 | in4)
        flips[word + np.uintp(1)] &= even | odd
        left |= flips[word + np.uintp(1)]
    return left != 0


@njit(nogil=True)
def _switch(planes, flips, size, start, words, edges):
    """Exchange the edges of the shape at all remaining places."""
    flips[size + 1] = 0  # flips[0] is never written
    flat = planes.reshape(planes.size)
    for edge in range(edges.shape[0]):
        plane, row, column = edges[edge]
        at = np.uintp(plane * planes.shape[1] + start + row * words)
        # Bits move by +column, which is a shift by -column; spare columns catch what would leave a row.
        source = np.uintp(1 if column <= 0 else 0)
        col = np.uint64(-column & 63)
        for word in range(np.uintp(size)):
            flat[at + word] ^= shifted(flips, source + word, col)
