"""The first tour by the names of its squares, against a list of all tours by plain backtracking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers import naive
from helpers.marks import left, long

import destrier as dt
from destrier import cli

if TYPE_CHECKING:
    from helpers.naive import Square

BOARDS = [(3, 4), (4, 3), (3, 7), (4, 5), (5, 4), (5, 5), (3, 8), (8, 3), (5, 6), (6, 5)]


def by_name(square: Square) -> tuple[int, int]:
    return square[1], -square[0]


@pytest.mark.parametrize("shape", left(BOARDS, BOARDS[:-2], weekly=BOARDS[-1:]))
def test_the_first_open_tour(shape: tuple[int, int]) -> None:
    walks = naive.open_tours(naive.rectangle(*shape))
    first = min([*map(by_name, one)] for walk in walks for one in (walk, walk[::-1]))
    made = dt.tour(*shape, kind="open", lexicographic=True)
    assert [*map(by_name, made)] == first
    assert made.kind == "open"
    assert dt.repeat(made) == made


@pytest.mark.parametrize("shape", [(5, 6), (6, 5), (3, 10), (10, 3)])
def test_the_first_closed_tour(shape: tuple[int, int]) -> None:
    start = (shape[0] - 1, 0)
    walks = naive.closed_tours(naive.rectangle(*shape))
    around = [walk[walk.index(start) :] + walk[: walk.index(start)] for walk in walks]
    first = min([*map(by_name, one)] for walk in around for one in (walk, [walk[0], *walk[:0:-1]]))
    made = dt.tour(*shape, lexicographic=True)
    assert [*map(by_name, made)] == first
    assert made.kind == "closed"
    assert dt.repeat(made) == made


def test_shapes() -> None:
    """Every board of 3 x 4 squares or fewer."""
    for bits in range(1, 2**12):
        squares = naive.mask(bits, 3, 4)
        if len(squares) < 8:
            continue
        board = dt.Board.from_mask([[(row, col) in squares for col in range(4)] for row in range(3)])
        walks = [walk for one in naive.open_tours(squares) for walk in (one, one[::-1])]
        if walks:
            made = dt.tour(board, kind="open", lexicographic=True)
            assert [*map(by_name, made)] == min([*map(by_name, walk)] for walk in walks)
        else:
            with pytest.raises(dt.NoSuchTour):
                dt.tour(board, kind="open", lexicographic=True)


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_larger_boards(kind: Any) -> None:
    """After a1, every square is as early as it can be."""
    made = dt.tour(8, 8, kind=kind, lexicographic=True)
    names = [made.board.chess_name(square) for square in made[:9]]
    assert names == ["a1", "b3", "a5", "b7", "c5", "a4", "b2", "c4", "a3"]
    assert len(set(made)) == 64


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("sides", [(7, 8), long((10, 10))])
def test_sides_of_other_lengths(sides: tuple[int, int], kind: Any) -> None:
    assert dt.tour(*sides, kind=kind, lexicographic=True).kind == kind


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of POJ 2488: four ranks, three files."""
    assert cli.run(["tour", "4", "3", "--kind", "open", "--lexicographic", "--format", "squares"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].replace(" ", "").upper() == "A1B3C1A2B4C2A3B1C3A4B2C4"
    assert cli.run(["tour", "4", "4", "--kind", "open", "--lexicographic"]) == 1


@pytest.mark.parametrize(
    ("side", "reason"),
    [long(16, "no cycle was found among 1,000,000 sets of edges"), (20, "a sweep takes up to 258 vertices, not 401")],
)
def test_boards_that_are_too_large(side: int, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tour", str(side), str(side), "--lexicographic"]) == 3
    told = f"destrier: the first closed tour of {side} x {side} was not found: {reason}\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("board", "options", "complaint"),
    [
        (dt.Board(8, 8), {"start": "a1"}, "the first tour by names leaves no choice of its start"),
        (dt.Board(8, 8), {"symmetry": "central"}, "the first tour by names cannot be combined with symmetry"),
        (dt.Board(5, 5), {"kind": "corner"}, "the first tour by names is closed or open, not corner"),
        (dt.Torus(5, 5), {}, "in the order of names only on flat boards, not on the 5 x 5 torus"),
    ],
)
def test_wrong_use(board: Any, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(dt.DestrierError, match=complaint):
        dt.tour(board, lexicographic=True, **options)
