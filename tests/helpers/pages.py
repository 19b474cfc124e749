"""What the tests of the viewer's pages share: a server, a browser, and a page in which nothing goes wrong."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import ViewportSize, sync_playwright

from destrier.viewer import work
from helpers import browser as browsers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    import destrier as dt

__all__ = ["VIEWPORT", "centre", "hosted", "launched", "needs_browser", "opened", "rest", "served", "shown", "stop"]

BROWSER = browsers.find()
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

VIEWPORT = ViewportSize(width=1280, height=800)

needs_browser = pytest.mark.skipif(
    BROWSER is None and not browsers.NEEDED, reason="there is no Chromium: `make browser` installs it where apt-get can"
)


@contextmanager
def served(*arguments: str, program: str | Path = sys.executable) -> Iterator[str]:
    """The address of a viewer that runs, by this Python."""
    command = [program, "-m", "destrier", "view", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a plain host of files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        yield started
        started.close()


@contextmanager
def opened(
    browser: Browser,
    address: str,
    state: str = "",
    name: str = "",
    *,
    clocked: bool = False,
    simple: bool = False,
    **options: Any,
) -> Iterator[Page]:
    """A page in this state, in a context of its own; it asks no other host, and nothing goes wrong in it.

    All its controls are in sight, as *More* is open, unless the page is to be `simple`, as at first.

    Where a test waits for what time brings, the page is `clocked`: `page.clock.run_for` lets time pass at once.
    """
    with browser.new_context(**{"viewport": VIEWPORT, **options}) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: None if request.url.startswith((address, "blob:")) else faults.append(request.url),
        )
        if clocked:
            page.clock.install()
        page.goto(f"{address}{name}#{state}")
        page.wait_for_selector("body[data-ready]", timeout=60_000)
        if not simple:
            page.evaluate("document.querySelector('#more:not([open]) > summary')?.click()")
        yield page
        assert not faults, faults


def shown(page: Page) -> dt.Tourney:
    """The tourney that the page shows, saved as npy."""
    page.select_option("#format", "npy")
    with page.expect_download() as download:
        page.click("#save")
    saved = download.value.path().read_bytes()
    page.wait_for_timeout(150)  # Chromium refuses some of many downloads within a second
    return work.from_npy(saved)


def stop(page: Page) -> None:
    """Let no time pass in a clocked page by itself, so that nothing in it is over before a test has seen it."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def centre(page: Page, row: float, col: float, side: int = 6) -> tuple[float, float]:
    """Where a square of a fitted board of this side is."""
    rest(page)
    box = page.locator("#stage").bounding_box()
    assert box is not None
    room = max(14, min(24, box["width"] * 0.03))
    scale = min((min(box["width"], box["height"]) - 2 * room) / side, 120)
    left, top = box["x"] + (box["width"] - scale * side) / 2, box["y"] + (box["height"] - scale * side) / 2
    return left + scale * (col + 0.5), top + scale * (row + 0.5)


def rest(page: Page) -> None:
    """Wait until all is laid out and drawn: a board that is slow to draw is only moved and stretched for a while."""
    page.wait_for_function("() => [...document.querySelectorAll('canvas')].every((canvas) => !canvas.style.transform)")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    shifted = "[...document.querySelectorAll('.stage canvas')].some((canvas) => canvas.style.transform)"
    page.wait_for_function(f"() => !{shifted}")  # a view that is slow to draw is shifted first
