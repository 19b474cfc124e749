"""How Warnsdorff's rule breaks ties between moves to squares with equally few onward moves.

`random`
    Choose at random, as Warnsdorff (1823) allows and Parberry (2020) does.
`first`
    Choose the first in the order of moves.
`pohl`
    Apply the rule once more: minimize the total number of onward moves from the free neighbours of the target (Pohl
    1967, Snider and Travins).
`distance`
    Choose the target farthest from the centre of the board in Euclidean distance (Roth, as reported by Ganzfried).
`squirrel`
    Choose the first in an order of moves that changes at certain squares (Squirrel and Cull 1996, from the table in
    Ganzfried). The orders are made for walks from the corner 0,0 of n x n boards and depend on n modulo 8. Ganzfried
    tested n from 5 to 610: only n = 74 fails, and his substitute order for it is used here.

Ties that remain under `pohl` and `distance` are broken at random.

Sources: I. Pohl, "A method for finding Hamilton paths and knight's tours", Communications of the ACM 10 (1967);
D. Squirrel and P. Cull, "A Warnsdorff-rule algorithm for knight's tours on square chessboards" (1996); S. Ganzfried,
"A simple algorithm for knight's tours" (2004), which also reports the rule of A. Roth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board, move_offsets
from destrier.core.choices import Ties
from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.support.errors import DestrierError
from destrier.support.kernels import kernel

NOWHERE: Final = -1
"""Stands for no square."""

USED: Final = 128
"""The flag of a used square in `free`, whose other bits count its free neighbours."""


class Graph(NamedTuple):
    """The moves of a board, as arrays for kernels."""

    legal: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    cols: int


class Rule(NamedTuple):
    """A tie rule, as arrays for kernels."""

    way: int
    ranks: NDArray[np.int64]
    """(n, 8): the rank of each move in n orders of moves."""
    switches: NDArray[np.int64]
    """(n,): the square from which the next order applies."""


def graph_of(board: Board) -> Graph:
    """Return the moves of a board as arrays."""
    return Graph(board.legal_moves().ravel(), move_offsets(board.cols), board.cols)


def rule_of(board: Board, ties: Ties) -> Rule:
    """Return a tie rule for a board.

    Raises
    ------
    DestrierError
        If the rule does not support the board.
    """
    orders, switches = _squirrels_orders(board) if ties == "squirrel" else ([tuple(range(8))], [])
    ranks = np.argsort(np.array(orders, np.int64), axis=1)
    known = [board.index(square) if board.has(square) else NOWHERE for square in switches]
    return Rule(_WAYS[ties], ranks, np.array([*known, NOWHERE], np.int64))


BY_CHANCE, _BY_ORDER, _BY_SUM, _BY_DISTANCE = range(4)

_WAYS: Final[dict[Ties, int]] = {
    "random": BY_CHANCE,
    "first": _BY_ORDER,
    "pohl": _BY_SUM,
    "squirrel": _BY_ORDER,
    "distance": _BY_DISTANCE,
}


@kernel
def score(graph, rule, order, free, move, there):
    """Return the score of a move to `there`; the lowest score wins a tie."""
    if rule.way == _BY_ORDER:
        return rule.ranks[order, move]
    if rule.way == _BY_DISTANCE:
        rows = graph.legal.size // graph.cols
        down, right = 2 * (there // graph.cols) - rows + 1, 2 * (there % graph.cols) - graph.cols + 1
        return -(down * down + right * right)
    total = 0
    if rule.way == _BY_SUM:
        for beyond in range(8):
            if graph.legal[there] >> beyond & 1:
                onward = free[there + graph.offsets[beyond]]
                total += 0 if onward & USED else onward
    return total


# Squirrel's orders

_STEPS: Final = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves (rows, columns) in Squirrel's numbering, which begins at 1."""

_Switches: TypeAlias = Callable[[int], tuple[Square, ...]]

_ORDERS: Final[dict[int, tuple[str, _Switches]]] = {
    0: ("34261578 87642135 51867342 51342678 21435678", lambda n: ((n - 1, n - 2), (2, 2), (n - 8, 1), (7, n - 3))),
    1: ("34261578 87642135 51324678 32481765", lambda n: ((n - 1, n - 2), (2, 2), (n - 6, (n + 9) // 2))),
    2: (
        "34261578 87642135 54132678 52431678 85647123 15746823",
        lambda n: ((6, 1), (3, 1), (n - 15, 4), (10, n - 2), (5, (n - 6) // 2)),
    ),
    3: (
        "34625718 42681357 86512347 51867342 61825437 71642538",
        lambda n: ((n - 1, n - 2), (n - 6, n), (2, 5), (n - 10, 3), ((n + 1) // 2, n - 2)),
    ),
    4: (
        "34261578 87642135 51867342 51342678 86753421 78563421",
        lambda n: ((n - 1, n - 2), (2, 2), (n - 8, 1), (10, n - 5), (13, (n + 2) // 2)),
    ),
    5: ("34261578 87642135 51324678 15234678", lambda n: ((n - 1, n - 2), (2, 2), (n - 2, (n - n % 16) // 2))),
    6: (
        "34261578 87642135 54132678 52431678 85647123 12453678",
        lambda n: ((6, 1), (3, 1), (n - 10, 1), (10, n - 2), (3, (n + 8) // 2)),
    ),
    7: (
        "34625718 42681357 86512347 51867342 61825437 61357284",
        lambda n: ((n - 1, n - 2), (n - 6, n), (2, 5), (n - 6, 3), ((n + 1) // 2, n - 2)),
    ),
    74: ("21435678", lambda _: ()),
}
"""By n modulo 8, or by n itself: the orders of moves, and the squares, counted from 1, at which they change."""


def _squirrels_orders(board: Board) -> tuple[list[tuple[int, ...]], list[Square]]:
    """Return the orders of moves for a square board, and the square at which each is replaced by the next."""
    n = board.rows
    if not board.is_rectangle or board.cols != n:
        raise DestrierError(f"ties squirrel takes n x n boards, not {board.describe()}; pohl takes every board")
    orders, switches = _ORDERS[n if n in _ORDERS else n % 8]
    moves = [MOVES.index(step) for step in _STEPS]
    return [tuple(moves[int(digit) - 1] for digit in order) for order in orders.split()], [
        (row - 1, col - 1) for row, col in switches(n)
    ]
