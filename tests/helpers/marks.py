"""What the quick run leaves to continuous integration, what only some systems have, and how many examples are tried."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["examples", "exhaustive", "left", "lengthy", "long", "posix", "register_profiles", "release", "very_long"]

exhaustive = pytest.mark.exhaustive

lengthy = pytest.mark.lengthy

release = pytest.mark.release

posix = pytest.mark.skipif(os.name != "posix", reason="needs signals, limits or terminals, which Windows lacks")

_MORE: Final = {"exhaustive": 3, "fuzz": 5}
"""How many times more examples than the quick run's a profile of Hypothesis has."""


def long(*values: object) -> object:
    """The parameters of a case that takes long."""
    return pytest.param(*values, marks=exhaustive)


def very_long(*values: object) -> object:
    """The parameters of a case that takes minutes."""
    return pytest.param(*values, marks=lengthy)


def left(values: Iterable[object], quick: Iterable[object]) -> list[object]:
    """The values of one parameter, of which these are quick and the others take long."""
    chosen = list(quick)
    return [value if value in chosen else long(value) for value in values]


def examples(quick: int) -> settings:
    """So many examples in the quick run, and more in the others."""
    return settings(max_examples=quick * _MORE.get(settings.get_current_profile_name(), 1))


def register_profiles() -> None:
    """Tell Hypothesis its profiles: what is run before a change is taken tries the same examples each time.

    New ones are tried by `make fuzz` alone, which says how to repeat what it finds.
    """
    settings.register_profile(
        "quick",
        max_examples=20,
        derandomize=True,
        deadline=None,  # a kernel may compile within an example
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    quick = settings.get_profile("quick")
    settings.register_profile("exhaustive", quick, max_examples=20 * _MORE["exhaustive"])
    settings.register_profile("fuzz", quick, max_examples=20 * _MORE["fuzz"], derandomize=False, print_blob=True)
    settings.load_profile("quick")
