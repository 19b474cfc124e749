"""Kernels run by Python alone, or by the compiler alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from destrier.support import kernels

Result = TypeVar("Result")


def both_ways(monkeypatch: pytest.MonkeyPatch, call: Callable[[], Result]) -> tuple[Result, Result]:
    """The result of a call with all bounded kernels run by Python, and with all kernels compiled."""
    results = []
    monkeypatch.setattr(kernels, "SMALL", 1 << 60)
    monkeypatch.setattr(kernels, "FEW", 1 << 60)
    for patience in (float("inf"), -1):
        monkeypatch.setattr(kernels.Kernel, "patience", patience)
        results.append(call())
    return results[0], results[1]
