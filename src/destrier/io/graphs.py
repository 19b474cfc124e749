"""Graphs for other programs: the moves of a board, of a tourney, or the rails between cycles.

`.edges`
    a list of edges, one a line
`.g6`
    graph6, the format of nauty
`.col`
    the format of DIMACS
`.hcp`
    a Hamiltonian cycle problem of TSPLIB, which LKH solves
`.graphml`
    GraphML, for Gephi, yEd and NetworkX

The vertices are the squares of the board in their order, or the cycles of a rail graph. In `.edges` squares keep their
indices, which skip missing squares. The other formats number the vertices consecutively: from 0 in `.g6` and
`.graphml`, and from 1 in `.col` and `.hcp`.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from destrier.core.grid import BaseBoard
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.core.visits import next_in_cycle
from destrier.io.formats import GRAPHS
from destrier.io.tsplib import name_of
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError, spelled
from destrier.support.optional import extra
from destrier.support.reading import suffix_of
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    import networkx as nx

    from destrier.support.aliases import StrPath
    from destrier.switching.rails import RailGraph

AnyGraph: TypeAlias = "BaseBoard | Tourney | RailGraph"

_SHORT: Final = 62
"""The largest number of vertices that graph6 writes as one character."""


def save_graph(graph: AnyGraph, path: StrPath, *, kind: Literal["closed", "open"] = "closed") -> None:
    """Write a graph in the format of the suffix; see the module docstring.

    Parameters
    ----------
    graph
        A board, whose edges are all its moves; a tourney, whose edges are its own moves; or a `rail_graph`.
    path
        The path of the file. An existing file is either replaced completely or left unchanged.
    kind
        For a problem of open tours, an `.hcp` file has one more vertex, the last one, which is adjacent to all squares
        and so joins the two ends.

    Raises
    ------
    DestrierError
        If there is no such format, or no such problem of this format and graph.
    OSError
        If the file cannot be written.

    See Also
    --------
    destrier.save

    Examples
    --------
    >>> import destrier as dt
    >>> dt.save_graph(dt.Board(8, 8), "knights.hcp")  # doctest: +SKIP
    """
    suffix = suffix_of(path, GRAPHS)
    if kind != "closed" and (suffix != ".hcp" or not isinstance(graph, BaseBoard)):
        raise DestrierError(f"{spelled(path)}: open tours are a problem of a board, which an .hcp file holds")
    content = to_hcp(graph, kind=kind) if suffix == ".hcp" else WRITERS[suffix](graph)
    write_atomically(path, content.encode() if isinstance(content, str) else content)


def to_edge_list(graph: AnyGraph) -> str:
    """Return the moves as pairs of square indices, one a line, in visiting order for a tourney; a comment names the
    board.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_edge_list(dt.tour(3, 4, kind="open", start=(0, 0), end=(1, 0))), end="")  # doctest: +ELLIPSIS
    # open tour of 3 x 4 from 0,0 to 1,0
    0 6
    ...
    """
    return "\n".join([f"# {_title(graph)}", *(f"{here} {there}" for here, there in _edges(graph).tolist())]) + "\n"


def to_graph6(graph: AnyGraph) -> str:
    """Return a graph in graph6, the format of nauty: the vertices are the squares of the board in their order.

    One bit for each pair of squares: 64 squares take 336 characters, 4096 squares 1.4 MB.
    """
    size, edges = _vertices_and_edges(graph)
    refuse_beyond_memory(f"graph6 of {_title(graph)}", size * size)
    low, high = np.sort(edges, axis=1).T
    bits = np.zeros(-(-size * (size - 1) // 12) * 6, np.uint8)
    bits[high * (high - 1) // 2 + low] = 1
    digits = bits.reshape(-1, 6) @ (1 << np.arange(5, -1, -1))
    length = [size] if size <= _SHORT else [63, *(size >> shift & 63 for shift in (12, 6, 0))]
    return bytes(np.add([*length, *digits.tolist()], 63).astype(np.uint8)).decode("ascii") + "\n"


def to_dimacs(graph: AnyGraph) -> str:
    """Return a graph in the format of DIMACS."""
    size, edges = _vertices_and_edges(graph)
    head = [f"c {_title(graph)}", f"p edge {size} {len(edges)}"]
    return "\n".join([*head, *(f"e {here} {there}" for here, there in (edges + 1).tolist())]) + "\n"


def to_hcp(graph: AnyGraph, *, kind: Literal["closed", "open"] = "closed") -> str:
    """Return a graph as a Hamiltonian cycle problem of TSPLIB; a board's has its name, such as `torus-8x8`."""
    size, edges = _vertices_and_edges(graph)
    name = name_of(graph) if isinstance(graph, BaseBoard) else "destrier"
    if kind == "open":
        edges = np.concatenate([edges, np.column_stack([np.arange(size), np.full(size, size)])])
        size, name = size + 1, f"{name}-open"
    head = [f"NAME : {name}", f"COMMENT : {_title(graph)}"]
    head += ["TYPE : HCP", f"DIMENSION : {size}", "EDGE_DATA_FORMAT : EDGE_LIST", "EDGE_DATA_SECTION"]
    return "\n".join([*head, *(f"{here} {there}" for here, there in (edges + 1).tolist()), "-1", "EOF"]) + "\n"


def to_graphml(drawn: AnyGraph) -> bytes:
    """Return a graph as GraphML, whose vertices have a name and, if they are squares, coordinates: it has no tuples."""
    networkx = extra("networkx", "graph", "a graph")
    graph: nx.Graph[Any] = drawn.to_networkx()
    plain = networkx.Graph()
    numbers = {node: number for number, node in enumerate(graph)}
    for node, known in graph.nodes(data=True):
        place = dict(zip("xy", known["pos"], strict=True)) if "pos" in known else {}
        name = ",".join(map(str, node)) if isinstance(node, tuple) else str(node)
        plain.add_node(numbers[node], name=name, **place)
    plain.add_edges_from((numbers[here], numbers[there], known) for here, there, known in graph.edges(data=True))
    with io.BytesIO() as file:
        networkx.write_graphml(plain, file)
        return file.getvalue()


WRITERS: Final[dict[str, Callable[[AnyGraph], str | bytes]]] = {
    ".hcp": to_hcp,
    ".col": to_dimacs,
    ".g6": to_graph6,
    ".graphml": to_graphml,
    ".edges": to_edge_list,
}
"""Functions that write graphs, for the graph formats in `io.formats`."""


def _vertices_and_edges(graph: AnyGraph) -> tuple[int, Squares]:
    """Return the number of vertices, and the edges as pairs of their numbers from 0."""
    if isinstance(graph, BaseBoard | Tourney):
        board = graph if isinstance(graph, BaseBoard) else graph.board
        return board.size, np.searchsorted(board.squares, _edges(graph))
    return graph.cycle_count, graph.pairs


def _edges(graph: AnyGraph) -> Squares:
    """Return the edges as pairs of square indices, `int64` (edges, 2); those of a tourney in visiting order."""
    if isinstance(graph, BaseBoard):
        return np.column_stack(graph.all_moves())
    if not isinstance(graph, Tourney):
        return graph.pairs
    here = graph.indices()
    edges: Squares = np.column_stack([here, next_in_cycle(here, graph.cycle_lengths())])
    return edges if graph.ends is None else edges[:-1]


def _title(graph: AnyGraph) -> str:
    if isinstance(graph, BaseBoard):
        return f"the moves of {graph.describe()}"
    return graph.describe() if isinstance(graph, Tourney) else f"the rail graph of {graph.tourney.describe()}"
