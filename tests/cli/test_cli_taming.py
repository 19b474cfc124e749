"""The command line: formations in space and of giraffes, orders without tours, marks and colours, bounds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.commands import Result, runner

from destrier.core.board import Board
from destrier.core.orders import check_order
from destrier.core.space import Space
from destrier.core.tourney import Tour
from destrier.desk.tour import tour
from destrier.io.files import load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    return runner(capsys)


def test_tours_in_space_and_of_giraffes(run: Callable[..., Result], tmp_path: Path) -> None:
    assert run("tour", 20, 16, 5).out == "closed tour of 20 x 16 x 5 by a knight: 810 turns (-o FILE writes it)\n"
    for leaper in ("1,4", "4,1"):
        assert run("tour", 52, 22, "--leaper", leaper).out.startswith("closed tour of 52 x 22 by a giraffe: ")
    run("tour", 16, 12, 3, "-o", tmp_path / "space.npy", "-o", tmp_path / "space.svg")
    assert load(tmp_path / "space.npy").board.sides == (16, 12, 3)
    assert (tmp_path / "space.svg").read_text().startswith("<svg")
    assert run("tour", 16, 12, 2, 2, 3).out.startswith("closed tour of 16 x 12 x 2 x 2 x 3 by a knight, checked")
    run("tour", 16, 12, 2, 2, 3, "-o", tmp_path / "order.npy")
    check_order([np.load(tmp_path / "order.npy")], (16, 12, 2, 2, 3))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tour 17 17 3", "it has an odd number of squares"),
        ("tour 20 16 5 --kind stretched", "are closed or open, not stretched"),
        ("tour 20 16 5 --symmetry central", "symmetric tours are closed and open tours of rectangles by a knight"),
        ("tour 20 16 5 -o tour.gif", "the knight rides only on flat boards"),
        ("tour 20 16 5 --algorithm four-cover", "takes flat boards and the knight, not 20 x 16 x 5 by a knight"),
        ("tour 20 16 2 2 2 --seed 1", "--seed is for boards of up to four dimensions"),
        ("tour 20 20 --leaper 1,4 --algorithm formation", "sides 32 k + 20 and 8 l + 14"),
        ("tour 20 20 --leaper four", "not a leaper: give its name"),
        ("tour 20 20 --weight 2 --minimize turns", "weight is how many turns a crossing counts"),
        ("order 20 20", "add --at I, --of R,C or -o FILE"),
        ("order 20 20 --at 400", "there is no position 400"),
        ("order 20 20 --of 20,0", "20,0 is not a square"),
        ("order 100000000 100000000 -o order.npy", "order.npy: No space left on device"),
        ("tour 16 12 900 900 900 900 -o order.npy", "order.npy: No space left on device"),
        ("order 20 7 --at 1", "formation takes boards with an even side"),
        (
            "order 20 20 --minimize both --heel both --at 1",
            "a formation has few turns or crossings; both is what tame minimizes",
        ),
        ("order 20 20 --algorithm tame --heel both --at 1", "tame takes no heel: formation takes heel"),
        ("order 23 23 --at 528", "there is no position 528: 23 x 23 without a corner has 528 squares"),
        ("order 20 20 --from 5,x --at 1", "'5,x' is not a square: row,col from 0,0"),
        ("order 20 20 --from 1,2,3 --at 1", "a square of the 20 x 20 board is 2 integers"),
        ("order 20 16 5 --of a1", "'a1' is not a square: in space it has 3 coordinates, as 0,0,0, and no name"),
        ("order 30 30 --from a1 -o course.svg", "course of a formation has no first square: leave out --from"),
        ("order 20 16 5 --at 1 --names", "squares have names as in chess only on flat boards"),
    ],
)
def test_wrong_use_of_formations(run: Callable[..., Result], line: str, message: str) -> None:
    result = run(*line.split())
    assert (result.code, result.out) == (1 if "17 17" in line else 2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_order(run: Callable[..., Result], tmp_path: Path) -> None:
    order = Tour(tour(20, 30, heel="both").moves).indices()
    result = run("order", 20, 30, "--minimize", "turns", "--at", 17, "--at", 0, "--of", "3,4", "-o", tmp_path / "o.npy")
    row, col = divmod(int(order[17]), 30)
    assert result.out.split() == [f"{row},{col}", "0,0", str(np.flatnonzero(order == 94)[0])]
    assert np.array_equal(np.load(tmp_path / "o.npy"), order)


@pytest.mark.parametrize("line", ["order 20 30", "order 23 23", "order 16 12 5", "order 52 22 --leaper 4,1"])
def test_the_course_is_drawn(run: Callable[..., Result], tmp_path: Path, line: str) -> None:
    run(*line.split(), "-o", tmp_path / "course.svg", "-o", tmp_path / "course.png")
    assert "<title>Course of a formation on " in (tmp_path / "course.svg").read_text()
    assert (tmp_path / "course.png").read_bytes().startswith(b"\x89PNG")


def test_a_tame_tour_has_no_course(run: Callable[..., Result], tmp_path: Path) -> None:
    refused = run("order", 20, 30, "--algorithm", "tame", "-o", tmp_path / "course.svg")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "no formation rides on it" in refused.err


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("order 23 23", lambda: tour(23, 23, kind="corner", algorithm="formation")),
        ("order 34 34 --symmetry quarter", lambda: tour(34, 34, symmetry="quarter", algorithm="formation")),
        ("order 30 20 --algorithm tame", lambda: tour(30, 20, minimize="turns")),
        ("order 46 42 --algorithm tame --minimize crossings", lambda: tour(46, 42, minimize="crossings")),
        ("order 52 22 --leaper 1,4", lambda: tour(Board(52, 22, leaper=(1, 4)), algorithm="formation")),
        ("order 16 12 5", lambda: tour(Space(16, 12, 5), algorithm="formation")),
    ],
)
def test_orders_of_other_tours(run: Callable[..., Result], line: str, made: Callable[[], Tour]) -> None:
    """From the first square, or from another one."""
    squares = made().squares()
    start = ",".join(map(str, squares[100]))
    assert run(*line.split(), "--at", 7, "--of", start).out.split() == [",".join(map(str, squares[7])), "100"]
    moved = run(*line.split(), "--from", start, "--at", 0, "--at", 3, "--of", start)
    assert moved.out.split() == [start, ",".join(map(str, squares[103])), "0"]


def test_an_order_from_a_named_square(run: Callable[..., Result]) -> None:
    named = run("order", 10**9, "--algorithm", "tame", "--from", "a1", "--at", 0, "--of", "a1", "--names")
    assert named.out == "a1\n0\n"


def test_marks_and_colours(run: Callable[..., Result], tmp_path: Path) -> None:
    run("tour", 16, 20, "--heel", "both", "-o", tmp_path / "tour.npy")
    for flags in (["--turns", "--crossings"], ["--colour-by", "passes"], ["--colour-by", "sections"]):
        assert run("draw", tmp_path / "tour.npy", *flags, "-o", tmp_path / "tour.svg").code == 0
        assert "<svg" in (tmp_path / "tour.svg").read_text()
    measures = json.loads(run("measure", tmp_path / "tour.npy", "--json").out)
    assert measures["turns_bound"] <= measures["turns"]
    assert measures["crossings_ratio"] == pytest.approx(measures["crossings"] / measures["crossings_bound"], abs=1e-3)
