"""Closed tours without rails, counterexamples to the Rail Conjecture, on every rectangle that has them.

All of them are patterns or whole boards:

- On boards with both sides >= 24, two rows and six columns repeat. The tour runs up and down in strands that two more
  rows only make longer, so it remains a single cycle; likewise six more columns connect the ends of the strands as
  before. In the interior, the moves repeat every two rows and three columns.
- On boards with a shorter side, rows repeat: four if it has at least 6 squares, eight if it has 5, and six if it has 3.
- The smallest boards are stored as they are.

`docs/rails.md` shows one, and proves that these are tours without rails and that other rectangles have none. The
patterns are in `tame_rails.txt`, found by `lab/tame_rails.py`. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from functools import cache

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.patterns.patches import Pattern, read_boards


def pattern(rows: int, cols: int) -> Pattern | None:
    """Return the pattern of a board, transposed if necessary; `None` if there is no such tour."""
    for one in _patterns():
        if _fits(one, rows, cols):
            return one
        if _fits(one, cols, rows):
            return one.transposed()
    return None


def why_rails(board: BaseBoard) -> str | None:
    """Return why every closed tour of a board has rails, or `None` if that is not known."""
    is_known = isinstance(board, Board) and board.has_planes and board.is_rectangle
    if not is_known or pattern(*board.shape) is not None:
        return None
    return f"every closed tour of {board.describe()} has rails, as a search of all of them shows"


def _fits(pattern: Pattern, rows: int, cols: int) -> bool:
    height, width = pattern.moves.shape
    return _is_reached(rows - height, pattern.rows) and _is_reached(cols - width, pattern.cols)


def _is_reached(more: int, repeated: tuple[int, int] | None) -> bool:
    """Return whether repeating a range, or leaving it out, gives this many more rows or columns."""
    if repeated is None:
        return more == 0
    length = repeated[1] - repeated[0]
    return more % length == 0 and more >= -length


@cache
def _patterns() -> list[Pattern]:
    patterns = []
    for title, moves in read_boards("tame_rails.txt"):
        triples = zip(title[::3], title[1::3], title[2::3], strict=False)
        ranges = {axis: (int(start), int(stop)) for axis, start, stop in triples}
        patterns.append(Pattern(moves, ranges.get("rows"), ranges.get("columns")))
    return patterns
