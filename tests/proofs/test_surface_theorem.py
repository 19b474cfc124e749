"""The theorem on tours of surfaces, against exhaustive searches that do not know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers.marks import long, very_long

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.proofs.surfaces import surface_theorem

if TYPE_CHECKING:
    from destrier.core.surface import Surface


def has_tour(board: Surface, kind: Literal["closed", "open"]) -> bool:
    """Search a surface of two squares at least to the end, square by square."""
    graph = board.move_graph
    onward = [sorted({int(there) for there in row if there >= 0}) for row in graph.there]

    def goes_on(square: int, seen: set[int], first: int) -> bool:
        if len(seen) == board.size:
            return kind == "open" or (board.size > 2 and first in onward[square])
        free = [there for there in onward[square] if there not in seen]
        for there in sorted(free, key=lambda other: sum(one not in seen for one in onward[other])):
            if goes_on(there, seen | {there}, first):
                return True
        return False

    starts = range(board.size) if kind == "open" else [0]
    return any(goes_on(start, {start}, start) for start in starts)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("surface", SURFACES.values())
@pytest.mark.parametrize("most", [10, long(15), very_long(20)])
def test_small_surfaces(surface: type[Surface], kind: Literal["closed", "open"], most: int) -> None:
    for rows in range(1, 7):
        for cols in range(1, 7):
            if 2 <= rows * cols <= most:
                board = surface(rows, cols)
                assert (surface_theorem(board, kind) is None) == has_tour(board, kind), (board, kind)
                assert dt.why_no_tour(board, kind=kind) == surface_theorem(board, kind)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("surface", SURFACES.values())
@pytest.mark.parametrize("longest", [long(20), very_long(60)])
def test_all_surfaces_up_to_a_size(surface: type[Surface], kind: Literal["closed", "open"], longest: int) -> None:
    for rows in range(1, longest + 1):
        for cols in range(1, longest + 1):
            board = surface(rows, cols)
            if surface_theorem(board, kind) is None:
                how: dict[str, Any] = {"algorithm": "rectangle"} if min(rows, cols) > 4 else {"uniform": False}
                tour = dt.tour(board, kind=kind, seed=2, **how)
                assert dt.Tour(tour.moves, board).kind == kind
            else:
                with pytest.raises(dt.NoSuchTour):
                    dt.tour(board, kind=kind, seed=2)


def test_a_long_cylinder_with_no_closed_tour_is_refused_at_once() -> None:
    with pytest.raises(dt.NoSuchTour, match="outer rows"):
        dt.tour(dt.Cylinder(4, 10**6))
