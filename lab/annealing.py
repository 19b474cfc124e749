"""Fewer crossings by simulated annealing over alternating cycles.

A step takes one of the edges of a square away, adds one at the end that it leaves, takes away another edge of the
square that this leads to, and so on, until an edge leads back to the first square. Again all squares have two edges. A
cycle more is allowed for a price in crossings, so that cycles part and join on the way; the best board of one cycle is
kept.

Data structures: the board is flat, with a border of squares without edges, so that nothing leaves it. Only edges
between free squares change. Chains of squares that are not free are passed in one jump: `far[square, move]` is the free
square to which the edge leads, and the chain after it, and `back` the move there that leads into it from the other end.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.core.board import move_offsets
from destrier.core.leaper import MOVES
from destrier.core.primitives import overwrite
from destrier.measuring.metrics import crossing_pairs
from destrier.support.kernels import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Mask, Moves

__all__ = ["Schedule", "anneal"]

_BORDER: Final = 4
"""An edge crosses none whose upper end is farther than this from its own ends."""

_LONGEST: Final = 16
"""Most edges of an alternating cycle."""


class Schedule(NamedTuple):
    """How long, from which temperature to which, how many crossings a cycle more may cost; -1 for most."""

    steps: int
    hot: float = 1.2
    cold: float = 0.2
    price: float = 3.0
    sign: int = 1


def anneal(moves: Moves, free: Mask, schedule: Schedule, *, seed: int, is_central: bool = False) -> tuple[Moves, bool]:
    """The board of one cycle with the fewest (or most) crossings that was met, and whether any was; else the last one.

    Cycles that pass no free square are not counted. Two squares that are not free may be the ends of a path, which
    counts as a cycle. With `is_central`, a half-turn maps the board and the free squares onto themselves, and each
    change is made together with its image, so that it counts twice.
    """
    if is_central:
        hot, cold, price = 2 * schedule.hot, 2 * schedule.cold, 2 * schedule.price
        schedule = schedule._replace(hot=hot, cold=cold, price=price)
    padded, mask = np.pad(moves, _BORDER), np.pad(free, _BORDER)
    board, cols = padded.ravel(), padded.shape[1]
    offsets, crossing = move_offsets(cols), _crossing_edges() @ np.array([[cols, 0], [1, 0], [0, 1]])
    squares = np.flatnonzero(mask)
    ends = np.flatnonzero(np.bitwise_count(board) == 1)
    best = np.empty_like(board)
    random = np.random.default_rng(seed)
    met = _anneal(board, mask.ravel(), squares, ends, offsets, crossing, *schedule, is_central, random, best)
    inner = slice(_BORDER, -_BORDER)
    return (best if met else board).reshape(padded.shape)[inner, inner].copy(), met


@cache
def _crossing_edges() -> NDArray[np.int64]:
    """(8, k, 3): for each move, the edges that it crosses: row and column of the upper end from here, and the move."""
    edges: list[list[tuple[int, int, int]]] = [[] for _ in MOVES]
    for one, other, row, col, _ in crossing_pairs().tolist():
        edges[4 + one].append((row, col, 4 + other))
        edges[4 + other].append((-row, -col, 4 + one))
    for move in range(4):
        down, right = MOVES[move]
        edges[move] = [(row + down, col + right, other) for row, col, other in edges[move + 4]]
    return np.array(edges)


# Kernels


@kernel
def _anneal(board, free, squares, ends, offsets, crossing, steps, hot, cold, price, sign, is_central, random, best):
    """Anneal a flat board in place, and write the best of one cycle; whether there was one."""
    far, back = _chains(board, free, squares, ends, offsets)
    seen = np.zeros(board.size, np.int64)
    path = np.empty((2 * _LONGEST, 2), np.int64)
    cycles = _count_cycles(board, squares, far, back, seen, 1)
    crossings, fewest, met = 0, 0, False  # beyond those of the first board
    for step in range(2, steps + 2):
        if cycles == 1 and (not met or crossings < fewest):
            overwrite(best, board)
            fewest, met = crossings, True
        temperature = hot * (cold / hot) ** (step / steps)
        allowed = -temperature * math.log(1 - random.random())
        start = squares[random.integers(0, squares.size)]
        edges, more = _change(board, free, start, offsets, crossing, path, random)
        if is_central and edges > 0:
            edges, more = _change_image(board, edges, more, offsets, crossing, path)
        more *= sign
        after = cycles
        accepted = edges > 0 and more - price * (cycles - 1) <= allowed  # if one cycle were left
        if accepted:
            after = _count_cycles(board, squares, far, back, seen, step)
            accepted = more + price * (after - cycles) <= allowed
        if accepted:
            cycles = after
            crossings += more
        else:
            for edge in range(abs(edges)):
                _toggle(board, path[edge, 0], path[edge, 1], offsets)
    return met


@kernel
def _change(board, free, start, offsets, crossing, path, random):
    """Change edges along a random alternating cycle through a square: how many, and the crossings that they add.

    The number is negative where the path did not close.
    """
    move = _random_move(board[start], random)
    here = start + offsets[move]
    if not free[here]:
        return 0, 0
    _toggle(board, start, move, offsets)
    path[0] = start, move
    more = -_count_crossings(board, start, move, crossing)
    taken = move ^ 4  # from here, the edge that was taken away last
    edges = 1
    for rest in range(random.integers(2, _LONGEST // 2 + 1) - 1, -1, -1):
        move = _move_between(here, start, offsets) if edges > 1 else -1
        if move < 0 or move == taken or board[here] >> move & 1:
            move = _absent_move(board, free, here, start, taken, offsets, random) if rest else -1
        if move < 0:
            break
        more += _count_crossings(board, here, move, crossing)
        _toggle(board, here, move, offsets)
        path[edges] = here, move
        edges += 1
        here += offsets[move]
        if here == start:
            return edges, more
        move = _random_move(board[here] & ~(1 << (move ^ 4)), random)
        if move < 0 or not free[here + offsets[move]]:
            break
        _toggle(board, here, move, offsets)
        path[edges] = here, move
        edges += 1
        more -= _count_crossings(board, here, move, crossing)
        here += offsets[move]
        taken = move ^ 4
        if here == start:
            break
    return -edges, more


@kernel
def _change_image(board, edges, more, offsets, crossing, path):
    """Change the image of a path under the half-turn, too: how many edges in all, and the crossings that they add.

    The number is negative where the path and its image meet such that one stands in the way of the other.
    """
    for edge in range(edges):
        square, move = board.size - 1 - path[edge, 0], path[edge, 1] ^ 4
        if board[square] >> move & 1 == edge & 1:  # by turns, an edge is taken away and another one added
            return -edges - edge, more
        if edge & 1:
            more += _count_crossings(board, square, move, crossing)
        _toggle(board, square, move, offsets)
        if not edge & 1:
            more -= _count_crossings(board, square, move, crossing)
        path[edges + edge] = square, move
    return 2 * edges, more


@kernel
def _random_move(byte, random):
    """One of the moves of a byte; -1 if it has none."""
    count = 0
    for move in range(8):
        count += byte >> move & 1
    rank = random.integers(0, count) if count else -1
    for move in range(8):
        if byte >> move & 1:
            if rank == 0:
                return move
            rank -= 1
    return -1


@kernel
def _absent_move(board, free, here, start, taken, offsets, random):
    """A random move to a free square that is not the start; -1 if a few attempts find none."""
    for _ in range(6):
        move = random.integers(0, 8)
        there = here + offsets[move]
        if move != taken and not board[here] >> move & 1 and free[there] and there != start:
            return move
    return -1


@kernel
def _move_between(here, there, offsets):
    """The move that leads from one square to another; -1 if none does."""
    for move in range(8):
        if here + offsets[move] == there:
            return move
    return -1


@kernel
def _toggle(board, square, move, offsets):
    board[square] ^= 1 << move
    board[square + offsets[move]] ^= 1 << (move ^ 4)


@kernel
def _count_crossings(board, square, move, crossing):
    """How many edges of the board an edge crosses."""
    total = 0
    for pair in range(crossing.shape[1]):
        total += board[square + crossing[move, pair, 0]] >> crossing[move, pair, 1] & 1
    return total


@kernel
def _count_cycles(board, squares, far, back, seen, stamp):
    """How many cycles the free squares are on."""
    count = 0
    for start in squares:
        if seen[start] == stamp:
            continue
        count += 1
        square, came = start, -1
        while seen[square] != stamp:
            seen[square] = stamp
            move = 0
            while move == came or not board[square] >> move & 1:
                move += 1
            square, came = far[square, move], back[square, move]
    return count


@kernel
def _chains(board, free, squares, ends, offsets):
    """Where the moves of the free squares lead, passing those that are not free, and from an end to the other one."""
    far = np.zeros((board.size, 8), np.int64)
    back = np.zeros((board.size, 8), np.int64)
    for square in squares:
        for move in range(8):
            there, came = square + offsets[move], move ^ 4
            while board[square] >> move & 1 and not free[there]:
                if board[there] == 1 << came:
                    there, came = ends[0] + ends[1] - there, -1
                onward = 0
                while onward == came or not board[there] >> onward & 1:
                    onward += 1
                there, came = there + offsets[onward], onward ^ 4
            far[square, move], back[square, move] = there, came
    return far, back
