"""Drawings: what is drawn is the tourney, read back from the drawing itself."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.drawings import elements, frames_of, parse, pixels, points, square_at
from helpers.examples import BRAID, CLOSED, CUT, EXAMPLES, HOLES, OPEN, RING, TILES, examples, four_cover
from helpers.marks import long
from helpers.wrong import wrong
from PIL import Image, ImageFont

from destrier.core.board import SYMMETRIES, Board
from destrier.desk.tour import tour as tour_of
from destrier.drawing import Look, rail_graph_svg, to_animated_svg, to_gif, to_plotter_svg, to_png, to_svg, to_text
from destrier.drawing.layout import grid_lines, number_size
from destrier.drawing.look import Options
from destrier.drawing.style import STYLES, Style, cycle_colours
from destrier.io.drawings import draw
from destrier.io.formats import DRAWN, FORMATS
from destrier.measuring.metrics import crossing_points, is_turn
from destrier.patterns.formation.flat import formation
from destrier.support.errors import DestrierError
from destrier.switching.rails import RailGraph, find_rails, rail_graph

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from destrier.core.board import Symmetry
    from destrier.core.tourney import Tour, Tourney
    from destrier.drawing.colouring import Colouring

# Reading drawings back.


def read_text(text: str) -> tuple[dict[int, tuple[int, int]], list[str]]:
    """The square of each number, and the comments."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("#")]
    numbered = {}
    for row, line in enumerate(line for line in lines if not line.startswith("#")):
        for col, word in enumerate(line.split()):
            if word != ".":
                numbered[int(word)] = row, col
    return numbered, comments


# SVG.


@examples
def test_svg_has_one_continuous_path_for_each_cycle(tourney: Tourney) -> None:
    svg = to_svg(tourney, style="paper")
    paths = [element for element in parse(svg).iter() if element.tag.endswith("}path")]
    assert len(paths) == tourney.cycle_count
    for number, (path, cycle) in enumerate(zip(paths, tourney.cycle_indices(), strict=True)):
        corners, closed = points(path.attrib["d"])
        assert [square_at(corner, tourney.board) for corner in corners] == cycle.tolist()
        assert closed == (tourney.kind != "open")
        assert path.get("class") == f"cycle cycle-{number}"
        steps = [{abs(x - x0), abs(y - y0)} for (x0, y0), (x, y) in pairwise(corners + corners[:1] * closed)]
        assert steps == [{16, 32}] * len(steps)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_a_lone_cycle_has_the_colour_of_ink_and_many_have_those_of_the_palette_in_turn(style: Style) -> None:
    assert cycle_colours(1, style) == [style.ink]
    assert len(set(cycle_colours(9, style))) == 9
    assert cycle_colours(100, style) == [style.palette[number % 9] for number in range(100)]


def test_cycles_are_drawn_in_their_colours() -> None:
    assert [path.get("stroke") for path in elements(to_svg(CLOSED, style="paper"), "cycle")] == ["black"]
    strokes = [path.attrib["stroke"] for path in elements(to_svg(TILES, style="paper"), "cycle")]
    assert strokes == [STYLES["paper"].palette[number % 9] for number in range(TILES.cycle_count)]


def test_chosen_colours_are_taken_in_turn() -> None:
    strokes = [path.get("stroke") for path in elements(to_svg(BRAID, colours=["red", "#00f"]), "cycle")]
    assert strokes == ["#ff0000", "#0000ff", "#ff0000"]
    bad: list[str] | str
    for bad in ([], "red"):
        with pytest.raises(DestrierError, match="at least one colour"):
            to_svg(CLOSED, colours=bad)


@examples
def test_every_element_has_a_class(tourney: Tourney) -> None:
    svg = to_svg(tourney, numbers=True, rails=True, style=".cycle > .dot { fill: red }")
    for element in parse(svg).iter():
        assert element.get("class") or element.tag.endswith(("}title", "}style"))
    assert elements(svg, tourney.kind)
    assert ".cycle > .dot { fill: red }" in "".join(parse(svg).itertext())


@examples
def test_grid_dots_and_numbers_are_drawn_when_asked_for(tourney: Tourney) -> None:
    size = tourney.board.size
    assert len(elements(to_svg(tourney, style="paper"), "dot")) == size
    assert elements(to_svg(tourney, style="paper"), "rule")
    bare = to_svg(tourney, style="paper", grid=False, dots=False)
    assert not elements(bare, "rule")
    assert not elements(bare, "dot")
    numbered = to_svg(tourney, style="paper", numbers=True)
    assert not elements(numbered, "dot")
    assert len(elements(numbered, "disc")) == size
    shown = [
        (square_at((float(label.attrib["x"]), float(label.attrib["y"])), tourney.board), int(label.text or ""))
        for label in elements(numbered, "number")
    ]
    assert shown == list(zip(tourney.indices().tolist(), range(1, size + 1), strict=True))


@examples
def test_dots_lie_on_the_squares_in_the_colour_of_their_cycle(tourney: Tourney) -> None:
    svg = to_svg(tourney)
    groups, paths = elements(svg, "dots"), elements(svg, "cycle")
    for group, path, cycle in zip(groups, paths, tourney.cycle_indices(), strict=True):
        assert group.get("fill") == path.get("stroke")
        centres = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in group]
        assert [square_at(centre, tourney.board) for centre in centres] == cycle.tolist()


@examples
def test_the_grid_has_the_sides_of_the_squares_and_no_others(tourney: Tourney) -> None:
    board = tourney.board
    sides = set()
    for row, col in np.argwhere(board.present).tolist():
        corners = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]
        sides |= {frozenset(side) for side in pairwise([*corners, corners[0]])}
    drawn = []
    for x1, y1, x2, y2 in grid_lines(board).tolist():
        line = [(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)]
        drawn += [frozenset(side) for side in pairwise(line)]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == sides
    rules = [
        [int(rule.attrib[key]) for key in ("x1", "y1", "x2", "y2")]
        for rule in elements(to_svg(tourney, style="paper"), "rule")
    ]
    assert rules == (4 + 16 * grid_lines(board)).tolist()


def test_a_rectangle_has_one_line_between_two_rows() -> None:
    assert len(grid_lines(Board(3, 5))) == 4 + 6


@examples
def test_both_moves_of_each_rail_are_marked(tourney: Tourney) -> None:
    marked = []
    for line in elements(to_svg(tourney, rails=True), "rail"):
        start, end = ((float(line.attrib[f"x{i}"]), float(line.attrib[f"y{i}"])) for i in (1, 2))
        marked.append((square_at(start, tourney.board), square_at(end, tourney.board)))
    step = {4: (1, -2), 5: (2, -1), 6: (2, 1), 7: (1, 2)}
    expected = []
    for square, primary, cross in find_rails(tourney).tolist():
        down, right = step[primary]
        move = down * tourney.board.cols + right
        beside = square + step[cross][0] * tourney.board.cols + step[cross][1]
        expected += [(square, square + move), (beside, beside + move)]
    assert marked == expected
    rows = tourney.indices().tolist()
    edges = {frozenset(pair) for pair in pairwise(rows)} | {
        frozenset((path[-1], path[0])) for path in tourney.cycle_indices()
    }
    assert {frozenset(pair) for pair in marked} <= edges
    assert not elements(to_svg(tourney), "rail")


def test_the_examples_have_rails() -> None:
    assert len(elements(to_svg(CLOSED, rails=True), "rail")) >= 2


def test_the_cell_scales_the_drawing_and_moves_nothing() -> None:
    small, large = to_svg(CLOSED, style="paper"), to_svg(CLOSED, style="paper", cell=40)
    assert parse(small).get("width") == "480"
    assert parse(large).get("width") == "340"
    assert parse(small).get("viewBox") == parse(large).get("viewBox") == "0 0 136 136"
    assert small.splitlines()[1:] == large.splitlines()[1:]
    for bad in (0, -1, float("nan"), float("inf")):
        with pytest.raises(DestrierError, match="more than 0 pixels"):
            to_svg(CLOSED, cell=bad)


def test_large_boards_have_no_dots_and_no_grid_unless_asked_for() -> None:
    large = four_cover(4, 204)
    assert not elements(to_svg(large), "dots")
    assert not elements(to_svg(large), "grid")
    assert len(elements(to_svg(large, dots=True), "dot")) == 4 * 204
    assert elements(to_svg(large, grid=True), "grid")


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("tour", [OPEN, CUT, OPEN.starting_at((2, 2))], ids=["open", "cut", "reversed"])
def test_the_ends_of_an_open_tour_are_marked(tour: Tour, numbers: bool) -> None:
    svg = to_svg(tour, style="paper", numbers=numbers)
    marked = [elements(svg, name) for name in ("start", "end")]
    centres = [(float(mark.attrib["cx"]), float(mark.attrib["cy"])) for (mark,) in marked]
    assert [square_at(centre, tour.board) for centre in centres] == tour.indices()[[0, -1]].tolist()
    assert [mark.get("fill") for (mark,) in marked] == ["black", "white"]
    assert not elements(to_svg(tour, ends=False), "ends")
    assert not elements(to_svg(CLOSED), "ends")
    assert not elements(to_svg(BRAID), "ends")


def test_the_pixels_show_the_ends() -> None:
    cell = 32
    for image in (
        pixels(to_png(OPEN, style="paper", cell=cell)),
        frames_of(to_gif(OPEN, style="paper", cell=cell))[-1],
    ):
        looks = []
        for square in OPEN.indices()[[0, -1]].tolist():
            y, x = (8 + cell * place + cell // 2 for place in divmod(square, 5))
            looks.append([bool(image[y, x + away, 0] < 128) for away in (0, 9)])
        assert looks == [[True, True], [False, True]]  # a disc, a ring
        y, x = (8 + cell * place + cell // 2 for place in divmod(int(OPEN.indices()[7]), 5))
        assert image[y - 9 : y + 10 : 18, x - 9 : x + 10 : 18].min() > 128


@pytest.mark.parametrize("digits", [1, 2, 3, 4, 5])
def test_numbers_stay_clear_of_their_discs(digits: int) -> None:
    """By the widths that a common sans-serif font has."""
    size = number_size(10**digits - 1)
    font = ImageFont.load_default(100)
    left, top, right, bottom = font.getbbox("8" * digits)
    half_diagonal = np.hypot(right - left, bottom - top) / 2 * size / 100
    assert half_diagonal < 5.5 - 0.375
    assert size > 2


def test_notebooks_show_the_drawing() -> None:
    assert CLOSED._repr_svg_() == to_svg(CLOSED)


# PNG.


def distances(tourney: Tourney, cell: int) -> NDArray[np.float64]:
    """From the middle of each pixel to the nearest move, the slow and obvious way."""
    cols = tourney.board.cols
    margin = cell / 4
    height, width = (round(2 * margin + cell * side + 0.25) for side in tourney.board.shape)
    pixel = np.stack(np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5), axis=2)
    nearest = np.full((height, width), np.inf)
    for cycle in tourney.cycle_indices():
        walk = cycle.tolist() + cycle.tolist()[:1] * (tourney.kind != "open")
        for one, other in pairwise(walk):
            start, end = (margin + cell * (np.array([at % cols, at // cols]) + 0.5) for at in (one, other))
            along = np.clip((pixel - start) @ (end - start) / (5 * cell**2), 0, 1)
            nearest = np.minimum(nearest, np.linalg.norm(pixel - start - along[..., None] * (end - start), axis=2))
    return nearest


@examples
@pytest.mark.parametrize("cell", [13, long(16)])
def test_png_is_dark_on_the_moves_and_white_elsewhere(tourney: Tourney, cell: int) -> None:
    image = pixels(to_png(tourney, style="paper", cell=cell, colours=["black"], grid=False, dots=False, ends=False))
    away = distances(tourney, cell)
    assert image.shape[:2] == away.shape
    assert (image[away >= cell / 16 + 0.5] == 255).all()
    core = image[away <= max(0, cell / 16 - 0.5)]
    assert len(core)
    assert (core.max(axis=1) <= 153).all()


@examples
def test_png_has_the_colours_of_the_svg(tourney: Tourney) -> None:
    image = pixels(to_png(tourney, style="paper", cell=16, ends=False))
    for path in elements(to_svg(tourney, style="paper"), "cycle"):
        colour = path.attrib["stroke"].replace("black", "#000000")
        wanted = [int(colour[first : first + 2], 16) for first in (1, 3, 5)]
        corners, _ = points(path.attrib["d"])
        x, y = np.array(corners, int).T
        for channel, value in enumerate(wanted):
            assert (np.abs(image[y, x, channel] - value) <= 1).all()


def test_png_shows_grid_dots_numbers_and_rails_when_asked_for() -> None:
    def darkness(*, grid: bool, dots: bool) -> int:
        return int((255 - pixels(to_png(CLOSED, style="paper", cell=32, grid=grid, dots=dots))).sum())

    bare = darkness(grid=False, dots=False)
    assert darkness(grid=True, dots=False) > bare
    assert darkness(grid=False, dots=True) > bare
    rails = pixels(to_png(CLOSED, style="paper", cell=32, rails=True))
    assert (rails == [255, 210, 122]).all(axis=2).any()
    numbered = pixels(to_png(CLOSED, style="paper", cell=32, numbers=True))
    disc = numbered[8 + 16 - 9 : 8 + 16 + 9, 8 + 16 - 9 : 8 + 16 + 9]  # of the top left square: a 0 on white
    assert (disc == 255).mean() > 0.5
    assert (disc < 100).any()


@examples
def test_turns_and_crossings_are_marked(tourney: Tourney) -> None:
    svg = to_svg(tourney, turns=True, crossings=True)
    assert not elements(svg, "dot")
    board = tourney.board
    marked = [square_at((float(mark.attrib["cx"]), float(mark.attrib["cy"])), board) for mark in elements(svg, "turn")]
    assert marked == np.flatnonzero(is_turn(tourney)).tolist()
    rings = [[float(ring.attrib[axis]) for axis in ("cy", "cx")] for ring in elements(svg, "crossing")]
    assert len(rings) == naive.crossings(tourney.moves.tolist())
    np.testing.assert_allclose(sorted(rings), sorted((12 + 16 * crossing_points(tourney)).tolist()), atol=1e-4)
    assert elements(to_svg(tourney, turns=True, dots=True), "dot")
    assert elements(to_animated_svg(tourney, turns=True), "turn")


def test_png_marks_turns_and_crossings() -> None:
    cell = 48
    plain = pixels(to_png(CLOSED, style="paper", cell=cell, grid=False, dots=False))
    assert plain.shape[2] == 1 or (plain == plain[:, :, :1]).all()
    image = pixels(to_png(CLOSED, style="paper", cell=cell, grid=False, turns=True, crossings=True))
    for row, col in np.argwhere(is_turn(CLOSED)).tolist():
        assert image[12 + cell * row + cell // 2, 12 + cell * col + cell // 2].tolist() == [200, 69, 47]
    blue = image[:, :, 2] - image[:, :, 0] > 40
    for row, col in (12 + cell * (crossing_points(CLOSED) + 0.5)).astype(int).tolist():
        assert blue[row - 8 : row + 9, col - 8 : col + 9].any()
    last = frames_of(to_gif(CLOSED, style="paper", cell=24, turns=True))[-1]
    assert (last[:, :, 0] - last[:, :, 2] > 80).any()


FORMATION = formation(Board(16, 20), heel="both")


def coloured_edges(svg: str, board: Board) -> dict[frozenset[int], str]:
    """The squares of each move that is drawn, and its colour."""
    found: dict[frozenset[int], str] = {}
    for path in elements(svg, "piece"):
        for part in path.attrib["d"].split("M")[1:]:
            corners, closed = points(f"M{part.strip()}")
            assert not closed
            for pair in pairwise(square_at(corner, board) for corner in corners):
                assert frozenset(pair) not in found
                found[frozenset(pair)] = path.attrib["stroke"]
    return found


@pytest.mark.parametrize("colouring", ["passes", "sections"])
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_passes_and_sections(colouring: Colouring, symmetry: Symmetry) -> None:
    tour = FORMATION.transformed(symmetry)
    svg = to_svg(tour, colour_by=colouring)
    assert not elements(svg, "dot")
    colours = coloured_edges(svg, tour.board)
    assert len(colours) == tour.board.size
    order = tour.indices().tolist()
    along = [colours[frozenset(pair)] for pair in pairwise([*order, order[0]])]
    changes = sum(one != other for one, other in pairwise([*along, along[0]]))
    bends = is_turn(tour).ravel()[order]
    if colouring == "sections":
        assert changes == len(set(along)) == 8
        lengths = sorted(along.count(colour) for colour in set(along))
        assert sum(lengths[:4]) < 80  # the junctions
    else:
        straight = [number for number in range(len(order)) if not bends[number]]
        assert all(along[number] == along[number - 1] for number in straight)
        dark = {along[number] for number in range(-1, len(order) - 1) if bends[number] and bends[number + 1]}
        assert len(dark) == 1
        assert len(set(along)) == 5


@pytest.mark.parametrize(
    ("tour", "formations"),
    [
        (tour_of(17, 23, kind="corner", algorithm="formation"), 1),
        (tour_of(23, 23, kind="corner", algorithm="formation", heel="both").transformed("rotate-90"), 1),
        (tour_of(30, 30, symmetry="quarter", algorithm="formation"), 4),
        (tour_of(46, 46, symmetry="quarter", algorithm="formation", heel="turns").transformed("flip-rows"), 4),
    ],
)
def test_sections_of_odd_and_of_symmetric_boards(tour: Tour, formations: int) -> None:
    """Each formation has eight sections, and a quarter turn maps those of one onto those of the next."""
    colours = coloured_edges(to_svg(tour, colour_by="sections"), tour.board)
    order = tour.indices().tolist()
    along = [colours[frozenset(pair)] for pair in pairwise([*order, order[0]])]
    assert len(set(along)) == 8
    assert sum(one != other for one, other in pairwise([*along, along[0]])) == 8 * formations
    lengths = sorted(along.count(colour) for colour in set(along))
    assert sum(lengths[:4]) < 80 * formations
    if formations == 4:
        side = tour.board.rows
        turned = {index: (side - 1 - index % side) * side + index // side for index in order}
        assert all(colours[frozenset(map(turned.__getitem__, edge))] == colour for edge, colour in colours.items())


def test_pieces_of_other_tourneys() -> None:
    for tourney in (OPEN, HOLES, four_cover(8, 8)):
        colours = coloured_edges(to_svg(tourney, colour_by="passes"), tourney.board)
        assert len(colours) == len(naive.edges(tourney.moves.tolist()))
        with pytest.raises(DestrierError, match="only a tour of four knights in formation has sections"):
            to_svg(tourney, colour_by="sections")
    chosen = to_svg(FORMATION, colour_by="sections", colours=["red", "navy"])
    assert {path.attrib["stroke"] for path in elements(chosen, "piece")} == {"#ff0000", "#000080"}
    with pytest.raises(DestrierError, match="colour_by is cycles, tour, passes or sections, not 'moods'"):
        to_png(FORMATION, style="paper", colour_by=wrong("moods"))


def test_png_has_the_colours_of_the_pieces() -> None:
    image = pixels(to_png(FORMATION, style="paper", cell=16, grid=False, colour_by="passes"))
    shown = {tuple(colour) for colour in image.reshape(-1, 3).tolist()}
    for path in elements(to_svg(FORMATION, style="paper", colour_by="passes"), "piece"):
        colour = path.attrib["stroke"].replace("black", "#000000")
        assert tuple(int(colour[first : first + 2], 16) for first in (1, 3, 5)) in shown


def test_png_leaves_missing_squares_white() -> None:
    image = pixels(to_png(HOLES, style="paper", cell=16, numbers=True))
    inside = image[4 + 3 * 16 + 3 : 4 + 5 * 16 - 3, 4 + 3 * 16 + 3 : 4 + 5 * 16 - 3]
    away = distances(HOLES, 16)[4 + 3 * 16 + 3 : 4 + 5 * 16 - 3, 4 + 3 * 16 + 3 : 4 + 5 * 16 - 3]
    assert (inside[away > 2] == 255).all()


def test_png_of_a_black_tour_is_grey_and_of_a_tourney_rgb() -> None:
    with (
        Image.open(BytesIO(to_png(CLOSED, style="paper"))) as tour,
        Image.open(BytesIO(to_png(BRAID, style="paper"))) as tourney,
    ):
        assert tour.mode == "L"
        assert tourney.mode == "RGB"
        assert tour.size == (480, 480)


def test_large_boards_have_small_squares_and_huge_pictures_are_refused() -> None:
    with Image.open(BytesIO(to_png(four_cover(4, 1200)))) as image:
        assert image.size == (3602, 14)  # 3 pixels a square; 4 would be too many
    with pytest.raises(DestrierError, match="more than 64 million; draw an svg"):
        to_png(CLOSED, style="paper", cell=1000)
    with pytest.raises(DestrierError, match="more than 4 million"):
        to_gif(CLOSED, style="paper", cell=300)
    for bad in (0, 2.5, True):
        with pytest.raises(DestrierError, match="whole number of pixels"):
            to_png(CLOSED, style="paper", cell=bad)


# GIF.


def darkness_of_frames(gif: bytes) -> list[int]:
    return [int((255 - frame).sum()) for frame in frames_of(gif)]


@pytest.mark.parametrize("tour", [CLOSED, OPEN], ids=["closed", "open"])
def test_gif_grows_from_the_empty_board_to_the_drawing(tour: Tour) -> None:
    gif = to_gif(tour, style="paper", cell=16, grid=False, ends=False)
    darkness = darkness_of_frames(gif)
    assert len(darkness) == tour.board.size + (tour.kind == "closed")
    assert darkness[0] == 0
    finished = pixels(to_png(tour, style="paper", cell=16, grid=False, ends=False))[..., 0]
    assert darkness[-1] == pytest.approx(3 * (255 - finished).sum(), rel=0.005)
    assert len(gif) < 100_000


@pytest.mark.parametrize("tourney", [CLOSED, OPEN, BRAID], ids=["closed", "open", "braid"])
def test_gif_shows_the_moves_made_so_far_and_no_others(tourney: Tourney) -> None:
    """One picture a move; whatever a knight hides, it stands where its cycle has got to."""
    cell, cols = 16, tourney.board.cols
    steps = max(len(cycle) - (tourney.kind == "open") for cycle in tourney.cycle_indices())
    pictures = frames_of(to_gif(tourney, style="paper", cell=cell, grid=False, dots=False, ends=False, frames=steps))
    assert len(pictures) == steps + 1
    for made, picture in enumerate(pictures[:-1]):
        hidden = set()
        for cycle in tourney.cycle_indices():
            there = made if made < len(cycle) else 0
            row, col = divmod(int(cycle[there]), cols)
            hidden |= {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
            at = 4 + cell * row + cell // 2, 4 + cell * col + cell // 2
            assert made == 0 or (picture[at] < 255).any()
        for cycle in tourney.cycle_indices():
            walk = cycle.tolist() + cycle.tolist()[:1] * (tourney.kind != "open")
            for step, square in enumerate(walk[1:-1], start=1):
                row, col = divmod(square, cols)
                if (row, col) not in hidden:
                    at = 4 + cell * row + cell // 2, 4 + cell * col + cell // 2
                    assert (picture[at] < 200).any() == (step <= made)


def test_gif_ends_with_the_numbered_board_and_shows_rails() -> None:
    last = frames_of(to_gif(CLOSED, style="paper", cell=32, numbers=True, rails=True))[-1]
    still = pixels(to_png(CLOSED, style="paper", cell=32, numbers=True, rails=True))
    assert np.abs(last - still).max() < 48  # of a palette
    assert np.abs(last - still).mean() < 1


def test_gif_has_no_more_frames_than_asked_for() -> None:
    assert len(darkness_of_frames(to_gif(TILES, style="paper", cell=8))) == 5  # four moves
    assert len(darkness_of_frames(to_gif(CLOSED, style="paper", cell=8, frames=63))) == 64
    assert len(darkness_of_frames(to_gif(OPEN, style="paper", frames=10))) == 11
    for bad in ({"frames": 0}, {"seconds": 0}):
        with pytest.raises(DestrierError, match="at least 1 frame"):
            to_gif(OPEN, style="paper", **wrong(bad))


# Text.


@examples
def test_text_numbers_the_squares_in_aligned_columns(tourney: Tourney) -> None:
    text = to_text(tourney)
    numbered, _ = read_text(text)
    assert [numbered[number] for number in range(1, len(numbered) + 1)] == [
        tourney.board.square(square) for square in tourney.indices().tolist()
    ]
    rows = text.splitlines()[-tourney.board.rows :]
    assert len({len(row) for row in rows}) == 1
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_text_in_full() -> None:
    assert to_text(RING) == "1 4 7\n6 . 2\n3 8 5\n"
    assert to_text(RING, first=0) == "0 3 6\n5 . 1\n2 7 4\n"
    assert (
        to_text(four_cover(4, 4), first=0) == "# cycles: 4 4 4 4\n 0  4  8 12\n 9 13  3  7\n 5  1 15 11\n14 10  6  2\n"
    )


def test_text_says_what_the_numbers_do_not() -> None:
    comments = {name: read_text(to_text(tourney))[1] for name, tourney in EXAMPLES.items()}
    assert comments.pop("braid") == ["# cycles: 8 24 4"]
    assert comments.pop("tiles") == [f"# cycles: {' '.join(['4'] * 64)}"]
    assert comments.pop("cut") == ["# open"]
    assert not any(comments.values())


# Rail graphs.


def graph_of_braid() -> RailGraph:
    return RailGraph(
        tourney=BRAID,
        cycle_count=3,
        pairs=np.array([[0, 1], [0, 2], [1, 2]]),
        rails=np.array([7, 5, 11]),
        forest=np.array([True, False, True]),
    )


def test_rail_graph_shows_cycles_links_and_counts() -> None:
    svg = rail_graph_svg(graph_of_braid())
    fills = [cycle.get("fill") for cycle in elements(svg, "cycle")]
    assert fills == [path.get("stroke") for path in elements(to_svg(BRAID), "cycle")]
    assert [name.text for name in elements(svg, "name")] == ["0", "1", "2"]
    assert sorted(count.text or "" for count in elements(svg, "count")) == ["11", "5", "7"]
    assert len(elements(svg, "link")) == 3
    assert len(elements(svg, "forest")) == 2


def test_links_run_between_their_cycles_with_their_count_on_the_way() -> None:
    graph = graph_of_braid()
    svg = rail_graph_svg(graph)
    at = {(c.attrib["cx"], c.attrib["cy"]): cycle for cycle, c in enumerate(elements(svg, "cycle"))}
    expected = {
        (int(one), int(other)): str(rails) for (one, other), rails in zip(graph.pairs, graph.rails, strict=True)
    }
    for link, count in zip(elements(svg, "link"), elements(svg, "count"), strict=True):
        ends = [(link.attrib[f"x{i}"], link.attrib[f"y{i}"]) for i in (1, 2)]
        assert count.text == expected.pop((at[ends[0]], at[ends[1]]))
        (x1, y1), (x2, y2) = (np.array(end, float) for end in ends)
        x, y = float(count.attrib["x"]), float(count.attrib["y"])
        assert (x - x1) * (y2 - y1) == pytest.approx((y - y1) * (x2 - x1), abs=50)
        assert min(x1, x2) - 1 <= x <= max(x1, x2) + 1
    assert not expected


def test_the_forest_alone() -> None:
    svg = rail_graph_svg(graph_of_braid(), forest_only=True)
    assert len(elements(svg, "link")) == len(elements(svg, "forest")) == 2
    assert sorted(count.text or "" for count in elements(svg, "count")) == ["11", "7"]


@examples
def test_rail_graphs_of_tourneys_are_drawn(tourney: Tourney) -> None:
    graph = rail_graph(tourney)
    svg = rail_graph_svg(graph)
    assert len(elements(svg, "cycle")) == tourney.cycle_count
    assert len(elements(svg, "count")) == len(graph.pairs)
    centres = np.array([[float(c.attrib["cx"]), float(c.attrib["cy"])] for c in elements(svg, "cycle")])
    apart = np.linalg.norm(centres[:, None] - centres, axis=2)[~np.eye(len(centres), dtype=bool)]
    assert (apart > 26).all()


def test_the_components_of_a_rail_graph_lie_apart() -> None:
    sizes = (9, 1, 4, 2, 1, 12, 3)
    firsts = np.cumsum([0, *sizes])
    pairs = [(cycle, cycle + 1) for cycle in range(firsts[-1] - 1) if cycle + 1 not in firsts]
    graph = RailGraph(
        tourney=TILES,
        cycle_count=int(firsts[-1]),
        pairs=np.array(pairs),
        rails=np.ones(len(pairs), int),
        forest=np.ones(len(pairs), bool),
    )
    svg = rail_graph_svg(graph)
    centres = np.array([[float(c.attrib["cx"]), float(c.attrib["cy"])] for c in elements(svg, "cycle")])
    boxes = [(part.min(axis=0) - 13, part.max(axis=0) + 13) for part in np.split(centres, firsts[1:-1])]
    for number, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:number]:
            assert (high < other_low).any() or (other_high < low).any()
    width, height = (float(parse(svg).attrib[side]) for side in ("width", "height"))
    assert (centres.min(axis=0) >= 13).all()
    assert (centres.max(axis=0) <= np.array([width, height]) - 13).all()


def test_rail_graphs_that_nobody_could_read_are_refused() -> None:
    with pytest.raises(DestrierError, match="up to 1000 cycles, not 1004"):
        rail_graph_svg(rail_graph(four_cover(4, 1004)))


# Files.


@pytest.mark.parametrize("suffix", DRAWN)
def test_draw_chooses_by_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"tour{suffix.upper()}"
    draw(OPEN, path)
    start = {
        ".svg": b"<svg",
        ".pdf": b"%PDF",
        ".png": b"\x89PNG",
        ".gif": b"GIF89a",
        ".html": b"<!DOCTYPE html>",
        ".txt": b" 1",
        ".hpgl": b"IN;",
        ".gcode": b"G21 ",
        ".dxf": b"  0\nSECTION",
    }.get(suffix, FORMATS[suffix].magic)
    assert path.read_bytes().startswith(start)


def test_draw_passes_options_on(tmp_path: Path) -> None:
    draw(OPEN, tmp_path / "tour.svg", numbers=True, cell=20)
    assert (tmp_path / "tour.svg").read_text() == to_svg(OPEN, numbers=True, cell=20)


@pytest.mark.parametrize(
    ("tourney", "name", "what", "of"),
    [(OPEN, "ride.gif", "pictures", 25), (four_cover(4, 400), "tour.png", "lines", 8)],
)
def test_long_drawings_tell_how_far_they_are(tmp_path: Path, tourney: Tourney, name: str, what: str, of: int) -> None:
    told: list[tuple[str, int, int]] = []
    draw(tourney, tmp_path / name, progress=lambda *step: told.append(step))
    assert told == [(what, done, of) for done in range(1, of + 1)]
    draw(tourney, tmp_path / f"silent-{name}")
    assert (tmp_path / f"silent-{name}").read_bytes() == (tmp_path / name).read_bytes()


@pytest.mark.parametrize("name", ["tour.jpg", "tour", "tour.svg.bak"])
def test_draw_names_the_suffixes_that_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(DestrierError, match=rf"{name}'.* {re.escape(', '.join(DRAWN))}$"):
        draw(OPEN, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_importing_the_drawings_imports_no_pillow_and_no_compiler() -> None:
    program = "import sys; from destrier.drawing import *; print('PIL' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_table_of_formats_needs_no_numpy() -> None:
    program = "import sys; from destrier.io.formats import FORMATS; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False"]


def test_the_options_of_drawings_are_the_fields_of_their_look() -> None:
    assert Options.__annotations__.keys() == {field.name for field in fields(Look)}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("tour.png", {"manner": "animated"}, "png drawings are still, not animated"),
        ("tour.gif", {"manner": "plotter"}, "gif drawings are animated, not plotter"),
        ("tour.txt", {"grid": True}, "still .txt drawings have no option 'grid'"),
        ("tour.svg", {"seconds": 3}, "still .svg drawings have no option 'seconds'"),
        ("tour.svg", {"manner": "plotter", "dots": True}, "plotter .svg drawings have no option 'dots'"),
    ],
)
def test_draw_refuses_what_a_format_has_not(tmp_path: Path, name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(DestrierError, match=re.escape(message)):
        draw(OPEN, tmp_path / name, **options)
    assert not list(tmp_path.iterdir())


def test_draw_knows_the_manners_of_svg(tmp_path: Path) -> None:
    path = tmp_path / "tour.svg"
    draw(OPEN, path, "animated", seconds=3)
    assert path.read_text() == to_animated_svg(OPEN, seconds=3)
    draw(OPEN, path, "plotter", width=100)
    assert path.read_text() == to_plotter_svg(OPEN, width=100)
