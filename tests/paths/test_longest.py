"""The longest uncrossed paths: against a search of all paths, and the published lengths."""

from __future__ import annotations

import json
import re
from itertools import combinations
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import pytest
from helpers import naive
from helpers.marks import left, long, very_long
from helpers.wrong import wrong

import destrier as dt
from destrier import cli
from destrier.paths import uncrossed_sweep
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.paths.longest import LongestPath

Kind: TypeAlias = Literal["closed", "open"]

CLOSED = [0, 0, 0, 4, 8, 12, 24, 32]
"""By side from 1: OEIS A157416."""

OPEN = {3: [2, 4, 5, 6, 8, 9, 10], 4: [5, 7, 9, 11, 13, 15], 5: [10, 14, 16, 19, 22], 6: [17, 21, 25, 29], 7: [24]}
"""By short side, of longer sides up to 9: OEIS A003192."""

BOARDS = [
    *((rows, cols) for rows in range(1, 21) for cols in range(1, 21) if rows * cols <= 20),
    *((4, 6), (3, 8), (5, 5), (4, 7), (5, 6)),
]


def check(path: LongestPath) -> None:
    """Whether the squares are such a path."""
    assert len(set(path.squares)) == len(path.squares) == path.length + (path.kind == "open")
    assert set(path.squares) <= naive.rectangle(path.rows, path.cols)
    edges = naive.edges_of_walk(path.squares, closed=path.kind == "closed")
    assert len(edges) == path.length
    for edge in edges:
        assert len({abs(one - other) for one, other in zip(*edge, strict=True)} ^ {1, 2}) == 0
    assert not any(naive.interiors_meet(*one, *other) for one, other in combinations(edges, 2))


def walks(rows: int, cols: int, *, closed: bool) -> Iterator[int]:
    """The lengths of all uncrossed paths with at least one move, each in both directions."""
    board = naive.rectangle(rows, cols)
    neighbours = {square: naive.neighbours(square, board) for square in board}
    edges = {frozenset((here, there)) for here in board for there in neighbours[here]}
    crossed = {edge: {other for other in edges if naive.interiors_meet(*edge, *other)} for edge in edges}

    def extend(path: list[naive.Square], free: frozenset[naive.Edge]) -> Iterator[int]:
        for there in neighbours[path[-1]]:
            edge = frozenset((path[-1], there))
            if edge not in free:
                continue
            if closed and there == path[0] and len(path) > 2:
                yield len(path)
            if there not in path and (not closed or there > path[0]):
                if not closed:
                    yield len(path)
                yield from extend([*path, there], free - crossed[edge])

    for square in board:
        yield from extend([square], frozenset(edges))


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize(("rows", "cols"), [board if prod(board) <= 15 else long(*board) for board in BOARDS])
def test_against_all_paths(rows: int, cols: int, kind: Kind) -> None:
    lengths = list(walks(rows, cols, closed=kind == "closed"))
    if lengths:
        path = dt.paths.longest_uncrossed(rows, cols, kind=kind)
        assert (path.length, 2 * (path.count or 0)) == (max(lengths), lengths.count(max(lengths)))
        check(path)
    elif kind == "closed":
        with pytest.raises(NoSuchTour, match=f"{rows} x {cols} has no closed knight's path without crossings"):
            dt.paths.longest_uncrossed(rows, cols)
    else:
        assert dt.paths.longest_uncrossed(rows, cols, kind=kind).squares == ((0, 0),)


@pytest.mark.parametrize("side", range(1, 9))
def test_published_closed_paths(side: int) -> None:
    if CLOSED[side - 1] == 0:
        with pytest.raises(NoSuchTour):
            dt.paths.longest_uncrossed(side, side)
    else:
        path = dt.paths.longest_uncrossed(side, side)
        assert path.length == CLOSED[side - 1]
        check(path)


@pytest.mark.parametrize("short", left(OPEN, range(3, 7)))
def test_published_open_paths(short: int) -> None:
    paths = [dt.paths.longest_uncrossed(short, short + more, kind="open") for more in range(len(OPEN[short]))]
    assert [path.length for path in paths] == OPEN[short]
    for path in paths:
        check(path)


LARGEST: dict[Kind, int] = {"closed": 81, "open": 64}
"""The most squares of boards that are searched again; larger ones take minutes and gigabytes each."""


def results() -> Iterator[tuple[int, int, Kind, int, int]]:
    """The boards in the tables of the page, with the length and the number of their longest paths."""
    page = (Path(__file__).parents[2] / "docs" / "longest.md").read_text(encoding="utf-8")
    for kind in get_args(Kind):
        rows = page.split(f"\n| {kind} | 3 ")[1].split("\n\n")[0].splitlines()[2:]
        for row, cells in enumerate(rows, 3):
            for col, cell in enumerate(cells.split("|")[2:], 3):
                if "**" in cell:
                    length, count = re.findall(r"\d+", cell)
                    yield row, col, kind, int(length), int(count)


@pytest.mark.parametrize(
    ("rows", "cols", "kind", "length", "count"),
    [
        result if result[0] * result[1] <= 42 else long(*result)
        for result in results()
        if result[0] * result[1] <= LARGEST[result[2]]
    ],
)
def test_the_tables_of_the_page(rows: int, cols: int, kind: Kind, length: int, count: int) -> None:
    assert found(rows, cols, kind) == (length, count)


@pytest.mark.parametrize(
    ("rows", "cols", "kind"),
    [
        *((rows, cols, "closed") for rows in range(4, 8) for cols in range(1, 8)),
        *((rows, cols, "open") for rows in range(4, 8) for cols in range(1, 8) if (rows, cols) != (7, 7)),
        long(7, 7, "open"),
        *((rows, 3, kind) for kind in ("closed", "open") for rows in range(8, 13)),
        long(8, 8, "closed"),
        *(long(8, cols, "open") for cols in (5, 6)),
        *(very_long(8, cols, "open") for cols in (7, 8)),
        *(long(rows, cols, "closed") for rows in (8, 9) for cols in range(4, 7)),
        *(very_long(rows, cols, "closed") for rows, cols in ((8, 7), (9, 7), (9, 8), (9, 9))),
    ],
)
def test_bounds_drop_no_longest_path(rows: int, cols: int, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    bounded = found(rows, cols, kind)
    monkeypatch.setattr(uncrossed_sweep, "bounded_rows", lambda *_: 0)
    assert bounded == found(rows, cols, kind)


def found(rows: int, cols: int, kind: Kind) -> tuple[int, int | None]:
    """The length and number of the longest paths."""
    try:
        path = dt.paths.longest_uncrossed(rows, cols, kind=kind)
    except NoSuchTour:
        return 0, 0
    if path.length:
        check(path)
    return path.length, path.count


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_turned_boards_have_turned_paths(kind: Kind) -> None:
    tall, wide = dt.paths.longest_uncrossed(7, 5, kind=kind), dt.paths.longest_uncrossed(5, 7, kind=kind)
    assert (tall.length, tall.count) == (wide.length, wide.count)
    assert edges_of(tall, turned=True) == edges_of(wide, turned=False)
    check(tall)
    check(wide)


def edges_of(path: LongestPath, *, turned: bool) -> set[naive.Edge]:
    squares = [(col, row) if turned else (row, col) for row, col in path.squares]
    return naive.edges_of_walk(squares, closed=path.kind == "closed")


def test_long_boards() -> None:
    path = dt.paths.longest_uncrossed(100, 4)
    assert (path.length, path.count) == (196, 4)
    check(path)
    assert dt.paths.longest_uncrossed(500, 5).count is None  # beyond a machine word


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    dt.paths.longest_uncrossed(4, 5, progress=lambda *progress: told.append(progress))
    assert told[:12] == [("sweeping", done, 12) for done in range(1, 13)]
    assert told[-8:] == [("trying 6 moves", done, 8) for done in range(1, 9)]


def test_too_large_boards_are_refused() -> None:
    with pytest.raises(
        UnsupportedBoard, match=r"longest closed paths are found on boards of up to 11 x 1000, not on 12 x 13"
    ):
        dt.paths.longest_uncrossed(12, 13)
    with pytest.raises(UnsupportedBoard, match="not on 1001 x 3"):
        dt.paths.longest_uncrossed(1001, 3)
    with pytest.raises(
        UnsupportedBoard, match="longest open paths are found on boards of up to 9 x 1000, not on 10 x 10"
    ):
        dt.paths.longest_uncrossed(10, 10, kind="open")
    with pytest.raises(MemoryError, match="the longest open path of 9 x 1000 needs about"):
        dt.paths.longest_uncrossed(9, 1000, kind="open")


def test_wrong_arguments() -> None:
    with pytest.raises(DestrierError, match="at least 1 row"):
        dt.paths.longest_uncrossed(0, 5)
    with pytest.raises(DestrierError, match="closed or open, not 'corner'"):
        dt.paths.longest_uncrossed(5, 5, kind=wrong("corner"))


# The command line


def test_a_longest_path_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["longest", "4", "4"]) == 0
    first, *board = capsys.readouterr().out.splitlines()
    assert first == "4 moves, 4 paths of this length"
    assert sorted(" ".join(board).split()) == ["."] * 12 + ["1", "2", "3", "4"]
    assert cli.run(["longest", "3", "4", "--kind", "open", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["rows"], told["cols"], told["kind"], told["length"], len(told["squares"])) == (3, 4, "open", 4, 5)


def test_a_longest_path_is_drawn(tmp_path: Path) -> None:
    assert cli.run(["longest", "5", "5", "--kind", "open", "-o", str(tmp_path / "path.svg")]) == 0
    assert "Longest uncrossed open knight's path of 5 x 5: 10 moves" in (tmp_path / "path.svg").read_text()


def test_no_longest_path(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["longest", "3", "3"]) == 1
    assert capsys.readouterr().err == "destrier: 3 x 3 has no closed knight's path without crossings\n"
