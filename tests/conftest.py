"""What all tests share: the settings of Hypothesis, and a browser with the viewer, started once for all tests."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import schemathesis
from helpers.marks import exhaustive, register_profiles
from helpers.tourneys import OPEN
from hypothesis import core
from hypothesis.vendor.pretty import RepresentationPrinter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from starlette.testclient import TestClient

    from destrier.core.tourney import Tour

HERE = Path(__file__).parent

register_profiles()

# Neither while tests are collected nor later are they looked through for garbage, which takes a tenth of the time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()


class Printer(RepresentationPrinter):
    """What prints the values of failing examples, unless they are whole requests.

    Schemathesis has Hypothesis print no values at all, as those of its own are large.
    """

    def pretty(self, obj: object, *, cycle: bool = False) -> None:
        if not isinstance(obj, schemathesis.Case):
            super().pretty(obj, cycle=cycle)


core.RepresentationPrinter = Printer  # type: ignore[attr-defined]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of pages, and leave those of what lies beside the package to the long run."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pages)
        if not item.path.is_relative_to(HERE):
            item.add_marker(exhaustive)


@pytest.fixture(params=OPEN)
def open_tour(request: pytest.FixtureRequest) -> Tour:
    return OPEN[request.param]()


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """Of a viewer that was started without a file."""
    from starlette.testclient import TestClient

    from destrier.viewer.server import make_app

    with TestClient(make_app(), base_url="http://127.0.0.1:8000") as started:
        yield started


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Of a viewer that runs."""
    from helpers.pages import served

    with served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A browser, and the event loop that talks to it, which is set aside between the tests that use it.

    The loop stands still between two calls, but Playwright leaves it marked as running, and with that no other test
    could run one of its own.
    """
    from helpers.pages import launched

    with launched() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser, in which each page that a test opens remembers nothing of the others."""
    browser, loop = chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)
