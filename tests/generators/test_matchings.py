"""Tables 1 and 2 of the paper, on the page about taming, from the moves of the engine's quartet."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from destrier.core.leaper import MOVES
from destrier.generators.formation.quartet import NEAR_JUNCTION, START, STEPS, moved, way

PAGE = Path(__file__).parents[2] / "docs" / "taming.md"
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


def test_the_near_junction_is_horizontal() -> None:
    pairs = set()
    names = {(START[0] + row, START[1] + col): name for name, (row, col) in PLACES.items()}
    for start, digits in NEAR_JUNCTION:
        pairs.add(f"{names[start]} {names[ends(digits, start)]}")
    assert NAMES[matching(pairs)] == "H"


@pytest.mark.parametrize(("rows", "cols"), list(product(range(12, 30), range(16, 40, 2))))
def test_lemma_1(rows: int, cols: int) -> None:
    """The whole way leads a horizontal matching to a horizontal one."""
    stretches = list(way(rows, cols))
    word = "".join(letters for _, letters in stretches)
    assert moved(stretches[0][0], word) == stretches[-1][0]
    assert result("H", word) == "H"


def test_the_page_has_the_words_of_the_paper() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for word in ("quartet", "positional matching", "waymark", "clean", "crown"):
        assert re.search(rf"\*{word}s?\*", text)
