"""The numbered board on a terminal, with box-drawing lines and colours that run along the tour."""

from __future__ import annotations

from colorsys import hls_to_rgb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.tourney import Tourney, flat_board
from destrier.core.types import Mask
from destrier.drawing.layout import check_first

_JOINTS: Final = np.array(list(" ╵╷│╴┘┐┤╶└┌├─┴┬┼"))
"""The character where lines meet: 1 for a line up, 2 down, 4 to the left, 8 to the right."""

_START, _END = "●", "○"
"""Marks before the numbers of an open tour's ends, or of the first squares of several cycles."""
_SHADE: Final = "░"
"""The fill around the number of a dark square if there are no colours."""

_LINE: Final = "\x1b[0;90m"
_RESET: Final = "\x1b[0m"
_HUES: Final = (0.59, 1.08)
"""The hues along the tour, from blue through violet and red to orange: white is hard to read on yellow and green."""
_SHADES: Final = 48


def to_terminal(
    tourney: Tourney, *, colour: bool = True, width: int | None = None, first: int = 1, names: bool = False
) -> str:
    """Show the numbered board with box-drawing lines; a missing square stays blank.

    Parameters
    ----------
    tourney
        The tourney to show.
    colour
        Whether to colour squares along the tour, from blue through red to orange, with 256-colour ANSI codes: light
        squares in pastels, dark ones in deep colours. Without colour, dark squares are shaded.
    width
        The number of columns of the terminal. A wider board is shown in panels of as many of its columns as fit, one
        below the other; by default in a single panel.
    first
        The number of the first square, 1 or 0.
    names
        Whether to write the ranks beside the board and the letters of the files below it, as in chess.

    Returns
    -------
    str
        The lines. A disc marks the start of an open tour and a ring its end; a disc marks the first square of each of
        several cycles.
    """
    check_first(first)
    cells = _cells(tourney, colour=colour, first=first)
    present = tourney.board.sheet() >= 0
    cols = present.shape[1]
    side = _cell_width(tourney, first)
    margin = len(str(len(cells))) + 1 if names else 0
    fitting = cols if width is None else max(1, (width - margin - 1) // (side + 1))
    panels = []
    for left in range(0, cols, fitting):
        columns = slice(left, min(left + fitting, cols))
        title = "" if fitting >= cols else f"columns {left} to {columns.stop - 1}\n"
        panel = _panel(cells[:, columns], present[:, columns], side, colour=colour)
        panels.append(title + (_named(panel, tourney, range(cols)[columns], side) if names else panel))
    return "\n".join(panels)


def _named(panel: str, tourney: Tourney, columns: range, side: int) -> str:
    """Return a panel with the names of its ranks and files."""
    board = flat_board(tourney, "squares have names as in chess")
    margin = len(str(board.rows)) + 1
    lines = panel.splitlines()
    ranks = [str(board.rows - number // 2) if number % 2 else "" for number in range(len(lines))]
    files = " ".join(board.chess_name((0, col)).rstrip("0123456789").center(side) for col in columns)
    named = [f"{rank:>{margin - 1}} {line}" for rank, line in zip(ranks, lines, strict=True)]
    return "\n".join([*named, f"{' ' * margin} {files.rstrip()}\n"])


def _cell_width(tourney: Tourney, first: int) -> int:
    return len(str(tourney.board.size - 1 + first)) + 2


def _cells(tourney: Tourney, *, colour: bool, first: int) -> NDArray[np.object_]:
    """Return the text of each square: (rows, cols)."""
    board = tourney.board
    width = _cell_width(tourney, first)
    marks = _marks(tourney)
    cells = np.full(board.sheet().shape, " " * width, object)
    palettes = [[_paint(light, shade / (_SHADES - 1)) for shade in range(_SHADES)] for light in (True, False)]
    for at, (row, col) in enumerate(board.places(tourney.indices()).T.tolist()):
        dark = (row + col) % 2
        around = _SHADE if dark and not colour else " "
        text = f"{marks.get(at, around)}{at + first:>{width - 2}}{around}"
        cells[row, col] = f"{palettes[dark][at * _SHADES // board.size]}{text}{_LINE}" if colour else text
    return cells


def _marks(tourney: Tourney) -> dict[int, str]:
    """Return the marks of some places in the visiting order."""
    if tourney.kind == "open":
        return {0: _START, tourney.board.size - 1: _END}
    if tourney.kind == "closed":
        return {}
    lengths = tourney.cycle_lengths()
    return dict.fromkeys((np.cumsum(lengths) - lengths).tolist(), _START)


def _paint(light: bool, place: float) -> str:
    """Return the colour codes of a square at this relative position of the tour, from 0 to 1."""
    hue = _HUES[0] + (_HUES[1] - _HUES[0]) * place
    red, green, blue = (round(5 * channel) for channel in hls_to_rgb(hue % 1, 0.8 if light else 0.3, 0.9))
    return f"\x1b[38;5;{16 if light else 231};48;5;{16 + 36 * red + 6 * green + blue}m"


def _panel(cells: NDArray[np.object_], present: Mask, side: int, *, colour: bool) -> str:
    """Return some columns of the board with the lines around their squares."""
    beside = np.pad(present, 1)
    across = beside[:-1, 1:-1] | beside[1:, 1:-1]  # the line above each square, and below the last row
    down = beside[1:-1, :-1] | beside[1:-1, 1:]
    joints = _joints(across, down)
    lines = []
    for row in range(len(cells) + 1):
        lines.append(_rule(joints[row], across[row], side))
        if row < len(cells):
            lines.append(_row(cells[row], down[row]))
    if colour:
        lines = [f"{_LINE}{line.rstrip()}{_RESET}" for line in lines]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _joints(across: Mask, down: Mask) -> NDArray[np.str_]:
    """Return the character at each corner: (rows + 1, cols + 1)."""
    vertical, horizontal = np.pad(down, ((1, 1), (0, 0))), np.pad(across, ((0, 0), (1, 1)))
    joints: NDArray[np.str_] = _JOINTS[
        vertical[:-1] + 2 * vertical[1:] + 4 * horizontal[:, :-1] + 8 * horizontal[:, 1:]
    ]
    return joints


def _rule(joints: NDArray[np.str_], across: Mask, side: int) -> str:
    spans = ["─" * side if line else " " * side for line in across.tolist()]
    return "".join(joint + span for joint, span in zip(joints.tolist(), [*spans, ""], strict=True))


def _row(cells: NDArray[np.object_], down: Mask) -> str:
    bars = ["│" if line else " " for line in down.tolist()]
    return bars[0] + "".join(cell + bar for cell, bar in zip(cells.tolist(), bars[1:], strict=True))
