"""The tours of small boards without a compiler, as the Hamiltonian cycles of a graph.

They are counted on arrays (see `array_sweep`), and drawn and listed in plain Python (see `plain.sweep`).

Open tours close through an additional vertex, the apex, which is adjacent to their possible ends. A required edge has
another vertex in its middle, which every cycle must visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

import numpy as np

from destrier.core.conditions import Conditions
from destrier.counting.array_sweep import count_cycles
from destrier.plain.sweep import HalfEdge, Sweep, TooManyStates, cycles

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.grid import BaseBoard
    from destrier.core.types import Square

MOST_SQUARES: Final = 240
"""The largest board whose tours are the cycles of a graph in plain Python; a few more vertices may be added."""

_MOST_NODES: Final = 250_000
"""Limit on the nodes of a sweep, which take about a second; for more of them, compiled code is worth its start."""

_MOST_STATES: Final = 4_000_000
"""Limit on the states of a count, which take half a second and 100 MB: 6 x 8 makes 3.75 million."""

_MOST_REMEMBERED: Final = 1_000_000
"""Limit on the dead ends that a listing remembers."""

_BYTES: Final = 200
"""Memory for each of them."""

_Swept = TypeVar("_Swept")

Bits: TypeAlias = tuple[tuple[int, int], ...]
"""The moves that an edge stands for, each as a node of the move graph and a bit."""


class SmallBoard:
    """All tours of a board, to be drawn uniformly.

    Attributes
    ----------
    total
        The number of undirected tours.
    """

    def __init__(self, graph: TourGraph) -> None:
        self._graph = graph
        self._sweep = Sweep(graph.neighbours, most=_MOST_NODES)
        self.total = self._sweep.total

    def starts(self) -> list[int]:
        """Return the number of open tours with an end on each square; the board has no conditions."""
        numbers = [0] * self._graph.board.size
        for (vertex, place), tours in self._sweep.uses().items():
            here, there = sorted((vertex, self._graph.neighbours[vertex][place]))
            if there == len(numbers):  # the apex
                numbers[here] += tours
        return numbers

    def drawn(self, random: Random) -> NDArray[Any]:
        """Return the moves array of a tour, drawn uniformly."""
        return self._graph.moves(self._sweep.draw(random))


def small_board(
    board: BaseBoard,
    kind: Literal["closed", "open"],
    ends: Sequence[Square] = (),
    conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
) -> SmallBoard | None:
    """Return the tours of a board, with the parameters of `TourGraph`, or `None` if that takes long."""
    return _unless_long(board, lambda: SmallBoard(TourGraph(board, kind, ends, conditions)))


def small_total(
    board: BaseBoard, kind: Literal["closed", "open"], ends: Sequence[Square], conditions: Conditions
) -> int | None:
    """Return the number of tours of a board, with the parameters of `TourGraph`, or `None` if that takes long."""
    return _unless_long(
        board, lambda: count_cycles(TourGraph(board, kind, ends, conditions).neighbours, most=_MOST_STATES)
    )


def _unless_long(board: BaseBoard, sweep: Callable[[], _Swept]) -> _Swept | None:
    """Return the result of a sweep of a small board, or `None` if it takes long."""
    if not 3 <= board.size <= MOST_SQUARES:
        return None
    try:
        return sweep()
    except TooManyStates:
        return None


class TourGraph:
    """The graph of a board of up to `MOST_SQUARES` squares whose Hamiltonian cycles are its tours.

    Parameters
    ----------
    board, kind
        The board, and the kind of the tours.
    ends
        Up to two given ends of open tours.
    conditions
        The required and the forbidden moves.
    """

    def __init__(
        self,
        board: BaseBoard,
        kind: Literal["closed", "open"] = "closed",
        ends: Sequence[Square] = (),
        conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
    ) -> None:
        self.board = board
        self.neighbours: list[list[int]] = [[] for _ in range(board.size)]
        self._bits: list[list[Bits]] = [[] for _ in range(board.size)]
        squares = [board.square(int(index)) for index in board.squares]
        self._add_moves(squares, conditions)
        if kind == "open":
            self._add_apex([squares.index(end) for end in ends])

    def every(self, max_memory: int | None = None) -> Iterator[NDArray[Any]]:
        """Yield the moves arrays of all tours, in an order determined by the board and the conditions.

        Raises
        ------
        TooManyStates
            If no tour is found with this memory, in bytes.
        """
        most = _MOST_REMEMBERED if max_memory is None else min(_MOST_REMEMBERED, max_memory // _BYTES)
        return map(self.moves, cycles(self.neighbours, most=most))

    def moves(self, cycle: list[HalfEdge]) -> NDArray[Any]:
        """Return the moves array of the tour given by the edges of a cycle."""
        words = [0] * self.board.size
        for vertex, place in cycle:
            for node, bit in self._bits[vertex][place]:
                words[node] |= bit
        moves = np.zeros(self.board.shape, self.board.dtype)
        moves.reshape(-1)[self.board.squares] = words
        return moves

    def _add_moves(self, squares: list[Square], conditions: Conditions) -> None:
        graph = self.board.move_graph
        there, back = graph.there.tolist(), graph.back.tolist()
        for here, targets in enumerate(there):
            for move, target in enumerate(targets):
                if target <= here:
                    continue
                edge = frozenset((squares[here], squares[target]))
                bits = (here, 1 << move), (target, 1 << back[here][move])
                if edge in conditions.required:
                    middle = self._add_vertex()
                    self._join(here, middle, bits)
                    self._join(middle, target)
                elif edge not in conditions.forbidden:
                    self._join(here, target, bits)

    def _add_apex(self, ends: list[int]) -> None:
        squares, apex = range(self.board.size), self._add_vertex()
        for end in ends:
            middle = self._add_vertex()
            self._join(apex, middle)
            self._join(middle, end)
        for square in squares if len(ends) < 2 else ():
            if square not in ends:
                self._join(apex, square)

    def _add_vertex(self) -> int:
        self.neighbours.append([])
        self._bits.append([])
        return len(self._bits) - 1

    def _join(self, here: int, there: int, bits: Bits = ()) -> None:
        for one, other in ((here, there), (there, here)):
            self.neighbours[one].append(other)
            self._bits[one].append(bits)
