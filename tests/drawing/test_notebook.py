"""What results show in a notebook: well-formed HTML that holds their numbers."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import destrier as dt
from destrier.drawing import to_svg
from destrier.support.html import table

TOUR = dt.tour(6, 8, seed=1)


def cells(html: str) -> list[list[str]]:
    """The rows of the tables."""
    document = ET.fromstring(f"<body>{html}</body>")
    return [["".join(cell.itertext()) for cell in row] for row in document.iter("tr")]


def named(html: str) -> dict[str, str]:
    """What stands beside each name."""
    return {row[0]: row[1] for row in cells(html)}


@pytest.mark.parametrize(
    ("tourney", "caption"),
    [
        (TOUR, "Closed tour of 6 x 8"),
        (dt.tour(5, 5, kind="open", seed=1), "Open tour of 5 x 5"),
        (dt.tourney(8, 8, algorithm="concentric-braid"), "Tourney of 8 cycles of 8 x 8"),
    ],
)
def test_tourneys_are_drawn(tourney: dt.Tourney, caption: str) -> None:
    html = tourney._repr_html_()
    assert to_svg(tourney) in html
    assert caption in html


def test_large_tourneys_are_described() -> None:
    html = dt.tour(1000, 1000, algorithm="formation")._repr_html_()
    assert "<svg" not in html
    assert "Closed tour of 1000 x 1000: destrier.show draws it" in html


MOVES = ["1 up, 2 right", "2 up, 1 right", "2 up, 1 left", "1 up, 2 left"]
MOVES += ["1 down, 2 left", "2 down, 1 left", "2 down, 1 right", "1 down, 2 right"]
TURNS = ["straight on", "slightly left", "left", "sharply left", "back", "sharply right", "right", "slightly right"]


@pytest.mark.parametrize(
    ("distribution", "words"),
    [(dt.measuring.move_distribution, MOVES), (dt.measuring.relative_move_distribution, TURNS)],
)
def test_figure_estimates_have_bars(distribution: Any, words: list[str]) -> None:
    found = distribution(TOUR)
    rows = cells(found._repr_html_())[1:]
    assert [row[:2] for row in rows] == [[word, f"{share:.4f}"] for word, share in zip(words, found, strict=True)]
    assert found._repr_html_().count("width:12.00em") == np.count_nonzero(found == found.max())
    assert found.sum() == pytest.approx(1)
    assert found.reshape(2, 4)._repr_html_() is None
    assert np.array_equal(found, np.asarray(found))


def test_tables_have_their_numbers() -> None:
    measures = named(dt.measure(TOUR)._repr_html_())
    assert measures["turns"] == str(dt.turns(TOUR))
    assert measures["moves"] == ", ".join(map(str, dt.measuring.move_counts(TOUR)))
    algorithms = cells(dt.ALGORITHMS._repr_html_())
    assert [row[0] for row in algorithms[1:]] == list(dt.ALGORITHMS)
    counted = named(dt.count(6, 6)._repr_html_())
    assert counted["directed"] == "19,724"
    assert "classes" not in counted
    paths = named(dt.paths.count_paths(8)._repr_html_())
    assert paths["classes"] == "480"
    assert named(dt.paths.distinct_paths(8)._repr_html_())["classes"] == "480"
    assert cells(table([(8, 1.5), (9, None)], columns=("n", "turns"))) == [["n", "turns"], ["8", "1.5"], ["9", ""]]


def test_paths_are_drawn_and_described() -> None:
    path = dt.paths.path_class("44616031")
    html = path._repr_html_()
    assert html.startswith("<figure><svg")
    assert ["symmetries", str(path.symmetries)] in cells(html)
    longest = dt.paths.longest_uncrossed(6, 6)
    assert f"{longest.length} moves on 6 x 6; {longest.count} paths" in longest._repr_html_()


def test_words_are_not_taken_for_marks() -> None:
    assert cells(table([("<i>", "a & b")], columns=("<b>", "&"))) == [["<b>", "&"], ["<i>", "a & b"]]
