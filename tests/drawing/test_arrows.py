"""Arrowheads and bent moves, read back from the path data."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import pytest
from helpers.drawings import elements, points

import destrier as dt
from destrier.drawing import to_animated_svg, to_gif, to_html, to_png, to_svg
from destrier.drawing.svg.tour import cycle_paths

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.drawing.colouring import Colouring

Point: TypeAlias = tuple[float, float]

TOURS = {
    "closed": dt.Board(6, 6),
    "zebra": dt.Board(10, 10, leaper="zebra"),
    "king": dt.Board(4, 5, leaper="king"),
    "wazir": dt.Board(4, 5, leaper="wazir"),
    "holes": dt.Board.from_text("######\n######\n##..##\n######\n######\n######"),
}


def centre(square: tuple[int, ...]) -> Point:
    row, col = square
    return 12 + 16 * col, 12 + 16 * row


def heads(svg: str) -> list[tuple[Point, Point]]:
    """The tip of each arrowhead, and the middle of its base."""
    number = r"(-?[0-9.]+(?:e-?[0-9]+)?)"
    pattern = rf"M{number} {number}l{number} {number}l{number} {number}z"
    found = []
    for arrow in elements(svg, "arrow"):
        assert re.fullmatch(f"({pattern})+", arrow.attrib["d"])
        for match in re.finditer(pattern, arrow.attrib["d"]):
            x, y, a, b, c, d = map(float, match.groups())
            found.append(((x, y), (x + a + c / 2, y + b + d / 2)))
    return found


def lies_along(head: tuple[Point, Point], start: Point, end: Point) -> bool:
    """Whether an arrowhead lies on a line and points to its end."""
    (tip_x, tip_y), (base_x, base_y) = head
    right, down = end[0] - start[0], end[1] - start[1]
    shares = [((x - start[0]) * right + (y - start[1]) * down) / (right**2 + down**2) for x, y in head]
    aside = max(abs((x - start[0]) * down - (y - start[1]) * right) for x, y in head) / (right**2 + down**2) ** 0.5
    return 0 < shares[1] < shares[0] < 1 and aside < 0.2 and (tip_x, tip_y) != (base_x, base_y)


def moves_of(tour: dt.Tour) -> list[tuple[Point, Point]]:
    return list(pairwise(map(centre, [*tour, *([tour[0]] if tour.kind == "closed" else [])])))


def turning_point(start: Point, end: Point) -> Point:
    """Where a bent move turns: it goes along the longer leg first, or along the row."""
    right, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    return (start[0], end[1]) if down > right else (end[0], start[1])


@pytest.mark.parametrize("colour_by", ["cycles", "tour"])
@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("name", TOURS)
def test_every_move_has_an_arrowhead(name: str, kind: Literal["closed", "open"], colour_by: Colouring) -> None:
    tour = dt.tour(TOURS[name], kind=kind, seed=1)
    found = heads(to_svg(tour, arrows=True, colour_by=colour_by))
    for head, move in zip(found, moves_of(tour), strict=True):
        assert lies_along(head, *move)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("name", TOURS)
def test_moves_are_bent_and_their_arrowheads_lie_on_the_last_leg(name: str, kind: Literal["closed", "open"]) -> None:
    tour = dt.tour(TOURS[name], kind=kind, seed=1)
    svg = to_svg(tour, bent=True, arrows=True)
    (cycle,) = elements(svg, "cycle-0")
    corners, closes = points(cycle.attrib["d"])
    assert closes == (kind == "closed")
    wanted = [moves_of(tour)[0][0]]
    for start, end in moves_of(tour):
        wanted += [turning_point(start, end), end]
    assert corners == wanted
    for head, (start, end) in zip(heads(svg), moves_of(tour), strict=True):
        turn = turning_point(start, end)
        assert lies_along(head, start if turn == end else turn, end)


@pytest.mark.parametrize("board", [dt.Torus(5, 6), dt.KleinBottle(4, 5), dt.Moebius(5, 6, leaper="zebra")], ids=repr)
def test_bent_moves_of_surfaces_are_cut_at_the_seams(board: dt.Torus) -> None:
    """The pieces are level or upright, within the rectangle, and as long together as the legs."""
    tour = dt.tour(board, seed=1)
    svg = to_svg(tour, bent=True, arrows=True)
    (cycle,) = elements(svg, "cycle-0")
    length = 0.0
    for subpath in re.findall(r"M[^M]+", cycle.attrib["d"]):
        corners = [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([^ML ]+)", subpath)]
        assert all(4 <= x <= 4 + 16 * board.cols and 4 <= y <= 4 + 16 * board.rows for x, y in corners)
        for (x, y), (next_x, next_y) in pairwise(corners):
            assert x == next_x or y == next_y
            length += abs(next_x - x) + abs(next_y - y)
    assert length == 16 * len(tour) * sum(*board.leaper.pairs)
    assert len(heads(svg)) == len(tour)


@pytest.mark.parametrize("board", [dt.Torus(5, 6), dt.Box(3, 4, 5), dt.Space(3, 3, 4)], ids=str)
def test_every_board_has_arrowheads(board: dt.Torus) -> None:
    tour = dt.tour(board, kind="open", seed=1)
    assert len(heads(to_svg(tour, arrows=True))) == len(tour) - 1


def test_titles_name_the_piece_once() -> None:
    titles = {
        "Closed knight's tour of the 4 x 5 torus": dt.Torus(4, 5),
        "Closed king's tour of the 4 x 5 torus": dt.Torus(4, 5, leaper="king"),
        "Closed knight's tour of 4 x 4 x 4": dt.Space(4, 4, 4),
    }
    for title, board in titles.items():
        assert f"<title>{title}</title>" in to_svg(dt.tour(board, seed=1))


def test_other_drawings_are_as_before() -> None:
    tour = dt.tour(8, 8, seed=1)
    svg = to_svg(tour)
    assert "arrow" not in svg
    assert elements(svg, "cycle-0")[0].attrib["d"] == next(cycle_paths(tour))
    assert to_png(tour) != to_png(tour, arrows=True) != to_png(tour, bent=True)


def test_large_pictures_have_arrowheads() -> None:
    tour = dt.tour(40, 40, seed=1)
    assert len({to_png(tour, cell=8), to_png(tour, cell=8, arrows=True), to_png(tour, cell=8, bent=True)}) == 3


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(3, 3, 4)], ids=str)
def test_moves_over_edges_and_levels_are_not_bent(board: dt.Space) -> None:
    tour = dt.tour(board, kind="open", seed=1)
    with pytest.raises(dt.UnsupportedBoard) as refusal:
        to_svg(tour, bent=True)
    wanted = f"moves are bent only on flat boards and surfaces, not on {board.describe()}"
    assert str(refusal.value) == wanted


@pytest.mark.parametrize("option", ["arrows", "bent"])
@pytest.mark.parametrize("draw", [to_animated_svg, to_gif, to_html])
def test_animations_have_neither(draw: Callable[..., object], option: str) -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        draw(dt.tour(6, 6, seed=1), **{option: True})
    assert str(refusal.value) == "an animation has neither arrows nor bent moves: leave them out"


def test_crossings_are_not_those_of_bent_moves() -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        to_svg(dt.tour(6, 6, seed=1), bent=True, crossings=True)
    assert str(refusal.value) == "crossings are those of straight moves: leave out crossings, or bent"
