"""The examples in all docstrings run, and print what they say; all that is public has one."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

import pytest
from helpers.marks import left

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

SOURCES: Final = Path(dt.__file__).parent
MODULES: Final = sorted(
    ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.rglob("*.py")
    if re.search("^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
)

DEAR: Final = {"destrier.counting.censuses", "destrier.counting.extreme_tours"}
"""Modules that compile what few others need."""

ROOMS: Final = ("destrier", "destrier.counting", "destrier.measuring", "destrier.paths")

PUBLIC: Final = {
    f"{room}.{name}": getattr(import_module(room), name)
    for room in ROOMS
    for name in import_module(room).__all__
    if f"{room}.{name}" not in ROOMS
}
"""All public names with what they are."""

PLAIN: Final = {"destrier.__version__", "destrier.ALGORITHMS", "destrier.MOVES"}
"""Values, which have no docstrings."""

SECTIONS: Final = re.compile(r"^(\w[\w ]+)\n-+\n", re.MULTILINE)


def examples_of(module: ModuleType) -> Iterator[doctest.DocTest]:
    """Yield the examples of all docstrings in a source; doctest itself overlooks decorated functions and properties."""
    path = Path(str(module.__file__))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            told, name = ast.get_docstring(node) or "", getattr(node, "name", "")
            names = {"dt": dt, **vars(module)}
            yield doctest.DocTestParser().get_doctest(told, names, f"{module.__name__}.{name}", str(path), 0)


@pytest.mark.parametrize("name", left(MODULES, [name for name in MODULES if name not in DEAR]))
def test_the_examples_of_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    told: list[str] = []
    for test in examples_of(import_module(name)):
        runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


def documented() -> Iterator[tuple[str, Any]]:
    """Yield the public functions and classes, and the methods and properties that a completion shows."""
    shown = [
        *(dt.tour(6, 6, seed=1), dt.Tours(), dt.TourOrder(20, 30, algorithm="tame"), dt.Leaper(1, 2)),
        *(dt.Board(6, 6), dt.Space(3, 4, 5), dt.Box(2, 3, 4), dt.Torus(5, 6), dt.measure([])),
    ]
    for name, value in PUBLIC.items():
        if name not in PLAIN and not (inspect.isclass(value) and issubclass(value, Exception)):
            yield name, value
    for one in shown:
        for name in dir(one):
            member = inspect.getattr_static(type(one), name, None)
            is_ours = not (hasattr(list, name) or hasattr(dict, name)) or name in vars(type(one))
            if not name.startswith("_") and is_ours and getattr(member, "__doc__", None) and not is_value(member):
                yield f"destrier.{type(one).__name__}.{name}", getattr(type(one), name)


def is_value(member: object) -> bool:
    return isinstance(member, str | int | tuple) or type(member).__name__ == "member_descriptor"


def test_all_that_is_public_has_an_example() -> None:
    assert {*PUBLIC} >= PLAIN
    without = [name for name, value in documented() if ">>> " not in (inspect.getdoc(value) or "")]
    assert without == []


def test_neighbours_exist_and_a_function_that_raises_says_so() -> None:
    silent = []
    for name, value in documented():
        parts = SECTIONS.split(inspect.getdoc(value) or "")
        sections = dict(zip(parts[1::2], parts[2::2], strict=True))
        for neighbour in re.findall(r"[\w.]+", sections.get("See Also", "")):
            assert resolve_name(neighbour) is not value, name
        if inspect.isfunction(value):
            whole = inspect.unwrap(value)
            raises = [node for node in ast.walk(tree_of(whole)) if isinstance(node, ast.Raise)]
            silent += [name] * bool(raises and "Raises" not in sections)
    assert silent == []


def tree_of(function: Any) -> ast.AST:
    return ast.parse(dedent(inspect.getsource(function)))
