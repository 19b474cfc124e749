"""Uniform draws of the Hamiltonian cycles of a small graph.

Worms draw them where enough covers are single cycles; elsewhere, as on narrow boards, there are usually few cycles, and
a sweep counts and draws them exactly. Both have the same law, so it does not matter which one draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Final

from destrier.plain.sweep import HalfEdge, Sweep, TooManyStates, cycles
from destrier.plain.worms import Pairs, Walk

_NODES: Final = 1_200_000
"""Maximum number of nodes of a sweep: open tours of 4 x 64, the most, need 1,166,255, which takes five seconds."""

_WIDEST: Final = 15_000
"""Maximum number of nodes after a step, which wide graphs exceed in a third of a second; on 4 x 64, it is 6,256."""

_TRIES: Final = 200
"""Maximum number of cycles drawn until one meets the condition."""


class HamiltonianCycles:
    """The Hamiltonian cycles of a small graph whose edges may be parallel.

    Parameters
    ----------
    there, back
        The target of each move of each vertex, -1 if there is none, and the move that undoes it.
    cover
        Any cover, as the two moves of each vertex.
    """

    def __init__(self, there: Sequence[Sequence[int]], back: Sequence[Sequence[int]], cover: Pairs) -> None:
        self._there, self._back = there, back
        self._walk = Walk(there, back, cover)

    @cached_property
    def sweep(self) -> Sweep | None:
        """The sweep, or `None` if the graph is too wide for it."""
        try:
            return Sweep(_neighbours(self._there), most=_NODES, widest=_WIDEST)
        except TooManyStates:
            return None

    def draw(self, seed: int, is_tour: Callable[[Pairs], bool] | None = None) -> Pairs | None:
        """Return a uniformly random cycle as the two moves of each vertex.

        Parameters
        ----------
        seed
            The same seed gives the same cycle everywhere.
        is_tour
            A further condition on the cycle.

        Returns
        -------
        Pairs | None
            `None` if none was found; if `sweep` has the total 0, there is none.
        """
        drawn = None if self._walk.finds_few else self._walk.tour(seed, is_tour)
        if drawn is not None or self.sweep is None or not self.sweep.total:
            return drawn
        random = Random(seed)  # noqa: S311 (no secret)
        exact = (self.draw_exactly(random) for _ in range(_TRIES))
        return next((cycle for cycle in exact if is_tour is None or is_tour(cycle)), None)

    def draw_exactly(self, random: Random) -> Pairs:
        """Return a uniformly random cycle by the sweep, which must have found one."""
        assert self.sweep is not None
        return _pairs(self._there, self._back, self.sweep.draw(random))


def every_cycle(there: Sequence[Sequence[int]], back: Sequence[Sequence[int]]) -> Iterator[Pairs]:
    """Yield all Hamiltonian cycles of a graph, given like that of `HamiltonianCycles`, in an order determined by it."""
    return (_pairs(there, back, cycle) for cycle in cycles(_neighbours(there)))


def _neighbours(there: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[other for other in row if other >= 0] for row in there]


def _pairs(there: Sequence[Sequence[int]], back: Sequence[Sequence[int]], cycle: Iterable[HalfEdge]) -> Pairs:
    """Return the two moves of each vertex in a cycle given by its edges."""
    moves = [[move for move, other in enumerate(row) if other >= 0] for row in there]
    pairs: Pairs = [[] for _ in there]
    for vertex, place in cycle:
        move = moves[vertex][place]
        pairs[vertex].append(move)
        pairs[there[vertex][move]].append(back[vertex][move])
    return pairs
