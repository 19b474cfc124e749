"""Find the bounds on the turns of small and of narrow boards, and prove them.

    python lab/least_turns.py                 # what `destrier.measuring.bounds` has of small and narrow boards
    python lab/least_turns.py 6x6 20x30       # closed tours of these boards
    python lab/least_turns.py 7x9 --kind open

A linear program finds weights of the squares and prices of moves with which no leg, a straight piece between two turns,
weighs more than 1: a leg weighs as much as its squares, its two ends counted half, less the prices of its moves. A
closed tour has one leg a turn, and a move belongs to a tour at most once, so there are at least as many turns as all
squares weigh, less all prices. A leg that passes a neighbour of a corner without coming from the corner does not count,
unless the corner is an end of an open tour. `docs/bounds.md` has more. The numbers are rounded to whole ones, and all
legs weighed again, so that nothing rests on floating point.

On a narrow board the columns in the middle have the same weights and no prices. A leg there is so short that one board
shows all legs of longer ones, and the bound grows by as much with every column.

Needs OR-tools (`uv sync --group lab`), and a minute or two.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from ortools.linear_solver.python import model_builder

from destrier.proofs.rectangles import rectangle_theorem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.core.types import Square

    _Kind = Literal["closed", "open"]
    _Move = frozenset[Square]

_UNIT: Final = 3_000_000
"""What a leg may weigh. Weights are whole numbers, and thirds are exact."""

_LARGEST: Final = 19
"""The longest side of a small board."""

_BAND: Final = (3, -1, -1, Fraction(5, 4), 0, Fraction(-1, 4))
"""The weights along the long sides of a board that is not too narrow, from the rim inwards."""

_PROFILES: Final = {
    3: (1, 0, 1),
    4: (3, -1, -1, 3),
    5: (2, 0, -1, 0, 2),
    6: (Fraction(7, 3), *4 * (Fraction(-1, 3),), Fraction(7, 3)),
    7: (3, -1, -1, 2, -1, -1, 3),
    **{rows: (3, -1, -1, 1, *(rows - 8) * (0,), 1, -1, -1, 3) for rows in range(8, 12)},
    **{rows: (*_BAND, *(rows - 12) * (0,), *reversed(_BAND)) for rows in range(12, _LARGEST + 1)},
}
"""The weights of the rows of narrow boards, in the columns of the middle."""

_END: Final = 8
"""The number of columns at either end of a narrow board that have weights of their own."""

_MIDDLE: Final = 2 * _LARGEST - 1
"""The number of columns in the middle; no leg touches more."""


class Weights(NamedTuple):
    """Weights of squares and prices of moves, in units."""

    squares: dict[Square, int]
    moves: dict[_Move, int]


def lines(rows: int, cols: int) -> Iterator[list[Square]]:
    """Yield all lines of knight's moves that cannot be extended."""
    for down, right in ((1, 2), (2, 1), (1, -2), (2, -1)):
        for row, col in product(range(rows), range(cols)):
            if row >= down and 0 <= col - right < cols:
                continue  # it is not the first square
            steps = range(min((rows - 1 - row) // down, (cols - 1 - col if right > 0 else col) // abs(right)) + 1)
            yield [(row + step * down, col + step * right) for step in steps]


def legs(rows: int, cols: int) -> Iterator[tuple[list[Square], int]]:
    """Yield all legs, and how many corners each misses: it passes a neighbour without coming from the corner."""
    beside: dict[Square, set[Square]] = {}
    for down, right in product((0, rows - 1), (0, cols - 1)):
        for row, col in (1, 2), (2, 1):
            beside.setdefault((abs(down - row), abs(right - col)), set()).add((down, right))
    for line in lines(rows, cols):
        for first in range(len(line)):
            missed = 0
            for last in range(first + 1, len(line)):
                if last > first + 1:
                    missed += len(beside.get(line[last - 1], set()).difference((line[last - 2], line[last])))
                yield line[first : last + 1], missed


def weigh(rows: int, cols: int, kind: _Kind, profile: Sequence[Fraction | int] = ()) -> Weights:
    """Return the best weights of a board, or those whose middle columns are given by a profile."""
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    infinity, end = float("inf"), _END if profile else cols

    def image(*squares: Square) -> frozenset[Square]:
        """Return the least image by the mirrors of the board, which has the same variable."""
        corners = product((rows - 1, 0), (cols - 1, 0))
        images = (sorted((abs(down - row), abs(right - col)) for row, col in squares) for down, right in corners)
        return frozenset(min(images))

    free = {(row, col) for row, col in product(range(rows), range(cols)) if min(col, cols - 1 - col) < end}
    names = {image(square) for square in free}
    weight = {name: model.new_num_var(-infinity, infinity, "") for name in names}
    price = {
        name: model.new_num_var(0, infinity, "")
        for name in {image(*move) for line in lines(rows, cols) for move in pairwise(line) if set(move) <= free}
    }

    def weight_of(square: Square) -> Any:
        return weight[image(square)] if square in free else float(profile[square[0]])

    total = sum(weight_of(square) for square in sorted(free))
    heavier = model.new_num_var(0, infinity, "")
    for leg, missed in legs(rows, cols):
        if leg[0][1] > leg[-1][1] or (missed and kind == "closed"):
            continue  # it is the mirror image of another one, or no tour has it
        prices_of = [price[name] for move in pairwise(leg) if (name := image(*move)) in price]
        ends = weight_of(leg[0]) + weight_of(leg[-1])
        whole = 0.5 * ends + sum(map(weight_of, leg[1:-1])) - sum(prices_of)
        if not isinstance(whole, float):
            model.add(whole <= 1 + missed * heavier)
    for line in lines(rows, cols):
        total -= sum(price[name] for move in pairwise(line) if (name := image(*move)) in price)
    if kind == "open":
        lost = model.new_num_var(0, infinity, "")
        for name in names:
            model.add(weight[name] + (2 * heavier if name == image((0, 0)) else 0) <= lost)
        total -= lost
    model.maximize(total)
    solver = model_builder.Solver("GLOP")
    if solver.solve(model) != model_builder.SolveStatus.OPTIMAL:
        raise RuntimeError(f"the program of {rows} x {cols} is not solved")
    values = {name: floor(solver.value(variable) * _UNIT) for name, variable in weight.items()}
    prices = {name: ceil(solver.value(variable) * _UNIT) for name, variable in price.items()}
    squares = product(range(rows), range(cols))
    moves = {move for line in lines(rows, cols) for move in pairwise(line)}
    return Weights(
        {square: values[image(square)] if square in free else int(profile[square[0]] * _UNIT) for square in squares},
        {frozenset(move): prices.get(image(*move), 0) for move in moves},
    )


def heaviest_legs(rows: int, cols: int, weights: Weights) -> tuple[int, int]:
    """Return the greatest weight of a leg, and how much more others have for each corner missed, in half units."""
    weighed: dict[int, int] = {}
    for leg, missed in legs(rows, cols):
        counted = sum(weights.squares[square] for square in (*leg, *leg[1:-1]))
        counted -= 2 * sum(weights.moves[frozenset(move)] for move in pairwise(leg))
        weighed[missed] = max(counted, weighed.get(missed, counted))
    heaviest = weighed.pop(0)
    return heaviest, max((-((heaviest - each) // missed) for missed, each in weighed.items()), default=0)


def bound(rows: int, cols: int, kind: _Kind, weights: Weights) -> Fraction:
    """Return a lower bound on the turns, proved by weights.

    An end of an open tour loses half its weight, and a corner that is an end allows a leg that misses it.
    """
    total = sum(weights.squares.values()) - sum(weights.moves.values())
    heaviest, heavier = heaviest_legs(rows, cols, weights)
    if kind == "open":
        total -= max(*weights.squares.values(), weights.squares[0, 0] + max(heavier, 0))
    least = Fraction(2 * total, heaviest)
    return least if kind == "closed" else least - 1


def small_boards(kind: _Kind) -> Iterator[str]:
    """Yield the table of small boards, a line for each shorter side; 0 says that there are no tours."""
    for rows in range(3, _LARGEST + 1):
        least = [ceil(best_bound(rows, cols, kind)) for cols in range(rows, _LARGEST + 1)]
        yield f"{rows}: ({', '.join(map(str, least))}),"


def best_bound(rows: int, cols: int, kind: _Kind) -> Fraction:
    """Return the bound on a board by its best weights, or 0 if there are no tours."""
    if rectangle_theorem(rows, cols, kind):
        return Fraction(0)
    return bound(rows, cols, kind, weigh(rows, cols, kind))


def narrow_boards(kind: _Kind) -> Iterator[str]:
    """Yield what is proved of narrow boards."""
    cols = 2 * _END + _MIDDLE
    for rows, profile in _PROFILES.items():
        if kind == "closed" and rows == 4:
            continue
        slope = sum(map(Fraction, profile))
        weights = weigh(rows, cols, kind, profile)
        if heaviest_legs(rows, cols, weights)[0] > 2 * _UNIT:
            raise RuntimeError(f"a leg of {rows} rows is too heavy")
        rest = bound(rows, cols, kind, weights) - slope * cols
        yield f"{rows} rows: {slope} cols + {float(rest):.4f}"


def main() -> None:
    """Print the bounds on some boards, or all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="*", metavar="ROWSxCOLS")
    parser.add_argument("--kind", choices=("closed", "open"), default="closed")
    options = parser.parse_args()
    for board in options.boards:
        rows, cols = map(int, board.split("x"))
        proved = best_bound(rows, cols, options.kind)
        sys.stdout.write(f"{rows} x {cols}: at least {ceil(proved)} turns ({float(proved):.3f})\n")
    kinds: tuple[_Kind, ...] = () if options.boards else ("closed", "open")
    for kind in kinds:
        sys.stdout.write("\n    ".join([f"{kind}:", *small_boards(kind), *narrow_boards(kind)]) + "\n")


if __name__ == "__main__":
    main()
