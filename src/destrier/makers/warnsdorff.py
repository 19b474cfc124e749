"""Warnsdorff's rule: move to a square with the fewest onward moves; see `ties` for the tie rules.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Sections 3.1 and 6;
Snider and Travins, "The Knight's Tour".

A walk may have a *goal*, to which its last square must be adjacent: the start of a closed tour, or the given end of an
open tour. The goal is marked as used from the beginning, so it is not counted as an onward move, and a walk is cut off
as soon as the goal has no free neighbours.

A walk for a closed tour gives up when it is stuck or cut off. A walk for an open tour then backtracks one step and
takes the next best move, up to a limit on the number of steps back. Backtracking needs no stack or recursion, because
the single move of the last square leads back. (Snider and Travins also avoid the neighbours of the end during the first
half of the walk. On 16 x 16 and 20 x 20, this found fewer tours with `pohl` and no more with `random`.) The last walk
does not backtrack, continues when cut off, and is completed: augmenting paths cover the remaining squares, and the
cycles are joined.

`warnsdorff_tourney` closes a walk as soon as it has 6 squares and is a knight's move away from its start, and begins
the next walk at the first free square. When a walk fails, the paper's program restarts the whole board. Here the walk
remains as a path, unless more passes over the board are requested, and augmenting paths complete all paths to cycles in
linear time.

Cost: O(squares) per walk without backtracking. Memory: 4 bytes per square, and 8 more for closed tours.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from destrier.core.board import Board
from destrier.core.choices import Kind, Ties
from destrier.core.primitives import bit_count, lowest_bit, random_word
from destrier.core.request import Request
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import Tourney
from destrier.core.types import Ends, Moves
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.makers.ties import BY_CHANCE, NOWHERE, USED, graph_of, rule_of, score
from destrier.proofs.ends import pairs_of_ends
from destrier.proofs.rectangles import ends_theorem
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from destrier.support.kernels import UNBOUNDED, kernel
from destrier.switching.covers import complete_cover, exchange, spare

WALKS: Final = 100
"""The number of walks of `warnsdorff` before it completes the last one."""

STEPS_BACK: Final = 1000
"""Maximum number of steps back in a walk for an open tour; beyond it, more walks are a better use of time."""

_PAIRS: Final = 40
"""Maximum number of pairs of ends to try when completing the last walk, if no ends are given."""

_SHORTEST: Final = 6
"""Minimum number of squares of a closed walk, as in the paper's program."""


def warnsdorff(
    board: Board,
    *,
    kind: Kind = "closed",
    ends: Ends = (),
    seed: Seed = None,
    ties: Ties = "random",
    walks: int = WALKS,
) -> Tourney:
    """Return a tour by Warnsdorff's rule, or a tourney to be joined if completing the last walk gives no tour.

    Parameters
    ----------
    kind
        `closed`, `corner`, `open` or `stretched`.
    ends
        The given ends of an open tour. A walk starts at the first; a second end is visited last.
    ties
        How ties are broken; see `makers.ties`.
    walks
        The number of walks, the last of which is completed to a tourney and joined.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover, or no path cover with these ends; the message holds a certificate.
    DestrierError
        If the tie rule does not support the board, the kind or the start.
    BudgetExceeded
        If neither a walk nor its completion gave an open tour.
    """
    key = derive_key(seed, "warnsdorff")
    board = board.without_corner() if kind == "corner" else board
    pairs = _pairs_of_ends(board, kind, _from_corner(kind, ends) if ties == "squirrel" else ends, key)
    is_bound = kind != "open" or len(ends) == 2
    starts = board.indices_of([start for start, _ in pairs]) if pairs else board.squares
    goals = board.indices_of([end for _, end in pairs]) if pairs else starts
    if not is_bound:
        goals = np.full_like(starts, NOWHERE)
    moves, back = np.zeros(board.shape, np.uint8), STEPS_BACK if pairs else 0
    graph, rule = graph_of(board), rule_of(board, ties)
    last = _walk_tour(graph, rule, starts, goals, board.size, moves.ravel(), np.uint64(key), walks, back)
    if last == NOWHERE:
        return Tourney.trusted(moves, board, 1)
    if is_bound:
        return _completed(board, moves, pairs[last] if pairs else (), key)
    for pair in (pairs[last:] + pairs[:last])[:_PAIRS]:
        with suppress(NoSuchTour):  # other ends may work
            made = _completed(board, moves, pair, key)
            if made.cycle_count == 1:
                return made
    raise BudgetExceeded(
        f"Warnsdorff's rule found no open tour of {board.describe()}; two-factor may, or prove that there is none"
    )


def warnsdorff_tourney(board: Board, *, seed: Seed = None, ties: Ties = "random", walks: int = 1) -> Tourney:
    """Return a tourney by the closing variant of Warnsdorff's rule; O(squares) per walk.

    Parameters
    ----------
    ties
        How ties are broken; see `makers.ties`.
    walks
        The maximum number of passes over the whole board; if walks fail in every pass, the last pass is completed.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover; the message holds a certificate.
    DestrierError
        If the tie rule does not support tourneys.
    """
    if ties == "squirrel":
        _from_corner("closed", ())
    key = derive_key(seed, "warnsdorff tourney")
    moves = np.zeros(board.shape, np.uint8)
    _walk_cycles(graph_of(board), rule_of(board, ties), moves.ravel(), np.uint64(key), walks)
    return Tourney.trusted(complete_cover(board, key=key, partial=moves), board)


def lengths_of_walks(board: Board, starts: ArrayLike, *, seed: Seed = None, ties: Ties = "random") -> NDArray[np.int64]:
    """Return the number of squares visited by an open walk without backtracking from each start index."""
    key = derive_key(seed, "warnsdorff walks")
    lengths: NDArray[np.int64] = _walk_often(
        graph_of(board), rule_of(board, ties), np.asarray(starts, np.int64), board.size, np.uint64(key)
    )
    return lengths


def _pairs_of_ends(board: Board, kind: Kind, ends: Ends, key: int) -> list[Ends]:
    """Return the pairs of ends to try in turn; for a closed tour, there are none."""
    if kind == "open":
        return pairs_of_ends(board, ends, key)[0]
    if kind != "stretched":
        return []
    pairs: list[Ends] = [
        (_CORNER, beside) for beside in ((0, 1), (1, 0)) if ends_theorem(*board.shape, _CORNER, beside) is None
    ]
    return Stream(key).shuffled(pairs)


_CORNER: Final = (0, 0)


def _from_corner(kind: Kind, ends: Ends) -> Ends:
    """Return the ends of an open tour from the corner, as Squirrel's orders of moves require."""
    if kind != "open" or (ends and ends[0] != _CORNER):
        raise DestrierError("ties squirrel makes open tours (kind open) from the corner 0,0; pohl makes every kind")
    return ends or (_CORNER,)


def _completed(board: Board, moves: Moves, ends: Ends, key: int) -> Tourney:
    """Complete a walk to a tourney by augmenting paths, and join its cycles."""
    from destrier.switching.joining import join

    cover = complete_cover(board, key=key, ends=ends, partial=spare(moves, ends))
    return join(Tourney.trusted(cover, board), seed=key)


# Walks


@kernel
def _begin(graph, free):
    """Mark all squares free, and count their free neighbours."""
    for square in range(graph.legal.size):
        free[square] = bit_count(np.uint64(graph.legal[square]))


@kernel
def _use(legal, offsets, free, square, change):
    """Mark a square as used (change -1) or free (+1), and update the counts of its neighbours."""
    free[square] ^= USED
    moves = np.int64(legal[square])  # else the compiler reloads it after each write
    for move in range(8):
        if moves >> move & 1:
            free[square + offsets[move]] = np.int64(free[square + offsets[move]]) + change


@kernel
def _least(least, moves, number, move):
    """Return the running minimum after one more move, and the set of moves that attain it as bits."""
    if number < least:
        return number, 1 << move
    return least, moves | (number == least) << move


@kernel
def _enter(legal, offsets, free, square):
    """Mark a square as used, and return the result of `_tied`, in one pass."""
    free[square] ^= USED
    fewest, ties = np.int64(8), 0
    moves = np.int64(legal[square])
    for move in range(8):
        if moves >> move & 1:
            there = square + offsets[move]
            onward = np.int64(free[there]) - 1
            free[there] = onward
            fewest, ties = _least(fewest, ties, onward, move)
    return ties


@kernel
def _move_to(legal, offsets, square, there):
    """Return the move from one square to another, or -1 if there is none."""
    if abs(there - square) > offsets[6]:  # the longest step
        return -1
    for move in range(8):
        if legal[square] >> move & 1 and square + offsets[move] == there:
            return move
    return -1


@kernel
def _drawn(ties, draw):
    """Return a random move from a set of tied moves given as bits, or -1 if the set is empty."""
    if ties & (ties - 1) == 0:
        return lowest_bit(np.uint64(ties)) if ties else -1
    chosen = np.int64((draw >> np.uint64(32)) * np.uint64(bit_count(np.uint64(ties))) >> np.uint64(32))
    for move in range(8):
        if ties >> move & 1:
            if chosen == 0:
                return move
            chosen -= 1
    return -1


@kernel
def _tied(legal, offsets, free, square, tried):
    """Return as bits the untried moves to free squares with the fewest onward moves."""
    fewest, ties = np.int64(8), 0
    left = np.int64(legal[square]) & ~np.int64(tried)
    for move in range(8):
        if left >> move & 1:
            onward = np.int64(free[square + offsets[move]])  # exceeds `fewest` if the square is used
            fewest, ties = _least(fewest, ties, onward, move)
    return ties


@kernel
def _lowest(graph, rule, order, free, square, ties):
    """Return as bits the tied moves with the lowest score."""
    lowest, kept = np.int64(1 << 62), 0
    for move in range(8):
        if ties >> move & 1:
            scored = np.int64(score(graph, rule, order, free, move, square + graph.offsets[move]))
            lowest, kept = _least(lowest, kept, scored, move)
    return kept


@kernel
def _walk(graph, rule, start, goal, size, moves, free, tried, key, counter, back, heedless):
    """Walk from a start with a limited number of steps back; return the number of squares visited and the counter.

    If all squares are visited, the last one is adjacent to the goal, if any. A heedless walk continues when cut off.
    """
    legal, offsets = graph.legal, graph.offsets  # avoids reference counting on each field access
    _begin(graph, free)
    moves[:] = 0
    tried[:] = 0
    square, visited, order = start, 1, 0
    _use(legal, offsets, free, start, -1)
    if goal not in (NOWHERE, start):
        _use(legal, offsets, free, goal, -1)
        visited = 2
    ties = _tied(legal, offsets, free, square, 0)
    while True:
        counter += np.uint64(1)
        home = -1 if goal == NOWHERE else _move_to(legal, offsets, square, goal)
        if visited == size and (goal == NOWHERE or home >= 0):
            if home >= 0:
                exchange(moves, offsets, square, home)
            return visited, counter
        move = -1
        if heedless or goal == NOWHERE or home >= 0 or free[goal] != USED:
            if rule.way != BY_CHANCE and ties & (ties - 1):
                ties = _lowest(graph, rule, order, free, square, ties)
            move = _drawn(ties, random_word(key, counter))
        if move >= 0:
            tried[square] |= np.uint8(1 << move)
            exchange(moves, offsets, square, move)
            square += offsets[move]
            ties = _enter(legal, offsets, free, square)
            visited += 1
            order += square == rule.switches[order]
        elif back > 0 and square != start:
            back -= 1
            visited -= 1
            order -= order > 0 and square == rule.switches[order - 1]
            _use(legal, offsets, free, square, 1)
            tried[square] = 0
            move = lowest_bit(np.uint64(moves[square]))
            exchange(moves, offsets, square, move)
            square += offsets[move]
            ties = _tied(legal, offsets, free, square, tried[square])
        else:
            return min(visited, size - 1), counter


@kernel(steps=50)
def _walk_tour(graph, rule, starts, goals, size, moves, key, walks, back):
    """Walk from random starts; return -1 when a walk succeeds, else the index of the last start."""
    free, tried = np.empty((2, graph.legal.size), np.uint8)
    counter, place = np.uint64(0), np.int64(0)
    for walk in range(walks):
        counter += np.uint64(1)
        place = np.int64(random_word(key, counter) % np.uint64(starts.size))
        start, goal, is_last = starts[place], goals[place], walk == walks - 1
        steps = 0 if is_last else back
        visited, counter = _walk(graph, rule, start, goal, size, moves, free, tried, key, counter, steps, is_last)
        if visited == size:
            return np.int64(NOWHERE)
    return place


@kernel(steps=UNBOUNDED)
def _walk_often(graph, rule, starts, size, key):
    """Return the number of squares visited from each start, without a goal or backtracking."""
    moves, free, tried = np.empty((3, graph.legal.size), np.uint8)
    visited, counter = np.empty(starts.size, np.int64), np.uint64(0)
    for place in range(starts.size):
        start = starts[place]
        visited[place], counter = _walk(graph, rule, start, NOWHERE, size, moves, free, tried, key, counter, 0, True)
    return visited


@kernel(steps=50)
def _walk_cycles(graph, rule, moves, key, walks):
    """Cover the board by closed walks, and by paths where walks fail in the last pass."""
    legal, offsets = graph.legal, graph.offsets
    free = np.empty(legal.size, np.uint8)
    for walk in range(walks):
        _begin(graph, free)
        moves[:] = 0
        failed = False
        for start in range(legal.size):
            if free[start] & USED or legal[start] == 0:
                continue
            square, length = start, 1
            ties = _enter(legal, offsets, free, square)
            while True:
                home = _move_to(legal, offsets, square, start)
                if home >= 0 and length >= _SHORTEST:
                    exchange(moves, offsets, square, home)
                    break
                draw = random_word(key, np.uint64(walk * legal.size + square))
                if rule.way != BY_CHANCE and ties & (ties - 1):
                    ties = _lowest(graph, rule, 0, free, square, ties)
                move = _drawn(ties, draw)
                if move < 0 or (free[start] == USED and home < 0):
                    failed = True
                    break
                exchange(moves, offsets, square, move)
                square += offsets[move]
                ties = _enter(legal, offsets, free, square)
                length += 1
        if not failed:
            return


class Warnsdorff(Maker):
    name = "warnsdorff"
    boards = "any shape whose squares closed walks can cover"
    source = "Parberry, Tourneys (2020), Sections 3.1 and 6; ties as Pohl (1967) and others break them"
    kinds = ("closed", "corner", "open", "stretched")
    options = ("ends", "ties", "walks")
    random = True

    def why_not(self, request: Request) -> str | None:
        return None if request.algorithm or request.style else NOT_CHOSEN

    def make(self, request: Request, _: Ask, /) -> Tourney:
        ties, walks = request.ties or "random", request.walks or WALKS
        return warnsdorff(
            request.board, kind=request.kind, ends=request.ends, seed=request.seed, ties=ties, walks=walks
        )

    def tourney(self, request: Request) -> Tourney:
        ties, walks = request.ties or "random", request.walks or 1
        return warnsdorff_tourney(request.board, seed=request.seed, ties=ties, walks=walks)
