"""Plans: the elementary steps of a sweep of a graph by a frontier. `docs/counting.md` explains the method.

Each half of a graph (see `swept_graphs`) is built edge by edge. A step decides on one edge between two vertices of the
frontier (`EDGE`), lets vertices in (`ENTER`), drops states that cannot become a tour (`BALANCE`), or lets a vertex go,
with one or two edges to vertices that may enter just now (`RETIRE`). Steps that touch only some *slots*, the places of
the vertices of the frontier, are a *stage*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.conditions import Edge
from destrier.core.types import Square
from destrier.counting.state_words import MOST_SLOTS, words_for
from destrier.counting.swept_graphs import (
    APEX,
    Arc,
    Frame,
    Graph,
    Neighbours,
    SweptGraph,
    Vertex,
    degrees_of,
    neighbours_of,
)
from destrier.support.errors import UnsupportedBoard

Slots: TypeAlias = tuple[int, ...]

EDGE, RETIRE, ENTER, BALANCE = range(4)

_NUMBERS: Final = 9
"""The numbers of a step; see `Stage`."""

_MOST_STILL: Final = 9
"""The largest number of slots by which to divide states into blocks; each slot triples the number of blocks."""


@dataclass(frozen=True)
class Stage:
    """Steps that leave some slots alone."""

    steps: NDArray[np.int64]
    """(count, 9): the kind; the slot and those of up to two other vertices (-1: none); as bits, the slots of vertices
    that enter; as bits, the slots that must have an edge after the step, since only one edge is left to them; as bits,
    the edges of the choice that are required; the weights of the two edges of the choice. Of a `BALANCE`: the slot of
    the apex; as bits, the slots of dark squares and those of light ones; how many more edges the dark ones must have,
    before the last number."""
    edges: tuple[tuple[Arc, ...], ...]
    """The edges that bits 0 and 1 of a choice stand for, by step."""
    still: Slots
    """Slots that the steps leave alone."""
    reflection: Slots
    """The slot of each slot's mirror image before the first step; empty if the plan is not symmetric."""


@dataclass(frozen=True)
class Half:
    """One half of a graph: the slots in use at the start, the stages, and where each vertex is at the end."""

    first: Slots
    stages: tuple[Stage, ...]
    place: Mapping[Vertex, int]
    reflection: Slots

    @property
    def width(self) -> int:
        """The number of slots."""
        steps = [stage.steps for stage in self.stages]
        entered = [max(int(mask).bit_length() for mask in part[:, 4]) for part in steps]
        return max(entered + [slot + 1 for slot in (*self.first, *self.place.values())], default=1)


@dataclass(frozen=True)
class Halves:
    """A graph in two halves."""

    left: Half
    right: Half
    renaming: Slots
    """The slot in the left half of each slot of the right half when they meet."""
    meeting: Slots
    """The slots of the left half by whose degrees states are divided into blocks when the halves meet."""
    odd: bool = False
    """Whether only cycles with an odd number of edges in the right half count."""
    foreseen: float | None = None
    """About the number of states of the largest table, up to a constant factor, if it was estimated."""

    @property
    def width(self) -> int:
        """The number of slots."""
        return max(self.left.width, self.right.width)

    @property
    def largest(self) -> float:
        """About the number of states of the largest table, up to a constant factor."""
        return sum(_BY_DEGREE) ** self.width if self.foreseen is None else self.foreseen

    @property
    def words(self) -> int:
        """The words of a state."""
        return words_for(self.width)


def board_halves(frame: Frame) -> Halves:
    """Return the two halves of a board, swept from both sides to the middle."""
    half = frame.cols // 2
    first, _ = _crossing(frame, half)
    taken = {frozenset(map(frame.mirror, edge)) for edge in first}
    mirrored = frame.mirrored()
    across = _crossing(mirrored, frame.cols - half)
    left = _sweep(frame, half, [first])
    right = _sweep(mirrored, frame.cols - half, [[edge for edge in part if {*edge} not in taken] for part in across])
    renaming = _renaming({slot: left.place[frame.mirror(at)] for at, slot in right.place.items()})
    outer = sorted(left.place, key=lambda vertex: min(vertex[0], frame.rows - 1 - vertex[0]))  # the apex first
    half_of = 2 * ((frame.rows + 2) // 4 * 2) + (APEX in left.place)
    return Halves(left, right, renaming, tuple(left.place[vertex] for vertex in outer[:half_of]))


def quotient_halves(frame: Frame) -> Halves:
    """Return the left half of a board that a symmetry maps onto the right half, and the edges that lead on from there.

    Only cycles with an odd number of edges that lead from one half to the other count.
    """
    middle = (frame.cols - 1) // 2
    left = _sweep(frame, middle, _crossing(frame, middle))
    swept = Counter(frozenset(edge) for stage in left.stages for edges in stage.edges for edge in edges)
    right = _rest(left, frame.edges() - swept)
    return Halves(left, right, tuple(range(MOST_SLOTS[-1])), _half_of(left), odd=True)


def graph_halves(graph: Graph, what: str = "these tours") -> Halves:
    """Return the halves of a graph, swept vertex by vertex; `what` describes the count in messages.

    Raises
    ------
    UnsupportedBoard
        If the frontier is too wide in any order of the vertices that is tried.
    """
    edges = graph.edges()
    neighbours, required = neighbours_of(edges), neighbours_of(graph.required)
    best: _Way | None = None
    for tried, order in enumerate(_orders(neighbours)):
        if best is not None and best.states < _STATES_PER_ORDER * tried * len(neighbours) ** 2:
            break
        best = _cheapest(neighbours, required, order, best)
    if best is None:
        raise UnsupportedBoard(f"to count {what} takes halves that meet in more than {_MOST_MEETING} squares")
    order, cut = best.order, best.cut
    shared = _shared(neighbours, order, cut)
    first = Counter({edge: count for edge, count in edges.items() if edge & set(order[:cut])})
    later = [vertex for vertex in order[: cut - 1 : -1] if vertex not in shared]
    _refuse_wide(what, max(_widths(neighbours, order)[:cut] + _widths(neighbours, later, shared)))
    left = _sweep_vertices(graph, first, order[:cut], shared)
    right = _sweep_vertices(graph, edges - first, later, shared)
    _refuse_wide(what, max(left.width, right.width))
    renaming = _renaming({slot: left.place[vertex] for vertex, slot in right.place.items()})
    return Halves(left, right, renaming, _half_of(left), foreseen=best.largest)


def _refuse_wide(what: str, width: int) -> None:
    if width > (most := MOST_SLOTS[-1]):
        raise UnsupportedBoard(f"to count {what} takes a frontier of {width} squares, and {most} can be kept")


def _half_of(left: Half) -> Slots:
    """Return half of the slots of the frontier."""
    return _some(left.place.values(), left.reflection, (len(left.place) + 1) // 2)


def _some(slots: Iterable[int], reflection: Slots, most: int) -> Slots:
    """Return at most `most` of these slots, each together with its mirror image."""
    chosen: list[int] = []
    for slot in slots:
        orbit = {slot, reflection[slot] if reflection else slot} - set(chosen)
        if len(chosen) + len(orbit) <= most:
            chosen += orbit
    return tuple(sorted(chosen))


def _renaming(slots: Mapping[int, int]) -> Slots:
    """Return the new slot of each slot; those not named are not in use, in either half."""
    spare = iter(sorted(set(range(MOST_SLOTS[-1])) - set(slots.values())))
    return tuple(slots[slot] if slot in slots else next(spare) for slot in range(MOST_SLOTS[-1]))


def _rest(left: Half, edges: Counter[Edge]) -> Half:
    """Return the half made of these edges between vertices of the frontier of `left`, in the same slots."""
    writer = _Writer(Graph(), Counter(), dict(left.place))
    for edge in sorted(tuple(sorted(edge)) for edge in edges.elements()):
        writer.decide(edge[0], edge[1])
    writer.end_stage()
    return writer.half(tuple(left.place.values()))


# Rectangles


def _sweep(frame: Frame, cols: int, crossing: Iterable[list[Arc]]) -> Half:
    """Sweep from the empty board to the frontier of columns `cols - 1` and `cols`; then take edges between these."""
    vertices = dict.fromkeys([*frame.column(0), *frame.column(1), *([] if frame.ends is None else [APEX])])
    writer = _Writer(frame, degrees_of(frame.edges()), {vertex: slot for slot, vertex in enumerate(vertices)})
    _write_ends(writer, frame, 0, is_balanced=True)
    for col in range(1, cols):
        _write_cross(writer, frame, col)
        _write_advance(writer, frame, col)
        _write_ends(writer, frame, col, is_balanced=True)
    _write_stages(writer, crossing)
    return writer.half(tuple(range(len(vertices))))


def _write_ends(writer: _Writer, frame: Frame, col: int, *, is_balanced: bool = False) -> None:
    for square in frame.column(col):
        if square in (frame.ends or ()):
            writer.decide(square, APEX)
    if is_balanced and frame.ends is not None:
        swept, all_of_them = (sum(map(_shade, product(range(frame.rows), range(cols)))) for cols in (col, frame.cols))
        writer.balance(2 * (all_of_them - swept))
    writer.end_stage()


def _shade(square: Square) -> int:
    """Return 1 for a dark square and -1 for a light one."""
    return 1 - 2 * (sum(square) % 2)


def _write_cross(writer: _Writer, frame: Frame, col: int) -> None:
    _write_stages(writer, _crossing(frame, col))


def _write_stages(writer: _Writer, stages: Iterable[list[Arc]]) -> None:
    for edges in stages:
        for here, there in edges:
            writer.decide(here, there)
        writer.end_stage()


def _crossing(frame: Frame, col: int) -> tuple[list[Arc], list[Arc]]:
    """Return the edges to column `col` from the one before, by stage: first of rows 0 and 3, 4 and 7, and so on."""
    squares = sorted(frame.column(col - 1), key=lambda square: -min(square[0], frame.rows - 1 - square[0]))
    edges = [(square, there) for square in squares for there in frame.onward(square, 1)]
    first = [edge for edge in edges if not (edge[0][0] % 4 and (frame.rows - 1 - edge[0][0]) % 4)]
    return first, [edge for edge in edges if edge not in first]


def _write_advance(writer: _Writer, frame: Frame, col: int) -> None:
    """Retire column `col - 1`, down the even rows and up the odd ones, so that at most two rows wait for a slot."""
    squares = frame.column(col - 1)
    for square in squares[::2] + squares[1::2][::-1]:
        writer.retire(square, frame.onward(square, 2))
    writer.end_stage()


# Other graphs


_TRIED: Final = 3_000_000
"""The number of orders that keep the frontier small, each from another vertex, times the squared number of vertices."""

_STATES_PER_ORDER: Final = 100
"""About how many states are counted while an order is planned, divided by the squared number of vertices."""

_MOST_MEETING: Final = 16
"""The most vertices in which halves may meet; more would have too many matchings."""

_BY_DEGREE: Final = (1, 2.5, 1)
"""About the factor by which a vertex of the frontier multiplies the states in which it has 0, 1 or 2 edges."""


class _Way(NamedTuple):
    """A way to sweep a graph: an order of the vertices, and where it is divided between the halves."""

    states: float
    """About the number of all states, up to a constant factor."""
    order: list[Vertex]
    cut: int
    largest: float
    """About the largest number of states after a vertex."""


def _orders(neighbours: Neighbours) -> Iterator[list[Vertex]]:
    """Yield orders of the vertices: along each axis, along a diagonal, and such that the frontier stays small.

    A vertex that most others are next to, such as the apex, comes last.
    """
    hubs = sorted(vertex for vertex in neighbours if 2 * len(neighbours[vertex]) > len(neighbours) > 2 * _MOST_MEETING)
    others = sorted((vertex for vertex in neighbours if vertex not in hubs), key=lambda vertex: vertex)
    for axis in range(len(others[0])):
        yield sorted(others, key=lambda vertex: vertex[axis]) + hubs
    yield sorted(others, key=sum) + hubs
    for start in sorted(others, key=lambda vertex: len(neighbours[vertex]))[: _TRIED // len(neighbours) ** 2]:
        yield _greedy_order(neighbours, start, hubs)


def _greedy_order(neighbours: Neighbours, start: Vertex, last: list[Vertex]) -> list[Vertex]:
    """Return an order in which each vertex lets as few others into the frontier as possible; of those, the oldest."""
    order: list[Vertex] = []
    frontier = {start: None}  # in the order of entering
    left = {vertex for vertex in neighbours if vertex not in last}
    while left:
        vertex = min(frontier or sorted(left), key=lambda vertex: len(neighbours[vertex] & left - frontier.keys()))
        order.append(vertex)
        frontier.pop(vertex, None)
        left.remove(vertex)
        frontier |= dict.fromkeys(sorted(neighbours[vertex] & left))
    return order + last


def _cheapest(neighbours: Neighbours, required: Neighbours, order: list[Vertex], best: _Way | None) -> _Way | None:
    """Return the way with the fewest states: the best one so far, or one with this order."""
    total, largest = 0.0, 0.0
    for cut, (width, states) in enumerate(_frontiers(neighbours, required, order), 1):
        total, largest = total + states, max(largest, states)
        if width > MOST_SLOTS[-1] or (best is not None and total >= best.states) or cut == len(order):
            break
        shared = _shared(neighbours, order, cut)
        if len(shared) > _MOST_MEETING:
            continue
        later = [vertex for vertex in order[: cut - 1 : -1] if vertex not in shared]
        if not later and not any(neighbours[vertex] & shared for vertex in shared):
            continue  # the first half would have all edges, and close the cycle
        way = _Way(total, order, cut, largest)
        for _, after in _frontiers(neighbours, required, later, shared):
            way = way._replace(states=way.states + after, largest=max(way.largest, after))
            if best is not None and way.states >= best.states:
                break
        else:
            best = way
    return best


def _shared(neighbours: Neighbours, order: list[Vertex], cut: int) -> set[Vertex]:
    """Return the vertices from `cut` on with an edge to one before."""
    return {other for vertex in order[:cut] for other in neighbours[vertex]} - set(order[:cut])


def _widths(neighbours: Neighbours, order: Iterable[Vertex], others: Iterable[Vertex] = ()) -> list[int]:
    """Return how many vertices are in the frontier after each one retires; only it and `others` are swept."""
    return [width for width, _ in _frontiers(neighbours, {}, order, others)]


def _frontiers(
    neighbours: Neighbours, required: Neighbours, order: Iterable[Vertex], others: Iterable[Vertex] = ()
) -> Iterator[tuple[int, float]]:
    """Yield the width of the frontier after each vertex retires, and about how many states there are.

    Only these vertices and `others` are swept. A vertex of the frontier has between 0 and 2 edges, including the
    required ones, and enough neighbours are left for the rest.
    """
    order = list(order)
    swept, retired = {*order, *others}, set[Vertex]()
    factors: dict[Vertex, float] = {}
    for vertex in order:
        swept.discard(vertex)
        retired.add(vertex)
        factors.pop(vertex, None)
        for other in sorted(neighbours[vertex] & swept):
            before, bound = neighbours[other] & retired, required.get(other, set())
            least = max(len(bound & before), 2 - len(neighbours[other] - before))
            most = min(len(before), 2 - len(bound - before))
            factors[other] = sum(_BY_DEGREE[least : most + 1]) or 1
        yield len(factors), prod(factors.values())


def _sweep_vertices(graph: Graph, edges: Counter[Edge], order: list[Vertex], shared: set[Vertex]) -> Half:
    """Retire vertices one after the other; then decide on the edges between those that both halves share."""
    left: dict[Vertex, Counter[Vertex]] = {}
    for edge, count in edges.items():
        for vertex in edge:
            left.setdefault(vertex, Counter()).update(dict.fromkeys(edge - {vertex}, count))
    width = max(_widths(neighbours_of(edges), order, shared), default=0)
    first = {vertex: slot for slot, vertex in enumerate(order[:1] or sorted(shared))}
    writer = _Writer(graph, degrees_of(graph.edges()), dict(first), most_touched=(width + 1) // 2)

    def decide(vertex: Vertex, others: list[Vertex]) -> None:
        for other in others:
            writer.enter([vertex, other])
            writer.decide(vertex, other)
            left[vertex][other] -= 1
            left[other][vertex] -= 1

    for vertex in order:
        writer.enter([vertex])
        others = sorted(left[vertex].elements(), key=lambda other: (not writer.has(other), other))
        decide(vertex, others[:-2])
        for other in others[-2:]:
            left[other][vertex] -= 1
        writer.retire(vertex, others[-2:])
    writer.enter(sorted(shared))
    for vertex in sorted(shared):
        decide(vertex, sorted(left.get(vertex, Counter()).elements()))
    writer.end_stage()
    return writer.half(tuple(first.values()))


class _Writer:
    """A writer of plans, which keeps account of slots and of the edges that are still to be decided."""

    def __init__(
        self,
        graph: SweptGraph,
        left_to_decide: Counter[Vertex],
        place: dict[Vertex, int],
        most_touched: int = MOST_SLOTS[-1],
    ) -> None:
        self._graph, self._left_to_decide, self._place, self._most_touched = graph, left_to_decide, place, most_touched
        self._used = len(place)
        self._free: list[int] = []
        self._stages: list[Stage] = []
        self._begin_stage()

    def _begin_stage(self) -> None:
        self._steps: list[list[int]] = []
        self._edges: list[tuple[Arc, ...]] = []
        self._before = dict(self._place)

    def has(self, vertex: Vertex) -> bool:
        """Whether a vertex is in the frontier."""
        return vertex in self._place

    def enter(self, vertices: Iterable[Vertex]) -> None:
        """Let those of the vertices enter the frontier that are not in it."""
        if slots := self._enter(vertices):
            self._write([ENTER, -1, -1, -1, slots, 0, 0, 1, 1], ())

    def _enter(self, vertices: Iterable[Vertex]) -> int:
        """Give slots to those of the vertices that have none, and return these slots as bits."""
        slots = 0
        for vertex in vertices:
            if vertex not in self._place:
                if not self._free:
                    self._free.append(self._used)
                    self._used += 1
                self._place[vertex] = self._free.pop()
                slots |= 1 << self._place[vertex]
        return slots

    def decide(self, here: Vertex, there: Vertex) -> None:
        """Take an edge between two vertices of the frontier or leave it out."""
        if not self._graph.allows((here, there)):
            return
        self._left_to_decide.subtract((here, there))
        owing = [vertex for vertex in (here, there) if self._left_to_decide[vertex] == 1]
        owed = sum(1 << self._place[vertex] for vertex in owing)
        slots = [self._place[here], self._place[there], -1]
        self._write(
            [EDGE, *slots, 0, owed, self._required(here, [there]), *self._weights(here, [there])], (there,), here
        )

    def retire(self, here: Vertex, onward: list[Vertex]) -> None:
        """Let a vertex go that has edges to at most these; those of them that are new take free slots."""
        slot = self._place.pop(here)
        self._free.append(slot)
        entering = self._enter(onward)
        allowed = [vertex for vertex in onward if self._graph.allows((here, vertex))]
        slots = [self._place[vertex] for vertex in allowed]
        step = [RETIRE, slot, *slots, *[-1] * (2 - len(slots)), entering, 0]
        self._left_to_decide.subtract(allowed)
        self._write([*step, self._required(here, allowed), *self._weights(here, allowed)], allowed, here)

    def balance(self, more: int) -> None:
        """Drop the states in which an apex with two edges contradicts the surplus of edges of the dark vertices."""
        slots = dict.fromkeys((1, -1), 0)
        for vertex, slot in self._place.items():
            if vertex != APEX:
                slots[_shade(vertex)] |= 1 << slot
        self._write([BALANCE, self._place[APEX], -1, -1, slots[1], slots[-1], 0, more, 1], ())

    def _required(self, here: Vertex, onward: list[Vertex]) -> int:
        """Return, as bits, those of the edges to these vertices that are required."""
        return sum(1 << number for number, there in enumerate(onward) if self._graph.requires((here, there)))

    def _weights(self, here: Vertex, onward: list[Vertex]) -> list[int]:
        """Return the weights of the edges to these vertices, two numbers."""
        graph = self._graph
        weights = [graph.weight if frozenset((here, there)) in graph.weighed else 1 for there in onward]
        return [*weights, *[1] * (2 - len(weights))]

    def _write(self, step: list[int], onward: Iterable[Vertex], here: Vertex = APEX) -> None:
        self._steps.append(step)
        self._edges.append(tuple((here, there) for there in onward))
        if len(self._touched()) >= self._most_touched:
            self.end_stage()

    def _touched(self) -> set[int]:
        """Return the slots that the steps of the stage touch."""
        return {slot for step in self._steps for slot in step[1:4]}

    def end_stage(self) -> None:
        """Close a stage; a stage without steps is dropped."""
        if self._steps:
            touched, reflection = self._touched(), self._reflection(self._before)
            still = _some((slot for slot in self._before.values() if slot not in touched), reflection, _MOST_STILL)
            self._stages.append(Stage(np.array(self._steps, np.int64), tuple(self._edges), still, reflection))
        self._begin_stage()

    def _reflection(self, place: Mapping[Vertex, int]) -> Slots:
        graph = self._graph
        if not isinstance(graph, Frame) or not graph.is_symmetric:
            return ()
        return _renaming({slot: place[graph.reflect(vertex)] for vertex, slot in place.items()})

    def half(self, first: Slots) -> Half:
        """Return the plan, with the present slots of the vertices."""
        return Half(first, tuple(self._stages), dict(self._place), self._reflection(self._place))
