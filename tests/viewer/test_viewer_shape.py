"""Boards that are painted on the viewer's page of tours, in a real browser; skipped where there is none."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers.marks import exhaustive, long
from helpers.pages import centre, needs_browser, opened, rest
from PIL import Image

import destrier as dt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

HELP = "Click squares, or drag across them, to remove them or to add them again."
UNEVEN = "A knight changes colour with each move, so a closed tour needs as many of each."

DROP = """([name, type, data]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], name, { type }));
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector("header").dispatchEvent(drop);
}"""


def told(page: Page, words: str) -> None:
    page.wait_for_selector(f'#shape-why:text-is("{words}")')


def names(board: dt.Board, squares: list[tuple[int, int]]) -> str:
    return ", ".join(board.chess_name(square) for square in squares)


@exhaustive
def test_colours_are_counted_and_shown(browser: Browser, address: str) -> None:
    for style in ("", "paper", "chess", "night"):
        with opened(browser, address, f"rows=6&cols=6&mode=shape&style={style}") as page:
            told(page, f"18 light and 18 dark squares. {HELP}")
            page.mouse.click(*centre(page, 3, 2))
            told(page, f"18 light and 17 dark squares. {UNEVEN}")
            rest(page)
            seen = page.evaluate(
                """() => [[4, 0], [5, 0], [5, 1]].map(([row, col]) => {
                    const canvas = document.querySelector("#stage canvas");
                    const room = Math.min(24, canvas.clientWidth * 0.03);
                    const scale = Math.min((Math.min(canvas.clientWidth, canvas.clientHeight) - 2 * room) / 6, 120);
                    const at = (room, count, place) => (room - scale * count) / 2 + scale * (place + 0.3);
                    const ratio = canvas.width / canvas.clientWidth;
                    const x = at(canvas.clientWidth, 6, col) * ratio;
                    const y = at(canvas.clientHeight, 6, row) * ratio;
                    return canvas.getContext("2d").getImageData(x, y, 1, 1).data.join();
                })"""
            )
            assert seen[0] == seen[2] != seen[1]
            page.select_option("[name=kind]", "open")  # whose ends may have the same colour
            told(page, f"18 light and 17 dark squares. {HELP}")


@exhaustive
def test_squares_with_too_few_moves_are_marked(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&mode=shape") as page:
        marks = "document.querySelectorAll('#stage canvas')[2].toDataURL()"
        rest(page)
        bare = page.evaluate(marks)
        for square in ((2, 1), (5, 5)):
            page.mouse.click(*centre(page, *square))
        told(page, "17 light and 17 dark squares. Fewer than two moves lead from the marked squares: a6.")
        page.mouse.move(2, 2)
        rest(page)
        assert page.evaluate(marks) != bare


def test_a_theorem_is_told(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&mode=shape") as page:
        page.fill("[name=rows]", "4")
        page.keyboard.press("Tab")
        why = dt.why_no_tour(4, 6)
        assert why
        words = why.replace(" (Schwenk 1991)", "").replace(" x ", " × ")
        told(page, f"12 light and 12 dark squares. N{words[1:]}.")


@exhaustive
@pytest.mark.parametrize("kind", ["closed", long("open")])
def test_a_board_is_trimmed(browser: Browser, address: str, kind: Literal["closed", "open"]) -> None:
    text = "#######\n#######\n###.###\n#######\n#......\n"
    board = dt.Board.from_text(text)
    trimmed, left_out = board.trimmed(kind=kind, seed=1)
    with opened(browser, address, f"rows=8&cols=8&seed=1&kind={kind}") as page:
        page.click("[data-mode=shape]")
        page.set_input_files("#shape-file", {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()})
        page.wait_for_selector(f"#status:text-is('A board of {board.size} squares')")
        page.click("#shape-trim")
        page.wait_for_selector(f"#status:text-is('A board of {trimmed.size} squares')")
        assert page.inner_text("#shape-why").endswith(f" Left out: {names(board, left_out)}.")
        page.click("#shape-make")
        page.wait_for_selector(f"#status:has-text(', {trimmed.size} squares')")
        page.click("#undo")
        page.click("#undo")
        page.wait_for_selector(f"#status:text-is('A board of {board.size} squares')")


@exhaustive
def test_a_picture_that_is_dropped_on_the_page_is_a_shape(browser: Browser, address: str) -> None:
    mask = np.random.default_rng(1).random((5, 7)) < 0.7
    file = io.BytesIO()
    Image.fromarray(np.where(mask, 0, 255).astype(np.uint8)).save(file, "png")
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        page.evaluate(DROP, ["heart.png", "image/png", base64.b64encode(file.getvalue()).decode()])
        page.wait_for_selector(f"#status:text-is('A board of {mask.sum()} squares')")
        assert page.get_attribute("[data-mode=shape]", "aria-pressed") == "true"
        for (row, col), present in np.ndenumerate(mask):
            page.mouse.move(*centre(page, row + 1, col, 7))  # a square of the board's 5 rows, centred in 7
            name = dt.Board(5, 7).chess_name((row, col))
            page.wait_for_selector(f"#readout:text-is('{name}{'' if present else ': not a square of the board'}')")


@exhaustive
def test_a_board_without_squares_is_neither_played_nor_made(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match=r"^\['Failed to load resource[^,]*'\]")  # the tour that is refused
    with faults, opened(browser, address, "rows=6&cols=6&mode=shape") as page:
        page.click("#shape-none")
        page.click("#another")
        page.wait_for_selector("#error:text-is('The board has no squares.')")
        page.click("[data-mode=play]")
        page.wait_for_selector("#play-status:text-is('The board has no squares.')")
