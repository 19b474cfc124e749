"""The concordance of the papers: every row of its page names its place, and its commands give exactly its values."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import pytest
from helpers.commands import runner
from helpers.marks import left, release
from helpers.papers import PAGE, PLACES, Row, agrees, imports, parts, places, rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.commands import Result

VERDICTS = ("reproduced", "better", "refuted", "open", "definition", "history")
COMPARES_NOTHING = ("definition", "history")

EXITS = re.compile(r"\s+# exits with ([0-9])$")


def output_of(command: str, names: dict[str, Any], run: Callable[..., Result]) -> str:
    """What a command line prints, or the value of an expression; a command that should fail says so."""
    if not command.startswith("destrier "):
        return str(eval(command, names))
    exits = EXITS.search(command)
    result = run(*shlex.split(EXITS.sub("", command))[1:])
    assert result.code == (int(exits[1]) if exits else 0), f"{command} exits with {result.code}: {result.err}"
    return result.out + result.err


def check_row(row: Row, names: dict[str, Any], run: Callable[..., Result]) -> None:
    """Compare what each command of a row prints, if anything, with the value that the row gives for it."""
    outputs = [output_of(command, names, run).strip() for command in row.commands]
    printed = [output for output in outputs if output]
    assert len(printed) == len(row.gives), f"{row.says}: {row.commands} print {printed}, not {row.gives}"
    for given, output in zip(row.gives, printed, strict=True):
        assert agrees(given, output), f"{row.says}: {row.commands} print {output!r}, not {given!r}"


@pytest.mark.parametrize("part", PLACES)
def test_every_row_has_a_place_and_a_verdict_and_compares_something(part: str) -> None:
    for row in rows(parts()[part]):
        assert row.says, row
        assert row.verdict.startswith(VERDICTS), row
        assert row.gives or row.verdict.startswith(COMPARES_NOTHING), row


@pytest.mark.parametrize("part", PLACES)
def test_every_place_of_a_paper_has_a_row(part: str) -> None:
    named = {place for row in rows(parts()[part]) for place in places(row.place)}
    assert named == set(places(PLACES[part]))


def test_the_page_has_a_part_for_each_paper() -> None:
    assert list(parts()) == list(PLACES)


def test_places_are_counted() -> None:
    assert list(places("Sections 2 and 3.1, Figures 4 to 6 and 9, The Rail Conjecture, Appendix A")) == [
        *("Section 2", "Section 3.1", "Figure 4", "Figure 5", "Figure 6", "Figure 9"),
        *("The Rail Conjecture", "Appendix A"),
    ]


@pytest.mark.parametrize(
    ("given", "printed", "agreed"),
    [
        ("16", "16\n", True),
        ("1", "16", False),
        ("0", "280", False),
        ("tourney of", "tourney of 6 cycles on 16 x 16", False),
        ("1.29 +- 0.01", "1.2949", True),
        ("1.29 +- 0.01", "1.31", False),
    ],
)
def test_a_value_is_compared_with_all_that_is_printed(given: str, printed: str, agreed: bool) -> None:
    assert agrees(given, printed) == agreed


@pytest.mark.parametrize(("command", "wrong", "right"), [("4 * 4", "1", "16"), ("14 * 20", "0", "280")])
def test_a_wrong_row_fails(command: str, wrong: str, right: str, capsys: pytest.CaptureFixture[str]) -> None:
    row = Row("Section 1", "a number", [command], [right], "reproduced")
    check_row(row, {}, runner(capsys))
    for gives in ([wrong], [], [right, right]):
        with pytest.raises(AssertionError, match=r"^a number: "):
            check_row(row._replace(gives=gives), {}, runner(capsys))


@release
@pytest.mark.parametrize("part", left(PLACES, ["Rectangles", "Closed paths"], ["Taming", "Tourneys"]))
def test_the_commands_give_what_the_page_says(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows of a part share a folder."""
    monkeypatch.syspath_prepend(PAGE.parent)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(imports(), names)
    for row in rows(parts()[part]):
        check_row(row, names, runner(capsys))
