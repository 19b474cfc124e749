"""List the closed tours of a board with the fewest, or the most, crossings, and prove that there are none better.

    python tools/least_crossings.py 8x8         # the fewest: 69
    python tools/least_crossings.py 8x8 --most  # the most: 126

Annealing finds a tour. Then all sets of moves with two at each square that have at most as many crossings are listed;
those that are one cycle are tours.

Squares choose their moves down, one square after the other, row by row. What matters to the squares that follow is the
*state*: how many moves they have already, and which moves can still be crossed. After a whole row, these are its *long*
moves, two rows down. The fewest crossings with which each state is reached follow from those of the states before.

Turned upside down, what is missing below a row is what there is above another one: the same long moves, and at each
square of the next row those moves that it does not have. So the states of the upper half also tell how many crossings
have to follow in the lower half, and states that lead to too many are dropped there. Within a row, the least that
follows any state after the row that agrees with what was chosen so far is a bound. Few states are left in the lower
half, and they tell in turn what has to follow in the upper half, so that all sets can be listed from the top.

A state fits in a word if a side is at most 8. The fewest crossings of 8 x 8 take about a minute and 2 GB, the most
five minutes and 8 GB.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from annealing import Schedule, anneal

import destrier as dt
from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES
from destrier.core.walks import label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from destrier.core.types import Moves, Square

    _Move = tuple[Square, Square]
    _Bits = NDArray[np.uint64]

SIGNS: Final = {"fewest": 1, "most": -1}
"""The ends, and the sign with which crossings are made few."""

_WIDEST: Final = 8
"""The most columns with which a state fits in a word: it has 6 bits a column, and 12 more."""

_NEVER: Final = 10_000
"""More crossings than there are."""


class States(NamedTuple):
    """Different states, ascending, and the least crossings with each; negative ones if most are asked for."""

    keys: _Bits
    costs: NDArray[np.int16]

    def take(self, places: NDArray[np.int64]) -> States:
        """Return some of them."""
        return States(self.keys[places], self.costs[places])


class Choice(NamedTuple):
    """Moves down from a square, at most two."""

    moves: list[int]
    full: np.uint64
    """The bits one of which is set if a square to which they lead has two moves already."""
    added: np.uint64
    """Their own bits, and one move more at each square to which they lead."""
    crossed: np.uint64
    """The bits of the moves that the first one crosses."""
    crossed_by_second: np.uint64


class Step(NamedTuple):
    """What the moves down from a square change."""

    place: np.uint64
    """The place of the number of moves that the square has."""
    choices: list[Choice]
    kept: np.uint64
    """The bits that still matter."""
    settled: np.uint64
    """The bits that are the same after the row."""
    is_last: bool
    """Whether it is the last one of its row."""


class Cut(NamedTuple):
    """A board, and the places of the bits of its states.

    They recur after so many squares that no two of the same place matter at a time.
    """

    rows: int
    cols: int

    def place(self, square: Square) -> int:
        """Return the place of the two bits that say how many moves a square has."""
        return 2 * (self._number(square) % (2 * self.cols + 1))

    def bit(self, move: _Move) -> int:
        """Return the bit that says whether a move is there."""
        (row, _), (end, _) = move
        first, squares = (2 * self.cols + 1, self.cols + 2) if end == row + 2 else (3 * self.cols + 3, 3)
        return 1 << 2 * (first + self._number(move[0]) % squares) + (move[0][1] < move[1][1])

    def bits(self, moves: Sequence[_Move]) -> int:
        """Return the bits of some moves."""
        return sum(map(self.bit, moves))

    def _number(self, square: Square) -> int:
        return square[0] * self.cols + square[1]

    def moves_down(self, first: Square, last: Square) -> list[_Move]:
        """Return the moves down from the squares from the first to the last one, row by row."""
        squares = (divmod(number, self.cols) for number in range(self._number(first), self._number(last) + 1))
        ends = ((square, (square[0] + down, square[1] + right)) for square in squares for down, right in MOVES[4:])
        return [(square, end) for square, end in ends if end[0] < self.rows and 0 <= end[1] < self.cols]

    def long_moves(self, row: int) -> list[_Move]:
        """Return the moves from a row to the next but one."""
        return [move for move in self.moves_down((row, 0), (row, self.cols - 1)) if move[1][0] == row + 2]

    def step(self, square: Square) -> Step:
        """Return what the moves down from a square change."""
        row, col = square
        here = self.moves_down(square, square)
        before = self.moves_down((max(row - 1, 0), 0), square)
        in_row = self.moves_down((row, col + 1), (row, self.cols - 1))
        after = in_row + self.moves_down((row + 1, 0), (row + 1, self.cols - 1))
        live = self.bits([move for move in before if any(interiors_meet(*move, *other) for other in after)])
        later = [divmod(self._number(square) + ahead, self.cols) for ahead in range(1, 2 * self.cols + 1)]
        below = {(row + 1, other) for other in range(self.cols)} - {end for _, end in in_row}
        return Step(
            np.uint64(self.place(square)),
            [self._choice(moves, before, live) for size in range(3) for moves in combinations(here, size)],
            np.uint64(live & ~self.bits(here) | sum(3 << self.place(each) for each in later)),
            np.uint64(
                self.bits([move for move in self.long_moves(row) if move[0] <= square])
                | sum(3 << self.place(each) for each in below)
            ),
            is_last=col == self.cols - 1,
        )

    def _choice(self, moves: Sequence[_Move], before: Sequence[_Move], live: int) -> Choice:
        ends = [self.place(end) for _, end in moves]
        crossed = [self.bits([other for other in before if interiors_meet(*move, *other)]) for move in moves]
        return Choice(
            [MOVES.index((end[0] - start[0], end[1] - start[1])) for start, end in moves],
            np.uint64(sum(2 << place for place in ends)),
            np.uint64(self.bits(moves) & live | sum(1 << place for place in ends)),
            *(np.uint64(bits) for bits in (*crossed, 0, 0)[:2]),
        )

    def rest(self, found: Sequence[States], row: int, sign: int) -> States | None:
        """Return the states before a row and the crossings that have to follow, if the states of the image are found.

        Two long moves that cross are in both halves, so their crossings are not counted here.
        """
        after = self.rows - 1 - row
        if after >= len(found):
            return None
        states = found[after]
        keys, costs = np.zeros_like(states.keys), states.costs.copy()
        for col in range(self.cols):
            had = states.keys >> np.uint64(self.place((after, col))) & np.uint64(3)
            keys |= np.uint64(2) - had << np.uint64(self.place((row, col)))
        long_moves = self.long_moves(after - 1) if after else []
        for start, end in long_moves:
            image = (row - 1, end[1]), (row + 1, start[1])
            bits = np.uint64(self.bit(image) + (1 << self.place(image[1])))
            keys += np.where(states.keys & np.uint64(self.bit((start, end))), bits, np.uint64(0))
        for pair in combinations(long_moves, 2):
            if interiors_meet(*pair[0], *pair[1]):
                bits = np.uint64(self.bits(pair))
                costs -= sign * (states.keys & bits == bits)
        return _distinct(States(keys, costs))


def _distinct(states: States) -> States:
    """Return each of some states once, with its least cost."""
    keys, costs = states.take(np.argsort(states.keys))
    firsts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    return States(keys[firsts], np.minimum.reduceat(costs, firsts))


def _choose(states: States, step: Step, sign: int) -> Iterator[tuple[NDArray[np.int64], States]]:
    """Yield, for each choice, which of some states allow it, and what becomes of these."""
    had = states.keys >> step.place & np.uint64(3)
    for choice in step.choices:
        allowing = np.flatnonzero((had + np.uint64(len(choice.moves)) == 2) & (states.keys & choice.full == 0))
        keys = states.keys[allowing]
        crossed = np.bitwise_count(keys & choice.crossed) + np.bitwise_count(keys & choice.crossed_by_second)
        costs = states.costs[allowing] + np.int16(sign) * crossed.astype(np.int16)
        yield allowing, States((keys & step.kept) + choice.added, costs)


def _joined(parts: Sequence[States]) -> States:
    return States(*map(np.concatenate, zip(*parts, strict=True)))


def _promising(states: States, step: Step, rest: States | None, limit: int, sign: int) -> NDArray[np.int64]:
    """Return which states may lead to at most so many crossings, by what has to follow after the row.

    The rest of the row may have crossings, too. So if most are asked for, this is known at its end only.
    """
    if rest is None or (sign < 0 and not step.is_last):
        return np.arange(len(states.keys))
    least = _distinct(States(rest.keys & step.settled, rest.costs))
    keys = states.keys & step.settled
    places = np.searchsorted(least.keys, keys)
    places[places == len(least.keys)] = 0
    return np.flatnonzero((least.keys[places] == keys) & (states.costs + least.costs[places] <= limit))


def tables(cut: Cut, limit: int, sign: int) -> list[States]:
    """Return the states before each row; in the lower half, those that lead to at most so many crossings."""
    found = [States(np.zeros(1, np.uint64), np.zeros(1, np.int16))]
    for row in range(cut.rows - 1):
        rest, states = cut.rest(found, row + 1, sign), found[row]
        for col in range(cut.cols):
            step = cut.step((row, col))
            states = _joined([part for _, part in _choose(states, step, sign)])
            states = _distinct(states.take(_promising(states, step, rest, limit, sign)))
        found.append(states)
    return found


def covers(rows: int, cols: int, limit: int, sign: int = 1) -> list[Moves]:
    """Return all sets of moves, two at each square, with at most so many crossings; with a negative sign, at least."""
    cut, limit = Cut(rows, cols), sign * limit
    found = tables(cut, limit, sign)
    if not len(found[-1].keys):
        return []
    states, moves = found[0], np.zeros((1, rows, cols), np.uint8)
    for row in range(rows - 1):
        rest = cut.rest(found, row + 1, sign)
        for col in range(cols):
            step, parts, boards = cut.step((row, col)), [], []
            for choice, (allowing, part) in zip(step.choices, _choose(states, step, sign), strict=True):
                parts.append(part)
                boards.append(moves[allowing])
                for move in choice.moves:
                    down, right = MOVES[move]
                    boards[-1][:, row, col] |= 1 << move
                    boards[-1][:, row + down, col + right] |= 1 << move - 4
            states = _joined(parts)
            promising = _promising(states, step, rest, limit, sign)
            states, moves = states.take(promising), np.concatenate(boards)[promising]
    return list(moves)


def best_tours(rows: int, cols: int, end: str) -> list[dt.Tour]:
    """Return all tours with the fewest or the most crossings."""
    if min(rows, cols) > _WIDEST:
        raise SystemExit(f"{rows} x {cols} is too large: one side has to be at most {_WIDEST}")
    rows, cols = sorted((rows, cols), reverse=True)
    found = covers(rows, cols, annealed(rows, cols, end), SIGNS[end])
    tours = [dt.Tour(moves) for moves in found if label(moves)[1] == 1]
    best = min(SIGNS[end] * dt.crossings(tour) for tour in tours)
    return [tour for tour in tours if SIGNS[end] * dt.crossings(tour) == best]


def annealed(rows: int, cols: int, end: str, *, rounds: int = 3) -> int:
    """Return the fewest or the most crossings that some rounds of annealing find."""
    free, schedule = np.ones((rows, cols), np.bool_), Schedule(300_000, sign=SIGNS[end])
    boards = (anneal(dt.tour(rows, cols, seed=seed).moves, free, schedule, seed=seed) for seed in range(rounds))
    return SIGNS[end] * min(SIGNS[end] * dt.crossings(dt.Tour(moves)) for moves, is_one_cycle in boards if is_one_cycle)


def main() -> None:
    """Print how many crossings the best tours of some boards have, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="+", metavar="ROWSxCOLS")
    parser.add_argument("--most", action="store_true")
    options = parser.parse_args()
    end = "most" if options.most else "fewest"
    for board in options.boards:
        rows, cols = map(int, board.split("x"))
        tours = best_tours(rows, cols, end)
        classes = len({tour.canonical() for tour in tours})
        crossings = f"{end} crossings: {dt.crossings(tours[0])}"
        sys.stdout.write(f"{rows} x {cols}, {crossings}, by {len(tours)} tours of {classes} classes\n")


if __name__ == "__main__":
    main()
