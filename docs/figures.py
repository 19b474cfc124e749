"""The figures of the papers that explain something, drawn from the data of the engine; `gallery.py` writes them."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations, pairwise, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from diagrams import Figure, sheet

import destrier as dt
from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES, Leaper
from destrier.drawing import to_svg
from destrier.drawing.style import STYLES
from destrier.drawing.svg.course import course_diagram
from destrier.drawing.svg.diagram import Diagram, Point, runs
from destrier.patterns.formation import corner, even_leapers, in_space
from destrier.patterns.formation.course import Course, course_of
from destrier.patterns.formation.quartet import FAR_JUNCTIONS, HEEL, NEAR_JUNCTION, START, STEPS, moved, way
from reproduce.common.heels import HeelCover, heel_covers, heel_squares
from reproduce.common.rims import CHOICES, triplet_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from destrier.core.types import Square
    from destrier.patterns.formation.quartet import Path

Polygon: TypeAlias = list[Point]

BLUE, RED, GREEN, PURPLE, DARK = STYLES["paper"].palette[:5]
GREY: Final = "#8a8a8a"
KNIGHTS: Final = (BLUE, RED, GREEN, PURPLE)
"""The colours of the knights of a quartet: top left, top right, bottom left, bottom right."""
BLOCK: Final = ((0, 0), (0, 1), (1, 0), (1, 1))

DOWN: Final = (4, 5, 6, 7)
"""The primary moves of rails."""


def plus(*points: Point) -> Point:
    """The sum of vectors."""
    return sum(row for row, _ in points), sum(col for _, col in points)


def times(number: float, vector: Point) -> Point:
    """A multiple of a vector."""
    return number * vector[0], number * vector[1]


def middle(one: Point, other: Point) -> Point:
    """The point in the middle."""
    return times(0.5, plus(one, other))


# --- Parberry: Tourneys


def moves_of_the_knight() -> str:
    """Figure 1, left: the moves from a square, numbered."""
    diagram = Figure(5, 5, top=-2, left=-2)
    for move in MOVES:
        diagram.line([(0, 0), move], BLUE, width=0.08, arrow=True)
    for number, move in enumerate(MOVES):
        diagram.word(times(0.6, move), str(number), clear=True)
    diagram.dots([(0, 0)])
    return diagram.svg("The moves of the knight", scale=3)


def _rail(primary: int, cross: int) -> tuple[Point, Point, Point, Point]:
    """The squares of a rail: those of one primary move, and those to which the cross move leads from them."""
    return (0, 0), MOVES[primary], MOVES[cross], plus(MOVES[primary], MOVES[cross])


def _one_rail(primary: int, cross: int) -> Diagram:
    u, v, u_there, v_there = points = _rail(primary, cross)
    cols = [col for _, col in points]
    diagram = Figure(5, 7, left=(min(cols) + max(cols)) // 2 - 3)
    for start, end in ((u, u_there), (v, v_there)):
        diagram.line([start, end], BLUE, dashed=True)
        diagram.word(middle(start, end), str(cross), BLUE, clear=True)
    for start, end in ((u, v), (u_there, v_there)):
        diagram.line([start, end])
        diagram.word(middle(start, end), str(primary), clear=True)
    diagram.dots(points)
    return diagram


def rails() -> str:
    """Figure 8: the rails of each primary move."""
    panels = [("", _one_rail(primary, cross)) for primary in DOWN for cross in DOWN if cross != primary]
    return sheet("The rails by primary move", panels, columns=3)


def downward_moves() -> str:
    """Figure 9: the downward moves from a square, and the outlines of all rails of which one is the primary move."""
    diagram = Figure(5, 9, left=-4)
    for primary, cross in product(DOWN, DOWN):
        if primary != cross:
            u, v, u_there, v_there = _rail(primary, cross)
            diagram.line([u, v, v_there, u_there], "#b4b4b4", width=0.06, closed=True)
    for move in DOWN:
        diagram.line([(0, 0), MOVES[move]], arrow=True)
    for move in DOWN:
        diagram.word(times(0.6, MOVES[move]), str(move), clear=True)
    diagram.dots([(0, 0)])
    return diagram.svg("The downward moves of a square, and the rails that begin with them", scale=2)


def rails_with(primary: int) -> str:
    """Figures 10 to 13: a primary move and its three rails."""
    diagram = Figure(5, 9, left=-4)
    colours = dict(zip([cross for cross in DOWN if cross != primary], (BLUE, RED, GREEN), strict=True))
    for cross, colour in colours.items():
        u, v, u_there, v_there = _rail(primary, cross)
        diagram.line([u_there, u], colour, dashed=True)
        diagram.line([v_there, v], colour, dashed=True)
        diagram.line([u_there, v_there], colour)
    for cross, colour in colours.items():
        for start in ((0, 0), MOVES[primary]):
            diagram.word(plus(start, times(0.55, MOVES[cross])), str(cross), colour, clear=True)
    diagram.line([(0, 0), MOVES[primary]], width=0.18)
    diagram.word(times(0.5, MOVES[primary]), str(primary), clear=True)
    diagram.dots([(0, 0), MOVES[primary]])
    return diagram.svg(f"The rails with primary move {primary}", scale=2)


def switching() -> str:
    """Figure 14: switching a rail yields one cycle, or two, by how the rest of the tour joins its squares."""
    a, b, c, d = _rail(7, 4)
    rests: dict[str, list[tuple[Point, Point, Point]]] = {
        "a tour": [(b, (-4, -1.5), c), (d, (0.2, 9), a)],
        "two cycles": [(b, (3.2, 7), d), (c, (-1.2, -7), a)],
    }
    panels = []
    for result, rest in rests.items():
        for name, edges in (("a tour", ((a, b), (c, d))), (result, ((a, c), (b, d)))):
            diagram = Figure(7, 11, top=-2, left=-5, grid=False)
            for start, away, end in rest:
                diagram.curve(start, away, end, GREY)
            for edge in edges:
                diagram.line(edge, BLUE if edges[0] == (a, b) else RED, width=0.18)
            diagram.dots((a, b, c, d))
            panels.append((name, diagram))
    return sheet("Switching a rail", panels, columns=2)


PARBERRY: Final[dict[str, Callable[[], str]]] = {
    "figure-01-moves": moves_of_the_knight,
    "figure-01-graph": lambda: dt.Board(6, 6)._repr_svg_() or "",
    "figure-08-rails": rails,
    "figure-09-downward": downward_moves,
    **{f"figure-{primary + 6}-rails-{primary}": partial(rails_with, primary) for primary in DOWN},
    "figure-14-switching": switching,
}


# --- Besa, Johnson, Mamano, Osegueda and Williams: Taming the Knight's Tour


def squares_of(path: Path) -> list[Point]:
    """The squares of a knight's path."""
    squares: list[Point] = [path[0]]
    for digit in path[1]:
        squares.append(plus(squares[-1], MOVES[int(digit)]))
    return squares


def knights(word: str, place: Square = (0, 0)) -> list[list[Point]]:
    """The squares of the four knights of a quartet that rides a word."""
    ways: list[list[Point]] = [[plus(place, within)] for within in BLOCK]
    for letter in word:
        moves = {plus(place, square): MOVES[int(digit)] for square, digit in STEPS[letter][1]}
        for rode in ways:
            if rode[-1] in moves:
                rode.append(plus(rode[-1], moves[rode[-1]]))
        place = moved(place, letter)
    return ways


def _ridden(word: str, rows: int, cols: int, place: Square) -> Diagram:
    """The moves of a quartet that rides a word."""
    diagram = Figure(rows, cols)
    diagram.squares(plus(place, square) for square in BLOCK)
    for rode, colour in zip(knights(word, place), KNIGHTS, strict=True):
        diagram.dots(rode[:1], colour)
        for move in pairwise(rode):
            diagram.line(move, colour, width=0.1, arrow=True)
    diagram.block(moved(place, word), 2, 2, GREY)
    return diagram


def quartet_moves() -> str:
    """Figure 2: a straight move, a double one, and one along a diagonal."""
    panels = [
        ("straight, to the right", _ridden("R", 4, 6, (1, 1))),
        ("straight, up", _ridden("U", 4, 6, (2, 2))),
        ("double, to the right", _ridden("RR", 4, 6, (1, 1))),
        ("double, up", _ridden("UU", 4, 6, (2, 2))),
        ("along a diagonal, down", _ridden("d", 4, 6, (0, 1))),
        ("along a diagonal, up", _ridden("u", 4, 6, (1, 3))),
    ]
    return sheet("The moves of a quartet", panels, columns=2, scale=2)


def _paths(paths: Iterable[Path], place: Square, colours: Sequence[str] = (BLUE, RED)) -> Diagram:
    """Paths in a corner, with the place of the quartet."""
    return _walked([squares_of(path) for path in paths], place, colours)


def _walked(ways: list[list[Point]], place: Square, colours: Sequence[str] = (BLUE, RED)) -> Diagram:
    """The same for paths as squares."""
    (top, left), (bottom, right) = (
        [pick(part) for part in zip(*chain.from_iterable(ways), strict=True)] for pick in (min, max)
    )
    diagram = Figure(bottom - top + 1, right - left + 1, top=top, left=left)
    diagram.squares(plus(place, square) for square in BLOCK)
    for rode, colour in zip(ways, colours, strict=True):
        diagram.line(rode, colour)
        diagram.dots(rode, colour)
    return diagram


def junctions() -> str:
    """Figure 4: the junctions; the quartet begins, or ends, on the grey squares."""
    panels = [("bottom left", _paths(NEAR_JUNCTION, START))]
    for (right, above), paths in FAR_JUNCTIONS.items():
        panels.append((_where(right, above), _paths(paths, (above, -2 - right))))
    return sheet("The junctions", panels, columns=3)


def find_junction(side: int) -> list[list[Square]]:
    """Two paths that visit a whole corner, from the left knights of the quartet in its upper right to the right ones.

    The search goes where the fewest moves lead on, and back from dead ends.
    """
    starts, goals = ((0, side - 2), (1, side - 2)), ((0, side - 1), (1, side - 1))
    free = set(product(range(side), repeat=2)) - {*starts}

    def onward(square: Square) -> list[Square]:
        return [there for row, col in MOVES if (there := (square[0] + row, square[1] + col)) in free]

    def walk(ways: list[list[Square]]) -> list[list[Square]] | None:
        *_, here = ways[-1]
        goal = goals[len(ways) - 1]
        if here == goal:
            if len(ways) < len(goals):
                return walk([*ways, [starts[len(ways)]]])
            return None if free else ways
        for square in sorted(onward(here), key=lambda there: len(onward(there))):
            if square in goals and square != goal:
                continue
            free.remove(square)
            if found := walk([*ways[:-1], [*ways[-1], square]]):
                return found
            free.add(square)
        return None

    found = walk([[starts[0]]])
    assert found is not None
    return found


def alternative_junctions() -> str:
    """Figure 8, left: a junction on 6 x 6, and its reflection, which matches the knights the other way."""
    side = 6
    ways = find_junction(side)
    reflected = [[(side - 1 - col, side - 1 - row) for row, col in squares] for squares in ways]
    panels = [
        (matching, _walked([list[Point](squares) for squares in both], (0, side - 2)))
        for matching, both in (("horizontal matching", ways), ("vertical matching", reflected))
    ]
    return sheet("Alternative junctions", panels, columns=2)


def first_moves() -> str:
    """Figure 8, right: the moves behind the first junction, in all three cases, and the diagonal up which they lead."""
    panels = []
    for rows in range(30, 33):
        course = course_of(way(rows, 40, "one"), moved)
        diagram = course_diagram(dt.Board(rows, 40), [course])
        panels.append((f"{rows} x 40", _cut(diagram, 15, 24, rows - 15, 0)))
    return sheet("First moves in place of junctions", panels, columns=1)


def _where(right: int, above: int) -> str:
    """The caption of a junction in the top right corner, which the quartet reaches at the right edge or at the top."""
    return f"top right, {above} rows down" if above else f"top right, {right} columns off"


def _course(rows: int, cols: int) -> Course:
    """The course on a board as it stands."""
    return course_of(way(rows, cols), moved)


def _cut(diagram: Diagram, rows: int, cols: int, top: int, left: int) -> Diagram:
    """A part of a diagram."""
    part = Figure(rows, cols, top=top, left=left, grid=False)
    part.parts = diagram.parts
    return part


def corner_cases() -> str:
    """Figure 5: the bottom right corner by the columns that the last heel leaves: 6, 0, 2 and 4."""
    panels = []
    for cols in (28, 30, 32, 34):
        number = (cols // 2 + 2) % 4
        diagram = course_diagram(dt.Board(30, cols), [_course(30, cols)])
        panels.append((f"sequence {number}, {cols} columns", _cut(diagram, 12, 18, 18, cols - 18)))
    return sheet("The bottom right corner", panels, columns=2)


def traversals() -> str:
    """Figure 6: the courses on boards of several sides."""
    shapes = ((16, 22), (17, 24), (18, 26), (19, 28))
    panels = [
        (f"{rows} x {cols}", course_diagram(dt.Board(rows, cols), [_course(rows, cols)])) for rows, cols in shapes
    ]
    return sheet("The course on boards of several sides", panels, columns=2, scale=1)


def heel() -> str:
    """Figure 7: the course of a quartet in the heel, and the moves of its knights."""
    formation, single = Figure(4, 8), Figure(4, 8)
    course = course_of([((0, 0), HEEL), (moved((0, 0), HEEL), "")], moved)
    for run in runs(_middles(course)):
        formation.line(run, arrow=True, width=0.16)
    for rode, colour in zip(knights(HEEL), KNIGHTS, strict=True):
        single.line(rode, colour)
        single.dots(rode, colour)
    for diagram in (formation, single):
        for place in course.places[[0, -1]].tolist():
            diagram.block(place, 2, 2, GREY)
    return sheet("The heel", [("the quartet", formation), ("its knights", single)], columns=2, scale=2)


def _middles(course: Course) -> list[Point]:
    """The middles of a formation of knights."""
    return [(row + 0.5, col + 0.5) for row, col in course.places.tolist()]


def sections() -> str:
    """Figure 9: the three sections of the knights' paths, which end where the quartet comes to a corner."""
    panels = []
    for rows, cols, name in ((20, 40, "wide"), (36, 24, "tall")):
        course = _course(rows, cols)
        diagram = Figure(rows, cols)
        diagram.squares(set(product(range(rows), range(cols))) - set(map(tuple, course.covered().tolist())))
        points = _middles(course)
        corners_ = (points.index(nearest(points, key=sum)) for nearest in (min, max))  # top left and bottom right
        bounds = [0, *sorted(corners_), len(points) - 1]
        for (start, stop), colour in zip(pairwise(bounds), (BLUE, RED, GREEN), strict=True):
            for run in runs(points[start : stop + 1]):
                diagram.line(run, colour, width=0.16)
        panels.append((f"{rows} x {cols}, {name}", diagram))
    return sheet("The sections of a path", panels, columns=2, scale=0.9)


def waymarks() -> str:
    """Figure 10: the waymarks of Lemma 3 on the left edge, with their indices and the increments of these."""
    order = dt.TourOrder(46, 46, start=(45, 0))
    rode: list[Square] = [order.cell_at(position) for position in range(120)]
    marks = [number for number, (_, col) in enumerate(rode) if number > 5 and col == 0]
    rode = rode[: marks[-1] + 1]
    diagram = Figure(23, 29, top=23, left=-5, grid=False)
    diagram.grid(23, 24, 23)
    diagram.line(rode[:7], RED)
    diagram.line(rode[6:])
    diagram.dots(rode, radius=0.12)
    for before, mark in pairwise([None, *marks]):
        assert mark is not None
        diagram.dots([rode[mark]], BLUE, radius=0.3)
        words = f"{mark + 1}" if before is None else f"{mark + 1} (+{mark - before})"
        diagram.word(plus(rode[mark], (0, -2.7)), words, BLUE, size=0.9)
    return diagram.svg("The waymarks")


def best_heels() -> str:
    """Figure 11: the heel of the formation, and those with fewest turns and fewest crossings, with their crossings."""
    covers = heel_covers()
    start = {way_[0]: way_ for way_ in map(tuple, knights(HEEL))}
    chosen = {
        "formation": next(cover for cover in covers if {path[0]: path for path in cover.paths} == start),
        "fewest turns": min(covers),
        "fewest crossings": min(covers, key=lambda cover: (cover.crossings, cover.turns)),
    }
    panels = [(f"{name}: {cover.turns}, {cover.crossings}", _heel(cover)) for name, cover in chosen.items()]
    return sheet("Turns and crossings of heels", panels, columns=3)


def _heel(cover: HeelCover) -> Diagram:
    diagram = Figure(4, 8)
    diagram.squares(heel_squares()[2])
    edges = []
    for path, colour in zip(cover.paths, KNIGHTS, strict=True):
        diagram.line(path, colour)
        diagram.dots(path, colour)
        edges += list(pairwise(path))
    crossed = [(one, other) for one, other in combinations(edges, 2) if interiors_meet(*one, *other)]
    diagram.dots([meet(*one, *other) for one, other in crossed], radius=0.15, ring=True)
    return diagram


def meet(p: Point, q: Point, r: Point, s: Point) -> Point:
    """The point in which the lines pq and rs meet."""
    (a, b), (c, d), (e, f) = plus(q, times(-1, p)), plus(s, times(-1, r)), plus(r, times(-1, p))
    return plus(p, times((e * d - f * c) / (a * d - b * c), (a, b)))


# The crowns: on the left edge, with the four directions of Section 4.3 clockwise

DIRECTIONS: Final[tuple[Point, ...]] = ((-2, 1), (-1, 2), (1, 2), (2, 1))


def crown(a: Point, b: Point) -> list[Polygon]:
    """The three triangles of which the crown of two points of the left edge consists; a is above b."""
    triangles = []
    for upper, lower in ((1, 0), (2, 1), (3, 2)):
        tip = meet(a, plus(a, DIRECTIONS[upper]), b, plus(b, DIRECTIONS[lower]))
        triangles.append([a, tip, b])
    return triangles


def is_inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in a triangle or on its sides."""
    sides = [
        (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
        for start, end in pairwise([*polygon, polygon[0]])
    ]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def terminology() -> str:
    """Figure 12: the rays, the crown of a and b, and a clean cell c with two legs that escape."""
    rows, cols = 26, 16
    a, b, c = (9, 0), (15, 0), (11, 0)
    diagram = Figure(rows, cols + 1.5, left=-1.5, grid=False)
    polygons = crown(a, b)
    board = list(product(range(rows), range(cols)))
    diagram.squares(square for square in board if any(is_inside(square, polygon) for polygon in polygons))
    diagram.grid(rows, cols)
    for start, name, colour in ((a, "a", BLUE), (b, "b", RED)):
        for number, way_ in enumerate(DIRECTIONS, 1):
            diagram.line([start, plus(start, times(3.4, way_))], colour, width=0.06, dashed=True)
            diagram.word(plus(start, times(3.75, way_)), f"r{number}({name})", colour, size=0.75, clear=True)
        diagram.word(plus(start, (0, -1)), name, colour, size=1)
    for way_ in (DIRECTIONS[0], DIRECTIONS[3]):
        diagram.line([c, plus(c, times(5, way_))], GREEN)
        diagram.dots([plus(c, times(step, way_)) for step in range(6)], GREEN)
    diagram.dots([a, b, c])
    diagram.word(plus(c, (0, -1)), "c", GREEN, size=1)
    return diagram.svg("The crown of two cells")


def collisions() -> str:
    """Figure 13: a leg along the first direction collides with those that begin 3, 5 or 4 times as far above."""
    steps, foot = 3, 17
    b = (foot, 0)
    diagram = Figure(foot + 2, 11, left=-1, grid=False)
    diagram.grid(foot + 2, 10)
    ends = []
    for away, way_ in zip((3, 5, 4), DIRECTIONS[1:], strict=True):
        start = plus(b, (-away * steps, 0))
        end = plus(start, times(steps, way_))
        ends.append(end)
        diagram.line([start, end], RED)
        diagram.dots([plus(start, times(step, way_)) for step in range(steps + 1)], RED)
        diagram.word(plus(start, (0, -1)), f"{away}l", RED)
    furthest = min(ends)
    diagram.line([b, furthest])
    diagram.dots([plus(b, times(step, DIRECTIONS[0])) for step in range(int(furthest[1]) + 1)])
    diagram.dots(ends, radius=0.3)
    diagram.word(plus(b, (0, -1)), "b")
    return diagram.svg(f"Colliding legs, l = {steps}")


def crowns(steps: int) -> list[tuple[float, float]]:
    """The bases of the crowns on an edge from 0 to 1 after so many steps of the iterative process: start and length.

    A crown is at least its own length away from a diagonal, and two thirds of it from an older crown.
    """
    placed: list[tuple[float, float]] = []
    for _ in range(steps):
        new = []
        for (start, base), (end, after) in pairwise([(0, 0), *placed, (1, 0)]):
            before_it, after_it = (2 / 3 if crown_ else 1 for crown_ in (base, after))
            gap = end - start - base
            length = gap / (before_it + 1 + after_it)
            new.append((start + base + before_it * length, length))
        placed = sorted([*placed, *new])
    return placed


def _on_edge(points: Polygon, edge: int, side: float) -> Polygon:
    """The image of points near the left edge at another edge: 0 is the left one, then clockwise."""
    for _ in range(edge):
        points = [(col, side - row) for row, col in points]
    return points


def _add_crown(diagram: Diagram, start: float, length: float, edge: int, side: float, colour: str) -> None:
    for triangle in crown((side * start, 0), (side * (start + length), 0)):
        diagram.line(_on_edge(triangle, edge, side), colour, width=0.03, closed=True, fill=colour)


def iterations() -> str:
    """Figure 14: the process after 1, 2, 3 and 4 steps, in the sectors at the top, right, bottom and left."""
    side = 24
    diagram = Figure(side + 1, side + 1, top=0, left=0, grid=False)
    colours = (BLUE, RED, GREEN, PURPLE)
    for step, edge in enumerate((1, 2, 3, 0), 1):
        for number in range(1, step + 1):
            for start, length in sorted(set(crowns(number)).difference(crowns(number - 1))):
                _add_crown(diagram, start, length, edge, side, colours[number - 1])
    diagram.line([(0, 0), (0, side), (side, side), (side, 0)], closed=True, width=0.06)
    for one, other in (((0, 0), (side, side)), ((0, side), (side, 0))):
        diagram.line([one, other], GREY, width=0.05, dashed=True)
    return diagram.svg("The iterative process")


def ratios() -> str:
    """Figure 15: the largest crown between two crowns, and between a crown and a diagonal."""
    between, beside = Figure(36, 18, top=4, left=-1, grid=False), Figure(36, 18, top=-2, left=-1, grid=False)
    for start, length, colour in ((8, 12, BLUE), (20 + 2 / 7 * 8, 3 / 7 * 8, RED), (28, 12, BLUE)):
        _add_crown(between, start, length, 0, 1, colour)
    for start, length, colour in ((6, 6, RED), (16, 16, BLUE)):
        _add_crown(beside, start, length, 0, 1, colour)
    beside.line([(0, 0), (18, 18)], GREY, width=0.08, dashed=True)
    panels = [("between crowns: 3/7 of the gap", between), ("at a diagonal: 3/8 of the gap", beside)]
    for _, diagram in panels:
        diagram.line([(-2, 0), (40, 0)], width=0.06)
    return sheet("The largest crowns in gaps", panels, columns=2)


# The edge of Theorem 9; a choice has moves as (squares inwards, squares along)


def _legs(configuration: Sequence[Sequence[Square]], first: int = 0) -> list[tuple[Square, Square]]:
    """The moves of consecutive cells of the left edge."""
    return [
        ((row, 0), (row + along, inwards))
        for row, choice in enumerate(configuration, first)
        for inwards, along in choice
    ]


def _crossings(legs: Iterable[tuple[Square, Square]]) -> list[Point]:
    return [meet(*one, *other) for one, other in combinations(legs, 2) if interiors_meet(*one, *other)]


def _edge(rows: int, top: int, legs: Sequence[tuple[Square, Square]], colours: Sequence[str] | None = None) -> Diagram:
    diagram = Figure(rows, 4, top=top, grid=False)
    diagram.grid(rows, 4, top)
    for number, leg in enumerate(legs):
        diagram.line(leg, DARK if colours is None else colours[number])
    diagram.dots({start for start, _ in legs})
    diagram.dots(_crossings(legs), radius=0.16, ring=True)
    return diagram


def configurations() -> str:
    """Figure 16: the choices of an edge cell; two triplets, and the step from one to the other."""
    panels = [("", _edge(5, -2, _legs([choice]))) for choice in CHOICES]
    triplets, weights = triplet_graph()
    counts = [len(_crossings(_legs(triplet))) for triplet in triplets]
    a, b = next(
        (one, other)
        for one, other in product(range(len(triplets)), repeat=2)
        if (counts[one], counts[other], weights[one, other] - counts[other]) == (3, 2, 5)
    )
    far = next(
        (one, other)
        for one, other in product(_legs([CHOICES[0]]) + _legs([CHOICES[-1]]), _legs([CHOICES[0]], 3))
        if interiors_meet(*one, *other)
    )
    panels += [
        ("a: 3 crossings", _edge(10, -2, _legs(triplets[a]))),
        ("b: 2 crossings", _edge(10, -2, _legs(triplets[b]))),
        ("a, then b: 5 more", _edge(10, -2, _legs(triplets[a]) + _legs(triplets[b], 3))),
        ("cells three apart", _edge(10, -2, far, (RED, RED))),
    ]
    return sheet("Configurations of edge cells", panels, columns=6)


def least_pattern() -> str:
    """Figure 17: the triplet that repeats with fewest crossings, three, and how its moves go on without more."""
    triplets, weights = triplet_graph()
    best = weights.diagonal().min()
    shallow, steep = (2, -1), (1, -2)
    (pattern,) = (
        triplet
        for triplet, weight in zip(triplets, weights.diagonal(), strict=True)
        if weight == best and all(set(choice) == {shallow, steep} for choice in triplet)
    )
    rows = 12
    legs = _legs(pattern * (rows // 3))
    diagram = Figure(rows, 10)
    for start, end in legs:
        diagram.line([end, plus(end, times(4, (shallow[1], shallow[0])))], GREY, width=0.08, dashed=True)
        diagram.line([start, end], DARK)
    diagram.dots({start for start, _ in legs})
    diagram.dots(_crossings(legs), radius=0.16, ring=True)
    part = _cut(diagram, rows + 2, 8, -2, 0)
    return part.svg(f"The least pattern: {best} crossings for three cells", scale=2)


def corners_in_formation() -> str:
    """Figure 18: the corners in which the four knights stay together, to the level above and from that below."""
    panels = []
    for (right, above), paths in in_space.TO_ABOVE.items():
        panels.append((_where(right, above), _paths(paths, (above, -2 - right), KNIGHTS)))
    panels.append(("from the level below", _paths(in_space.FROM_BELOW, START, KNIGHTS)))
    return sheet("Corners where the knights stay in formation", panels, columns=3)


def across_levels() -> str:
    """Figure 19: the move of the four knights from a level to the next one."""
    board = dt.Space(16, 12, 2)
    course = in_space.Plan.of(board.sides, "formation").course()
    number = int(np.flatnonzero(np.diff(course.places[:, 2]))[0])
    diagram = Figure(7.5, 8, top=-1, left=-2, grid=False)

    def shown(row: float, col: float, level: float) -> Point:
        return row - 2.5 * level + 3, col + 0.4 * level

    here, there = course.places[number], course.places[number + 1]
    rows, cols = (int(min(here[axis], there[axis])) for axis in (0, 1))
    for level in (0, 1):
        corners = [(-1.5, -1.5), (-1.5, 4.5), (2.5, 4.5), (2.5, -1.5)]
        diagram.line([shown(row / 2, col, level) for row, col in corners], GREY, closed=True, width=0.04)
    for (row, col), colour in zip(BLOCK, KNIGHTS, strict=True):
        start, end = (shown((place[0] - rows + row) / 2, place[1] - cols + col, place[2]) for place in (here, there))
        diagram.line([start, end], colour, arrow=True)
        diagram.dots([start], colour)
    return diagram.svg("The move across levels", scale=3)


def course_in_space() -> str:
    """Figure 20: the course on 26 x 26 x 26, level by level."""
    board = dt.Space(26, 26, 26)
    return course_diagram(board, dt.TourOrder(board).courses()).svg("The course on 26 x 26 x 26", scale=0.5)


def odd_boards() -> str:
    """Figure 21: the two junctions at a missing corner, and the turns that reach one column further to the left."""
    panels = [
        (name, _paths(paths, (START[0], 1)))
        for name, paths in zip(("junction of rows", "junction of columns"), corner.JUNCTIONS.values(), strict=True)
    ]
    for word, (paths, rest) in corner.WIDER.items():
        bottom = max(row for path in paths for row, _ in squares_of(path))
        top = min(row for path in paths for row, _ in squares_of(path))
        diagram = Figure(bottom - top + 1 + (2 if rest else 0), 9 if rest else 5, top=top, left=-1)
        diagram.squares(BLOCK)
        place = moved((0, 0), word.removesuffix(rest))
        ends = {rode[0]: rode for rode in knights(rest, place)}
        for path, colour in zip(paths, KNIGHTS, strict=True):
            rode = squares_of(path)
            rode += ends[rode[-1]][1:] if rest else []
            diagram.line(rode, colour)
            diagram.dots(rode, colour)
        panels.append((word, diagram))
    return sheet("Adaptations for odd boards", panels, columns=3)


def symmetric_joins() -> str:
    """Figure 23: the middle of a board before and after its four quadrants are joined."""
    side, near = 46, 4
    half, first = side // 2, side // 2 - near
    tour = dt.tour(side, side, symmetry="quarter", algorithm="formation").squares()
    centre = set(product((half - 1, half), (half - 1, half)))
    joins = [edge for edge in pairwise([*tour, tour[0]]) if centre.intersection(edge)]
    ends = sorted({square for edge in joins for square in edge} - centre)
    cut = [pair for pair in combinations(ends, 2) if len({(row < half, col < half) for row, col in pair}) == 1]
    panels = []
    for name, edges, colour in (("four tours", cut, BLUE), ("one tour", joins, RED)):
        diagram = Figure(2 * near, 2 * near, top=first, left=first)
        if edges is cut:
            diagram.squares(centre, "#555")
        for edge in edges:
            diagram.line(edge, colour)
            diagram.dots(edge)
        diagram.line([(half - 0.5, first - 0.5), (half - 0.5, first + 2 * near - 0.5)], width=0.06)
        diagram.line([(first - 0.5, half - 0.5), (first + 2 * near - 0.5, half - 0.5)], width=0.06)
        panels.append((name, diagram))
    return sheet("Joining four tours symmetrically", panels, columns=2, scale=2)


# Giraffes

GIRAFFE: Final = Leaper(1, 4)
GIRAFFE_STEPS: Final[list[Point]] = [(row, col) for row, col in GIRAFFE.steps.tolist()]


def giraffe_moves() -> str:
    """Figure 25: how sixteen giraffes move together."""
    panels = []
    for letter, name in (("U", "up"), ("R", "to the right"), ("d", "along a diagonal")):
        diagram = Figure(6, 9)
        place = (1, 0) if letter != "d" else (0, 0)
        diagram.squares(plus(place, square) for square in product(range(4), range(4)))
        line = np.arange(4)
        for rows, cols, step in even_leapers.RIDERS[letter]:
            for square in product(line[rows].tolist(), line[cols].tolist()):
                start = plus(place, square)
                end = plus(start, GIRAFFE_STEPS[step])
                diagram.line([start, end], BLUE, width=0.08, arrow=True)
        diagram.block(even_leapers.moved(place, letter, 4), 4, 4, RED)
        panels.append((name, diagram))
    return sheet("The moves of a formation of giraffes", panels, columns=3)


def giraffe_heel() -> str:
    """Figure 26: the heel of giraffes, the places of the formation in it, and the path of one giraffe."""
    word = even_leapers.heel(4)
    places = [(0, 0)]
    for letter in word:
        places.append(even_leapers.moved(places[-1], letter, 4))
    rows, cols = (max(place[axis] for place in places) + 4 for axis in (0, 1))
    diagram = Figure(rows, cols)
    for number, place in enumerate(places):
        if number in (0, len(places) - 1) or word[number - 1 : number + 1] not in ("DD", "RR", "UU"):
            diagram.block(place, 4, 4, "#c4c4c4")
    for run in runs([plus(place, (1.5, 1.5)) for place in places]):
        diagram.line(run, width=0.18, arrow=True)
    rode: list[Point] = [(1, 1)]
    for place, letter in zip(places, word, strict=False):
        for some_rows, some_cols, step in even_leapers.RIDERS[letter]:
            line = np.arange(4)
            riders = set(product(line[some_rows].tolist(), line[some_cols].tolist()))
            if plus(rode[-1], times(-1, place)) in riders:
                rode.append(plus(rode[-1], GIRAFFE_STEPS[step]))
                break
    diagram.line(rode, RED)
    diagram.dots(rode, RED)
    return diagram.svg("The heel of giraffes")


def giraffe_junctions() -> str:
    """Figure 27: the junctions of giraffes, their matchings, and the single cycle of both."""
    near, far = even_leapers.junctions(GIRAFFE)
    panels, matchings = [], []
    for name, moves, place in (("bottom left", near, (0, 0)), ("top right", far, (7, far.shape[1] - 4))):
        diagram = Figure(*moves.shape)
        starts = [(place[0] + row, place[1] + col) for row, col in product(range(4), range(4))]
        diagram.squares(starts)
        matching = {}
        for start in starts:
            rode = _followed(moves, start)
            matching[starts.index(start)] = starts.index(rode[-1])
            if rode[-1] > start:
                diagram.line(rode, STYLES["paper"].palette[len(matching) % 5], width=0.08)
        panels.append((name, diagram))
        matchings.append(matching)
    cycle, at = [0], 0
    while True:
        at = matchings[len(cycle) % 2][at]
        if at == 0:
            break
        cycle.append(at)
    lanes: list[Point] = [(3 * row, 3 * col) for row, col in product(range(4), range(4))]
    for name, chosen in (("matching M1", matchings[:1]), ("matching M2", matchings[1:]), ("their cycle", matchings)):
        diagram = Figure(12, 12, top=-1, left=-1, grid=False)
        for matching in chosen:
            colour = BLUE if matching is matchings[0] else RED
            for one, other in matching.items():
                here, there = lanes[one], lanes[other]
                aside = 0.25 * (there[1] - here[1]), 0.25 * (here[0] - there[0])
                if one < other:
                    diagram.curve(here, plus(middle(here, there), aside), there, colour, dashed=False)
        diagram.dots(lanes, radius=0.3)
        for number, lane in enumerate(cycle if len(chosen) == 2 else (), 1):
            diagram.word(plus(lanes[lane], (-0.9, 0)), str(number), size=0.9, clear=True)
        panels.append((name, diagram))
    return sheet("The junctions of giraffes", panels, columns=2)


def _followed(moves: np.ndarray, start: Square) -> list[Square]:
    """The path from a square that has one move."""
    rode, came = [start], 0
    while onward := int(moves[rode[-1]]) & ~came:
        step = onward.bit_length() - 1
        row, col = GIRAFFE.steps[step].tolist()
        rode.append((rode[-1][0] + row, rode[-1][1] + col))
        came = 1 << GIRAFFE.opposite(step)
    return rode


def central_column() -> str:
    """Figure 29: cells of a central column, and the lines without turns through the first and the last of them."""
    side = 24
    col, cells = side // 2, range(side // 4, 3 * side // 4)
    diagram = Figure(side, side)
    diagram.squares(((row, col) for row in cells), RED)
    for row in (cells[0], cells[-1]):
        for step in MOVES[:4]:
            line = [
                (row + number * step[0], col + number * step[1])
                for number in range(-side, side)
                if 0 <= row + number * step[0] < side and 0 <= col + number * step[1] < side
            ]
            diagram.line([line[0], line[-1]], GREY, width=0.08, dashed=True)
            diagram.dots([line[0], line[-1]], GREY)
    return diagram.svg("The central column")


def _course_svg(*board: int | dt.Board) -> str:
    return dt.TourOrder(*board)._repr_svg_() or ""


def _sections_svg(tour: dt.Tourney) -> str:
    return to_svg(tour, colour_by="sections", style="paper")


TAMING: Final[dict[str, Callable[[], str]]] = {
    "taming-02-quartet": quartet_moves,
    "taming-03-course": lambda: _course_svg(30, 30),
    "taming-03-sections": lambda: _sections_svg(dt.tour(30, 30, heel="formation")),
    "taming-04-junctions": junctions,
    "taming-05-corner": corner_cases,
    "taming-06-traversals": traversals,
    "taming-07-heel": heel,
    "taming-08-junctions": alternative_junctions,
    "taming-08-first-moves": first_moves,
    "taming-09-sections": sections,
    "taming-10-waymarks": waymarks,
    "taming-11-heels": best_heels,
    "taming-12-crown": terminology,
    "taming-13-collisions": collisions,
    "taming-14-iterations": iterations,
    "taming-15-ratios": ratios,
    "taming-16-configurations": configurations,
    "taming-17-least": least_pattern,
    "taming-18-corners": corners_in_formation,
    "taming-19-across": across_levels,
    "taming-20-space": course_in_space,
    "taming-21-odd": odd_boards,
    "taming-22-corner": lambda: _sections_svg(dt.tour(23, 23, kind="corner", algorithm="formation")),
    "taming-23-joins": symmetric_joins,
    "taming-24-quarter": lambda: _sections_svg(dt.tour(46, 46, symmetry="quarter", algorithm="formation")),
    "taming-25-giraffes": giraffe_moves,
    "taming-26-heel": giraffe_heel,
    "taming-27-junctions": giraffe_junctions,
    "taming-28-course": lambda: _course_svg(dt.Board(30, 52, leaper=(1, 4))),
    "taming-28-tour": lambda: to_svg(dt.tour(dt.Board(30, 52, leaper=(1, 4)))),
    "taming-29-column": central_column,
}
