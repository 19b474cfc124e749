"""Tours with given numbers on some squares; see `search.numbered`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from destrier.core.seeds import derive_key
from destrier.makers.maker import Ask, Maker

if TYPE_CHECKING:
    from destrier.core.request import Request
    from destrier.core.tourney import Tour


class Numbered(Maker):
    name = "numbers"
    kinds = ("closed", "open")
    options = ("ends", "numbers", "require", "forbid")
    random = True
    any_board = True
    proves = True

    def make(self, request: Request, _: Ask, /) -> Tour:
        from destrier.search.numbered import numbered_tour

        key = derive_key(request.seed, "numbers")
        return numbered_tour(request.board, request.numbered, request.kind, conditions=request.conditions, key=key)
