"""Knight's paths as SVG: one path, a sheet of many, the images of one, or groups with the same squares.

A closed path is given by its word, the digits of its moves from its smallest square. It is drawn on the smallest board
that contains it; a longest uncrossed path is drawn on its own board. A *figure* is a path with its board, and every
drawing consists of rows of figures. All looks are presentation attributes, which style sheets override by the classes
`background`, `grid`, `rule`, `paths`, `path`, `dots`, `dot`, `ends`, `start`, `end`, `captions` and `caption`.
"""

from __future__ import annotations

from itertools import chain, pairwise
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from destrier.drawing import layout
from destrier.drawing.layout import CELL, MARGIN
from destrier.drawing.look import Look
from destrier.drawing.style import STYLES
from destrier.drawing.svg.document import Extent, document
from destrier.paths.closed_path import PathClass, named_images, squares_of
from destrier.support.errors import DestrierError
from destrier.support.html import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from destrier.core.types import Square
    from destrier.paths.longest import LongestPath

_GAP: Final = CELL
"""The space between the figures of a sheet."""

_ONE_ROW: Final = 4
"""The most figures that a sheet shows in one row."""

_DETAILED: Final = 1000
"""The most figures on a sheet with dots and grids; beyond, they only add size."""

_CAPTION_SIZE: Final = 6
_CAPTION_DROP: Final = 9
"""The distance from the place of a figure down to the foot of its caption."""
_LETTER_WIDTH: Final = 0.6
"""The width of a letter in a caption, as a share of its size."""

_STYLE: Final = STYLES["paper"]
_CAPTIONS: Final = f'fill="#777" font-size="{_CAPTION_SIZE}" font-family="sans-serif" text-anchor="middle"'
_GRID: Final = f'stroke="{_STYLE.grid}" stroke-width="{layout.GRID_WIDTH}"'


class _Figure(NamedTuple):
    """A path on a board: its squares in order, whether the last leads back to the first, and its place on the sheet."""

    squares: Sequence[Square]
    rows: int
    cols: int
    closed: bool = True
    caption: str = ""
    left: int = MARGIN
    top: int = MARGIN
    foot: int = 0
    """The foot of the caption."""

    @property
    def width(self) -> int:
        return CELL * self.cols

    @property
    def height(self) -> int:
        return CELL * self.rows

    def centres(self) -> list[tuple[int, int]]:
        """Return the centres of the squares."""
        half = CELL // 2
        return [(self.left + CELL * col + half, self.top + CELL * row + half) for row, col in self.squares]


def path_svg(word: str) -> str:
    """Draw one closed path, given by its moves as digits, as an SVG document, as the other functions do."""
    return _single(_figure(squares_of(word)), f"Closed knight's path {word}")


def longest_svg(path: LongestPath) -> str:
    """Draw a longest uncrossed path on its board; a disc marks the start of an open path and a ring its end."""
    figure = _Figure(path.squares, path.rows, path.cols, closed=path.kind == "closed")
    title = f"Longest uncrossed {path.kind} knight's path of {path.rows} x {path.cols}: {path.length} moves"
    return _single(figure, title)


def notebook_svg(path: PathClass | LongestPath) -> str:
    """Draw a path for a notebook."""
    return path_svg(path.word) if isinstance(path, PathClass) else longest_svg(path)


def sheet_svg(words: Sequence[str]) -> str:
    """Draw many closed paths in rows, each above its word, on a sheet about as wide as it is high.

    Up to 1000 paths are drawn with dots, on their boards.
    """
    if not words:
        raise DestrierError("a sheet shows at least one path")
    figures = [_figure(squares_of(word), word) for word in words]
    width, height = _place_size(figures)
    across = max(min(len(figures), _ONE_ROW), round(sqrt(len(figures) * height / width)))
    rows = [figures[first : first + across] for first in range(0, len(figures), across)]
    return _sheet(rows, f"{len(words)} closed knight's path{'s' if len(words) > 1 else ''}")


def images_svg(word: str) -> str:
    """Draw the eight images of a closed path: its rotations counter-clockwise, and their mirror images below.

    The captions name the symmetry that maps the first image to each.
    """
    squares_of(word)  # refuses what is not a closed path
    images = [_figure(squares_of(image), how or word) for how, image in named_images(word).items()]
    return _sheet([images[:4], images[4:]], f"Images of the closed knight's path {word}")


def groups_svg(groups: Sequence[Sequence[str]]) -> str:
    """Draw groups of closed paths that visit the same squares, one row per group, with their words."""
    rows = [[_figure(squares_of(word), word) for word in group] for group in groups if group]
    if not rows:
        raise DestrierError("there is no path to draw")
    for row in rows:
        for one, other in pairwise(row):
            if set(one.squares) != set(other.squares):
                raise DestrierError(f"{one.caption} and {other.caption} do not visit the same squares")
    return _sheet(rows, "Closed knight's paths with the same squares, row by row")


# Figures


def _figure(squares: Sequence[Square], caption: str = "") -> _Figure:
    """Return the figure of a closed path on the smallest board that it fits on."""
    rows, cols = zip(*squares, strict=True)
    top, left = min(rows), min(cols)
    moved = [(row - top, col - left) for row, col in squares]
    return _Figure(moved, max(rows) - top + 1, max(cols) - left + 1, caption=caption)


def _place_size(figures: list[_Figure]) -> tuple[int, int]:
    """Return the width and height of a place that fits each figure with its caption, and of the gap after it."""
    longest_caption = max(len(figure.caption) for figure in figures)
    width = max(*(figure.width for figure in figures), ceil(_LETTER_WIDTH * _CAPTION_SIZE * longest_caption))
    height = max(figure.height for figure in figures) + (_CAPTION_DROP if longest_caption else 0)
    return width + _GAP, height + _GAP


# Documents


def _single(figure: _Figure, title: str) -> str:
    """Return a drawing of one figure."""
    extent = Extent(figure.width + 2 * MARGIN, figure.height + 2 * MARGIN)
    return _document([figure], extent, title)


def _sheet(rows: list[list[_Figure]], title: str) -> str:
    """Return a drawing of rows of figures, each in the middle of its place; all places have the same size."""
    figures = [figure for row in rows for figure in row]
    width, height = _place_size(figures)
    tallest = max(figure.height for figure in figures)
    placed = [
        figure._replace(
            left=_GAP + width * across + (width - _GAP - figure.width) // 2,
            top=_GAP + height * down + (tallest - figure.height) // 2,
            foot=_GAP + height * down + tallest + _CAPTION_DROP,
        )
        for down, row in enumerate(rows)
        for across, figure in enumerate(row)
    ]
    extent = Extent(_GAP + width * max(map(len, rows)), _GAP + height * len(rows))
    return _document(placed, extent, title)


def _document(figures: list[_Figure], extent: Extent, title: str) -> str:
    """Return an SVG document of boards, paths, marks of squares, and captions."""
    detailed = figures if len(figures) <= _DETAILED else []
    layers = [
        _layer("grid", map(_grid, detailed), _GRID),
        _layer("paths", map(_path, figures), f'stroke="{_STYLE.ink}" stroke-width="{layout.LINE_WIDTH}"'),
        _layer("dots", chain.from_iterable(map(_dots, detailed)), f'fill="{_STYLE.ink}"'),
        _layer("ends", chain.from_iterable(_ends(figure) for figure in figures if not figure.closed)),
        _layer("captions", (_caption(figure) for figure in figures if figure.caption), _CAPTIONS),
    ]
    scale = Look().scale(max(extent.width, extent.height))
    return document(chain.from_iterable(layers), extent, title=title, scale=scale)


def _layer(name: str, elements: Iterable[str], look: str = "") -> list[str]:
    """Return a group of elements, or nothing if there are none."""
    inside = list(elements)
    return [f'<g class="{name}"{look and " "}{look}>', *inside, "</g>"] if inside else []


def _grid(figure: _Figure) -> str:
    """Return the sides of the squares of a board."""
    across = "".join(f"M{figure.left},{figure.top + CELL * row}h{figure.width}" for row in range(figure.rows + 1))
    down = "".join(f"M{figure.left + CELL * col},{figure.top}v{figure.height}" for col in range(figure.cols + 1))
    return f'<path class="rule" d="{across}{down}"/>'


def _path(figure: _Figure) -> str:
    (x, y), *_ = centres = figure.centres()
    steps = " ".join(f"{there[0] - here[0]},{there[1] - here[1]}" for here, there in pairwise(centres))
    return f'<path class="path" d="M{x},{y}{steps and " l"}{steps}{"z" if figure.closed else ""}"/>'


def _dots(figure: _Figure) -> Iterator[str]:
    for x, y in figure.centres():
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="{layout.DOT_RADIUS}"/>'


def _ends(figure: _Figure) -> Iterator[str]:
    """Yield a disc at the start of an open path and a ring at its end; they lie above the dots."""
    radius, border = layout.END
    centres = figure.centres()
    (x, y), (last_x, last_y) = centres[0], centres[-1]
    yield f'<circle class="start" cx="{x}" cy="{y}" r="{radius}" fill="{_STYLE.ink}"/>'
    yield (
        f'<circle class="end" cx="{last_x}" cy="{last_y}" r="{radius - border / 2}"'
        f' fill="white" stroke="{_STYLE.ink}" stroke-width="{border}"/>'
    )


def _caption(figure: _Figure) -> str:
    x = figure.left + figure.width // 2
    return f'<text class="caption" x="{x}" y="{figure.foot}">{escape(figure.caption, quote=False)}</text>'
