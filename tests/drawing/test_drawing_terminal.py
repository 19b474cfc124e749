"""The board on a terminal: its squares, lines and colours, read back from the characters."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import click
import numpy as np
import pytest
from helpers.examples import BRAID, CLOSED, CUT, HOLES, OPEN, TILES, examples, four_cover

from destrier.drawing import to_terminal

if TYPE_CHECKING:
    from destrier.core.tourney import Tourney

UP, DOWN, LEFT, RIGHT = "╵│┘┤└├┴┼", "╷│┐┤┌├┬┼", "╴┘┐┤─┴┬┼", "╶└┌├─┴┬┼"
"""The characters of which a line goes up, down, left, right."""


def side(tourney: Tourney) -> int:
    return len(str(tourney.board.size)) + 2


def panels(text: str) -> list[tuple[int, list[str]]]:
    """The first column and the lines of each panel."""
    parts = re.split(r"^columns (\d+) to \d+\n", text, flags=re.MULTILINE)
    if len(parts) == 1:
        return [(0, text.splitlines())]
    assert not parts[0]
    return [(int(first), body.rstrip("\n").splitlines()) for first, body in zip(parts[1::2], parts[2::2], strict=True)]


def read(tourney: Tourney, text: str) -> dict[tuple[int, int], str]:
    """What stands in each square that has something."""
    wide = side(tourney) + 1
    squares = {}
    for first, lines in panels(text):
        for row, line in enumerate(lines[1::2]):
            for col in range(len(line) // wide):
                cell = line[col * wide + 1 : (col + 1) * wide]
                if cell.strip():
                    assert (row, first + col) not in squares
                    squares[row, first + col] = cell
    return squares


def number(cell: str) -> int:
    return int(re.sub(r"[░●○ ]", "", cell))


@examples
@pytest.mark.parametrize("width", [None, 5, 17, 30, 80])
@pytest.mark.parametrize("colour", [False, True])
def test_every_square_has_its_number(tourney: Tourney, width: int | None, colour: bool) -> None:
    text = click.unstyle(to_terminal(tourney, colour=colour, width=width))
    numbered = {square: number(cell) for square, cell in read(tourney, text).items()}
    order = tourney.indices().tolist()
    assert numbered == {tourney.board.square(square): turn for turn, square in enumerate(order, 1)}
    longest = max(map(len, text.splitlines()))
    assert width is None or longest <= max(width, side(tourney) + 2, len("columns 15 to 15"))
    assert not any(line.endswith(" ") for line in text.splitlines())
    assert text.endswith("\n")


def test_numbers_begin_at_zero_where_asked_for() -> None:
    for tourney in (CLOSED, OPEN):
        texts = to_terminal(tourney, colour=False), to_terminal(tourney, colour=False, first=0)
        usual, from_zero = ({at: number(cell) for at, cell in read(tourney, text).items()} for text in texts)
        assert usual == {at: turn + 1 for at, turn in from_zero.items()}


@pytest.mark.parametrize("width", [20, 41, 60])
def test_panels_are_as_wide_as_fits(width: int) -> None:
    found = panels(to_terminal(TILES, colour=False, width=width))
    columns = [lines[0].count("─") // side(TILES) for _, lines in found]
    assert [first for first, _ in found] == np.cumsum([0, *columns[:-1]]).tolist()
    assert sum(columns) == 16
    assert len(set(columns[:-1])) == 1
    assert columns[0] * (side(TILES) + 1) + 1 <= width < (columns[0] + 1) * (side(TILES) + 1) + 1


def test_a_board_that_fits_is_one_panel() -> None:
    whole = to_terminal(CLOSED, colour=False)
    exact = len(whole.splitlines()[0])
    assert to_terminal(CLOSED, colour=False, width=exact) == whole
    assert to_terminal(CLOSED, colour=False, width=exact - 1) != whole


@examples
def test_lines_are_the_sides_of_squares(tourney: Tourney) -> None:
    """A line runs between two characters iff a square of the board is beside it."""
    wide, (rows, cols) = side(tourney) + 1, tourney.board.shape
    lines = [line.ljust(cols * wide + 1) for line in to_terminal(tourney, colour=False).splitlines()]
    assert len(lines) == 2 * rows + 1

    def present(row: int, col: int) -> bool:
        return 0 <= row < rows and 0 <= col < cols and bool(tourney.board.present[row, col])

    for row in range(rows + 1):
        for col in range(cols + 1):
            joint = lines[2 * row][col * wide]
            above, below = (present(at, col - 1) or present(at, col) for at in (row - 1, row))
            before, after = (present(row - 1, at) or present(row, at) for at in (col - 1, col))
            assert [joint in going for going in (UP, DOWN, LEFT, RIGHT)] == [above, below, before, after]
            if col < cols:
                span = lines[2 * row][col * wide + 1 : (col + 1) * wide]
                assert span == ("─" if after else " ") * (wide - 1)
            if row < rows:
                assert lines[2 * row + 1][col * wide] == ("│" if below else " ")


def test_missing_squares_are_blank() -> None:
    line = to_terminal(HOLES, colour=False).splitlines()[7]
    assert line[3 * 5 + 1 : 5 * 5] == " " * 9


@pytest.mark.parametrize(("tour", "marks"), [(OPEN, {1: "●", 25: "○"}), (CUT, {1: "●", 64: "○"}), (CLOSED, {})])
def test_the_ends_of_an_open_tour_are_marked(tour: Tourney, marks: dict[int, str]) -> None:
    cells = read(tour, to_terminal(tour, colour=False)).values()
    assert {number(cell): cell[0] for cell in cells if cell[0] in "●○"} == marks


def test_the_first_square_of_each_cycle_is_marked() -> None:
    cells = read(BRAID, to_terminal(BRAID, colour=False)).values()
    assert sorted(number(cell) for cell in cells if cell[0] == "●") == [1, 9, 33]


@examples
def test_dark_squares_are_shaded_where_there_are_no_colours(tourney: Tourney) -> None:
    text = to_terminal(tourney, colour=False)
    assert "\x1b" not in text
    for (row, col), cell in read(tourney, text).items():
        assert cell[-1] == (" ░"[(row + col) % 2])


# Colours.


def coloured(tourney: Tourney) -> dict[int, tuple[int, int]]:
    """The foreground and background of each place in the order, of the 256 colours of a terminal."""
    found = re.findall(r"\x1b\[38;5;(\d+);48;5;(\d+)m([^\x1b]*)", to_terminal(tourney, first=0))
    return {number(cell): (int(front), int(back)) for front, back, cell in found}


def luminance(code: int) -> float:
    """Of a colour of the 6 x 6 x 6 cube, by the definition of WCAG."""
    assert 16 <= code < 232
    levels = [(0, 95, 135, 175, 215, 255)[(code - 16) // step % 6] / 255 for step in (36, 6, 1)]
    linear = [level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("tourney", [OPEN, CLOSED, TILES, four_cover(4, 300)], ids=["5x5", "8x8", "16x16", "4x300"])
def test_colours_can_be_read_and_tell_light_from_dark(tourney: Tourney) -> None:
    colours = coloured(tourney)
    assert colours.keys() == set(range(tourney.board.size))
    backs: dict[int, list[float]] = {0: [], 1: []}
    for turn, square in enumerate(tourney.indices().tolist()):
        darker, lighter = sorted(luminance(code) for code in colours[turn])
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5
        backs[sum(tourney.board.square(square)) % 2].append(luminance(colours[turn][1]))
    assert min(backs[0]) > max(backs[1]) + 0.1


def test_colours_run_along_the_tour() -> None:
    colours = coloured(CLOSED)
    for parity in (0, 1):  # colours alternate in a knight's tour
        along = [back for back, _ in groupby(colours[turn][1] for turn in range(parity, 64, 2))]
        assert len(along) == len(set(along)) >= 6


def test_lines_end_without_a_colour() -> None:
    for line in to_terminal(HOLES).splitlines():
        assert line.startswith("\x1b[0;90m")
        assert line.endswith("\x1b[0m")
