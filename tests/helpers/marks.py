"""What the quick run leaves to the exhaustive one, which takes as long as it takes, and what only some systems have."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["EXHAUSTIVE_PROFILE", "examples", "exhaustive", "left", "long", "posix"]

EXHAUSTIVE_PROFILE: Final = "exhaustive"
"""The profile of Hypothesis in the exhaustive run, which takes all tests with random examples once more."""

exhaustive = pytest.mark.exhaustive

posix = pytest.mark.skipif(os.name != "posix", reason="needs signals, limits or terminals, which Windows lacks")


def long(*values: object) -> object:
    """The parameters of a case that takes long."""
    return pytest.param(*values, marks=exhaustive)


def left(values: Iterable[object], quick: Iterable[object]) -> list[object]:
    """The values of one parameter, of which these are quick and the others take long."""
    chosen = list(quick)
    return [value if value in chosen else long(value) for value in values]


def examples(quick: int) -> settings:
    """So many random examples in the quick run, and five times as many in the exhaustive one."""
    return settings(max_examples=quick * (5 if settings.get_current_profile_name() == EXHAUSTIVE_PROFILE else 1))
