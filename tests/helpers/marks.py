"""What the quick run leaves to continuous integration, what only some systems have, and how many examples are tried."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "examples",
    "exhaustive",
    "is_quick",
    "left",
    "lengthy",
    "long",
    "posix",
    "register_profiles",
    "release",
    "very_long",
]

exhaustive = pytest.mark.exhaustive

lengthy = pytest.mark.lengthy

release = pytest.mark.release

posix = pytest.mark.skipif(os.name != "posix", reason="needs signals, limits or terminals, which Windows lacks")

_EXAMPLES: Final = 20
"""How many examples a test has that asks for no number of its own."""

_SHARES: Final = {"quick": 0.25, "exhaustive": 1, "fuzz": 5}
"""How many of the examples a profile of Hypothesis tries."""


def long(*values: object) -> object:
    """The parameters of a case that takes long."""
    return pytest.param(*values, marks=exhaustive)


def very_long(*values: object) -> object:
    """The parameters of a case that takes minutes."""
    return pytest.param(*values, marks=lengthy)


def left(values: Iterable[object], quick: Iterable[object], weekly: Iterable[object] = ()) -> list[object]:
    """The values of one parameter, of which these are quick, those take minutes, and the others take long."""
    chosen, dear = list(quick), list(weekly)
    return [value if value in chosen else (very_long if value in dear else long)(value) for value in values]


def is_quick() -> bool:
    """Whether Hypothesis tries as few examples as in the quick run."""
    return settings.get_current_profile_name() == "quick"


def examples(number: int) -> settings:
    """So many examples, less than half of them in the quick run, and more in search of faults."""
    return settings(max_examples=_share(number, settings.get_current_profile_name()))


def _share(number: int, profile: str) -> int:
    return max(2, round(number * _SHARES.get(profile, 1)))


def register_profiles() -> None:
    """Tell Hypothesis its profiles: what is run before a change is taken tries the same examples each time.

    New ones are tried by `make fuzz` alone, which says how to repeat what it finds.
    """
    settings.register_profile(
        "quick",
        max_examples=_share(_EXAMPLES, "quick"),
        derandomize=True,
        deadline=None,  # a kernel may compile within an example
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    quick = settings.get_profile("quick")
    settings.register_profile("exhaustive", quick, max_examples=_share(_EXAMPLES, "exhaustive"))
    fuzz = _share(_EXAMPLES, "fuzz")
    settings.register_profile("fuzz", quick, max_examples=fuzz, derandomize=False, print_blob=True)
    settings.load_profile("quick")
