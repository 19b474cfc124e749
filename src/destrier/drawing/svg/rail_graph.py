"""Rail graphs as SVG: the cycles of a tourney on circles, and the number of rails on each link.

Each component has its own circle. Its cycles are in preorder of the spanning forest, which keeps its links short. Each
count is placed at the point of its link, among a few, that is farthest from everything drawn so far.
"""

from __future__ import annotations

from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.drawing.style import STYLES, cycle_colours
from destrier.drawing.svg.document import Extent, document
from destrier.support.errors import DestrierError
from destrier.support.html import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from destrier.switching.rails import RailGraph

    Points = NDArray[np.float64]

_MOST_CYCLES: Final = 1000
"""The most cycles to draw; more would be illegible."""

_CYCLE_RADIUS: Final = 13
_COUNT_RADIUS: Final = 8
_SPACING: Final = 72
"""The distance between neighbouring cycles along the circle."""
_LEAST_RADIUS: Final = 80
_MARGIN: Final = 2 * _CYCLE_RADIUS

_LINK: Final = 'stroke="#b4b4b4" stroke-width="1.25"'
_FOREST_LINK: Final = 'stroke="#222" stroke-width="3"'
_PLACES: Final = np.array([0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74])
"""The candidate places of a count on its link; the first of equally good ones wins."""
_ROOMY: Final = 3.0
"""The distance, in radii of a count, beyond which more room is no better."""


def rail_graph_svg(graph: RailGraph, *, forest_only: bool = False, colours: Sequence[str] | None = None) -> str:
    """Draw the rail graph of a tourney (Parberry's Figure 16) as SVG.

    Elements have the classes `background`, `link`, `forest`, `cycle`, `cycle-0` ..., `disc`, `count` and `name`.

    Parameters
    ----------
    graph
        The rail graph to draw.
    forest_only
        Whether to leave out the links that are not in the spanning forest.
    colours
        CSS colours for the cycles in rotation; by default those of the drawn tourney.

    Raises
    ------
    DestrierError
        If there are more than 1000 cycles.
    """
    if graph.cycle_count > _MOST_CYCLES:
        raise DestrierError(f"a rail graph is drawn with up to {_MOST_CYCLES} cycles, not {graph.cycle_count}")
    shown = np.argsort(graph.forest, kind="stable")  # the forest comes last, so it lies on top
    if forest_only:
        shown = shown[graph.forest[shown]]
    points = _layout(graph)
    ends = points[graph.pairs[shown]]
    counts = _count_points(ends, points)
    parts = chain(
        _links(ends, graph.forest[shown]),
        _counts(counts, graph.rails[shown]),
        _names(points, cycle_colours(graph.cycle_count, STYLES["paper"], colours)),
    )
    return document(
        parts,
        Extent(*(points.max(axis=0) + _MARGIN).tolist()),
        title=f"Rail graph of {graph.cycle_count} cycles on {graph.tourney.board}",
        name="rail-graph",
        look='font-family="sans-serif" text-anchor="middle"',
    )


def _layout(graph: RailGraph) -> Points:
    """Return the point of each cycle, `float64` (cycles, 2), with the components on shelves, larger ones first."""
    circles = [(walk, _circle(len(walk))) for walk in sorted(_walks(graph), key=len, reverse=True)]
    sides = [float(np.ptp(circle, axis=0).max()) + _SPACING for _, circle in circles]
    widest = max(sides[0], sqrt(sum(side**2 for side in sides)))
    points: Points = np.empty((graph.cycle_count, 2))
    x = y = height = 0.0
    for (walk, circle), side in zip(circles, sides, strict=True):
        if x + side > widest:
            x, y = 0, y + height
        if x == 0:
            height = side  # the first component on a shelf is its largest
        points[walk] = circle + np.array([x, y]) + side / 2
        x += side
    points += _MARGIN - points.min(axis=0)
    return points


def _circle(count: int) -> Points:
    """Return points on a circle around 0,0: `float64` (count, 2)."""
    angles = 2 * np.pi * np.arange(count) / count
    radius = max(_LEAST_RADIUS, _SPACING * count / (2 * np.pi)) if count > 1 else 0
    return radius * np.column_stack([np.sin(angles), -np.cos(angles)])


def _walks(graph: RailGraph) -> list[list[int]]:
    """Return the cycles of each component in the order of a depth-first walk of the forest."""
    neighbours: list[list[int]] = [[] for _ in range(graph.cycle_count)]
    for one, other in graph.pairs[graph.forest].tolist():
        neighbours[one].append(other)
        neighbours[other].append(one)
    met: set[int] = set()
    return [walk for root in range(graph.cycle_count) if (walk := _walk(root, neighbours, met))]


def _walk(root: int, neighbours: list[list[int]], met: set[int]) -> list[int]:
    walk, waiting = [], [root]
    while waiting:
        cycle = waiting.pop()
        if cycle not in met:
            met.add(cycle)
            walk.append(cycle)
            waiting.extend(reversed(neighbours[cycle]))
    return walk


def _count_points(ends: Points, points: Points) -> Points:
    """Return the place of each link's count: `float64` (links, 2)."""
    taken = points
    for start, end in ends[::-1]:
        choices = start + _PLACES[:, None] * (end - start)
        room = np.linalg.norm(choices[:, None] - taken, axis=2).min(axis=1)
        best = np.minimum(room, _ROOMY * _COUNT_RADIUS).argmax()
        taken = np.vstack([taken, choices[best]])
    return taken[len(points) :][::-1]


def _links(ends: Points, forest: NDArray[np.bool_]) -> Iterator[str]:
    for ((x1, y1), (x2, y2)), in_forest in zip(ends.tolist(), forest.tolist(), strict=True):
        name, look = ("link forest", _FOREST_LINK) if in_forest else ("link", _LINK)
        yield f'<line class="{name}" {look} x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _counts(points: Points, rails: NDArray[np.int64]) -> Iterator[str]:
    for (x, y), count in zip(points.tolist(), rails.tolist(), strict=True):
        yield (
            f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{_COUNT_RADIUS}" fill="white"/>'
            f'<text class="count" x="{x:.1f}" y="{y:.1f}" dy=".36em" font-size="10">{count}</text>'
        )


def _names(points: Points, colours: list[str]) -> Iterator[str]:
    for cycle, ((x, y), colour) in enumerate(zip(points.tolist(), map(escape, colours), strict=True)):
        yield (
            f'<circle class="cycle cycle-{cycle}" cx="{x:.1f}" cy="{y:.1f}" r="{_CYCLE_RADIUS}" fill="{colour}"/>'
            f'<text class="name" x="{x:.1f}" y="{y:.1f}" dy=".36em" font-size="12" fill="white">{cycle}</text>'
        )
