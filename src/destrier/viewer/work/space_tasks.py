"""Make, read and write tours of surfaces and of boards of three dimensions, which the page of boxes turns, too.

A tour goes to the page as points in space and as its file, which comes back for the exports, so that the page knows
nothing of the boards.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np

from destrier.core.board import BaseBoard
from destrier.core.space import Space
from destrier.core.surface import SURFACES
from destrier.core.tourney import Tour, Tourney
from destrier.drawing.embedding import Embedding, has_embedding
from destrier.io.json import from_json, to_json
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.viewer.work import decode

MOST_SPACE_SQUARES: Final = 4_000
"""The most squares of a surface or a board in space that the viewer turns: it draws each frame anew."""

SPACE_BOARDS: Final = (*SURFACES, "space")
"""The boards by their keys in files."""

SPACE_EXPORTS: Final[dict[str, tuple[str, str]]] = {
    "svg": (".svg", "image/svg+xml"),
    "json": (".json", "application/json"),
}
"""The suffix and the media type, by name."""

_PIECES: Final = 6_000
"""The straight pieces of all moves together, or so; a move has between 3 and 12."""


def make(request: dict[str, Any]) -> dict[str, object]:
    """Return the requested tour in space."""
    from destrier.desk.tour import tour

    board, sides = request["board"], request["sides"]
    count = 3 if board == "space" else 2
    if len(sides) != count:
        raise DestrierError(f"the board {board!r} has {count} sides, not {len(sides)}")
    made = Space(*sides) if board == "space" else SURFACES[board](*sides)
    _refuse_large(made)
    asked = {name: request[name] for name in ("kind", "minimize", "seed") if name in request}
    return in_space(tour(made, **asked))


def read(data: bytes) -> dict[str, object]:
    """Return the tour of a JSON file in space."""
    return in_space(_parse(data))


def export(data: bytes, name: str, options: dict[str, Any]) -> bytes:
    """Return the tour as a file: its drawing, with these options, or JSON."""
    from destrier.drawing.svg.tour import to_svg

    tour = _parse(data)
    return (to_json(tour) if name == "json" else to_svg(tour, **options)).encode()


def _parse(data: bytes) -> Tour:
    tour = from_json(decode(data))
    if not isinstance(tour, Tour) or not has_embedding(tour.board):
        raise InvalidTourney("it holds no tour of a surface or of a board of three dimensions")
    _refuse_large(tour.board)
    return tour


def _refuse_large(board: BaseBoard) -> None:
    if board.size > MOST_SPACE_SQUARES:
        raise DestrierError(
            f"the viewer turns boards of up to {MOST_SPACE_SQUARES:,} squares; {board.describe()} has {board.size:,}"
        )


def in_space(tour: Tourney) -> dict[str, object]:
    """Return the tiles of the board, the squares in the order of the tour, and the moves, with points in space."""
    if not isinstance(tour, Tour):
        raise DestrierError("the viewer turns tours, not tourneys: join its cycles, or draw it")
    _refuse_large(tour.board)
    board, order, embedding = tour.board, tour.indices(), Embedding(tour.board)
    there = np.roll(order, -1) if tour.kind == "closed" else order[1:]
    tiles = embedding.tiles()
    pieces = min(12, max(3, _PIECES // board.size))
    return {
        "board": board.describe().removeprefix("the ").removesuffix(" by a knight"),
        "kind": tour.kind,
        "names": [board.name(square) for square in board.squares.tolist()],
        "order": order.tolist(),
        "points": _rounded(embedding.points(board.squares)),
        "moves": _rounded(embedding.moves(order[: there.size], there, pieces)),
        "tiles": {"squares": tiles.squares.tolist(), "corners": _rounded(tiles.corners), "rims": tiles.rims.tolist()},
        "file": json.loads(to_json(tour)),
    }


def _rounded(points: Any) -> Any:
    return points.round(3).tolist()
