"""Rerouting: join cycles by replacing the edges inside a small window of the board.

If no rail links two cycles, the edges inside a window of a few squares around them are removed. The rest of the tourney
then consists of *strands*, each of which ties two squares of the window together. A depth-first search looks for edges
inside the window that restore every square's two edges and close all strands and squares into a single cycle. The
window may be a whole small board; the search is then exhaustive, and its failure is a proof.

The search keeps these data for up to 64 squares, so that a set of squares is a word:

need[i]
    the number of edges, 0 to 2, that square i still lacks.
mate[i]
    the other end of the strand or path that ends at i, or i itself if it has no edge.
allowed[i]
    the possible targets of an edge from i: neighbours that are not yet joined to it and have not failed.

Invariant: the squares with need 1 are the ends of paths, paired by `mate`. The two ends of an open tour count as joined
by a virtual edge outside the window, so that a path is treated as a cycle.

The search takes the square with the fewest spare choices, tries its choices in random order, and bans each failed
choice before the next, so it never visits a set of edges twice.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.primitives import bit_count, lowest_bit, random_word
from destrier.core.types import Moves
from destrier.core.walks import Places, place
from destrier.support.kernels import FEW, kernel

WINDOW: Final = 64
"""Maximum number of squares in a window."""


def reroute(
    moves: Moves, top: int, left: int, height: int, width: int, *, key: int, budget: int, places: Places | None = None
) -> bool | None:
    """Merge all cycles that pass through a window into one, in place.

    Parameters
    ----------
    moves
        Contiguous writeable (rows, cols) array; the window holds at most `WINDOW` squares.
    budget
        The maximum number of search nodes, about 0.04 microseconds each.
    places
        The positions of the squares in the visiting order; if omitted, the tourney is walked.

    Returns
    -------
    bool | None
        Whether it joined cycles, or `None` if the budget ended first. `False` proves that there is no way to join all
        cycles with an edge inside the window, or that they are one already.
    """
    window = moves[top : top + height, left : left + width]
    squares = np.argwhere(window != 0) + np.array([top, left])
    index = np.full(window.shape, -1, np.int64)
    index[squares[:, 0] - top, squares[:, 1] - left] = np.arange(len(squares))
    need, mate, count = _tie_strands(squares, moves, place(moves) if places is None else places)
    if count < 2:
        return False
    neighbours = _neighbours(squares, index, top, left)
    chosen = np.zeros(len(squares), np.uint64)
    outcome = search(need, mate, neighbours, chosen, key, budget)
    if outcome == 1:
        _write(moves, squares, index, top, left, chosen)
    return None if outcome < 0 else outcome == 1


def search(
    need: NDArray[np.int64],
    mate: NDArray[np.int64],
    neighbours: NDArray[np.uint64],
    chosen: NDArray[np.uint64],
    key: int,
    budget: int,
) -> int:
    """Return 1 and the edges in `chosen`; 0 if there is no solution; -1 if the budget ended; see the module.

    Most searches are short, and begin where Python can run them (see `kernels`); the others start again.
    """
    for nodes in (FEW, budget) if budget > FEW else (budget,):
        chosen[:] = 0
        outcome = int(_search(need.copy(), mate.copy(), neighbours, chosen, np.uint64(key), nodes))
        if outcome >= 0:
            break
    return outcome


def _tie_strands(
    squares: NDArray[np.int64], moves: Moves, places: Places
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Clear the edges inside a window; return its squares' needs and mates, and the number of cycles with such edges.

    Two consecutive squares of one cycle, in visiting order, are joined by an edge inside the window or by a strand.
    """
    at = places.at[squares[:, 0], squares[:, 1]].tolist()
    path_length = places.path_length(moves)
    cycles: dict[int, list[int]] = {}
    for i in sorted(range(len(at)), key=at.__getitem__):
        cycles.setdefault(int(np.searchsorted(places.ends, at[i], "right")), []).append(i)
    following: dict[int, int] = {}
    need = np.full(len(at), 2)
    for cycle, visited in cycles.items():
        length = int(places.ends[cycle] - (places.ends[cycle - 1] if cycle else 0))
        closed = cycle > 0 or path_length == 0
        for i, j in zip(visited, [*visited[1:], visited[0]], strict=True):
            gap = at[j] - at[i]
            if gap != 1 and not (closed and gap == 1 - length):
                following[i] = j
                need[i] -= 1
                need[j] -= 1
    mate = np.arange(len(at))
    for i, j in following.items():
        if need[i] == 1:
            while need[j] == 0:
                j = following[j]  # noqa: PLW2901 (a square between two strands ties them together)
            mate[i], mate[j] = j, i
    return need, mate, sum(bool(need[visited].any()) for visited in cycles.values())


def _neighbours(squares: NDArray[np.int64], index: NDArray[np.int64], top: int, left: int) -> NDArray[np.uint64]:
    """Return for each square of the window the set of squares a knight's move away."""
    padded = np.full((index.shape[0] + 4, index.shape[1] + 4), -1, np.int64)
    padded[2:-2, 2:-2] = index
    sets = np.zeros(len(squares), np.uint64)
    for drow, dcol in MOVES:
        there = padded[squares[:, 0] - top + 2 + drow, squares[:, 1] - left + 2 + dcol]
        sets |= np.where(there >= 0, np.uint64(1) << np.maximum(there, 0).astype(np.uint64), np.uint64(0))
    return sets


def _write(
    moves: Moves, squares: NDArray[np.int64], index: NDArray[np.int64], top: int, left: int, chosen: NDArray[np.uint64]
) -> None:
    """Replace the edges inside the window by the chosen ones."""
    height, width = index.shape
    for (row, col), partners in zip(squares.tolist(), chosen.tolist(), strict=True):
        byte = 0
        for move, (drow, dcol) in enumerate(MOVES):
            there_row, there_col = row + drow - top, col + dcol - left
            inside = 0 <= there_row < height and 0 <= there_col < width and index[there_row, there_col] >= 0
            is_edge = partners >> int(index[there_row, there_col]) & 1 if inside else moves[row, col] >> move & 1
            byte |= int(is_edge) << move
        moves[row, col] = byte


@kernel
def _one(i):
    return np.uint64(1) << np.uint64(i)


@kernel
def _tightest(need, mate, allowed, lacking, missing):
    """Return the incomplete square with the fewest spare choices, and its choices; -1 if a square has too few."""
    best, best_choices, least = -1, np.uint64(0), 100
    rest = lacking
    while rest:
        i = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        choices = allowed[i] & lacking
        if missing > 2:
            choices &= ~_one(mate[i])  # this would close a cycle too early
        spare = bit_count(choices) - need[i]
        if spare < 0:
            return -1, choices
        if spare < least:
            best, best_choices, least = i, choices, spare
    return best, best_choices


@kernel(budget="budget")
def _search(need, mate, neighbours, chosen, key, budget):
    allowed = neighbours.copy()
    lacking, missing = np.uint64(0), 0
    for i in range(need.size):
        missing += need[i]
        if need[i] > 0:
            lacking |= _one(i)
    # By depth: the square to join, its remaining and failed choices, the choice made, the ends of the new path.
    square = np.empty(need.size + 1, np.int64)
    choices = np.empty(need.size + 1, np.uint64)
    banned = np.empty(need.size + 1, np.uint64)
    taken = np.empty(need.size + 1, np.int64)
    end_i = np.empty(need.size + 1, np.int64)
    end_j = np.empty(need.size + 1, np.int64)
    depth = -1
    for node in range(budget):
        if missing == 0:
            return 1
        i, options = _tightest(need, mate, allowed, lacking, missing)
        if i >= 0:
            depth += 1
            square[depth], choices[depth], banned[depth], taken[depth] = i, options, np.uint64(0), -1
        while True:  # the deepest square with a choice left takes one
            if depth < 0:
                return 0
            i = square[depth]
            if taken[depth] >= 0:
                j = taken[depth]
                taken[depth] = -1
                banned[depth] |= _one(j)
                mate[end_i[depth]], mate[end_j[depth]] = i, j
                need[i] += 1
                need[j] += 1
                lacking |= _one(i) | _one(j)
                missing += 2
                chosen[i] ^= _one(j)
                chosen[j] ^= _one(i)
            if bit_count(choices[depth]) >= need[i]:
                break
            allowed[i] |= banned[depth]
            while banned[depth]:
                allowed[lowest_bit(banned[depth])] |= _one(i)
                banned[depth] &= banned[depth] - np.uint64(1)
            depth -= 1
        rest = choices[depth]
        for _ in range(random_word(key, np.uint64(node)) % np.uint64(bit_count(rest))):
            rest &= rest - np.uint64(1)
        j = lowest_bit(rest)
        taken[depth] = j
        choices[depth] &= ~_one(j)
        end_i[depth], end_j[depth] = mate[i], mate[j]
        mate[end_i[depth]], mate[end_j[depth]] = end_j[depth], end_i[depth]
        allowed[i] &= ~_one(j)
        allowed[j] &= ~_one(i)
        chosen[i] ^= _one(j)
        chosen[j] ^= _one(i)
        missing -= 2
        need[i] -= 1
        need[j] -= 1
        if need[i] == 0:
            lacking &= ~_one(i)
        if need[j] == 0:
            lacking &= ~_one(j)
    return -1
