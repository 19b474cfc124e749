"""Graphs whose Hamiltonian cycles are counted: any graph, and rectangles and their quotients.

An open tour is a closed one through an additional vertex, the apex, next to all squares where it may end.

**Quotients.** The tours that a symmetry maps onto themselves are tours of the quotient, whose vertices and edges are
the orbits of squares and moves (see `counts`). A quotient's vertex is the orbit's member that `fold` names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, TypeAlias

from destrier.core.conditions import Edge, Edges, image
from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.plain.settled import settle

Vertex: TypeAlias = Square
Arc: TypeAlias = tuple[Vertex, Vertex]
Neighbours: TypeAlias = Mapping[Vertex, set[Vertex]]

APEX: Final = (-1, -1)
"""The vertex beside the board through which open tours close."""


@dataclass(frozen=True)
class SweptGraph:
    """A graph whose Hamiltonian cycles are counted."""

    required: Edges = frozenset()
    """The edges that have to be taken, to the apex, too."""
    forbidden: Edges = frozenset()
    """The edges that must not be taken."""
    weighed: Edges = frozenset()
    weight: int = 1
    """The marked edges: each multiplies the weight of a tour by `weight`."""

    def edges(self) -> Counter[Edge]:
        """Return the edges that may be taken, and how many there are of each."""
        raise NotImplementedError

    def allows(self, edge: Iterable[Vertex]) -> bool:
        """Whether an edge is not forbidden."""
        return frozenset(edge) not in self.forbidden

    def requires(self, edge: Iterable[Vertex]) -> bool:
        """Whether an edge has to be taken."""
        return frozenset(edge) in self.required


@dataclass(frozen=True)
class Graph(SweptGraph):
    """A graph that is given by its vertices and edges."""

    vertices: tuple[Vertex, ...] = ()
    all_edges: tuple[Arc, ...] = ()

    def edges(self) -> Counter[Edge]:
        """Return the edges that may be taken, and how many there are of each."""
        return Counter(frozenset(link) for link in self.all_edges if self.allows(link))

    def completed(self) -> Graph:
        """Return the graph with the edges that are required or forbidden because others are; see `plain.settled`."""
        links = [link for link in self.all_edges if self.allows(link)]
        numbers = {vertex: number for number, vertex in enumerate(self.vertices)}
        copies = Counter(map(frozenset, links))
        known = {number for number, link in enumerate(links) if self.requires(link) and copies[frozenset(link)] == 1}
        settled = settle(len(numbers), [(numbers[one], numbers[other]) for one, other in links], known)
        if settled is None:
            return replace(self, required=frozenset(), forbidden=self.forbidden | copies.keys())
        required, forbidden = ({frozenset(links[number]) for number in edges} for edges in settled)
        return replace(self, required=self.required | required, forbidden=self.forbidden | forbidden)

    @property
    def has_no_cycle(self) -> bool:
        """Whether a vertex lacks edges or the graph is disconnected, so that no cycle is possible."""
        neighbours = neighbours_of(self.edges())
        reached, waiting = set(self.vertices[:1]), list(self.vertices[:1])
        while waiting:
            fresh = neighbours.get(waiting.pop(), set()) - reached
            reached |= fresh
            waiting += fresh
        return len(reached) < max(len(self.vertices), 3) or min(degrees_of(self.edges()).values()) < 2


@dataclass(frozen=True, kw_only=True)
class Frame(SweptGraph):
    """A rectangle to be swept along its columns, or the quotient of one."""

    rows: int
    cols: int
    ends: frozenset[Square] | None = None
    """The squares next to the apex, or `None` if there is no apex."""
    group: tuple[Callable[[Square], Square], ...] = (lambda square: square,)
    """The symmetries whose quotient is swept, each a map of squares; only the identity for the board itself."""

    def fold(self, square: Square) -> Square:
        """Return the square that stands for the orbit of a square: the leftmost, and of these the uppermost."""
        return min((image(square) for image in self.group), key=lambda image: image[::-1])

    def reflect(self, square: Square) -> Square:
        """Return the vertex with its row counted from the other side."""
        return square if square == APEX else self.fold((self.rows - 1 - square[0], square[1]))

    def mirror(self, square: Square) -> Square:
        """Return the square with its column counted from the other side."""
        return square if square == APEX else (square[0], self.cols - 1 - square[1])

    def mirrored(self) -> Frame:
        """Return the frame of a board, or of its upper half, seen from the other side."""
        return replace(
            self,
            ends=None if self.ends is None else frozenset(map(self.mirror, self.ends)),
            required=image(self.required, self.mirror),
            forbidden=image(self.forbidden, self.mirror),
            weighed=image(self.weighed, self.mirror),
        )

    @property
    def is_symmetric(self) -> bool:
        """Whether reflecting the rows maps the graph onto itself, but not every vertex."""
        if self.reflect((0, 0)) == (0, 0):
            return False
        if self.ends is not None and self.ends != frozenset(map(self.reflect, self.ends)):
            return False
        return all(edges == image(edges, self.reflect) for edges in (self.required, self.forbidden, self.weighed))

    def column(self, col: int) -> list[Square]:
        """Return the vertices of a column, from the top."""
        return list(dict.fromkeys(self.fold((row, col)) for row in range(self.rows)))

    def onward(self, square: Square, cols: int) -> list[Square]:
        """Return the vertices to which a square has a move, one or two columns to the right."""
        row, col = square
        rows = (row - (3 - cols), row + (3 - cols))
        return [self.fold((there, col + cols)) for there in rows if 0 <= there < self.rows]

    def edges(self) -> Counter[Edge]:
        """Return the edges of the graph without loops; a quotient may have several between the same vertices."""
        moves = (
            ((row, col), (row + drow, col + dcol))
            for row, col in product(range(self.rows), range(self.cols))
            for drow, dcol in MOVES[4:]
            if row + drow < self.rows and 0 <= col + dcol < self.cols
        )
        orbits = {frozenset(frozenset(map(image, move)) for image in self.group) for move in moves}
        counts = Counter(frozenset(map(self.fold, next(iter(orbit)))) for orbit in orbits)
        counts.update(frozenset((APEX, square)) for square in self.ends or ())
        return Counter({edge: count for edge, count in counts.items() if len(edge) == 2 and self.allows(edge)})

    def as_graph(self) -> Graph:
        """Return the same graph, to be swept in any order."""
        links = tuple((min(edge), max(edge)) for edge in sorted(self.edges().elements(), key=sorted))
        squares = dict.fromkeys(square for col in range(self.cols) for square in self.column(col))
        vertices = tuple(squares) if self.ends is None else (*squares, APEX)
        return Graph(self.required, self.forbidden, self.weighed, self.weight, vertices, links)


def neighbours_of(edges: Iterable[Edge]) -> dict[Vertex, set[Vertex]]:
    """Return the neighbours of each vertex."""
    found: dict[Vertex, set[Vertex]] = {}
    for edge in edges:
        for vertex in edge:
            found.setdefault(vertex, set()).update(edge - {vertex})
    return found


def degrees_of(edges: Counter[Edge]) -> Counter[Vertex]:
    """Return the number of edges of each vertex."""
    return Counter(vertex for edge in edges.elements() for vertex in edge)
