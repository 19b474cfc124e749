"""The baseline of all benchmarks, and the units of their table: nanoseconds a square, and copies of the array."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

_WARM = 1.0
"""Seconds of calls beforehand, after which all kernels are compiled that Python itself runs at first."""

_rows: list[tuple[str, int, float, float]] = []


@pytest.fixture
def per_square(benchmark: Any, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Benchmark a function of a board of so many squares, and copying as many bytes beside it."""

    def measure(squares: int, function: Callable[[], Any]) -> Any:
        source = np.ones(squares, np.uint8)
        target = np.empty_like(source)
        begun = time.perf_counter()
        while time.perf_counter() < begun + _WARM:
            function()
        result = benchmark.pedantic(function, rounds=3 if squares > 10**6 else 10)
        copies = []
        for _ in range(10):
            start = time.perf_counter()
            np.copyto(target, source)
            copies.append(time.perf_counter() - start)
        took = benchmark.stats.stats.median
        benchmark.extra_info["ns_per_square"] = took / squares * 1e9
        benchmark.extra_info["array_copies"] = took / sorted(copies)[5]
        _rows.append((request.node.name, squares, took / squares * 1e9, took / sorted(copies)[5]))
        return result

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table: medians."""
    if _rows:
        terminalreporter.section("median time a square, and as a multiple of copying the moves array")
        for name, squares, nanoseconds, copies in _rows:
            terminalreporter.write_line(f"{name:52} {squares:>12,} squares {nanoseconds:>9.2f} ns {copies:>9.1f} x")
