"""Plant faults in a copy of the repository, and report which tests notice them: `python tools/faults.py`.

The faults of `faults.toml` were written by hand, for all rooms of the package. They tell whether the quick run of the
tests still finds what it should after tests were changed. For each fault, the tests of its room run first, then those
of the rooms above it, the nearest first, and then all others, until one fails. If none does in the quick run, the same
is tried in the long one. A failure counts if the test fails again alone, and passes without the fault; a test that does
not end fails after the time that `pyproject.toml` allows.

`python tools/faults.py WORD ...` plants only the faults whose file or text contains one of the words, `--list` prints
them, and `--jobs 2` tries two at a time, each in a copy of its own. It prints a Markdown table, which `--write` also
puts into CONTRIBUTING.md. A fault takes less than a minute if a test of its room finds it, and an hour if none does.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import cache_from_source
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from runpy import run_path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final, NamedTuple

from destrier.support.kernel_store import writable_folder

ROOT: Final = Path(__file__).parents[1]

ROOMS: Final = list(run_path(str(ROOT / "docs" / "rooms.py"))["ROOMS"])
"""The rooms, each above those from which it imports."""

LONG: Final = "not lengthy and (exhaustive or release or hypothesis)"

RUNS: Final = {"quick": (), "long": ("-m", LONG, "--hypothesis-profile", "exhaustive")}
"""The options of pytest for the quick run, and for what `make test-all` runs besides."""

UNFAIR: Final = (
    "tests/docs/test_viewer_pictures.py::test_pictures_are_made_anew_when_the_viewer_changes",
    "tests/project/test_faults.py::test_the_text_of_each_fault_occurs_once",
)
"""Tests that do not count: they look at the sources, so any change makes them fail."""

BEGIN, END = "<!-- faults -->", "<!-- end of faults -->"
"""What stands before and after the table in CONTRIBUTING.md."""


class Fault(NamedTuple):
    """A change of a text that occurs once in a file of `src/destrier`."""

    file: str
    what: str
    """What is wrong then."""
    before: str
    after: str

    @property
    def room(self) -> str:
        return self.file.partition("/")[0]

    @property
    def path(self) -> Path:
        """The file, from the root of the repository."""
        return Path("src", "destrier", self.file)

    def planted(self, text: str) -> str:
        """Return the text of the file with the fault."""
        if text.count(self.before) != 1 or self.after == self.before:
            sys.exit(f"{self.path} has {self.before!r} {text.count(self.before)} times, not once: {self.what}")
        return text.replace(self.before, self.after)


class Failure(NamedTuple):
    """A test that fails, or does not end."""

    test: str
    ends: bool


class Found(NamedTuple):
    """Which run finds a fault, and by which test."""

    run: str
    failure: Failure


class Copy:
    """A copy of what git tracks, or would track, in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        for name in _output(listed, ROOT).rstrip("\0").split("\0"):
            if (ROOT / name).exists():  # or it is about to be removed
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        _output(["git", "init", "--quiet"], folder)
        _output(["git", "add", "--all"], folder)  # some tests ask git for the files
        kernels = folder.with_suffix(".kernels")
        if (kept := writable_folder()) is not None:
            shutil.copytree(kept, kernels, ignore=shutil.ignore_patterns("*.lock", ".*"))
        self._environment = {"PYTHONPATH": str(folder / "src"), "NUMBA_CACHE_DIR": str(kernels)}
        self._running: subprocess.Popen[bytes] | None = None
        tested = _output([sys.executable, "-c", "import destrier; print(destrier.__file__)"], folder, self._environment)
        if Path(tested.strip()) != folder / "src" / "destrier" / "__init__.py":
            sys.exit(f"{tested.strip()} would be tested in place of the copy in {folder}")

    @contextmanager
    def _planted(self, fault: Fault | None) -> Iterator[None]:
        """Have a fault in the copy, if any."""
        if fault is None:
            yield
            return
        whole = (self.folder / fault.path).read_text(encoding="utf-8")
        self._write(fault.path, fault.planted(whole))
        try:
            yield
        finally:
            self._write(fault.path, whole)

    def _write(self, path: Path, text: str) -> None:
        """Write a source, and remove its bytecode, whose time of a second and size may be those of another text."""
        (self.folder / path).write_text(text, encoding="utf-8")
        Path(cache_from_source(str(self.folder / path))).unlink(missing_ok=True)

    def search(self, fault: Fault) -> Found | None:
        """Return the first test that notices a fault."""
        for run, options in RUNS.items():
            for tests in self._tests(fault.room):
                doubtful = list[str]()
                while failure := self._first_failure(fault, *options, *tests, *_deselected(doubtful)):
                    again = self._first_failure(fault, *options, failure.test) if failure.ends else failure
                    if again and not self._first_failure(None, *options, failure.test):
                        return Found(run, failure)
                    _tell(f"{failure.test} fails without the fault, too, or not always: it does not count")
                    doubtful.append(failure.test)
        return None

    def _tests(self, room: str) -> tuple[list[str], list[str]]:
        """Return the tests of a room, and all others, by distance; those of support are in no folder of their own."""
        place = ROOMS.index(room)
        above = [f"tests/{name}" for name in ROOMS[place:] if (self.folder / "tests" / name).exists()]
        top = sorted(f"tests/{path.name}" for path in (self.folder / "tests").glob("test_*.py"))
        others = sorted(
            {f"tests/{path.parent.name}" for path in (self.folder / "tests").glob("*/test_*.py")} - {*above}
        )
        own = above[:1] if above[:1] == [f"tests/{room}"] else top
        return own, [tests for tests in (*above, *top, *others) if tests not in own]

    def _first_failure(self, fault: Fault | None, *arguments: str) -> Failure | None:
        """Run tests with a fault, or without one, until one fails."""
        pytest = [sys.executable, "-m", "pytest", "-x", "-rfE", "--tb=no", "-p", "no:cacheprovider"]
        with (
            TemporaryDirectory(
                dir=self.folder.parent, ignore_cleanup_errors=True
            ) as made,  # some may still write there
            TemporaryFile("w+", encoding="utf-8", errors="replace") as file,
            self._planted(fault),
        ):
            command = [*pytest, f"--basetemp={made}/tests", *_deselected(UNFAIR), *arguments]
            self._running = subprocess.Popen(  # noqa: S603 (of tests of ours)
                command,
                cwd=self.folder,
                env=os.environ | self._environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            code = self._running.wait()
            self.stop()  # and with it what a test has left running
            file.seek(0)
            output = file.read()
        if code in (0, 5):  # all passed, or there were none
            return None
        if found := re.search(r"^(?:FAILED|ERROR) (tests/[^\s\[]+)", output, re.MULTILINE):
            return Failure(found[1], ends=True)
        if found := re.search(rf'File "{re.escape(str(self.folder))}/(tests/\S+)", line \d+ in (test_\w+)', output):
            return Failure(f"{found[1]}::{found[2]}", ends=False)
        sys.exit(f"{' '.join(command)} ended with {code}:\n{output[-2000:]}")

    def stop(self) -> None:
        """End what runs in this copy."""
        if self._running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._running.pid, signal.SIGKILL)


def _output(command: Sequence[str], folder: Path, environment: dict[str, str] | None = None) -> str:
    variables = os.environ | (environment or {})
    done = subprocess.run(command, cwd=folder, env=variables, check=True, capture_output=True, text=True)  # noqa: S603 (git or Python)
    return done.stdout


def _deselected(tests: Sequence[str]) -> list[str]:
    return [f"--deselect={test}" for test in tests]


def _tell(message: str) -> None:
    sys.stderr.write(f"{message}\n")


def try_all(faults: Sequence[Fault], jobs: int) -> list[Found | None]:
    """Return for each fault what finds it, trying several at a time."""
    done = count(1)
    idle = SimpleQueue[Copy]()

    def search(fault: Fault) -> Found | None:
        copy = idle.get()
        try:
            found = copy.search(fault)
        finally:
            idle.put(copy)
        _tell(f"{next(done)} of {len(faults)}: {fault.room}, {fault.what}: {_named(found)}")
        return found

    with TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True) as folder:
        copies = [Copy(Path(folder, f"copy{number}")) for number in range(jobs)]
        for copy in copies:
            idle.put(copy)
        with ThreadPoolExecutor(jobs) as pool:
            try:
                return list(pool.map(search, faults))
            except BaseException:
                for copy in copies:
                    copy.stop()
                raise


def _named(found: Found | None) -> str:
    if found is None:
        return "none"
    test, ends = found.failure
    return f"{'long run: ' * (found.run == 'long')}`{test}`{' does not end' * (not ends)}"


def table(faults: Sequence[Fault], found: Sequence[Found | None]) -> str:
    """Return the results in Markdown, and their totals."""
    rows = [f"| {fault.room} | {fault.what} | {_named(by)} |" for fault, by in zip(faults, found, strict=True)]
    runs = Counter(by.run if by else "none" for by in found)
    totals = f"Of {len(faults)} faults, the quick run finds {runs['quick']}, and the long run {runs['long']} more."
    return "\n".join(["| room | fault | found by |", "|---|---|---|", *rows, "", totals, ""])


def write(text: str, page: Path = ROOT / "CONTRIBUTING.md") -> None:
    """Replace what is between the marks in a page."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        sys.exit(f"{page.name} has no lines {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description="Plant faults, and report which tests notice them.")
    parser.add_argument("words", nargs="*", metavar="WORD", help="plant only faults whose file or text has this word")
    parser.add_argument("--list", action="store_true", help="print the faults, and plant none")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="try N at a time")
    parser.add_argument("--write", action="store_true", help="put the table into CONTRIBUTING.md")
    options = parser.parse_args()
    if options.write and options.words:
        parser.error("the table in CONTRIBUTING.md has all faults")
    faults = [Fault(**one) for one in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["fault"]]
    for fault in faults:
        fault.planted((ROOT / fault.path).read_text(encoding="utf-8"))
    words = options.words or [""]
    chosen = [one for one in faults if any(word in text for word in words for text in (one.file, one.what))]
    if options.list:
        sys.stdout.writelines(f"{one.path}: {one.what}\n" for one in chosen)
        return
    made = table(chosen, try_all(chosen, options.jobs))
    sys.stdout.write(made)
    if options.write:
        write(made)


if __name__ == "__main__":
    main()
