"""Arguments that a typed function does not take, for tests of what it says about them."""

from __future__ import annotations

from typing import Any

__all__ = ["wrong"]


def wrong(value: object) -> Any:
    """The value, as one of any type."""
    return value
