"""Warnsdorff's rule: go where the fewest moves lead on, with ties broken at random.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Sections 3.1 and 6.

`warnsdorff` walks from a random square until it has closed a tour, and starts again when it is stuck or the start can
no longer be reached, which takes time exponential in the side. After a given number of walks the last one is completed:
the squares that it left out are covered by augmenting paths, and the cycles are joined. `warnsdorff_tourney` closes a
walk as soon as it has 6 squares and is a knight's move from its start, and begins the next at the first free square.
The paper's program restarts the whole board after failed walks; here a failed walk stays as a path, and augmenting
paths complete all paths to cycles, in linear time.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.board import Board, move_offsets
from destrier.core.kernels import bit_count, random_word
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.switching.covers import complete_cover

WALKS: Final = 100
"""The number of walks of `warnsdorff` before it completes the last one."""

_SHORTEST: Final = 6
"""The number of squares of the shortest walk that is closed, as in the paper's program."""


def warnsdorff(board: Board, *, seed: Seed = None, walks: int = WALKS) -> Tourney:
    """Return a closed tour by Warnsdorff's rule.

    Parameters
    ----------
    walks
        The number of walks before the last one is completed to a tourney and joined.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover; the message holds a certificate.
    """
    from destrier.switching.joining import join

    key = derive_key(seed, "warnsdorff")
    legal, offsets = _graph(board)
    squares = np.flatnonzero(legal)
    moves = np.zeros(board.shape, np.uint8)
    if squares.size < board.size or not _walk_tour(legal, offsets, squares, moves.ravel(), np.uint64(key), walks):
        cover = complete_cover(board, key=key, partial=moves)
        return join(Tourney.trusted(cover, board), seed=key)
    return Tourney.trusted(moves, board, 1)


def warnsdorff_tourney(board: Board, *, seed: Seed = None) -> Tourney:
    """Return a tourney by the closing variant of Warnsdorff's rule; O(squares).

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover; the message holds a certificate.
    """
    key = derive_key(seed, "warnsdorff tourney")
    legal, offsets = _graph(board)
    moves = np.zeros(board.shape, np.uint8)
    _walk_cycles(legal, offsets, moves.ravel(), np.uint64(key))
    return Tourney.trusted(complete_cover(board, key=key, partial=moves), board)


def _graph(board: Board) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    return board.legal_moves().ravel(), move_offsets(board.cols)


_USED: Final = 128  # flags a used square in `free`, whose other bits count its free neighbours


@njit(nogil=True)
def _count_neighbours(legal, free):
    for square in range(legal.size):
        free[square] = bit_count(np.uint64(legal[square]))


@njit(nogil=True)
def _use(legal, offsets, free, square, start, draw):
    """Mark a square used; return the best move from it (-1: none is free), and the move to `start` (-1: not near)."""
    free[square] |= _USED
    fewest, ties, home = np.int64(8), 0, -1
    for move in range(8):
        if legal[square] >> move & 1:
            other = square + offsets[move]
            free[other] -= 1
            onward = np.int64(free[other])
            if other == start:
                home = move
            if onward < fewest:
                fewest, ties = onward, 1 << move
            elif onward == fewest:
                ties |= 1 << move
    if ties == 0:
        return -1, home
    chosen = np.int64((draw >> np.uint64(32)) * np.uint64(bit_count(np.uint64(ties))) >> np.uint64(32))
    best = 0
    for move in range(8):
        if ties >> move & 1:
            if chosen == 0:
                best = move
            chosen -= 1
    return best, home


@njit(nogil=True)
def _join(moves, offsets, square, move):
    moves[square] |= np.uint8(1 << move)
    moves[square + offsets[move]] |= np.uint8(1 << ((move + 4) & 7))


@njit(cache=True, nogil=True)
def _walk_tour(legal, offsets, squares, moves, key, walks):
    """Return whether one of the walks closed a tour, with its moves or those of the last walk in `moves`."""
    free = np.empty(legal.size, np.uint8)
    counter = np.uint64(0)
    for walk in range(walks):
        _count_neighbours(legal, free)
        moves[:] = 0
        counter += np.uint64(1)
        start = squares[np.int64(random_word(key, counter) % np.uint64(squares.size))]
        square = np.int64(start)
        for step in range(squares.size):
            counter += np.uint64(1)
            move, home = _use(legal, offsets, free, square, start, random_word(key, counter))
            if home >= 0 and step == squares.size - 1:
                _join(moves, offsets, square, home)
                return True
            if move < 0 or (free[start] == _USED and home < 0 and walk < walks - 1):
                break  # it is stuck or cut off; the last walk goes on as far as it can
            _join(moves, offsets, square, move)
            square += offsets[move]
    return False


@njit(cache=True, nogil=True)
def _walk_cycles(legal, offsets, moves, key):
    """Cover the board by closed walks and, where one failed, by paths."""
    free = np.empty(legal.size, np.uint8)
    _count_neighbours(legal, free)
    for start in range(legal.size):
        if free[start] & _USED or legal[start] == 0:
            continue
        square, length = start, 0
        while True:
            length += 1
            move, home = _use(legal, offsets, free, square, start, random_word(key, np.uint64(square)))
            if home >= 0 and length >= _SHORTEST:
                _join(moves, offsets, square, home)
                break
            if move < 0 or (free[start] == _USED and home < 0):
                break
            _join(moves, offsets, square, move)
            square += offsets[move]
