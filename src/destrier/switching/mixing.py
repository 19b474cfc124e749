"""The mixing chain: random switches of short alternating cycles, many at a time.

An *alternating cycle* is a cycle of the knight's graph whose edges are alternately in the tourney and not in it;
switching it exchanges the two halves. Two kinds are switched: rails (4-cycles, 6 shapes) and the hexagons whose six
moves do not cancel in pairs (60 shapes). Rails alone preserve the charges of a tourney; hexagons do not. See
`docs/mixing.md` for figures and proofs. One *step* takes one shape and a random set of places, independent of the
tourney, at which copies of the shape share no edge, and switches the copies that alternate. For any set of places, such
a step is an involution, so the chain is a random walk by permutations of the set of tourneys: the uniform distribution
on the reachable tourneys is stationary, and it is the only stationary distribution if all tourneys can be reached.

A *round* cuts the board into bands at random rows and gives each band one step for each hexagon and three for each rail
shape, in random order. Bands are independent within a round, so they run on several threads and stay in the cache, and
the result does not depend on the number of threads.

Two copies of a shape, one shifted by t, share an edge iff t is the difference of two parallel edges of the shape. For
every shape there are p, q with p * t.row + q * t.col = 2 (mod 4) for all those t, so the places where p * row + q * col
+ u (mod 4) is 0 or 1 are half of the board and never conflict. A random half of them is proposed.

Cost: two to three ns per square and round on one thread; 1 byte of scratch memory per square.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.bitplanes import GUARD, pack, shifted, unpack, words_in_row
from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.primitives import next_state, random_word
from destrier.core.seeds import derive_key
from destrier.core.types import Moves, Planes, Square
from destrier.support.kernels import kernel
from destrier.switching import bands

ROUNDS: Final = 8
"""Number of rounds of `mix`; from 4 on, no statistic reveals the source of a 48 x 48 tourney (docs/mixing.md)."""

RAIL_STEPS: Final = 3
"""Number of steps per round for each rail shape; rails create opportunities for hexagons, and are cheap."""

# The uses of a band's random words, by counter: the order of the steps, then a shift of the class for each step, then
# the first state of each word's generator.
SHIFTS: Final = 128
STATES: Final = 256


class Shapes(NamedTuple):
    """Alternating cycles up to translation, as arrays for the kernel; even-numbered edges alternate with odd ones."""

    edges: NDArray[np.int64]
    """(shapes, 6, 3): plane, row and column of each edge's upper end, relative to the first row and some column.

    The four edges of a rail are followed by the first two again, so that one loop handles both kinds.
    """
    lengths: NDArray[np.int64]
    """(shapes,): the number of edges, 4 or 6."""
    heights: NDArray[np.int64]
    """(shapes,): the last row of the shape."""
    classes: NDArray[np.int64]
    """(shapes, 2): p and q as in the module docstring."""
    squares: NDArray[np.int64]
    """(shapes, 6, 2): row and column of each square around the cycle, from the same origin; edge i leaves square i."""


def mix(moves: Moves, *, key: int, rounds: int = ROUNDS) -> Moves:
    """Return the moves array after some rounds of the chain, which preserve degrees, and the ends of open tours."""
    planes = pack(moves)
    mix_planes(planes, moves.shape, key=key, rounds=rounds)
    return unpack(planes, np.empty_like(moves))


def mix_window(moves: Moves, top: int, left: int, height: int, width: int, *, key: int, rounds: int = 1) -> None:
    """Mix the inside of a window of a board in place; edges across its border stay."""
    window = moves[top : top + height, left : left + width]
    inner = window & Board(*window.shape).legal_moves()  # the chain must not see edges that leave the window
    window ^= inner ^ mix(inner, key=key, rounds=rounds)


def mix_planes(planes: Planes, shape: tuple[int, int], *, key: int, rounds: int = ROUNDS) -> None:
    """Implement `mix` in place on the bit planes of a board of this shape."""
    words, shapes = words_in_row(shape[1]), alternating_cycles()
    with bands.sharing(shape) as share:
        for number in range(rounds):
            key_of_round = derive_key(key, "round", number)
            cuts = bands.cut(shape, key_of_round)
            share(cuts, partial(_mix_bands, planes, words, cuts, shapes, CLASS_WORDS, np.uint64(key_of_round)))


@cache
def alternating_cycles() -> Shapes:
    """Return the 6 rail shapes and then the 60 hexagons that are not sums of opposite moves."""
    rails = [(first, second, (first + 4) % 8, (second + 4) % 8) for first, second in combinations(range(4, 8), 2)]
    walks = rails + _hexagons()
    found = [_edges(walk) for walk in walks]
    edges = np.array([(cycle + cycle)[:6] for cycle in found], np.int64)
    feet = [max(row + MOVES[4 + plane][0] for plane, row, _ in cycle) for cycle in found]
    return Shapes(
        edges,
        np.array([len(cycle) for cycle in found], np.int64),
        np.array(feet, np.int64),
        np.array([_class_of(cycle) for cycle in found], np.int64),
        np.array([(_squares(walk) * 2)[:6] for walk in walks], np.int64),
    )


def _squares(walk: tuple[int, ...]) -> list[Square]:
    """Return the squares of a closed walk, shifted so that the first one in reading order is (0, 0)."""
    squares: list[Square] = [(0, 0)]
    for move in walk[:-1]:
        squares.append((squares[-1][0] + MOVES[move][0], squares[-1][1] + MOVES[move][1]))
    top = min(squares)
    return [(row - top[0], col - top[1]) for row, col in squares]


def _edges(walk: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return the (plane, row, col) of each edge's upper end in a closed walk."""
    squares = _squares(walk)
    return [
        (move % 4, *min(here, there))
        for move, here, there in zip(walk, squares, squares[1:] + squares[:1], strict=True)
    ]


def _hexagons() -> list[tuple[int, ...]]:
    """Return the closed walks of six moves without opposite pairs, up to translation, start and direction."""
    deltas = np.array(MOVES)
    walks = np.array(list(product(range(8), repeat=3)))
    halves = deltas[walks].sum(axis=1)
    found: dict[frozenset[tuple[int, int, int]], tuple[int, ...]] = {}
    for first, half in zip(walks.tolist(), halves, strict=True):
        for second in walks[(halves == -half).all(axis=1)].tolist():
            walk = (*first, *second)
            if all(walk.count(move) == walk.count((move + 4) % 8) for move in range(4)):
                continue
            found.setdefault(frozenset(_edges(walk)), walk)
    return [found[cycle] for cycle in sorted(found, key=sorted)]


def _class_of(cycle: list[tuple[int, int, int]]) -> tuple[int, int]:
    shifts = [(a[1] - b[1], a[2] - b[2]) for a, b in combinations(cycle, 2) if a[0] == b[0]]
    return next(
        (p, q) for p, q in product(range(4), repeat=2) if all((p * row + q * col) % 4 == 2 for row, col in shifts)
    )


# CLASS_WORDS[q, u]: the columns c of a word with (q * c + u) mod 4 in {0, 1}.
CLASS_WORDS: Final = np.array(
    [[sum(1 << col for col in range(64) if (q * col + u) % 4 < 2) for u in range(4)] for q in range(4)], np.uint64
)


@kernel(steps=12)
def _mix_bands(planes, words, cuts, shapes, class_words, key, first, stride):
    flat, lengths, heights, classes = planes.reshape(planes.size), shapes.lengths, shapes.heights, shapes.classes
    at, cols = locate_edges(shapes.edges, planes.shape[1], words)
    steps = np.empty(lengths.size + 6 * (RAIL_STEPS - 1), np.int64)
    longest = 0
    for band in range(cuts.size - 1):
        longest = max(longest, cuts[band + 1] - cuts[band])
    states = np.empty(longest * words, np.uint64)
    flips, places = np.zeros(longest * words + 2, np.uint64), room_for_places(words)
    for band in range(first, cuts.size - 1, stride):
        band_key = random_word(key, np.uint64(band))
        draw_steps(steps, band_key)
        rows = cuts[band + 1] - cuts[band]
        for word in range(rows * words):
            states[word] = random_word(band_key, np.uint64(word + STATES))
        start = GUARD + cuts[band] * words
        for step in range(steps.size):
            shape = steps[step]
            if heights[shape] >= rows:
                continue
            size = (rows - heights[shape]) * words
            drawn = random_word(band_key, np.uint64(step + SHIFTS))
            propose(states, flips, places, size, words, class_words, classes, shape, drawn)
            if keep_alternating(flat, flips, size, start, at, cols, shape):
                switch(flat, flips, size, start, at, cols, shape, lengths[shape])


@kernel
def locate_edges(edges, stride, words):
    """Return the word of each edge of a shape whose origin is at word 0 of plane 0, and the column in that word.

    A negative column belongs to the previous word and is then represented as a column of at least 32.
    """
    at = np.empty(edges.shape[:2], np.uintp)  # unsigned: a possibly negative index prevents vectorization
    cols = np.empty(edges.shape[:2], np.uint64)
    for shape in range(edges.shape[0]):
        for edge in range(edges.shape[1]):
            column = edges[shape, edge, 2]
            at[shape, edge] = edges[shape, edge, 0] * stride + edges[shape, edge, 1] * words - (column < 0)
            cols[shape, edge] = column & 63
    return at, cols


@kernel
def draw_steps(steps, key):
    """Write the shapes of a round's steps in random order."""
    for step in range(steps.size):
        steps[step] = max(step - 6 * (RAIL_STEPS - 1), step % 6)
    for step in range(steps.size - 1, 0, -1):
        other = np.int64(random_word(key, np.uint64(step)) % np.uint64(step + 1))
        steps[step], steps[other] = steps[other], steps[step]


@kernel
def room_for_places(words):
    """Return an array for some multiple of four rows, after which the places of a class repeat; see `propose`."""
    return np.empty(4 * words * max(16 // words, 1), np.uint64)


@kernel
def propose(states, flips, places, size, words, class_words, classes, shape, drawn):
    """Draw a random half of the places of one class to flips[1:]; each word's state is an xorshift generator."""
    p, q, u = classes[shape, 0], classes[shape, 1], np.int64(drawn & np.uint64(3))
    period = 4 * words
    for word in range(period):
        places[word] = class_words[q, (p * (word // words) + u) & 3]
    for word in range(period, places.size):
        places[word] = places[word - period]
    for start in range(np.uintp(0), np.uintp(size), np.uintp(places.size)):
        for word in range(min(np.uintp(places.size), np.uintp(size) - start)):
            state = next_state(states[start + word])
            states[start + word] = state
            flips[start + word + np.uintp(1)] = state & places[word]


@kernel
def keep_alternating(flat, flips, size, start, at, cols, shape):
    """Clear the places where the shape does not alternate, and return whether any are left."""
    first = np.uintp(start)
    a0, a1, a2 = first + at[shape, 0], first + at[shape, 1], first + at[shape, 2]
    a3, a4, a5 = first + at[shape, 3], first + at[shape, 4], first + at[shape, 5]
    c0, c1, c2, c3, c4, c5 = (
        cols[shape, 0], cols[shape, 1], cols[shape, 2], cols[shape, 3], cols[shape, 4], cols[shape, 5]
    )  # fmt: skip
    left = np.uint64(0)
    for word in range(np.uintp(size)):
        in0, in1, in2 = shifted(flat, a0 + word, c0), shifted(flat, a1 + word, c1), shifted(flat, a2 + word, c2)
        in3, in4, in5 = shifted(flat, a3 + word, c3), shifted(flat, a4 + word, c4), shifted(flat, a5 + word, c5)
        even, odd = in0 & in2 & in4 & ~(in1 | in3 | in5), in1 & in3 & in5 & ~(in0 | in2 | in4)
        flips[word + np.uintp(1)] &= even | odd
        left |= flips[word + np.uintp(1)]
    return left != 0


@kernel
def switch(flat, flips, size, start, at, cols, shape, length):
    """Switch the shape at all remaining places."""
    flips[size + 1] = 0  # flips[0] is never written
    for edge in range(length):
        column = cols[shape, edge]
        first = np.uintp(start) + at[shape, edge] + np.uintp(column >= 32)
        # Bits move by +column, which is a shift by -column; spare columns catch bits that leave a row.
        source = np.uintp(column == 0 or column >= 32)
        col = -column & np.uint64(63)
        for word in range(np.uintp(size)):
            flat[first + word] ^= shifted(flips, source + word, col)
