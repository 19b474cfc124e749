"""The two algorithms of the paper in their plainest form, for small lengths and to check the fast ones.

A path is a tuple of squares `(row, col)` that begins with its smallest square, at 0,0, and continues with the smaller
of the two moves from there, to the neighbour further left. Each fixed path therefore has a unique form and a unique
word: its moves, a digit each.

Source: Kapralov and others, Section 2 (Algorithms 1 and 2) and Section 3 (minimal representatives).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES
from destrier.core.types import Square

Path: TypeAlias = tuple[Square, ...]

ROOT = 0, 0


def depth_first(k: int) -> Iterator[Path]:
    """Yield all fixed closed paths of length k, by Algorithm 1: walk k squares, and check that the last leads home."""

    def walk(path: list[Square]) -> Iterator[Path]:
        if len(path) == k:
            if path[1][1] < path[-1][1] and ROOT in _onward(path[-1]):
                yield tuple(path)
            return
        for square in _onward(path[-1]):
            if square > ROOT and square not in path and max(map(abs, square)) <= 2 * (k - len(path)):
                yield from walk([*path, square])

    yield from walk([ROOT])


def two_halves(k: int) -> Iterator[Path]:
    """Yield all fixed closed paths of length k, by Algorithm 2: two disjoint walks of k / 2 moves to one square."""
    walks: dict[Square, list[Path]] = defaultdict(list)

    def walk(path: Path) -> None:
        if len(path) == k // 2 + 1:
            walks[path[-1]].append(path)
            return
        for square in _onward(path[-1]):
            if square > ROOT and square not in path:
                walk((*path, square))

    walk((ROOT,))
    for halves in walks.values():
        for one, other in combinations(halves, 2):
            if not set(one[1:-1]) & set(other[1:-1]):
                first, second = sorted((one, other), key=lambda half: half[1][1])
                yield first + second[-2:0:-1]


def _onward(square: Square) -> list[Square]:
    return [(square[0] + drow, square[1] + dcol) for drow, dcol in MOVES]


def images(path: Path) -> set[Path]:
    """Return the images of a path, as fixed paths, under the eight symmetries of the square."""
    turned = list(path)
    found = set()
    for _ in range(4):
        turned = [(col, -row) for row, col in turned]
        found.add(_written(turned))
        found.add(_written([(row, -col) for row, col in turned]))
    return found


def canonical(path: Path) -> Path:
    """Return the image with the smallest word, the same for all paths of a class."""
    return min(images(path), key=word)


def _written(squares: list[Square]) -> Path:
    """Return the canonical form of a closed path given from any square in any direction."""
    start = squares.index(min(squares))
    row, col = squares[start]
    moved = [(r - row, c - col) for r, c in squares[start:] + squares[:start]]
    return tuple(moved) if moved[1][1] < moved[-1][1] else (moved[0], *moved[:0:-1])


def word(path: Path) -> str:
    """Return the moves of a closed path, a digit each."""
    return "".join(
        str(MOVES.index((there[0] - here[0], there[1] - here[1])))
        for here, there in zip(path, [*path[1:], path[0]], strict=True)
    )


def crossings(path: Path) -> int:
    """Return the number of pairs of moves that cross."""
    edges = list(zip(path, [*path[1:], path[0]], strict=True))
    return sum(interiors_meet(*one, *other) for one, other in combinations(edges, 2))


def area(path: Path) -> float:
    """Return the enclosed area, each part weighted by its winding number, by the shoelace formula."""
    pairs = zip(path, [*path[1:], path[0]], strict=True)
    return abs(sum(row * next_col - next_row * col for (row, col), (next_row, next_col) in pairs)) / 2
