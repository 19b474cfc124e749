"""Rings: the tour of 3 x 3 without its centre.

The template of an algorithm; CONTRIBUTING.md says where it goes. This text opens its page in the documentation: what
its tours are, the source, the data structures with their invariants, the steps, and the cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.core.board import Board
from destrier.core.tourney import Tour
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker

if TYPE_CHECKING:
    from destrier.core.request import Request

_ORDER: Final = (0, 5, 6, 1, 8, 3, 2, 7)


class Ring(Maker):
    name = "ring"
    boards = "3 x 3 without its centre"
    source = "an example"
    example = Board.from_text("###\n#.#\n###")
    bytes_per_square = 1

    def why_not(self, request: Request) -> str | None:
        if request.algorithm is None:
            return NOT_CHOSEN
        return None if request.board == self.example else f"ring takes {self.boards}, not {request.board.describe()}"

    def make(self, request: Request, _: Ask, /) -> Tour:
        return Tour.from_order(_ORDER, request.board)
