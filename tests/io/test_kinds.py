"""What solvers, graph libraries and programs' dialogues print: each kind of text is read as its tour, or refused."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from helpers.commands import runner

import destrier as dt
from destrier.io.guesses import Asked
from destrier.io.puzzle_texts import load_puzzles
from destrier.io.stacks import is_stack
from destrier.io.texts import read_tour
from destrier.support.errors import InvalidTourney, Unreadable

CLOSED = dt.tour(6, 6, seed=1)
OPEN = dt.tour(5, 6, kind="open", seed=3)
OTHER = dt.tour(5, 6, kind="open", seed=4)
SPACE = dt.tour(3, 4, 5, seed=1)


def squares_of(tour: dt.Tour) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in tour.order()]


def moves_of(tour: dt.Tour) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The moves of a tour in any order, each from one square to the next."""
    squares = squares_of(tour)
    moves = list(zip(squares, squares[1:] + squares[:1], strict=True))[: len(squares) - (tour.kind == "open")]
    random.Random(1).shuffle(moves)
    return moves


def name(square: tuple[int, int], rows: int) -> str:
    return f"{'abcdefghij'[square[1]]}{rows - square[0]}"


def rows_of(tour: dt.Tour, between: str = " ", each: str = "{}") -> str:
    return "\n".join(between.join(each.format(number + 1) for number in row) for row in tour.numbering().tolist())


def lines(each: Any, between: str = "\n", above: str = "", below: str = "") -> Any:
    """Return a writer of moves: `each` writes one, given its squares and the shape of the board."""
    return lambda tour: (
        above + between.join(each(one, other, *tour.board.shape) for one, other in moves_of(tour)) + below
    )


def vertices(form: str, base: int = 0) -> Any:
    """Return a writer of one move by the numbers of its squares, row by row."""
    return lambda one, other, _, cols: form.format(one[0] * cols + one[1] + base, other[0] * cols + other[1] + base)


def neighbours(tour: dt.Tour) -> list[str]:
    """Each square with those to which its moves lead, each move once, as by networkx."""
    onward: dict[int, list[int]] = {square: [] for square in range(tour.board.size)}
    for one, other in moves_of(tour):
        onward[int(tour.board.index(one))].append(int(tour.board.index(other)))
    return [" ".join(map(str, (square, *others))) for square, others in onward.items()]


MOVES: Final[dict[str, Any]] = {
    "facts": lines(lambda one, other, *_: f"move({one[0] + 1},{one[1] + 1},{other[0] + 1},{other[1] + 1}).", " "),
    "an answer of clingo": lines(
        lambda one, other, *_: f"next({one[0] + 1},{one[1] + 1},{other[0] + 1},{other[1] + 1})",
        *(" ", "clingo version 5.4.0\nSolving...\nAnswer: 1\n", "\nSATISFIABLE\n\nModels : 1+\nTime : 0.012s\n"),
    ),
    "cells in facts": lines(lambda one, other, *_: f"move(cell{one},cell{other})".replace(" ", ""), " "),
    "an edge list": lines(vertices("{} {} {{}}")),
    "a weighted edge list": lines(vertices("{} {} {{'weight': 1}}")),
    "a list of edges": lines(vertices("({}, {})"), ", ", "[", "]"),
    "edges of squares": lines(lambda one, other, *_: f"({one}, {other})", ", ", "[", "]"),
    "triples of Sage": lines(lambda one, other, *_: f"({one}, {other}, None)", ", ", "[", "]"),
    "triples of numbers": lines(vertices("({}, {}, None)"), ", ", "[", "]"),
    "Mathematica's graph": lines(vertices("{} <-> {}", 1), ", ", "Graph[{", "}]"),
    "a table with a head": lines(
        lambda one, other, *_: f"{one[0]},{one[1]},{other[0]},{other[1]}", above="r1,c1,r2,c2\n"
    ),
    "an adjacency list": lambda tour: "#!/usr/bin/python\n# graph\n" + "\n".join(neighbours(tour)),
    "Mathematica's arrows": lines(vertices("{} <-> {}", 1)),
    "Mathematica's list": lines(vertices("{} \\[UndirectedEdge] {}", 1), ", ", "{", "}"),
    "Mathematica's characters": lines(vertices("{} \uf3d4 {}", 1), ", ", "{", "}"),
    "DOT": lines(vertices("  {} -- {};"), "\n", "graph G {\n", "\n}\n"),
    "DIMACS": lines(vertices("e {} {}", 1), "\n", "p edge 30 36\n"),
    "coordinates": lines(lambda one, other, *_: f"{one[0]},{one[1]} -> {other[0]},{other[1]}"),
    "names": lines(lambda one, other, rows, _: f"{name(one, rows)} -> {name(other, rows)}"),
    "names in one line": lines(lambda one, other, rows, _: f"{name(one, rows)}-{name(other, rows)}", ", "),
    "node-link": lambda tour: json.dumps(
        {
            "directed": False,
            "nodes": [{"id": number} for number in range(tour.board.size)],
            "links": [
                {"source": int(tour.board.index(one)), "target": int(tour.board.index(other))}
                for one, other in moves_of(tour)
            ],
        }
    ),
    "node-link of squares": lambda tour: json.dumps(
        {
            "nodes": [{"id": square} for square in squares_of(tour)],
            "edges": [{"source": one, "target": other} for one, other in moves_of(tour)],
        }
    ),
    "node-link of names": lambda tour: json.dumps(
        {
            "nodes": [{"id": name(square, tour.board.shape[0])} for square in squares_of(tour)],
            "links": [
                {"source": name(one, tour.board.shape[0]), "target": name(other, tour.board.shape[0])}
                for one, other in moves_of(tour)
            ],
        }
    ),
}


@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("tour", [CLOSED, OPEN], ids=["closed", "open"])
def test_moves_in_any_order_are_their_tour(kind: str, tour: dt.Tour) -> None:
    held = read_tour(MOVES[kind](tour))
    assert held.tour.same_moves(tour)
    assert (held.tour.board, held.tour.kind) == (tour.board, tour.kind)
    assert held.form.split(",")[0] == f"a list of {len(moves_of(tour))} moves in any order"


def test_moves_that_make_no_tour_name_the_square() -> None:
    moves = [f"{name(one, 6)} -> {name(other, 6)}" for one, other in moves_of(CLOSED)]
    twice = [*moves, "a1 -> b3" if "a1 -> b3" not in moves else "a1 -> c2"]
    with pytest.raises(dt.InvalidTourney, match=r"^line \d+, column \d+: [a-f][1-6] has 3 moves, and a square"):
        read_tour("\n".join(twice))
    with pytest.raises(dt.InvalidTourney, match=r"^4 squares have one move, such as [a-f][1-6] and [a-f][1-6]:"):
        read_tour("\n".join(moves[2:]))


def test_our_own_edges_are_read(tmp_path: Path) -> None:
    ring = dt.tour(dt.Board.from_text("###\n#.#\n###"), seed=1)
    cycles = dt.tourney(8, 8, algorithm="concentric-braid")
    for tourney in (CLOSED, OPEN, ring, cycles):
        dt.save(tourney, tmp_path / "made.edges")
        assert dt.load(tmp_path / "made.edges").same_moves(tourney)
    holed = dt.Board.from_text(".####.\n######\n######\n######\n######\n######", leaper="knight+wazir")
    for board in (dt.Torus(4, 5), dt.Space(2, 3, 4), dt.Space(2, 2, 3, 4), dt.Box(2, 2, 3), holed):
        for kind in ("closed", "open"):
            tour = dt.tour(board, kind=kind, seed=1)
            dt.save(tour, tmp_path / "made.edges")
            assert dt.load(tmp_path / "made.edges", board=board).same_moves(tour)
            with pytest.raises(
                dt.InvalidTourney, match=rf"line 1: these are the moves of the {kind} tour of .*: give the"
            ):
                dt.load(tmp_path / "made.edges")


def successors(base: int) -> list[int]:
    onward = dict(zip(CLOSED.indices().tolist(), np.roll(CLOSED.indices(), -1).tolist(), strict=True))
    return [onward[square] + base for square in range(36)]


@pytest.mark.parametrize(
    "text",
    [
        str(successors(0)),
        f"succ = {successors(1)};",
        f"succ = array1d(1..36, {successors(1)});\n----------\n",
        "\n".join(map(str, successors(0))),
        "\n".join(" ".join(map(str, successors(1)[row : row + 6])) for row in range(0, 36, 6)),
        str([successors(0)[row : row + 6] for row in range(0, 36, 6)]),
    ],
    ids=["list", "assigned", "MiniZinc", "lines", "grid", "lists"],
)
def test_successors_are_their_tour(text: str) -> None:
    held = read_tour(text)
    assert held.tour.same_moves(CLOSED)
    assert held.form.partition(",")[0] == "the successors of 36 squares"


def labelled(each: str, above: str = "", below: str = "") -> str:
    numbered = [
        each.format(down=5 - row, up=row + 1, cells=" ".join(map(str, cells)))
        for row, cells in enumerate((OPEN.numbering() + 1).tolist())
    ]
    return f"{above}{chr(10).join(numbered)}{below}"


FILES: Final = "1 2 3 4 5 6"

ASKED: Final = "Enter your board dimensions: > 6 5\nDo you want to try the puzzle? (y/n): > n\n\nHere's the solution!\n"

GRIDS: Final[dict[str, str]] = {
    "left and below": labelled("{down}| {cells} |", below=f"\n -----\n   {FILES}"),
    "all sides": labelled("{down} | {cells} | {down}", f"    {FILES}\n", f"\n    {FILES}"),
    "right": labelled("{cells} {up}"),
    "above, from 0": labelled("{up}: {cells}", "   0 1 2 3 4 5\n"),
    "a spreadsheet": labelled("{up},{cells}", ",A,B,C,D,E,F\n").replace(" ", ","),
    "a verdict": labelled("{cells}", "Yes\n"),
    "a number before": labelled("{cells}", "1\n"),
    "a verdict after": labelled("{cells}", below="\nTrue\n"),
    "a dialogue": ASKED + labelled("{down}| {cells} |", " -----\n", f"\n -----\n   {FILES}\n"),
    "a report": labelled("{cells}", "Start row: 1\nSolution found in 0.02 seconds\n", "\nDone after 1234 backtracks."),
    "a header alone": labelled("{cells}", "0 1 2 3 4 5\n").replace(" ", ","),
    "a header of R": labelled("{cells}", "V1 V2 V3 V4 V5 V6\n").replace(" ", ","),
    "a header of MATLAB": labelled("{cells}", "Var1 Var2 Var3 Var4 Var5 Var6\n").replace(" ", ","),
    "write.csv": labelled('"{up}" {cells}', '"" "V1" "V2" "V3" "V4" "V5" "V6"\n').replace(" ", ","),
    "print of R": labelled("[{up},] {cells}", "     [,1] [,2] [,3] [,4] [,5] [,6]\n"),
    "Julia": labelled(" {cells}", "5×6 Matrix{Int64}:\n"),
    "Matrix": f"Matrix({(OPEN.numbering() + 1).tolist()})",
}


@pytest.mark.parametrize("labels", GRIDS)
def test_a_grid_is_read_without_what_is_around_it(labels: str) -> None:
    held = read_tour(GRIDS[labels])
    assert held.tour == OPEN
    assert held.form == "a grid of 5 x 6 numbers"


NAMES: Final = [name(square, 5) for square in squares_of(OPEN)]

LISTS: Final[dict[str, str]] = {
    "Prolog's pairs": f"Path = [{','.join(f'{row + 1}-{col + 1}' for row, col in squares_of(OPEN))}].\n",
    "keys": "\n".join(f"x={col} y={row}" for row, col in squares_of(OPEN)),
    "keyword arguments": str([f"Point(x={col}, y={row})" for row, col in squares_of(OPEN)]).replace("'", ""),
    "without separators": "".join(NAMES).upper(),
    "Prolog": str([f"{col + 1}/{5 - row}" for row, col in squares_of(OPEN)]).replace("'", ""),
    "dotted pairs": "(" + " ".join(f"({row} . {col})" for row, col in squares_of(OPEN)) + ")",
    "MATLAB": "P = [" + "; ".join(f"{row + 1} {col + 1}" for row, col in squares_of(OPEN)) + "];",
    "a column and the next": "step,square,next\n"
    + "\n".join(f"{number},{one},{other}" for number, (one, other) in enumerate(pairwise(NAMES))),
    "Move nr.": "\n".join(f"Move nr.{number}: Knight {square.upper()}" for number, square in enumerate(NAMES, 1)),
    "sentences": "\n".join(f"Visited square {square} at step {number}" for number, square in enumerate(NAMES, 1)),
    "moves with dashes": "\n".join(
        f"({one[0]},{one[1]})-({other[0]},{other[1]})" for one, other in pairwise(squares_of(OPEN))
    ),
    "visits of clingo": "Answer: 1\n"
    + " ".join(f"visit({row},{col},{number})" for number, (row, col) in sorted(enumerate(squares_of(OPEN)), key=str)),
    "a dictionary": str(
        {square: number for number, square in sorted(enumerate(squares_of(OPEN)), key=lambda one: one[1])}
    ),
    "a b-file": "# A000000\n"
    + "\n".join(f"{n} {number}" for n, number in enumerate((OPEN.numbering() + 1).ravel(), 1)),
    "UCI after a word": f"info string done\nposition startpos moves {' '.join(map(''.join, pairwise(NAMES)))}",
    "UCI": f"position startpos moves {' '.join(one + other for one, other in pairwise(NAMES))}",
}


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_is_read_in_its_order(kind: str) -> None:
    assert read_tour(LISTS[kind]).tour == OPEN


HEADINGS: Final = (
    *("Knight's tour (5 x 6)", "A knight's tour of the 5 by 6 board [open]", "Solution (found in 12 ms)"),
    *("Size (rows x cols): 5 x 6", "Warnsdorff's rule, start (0, 0)", "Enter (row col): 0 0", "tour #3 (seed 7)"),
    *("Found 1 solution(s)", "*** Knight tour ***", "n = 6", "Took 3.2 s", "Open tour: yes", "Start: a1"),
)

BODIES: Final = {
    "a grid": rows_of(OPEN),
    "coordinates": "\n".join(f"{row} {col}" for row, col in squares_of(OPEN)),
    "squares": "\n".join(f"({row}, {col})" for row, col in squares_of(OPEN)),
    "names": " ".join(NAMES),
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("heading", HEADINGS)
def test_lines_of_words_around_a_tour_are_left_out(heading: str, body: str) -> None:
    if heading != "Start: a1" or body in ("a grid", "names"):
        assert read_tour(f"{heading}\n{BODIES[body]}\n").tour == OPEN
        assert read_tour(f"{BODIES[body]}\n{heading}\n").tour == OPEN


def test_a_first_row_of_numbers_is_never_left_out() -> None:
    rows = [f"{one[0] * 6 + one[1]} {other[0] * 6 + other[1]}" for one, other in moves_of(CLOSED)]
    with pytest.raises(InvalidTourney):
        read_tour("\n".join([f"{rows[0]} x", *rows[1:]]), ".pairs", chosen=True)


def test_a_fault_names_squares_as_the_text_does() -> None:
    """Also where the first rank of the board is not visited."""
    with pytest.raises(InvalidTourney, match=r"^line 1, column 13: b6 is visited twice, as squares 2 and 5$"):
        dt.load("a8 b6 c8 a7 b6 d7", board=dt.Board(8, 8))


def test_rows_are_counted_from_where_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tour = dt.tour(8, 8, kind="open", start="a1", seed=2)
    path, run = tmp_path / "tour.txt", runner(capsys)
    integers = [8 * (7 - row) + col for row, col in squares_of(tour)]  # as python-chess counts
    path.write_text(str(integers))
    assert dt.load(path, origin="bottom") == tour
    told = run("check", path)
    form = "a list of 64 square indices, counted from 0 at the top left (--from bottom counts from a1)"
    assert (told.code, told.err) == (0, f"destrier: {path}: read as {form}, 8 x 8\n")
    assert run("check", path, "--from", "bottom").out == f"{tour.describe()}\n"
    path.write_text("x,y\n" + "\n".join(f"{col},{7 - row}" for row, col in squares_of(tour)))
    assert dt.load(path, origin="bottom") == tour
    form = "a list of 64 squares as column,row, counted from 0, y counted downwards (--from bottom counts it upwards)"
    assert run("check", path).err == f"destrier: {path}: read as {form}, 8 x 8\n"
    with pytest.raises(dt.DestrierError, match=r"^rows are counted from the top or from the bottom"):
        dt.load(path, origin="left")  # type: ignore[call-overload]


SEVERAL: Final[dict[str, str]] = {
    "rules": f"{rows_of(OPEN)}\n---\n{rows_of(OTHER)}",
    "stars": f"{rows_of(OPEN)}\n***\n{rows_of(OTHER)}\n***\n",
    "headings": f"Solution 1:\n{rows_of(OPEN)}\nSolution 2:\n{rows_of(OTHER)}\n",
    "numbers": f"# 1\n{rows_of(OPEN)}\n# 2\n{rows_of(OTHER)}\n",
    "words": f"Board #1 of 2\n{rows_of(OPEN)}\nBoard #2 of 2\n{rows_of(OTHER)}",
    "brackets": json.dumps([(tour.numbering() + 1).tolist() for tour in (OPEN, OTHER)]),
    "lists of squares": json.dumps([tour.order().tolist() for tour in (OPEN, OTHER)]),
    "an object": json.dumps({"tours": [(tour.numbering() + 1).tolist() for tour in (OPEN, OTHER)]}),
}


@pytest.mark.parametrize("between", SEVERAL)
def test_several_boards_are_several_tours(between: str, tmp_path: Path) -> None:
    path = tmp_path / "tours.txt"
    path.write_text(SEVERAL[between])
    assert dt.check(path) == "2 open tours of 5 x 6"


PAGE: Final = Path(__file__).parents[2] / "docs" / "howto" / "check-a-tour.md"

ROWS: Final = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "`" in line]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split(" | ")[0])
def test_the_page_says_how_each_kind_is_read(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, form = re.split(r" (?<!\\)\| ", row[:-2])
    path = tmp_path / "tour.txt"
    path.write_text("\n".join(re.findall("`([^`]*)`", text)).replace("\\|", "|"), encoding="utf-8")
    told = runner(capsys)("check", path)
    assert told.code == 0
    assert f"destrier: {path}: read as {form}" in told.err.splitlines()


def test_a_fault_has_its_tour_and_its_line_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tours.txt"
    path.write_text(f"{rows_of(OPEN)}\n---\n{rows_of(OTHER).replace('30', '29')}")
    with pytest.raises(
        dt.InvalidTourney, match=r"tours\.txt: tour 1: line \d+, column \d+: number 29 is also at line"
    ) as caught:
        dt.check(path)
    assert {int(word.split(",")[0]) for word in str(caught.value).split("line ")[1:]} <= set(range(7, 12))


LAYERS: Final = [
    "\n".join(" ".join(f"{number + 1:2}" for number in row) for row in layer)
    for layer in SPACE.numbering().reshape(3, 4, 5).tolist()
]

SPACES: Final[dict[str, tuple[str, bool]]] = {
    "below": ("\n".join(LAYERS), True),
    "beside": ("\n".join("   ".join(parts) for parts in zip(*map(str.splitlines, LAYERS), strict=True)), True),
    "beside bars": ("\n".join(" | ".join(parts) for parts in zip(*map(str.splitlines, LAYERS), strict=True)), True),
    "blank lines": ("\n\n".join(LAYERS), False),
    "headings": ("\n".join(f"Layer {number}:\n{layer}" for number, layer in enumerate(LAYERS)), False),
    "rules": ("\n---\n".join(LAYERS), False),
    "lists": (json.dumps((SPACE.numbering() + 1).tolist()), False),
    "NumPy": (str(np.asarray(SPACE.numbering() + 1)), False),
}


@pytest.mark.parametrize("way", SPACES)
def test_layers_are_a_board_in_space(way: str, tmp_path: Path) -> None:
    text, needs_sides = SPACES[way]
    for asked in (Asked(SPACE.board), *([] if needs_sides else [Asked()])):
        held = read_tour(text, asked=asked).tour
        assert (held.board, held.same_moves(SPACE)) == (SPACE.board, True)
    path = tmp_path / "space.txt"
    path.write_text(text)
    assert not is_stack(path)


def test_short_rows_lack_squares_at_the_right() -> None:
    text = "1 4 7 10 17 20 15 12\n6 9 2 21 14 11 18\n3 22 5 8 19 16 13"
    held = read_tour(text)
    assert held.tour.describe() == "closed tour of 3 x 8 with 2 squares missing"
    assert held.form.endswith("; short rows lack squares at the right")
    with pytest.raises(Unreadable, match=r"^line 2 has 7 cells, line 1 has 8: write \. for missing squares$"):
        read_tour(text.replace("22", "23"))


def test_numbers_that_were_left_out_are_missed() -> None:
    text = "[[ 1 22 25 ... 10  7 16]\n ...\n [ 3 20 13 ... 28  5 18]]"
    with pytest.raises(
        Unreadable, match=r"^line 1, column 12: '\.\.\.' is in the place of numbers: print all of them$"
    ):
        read_tour(text)


def test_a_page_with_a_table_is_read(tmp_path: Path) -> None:
    cells = ["".join(f"<td class='w'>{number + 1}</td>\n" for number in row) for row in OPEN.numbering().tolist()]
    path = tmp_path / "tour.html"
    path.write_text(f"<html><h1>5x6</h1><table>\n{''.join(f'<tr>{row}</tr>' for row in cells)}</table></html>")
    assert dt.load(path) == OPEN
    dt.draw(OPEN, path)
    with pytest.raises(dt.DestrierError, match="a drawing does not list its squares"):
        dt.load(path)


def test_start_and_end_of_a_puzzle_on_a_grid_of_codes(tmp_path: Path) -> None:
    """1 is the start, 2 the end, 0 a square and -1 a wall."""
    path = tmp_path / "puzzle.txt"
    path.write_text("[[1,0,0,0],[0,0,0,0],[0,0,2,-1]]")
    (puzzle,) = load_puzzles(path)
    assert (puzzle.board.size, puzzle.kind) == (11, "open")
    assert puzzle.numbers == [((0, 0), 1), ((2, 2), 11)]
    path.write_text("1 __ ?? ..\n__ __ __ __\n__ __ __ 12")
    (puzzle,) = load_puzzles(path)
    assert (puzzle.board.size, puzzle.numbers) == (11, [((0, 0), 1), ((2, 3), 12)])


GIVEN: Final = [[1, 0, 0, 10], [12, 0, 0, 0], [0, 6, 0, 0]]


def puzzle(between: str, blank: str, each: str = "{}", below: str = "") -> str:
    rows = [between.join(str(number or blank) for number in row) for row in GIVEN]
    return "\n".join(each.format(row, down=3 - place) for place, row in enumerate(rows)) + below


PUZZLES: Final = {
    **{blank: puzzle(" ", blank) for blank in ("_", "__", "?", "??", ".", "..", "-", "--", "0")},
    "commas": puzzle(",", ""),
    "tabs": puzzle("\t", ""),
    "bars": puzzle(" | ", "  ", "| {} |"),
    "labels": puzzle(" ", "_", "{down}| {} |", "\n    1 2 3 4"),
    "letters": puzzle(" ", "_", "{down} {}", "\n  a b c d"),
    "null": json.dumps([[number or None for number in row] for row in GIVEN]),
    "None": str([[number or None for number in row] for row in GIVEN]),
    "NumPy": str(np.array(GIVEN)),
    "columns": "\n".join("".join(f"{number or '':>3}" for number in row) for row in GIVEN),
    "HTML": f"<table>{puzzle('</td><td>', '', '<tr><td>{}</td></tr>')}</table>",
}


@pytest.mark.parametrize("spelling", PUZZLES)
def test_squares_to_find_are_spelled_in_any_way(spelling: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(PUZZLES[spelling])
    (held,) = load_puzzles(path)
    assert held.board == dt.Board(3, 4)
    assert sorted(held.numbers) == [((0, 0), 1), ((0, 3), 10), ((1, 0), 12), ((2, 1), 6)]


def test_facts_give_squares_and_moves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, run = tmp_path / "puzzle.lp", runner(capsys)
    path.write_text("size(6). forbidden(1,1). forbidden(1,6).\ngivenmove(1,2,3,3). givenmove(2,1,4,2).\n")
    (held,) = load_puzzles(path)
    assert held.board == dt.Board.from_text(".####.\n######\n######\n######\n######\n######")
    assert held.moves == [((0, 1), (2, 2)), ((1, 0), (3, 1))]
    told = run("solve", path, "--limit", "1", "--kind", "closed")
    assert told.code == 0
    tour = dt.load(told.out, holds=dt.Tour)
    assert {frozenset(((0, 1), (2, 2))), frozenset(((1, 0), (3, 1)))} <= {frozenset(move) for move in moves_of(tour)}
    path.write_text("forbidden(1,9). size(6).")
    fault = "forbidden(1,9) is no square of 6 x 6"
    assert run("solve", path).err == f"destrier: {path}: {fault}\n"
