"""The page of integer sequences: its b-files hold what their programs make, and what the tests count by themselves."""

from __future__ import annotations

import csv
import re
import sys
from functools import partial
from importlib import import_module
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest
from helpers import naive
from helpers.marks import long, very_long

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROOT: Final = Path(__file__).parents[2]

sys.path.insert(0, str(ROOT / "docs"))

sequences: Any = import_module("sequences")

EVERY: Final = sequences.sequences()

Cell: TypeAlias = tuple[int, ...]


def test_the_page_is_that_of_the_table() -> None:
    assert sequences.PAGE.read_text(encoding="utf-8") == sequences.page(), "run python docs/sequences.py"


def test_the_b_files_are_as_the_oeis_has_them() -> None:
    assert {path.stem for path in (ROOT / "docs" / "sequences").iterdir()} == {*EVERY}
    for one in EVERY.values():
        *lines, end = one.path.read_bytes().decode("ascii").split("\n")
        assert end == "", one.name
        assert all(re.fullmatch(r"\d+ \d+", line) for line in lines), one.name
        assert [int(line.split()[0]) for line in lines] == [*range(one.offset, one.offset + len(lines))], one.name


def test_every_sequence_has_a_new_term() -> None:
    assert len(EVERY) >= 25
    assert all(one.new >= 1 and (one.published is None) == (not one.oeis) for one in EVERY.values())


def made_again() -> list[object]:
    """Each sequence with a term that its program makes again, and a larger one."""
    quick: list[object] = [(one, one.tested) for one in EVERY.values() if one.tested]
    return quick + [long(one, one.far) for one in EVERY.values() if one.far]


@pytest.mark.parametrize(("sequence", "n"), made_again(), ids=lambda value: getattr(value, "name", str(value)))
def test_the_programs_make_the_terms(sequence: Any, n: int) -> None:
    assert sequence.term(n) == sequence.terms[n]


# What the tests count by themselves


def leaps(piece: Cell) -> set[Cell]:
    """All leaps by such distances along as many axes."""
    signed = product(*((distance, -distance) for distance in piece))
    return {leap for distances in signed for leap in permutations(distances)}


def landing(cell: Cell, leap: Cell, sides: Cell, seams: str) -> Cell:
    """Where a leap leads. The seams are those of the last side and of the first: `|` is plain, `x` mirrored."""
    found = [place + away for place, away in zip(cell, leap, strict=True)]
    for axis, seam in zip((1, 0), seams, strict=True):
        while seam != " " and not 0 <= found[axis] < sides[axis]:
            found[axis] += sides[axis] if found[axis] < 0 else -sides[axis]
            if seam == "x":
                found[1 - axis] = sides[1 - axis] - 1 - found[1 - axis]
    return tuple(found)


def closed_tours(*sides: int, pieces: Iterable[Cell] = ((1, 2),), seams: str = "  ") -> int:
    """The number of closed tours of a board, swept along its longest side."""
    along = max(range(len(sides)), key=sides.__getitem__)
    cells = sorted(product(*map(range, sides)), key=lambda cell: (cell[along], cell))
    moves = {leap for piece in pieces for leap in leaps(piece)}
    graph: Any = {
        cell: sorted({landing(cell, leap, sides, seams) for leap in moves} & {*cells} - {cell}) for cell in cells
    }
    return naive.ring_count(graph)


def open_tours(rows: int, cols: int) -> int:
    return naive.open_tour_count(naive.rectangle(rows, cols))


def from_a_corner(rows: int, cols: int) -> int:
    return naive.open_tour_count(naive.rectangle(rows, cols), [(0, 0)])


def tourneys(rows: int, cols: int) -> int:
    return naive.tourney_count(naive.rectangle(rows, cols))


def tours_of(rows: int, cols: int) -> list[set[naive.Edge]]:
    """All closed tours."""
    return [naive.edges_of_walk(walk, closed=True) for walk in naive.closed_tours(naive.rectangle(rows, cols))]


def symmetric(kind: str, rows: int, cols: int) -> int:
    """The number of closed tours that a half-turn, a reflection or a quarter turn leaves as they are."""

    def images(row: int, col: int) -> list[tuple[int, int]]:
        below, right = rows - 1 - row, cols - 1 - col
        return {"central": [(below, right)], "axial": [(below, col), (row, right)], "quarter": [(col, below)]}[kind]

    def is_image(tour: set[naive.Edge], number: int) -> bool:
        return {frozenset(images(*square)[number] for square in edge) for edge in tour} == tour

    return sum(any(is_image(tour, number) for number in range(len(images(0, 0)))) for tour in tours_of(rows, cols))


def symmetric_open(rows: int, cols: int) -> int:
    """The number of open tours that a half-turn turns round."""
    walks = list(naive.open_tours(naive.rectangle(rows, cols)))
    return sum([(rows - 1 - row, cols - 1 - col) for row, col in walk] == walk[::-1] for walk in walks)


def classes(rows: int, cols: int) -> int:
    """The number of closed tours up to symmetry."""
    return len({frozenset(naive.images(tour, rows, cols)) for tour in tours_of(rows, cols)})


def paths(length: int, *, uncrossed: bool) -> list[set[naive.Edge]]:
    """All closed paths from their smallest square, once for each direction."""
    found = [[(0, 0)]]
    for _ in range(length - 1):
        steps = [(path, (path[-1][0] + down, path[-1][1] + right)) for path in found for down, right in leaps((1, 2))]
        found = [[*path, square] for path, square in steps if square > (0, 0) and square not in path]
    walks = [naive.edges_of_walk(path, closed=True) for path in found if path[-1] in leaps((1, 2))]
    return [walk for walk in walks if not uncrossed or not crossed(walk)]


def crossed(walk: set[naive.Edge]) -> bool:
    """Whether two moves cross."""
    return any(naive.interiors_meet(*one, *other) for one, other in product(walk, walk) if one != other)


def shape(walk: set[naive.Edge]) -> frozenset[Any]:
    """The images of a path, as far to the top left as possible."""
    images = set()
    for down, right, turned in product((1, -1), (1, -1), (False, True)):
        edges = [[(down * row, right * col)[:: -1 if turned else 1] for row, col in edge] for edge in walk]
        top, left = (min(square[axis] for edge in edges for square in edge) for axis in (0, 1))
        images.add(frozenset(frozenset((row - top, col - left) for row, col in edge) for edge in edges))
    return frozenset(images)


def path_shapes(length: int, *, uncrossed: bool) -> int:
    return len({shape(walk) for walk in paths(length, uncrossed=uncrossed)})


def path_count(length: int, *, uncrossed: bool) -> int:
    return len(paths(length, uncrossed=uncrossed)) // 2


Counter: TypeAlias = "Callable[[int], int]"

COUNTED: Final[dict[str, tuple[Counter, int, int]]] = {
    "closed-5": (lambda n: closed_tours(5, 2 * n), 2, 4),
    "closed-6": (partial(closed_tours, 6), 4, 6),
    "open-5": (partial(open_tours, 5), 4, 5),
    "central-5": (lambda n: symmetric("central", 5, 2 * n), 3, 3),
    "central-6": (partial(symmetric, "central", 6), 5, 6),
    "axial-5": (lambda n: symmetric("axial", 5, 4 * n - 2), 2, 2),
    "axial-6": (lambda n: symmetric("axial", 6, 2 * n - 1), 3, 3),
    "open-central-5": (partial(symmetric_open, 5), 4, 5),
    "open-central-6": (partial(symmetric_open, 6), 4, 5),
    "quarter": (lambda n: symmetric("quarter", 4 * n - 2, 4 * n - 2), 1, 2),
    "classes-5": (lambda n: classes(5, 2 * n), 3, 3),
    "classes-6": (partial(classes, 6), 5, 6),
    "corner-square": (lambda n: from_a_corner(n, n), 4, 5),
    "corner-3": (partial(from_a_corner, 3), 7, 9),
    "corner-4": (partial(from_a_corner, 4), 5, 7),
    "corner-5": (partial(from_a_corner, 5), 4, 5),
    "corner-6": (partial(from_a_corner, 6), 4, 4),
    "tourneys-square": (lambda n: tourneys(2 * n, 2 * n), 2, 3),
    "tourneys-3": (lambda n: tourneys(3, 2 * n), 6, 8),
    "tourneys-4": (partial(tourneys, 4), 8, 12),
    "tourneys-5": (lambda n: tourneys(5, 2 * n), 2, 5),
    "tourneys-6": (partial(tourneys, 6), 4, 7),
    "tourneys-7": (lambda n: tourneys(7, 2 * n), 2, 3),
    "tourneys-8": (partial(tourneys, 8), 4, 6),
    "torus-3": (partial(closed_tours, 3, seams="||"), 3, 5),
    "torus-4": (partial(closed_tours, 4, seams="||"), 2, 5),
    "cylinder-3": (partial(closed_tours, 3, seams="| "), 4, 8),
    "cylinder-4": (lambda n: closed_tours(4, 2 * n - 1, seams="| "), 2, 4),
    "moebius-3": (partial(closed_tours, 3, seams="x "), 4, 8),
    "moebius-4": (lambda n: closed_tours(4, 2 * n, seams="x "), 1, 3),
    "klein-3": (partial(closed_tours, 3, seams="x|"), 3, 5),
    "klein-4": (partial(closed_tours, 4, seams="x|"), 2, 4),
    "projective-3": (partial(closed_tours, 3, seams="xx"), 3, 5),
    "projective-4": (partial(closed_tours, 4, seams="xx"), 2, 4),
    "cylinder-by-3": (lambda n: closed_tours(n, 3, seams="| "), 3, 7),
    "moebius-by-3": (lambda n: closed_tours(n, 3, seams="x "), 3, 7),
    "knight-wazir-3": (lambda n: closed_tours(3, 2 * n, pieces=((1, 2), (0, 1))), 2, 4),
    "knight-ferz": (lambda n: closed_tours(n, n, pieces=((1, 2), (1, 1))), 3, 4),
    "knight-king": (lambda n: closed_tours(n, n, pieces=((1, 2), (0, 1), (1, 1))), 3, 4),
    "knight-king-3": (lambda n: closed_tours(3, n, pieces=((1, 2), (0, 1), (1, 1))), 3, 6),
    "giraffe-5": (lambda n: closed_tours(5, 2 * n, pieces=((1, 4),)), 4, 4),
    "zebra-5": (lambda n: closed_tours(5, 2 * n, pieces=((2, 3),)), 4, 4),
    "space-2-3": (lambda n: closed_tours(2, 3, n, pieces=((0, 1, 2),)), 3, 4),
    "space-2-4": (lambda n: closed_tours(2, 4, n, pieces=((0, 1, 2),)), 2, 3),
    "paths-fixed": (lambda n: path_count(2 * n, uncrossed=False), 2, 4),
    "paths-classes": (lambda n: path_shapes(2 * n, uncrossed=False), 2, 4),
    "uncrossed-fixed": (lambda n: path_count(2 * n, uncrossed=True), 2, 4),
    "uncrossed-classes": (lambda n: path_shapes(2 * n, uncrossed=True), 2, 4),
}
"""What the tests count for a sequence, with the last n that they count in the quick run, and at all."""

MINUTES: Final = {("torus-4", 5), ("cylinder-4", 4), ("moebius-4", 3), ("moebius-by-3", 7)}
"""The terms that take minutes."""


def counted() -> list[object]:
    """Each sequence that the tests count, with the terms of the quick run, and the others."""
    return [
        (name, n) if n <= quick else (very_long if (name, n) in MINUTES else long)(name, n)
        for name, (_, quick, last) in COUNTED.items()
        for n in range(EVERY[name].offset, last + 1)
    ]


@pytest.mark.parametrize(("name", "n"), counted())
def test_the_terms_are_counted_again(name: str, n: int) -> None:
    assert COUNTED[name][0](n) == EVERY[name].terms[n]


# What other pages and studies say


def test_the_census_of_the_chessboard() -> None:
    rows = csv.DictReader((ROOT / "reproduce" / "pages" / "distributions.csv").read_text(encoding="utf-8").splitlines())
    stored: dict[str, dict[int, int]] = {}
    for row in rows:
        stored.setdefault(f"{row['figure']}-8", {})[int(row["number"])] = int(row["tours"])
    page = (ROOT / "docs" / "counting.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\| moves of a slope \|.*\n.*\n((?:\| .*\n)+)", page)
    cells = (row.replace(",", "").split("|") for row in table.splitlines())
    stored["slopes-8"] = {int(cell[1]): int(cell[2]) for cell in cells}
    assert {name: EVERY[name].terms for name in stored} == stored
    assert {sum(numbers.values()) for numbers in stored.values()} == {13_267_364_410_532}  # OEIS A001230
