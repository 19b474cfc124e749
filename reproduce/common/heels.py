"""An exhaustive search for all turns of four knights in formation at the bottom.

A *heel* is the path of the quartet down along one diagonal and up along the next (see `quartet`). Its squares are those
that the quartet occupies. Any four paths that cover them, each from one of the first four squares to one of the last
four, can replace it. Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour" (2020), Section 4.2,
searched the 24 squares of their heel; a heel that begins some moves earlier or ends later has more squares.
`docs/taming.md` shows the best ones.

Heels repeat every eight columns, so turns and crossings are counted in eight columns of an infinite edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Final, NamedTuple, TypeAlias

from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.patterns.formation.quartet import HEEL, STEPS

Edge: TypeAlias = tuple[Square, Square]

_PERIOD: Final = 8
_ABOVE: Final = 8
"""Number of diagonal moves considered above a heel; lines further up have no crossings."""


class HeelCover(NamedTuple):
    """Four paths that cover the squares of a heel."""

    turns: int
    """The number of turns in eight columns."""
    crossings: int
    """The number of crossings in eight columns, including those that involve the diagonals above."""
    paths: tuple[tuple[Square, ...], ...]
    """The squares of each path, as (row, col)."""


def heel_squares(before: int = 0, after: int = 0) -> tuple[list[Square], list[Square], set[Square]]:
    """Return the first four squares of a heel, the last four, and all: 24, plus 4 per move before or after it."""
    top = (0, 0)
    tops = [top]
    for letter in "d" * before + HEEL + "u" * after:
        step = STEPS[letter][0]
        top = (top[0] + step[0], top[1] + step[1])
        tops.append(top)
    blocks = [[(row + down, col + right) for down, right in product(range(2), repeat=2)] for row, col in tops]
    return blocks[0], blocks[-1], set().union(*blocks)


def heel_covers(before: int = 0, after: int = 0) -> list[HeelCover]:
    """Return all covers of the squares of a heel by four paths, sorted by turns, then by crossings.

    The search extends one path after the other, move by move, and backtracks when a square is cut off.
    """
    first, last, squares = heel_squares(before, after)
    found = [_measured(paths) for paths in _search([], first, set(last), squares)]
    return sorted(found)


def _search(
    done: list[tuple[Square, ...]], waiting: Sequence[Square], goals: set[Square], free: set[Square]
) -> Iterator[tuple[tuple[Square, ...], ...]]:
    """Yield all ways to complete the remaining paths; their first squares and their goals are free."""
    if not waiting:
        if not free:
            yield tuple(done)
        return
    start, *rest = waiting
    if _is_cut_off(free, waiting, goals):
        return
    trail = [start]

    def extend(free: set[Square]) -> Iterator[tuple[tuple[Square, ...], ...]]:
        here = trail[-1]
        if here in goals:
            yield from _search([*done, tuple(trail)], rest, goals, free)
            return
        for there in _neighbours(here, free):
            if there not in rest:
                trail.append(there)
                left = free - {there}
                if not _is_cut_off(left | {there}, [*rest, there], goals):
                    yield from extend(left)
                trail.pop()

    yield from extend(free - {start})


def _neighbours(square: Square, among: set[Square]) -> list[Square]:
    return [there for row, col in MOVES if (there := (square[0] + row, square[1] + col)) in among]


def _is_cut_off(free: set[Square], starts: Sequence[Square], goals: set[Square]) -> bool:
    """Return whether a free square has too few moves left; the ends of paths need only one."""
    return any(
        len(_neighbours(square, free)) < 2 - (square in starts or square in goals)
        for square in free
        if not (square in starts and square in goals)
    )


def _measured(paths: tuple[tuple[Square, ...], ...]) -> HeelCover:
    whole = [_continued(path) for path in paths]
    turns = sum(
        a[0] + c[0] != 2 * b[0] or a[1] + c[1] != 2 * b[1]
        for path in whole
        for a, b, c in zip(path, path[1:], path[2:], strict=False)
    )
    edges = [edge for path in whole for edge in pairwise(path)]
    crossings = sum(interiors_meet(*one, *other) for one, other in combinations(edges, 2))
    reach = max(col for edge in edges for _, col in edge) - min(col for edge in edges for _, col in edge)
    for shift in range(_PERIOD, reach + _PERIOD, _PERIOD):
        moved = [((a, b + shift), (c, d + shift)) for (a, b), (c, d) in edges]
        crossings += sum(interiors_meet(*one, *other) for one, other in product(edges, moved))
    return HeelCover(turns, crossings, paths)


def _continued(path: tuple[Square, ...]) -> list[Square]:
    """Return a path extended by the diagonals on which the knight arrives and leaves."""
    (row, col), (last_row, last_col) = path[0], path[-1]
    come = [(row - step, col - 2 * step) for step in range(_ABOVE, 0, -1)]
    return [*come, *path, *((last_row - step, last_col - 2 * step) for step in range(1, _ABOVE + 1))]
