"""Uniformly random tours of small boards: covers stirred by worms, until one is a single cycle.

The method is that of `switching.worms`, on lists. A look at the cover follows a fixed number of worms, about ten steps
per square, after which the cover has forgotten the last look. If the looks were independent, the first tour seen would
be exactly uniform, by rejection; `docs/mixing.md` says what is proved and what is measured.

Cost: some 0.3 microseconds a step; on 8 x 8, every fourth look is a tour, and a tour takes a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

_STEPS: Final = 10
"""Average number of steps per square between two looks, at least."""

_WORMS: Final = 25
"""Number of worms between two looks, at least; they make more steps per square on smaller boards."""

_PATIENCE: Final = 20
"""Number of times the average number of steps after which all worms since the last look are undone, which does not
affect the law: the reverse way is as long."""

_LOOKS: Final = 4
"""Maximum number of looks per square; one in four sees a tour on 8 x 8, one in thirty on 16 x 16."""

_TRIALS: Final = 30, 0.5
"""Number of looks, and of looks per square, among which a tour must be if tours are not to be called rare."""

_DEAR: Final = 3_000_000
"""Number of steps, which take a second, after which a sweep is asked first whether there is a tour at all."""

_NODES: Final = 20_000
"""Maximum number of nodes of this sweep, which takes a tenth of a second."""

Pairs: TypeAlias = "list[list[int]]"
"""The two edges of each vertex. An edge from a vertex is a number: `vertex * width + move`."""


def edges_of(there: Sequence[Sequence[int]], back: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the target of each edge, -1 if there is none, and the same edge from its other end."""
    width = len(there[0])
    mates = [
        other * width + move
        for row, undone in zip(there, back, strict=True)
        for other, move in zip(row, undone, strict=True)
    ]
    return [other for row in there for other in row], mates


def words_of(pairs: Pairs) -> list[int]:
    """Return a cover as a word for each vertex, with a bit for each of its two moves."""
    return [1 << one | 1 << other for one, other in pairs]


class Walk:
    """A random walk on the covers of a graph whose edges may be parallel.

    Parameters
    ----------
    there, back
        The target of each move of each vertex, -1 if there is none, and the move that undoes it.
    cover
        Any cover: the two moves of each vertex.

    Attributes
    ----------
    finds_few
        Whether cycles are rare among the covers.
    """

    def __init__(self, there: Sequence[Sequence[int]], back: Sequence[Sequence[int]], cover: Pairs) -> None:
        width = len(there[0])
        self._target, self._mate = edges_of(there, back)
        self._steps = [
            [
                (edge, self._mate[edge], other, side)
                for edge, other in enumerate(row, vertex * width)
                if other >= 0
                for side in (0, 1)
            ]
            for vertex, row in enumerate(there)
        ]
        self._width = width
        self._start = [[vertex * width + move for move in pair] for vertex, pair in enumerate(cover)]
        self._worms, self._limit = _WORMS, _PATIENCE * _WORMS * _STEPS * len(cover)
        self._calibrate()

    def _calibrate(self) -> None:
        """Stir the cover, set the number of worms between two looks, and their maximum number of steps, and look."""
        draw, enough, sends, steps = Random(0).random, _STEPS * len(self._start), 0, 0  # noqa: S311 (no secret)
        while steps < 4 * enough:
            steps += self._send(self._start, draw)
            sends += 1
        self._worms = max(_WORMS, enough * _WORMS * sends // steps)
        self._limit = _PATIENCE * self._worms * steps // (_WORMS * sends)
        some, more = _TRIALS
        looks, dear = int(some + more * len(self._start)), _PATIENCE * _DEAR // self._limit
        self.finds_few = self._look(self._start, min(looks, dear), draw) is None
        if self.finds_few and dear < looks and self._may_find_one():
            self.finds_few = self._look(self._start, looks - dear, draw) is None

    def _may_find_one(self) -> bool:
        """Return whether a quick sweep finds a cycle, or cannot tell."""
        from destrier.plain.settled import find_cycle
        from destrier.plain.sweep import TooManyStates

        pairs = ((edge // self._width, other) for edge, other in enumerate(self._target))
        edges = [(vertex, other) for vertex, other in pairs if vertex < other]
        try:
            return find_cycle(len(self._start), edges, 0, most=_NODES) is not None
        except TooManyStates:
            return True

    def tour(self, seed: int, is_tour: Callable[[Pairs], bool] | None = None) -> Pairs | None:
        """Return a uniformly random cover that is a single cycle, as the two moves of each vertex.

        Parameters
        ----------
        seed
            The same seed gives the same cover everywhere.
        is_tour
            A further condition on the cover.

        Returns
        -------
        Pairs | None
            `None` if none of the covers looked at is one.
        """
        pairs = [pair.copy() for pair in self._start]
        return self._look(pairs, _LOOKS * len(pairs), Random(seed).random, is_tour)  # noqa: S311 (no secret)

    def _look(
        self, pairs: Pairs, looks: int, draw: Callable[[], float], is_tour: Callable[[Pairs], bool] | None = None
    ) -> Pairs | None:
        """Stir a cover, in place, until it is a tour; return its moves, or `None` if none of the looks finds one."""
        for _ in range(looks):
            self._send(pairs, draw)
            if self._is_one_cycle(pairs):
                moves = [[one % self._width, other % self._width] for one, other in pairs]
                if is_tour is None or is_tour(moves):
                    return moves
        return None

    def _is_one_cycle(self, pairs: Pairs) -> bool:
        """Whether a cover is a single cycle."""
        target, mate = self._target, self._mate
        edge, length = pairs[0][0], 0
        while length == 0 or edge != pairs[0][0]:
            one, other = pairs[target[edge]]
            edge = other if one == mate[edge] else one
            length += 1
        return length == len(pairs)

    def _send(self, pairs: Pairs, draw: Callable[[], float]) -> int:
        """Send worms through a cover, in place, and return the number of steps; undo them if there are too many.

        A step chooses an edge of the head and one of the two edges of its target. Its reverse is as likely if each head
        counts as often as it has edges, so the law of the covers is uniform.
        """
        target, mate, options = self._target, self._mate, self._steps
        before = [pair.copy() for pair in pairs]
        steps, limit = 0, self._limit
        for _ in range(self._worms):
            tail = int(draw() * len(pairs))
            edge = pairs[tail].pop(draw() < 0.5)
            head = target[edge]
            pairs[head].remove(mate[edge])
            while True:
                steps += 1
                if steps > limit:
                    pairs[:] = before
                    return steps
                ways = options[head]
                edge, came, other, side = ways[int(draw() * len(ways))]
                mine = pairs[head]
                if edge in mine:
                    continue
                mine.append(edge)
                pair = pairs[other]
                if other == tail:
                    pair.append(came)
                    break
                edge = pair[side]
                pair[side] = came
                head = target[edge]
                pairs[head].remove(mate[edge])
        return steps
