"""Anneal small boards, and write those that have fewer turns, or crossings, than the patterns of larger ones.

    python lab/tame_small.py > small.txt && mv small.txt src/destrier/patterns/data/tame_small.txt

Each board is annealed with several seeds. What is stored is kept unless a tour is better, so that another call with
other seeds, or more sweeps, improves the file. Of the tours with fewest turns, that with fewest crossings is kept, and
of those with fewest crossings that with fewest turns.

A board takes about 20 seconds. Those whose shorter side is more than 20 were annealed by a predecessor, in a rim of
five squares around lines of two perpendicular directions: every fifth steep line gives way to flat ones.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, get_args

from stored import DATA, write

import destrier as dt
from destrier.core.board import Board
from destrier.core.choices import Goal
from destrier.makers.annealing import annealing
from destrier.patterns.tame import small

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import MoveBits


def cost(goal: Goal, tour: dt.Tour) -> tuple[int, int]:
    """What is to be small, and what decides between equals."""
    counts = dt.turns(tour), dt.crossings(tour)
    return counts if goal == "turns" else counts[::-1]


def best(goal: Goal, rows: int, cols: int, seeds: range, sweeps: int) -> MoveBits | None:
    """The best tour that is found or stored, if it has fewer than the pattern of the board."""
    known = [dt.tour(rows, cols, minimize=goal)]
    found = [annealing(Board(rows, cols), minimize=goal, sweeps=sweeps, seed=seed) for seed in seeds]
    tours = [dt.Tour(tour.moves) for tour in (*known, *found)]
    moves = min(tours, key=lambda tour: cost(goal, tour)).moves
    is_stored = small.patches(rows, cols, goal) is not None
    is_better = cost(goal, dt.Tour(moves))[0] < cost(goal, tours[0])[0]
    return moves if is_stored or is_better else None


def pieces(boards: list[tuple[int, int]], seeds: range, sweeps: int) -> Iterator[str]:
    """The paragraphs of the file."""
    for goal in get_args(Goal):
        for rows, cols in sorted({(min(sides), max(sides)) for sides in boards} | small.stored(goal)):
            moves = best(goal, rows, cols, seeds if (rows, cols) in boards else seeds[:0], sweeps)
            if moves is not None:
                yield "\n".join([goal, *(bytes(row).hex(" ") for row in moves)])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", help="such as 12x12,12x13; by default all with sides from 6 to 20")
    parser.add_argument("--seeds", type=int, default=4, help="runs with other seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--sweeps", type=int, default=10_000)
    return parser.parse_args()


if __name__ == "__main__":
    asked = _arguments()
    sides = [(rows, cols) for rows in range(6, 21) for cols in range(rows, 21) if rows * cols % 2 == 0]
    if asked.boards:
        sides = [(int(rows), int(cols)) for rows, cols in (text.split("x") for text in asked.boards.split(","))]
    found = pieces(sides, range(asked.first, asked.first + asked.seeds), asked.sweeps)
    write(DATA / "tame_small.txt", found)
