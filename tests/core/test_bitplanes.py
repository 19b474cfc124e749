"""Bit planes hold every edge of a board, whatever its width."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive

from destrier.core.bitplanes import pack, unpack
from destrier.support.kernels import Kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


def random_edges(rows: int, cols: int) -> NDArray[np.uint8]:
    """A moves array with half of all edges of a board."""
    moves = np.zeros((rows, cols), np.uint8)
    draw = random.Random(cols)
    for row in range(rows):
        for col in range(cols):
            for move in range(4, 8):
                to_row, to_col = row + naive.MOVES[move][0], col + naive.MOVES[move][1]
                if to_row < rows and 0 <= to_col < cols and draw.random() < 0.5:
                    moves[row, col] |= 1 << move
                    moves[to_row, to_col] |= 1 << move - 4
    return moves


@pytest.mark.parametrize("patience", [-1, 1e9])
def test_planes_are_those_of_the_moves(patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the widths are those whose last word has spare columns only, 63 and 127."""
    monkeypatch.setattr(Kernel, "patience", patience)
    for cols in [*range(1, 12), *range(58, 70), *range(122, 134)]:
        moves = random_edges(5, cols)
        larger = np.full((7, cols), 99, np.uint8)
        assert np.array_equal(unpack(pack(moves), larger[1:6]), moves), cols
        assert (larger[[0, 6]] == 99).all(), cols
