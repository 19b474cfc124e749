"""Tours of boxes, against a knight that walks over the faces of a box in space."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers.marks import examples, left, long
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.core.box import FACES, Box, BoxSquare
from destrier.drawing.numbered_board import to_net
from destrier.drawing.svg.box import VIEWS, View
from destrier.drawing.svg.tour import to_svg
from destrier.io.json import from_json, to_json
from destrier.support.errors import DestrierError, InvalidTourney, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Vector: TypeAlias = tuple[int, int, int]
Sides: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Place: TypeAlias = tuple[Vector, Vector]
"""The midpoint of a square, in halves of a square (x to the right, y to the back, z up), and its outward normal."""

WITHOUT_TOUR = {
    *((1, 1, n) for n in range(1, 7)),
    *((1, 2, n) for n in (2, 3, 4)),
    *((1, 3, n) for n in (3, 5)),
    (1, 5, 5),
    (2, 2, 2),
}
"""The boxes with sides up to 6 that have no tour, the shortest side first."""


def add(*vectors: Vector) -> Vector:
    return sum(v[0] for v in vectors), sum(v[1] for v in vectors), sum(v[2] for v in vectors)


def minus(vector: Vector) -> Vector:
    return -vector[0], -vector[1], -vector[2]


def place_of(square: BoxSquare, sides: Sides) -> Place:
    """Where a square is in space, as the net of the box folds."""
    (l, w, h), (face, row, col) = sides, square
    across, down = 2 * col + 1, 2 * row + 1
    return {
        "top": ((across, 2 * w - down, 2 * h), (0, 0, 1)),
        "bottom": ((across, down, 0), (0, 0, -1)),
        "front": ((across, 0, 2 * h - down), (0, -1, 0)),
        "back": ((2 * l - across, 2 * w, 2 * h - down), (0, 1, 0)),
        "left": ((0, 2 * w - across, 2 * h - down), (-1, 0, 0)),
        "right": ((2 * l, across, 2 * h - down), (1, 0, 0)),
    }[face]


def squares_of(sides: Sides) -> list[BoxSquare]:
    l, w, h = sides
    shapes = {"top": (w, l), "left": (h, w), "front": (h, l), "right": (h, w), "back": (h, l), "bottom": (w, l)}
    return [(face, row, col) for face in FACES for row in range(shapes[face][0]) for col in range(shapes[face][1])]


def step(place: Place, heading: Vector, sides: Sides) -> tuple[Place, Vector]:
    """One square on in a direction along the surface, over an edge where there is one; and the direction then."""
    middle, normal = place
    ahead = add(middle, heading, heading)
    if all(0 <= at <= 2 * side for at, side in zip(ahead, sides, strict=True)):
        return (ahead, normal), heading
    return (add(middle, heading, minus(normal)), heading), minus(normal)


def walk(place: Place, way: list[int], headings: list[Vector], sides: Sides) -> Place:
    """Walk one square for each entry of `way`, in that one of the directions, which are carried along."""
    for number in way:
        before = headings[number]
        place, after = step(place, before, sides)
        other = headings[1 - number]  # square to the direction of the step: an edge does not turn it
        headings = [after, other] if number == 0 else [other, after]
    return place


def knights_moves(place: Place, sides: Sides) -> set[Place]:
    """Two steps ahead and one aside, where the paper lies flat: all three ways there end on the same square."""
    axes = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
    along = [axis for axis in axes if sum(a * b for a, b in zip(axis, place[1], strict=True)) == 0]
    found = set()
    for ahead, aside in permutations(along, 2):
        if ahead != minus(aside):
            ends = {walk(place, way, [ahead, aside], sides) for way in ([0, 0, 1], [0, 1, 0], [1, 0, 0])}
            if len(ends) == 1:
                found |= ends
    return found


@cache
def neighbours(sides: Sides) -> dict[BoxSquare, set[BoxSquare]]:
    square_at = {place_of(square, sides): square for square in squares_of(sides)}
    return {square: {square_at[other] for other in knights_moves(place, sides)} for place, square in square_at.items()}


def is_tour(tour: dt.Tour, sides: Sides) -> bool:
    visited = tour.squares()
    near = neighbours(sides) if len(visited) < 2000 else None
    onward = [*visited[1:], visited[0]]
    return sorted(visited) == sorted(squares_of(sides)) and all(
        there in near[here] if near else place_of(there, sides) in knights_moves(place_of(here, sides), sides)
        for here, there in zip(visited, onward, strict=True)
    )


def boxes(least: int, most: int) -> Iterator[Sides]:
    return combinations_with_replacement(range(least, most + 1), 3)


def test_squares() -> None:
    box = Box(3, 4, 5)
    assert box.size == 2 * (12 + 15 + 20)
    listed = [box.square(index) for index in range(box.size)]
    assert listed == squares_of((3, 4, 5))
    assert [box.index(square) for square in listed] == list(range(box.size))
    assert not box.has(("top", 4, 0))
    with pytest.raises(DestrierError, match="top 4,0 is not a square of the 3 x 4 x 5 box"):
        box.index(("top", 4, 0))
    assert (repr(box), str(box), box == Box(3, 4, 5), box == Box(4, 3, 5)) == ("Box(3, 4, 5)", "3 x 4 x 5", True, False)
    assert len({box, Box(3, 4, 5)}) == 1


@pytest.mark.parametrize("sides", [*boxes(1, 4), (3, 2, 1), (2, 4, 1), (5, 3, 4), (1, 6, 2)])
def test_moves_against_a_knight_in_space(sides: Sides) -> None:
    box = Box(*sides)
    there, back = box.move_graph.there, box.move_graph.back
    for square, wanted in neighbours(sides).items():
        index = box.index(square)
        assert {box.square(int(other)) for other in there[index] if other >= 0} == wanted
        for move in range(8):
            other = int(there[index, move])
            if other >= 0:
                assert (there[other, back[index, move]], back[other, back[index, move]]) == (index, move)


@pytest.mark.parametrize("sides", [(2, 3, 4), (1, 1, 4), (5, 2, 2)])
def test_the_graph_against_a_knight_in_space(sides: Sides) -> None:
    graph = Box(*sides).to_networkx()
    assert {square: set(graph[square]) for square in graph} == neighbours(sides)


def test_moves_are_those_of_a_board_within_a_face() -> None:
    box = Box(6, 5, 7)
    there = box.move_graph.there
    moves = [(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)]
    for face in FACES:
        here = box.index((face, 2, 2))
        assert [box.square(int(other)) for other in there[here]] == [(face, 2 + row, 2 + col) for row, col in moves]


@pytest.mark.parametrize("sides", left(boxes(4, 9), boxes(4, 5)))
def test_boxes_have_tours(sides: Sides) -> None:
    tour = dt.tour(Box(*sides), seed=1)
    assert is_tour(tour, sides)


@pytest.mark.parametrize("sides", left([sides for sides in boxes(1, 6) if sides[0] < 4], boxes(1, 4)))
def test_small_boxes_have_a_tour_or_are_proved_to_have_none(sides: Sides) -> None:
    for turned in {sides, sides[::-1]}:
        if sides in WITHOUT_TOUR:
            with pytest.raises(NoSuchTour, match=f"no closed tour of the {' x '.join(map(str, turned))} box exists: "):
                dt.tour(Box(*turned))
        else:
            assert is_tour(dt.tour(Box(*turned), seed=2), turned)


@pytest.mark.parametrize("sides", left(sorted(WITHOUT_TOUR), WITHOUT_TOUR - {(1, 2, 4)}, [(1, 2, 4)]))
def test_boxes_without_tour_have_none(sides: Sides) -> None:
    near = neighbours(sides)
    if min(map(len, near.values())) < 2:
        return
    colours = {squares_of(sides)[0]: 0}
    rest = [*colours]
    while rest:
        here = rest.pop()
        for there in near[here] - colours.keys():
            colours[there] = 1 - colours[here]
            rest.append(there)
    if len(colours) < len(near):  # in pieces
        return
    alternating = all(colours[here] != colours[there] for here in near for there in near[here])
    if not alternating or 2 * sum(colours.values()) == len(near):
        assert not has_tour(near)


def has_tour(near: dict[BoxSquare, set[BoxSquare]]) -> bool:
    """Depth first from a square with few neighbours, while those of each square left behind keep two ways on."""
    start = min(near, key=lambda square: len(near[square]))
    free = set(near) - {start}

    def extend(here: BoxSquare) -> bool:
        if not free:
            return start in near[here]
        for there in sorted(near[here] & free):
            free.remove(there)
            left = near[here] & free
            if all(len(near[x] & free) + (x in near[start]) + (x in near[there]) >= 2 for x in left) and extend(there):
                return True
            free.add(there)
        return False

    return extend(start)


def test_the_search_of_the_tests_can_succeed() -> None:
    assert has_tour(neighbours((2, 2, 3)))


@examples(4)
@given(st.tuples(*[st.integers(4, 20)] * 3), st.integers(0, 10**9))
def test_random_boxes(sides: Sides, seed: int) -> None:
    tour = dt.tour(Box(*sides), seed=seed)
    assert is_tour(tour, sides)
    assert tour == dt.tour(Box(*sides), seed=seed)


@pytest.mark.parametrize(
    "sides", [(1, 2, 60), (1, 3, 50), (2, 2, 77), *map(long, ((3, 3, 61), (1, 20, 31), (2, 31, 40)))]
)
def test_long_and_flat_boxes(sides: Sides) -> None:
    assert is_tour(dt.tour(Box(*sides), seed=1), sides)


def test_seeds_give_different_tours() -> None:
    assert len({dt.tour(Box(4, 5, 6), seed=seed) for seed in range(20)}) == 20


def test_a_tour_has_one_order() -> None:
    tour = dt.tour(Box(4, 5, 6), seed=1)
    order = tour.indices()
    assert order[0] == 0
    assert order[1] < order[-1]
    assert tour == dt.Tour.from_order(order, tour.board)
    for ridden in (order[::-1], np.roll(order, 5)):
        other = dt.Tour.from_order(ridden, tour.board)
        assert other != tour
        assert other.same_moves(tour)
        assert other.indices().tolist() == ridden.tolist()
    assert hash(tour) == hash(dt.Tour.from_order(order[::-1], tour.board))
    numbers = tour.numbering()
    for number, square in enumerate(tour.squares()):
        assert numbers[tour.board.index(square)] == number
    moves = tour.board.moves_between(order, np.roll(order, -1))
    assert (tour.moves[order] >> moves & 1).all()


def test_json() -> None:
    tour = dt.tour(Box(4, 5, 6), seed=1)
    document = json.loads(to_json(tour))
    assert document["box"] == [4, 5, 6]
    assert [tuple(square) for square in document["cycle"]] == tour.squares()
    assert from_json(to_json(tour)) == tour


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"box": [4, 5]}, "'box' is a list of three sides"),
        ({"box": [4, 5, 0]}, "height of at least 1, not 0"),
        ({"box": [4, 5, 7]}, "'cycle' is a list of the 166 squares of the 4 x 5 x 7 box"),
        ({"box": [10**9] * 3}, "'cycle' is a list of the 6000000000000000000 squares"),
        ({"cycle": 3}, "'cycle' is a list of the 148 squares"),
        ({0: ["top", 0]}, "'cycle', position 0: a square is"),
        ({0: ["top", True, 0]}, "'cycle', position 0: a square is"),
        ({1: ["side", 0, 0]}, "'cycle', position 1: 'side' 0,0 is not a square of the 4 x 5 x 6 box"),
        ({1: ["top", 0, -1]}, "'cycle', position 1: 'top' 0,-1 is not a square of the 4 x 5 x 6 box"),
        ({1: ["top", 0, 0]}, "top 0,0 is visited 2 times"),
    ],
)
def test_faults_of_json(change: dict[str | int, Any], fault: str) -> None:
    document = json.loads(to_json(dt.tour(Box(4, 5, 6), seed=1)))
    for key, value in change.items():
        if isinstance(key, str):
            document[key] = value
        else:
            document["cycle"][key] = value
    with pytest.raises(InvalidTourney) as caught:
        from_json(json.dumps(document))
    assert fault in str(caught.value)


@pytest.mark.parametrize("text", ["", "[" * 10**5, "[]", "{}", '{"box": [4, 4, 4]}'])
def test_what_is_no_tour(text: str) -> None:
    with pytest.raises(InvalidTourney):
        from_json(text)


def test_faults_of_orders() -> None:
    tour = dt.tour(Box(4, 5, 6), seed=1)
    order = tour.indices().copy()
    order[[3, 9]] = order[[9, 3]]
    with pytest.raises(InvalidTourney, match=r"from \w+ \d,\d to \w+ \d,\d is not a knight's move"):
        dt.Tour.from_order(order, tour.board)
    with pytest.raises(InvalidTourney, match="step 0 is at index 148, off the 4 x 5 x 6 box"):
        dt.Tour.from_order([148], tour.board)
    with pytest.raises(InvalidTourney, match="top 0,1 is visited never"):
        dt.Tour.from_order([0], tour.board)
    with pytest.raises(InvalidTourney, match="sequence of square indices"):
        dt.Tour.from_order([0.5], tour.board)


# Drawings and the command line


def test_the_text_is_the_net() -> None:
    tour = dt.tour(Box(3, 2, 4), seed=1)
    lines = [line.split() for line in to_net(tour).splitlines()]
    numbers = {face: (tour.numbering() + 1)[Box(3, 2, 4).face_squares(face)].astype(str).tolist() for face in FACES}
    middle = [
        [number for face in ("left", "front", "right", "back") for number in numbers[face][row]] for row in range(4)
    ]
    assert lines == [*numbers["top"], *middle, *numbers["bottom"]]
    widths = {len(line) for line in to_net(tour).splitlines()[2:6]}
    assert widths == {3 * 2 * (3 + 2)}


def elements(svg: str, tag: str) -> Iterator[ET.Element]:
    return ET.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}")


def drawn_lines(svg: str, kind: str) -> list[list[Point]]:
    """The lines of the paths of a class, in squares."""
    found = []
    for path in elements(svg, "path"):
        if kind in path.get("class", "").split():
            for line in filter(None, path.get("d", "").split("M")):
                points = (point.split(",") for point in line.split())
                found.append([(float(x) / 16, float(y) / 16) for x, y in points])
    return found


@pytest.mark.parametrize("sides", [(4, 5, 6), (3, 2, 4), (1, 4, 4), (5, 1, 2)])
def test_the_net_shows_every_move(sides: Sides) -> None:
    """Each half of a move starts at the middle of its square and goes in its direction, up to the rim of the paper."""
    tour = dt.tour(Box(*sides), seed=1)
    (length, width, height), lines = sides, drawn_lines(to_svg(tour, view="net"), "tour")
    corners = {
        "top": (width, 0),
        "left": (0, width),
        "front": (width, width),
        "right": (width + length, width),
        "back": (2 * width + length, width),
        "bottom": (width, width + height),
    }
    middles = {
        (corners[face][0] + col + 0.5, corners[face][1] + row + 0.5): (face, row, col)
        for face, row, col in squares_of(sides)
    }
    drawn = sum(hypot(x - u, y - v) for line in lines for (x, y), (u, v) in pairwise(line))
    assert drawn == pytest.approx(len(middles) * sqrt(5))
    passed = [middles[point] for line in lines for point in line if point in middles]
    visited = tour.squares()
    assert passed[: len(visited)] == visited
    assert passed[len(visited) :] in ([], visited[:1])
    for line in lines:
        for end in (line[0], line[-1]):
            on_rim = end not in middles and (end[0] % 1 == 0 or end[1] % 1 == 0)
            assert on_rim or end == lines[0][0]


@pytest.mark.parametrize("view", VIEWS)
def test_moves_point_over_cuts_and_no_other_edges(view: View) -> None:
    tour = dt.tour(Box(5, 4, 6), seed=1)
    svg = to_svg(tour, view=view)
    lines = drawn_lines(svg, "tour")
    breaks = len(lines) - (lines[0][0] == lines[-1][-1])
    assert len(drawn_lines(svg, "cut")) == 2 * {"net": 7, "isometric": 6}[view]
    assert len(drawn_lines(svg, "fold")) == 2 * {"net": 5, "isometric": 6}[view]
    assert len(drawn_lines(svg, "crossing")) == 2 * breaks > 0
    joints = {(round(x, 2), round(y, 2)) for line in lines for x, y in (line[0], line[-1])}
    for (x, y), _ in drawn_lines(svg, "crossing"):
        assert (round(x, 2), round(y, 2)) in joints


def test_the_views_in_space_do_not_overlap() -> None:
    svg = to_svg(dt.tour(Box(5, 4, 6), seed=1), view="isometric")
    outlines = {
        polygon.get("class", "").split()[1]: [
            tuple(float(value) / 16 for value in point.split(",")) for point in polygon.get("points", "").split()
        ]
        for polygon in elements(svg, "polygon")
    }
    assert set(outlines) == set(FACES)
    assert max(x for face in ("top", "front", "right") for x, _ in outlines[face]) < min(
        x for face in ("bottom", "back", "left") for x, _ in outlines[face]
    )
    for face in FACES:  # seen from outside: rows run down and columns to the right of them
        (x, y), (right_x, right_y), _, (down_x, down_y) = outlines[face]
        turn = (right_x - x) * (down_y - y) - (right_y - y) * (down_x - x)
        rows, cols = Box(5, 4, 6).face_shape(face)
        assert turn == pytest.approx(rows * cols * sqrt(3) / 2, rel=1e-3)


def test_tours_show_themselves_in_notebooks() -> None:
    tour = dt.tour(Box(4, 5, 6), seed=1)
    assert tour._repr_svg_() == to_svg(tour)
    assert dt.tour(Box(100, 100, 100), seed=1)._repr_svg_() is None


def test_a_view_is_one_of_two() -> None:
    with pytest.raises(DestrierError, match="net or isometric, not 'cavalier'"):
        to_svg(dt.tour(Box(4, 4, 4), seed=1), view=wrong("cavalier"))


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / name for name in ("box.json", "box.svg")]
    outputs = [word for file in files for word in ("-o", str(file))]
    assert run(["tour", "--box", "4", "5", "6", "--seed", "1", "--view", "isometric", *outputs]) == 0
    tour = dt.tour(Box(4, 5, 6), seed=1)
    assert from_json(files[0].read_text()) == tour
    assert files[1].read_text() == to_svg(tour, view="isometric")
    assert capsys.readouterr().out == ""
    assert run(["tour", "--box", "4", "5", "6", "--seed", "1"]) == 0
    assert capsys.readouterr().out == to_net(tour)
    assert run(["tour", "--box", "40", "5", "6", "--seed", "1"]) == 0
    assert capsys.readouterr().out == "closed tour of the 40 x 5 x 6 box: 940 squares (-o FILE writes it)\n"
    assert run(["tour", "--box", "1", "3", "5"]) == 1
    assert "every move joins one of 24 squares to one of 22 others" in capsys.readouterr().err
    assert run(["tour", "--box", "4", "4", "4", "-o", str(tmp_path / "box.obj")]) == 2
    assert "one of .svg .pdf .png .gif" in capsys.readouterr().err


@pytest.mark.parametrize("sides", [(0, 4, 4), (4, 4, -1), (True, 4, 4), (4, 4.0, 4)])
def test_sides_are_positive_integers(sides: Any) -> None:
    with pytest.raises(DestrierError, match=r"a box has a \w+ of at least 1"):
        Box(*sides)


def test_a_box_that_is_too_large_is_refused() -> None:
    with pytest.raises(MemoryError, match="10000 x 10000 x 200000 box"):
        dt.tour(Box(10**4, 10**4, 2 * 10**5))
