"""Try every verb on every kind of board: `python docs/verbs.py` writes `docs/verbs.md`."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import numpy as np

import destrier as dt

HERE: Final = Path(__file__).parent

Verb: TypeAlias = Callable[[dt.Tour, Path], object]
"""What is done to a tour, with a folder for files; whether it came out right."""

BOARDS: Final = {
    "`Board(6, 6)`": dt.Board(6, 6),
    "a shape": dt.Board.from_text((HERE / "shapes" / "heart.txt").read_text(encoding="utf-8")),
    "`Board(22, 52, leaper=(1, 4))`": dt.Board(22, 52, leaper=(1, 4)),
    '`Board(5, 6, leaper="knight+wazir")`': dt.Board(5, 6, leaper="knight+wazir"),
    "`Space(4, 4, 4)`": dt.Space(4, 4, 4),
    "`Box(5, 4, 6)`": dt.Box(5, 4, 6),
    "`Cylinder(5, 4)`": dt.Cylinder(5, 4),
    "`Moebius(4, 6)`": dt.Moebius(4, 6),
    "`Torus(4, 5)`": dt.Torus(4, 5),
    '`Torus(4, 5, leaper="king")`': dt.Torus(4, 5, leaper="king"),
    "`KleinBottle(4, 5)`": dt.KleinBottle(4, 5),
    "`ProjectivePlane(4, 5)`": dt.ProjectivePlane(4, 5),
}
"""One board of each kind, by its name on the page."""


def _written(suffix: str, **options: Any) -> Verb:
    def verb(tour: dt.Tour, folder: Path) -> bool:
        path = folder / f"tour{suffix}"
        dt.draw(tour, path, **options)
        return path.stat().st_size > 0

    return verb


def _read_back(suffix: str) -> Verb:
    def verb(tour: dt.Tour, folder: Path) -> bool:
        dt.save(tour, folder / f"tour{suffix}")
        return dt.load(folder / f"tour{suffix}", holds=dt.Tour) == tour

    return verb


def _saved(suffix: str) -> Verb:
    def verb(tour: dt.Tour, folder: Path) -> bool:
        dt.save(tour, folder / f"tour{suffix}")
        return (folder / f"tour{suffix}").stat().st_size > 0

    return verb


def _numbers(tour: dt.Tour) -> dict[Any, int]:
    """Return nine of ten numbers of a tour."""
    return {square: place + 1 for place, square in enumerate(tour) if place % 10}


def _same_squares(tour: dt.Tour, _: Path) -> bool:
    positions = np.arange(tour.board.size)
    return np.array_equal(tour.index_of(tour.cell_at(positions)), positions)


def _has_symmetric_images(tour: dt.Tour, _: Path) -> bool:
    image = tour.transformed(tour.board.symmetries[-1])
    return bool(image.canonical() == tour.canonical())


VERBS: Final[dict[str, Verb]] = {
    "tour": lambda tour, _: tour.cycle_count == 1 and tour == dt.tour(tour.board, seed=1),
    "tour, open": lambda tour, _: dt.tour(tour.board, kind="open", seed=1).kind == "open",
    "tour, few turns": lambda tour, _: dt.turns(dt.tour(tour.board, minimize="turns")) <= dt.turns(tour),
    "tourney": lambda tour, _: dt.tourney(tour.board, algorithm="move-graph", seed=1).board == tour.board,
    "shatter": lambda tour, _: dt.shatter(tour, seed=1) != tour,
    "join": lambda tour, _: dt.join(dt.shatter(tour, seed=1), seed=1).cycle_count == 1,
    "obfuscate": lambda tour, _: dt.obfuscate(tour, seed=1) != tour,
    "check": lambda tour, _: dt.check(tour) == dt.check(tour.order(), tour.board) == tour.describe(),
    "measure": lambda tour, _: dt.measure(tour)["turns"] == dt.turns(tour),
    "turns": lambda tour, _: 0 < dt.turns(tour) <= tour.board.size,
    "crossings": lambda tour, _: dt.crossings(tour) > 0,
    "count_rails": lambda tour, _: dt.count_rails(tour) > 0,
    "rail_graph": lambda tour, _: dt.rail_graph(tour).cycle_count == 1,
    "move_counts": lambda tour, _: dt.measuring.move_counts(tour).sum() == 2 * tour.board.size,
    "relative_move_counts": lambda tour, _: dt.measuring.relative_move_counts(tour).sum() == 2 * tour.board.size,
    "angle_counts": lambda tour, _: dt.measuring.angle_counts(tour).sum() == tour.board.size,
    "charge": lambda tour, _: dt.measuring.charge(tour).shape == (4,),
    "why_no_tour": lambda tour, _: dt.why_no_tour(tour.board) is None,
    "winding": lambda tour, _: dt.tour(tour.board, winding=tour.winding, seed=1).winding == tour.winding,
    "order": lambda tour, _: sorted(tour.indices().tolist()) == tour.board.squares.tolist(),
    "len, [], in, iteration": lambda tour, _: list(tour) == [tour[place] for place in range(len(tour))],
    "from_order, from_squares": lambda tour, _: dt.Tour.from_squares(tour.order(), tour.board) == tour,
    "cell_at, index_of": _same_squares,
    "symmetries, canonical": _has_symmetric_images,
    "==, hash, pickle": lambda tour, _: hash(pickle.loads(pickle.dumps(tour))) == hash(tour),
    "to_networkx": lambda tour, _: tour.to_networkx().number_of_edges() == tour.board.size,
    "draw .svg": _written(".svg"),
    "draw .png": _written(".png"),
    "draw .pdf": _written(".pdf"),
    "draw .html": _written(".html"),
    "draw .svg, animated": _written(".svg", manner="animated"),
    "draw .gif": _written(".gif"),
    "draw .svg, for a plotter": _written(".svg", manner="plotter"),
    "draw, along the tour": _written(".svg", colour_by="tour", style="night"),
    "draw, rails": _written(".svg", rails=True),
    "draw, crossings": _written(".svg", crossings=True),
    "draw, arrows": _written(".svg", arrows=True),
    "draw, bent": _written(".svg", bent=True),
    "draw, numbers and turns": _written(".svg", numbers=True, turns=True),
    "show": lambda tour, folder: "<html" in dt.show(tour, folder / "page.html").html,
    "save, load .json": _read_back(".json"),
    "save, load .npz": _read_back(".npz"),
    "save, load .txt": _read_back(".txt"),
    "save, load .npy": _read_back(".npy"),
    "save, load .tour": _read_back(".tour"),
    "save .edges": _saved(".edges"),
    "save .g6": _saved(".g6"),
    "save .hcp": _saved(".hcp"),
    "save .graphml": _saved(".graphml"),
    "repeat": lambda tour, _: dt.repeat(tour) == tour,
    "solutions": lambda tour, _: tour in dt.solutions(tour.board, numbers=_numbers(tour), kind="closed"),
    "tour, with numbers": lambda tour, _: dt.tour(tour.board, numbers=_numbers(tour), seed=1).cycle_count == 1,
    "count": lambda tour, _: dt.count(tour.board).undirected > 0,
    "sample": lambda tour, _: dt.sample(tour.board, seed=1)[0].board == tour.board,
}
"""The verbs, each as a check of what it does."""


def tours() -> dict[str, dt.Tour]:
    """Return a tour of each board."""
    return {name: dt.tour(board, seed=1) for name, board in BOARDS.items()}


def attempt(verb: Verb, tour: dt.Tour) -> str | None:
    """Return why a tour is refused, in a line; `None` where the verb works on it."""
    with TemporaryDirectory() as folder:
        try:
            assert verb(tour, Path(folder))
        except dt.DestrierError as refusal:
            return str(refusal)
    return None


def page() -> str:
    """Return the page."""
    made = tours()
    notes: dict[str, int] = {}
    rows = []
    for name, verb in VERBS.items():
        cells = []
        for tour in made.values():
            refusal = attempt(verb, tour)
            cells.append("yes" if refusal is None else f"no [{notes.setdefault(refusal, len(notes) + 1)}]")
        rows.append(f"| {name} | {' | '.join(cells)} |")
    listed = [f"{number}. {refusal}" for refusal, number in notes.items()]
    return "\n".join(
        [
            "# What works on which board",
            "",
            "Every verb takes a tour of any board, or refuses it in one line. This table is made by trying them all",
            "(`python docs/verbs.py`), and a test tries them again.",
            "",
            f"| verb | {' | '.join(BOARDS)} |",
            f"|---|{'---|' * len(BOARDS)}",
            *rows,
            "",
            "What the refusals say:",
            "",
            *listed,
            "",
        ]
    )


if __name__ == "__main__":
    (HERE / "verbs.md").write_text(page(), encoding="utf-8")
