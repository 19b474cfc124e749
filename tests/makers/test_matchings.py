"""Tables 1 and 2 of the paper, on the page about taming, from the moves of the engine's quartet."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import pytest

from destrier.core.leaper import MOVES
from destrier.patterns.formation.quartet import FAR_JUNCTIONS, NEAR_JUNCTION, START, STEPS, Path, way

if TYPE_CHECKING:
    from collections.abc import Iterable

PAGE = FilePath(__file__).parents[2] / "docs" / "taming.md"
PLACES = {"tl": (0, 0), "tr": (0, 1), "bl": (1, 0), "br": (1, 1)}
MATCHINGS = {"H": {"tl tr", "bl br"}, "V": {"tl bl", "tr br"}, "X": {"tl br", "tr bl"}}
LETTERS = {"↕": "UD", "↔": "R", "⤡": "du"}

Matching = frozenset[frozenset[str]]


def matching(pairs: set[str]) -> Matching:
    return frozenset(frozenset(pair.split()) for pair in pairs)


NAMES = {matching(pairs): name for name, pairs in MATCHINGS.items()}


def after(letter: str) -> dict[str, str]:
    """Where each knight stands in the quartet after a step."""
    step, riders = STEPS[letter]
    moves = {square: MOVES[int(digit)] for square, digit in riders}
    names = {square: name for name, square in PLACES.items()}
    stands = {}
    for name, (row, col) in PLACES.items():
        down, right = moves.get((row, col), (0, 0))
        stands[name] = names[row + down - step[0], col + right - step[1]]
    return stands


def result(name: str, word: str) -> str:
    """The matching to which a word of letters, ridden from left to right, leads."""
    pairs = matching(MATCHINGS[name])
    for letter in word:
        stands = after(letter)
        pairs = frozenset(frozenset(stands[knight] for knight in pair) for pair in pairs)
    return NAMES[pairs]


def permutation(word: str) -> tuple[str, ...]:
    return tuple(result(name, word) for name in MATCHINGS)


def ridden(sequence: str) -> str:
    """A word for a sequence of the page."""
    return "".join(LETTERS[symbol][0] for symbol in sequence)


def tables() -> list[list[list[str]]]:
    """The two tables of the page."""
    section = PAGE.read_text(encoding="utf-8").partition("### Why it is one cycle")[2].partition("\n### ")[0]
    found = [block for block in section.split("\n\n") if block.startswith("|")]
    return [
        [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in block.splitlines() if "---" not in line]
        for block in found
    ]


def test_steps_of_one_kind_lead_to_the_same_matching() -> None:
    for letters in LETTERS.values():
        assert len({permutation(letter) for letter in letters}) == 1


def test_table_1() -> None:
    heads, *rows = tables()[0]
    assert {row[0] for row in rows} == set(MATCHINGS)
    for name, *cells in rows:
        assert cells == [result(name, ridden(sequence)) for sequence in heads[1:]]


def test_table_2() -> None:
    heads, *rows = tables()[1]
    assert len({permutation(ridden(sequence)) for sequence in heads[1:]}) == len(rows) == 6
    for first, *cells in rows:
        for then, cell in zip(heads[1:], cells, strict=True):
            assert permutation(ridden(first + then)) == permutation(ridden(cell))


def ends(digits: str, start: tuple[int, int]) -> tuple[int, int]:
    row, col = start
    for digit in digits:
        row, col = row + MOVES[int(digit)][0], col + MOVES[int(digit)][1]
    return row, col


def of_junction(place: tuple[int, int], paths: Iterable[Path]) -> str:
    """The matching of a junction, with the quartet at a place."""
    names = {(place[0] + row, place[1] + col): name for name, (row, col) in PLACES.items()}
    return NAMES[matching({f"{names[start]} {names[ends(digits, start)]}" for start, digits in paths})]


def test_the_matchings_of_the_junctions() -> None:
    assert of_junction(START, NEAR_JUNCTION) == "H"
    found = {(right, above): of_junction((above, -2 - right), paths) for (right, above), paths in FAR_JUNCTIONS.items()}
    assert found == {(0, 3): "V", (0, 4): "V", (5, 0): "H", (6, 0): "X"}


@pytest.mark.parametrize("cols", range(16, 40, 2))
def test_lemma_1(cols: int) -> None:
    """The way leads H to H, except for the moves along the top edge with which it ends at two of the junctions."""
    for rows in range(12, 40):
        stretches = list(way(rows, cols))
        last = stretches[-2][1]
        word = "".join(letters for _, letters in stretches)
        along = "R" * last.count("R") if last in ("URRR", "URRRR") else ""
        assert result("H", word.removesuffix(along)) == "H"
        right, above = cols - 2 - stretches[-1][0][1], stretches[-1][0][0]
        assert result("H", word) != of_junction((above, -2 - right), FAR_JUNCTIONS[right, above])


def test_the_page_has_the_words_of_the_paper() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for word in ("quartet", "positional matching", "waymark", "clean", "crown"):
        assert re.search(rf"\*{word}s?\*", text)
