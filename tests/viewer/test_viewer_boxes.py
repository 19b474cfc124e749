"""Tours of boxes as the viewer's server makes, reads and writes them."""

from __future__ import annotations

import json
from math import dist, hypot, isclose, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.answers import refused
from helpers.marks import exhaustive, left

import destrier as dt
from destrier.core.box import FACES, Box
from destrier.drawing.svg.tour import to_svg
from destrier.io.json import to_json
from destrier.viewer.work import space_tasks

if TYPE_CHECKING:
    from starlette.testclient import TestClient

BOXES = [(8, 6, 5), (3, 4, 5), (5, 5, 5), (1, 6, 8), (1, 2, 5), (2, 9, 1)]
"""The thin ones have moves over two edges."""


def made(client: TestClient, sides: tuple[int, int, int], seed: int = 1, **how: Any) -> dict[str, Any]:
    answer = client.post("/api/space", json={"board": "box", "sides": sides, "seed": seed, **how})
    assert answer.status_code == 200
    result: dict[str, Any] = answer.json()
    return result


def tour_of(told: dict[str, Any]) -> dt.Tour:
    """The tour whose moves start on these squares, checked by the library."""
    box = Box(*told["sides"])
    starts = [pieces[0] for pieces in told["moves"]]
    squares = [(told["faces"][face]["name"], int(row), int(col)) for face, row, col, *_ in starts]
    assert all((row % 1, col % 1) == (0.5, 0.5) for _, row, col, *_ in starts)
    tour = dt.Tour.from_order([box.index(square) for square in squares], box)
    assert tour.indices().tolist() == told["order"]
    return tour


class Sheet:
    """A face in space: an oracle that knows only where its corner and directions are said to be."""

    def __init__(self, face: dict[str, Any]) -> None:
        self.rows, self.cols = face["shape"]
        self.corner, self.down, self.right = (np.array(face[name]) for name in ("corner", "down", "right"))
        self.out = np.cross(self.down, self.right)

    def lift(self, row: float, col: float) -> Any:
        assert 0 <= row <= self.rows
        assert 0 <= col <= self.cols
        return self.corner + row * self.down + col * self.right


@exhaustive
@pytest.mark.parametrize("sides", left(BOXES, [(1, 2, 5)]))
def test_makes_the_tour_that_the_library_makes(client: TestClient, sides: tuple[int, int, int]) -> None:
    assert tour_of(made(client, sides)) == dt.tour(Box(*sides), seed=1)
    assert tour_of(made(client, sides, minimize="turns")) == dt.tour(Box(*sides), minimize="turns")


@pytest.mark.parametrize("sides", BOXES)
def test_faces_close_the_box(client: TestClient, sides: tuple[int, int, int]) -> None:
    told = made(client, sides)
    assert [face["name"] for face in told["faces"]] == list(FACES)
    outs = []
    for face in told["faces"]:
        sheet = Sheet(face)
        assert (sheet.rows, sheet.cols) == Box(*sides).face_shape(face["name"])
        middle = sheet.lift(sheet.rows / 2, sheet.cols / 2) - np.array(sides) / 2
        assert np.array_equal(middle, sheet.out * np.array(sides) / 2)  # so it is seen from outside
        for corner in ((0, 0), (0, sheet.cols), (sheet.rows, 0), (sheet.rows, sheet.cols)):
            assert all(value in (0, side) for value, side in zip(sheet.lift(*corner), sides, strict=True))
        outs.append(tuple(sheet.out.tolist()))
    assert outs == [(0, 0, 1), (-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0), (0, 0, -1)]


@pytest.mark.parametrize("sides", BOXES)
def test_moves_fold_over_edges(client: TestClient, sides: tuple[int, int, int]) -> None:
    told = made(client, sides)
    sheets = [Sheet(face) for face in told["faces"]]
    ends = [[(sheets[face].lift(*at[:2]), sheets[face].lift(*at[2:])) for face, *at in move] for move in told["moves"]]
    for number, (move, pieces) in enumerate(zip(told["moves"], ends, strict=True)):
        following = pieces[1:] + ends[(number + 1) % len(ends)][:1]
        assert all(np.array_equal(one[1], other[0]) for one, other in zip(pieces, following, strict=True))
        assert isclose(sum(dist(*piece) for piece in pieces), sqrt(5))
        check_unfolds(move, pieces, sheets)


def check_unfolds(move: list[list[float]], pieces: list[tuple[Any, Any]], sheets: list[Sheet]) -> None:
    """That it is a knight's move on the unfolded paper: along the edge and across it as steep on either side."""
    ways = [end - start for start, end in pieces]
    along = across = 0.0
    if len(move) == 1:
        along, across = sorted(abs(way) for way in ways[0] if way)
    for at in range(1, len(move)):
        here, there = (sheets[int(move[at + step][0])].out for step in (-1, 0))
        edge = np.cross(here, there)
        assert np.abs(edge).sum() == 1
        before, after = (way / hypot(*way) for way in ways[at - 1 : at + 1])
        assert isclose(before @ edge, after @ edge)
        assert before @ there > 0
        assert isclose(before @ there, -(after @ here))
        along, across = abs(sum(way @ edge for way in ways)), sum(hypot(*way) * (before @ there) for way in ways)
    assert sorted([round(along, 9), round(across, 9)]) == [1, 2]


def test_thin_boxes_have_moves_over_two_edges(client: TestClient) -> None:
    assert {len(pieces) for pieces in made(client, (1, 6, 8))["moves"]} == {1, 2, 3}


def test_reads_what_it_writes(client: TestClient) -> None:
    tour = dt.tour(Box(4, 3, 5), seed=2)
    text = to_json(tour).encode()
    told = client.post("/api/read-space", content=b"\xef\xbb\xbf" + text).json()
    assert tour_of(told) == tour
    for name, file in (
        ("json", to_json(tour)),
        ("net-svg", to_svg(tour)),
        ("isometric-svg", to_svg(tour, view="isometric")),
    ):
        answer = client.post(f"/api/export-space?format={name}", content=text)
        assert answer.text == file
        suffix, media_type = space_tasks.SPACE_EXPORTS[name]
        assert answer.headers["content-type"].startswith(media_type)
        assert f'filename="tour{suffix}"' in answer.headers["content-disposition"]


@exhaustive
def test_makes_the_largest(client: TestClient) -> None:
    assert len(made(client, (100, 100, 100))["moves"]) == space_tasks.MOST_BOX_SQUARES
    larger = to_json(dt.tour(Box(101, 100, 100), seed=1))
    assert "up to 60,000 squares" in refused(client.post("/api/read-space", content=larger))


SPOILT = {"box": [4, 3, 5], "cycle": [["top", 0, 0]] * 94}


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/space", b"", "not JSON"),
        ("/api/space", b'{"board": "box"}', "sides is missing"),
        ("/api/space", b'{"board": "box", "sides": [4, 4]}', "3 sides, not 2"),
        ("/api/space", b'{"board": "box", "sides": [0, 4, 4]}', "between"),
        ("/api/space", b'{"board": "box", "sides": [4, 4, 4], "depth": 4}', "no 'depth'"),
        ("/api/space", b'{"board": "box", "sides": [101, 100, 100]}', "up to 60,000 squares"),
        ("/api/space", b'{"board": "box", "sides": [60000, 60000, 60000]}', "up to 60,000 squares"),
        ("/api/space", b'{"board": "box", "sides": [1, 1, 5]}', "no closed tour of the 1 x 1 x 5 box exists"),
        ("/api/space", b'{"board": "box", "sides": [1, 3, 5]}', "no closed tour of the 1 x 3 x 5 box exists"),
        ("/api/read-space", b"\xff", "not UTF-8"),
        ("/api/read-space", b'{"box": [3, 4, 5]}', "keys"),
        ("/api/read-space", json.dumps(SPOILT).encode(), "visited 94 times"),
        ("/api/export-space", b"{}", "format is missing"),
        ("/api/export-space?format=npy", b"{}", "one of"),
        ("/api/export-space?format=json", b"[1, 2", "not JSON"),
    ],
)
def test_refuses_bad_requests_in_a_line(client: TestClient, path: str, body: bytes, why: str) -> None:
    assert why in refused(client.post(path, content=body))
