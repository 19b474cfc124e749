"""The door of kernels: what is compiled again and what is not, by whom, and what is said of it."""

from __future__ import annotations

import ast
import errno
import gc
import logging
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

import numba
import numpy as np
import pytest
from helpers.commands import without_compilation
from helpers.marks import exhaustive, lengthy, long, posix, very_long
from hypothesis import given
from hypothesis.strategies import integers

import destrier
from destrier import cli
from destrier.cli import compilation
from destrier.support import announcing, kernel_store
from destrier.support.announcing import LOGGER, Announcer, Compilation, heard
from destrier.support.kernels import KERNELS, Kernel, kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCES = Path(destrier.__file__).parent


# The sources


@cache
def sources() -> dict[str, ast.Module]:
    return {path.relative_to(SOURCES).as_posix(): ast.parse(path.read_bytes()) for path in SOURCES.rglob("*.py")}


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name.partition(".")[0] for name in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) else []


@exhaustive
def test_two_files_import_the_compiler() -> None:
    asking = {
        path
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if {"numba", "llvmlite"}.intersection(imported(node))
    }
    assert asking == {"support/compiler.py", "support/tuned_compiler.py"}


def test_only_kernels_are_without_types() -> None:
    def has_types(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        arguments = function.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        return function.returns is not None and all(one is None or one.annotation is not None for one in named[1:])

    untyped = {
        (path, function.name)
        for path, tree in sources().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and not has_types(function)
        and "kernel" not in {ast.unparse(marker).partition("(")[0] for marker in function.decorator_list}
    }
    assert untyped == set()


def test_all_kernels_can_be_told_apart() -> None:
    """None refers to what could change without being seen: that raises."""
    for module in walk_packages([str(SOURCES)], "destrier."):
        if not module.name.endswith("__main__") and "frozen" not in module.name:
            import_module(module.name)
    told = {one.digest for one in KERNELS if one.name.startswith("destrier.")}
    assert len(told) == sum(one.name.startswith("destrier.") for one in KERNELS) > 200


# What is compiled again

CALLER = """
from destrier.support.kernels import kernel
from callee import twice, STEP

@kernel
def total(number):
    return twice(number) + STEP
"""

CALLEE = """
from destrier.support.kernels import kernel

STEP = 1

@kernel
def twice(number):
    return 2 * number
"""

PROGRAM = """
import logging, sys
from destrier.support.announcing import Compilation, heard

class Told(Compilation):
    def emit(self, record):
        if record.levelno == logging.INFO:
            print(record.args[2], file=sys.stderr)

from caller import total
with heard(Told()):
    print(total.whole(10))
"""


@pytest.fixture
def total(tmp_path: Path) -> Any:
    """Write the two modules, and run the first; return its result and what was compiled for it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept"), "PYTHONDONTWRITEBYTECODE": "1"}

    def start(caller: str = CALLER, callee: str = CALLEE) -> subprocess.Popen[str]:
        (tmp_path / "caller.py").write_text(caller, encoding="utf-8")
        (tmp_path / "callee.py").write_text(callee, encoding="utf-8")
        streams: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=tmp_path, env=environment, **streams)

    def run(caller: str = CALLER, callee: str = CALLEE) -> tuple[int, list[str]]:
        out, err = start(caller, callee).communicate()
        return int(out), err.splitlines()

    return SimpleNamespace(run=run, start=start, kept=tmp_path / "kept")


BOTH = ["caller.total", "callee.twice"]


@exhaustive
def test_what_changes_is_compiled_again(total: Any) -> None:
    """A kernel, one that it calls in another file, or a constant from there; but no comment."""
    assert total.run() == (21, BOTH)
    assert total.run(callee=CALLEE + "# a comment") == (21, [])
    assert total.run(callee=CALLEE.replace("2 * number", "3 * number")) == (31, BOTH)
    assert total.run(callee=CALLEE.replace("STEP = 1", "STEP = 5")) == (25, BOTH)
    assert total.run() == (21, [])


@exhaustive
def test_two_processes_compile_a_kernel_once(total: Any) -> None:
    both = [total.start(), total.start()]
    ended = [one.communicate() for one in both]
    assert [int(out) for out, _ in ended] == [21, 21]
    assert sorted(err.split() for _, err in ended) == [[], BOTH]
    assert [path.suffix for path in total.kept.iterdir()] != [".lock"]
    assert len(list(total.kept.iterdir())) == 1


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], long(lambda data: b""), long(lambda data: data[:-1] + b"\0\0")]
)
def test_what_is_damaged_is_compiled_again(total: Any, damage: Any) -> None:
    total.run()
    (file,) = total.kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    result, told = total.run()
    assert result == 21
    assert [line for line in told if line in BOTH] == BOTH
    assert total.run() == (21, [])


def test_a_digest_refuses_what_may_change_unseen() -> None:
    changeable = {"a": 1}

    @kernel
    def refers() -> Any:
        return changeable

    with pytest.raises(TypeError, match="can refer to kernels, numbers, arrays and tuples"):
        _ = refers.digest


def test_a_digest_sees_enclosed_kernels() -> None:
    def summed(factor: int) -> Kernel:
        @kernel
        def scaled(number):
            return factor * number

        @kernel
        def total(number):
            return scaled(number) + 1

        return total

    assert summed(2).digest == summed(2).digest != summed(3).digest


# Where it is kept


@pytest.fixture
def warned(caplog: pytest.LogCaptureFixture) -> Any:
    """The warnings from now on."""
    kernel_store.warn_once.cache_clear()
    return lambda: [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_full_disk_is_told_once(kept: Path, warned: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: bytes, **_options: bool) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    monkeypatch.setattr(kernel_store, "write_atomically", full)
    for number in range(3):
        kernel_store.keep(f"kernel-{number}", b"code")
    assert warned() == [f"compiled kernels cannot be kept in {kept}: No space left on device"]
    assert kernel_store.read("kernel-0") is None


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
@posix
def test_a_file_system_without_locks_is_told_once(
    kept: Path, warned: Any, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    import fcntl

    def refuse(*_: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    kernel_store.can_lock.cache_clear()
    for _ in range(2):
        with kernel_store.locked("kernel-1"):
            kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    assert warned() == [f"files in {kept} cannot be locked; two processes may compile the same kernel"]
    kernel_store.can_lock.cache_clear()


@posix
def test_links_in_the_folder_are_not_followed(kept: Path, warned: Any) -> None:
    kept.mkdir()
    outside = kept.parent / "outside"
    outside.write_bytes(b"mine")
    for name in ("kernel-1", "kernel-1.lock"):
        (kept / name).symlink_to(outside)
    (kept / "kernel-2").symlink_to("nothing")
    with kernel_store.locked("kernel-1"):
        kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    assert outside.read_bytes() == b"mine"
    lock = kept / "kernel-1.lock"
    assert warned() == [
        f"{lock} cannot be locked: {os.strerror(errno.ELOOP)}; two processes may compile the same kernel"
    ]


def test_a_file_where_the_folder_should_be(kept: Path, warned: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.write_text("no folder", encoding="utf-8")
    temporary = kept.parent / "temporary"
    monkeypatch.setattr(kernel_store, "_temporary", lambda: temporary)
    kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    assert [path.name for path in temporary.iterdir()] == ["kernel-1"]
    assert warned() == [f"{kept} cannot be written; compiled kernels are kept in {temporary}"]


@posix
def test_a_temporary_folder_of_others_is_not_trusted(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code is run from it."""
    kept.write_text("no folder", encoding="utf-8")
    temporary = kept.parent / "temporary"
    monkeypatch.setattr(kernel_store, "_temporary", lambda: temporary)
    temporary.mkdir()
    kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    temporary.chmod(0o777)
    assert kernel_store.read("kernel-1") is None
    assert kernel_store.writable_folder() is None


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_where_others_may_write_is_not_used(kept: Path, warned: Any, mode: int) -> None:
    kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    kept.chmod(mode)
    assert kernel_store.read("kernel-1") is None
    assert kernel_store.writable_folder() != kept
    told = f"{kept} is not used, as others may write there and code is run from it: own it, and chmod go-w {kept}"
    assert told in warned()


@posix
def test_a_file_that_others_may_write_is_not_used(kept: Path, warned: Any) -> None:
    kernel_store.keep("kernel-1", b"code")
    (kept / "kernel-1").chmod(0o664)
    assert kernel_store.read("kernel-1") is None
    path = kept / "kernel-1"
    told = f"{path} is not used, as others may write there and code is run from it: own it, and chmod go-w {path}"
    assert warned() == [told]
    kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("place", ["folder", "file"])
def test_what_another_user_owns_is_not_used(kept: Path, place: str) -> None:
    kernel_store.keep("kernel-1", b"code")
    os.chown(kept if place == "folder" else kept / "kernel-1", 65534, 65534)
    assert kernel_store.read("kernel-1") is None


@posix
def test_a_folder_that_is_exchanged_while_it_is_read_is_not_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one in which another user has put code; here it is one whose file would be read."""
    kernel_store.keep("kernel-1", b"code")
    planted = kept.with_name("planted")
    shutil.copytree(kept, planted)
    (planted / "kernel-1").write_bytes(kernel_store._sum(b"evil") + b"evil")
    opened = os.open

    def exchange(*arguments: Any, **options: Any) -> int:
        file = opened(*arguments, **options)
        if arguments[0] == kept:
            kept.rename(kept.with_name("before"))
            planted.rename(kept)
        return file

    monkeypatch.setattr(os, "open", exchange)
    assert kernel_store.read("kernel-1") == b"code"
    monkeypatch.undo()
    assert (kept / "kernel-1").read_bytes().endswith(b"evil")


def test_outdated_code_is_removed(kept: Path) -> None:
    for name in ("kernel-1", "kernel-2", "other-1"):
        kernel_store.keep(name, b"code")
    for name in ("kernel-1", "other-1"):
        os.utime(kept / name, (0, 0))
    kernel_store.keep("kernel-3", b"code")
    assert {path.name for path in kept.iterdir()} == {"kernel-2", "kernel-3", "other-1"}


# What is said


def log(seconds: float, done: int, of: int, process: int = 1) -> None:
    record = LOGGER.makeRecord(
        LOGGER.name, logging.INFO, "", 0, "compiling %d of %d: %s", (done, of, "x"), None, extra={"seconds": seconds}
    )
    record.process = process
    LOGGER.handle(record)


def end(process: int = 1) -> None:
    record = LOGGER.makeRecord(LOGGER.name, logging.DEBUG, "", 0, "compiled", (), None)
    record.process = process
    LOGGER.handle(record)


def test_a_long_compilation_is_announced_once() -> None:
    lines: list[str] = []
    with heard(Announcer(lines.append, in_place=False)):
        log(announcing.PATIENCE - 0.1, 11, 40)
        assert lines == []
        log(announcing.PATIENCE, 12, 40)
        log(announcing.PATIENCE + 1, 13, 40)
        end()
        log(announcing.PATIENCE + 9, 14, 41)
    assert lines == ["compiling 12 of 40 (once)"]


def test_a_bar_goes_away_when_nothing_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    announcer = Announcer(lambda _: None, in_place=True)
    with heard(announcer):
        log(3, 12, 40)
        assert "compiling 12 of 40 (once)" in capsys.readouterr().err.split("\r")[-1]
        end()
        assert announcer._bar is None
        assert capsys.readouterr().err.rstrip("\r").split("\r")[-1].strip() == ""


def test_processes_are_added_up() -> None:
    compilation = Compilation()
    with heard(compilation):
        log(0, 12, 40, process=1)
        log(0, 3, 10, process=2)
        assert compilation.total == (15, 50)
        end(1)
        assert compilation.total == (3, 10)
        end(2)
        assert not compilation.underway


def test_levels_are_restored() -> None:
    before = LOGGER.level, list(LOGGER.handlers)
    with heard(Compilation()):
        assert LOGGER.isEnabledFor(logging.DEBUG)
    assert (LOGGER.level, list(LOGGER.handlers)) == before


@exhaustive
def test_a_notebook_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As long as nobody else listens: a viewer of another test may still do so."""
    monkeypatch.setattr(LOGGER, "handlers", [])
    monkeypatch.setattr(LOGGER, "level", LOGGER.level)
    for shell, handlers in (
        (None, 0),
        (SimpleNamespace(), 0),
        (SimpleNamespace(kernel=1), 1),
        (SimpleNamespace(kernel=1), 1),
    ):
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda shell=shell: shell))
        announcing.announce_in_notebook()
        assert len(LOGGER.handlers) == handlers
    gc.collect()
    log(3, 12, 40)
    assert "compiling 12 of 40 (once)" in capsys.readouterr().err
    LOGGER.handlers.pop().close()


# What is compiled ahead


def test_uses_are_commands_in_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for use in (*compilation.COMMON, *compilation.RARE):
        run: list[Sequence[str]] = []

        def note(arguments: Sequence[str], run: list[Sequence[str]] = run) -> int:
            run.append(arguments)
            return 0

        assert compilation.do(note, use) is None
        assert len(run) == len(use.splitlines())
        assert {arguments[0] for arguments in run} <= set(cli.all_commands())
    assert compilation.do(cli.run, "tour 4 6 --kind open -o tour.txt\ncheck tour.txt") is None
    assert not list(tmp_path.iterdir())
    fault = compilation.do(cli.run, "tour 4 6")
    assert fault == "destrier tour 4 6 ended with exit code 1"


@lengthy
def test_what_is_compiled_ahead_is_not_compiled_again(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    command = [sys.executable, "-m", "destrier"]
    ahead = subprocess.run([*command, "compile"], env=environment, capture_output=True, text=True, check=True)
    assert (ahead.stdout, without_compilation(ahead.stderr)) == ("", "")
    kept = {path.name for path in (tmp_path / "kept").iterdir()}
    for use in compilation.COMMON:
        for arguments in use.splitlines():
            subprocess.run(
                [*command, *arguments.split()], cwd=tmp_path, env=environment, capture_output=True, check=True
            )
    assert {path.name for path in (tmp_path / "kept").iterdir()} == kept


# What is compiled


@kernel
def _second(array):
    return array[1:]


@kernel
def _doubled(array):
    return 2 * array


@kernel
def _sum(array):
    total = 0.0
    for value in array:
        total += value
    return total


@kernel
def _all(array):
    longer = _doubled(array)
    return _sum(_second(array)) + _sum(_second(longer)) + _sum(longer), _second(longer), array


@kernel
def _depth(number):
    return 0 if number == 0 else 1 + _depth(number - 1)


@pytest.fixture
def _compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kernel, "patience", -1)


@pytest.mark.usefixtures("_compiled")
def test_arrays_outlive_those_that_borrow_them() -> None:
    """Parts that make no array do not count references; what is returned is whole all the same, and nothing is kept."""
    given = np.arange(1000.0)
    references = sys.getrefcount(given)
    for _ in range(100):
        total, part, same = _all(given)
        assert total == 5 * given.sum() == 5 * 499500
        assert np.array_equal(part, 2 * given[1:])
        assert same is given or np.shares_memory(same, given)
    del part, same
    assert sys.getrefcount(given) == references


@pytest.mark.usefixtures("_compiled")
def test_a_kernel_may_call_itself() -> None:
    assert _depth(7) == 7
    assert Kernel.__call__(_depth, 3) == 3


@pytest.mark.usefixtures("kept", "_compiled")
def test_a_part_is_compiled_once_for_all_integers() -> None:
    @kernel
    def add(one, other):
        return one + other

    @kernel
    def many(number):
        return add(number, 1) + add(2, number) + add(np.int32(3), 4)

    assert many(10) == 11 + 12 + 7
    assert len(add.part.overloads) == 1


OF_WORDS = [each for each in KERNELS if each.python and each.function.__code__.co_argcount == 1]


@pytest.mark.parametrize("replaced", OF_WORDS, ids=lambda each: each.name)
@given(word=integers(1, 2**64 - 1))
def test_what_python_runs_instead_agrees(replaced: Kernel, word: int) -> None:
    with np.errstate(over="ignore"):
        assert replaced.python is not None
        assert replaced.python(np.uint64(word)) == replaced.function(np.uint64(word))


# Where Numba is missing

WITHOUT = """
import sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from destrier.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("tour 8 8 --seed 1 -o tour.svg", 0, ""),
        long("tour 4 4 4 --seed 1 -o tour.json", 0, ""),
        long("tour 10 10 --leaper zebra --kind open --seed 1 -o tour.json", 0, ""),
        long("tour 7 10 --leaper king --seed 1 -o tour.json", 0, ""),
        long("tour 4 19 --surface cylinder --kind open --seed 1 -o tour.json", 0, ""),
        long("puzzle 6 6 --seed 1 -o puzzle.svg", 0, ""),
        ("tour 600 600 --seed 1 -o tour.npy", 2, "Numba, which is missing: pip install numba"),
    ],
)
def test_small_boards_do_without_the_compiler(arguments: str, code: int, told: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments.split()], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == code, result.stderr
    assert result.stderr.rstrip().endswith(told)
    assert result.stderr.count("\n") == bool(told)


SWITCHED_OFF = """
import destrier
from destrier.support.kernels import Kernel

Kernel.patience = -1
print(destrier.tour(8, 8, seed=1).squares())
"""


def test_kernels_run_without_a_warning_where_the_compiler_is_switched_off() -> None:
    """Numba's own switch is for those who look for a fault; words of random bits overflow."""
    env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = [sys.executable, "-W", "error", "-c", SWITCHED_OFF]
    result = subprocess.run(run, env=env, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"{destrier.tour(8, 8, seed=1).squares()}\n"


# Where Numba is another version

OTHER = """
import sys

import numba
from numba.core import caching, compiler

numba.njit(lambda: 0)()  # Numba has imported what it needs
what = sys.argv.pop(1)
if what == "a name is gone":
    del caching.NullCache
elif what == "a method has other parameters":
    compiler.CompileResult._rebuild = compiler.CompileResult._reduce = None
    numba.version_info = numba.version_info._replace(short=(9, 9))
elif what == "an unknown version fits":
    numba.version_info = numba.version_info._replace(short=(9, 9))

from destrier.cli import main
main(sys.argv[1:])
"""

CALLS = """
import numpy as np
from destrier.support.kernels import kernel

@kernel
def factorial(number):
    return number * factorial(number - 1) if number > 1 else 1

@kernel
def replace(numbers):
    for place in range(numbers.size):
        numbers[place] = factorial(numbers[place])

numbers = np.arange(1, 6)
replace.whole(numbers)
print(numbers)
"""


def test_kernels_are_compiled_by_other_versions() -> None:
    run = [sys.executable, "-c", OTHER.partition("from destrier")[0] + CALLS, "a name is gone"]
    result = subprocess.run(run, capture_output=True, text=True, check=True)
    assert result.stdout == "[  1   2   6  24 120]\n"


@pytest.mark.parametrize(
    ("what", "fits"),
    [
        long("a name is gone", False),
        very_long("a method has other parameters", False),
        long("an unknown version fits", True),
    ],
)
def test_tours_are_the_same_with_other_versions(what: str, fits: bool, tmp_path: Path) -> None:
    """They are the same kernels: the tour is the same, and one line says why it took longer."""
    arguments = ["tour", "300", "300", "--seed", "1", "-o", "tour.npy"]
    result = subprocess.run(
        [sys.executable, "-c", OTHER, what, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    told = [line for line in result.stderr.splitlines() if "compiling" not in line]
    version = re.escape(numba.__version__)
    expected = [] if fits else [rf"destrier: Numba {version} does not fit, so each process compiles .*: install .*"]
    assert len(told) == len(expected)
    assert all(map(re.fullmatch, expected, told)), told
    assert np.array_equal(np.load(tmp_path / "tour.npy"), destrier.tour(300, 300, seed=1).moves)
