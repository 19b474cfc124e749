"""Many tours in one file, their measures as a table, and tours as graphs for other programs."""

from __future__ import annotations

import csv
import io
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import networkx as nx
import numpy as np
import pytest
from helpers import naive

import destrier as dt
from destrier.counting.samples import all_moves
from destrier.io.graphs import to_edge_list, to_graph6
from destrier.io.stacks import is_stack, load_stack, to_texts, write_stack
from destrier.io.tables import measure_all, save_measures, to_csv
from destrier.io.text import from_text

if TYPE_CHECKING:
    from typing import Literal

BOARDS: list[tuple[int, int, Literal["closed", "open"], int | None]] = [
    (5, 6, "closed", None),
    (3, 12, "closed", None),
    (5, 5, "open", None),
    (3, 8, "open", None),
    (6, 6, "closed", 40),
    (3, 4, "open", 1),
]


@pytest.mark.parametrize(("rows", "cols", "kind", "n"), BOARDS)
@pytest.mark.parametrize("suffix", [".npy", ".parquet", ".txt"])
def test_listed_tours_are_read_back(
    rows: int, cols: int, kind: Literal["closed", "open"], n: int | None, suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"it's{suffix}"
    if (suffix, n) == (".txt", 1):
        return  # one board is not many
    write_stack(all_moves(rows, cols, kind=kind, n=n), dt.Board(rows, cols), path)
    expected = [tour.moves.tolist() for tour in islice(dt.all_tours(rows, cols, kind=kind), n)]
    assert is_stack(path)
    assert load_stack(path).tolist() == expected
    number = dt.count(rows, cols, kind=kind).undirected if n is None else n
    assert dt.check(path) == f"{number} {kind} tour{'s' if number > 1 else ''} of {rows} x {cols}"
    if suffix == ".npy":
        assert np.load(path).shape == (number, rows, cols)


def test_a_file_is_written_batch_by_batch(tmp_path: Path) -> None:
    """The header of an .npy file says how many there are, which is only known at the end."""
    tours = next(iter(all_moves(5, 6)))
    for suffix in (".npy", ".parquet", ".txt"):
        one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
        write_stack([tours], dt.Board(5, 6), one)
        write_stack((tours[place : place + 1] for place in range(len(tours))), dt.Board(5, 6), other)
        if suffix == ".parquet":
            assert np.array_equal(load_stack(one), load_stack(other))
        else:
            assert one.read_bytes() == other.read_bytes()


def test_numbered_boards_are_apart() -> None:
    texts = "".join(to_texts(all_moves(5, 6), dt.Board(5, 6))).split("\n\n")
    assert [from_text(text) for text in texts] == list(dt.all_tours(5, 6))


def test_a_damaged_tour_of_many_is_named(tmp_path: Path) -> None:
    moves = np.concatenate(list(all_moves(5, 6)))
    moves[3, 0, 0] ^= 1
    np.save(tmp_path / "bad.npy", moves)
    with pytest.raises(dt.InvalidTourney, match=r"bad\.npy: tour 3: square 0,0 has"):
        dt.check(tmp_path / "bad.npy")
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    with pytest.raises(dt.DestrierError, match="this is not a Parquet file, or not all of it"):
        load_stack(tmp_path / "bad.parquet")
    save_measures([{"start": 1}], tmp_path / "other.parquet")
    with pytest.raises(dt.DestrierError, match="this is not a table of tours"):
        load_stack(tmp_path / "other.parquet")


def test_text_with_empty_lines_may_be_one_board(tmp_path: Path) -> None:
    path = tmp_path / "ring.txt"
    path.write_text("0 5 2\n\n3 . 7\n\n6 1 4\n", encoding="utf-8")
    assert not is_stack(path)
    assert dt.check(path) == "closed tour of 3 x 3 with 1 square missing"
    np.save(tmp_path / "order.npy", np.arange(36))
    with pytest.raises(dt.InvalidTourney, match="this is a visiting order of 36 squares, not a tour"):
        dt.check(tmp_path / "order.npy")


def test_measures_are_a_row_for_each_tour(tmp_path: Path) -> None:
    tours = list(dt.all_tours(5, 6))
    rows = list(csv.DictReader(io.StringIO("".join(to_csv(measure_all(tours))))))
    for suffix in (".csv", ".parquet"):
        save_measures(measure_all(tours), tmp_path / f"measures{suffix}")
    assert (tmp_path / "measures.csv").read_text(encoding="utf-8") == "".join(to_csv(measure_all(tours)))
    table = duckdb.read_parquet(str(tmp_path / "measures.parquet"))
    assert table.columns == list(rows[0])
    for number, (tour, row, stored) in enumerate(zip(tours, rows, table.fetchall(), strict=True)):
        moves = tour.moves.tolist()
        assert (int(row["tour"]), int(row["turns"])) == (number, naive.turns(moves))
        assert int(row["crossings"]) == naive.crossings(moves)
        assert [int(row[f"moves_{move}"]) for move in range(8)] == naive.move_counts(moves, directed=False)
        assert row["symmetry"].split() == list(tour.symmetries())
        assert [str(value) for value in stored] == list(row.values())


TOURNEYS = {
    "closed": dt.tour(6, 6, seed=1),
    "open": dt.tour(5, 5, kind="open", seed=1),
    "tourney": dt.tourney(8, 8, algorithm="four-cover"),
    "shape": dt.tour(dt.Board.from_text("###\n#.#\n###")),
    "box": dt.tour(dt.Box(5, 4, 6), seed=1),
    "smallest": dt.tour(3, 4, kind="open", seed=1),
    "63": dt.tour(7, 9, kind="open", seed=1),
}


@pytest.mark.parametrize("name", TOURNEYS)
def test_graphs_are_those_that_networkx_reads(name: str, tmp_path: Path) -> None:
    tourney = TOURNEYS[name]
    board = tourney.board
    edges = {frozenset(map(board.index, edge)) for edge in tourney.to_networkx().edges}
    dt.save(tourney, tmp_path / "tour.edges")
    dt.save(tourney, tmp_path / "tour.g6")
    listed = nx.read_edgelist(tmp_path / "tour.edges", nodetype=int)
    assert set(map(frozenset, listed.edges)) == edges
    assert to_edge_list(tourney).startswith(f"# {tourney.describe()}\n")
    squares = board.squares.tolist()
    graph = nx.read_graph6(tmp_path / "tour.g6")
    assert {frozenset((squares[one], squares[other])) for one, other in graph.edges} == edges
    assert to_graph6(tourney).encode() == nx.to_graph6_bytes(graph, header=False)
