"""Animations and plots: what moves and what the pen draws is the tourney, read back from the file itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from helpers.drawings import children, elements, parse, plotted, points, square_at, walked
from helpers.examples import BRAID, CLOSED, OPEN, RING, examples, four_cover
from helpers.wrong import wrong

from destrier.drawing import to_animated_svg, to_html, to_plotter_svg, to_svg
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.tourney import Tourney

PAUSE = 2.5


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.split(";")]


def value_at(element: ET.Element, values: str, time: float) -> float:
    """What a linear animation is at a time, by the definition of SMIL."""
    assert element.get("calcMode", "linear") == "linear"
    assert element.get("repeatCount") == "indefinite"
    place = time / float(element.attrib["dur"].removesuffix("s")) % 1
    stops = list(zip(numbers(element.attrib["keyTimes"]), numbers(element.attrib[values]), strict=True))
    assert stops[0][0] == 0
    assert stops[-1][0] == 1
    for (start, before), (end, after) in pairwise(stops):
        if start <= place < end:
            return before + (after - before) * (place - start) / (end - start)
    raise AssertionError(place)


def references(document: str) -> Iterator[str]:
    """Whatever could load something: links, sources, urls and imports."""
    for element in ET.fromstring(document).iter():
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] in {"href", "src", "srcset", "data", "action", "poster", "background"}:
                yield value
    yield from re.findall(r"url\(([^)]*)\)", document)
    working = re.sub(r"/\*\*.*?\*/", "", document)  # types in comments name modules
    yield from re.findall(r"@import.*|import\(.*|fetch\(.*|XMLHttpRequest", working)
    yield from re.findall(r'\bhttps?:[^"\']*', re.sub(r'xmlns="[^"]*"', "", document))


# Animated SVG.


@examples
def test_trails_are_the_cycles(tourney: Tourney) -> None:
    trails = elements(to_animated_svg(tourney), "trail")
    assert len(trails) == tourney.cycle_count
    for trail, still, cycle in zip(trails, elements(to_svg(tourney), "cycle"), tourney.cycle_indices(), strict=True):
        corners, closed = points(trail.attrib["d"])
        assert [square_at(corner, tourney.board) for corner in corners] == cycle.tolist()
        assert closed == (tourney.kind != "open")
        assert int(trail.attrib["pathLength"]) == len(corners) - 1 + closed
        assert trail.get("stroke") == still.get("stroke")


@examples
def test_every_knight_is_at_the_head_of_its_trail_at_one_pace(tourney: Tourney) -> None:
    svg = to_animated_svg(tourney, seconds=10)
    trails = {trail.attrib["id"]: trail for trail in elements(svg, "trail")}
    longest = max(int(trail.attrib["pathLength"]) for trail in trails.values())
    knights = elements(svg, "knight")
    assert len(knights) == len(trails)
    for knight, name in zip(knights, trails, strict=True):
        (motion,), (target,) = children(knight, "animateMotion"), children(knight, "mpath")
        assert target.attrib["href"] == f"#{name}"
        (dash,), (growth,) = children(trails[name], "set"), children(trails[name], "animate")
        moves = int(trails[name].attrib["pathLength"])
        assert (dash.get("attributeName"), dash.get("to")) == ("stroke-dasharray", str(moves))
        assert growth.get("attributeName") == "stroke-dashoffset"
        for tenth in range(100 + int(10 * PAUSE)):
            made = min(tenth / 100 * longest, moves)  # at the same pace, until it is round
            assert moves - value_at(growth, "values", tenth / 10) == pytest.approx(made, abs=0.001)
            assert value_at(motion, "keyPoints", tenth / 10) * moves == pytest.approx(made, abs=0.001)
        assert value_at(growth, "values", 10 + PAUSE) == moves  # and again


@examples
def test_without_animation_the_drawing_is_finished(tourney: Tourney) -> None:
    svg = to_animated_svg(tourney)
    for trail in elements(svg, "trail"):
        assert not {"stroke-dasharray", "stroke-dashoffset"} & trail.attrib.keys()
    (knights,) = elements(svg, "knights")
    assert knights.get("visibility") == "hidden"
    assert [(one.get("attributeName"), one.get("to")) for one in children(knights, "set")] == [
        ("visibility", "visible")
    ]
    (style,) = children(parse(svg), "style")
    assert "prefers-reduced-motion: reduce" in (style.text or "")


@pytest.mark.parametrize(
    ("tourney", "seconds"), [(RING, 4), (CLOSED, 8), (OPEN, 4), (four_cover(4, 4), 4)], ids=["ring", "8x8", "open", "4"]
)
def test_a_ride_takes_an_eighth_of_a_second_a_move_within_bounds(tourney: Tourney, seconds: float) -> None:
    root = parse(to_animated_svg(tourney))
    assert float(root.attrib["data-seconds"]) == pytest.approx(seconds, abs=0.2)
    assert float(parse(to_animated_svg(tourney, seconds=77)).attrib["data-seconds"]) == 77
    for bad in (0, -1, float("inf"), float("nan")):
        with pytest.raises(DestrierError, match="takes more than 0 s"):
            to_animated_svg(tourney, seconds=bad)


def test_an_animation_takes_the_looks_of_a_drawing() -> None:
    assert not elements(to_animated_svg(CLOSED), "dot")
    assert len(elements(to_animated_svg(CLOSED, dots=True), "dot")) == 64
    assert len(elements(to_animated_svg(CLOSED, numbers=True), "number")) == 64
    assert len(elements(to_animated_svg(OPEN), "start")) == 1
    svg = to_animated_svg(BRAID, colours=["red", "blue"], style=".trail { opacity: .5 }")
    assert [knight.get("fill") for knight in elements(svg, "knight")] == ["#ff0000", "#0000ff", "#ff0000"]
    assert ".trail { opacity: .5 }" in svg


def test_two_animations_in_a_page_stay_apart() -> None:
    drawings = [to_animated_svg(tour) for tour in (OPEN, OPEN.starting_at((2, 2)), CLOSED)]
    names = [element.attrib["id"] for svg in drawings for element in parse(svg).iter() if "id" in element.attrib]
    assert len(names) == len(set(names)) == 6


@examples
def test_an_animation_needs_nothing_else(tourney: Tourney) -> None:
    svg = to_animated_svg(tourney)
    names = {element.get("id") for element in parse(svg).iter()}
    assert all(reference.startswith("#") and reference[1:] in names for reference in references(svg))
    assert not children(parse(svg), "script")


# HTML.


@examples
def test_a_page_is_the_animation_and_needs_nothing_else(tourney: Tourney) -> None:
    page = to_html(tourney, seconds=5)
    root = ET.fromstring(page)
    assert root.tag.endswith("}html")
    assert to_animated_svg(tourney, seconds=5) in page
    assert all(reference.startswith("#") for reference in references(page))
    assert "<!--" not in page


def test_a_page_names_its_tour_and_holds_every_module() -> None:
    page = to_html(CLOSED)
    root = ET.fromstring(page)
    (script,) = children(root, "script")
    assert not re.search(r"^(?:import|export) ", script.text or "", re.MULTILINE)
    assert len(re.findall("^class Player", script.text or "", re.MULTILINE)) == 1
    assert (root.get("lang"), children(root, "title")[0].text) == ("en", "Closed knight's tour of 8 x 8")
    assert "prefers-color-scheme: dark" in page


def test_html_parsers_close_every_element() -> None:
    """As HTML, not XML: an element that stays open would swallow the rest."""
    depth, lowest = [], set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            depth.append(tag)

        def handle_startendtag(self, tag: str, attrs: object) -> None:
            lowest.add(tag)

        def handle_endtag(self, tag: str) -> None:
            assert depth.pop() == tag

    Reader().feed(to_html(CLOSED))
    assert not depth
    assert lowest & {"button", "div", "form", "select", "script", "title", "output"} == set()


# Plots.


@examples
@pytest.mark.parametrize("width", [60, 180, 333.3])
def test_a_plot_is_one_path_through_every_square_in_order(tourney: Tourney, width: float) -> None:
    subpaths = plotted(to_plotter_svg(tourney, width=width, pen=0.1))
    cell = width / tourney.board.cols
    assert len(subpaths) == tourney.cycle_count
    cycles = {frozenset(cycle.tolist()): cycle.tolist() for cycle in tourney.cycle_indices()}
    for corners, closed in subpaths:
        assert closed == (tourney.kind != "open")
        squares = walked(corners, closed, cell, tourney.board)
        cycle = cycles.pop(frozenset(squares))
        if closed:
            at = squares.index(cycle[0])
            squares = squares[at:] + squares[:at]
        assert squares == cycle
    assert not cycles


@pytest.mark.parametrize(("rows", "cols", "size"), [(4, 4, (180, 180)), (4, 8, (267, 133.5)), (8, 4, (133.5, 267))])
def test_a_plot_has_its_size_in_millimetres_and_fits_on_a4(rows: int, cols: int, size: tuple[float, float]) -> None:
    svg = to_plotter_svg(four_cover(rows, cols))
    root = parse(svg)
    lengths = [re.fullmatch(r"([\d.]+)mm", root.attrib[side]) for side in ("width", "height")]
    paper = tuple(float(length[1]) for length in lengths if length)
    assert list(paper) == ([297, 210] if cols > rows else [210, 297])
    assert tuple(map(float, root.attrib["viewBox"].split())) == (0, 0, *paper)
    cell = size[0] / cols
    for axis, (length, squares) in enumerate(zip(paper, (cols, rows), strict=True)):
        places = [corner[axis] for corners, _ in plotted(svg) for corner in corners]
        assert min(places) + max(places) == pytest.approx(length, abs=0.002)  # in the middle
        assert max(places) - min(places) == pytest.approx((squares - 1) * cell, abs=0.002)


def test_a_plot_is_a_line_of_a_pen_and_nothing_else() -> None:
    root = parse(to_plotter_svg(CLOSED, pen=0.3))
    assert (root.get("fill"), root.get("stroke-linejoin"), root.get("stroke-linecap")) == ("none", "round", "round")
    assert root.get("stroke-width") == "0.3"
    for bad in ({"width": 0}, {"width": float("nan")}, {"pen": -1}, {"pen": float("inf")}):
        with pytest.raises(DestrierError, match="1 to 100000 mm wide"):
            to_plotter_svg(CLOSED, **wrong(bad))
