"""Carrying out the walks of CONTRIBUTING in a copy of the package."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

TEMPLATES: Final = ROOT / "docs" / "templates"


def template(name: str) -> str:
    """Return the text of a template."""
    return (TEMPLATES / f"{name}.py").read_text(encoding="utf-8")


def class_of(text: str) -> str:
    """Return the class that a module consists of."""
    [found] = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return ast.get_source_segment(text, found) or ""


def changed(folder: Path, files: dict[str, str], changes: dict[str, list[tuple[str, str]]]) -> None:
    """Copy the package to a folder, add new files, and replace places in others."""
    package = folder / "src" / "destrier"
    shutil.copytree(ROOT / "src" / "destrier", package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    for name, replaced in changes.items():
        text = (package / name).read_text(encoding="utf-8")
        for place, added in replaced:
            assert text.count(place) == 1, place
            text = text.replace(place, added)
        (package / name).write_text(text, encoding="utf-8")


def use(folder: Path, program: str) -> str:
    """Run a program with the copy; return what it prints."""
    return _run(folder, folder, "-c", program)


def try_tests(folder: Path, chosen: str, *files: str) -> None:
    """Run some tests of the repository with the copy: those whose names match an expression, at least one."""
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", chosen]
    _run(folder, ROOT, *pytest, *(f"tests/{file}" for file in files))


def _run(folder: Path, where: Path, *words: str) -> str:
    paths = os.pathsep.join((str(folder / "src"), str(ROOT / "docs")))
    done = subprocess.run(
        [sys.executable, *words],
        cwd=where,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        | {"PYTHONPATH": paths},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
