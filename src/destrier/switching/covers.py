"""Cycle covers by maximum flow: complete any partial cover of a flat board, or prove that there is none.

The graph of the knight, and of every leaper with eight moves that change the colour, is bipartite. A cover in which
every square has its required degree (2, or 1 at the ends of an open tour) is thus a flow from the light squares (even
row + col) to the dark ones along unit edges. The moves array itself is the flow. An alternating path starts at a light
square that lacks an edge, and leaves light squares by moves outside the cover and dark squares by moves in it. It ends
at a dark square that lacks an edge, and exchanging its moves adds one to the flow. If no such path exists, the squares
reached are the certificate (a minimum cut) that there is no cover.

Paths are found depth first, with dark neighbours that lack an edge tried first. A phase visits each square once for all
paths together, and phases are repeated until one finds nothing. Moves are tried in a random order drawn from the key,
so the cover is random, but not uniformly distributed. If few squares lack an edge, because the cover began as a tour
with other ends, the moves that come closest to one of them are tried first, and paths are short.

Cost: O(squares) per phase, of which a few are needed; 0.2 to 0.5 microseconds per square on rectangles, 0.01 when
starting from a tour. (Breadth-first search from single squares was 150 times slower on 1000 x 1000, because light and
dark squares that lack an edge are far apart.) Memory: 10 bytes per square.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board, between
from destrier.core.moves_arrays import toggle
from destrier.core.primitives import bit_count, random_word
from destrier.core.tourney import Tourney
from destrier.core.types import Mask, Moves, Square, Squares
from destrier.proofs.certificates import colours_alternate, minimum_cut
from destrier.support.errors import NoSuchTour
from destrier.support.kernels import kernel

_FEW: Final = 2


def complete_cover(
    board: Board, *, key: int, partial: Moves | None = None, ends: tuple[Square, ...] | None = None
) -> Moves:
    """Return a moves array in which every square of the board has two moves, and the `ends` have one.

    Parameters
    ----------
    partial
        Writeable (rows, cols) array: the cover to start from, in which no square has too many moves; it is overwritten.
        By default, a random greedy cover.

    Raises
    ------
    NoSuchTour
        If there is no cover; the message holds a certificate.
    """
    demand = (2 * board.present).astype(np.uint8)
    for end in ends or ():
        demand[end] -= 1
    total = int(demand.sum(dtype=np.int64))
    if 2 * int(demand[::2, ::2].sum(dtype=np.int64) + demand[1::2, 1::2].sum(dtype=np.int64)) != total:
        raise NoSuchTour(f"no {_what(board, ends)} exists: {colours_alternate(board)}")
    legal = board.legal_moves()
    moves = np.zeros(board.shape, np.uint8) if partial is None else partial
    arrays = moves.ravel(), legal.ravel(), demand.ravel(), board.cols, board.leaper.offsets(board.shape)
    if partial is None:
        _cover_greedily(*arrays, np.uint64(key))
    reached = np.empty(board.shape, np.bool_)
    moves_ends = partial is not None and bool(ends)
    while (found := _augment(*arrays, _target(moves, demand), moves_ends, reached.ravel(), np.uint64(key))) > 0:
        key += 1
    if found < 0:
        raise NoSuchTour(f"no {_what(board, ends)} exists: {minimum_cut(moves, demand, reached)}")
    return moves


def shortage(board: Board, *, key: int) -> tuple[int, Mask]:
    """Return how many moves the light squares lack in any partial cover, at least, and squares that together lack them.

    If they lack any, those squares are a minimum cut: a cover of the board without some squares lacks at least one of
    them.
    """
    demand = (2 * board.present).astype(np.uint8)
    moves = np.zeros(board.shape, np.uint8)
    arrays = moves.ravel(), board.legal_moves().ravel(), demand.ravel(), board.cols, board.leaper.offsets(board.shape)
    _cover_greedily(*arrays, np.uint64(key))
    reached = np.zeros(board.shape, np.bool_)
    while _augment(*arrays, _target(moves, demand), False, reached.ravel(), np.uint64(key)) > 0:
        key += 1
    light = np.indices(board.shape).sum(axis=0) % 2 == 0
    lacking = int((demand - np.bitwise_count(moves))[light].sum())
    return lacking, reached & light


def rigid_cycle(board: Board, moves: Moves) -> Squares | None:
    """Return the square indices of a cycle common to all covers of a board, given one of them, or `None`.

    Two covers differ by cycles that alternate between their moves. Direct each move outside the cover from its light
    square to its dark one, and each move of the cover the other way: then these cycles are directed, and a move is
    common to all covers iff no directed walk leads from its end to its start (see `plain.settled`).
    """
    from destrier.plain.settled import strong_components

    index = np.full(board.shape, -1, np.int64)
    index[board.present] = np.arange(board.size)
    here, there = (index.ravel()[squares] for squares in board.all_moves())
    numbers = np.flatnonzero(board.present)
    is_light = board.coordinates(numbers).sum(axis=1) % 2 == 0
    used = moves.ravel()[numbers[here]] >> board.moves_between(numbers[here], numbers[there]).astype(np.uint8) & 1 == 1
    forward = is_light[here] != used
    onward: list[list[int]] = [[] for _ in range(board.size)]
    starts, ends = np.where(forward, [here, there], [there, here]).tolist()
    for start, end in zip(starts, ends, strict=True):
        onward[start].append(end)
    component = np.array(strong_components(onward))
    for cycle in Tourney.trusted(moves, board).cycle_indices():
        places = index.ravel()[cycle]
        if cycle.size < board.size and (component[places] != component[np.roll(places, -1)]).all():
            return cycle
    return None


def _target(moves: Moves, demand: NDArray[np.uint8]) -> int:
    """Return a dark square that lacks an edge if there are few of them, else -1."""
    lacking = np.flatnonzero(np.bitwise_count(moves) < demand)
    dark = lacking[(lacking // moves.shape[1] + lacking % moves.shape[1]) % 2 == 1]
    return int(dark[0]) if 0 < dark.size <= _FEW else -1


def spare(moves: Moves, ends: tuple[Square, ...]) -> Moves:
    """Return the moves of a tour, or of part of one, without the last of two moves at given ends."""
    moves = moves.copy()
    for square in ends:
        word = int(moves[square])
        if word.bit_count() > 1:
            toggle(moves, square, word.bit_length() - 1)
    return moves


def _what(board: Board, ends: tuple[Square, ...] | None) -> str:
    return f"{'open tour' if ends else 'cycle cover'} of {board.describe()}{between(ends or ())}"


@kernel
def exchange(moves, offsets, square, move):
    """Add a move to the moves array of a flat board, or remove it."""
    moves[square] ^= np.uint8(1 << move)
    moves[square + offsets[move]] ^= np.uint8(1 << ((move + 4) & 7))


@kernel
def _cover_greedily(moves, legal, demand, cols, offsets, key):
    """Give each light square in turn moves to random neighbours that still lack one."""
    for square in range(moves.size):
        if (square // cols + square % cols) & 1:
            continue
        draw = np.int64(random_word(key, np.uint64(square)) >> np.uint64(32))
        for attempt in range(8):
            move = (draw + attempt * (draw >> 3 | 1)) & 7
            if bit_count(np.uint64(moves[square])) >= demand[square]:
                break
            if legal[square] >> move & 1:
                other = square + offsets[move]
                if bit_count(np.uint64(moves[other])) < demand[other]:
                    exchange(moves, offsets, square, move)


@kernel
def _augment(moves, legal, demand, cols, offsets, target, once, reached, key):
    """Run one phase and return the number of paths found; 0 if no square lacks an edge, -1 if there is no path left.

    Moves are tried in random order, or, if there is a `target`, beginning with the move that comes closest to it. If
    asked for, the first path that reaches it ends the phase, as the next one has another target.
    """
    reached[:] = False
    path = np.empty(moves.size + 1, np.int32)
    tried = np.empty(moves.size + 1, np.uint8)
    taken = np.empty(moves.size + 1, np.uint8)
    found, lacking = 0, False
    for root in range(moves.size):
        if once and found and target >= 0:
            break
        if (root // cols + root % cols) & 1 or reached[root]:
            continue
        if bit_count(np.uint64(moves[root])) >= demand[root]:
            continue
        lacking = True
        reached[root] = True
        depth = 0
        path[0], tried[0] = root, 0
        while depth >= 0:
            square = np.int64(path[depth])
            is_light = depth & 1 == 0
            choices = moves[square]
            if is_light:
                choices = legal[square] & ~choices
                for move in range(8):  # is a square that lacks an edge within reach?
                    if choices >> move & 1:
                        other = square + offsets[move]
                        if bit_count(np.uint64(moves[other])) < demand[other]:
                            exchange(moves, offsets, square, move)
                            for step in range(depth):
                                exchange(moves, offsets, np.int64(path[step]), np.int64(taken[step]))
                            found += 1
                            depth = -2
                            break
                if depth < 0:
                    break
            draw = np.int64(random_word(key, np.uint64(square)) >> np.uint64(32))
            move = -1
            if target >= 0:
                nearest = np.int64(moves.size) * 4
                for candidate in range(8):
                    other = square + offsets[candidate]
                    if choices >> candidate & 1 and not reached[other]:
                        distance = abs(other // cols - target // cols) + abs(other % cols - target % cols)
                        if distance < nearest:
                            nearest, move = distance, candidate
                tried[depth] = 8 if move < 0 else 0
            while tried[depth] < 8 and move < 0:
                candidate = (draw + tried[depth] * (draw >> 3 | 1)) & 7
                tried[depth] += 1
                if choices >> candidate & 1 and not reached[square + offsets[candidate]]:
                    move = candidate
            if move < 0:
                depth -= 1
                continue
            taken[depth] = move
            depth += 1
            path[depth], tried[depth] = square + offsets[move], 0
            reached[path[depth]] = True
    if found:
        return found
    return -1 if lacking else 0
