"""A tour remembers how it was made, in memory and in files, and is made again by that alone."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.marks import left, long

import destrier as dt
from destrier.core.recipes import MARK
from destrier.desk.algorithms import ALGORITHMS
from destrier.makers.maker import Maker

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.choices import Kind
    from destrier.core.request import Request
    from destrier.makers.maker import Ask

MADE: dict[str, Callable[[], dt.Tourney]] = {
    "tour": lambda: dt.tour(8, 8),
    "open": lambda: dt.tour(6, 7, kind="open", start=(0, 0), end="a1"),
    "shape": lambda: dt.tour(dt.Board(8, 8).without_corner(), kind="open"),
    "corner": lambda: dt.tour(7, 7, kind="corner"),
    "symmetric": lambda: dt.tour(6, 6, symmetry="quarter"),
    "two-factor": lambda: dt.tourney(8, 8, algorithm="two-factor"),
    "fixed": lambda: dt.tourney(8, 8, algorithm="four-cover"),
    "formation": lambda: dt.tour(12, 16, algorithm="formation", heel="turns"),
    "ties": lambda: dt.tour(9, 10, kind="open", ties="pohl", walks=3),
    "sweeps": lambda: dt.tourney(6, 6, algorithm="takefuji-lee", sweeps=60),
    "joined": lambda: dt.join(dt.tourney(8, 8, algorithm="four-cover")),
    "changed": lambda: dt.obfuscate(dt.shatter(dt.tour(8, 8)), method="parberry"),
    "generator": lambda: dt.tour(8, 8, seed=np.random.default_rng(1)),
    "giraffe": lambda: dt.tour(dt.Board(22, 52, leaper=(1, 4)), algorithm="move-graph"),
    "space": lambda: dt.tour(dt.Space(4, 4, 4)),
    "box": lambda: dt.shatter(dt.tour(dt.Box(5, 4, 6))),
}


@pytest.fixture(params=MADE)
def made(request: pytest.FixtureRequest) -> dt.Tourney:
    return MADE[request.param]()


def test_a_tour_is_made_again_from_memory_and_from_files(made: dt.Tourney, tmp_path: Path) -> None:
    assert made.recipe
    assert dt.repeat(made) == made
    assert dt.repeat(made).recipe == made.recipe
    assert pickle.loads(pickle.dumps(made)).recipe == made.recipe
    for suffix in (".json", ".npz"):
        path = tmp_path / f"made{suffix}"
        dt.save(made, path)
        assert dt.load(path).recipe == json.loads(json.dumps(made.recipe))
        assert dt.repeat(path) == made


OPTIONS: list[dict[str, Any]] = [
    *({"minimize": goal} for goal in ("turns", "crossings", "rails")),
    *({"obfuscate": obfuscate} for obfuscate in (True, False)),
    {"uniform": False},
    {"symmetry": "central"},
    {"ties": "pohl"},
    {"walks": 2},
    {"sweeps": 20},
    {"heel": "turns"},
]


@pytest.mark.parametrize("kind", ["closed", long("open")])
@pytest.mark.parametrize("name", [None, *ALGORITHMS])
def test_every_algorithm_with_every_option_is_repeated(name: str | None, kind: Kind) -> None:
    repeated, board = 0, ALGORITHMS[name].example if name else dt.Board(8, 8)
    least: dict[str, Any] = {"sweeps": 20} if name == "annealing" else {}
    for options in [least, *({**least, **options} for options in OPTIONS)]:
        with suppress(dt.DestrierError):  # it does not take the option
            made = dt.tour(board, kind=kind, algorithm=name, **options)
            assert dt.repeat(made) == made, options
            repeated += 1
    assert repeated or kind == "open"


def test_a_tour_that_a_maker_asks_for_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was drawn uniformly at first, but not when it was repeated."""

    class Borrower(Maker):
        name = "borrower"
        random = True

        def make(self, request: Request, ask: Ask, /) -> dt.Tourney:
            return ask(request.but(algorithm=None))

    monkeypatch.setitem(ALGORITHMS, "borrower", Borrower())
    made = dt.tour(8, 8, algorithm="borrower")
    assert dt.repeat(made) == made


def test_the_seed_that_is_told_makes_it_again() -> None:
    made = dt.tour(8, 8)
    assert made.recipe is not None
    assert dt.tour(8, 8, seed=made.recipe[0]["seed"]) == made
    assert dt.tour(8, 8) != made


def test_a_fixed_tour_has_no_seed() -> None:
    for name in ("fixed", "formation"):
        made = MADE[name]()
        assert made.recipe is not None
        assert "seed" not in made.recipe[0]


def test_what_nobody_made_has_no_recipe(tmp_path: Path) -> None:
    tour = dt.Tour(dt.tour(8, 8).moves)
    assert tour.recipe is None
    assert dt.obfuscate(tour).recipe is None
    with pytest.raises(dt.DestrierError, match="no recipe was found"):
        dt.repeat(tour)
    dt.save(tour, tmp_path / "tour.json")
    with pytest.raises(dt.DestrierError, match=r"tour\.json: no recipe was found"):
        dt.repeat(tmp_path / "tour.json")


@pytest.mark.parametrize(
    "recipe",
    [
        "tour",
        ["tour"],
        [{}],
        [{"do": "load", "board": {"rows": 8, "cols": 8}}],
        [{"do": "tour"}],
        [{"do": "tour", "board": [8, 8]}],
        [{"do": "tour", "board": {"rows": 8, "cols": 8}, "colour": 1}],
        [{"do": "join", "board": {"rows": 8, "cols": 8}}],
        [{"do": ["tour"], "board": {"rows": 8, "cols": 8}}],
        7,
    ],
)
def test_a_recipe_from_a_file_may_be_anything(recipe: object, tmp_path: Path) -> None:
    """It is refused in one line."""
    path = tmp_path / "tour.json"
    dt.save(dt.tour(6, 6), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(document | {"recipe": recipe}), encoding="utf-8")
    with pytest.raises(dt.DestrierError) as refusal:
        dt.repeat(path)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["[", "[" * 900 + "]" * 900, "[" * 100_000, '[{"do": "tour"}]', "null"])
def test_a_damaged_recipe_of_a_drawing_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "made.svg"
    path.write_text(f"<!-- {MARK}{text} -->")
    with pytest.raises(dt.DestrierError, match=r"made\.svg: the recipe is damaged"):
        dt.repeat(path)


@pytest.mark.parametrize("suffix", left([".svg", ".png", ".pdf", ".html"], [".svg"]))
def test_drawings_remember_how_a_tour_was_made(made: dt.Tourney, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"made{suffix}"
    dt.draw(made, path)
    assert dt.repeat(path) == made


def test_plots_and_animations_remember_it(tmp_path: Path) -> None:
    tour = dt.tour(8, 8)
    for manner in ("plotter", "animated"):
        dt.draw(tour, tmp_path / "tour.svg", manner)
        assert dt.repeat(tmp_path / "tour.svg") == tour
    hidden: dt.Tourney = tour
    for _ in range(8):
        hidden = dt.obfuscate(hidden)
    dt.draw(hidden, tmp_path / "tour.gif", frames=2)
    assert dt.repeat(tmp_path / "tour.gif") == hidden
    dt.draw(dt.Tour(tour.moves), tmp_path / "tour.svg")
    with pytest.raises(dt.DestrierError, match=r"tour\.svg: no recipe was found"):
        dt.repeat(tmp_path / "tour.svg")
