"""Which covers of small boards the switches of the mixing chain lead to: all of them listed, in plain Python."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from helpers import naive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.naive import Edge, Square

    Cover = frozenset[Edge]


def covers(board: set[Square], ends: tuple[Square, ...] = ()) -> Iterator[Cover]:
    """Every set of edges with two at each square, but one at each end."""
    squares = sorted(board)
    lacking = {square: 1 if square in ends else 2 for square in squares}
    chosen: list[Edge] = []

    def extend(number: int) -> Iterator[Cover]:
        if number == len(squares):
            yield frozenset(chosen)
            return
        square = squares[number]
        later = [other for other in naive.neighbours(square, board) if other > square and lacking[other]]
        for others in combinations(later, lacking[square]):
            for other in others:
                lacking[other] -= 1
                chosen.append(frozenset((square, other)))
            yield from extend(number + 1)
            for other in others:
                lacking[other] += 1
                chosen.pop()

    yield from extend(0)


def alternating_cycles(board: set[Square]) -> list[tuple[Cover, Cover]]:
    """The two halves of every cycle of four edges, and of six whose moves do not cancel in pairs."""
    found = set()
    for start in board:
        walks = [[start]]
        for length in range(1, 6):
            walks = [
                [*walk, square]
                for walk in walks
                for square in naive.neighbours(walk[-1], board)
                if square > start and square not in walk
            ]
            if length in (3, 5):
                for walk in walks:
                    if start in naive.neighbours(walk[-1], board) and (length == 3 or not _cancels([*walk, start])):
                        edges = [frozenset(pair) for pair in zip(walk, [*walk[1:], start], strict=True)]
                        found.add(frozenset((frozenset(edges[::2]), frozenset(edges[1::2]))))
    return [(one, other) for one, other in map(tuple, found)]


def _cancels(walk: list[Square]) -> bool:
    """Whether each move of a closed walk occurs as often as its opposite."""
    net: dict[Square, int] = defaultdict(int)
    for (row, col), (to_row, to_col) in pairwise(walk):
        move = to_row - row, to_col - col
        net[max(move, (-move[0], -move[1]))] += 1 if move > (-move[0], -move[1]) else -1
    return not any(net.values())


def backbites(cover: Cover, board: set[Square], ends: tuple[Square, ...]) -> Iterator[Cover]:
    """The covers that one new move of an end gives."""
    for end in ends:
        for square in naive.neighbours(end, board):
            added = frozenset((end, square))
            if added not in cover:
                for edge in cover:
                    if square in edge:
                        yield cover - {edge} | {added}


def classes(rows: int, cols: int, *, ends: tuple[Square, ...] = (), free: bool = False) -> tuple[int, int]:
    """How many covers there are, and how many classes switches, and the backbites of free ends, divide them into."""
    board = naive.rectangle(rows, cols)
    cycles = alternating_cycles(board)
    pairs: list[tuple[Square, ...]] = list(combinations(sorted(board), 2)) if free else [ends]
    of_ends = {cover: pair for pair in pairs for cover in covers(board, pair)}
    left, count = set(of_ends), 0
    while left:
        count += 1
        frontier = [left.pop()]
        while frontier:
            cover = frontier.pop()
            reached = [cover ^ one ^ other for one, other in cycles if one <= cover and not other & cover]
            reached += [cover ^ one ^ other for other, one in cycles if one <= cover and not other & cover]
            if free:
                reached += backbites(cover, board, of_ends[cover])
            fresh = left.intersection(reached)
            left -= fresh
            frontier += fresh
    return len(of_ends), count
