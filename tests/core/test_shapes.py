"""Tests of the reading of shapes: each spelling gives the mask that was drawn, or is refused."""

from __future__ import annotations

import json
import re
import warnings
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest
from helpers.limits import within
from helpers.marks import posix
from hypothesis import assume, given
from hypothesis import strategies as st

from destrier import tour
from destrier.core.board import Board
from destrier.drawing import to_text
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.choices import Kind
    from destrier.core.types import Mask

RING: Final = "###\n#.#\n###"

DOTS: Final = "...\n.X.\n..."

OWN: Final[dict[str, str]] = {
    "###\n#.#\n###": RING,
    "###\n# #\n###\n": RING,
    "\n\n###\n#.#\n###\n\n": RING,
    "###\r\n#.#\r\n###\r\n": RING,
    "\ufeff###\n#.#\n###": RING,
    "#\n###\n##": "#..\n###\n##.",
    " #\n..\n# ": ".#\n..\n#.",
    "....\n.##.\n....": "....\n.##.\n....",
    "#": "#",
}
"""Our own form, which is read without a word."""

SPELLINGS: Final[dict[str, str]] = {
    # something above them
    "P1\n3 3\n1 1 1\n1 0 1\n1 1 1": RING,
    "P1\n# made by hand\n3 3\n111\n101\n111": RING,
    "My shape:\n###\n#.#\n###": RING,
    "P1\n# c\n3 3\n1 1 1\n1 0 1\n1 1 1": RING,
    "XXX:\nXXXX\nXXXX\n:XXX": "###.\n####\n####\n.###",
    # signs with something between them
    "# # #\n# . #\n# # #": RING,
    "# # #\n#   #\n# # #": RING,
    " # # #\n # . #\n # # #": RING,
    "#,#,#\n#,.,#\n#,#,#": RING,
    "#, #, #\n#, ., #\n#, #, #\n": RING,
    "#;#;#\n#;;#\n#;#;#": RING,
    "#\t#\t#\n#\t.\t#\n#\t#\t#": RING,
    "|#|#|#|\n|#|.|#|\n|#|#|#|": RING,
    "| # | # | # |\n| # |   | # |\n| # | # | # |": RING,
    "#|#|#\n#|.|#\n#|#|#": RING,
    '"#","#","#"\n"#",".","#"\n"#","#","#"': RING,
    '"#";"#";"#"\n"#";" ";"#"\n"#";"#";"#"': RING,
    "'#' '#' '#'\n'#' '.' '#'\n'#' '#' '#'": RING,
    '"###"\n"#.#"\n"###"': RING,
    "'###',\n'#.#',\n'###',": RING,
    '["###", "#.#", "###"]': RING,
    "shape = ['###',\n         '# #',\n         '###']": RING,
    '[["#","#","#"],["#",".","#"],["#","#","#"]]': RING,
    # masks
    "111\n101\n111": RING,
    "1 1 1\n1 0 1\n1 1 1\n": RING,
    "1  1  1\n1  0  1\n1  1  1\n": RING,
    "1,1,1\n1,0,1\n1,1,1": RING,
    "1;1;1\n1;0;1\n1;1;1": RING,
    "0010\n0000\n0100": "..#.\n....\n.#..",
    "[[1,1,1],[1,0,1],[1,1,1]]": RING,
    "((1, 1, 1), (1, 0, 1), (1, 1, 1))": RING,
    "[[true,true,true],[true,false,true],[true,true,true]]": RING,
    "[[True, True, True],\n [True, False, True],\n [True, True, True]]": RING,
    "[[ True  True  True]\n [ True False  True]\n [ True  True  True]]": RING,
    "array([[ True,  True,  True],\n       [ True, False,  True],\n       [ True,  True,  True]])": RING,
    "[\n  [\n    1,\n    0\n  ],\n  [\n    1,\n    1\n  ]\n]": "#.\n##",
    "TRUE,TRUE\nFALSE,TRUE": "##\n.#",
    "1.0 0.0\n1.0 1.0": "#.\n##",
    "1.000000000000000000e+00 0.000000000000000000e+00\n1.000000000000000000e+00 1.0e+00": "#.\n##",
    "255 0 255\n255 255 255": "#.#\n###",
    # numbered boards
    "1 4 7\n6 . 2\n3 8 5": RING,
    "1 4 7\n6 0 2\n3 8 5": RING,
    "0 3 6\n5 . 1\n2 7 4\n": RING,
    "1 4 7\n6 -1 2\n3 8 5": RING,
    "1 4 7\n6 - 2\n3 8 5": RING,
    "1 4 7\n6 x 2\n3 8 5": RING,
    "1 4 7\n6 * 2\n3 8 5": RING,
    "1 4 7\n6 # 2\n3 8 5": RING,
    "1,4,7\n6,,2\n3,8,5": RING,
    "1.0,4.0,7.0\n6.0,nan,2.0\n3.0,8.0,5.0": RING,
    "[[1,4,7],[6,null,2],[3,8,5]]": RING,
    "147\n6.2\n385": RING,
    # our own numbers from 0, all of whose squares are there
    "# open\n0 3 6 9\n7 10 1 4\n2 5 8 11": "####\n####\n####",
    # other pairs of signs
    "...\n.X.\n...": RING,
    "...\n.x.\n...": RING,
    "ooo\no.o\nooo": RING,
    "ooo\noxo\nooo": RING,
    "###\n#-#\n###": RING,
    "___\n_#_\n___": "...\n.#.\n...",
    "\u25a0\u25a1\n\u25a1\u25a1": "#.\n..",
    "\u2588\u2588\n\u2588\u2591": "##\n#.",
    "XXX\nX X\nXXX": RING,
    "XXX\nXXX": "###\n###",
    ".o\no.": ".#\n#.",
    # pictures
    "xo.\n O0": "##.\n.##",
    "ABC\nD.E\nABC": RING,
    "\u265e.\n.\U0001f40e": "#.\n.#",
    # legends, comments and sizes
    "X = hole\nXX\n..": "..\n##",
    "# X = hole, . = square\nX.X": ".#.",
    ". : square\nX.X": ".#.",
    "legend: X = missing square\nX.X": ".#.",
    "holes: o\noo.": "..#",
    "'X' = hole\nX.X": ".#.",
    "# my board\n###\n#.#\n###": RING,
    "# my board\n[[1, 1, 1], [1, 0, 1],\n# the last row\n[1, 1, 1]]": RING,
    "% my board\n['###', '#.#', '###']": RING,
    "; my board\n###\n#.#\n###": RING,
    "// my board\n###\n#.#\n###": RING,
    "% my board\n###\n#.#\n###\n# the end": RING,
    "3 3\n###\n#.#\n###": RING,
    "3x4\n####\n####\n###.": "####\n####\n###.",
    "3 3\n1 1 1\n1 0 1\n1 1 1": RING,
    "3 3\n1 4 7\n6 . 2\n3 8 5": RING,
    "3 2\n1 0\n1 1\n1 1": "#.\n##\n##",
    "1 2\n3 4\n5 6": "##\n##\n##",
}
"""Other spellings, whose reading is told."""

REFUSED: Final[dict[str, str]] = {
    "": "the shape is empty: draw its squares with #, missing ones with a dot",
    "XX\n..": "'.' and 'X' are equally frequent: squares='.' or squares='X' says which are squares",
    "ab\nba": "'a' and 'b' are equally frequent: squares='a' or squares='b' says which are squares",
    "abc\nbca": "the shape has 'a', 'b' and 'c', but no dot or blank: holes='...' says which are holes",
    "my board\n###": "line 1, column 1 of the shape: 'my' is no row of cells; comments begin with # and a blank",
    "##\n#\x07": "line 2, column 2 of the shape: '\\x07' is neither a square nor a hole",
    "###\n\t##": "line 1, column 1 of the shape: '###' is not a cell: a sign, a number, true or false",
    "1,1,1\n1,foo,1": "line 2, column 3 of the shape: 'foo' is not a cell: a sign, a number, true or false",
    "1,1,1\n1,1": "line 2, column 1 of the shape: this row has 2 cells, and the first one 3",
    "1 4 7\n6 2\n3 8 5": "line 2, column 1 of the shape: this row has 2 cells, and the first one 3",
    "1.5 0\n1 1": "line 1, column 1 of the shape: '1.5' is not a cell: a sign, a number, true or false",
    "4 4\n###\n#.#": "line 1, column 1 of the shape: '4 4' is not the size of the 2 x 3 cells that follow",
    "[[1, 0], [1, 1]": "line 1, column 15 of the shape: a list is not closed",
    "[[[1]]]": "line 1, column 3 of the shape: a list of rows, each a list of cells, has no lists within these",
    "[1, 0, 1]": "line 1, column 9 of the shape: this is a list of cells, not of rows, each a list of cells",
    '["#", "."]': "line 1, column 10 of the shape: this is a list of cells, not of rows, each a list of cells",
    "0 1": "0 may be a hole or the first number: mark holes by dots, or add holes='0'",
    "...\n...": "the board has no squares",
}


def read(text: str, **signs: str) -> tuple[Board, list[str]]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        return Board.from_text(text, **signs), [str(one.message) for one in told]


@pytest.mark.parametrize("text", OWN)
def test_our_own_form_is_read_without_a_word(text: str) -> None:
    board, told = read(text)
    assert (board.to_text(), told) == (OWN[text], [])


@pytest.mark.parametrize("text", SPELLINGS)
def test_other_spellings_are_read_and_told(text: str) -> None:
    board, told = read(text)
    assert board.to_text() == SPELLINGS[text]
    size = SPELLINGS[text].count("#")
    assert len(told) == 1
    assert told[0].startswith(f"read as {board.rows} x {board.cols} with {size} square{'s' * (size > 1)} marked by ")


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(DestrierError, match=rf"\A{re.escape(REFUSED[text])}\Z"):
        Board.from_text(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "...\n.X.\n...",
            "8 squares marked by '.' and holes marked by 'X'; squares='X' or holes='.' reads it otherwise",
        ),
        (
            "# my board\n# # #\n#   #\n# # #",
            "8 squares marked by '#' and holes marked by blanks; blanks separate the cells; line 1 is not a row",
        ),
        ("XXX\nXXX\nXX ", "8 squares marked by 'X' and holes marked by blanks"),
        ("1 4 7\n6 . 2\n3 8 5", "8 squares marked by numbers and holes marked by '.'; squares='.' reads it otherwise"),
        (
            "ABA\nA.B\nBCA",
            "8 squares marked by 'A', 'B' and 'C' and holes marked by '.'; squares='.' reads it otherwise",
        ),
    ],
)
def test_what_is_told(text: str, told: str) -> None:
    assert read(text)[1] == [f"read as 3 x 3 with {told}"]


@pytest.mark.parametrize(
    ("signs", "drawn"),
    [
        ({"squares": "."}, RING),
        ({"holes": "X"}, RING),
        ({"squares": ".", "holes": "X"}, RING),
        ({"squares": "X"}, "...\n.#.\n..."),
        ({"holes": "."}, "...\n.#.\n..."),
        ({"squares": ".X"}, "###\n###\n###"),
    ],
)
def test_options_say_which_signs_mark_squares(signs: dict[str, str], drawn: str) -> None:
    board, told = read("...\n.X.\n...", **signs)
    assert (board.to_text(), told) == (drawn, [])


@pytest.mark.parametrize(
    ("signs", "fault"),
    [
        ({"holes": "Q"}, "the shape has no 'Q': its signs are '.', 'X' and 'o'"),
        ({"squares": ".", "holes": "X"}, "'o' is neither among the squares nor among the holes"),
        ({"squares": ".X", "holes": "X"}, "'X' marks squares or holes, not both"),
        ({"holes": 5}, "holes are signs of the shape in a string, such as holes='X', not 5"),
    ],
)
def test_options_that_contradict_the_shape_are_refused(signs: dict[str, str], fault: str) -> None:
    with pytest.raises(DestrierError, match=rf"\A{re.escape(fault)}\Z"):
        Board.from_text("...\n.Xo\n...", **signs)


# Any mask, in any spelling


def table(separator: str, square: str, hole: str) -> Callable[[Mask], str]:
    return lambda mask: "\n".join(separator.join(square if there else hole for there in row) for row in mask.tolist())


def numbered(first: int, hole: str, separator: str = " ") -> Callable[[Mask], str]:
    def spell(mask: Mask) -> str:
        assume(mask.sum() > 1)
        numbers = np.where(mask, np.cumsum(mask).reshape(mask.shape) - 1 + first, -1)
        return "\n".join(separator.join(hole if number < 0 else str(number) for number in row) for row in numbers)

    return spell


ANY: Final[dict[str, Callable[[Mask], str]]] = {
    "packed": table("", "#", "."),
    "spaced": table(" ", "#", "."),
    "commas": table(",", "#", "."),
    "semicolons": table(";", "#", ""),
    "tabs": table("\t", "#", "-"),
    "bars": lambda mask: "\n".join(f"|{row}|" for row in table("|", "#", " ")(mask).split("\n")),
    "quoted": table(",", '"#"', '"x"'),
    "mask": table("", "1", "0"),
    "mask, spaced": table(" ", "1", "0"),
    "mask, commas": table(", ", "1", "0"),
    "mask, floats": table(" ", "1.0", "0.0"),
    "booleans": table(",", "True", "False"),
    "json": lambda mask: json.dumps(mask.tolist()),
    "json, indented": lambda mask: json.dumps(mask.astype(int).tolist(), indent=1),
    "numpy": lambda mask: np.array2string(mask, threshold=10**6),
    "numpy, repr": lambda mask: repr(mask.astype(int)),
    "strings": lambda mask: json.dumps(table("", "#", ".")(mask).split("\n")),
    "other holes": table("", "#", "X"),
    "other holes, spaced": table(" ", "#", "_"),
    "a legend": lambda mask: f"# o = square\n# x = hole\n{table('', 'o', 'x')(mask)}",
    "a comment": lambda mask: f"# drawn by hand\n{table('', '#', '.')(mask)}",
    "a size": lambda mask: f"{mask.shape[0]} {mask.shape[1]}\n{table('', '#', '.')(mask)}",
    "a size, spaced": lambda mask: f"{mask.shape[0]} {mask.shape[1]}\n{table(' ', '1', '0')(mask)}",
    "numbered": numbered(0, "."),
    "numbered from 1": numbered(1, "."),
    "numbered, minus one": numbered(1, "-1"),
    "numbered, csv": numbered(1, "", ","),
}
"""Spellings of any mask."""

FREQUENT: Final[dict[str, Callable[[Mask], str]]] = {
    "dots": table("", ".", "X"),
    "dots, spaced": table(" ", ".", "x"),
    "letters": table("", "o", "."),
    "bars": table("|", "o", "_"),
    "strokes": table(",", "-", "*"),
}
"""Spellings of masks with more squares than holes."""

masks = (
    st.integers(1, 6)
    .flatmap(lambda cols: st.lists(st.lists(st.booleans(), min_size=cols, max_size=cols), min_size=1, max_size=6))
    .map(np.array)
    .filter(np.any)
)


@pytest.mark.parametrize("name", ANY)
@given(mask=masks)
def test_any_mask_is_read_back_or_refused(name: str, mask: Mask) -> None:
    assume(mask.shape[1] > 1 or name not in ("semicolons", "numbered, csv"))  # an empty cell alone is an empty line
    check(ANY[name](mask), mask)


@pytest.mark.parametrize("name", FREQUENT)
@given(mask=masks)
def test_the_rarer_sign_is_the_hole(name: str, mask: Mask) -> None:
    assume(0 < np.count_nonzero(~mask) < np.count_nonzero(mask))
    check(FREQUENT[name](mask), mask)


@pytest.mark.parametrize("name", FREQUENT)
@given(mask=masks)
def test_any_mask_is_read_with_an_option(name: str, mask: Mask) -> None:
    text = FREQUENT[name](mask)
    (square,) = set(FREQUENT[name](np.ones((1, 1), bool)))
    board, told = read(text, squares=square)
    assert np.array_equal(board.present, mask)
    assert told == []


@given(st.text(alphabet="#.xX01 2,\n|[]-", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        board, told = read(text)
    except DestrierError as refusal:
        lines = str(refusal).splitlines()
    else:
        assert board.size > 0
        lines = told or ["our own form"]
    assert len(lines) == 1


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["closed", "open"])
def test_numbers_of_a_tour_are_squares_whether_from_0_or_from_1(kind: Kind, seed: int) -> None:
    for board in (Board(6, 6), Board.from_text("\n".join(["#######"] * 3 + ["###.###"] + ["#######"] * 3))):
        made = tour(board, kind=kind, seed=seed)
        for first, hole in ((0, "."), (1, "."), (1, "0"))[: 3 if kind == "closed" else 2]:
            text = to_text(made, first=first).replace(".", hole)
            check(re.sub("#.*\n", "", text), board.present)


def check(text: str, mask: Mask) -> None:
    try:
        board, _ = read(text)
    except DestrierError:
        return
    assert np.array_equal(board.present, mask), text


LONG: Final = {
    "tabs": "\t" * 300_000,
    "tabs and a word": "\t" * 300_000 + "xy",
    "line feeds": "\n" * 300_000 + "[",
    "blanks": " " * 300_000 + "[",
    "brackets": "[" * 300_000,
    "calls": "array(" * 50_000,
}


@posix
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_no_text_takes_time_of_its_square(text: str) -> None:
    """Each of these would take minutes if it were read back and forth."""
    with within(20), pytest.raises(DestrierError):
        Board.from_text(text)
