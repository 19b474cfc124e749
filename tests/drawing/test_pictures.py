"""Pictures of boards, and what `draw` takes besides tourneys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import destrier as dt
from destrier.drawing.layout import CELL, MARGIN

if TYPE_CHECKING:
    from pathlib import Path

SVG = "{http://www.w3.org/2000/svg}"


def test_a_board_shows_all_its_moves() -> None:
    """Parberry's Figure 1: K_6 has 4 (n - 1) (n - 2) edges."""
    root = ET.fromstring(dt.Board(6, 6)._repr_svg_() or "")
    lines = [line for line in root.iter(f"{SVG}line") if line.get("class") == "move"]
    drawn = set()
    for line in lines:
        x1, y1, x2, y2 = ((float(line.attrib[name]) - MARGIN) / CELL - 0.5 for name in ("x1", "y1", "x2", "y2"))
        assert {abs(x1 - x2), abs(y1 - y2)} == {1, 2}
        drawn.add(frozenset([(y1, x1), (y2, x2)]))
    assert len(lines) == len(drawn) == 4 * 5 * 4
    assert len([dot for dot in root.iter(f"{SVG}circle") if dot.get("class") == "dot"]) == 36


@pytest.mark.parametrize("board", [dt.Space(3, 4, 2), dt.Box(2, 3, 4), dt.Board(1, 1), dt.Board(4, 5).without_corner()])
def test_other_boards_are_drawn(board: Any) -> None:
    assert ET.fromstring(board._repr_svg_()).findtext(f"{SVG}title") == f"The moves on {board.describe()}"


def test_draw_takes_what_shows_itself(tmp_path: Path) -> None:
    board, order = dt.Board(6, 6), dt.TourOrder(20, 30)
    for suffix, begins in ((".svg", b"<svg"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        for subject in (board, order, dt.paths.path_class("44616031")):
            dt.draw(subject, tmp_path / f"picture{suffix}")
            assert (tmp_path / f"picture{suffix}").read_bytes().startswith(begins)


def test_what_is_not_drawn(tmp_path: Path) -> None:
    board = dt.Board(6, 6)
    for subject, name, options, fault in (
        (board, "k6.gif", {}, r"the picture of a Board ends in \.svg, \.pdf, \.png"),
        (board, "k6.svg", {"rails": True}, "the picture of a Board has no option 'rails'"),
        (board, "k6.svg", {"manner": "still"}, "the picture of a Board has no option 'manner'"),
        (
            dt.Tours([dt.tour(6, 6, seed=1)]),
            "tours.gif",
            {},
            r"the picture of several tours ends in \.svg, \.pdf, \.png",
        ),
        (dt.Board(200, 200), "k200.svg", {}, "this Board has no picture: its board is too large"),
        (dt.TourOrder(10**6, 10**6), "way.svg", {}, "this TourOrder has no picture: its board is too large"),
        (dt.TourOrder(20, 30, algorithm="tame"), "way.svg", {}, "or no formation rides on it"),
        ("tour", "tour.svg", {}, "draw takes a Tour, a Tourney or several of them, not str"),
    ):
        with pytest.raises(dt.DestrierError, match=fault):
            dt.draw(subject, tmp_path / name, **options)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())
