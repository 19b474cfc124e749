"""What the functions do with a tourney, found by a dot."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import pytest

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

TOUR = dt.tour(8, 8, seed=1)


def test_measures() -> None:
    assert TOUR.turns() == dt.turns(TOUR)
    assert TOUR.crossings() == dt.crossings(TOUR)
    assert TOUR.measure() == dt.measure(TOUR)


def test_changes() -> None:
    pieces = TOUR.shatter(seed=2)
    assert pieces == dt.shatter(TOUR, seed=2)
    assert pieces.join(seed=3) == dt.join(pieces, seed=3)
    assert TOUR.obfuscate(seed=4) == dt.obfuscate(TOUR, seed=4)


def test_files(tmp_path: Path) -> None:
    TOUR.save(tmp_path / "tour.txt", first=0)
    TOUR.draw(tmp_path / "tour.svg", numbers=True)
    TOUR.show(tmp_path / "tour.html")
    assert dt.load(tmp_path / "tour.txt") == TOUR
    dt.draw(TOUR, tmp_path / "same.svg", numbers=True)
    assert (tmp_path / "tour.svg").read_bytes() == (tmp_path / "same.svg").read_bytes()
    assert "<html" in (tmp_path / "tour.html").read_text(encoding="utf-8")


def test_names_are_those_of_public_functions_and_no_internals() -> None:
    listed = {name for name in dir(TOUR) if not name.startswith("_")}
    assert {*listed} & {*vars(dt)["__all__"]} == {
        *("count", "crossings", "draw", "join", "measure", "obfuscate", "save", "shatter", "show", "turns")
    }
    assert {"given_start", "known_cycle_count", "steps", "trusted"}.isdisjoint(listed)
    for name in ("crossings", "draw", "join", "measure", "obfuscate", "save", "shatter", "show", "turns"):
        first, *_ = inspect.signature(getattr(dt, name)).parameters
        assert first in ("tourney", "shown"), name


def test_boards_show_what_users_ask_of_them() -> None:
    for board in (dt.Board(6, 6), dt.Space(3, 4, 5), dt.Box(2, 3, 4), dt.Torus(5, 6)):
        assert {"index", "size", "square", "symmetries", "to_networkx"} <= {*dir(board)}
        assert {"find_fault", "from_edges", "label", "sheet", "transform", "walk"}.isdisjoint(dir(board))


def test_a_square_board_has_one_side_and_sides_come_as_one() -> None:
    sides: tuple[Any, ...] = ((6, 6),)
    assert dt.tour(6, seed=1) == dt.tour(6, 6, seed=1) == dt.tour(*sides, seed=1)
    assert dt.count(6) == dt.count(6, 6)
    assert dt.why_no_tour(4) == dt.why_no_tour(4, 4)
    assert dt.puzzle(6, seed=1).board == dt.Board(6, 6)
    cube: tuple[Any, ...] = ([4, 4, 4],)
    assert dt.tour(*cube, seed=1).board == dt.Space(4, 4, 4)
    for wrong in (True, "8x8", (8,)):
        given: tuple[Any, ...] = (wrong,)
        with pytest.raises(dt.DestrierError, match="a board has rows and cols; only"):
            dt.tour(*given)
