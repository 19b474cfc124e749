"""Move digits, as the paper's program writes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import naive
from helpers.tourneys import tourneys
from hypothesis import given

import destrier as dt
from destrier.io.digits import from_digits, to_digits

if TYPE_CHECKING:
    from destrier.core.tourney import Tourney


def walked(text: str) -> set[naive.Edge]:
    """The moves that the digits tell, by the numbers of the paper's Figure 1."""
    edges = set()
    for row, line in enumerate(text.split()):
        for col, digit in enumerate(line):
            if digit != ".":
                drow, dcol = [(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)][int(digit)]
                edges.add(frozenset([(row, col), (row + drow, col + dcol)]))
    return edges


@given(tourneys())
def test_digits_tell_every_move_once(tourney: Tourney) -> None:
    text = to_digits(tourney)
    assert walked(text) == {frozenset(edge) for edge in naive.edges(tourney.moves.tolist())}
    assert from_digits(text) == tourney


def test_a_text_file_of_digits_is_read(tmp_path: Path) -> None:
    """The program names its files .txt."""
    tour = dt.tour(8, 10, seed=1)
    dt.save(tour, tmp_path / "tour.moves")
    text = (tmp_path / "tour.moves").read_text()
    assert [len(line) for line in text.split()] == [10] * 8
    (tmp_path / "tour.txt").write_text(text)
    assert dt.load(tmp_path / "tour.txt") == dt.load(tmp_path / "tour.moves") == tour


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there are no move digits"),
        ("666\n66\n666", "row 1 has 2 digits, row 0 has 3"),
        ("668\n666\n666", "row 0, col 2: '8' is not a move: moves are 0 to 7, and . marks a missing square"),
        ("666\n666\n666", "row 0, col 2: move 6 leaves the board"),
        ("5655\n7777\n0000\n1222", "row 0, col 0: move 5 leaves the board"),
        ("6554\n6533\n7712\n0012", "row 0, col 2: move 5 leads to a square that another move leads to"),
        ("6544\n6533\n7.12\n0012", "row 0, col 0: move 6 leaves the board"),
        ("6..\n...\n.2.", "row 0, col 0: move 6 is undone by the next one"),
    ],
)
def test_faults_are_named(text: str, fault: str) -> None:
    with pytest.raises(dt.InvalidTourney) as refusal:
        from_digits(text)
    assert fault in str(refusal.value)


def test_open_tours_and_other_boards_have_no_digits() -> None:
    with pytest.raises(dt.DestrierError, match="no move leaves the end of an open tour"):
        to_digits(dt.tour(5, 5, kind="open", seed=1))
    with pytest.raises(dt.DestrierError, match="move digits are written"):
        to_digits(dt.tour(dt.Space(4, 4, 4), seed=1))
