"""The lists of public names for type checkers, in stubs, and those by which Python imports them are the same."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import destrier

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = Path(__file__).parents[1] / "src"
PACKAGES = sorted(".".join(stub.relative_to(SOURCES).parent.parts) for stub in SOURCES.rglob("__init__.pyi"))


def listed(package: str) -> Iterator[tuple[str, str]]:
    """Each name of a package's stub, with the module from which it is imported there; of a module, itself."""
    stub = SOURCES.joinpath(*package.split("."), "__init__.pyi")
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1
            for alias in node.names:
                assert alias.asname == alias.name  # otherwise, a type checker takes it for private
                yield alias.name, f"{package}.{node.module or alias.name}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_stub_and_its_package_list_the_same_names(package: str) -> None:
    names = dict(listed(package))
    imported = import_module(package)
    assert set(names) == set(imported.__all__) - {"__version__"}
    for name, module in names.items():
        value = getattr(imported, name)
        there = import_module(module)
        assert value is there or value is vars(there)[name]


def test_there_are_five() -> None:
    assert [f"destrier{room}" for room in ("", ".counting", ".drawing", ".measuring", ".paths")] == PACKAGES


def test_few_names_are_public() -> None:
    assert len(dir(destrier)) <= 60


@pytest.mark.parametrize(
    ("name", "said"),
    [("list_paths", r"^destrier\.list_paths is destrier\.paths\.list_paths now$"), ("nonsense", "nonsense")],
)
def test_a_name_that_has_moved_says_where_it_is(name: str, said: str) -> None:
    with pytest.raises(AttributeError, match=said):
        getattr(destrier, name)
