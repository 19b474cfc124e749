"""Whatever is asked for wrongly is refused by an error of ours, in one short line, and a page lists them exactly."""

from __future__ import annotations

import builtins
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from helpers.commands import runner
from helpers.wrong import wrong

import destrier as dt
from destrier.drawing import to_svg
from destrier.support import errors
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Callable

TOUR: Final = dt.tour(8, 8, seed=1)
HUGE: Final = 10**5000
"""An integer that Python does not write in digits."""

CALLS: Final[dict[str, Callable[[], object]]] = {
    "a side too large to be written": lambda: dt.tour(HUGE, 8),
    "a side below zero, too": lambda: dt.Board(8, -HUGE),
    "a side of a space": lambda: dt.Space(2, 2, -HUGE),
    "a side of a box": lambda: dt.Box(2, 2, -HUGE),
    "a side of a torus": lambda: dt.Torus(-HUGE, 3),
    "a kind of 5000 letters": lambda: dt.tour(8, 8, kind=wrong("x" * 5000)),
    "an algorithm that is a list": lambda: dt.tour(8, 8, algorithm=wrong(["x"])),
    "a flag that is a word": lambda: dt.tour(8, 8, obfuscate=wrong("no")),
    "more walks than a word holds": lambda: dt.tour(8, 8, algorithm="warnsdorff", walks=10**30),
    "a bound on turns of a text": lambda: dt.least_turns(wrong("8"), 8),
    "a bound on turns of a huge board": lambda: dt.least_turns(HUGE, 8),
    "a seed of 5000 digits": lambda: dt.tour(8, 8, seed=HUGE),
    "a side of a board": lambda: dt.count_solutions(wrong("6"), wrong(6)),
    "processes without a store": lambda: dt.count(6, 6, workers=3),
    "an option of drawings that is misspelt": lambda: dt.draw(TOUR, "x.svg", **wrong({"stile": "night"})),
    "a split board": lambda: dt.split(wrong(dt.Board(6, 6))),
    "the sums of a number": lambda: dt.measuring.line_sums(wrong(8)),
    "squares of a number": lambda: dt.Tour.from_order([1, 2], wrong(8)),
    "a board of many sides": lambda: dt.count(wrong("x"), wrong([]), wrong(HUGE)),
    "a board of many lines": lambda: dt.count(wrong("a\n" * 1000)),
    "a leaper of 5000 letters": lambda: dt.tour(8, 8, leaper="x" * 5000),
    "a file of two lines": lambda: dt.load("\n\n"),
    "a file of 5000 letters": lambda: dt.check("x" * 5000),
    "a path of 5000 letters": lambda: dt.paths.magic_numberings("x" * 5000),
    "half a winding": lambda: dt.tour(dt.Torus(8, 8), winding=wrong((1.5, 0))),
    "a shape that is a number": lambda: dt.Board.from_text(wrong(5)),
    "rows of different lengths": lambda: dt.Tour([[1, 2], [3]]),
    "a number as cycles": lambda: dt.Tourney.from_cycles(wrong(5), dt.Board(8, 8)),
    "a square that is a number": lambda: TOUR.index(5),
    "a square off the board": lambda: TOUR.index((HUGE, 0)),
    "a position beyond the end": lambda: TOUR[64],
    "positions beyond the end": lambda: TOUR.index_at([0, 64]),
    "a position that is a word": lambda: TOUR.index_at("a"),
    "a square index beyond the end": lambda: TOUR.position_of(-500),
    "an option that there is not": lambda: dt.tour(8, 8, **wrong({"seeed": 1})),
    "an option of a widget": lambda: dt.widget(TOUR, **wrong({"colour": 1})),
    "a number for a path": lambda: dt.save(TOUR, wrong(5)),
    "a number for the path of a drawing": lambda: dt.draw(TOUR, wrong(5)),
    "a name with a NUL": lambda: dt.save(TOUR, "a\0.npy"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_error_is_ours(call: Callable[[], object]) -> None:
    with pytest.raises(dt.DestrierError, match=r"\A[^\n]{1,300}\Z"):
        call()


def test_errors_are_also_what_python_calls_them() -> None:
    """A loop over a sequence ends at an `IndexError`, and code that catches Python's errors catches ours."""
    assert list(reversed(TOUR)) == TOUR.squares()[::-1]
    for call, kind in (
        (lambda: TOUR[64], IndexError),
        (lambda: dt.tour(8, 8, **wrong({"seeed": 1})), TypeError),
        (lambda: dt.draw(TOUR, "x.svg", **wrong({"stile": "night"})), TypeError),
        (lambda: dt.tour(10**9, 10**9), MemoryError),
        (lambda: extra("no_such_package", "image", "a picture"), ImportError),
    ):
        with pytest.raises(kind):
            call()


def test_an_option_is_suggested_by_the_name_that_the_caller_knows() -> None:
    for call, said in (
        (lambda: dt.tour(8, 8, **wrong({"seeed": 1})), "tour has no option 'seeed'; did you mean 'seed'?"),
        (lambda: to_svg(TOUR, **wrong({"color": "red"})), "to_svg has no option 'color'; did you mean 'colours'?"),
        (
            lambda: dt.draw(TOUR, "x.svg", **wrong({"stile": "night"})),
            "x.svg: still .svg drawings have no option 'stile'; did you mean 'style'?",
        ),
        (lambda: dt.widget(TOUR, **wrong({"number": 1})), "widget has no option 'number'; did you mean 'numbers'?"),
    ):
        with pytest.raises(dt.DestrierError) as refusal:
            call()
        assert str(refusal.value) == said


def test_the_page_lists_the_errors() -> None:
    page = Path(__file__).parent.parent.joinpath("docs", "library.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)`", page.partition("## Errors")[2].partition("\n## ")[0], re.MULTILINE)
    ours = {name for name, kind in vars(errors).items() if isinstance(kind, type) and kind is not dt.DestrierError}
    pythons = {name for name in listed if hasattr(builtins, name)}
    assert pythons == {"MemoryError", "IndexError", "TypeError", "ImportError"}
    assert set(listed) - pythons == {name for name in ours if hasattr(dt, name)}


# Squares

ODD_SQUARES: Final[list[Any]] = [
    (0.0, 0.0),
    [1, 2],
    (1.5, 0),
    (float("nan"), 0),
    (float("inf"), 0),
    (None, None),
    None,
    5,
    "e4",
    "z9",
    b"e4",
    np.array([1, 2]),
    (HUGE, 0),
    ("1", "2"),
    (1, 2, 3),
    {"a": 1},
    ("front", 0, 1),
    ["front", 0.0, 1],
    (["front"], 0, 1),
]


@pytest.mark.parametrize("board", [dt.Board(8, 8), dt.Box(4, 4, 4), dt.Torus(6, 6), dt.Space(3, 4, 4)], ids=str)
def test_a_square_is_in_a_tour_where_it_has_an_index(board: Any) -> None:
    """A square is what equals one of the squares, and a list, or an array, of its coordinates."""
    tour = dt.tour(board, seed=1)
    for square in ODD_SQUARES:
        try:
            position = tour.index(square)
        except dt.DestrierError:
            position = None
        named = tuple(square) if isinstance(square, list | np.ndarray) else square
        if not isinstance(square, str):
            assert position == next((place for place, known in enumerate(tour) if known == named), None)
        assert (square in tour) == (position is not None)


# Seeds


def test_generators_of_numpy_and_python_are_seeds() -> None:
    """Each gives its next integer: the same for an equal generator, and another one the second time."""
    for make in (np.random.default_rng, np.random.RandomState, random.Random):
        generator = wrong(make)(7)
        first, second = (dt.tour(8, 8, seed=generator) for _ in range(2))
        again = dt.tour(8, 8, seed=wrong(make)(7))
        assert first == again
        assert first != second
        assert first.recipe is not None
        assert dt.tour(8, 8, seed=first.recipe[0]["seed"]) == first


def test_a_seed_sequence_repeats_a_result_as_an_integer_does() -> None:
    root = np.random.SeedSequence(7)
    one, other = (dt.tour(8, 8, seed=child) for child in root.spawn(2))
    assert one != other
    assert dt.tour(8, 8, seed=root) == dt.tour(8, 8, seed=root) == dt.tour(8, 8, seed=np.random.SeedSequence(7))


# The command line


@pytest.mark.parametrize(
    "arguments",
    [
        ("tour", "8_0", "8"),
        ("tour", "\u0668", "8"),
        ("tour", "8", "8", "--seed", "1_0"),
        ("tour", "8", "8", "--seed", "\uff11"),
        ("tour", "8", "8", "--surface", "torus", "--winding", "1_0,0"),
        ("tour", "8", "8", "--minimize", "blend", "--weight", "nan"),
        ("tour", "8", "8", "--minimize", "blend", "--weight", "1_0"),
        ("count", "estimate", "5", "6", "--error", "0_0.1"),
        ("draw", "tour.txt", "--size", "\u0669\u0669", "-o", "tour.svg"),
        ("draw", "tour.txt", "--paper", "\u0661\u0660x\u0661\u0660", "-o", "tour.svg"),
        ("draw", "tour.txt", "--cell", "1_0", "-o", "tour.png"),
        ("solve", "5", "5", "--figure", "squares on row \u0661"),
        ("paths", "\u0668"),
    ],
    ids=" ".join,
)
def test_numbers_are_plain(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    dt.save(TOUR, "tour.txt")
    told = runner(capsys)(*arguments)
    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["tour.txt"]


def test_nor_are_many_words(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--kind", "--number", "--leaper", "--format", "--winding", "--start"):
        told = runner(capsys)("tour", 8, 8, option, "x y " * 2000)
        assert told.code == 2
        assert len(told.err) < 1000
        assert told.err.count("\n") == 1


@pytest.mark.parametrize("command", ["tour {} 8", "tour 8 8 --start {}", "tour 8 8 --{}", "{}", "check {}.txt"])
@pytest.mark.parametrize("long", ["1" * 5000, "x" * 5000])
def test_a_wrong_argument_is_not_echoed_whole(command: str, long: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = runner(capsys)(*command.format(long).split())
    assert told.code == 2
    assert len(told.err) < 500
    assert told.err.count("\n") == 1
