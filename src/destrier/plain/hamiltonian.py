"""Uniform draws of the Hamiltonian cycles of a small graph.

Worms draw them where enough covers are single cycles; elsewhere, as on narrow boards, there are usually few cycles, and
a sweep counts and draws them exactly. Both have the same law, so it does not matter which one draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Final

from destrier.plain.sweep import Sweep, TooManyStates
from destrier.plain.worms import Pairs, Walk

_NODES: Final = 100_000
"""Maximum number of nodes of a sweep, which takes a third of a second."""

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
    def _moves(self) -> list[list[int]]:
        """The moves that each vertex has."""
        return [[move for move, other in enumerate(row) if other >= 0] for row in self._there]

    @cached_property
    def sweep(self) -> Sweep | None:
        """The sweep, or `None` if the graph is too wide for it."""
        neighbours = [[row[move] for move in moves] for row, moves in zip(self._there, self._moves, strict=True)]
        try:
            return Sweep(neighbours, most=_NODES)
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
        pairs: Pairs = [[] for _ in self._there]
        for vertex, place in self.sweep.draw(random):
            move = self._moves[vertex][place]
            pairs[vertex].append(move)
            pairs[self._there[vertex][move]].append(self._back[vertex][move])
        return pairs
