"""Write the gallery, docs/gallery.md, and draw the pictures of the pages into docs/gallery.

The gallery shows the commands that draw its pictures; the others are the papers' figures of tours and tourneys, and
pictures of other pages.
"""

from __future__ import annotations

import re
import runpy
import shutil
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import TYPE_CHECKING, Final, NamedTuple

import figures
import numpy as np

import destrier as dt
from destrier.drawing import rail_graph_svg, to_svg
from destrier.drawing.svg.path_sheets import groups_svg, images_svg, sheet_svg
from destrier.io.stacks import write_stack
from destrier.patterns.formation.fit import HEELS
from examples import Session
from reproduce.common import plots

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(__file__).parent / "gallery"
SHAPES = Path(__file__).parent / "shapes"
PAGE = Path(__file__).parent / "gallery.md"


class Exhibit(NamedTuple):
    """A picture of the gallery: its title, what it shows, and the command that draws it and ends with its name."""

    title: str
    says: str
    command: str

    @property
    def file(self) -> str:
        """The name of the picture."""
        return self.command.split()[-1]

    def draw(self) -> None:
        """Run the command, in a folder with the shapes of the repository, and keep the picture."""
        with TemporaryDirectory() as folder:
            shutil.copytree(SHAPES, Path(folder, "docs", "shapes"))
            Session(Path(folder)).command(self.command)
            shutil.copy(Path(folder, self.file), FOLDER)

    def card(self) -> str:
        """The item of the page."""
        says = "\n  ".join(wrap(self.says, 122, break_long_words=False, break_on_hyphens=False))
        return (
            f'- <img src="gallery/{self.file}" alt="{self.title}" width="200">\n\n'
            f"  **{self.title}**\n\n  {says}\n\n  ```sh\n  {self.command}\n  ```\n"
        )


EXHIBITS: Final = {
    "Random tours": (
        Exhibit(
            "The chessboard",
            "A tour of 8 x 8, each square with its number.",
            "destrier tour 8 8 --seed 1 -o - | destrier draw - --numbers -o chessboard.svg",
        ),
        Exhibit(
            "Random",
            "A tour of 32 x 32, made random by [mixing](mixing.md).",
            "destrier tour 32 32 --seed 1 -o mixed.svg",
        ),
        Exhibit(
            "Between two squares",
            "An open tour from one chosen square to another.",
            "destrier tour 9 12 --kind open --start 0,0 --end 4,5 --seed 1 -o between.svg",
        ),
        Exhibit(
            "Heart",
            "A tour of any [shape](boards/shape.md), drawn without a grid.",
            "destrier tour --shape docs/shapes/heart.txt --seed 1 -o - | "
            "destrier draw - --no-grid --no-dots -o heart.svg",
        ),
        Exhibit(
            "Letter",
            "Initials are shapes, too.",
            "destrier tour --shape docs/shapes/letter.txt --seed 1 -o - | "
            "destrier draw - --no-grid --no-dots -o letter.svg",
        ),
        Exhibit(
            "Zebra",
            "Other [pieces](leapers.md) have tours: the zebra's move is two squares by three.",
            "destrier tour 10 10 --leaper zebra --seed 1 -o zebra.svg",
        ),
    ),
    "Surfaces and boxes": (
        Exhibit(
            "Box",
            "One tour over all six faces of a [box](boards/box.md).",
            "destrier tour 9 7 6 --box --seed 1 --view isometric -o box-isometric.svg",
        ),
        Exhibit(
            "Net of a box",
            "The same tour on paper: a move that leaves the net re-enters at the edge of the same colour.",
            "destrier tour 9 7 6 --box --seed 1 -o box-net.svg",
        ),
        Exhibit(
            "Cylinder",
            "Two sides are glued; a move over them is drawn in two pieces.",
            "destrier tour 8 8 --surface cylinder --seed 1 -o - | destrier draw - --size 360 -o cylinder.svg",
        ),
        Exhibit(
            "Möbius strip",
            "Two sides are glued with a twist.",
            "destrier tour 8 8 --surface moebius --seed 1 -o - | destrier draw - --size 360 -o moebius.svg",
        ),
        Exhibit(
            "Torus",
            "Opposite sides are glued: a ring.",
            "destrier tour 8 8 --surface torus --seed 1 -o - | destrier draw - --size 360 -o torus.svg",
        ),
        Exhibit(
            "Klein bottle",
            "Opposite sides are glued, two of them with a twist.",
            "destrier tour 8 8 --surface klein --seed 1 -o - | destrier draw - --size 360 -o klein.svg",
        ),
        Exhibit(
            "Projective plane",
            "Opposite sides are glued, all of them with a twist.",
            "destrier tour 8 8 --surface projective --seed 1 -o - | destrier draw - --size 360 -o projective.svg",
        ),
        Exhibit(
            "Lines on a box",
            "[Parallel lines](taming.md#any-board-parallel-lines) go straight on over the edges.",
            "destrier tour 12 10 8 --box --algorithm tame --minimize turns --view isometric -o box-turns.svg",
        ),
        Exhibit("Space", "A knight on 16 x 12 x 6, drawn level by level.", "destrier tour 16 12 6 -o levels.svg"),
        Exhibit(
            "Lines in space",
            "[Few turns](leapers.md#few-turns-in-space): each coloured stroke is half of a move to another level.",
            "destrier tour 6 16 14 --minimize turns -o levels-turns.svg",
        ),
    ),
    "Symmetry": (
        Exhibit(
            "Central symmetry",
            "A half-turn maps the tour onto itself.",
            "destrier tour 10 12 --symmetry central --seed 1 -o symmetric-central.svg",
        ),
        Exhibit(
            "Axial symmetry",
            "The tour is its own mirror image.",
            "destrier tour 10 9 --symmetry axial --seed 1 -o symmetric-axial.svg",
        ),
        Exhibit(
            "Quarter symmetry",
            "A quarter turn maps the tour onto itself.",
            "destrier tour 10 10 --symmetry quarter --seed 1 -o symmetric-quarter.svg",
        ),
        Exhibit(
            "Annealed",
            "[Annealing](tours.md#annealing) finds a tour with quarter symmetry and only 180 crossings.",
            "destrier tour 22 22 --symmetry quarter --minimize crossings --sweeps 5000 --seed 1 "
            "-o annealed-quarter.svg",
        ),
        Exhibit(
            "Pinwheel",
            "[Quarter symmetry](taming.md#quarter-turns-76-n) and 380 crossings, 7.6 n.",
            "destrier tour 50 50 --symmetry quarter --minimize crossings -o tame-quarter.svg",
        ),
        Exhibit(
            "Half-turn, few turns",
            "[Central symmetry](taming.md#symmetric-tours-and-two-turns-fewer) and 192 turns, 8 n - 16.",
            "destrier tour 26 26 --symmetry central --minimize turns -o tame-central.svg",
        ),
        Exhibit(
            "Half-turn, few crossings",
            "[Central symmetry](taming.md#symmetric-tours-with-few-crossings) and 292 crossings, 6.4 n + 23.2.",
            "destrier tour 42 42 --symmetry central --minimize crossings -o tame-central-crossings.svg",
        ),
        Exhibit(
            "Mirror, few turns",
            "Parallel lines meet [at the axis](taming.md#tours-with-a-mirror).",
            "destrier tour 21 26 --symmetry axial --minimize turns -o tame-axial.svg",
        ),
        Exhibit(
            "Mirror, few crossings",
            "Lines are tied to the images of others [at the axis](taming.md#a-mirror-and-few-crossings).",
            "destrier tour 47 46 --symmetry axial --minimize crossings -o tame-axial-crossings.svg",
        ),
    ),
    "Few turns and crossings": (
        Exhibit(
            "Formation",
            "Four knights side by side make a tour with [few turns and crossings](taming.md).",
            "destrier tour 30 30 --heel formation -o formation.svg",
        ),
        Exhibit(
            "Few turns", "8 n - 14 turns.", "destrier tour 44 44 --algorithm tame --minimize turns -o tame-turns.svg"
        ),
        Exhibit(
            "Few crossings",
            "The fewest known, at most 6.4 n + 22.4.",
            "destrier tour 40 40 --minimize crossings -o tame-crossings.svg",
        ),
        Exhibit(
            "Interleaved lines",
            "[Lines of two directions](taming.md#interleaved-lines) share the board; the tour has 8 n - 16 turns.",
            "destrier tour 24 24 --algorithm interleaved -o interleaved.svg",
        ),
        Exhibit(
            "An odd side",
            "[373 crossings](taming.md#an-odd-shorter-side), 4.2 n + 3 m + 14.8, with an odd number of columns.",
            "destrier tour 62 41 --minimize crossings -o tame-odd-crossings.svg",
        ),
        Exhibit(
            "Open, few crossings",
            "With [an odd side](taming.md#an-odd-side), an open tour winds across the board three times.",
            "destrier tour 31 33 --kind open --algorithm tame --minimize crossings -o tame-open.svg",
        ),
        Exhibit(
            "A narrow board",
            "[Joined from parts](taming.md#narrow-boards-cut-and-joined) of smaller tours, with 284 turns.",
            "destrier tour 16 60 --minimize turns -o tame-joined.svg",
        ),
        Exhibit(
            "Lattices",
            "Every line is straight from rim to rim, in [one of two directions](taming.md#lattices).",
            "destrier tour 40 40 --minimize turns -o tame-lattices.svg",
        ),
        Exhibit(
            "Giraffes",
            "[Sixteen giraffes](leapers.md), whose move is one square by four, in formation.",
            "destrier tour 22 52 --leaper 1,4 -o giraffe.svg",
        ),
        Exhibit(
            "Without rails",
            "A counterexample to the [Rail Conjecture](rails.md), laid by a pattern.",
            "destrier tour 40 40 --minimize rails -o rail-free.svg",
        ),
        Exhibit(
            "Random, without rails",
            "The same, made random.",
            "destrier tour 40 40 --minimize rails --obfuscate --seed 1 -o rail-free-random.svg",
        ),
    ),
    "Tiles": (
        Exhibit(
            "Tiles",
            "The first tile is 5 x 6; the others have a side of 6.",
            "destrier tour 17 24 --algorithm rectangle -o rectangle-closed.svg",
        ),
        Exhibit(
            "Open tiles",
            "An open tour of tiles.",
            "destrier tour 9 13 --kind open --algorithm rectangle --seed 1 -o rectangle-open.svg",
        ),
        Exhibit(
            "Without a corner",
            "An odd board has a closed tour if a corner is left out.",
            "destrier tour 9 13 --kind corner --algorithm rectangle --seed 1 -o rectangle-corner.svg",
        ),
        Exhibit(
            "Three rows",
            "A strip, in which columns are repeated.",
            "destrier tour 3 24 --algorithm rectangle -o rectangle-strip.svg",
        ),
        Exhibit(
            "Stretched",
            "An open tour whose ends are side by side.",
            "destrier tour 4 17 --kind stretched --algorithm rectangle --seed 1 -o rectangle-stretched.svg",
        ),
        Exhibit(
            "Double loop",
            "Two closed tours share the board.",
            "destrier tour 4 17 --kind double-loop --algorithm rectangle --seed 1 -o rectangle-double-loop.svg",
        ),
    ),
    "Ways to draw": (
        Exhibit(
            "Arrows",
            "The direction of an open tour.",
            "destrier tour 8 8 --kind open --seed 1 -o - | destrier draw - --arrows -o arrows.svg",
        ),
        Exhibit(
            "Bent moves",
            "Moves as chess diagrams bend them.",
            "destrier tour 8 8 --kind open --seed 1 -o - | destrier draw - --arrows --bent -o bent.svg",
        ),
        Exhibit(
            "Rails",
            "The rails of a tour: parallel moves whose ends are a move apart.",
            "destrier tour 12 12 --seed 1 -o - | destrier draw - --rails -o rails.svg",
        ),
        Exhibit(
            "Sections",
            "The eight sections of a formation.",
            "destrier tour 30 30 --heel both -o - | destrier draw - --colour-by sections -o formation-sections.svg",
        ),
        Exhibit(
            "Turns and crossings",
            "Each turn is a dot, each crossing a ring.",
            "destrier tour 16 22 --heel both -o - | destrier draw - --turns --crossings -o formation-marks.svg",
        ),
        Exhibit(
            "Ride",
            "A knight that rides along the tour, in an SVG without scripts.",
            "destrier tour 8 8 --seed 1 -o - | destrier draw - --animate -o animation.svg",
        ),
        Exhibit(
            "GIF",
            "The knight rides over a heart.",
            "destrier tour --shape docs/shapes/heart.txt --seed 1 -o - | destrier draw - --cell 16 -o heart.gif",
        ),
        Exhibit(
            "Network",
            "The Takefuji-Lee network as it settles; squares that do not have two moves are red.",
            "destrier network 16 16 --seed 2 -o network.svg",
        ),
        Exhibit(
            "Network, moving",
            "The last red squares wander until they meet.",
            "destrier network 16 16 --seed 2 -o network.gif",
        ),
        Exhibit(
            "Closed paths",
            "All [closed paths](paths.md) of six moves, up to symmetry.",
            "destrier paths 6 -o paths-6.svg",
        ),
    ),
}
"""The pictures of the gallery by its sections."""


def page() -> str:
    """Return the page of the gallery."""
    sections = ("\n".join([f"## {title}\n", *(each.card() for each in group)]) for title, group in EXHIBITS.items())
    return "\n".join([
        "# Gallery\n",
        "Pictures, each with the command that draws it. The [papers' figures](figures.md) have their own page, and",
        "`destrier view --gallery` makes a folder of interactive pages.\n",
        *sections,
    ])  # fmt: skip


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
    for length in (4, 8):
        words = dt.paths.list_paths(length)
        write(f"paths-{length}", sheet_svg(words))
    write("paths-images", images_svg("44616031"))
    write("paths-8-distinct", groups_svg(dt.paths.distinct_paths(8).groups))


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


def wedges() -> None:
    """A tour whose wedges have lines of two directions, which only the lab lays."""
    lay = runpy.run_path(str(SHAPES.parents[1] / "lab" / "wedges.py"))["tour"]
    write("tame-wedges", to_svg(lay(136), colour_by="passes"))


def main() -> None:
    """Draw everything."""
    FOLDER.mkdir(exist_ok=True)
    for exhibit in chain.from_iterable(EXHIBITS.values()):
        exhibit.draw()
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
    for heel in HEELS:
        write(f"formation-heel-{heel}", to_svg(dt.tour(13, 30, heel=heel)))
    chessboards()
    closed_paths()
    census()
    wedges()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    main()
