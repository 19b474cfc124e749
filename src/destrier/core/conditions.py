"""Conditions on tours: required and forbidden moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from destrier.core.grid import BaseBoard
from destrier.core.types import Place, Square
from destrier.support.errors import DestrierError, shown

Move: TypeAlias = "str | Sequence[Place]"
"""Two squares in any order: `a1-b3`, `0,0-2,1`, or a pair of names or coordinates."""

Edge: TypeAlias = frozenset[Square]
"""The two squares of a move, in no order."""

Edges: TypeAlias = frozenset[Edge]


@dataclass(frozen=True)
class Conditions:
    """The required and the forbidden moves of a tour, as sets of two squares."""

    required: Edges = frozenset()
    forbidden: Edges = frozenset()

    def transposed(self) -> Conditions:
        """Return the conditions on the board with rows and columns exchanged."""
        return Conditions(image(self.required, _transpose), image(self.forbidden, _transpose))

    def links(self, board: BaseBoard) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return the required and the forbidden moves as pairs of squares of the board's move graph."""

        def nodes(edge: Edge) -> tuple[int, int]:
            one, other = np.searchsorted(board.squares, sorted(map(board.index, edge))).tolist()
            return one, other

        return sorted(map(nodes, self.required)), sorted(map(nodes, self.forbidden))

    def __bool__(self) -> bool:
        return bool(self.required or self.forbidden)


def conditions_of(board: BaseBoard, require: Iterable[Move] = (), forbid: Iterable[Move] = ()) -> Conditions:
    """Return the conditions given by these moves.

    Raises
    ------
    DestrierError
        If one of them is not a move of the board, or they contradict each other.
    """
    conditions = Conditions(_edges(board, require), _edges(board, forbid))
    for edge in sorted(conditions.required & conditions.forbidden, key=sorted):
        raise DestrierError(f"the move {'-'.join(map(_named, sorted(edge)))} is both required and forbidden")
    degrees = Counter(square for edge in conditions.required for square in edge)
    for square, degree in sorted(degrees.items()):
        if degree > 2:
            raise DestrierError(f"{degree} required moves meet at {_named(square)}, where a tour has two")
    return conditions


def _edges(board: BaseBoard, moves: Iterable[Move]) -> Edges:
    found = set()
    for move in moves.split() if isinstance(moves, str) else moves:
        squares: list[Any] = list(map(_place, move.split("-"))) if isinstance(move, str) else list(move)
        if len(squares) != 2:
            raise DestrierError(f"a move is two squares, such as 'a1-b3' or ((0, 0), (2, 1)), not {shown(move)}")
        here, there = (board.square(board.index(square)) for square in squares)
        if board.moves_between(*board.indices_of([here, there])[:, None]) < 0:
            raise DestrierError(f"no move leads from {_named(here)} to {_named(there)}")
        found.add(frozenset((here, there)))
    return frozenset(found)


def _place(text: str) -> Place:
    """Return a square from its name or its coordinates, as in `a1-b3` and `0,0-2,1`."""
    is_named = text[:1].isalpha()
    return text if is_named else tuple(int(part) if part.isdecimal() else -1 for part in text.split(","))


def _named(square: Square) -> str:
    return ",".join(map(str, square))


def image(edges: Iterable[Edge], symmetry: Callable[[Square], Square]) -> Edges:
    """Return the image of edges under a map of squares."""
    return frozenset(frozenset(map(symmetry, edge)) for edge in edges)


def _transpose(square: Square) -> Square:
    return square[1], square[0]
