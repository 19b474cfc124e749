"""Tourneys as graphs for other programs: lists of edges, and graph6."""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.tourney import Tourney, next_in_cycle
from destrier.core.types import Squares
from destrier.support.resources import refuse_beyond_memory

_SHORT: Final = 62
"""The most vertices whose number is one character of graph6."""


def to_edge_list(tourney: Tourney) -> str:
    """Return the moves in visiting order, one a line, as two square indices; a comment names the board.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_edge_list(dt.tour(3, 4, kind="open", start=(0, 0), end=(0, 3))), end="")  # doctest: +ELLIPSIS
    # open tour of 3 x 4 from 0,0 to 0,3
    0 6
    ...
    """
    lines = [f"# {tourney.describe()}", *(f"{here} {there}" for here, there in _edges(tourney).tolist())]
    return "\n".join(lines) + "\n"


def to_graph6(tourney: Tourney) -> str:
    """Return the tourney in graph6, the format of nauty: its vertices are the squares of the board in their order.

    One bit for each pair of squares: 64 squares take 336 characters, 4096 squares 1.4 MB.
    """
    board = tourney.board
    size = board.size
    refuse_beyond_memory(f"graph6 of {board.describe()}", size * size)
    edges = np.searchsorted(board.squares, _edges(tourney))
    low, high = np.sort(edges, axis=1).T
    bits = np.zeros(-(-size * (size - 1) // 12) * 6, np.uint8)
    bits[high * (high - 1) // 2 + low] = 1
    digits = bits.reshape(-1, 6) @ (1 << np.arange(5, -1, -1))
    length = [size] if size <= _SHORT else [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return bytes(np.add([*length, *digits.tolist()], 63).astype(np.uint8)).decode("ascii") + "\n"


def _edges(tourney: Tourney) -> Squares:
    """Return the moves in visiting order: `int64` (moves, 2) of square indices."""
    here = tourney.indices()
    edges: Squares = np.column_stack([here, next_in_cycle(here, tourney.cycle_lengths())])
    return edges if tourney.ends is None else edges[:-1]
