"""The course of a formation as SVG: arrows along its straight lines, level by level.

Squares that the formation never occupies are grey: those of the junctions, and others that its knights visit
separately. A disc marks the entry of a course into a level, and a ring its exit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.grid import Grid
from destrier.core.space import Levels
from destrier.drawing.style import cycle_colours
from destrier.drawing.svg.diagram import STYLE, Diagram, Point, runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.desk.order import TourOrder
    from destrier.patterns.formation.course import Course

_SHOWN: Final = 100_000
"""The most squares of a board whose course is drawn."""


def notebook_svg(order: TourOrder) -> str | None:
    """Draw the course of an order's formation; return `None` if there is none, or if the board is too large."""
    if order.board.size > _SHOWN or not order.courses():
        return None
    return course_diagram(order.board, order.courses()).svg(f"Course of a formation on {order.board.describe()}")


def course_diagram(board: Grid, courses: Sequence[Course]) -> Diagram:
    """Return the diagram of courses on a board, one in each colour."""
    axes = [axis for axis, side in enumerate(courses[0].block) if side > 1]
    levels = Levels.of(board.sides, axes)
    diagram = Diagram(*levels.extent, grid=False)
    diagram.squares(_uncovered(board, courses, levels))
    for row, col in levels.corners().tolist():
        diagram.grid(levels.height, levels.width, row, col)
    for course, colour in zip(courses, cycle_colours(len(courses), STYLE), strict=True):
        for points in _on_levels(course, levels):
            for run in runs(points):
                diagram.line(run, colour, width=0.16, arrow=True)
            diagram.dots(points[:1], colour, radius=0.35)
            diagram.dots(points[-1:], colour, radius=0.35, ring=True)
    return diagram


def _uncovered(board: Grid, courses: Sequence[Course], levels: Levels) -> list[Point]:
    """Return the places on paper of the squares on which no formation stands."""
    is_covered = ~board.present
    for course in courses:
        is_covered[tuple(course.covered().T)] = True
    return list(zip(*levels.places(np.argwhere(~is_covered)).tolist(), strict=True))


def _on_levels(course: Course, levels: Levels) -> Iterator[list[Point]]:
    """Yield the middles of the formation on each level in turn."""
    points = (levels.places(course.places) + 0.5 * (max(course.block) - 1)).T
    leaves = np.flatnonzero((np.diff(course.places[:, levels.others], axis=0) != 0).any(axis=1)) + 1
    for start, stop in pairwise([0, *leaves.tolist(), len(points)]):
        yield [(row, col) for row, col in points[start:stop].tolist()]
