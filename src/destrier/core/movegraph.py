"""Move graphs: the squares and moves of a board as tables.

A *move graph* has n squares with up to 64 moves each; one table holds the targets of the moves, and another the moves
that undo them. Every board has a move graph (`BaseBoard.move_graph`), and so has the quotient of a board under a
symmetry. Two squares may be joined by several moves, which are different edges; there are no loops. The graph need not
be bipartite.

there[square, move]
    the target of the move, or -1.
back[square, move]
    the move from the target that undoes it: `there[there[s, m], back[s, m]] == s`, and `back` of the latter is `m`.
moves[square]
    a cover (2-factor): `uint64` with one bit for each move. Bit `m` of square `s` is set iff bit `back[s, m]` of
    `there[s, m]` is, and every square has two bits; the two ends of a path have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import lowest_bit
from destrier.core.types import MoveBits, Squares
from destrier.support.errors import UnsupportedBoard
from destrier.support.kernels import kernel

MOST_MOVES: Final = 64
"""Maximum number of moves of a square in a cover, which is a word for each square."""


@dataclass(frozen=True, eq=False)
class MoveGraph:
    """Squares and the targets of their moves; see the module docstring."""

    there: NDArray[np.int32]
    """(n, moves), contiguous: the target of each move, or -1."""
    back: NDArray[np.uint8]
    """(n, moves), contiguous: the move that undoes each move; 0 if there is no move."""

    @property
    def size(self) -> int:
        """Number of squares."""
        return len(self.there)

    @property
    def width(self) -> int:
        """Maximum number of moves of a square."""
        return int(self.there.shape[1])

    def with_vertices(self, added: int, edges: Sequence[tuple[int, int]], *, first: int = 0) -> MoveGraph:
        """Return the graph with additional vertices, and edges that join them to each other or to the others.

        A vertex of this graph may have one of the edges, as its last move. The moves of a new one are numbered from
        `first`.

        Raises
        ------
        UnsupportedBoard
            If this graph has `MOST_MOVES` moves already, so that covers have no room for a further one.
        """
        if edges and self.width == MOST_MOVES:
            raise UnsupportedBoard(f"an open tour is made with pieces of fewer than {MOST_MOVES} moves: omit a pair")
        there = np.full((self.size + added, max(self.width + 1, first + len(edges))), -1, np.int32)
        back = np.zeros(there.shape, np.uint8)
        there[: self.size, : self.width], back[: self.size, : self.width] = self.there, self.back
        following = dict.fromkeys(range(self.size, self.size + added), first)
        for one, other in edges:
            here, beyond = (following.get(vertex, self.width) for vertex in (one, other))
            there[one, here], back[one, here] = other, beyond
            there[other, beyond], back[other, beyond] = one, here
            for vertex in (one, other):
                following[vertex] = following.get(vertex, self.width) + 1
        return MoveGraph(there, back)

    def with_conditions(
        self, required: Sequence[tuple[int, int]], forbidden: Sequence[tuple[int, int]] = ()
    ) -> MoveGraph:
        """Return the graph without the forbidden edges, and with a vertex in the middle of each required one.

        All cycle covers visit this vertex, and so have both halves of the edge. Each half is a move with the number of
        the whole edge.
        """
        added = [(0, len(required)), (0, 0)]
        there, back = np.pad(self.there, added, constant_values=-1), np.pad(self.back, added)
        for one, other in (*required, *forbidden):
            there[one, there[one] == other] = there[other, there[other] == one] = -1
        for middle, (one, other) in enumerate(required, self.size):
            move = int(np.argmax(self.there[one] == other))
            for half, (vertex, number) in enumerate(((one, move), (other, int(self.back[one, move])))):
                there[middle, half], back[middle, half] = vertex, number
                there[vertex, number], back[vertex, number] = middle, half
        return MoveGraph(there, np.where(there < 0, np.uint8(0), back))

    def without_parallel_moves(self) -> MoveGraph:
        """The graph with only the lowest-numbered move between any two squares."""
        there = self.there.copy()
        for move in range(1, self.width):
            here = np.flatnonzero((self.there[:, :move] == self.there[:, move, None]).any(axis=1))
            here = here[here < self.there[here, move]]
            there[self.there[here, move], self.back[here, move]] = -1
            there[here, move] = -1
        return MoveGraph(there, np.where(there < 0, np.uint8(0), self.back))


def walk(graph: MoveGraph, moves: MoveBits) -> tuple[Squares, Squares]:
    """Return the squares of a cover, of any dtype, in visiting order and the lengths of its cycles; O(squares).

    A cycle starts at its smallest square and leaves it by the lowest-numbered move; cycles are sorted by smallest
    square. A path comes first and starts at its smaller end.
    """
    order = np.empty(graph.size, np.int64)
    ends = np.empty(graph.size // 2 + 1, np.int64)  # two moves between the same squares form a cycle of 2
    count = _walk(moves.astype(np.uint64, copy=False), graph.there, graph.back, order, ends)
    return order, np.diff(ends[:count], prepend=0)


def find_fault(graph: MoveGraph, moves: MoveBits, *, open_ends: bool = False) -> tuple[int, str] | None:
    """Return the first square at which the moves are not a cover, with the fault; `None` if they are a cover.

    With `open_ends` two squares may have a single move. Whole-array operations.
    """
    stray = np.zeros(graph.size, np.bool_)
    for move in range(graph.width):
        there, back = graph.there[:, move], graph.back[:, move].astype(moves.dtype)
        returned = np.where(there >= 0, moves[there] >> back & 1, 0)
        stray |= (moves >> moves.dtype.type(move) & 1) != returned
    degrees = np.bitwise_count(moves)
    bad = np.flatnonzero(stray | (degrees != 2))
    if not bad.size or (open_ends and bad.size == 2 and not stray[bad].any() and (degrees[bad] == 1).all()):
        return None
    square = int(bad[0])
    return square, f"{degrees[square]} moves, not 2" if degrees[square] != 2 else "a move that has none back"


def find_dead_end(graph: MoveGraph) -> int | None:
    """Return the first square with fewer than two neighbours, which rules out a tour, or `None`."""
    dead = int(_dead_end(graph.there))
    return dead if dead >= 0 else None


def find_unreachable(graph: MoveGraph) -> int | None:
    """Return the first square that cannot be reached from square 0, or `None`; O(squares)."""
    missed = np.flatnonzero(_colour(graph.there)[0] < 0)
    return int(missed[0]) if missed.size else None


def bends(moves: MoveBits, half: int) -> NDArray[np.bool_]:
    """Return the squares whose moves are not opposite (numbers differing by `half`); ends of paths count as bends."""
    low = moves.dtype.type((1 << half) - 1)
    return np.asarray(moves & low != moves >> moves.dtype.type(half), np.bool_)


def colour_counts(graph: MoveGraph) -> tuple[int, int] | None:
    """Return the numbers of squares of each colour in a connected graph, or `None` if it is not bipartite.

    If they differ, there is no cover, because cycles alternate between the colours.
    """
    colours, proper = _colour(graph.there)
    first = int(np.count_nonzero(colours == 0))
    return (first, graph.size - first) if proper else None


@kernel
def has(moves, square, move):
    """Return whether a square has a move in a cover."""
    return moves[square] >> np.uint64(move) & np.uint64(1) != 0


@kernel
def exchange(moves, there, back, square, move):
    """Add the edge of a move to a near-cover, or remove it."""
    moves[square] ^= np.uint64(1) << np.uint64(move)
    moves[there[square, move]] ^= np.uint64(1) << np.uint64(back[square, move])


@kernel
def _dead_end(there):
    for square in range(there.shape[0]):
        least, most = there.shape[0], -1
        for other in there[square]:
            if other >= 0:
                least, most = min(least, other), max(most, other)
        if least >= most:
            return square
    return -1


@kernel
def _colour(there):
    """Return colours 0 and 1 by distance from square 0, -1 if unreachable; and whether all moves change colour."""
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


@kernel
def _walk(moves, there, back, order, ends):
    seen = np.zeros(moves.size, np.bool_)
    step = 0
    count = 0
    for paths in (True, False):
        for start in range(moves.size):
            word = np.uint64(moves[start])
            if word == 0 or seen[start] or (paths and word & (word - np.uint64(1))):
                continue
            square = np.int64(start)
            while not seen[square]:
                seen[square] = True
                order[step] = square
                step += 1
                if word == 0:  # the end of a path
                    break
                move = lowest_bit(word)
                came_by = np.uint64(1) << np.uint64(back[square, move])
                square = np.int64(there[square, move])
                word = np.uint64(moves[square]) & ~came_by
            ends[count] = step
            count += 1
    return count
