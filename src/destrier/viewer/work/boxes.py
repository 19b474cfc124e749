"""Making, reading and writing closed tours of boxes.

A tour goes to the page as its moves in space, so that the page need know nothing of how the faces of a box meet; it
comes back as `BoxTour.to_json` writes it.
"""

from __future__ import annotations

from typing import Any, Final

from destrier.core.box import FACES, Box, BoxTour
from destrier.support.errors import DestrierError
from destrier.viewer.work import decode

__all__ = ["BOX_EXPORTS", "MOST_BOX_SQUARES", "export", "in_space", "make", "read"]

MOST_BOX_SQUARES: Final = 60_000
"""Of a box that the viewer makes or takes: its moves in space have some two megabytes."""

BOX_EXPORTS: Final[dict[str, tuple[str, str]]] = {
    "net-svg": (".svg", "image/svg+xml"),
    "isometric-svg": (".svg", "image/svg+xml"),
    "json": (".json", "application/json"),
}
"""By name: the suffix, and the media type."""


def make(request: dict[str, Any]) -> dict[str, object]:
    """The tour that is asked for, with the parameters of `destrier.box_tour`, in space."""
    from destrier.core.box import box_tour

    sides = request["length"], request["width"], request["height"]
    _refuse_large(Box(*sides))
    return in_space(box_tour(*sides, seed=request.get("seed")))


def read(data: bytes) -> dict[str, object]:
    """The tour that a JSON file holds, in space."""
    return in_space(_parse(data))


def export(data: bytes, name: str) -> bytes:
    """The tour as a file: its drawings, or the JSON that `BoxTour.to_json` writes."""
    from destrier.drawing.svg.box import box_svg

    tour = _parse(data)
    if name == "json":
        return tour.to_json().encode()
    return box_svg(tour, "net" if name == "net-svg" else "isometric").encode()


def _parse(data: bytes) -> BoxTour:
    tour = BoxTour.from_json(decode(data))
    _refuse_large(tour.box)
    return tour


def _refuse_large(box: Box) -> None:
    if box.size > MOST_BOX_SQUARES:
        raise DestrierError(
            f"the viewer takes boxes of up to {MOST_BOX_SQUARES:,} squares; the {box} box has {box.size:,}"
        )


def in_space(tour: BoxTour) -> dict[str, object]:
    """The faces, and of each move its pieces: the number of the face, row and column of the start, and of the end."""
    from destrier.drawing.svg.box import frames, move_pieces

    _refuse_large(tour.box)
    lie, box, number = frames(tour.box), tour.box, {face: number for number, face in enumerate(FACES)}
    return {
        "box": box.sides,
        "faces": [{"name": face, "shape": box.face_shape(face), **lie[face]._asdict()} for face in FACES],
        "moves": [[(number[piece.face], *piece.start, *piece.end) for piece in pieces] for pieces in move_pieces(tour)],
    }
