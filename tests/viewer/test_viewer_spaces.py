"""Tours of surfaces and of boards of three dimensions in the viewer: its server and its page."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import pages
from helpers.answers import refused

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.drawing.svg.tour import to_svg
from destrier.io.json import from_json, to_json

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser
    from starlette.testclient import TestClient

BOARDS = [*((key, [6, 8]) for key in SURFACES), ("space", [4, 4, 3])]


BLANK_AT_THE_RIM = """() => {
    const [canvas] = document.querySelectorAll("#stage canvas:not([hidden])");
    return canvas.getContext("2d").getImageData(0, 0, 2, canvas.height).data.every((value) => value === 0);
}"""


def made(client: TestClient, board: str, sides: list[int], **how: Any) -> dict[str, Any]:
    answer = client.post("/api/space", json={"board": board, "sides": sides, "seed": 1, **how})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_makes_tours_with_few_turns(client: TestClient) -> None:
    for key, board in (("space", dt.Space(8, 8, 8)), ("torus", dt.Torus(8, 9))):
        told = made(client, key, list(board.sides), minimize="turns")
        assert from_json(json.dumps(told["file"])) == dt.tour(board, minimize="turns")


@pytest.mark.parametrize(("board", "sides"), BOARDS)
@pytest.mark.parametrize("kind", ["closed", "open"])
def test_makes_reads_and_writes(client: TestClient, board: str, sides: list[int], kind: str) -> None:
    told = made(client, board, sides, kind=kind)
    text = json.dumps(told["file"])
    tour = from_json(text)
    assert tour.kind == told["kind"] == kind
    assert tour.board == (dt.Space(*sides) if board == "space" else SURFACES[board](*sides))
    assert tour.indices().tolist() == told["order"]
    middles = np.array(told["points"])[told["order"]]
    moves = np.array(told["moves"])
    assert np.allclose(moves[:, 0], middles[: len(moves)])
    assert np.allclose(moves[:, -1], np.roll(middles, -1, axis=0)[: len(moves)])
    assert client.post("/api/read-space", content=text).json() == told
    assert client.post("/api/export-space?format=svg&numbers=true", content=text).text == to_svg(tour, numbers=True)


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/space", b'{"board": "sphere", "sides": [4, 4]}', "one of"),
        ("/api/space", b'{"board": "torus", "sides": [4, 4, 4]}', "2 sides, not 3"),
        ("/api/space", b'{"board": "space", "sides": [4, 4]}', "3 sides, not 2"),
        ("/api/space", b'{"board": "torus", "sides": [100, 100]}', "up to 4,000 squares"),
        ("/api/space", b'{"board": "space", "sides": [2, 2, 2]}', "no closed tour"),
        ("/api/read-space", b"[", "not JSON"),
        ("/api/read-space", to_json(dt.tour(6, 6, seed=1)).encode(), "not hold a tour of a box, a surface"),
    ],
)
def test_refuses_bad_requests_in_a_line(client: TestClient, path: str, body: bytes, why: str) -> None:
    assert why in refused(client.post(path, content=body))


@pages.needs_browser
@pytest.mark.parametrize(("board", "sides"), BOARDS)
def test_page_turns_and_rides(browser: Browser, address: str, board: str, sides: list[int]) -> None:
    state = "&".join(f"{name}={side}" for name, side in zip(("length", "width", "height"), sides, strict=False))
    with partial(pages.opened, name="boxes.html")(browser, address, f"board={board}&{state}&seed=1&move=5") as page:
        page.wait_for_selector("[data-drawn=space]")
        assert "Square" in page.inner_text("#readout")
        drawn = page.evaluate("document.querySelectorAll('#stage canvas:not([hidden])')[0].toDataURL()")
        assert page.evaluate(BLANK_AT_THE_RIM)
        page.focus("#stage")
        page.keyboard.press("Shift+ArrowLeft")
        page.wait_for_url("**turn=**")
        assert page.evaluate("document.querySelectorAll('#stage canvas:not([hidden])')[0].toDataURL()") != drawn
        page.select_option("[name=board]", "box")
        page.fill("[name=height]", "5")
        page.click("text=Make")
        page.wait_for_selector("#status:has-text('box')")


@pages.needs_browser
def test_a_page_of_a_surface_needs_no_server(browser: Browser, tmp_path: Path) -> None:
    dt.show(dt.tour(dt.Torus(6, 8), seed=1), tmp_path / "torus.html")
    with pages.opened(browser, (tmp_path / "torus.html").as_uri()) as page:
        page.wait_for_selector("[data-drawn=space]")
        assert page.inner_text("#status") == "Closed tour of the 6 × 8 torus, 48 squares, seed 1"
