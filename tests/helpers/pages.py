"""What the tests of the viewer's pages share: a server, a browser, and a page in which nothing goes wrong."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import ViewportSize, sync_playwright

from helpers import browser as browsers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

__all__ = ["launched", "needs_browser", "opened", "rest", "served"]

BROWSER = browsers.find()
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]

VIEWPORT = ViewportSize(width=1280, height=800)

needs_browser = pytest.mark.skipif(BROWSER is None and not browsers.NEEDED, reason="there is no Chromium here")


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """The address of a viewer that runs."""
    command = [sys.executable, "-m", "destrier", "view", "--no-open", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.send_signal(signal.SIGINT)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, with one context, which remembers the files that it has loaded."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=QUIET)
        started.new_context(viewport=VIEWPORT)
        yield started
        started.close()


@contextmanager
def opened(browser: Browser, address: str, state: str = "", name: str = "", **options: Any) -> Iterator[Page]:
    """A page in this state; it asks no other host, and nothing goes wrong in it."""
    context = browser.new_context(**{"viewport": VIEWPORT, **options}) if options else browser.contexts[0]
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith((address, "blob:")) else faults.append(request.url)
    )
    page.goto(f"{address}{name}#{state}")
    page.wait_for_selector("body[data-ready]", timeout=20_000)
    yield page
    assert not faults, faults
    (context if options else page).close()


def rest(page: Page) -> None:
    """Wait until all is laid out and drawn: a board that is slow to draw is only moved and stretched for a while."""
    page.wait_for_function("() => [...document.querySelectorAll('canvas')].every((canvas) => !canvas.style.transform)")
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    shifted = "[...document.querySelectorAll('.stage canvas')].some((canvas) => canvas.style.transform)"
    page.wait_for_function(f"() => !{shifted}")  # a view that is slow to draw is shifted first
