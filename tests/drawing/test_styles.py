"""Styles, sizes and colours: what they promise is measured by formulas that share no code with the library."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING
from unittest.mock import Mock

import numpy as np
import pytest
import resvg_py
from helpers.drawings import children, elements, frames_of, parse, pixels, points, square_at
from helpers.examples import BRAID, CLOSED, HOLES, OPEN, TILES, examples, four_cover
from helpers.marks import exhaustive, left
from helpers.wrong import wrong
from PIL import ImageColor

import destrier as dt
from destrier.drawing import STYLES, Style, to_animated_svg, to_gif, to_html, to_png, to_svg, to_terminal, to_text
from destrier.drawing.style import gradient
from destrier.io.text import from_text
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from destrier.core.tourney import Tourney

styles = pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)

# Light and vision


def light(colour: str) -> NDArray[np.float64]:
    """The linear light of a colour, by the definition of sRGB."""
    values = np.array(ImageColor.getrgb(colour)[:3]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    dark, bright = sorted(float(light(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


VISIONS = {
    "full": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}
"""What is left of linear light, by Machado, Oliveira and Fernandes (2009)."""


def seen(colour: str, vision: str) -> NDArray[np.float64]:
    """The colour as L*, a* and b* of CIELAB, in which colours 2.3 apart can just be told from each other."""
    rgb = np.clip(np.array(VISIONS[vision]) @ light(colour), 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ rgb
    x, y, z = np.cbrt(xyz / [0.9505, 1, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def grounds(style: Style) -> Sequence[str]:
    return [style.ground, *(style.squares or ())]


@styles
def test_lines_stand_out_from_all_that_lies_below_them(style: Style) -> None:
    lines = [style.ink, *style.palette, *style.gradient, *gradient(style.gradient, 64), style.warm, style.cool]
    for line in lines:
        for below in grounds(style):
            assert contrast(line, below) >= 3, (line, below)


@styles
def test_numbers_and_labels_can_be_read(style: Style) -> None:
    assert contrast(style.ink, style.ground) >= 4.5
    if style.labels is not None:
        assert contrast(style.labels, style.ground) >= 4.5


@styles
@pytest.mark.parametrize("vision", VISIONS)
def test_the_colours_of_nine_cycles_can_be_told_apart_without_red_or_green(style: Style, vision: str) -> None:
    assert len(style.palette) == 9
    for one, other in combinations(style.palette, 2):
        assert np.linalg.norm(seen(one, vision) - seen(other, vision)) > 12, (one, other)


@styles
@pytest.mark.parametrize("vision", VISIONS)
def test_a_gradient_grows_lighter_all_the_way(style: Style, vision: str) -> None:
    """So that places far apart differ even where hues do not."""
    lightness = [seen(colour, vision)[0] for colour in gradient(style.gradient, 12)]
    assert min(np.diff(lightness)) > 0.5
    assert lightness[-1] - lightness[0] > 15


def test_a_gradient_goes_through_its_stops_in_even_steps() -> None:
    colours = gradient(["#000000", "#ffffff"], 11)
    assert (colours[0], colours[-1]) == ("#000000", "#ffffff")
    steps = np.diff([seen(colour, "full")[0] for colour in colours])
    assert steps[2:].max() / steps[2:].min() < 1.2
    assert gradient(["red", "#00f", "lime"], 3) == ["#ff0000", "#0000ff", "#00ff00"]
    assert gradient(["#123456"], 3) == ["#123456"] * 3
    bad: list[str] | str
    for bad in ([], "red"):
        with pytest.raises(DestrierError, match="at least one colour"):
            gradient(bad, 2)


# Which style


@pytest.mark.parametrize(("sides", "name"), [((8, 8), "chess"), ((4, 28), "paper"), ((4, 204), "ink")])
def test_the_default_looks_at_the_size_of_the_board(sides: tuple[int, int], name: str) -> None:
    tourney = four_cover(*sides)
    assert to_svg(tourney) == to_svg(tourney, style=name)
    assert elements(to_svg(tourney), name)


def test_an_unknown_style_is_refused_with_the_ones_that_there_are() -> None:
    with pytest.raises(
        DestrierError, match="a style is chess, paper, ink, blueprint or night, not 'blueprnt'; did you mean blueprint"
    ):
        to_svg(CLOSED, style="blueprnt")


def test_a_style_sheet_is_embedded_into_the_default_style() -> None:
    sheet = ".cycle { stroke: teal }"
    svg = to_svg(CLOSED, style=sheet)
    assert svg.replace(f"<style>{sheet}</style>\n", "") == to_svg(CLOSED)
    assert (pixels(to_png(CLOSED, style=sheet)) == [0, 128, 128]).all(axis=2).any()


@pytest.mark.parametrize("style", left(STYLES.values(), [STYLES["night"]]), ids=STYLES)
@examples
def test_every_drawing_has_the_ground_and_the_ink_of_its_style(tourney: Tourney, style: Style) -> None:
    name = next(name for name, known in STYLES.items() if known is style)
    (background,) = elements(to_svg(tourney, style=name), "background")
    assert background.get("fill") == style.ground
    for picture in (pixels(to_png(tourney, style=name)), *frames_of(to_gif(tourney, style=name, cell=16))[::7]):
        assert tuple(picture[0, 0]) == ImageColor.getrgb(style.ground)
    assert f'fill="{style.ground}"' in to_html(tourney, style=name)


@exhaustive
@pytest.mark.parametrize("name", left(STYLES, ["night"]))
def test_large_pictures_have_the_colours_of_their_style(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large board is painted, a small one drawn: both look the same."""
    from destrier.drawing.raster import png

    tour = dt.tour(40, 40, seed=1)
    for options in ({"colour_by": "tour"}, {"rails": True}, {"dots": True}):
        painted = pixels(to_png(tour, style=name, grid=False, cell=8, **wrong(options)))
        with monkeypatch.context() as patch:
            patch.setattr(png, "_RENDERED", 10**6)
            drawn = pixels(to_png(tour, style=name, grid=False, cell=8, **wrong(options)))
        assert painted.shape == drawn.shape
        assert np.abs(painted - drawn).mean() < 9
        shades = [set(map(tuple, image[::3, ::3].reshape(-1, 3).tolist())) for image in (painted, drawn)]
        wanted = {tuple(ImageColor.getrgb(colour)) for colour in (STYLES[name].ground,)}
        assert wanted <= shades[0] & shades[1]


def test_only_pictures_of_small_boards_and_with_letters_are_drawn_by_the_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """To draw an SVG of 1,600 squares takes ten times as long as to paint them."""
    from destrier.drawing.raster import png

    tour = dt.tour(40, 40, seed=1)
    lettered = to_png(tour, style="night", cell=8)
    assert len(np.unique(pixels(lettered)[:, :6].reshape(-1, 3), axis=0)) > 2  # the names of the ranks

    def renderer() -> None:
        raise AssertionError

    monkeypatch.setattr(png, "renderer", renderer)
    assert pixels(to_png(tour, colour_by="tour")).size
    for options in ({"style": "night"}, {"numbers": True}, {"turns": True}):
        with pytest.raises(AssertionError):
            to_png(tour, **wrong(options))


def test_a_gif_draws_what_stays_alike_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The empty board, all numbers, the knight, and the finished drawing; the lines are painted."""
    render = Mock(wraps=resvg_py.svg_to_bytes)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", render)
    assert len(frames_of(to_gif(CLOSED, numbers=True, frames=20))) == 21
    assert render.call_count == 4


def test_a_gif_has_the_very_colours_of_its_board() -> None:
    for name, style in STYLES.items():
        for options in ({"numbers": True}, {"colour_by": "tour"}):
            empty = frames_of(to_gif(CLOSED, style=name, cell=12, frames=4, **wrong(options)))[0]
            shades = set(map(tuple, empty.reshape(-1, 3).tolist()))
            assert {ImageColor.getrgb(colour) for colour in (style.ground, *(style.squares or ()))} <= shades


# The chessboard


@examples
def test_the_squares_of_a_chessboard_are_chequered(tourney: Tourney) -> None:
    board = tourney.board
    svg = to_svg(tourney, style="chess")
    found = {}
    for name in ("light", "dark"):
        (path,) = elements(svg, name)
        corners = [corner.split("h")[0] for corner in path.attrib["d"].split("M")[1:]]
        assert all(corner.endswith("h16v16h-16z") for corner in path.attrib["d"].split("M")[1:])
        found[name] = {tuple((int(place) - 4) // 16 for place in reversed(corner.split(","))) for corner in corners}
    present = set(map(tuple, np.argwhere(board.present).tolist()))
    assert found["light"] == present  # below the dark ones
    last = board.rows - 1
    assert found["dark"] == {(row, col) for row, col in present if (last - row + col) % 2 == 0}  # a1 is dark


@examples
def test_files_have_letters_and_ranks_have_numbers(tourney: Tourney) -> None:
    board = tourney.board
    svg = to_svg(tourney, style="chess")
    left, top, width, height = map(float, parse(svg).attrib["viewBox"].split())
    named = {}
    for label in elements(svg, "label"):
        x, y = float(label.attrib["x"]), float(label.attrib["y"])
        assert left + 3 < x < left + width - 3
        assert top + 3 < y < top + height - 3
        assert not 4 < x < 4 + 16 * board.cols or y > 4 + 16 * board.rows
        named[label.text] = (x - 12) / 16 if y > 4 + 16 * board.rows else (y - 12) / 16
    assert [named[letter] for letter in "abcdefghijklmnop"[: board.cols]] == [*range(board.cols)]
    assert [named[str(rank)] for rank in range(1, board.rows + 1)] == [*reversed(range(board.rows))]
    assert len(named) == board.rows + board.cols


@examples
@pytest.mark.parametrize("first", [0, 1])
def test_squares_are_numbered_from_zero_or_one(tourney: Tourney, first: int) -> None:
    numbers = [str(number + first) for number in range(tourney.board.size)]
    for draw in (to_svg, to_animated_svg, to_html):
        svg = draw(tourney, numbers=True, first=first)
        shown = {}
        for text in elements(svg, "number"):
            assert text.text not in shown
            shown[text.text] = square_at((float(text.attrib["x"]), float(text.attrib["y"])), tourney.board)
        assert shown == dict(zip(numbers, tourney.indices().tolist(), strict=True))
    assert from_text(to_text(tourney, first=first)) == tourney
    written = to_text(tourney, first=first).replace("#", "").split("\n")[-1 - tourney.board.rows : -1]
    assert sorted(word for line in written for word in line.split() if word != ".") == sorted(numbers)


@exhaustive
def test_pictures_are_numbered_from_one() -> None:
    for draw in (to_png, to_gif):
        assert draw(CLOSED, numbers=True, first=0) != draw(CLOSED, numbers=True) == draw(CLOSED, numbers=True, first=1)


@pytest.mark.parametrize("draw", [to_svg, to_png, to_gif, to_animated_svg, to_html, to_text, to_terminal])
def test_squares_are_numbered_from_nothing_else(draw: Callable[..., object]) -> None:
    with pytest.raises(DestrierError, match="squares are numbered from 0 or 1, not from 2"):
        draw(CLOSED, first=2)


def test_files_after_z_have_two_letters_and_long_sides_no_names() -> None:
    names = [label.text for label in elements(to_svg(four_cover(4, 100), style="chess"), "label")]
    assert names[24:30] == ["y", "z", "aa", "ab", "ac", "ad"]
    assert names[50:54] == ["ay", "az", "ba", "bb"]
    assert not elements(to_svg(four_cover(4, 104), style="chess"), "label")


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(4, 4, 4)], ids=repr)
def test_other_boards_are_chequered_without_names(board: dt.Board) -> None:
    tour = dt.tour(board, seed=1)
    svg = to_svg(tour, style="chess")
    drawn = {name: sum(path.attrib["d"].count("M") for path in elements(svg, name)) for name in ("light", "dark")}
    assert drawn == {"light": board.size, "dark": board.size // 2}
    assert not elements(svg, "label")


# Sizes


@exhaustive
@pytest.mark.parametrize("tourney", [OPEN, CLOSED, HOLES, four_cover(4, 12)], ids=["5", "8", "holes", "4 x 12"])
def test_small_drawings_are_480_pixels_long(tourney: Tourney) -> None:
    for style in STYLES:
        assert longer_side(to_svg(tourney, style=style)) == 480
        assert max(pixels(to_png(tourney, style=style)).shape) == 480


def longer_side(svg: str) -> float:
    return max(float(parse(svg).attrib[side]) for side in ("width", "height"))


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(4, 4, 4)], ids=repr)
def test_drawings_of_other_boards_have_a_size(board: dt.Board) -> None:
    tour = dt.tour(board, seed=1)
    assert longer_side(to_svg(tour)) == pytest.approx(480)
    assert longer_side(to_svg(tour, size=1000)) == pytest.approx(1000)
    assert max(pixels(to_png(tour, size=301)).shape) == 301


@exhaustive
def test_a_size_is_that_of_every_format() -> None:
    for size in (100, 333, 700):
        assert longer_side(to_svg(BRAID, size=size)) == pytest.approx(size)
        assert longer_side(to_animated_svg(BRAID, size=size)) == pytest.approx(size)
        assert max(pixels(to_png(BRAID, size=size)).shape) == size
        assert max(frames_of(to_gif(BRAID, size=size))[0].shape) == size
    assert max(pixels(to_png(dt.tour(104, 104, seed=1), size=333)).shape) == 333
    with pytest.raises(DestrierError, match="a size or pixels per square"):
        to_svg(BRAID, size=100, cell=10)
    with pytest.raises(DestrierError, match="a size of more than 0 pixels, not -1"):
        to_svg(BRAID, size=-1)


def test_lines_are_as_wide_as_asked_for() -> None:
    assert {path.get("stroke-width") for path in elements(to_svg(TILES, line_width=0.25), "cycle")} == {"4"}
    assert {path.get("stroke-width") for path in elements(to_animated_svg(TILES, line_width=0.25), "trail")} == {"4"}
    wide, thin = (pixels(to_png(CLOSED, style="ink", line_width=width)) for width in (0.3, 0.05))
    assert (wide < 128).mean() > 4 * (thin < 128).mean()
    for bad in (0, 2, -1, float("nan")):
        with pytest.raises(DestrierError, match="up to 1 square wide"):
            to_svg(CLOSED, line_width=bad)


# Along the tour


def coloured_walks(svg: str, name: str, tourney: Tourney) -> dict[tuple[int, int], str]:
    """The colour of each move, by the squares that it leaves and reaches."""
    found: dict[tuple[int, int], str] = {}
    for path in elements(svg, name):
        for part in path.attrib["d"].split("M")[1:]:
            corners, closed = points(f"M{part.strip()}")
            assert not closed
            for move in pairwise(square_at(corner, tourney.board) for corner in corners):
                assert move not in found
                found[move] = path.attrib["stroke"]
    return found


@examples
def test_colours_run_along_each_cycle(tourney: Tourney) -> None:
    scale = gradient(STYLES["paper"].gradient, 256)
    for svg, name in (
        (to_svg(tourney, style="paper", colour_by="tour"), "piece"),
        (to_animated_svg(tourney, style="paper", colour_by="tour"), "trail"),
        (to_html(tourney, style="paper", colour_by="tour").partition("<main>")[2].partition("</main>")[0], "trail"),
    ):
        drawing = svg[svg.index("<svg") :]
        colours = coloured_walks(drawing, name, tourney)
        for cycle in tourney.cycle_indices():
            walk = cycle.tolist() + cycle.tolist()[:1] * (tourney.kind != "open")
            moves = len(walk) - 1
            for number, move in enumerate(pairwise(walk)):
                assert colours.pop(move) == scale[number * 256 // moves]
        assert not colours


def test_a_long_cycle_is_cut_into_256_pieces_that_touch() -> None:
    tour = dt.tour(40, 40, seed=1)
    paths = elements(to_svg(tour, colour_by="tour"), "piece")
    assert len(paths) == 256
    assert parse(to_svg(tour)).get("stroke-linecap") == "round"
    ends = [points(path.attrib["d"])[0] for path in paths]
    assert all(one[-1] == other[0] for one, other in pairwise([*ends, ends[0]]))


@examples
@pytest.mark.parametrize("style", ["chess", "night"])
def test_marks_have_the_colour_of_the_move_that_leaves_their_square(tourney: Tourney, style: str) -> None:
    svg = to_svg(tourney, style=style, colour_by="tour", numbers=True)
    leaving = {here: colour for (here, _), colour in coloured_walks(svg, "piece", tourney).items()}
    for disc in elements(svg, "disc"):
        square = square_at((float(disc.attrib["cx"]), float(disc.attrib["cy"])), tourney.board)
        if square in leaving:
            assert disc.get("stroke") == leaving[square]
    dotted = to_svg(tourney, style=style, colour_by="tour")
    for group in elements(dotted, "dots"):
        for dot in group:
            square = square_at((float(dot.attrib["cx"]), float(dot.attrib["cy"])), tourney.board)
            assert leaving.get(square, group.get("fill")) == group.get("fill")


@exhaustive
def test_pictures_show_the_gradient() -> None:
    for image in (
        pixels(to_png(CLOSED, style="ink", colour_by="tour", size=600)),
        frames_of(to_gif(CLOSED, style="ink", colour_by="tour", size=600))[-1],
    ):
        for stop in STYLES["ink"].gradient[:3]:
            assert np.abs(image - ImageColor.getrgb(stop)).max(axis=2).min() < 12


def test_chosen_colours_are_those_of_the_gradient() -> None:
    svg = to_svg(dt.tour(16, 16, seed=1), colour_by="tour", colours=["red", "blue"])
    strokes = [path.attrib["stroke"] for path in elements(svg, "piece")]
    assert (strokes[0], strokes[-1]) == ("#ff0000", "#0000ff")


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(4, 4, 4)], ids=repr)
def test_colours_run_over_other_boards_too(board: dt.Board) -> None:
    tour = dt.tour(board, seed=1)
    svg = to_svg(tour, style="paper", colour_by="tour")
    assert {path.get("stroke") for path in elements(svg, "piece")} <= set(gradient(STYLES["paper"].gradient, 256))
    assert len(elements(svg, "piece")) == board.size
    assert np.ptp(pixels(to_png(tour, colour_by="tour")), axis=2).max() > 50


# Starts, numbers and knights


def test_a_closed_tour_has_a_start_where_its_direction_shows() -> None:
    for options in ({"numbers": True}, {"colour_by": "tour"}):
        svg = to_svg(CLOSED, **wrong(options))
        (start,) = elements(svg, "start")
        assert square_at((float(start.attrib["cx"]), float(start.attrib["cy"])), CLOSED.board) == CLOSED.indices()[0]
        assert not elements(svg, "end")
        assert not elements(to_svg(CLOSED, ends=False, **wrong(options)), "start")
        assert not elements(to_svg(TILES, **wrong(options)), "start")


@pytest.mark.parametrize("tourney", [CLOSED, OPEN, BRAID], ids=["closed", "open", "braid"])
def test_a_number_appears_when_the_knight_has_left_its_square(tourney: Tourney) -> None:
    svg = to_animated_svg(tourney, numbers=True, seconds=10)
    longest = max(len(cycle) - (tourney.kind == "open") for cycle in tourney.cycle_indices())
    places = {int(square): place for cycle in tourney.cycle_indices() for place, square in enumerate(cycle.tolist())}
    groups = elements(svg, "left")
    assert len(groups) == tourney.board.size
    for group in groups:
        (animate,) = children(group, "animate")
        assert (animate.get("attributeName"), animate.get("calcMode")) == ("visibility", "discrete")
        assert animate.get("values") == "hidden;visible"
        shows = float(animate.attrib["keyTimes"].split(";")[1]) * 12.5 / 10 * longest
        (disc,) = (child for child in group if child.get("class") == "disc")
        place = places[square_at((float(disc.attrib["cx"]), float(disc.attrib["cy"])), tourney.board)]
        assert place < shows + 0.002
        assert shows < min(place + 1, longest)
    for knight in elements(svg, "knight"):
        hides = next(one for one in children(knight, "animate") if one.get("attributeName") == "visibility")
        assert hides.get("values") == "visible;hidden"
    assert not elements(to_animated_svg(tourney), "left")


def test_the_pictures_of_a_gif_number_the_squares_behind_the_knight() -> None:
    cell = 32
    frames = frames_of(to_gif(CLOSED, style="paper", numbers=True, cell=cell, frames=64, ends=False))
    order = CLOSED.indices().tolist()
    for made in range(1, 63):
        for number, square in enumerate(order):
            y, x = (8 + cell * place + cell // 2 for place in divmod(square, 8))
            border = frames[made][y, x + 11].max() < 128  # of a disc
            assert border == (number < made)


@exhaustive
def test_animations_have_the_colours_of_their_style() -> None:
    for name, style in STYLES.items():
        (knight,) = elements(to_animated_svg(CLOSED, style=name), "knight")
        assert knight.get("fill") == style.knight
        frame = frames_of(to_gif(CLOSED, style=name, cell=32))[20]
        assert np.abs(frame - ImageColor.getrgb(style.knight)).max(axis=2).min() < 16
