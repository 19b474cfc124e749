"""Tours of surfaces and of boards of three dimensions in the viewer: its server and its page."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import pages
from helpers.answers import refused
from helpers.marks import exhaustive, long, very_long

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.drawing.embedding import BENDS
from destrier.drawing.svg.tour import to_svg
from destrier.io.json import from_json, to_json
from destrier.io.listings import to_order

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Route
    from starlette.testclient import TestClient

BOARDS = [*((surface.key, [6, 8]) for surface in BENDS), ("space", [4, 4, 3])]
FEW = [board if board[0] in ("torus", "space") else long(*board) for board in BOARDS]


BLANK_AT_THE_RIM = """() => {
    const drawn = document.querySelector("#stage canvas");
    const { width, height } = drawn;
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(drawn, 0, 0);
    return context.getImageData(0, 0, 2, height).data.every((value) => value === 0);
}"""
NO_WEBGL = """
    const before = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...how) {
        return kind.startsWith("webgl") ? null : before.call(this, kind, ...how);
    };
"""
FLAT_ONLY = "This browser cannot draw in three dimensions, as WebGL is off, so the board is laid out flat."
TILT, ASIDE = 0.47, 0.66
"""The angles, in radians, at which a board lies at first: it is turned aside, and then towards the eye."""


def made(client: TestClient, board: str, sides: list[int], **how: Any) -> dict[str, Any]:
    answer = client.post("/api/space", json={"board": board, "sides": sides, "seed": 1, **how})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@exhaustive
def test_makes_tours_with_few_turns(client: TestClient) -> None:
    for key, board in (("space", dt.Space(8, 8, 8)), ("torus", dt.Torus(8, 9))):
        told = made(client, key, list(board.sides), minimize="turns")
        assert from_json(json.dumps(told["file"])) == dt.tour(board, minimize="turns")


@pytest.mark.parametrize(
    ("board", "sides"), [long(*board) if board[0] in ("moebius", "klein") else board for board in BOARDS]
)
@pytest.mark.parametrize("kind", ["closed", long("open")])
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


@pytest.mark.parametrize("board", [dt.Space(2, 4, 4), dt.Torus(4, 6), dt.Box(3, 4, 5)], ids=repr)
def test_reads_what_the_library_reads(client: TestClient, board: dt.Space | dt.Torus | dt.Box, tmp_path: Path) -> None:
    tour = dt.tour(board, seed=1)
    path = tmp_path / "tour.npz"
    dt.save(tour, path)
    files = [("npz", path.read_bytes()), ("order", to_order(tour).encode())]
    if isinstance(board, dt.Space):
        layers = (tour.numbering() + 1).reshape(board.shape)
        files += [
            ("txt", "\n\n".join("\n".join(" ".join(map(str, row)) for row in layer) for layer in layers).encode()),
            ("csv", "\n".join(",".join(map(str, square)) for square in tour.squares()).encode()),
        ]
    for name, file in files:
        told = client.post(f"/api/read-space?format={name}", content=file)
        assert told.status_code == 200, (name, told.text)
        assert from_json(json.dumps(told.json()["file"])).same_moves(tour), name
        assert "In space" in refused(client.post(f"/api/read?format={name}", content=file))


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/space", b'{"board": "sphere", "sides": [4, 4]}', "one of"),
        ("/api/space", b'{"board": "torus", "sides": [4, 4, 4]}', "2 sides, not 3"),
        ("/api/space", b'{"board": "space", "sides": [4, 4]}', "3 sides, not 2"),
        ("/api/space", b'{"board": "torus", "sides": [100, 100]}', "up to 4,000 squares"),
        ("/api/space", b'{"board": "space", "sides": [2, 2, 2]}', "no closed tour"),
        ("/api/read-space", b"[", "not JSON"),
        ("/api/read-space?format=txt", b"1 2", "not a knight's move"),
        ("/api/read-space?format=npz", b"PK", "this is not an .npz file, or not all of it"),
        ("/api/read-space", to_json(dt.tour(6, 6, seed=1)).encode(), "not hold a tour of a box, a surface"),
    ],
)
def test_refuses_bad_requests_in_a_line(client: TestClient, path: str, body: bytes, why: str) -> None:
    assert why in refused(client.post(path, content=body))


@pages.needs_browser
@pytest.mark.parametrize(("board", "sides"), [long(*board) for board in BOARDS])
def test_page_turns_and_rides(browser: Browser, address: str, board: str, sides: list[int]) -> None:
    state = "&".join(f"{name}={side}" for name, side in zip(("length", "width", "height"), sides, strict=False))
    with partial(pages.opened, name="boxes.html")(browser, address, f"board={board}&{state}&seed=1&move=5") as page:
        page.wait_for_selector("[data-drawn=space]")
        assert "square" in page.inner_text("#readout")
        drawn = page.evaluate("document.querySelector('#stage canvas').toDataURL()")
        assert page.evaluate(BLANK_AT_THE_RIM)
        page.focus("#stage")
        page.keyboard.press("Shift+ArrowLeft")
        page.wait_for_url("**turn=**")
        assert page.evaluate("document.querySelector('#stage canvas').toDataURL()") != drawn
        page.select_option("[name=board]", "box")
        page.fill("[name=height]", "5")
        page.click("text=Make")
        page.wait_for_selector("#status:has-text('box')")


def on_the_screen(points: Any) -> Any:
    """The places to the right and up of the middle, and how far away they are."""
    x, y, z = np.moveaxis(np.asarray(points), -1, 0)
    right, away = np.cos(ASIDE) * x + np.sin(ASIDE) * y, np.cos(ASIDE) * y - np.sin(ASIDE) * x
    return np.stack([right, np.cos(TILT) * z + np.sin(TILT) * away, np.cos(TILT) * away - np.sin(TILT) * z], axis=-1)


def square_behind(told: dict[str, Any], right: float, up: float) -> int | None:
    """The square of the nearest tile at a place, or `None` if there is none or two are about as near."""
    found = []
    for square, corners in zip(told["tiles"]["squares"], on_the_screen(told["tiles"]["corners"]), strict=True):
        sides = np.roll(corners, -1, axis=0) - corners
        turns = sides[:, 0] * (up - corners[:, 1]) - sides[:, 1] * (right - corners[:, 0])
        if (turns > 0).all() or (turns < 0).all():
            found.append((corners[:, 2].mean(), square))
    found.sort()
    if not found or any(away - found[0][0] < 0.5 and square != found[0][1] for away, square in found):
        return None
    return int(found[0][1])


@exhaustive
@pages.needs_browser
@pytest.mark.parametrize(
    ("board", "sides"), [very_long("torus", [6, 12]), ("klein", [8, 16]), very_long("cylinder", [5, 12])]
)
def test_the_pointer_finds_the_nearest_square(
    browser: Browser, address: str, client: TestClient, board: str, sides: list[int]
) -> None:
    told = made(client, board, sides)
    radius = max(np.linalg.norm(told["tiles"]["corners"], axis=-1).ravel())
    told_squares = 0
    state = f"board={board}&length={sides[0]}&width={sides[1]}&seed=1"
    with pages.opened(browser, address, state, name="boxes.html") as page:
        page.wait_for_selector("[data-drawn=space]")
        box = page.locator("#stage").bounding_box()
        assert box is not None
        margin = max(14, min(24, box["width"] * 0.03))
        scale = min(min(box["width"], box["height"]) / 2 - margin, 120 * radius) / radius
        for right, up in np.random.default_rng(1).uniform(-0.7 * radius, 0.7 * radius, (15, 2)):
            square = square_behind(told, right, up)
            page.mouse.move(box["x"] + box["width"] / 2 + scale * right, box["y"] + box["height"] / 2 - scale * up)
            if square is not None:
                told_squares += 1
                words = f"Move {told['order'].index(square) + 1}: square {told['names'][square]}"
                assert page.inner_text("#readout") == words
    assert told_squares > 3


@exhaustive
@pages.needs_browser
@pytest.mark.parametrize("board", [long(dt.Torus(6, 8)), dt.Box(4, 3, 5)], ids=["torus", "box"])
def test_a_browser_without_webgl_shows_the_board_laid_flat(
    browser: Browser, address: str, tmp_path: Path, board: Any
) -> None:
    tour = dt.tour(board, seed=1)
    drawn: list[str] = []

    def pass_on(route: Route) -> None:
        answer = route.fetch()
        drawn.append(answer.text())
        route.fulfill(response=answer)

    width = (
        "document.querySelector('#stage img').decode().then(() => document.querySelector('#stage img').naturalWidth)"
    )
    name = type(board).__name__.lower()
    sides = zip(("length", "width", "height"), board.sides, strict=False)
    state = "&".join(f"{side}={length}" for side, length in sides)
    with browser.new_context() as context:
        context.add_init_script(NO_WEBGL)
        page = context.new_page()
        page.route("**/api/export-space?**", pass_on)
        page.goto(f"{address}boxes.html#board={name}&{state}&seed=1")
        page.wait_for_selector("#stage img")
        assert drawn == [to_svg(tour, colour_by="tour")]
        assert page.inner_text("#error") == FLAT_ONLY
        assert page.evaluate(width) > 100
        dt.show(tour, tmp_path / "alone.html")
        page.goto((tmp_path / "alone.html").as_uri())
        page.wait_for_selector("#stage img")
        assert page.evaluate(width) > 100
        assert page.get_attribute("#stage img", "alt") == f"Closed tour of {tour.board.describe()}".replace(
            " x ", " \u00d7 "
        )


@exhaustive
@pages.needs_browser
def test_a_page_of_a_surface_needs_no_server(browser: Browser, tmp_path: Path) -> None:
    dt.show(dt.tour(dt.Torus(6, 8), seed=1), tmp_path / "torus.html")
    with pages.opened(browser, (tmp_path / "torus.html").as_uri()) as page:
        page.wait_for_selector("[data-drawn=space]")
        assert page.inner_text("#status") == "Closed tour of the 6 × 8 torus, no. 1"
