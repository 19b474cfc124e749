"""Files for other programs, read by other programs and by readers that share no code with the writers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from helpers.commands import runner

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

BOARDS = [
    dt.Board(6, 6),
    dt.Board.from_text("####\n####\n.###\n####"),
    dt.Board(10, 10, leaper="zebra"),
    dt.Space(3, 4, 2),
    dt.Box(3, 2, 4),
    dt.Torus(4, 5),
    dt.KleinBottle(5, 6),
]


def read_edges(path: Path) -> set[frozenset[int]]:
    """Return the edges of a file by the numbers of vertices from 0, by the rules of its format alone."""
    lines = path.read_text().splitlines()
    if path.suffix == ".hcp":
        body = lines[lines.index("EDGE_DATA_SECTION") + 1 : lines.index("-1")]
        return {frozenset(int(word) - 1 for word in line.split()) for line in body}
    if path.suffix == ".col":
        return {frozenset(int(word) - 1 for word in line.split()[1:]) for line in lines if line.startswith("e ")}
    read: nx.Graph[Any] = nx.read_graph6(path) if path.suffix == ".g6" else nx.read_graphml(path, node_type=int)
    return {frozenset(edge) for edge in read.edges()}


@pytest.mark.parametrize("board", BOARDS, ids=repr)
@pytest.mark.parametrize("suffix", [".hcp", ".col", ".g6", ".graphml"])
def test_the_graph_of_a_board(board: Any, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"graph{suffix}"
    dt.save_graph(board, path)
    graph = board.to_networkx()
    number = {square: place for place, square in enumerate(graph)}
    assert read_edges(path) == {frozenset((number[here], number[there])) for here, there in graph.edges()}


def test_the_graphs_of_a_tourney_and_of_its_rails(tmp_path: Path) -> None:
    tourney = dt.tourney(8, 8, algorithm="concentric-braid")
    dt.save(tourney, tmp_path / "braid.col")
    assert len(read_edges(tmp_path / "braid.col")) == 64
    rails = dt.rail_graph(tourney)
    for suffix in (".g6", ".graphml", ".hcp"):
        dt.save_graph(rails, tmp_path / f"rails{suffix}")
        assert read_edges(tmp_path / f"rails{suffix}") == {frozenset(edge) for edge in rails.to_networkx().edges()}
    told: nx.Graph[Any] = nx.read_graphml(tmp_path / "rails.graphml")
    assert sum(known["rails"] for *_, known in told.edges(data=True)) == rails.rails.sum()


def test_a_square_has_its_place_in_graphml(tmp_path: Path) -> None:
    dt.save_graph(dt.Board(3, 4), tmp_path / "graph.graphml")
    node = nx.read_graphml(tmp_path / "graph.graphml", node_type=int).nodes[6]
    assert node == {"name": "1,2", "x": 2, "y": -1}


def test_another_program_solves_the_graph_of_a_board(tmp_path: Path) -> None:
    elkai = pytest.importorskip("elkai")  # LKH
    dt.save_graph(dt.Board(8, 8), tmp_path / "knights.hcp")
    lengths = np.ones((64, 64), int)
    for here, there in read_edges(tmp_path / "knights.hcp"):
        lengths[here, there] = lengths[there, here] = 0
    found = elkai.DistanceMatrix(lengths.tolist()).solve_tsp()[:-1]
    listed = "\n".join(str(vertex + 1) for vertex in found)
    (tmp_path / "lkh.tour").write_text(
        f"NAME : 8x8.64.tour\nCOMMENT : Length = 64\nTYPE : TOUR\nDIMENSION : 64\nTOUR_SECTION\n{listed}\n-1\nEOF\n"
    )
    assert dt.load(tmp_path / "lkh.tour").kind == "closed"
    assert dt.load(tmp_path / "lkh.tour", board=dt.Board(8, 8)) == dt.load(tmp_path / "lkh.tour")


def test_what_is_no_tour_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.tour"
    for text, message in (
        ("TYPE : TOUR\nTOUR_SECTION\n1\n2\n-1\n", "does not name its board"),
        ("NAME : 3x4\nTOUR_SECTION\n1\n2\n-1\n", "has the vertices 1 to 12"),
        ("NAME : 3x4\nTOUR_SECTION\n" + " ".join(map(str, range(1, 13))) + " -1\n", "not a knight's move"),
        ("NAME : 3x4\n1 2 3\n", "no TOUR_SECTION"),
        ("NAME : 3x4\nTOUR_SECTION\none -1\n", "numbers from 1 on"),
        ("COMMENT : {bad}\nTOUR_SECTION\n1 -1\n", "does not name a board"),
    ):
        path.write_text(text)
        with pytest.raises(dt.InvalidTourney, match=message):
            dt.load(path)
    with pytest.raises(dt.UnsupportedBoard, match="holds one tour"):
        dt.save(dt.tourney(8, 8, algorithm="concentric-braid"), path)
    with pytest.raises(dt.DestrierError, match="suffix chooses the format"):
        dt.save_graph(dt.Board(8, 8), tmp_path / "graph.txt")


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, path = runner(capsys), tmp_path / "graph.hcp"
    assert run("graph", 8, 8, "-o", path, "-o", tmp_path / "graph.g6").code == 0
    assert len(read_edges(path)) == 168
    assert run("graph", 2, 2, 3, "--box", "-o", tmp_path / "box.col").code == 0
    assert run("graph", 4, 5, "--surface", "torus", "-o", tmp_path / "torus.col").code == 0
    assert len(read_edges(tmp_path / "torus.col")) == dt.Torus(4, 5).to_networkx().number_of_edges()
    assert run("tour", 8, 8, "--seed", 1, "-o", tmp_path / "knight.tour").code == 0
    assert run("check", tmp_path / "knight.tour").out.startswith("closed tour of 8 x 8")
    assert run("graph", 8, 8).code == 2
    assert "--box" not in run("graph", 2, 2, "--box", "-o", path).out
