"""Many tours in one file, their measures as a table, and tours as graphs for other programs."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import networkx as nx
import numpy as np
import pytest
from helpers import naive
from helpers.commands import runner
from helpers.marks import long

import destrier as dt
from destrier.counting.samples import all_moves
from destrier.io.graphs import to_edge_list, to_graph6
from destrier.io.json import to_json
from destrier.io.measure_tables import save_measures, to_csv
from destrier.io.stacks import add_rows, database_of_rows, is_stack, load_stack, to_texts, write_stack, write_table
from destrier.io.text import from_text
from destrier.measuring.tables import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from destrier.core.grid import BaseBoard


def test_a_file_is_written_batch_by_batch(tmp_path: Path) -> None:
    """The header of an .npy file says how many there are, which is only known at the end."""
    tours = next(iter(all_moves(5, 6)))
    for suffix in (".npy", ".parquet", ".txt"):
        one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
        write_stack([tours], dt.Board(5, 6), one)
        write_stack((tours[place : place + 1] for place in range(len(tours))), dt.Board(5, 6), other)
        if suffix == ".parquet":
            assert np.array_equal(load_stack(one).moves, load_stack(other).moves)
        else:
            assert one.read_bytes() == other.read_bytes()
    assert np.load(tmp_path / "other.npy").shape == tours.shape


@pytest.mark.parametrize(("sides", "kind"), [((5, 6), "closed"), ((5, 5), "open"), ((8, 8), "open")])
def test_tours_of_one_kind_have_a_row_of_their_moves(
    sides: tuple[int, int], kind: Literal["closed", "open"], tmp_path: Path
) -> None:
    """As other programs read them: 21 moves a word, and zeros where there are no more."""
    path, tour = str(tmp_path / "tours.parquet"), dt.tour(*sides, kind=kind, seed=1)
    write_stack([tour.moves[None]], tour.board, path)
    squares = tour.squares() + tour.squares()[:1] * (kind == "closed")
    steps = [naive.MOVES.index((row - at, col - on)) for (at, on), (row, col) in pairwise(squares)]
    words = [
        sum(step << 3 * place for place, step in enumerate(steps[at : at + 21])) for at in range(0, len(steps), 21)
    ]
    table = duckdb.read_parquet(path)
    assert table.fetchall() == [(tour.board.index(tour[0]), *words)]
    assert [*map(str, table.types)] == ["USMALLINT", *["UBIGINT"] * len(words)]


ANY_BOARD = (
    dt.Board(5, 6),
    dt.Board.from_text(".####.\n######\n######\n######\n######\n######"),
    dt.Board(5, 6, leaper="knight+wazir"),
    dt.Space(2, 4, 4),
    dt.Box(2, 2, 3),
    dt.Torus(4, 5),
    dt.ProjectivePlane(4, 6),
)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("board", ANY_BOARD, ids=str)
def test_contact_sheets_of_any_board(board: BaseBoard, kind: Literal["closed", "open"], tmp_path: Path) -> None:
    path = tmp_path / "tours.svg"
    write_stack([np.stack([dt.tour(board, kind=kind, seed=seed).moves for seed in range(3)])], board, path)
    assert [*(each.get("class") for each in ET.parse(path).iter())].count("tour") == 3


def test_damaged_stacks(tmp_path: Path) -> None:
    path = tmp_path / "tours.npz"
    board = dt.Torus(4, 5)
    np.savez(path, moves=np.zeros((2, 4, 6), np.uint8), board=json.dumps(board.to_dict()))
    with pytest.raises(dt.InvalidTourney, match="not tours of the 4 x 5 torus"):
        dt.check(path)
    np.savez(path, moves=np.zeros((2, 4, 5), np.uint8), board=json.dumps(board.to_dict()))
    with pytest.raises(dt.InvalidTourney, match="tour 0: "):
        dt.check(path)


@pytest.mark.parametrize(
    "words", ["4 5 --surface torus", *map(long, ("5 6 --leaper knight+wazir", "2 4 4", "2 2 3 --box"))]
)
def test_samples_of_any_board(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, path = runner(capsys), str(tmp_path / "tours.npz")
    assert run("sample", *words.split(), "-n", 20, "--seed", 1, "-o", path).code == 0
    moves, board, *_ = load_stack(path)
    assert len({one.tobytes() for one in moves}) > 1
    assert run("check", path).out == f"20 closed tours of {board.describe()}\n"
    assert len(run("measure", path).out.splitlines()) == 21
    assert run("draw", path, "-o", tmp_path / "tours.svg").code == 0
    refused = run("sample", *words.split(), "-n", 20, "--seed", 1, "-o", tmp_path / "tours.parquet")
    assert refused.code == 2
    assert "write .npz or .txt" in refused.err


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


@pytest.mark.parametrize("board", ["999999999 x 999999999", "12 x 12", "5 x 5", "1 x 1"])
def test_a_table_whose_board_has_other_columns(board: str, tmp_path: Path) -> None:
    path = tmp_path / "tours.parquet"
    with database_of_rows() as database:
        add_rows(database, "tours", {"start": np.zeros(1, np.uint16), "moves_0": np.zeros(1, np.uint64)})
        write_table(database, "tours", str(path), board=board, kind="open")
    with pytest.raises(dt.InvalidTourney, match=rf"tours\.parquet: a table of tours of {board} has a column start and"):
        load_stack(path)


def test_text_with_empty_lines_may_be_one_board(tmp_path: Path) -> None:
    path = tmp_path / "ring.txt"
    path.write_text("0 5 2\n\n3 . 7\n\n6 1 4\n", encoding="utf-8")
    assert not is_stack(path)
    assert dt.check(path) == "closed tour of 3 x 3 with 1 square missing"


def test_tours_may_be_objects_of_json_on_lines(tmp_path: Path) -> None:
    tours = list(dt.all_tours(5, 6))
    for name in ("tours.json", "tours.jsonl", "tours.txt"):
        path = tmp_path / name
        path.write_text("".join(f"{to_json(tour)}\n" for tour in tours), encoding="utf-8")
        assert dt.check(path) == "8 closed tours of 5 x 6"
        assert dt.load(path) == tours
        with pytest.raises(dt.InvalidTourney, match="these are 8 tours of 5 x 6, not one"):
            dt.load(path, holds=dt.Tour)
    path.write_text(f"{to_json(tours[0])}\n{to_json(dt.tour(6, 6))}\n", encoding="utf-8")
    with pytest.raises(dt.InvalidTourney, match="tour 1 is one of 6 x 6, not of 5 x 6"):
        dt.check(path)
    path.write_text(to_json(tours[0]), encoding="utf-8")
    assert dt.check(path) == "closed tour of 5 x 6"


def test_a_visiting_order_is_read_with_its_board(tmp_path: Path) -> None:
    path, tour = tmp_path / "order.npy", dt.tour(6, 8, seed=1)
    np.save(path, tour.indices())
    with pytest.raises(
        dt.InvalidTourney, match="this is a visiting order of 48 squares, not a tour: give its board, too"
    ):
        dt.check(path)
    assert (
        dt.check(path, dt.Board(6, 8)) == dt.check(path, (6, 8)).removesuffix(" by a knight") == "closed tour of 6 x 8"
    )
    assert dt.load(path, board=dt.Board(6, 8)) == tour
    with pytest.raises(dt.InvalidTourney, match="not a knight's move"):
        dt.load(path, board=dt.Board(8, 6))
    dt.TourOrder(4, 10, 12, 3, 2).save(path)
    assert dt.check(path, (4, 10, 12, 3, 2)) == "closed tour of 4 x 10 x 12 x 3 x 2 by a knight"


@pytest.mark.parametrize("suffix", [".npy", ".npz", ".txt", ".json"])
def test_a_tour_is_not_read_as_one_of_another_board(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    dt.save(dt.tour(6, 8, seed=1), path)
    assert dt.check(path, dt.Board(6, 8)) == "closed tour of 6 x 8"
    with pytest.raises(dt.InvalidTourney, match=r"6 x 8|do not have the shape of 8 x 6"):
        dt.load(path, board=dt.Board(8, 6))


def test_measures_are_a_row_for_each_tour(tmp_path: Path) -> None:
    tours = list(dt.all_tours(5, 6))
    rows = list(csv.DictReader(io.StringIO("".join(to_csv(rows_of(map(dt.measure, tours)))))))
    for suffix in (".csv", ".parquet"):
        save_measures(rows_of(map(dt.measure, tours)), tmp_path / f"measures{suffix}")
    assert (tmp_path / "measures.csv").read_text(encoding="utf-8") == "".join(to_csv(rows_of(map(dt.measure, tours))))
    table = duckdb.read_parquet(str(tmp_path / "measures.parquet"))
    assert table.columns == list(rows[0])
    for number, (tour, row, stored) in enumerate(zip(tours, rows, table.fetchall(), strict=True)):
        moves = tour.moves.tolist()
        assert (int(row["tour"]), int(row["turns"])) == (number, naive.turns(moves))
        assert int(row["crossings"]) == naive.crossings(moves)
        assert [int(row[f"moves_{move}"]) for move in range(8)] == naive.move_counts(moves, directed=False)
        assert row["symmetry"].split() == list(tour.symmetries())
        assert [str(value) for value in stored] == list(row.values())


TOURNEYS: dict[str, Callable[[], dt.Tourney]] = {
    "closed": lambda: dt.tour(6, 6, seed=1),
    "open": lambda: dt.tour(5, 5, kind="open", seed=1),
    "tourney": lambda: dt.tourney(8, 8, algorithm="four-cover"),
    "shape": lambda: dt.tour(dt.Board.from_text("###\n#.#\n###")),
    "box": lambda: dt.tour(dt.Box(5, 4, 6), seed=1),
    "smallest": lambda: dt.tour(3, 4, kind="open", seed=1),
    "63": lambda: dt.tour(7, 9, kind="open", seed=1),
}


@pytest.mark.parametrize("name", TOURNEYS)
def test_graphs_are_those_that_networkx_reads(name: str, tmp_path: Path) -> None:
    tourney = TOURNEYS[name]()
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
