"""Fingerprints of the sources of a results page, to detect pages that are older than their code."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

_MARK: Final = "<!-- made from {} -->"

_IMPORTED: Final = re.compile(r"^from reproduce\.(?!common import)([\w.]+) import", re.MULTILINE)


def module_of(study: str) -> str:
    """Return the name of the module of a study; studies of times share one."""
    return "times" if study.endswith("-time") else study.replace("-", "_")


def fingerprint(study: str) -> str:
    """Return a short hash of a study's code, the shared code that it uses, its page and the tables of both.

    Docstrings, comments, blank lines and imports do not count. The table of algorithms, the lower bounds and the stored
    tours count for studies that show them.
    """
    folder = files("reproduce")
    hashed = hashlib.sha256()
    seen: set[str] = set()
    left = [module_of(study)]
    while left:
        name = left.pop()
        if name in seen:
            continue
        seen.add(name)
        source = folder.joinpath(*name.split(".")[:-1], f"{name.split('.')[-1]}.py").read_text(encoding="utf-8")
        left += sorted(_IMPORTED.findall(source), reverse=True)
        hashed.update(_bare(source).encode())
        for used, shown in _SHOWN.items():
            if used in source:
                hashed.update(shown().encode())
    for page in sorted(folder.joinpath("pages").iterdir(), key=lambda path: path.name):
        name, _, suffix = page.name.partition(".")
        if name == study.replace("-", "_") or (name in seen and suffix != "md"):
            hashed.update(page.read_text(encoding="utf-8").encode())
    return hashed.hexdigest()[:16]


def marked(page: str, study: str) -> str:
    """Return a page with the fingerprint of its study at its end."""
    return f"{page.rstrip()}\n\n{_MARK.format(fingerprint(study))}\n"


def is_fresh(page: str, study: str) -> bool:
    """Return whether the sources of a page are unchanged since it was made."""
    return _MARK.format(fingerprint(study)) in page


@cache
def _bare(source: str) -> str:
    """Return the lines of a module without docstrings, imports, comments and blank lines."""
    described = (ast.Module, ast.ClassDef, ast.FunctionDef)
    dropped: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            dropped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        for child in node.body if isinstance(node, described) else []:
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant) and child.end_lineno is not None:
                dropped.update(range(child.lineno, child.end_lineno + 1))
    lines = (line.strip() for number, line in enumerate(source.splitlines(), 1) if number not in dropped)
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def _algorithms() -> str:
    """Return the names of all algorithms, what they make and on which boards."""
    from destrier.desk.algorithms import ALGORITHMS

    return "\n".join(f"{row.name}: {row.yields}, {row.boards}, {row.kinds}" for row in ALGORITHMS.values())


def _bounds() -> str:
    """Return the lower bounds of boards of several sizes."""
    from destrier.measuring.bounds import least_crossings, least_turns

    return "\n".join(f"{least_turns(n, n)}, {least_crossings(n, n)}" for n in (6, 8, 10, 12, 50, 100))


@cache
def _stored() -> str:
    """Return a sum of the stored tours and pieces of tours with few turns, crossings or rails."""
    data = sorted(files("destrier.patterns").joinpath("data").iterdir(), key=lambda path: path.name)
    texts = (path.read_bytes() for path in data if path.name.startswith(("tame", "interleaved")))
    return hashlib.sha256(b"".join(texts)).hexdigest()


_SHOWN: Final[dict[str, Callable[[], str]]] = {
    "import ALGORITHMS": _algorithms,
    "least_turns": _bounds,
    "minimize": _stored,
}
"""By what is in the source of a study that uses it: what its page shows of the rest of the library."""
