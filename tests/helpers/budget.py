"""A budget for the quick run, as a plugin of pytest: `pytest -p helpers.budget --budget FILE`.

A test function costs the processor time of all its cases, with the processes that they start. A fixture that tests
share is charged itself, whichever test comes first, and so are kernels that are compiled or loaded. Costs are counted
in units of a loop that each process of the tests runs first, so that a slow or busy machine makes no difference; a
unit is about a second.

The file says what all tests together may cost, and lists the functions that cost about a unit or more. The run fails
if a function costs three times what is listed, or three units if it is not, or if all together cost too much. At
the end, it says how long it took, which functions are the dearest, and which tests were skipped.
"""

from __future__ import annotations

import os
import sys
import time
import tomllib
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

_LOOPS: Final = 25
"""How many calibrating loops make a unit."""

_EVERY: Final = 10
"""The seconds of processor time after which the loop runs again: a machine may become slower or faster."""

_GLANCE: Final = 0.05
"""The seconds for which the processor time of running processes is taken to be the same, as it takes some to look."""

_ROOM: Final = 3
"""How many times its cost a function may take: caches are cold, and the first test that needs a library imports it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("budget")
    group.addoption("--budget", type=Path, metavar="FILE", help="Fail if tests cost more than this file says.")
    group.addoption(
        "--begun", type=float, metavar="SECONDS", help="When the whole run began, as `date +%%s` prints it."
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.budget is None:
        return
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Judge(config.option.budget, config.option.begun or time.time()), "budget-judge")
    if not getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(_Meter(), "budget-meter")


class _Meter:
    """Measures what tests cost, in the process that runs them."""

    def __init__(self) -> None:
        self.unit = sum(_loop() for _ in range(_LOOPS))
        self.costs = defaultdict[str, float](float)
        self.clock = _Clock()
        self.spent = self.calibrated = self.clock.spent()
        self.owner = ""
        self.watches = False

    def charge(self, owner: str) -> None:
        """Charge what was spent since the last call to the owner till now, and what follows to the next one."""
        spent = self.clock.spent()
        self.costs[self.owner] += (spent - self.spent) / self.unit
        self.spent, self.owner = spent, owner

    def calibrate(self) -> None:
        """Find out from time to time how much a unit is."""
        if (spent := self.clock.spent()) - self.calibrated > _EVERY:
            self.unit += (_LOOPS * _loop() - self.unit) / 4  # smoothly, as a single loop may have been disturbed
            self.calibrated = spent

    @contextmanager
    def charged(self, owner: str) -> Iterator[None]:
        """Charge another owner while the block runs."""
        before = self.owner
        self.charge(owner)
        try:
            yield
        finally:
            self.charge(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.calibrate()
        self.spent, self.owner = self.clock.spent(), item.nodeid.partition("[")[0]
        self.watch_compiler()
        return (yield)

    def watch_compiler(self) -> None:
        """Charge kernels that are compiled or loaded to all of them, once a test has imported the compiler."""
        compiler = sys.modules.get("destrier.support.tuned_compiler")
        if compiler is None or self.watches:
            return
        self.watches, compile_whole = True, compiler._Whole.compile

        def watched(whole: object, signature: object) -> object:
            with self.charged("kernels"):
                return compile_whole(whole, signature)

        compiler._Whole.compile = watched

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        with self.charged(f"{fixturedef.baseid}::{fixturedef.argname}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        report = yield
        if call.when == "teardown":
            self.charge(self.owner)
            report.costs = dict(self.costs)
            self.costs.clear()
        return report


class _Judge:
    """Adds up what tests cost, and compares it with the budget."""

    def __init__(self, path: Path, begun: float) -> None:
        self.path = path
        self.begun = begun
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        self.total: float = told["total"]
        self.listed: dict[str, float] = told.get("functions", {})
        self.costs: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.faults: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.costs.update(getattr(report, "costs", {}))
        if report.skipped and isinstance(report.longrepr, tuple):
            self.skipped[report.longrepr[2].removeprefix("Skipped: ")] += 1

    def judged(self) -> Iterator[str]:
        """Yield a line for whatever costs too much: what it is, and what to do."""
        for name, cost in self.costs.most_common():
            if cost > _ROOM * (listed := self.listed.get(name, 1)):
                cases = "take a smaller case, mark large ones as `long`"
                yield f"{name} costs {cost:.1f} units, not {listed:g}: {cases}, or list it in {self.path}"
        if (cost := self.costs.total()) > self.total:
            yield f"all tests cost {cost:.4g} units, not {self.total:g}: take smaller cases of the dearest functions"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.faults = list(self.judged())
        if self.faults and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        tr = terminalreporter
        tr.section("budget")
        for name, cost in self.costs.most_common(10):
            tr.write_line(f"{cost:6.1f}  {name}")
        tr.write_line(f"{self.costs.total():6.0f}  units of {self.total:g}, in all")

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """Print the last lines, which follow those of pytest."""
        tr = config.pluginmanager.get_plugin("terminalreporter")
        if tr is None:
            return
        minutes, seconds = divmod(round(time.time() - self.begun), 60)
        tr.write_line(f"It took {minutes} min {seconds} s.")
        for reason, number in self.skipped.most_common():
            tr.write_line(f"Skipped {number}: {reason}")
        for fault in self.faults:
            tr.write_line(f"Over budget: {fault}", red=True)


def _loop() -> float:
    """Return the seconds of processor time of a loop, on this machine at this time."""
    begun = time.process_time()
    value = 1
    for _ in range(400_000):
        value = value * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
    return time.process_time() - begun


class _Clock:
    """Tells the processor time of this process and of those that it started, which may still run."""

    def __init__(self) -> None:
        self.running = self.ended = self.looked = 0.0

    def spent(self) -> float:
        """Return the seconds so far."""
        own, system, *of_children = os.times()[:4]
        ended = sum(of_children)
        if ended != self.ended or time.monotonic() - self.looked > _GLANCE:
            self.running = sum(sum(_times_of(process)) for process in _running())
            self.ended, self.looked = ended, time.monotonic()
        return own + system + ended + self.running


def _running() -> list[psutil.Process]:
    """Return the processes that this one started, and those that they started."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # takes a microsecond, and the list a millisecond
    except (AttributeError, ChildProcessError):
        return []
    return psutil.Process().children(recursive=True)


def _times_of(process: psutil.Process) -> tuple[float, ...]:
    try:
        return process.cpu_times()[:4]
    except psutil.Error:  # it has ended
        return ()
