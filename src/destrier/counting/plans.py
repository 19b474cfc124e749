"""Plans: the small steps by which a frontier sweeps a board.

A graph is split into a *left* and a *right* half that share no edge and at most sixteen vertices, the *frontier*. All
that the other half needs to know about a set of edges of one half is how many of them end at each vertex of the
frontier, and which of these vertices its paths connect: a *state*, see `frontiers`. A half is built from nothing, edge
by edge; a plan gives the order, and the *slot*, one of sixteen, in which each vertex of the frontier is kept.

**Steps.** A step decides on one edge between two vertices of the frontier (`EDGE`), or lets a vertex go (`RETIRE`): all
its edges are decided except one or two, to vertices that may enter the frontier just now, and it takes as many of these
as it lacks. The slot that it leaves is free for one that enters. Edges may be required, and then are always taken, or
forbidden, and then are not in the plan.

**Stages.** Steps that touch only some slots are a stage. The other slots keep their degrees, so states that differ
there never meet within the stage: they fall into independent blocks, which are small and can be processed in parallel.
If the graph is its own reflection (rows upside down), so is every stage, and one block stands for two.

**Boards.** A sweep runs along the columns. When the frontier is columns c-1 and c,

    cross:   the edges between columns c-1 and c, in two stages, one for the rows of each residue
    advance: column c-1 takes its edges to column c+1 and retires

Before the first cross, and after each advance, come the edges to the *apex* if there is one: an open tour is a closed
one through an additional vertex, the apex, next to all squares where it may end.

**Quotients.** The tours that a symmetry maps onto themselves are tours of the quotient, whose vertices and edges are
the orbits of squares and moves (see `symmetric`). A quotient's vertex is the orbit's member that `fold` names; the
edges that the sweep does not pass make the right half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.counting.conditions import image
from destrier.support.errors import UnsupportedBoard

Edge: TypeAlias = tuple[Square, Square]
Slots: TypeAlias = tuple[int, ...]

SLOTS: Final = 16
"""The slots of a frontier, whose mates of four bits each fill a word."""

EDGE, RETIRE = range(2)

_NUMBERS: Final = 9
"""The numbers of a step; see `Stage`."""

APEX: Final = (-1, -1)
"""The vertex beside the board through which open tours close."""


@dataclass(frozen=True)
class Stage:
    """Steps that leave some slots alone."""

    steps: NDArray[np.int64]
    """(count, 9): the kind; the slot; the slots of up to two other vertices (-1: none); as bits, the slots of vertices
    that enter; as bits, the slots that must have an edge after the step, since only one edge is left to them; as bits,
    the edges of the choice that are required; the weights of the two edges of the choice."""
    edges: tuple[tuple[Edge, ...], ...]
    """The edges that bits 0 and 1 of a choice stand for, by step."""
    still: Slots
    """The slots that the steps leave alone."""
    reflection: Slots
    """The slot of each slot's mirror image before the first step; empty if the plan is not symmetric."""


@dataclass(frozen=True)
class Half:
    """One half of a graph: the slots in use at the start, the stages, and where each vertex is at the end."""

    first: Slots
    stages: tuple[Stage, ...]
    place: Mapping[Square, int]
    reflection: Slots


@dataclass(frozen=True)
class Halves:
    """A graph in two halves."""

    left: Half
    right: Half
    renaming: Slots
    """The slot in the left half of each slot of the right half when they meet."""
    odd: bool = False
    """Whether only cycles with an odd number of edges in the right half count."""


@dataclass(frozen=True)
class Frame:
    """A board to be swept along its columns, or the quotient of one."""

    rows: int
    cols: int
    ends: frozenset[Square] | None = None
    """The squares next to the apex, or `None` if there is no apex."""
    required: frozenset[frozenset[Square]] = frozenset()
    """The edges that have to be taken, to the apex, too."""
    forbidden: frozenset[frozenset[Square]] = frozenset()
    """The edges that must not be taken."""
    weighed: frozenset[frozenset[Square]] = frozenset()
    weight: int = 1
    """The edges for each of which a tour counts `weight` times as much."""
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

    def edges(self) -> Counter[frozenset[Square]]:
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

    def allows(self, edge: Iterable[Square]) -> bool:
        """Whether an edge is not forbidden."""
        return frozenset(edge) not in self.forbidden

    def requires(self, edge: Iterable[Square]) -> bool:
        """Whether an edge has to be taken."""
        return frozenset(edge) in self.required


@dataclass(frozen=True)
class Column:
    """The steps between two columns of a long board, for states of columns c-1 and c before they are crossed."""

    first: Slots
    begin: NDArray[np.int64]
    """The edges from the first column to the apex."""
    advance: NDArray[np.int64]
    """From columns c-1 and c to the next two."""
    close: NDArray[np.int64]
    """The edges that are left if column c is the last one."""
    renaming: Slots
    """The slot that each slot after `advance` stood for before it, one column earlier."""
    reflection: Slots
    """The slot of each slot's mirror image."""


def board_halves(frame: Frame) -> Halves:
    """Return the two halves of a board, or of its upper half, swept from both sides to the middle."""
    left = _sweep(frame, frame.cols // 2, crossing=True)
    right = _sweep(frame.mirrored(), frame.cols - frame.cols // 2, crossing=False)
    return Halves(left, right, _renaming({slot: left.place[frame.mirror(at)] for at, slot in right.place.items()}))


def strip_column(rows: int, *, apex: bool) -> Column:
    """Return the steps that lead a frontier one column on, far from the sides of the board."""
    col, cols = 3, 7  # with undecided edges on either side, so that no vertex is known to lack one
    ends = frozenset((row, col) for row, col in product(range(rows), range(cols))) if apex else None
    frame = Frame(rows, cols, ends=ends)
    vertices = [*frame.column(col - 1), *frame.column(col), *([APEX] if apex else [])]
    place = {vertex: slot for slot, vertex in enumerate(vertices)}
    left_to_decide = Counter(vertex for edge in frame.edges().elements() for vertex in edge)

    def written(*parts: tuple[Callable[[_Writer, Frame, int], None], int]) -> Half:
        writer = _Writer(dict(place), left_to_decide.copy(), frame)
        for write, at in parts:
            write(writer, frame, at)
        return writer.half(tuple(place.values()))

    ahead = written((_write_cross, col), (_write_advance, col), (_write_ends, col))
    back = {vertex: vertex if vertex == APEX else (vertex[0], vertex[1] - 1) for vertex in ahead.place}
    return Column(
        first=ahead.first,
        begin=_steps_of(written((_write_ends, col - 1))),
        advance=_steps_of(ahead),
        close=_steps_of(written((_write_cross, col), (_write_ends, col))),
        renaming=_renaming({slot: place[back[vertex]] for vertex, slot in ahead.place.items()}),
        reflection=_renaming({slot: place[frame.reflect(vertex)] for vertex, slot in place.items()}),
    )


def _steps_of(half: Half) -> NDArray[np.int64]:
    """Return the steps of all stages, one after the other."""
    return np.array([step for stage in half.stages for step in stage.steps], np.int64).reshape(-1, _NUMBERS)


def quotient_halves(frame: Frame, *, odd: bool = False) -> Halves:
    """Return the left half of a board that a symmetry maps onto the right half, and the edges that lead on from there.

    A cycle must have edges in both halves. So the apex, or the top of a column in the middle, keeps its edges for the
    right one; on other boards the left half has no cycle, or none that counts: it is bipartite, and the symmetry maps
    it to the other half.
    """
    middle = (frame.cols - 1) // 2
    held = APEX if frame.ends is not None else (0, middle) if frame.cols % 2 else None
    left = _sweep(frame, middle, crossing=True, held=held)
    swept = Counter(frozenset(edge) for stage in left.stages for edges in stage.edges for edge in edges)
    return Halves(left, _rest(left, frame.edges() - swept), tuple(range(SLOTS)), odd)


def star_halves(frame: Frame) -> Halves:
    """Return a quotient of at most sixteen vertices as the edges of one vertex, and all others."""
    edges = frame.edges()
    vertices = sorted({vertex for edge in edges for vertex in edge})
    star = Counter({edge: count for edge, count in edges.items() if vertices[0] in edge})
    empty = Half(tuple(range(len(vertices))), (), {vertex: slot for slot, vertex in enumerate(vertices)}, ())
    return Halves(_rest(empty, star), _rest(empty, edges - star), tuple(range(SLOTS)))


def _renaming(slots: Mapping[int, int]) -> Slots:
    """Return the new slot of each slot; those not named are not in use, in either half."""
    spare = iter(sorted(set(range(SLOTS)) - set(slots.values())))
    return tuple(slots[slot] if slot in slots else next(spare) for slot in range(SLOTS))


def _rest(left: Half, edges: Counter[frozenset[Square]]) -> Half:
    """Return the half made of these edges between vertices of the frontier of `left`, in the same slots."""
    writer = _Writer(dict(left.place), Counter())
    for edge in sorted(tuple(sorted(edge)) for edge in edges.elements()):
        writer.decide(edge[0], edge[1])
    writer.end_stage()
    return writer.half(tuple(left.place.values()))


def _sweep(frame: Frame, cols: int, *, crossing: bool, held: Square | None = None) -> Half:
    """Sweep from the empty board to the frontier of columns `cols - 1` and `cols`; then cross it, or not.

    All edges of the vertex `held` are left out, so that it stays, and so do its neighbours.
    """
    beside = ([] if frame.ends is None else [APEX]) + ([] if held is None else [held])
    vertices = list(dict.fromkeys([*frame.column(0), *frame.column(1), *beside]))
    if len(vertices) > SLOTS:
        raise UnsupportedBoard(f"a frontier has {SLOTS} vertices at most, this one {len(vertices)}")
    left_to_decide = Counter(vertex for edge in frame.edges().elements() for vertex in edge)
    place = {vertex: slot for slot, vertex in enumerate(vertices)}
    writer = _Writer(place, left_to_decide, frame, held)
    first = tuple(place.values())
    _write_ends(writer, frame, 0)
    for col in range(1, cols):
        _write_cross(writer, frame, col)
        _write_advance(writer, frame, col)
        _write_ends(writer, frame, col)
    if crossing:
        _write_cross(writer, frame, cols)
    return writer.half(first)


def _write_ends(writer: _Writer, frame: Frame, col: int) -> None:
    for square in frame.column(col):
        if square in (frame.ends or ()):
            writer.decide(square, APEX)
    writer.end_stage()


def _write_cross(writer: _Writer, frame: Frame, col: int) -> None:
    """Write the edges to column `col` from the one before: first those of rows 0 and 3, 4 and 7, and so on."""
    squares = frame.column(col - 1)
    first = [square for square in squares if not (square[0] % 4 and (frame.rows - 1 - square[0]) % 4)]
    for part in (first, [square for square in squares if square not in first]):
        for square in sorted(part, key=lambda square: -min(square[0], frame.rows - 1 - square[0])):
            for there in frame.onward(square, 1):
                writer.decide(square, there)
        writer.end_stage()


def _write_advance(writer: _Writer, frame: Frame, col: int) -> None:
    """Retire column `col - 1`, down the even rows and up the odd ones, so that at most two rows wait for a slot."""
    squares = frame.column(col - 1)
    for square in squares[::2] + squares[1::2][::-1]:
        writer.retire(square, frame.onward(square, 2))
    writer.end_stage()


class _Writer:
    """A writer of plans, which keeps account of slots and of the edges that are still to be decided."""

    def __init__(
        self,
        place: dict[Square, int],
        left_to_decide: Counter[Square],
        frame: Frame | None = None,
        held: Square | None = None,
    ) -> None:
        self._place, self._left_to_decide, self._frame, self._held = place, left_to_decide, frame, held
        self._stages: list[Stage] = []
        self._begin_stage()

    def _begin_stage(self) -> None:
        self._steps: list[list[int]] = []
        self._edges: list[tuple[Edge, ...]] = []
        self._free: list[int] = []
        self._before = dict(self._place)

    def decide(self, here: Square, there: Square) -> None:
        """Take an edge between two vertices of the frontier or leave it out."""
        if self._held in (here, there) or not self._allows(here, there):
            return
        self._left_to_decide.subtract((here, there))
        owing = [vertex for vertex in (here, there) if self._left_to_decide[vertex] == 1]
        slots = [self._place[here], self._place[there], -1]
        owed = sum(1 << self._place[vertex] for vertex in owing)
        self._steps.append([EDGE, *slots, 0, owed, self._required(here, [there]), *self._weights(here, [there])])
        self._edges.append(((here, there),))

    def retire(self, here: Square, onward: list[Square]) -> None:
        """Let a vertex go that has edges to at most these; those of them that are new take the free slots."""
        if self._held in onward:
            return
        slot = self._place.pop(here)
        self._free.append(slot)
        entering = [vertex for vertex in onward if vertex not in self._place]
        for vertex in entering:
            self._place[vertex] = self._free.pop()
        allowed = [vertex for vertex in onward if self._allows(here, vertex)]
        slots = [self._place[vertex] for vertex in allowed]
        self._steps.append([RETIRE, slot, *slots, *[-1] * (2 - len(slots))])
        self._steps[-1] += [sum(1 << self._place[vertex] for vertex in entering), 0, self._required(here, allowed)]
        self._steps[-1] += self._weights(here, allowed)
        self._edges.append(tuple((here, vertex) for vertex in allowed))
        self._left_to_decide.subtract(allowed)

    def _allows(self, here: Square, there: Square) -> bool:
        return self._frame is None or self._frame.allows((here, there))

    def _required(self, here: Square, onward: list[Square]) -> int:
        """Return, as bits, those of the edges to these vertices that are required."""
        if self._frame is None:
            return 0
        return sum(1 << number for number, there in enumerate(onward) if self._frame.requires((here, there)))

    def _weights(self, here: Square, onward: list[Square]) -> list[int]:
        """Return the weights of the edges to these vertices, two numbers."""
        frame = self._frame
        weights = [frame.weight if frame and frozenset((here, there)) in frame.weighed else 1 for there in onward]
        return [*weights, *[1] * (2 - len(weights))]

    def end_stage(self) -> None:
        """Close a stage; a stage without steps is dropped."""
        if self._steps:
            touched = {slot for step in self._steps for slot in step[1:4]}
            still = tuple(slot for slot in self._before.values() if slot not in touched)
            steps = np.array(self._steps, np.int64)
            self._stages.append(Stage(steps, tuple(self._edges), still, self._reflection(self._before)))
        self._begin_stage()

    def _reflection(self, place: Mapping[Square, int]) -> Slots:
        if self._frame is None or not self._frame.is_symmetric:
            return ()
        return _renaming({slot: place[self._frame.reflect(vertex)] for vertex, slot in place.items()})

    def half(self, first: Slots) -> Half:
        """Return the plan, with the present slots of the vertices."""
        return Half(first, tuple(self._stages), dict(self._place), self._reflection(self._place))
