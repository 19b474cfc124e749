"""Make, read and write closed tours of boxes.

A tour goes to the page as its moves in space, so that the page need not know how the faces of a box meet; it comes back
as `io.json.to_json` writes it.
"""

from __future__ import annotations

from typing import Any, Final

from destrier.core.box import FACES, Box
from destrier.core.tourney import Tour, Tourney
from destrier.io.json import from_json, to_json
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.viewer.work import decode

MOST_BOX_SQUARES: Final = 60_000
"""The most squares of a box that the viewer makes or takes; its moves in space have some two megabytes."""

BOX_EXPORTS: Final[dict[str, tuple[str, str]]] = {
    "net-svg": (".svg", "image/svg+xml"),
    "isometric-svg": (".svg", "image/svg+xml"),
    "json": (".json", "application/json"),
}
"""The suffix and the media type, by name."""


def make(request: dict[str, Any]) -> dict[str, object]:
    """Return the requested tour in space."""
    from destrier.desk.tour import tour

    box = Box(request["length"], request["width"], request["height"])
    _refuse_large(box)
    return in_space(tour(box, minimize=request.get("minimize"), seed=request.get("seed")))


def read(data: bytes) -> dict[str, object]:
    """Return the tour of a JSON file in space."""
    return in_space(_parse(data))


def export(data: bytes, name: str, options: dict[str, Any]) -> bytes:
    """Return the tour as a file: one of its drawings, with these options, or JSON."""
    from destrier.drawing.svg.tour import to_svg

    tour = _parse(data)
    if name == "json":
        return to_json(tour).encode()
    return to_svg(tour, view="net" if name == "net-svg" else "isometric", **options).encode()


def _parse(data: bytes) -> Tour:
    text = decode(data)
    if text.lstrip().startswith("{") and '"box"' not in text:
        raise InvalidTourney("a tour of a box is an object with the keys 'box' and 'cycle'")
    tour = from_json(text)
    if not isinstance(tour, Tour) or not isinstance(tour.board, Box):
        raise InvalidTourney("it holds no tour of a box")
    _refuse_large(tour.board)
    return tour


def _refuse_large(box: Box) -> None:
    if box.size > MOST_BOX_SQUARES:
        raise DestrierError(
            f"the viewer takes boxes of up to {MOST_BOX_SQUARES:,} squares; the {box} box has {box.size:,}"
        )


def in_space(tour: Tourney) -> dict[str, object]:
    """Return the faces, the pieces of each move (the face, and the row and column of each end), and the recipe."""
    from destrier.drawing.svg.box import move_pieces

    box = tour.board
    assert isinstance(box, Box)
    if not isinstance(tour, Tour):
        raise DestrierError("the viewer turns tours of boxes, not tourneys: join its cycles, or draw it")
    _refuse_large(box)
    lie, number = box.frames(), {face: number for number, face in enumerate(FACES)}
    return {
        "box": box.sides,
        "faces": [{"name": face, "shape": box.face_shape(face), **lie[face]._asdict()} for face in FACES],
        "moves": [[(number[piece.face], *piece.start, *piece.end) for piece in pieces] for pieces in move_pieces(tour)],
        "recipe": tour.recipe or [],
    }
