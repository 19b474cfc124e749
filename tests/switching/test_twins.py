"""Kernels give the same results in Python and compiled: the same seed means the same tour, whatever is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers.marks import left
from helpers.twins import both_ways

import destrier as dt
from destrier.drawing.svg.tour import to_svg
from destrier.makers.move_graph import move_graph_tour

if TYPE_CHECKING:
    from collections.abc import Callable

BOARDS = {
    "8 x 8": dt.Board(8, 8),
    "shape": dt.Board.from_text(".######.\n" + "########\n" * 6 + ".######."),
    "zebra": dt.Board(10, 10, leaper="zebra"),
    "giraffe": dt.Board(10, 10, leaper="giraffe"),
    "torus": dt.Torus(7, 8),
    "box": dt.Box(3, 3, 4),
    "space": dt.Space(4, 4, 4),
}

VERBS: dict[str, Callable[[dt.Tour], Any]] = {
    "join": lambda tour: dt.join(dt.shatter(tour, seed=1), seed=2),
    "shatter": lambda tour: dt.shatter(tour, seed=1),
    "obfuscate": lambda tour: dt.obfuscate(tour, seed=1),
    "measure": dt.measure,
    "walk": lambda tour: (tour.indices().tolist(), tour.numbering().tolist()),
    "check": lambda tour: dt.Tour(tour.moves.copy(), tour.board),
    "draw": to_svg,
}

ALGORITHMS = ["warnsdorff", "divide-and-conquer", "two-factor", "concentric-braid", "four-cover", "rectangle"]
ALGORITHMS += ["tame", "interleaved", "formation"]

OPTIONS: dict[str, dict[str, Any]] = {
    "open": {"kind": "open", "start": "a1", "algorithm": "warnsdorff"},
    "few crossings": {"minimize": "crossings"},
    "few turns": {"minimize": "turns"},
    "central": {"symmetry": "central"},
    "numbers": {"numbers": {"a1": 1, "c3": 31}},
    "ties": {"ties": "pohl"},
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("board", left(BOARDS, ["8 x 8", "torus", "space"]))
def test_the_verbs(board: str, verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, lambda: VERBS[verb](dt.tour(BOARDS[board], seed=3)))
    assert one == other


@pytest.mark.parametrize("board", BOARDS)
def test_tours_of_move_graphs(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, lambda: move_graph_tour(BOARDS[board], seed=5))
    assert one == other


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_algorithms(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, lambda: dt.tour(16, 16, algorithm=algorithm, seed=1))
    assert one == other


@pytest.mark.parametrize("options", OPTIONS)
def test_the_options(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, lambda: dt.tour(10, 10, seed=1, **OPTIONS[options]))
    assert one == other


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_tours_of_a_chain(kind: Literal["closed", "open"], monkeypatch: pytest.MonkeyPatch) -> None:
    """A king's tours are rare among its covers, and a sweep is too wide."""
    one, other = both_ways(monkeypatch, lambda: dt.tour(7, 10, leaper="king", kind=kind, seed=2))
    assert one == other
