"""The records of 8 x 8: what is told of each tour is measured, and no tour is told of twice."""

from __future__ import annotations

from itertools import product

from helpers import naive
from helpers.marks import exhaustive

from destrier.counting.extreme_tours import FIGURES
from reproduce.records import records


@exhaustive
def test_the_records_are_what_the_page_tells() -> None:
    best = list(records())
    assert {(record.figure, record.end) for record in best} == set(product(FIGURES, ("fewest", "most")))
    for record in best:
        tours = [tour.moves.tolist() for tour in record.tours]
        assert all(naive.is_closed_tour(moves, naive.rectangle(8, 8)) for moves in tours)
        assert {naive.figures(moves)[record.figure] for moves in tours} == {record.number}
        orbits = [naive.images(naive.edges(moves), 8, 8) for moves in tours]
        assert len(set().union(*orbits)) == sum(map(len, orbits))
        assert record.number == record.bound
