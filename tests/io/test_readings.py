"""Tours as people have them: each spelling of a tour is read as this tour, or refused; none is read as another one."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from helpers.commands import runner
from helpers.limits import within
from helpers.marks import exhaustive, left, long, posix
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.drawing.numbered_board import to_text
from destrier.io import texts
from destrier.io.files import read
from destrier.io.formats import FORMATS, LOADED
from destrier.io.guesses import Asked, Reading
from destrier.io.lists import PLAIN
from destrier.io.puzzle_texts import load_puzzles
from destrier.io.texts import read_any, read_plain, read_tour
from destrier.support.errors import Unreadable

OPEN = dt.tour(8, 8, kind="open", seed=3)
WIDE = dt.tour(5, 12, seed=4)
SHORT = dt.tour(6, 6, kind="open", start="a1", end="a2", seed=1)

RING = dt.Tour.from_squares([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)])


def name(square: tuple[int, int], rows: int) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[square[1]]}{rows - square[0]}"


def grid(squares: list[tuple[int, int]], rows: int, cols: int, first: int = 1) -> list[list[int | None]]:
    numbers = {square: number for number, square in enumerate(squares, first)}
    return [[numbers.get((row, col)) for col in range(cols)] for row in range(rows)]


def table(
    between: str = " ",
    hole: str = ".",
    first: int = 1,
    each: str = "{}",
    line: str = "{}",
    above: str = "",
    below: str = "",
) -> Any:
    """Return a writer of grids."""

    def write(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
        lines = [
            between.join(hole if cell is None else each.format(cell) for cell in row)
            for row in grid(squares, rows, cols, first)
        ]
        return above + "\n".join(line.format(text) for text in lines) + below

    return write


def names(between: str = " ", each: str = "{}", change: Any = str, above: str = "", below: str = "") -> Any:
    """Return a writer of squares by name."""
    return lambda squares, rows, cols: (
        above + between.join(each.format(change(name(square, rows))) for square in squares) + below
    )


def moves(between: str = " ", each: str = "{}{}") -> Any:
    """Return a writer of moves by name."""

    def write(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
        named = [name(square, rows) for square in squares]
        return between.join(each.format(one, other) for one, other in pairwise(named))

    return write


def pairs(between: str, each: str, base: int = 0, above: str = "", below: str = "") -> Any:
    """Return a writer of coordinates."""
    return lambda squares, rows, cols: (
        above + between.join(each.format(row + base, col + base) for row, col in squares) + below
    )


def game(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    moves = (f"{number}. N{name(square, rows)}" for number, square in enumerate(squares, 1))
    return f'[Event "Tour"]\n[Result "*"]\n\n{" ".join(moves)} *\n'


def labelled(squares: list[tuple[int, int]], rows: int, cols: int, between: str = " ", beside: str = "") -> str:
    lines = [
        between.join([f"{rows - row}{beside}", *("." if cell is None else str(cell) for cell in cells)])
        for row, cells in enumerate(grid(squares, rows, cols))
    ]
    return "\n".join([*lines, between.join([" ", *"abcdefghijkl"[:cols]])])


def upside_down(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    lines = labelled(squares, rows, cols).splitlines()
    return "\n".join([*lines[-2::-1], lines[-1]])


def both_sides(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    letters = "   " + " ".join("abcdefghijkl"[:cols])
    lines = [
        f"{rows - row} | {' '.join('.' if cell is None else str(cell) for cell in cells)} | {rows - row}"
        for row, cells in enumerate(grid(squares, rows, cols))
    ]
    return "\n".join([letters, *lines, letters])


def framed(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    frame = "+" + "----+" * cols
    lines = [
        "|" + "|".join(f" {'' if cell is None else cell:>2} " for cell in cells) + "|"
        for cells in grid(squares, rows, cols)
    ]
    return "\n".join([frame, *(f"{line}\n{frame}" for line in lines)])


def markdown(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    cells = grid(squares, rows, cols)
    head = "|" + "|".join(f" {letter} " for letter in "abcdefghijkl"[:cols]) + "|\n|" + "---|" * cols
    return "\n".join(
        [head, *("| " + " | ".join("" if cell is None else str(cell) for cell in row) + " |" for row in cells)]
    )


def latex(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    cells = grid(squares, rows, cols)
    lines = [" & ".join("" if cell is None else str(cell) for cell in row) + r" \\ \hline" for row in cells]
    return "\n".join([r"\begin{tabular}{|" + "c|" * cols + "}", r"\hline", *lines, r"\end{tabular}"])


def arrays(squares: list[tuple[int, int]], rows: int, cols: int) -> Any:
    return np.array([[-1 if cell is None else cell for cell in row] for row in grid(squares, rows, cols)])


def frame(squares: list[tuple[int, int]], rows: int, cols: int, **options: Any) -> str:
    pandas: Any = pytest.importorskip("pandas")
    text: str = pandas.DataFrame(grid(squares, rows, cols)).to_csv(**options)
    return text


def aligned(squares: list[tuple[int, int]], rows: int, cols: int) -> str:
    return "\n".join("".join(f"{'' if cell is None else cell:>4}" for cell in row) for row in grid(squares, rows, cols))


def grid_of(squares: list[list[int]], rows: int, cols: int) -> list[list[int | None]]:
    return grid([(row, col) for row, col in squares], rows, cols)


def as_json(change: Any) -> Any:
    return lambda squares, rows, cols: json.dumps(change([list(square) for square in squares], rows, cols))


SPELLINGS: Final[dict[str, Any]] = {
    "blanks": table(),
    "from 0": table(first=0),
    "tabs": table("\t"),
    "commas": table(","),
    "commas and blanks": table(", "),
    "commas at the ends": table(",", line="{},"),
    "semicolons": table(";"),
    "semicolons and blanks": table(" ; "),
    "bars": table("|"),
    "bars around": table("|", line="|{}|"),
    "bars and blanks": table(" | ", line="| {} |"),
    "letters for holes": table(hole="o"),
    "two letters for holes": table(hole="xx"),
    "nil": table(hole="nil"),
    "errors of a spreadsheet": table(",", hole="#N/A"),
    "braces in one line": lambda *board: "{{" + table(",", hole="X")(*board).replace("\n", "},{") + "}}",
    "braces of Mathematica": lambda *board: "m = {{" + table(", ", hole="Null")(*board).replace("\n", "}, {") + "}}",
    "a list without quotes": names(", ", above="[", below="]"),
    "objects of JavaScript": pairs(", ", "{{y: {}, x: {}}}", above="[", below="];"),
    "an object of JavaScript": pairs(", ", "[{}, {}]", above="const tour = {path: [", below="]};"),
    "pairs under a sentence": pairs(" ", "({},{})", above="Knight's tour on 8x8:\n"),
    "knights in small letters": names(each="n{}"),
    "ampersands": table(" & ", line=r"{} \\"),
    "line feeds of Windows": lambda *board: table()(*board).replace("\n", "\r\n"),
    "line feeds of an old Mac": lambda *board: table()(*board).replace("\n", "\r"),
    "quoted": table(",", each='"{}"'),
    "quoted once": table(" ", each="'{}'"),
    "floats": table(",", each="{}.0"),
    "floats with a point": table(" ", each="{}."),
    "decimal commas": table(";", each="{},0"),
    "leading zeros": table(" ", each="{:03}"),
    "plus": table(" ", each="+{}"),
    "wide": table("    "),
    "lists": table(", ", line="[{}],"),
    "lists in a list": table(", ", line=" [{}]", above="[", below="]"),
    "braces of C": table(", ", line="{{{}}},", above="{\n", below="\n};"),
    "tuples": table(", ", line="({})"),
    "size": lambda squares, rows, cols: f"{rows} {cols}\n" + table()(squares, rows, cols),
    "size with x": lambda squares, rows, cols: f"{rows}x{cols}\n" + table()(squares, rows, cols),
    "size with blanks": lambda squares, rows, cols: f"{rows} x {cols}\n" + table()(squares, rows, cols),
    "comments": table(above="# a tour of mine\n# made in 1998\n"),
    "comments of C": table(above="// a tour of mine\n"),
    "comments of TeX": table(above="% a tour\n"),
    "a heading": table(above="Tour 1\n\n"),
    "a heading with a colon": table(above="Solution:\n"),
    "a fence": table(above="```\n", below="\n```"),
    "blank lines around": table(above="\n\n", below="\n\n\n"),
    "double spaced": lambda *board: table()(*board).replace("\n", "\n\n"),
    "dots": table(hole="."),
    "minus one": table(hole="-1"),
    "hashes": table(hole="#"),
    "stars": table(hole="*"),
    "dashes": table(hole="-"),
    "two dashes": table(hole="--"),
    "underscores": table(hole="_"),
    "an X": table(hole="X"),
    "an x": table(hole="x"),
    "zeros": table(hole="0"),
    "empty cells": table(",", hole=""),
    "empty cells between tabs": table("\t", hole=""),
    "empty cells between semicolons": table(";", hole=""),
    "nan": table(",", hole="nan"),
    "NaN and floats": table(",", hole="NaN", each="{}.0"),
    "None": table(", ", hole="None", line="[{}]"),
    "columns": aligned,
    "ranks and files": labelled,
    "ranks with dashes": lambda squares, rows, cols: labelled(squares, rows, cols, beside="-"),
    "ranks with dots": lambda squares, rows, cols: labelled(squares, rows, cols, beside="."),
    "ranks and files between tabs": lambda squares, rows, cols: labelled(squares, rows, cols, between="\t"),
    "ranks and files between commas": lambda squares, rows, cols: labelled(squares, rows, cols, between=","),
    "labels on both sides": both_sides,
    "a frame": framed,
    "a table of Markdown": markdown,
    "a table of LaTeX": latex,
    "an array of NumPy": lambda *board: str(arrays(*board)),
    "its repr": lambda *board: repr(arrays(*board)),
    "savetxt": lambda *board: saved(np.maximum(arrays(*board), 0)),
    "an answer to a mail": table(line="> {}"),
    "empty borders": lambda squares, rows, cols: (
        "," * (cols + 1) + "\n" + table(",", hole="", line=",{},")(squares, rows, cols)
    ),
    "None first": table(hole="None"),
    "ranks from the top": upside_down,
    "a data frame": frame,
    "a data frame without index": lambda *board: frame(*board, index=False, header=False),
    "a data frame between tabs": lambda *board: frame(*board, sep="\t"),
    "the command line's board": lambda squares, rows, cols: drawn(squares),
    "names": names(),
    "names, one a line": names("\n"),
    "names and commas": names(", "),
    "names and commas alone": names(","),
    "names and semicolons": names("; "),
    "names and arrows": names(" -> "),
    "names and thin arrows": names("->"),
    "names and unicode arrows": names(" \u2192 "),
    "names and dashes": names(" - "),
    "names and greater-than": names(" > "),
    "capital names": names(change=str.upper),
    "quoted names": names(", ", each='"{}"', above="[", below="]"),
    "names in single quotes": names(", ", each="'{}'", above="[", below="]"),
    "knights": names(each="N{}"),
    "German knights": names(each="S{}"),
    "knights as figurines": names(each="\u2658{}"),
    "names in brackets": names(each="({})"),
    "names with a heading": names(above="# my tour\n"),
    "numbered names": lambda squares, rows, cols: "\n".join(
        f"{number}. {name(square, rows)}" for number, square in enumerate(squares, 1)
    ),
    "names by number": lambda squares, rows, cols: "\n".join(
        f"{number},{name(square, rows)}" for number, square in enumerate(squares, 1)
    ),
    "names by number in brackets": lambda squares, rows, cols: " ".join(
        f"{number}) {name(square, rows)}" for number, square in enumerate(squares, 1)
    ),
    "names with dashes alone": names("-"),
    "names with en dashes": names("\u2013"),
    "names in bullets": names("\n", each="* {}"),
    "names of Kt": names(each="Kt{}"),
    "names under a heading": names(above="Knight's tour:\n"),
    "names after a word": names(above="Tour: "),
    "names as a column": names("\n", above="square\n"),
    "names with then": names(" then "),
    "names in JSON text": as_json(
        lambda squares, rows, cols: {"tour": " ".join(name((row, col), rows) for row, col in squares)}
    ),
    "a game": game,
    "moves": moves(),
    "moves, one a line": moves("\n"),
    "moves and commas": moves(", "),
    "moves with dashes": moves(each="{}-{}"),
    "moves of a knight": moves(each="N{}-{}"),
    "moves with arrows": moves(", ", each="{}->{}"),
    "moves with a word": moves("\n", each="{} to {}"),
    "moves of a knight without a dash": moves(each="N{}{}"),
    "quoted moves": moves(", ", each='"{}{}"'),
    "pairs by line": pairs("\n", "{},{}"),
    "pairs by line with blanks": pairs("\n", "{} {}"),
    "pairs by line with tabs": pairs("\n", "{}\t{}"),
    "pairs by line with semicolons": pairs("\n", "{};{}"),
    "pairs by line from 1": pairs("\n", "{},{}", base=1),
    "pairs in brackets": pairs(" ", "({},{})"),
    "pairs in brackets with commas": pairs(", ", "({}, {})"),
    "pairs in brackets by line": pairs("\n", "({}, {})"),
    "pairs and arrows": pairs(" -> ", "({}, {})"),
    "pairs in a list": pairs(", ", "({}, {})", above="[", below="]"),
    "lists of pairs": pairs(", ", "[{}, {}]", above="[", below="]"),
    "braces of pairs": pairs(", ", "{{{}, {}}}", above="{", below="}"),
    "pairs with floats": pairs("\n", "{}.0,{}.0"),
    "pairs under a heading": pairs("\n", "{},{}", above="row,col\n"),
    "pairs as an array of NumPy": lambda squares, rows, cols: (
        "\n".join(f"{' [' if number else '[['}{row} {col}]" for number, (row, col) in enumerate(squares)) + "]"
    ),
    "steps of pairs": lambda squares, rows, cols: "\n".join(
        f"Step {number}: ({row}, {col})" for number, (row, col) in enumerate(squares, 1)
    ),
    "move, x and y": lambda squares, rows, cols: (
        "move,x,y\n" + "\n".join(f"{number},{col},{row}" for number, (row, col) in enumerate(squares, 1))
    ),
    "columns and rows": lambda squares, rows, cols: "c;r\n" + "\n".join(f"{col};{row}" for row, col in squares),
    "file and rank": lambda squares, rows, cols: (
        "file,rank\n" + "\n".join(f"{col + 1},{rows - row}" for row, col in squares)
    ),
    "rows, columns and steps, sorted": lambda squares, rows, cols: (
        "row,col,step\n"
        + "\n".join(
            f"{row},{col},{number}" for number, (row, col) in sorted(enumerate(squares, 1), key=lambda item: item[1])
        )
    ),
    "integers of NumPy": lambda squares, rows, cols: str([(np.int64(row), np.int64(col)) for row, col in squares]),
    "x and y": lambda squares, rows, cols: "x,y\n" + "\n".join(f"{col},{row}" for row, col in squares),
    "numbered pairs": lambda squares, rows, cols: "\n".join(
        f"{number},{row},{col}" for number, (row, col) in enumerate(squares, 1)
    ),
    "numbered pairs under a heading": lambda squares, rows, cols: (
        "step,row,col\n" + "\n".join(f"{number},{row},{col}" for number, (row, col) in enumerate(squares))
    ),
    "JSON of squares": as_json(lambda squares, rows, cols: squares),
    "JSON from 1": as_json(lambda squares, rows, cols: [[row + 1, col + 1] for row, col in squares]),
    "JSON of names": as_json(lambda squares, rows, cols: [name(tuple(square), rows) for square in squares]),
    "JSON of a grid": as_json(grid_of),
    "JSON of a grid with zeros": as_json(
        lambda squares, rows, cols: [[cell or 0 for cell in row] for row in grid_of(squares, rows, cols)]
    ),
    **{
        f"JSON of {key}": as_json(lambda squares, rows, cols, key=key: {"rows": rows, "cols": cols, key: squares})
        for key in ("path", "tour", "squares", "moves", "solution", "order", "Path")
    },
    **{
        f"JSON of {key}, a grid": as_json(
            lambda squares, rows, cols, key=key: {"n": rows, key: grid_of(squares, rows, cols)}
        )
        for key in ("board", "grid", "numbers")
    },
    "JSON of objects": as_json(lambda squares, rows, cols: [{"row": row, "col": col} for row, col in squares]),
    "JSON of x and y": as_json(lambda squares, rows, cols: [{"x": col, "y": row} for row, col in squares]),
    "JSON of objects under a key": as_json(
        lambda squares, rows, cols: {"tour": [{"y": row, "x": col} for row, col in squares]}
    ),
    "JSON of squares by text": as_json(lambda squares, rows, cols: {"tour": [f"{row},{col}" for row, col in squares]}),
    "JSON within JSON": as_json(lambda squares, rows, cols: {"result": {"board": grid_of(squares, rows, cols)}}),
    "JSON of one tour": as_json(lambda squares, rows, cols: [grid_of(squares, rows, cols)]),
    "JSON of numbers by name": as_json(
        lambda squares, rows, cols: {
            name((row, col), rows): number
            for number, (row, col) in sorted(enumerate(squares, 1), key=lambda item: item[1])
        }
    ),
    "a literal of Python": lambda squares, rows, cols: f"tour = {squares}",
    "objects of Python": lambda squares, rows, cols: str([{"row": row, "col": col} for row, col in squares]),
    "an assignment": lambda squares, rows, cols: f"int board[] = {grid(squares, rows, cols)};".replace("None", "-1"),
    "nested braces": lambda squares, rows, cols: str(grid(squares, rows, cols)).replace("[", "{").replace("]", "}"),
    "a matrix of MATLAB": lambda *board: f"[{table(hole='-1')(*board)}]".replace("\n", "; "),
    "HTML": lambda squares, rows, cols: (
        "<table>\n"
        + "".join(
            "<tr>" + "".join(f"<td>{'' if cell is None else cell}</td>" for cell in row) + "</tr>\n"
            for row in grid(squares, rows, cols)
        )
        + "</table>"
    ),
    "slashes": table("/"),
    "ranks alone": lambda squares, rows, cols: "\n".join(labelled(squares, rows, cols).splitlines()[:-1]),
    "steps": lambda squares, rows, cols: "\n".join(
        f"Step {number}: {name(square, rows)}" for number, square in enumerate(squares, 1)
    ),
    "numbers by name": lambda squares, rows, cols: "\n".join(
        f"{name(square, rows)},{number}" for number, square in sorted(enumerate(squares, 1), key=lambda item: item[1])
    ),
    "rows and columns in words": lambda squares, rows, cols: "\n".join(
        f"row {row}, column {col}" for row, col in squares
    ),
    "R1C1": lambda squares, rows, cols: " ".join(f"R{row + 1}C{col + 1}" for row, col in squares),
    "a line of pairs": lambda squares, rows, cols: " ".join(f"{row},{col}" for row, col in squares),
    "arrows between pairs": lambda squares, rows, cols: " -> ".join(f"{row},{col}" for row, col in squares),
    "wrapped pairs": lambda squares, rows, cols: "\n".join(
        " ".join(f"{row + 1},{col + 1}" for row, col in squares[begin : begin + 5])
        for begin in range(0, len(squares), 5)
    ),
    "indented JSON": lambda squares, rows, cols: json.dumps([list(square) for square in squares], indent=2),
}

INDICES: Final[dict[str, Any]] = {
    "blanks": lambda order: " ".join(map(str, order)),
    "commas": lambda order: ", ".join(map(str, order)),
    "lines": lambda order: "\n".join(map(str, order)),
    "from 1": lambda order: " ".join(str(index + 1) for index in order),
    "a list": str,
    "JSON": lambda order: json.dumps({"tour": order}),
    "arrows": lambda order: " -> ".join(map(str, order)),
    "Concorde": lambda order: (
        f"{len(order)}\n"
        + "\n".join(" ".join(map(str, order[begin : begin + 10])) for begin in range(0, len(order), 10))
    ),
    "wrapped": lambda order: "\n".join(
        " ".join(map(str, order[begin : begin + 7])) for begin in range(0, len(order), 7)
    ),
    "an end of -1": lambda order: "\n".join(str(index + 1) for index in order) + "\n-1\n",
}


def saved(table: Any) -> str:
    written = io.StringIO()
    np.savetxt(written, table)
    return written.getvalue()


def drawn(squares: list[tuple[int, int]]) -> str:
    from destrier.drawing import to_terminal

    return to_terminal(dt.Tour.from_squares(squares), colour=False, names=True)


def squares_of(tour: Any) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in tour.order()]


def test_the_table_is_large() -> None:
    assert len(SPELLINGS) + len(INDICES) >= 120


@pytest.mark.filterwarnings("ignore:the list visits 8 of the 9 squares")
@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("tour", [OPEN, long(WIDE), long(RING)], ids=["open", "wide", "ring"])
def test_a_spelling_of_a_tour_is_this_tour(tour: dt.Tour, spelling: str, tmp_path: Path) -> None:
    squares = squares_of(tour)
    text = SPELLINGS[spelling](squares, *tour.board.shape)
    path = tmp_path / "tour.txt"
    path.write_text(text, encoding="utf-8", newline="")
    held = read(path, Asked()).tour
    assert squares_of(held) == squares
    assert (held.kind, held.board) == (tour.kind, tour.board)


@pytest.mark.parametrize("spelling", INDICES)
def test_indices_are_those_of_the_only_board_that_has_the_tour(spelling: str, tmp_path: Path) -> None:
    for tour in (OPEN, WIDE):
        path = tmp_path / "tour"
        path.write_text(INDICES[spelling](tour.indices().tolist()))
        assert squares_of(read(path, Asked()).tour) == squares_of(tour)
        assert squares_of(read(path, Asked(tour.board)).tour) == squares_of(tour)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("suffix", ["", ".txt", ".csv", ".tsv", ".dat", ".md", ".pgn", ".json"])
def test_the_suffix_and_the_encoding_do_not_matter(suffix: str, encoding: str, tmp_path: Path) -> None:
    for number, spelling in enumerate(("commas", "names", "pairs by line", "JSON of squares")):
        path = tmp_path / f"tour{number}{suffix}"
        path.write_text(SPELLINGS[spelling](squares_of(OPEN), 8, 8), encoding=encoding)
        assert dt.load(path) == OPEN


@given(tour=st.sampled_from([OPEN, WIDE, RING]), spelling=st.sampled_from(sorted(SPELLINGS)), data=st.data())
@pytest.mark.filterwarnings("ignore:the list visits")
def test_what_is_damaged_is_not_read_as_another_tour(tour: dt.Tour, spelling: str, data: Any) -> None:
    """If a word is dropped or repeated, the text is refused, or what is read visits the squares that are left."""
    text = SPELLINGS[spelling](squares_of(tour), *tour.board.shape)
    words = re.split("( )", text)
    place = data.draw(st.integers(0, len(words) - 1))
    damaged = "".join(
        words[:place] + data.draw(st.sampled_from([[], [words[place], " ", words[place]]])) + words[place + 1 :]
    )
    try:
        held = read_tour(damaged).tour
    except dt.DestrierError as fault:
        held = None
        said = str(fault)
    else:
        said = ""
    assert "\n" not in said
    if held is not None:
        left = squares_of(held)
        assert left in (squares_of(tour), squares_of(tour)[1:], squares_of(tour)[:-1])


LONG: Final = {
    "line feeds": "\n" * 300_000 + "x",
    "blanks": " " * 300_000 + "x",
    "brackets": "[" * 300_000,
    "braces": "{" * 300_000,
    "pairs": "(1," * 100_000,
    "commas": "1," * 200_000,
    "dashes": "-" * 300_000 + "x",
    "signs": "=" * 300_000 + "1",
    "bars": "|" * 300_000,
    "lines of bars": "|\n" * 100_000,
    "dots": "1." * 100_000,
    "arrows": "a1->" * 100_000,
    "tags": "<td" * 100_000,
    "tabs": "\t" * 2_100_000 + "1",
}

QUICK: Final = ("blanks", "tags")


@posix
@pytest.mark.parametrize("name", left(LONG, QUICK))
def test_no_text_takes_time_of_its_square(name: str) -> None:
    """Each of these would take minutes if it were read back and forth."""
    with within(20), pytest.raises(dt.InvalidTourney):
        read_tour(LONG[name])


@posix
@pytest.mark.parametrize("name", left(LONG, QUICK))
def test_no_puzzle_takes_time_of_its_square(name: str, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(LONG[name])
    with within(20), suppress(dt.DestrierError):
        load_puzzles(tmp_path / "puzzle.txt")


def test_a_zero_that_may_be_a_hole_is_told() -> None:
    held = read_tour("5 2 7\n8 0 4\n3 6 1".replace("0", "x").replace("x", "0"))
    assert (held.tour.kind, held.form) == ("closed", "a grid of 3 x 3 numbers, where 0 marks a missing square")


def test_a_zero_a_move_from_1_is_a_number_or_a_hole(tmp_path: Path) -> None:
    """A tour of 7 x 7 without its centre, whose last square is as far from 1 as the centre is."""
    board = dt.Board.from_mask([[(row, col) != (3, 3) for col in range(7)] for row in range(7)])
    closed = dt.tour(board, seed=1)
    squares = squares_of(closed)
    begin = next(place for place, square in enumerate(squares) if sorted(abs(x - 3) for x in square) == [1, 2])
    numbers = {square: number for number, square in enumerate(squares[begin:] + squares[:begin], 1)}
    rows = [[numbers.get((row, col), 0) for col in range(7)] for row in range(7)]
    text = "".join(f"{','.join(map(str, row))}\n" for row in rows)
    with pytest.raises(Unreadable) as caught:
        dt.load(text)
    assert str(caught.value) == (
        "this may be a grid of 7 x 7 numbers from 0 (7 x 7) or a grid of 7 x 7 numbers, where 0 marks a missing square "
        "(7 x 7 with 1 square missing): give the board"
    )
    assert dt.load(text, board=board).same_moves(closed)
    assert dt.load(text, board=dt.Board(7, 7)).kind == "open"
    aligned = "".join(
        f"{' '.join(f'{number:2}' for number in row)}\n" for row in rows
    )  # as to_text writes an open tour
    assert read_tour(aligned).form == (
        "a grid of 7 x 7 numbers from 0; if 0 marks a missing square, give 7 x 7 with 1 square missing by --shape"
    )


@given(st.integers(0, 2**32), st.sampled_from([(5, 5), (3, 7), (7, 7)]), st.sampled_from([",", ";", " ", " | "]))
def test_open_tours_whose_numbers_begin_with_1_are_read(seed: int, sides: tuple[int, int], between: str) -> None:
    tour = dt.tour(*sides, kind="open", seed=seed)
    assert dt.load(table(between)(squares_of(tour), *sides)) == tour


ODD: Final[dict[str, str | None]] = {
    "1 6 3  \n4 x 8  \n7 2 5  ": "a grid of 3 x 3 numbers, where x marks a missing square",
    "3 | 1 6 3\n2 | 4 # 8\n1 | 7 2 5\n    a b c": "a grid of 3 x 3 numbers, where # marks a missing square",
    "   [1 6 3]\n   [4 . 8]\n   [7 2 5]": "a grid of 3 x 3 numbers, where . marks a missing square",
    "1 6 3\n4   8\n\n7 2 5": "a grid of 3 x 3 numbers, where an empty cell marks a missing square",
    ",1,6,3\n,4,.,8\n,7,2,5": "a grid of 3 x 3 numbers, where . marks a missing square",
    "My tour:\n1 6 3\n4 . 8\n7 2 5": "a grid of 3 x 3 numbers, where . marks a missing square",
    "A = [1 6 3; 4 NaN 8; 7 2 5]": "a grid of 3 x 3 numbers, where NaN marks a missing square",
    "[[1,6,3],[4,undefined,8],[7,2,5]]": "a grid of 3 x 3 numbers, where undefined marks a missing square",
    "R 1 6 3\nR 4 x 8\nR 7 2 5": None,
    "S 6 3\n4 x 8\n7 2 5": None,
}
"""Texts that are the ring, and how they are understood; or that are not read as any tour."""


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_the_ring_or_refused(text: str) -> None:
    form = ODD[text]
    if form is None:
        with pytest.raises(Unreadable, match=r"^line 1, column 1: '[RS]' is not the number of a square$"):
            read_tour(text)
        return
    held = read_tour(text)
    assert held.form == form
    assert squares_of(held.tour) == [(0, 0), (2, 1), (0, 2), (1, 0), (2, 2), (0, 1), (2, 0), (1, 2)]


@pytest.mark.parametrize("files", [range(1, 9), "abcdefgh"])
@pytest.mark.parametrize("keys", [("rank", "file"), ("file", "rank")])
def test_objects_with_ranks_count_from_the_bottom(files: Any, keys: tuple[str, str]) -> None:
    places = [{"rank": 8 - row, "file": files[col]} for row, col in squares_of(OPEN)]
    assert dt.load(json.dumps([{key: place[key] for key in keys} for place in places])) == OPEN


def test_a_row_of_numbers_from_0_is_a_tour_of_a_wazir() -> None:
    held = read_tour("0 1 2 3 4\n", asked=Asked(leaper="wazir"))
    assert (held.tour.describe(), held.form) == ("open tour of 1 x 5 by a wazir from 0,0 to 0,4", "")


@given(st.integers(0, 2**32), st.sampled_from([(5, 5), (6, 6), (3, 7)]))
def test_what_is_written_with_numbers_from_0_is_read(seed: int, sides: tuple[int, int]) -> None:
    tour = dt.tour(*sides, kind="open", seed=seed)
    written = to_text(tour, first=0)
    assert dt.load(written) == tour
    (row, col), (end_row, end_col) = squares_of(tour)[1], squares_of(tour)[-1]
    may_lack_a_square = sorted([abs(row - end_row), abs(col - end_col)]) == [1, 2]
    assert written.startswith("# open\n") or not may_lack_a_square


FAULTS: Final[dict[str, tuple[str, str]]] = {
    "": ("Unreadable", "there are no numbers"),
    "8 1 8 2 7 3": (
        "Unreadable",
        "these numbers are neither those of the squares of a board, by rows, nor a list of squares",
    ),
    "hi all": ("Unreadable", "line 1, column 1: expected a number or a square such as a1, not 'hi'"),
    "a1 b3 c1 zz": ("Unreadable", "line 1, column 10: 'zz' is not a square such as a1"),
    "a1, c2, e3, h8": ("InvalidTourney", "line 1, column 13: step 3, from e3 to h8, is not a knight's move"),
    "a1b3 b3c1 c2a3 a3b1": ("InvalidTourney", "line 1, column 11: move 3 begins at c2, but move 2 ends at c1"),
    "a1 b3 c1 a2 c3 b1 a3 b1": ("InvalidTourney", "line 1, column 22: b1 is visited twice, as squares 6 and 8"),
    "a1 c2 e1 g2 h4 f3": (
        "InvalidTourney",
        (
            "the list visits 6 of the 32 squares of 4 x 8, and ends at f3: give the board if the others are missing, "
            "as by --shape with dots for a4, b4 and 24 more"
        ),
    ),
    "(0,0) (1,2) (3,3) (4,5)": (
        "InvalidTourney",
        (
            "the list visits 4 of the 30 squares of 5 x 6, and ends at 4,5: give the board if the others are missing, "
            "as by --shape with dots for 0,1, 0,2 and 24 more"
        ),
    ),
    "1 _ _\n_ _ 7\n_ _ 4": ("InvalidTourney", "3 of 9 squares have numbers, up to 7: 'destrier solve' finds the rest"),
    "1 4 7\n6 what 2\n3 8 5": ("Unreadable", "line 2, column 3: 'what' is not the number of a square"),
    "1,4,7\n6,,2\n3,8": ("Unreadable", "line 3 has 2 cells, line 1 has 3: write . for missing squares"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_one_line_that_says_where(text: str, tmp_path: Path) -> None:
    kind, message = FAULTS[text]
    path = tmp_path / "tour.txt"
    path.write_text(text)
    with pytest.raises(dt.InvalidTourney) as caught:
        dt.load(path)
    assert (type(caught.value).__name__, str(caught.value)) == (kind, f"{path}: {message}")


def test_two_readings_are_both_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text of the table may be read in two ways, so one reader is made to find another tour."""
    other = dt.tour(8, 8, kind="open", seed=5)
    monkeypatch.setitem(texts.READERS, ".order", lambda told: [Reading(other, "a list of 64 square indices")])
    with pytest.raises(Unreadable) as caught:
        dt.load(SPELLINGS["commas"](squares_of(OPEN), 8, 8))
    assert str(caught.value) == (
        "this may be a grid of 8 x 8 numbers (8 x 8) or a list of 64 square indices (8 x 8): give the board, or choose "
        "by --format txt or order"
    )


def test_the_board_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = runner(capsys)
    torus = dt.tour(dt.Torus(5, 6), seed=1)
    path = tmp_path / "tour.txt"
    path.write_text("\n".join(f"{row},{col}" for row, col in squares_of(torus)))
    assert squares_of(dt.load(path, board=torus.board)) == squares_of(torus)
    told = run("check", path, 5, 6, "--surface", "torus")
    assert told.out == "closed tour of the 5 x 6 torus\n"
    form = "a list of 30 squares as row,column, counted from 0"
    assert told.err == f"destrier: {path}: read as {form}, the 5 x 6 torus\n"
    zebra = dt.tour(10, 10, leaper="zebra", seed=1)
    path.write_text(SPELLINGS["commas"](squares_of(zebra), 10, 10))
    assert dt.load(path, leaper="zebra") == zebra
    assert run("check", path, "--leaper", "zebra").code == 0
    fault = "line 4, column 7: from square 0,0 to 3,2 is not a knight's move, but all steps are a zebra's"
    told = run("check", path)
    assert (told.code, told.err) == (1, f"destrier: {path}: {fault}\n")
    space = dt.tour(3, 4, 4, seed=1)
    path.write_text("\n".join(f"({x}, {y}, {z})" for x, y, z in space.order().tolist()))
    assert dt.load(path) == space


@pytest.mark.parametrize("suffix", [".squares", ".uci", ".pairs", ".order"])
@pytest.mark.parametrize("tour", [SHORT, RING], ids=["open", "ring"])
def test_a_list_that_is_cut_off_is_refused(suffix: str, tour: dt.Tour, tmp_path: Path) -> None:
    """An open tour of 6 x 6 was read as a closed one of 20 squares."""
    path = tmp_path / f"tour{suffix}"
    dt.save(tour, path)
    text = path.read_text(encoding="utf-8")
    needed = len(text) - (6 if (suffix, tour.kind) == (".uci", "closed") else 1)  # the last move follows
    for length in range(needed):
        path.write_text(text[:length], encoding="utf-8")
        with pytest.raises(dt.DestrierError):
            dt.load(path)
    path.write_text(text[:-1], encoding="utf-8")
    assert dt.load(path) == tour


@pytest.mark.parametrize("suffix", [".squares", ".uci", ".pairs", ".order"])
@pytest.mark.parametrize("headed", [True, False])
@given(
    seed=st.integers(0, 999),
    sides=st.sampled_from([(6, 6), (5, 30), (3, 40)]),
    kind=st.sampled_from(["closed", "open"]),
)
def test_a_long_list_is_read_as_a_short_one(
    suffix: str, seed: int, sides: tuple[int, int], kind: Any, *, headed: bool
) -> None:
    with suppress(dt.NoSuchTour):
        render = FORMATS[suffix].text
        assert render is not None
        text = render()[1](dt.tour(*sides, kind=kind, seed=seed))
        text = text if headed else text.partition("\n")[2]
        assert read_plain(text, Asked()) == read_any(text, Asked())._replace(is_own=False)


@exhaustive
def test_a_long_table_of_three_columns_is_no_list_of_squares(tmp_path: Path) -> None:
    tour = dt.tour(12_000, 3, kind="open", algorithm="rectangle")
    dt.save(tour, tmp_path / "tour.csv")
    assert (tmp_path / "tour.csv").stat().st_size > PLAIN
    assert dt.load(tmp_path / "tour.csv") == tour


def test_a_list_of_a_part_of_a_rectangle_is_doubted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, ring = tmp_path / "ring.txt", "a1 b3 c1 a2 c3 b1 a3 c2"
    path.write_text(ring, encoding="utf-8")
    visits = "the list visits 8 of the 9 squares of 3 x 3, and"
    doubt = f"{visits} the others are taken as missing: give the board if it has them"
    with pytest.warns(UserWarning, match=f"^{doubt}$"):
        assert dt.load(ring).same_moves(RING)
    form = "read as a list of 8 squares by name, 3 x 3 with 1 square missing"
    assert runner(capsys)("check", path).err == f"destrier: {doubt}\ndestrier: {path}: {form}\n"
    assert dt.load(ring, board=RING.board).same_moves(RING)
    with pytest.raises(dt.InvalidTourney, match=f"^{visits} ends at c2$"):
        dt.load(ring, board=dt.Board(3, 3))


def test_the_empty_cells_around_a_table_are_those_of_its_board() -> None:
    tour = dt.tour(dt.Board.from_mask(np.pad(np.ones((5, 6)), 1)), seed=1)
    whole = dt.tour(5, 6, seed=1)
    table = "".join(f"{','.join(str(number or '') for number in row)}\n" for row in (tour.numbering() + 1).tolist())
    assert dt.load(table, board=tour.board) == tour
    assert dt.load(table) == dt.load(table, board=whole.board) == whole
    with pytest.raises(dt.InvalidTourney, match="the numbers do not have the shape of 6 x 8"):
        dt.load(table, board=dt.Board(6, 8))


def test_coordinates_are_counted_from_0_or_1_as_the_board_has_them() -> None:
    tour = dt.tour(dt.Board.from_mask(np.pad(np.ones((5, 6)), 1)), seed=1)
    for base in (0, 1):
        listed = "\n".join(f"{row + base},{col + base}" for row, col in squares_of(tour))
        held = read(listed, Asked(tour.board))
        assert (held.tour, held.form[-1]) == (tour, str(base))
    with pytest.raises(dt.InvalidTourney, match="of 4 x 4 x 4 by a knight has 3 coordinates, and those listed have 2"):
        dt.load(listed, board=dt.Space(4, 4, 4), suffix=".pairs")


@pytest.mark.parametrize("suffix", [".csv", ".pairs", ".order", ".tour", ".txt", ".json", ".npz"])
def test_a_file_that_names_its_board_is_not_of_another(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, run = tmp_path / f"tour{suffix}", runner(capsys)
    for tour in (dt.tour(dt.KleinBottle(4, 5), seed=1), dt.tour(10, 10, leaper="zebra", seed=1)):
        dt.save(tour, path)
        for other in ((4, 5), (10, 10), (9, 9), ("--leaper", "knight")):
            told = run("check", path, *other)
            if tour.board.leaper.is_knight and other[0] == "--leaper":
                assert told.code == 0
                continue
            fault = f"the file holds a tour of {tour.board.describe()}, not of the given board"
            assert (told.code, told.err) == (1, f"destrier: {path}: {fault}\n")


def test_a_format_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, path = runner(capsys), tmp_path / "tour.json"
    path.write_text(SPELLINGS["blanks"](squares_of(OPEN), 8, 8))
    assert run("check", path, "--format", "txt").code == 0
    assert run("check", path, "--format", "pairs").code == 2
    told = run("check", path, "--format", "sgf")
    assert (told.code, told.err) == (2, f"destrier: a format of tours is one of {' '.join(LOADED)}, not '.sgf'\n")


def test_many_tours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, path, ring = runner(capsys), tmp_path / "tours.txt", "1 4 7\n6 . 2\n3 8 5"
    for text in (
        f"{ring}\n\n{ring}",
        f"\ufeff{ring}\n\n{ring}\n",
        f"{ring}\n  \t\n{ring}",
        f"\n\n{ring}\n\n\n\n{ring}\n\n",
        f"# mine\n\n{ring}\n\n# yours\n{ring}",
        f"{ring.replace(' ', ',')}\n\n{ring}".replace("\n", "\r\n"),
        f"Tour 1\n{ring}\n\nTour 2\n{ring}",
    ):
        path.write_text(text, encoding="utf-8", newline="")
        assert run("check", path).out == "2 closed tours of 3 x 3 with 1 square missing\n"
    path.write_text(f"{ring}\n\n{ring.replace('6 . 2', '2 . 6')}")
    told = run("check", path)
    assert (told.code, told.err) == (
        1,
        f"destrier: {path}: tour 1: line 6, column 1: from square 0,0 to 1,0 is not a knight's move\n",
    )
    path.write_text(f"{ring}\n\n{ring}")
    assert run("show", path).code == 2


def test_sources_in_python() -> None:
    text = SPELLINGS["names"](squares_of(OPEN), 8, 8)
    assert dt.load(text) == dt.load(io.StringIO(text)) == dt.load(io.BytesIO(text.encode("utf-16"))) == OPEN
    with pytest.raises(FileNotFoundError):
        dt.load("my tour.txt")


@pytest.mark.parametrize(
    "board",
    [dt.Board(8, 8), dt.Board(5, 6), dt.Torus(4, 5), dt.Board.from_text("####\n####\n.###\n####"), dt.Space(3, 4, 2)],
    ids=repr,
)
@pytest.mark.parametrize("kind", ["closed", "open"])
def test_lkh_and_the_command_line(board: Any, kind: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another program solves the graph that we write, and copies its name; the command line knows the board by it."""
    elkai = pytest.importorskip("elkai")  # LKH
    run, path = runner(capsys), tmp_path / "knights.hcp"
    dt.save_graph(board, path, kind=kind)
    lines = path.read_text().splitlines()
    head = dict(line.split(" : ") for line in lines if " : " in line)
    size = int(head["DIMENSION"])
    lengths = np.ones((size, size), int)
    for line in lines[lines.index("EDGE_DATA_SECTION") + 1 : lines.index("-1")]:
        here, there = (int(word) - 1 for word in line.split())
        lengths[here, there] = lengths[there, here] = 0
    found = elkai.DistanceMatrix(lengths.tolist()).solve_tsp()[:-1]
    if any(lengths[found[place - 1], found[place]] for place in range(size)):
        pytest.skip("it finds no tour of this board")
    answer = tmp_path / "answer.tour"
    listed = "\n".join(str(vertex + 1) for vertex in found)
    answer.write_text(
        f"NAME : {head['NAME']}.0.tour\nTYPE : TOUR\nDIMENSION : {size}\nTOUR_SECTION\n{listed}\n-1\nEOF\n"
    )
    held = dt.load(answer)
    assert held.board == board
    assert held.kind == kind
    assert run("check", answer).out == f"{held.describe()}\n"
