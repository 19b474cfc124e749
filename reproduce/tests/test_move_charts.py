"""The charts of moves show which moves they count."""

from __future__ import annotations

from math import atan2, pi
from typing import TYPE_CHECKING

import numpy as np
import pytest
from matplotlib.quiver import Quiver

from reproduce.common import plots

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

STEPS = [(across, up) for across in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(across) != abs(up)]
TURNING = sorted(STEPS, key=lambda step: atan2(step[1], step[0]) % (2 * pi))
"""The knight's moves counter-clockwise, from two to the right and one up."""


def arrows(axes: Axes) -> list[list[tuple[int, int]]]:
    """The steps of all series of arrows."""
    found = [each for each in axes.collections if isinstance(each, Quiver)]
    return [[(int(across), int(up)) for across, up in np.transpose([each.U, each.V])] for each in found]


def test_each_move_has_its_arrow_and_number(tmp_path: Path) -> None:
    with plots.drawing(tmp_path / "moves.svg") as [axes]:
        plots.ours(axes, range(8), range(8), "counted")
        before = axes.axis()
        plots.name_moves(axes, range(8))
        assert arrows(axes) == [TURNING]
        assert [label.get_text() for label in axes.get_xticklabels()] == [str(move) for move in range(8)]
        assert axes.axis() == pytest.approx(before)


def test_relative_moves_come_after_a_move(tmp_path: Path) -> None:
    shown = [0, 1, 2, 3, 5, 6, 7]
    with plots.drawing(tmp_path / "moves.svg") as [axes]:
        plots.name_moves(axes, shown, relative=True)
        first, then = arrows(axes)
        assert first == [first[0]] * len(shown)
        turns = [(TURNING.index(step) - TURNING.index(first[0])) % 8 for step in then]
        assert turns == shown
