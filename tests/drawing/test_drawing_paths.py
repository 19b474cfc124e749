"""Drawings of closed knight's paths: what they show is read back from the SVG."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from helpers import naive
from helpers.drawings import elements

import destrier as dt
from destrier.drawing.svg.path_sheets import groups_svg, images_svg, longest_svg, path_svg, sheet_svg
from destrier.support.errors import DestrierError

CELL = 16
SVG = "{http://www.w3.org/2000/svg}"


def points(path: ET.Element) -> list[tuple[float, float]]:
    """The corners of a path `Mx,y ldx,dy ...`, with an optional z."""
    text = path.get("d") or ""
    x, y, *steps = map(float, re.findall(r"-?[\d.]+", text))
    found = [(x, y)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        found.append((found[-1][0] + dx, found[-1][1] + dy))
    return found


def drawn(svg: str) -> list[str]:
    """The words of the closed paths in a drawing."""
    words = []
    for path in elements(svg, "path"):
        assert (path.get("d") or "").endswith("z")
        corners = points(path)
        steps = [
            (round((there[1] - here[1]) / CELL), round((there[0] - here[0]) / CELL))
            for here, there in pairwise([*corners, corners[0]])
        ]
        words.append("".join(str(naive.MOVES.index(step)) for step in steps))
    return words


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of each board."""
    found = []
    for rule in elements(svg, "rule"):
        lines = [
            (float(x), float(y), float(length) if way == "h" else 0, float(length) if way == "v" else 0)
            for x, y, way, length in re.findall(r"M([\d.]+),([\d.]+)([hv])([\d.]+)", rule.get("d") or "")
        ]
        assert len(lines) == len(re.findall("M", rule.get("d") or ""))
        found.append(
            (
                min(x for x, *_ in lines),
                min(y for _, y, *_ in lines),
                max(x + width for x, _, width, _ in lines),
                max(y + height for _, y, _, height in lines),
            )
        )
    return found


def size(svg: str) -> tuple[float, float]:
    view = ET.fromstring(svg).get("viewBox") or ""
    assert view.startswith("0 0 ")
    width, height = map(float, view.split()[2:])
    return width, height


def title(svg: str) -> str:
    return ET.fromstring(svg).findtext(f"{SVG}title") or ""


def assert_in_place(svg: str) -> None:
    """Each path touches the four sides of its board's outer squares, all boards are on the sheet and apart."""
    boards, paths = boxes(svg), elements(svg, "path")
    assert len(boards) == len(paths)
    for (left, top, right, bottom), path in zip(boards, paths, strict=True):
        xs, ys = zip(*points(path), strict=True)
        assert (min(xs), min(ys), max(xs), max(ys)) == (left + 8, top + 8, right - 8, bottom - 8)
        assert all((x - left) % CELL == (y - top) % CELL == 8 for x, y in points(path))
    width, height = size(svg)
    for number, (left, top, right, bottom) in enumerate(boards):
        assert left > 0
        assert top > 0
        assert right < width
        assert bottom < height
        for other in boards[:number]:
            assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom


@pytest.mark.parametrize("word", ["4501", "4703", "477421", "44707142"])
def test_one_path(word: str) -> None:
    svg = path_svg(word)
    assert drawn(svg) == [word]
    assert_in_place(svg)
    assert title(svg) == f"Closed knight's path {word}"
    dots = [(float(dot.get("cx") or 0), float(dot.get("cy") or 0)) for dot in elements(svg, "dot")]
    assert dots == points(elements(svg, "path")[0])


@pytest.mark.parametrize("k", [4, 6])
def test_sheets(k: int) -> None:
    words = dt.paths.list_paths(k)
    svg = sheet_svg(words)
    assert drawn(svg) == words
    assert_in_place(svg)
    assert title(svg) == f"{len(words)} closed knight's paths"
    captions = elements(svg, "caption")
    assert [caption.text for caption in captions] == words
    for caption, (left, _, right, bottom) in zip(captions, boxes(svg), strict=False):
        assert abs(2 * float(caption.get("x") or 0) - left - right) <= 2
        assert bottom < float(caption.get("y") or 0) < size(svg)[1]


def test_a_sheet_of_few_is_one_row() -> None:
    svg = sheet_svg(dt.paths.list_paths(4))
    assert len({(top + bottom) / 2 for _, top, _, bottom in boxes(svg)}) == 1


def test_a_sheet_of_thousands_is_light() -> None:
    words = dt.paths.list_paths(8) * 25
    svg = sheet_svg(words)
    assert drawn(svg) == words
    assert not elements(svg, "dot")
    assert len(svg) < 1.8e6
    width, height = size(svg)
    assert 0.9 < width / height < 1.1


def rotated(word: str) -> str:
    """Each move a quarter turn counter-clockwise."""
    return "".join(str((int(move) + 2) % 8) for move in word)


def mirrored(word: str) -> str:
    """Each move with left and right exchanged."""
    return "".join(str((3 - int(move)) % 8) for move in word)


def test_images() -> None:
    word = "44707142"
    svg = images_svg(word)
    images = [word]
    for _ in range(3):
        images.append(rotated(images[-1]))
    assert drawn(svg) == images + [mirrored(image) for image in images]
    assert_in_place(svg)
    captions = [caption.text for caption in elements(svg, "caption")]
    assert captions == [word, "90°", "180°", "270°", "mirrored", "90° mirrored", "180° mirrored", "270° mirrored"]


def test_groups() -> None:
    groups = [["47530713", "74357031", "45710531"], ["47630723", "74367032"]]
    svg = groups_svg(groups)
    assert drawn(svg) == [word for group in groups for word in group]
    assert_in_place(svg)
    tops = [top for _, top, *_ in boxes(svg)]
    assert len(set(tops[:3])) == len(set(tops[3:])) == 1
    assert tops[3] > tops[0]


def test_faults() -> None:
    with pytest.raises(DestrierError, match="do not visit the same squares"):
        groups_svg([["4501", "4602"]])
    with pytest.raises(DestrierError, match="no path to draw"):
        groups_svg([[]])
    with pytest.raises(DestrierError, match="at least one path"):
        sheet_svg([])
    with pytest.raises(DestrierError, match="not closed"):
        path_svg("4502")


def test_a_longest_path() -> None:
    path = dt.paths.longest_uncrossed(5, 4, kind="open")
    svg = longest_svg(path)
    squares = [(int(y - 12) // CELL, int(x - 12) // CELL) for x, y in points(elements(svg, "path")[0])]
    assert tuple(squares) == path.squares
    assert boxes(svg) == [(4, 4, 4 + 4 * CELL, 4 + 5 * CELL)]
    assert title(svg) == "Longest uncrossed open knight's path of 5 x 4: 7 moves"
    for end, (x, y) in (("start", points(elements(svg, "path")[0])[0]), ("end", points(elements(svg, "path")[0])[-1])):
        (mark,) = elements(svg, end)
        assert (float(mark.get("cx") or 0), float(mark.get("cy") or 0)) == (x, y)
    assert not elements(longest_svg(dt.paths.longest_uncrossed(5, 5)), "start")


def test_the_shortest_open_path_is_a_dot() -> None:
    svg = longest_svg(dt.paths.longest_uncrossed(1, 2, kind="open"))
    assert points(elements(svg, "path")[0]) == [(12, 12)]
    assert len(elements(svg, "start")) == 1
