"""Draw the gallery into docs/gallery: the papers' figures of tours and tourneys, made by this package, and our own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import figures
import numpy as np

import destrier as dt
from destrier.drawing import rail_graph_svg, to_animated_svg, to_svg
from destrier.drawing.settling import save_settling
from destrier.drawing.svg.path_sheets import groups_svg, images_svg, sheet_svg
from destrier.io.files import load_board
from destrier.io.stacks import write_stack
from destrier.makers.takefuji_lee import settle
from destrier.patterns.formation.fit import HEELS
from reproduce.common import plots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from destrier.core.choices import SymmetryKind

FOLDER = Path(__file__).parent / "gallery"
SHAPES = Path(__file__).parent / "shapes"
SYMMETRIC: dict[SymmetryKind, tuple[int, int]] = {"central": (10, 12), "axial": (10, 9), "quarter": (10, 10)}


def write(name: str, svg: str) -> None:
    """Write one drawing."""
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


def crop(svg: str, height: int) -> str:
    """The upper part of a drawing, so many units high."""
    svg = re.sub(r'(viewBox="[\d.]+ [\d.]+ [\d.]+ )[\d.]+"', rf'\g<1>{height}"', svg, count=1)
    return re.sub(r'(<svg[^>]* height=")[\d.]+"', rf'\g<1>{height}"', svg, count=1)


def chessboards() -> None:
    """Tours of the chessboard: uniformly random, mixed, and by Warnsdorff's rule. The first take a minute."""
    sources: dict[str, Iterable[dt.Tourney]] = {
        "uniform": dt.sample(8, 8, n=25, seed=1),
        "mixed": (dt.tour(8, 8, seed=seed) for seed in range(25)),
        "warnsdorff": (dt.tour(8, 8, algorithm="warnsdorff", seed=seed) for seed in range(25)),
    }
    for name, tours in sources.items():
        write_stack([np.stack([tour.moves for tour in tours])], dt.Board(8, 8), FOLDER / f"chessboards-{name}.svg")


def closed_paths() -> None:
    """All classes of short closed paths, the images of one, and those with the same squares."""
    for length in (4, 6, 8):
        words = dt.paths.list_paths(length)
        write(f"paths-{length}", sheet_svg(words))
    write("paths-images", images_svg("44616031"))
    write("paths-8-distinct", groups_svg(dt.paths.distinct_paths(8).groups))


def network() -> None:
    """The Takefuji-Lee network as it settles."""
    board = dt.Board(16, 16)
    for suffix in ("gif", "svg"):
        save_settling(settle(board, seed=2), board, FOLDER / f"network.{suffix}")


def census() -> None:
    """The numbers of closed tours of 8 x 8, as the tables of the page of counting have them."""
    page = (SHAPES.parent / "counting.md").read_text(encoding="utf-8")
    with plots.drawing(FOLDER / "census-8.svg", 3) as panels:
        for axes, measure in zip(panels, ("moves of a slope", "turns", "squares with the angle"), strict=True):
            (table,) = re.findall(rf"^\| {measure} \| (?:tours|37°) [^\0]*?(?=\n\n)", page, re.MULTILINE)
            heads, _, *rows = (line.strip("| ").split(" | ") for line in table.replace(",", "").splitlines())
            for column, head in enumerate(heads[1:], start=1):
                if head != "share":
                    tours = {int(row[0]): int(row[column]) for row in rows if row[column] != "0"}
                    plots.ours(axes, list(tours), list(tours.values()), head)
            axes.set(yscale="log", ylim=(1, None), xlabel=measure, title="Tours")
        plots.legend_below(panels[-1])


def main() -> None:
    """Draw everything."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in (figures.PARBERRY | figures.TAMING).items():
        write(name, draw())
    network_tour = dt.join(dt.tourney(32, 32, algorithm="takefuji-lee", seed=1), seed=1)
    write("figure-05-takefuji-lee", to_svg(network_tour, style="paper"))
    write("figure-02-warnsdorff", to_svg(dt.tour(32, 32, algorithm="warnsdorff", seed=2), style="paper"))
    write("figure-07-divide-and-conquer", to_svg(dt.tour(22, 22, algorithm="divide-and-conquer"), style="paper"))

    parts = dt.tourney(22, 22, algorithm="divide-and-conquer")
    write("figure-15-parts", to_svg(parts, style="paper"))
    write("figure-15-joined", to_svg(dt.join(parts, seed=1), style="paper"))
    graph = dt.rail_graph(parts, disjoint=True, seed=0)
    write("figure-16-rail-graph", rail_graph_svg(graph))
    write("figure-16-forest", rail_graph_svg(graph, forest_only=True))

    write("figure-17-braid", crop(to_svg(dt.tourney(24, 24, algorithm="concentric-braid"), style="paper", cell=16), 40))
    for figure, name in (("18", "concentric-braid"), ("19", "four-cover")):
        tourney = dt.tourney(16, 16, algorithm=name)
        write(f"figure-{figure}-{name}", to_svg(tourney, style="paper"))
        write(f"figure-{figure}-joined", to_svg(dt.join(tourney, seed=1), style="paper"))

    for name in ("warnsdorff", "divide-and-conquer", "concentric-braid", "four-cover"):
        source = dt.tourney(32, 32, algorithm=name, seed=1)
        write(f"figure-22-{name}", to_svg(dt.obfuscate(source, method="parberry", seed=1), style="paper"))
    write("mixed", to_svg(dt.tour(32, 32, seed=1)))
    write("chessboard", to_svg(dt.tour(8, 8, seed=1), numbers=True))
    write("arrows", to_svg(dt.tour(8, 8, kind="open", seed=1), arrows=True))
    write("bent", to_svg(dt.tour(8, 8, kind="open", seed=1), arrows=True, bent=True))
    write("rails", to_svg(dt.tour(12, 12, seed=1), rails=True))

    for name in ("heart", "letter"):
        write(name, to_svg(dt.tour(load_board(SHAPES / f"{name}.txt"), seed=1), dots=False, grid=False))
    write("animation", to_animated_svg(dt.tour(8, 8, seed=1)))
    dt.draw(dt.tour(load_board(SHAPES / "heart.txt"), seed=1), FOLDER / "heart.gif", cell=16)
    write("between", to_svg(dt.tour(9, 12, kind="open", start=(0, 0), end=(4, 5), seed=1)))

    write("rectangle-closed", to_svg(dt.tour(17, 24, algorithm="rectangle")))
    write("rectangle-strip", to_svg(dt.tour(3, 24, algorithm="rectangle")))
    for kind in ("open", "corner", "stretched", "double-loop"):
        shape = (9, 13) if kind in ("open", "corner") else (4, 17)
        write(f"rectangle-{kind}", to_svg(dt.tour(*shape, kind=kind, algorithm="rectangle", seed=1)))
    write("formation", to_svg(dt.tour(30, 30, heel="formation")))
    for heel in HEELS:
        write(f"formation-heel-{heel}", to_svg(dt.tour(13, 30, heel=heel)))
    write("tame-turns", to_svg(dt.tour(32, 32, algorithm="tame", minimize="turns")))
    write("tame-central", to_svg(dt.tour(26, 26, symmetry="central", minimize="turns")))
    write("interleaved", to_svg(dt.tour(24, 24, algorithm="interleaved")))
    write("tame-axial", to_svg(dt.tour(21, 26, symmetry="axial", minimize="turns")))
    write("tame-axial-crossings", to_svg(dt.tour(47, 46, symmetry="axial", minimize="crossings")))
    annealed = dt.tour(22, 22, symmetry="quarter", minimize="crossings", sweeps=5000, seed=1)
    write("tame-quarter", to_svg(dt.tour(50, 50, symmetry="quarter", minimize="crossings")))
    write("annealed-quarter", to_svg(annealed))
    write("rail-free", to_svg(dt.tour(40, 40, minimize="rails")))
    write("rail-free-random", to_svg(dt.tour(40, 40, minimize="rails", obfuscate=True, seed=1)))
    write("tame-odd-crossings", to_svg(dt.tour(62, 41, minimize="crossings")))
    write("tame-joined", to_svg(dt.tour(16, 60, minimize="turns")))
    write("tame-central-crossings", to_svg(dt.tour(42, 42, symmetry="central", minimize="crossings")))
    write("tame-open", to_svg(dt.tour(31, 33, kind="open", minimize="crossings")))
    write("tame-crossings", to_svg(dt.tour(40, 40, minimize="crossings")))
    write("formation-sections", to_svg(dt.tour(30, 30, heel="both"), colour_by="sections"))
    write("formation-marks", to_svg(dt.tour(16, 22, heel="both"), turns=True, crossings=True))
    write("giraffe", to_svg(dt.tour(dt.Board(22, 52, leaper=(1, 4)))))
    write("levels", to_svg(dt.tour(dt.Space(16, 12, 6))))
    write("levels-turns", to_svg(dt.tour(dt.Space(6, 16, 14), minimize="turns")))
    write("torus", to_svg(dt.tour(dt.Torus(8, 8), seed=1), size=360))
    write("klein", to_svg(dt.tour(dt.KleinBottle(8, 8), seed=1), size=360))
    write("cylinder", to_svg(dt.tour(dt.Cylinder(8, 8), seed=1), size=360))
    write("moebius", to_svg(dt.tour(dt.Moebius(8, 8), seed=1), size=360))
    write("projective", to_svg(dt.tour(dt.ProjectivePlane(8, 8), seed=1), size=360))
    for symmetry, shape in SYMMETRIC.items():
        write(f"symmetric-{symmetry}", to_svg(dt.tour(*shape, symmetry=symmetry, seed=1)))
    chessboards()
    closed_paths()
    network()
    census()
    box = dt.tour(dt.Box(9, 7, 6), seed=1)
    write("box-net", to_svg(box, view="net"))
    write("box-isometric", to_svg(box, view="isometric"))
    write("box-turns", to_svg(dt.tour(dt.Box(12, 10, 8), minimize="turns"), view="isometric"))


if __name__ == "__main__":
    main()
