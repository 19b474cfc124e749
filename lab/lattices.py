"""Find closed tours of rectangles with few turns, by annealing the rims of lattices.

    python lab/lattices.py found --sides 20-40 --seeds 3
    python lab/tame_joined.py turns --found found > turns.txt

Annealed tours with few turns have a simple interior. Moves (1, 2) and (2, -1) stay within one of the five *lattices* of
squares with the same r + 2 c mod 5; each lattice has only one of these two directions, so that all lines are straight.
Annealing a whole board finds this order by chance, and rarely without faults on boards with more than 30 columns. So
a bonus for such moves lays one of the 30 choices with both directions, or of their mirror images; without it, the worms
then change little but the rim, until as many turns as possible are gone. A cooler second part improves the best.

A board of 30 x 30 takes some six seconds for each seed, each of which gives a file with the moves of a tour.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from annealing import cheapest

import destrier as dt
from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.seeds import Stream, derive_key
from destrier.makers.move_graph import move_graph_tour
from destrier.switching import costs
from destrier.switching.movegraphs import cover_of
from destrier.switching.worms import cycle_weight, temper

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from destrier.core.types import Moves

_CHOICES: Final = [(sign, steep) for sign in (1, -1) for steep in range(1, 31)]
"""The lattices r + 2 c or r - 2 c modulo 5, and the bits of those whose moves are steep: some, but not all."""

_BONUS: Final = 2
"""The turns that a move of the chosen lattices is worth while they are laid."""

_LAYING: Final = np.linspace(0.5, 3, 10)
"""Reciprocals of the temperatures at which the lattices are laid."""

_COOLING: Final = np.linspace(2, 4, 25)
"""Those of the first part, in which the rim settles."""

_AGAIN: Final = np.linspace(3, 4, 25)
"""Those of the second part, which starts from the best tour."""

_LAID, _COOLED = 50, 250
"""Worms per square that lay the lattices, and that cool the board."""

_STARTS, _REPEATS = 6, 12
"""How often the two parts are run."""


def lattice_tour(board: Board, seed: int) -> Moves | None:
    """The tour with the fewest turns among some that come from random choices of lattices, if there is any."""
    stream = Stream(derive_key(seed, "lattices", *board.shape))
    laid = (_cooled(board, _laid(board, stream), _COOLING, stream.key()) for _ in range(_STARTS))
    tours = [moves for moves in laid if moves is not None]
    for _ in range(_REPEATS if tours else 0):
        after = _cooled(board, min(tours, key=_turns), _AGAIN, stream.key())
        tours += [] if after is None else [after]
    return min(tours, key=_turns, default=None)


def _laid(board: Board, stream: Stream) -> Moves:
    """A cover with the moves of a random choice of lattices, except near the rim."""
    moves = cover_of(move_graph_tour(board, kind="closed", seed=stream.key()))
    cost = costs.turns(board)._replace(alone=_bonus(board, *_CHOICES[stream.key() % len(_CHOICES)]))
    for coldness in _LAYING:
        worms = _LAID * board.size // len(_LAYING)
        temper(board.move_graph, moves, 1, stream.key(), worms=worms, cost=cost, temperature=1 / coldness)
    return moves.astype(np.uint8).reshape(board.shape)


def _bonus(board: Board, sign: int, steep: int) -> NDArray[np.int32]:
    """What each move costs alone, by square and move: less than nothing within a lattice, in its direction."""
    rows, cols = np.divmod(np.arange(board.size), board.cols)
    is_steep = steep >> (rows + 2 * sign * cols) % 5 & 1 == 1
    bonus = np.zeros((board.size, len(MOVES)), np.int32)
    for move, (down, right) in enumerate(MOVES):
        if (down + 2 * sign * right) % 5 == 0:
            bonus[is_steep == (abs(down) == 2), move] = -_BONUS
    return bonus.ravel()


def _cooled(board: Board, moves: Moves, coldnesses: NDArray[np.float64], key: int) -> Moves | None:
    """The tour with the fewest turns that worms meet while they cool a cover, if they meet any."""
    cover, worms = moves.ravel().astype(np.uint64), _COOLED * board.size // len(coldnesses)
    weight = cycle_weight(board.size)
    best = cheapest(board.move_graph, cover, costs.turns(board), 1 / coldnesses, worms, lambda _: weight, key)
    return None if best is None else best.astype(np.uint8).reshape(board.shape)


def _turns(moves: Moves) -> int:
    return dt.turns(dt.Tour(moves))


def _boards(sides: str) -> Iterable[Board]:
    low, high = map(int, sides.split("-"))
    shapes = product(range(low, high + 1), repeat=2)
    return [Board(rows, cols) for rows, cols in shapes if rows <= cols and rows * cols % 2 == 0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("found", type=Path, help="the folder of the tours")
    parser.add_argument("--sides", default="20-40", help="of the boards, from the shortest to the longest")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    asked = parser.parse_args()
    asked.found.mkdir(exist_ok=True)
    for seed, board in product(range(asked.first, asked.first + asked.seeds), _boards(asked.sides)):
        file = asked.found / f"{board.rows}x{board.cols}-{seed}.npy"
        moves = None if file.exists() else lattice_tour(board, seed)
        if moves is not None:
            np.save(file, moves)
            sys.stdout.write(f"{file.stem} {_turns(moves)}\n")
            sys.stdout.flush()
