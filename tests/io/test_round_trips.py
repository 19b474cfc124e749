"""Every writer against every reader: what a format writes is read back equal, or it is refused and leaves no file.

The formats are those of the table, so that a new one is tried on all of these tours by itself.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest
from helpers.commands import runner
from helpers.marks import long, very_long

import destrier as dt
from destrier.cli.results import deliver_tours
from destrier.io.formats import FORMATS, LOADED
from destrier.io.json import board_from_dict
from destrier.io.stacks import load_stack, write_stack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

MANY: Final = [suffix for suffix, row in FORMATS.items() if row.many == "read and written"]

MOVES_ALONE: Final = (".npy", ".moves")
"""Formats that hold no order: a tour in them starts where one does that was given no start."""

QUICK: Final = (
    "Board(8, 8)",  # whose open tours have fewer words of 21 moves than the closed ones
    "Board.from_text('.....\\n.###.\\n.#.#.\\n.###.')",
    "Board.from_text(f'{364 * \".\"}##', leaper='wazir')",  # na1 nb1, as if the n were that of a knight
    "Board(5, 6, leaper='knight+wazir')",
    *(f"Board({sides}, leaper='wazir')" for sides in ("1, 5", "5, 1")),
    "Space(3, 4, 2)",
    "Box(2, 2, 3)",
    "Torus(4, 5)",
    "Moebius(3, 4, leaper='knight+wazir')",
)
BOARDS: Final = (
    *QUICK,
    "Board(5, 6)",
    "Board.from_text('###\\n#.#\\n###')",
    "Board.from_text('#####\\n#####\\n##.##\\n#####\\n#####')",
    "Board.from_text('.####\\n.####\\n.....', leaper='wazir')",
    "Board(10, 10, leaper='zebra')",
    *(f"Board({sides}, leaper='wazir')" for sides in ("1, 2", "2, 1", "1, 3")),
    "Space(2, 2, 2, leaper='wazir')",
    "Space(2, 3, 4, 2)",
    "Box(1, 2, 9)",
    "Cylinder(5, 6)",
    "Moebius(4, 6)",
    "KleinBottle(4, 5)",
    "ProjectivePlane(4, 6)",
    "Torus(5, 6, leaper='knight+wazir')",
)
"""Boards of every kind, as Python writes them, and those of the quick run."""

LARGE: Final[dict[str, tuple[Callable[[], dt.Tour], tuple[str, ...]]]] = {
    "rank 1000": (lambda: straight(1000, 1), (".squares", ".uci")),
    "file wz": (lambda: straight(1, 624), (".uci",)),
    "file xa": (lambda: straight(1, 625), (".uci",)),
    "file zz": (lambda: straight(1, 702), (".squares",)),
    "file aaa": (lambda: straight(1, 703), (".squares",)),
    "index 65536": (lambda: dt.tour(300, 300, kind="open", start=(299, 299), end=(299, 0)), (".npz", ".txt")),
}
"""Makers of tours of large boards, by what is long there, and the formats in which the quick run has them."""

SLOW: Final = (".pairs", ".order", ".parquet")
"""The formats that take longest for large boards."""


def straight(*sides: int) -> dt.Tour:
    return dt.Tour.from_order(range(max(sides)), dt.Board(*sides, leaper="wazir"), kind="open")


def cells(formats: Sequence[str]) -> list[Any]:
    """Each format with each board."""
    return [
        (suffix, name)
        if name in QUICK or (name in LARGE and suffix in LARGE[name][1])
        else (very_long if name in LARGE and suffix in SLOW else long)(suffix, name)
        for suffix in formats
        for name in (*BOARDS, *LARGE)
    ]


@cache
def board_of(name: str) -> Any:
    return eval(f"dt.{name}")


@cache
def tours_of(name: str) -> list[dt.Tour]:
    """Tours with a start of their own: a closed one, an open one whose ends are a move apart, and another open one."""
    if name in LARGE:
        return [LARGE[name][0]()]
    board, tours = board_of(name), []
    with suppress(dt.NoSuchTour):
        tour = dt.tour(board, seed=1)
        tours += [tour.starting_at(tour[3], towards=tour[2])]
        tours += [dt.Tour.from_order(tours[0].indices(), board, kind="open")]
    with suppress(dt.NoSuchTour):
        tour = dt.tour(board, kind="open", seed=1)
        tours += [tour.starting_at(tour[-1])] if tours else [tour, tour.starting_at(tour[-1])]
    return tours


@cache
def tourneys_of(name: str) -> list[dt.Tourney]:
    """Return the tours, and a tourney of several cycles of most boards that have some."""
    if name in BOARDS:
        with suppress(dt.NoSuchTour, dt.BudgetExceeded):
            return [*tours_of(name), dt.tourney(board_of(name), algorithm="move-graph", seed=3)]
    return [*tours_of(name)]


def is_written(path: Path, write: Callable[[], None]) -> bool:
    """Whether a file was written; if not, it was refused in one line. No other file is left."""
    path.unlink(missing_ok=True)
    refusal = ""
    try:
        write()
    except dt.DestrierError as error:
        refusal = str(error)
    assert "\n" not in refusal
    assert [*path.parent.iterdir()] == [path] * (not refusal)
    return not refusal


def readings(path: Path) -> Iterator[dt.Tourney]:
    """What a file holds by its name and, if it is a text, by its format alone and by its content alone."""
    yield dt.load(path)
    if FORMATS[path.suffix].text:
        yield dt.load(path, suffix=path.suffix)
        yield dt.load(io.BytesIO(path.read_bytes()))


@pytest.mark.parametrize(("suffix", "name"), cells(LOADED))
def test_a_tourney_comes_back(suffix: str, name: str, tmp_path: Path) -> None:
    """Numbered boards count from 1 and from 0 by turns."""
    path = tmp_path / f"made{suffix}"
    for number, tourney in enumerate(tourneys_of(name), 1):
        if is_written(path, partial(dt.save, tourney, path, first=number % 2)):
            wanted = type(tourney)(tourney.moves, tourney.board) if suffix in MOVES_ALONE else tourney
            for held in readings(path):
                assert (held, held.kind, type(held)) == (wanted, tourney.kind, type(tourney))


@pytest.mark.parametrize("suffix", LOADED)
def test_standard_input_has_no_name(
    suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, run = tmp_path / f"made{suffix}", runner(capsys)
    dt.save(dt.tour(8, 8, seed=1), path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run("check", "-").out.startswith("closed tour of 8 x 8")


@pytest.mark.parametrize("suffix", [suffix for suffix in FORMATS if suffix not in (*LOADED, *MANY, ".html", ".edges")])
def test_what_is_only_written_is_not_read(suffix: str) -> None:
    with pytest.raises(dt.DestrierError, match=r"\A[^\n]*the suffix chooses the format; it is one of \.npy [^\n]*\Z"):
        dt.load(f"made{suffix}")


def at_once(tours: Sequence[dt.Tour], path: Path) -> None:
    write_stack([np.stack([tour.moves for tour in tours])], tours[0].board, path)


def one_by_one(tours: Sequence[dt.Tour], path: Path) -> None:
    write_stack((tour.moves[None] for tour in tours), tours[0].board, path)


def as_magic_does(tours: Sequence[dt.Tour], path: Path) -> None:
    deliver_tours(tours, [str(path)], as_json=False)


@pytest.mark.parametrize(("suffix", "name"), cells(MANY))
def test_many_tours_come_back(suffix: str, name: str, tmp_path: Path) -> None:
    """Closed and open ones in turn, open ones alone, and a single one."""
    path, tours = tmp_path / f"made{suffix}", tours_of(name)
    for write, some in ((at_once, tours[:1]), (at_once, tours), (one_by_one, tours[::-1]), (as_magic_does, tours[1:]))[
        : len(tours)
    ]:
        if is_written(path, partial(write, some, path)):
            held = load_stack(path)
            assert held.board == some[0].board
            assert np.array_equal(held.moves, [tour.moves for tour in some])
            if len(some) == 1:
                assert dt.load(path).same_moves(some[0])
                continue
            kinds = Counter(tour.kind for tour in some)
            told = " and ".join(f"{many} {kind} tour{'s' * (many > 1)}" for kind, many in kinds.items())
            assert dt.check(path) == f"{told} of {held.board.describe()}"
            assert [one.same_moves(other) for one, other in zip(dt.load(path), some, strict=True)] == [True] * len(some)
            with pytest.raises(dt.InvalidTourney, match="not one: check, measure and draw take them"):
                dt.load(path, holds=dt.Tour)


@pytest.mark.parametrize("name", BOARDS)
def test_boards_name_themselves(name: str) -> None:
    board = board_of(name)
    assert board_from_dict(json.loads(json.dumps(board.to_dict()))) == board
    again = eval(f"dt.{board!r}")
    assert (again, hash(again)) == (board, hash(board))
    assert [board.index(board.square(index)) for index in board.squares.tolist()] == board.squares.tolist()
    sheet = board.sheet()
    assert sorted(sheet[sheet >= 0].tolist()) == board.squares.tolist()
    rows, cols = board.places(board.squares)
    assert sheet[rows, cols].tolist() == board.squares.tolist()
