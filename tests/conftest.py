"""What all tests share: the settings of Hypothesis, and a browser with the viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.marks import EXHAUSTIVE_PROFILE
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from starlette.testclient import TestClient

settings.register_profile(  # a kernel may compile within an example
    "quick", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
settings.register_profile(EXHAUSTIVE_PROFILE, settings.get_profile("quick"), max_examples=100)
settings.load_profile("quick")


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Of a viewer that was started without a file."""
    from starlette.testclient import TestClient

    from destrier.viewer.server import make_app

    with TestClient(make_app(), base_url="http://127.0.0.1:8000") as started:
        yield started


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a viewer that runs."""
    from helpers.pages import served

    with served() as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from helpers.pages import launched

    with launched() as browser:
        yield browser
