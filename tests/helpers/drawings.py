"""Drawings, read back: the lines of an SVG or of a plot, the pixels of a PNG and the pictures of a GIF."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
from PIL import GifImagePlugin, Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.board import Board

__all__ = ["children", "elements", "frames_of", "parse", "pixels", "plotted", "points", "square_at", "walked"]


# SVG.


def parse(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def elements(svg: str, name: str) -> list[ET.Element]:
    """The elements of a class."""
    return [element for element in parse(svg).iter() if name in element.get("class", "").split()]


def points(path: str) -> tuple[list[tuple[float, float]], bool]:
    """The corners of the one subpath of a `d` attribute, and whether it is closed."""
    match = re.fullmatch(r"M(\S+) l(.*?)( z)?", path)
    assert match is not None
    steps = [tuple(map(float, pair.split(","))) for pair in [match[1], *match[2].split(" ")]]
    corners = np.cumsum(steps, axis=0)
    return [(x, y) for x, y in corners.tolist()], match[3] is not None


def square_at(point: tuple[float, float], board: Board) -> int:
    """The square in whose middle a point of an SVG lies."""
    col, row = ((axis - 12) / 16 for axis in point)
    assert (row, col) == (round(row), round(col))
    return board.index((round(row), round(col)))


def children(element: ET.Element, name: str) -> list[ET.Element]:
    return [child for child in element.iter() if child.tag.endswith(f"}}{name}")]


# Plots.


def plotted(svg: str) -> list[tuple[list[tuple[float, float]], bool]]:
    """The lines of a plot in the order of its layers: their corners in millimetres, and whether each is closed."""
    title, *others = parse(svg)
    assert title.tag.endswith("}title")
    layers = [layer for layer in others if not layer.tag.endswith("}metadata")]
    assert all([element.tag.rpartition("}")[2] for element in layer.iter()] == ["g", "path"] for layer in layers)
    subpaths = []
    for text in re.findall(r"M[^M]*", " ".join(layer[0].attrib["d"] for layer in layers)):
        match = re.fullmatch(r"M(\S+(?: L\S+)+)( Z)?\s*", text)
        assert match is not None
        corners = [tuple(map(float, corner.split(","))) for corner in match[1].split(" L")]
        subpaths.append(([(x, y) for x, y in corners], match[2] is not None))
    return subpaths


def walked(
    corners: list[tuple[float, float]], closed: bool, cell: float, board: Board, *, corner: tuple[float, float] = (0, 0)
) -> list[int]:
    """The squares on the lines between the corners of a plot, which are as few as they can be."""
    exact = (np.array(corners) - corner)[:, ::-1] / cell - 0.5
    places = [(row, col) for row, col in np.rint(exact).astype(int).tolist()]
    assert np.abs(exact - places).max() * cell < 0.0011
    squares, directions = [places[0]], []
    for (row, col), (next_row, next_col) in pairwise([*places, *places[:1]] if closed else places):
        moves = gcd(next_row - row, next_col - col)
        directions.append(((next_row - row) // moves, (next_col - col) // moves))
        squares += [(row + directions[-1][0] * k, col + directions[-1][1] * k) for k in range(1, moves + 1)]
    assert all(one != other for one, other in pairwise([*directions, *directions[:1]] if closed else directions))
    return [board.index(square) for square in squares[: len(squares) - closed]]


# Pictures.


def pixels(png: bytes) -> NDArray[np.int64]:
    """The image as (height, width, 3)."""
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        return np.asarray(image.convert("RGB")).astype(np.int64)


def frames_of(gif: bytes) -> list[NDArray[np.int64]]:
    """The pictures as (height, width, 3)."""
    pictures = []
    with Image.open(BytesIO(gif)) as image:
        assert isinstance(image, GifImagePlugin.GifImageFile)
        for frame in range(image.n_frames):
            image.seek(frame)
            pictures.append(np.asarray(image.convert("RGB")).astype(np.int64))
    return pictures
