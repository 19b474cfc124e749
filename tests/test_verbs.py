"""Every verb on every kind of board, as the page `docs/verbs.md` says."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import pytest
from helpers.marks import long

import destrier as dt

DOCS = Path(__file__).parents[1] / "docs"

sys.path.insert(0, str(DOCS))
import verbs  # noqa: E402  # it lies beside the page


@cache
def tour_of(board: str) -> dt.Tour:
    return dt.tour(verbs.BOARDS[board], seed=1)


def table() -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    """The cells of the page by verb and board, and its notes by number."""
    text = (DOCS / "verbs.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    boards = rows[0][1:]
    cells = {(row[0], board): cell for row in rows[2:] for board, cell in zip(boards, row[1:], strict=True)}
    return cells, dict(re.findall(r"^(\d+)\. (.+)$", text, re.MULTILINE))


CELLS, NOTES = table()

QUICK = {
    (verb, [*verbs.BOARDS][(number + shift) % len(verbs.BOARDS)])
    for number, verb in enumerate(verbs.VERBS)
    for shift in (2, 8)
}
"""Two boards for each verb, which are not always the same two."""


def test_the_page_has_all_verbs_and_boards() -> None:
    assert set(CELLS) == {(verb, board) for verb in verbs.VERBS for board in verbs.BOARDS}


@pytest.mark.parametrize(("verb", "board"), [cell if cell in QUICK else long(*cell) for cell in CELLS])
def test_cell(verb: str, board: str) -> None:
    """A verb works, or is refused in the line that the page prints."""
    refusal = verbs.attempt(verbs.VERBS[verb], tour_of(board))
    number = re.fullmatch(r"no \[(\d+)\]", CELLS[verb, board])
    assert refusal == (None if number is None else NOTES[number[1]])
    assert (CELLS[verb, board] == "yes") == (refusal is None)
    assert refusal is None or "\n" not in refusal
