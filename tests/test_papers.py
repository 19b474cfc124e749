"""The concordance of the papers: every command on its page runs and gives what stands beside it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers.marks import long, release

import destrier as dt
from destrier.cli import run

PAGE = Path(__file__).parents[1] / "docs" / "papers.md"
VERDICTS = ("reproduced", "better", "refuted", "open", "kept", "the text is refuted")


class Row(NamedTuple):
    """A row of the page."""

    says: str
    commands: list[str]
    gives: list[str]
    verdict: str


def rows() -> dict[str, list[Row]]:
    """The rows of the page by its parts, whose commands share a folder."""
    found: dict[str, list[Row]] = {}
    for part in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        lines = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| the paper")]
        cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
        found[part.partition("\n")[0]] = [
            Row(says, re.findall(r"`([^`]+)`", tried), re.findall(r"`([^`]+)`", gives), verdict)
            for says, tried, gives, verdict in cells
        ]
    return found


def test_every_row_has_a_verdict_and_something_to_try() -> None:
    for row in (row for part in rows().values() for row in part):
        assert row.verdict.startswith(VERDICTS), row
        assert row.commands, row
        assert row.says


@release
@pytest.mark.parametrize("studies", [False, long(True)])
@pytest.mark.parametrize("part", rows())
def test_the_commands_give_what_the_page_says(
    part: str, studies: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The small studies, which have tests of their own, are left to the exhaustive run."""
    monkeypatch.chdir(tmp_path)
    for row in rows()[part]:
        printed = ""
        for command in row.commands:
            if command.endswith("--small") and not studies:
                continue
            if command.startswith("destrier "):
                assert run(shlex.split(command)[1:]) in (0, 2), command
                printed += "".join(capsys.readouterr())
            else:
                printed += f"{eval(command, {'dt': dt})}\n"
        for given in row.gives:
            assert given in printed, f"{row.says}: {row.commands} printed {printed!r}, not {given!r}"
