"""Find the rims with the fewest crossings a column where flat lines end, and prove that there are none with fewer.

    python lab/least_rims.py top                # 2.1923 (57 in 26 columns) in four rows, ten seconds
    python lab/least_rims.py bottom             # 2, half a minute
    python lab/least_rims.py top --rows 3       # 2.6

Each square of the rim's last row is the end of a flat line, and the lines are tied to each other at the edge beside
the rim, too (see `tame_crossings`). Lines from the top lead to the left edge, where each is tied to the third one from
it; lines from the bottom lead to the right edge, where they are tied as an odd number of columns demands. Rims must not
close loops with these ties, or the tour would not be one cycle.

The columns of a rim are laid one after the other. A state is what the next column has to know: the moves from the last
column, which may cross others, and for each square further right whether it has moves, and which square the path that
ends there leads to. Two paths come from the left for ever; without them all paths would be loops. The rims are then the
walks in a graph of states, and the one with the fewest crossings a column is the cycle of least mean. It is least if
some potentials make every step cost at least its mean, which is checked in integers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES

_MOVES: Final = (0, 1, 6, 7)
"""The moves to the right."""

_STEPS: Final = tuple((-MOVES[move][0], MOVES[move][1]) for move in _MOVES)
"""The rows away from the edge, and the columns, of each."""

TIES: Final[dict[str, tuple[int, ...]]] = {"top": (3, 0), "bottom": (3, 5, 3, 0, 3, 0, 0, 0)}
"""To which line further right the line of a column is tied, for each column of a period; 0 if to one further left.

The top is turned by 180 degrees.
"""

_FULL: Final = -1
"""Instead of a square's other end: it has two moves."""

_AFAR: Final = -2
"""Instead of the other end of a path: it comes from the left for ever."""

Edges: TypeAlias = tuple[int, ...]
"""The moves to the right of a column's squares, a bit for each of `_STEPS`."""


class State(NamedTuple):
    """What the next column has to know."""

    phase: int
    edges: Edges
    ends: tuple[int, ...]
    """For each square of the next columns, the other end of the path that ends there: itself if it has no move."""


class Graph(NamedTuple):
    """All steps from state to state, sorted by the first."""

    states: Sequence[Any]
    sources: Any
    targets: Any
    costs: Any


def steps(state: State, rows: int, ties: tuple[int, ...]) -> Iterator[tuple[State, int]]:
    """Each state after one more column, and the crossings that it adds."""
    tied = ties[state.phase]
    ends = _joined(list(state.ends), rows - 1, tied * rows + rows - 1) if tied else list(state.ends)
    if ends is None:
        return
    for edges, after in _filled(ends, 0, rows):
        shifted = tuple(end - rows if end >= 0 else end for end in after[rows:])
        fresh = tuple(range(len(shifted), len(shifted) + rows))
        following = State((state.phase + 1) % len(ties), edges, shifted + fresh)
        yield following, _crossings_inside(edges) + _crossings_between(state.edges, edges)


def _filled(ends: list[int], row: int, rows: int) -> Iterator[tuple[Edges, list[int]]]:
    """All ways to give the squares of the first column, from this row on, the moves that they lack."""
    if row == rows:
        yield (), ends
        return
    lacking = 0 if ends[row] == _FULL else 2 if ends[row] == row else 1
    possible = [step for step, (down, _) in enumerate(_STEPS) if 0 <= row + down < rows]
    for chosen in combinations(possible, lacking):
        joined: list[int] | None = ends
        for step in chosen:
            down, right = _STEPS[step]
            joined = joined and _joined(joined, row, right * rows + row + down)
        if joined:
            for others, after in _filled(joined, row + 1, rows):
                yield (sum(1 << step for step in chosen), *others), after


def _joined(ends: list[int], one: int, other: int) -> list[int] | None:
    """The ends after a move between two squares; `None` if it cannot be, or would close a loop."""
    far, farther = ends[one], ends[other]
    if _FULL in (far, farther) or far == other or far == farther == _AFAR:
        return None
    ends = ends.copy()
    if far != one:
        ends[one] = _FULL
    if farther != other:
        ends[other] = _FULL
    for here, there in ((far, farther), (farther, far)):
        if here != _AFAR:
            ends[here] = there
    return ends


@cache
def _crossings_between(left: Edges, right: Edges) -> int:
    """Between moves from a column and moves from the next."""
    return sum(_cross((*one, 0), (*other, 1)) for one, other in product(_listed(left), _listed(right)))


@cache
def _crossings_inside(edges: Edges) -> int:
    return sum(_cross((*one, 0), (*other, 0)) for one, other in combinations(_listed(edges), 2))


def _listed(edges: Edges) -> list[tuple[int, int]]:
    return [(row, step) for row, bits in enumerate(edges) for step in range(4) if bits >> step & 1]


def _cross(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two moves, each by row, step and column, cross."""
    ends = (((row, col), (row + _STEPS[step][0], col + _STEPS[step][1])) for row, step, col in (one, other))
    return interiors_meet(*chain(*ends))


def graph_of(rows: int, ties: tuple[int, ...]) -> Graph:
    """All states that follow each other, from any two squares to which the paths from the left lead."""
    untouched = range((max(ties) + 1) * rows)
    states: dict[State, int] = {}
    for pair, phase in product(combinations(range(2 * rows), 2), range(len(ties))):
        ends = tuple(_AFAR if square in pair else square for square in untouched)
        states.setdefault(State(phase, (0,) * rows, ends), len(states))
    listed, found = list(states), []
    for number, state in enumerate(listed):  # grows
        for following, crossings in steps(state, rows, ties):
            target = states.setdefault(following, len(states))
            if target == len(listed):
                listed.append(following)
            found.append((number, target, crossings))
    return without_dead_ends(Graph(listed, *np.array(found).T))


def without_dead_ends(graph: Graph) -> Graph:
    """The steps that may be followed by others for ever."""
    while True:
        leading_on = np.zeros(len(graph.states), bool)
        leading_on[graph.sources] = True
        stays = leading_on[graph.targets]
        if stays.all():
            return graph
        graph = Graph(graph.states, *(array[stays] for array in graph[1:]))


class Least(NamedTuple):
    """The cycle of least mean cost."""

    mean: Fraction
    steps: list[int]
    potentials: Any
    """For each state, how much less than the mean a step all walks from it may cost, times the mean's denominator; not
    above 0."""


def least_cycle(graph: Graph) -> Least:
    """The cycle of least mean cost, with potentials that prove it."""
    mean, best = Fraction(int(graph.costs.max()) + 1), list[int]()
    while True:
        potentials, cycle = _settle(graph, mean)
        if not cycle:
            return Least(mean, best, potentials)
        best, mean = cycle, Fraction(int(graph.costs[cycle].sum()), len(cycle))


def _settle(graph: Graph, mean: Fraction) -> tuple[Any, list[int] | None]:
    """Potentials that prove that no cycle has less than this mean, or such a cycle."""
    costs = graph.costs * mean.denominator - mean.numerator
    sources, starts = np.unique(graph.sources, return_index=True)
    place = np.zeros(len(graph.states), np.int64)
    place[sources] = np.arange(len(sources))
    targets = place[graph.targets]
    potentials = np.zeros(len(sources), np.int64)
    chosen = np.full(len(sources), -1)
    for turn in range(10**6):
        through = costs + potentials[targets]
        lower = np.minimum.reduceat(through, starts)
        improved = np.flatnonzero(lower < potentials)
        if not len(improved):
            assert (through >= potentials[place[graph.sources]]).all()
            return potentials[place], None
        is_least = np.flatnonzero(through == np.repeat(lower, np.diff([*starts, len(costs)])))
        firsts = is_least[np.searchsorted(is_least, starts[improved])]
        chosen[improved], potentials[improved] = firsts, lower[improved]
        if turn % 8 == 7 and (cycle := _cycle(chosen, targets)):
            return potentials[place], cycle
    raise AssertionError("the potentials do not settle")


def _cycle(chosen: Any, targets: Any) -> list[int] | None:
    """A cycle of the chosen steps, if there is one."""
    seen = np.zeros(len(chosen), np.int64)
    for start in range(len(chosen)):
        at = start
        while chosen[at] >= 0 and not seen[at]:
            seen[at] = start + 1
            at = targets[chosen[at]]
        if chosen[at] >= 0 and seen[at] == start + 1:
            cycle, first = [int(chosen[at])], at
            while (at := targets[cycle[-1]]) != first:
                cycle.append(int(chosen[at]))
            return cycle
    return None


def rim(graph: Graph, cycle: list[int], rows: int) -> Any:
    """The moves array of a cycle, with the rows counted from the edge; the last row leads on to the lines."""
    first = graph.states[graph.targets[cycle[0]]].phase - 1
    moves = np.zeros((rows, len(cycle)), np.uint8)
    for place, step in enumerate(cycle):
        for row, number in _listed(graph.states[graph.targets[step]].edges):
            down, right = _STEPS[number]
            moves[row, place] |= 1 << _MOVES[number]
            moves[row + down, (place + right) % len(cycle)] |= 1 << (_MOVES[number] + 4) % 8
    moves[-1] |= 1
    return np.roll(moves, first, axis=1)


def main() -> None:
    """Find a rim, and print it with the rows from the edge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("edge", choices=list(TIES), help="which edge of the board")
    parser.add_argument("--rows", type=int, default=4, help="rows of the rim")
    arguments = parser.parse_args()
    graph = graph_of(arguments.rows, TIES[arguments.edge])
    mean, cycle, _ = least_cycle(graph)
    sys.stdout.write(f"{len(graph.states)} states, {len(graph.costs)} steps\n")
    crossings = int(graph.costs[cycle].sum())
    sys.stdout.write(f"{crossings} crossings in {len(cycle)} columns: {float(mean):.4f} each, the least\n")
    for row in rim(graph, cycle, arguments.rows):
        sys.stdout.write(f"{bytes(row).hex()}\n")


if __name__ == "__main__":
    main()
