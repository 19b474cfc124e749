"""Posters: a drawing in any style on paper, with words; read by another program, pdfium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2
import pytest
from helpers.marks import long

import destrier as dt
from destrier import cli
from destrier.drawing import STYLES, to_poster
from destrier.drawing.colours import parse_colour

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

MILLIMETRE = 72 / 25.4
TOUR = dt.tour(8, 8, seed=1)


def pixels(path: Path) -> NDArray[np.uint8]:
    """The colours of a page, four pixels to the millimetre."""
    document = pypdfium2.PdfDocument(path)
    shown: NDArray[np.uint8] = document[0].render(scale=4 / MILLIMETRE, rev_byteorder=True).to_numpy()[..., :3].copy()
    document.close()
    return shown


@pytest.mark.parametrize("style", ["night", *map(long, [style for style in STYLES if style != "night"])])
def test_a_poster_is_a_page_in_its_style_between_its_margins(style: str, tmp_path: Path) -> None:
    path = tmp_path / "poster.pdf"
    dt.draw(TOUR, path, style=style, paper="a5", margin=20, bleed=3, title="Ride", subtitle="8 × 8", signature="A. N.")
    document = pypdfium2.PdfDocument(path)
    assert document[0].get_size() == pytest.approx([154 * MILLIMETRE, 216 * MILLIMETRE], abs=0.1)
    assert document[0].get_textpage().get_text_bounded().split()[-6:] == ["Ride", "8", "×", "8", "A.", "N."]
    document.close()
    ground = np.array(parse_colour(STYLES[style].ground)[:3])
    drawn = (np.abs(pixels(path).astype(int) - ground) > 30).any(axis=2)
    rows, cols = np.flatnonzero(drawn.any(axis=1)) / 4, np.flatnonzero(drawn.any(axis=0)) / 4
    assert rows[0] >= 22.5
    assert rows[-1] <= 216 - 22.5
    assert cols[0] >= 22.5
    assert cols[-1] <= 154 - 22.5
    assert cols[-1] - cols[0] > 90


@pytest.mark.parametrize(("sides", "size"), [((3, 10), (297, 210)), ((10, 3), (210, 297))])
def test_the_paper_is_turned_for_a_larger_drawing(sides: tuple[int, int], size: tuple[int, int]) -> None:
    drawn = to_poster(dt.tour(*sides, kind="open", seed=1))
    assert re.search(r'width="(\d+)mm" height="(\d+)mm"', drawn) is not None
    assert f'width="{size[0]}mm" height="{size[1]}mm"' in drawn


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(2, 4, 4), dt.Torus(5, 6)], ids=str)
def test_every_board_has_a_poster(board: Any) -> None:
    tour = dt.tour(board, kind="open", seed=1)
    shown = to_poster(tour, paper="a6", title="Ride")
    assert set(re.findall(r'class="(?:tour|cycle|line)[^>]* d="([^"]+)"', dt.drawing.to_svg(tour))) <= set(
        re.findall(r' d="([^"]+)"', shown)
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "a9"}, "a paper is one of a0, a1, a2, a3, a4, a5, a6, letter, or"),
        ({"margin": 105}, "a margin of 105 mm leaves no room on a4: take a smaller one"),
        ({"bleed": -1}, "a bleed is a number of millimetres from 0 on, not -1"),
        ({"paper": "a4", "size": 300}, "a poster is as large as its paper: leave out size and cell, or the paper"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        to_poster(TOUR, **options)
    assert str(refusal.value).startswith(message)


def test_the_command_tells_posters_from_plots_by_their_options(tmp_path: Path) -> None:
    dt.save(TOUR, tmp_path / "tour.json")
    drawn, plotted = tmp_path / "a.svg", tmp_path / "b.svg"
    command = ["draw", str(tmp_path / "tour.json"), "--paper", "a3"]
    assert cli.run([*command, "--style", "ink", "--title", "Ride", "-o", str(drawn)]) == 0
    assert drawn.read_text(encoding="utf-8") == to_poster(TOUR, paper="a3", style="ink", title="Ride")
    assert cli.run([*command, "--pen", "0.3", "-o", str(plotted)]) == 0
    assert plotted.read_text(encoding="utf-8") == dt.drawing.to_plotter_svg(TOUR, paper="a3", pen=0.3)
    assert cli.run([*command, "-o", str(tmp_path / "c.hpgl")]) == 0
