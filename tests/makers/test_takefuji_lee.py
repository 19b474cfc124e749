"""The Takefuji-Lee network against a plain one, and what it settles into."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.commands import runner
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.core.seeds import derive_key
from destrier.drawing.settling import settling_gif
from destrier.makers import takefuji_lee as room
from destrier.support.errors import BudgetExceeded, NoSuchTour

if TYPE_CHECKING:
    from pathlib import Path


@given(st.integers(3, 9), st.integers(3, 9), st.integers(0, 2**32))
def test_tourneys_of_rectangles(rows: int, cols: int, seed: int) -> None:
    board = dt.Board(rows, cols)
    try:
        dt.tourney(board, algorithm="two-factor", seed=1)
    except NoSuchTour:
        with pytest.raises(NoSuchTour):
            room.takefuji_lee(board, seed=seed)
        return
    dt.Tourney(room.takefuji_lee(board, seed=seed).moves, board)  # checks every square


def test_a_shape() -> None:
    board = dt.Board.from_text("..####..\n.######.\n########\n########\n.######.\n..####..")
    assert room.takefuji_lee(board, seed=1).board == board


def plain(board: dt.Board, network: tuple[np.ndarray, ...], sweeps: int) -> list[int]:
    """Wrong squares before and after each sweep, by the definition, in plain Python."""
    upper, lower, bit, _, output, _ = (array.tolist() for array in network)
    state = [0] * len(upper)
    on = output

    def degree(square: int) -> int:
        return sum(on[edge] for edge in range(len(on)) if square in (upper[edge], lower[edge]))

    squares = [int(square) for square in np.flatnonzero(board.present)]
    wrong = [sum(degree(square) != 2 for square in squares)]
    assert sorted(zip(upper, lower, bit, strict=True)) == sorted(
        (square, other, 1 << move)
        for square, move in product(squares, range(4, 8))
        for row, col in [(square // board.cols + dt.MOVES[move][0], square % board.cols + dt.MOVES[move][1])]
        if row < board.rows and 0 <= col < board.cols
        for other in [row * board.cols + col]
    )
    while wrong[-1] and len(wrong) <= sweeps:
        for edge in range(len(on)):
            state[edge] += 4 - degree(upper[edge]) - degree(lower[edge])
            on[edge] = 1 if state[edge] > 3 else 0 if state[edge] < 0 else on[edge]
        wrong.append(sum(degree(square) != 2 for square in squares))
    return wrong


@pytest.mark.parametrize("seed", range(3))
def test_sweeps_against_the_definition(seed: int) -> None:
    board = dt.Board(6, 6)
    key = np.uint64(derive_key(derive_key(seed, "takefuji-lee"), 0))
    network = room._begin(key, room._degrees_of_none(board), *room._edges(board))
    watched = room.settle(board, seed=seed, sweeps=100)
    assert watched.wrong.tolist() == plain(board, network, sweeps=100)
    for moves, wrong, energy in zip(watched.moves, watched.wrong, watched.energy, strict=True):
        apart = np.bitwise_count(moves).astype(int) - 2
        assert wrong == np.count_nonzero(apart)
        assert energy == (apart**2).sum()


def test_what_is_watched_is_what_is_made() -> None:
    board = dt.Board(10, 12)
    for seed in range(5):
        watched = room.settle(board, seed=seed)
        if watched.settled:
            assert np.array_equal(watched.moves[-1], room.takefuji_lee(board, seed=seed).moves)
    cut_off = room.settle(board, seed=0, sweeps=2)
    assert len(cut_off.wrong) == 3
    assert not cut_off.settled


def test_only_tours() -> None:
    for seed in range(5):
        assert isinstance(room.takefuji_lee(dt.Board(6, 6), seed=seed, only_tours=True), dt.Tour)
    assert any(room.takefuji_lee(dt.Board(6, 6), seed=seed).cycle_count > 1 for seed in range(9))
    with pytest.raises(BudgetExceeded, match="did not settle into a tour of 4 x 6 in 20 attempts"):
        room.takefuji_lee(dt.Board(4, 6), seed=1, only_tours=True, attempts=20)


def test_tours_of_the_network_itself_are_not_joined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call, path = runner(capsys), tmp_path / "tour.npz"
    for seed in range(5):
        tour = dt.tour(8, 8, algorithm="takefuji-lee", only_tours=True, seed=seed)
        key = derive_key(derive_key(seed, "tour"), 0)
        assert tour.same_moves(room.takefuji_lee(tour.board, seed=key, only_tours=True))
        assert call("tour", 8, 8, "--only-tours", "--seed", seed, "-o", path) == (0, "", "")
        assert dt.load(path) == dt.repeat(path) == tour
    joined = [dt.tour(8, 8, algorithm="takefuji-lee", only_tours=flag, seed=3) for flag in (False, None)]
    assert joined[0] == joined[1] != dt.tour(8, 8, only_tours=True, seed=3)
    assert dt.tour(8, 8, only_tours=False, seed=1) == dt.tour(8, 8, seed=1) == dt.tour(8, 8, uniform=True, seed=1)


def test_what_takes_only_tours() -> None:
    with pytest.raises(dt.DestrierError, match=r"^only_tours is true or false, not 'yes'$"):
        dt.tour(8, 8, only_tours="yes")  # type: ignore[call-overload]
    with pytest.raises(dt.DestrierError, match=r"^warnsdorff takes no only_tours: takefuji-lee takes only_tours$"):
        dt.tour(8, 8, algorithm="warnsdorff", only_tours=True)
    reason = r"^a uniformly random tour cannot be combined with only_tours$"
    with pytest.raises(dt.DestrierError, match=reason):
        dt.tour(8, 8, uniform=True, only_tours=True)


def test_the_number_of_threads_does_not_matter() -> None:
    board = dt.Board(8, 8)
    batches = [room.takefuji_lee_batch(board, 7, seed=3, workers=workers) for workers in (1, 3)]
    assert np.array_equal(batches[0], batches[1])
    assert batches[0].shape == (7, 8, 8)
    assert len({moves.tobytes() for moves in batches[0]}) == 7
    assert room.takefuji_lee_batch(board, 0).shape == (0, 8, 8)


def test_settling_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = dt.Board(6, 8)
    watched = room.settle(board, seed=1)
    assert settling_gif(watched, board).startswith(b"GIF89a")
    outputs = [str(tmp_path / f"n.{suffix}") for suffix in ("gif", "svg", "png", "csv")]
    arguments = [argument for output in outputs for argument in ("-o", output)]
    assert run(["network", "6", "8", "--seed", "1", *arguments]) == 0
    assert capsys.readouterr().out == f"settled after {len(watched.wrong) - 1} sweeps\n"
    assert "<svg" in (tmp_path / "n.svg").read_text()
    assert (tmp_path / "n.png").read_bytes().startswith(b"\x89PNG")
    rows = (tmp_path / "n.csv").read_text().splitlines()
    assert rows[0] == "sweep,energy,wrong"
    columns = range(len(watched.wrong)), watched.energy, watched.wrong
    assert rows[1:] == [f"{sweep},{energy},{wrong}" for sweep, energy, wrong in zip(*columns, strict=True)]
    assert run(["network", "6", "8", "-o", "n.txt"]) == 2
    assert run(["network", "3", "3", "-o", outputs[3]]) == 1
    assert "no cycle cover of 3 x 3 exists" in capsys.readouterr().err
    assert run(["network", "3", "3", "--sweeps", "5", "-o", outputs[3]]) == 0
    assert "not settled after 5 sweeps" in capsys.readouterr().out
    assert run(["network", "6", "8", "--seed", "1", "--sweeps", "1", "-o", outputs[3]]) == 0
    assert "not settled after 1 sweeps" in capsys.readouterr().out
