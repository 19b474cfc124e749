"""Commands of the command line, run in this process."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from destrier import cli

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

__all__ = ["Result", "runner", "without_compilation"]


class Result(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def runner(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Return a function that runs a command with these arguments."""

    def run(*arguments: object) -> Result:
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Result(code, out, without_compilation(err))

    return run


def without_compilation(err: str) -> str:
    """Messages without the announcement that kernels are compiled, which comes once for a cache."""
    return re.sub(r"^destrier: compiling \d+ of \d+ \(once\)\n", "", err)
