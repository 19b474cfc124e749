"""The figures of the papers, against what the papers say of them."""

from __future__ import annotations

import re
import sys
from itertools import chain, combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from helpers.marks import exhaustive, left, lengthy, very_long

DOCS = Path(__file__).parents[2] / "docs"

sys.path.insert(0, str(DOCS))
import concordance  # noqa: E402  # they lie beside the gallery
import figures  # noqa: E402
import gallery  # noqa: E402

DRAWN = gallery.FOLDER
ELSEWHERE = ("viewer", "longest-")
"""What `docs/pictures.py` takes, and drawings of paths that searches of hours have found."""
FIGURES = figures.PARBERRY | figures.TAMING
EXHIBITS = [*chain.from_iterable(gallery.EXHIBITS.values())]
SVG = "{http://www.w3.org/2000/svg}"


def words(name: str) -> list[str]:
    """The words and captions of a figure."""
    return [text.text or "" for text in ET.fromstring(FIGURES[name]()).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", left(FIGURES, [*FIGURES][::3]))
def test_figures_are_drawings_that_their_page_shows(name: str) -> None:
    svg = FIGURES[name]()
    assert FIGURES[name]() == svg
    assert ET.fromstring(svg).findtext(f"{SVG}title")
    assert f'"gallery/{name}.svg"' in (DOCS / "figures.md").read_text(encoding="utf-8")


def test_the_page_of_the_gallery_is_what_its_program_writes() -> None:
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(), "run make gallery"


@pytest.mark.parametrize("exhibit", left(EXHIBITS, EXHIBITS[::9]), ids=lambda exhibit: exhibit.file)
def test_an_exhibit_is_what_its_command_draws(
    exhibit: gallery.Exhibit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "FOLDER", tmp_path)
    exhibit.draw()
    assert (tmp_path / exhibit.file).read_bytes() == (DRAWN / exhibit.file).read_bytes(), "run make gallery"


@lengthy
def test_the_gallery_is_what_its_program_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "FOLDER", tmp_path)
    gallery.main()
    stale = [path.name for path in tmp_path.glob("*.svg") if path.read_bytes() != (DRAWN / path.name).read_bytes()]
    assert stale == [], "run make gallery"
    others = {path.name for path in DRAWN.iterdir()} - {path.name for path in tmp_path.iterdir()}
    assert [name for name in others if not name.startswith(ELSEWHERE)] == []


def test_each_rail_has_two_moves_of_either_kind() -> None:
    drawn = [int(word) for word in words("figure-08-rails")]
    rails = [drawn[first : first + 4] for first in range(0, len(drawn), 4)]
    assert [(rail[2], rail[0]) for rail in rails] == [
        pair for pair in product(range(4, 8), repeat=2) if len(set(pair)) == 2
    ]
    assert all(rail[0] == rail[1] and rail[2] == rail[3] for rail in rails)


def test_the_alternative_junction_is_two_paths_that_visit_all_of_it() -> None:
    """They are paths of a knight between the knights of a quartet, and the reflection matches it the other way."""
    upper, lower = figures.find_junction(6)
    assert sorted([*upper, *lower]) == [*product(range(6), repeat=2)]
    assert ([upper[0], upper[-1]], [lower[0], lower[-1]]) == ([(0, 4), (0, 5)], [(1, 4), (1, 5)])
    for path in (upper, lower):
        assert all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in pairwise(path))
    reflected = [{(5 - col, 5 - row) for row, col in (path[0], path[-1])} for path in (upper, lower)]
    assert reflected == [{(0, 5), (1, 5)}, {(0, 4), (1, 4)}]


def test_increments_between_waymarks_grow_by_eight() -> None:
    """Lemma 3: the waymarks before or at index i are floor((sqrt(i + 2) - 1) / 2)."""
    marks = [int(word.split()[0]) for word in words("taming-10-waymarks")]
    assert marks == [(2 * number + 1) ** 2 - 2 for number in range(1, len(marks) + 1)]
    assert {after - before for before, after in pairwise(b - a for a, b in pairwise(marks))} == {8}
    assert len(marks) > 4


def test_heels_have_the_turns_and_crossings_of_the_paper() -> None:
    assert [re.findall(r"\d+", word) for word in words("taming-11-heels")] == [["22", "32"], ["21", "31"], ["22", "28"]]


def test_both_matchings_of_the_giraffes_are_one_cycle() -> None:
    assert {word for word in words("taming-27-junctions") if word.isdigit()} == {str(number) for number in range(1, 17)}


def corners_of(start: float, length: float) -> list[tuple[float, float]]:
    """The outline of a crown on the left edge, computed by hand: three tips at 2/3, 1 and 2/3 of its length."""
    tips = [(-1 / 3, 2 / 3), (1 / 5, 2 / 5), (1 / 2, 1), (4 / 5, 2 / 5), (4 / 3, 2 / 3)]
    return [(start + length * along, length * inwards) for along, inwards in tips]


@exhaustive
@pytest.mark.parametrize("steps", [1, very_long(2), very_long(3), very_long(4)])
def test_crowns_are_disjoint_and_touch(steps: int) -> None:
    """Section 4.3: between crowns one takes more than 0.4 of the gap, and at a diagonal more than 0.36."""
    placed = figures.crowns(steps)
    assert len(placed) == 2**steps - 1
    for start, length in placed:
        triangles = figures.crown((start, 0), (start + length, 0))
        assert {(round(tip[0], 9), round(tip[1], 9)) for _, tip, _ in triangles} == {
            (round(along, 9), round(inwards, 9)) for along, inwards in corners_of(start, length)[::2]
        }
        for along, inwards in corners_of(start, length):
            assert inwards <= min(along, 1 - along) + 1e-9
    points = [(along / 300, inwards / 300) for along in range(300) for inwards in range(150)]
    inside = [
        {
            point
            for point in points
            if any(figures.is_inside(point, triangle) for triangle in figures.crown((start, 0), (start + length, 0)))
        }
        for start, length in placed
        if length > 0.03
    ]
    for one, other in combinations(inside, 2):
        assert len(one & other) <= 2  # where tips touch
    uncovered = 1 - sum(length for _, length in placed)
    assert uncovered == pytest.approx(2 / 3) if steps == 1 else uncovered < 2 / 3 * 0.64 ** (steps - 1)


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 8])
def test_the_concordance_has_the_crowns_of_the_figures(steps: int) -> None:
    assert sum(length for _, length in figures.crowns(steps)) == pytest.approx(float(concordance.covered(steps)))
    a, b = 5, 5 + 3 * steps
    triangles = figures.crown((a, 0), (b, 0))
    squares = set(product(range(a - b, a + 2 * b), range(2 * b)))
    inside = {square for square in squares if any(figures.is_inside(square, triangle) for triangle in triangles)}
    assert inside == concordance.crown(a, b)
