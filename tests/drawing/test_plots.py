"""Plots and pages: read by other programs, vpype and pdfium."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from itertools import pairwise, permutations
from math import dist, hypot
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2
import pytest
from helpers.drawings import children, frames_of, parse, pixels, plotted, walked
from helpers.examples import BRAID, CLOSED, OPEN, TILES, examples, four_cover
from helpers.marks import exhaustive

import destrier as dt
from destrier import cli
from destrier.drawing import svg_to_pdf, to_plotter_svg, to_png, to_svg
from destrier.drawing.svg.plotter import PENS
from destrier.io.drawings import draw
from destrier.patterns.formation.flat import formation
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.core.tourney import Tourney
    from destrier.drawing.colouring import Colouring

INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"

PIXEL = 25.4 / 96
"""The unit of vpype, in millimetres."""


def read_by_vpype(svg: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import vpype

        return vpype.read_multilayer_svg(StringIO(svg), quantization=0.1)


# Plots


@examples
def test_vpype_reads_a_layer_for_each_cycle(tourney: Tourney) -> None:
    svg = to_plotter_svg(tourney)
    document = read_by_vpype(svg)
    assert sorted(document.layers) == [*range(1, tourney.cycle_count + 1)]
    width, height = (side * PIXEL for side in document.page_size)
    assert {round(width), round(height)} == {210, 297}
    lines = [line for layer in document.layers.values() for line in layer]
    assert len(lines) == tourney.cycle_count
    length = sum(float(np.abs(np.diff(line)).sum()) for line in lines) * PIXEL
    board = tourney.board
    cell = min((width - 30) / board.cols, (height - 30) / board.rows)
    moves = board.size - (tourney.kind == "open")
    assert length == pytest.approx(moves * hypot(1, 2) * cell, rel=1e-3)
    left, top, right, bottom = (side * PIXEL for side in document.bounds())
    assert min(left, top, width - right, height - bottom) > 15
    names = [child.attrib["{http://www.inkscape.org/namespaces/inkscape}label"] for child in children(parse(svg), "g")]
    assert sorted(names) == sorted(f"cycle {number}" for number in range(1, tourney.cycle_count + 1))


@pytest.mark.parametrize(("colouring", "layers"), [("passes", 5), ("sections", 8), ("tour", 8)])
def test_vpype_reads_a_layer_for_each_colour(colouring: Colouring, layers: int) -> None:
    tour = formation(dt.Board(16, 20), heel="both")
    svg = to_plotter_svg(tour, colour_by=colouring)
    document = read_by_vpype(svg)
    assert len(document.layers) == layers
    width, height = map(float, parse(svg).attrib["viewBox"].split()[2:])
    cell = min((width - 30) / 20, (height - 30) / 16)
    corner = (width - 20 * cell) / 2, (height - 16 * cell) / 2
    moves = []
    for corners, closed in plotted(svg):
        squares = walked(corners, closed, cell, tour.board, corner=corner)
        moves += [frozenset(move) for move in pairwise(squares)]
    assert len(moves) == len(set(moves)) == tour.board.size
    order = tour.indices().tolist()
    assert set(moves) == {frozenset(move) for move in pairwise([*order, order[0]])}


def labels(svg: str) -> list[str]:
    """The names of the layers, as Inkscape shows them."""
    groups = [child for child in children(parse(svg), "g") if child.get(f"{INKSCAPE}groupmode") == "layer"]
    return [group.attrib[f"{INKSCAPE}label"] for group in groups]


@pytest.mark.parametrize("pens", range(1, 9))
@pytest.mark.parametrize("tourney", [CLOSED, OPEN, TILES], ids=["closed", "open", "tiles"])
def test_a_layer_for_each_pen(tourney: Tourney, pens: int) -> None:
    svg = to_plotter_svg(tourney, pens=pens)
    names = [f"{number} {name} pen" for number, name in enumerate([*PENS][:pens], start=1)]
    assert labels(svg) == names
    document = read_by_vpype(svg)
    assert sorted(document.layers) == [*range(1, pens + 1)]
    moves = sum(float(np.hypot(line.real, line.imag).sum()) for line in steps_of(document))
    whole = sum(
        float(np.hypot(line.real, line.imag).sum()) for line in steps_of(read_by_vpype(to_plotter_svg(tourney)))
    )
    assert moves == pytest.approx(whole, rel=1e-3)


def steps_of(document: Any) -> list[Any]:
    """The lines from corner to corner in all layers."""
    return [np.diff(line) for layer in document.layers.values() for line in layer]


def test_pens_of_other_colours() -> None:
    svg = to_plotter_svg(CLOSED, colours=["navy", "#f80", "rgb(0, 128, 0)"])
    assert labels(svg) == ["1 navy pen", "2 #f80 pen", "3 rgb(0, 128, 0) pen"]
    assert [group.get("stroke") for group in children(parse(svg), "g")] == ["#000080", "#ff8800", "#008000"]
    assert labels(to_plotter_svg(CLOSED, colours=["navy", "#f80"], pens=1)) == ["1 navy pen"]


def test_pens_are_easy_to_tell_apart() -> None:
    """By the CIE 1976 colour difference, of which 2.3 is just noticeable."""

    def lab(colour: str) -> Any:
        light = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
        light = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
        to_xyz = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
        x, y, z = np.cbrt(np.array(to_xyz) @ light / [0.95047, 1, 1.08883])
        return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])

    for one, other in permutations(PENS.values(), 2):
        assert np.linalg.norm(lab(one) - lab(other)) > 30, (one, other)


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("a3", (420, 297)),
        ("A6", (148, 105)),
        ("letter", (279.4, 215.9)),
        ("300x400", (400, 300)),
        ("500X99.5", (500, 99.5)),
        ("6x9in", (228.6, 152.4)),
    ],
)
def test_the_paper_lies_as_fits_the_board(paper: str, size: tuple[float, float]) -> None:
    tourney = four_cover(4, 8)
    for margin in (0, 5, 20):
        svg = to_plotter_svg(tourney, paper=paper, margin=margin, pen=0.1)
        assert tuple(map(float, parse(svg).attrib["viewBox"].split())) == (0, 0, *size)
        assert parse(svg).get("width") == f"{size[0]:g}mm"
        cell = min((size[0] - 2 * margin) / 8, (size[1] - 2 * margin) / 4)
        corners = np.array([corner for line, _ in plotted(svg) for corner in line])
        np.testing.assert_allclose(np.ptp(corners, axis=0), [7 * cell, 3 * cell], atol=0.002)
        np.testing.assert_allclose(corners.min(axis=0) + corners.max(axis=0), size, atol=0.002)


def test_a_width_on_a_paper() -> None:
    svg = to_plotter_svg(CLOSED, paper="a4", width=80)
    assert parse(svg).get("viewBox") == "0 0 210 297"
    corners = np.array([corner for line, _ in plotted(svg) for corner in line])
    np.testing.assert_allclose(np.ptp(corners, axis=0), 70)
    np.testing.assert_allclose(corners.min(axis=0) + corners.max(axis=0), [210, 297])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "a7"}, "a paper is one of a0, a1, a2, a3, a4, a5, a6, letter, or a size in mm such as 300x400"),
        ({"paper": "a6", "margin": 60}, "a paper of 105 x 148 mm with margins of 60 mm has room for 0 mm of width"),
        ({"margin": -1}, "with margins of -1 mm"),
        ({"paper": "a6", "width": 200}, "with margins of 15 mm has room for 75 mm of width"),
        ({"width": 100, "margin": 5}, "a margin needs a paper"),
        ({"pens": 0}, "a plot has 1 to 8 pens, not 0"),
        ({"pens": 9}, "a plot has 1 to 8 pens, not 9"),
        ({"pens": 3, "colours": ["red", "blue"]}, "a plot in 2 colours has 1 to 2 pens, not 3"),
        ({"colours": ["blue", "inky"]}, "a colour is a CSS name, such as teal"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DestrierError, match=re.escape(message)):
        to_plotter_svg(CLOSED, **options)


def travel(svg: str) -> float:
    """How far the pen goes above the paper."""
    lines = [(corners[0], corners[0] if closed else corners[-1]) for corners, closed in plotted(svg)]
    return sum(dist(left, entered) for (_, left), (entered, _) in pairwise(lines))


@pytest.mark.parametrize("tourney", [TILES, four_cover(40, 40)], ids=["64", "400"])
def test_the_pen_goes_from_tile_to_tile(tourney: Tourney) -> None:
    """No two cycles share a square, so that it goes at least one square each time."""
    cell = 10
    least = cell * (tourney.cycle_count - 1)
    assert least <= travel(to_plotter_svg(tourney, width=cell * tourney.board.cols)) < 1.2 * least


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 6])
def test_the_pen_travels_little(seed: int) -> None:
    """Compared with the best of all orders of the cycles, and of all squares at which to begin them."""
    tourney = dt.tourney(12, 12, algorithm="two-factor", seed=seed)
    cycles = [np.column_stack(tourney.board.places(cycle)) for cycle in tourney.cycle_indices()]
    away = {
        (one, other): np.sqrt(((cycles[one][:, None] - cycles[other]) ** 2).sum(axis=2))
        for one, other in permutations(range(len(cycles)), 2)
    }
    best = np.inf
    for order in permutations(range(len(cycles))):
        so_far = np.zeros(len(cycles[order[0]]))
        for step in pairwise(order):
            so_far = (so_far[:, None] + away[step]).min(axis=0)
        best = min(best, so_far.min())
    assert best - 0.01 <= travel(to_plotter_svg(tourney, width=12, pen=0.1)) <= 1.5 * best + 0.01


def test_a_pen_that_is_too_wide_is_named() -> None:
    """The lines of moves by (1, 2) through all squares are 1 / sqrt(5) apart."""
    for width, pen, gap in ((8, 0.5, "0.45"), (80, 4.5, "4.5")):
        with pytest.warns(UserWarning, match=rf"a pen of {pen} mm is wider than the {gap} mm between parallel moves"):
            to_plotter_svg(CLOSED, width=width, pen=pen)
    to_plotter_svg(CLOSED, width=8, pen=0.447)


def test_parallel_moves_of_a_tour_are_no_closer() -> None:
    """The bound is reached: two moves side by side, measured line by line."""
    ((corners, _),) = plotted(to_plotter_svg(CLOSED, width=80))
    lines = [(np.array(one), np.array(other)) for one, other in zip(corners, [*corners[1:], corners[0]], strict=True)]
    gaps = []
    for number, (start, end) in enumerate(lines):
        along = (end - start) / np.linalg.norm(end - start)
        for other_start, other_end in lines[:number]:
            other = (other_end - other_start) / np.linalg.norm(other_end - other_start)
            if abs(abs(along @ other) - 1) < 1e-9:
                away = other_start - start
                gaps.append(abs(away[0] * along[1] - away[1] * along[0]))
    assert min(gap for gap in gaps if gap > 0.01) == pytest.approx(10 / hypot(1, 2), abs=0.01)


# PDF


@exhaustive
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"style": "night"},
        {"numbers": True, "colour_by": "tour"},
        {"style": "blueprint", "rails": True, "turns": True},
    ],
)
@pytest.mark.parametrize("tourney", [CLOSED, OPEN, BRAID], ids=["closed", "open", "braid"])
def test_a_page_shows_the_drawing(tourney: Tourney, options: dict[str, Any], tmp_path: Path) -> None:
    draw(tourney, tmp_path / "tour.pdf", **options)
    page = pypdfium2.PdfDocument(tmp_path / "tour.pdf")[0]
    assert page.get_size() == (360, 360)  # 480 pixels, in points
    shown = np.asarray(page.render(scale=480 / 360).to_pil().convert("RGB")).astype(int)
    drawn = pixels(to_png(tourney, **options))
    assert shown.shape == drawn.shape
    assert np.abs(shown - drawn).mean() < 4


def test_a_page_has_lines_letters_and_a_title() -> None:
    document = pypdfium2.PdfDocument(svg_to_pdf(to_svg(OPEN, numbers=True)))
    assert document.get_metadata_value("Title") == "Open knight's tour of 5 x 5"
    text = document[0].get_textpage().get_text_bounded().split()
    assert set(map(str, range(1, 26))) | set("abcde") <= set(text)
    images = [shape for shape in document[0].get_objects() if shape.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    assert not images
    assert svg_to_pdf(to_svg(OPEN)) == svg_to_pdf(to_svg(OPEN))


def test_a_plot_on_a_page_has_the_size_of_its_paper(tmp_path: Path) -> None:
    draw(CLOSED, tmp_path / "plot.pdf", "plotter", paper="a5")
    width, height = pypdfium2.PdfDocument(tmp_path / "plot.pdf")[0].get_size()
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((148, 210), abs=0.01)


@pytest.mark.parametrize("board", [dt.Box(3, 4, 5), dt.Space(4, 4, 4)], ids=repr)
def test_other_boards_have_pages(board: dt.Board, tmp_path: Path) -> None:
    dt.save(dt.tour(board, seed=1), tmp_path / "tour.pdf")
    assert max(pypdfium2.PdfDocument(tmp_path / "tour.pdf")[0].get_size()) == pytest.approx(360, abs=0.01)


# The command line


@pytest.fixture
def tour_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    dt.save(CLOSED, "tour.npy")
    return "tour.npy"


def test_the_command_line_has_the_options_of_drawings(tour_file: str, tmp_path: Path) -> None:
    options = ["--style", "night", "--size", "300", "--line-width", "0.2", "--colour-by", "tour"]
    assert cli.run(["draw", tour_file, *options, "--colours", "red, #00f,rgb(0,128,0)", "-o", "a.svg"]) == 0
    chosen = ["red", "#00f", "rgb(0,128,0)"]
    expected = to_svg(CLOSED, style="night", size=300, line_width=0.2, colour_by="tour", colours=chosen)
    assert (tmp_path / "a.svg").read_text() == expected
    assert cli.run(["draw", tour_file, "--frames", "5", "--cell", "8", "-o", "a.gif"]) == 0
    assert len(frames_of((tmp_path / "a.gif").read_bytes())) == 6


def test_the_command_line_plots_with_pens(tour_file: str, tmp_path: Path) -> None:
    assert cli.run(["draw", tour_file, "--pens", "3", "-o", "a.svg"]) == 0
    assert (tmp_path / "a.svg").read_text() == to_plotter_svg(CLOSED, pens=3)
    assert cli.run(["draw", tour_file, "--plotter", "--colours", "navy,#f80", "-o", "a.svg", "-o", "a.hpgl"]) == 0
    assert labels((tmp_path / "a.svg").read_text()) == ["1 navy pen", "2 #f80 pen"]
    assert re.findall(r"SP(\d)", (tmp_path / "a.hpgl").read_text()) == ["1", "2", "0"]


def test_the_command_line_plots_on_paper(tour_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot = ["draw", tour_file, "--plotter", "-o", "a.svg", "-o", "a.pdf"]
    assert cli.run([*plot, "--paper", "a6", "--margin", "10"]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "a.svg").read_text() == to_plotter_svg(CLOSED, paper="a6", margin=10)
    assert cli.run([*plot, "--width", "40", "--pen", "3"]) == 0
    assert capsys.readouterr().err == (
        "destrier: a pen of 3 mm is wider than the 2.2 mm between parallel moves: draw larger, or with a finer pen\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        "tour 6 6 -o a.pdf",
        "tour --box 3 4 5 --view isometric -o a.pdf",
        "draw tour.npy --rail-graph -o a.pdf",
        "paths 44616031 --images -o a.pdf",
        "paths 4 -o a.pdf",
    ],
)
def test_commands_that_draw_svgs_draw_pdfs(tour_file: str, tmp_path: Path, command: str) -> None:
    assert cli.run(command.split()) == 0
    assert len(pypdfium2.PdfDocument(tmp_path / "a.pdf")) == 1
