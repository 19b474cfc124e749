"""Files that the viewer's server writes, read back: by the library, or by a reader that knows only the format."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers.drawings import elements, frames_of, pixels, plotted, points, square_at, walked
from helpers.marks import left
from PIL import Image

import destrier as dt
from destrier.viewer import work
from destrier.viewer.work import tour_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from numpy.typing import NDArray
    from starlette.testclient import TestClient

HOLED = dt.Board.from_text("..##..\n.####.\n######\n######\n.####.\n..##..")

TOURNEYS: dict[str, Callable[[], dt.Tourney]] = {
    "closed": lambda: dt.tour(6, 8, seed=1),
    "open": lambda: dt.tour(5, 5, kind="open", seed=2),
    "open, wide": lambda: dt.tour(3, 10, kind="open", seed=3),
    "tourney": lambda: dt.tourney(8, 8, algorithm="concentric-braid"),
    "holed": lambda: dt.tourney(HOLED, algorithm="two-factor", seed=1),
    "holed, open": lambda: dt.tour(dt.Board.from_text("####.\n#####\n#####\n#####\n#####"), kind="open", seed=1),
}


@pytest.fixture(params=TOURNEYS)
def tourney(request: pytest.FixtureRequest) -> dt.Tourney:
    return TOURNEYS[request.param]()


def export(client: TestClient, tourney: dt.Tourney, name: str, options: str = "") -> bytes:
    """The file, of a tourney that starts where it would not by itself if it is open."""
    ends = tourney.ends
    start = "" if ends is None else "&start={},{}".format(*ends[1])
    answer = client.post(f"/api/export?format={name}{start}{options}", content=work.to_npy(tourney).npy)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].partition(";")[0] == tour_tasks.EXPORTS[name][2]
    assert answer.headers["content-disposition"] == f'attachment; filename="tour{tour_tasks.EXPORTS[name][0]}"'
    return answer.content


# What the lines of a drawing are, told apart from the library

MOVES = [(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)]


def moves_of(walks: Iterable[list[tuple[int, int]]], shape: tuple[int, int]) -> NDArray[np.uint8]:
    """The moves array of walks from square to square: a bit for each way that a line leaves a square."""
    moves = np.zeros(shape, np.uint8)
    for walk in walks:
        for here, there in pairwise(walk):
            step = MOVES.index((there[0] - here[0], there[1] - here[1]))
            assert not moves[here] >> step & 1
            moves[here] |= 1 << step
            moves[there] |= 1 << (step + 4) % 8
    return moves


def walks_of(svg: bytes, name: str, board: dt.Board) -> list[list[tuple[int, int]]]:
    """The squares along each line of a class of a drawing."""
    walks = []
    for path in elements(svg.decode(), name):
        corners, closed = points(path.attrib["d"])
        squares = [board.square(square_at(corner, board)) for corner in corners]
        walks.append(squares + squares[:1] * closed)
    return walks


def check_walks(walks: list[list[tuple[int, int]]], tourney: dt.Tourney) -> None:
    """That they are the tourney's, and start where they were asked to."""
    assert np.array_equal(moves_of(walks, tourney.board.shape), tourney.moves)
    if tourney.ends is not None:
        assert (walks[0][-1], walks[0][0]) == tourney.ends


@pytest.mark.parametrize("options", ["", "&numbers=true&rails=true&turns=true&crossings=true"])
def test_svg(client: TestClient, tourney: dt.Tourney, options: str) -> None:
    svg = export(client, tourney, "svg", options)
    check_walks(walks_of(svg, "cycle", tourney.board), tourney)
    labels = elements(svg.decode(), "number")
    assert len(labels) == (tourney.board.size if options else 0)
    assert {int(label.text or "") for label in labels} == set(range(1, len(labels) + 1))


@pytest.mark.parametrize("name", ["animated-svg", "html"])
def test_animations(client: TestClient, tourney: dt.Tourney, name: str) -> None:
    file = export(client, tourney, name)
    assert ET.fromstring(file).tag.endswith("}svg" if name == "animated-svg" else "}html")
    check_walks(walks_of(file, "trail", tourney.board), tourney)
    assert not re.search(rb'(?:src|href)="[^#]', file)


def test_plotter_svg(client: TestClient, tourney: dt.Tourney) -> None:
    svg = export(client, tourney, "plotter-svg").decode()
    board = tourney.board
    width, height = map(float, ET.fromstring(svg).attrib["viewBox"].split()[2:])
    side = min((width - 30) / board.cols, (height - 30) / board.rows)  # with margins of 15 mm
    corner = (width - side * board.cols) / 2, (height - side * board.rows) / 2
    walks = []
    for corners, closed in plotted(svg):
        squares = [board.square(square) for square in walked(corners, closed, side, board, corner=corner)]
        walks.append(squares + squares[:1] * closed)
    check_walks(walks, tourney)


# Pictures


PARTS = np.arange(2, 15) / 16
"""Of a move, where its line is looked at."""


def drawn_moves(image: NDArray[np.int64], board: dt.Board) -> NDArray[np.uint8]:
    """The moves array of a picture: a move is where all of a line is dark."""
    height, width = image.shape[:2]
    cell = 16 * max(width, height) / (16 * max(board.shape) + 24)  # with names of files and ranks around the board
    margin = 12 / 16 * cell
    assert (height, width) == tuple(round(2 * margin + cell * side) for side in board.shape)
    dark = image.min(axis=2) < 150
    moves = np.zeros(board.shape, np.uint8)
    for row, col in np.argwhere(board.present).tolist():
        for step, (down, right) in enumerate(MOVES):
            if board.has((row + down, col + right)):
                y, x = (margin + cell * (np.array([row + down * PARTS, col + right * PARTS]) + 0.5)).astype(int)
                moves[row, col] |= int(dark[y, x].all()) << step
    return moves


def test_png(client: TestClient, tourney: dt.Tourney) -> None:
    png = export(client, tourney, "png")
    with Image.open(BytesIO(png)) as image:
        image.verify()
    assert np.array_equal(drawn_moves(pixels(png), tourney.board), tourney.moves)


@pytest.mark.parametrize("tourney", left(TOURNEYS, ["open"]), indirect=True)
def test_gif(client: TestClient, tourney: dt.Tourney) -> None:
    frames = frames_of(export(client, tourney, "gif"))
    assert len(frames) > 1
    missing = tourney.moves & ~drawn_moves(frames[0], tourney.board)
    assert missing.any()  # it begins with an empty board
    assert np.array_equal(drawn_moves(frames[-1], tourney.board), tourney.moves)


# Data


@pytest.mark.parametrize("name", ["npy", "npz", "txt", "json"])
def test_data(client: TestClient, tourney: dt.Tourney, name: str, tmp_path: Path) -> None:
    file = export(client, tourney, name)
    (tmp_path / f"tour.{name}").write_bytes(file)
    again = dt.load(tmp_path / f"tour.{name}")
    assert again.same_moves(tourney)
    assert again.kind == tourney.kind
    answer = client.post(f"/api/read?format={name}", content=file)
    assert work.from_npy(answer.content) == tourney
    if tourney.ends is not None and name != "npy":  # which has no place for it
        assert again.ends == tourney.ends[::-1]
        assert answer.headers["tour-start"] == "{},{}".format(*tourney.ends[1])


@pytest.mark.parametrize("board", [dt.Board(8, 8), dt.Box(3, 4, 5)], ids=repr)
def test_a_page_shows_the_whole_tour_without_scripts(board: Any, tmp_path: Path) -> None:
    tour = dt.tour(board, seed=1)
    page = dt.show(tour, tmp_path / "page.html").html
    assert page.partition("<noscript>")[2].partition("</noscript>")[0] == tour._repr_svg_()
