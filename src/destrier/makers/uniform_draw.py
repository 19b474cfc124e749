"""Uniformly random tours, where all tours of a board are equally likely; see `switching.uniform`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker

if TYPE_CHECKING:
    from destrier.core.request import Request

_LARGE: Final = 2500
"""Number of squares up to which tours of flat boards are uniform by default; 10 ms on 50 x 50."""


class Uniform(Maker):
    name = "uniform"
    kinds = ("closed", "corner", "open", "stretched")
    options = ("ends", "uniform")
    random = True
    bytes_per_square = 90
    any_board = True
    is_algorithm = False
    is_random_looking = True
    proves = True

    def why_not(self, request: Request) -> str | None:
        board = request.board
        is_default = request.hidden and board.has_planes and board.size <= _LARGE
        return None if request.uniform or (request.uniform is None and is_default) else NOT_CHOSEN

    def laid_on(self, request: Request) -> Request:
        return request.but(uniform=False, obfuscate=False, out=None)

    def make(self, request: Request, ask: Ask, /) -> Tour:
        """Return a uniformly random tour, drawn from any other tour."""
        from destrier.switching.uniform import draw_tour

        source = ask(self.laid_on(request))
        assert isinstance(source, Tour)
        fixed = [request.board.index(end) for end in request.ends] if request.kind == "open" else None
        return draw_tour(source, derive_key(request.seed, "uniform"), fixed=fixed)
