"""The first tour of a flat board by the names of its squares, by file and then by rank: a1 < a2 < b1; see POJ 2488."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from destrier.core.board import Board
from destrier.core.tourney import Tour
from destrier.makers.maker import Ask, Maker
from destrier.plain.first_cycle import first_cycle
from destrier.plain.sweep import TooManyStates
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import BudgetExceeded, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.request import Request
    from destrier.core.types import Squares


class FirstTour(Maker):
    name = "first tour"
    kinds = ("closed", "open")
    options = ("lexicographic",)
    any_board = True
    pattern = "none"
    proves = True

    def why_not(self, request: Request) -> str | None:
        if not isinstance(request.board, Board):
            return f"tours are in the order of names only on flat boards, not on {request.board.describe()}"
        return None

    def make(self, request: Request, _: Ask, /) -> Tour:
        board, kind = request.board, request.kind
        refuse_impossible(board, kind)
        row, col = board.coordinates(board.squares).T
        squares = board.squares[np.lexsort((-row, col))]
        try:
            order = next(_open_orders(board, squares) if kind == "open" else _closed_orders(board, squares), None)
        except TooManyStates as error:
            raise BudgetExceeded(f"the first {kind} tour of {board.describe()} was not found: {error}") from None
        if order is None:
            raise NoSuchTour(f"no {kind} tour of {board.describe()} exists: all of them were searched")
        return Tour.from_order(squares[order], board, kind="open" if kind == "open" else "closed")


def _closed_orders(board: Board, squares: Squares) -> Iterator[list[int]]:
    """Yield, for each second square, the first closed tour as places in a list of the squares."""
    near = _near(board, squares)
    for second in near[0]:
        if found := first_cycle(near, [0, second]):
            yield found


def _open_orders(board: Board, squares: Squares) -> Iterator[list[int]]:
    """Yield, for each start, the first open tour as places in a list of the squares.

    It closes through an apex, the last vertex, which is next to the start and to the squares that may be the end.
    """
    near, apex = _near(board, squares), board.size
    colours = (board.coordinates(squares).sum(axis=1) % 2).tolist()
    for start in range(apex):
        last = (colours[start] + apex - 1) % 2
        ends = [end for end in range(apex) if end != start and (colours[end] == last or not board.is_bipartite())]
        closed = [[*others, apex] if place in ends else others for place, others in enumerate(near)]
        if found := first_cycle([*closed, ends], [apex, start]):
            yield found[1:]


def _near(board: Board, squares: Squares) -> list[list[int]]:
    """Return the neighbours of each square as places in a list of the squares, in increasing order."""
    by_square = np.argsort(squares)
    there = board.move_graph.there[np.searchsorted(board.squares, squares)]
    return [sorted(by_square[row[row >= 0]].tolist()) for row in there]
