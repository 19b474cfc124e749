"""List the closed tours of a board with the fewest, or the most, crossings, and prove that there are none better.

    python lab/least_crossings.py 10x10       # the fewest: 83
    python lab/least_crossings.py 8x8 --most  # the most: 126

All sets of moves with two at each square and few crossings are listed, with one crossing more each time, until some of
them are one cycle.

Squares choose their moves down, one square after the other, row by row. What matters to the squares that follow is the
*state*: how many moves they have already, and which moves can still be crossed. The fewest crossings with which each
state is reached follow from those of the states before. States that must lead to too many crossings are dropped.

What must follow is known from *windows*: the columns are divided into a few, and each window looks at the moves with an
end there, and at the crossings there. All its states are few enough to be listed, so the fewest crossings that follow
them are found from the bottom up. Those of all windows together are a bound.

Left alone, neighbours choose different moves between them. So each of these moves has a *price*, which the window to
the left pays to the one to the right: for any prices, the sum is the number of crossings of the board, and the least of
the sum is a bound. The price of a move goes up while only the left one chooses it, and down while only the right one
does: a subgradient method, with Polyak's steps towards the number of crossings that annealing finds. On 10 x 10, where
82 are possible, the bound goes up from 57 crossings to 73.6, and few enough states are left.

A state fits in a word if a side is at most 12. The fewest crossings of 8 x 8 take some seconds, those of 10 x 10 twenty
and 0.6 GB, those of 12 x 12 three minutes, and those of 12 x 14 ten minutes and 12 GB.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from annealing import Schedule, anneal

import destrier as dt
from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES
from destrier.core.walks import label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from destrier.core.types import Moves, Square

    _Move = tuple[Square, Square]
    _Prices = Mapping[_Move, float]
    _Bits = NDArray[np.uint64]
    _Places = NDArray[np.int32]
    _Costs = NDArray[np.int32]

SIGNS: Final = {"fewest": 1, "most": -1}
"""The ends, and the sign with which crossings are made few."""

_WIDEST: Final = 12
"""The most columns with which a state fits in a word: it has 4 bits a column, and 16 more."""

_WINDOW: Final = 4
"""The most columns of a window."""

_ROUNDS: Final = 100
"""How often prices are set."""

_SLOWING: Final = 20
"""After so many rounds, prices change half as fast."""

_CROSSING: Final = 16
"""What a crossing costs; prices are whole numbers, so they are fractions of it."""

_NEVER: Final = 1_000_000
"""More than all crossings cost."""


class Choice(NamedTuple):
    """Moves down from a square, at most two."""

    moves: tuple[_Move, ...]
    full: np.uint64
    """The bits one of which is set if a square to which they lead has two moves already."""
    added: np.uint64
    """Their own bits, and one move more at each square of the next row to which they lead."""
    crossed: list[tuple[np.uint64, np.int32]]
    """The bits of moves that they cross, and what each of these crossings costs."""


class Step(NamedTuple):
    """What the moves down from a square change."""

    place: np.uint64 | None
    """The place of the number of moves that the square has, if this matters."""
    counted: list[tuple[np.uint64, np.uint64]]
    """The bits of the long moves that are counted from now on, and the places of the squares to which they lead."""
    choices: list[Choice]
    kept: np.uint64
    """The bits that still matter."""
    bits: np.uint64
    """All bits of the states after the step."""


class Window(NamedTuple):
    """Some columns of a board, or all of them, and the places of the bits of its states.

    It has the moves with an end in these columns; of the squares to the left and the right, any such moves may start.
    *Long* moves lead two rows down. They can be crossed until other moves lead to their ends, so only then they are
    counted there. Places recur after so many squares that no two of the same place matter at a time.
    """

    rows: int
    cols: int
    first: int
    last: int

    def steps(self, sign: int) -> Iterator[Step]:
        """Yield what each square of the board changes."""
        return (self._step(divmod(number, self.cols), sign) for number in range(self.rows * self.cols))

    def share(self, move: _Move) -> int:
        """Return 1 if the price of a move has to be paid, -1 if it is received, and 0 of moves inside."""
        left, right = sorted(move, key=lambda square: square[1])
        return self._has(left) - self._has(right)

    def _has(self, square: Square) -> bool:
        return self.first <= square[1] <= self.last

    def _number(self, square: Square) -> int:
        return square[0] * self.cols + square[1]

    def _place(self, square: Square) -> int:
        """Return the place of the two bits that say how many moves a square has."""
        return 2 * (self._number(square) % (self.cols + 3))

    def _bit(self, move: _Move) -> int:
        """Return the bit that says whether a move is there."""
        (row, _), (end, _) = move
        first, squares = (self.cols + 3, self.cols + 2) if end == row + 2 else (2 * self.cols + 5, 3)
        return 1 << 2 * (first + self._number(move[0]) % squares) + (move[0][1] < move[1][1])

    def _bits(self, moves: Sequence[_Move]) -> int:
        return sum(map(self._bit, moves))

    def _moves_down(self, first: Square, last: Square) -> list[_Move]:
        """Return the moves down from the squares from the first to the last one, row by row."""
        squares = (divmod(number, self.cols) for number in range(self._number(first), self._number(last) + 1))
        ends = ((square, (square[0] + down, square[1] + right)) for square in squares for down, right in MOVES[4:])
        on_board = ((square, end) for square, end in ends if end[0] < self.rows and 0 <= end[1] < self.cols)
        return [move for move in on_board if any(map(self._has, move))]

    def _cost(self, one: _Move, other: _Move) -> int:
        """Return what the crossing of two moves costs, by the mean column of their ends.

        If this is between two windows, each counts half of it. Both moves have an end in the window if the mean is not
        beyond its sides, so a crossing costs the same in all windows together.
        """
        column = sum(square[1] for square in one + other)
        sides = (4 * self.first - 2, 4 * self.last + 2)
        return _CROSSING * (sides[0] <= column <= sides[1]) // (1 + (column in sides))

    def _step(self, square: Square, sign: int) -> Step:
        row, col = square
        here = self._moves_down(square, square)
        before = self._moves_down((max(row - 1, 0), 0), square)
        after = self._moves_down((row, col + 1), (row + 1, self.cols - 1))
        live = self._bits([move for move in before if any(interiors_meet(*move, *other) for other in after)])
        # These squares of the next row are within reach now, and were not from the squares before.
        below = {(row + 1, other) for other in range(col + 2 if col else 0, col + 3)}
        counted = [move for move in before if move[0][0] < row and move[1] in below and self._has(move[1])]
        later = [divmod(self._number(square) + ahead, self.cols) for ahead in range(1, self.cols + 3)]
        kept = live & ~self._bits(here) | sum(3 << self._place(each) for each in later if self._has(each))
        return Step(
            np.uint64(self._place(square)) if self._has(square) else None,
            [(np.uint64(self._bit(move)), np.uint64(self._place(move[1]))) for move in counted],
            [self._choice(moves, before, live, sign) for size in range(3) for moves in combinations(here, size)],
            np.uint64(kept),
            np.uint64(kept | live),
        )

    def _choice(self, moves: tuple[_Move, ...], before: Sequence[_Move], live: int, sign: int) -> Choice:
        ends = [self._place(end) for start, end in moves if end[0] == start[0] + 1 and self._has(end)]
        crossed = [
            (
                self._bits(
                    [other for other in before if interiors_meet(*move, *other) and self._cost(move, other) == cost]
                ),
                cost,
            )
            for move in moves
            for cost in (_CROSSING // 2, _CROSSING)
        ]
        return Choice(
            moves,
            np.uint64(sum(2 << place for place in ends)),
            np.uint64((self._bits(moves) & live) + sum(1 << place for place in ends)),
            [(np.uint64(bits), np.int32(sign * cost)) for bits, cost in crossed if bits],
        )


class Bound(NamedTuple):
    """The least that the moves after a square cost, by the states after it."""

    bits: np.uint64
    keys: _Bits
    costs: _Costs

    def of(self, keys: _Bits) -> _Costs:
        """Return it for states that may have other bits, too."""
        return self.costs[np.searchsorted(self.keys, keys & self.bits)]


class Edges(NamedTuple):
    """A choice that leads from states before a square to states after it."""

    moves: tuple[_Move, ...]
    sources: _Places
    targets: _Places
    costs: _Costs


class Graph(NamedTuple):
    """The states of a window, before the first square and after each one, and what leads from some to the next."""

    bits: list[np.uint64]
    keys: list[_Bits]
    edges: list[list[Edges]]

    def bounds(self, prices: _Prices) -> list[Bound]:
        """Return the least that follows the states, if moves have prices, too."""
        least = [np.zeros(len(self.keys[-1]), np.int32)]
        for keys, edges in zip(self.keys[-2::-1], self.edges[::-1], strict=True):
            least.append(_following(len(keys), edges, least[-1], prices))
        return [Bound(*each) for each in zip(self.bits, self.keys, least[::-1], strict=True)]

    def cheapest(self, prices: _Prices, bounds: Sequence[Bound]) -> list[_Move]:
        """Return moves that cost no more than the bounds say."""
        state = 0
        moves: list[_Move] = []
        for edges, bound in zip(self.edges, bounds[1:], strict=True):
            options = []
            for edge in edges:
                place = np.searchsorted(edge.sources, state)
                if place < len(edge.sources) and edge.sources[place] == state:
                    price = sum(prices.get(move, 0) for move in edge.moves)
                    target = edge.targets[place]
                    options.append((bound.costs[target] + edge.costs[place] + price, target, edge.moves))
            _, state, chosen = min(options)
            moves.extend(chosen)
        return moves


def graph(window: Window, sign: int, limit: int = _NEVER, bounds: Sequence[Sequence[Bound]] = ()) -> Graph:
    """Return the states of a window that may cost no more than a limit, by the sum of some bounds, and their graph.

    The graph has only what leads to the last square within the limit, which is found from the bottom up. On a whole
    board, this is little, while all that leads from states to others would need several times the memory of the states.
    """
    steps = list(window.steps(sign))
    keys, least = [np.zeros(1, np.uint64)], [np.zeros(1, np.int32)]
    for step, *after in zip(steps, *(bound[1:] for bound in bounds), strict=True):
        parts = []
        for _, allowing, targets, costs in _choose(keys[-1], step):
            total = least[-1][allowing] + costs
            few = np.flatnonzero(sum((bound.of(targets) for bound in after), total) <= limit)
            parts.append((targets[few], total[few]))
        states, costs = _distinct(*map(np.concatenate, zip(*parts, strict=True)))
        keys.append(states)
        least.append(costs)
    edges: list[list[Edges]] = []
    rest = np.zeros(len(keys[-1]), np.int32)
    for number in range(len(steps))[::-1]:
        room = limit - least[number]
        edges.append(list(_edges(keys[number], room, steps[number], keys[number + 1], rest)))
        rest = _following(len(room), edges[-1], rest, {})
    return Graph([np.uint64(0), *(step.bits for step in steps)], keys, edges[::-1])


def _edges(keys: _Bits, room: _Costs, step: Step, targets: _Bits, rest: _Costs) -> Iterator[Edges]:
    """Yield what leads from states to others, for no more than there is room, if so much has to follow the others."""
    leading = np.flatnonzero(rest < _NEVER)
    ends = np.append(targets[leading], ~np.uint64(0))
    for choice, allowing, after, costs in _choose(keys, step):
        places = np.searchsorted(ends, after)
        there = np.flatnonzero(ends[places] == after)
        sources, added, reached = allowing[there], costs[there], leading[places[there]]
        few = added + rest[reached] <= room[sources]
        yield Edges(choice.moves, sources[few].astype(np.int32), reached[few].astype(np.int32), added[few])


def _following(states: int, edges: Sequence[Edges], rest: _Costs, prices: _Prices) -> _Costs:
    """Return the least that follows some states, by what leads from them and follows then, with prices."""
    least = np.full(states, _NEVER, np.int32)
    for edge in edges:
        price = np.int32(sum(prices.get(move, 0) for move in edge.moves))
        least[edge.sources] = np.minimum(least[edge.sources], rest[edge.targets] + edge.costs + price)
    return least


def _choose(keys: _Bits, step: Step) -> Iterator[tuple[Choice, NDArray[np.int64], _Bits, _Costs]]:
    """Yield each choice, which of some states allow it, what becomes of these, and what the crossings cost."""
    kept = keys & step.kept
    for bit, place in step.counted:
        kept += (keys & bit != 0).astype(np.uint64) << place
    for choice in step.choices:
        allows = kept & choice.full == 0
        if step.place is not None:
            allows &= (keys >> step.place & np.uint64(3)) + np.uint64(len(choice.moves)) == 2
        allowing = np.flatnonzero(allows)
        costs = np.zeros(len(allowing), np.int32)
        for bits, cost in choice.crossed:
            costs += cost * np.bitwise_count(keys[allowing] & bits)
        yield choice, allowing, kept[allowing] + choice.added, costs


def _distinct(keys: _Bits, costs: _Costs) -> tuple[_Bits, _Costs]:
    """Return each of some states once, ascending, with its least cost."""
    order = np.argsort(keys)
    keys, costs = keys[order], costs[order]
    firsts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    return keys[firsts], np.minimum.reduceat(costs, firsts)


def window_bounds(rows: int, cols: int, limit: int, sign: int) -> list[list[Bound]]:
    """Return bounds of some windows, with prices that make their sum at the start as large as was found."""
    goal = sign * limit * _CROSSING
    parts = np.array_split(np.arange(cols), -(-cols // _WINDOW))
    windows = [Window(rows, cols, int(part[0]), int(part[-1])) for part in parts]
    graphs = [graph(window, sign) for window in windows]
    prices: dict[_Move, float] = {}
    best, largest = [], -_NEVER
    for number in range(_ROUNDS):
        paid = [{move: window.share(move) * round(price) for move, price in prices.items()} for window in windows]
        bounds = [found.bounds(own) for found, own in zip(graphs, paid, strict=True)]
        least = sum(int(bound[0].costs[0]) for bound in bounds)
        if least > largest:
            best, largest = bounds, least
        surplus: Counter[_Move] = Counter()
        for window, found, own, bound in zip(windows, graphs, paid, bounds, strict=True):
            surplus.update({move: window.share(move) for move in found.cheapest(own, bound)})
        speed = _SLOWING / (_SLOWING + number) / max(1, sum(map(abs, surplus.values())))
        for move, more in surplus.items():
            prices[move] = prices.get(move, 0) + speed * (goal - least) * more
    return best


def covers(rows: int, cols: int, limit: int, sign: int = 1) -> list[Moves]:
    """Return all sets of moves, two at each square, with at most so many crossings; with a negative sign, at least."""
    return _covers(rows, cols, limit, sign, window_bounds(rows, cols, limit, sign))


def _covers(rows: int, cols: int, limit: int, sign: int, bounds: Sequence[Sequence[Bound]]) -> list[Moves]:
    """List them with bounds that are known, from the top, restricted to states that lead to the last square."""
    most = sign * limit * _CROSSING
    found = graph(Window(rows, cols, 0, cols - 1), sign, most, bounds)
    if not len(found.keys[-1]):
        return []
    states, costs, boards = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros((1, rows, cols), np.uint8)
    for edges, bound in zip(found.edges, found.bounds({})[1:], strict=True):
        parts = []
        for edge in edges:
            chosen = np.flatnonzero(np.isin(states, edge.sources))
            places = np.searchsorted(edge.sources, states[chosen])
            targets, total = edge.targets[places], costs[chosen] + edge.costs[places]
            few = total + bound.costs[targets] <= most
            parts.append((targets[few], total[few], _with_moves(boards[chosen[few]], edge.moves)))
        states, costs, boards = map(np.concatenate, zip(*parts, strict=True))
    return list(boards)


def _with_moves(boards: Moves, moves: Sequence[_Move]) -> Moves:
    """Add moves down to some boards."""
    for (row, col), (end, other) in moves:
        move = MOVES.index((end - row, other - col))
        boards[:, row, col] |= 1 << move
        boards[:, end, other] |= 1 << move - 4
    return boards


def best_tours(rows: int, cols: int, end: str) -> list[dt.Tour]:
    """Return all tours with the fewest or the most crossings."""
    if min(rows, cols) > _WIDEST:
        raise SystemExit(f"{rows} x {cols} is too large: one side has to be at most {_WIDEST}")
    rows, cols = sorted((rows, cols), reverse=True)
    sign = SIGNS[end]
    bounds = window_bounds(rows, cols, annealed(rows, cols, end), sign)
    limit = sign * -(-sum(int(bound[0].costs[0]) for bound in bounds) // _CROSSING)
    while not (tours := [moves for moves in _covers(rows, cols, limit, sign, bounds) if label(moves)[1] == 1]):
        limit += sign
    return list(map(dt.Tour, tours))


def annealed(rows: int, cols: int, end: str, *, rounds: int = 3) -> int:
    """Return the fewest or the most crossings that some rounds of annealing find."""
    free, schedule = np.ones((rows, cols), np.bool_), Schedule(75_000, sign=SIGNS[end])
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
