"""Make, read and write the tours that the page turns in space: of boxes, of surfaces, and of boards in layers.

The page receives a tour as its moves in space, so that it need not know the embedding of a board, and as its file,
which it sends back to have it written or drawn.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier.core.box import FACES, Box
from destrier.core.grid import BaseBoard
from destrier.core.space import Space
from destrier.core.surface import SURFACES, Surface
from destrier.core.tourney import Tour, Tourney
from destrier.drawing.embedding import BENDS, Embedding, has_embedding
from destrier.io.json import from_json, to_json
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.reading import decoded
from destrier.viewer.work import read_file

if TYPE_CHECKING:
    from destrier.drawing.svg.box import View

BOARDS: Final[dict[str, type[Box | Surface | Space]]] = {
    "box": Box,
    **{key: surface for key, surface in SURFACES.items() if surface in BENDS},
    "space": Space,
}
"""The boards that lie in space, by their keys in files."""

SPACE_EXPORTS: Final[dict[str, tuple[str, str]]] = {
    "net-svg": (".svg", "image/svg+xml"),
    "isometric-svg": (".svg", "image/svg+xml"),
    "svg": (".svg", "image/svg+xml"),
    "json": (".json", "application/json"),
}
"""The suffix and the media type, by name."""

_VIEWS: Final[dict[str, View]] = {"net-svg": "net", "isometric-svg": "isometric"}
"""The drawings of boxes."""

MOST_BOX_SQUARES: Final = 60_000
"""The number of squares of the largest box that the viewer turns; its moves in space take some two megabytes."""

MOST_SPACE_SQUARES: Final = 4_000
"""The same for other boards, where each frame is redrawn."""

_PIECES: Final = 6_000
"""The approximate number of straight segments of all moves together; a move has between 3 and 12."""


def is_turned(board: BaseBoard) -> bool:
    """Return whether a board lies in space, so that the page can turn it unless it is too large."""
    return isinstance(board, Box) or has_embedding(board)


def make(request: dict[str, Any]) -> dict[str, object]:
    """Return the requested tour in space, with its file."""
    from destrier.desk.tour import tour

    name, sides = request["board"], request["sides"]
    count = 3 if name in ("box", "space") else 2
    if len(sides) != count:
        raise DestrierError(f"the board {name!r} has {count} sides, not {len(sides)}")
    board = BOARDS[name](*sides)
    _refuse_large(board)
    asked = {name: request[name] for name in ("kind", "minimize", "seed") if name in request}
    return with_file(tour(board, **asked))


def read(data: bytes, name: str) -> dict[str, object]:
    """Return the tour in space of a file with this suffix, without its dot; and its file in JSON."""
    return with_file(_in_space(read_file(data, name)))


def export(data: bytes, name: str, options: dict[str, Any]) -> bytes:
    """Return the tour as a file: one of its drawings, with these options, or JSON."""
    from destrier.drawing.svg.tour import to_svg

    tour = _in_space(from_json(decoded(data)))
    return (to_json(tour) if name == "json" else to_svg(tour, view=_VIEWS.get(name), **options)).encode()


def _in_space(tour: Tourney) -> Tour:
    """Return a tour that the page turns, or raise `DestrierError`."""
    if not isinstance(tour, Tour) or not is_turned(tour.board):
        raise InvalidTourney("it does not hold a tour of a box, a surface or a board of three dimensions")
    _refuse_large(tour.board)
    return tour


def _refuse_large(board: BaseBoard) -> None:
    kind, most = ("boxes", MOST_BOX_SQUARES) if isinstance(board, Box) else ("boards", MOST_SPACE_SQUARES)
    if board.size > most:
        raise DestrierError(f"the viewer turns {kind} of up to {most:,} squares; {board.describe()} has {board.size:,}")


def with_file(tour: Tourney) -> dict[str, object]:
    """Return a tour in space with its file, which the page sends back to have it written."""
    return in_space(tour) | {"file": json.loads(to_json(tour))}


def in_space(tour: Tourney) -> dict[str, object]:
    """Return the board, the order of its squares, and its moves in space."""
    if not isinstance(tour, Tour):
        raise DestrierError("the viewer turns tours, not tourneys: join its cycles, or draw it")
    board = tour.board
    _refuse_large(board)
    assert isinstance(board, Box | Surface | Space)
    told = {
        "board": next(key for key, known in BOARDS.items() if type(board) is known),
        "sides": board.sides,
        "title": f"{tour.kind.capitalize()} tour of {_name(board)}",
        "kind": tour.kind,
        "order": tour.indices().tolist(),
    }
    return told | (_on_faces(tour) if isinstance(board, Box) else _on_tiles(tour))


def _name(board: BaseBoard) -> str:
    name = f"the {' x '.join(map(str, board.sides))} board" if isinstance(board, Space) else board.describe()
    return name.replace(" x ", " × ")


def _on_faces(tour: Tour) -> dict[str, object]:
    """Return the faces of a box, and the pieces of each move: the face, and the row and column of each end."""
    from destrier.drawing.svg.box import move_segments

    box = tour.board
    assert isinstance(box, Box)
    lie, number = box.frames(), {face: number for number, face in enumerate(FACES)}
    moves = list(move_segments(tour))
    return {
        "faces": [{"name": face, "shape": box.face_shape(face), **lie[face]._asdict()} for face in FACES],
        "moves": [[(number[piece.face], *piece.start, *piece.end) for piece in pieces] for pieces in moves],
        "measures": _measures([[number[piece.face] for piece in pieces] for pieces in moves], tour.kind),
    }


def _measures(moves: list[list[int]], kind: str) -> list[tuple[str, ...]]:
    """Return the measures of a tour of a box, from the faces of each move: names, values and notes."""
    over = Counter(len(faces) - 1 for faces in moves)
    edges = Counter("–".join(FACES[face] for face in sorted(pair)) for faces in moves for pair in pairwise(faces))
    ranked = edges.most_common()
    (busiest, most), (quietest, least) = ranked[0], ranked[-1]
    around = moves * 2 if kind == "closed" else moves  # twice around, so that no stay is cut at the start
    stays = (sum(1 for _ in run) for is_stay, run in groupby(len(faces) == 1 for faces in around) if is_stay)
    crossing = len(moves) - over[0]
    return [
        ("Squares", f"{len(moves) + (kind == 'open'):,}"),
        ("Moves over edges", f"{crossing:,}", f"{100 * crossing / len(moves):.1f} % of the moves"),
        *([("Moves over two edges", f"{crossing - over[1]:,}")] if crossing > over[1] else []),
        ("Busiest edge", busiest, f"{most:,} moves"),
        ("Quietest edge", quietest, f"{least:,} moves"),
        ("Longest stay on a face", f"{min(max(stays, default=0), len(moves)):,} squares"),
    ]


def _on_tiles(tour: Tour) -> dict[str, object]:
    """Return the tiles of another board, the names and the points of its squares, and the points of each move."""
    board, order, embedding = tour.board, tour.indices(), Embedding(tour.board)
    there = np.roll(order, -1) if tour.kind == "closed" else order[1:]
    tiles = embedding.tiles()
    pieces = min(12, max(3, _PIECES // board.size))
    return {
        "names": [board.name(square) for square in board.squares.tolist()],
        "points": _rounded(embedding.points(board.squares)),
        "moves": _rounded(embedding.moves(order[: there.size], there, pieces)),
        "measures": [("Squares", f"{board.size:,}"), ("Moves", f"{there.size:,}")],
        "tiles": {"squares": tiles.squares.tolist(), "corners": _rounded(tiles.corners), "rims": tiles.rims.tolist()},
    }


def _rounded(points: Any) -> Any:
    return points.round(3).tolist()
