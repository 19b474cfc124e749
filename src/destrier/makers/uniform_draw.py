"""Uniformly random tours, where all tours of a board are equally likely.

A small board is drawn in plain Python (`plain.worms`), where nothing has to be compiled; a large one by the chain of
`switching.uniform`, which begins with any other tour. The board decides, and not what is installed or compiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from destrier.core.choices import Kind
from destrier.core.grid import BaseBoard
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tour
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.plain.worms import Pairs, Walk
from destrier.switching.movegraphs import cover, tourney_of

if TYPE_CHECKING:
    from destrier.core.request import Request

SMALL: Final = 256
"""Number of squares of a small board; plain Python takes a millisecond on 8 x 8, and 25 on 16 x 16."""

_MOVES: Final = 64
"""Maximum number of moves of a vertex in a cover."""

_LINKED: Final = _MOVES - 1
"""Number of squares that may be ends in the first cover."""

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

    def why_not(self, request: Request) -> str | None:
        board = request.board
        is_default = request.hidden and board.size <= (_LARGE if board.has_planes else SMALL)
        return None if request.uniform or (request.uniform is None and is_default) else NOT_CHOSEN

    def laid_on(self, request: Request) -> Request:
        return request.but(uniform=False, obfuscate=False, out=None)

    def make(self, request: Request, ask: Ask, /) -> Tour:
        """Return a uniformly random tour."""
        board, key = request.board, derive_key(request.seed, "uniform")
        if board.size <= SMALL and (drawn := _small(board, request.kind, request.ends, key)) is not None:
            return drawn
        from destrier.switching.uniform import draw_tour

        source = ask(self.laid_on(request))
        assert isinstance(source, Tour)
        fixed = [board.index(end) for end in request.ends] if request.kind == "open" else None
        return draw_tour(source, key, fixed=fixed)


def _small(board: Any, kind: Kind, ends: tuple[Any, ...], key: int) -> Tour | None:
    """Return a uniformly random tour of a small board, or `None` if tours are rare among its covers."""
    toured = board.without_corner() if kind == "corner" else board
    walk = _walk(toured, kind, ends)
    drawn = None if walk is None else walk.tour(key)
    if drawn is None:
        return None
    moves = range(toured.move_graph.width)  # without those to additional vertices
    masks = [sum(1 << move for move in pair if move in moves) for pair in drawn[: toured.size]]
    return cast("Tour", tourney_of(np.array(masks, np.uint64), toured, 1))


@lru_cache(maxsize=32)
def _walk(board: BaseBoard, kind: Kind, ends: tuple[Any, ...]) -> Walk | None:
    """Return the walk on the covers of a board, which begins with any cover, or `None` if none was found."""
    graph, links = board.move_graph, _links(board, kind, ends)
    added = len({max(link) for link in links})
    found = cover(graph.with_vertices(added, links[:_LINKED]), 0)
    if found is None:
        return None
    graph = graph.with_vertices(added, links)
    pairs: Pairs = [[move for move in range(_MOVES) if mask >> move & 1] for mask in found.tolist()]
    return Walk(graph.there.tolist(), graph.back.tolist(), pairs)


def _links(board: BaseBoard, kind: Kind, ends: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Return the edges of additional vertices that turn open tours into closed ones.

    Such a vertex is joined to all squares; or one is joined to the given end, and to another one, which is joined to
    the squares where the tour may end.
    """
    apex = board.size
    nodes: list[int] = np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist()
    squares = Stream(0).shuffled(list(range(apex)))
    if kind == "stretched":
        nodes, squares = [0], [1, board.shape[1]]
    if kind in ("closed", "corner"):
        return []
    if not nodes:
        return [(square, apex) for square in squares]
    first, *last = nodes
    return [(first, apex), (apex, apex + 1), *((node, apex + 1) for node in last or squares if node != first)]
