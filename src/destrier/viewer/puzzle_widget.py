"""A puzzle to be solved in a notebook: the page of `show` in a frame, which tells Python what is filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
from traitlets import Bool, Int, List, Unicode

from destrier.drawing.scripts import read_static
from destrier.viewer.frame import FOLDERS
from destrier.viewer.page import puzzle_page

if TYPE_CHECKING:
    from destrier.puzzles.puzzle import Puzzle


class PuzzleWidget(anywidget.AnyWidget):
    """A puzzle that is solved in a notebook; `widget` makes one."""

    numbers = List(Int()).tag(sync=True)
    """The number on each square in the order of the board's squares, 0 where there is none yet."""

    is_solved = Bool().tag(sync=True)
    """Whether all numbers are filled in."""

    _page = Unicode().tag(sync=True)
    _esm = read_static("puzzles/widget.js", FOLDERS)

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        board = puzzle.board
        given = {board.index(square): number for square, number in puzzle.givens.items()}
        super().__init__(numbers=[given.get(int(square), 0) for square in board.squares], _page=puzzle_page([puzzle]))

    def __repr__(self) -> str:
        return f"PuzzleWidget({self.puzzle!r})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, and the drawing of the puzzle as a fallback for readers without widgets."""
        shown = super()._repr_mimebundle_(**options)
        if shown is not None:
            shown[0]["image/svg+xml"] = self.puzzle._repr_svg_()
        return shown
