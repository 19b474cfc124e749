"""An interactive board for notebooks, whose state in Python is synchronized with the browser by anywidget.

Python sends each drawing as SVG; the module `static/widget.js` animates the knight in it.
"""

from __future__ import annotations

from typing import Any, Final

import anywidget
from traitlets import Bool, Dict, Instance, Int, Tuple, Unicode, link, observe, validate

from destrier.core.board import Board
from destrier.core.tourney import Tourney, flat_board
from destrier.drawing.colouring import COLOURINGS
from destrier.drawing.layout import CELL, MARGIN
from destrier.drawing.look import Look, Options
from destrier.drawing.scripts import STATIC, bundle, read_markup, read_static
from destrier.drawing.style import STYLES
from destrier.drawing.svg.animation import to_animated_svg
from destrier.drawing.svg.tour import Picture, to_svg
from destrier.support.errors import DestrierError

_MOST_SQUARES: Final = 40_000
_MOST_CHARACTERS: Final = 2_500_000
"""The largest board and drawing; notebook servers block larger messages."""

_STYLE: Final = read_static("player.css", (STATIC,)) + read_static("widget.css", (STATIC,))

_MARKS: Final = ("numbers", "rails", "turns", "crossings")
_LOOKS: Final = ("style", "colour_by", *_MARKS)


class TourWidget(anywidget.AnyWidget):
    """An interactive board; `widget` makes one. Options of `Look` that are not traits are fixed."""

    tour = Instance(Tourney)
    """The displayed tour or tourney. A new one is shown complete, with no square clicked."""

    step = Int(None, allow_none=True).tag(sync=True)
    """The number of moves that the knight has made, or `None` for the complete tour."""

    clicked = Tuple(Int(), Int(), default_value=None, allow_none=True).tag(sync=True)
    """The row and the column of the last clicked square, or `None`."""

    style = Unicode()  # not synchronized under this name, which notebooks use for a style of their own
    colour_by = Unicode("cycles").tag(sync=True)
    numbers = Bool().tag(sync=True)
    rails = Bool().tag(sync=True)
    turns = Bool().tag(sync=True)
    crossings = Bool().tag(sync=True)

    _style_name = Unicode().tag(sync=True)
    _svg = Unicode().tag(sync=True)
    _sheet = Dict().tag(sync=True)
    _looks = Dict().tag(sync=True)
    _page = Unicode(f"<style>{_STYLE}</style>{read_markup('widget.html')}").tag(sync=True)
    _esm = bundle("widget.js")

    def __init__(self, tour: Tourney, **options: Any) -> None:
        self._fixed: Any = {name: options.pop(name) for name in options.keys() - set(_LOOKS)}
        super().__init__(tour=tour, **options)
        link((self, "style"), (self, "_style_name"))

    def __repr__(self) -> str:
        return f"TourWidget({self.tour!r})"

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget, and its drawing as a fallback for readers without widgets."""
        shown = super()._repr_mimebundle_(**options)
        if shown is not None:
            shown[0]["image/svg+xml"] = self._svg
        return shown

    @validate("tour", *_LOOKS)
    def _drawn(self, proposal: Any) -> Any:
        """Draw the proposed state first, so that nothing changes if it cannot be drawn."""
        look: Options = self._fixed | {name: getattr(self, name) for name in _LOOKS}
        drawn = {"tour": self.tour, **look, proposal.trait.name: proposal.value}
        self._svg = _draw(**drawn)
        return proposal.value

    @validate("step")
    def _on_the_way(self, proposal: Any) -> Any:
        if proposal.value is not None:
            flat_board(self.tour, "the knight rides")
            moves = int(self.tour.cycle_lengths().max()) - (self.tour.kind == "open")
            if not 0 <= proposal.value <= moves:
                raise DestrierError(f"a step is a number from 0 to {moves}, not {proposal.value}")
        return proposal.value

    @validate("clicked")
    def _on_the_board(self, proposal: Any) -> Any:
        if proposal.value is not None:
            flat_board(self.tour, "squares are clicked").index(proposal.value)
        return proposal.value

    @observe("tour")
    def _begin_anew(self, _: object) -> None:
        self.set_trait("step", None)
        self.set_trait("clicked", None)
        board = self.tour.board
        rides = isinstance(board, Board)
        self._sheet = {"rows": board.to_text().split() if rides else [], "cell": CELL, "margin": MARGIN}
        self._looks = {
            "_style_name": ["", *STYLES],
            "colour_by": [colouring for colouring in COLOURINGS if self._has_colours(colouring)],
            **{mark: None if mark == "crossings" and not rides else [] for mark in _MARKS},
        }

    def _has_colours(self, colouring: Any) -> bool:
        try:
            Picture(self.tour, Look(colour_by=colouring))
        except DestrierError:
            return False
        return True


def _draw(tour: Tourney, **options: Any) -> str:
    """Return the drawing, on which a knight rides if the board is flat."""
    if tour.board.size > _MOST_SQUARES:
        raise DestrierError(f"a widget shows up to {_MOST_SQUARES:,} squares, not {tour.board.describe()}: use show")
    drawing = (to_animated_svg if isinstance(tour.board, Board) else to_svg)(tour, **options)
    if len(drawing) > _MOST_CHARACTERS:
        raise DestrierError(f"this drawing of {tour.board.describe()} is too large for a widget: leave out numbers")
    return drawing
