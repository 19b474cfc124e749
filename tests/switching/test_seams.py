"""Tours of surfaces, mixed near their sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.switching.seams import _drawn_together, _near, mix_seams

if TYPE_CHECKING:
    from typing import Literal

    from destrier.core.surface import Surface


def flat_tour(board: Surface, kind: Literal["closed", "open"], seed: int) -> dt.Tour:
    """Return a tour of the rectangle as one of the surface."""
    tour = dt.Tourney.trusted(dt.tour(*board.sides, kind=kind, seed=seed).moves, board, 1)
    assert isinstance(tour, dt.Tour)
    return tour


@pytest.mark.parametrize("kind", ["closed", "open"])
@given(st.sampled_from([*SURFACES.values()]), st.integers(18, 40), st.integers(18, 40), st.integers(0, 99))
def test_what_is_mixed_is_a_closed_tour_of_the_squares_near_the_sides(
    kind: Literal["closed", "open"], surface: type[Surface], rows: int, cols: int, seed: int
) -> None:
    board = surface(rows + (rows * cols) % 2, cols)
    tour = flat_tour(board, kind, seed)
    graph, cover = _drawn_together(tour, tour.indices(), _near(board))
    assert set(np.bitwise_count(cover).tolist()) == {2}
    square, came, seen = 0, -1, set()
    while square not in seen:
        seen.add(square)
        moves = [move for move in range(graph.width) if int(cover[square]) >> move & 1 and move != came]
        square, came = int(graph.there[square, moves[0]]), int(graph.back[square, moves[0]])
    assert len(seen) == graph.size


@given(st.sampled_from([*SURFACES.values()]), st.integers(18, 40), st.integers(18, 40), st.integers(0, 99))
def test_open_tours_keep_their_ends(surface: type[Surface], rows: int, cols: int, seed: int) -> None:
    tour = flat_tour(surface(rows, cols), "open", seed)
    mixed = mix_seams(tour, tour.indices(), seed)
    walked = dt.Tour(mixed.moves, mixed.board)
    assert {*(walked.ends or ())} == {*(tour.ends or ())}
    assert mixed != tour
