"""Tours of surfaces, against coordinates that are folded by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.core.surface import SURFACES
from destrier.drawing.svg.tour import to_svg
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Square: TypeAlias = tuple[int, int]

KEYS = ("torus", "cylinder", "moebius", "klein", "projective")

OVER_A_SIDE: dict[str, tuple[Callable[..., Square], Callable[..., Square] | None]] = {
    "torus": (lambda r, c, rows, cols: (r, c + cols), lambda r, c, rows, cols: (r + rows, c)),
    "cylinder": (lambda r, c, rows, cols: (r, c + cols), None),
    "moebius": (lambda r, c, rows, cols: (rows - 1 - r, c + cols), None),
    "klein": (lambda r, c, rows, cols: (rows - 1 - r, c + cols), lambda r, c, rows, cols: (r + rows, c)),
    "projective": (
        lambda r, c, rows, cols: (rows - 1 - r, c + cols),
        lambda r, c, rows, cols: (r + rows, cols - 1 - c),
    ),
}
"""For each surface, another place in the plane of the same square: a copy to the right, and one below."""

boards = st.builds(
    lambda key, rows, cols: SURFACES[key](rows, cols), st.sampled_from(KEYS), st.integers(3, 8), st.integers(3, 8)
)


def plane(key: str, rows: int, cols: int) -> dict[Square, Square]:
    """The square of the rectangle at each place of the plane not far from it: by relabelling until nothing is new."""
    found = {square: square for square in naive.rectangle(rows, cols)}
    todo = list(found)
    while todo:
        at = todo.pop()
        for copy in OVER_A_SIDE[key]:
            if copy is None:
                continue
            moved = copy(*at, rows, cols)
            # A copy is a one-to-one map of the plane; to find the place that it takes here, we try all those around.
            near = [(at[0] + r, at[1] + c) for r in (-rows, 0, rows) for c in (-cols, 0, cols)]
            mirrored = [(rows - 1 - r, c) for r, c in near] + [(r, cols - 1 - c) for r, c in near] + near
            places = [place for place in mirrored if copy(*place, rows, cols) == at]
            for place in (moved, *places):
                if -4 * rows - 4 <= place[0] < 5 * rows + 4 and -4 * cols - 4 <= place[1] < 5 * cols + 4:
                    if place not in found:
                        found[place] = found[at]
                        todo.append(place)
    return found


def graph_of(key: str, rows: int, cols: int) -> dict[Square, list[Square]]:
    """The squares to which the moves of each lead, in the order of the moves, each once and none to itself."""
    at = plane(key, rows, cols)
    return {
        square: list(
            dict.fromkeys(
                at[naive.step(square, move)]
                for move in range(8)
                if at.get(naive.step(square, move), square) != square
            )
        )
        for square in sorted(naive.rectangle(rows, cols))
    }
