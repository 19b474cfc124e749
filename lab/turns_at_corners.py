"""Find the weights near a corner that prove 4 (rows + cols) - 24 turns, for each way to pass the corner.

    python lab/turns_at_corners.py > proofs/turns.txt

Along the sides the weights are fixed: 3, -1, -1, 5/4, 0 and -1/4, from the rim inwards. In the box of 10 x 10 squares
at a corner, a linear program chooses weights of the squares and prices of the moves. What it may assume is a *case*:
the two moves of some squares near the corner. If the weights of a case prove too little, the next square is decided in
every possible way, and each is a case of its own. `docs/bounds.md` has the proof, and `proofs/turns.py` checks it, in
whole numbers, so that nothing rests on what is computed here.

Needs OR-tools (`uv sync --group lab`), and ten seconds.
"""

from __future__ import annotations

import sys
from itertools import combinations, pairwise, product
from math import ceil, floor
from typing import TYPE_CHECKING, Any, Final

from ortools.linear_solver.python import model_builder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Square

    _Move = tuple[Square, Square]
    _Case = dict[Square, tuple[Square, ...]]

_BAND: Final = (3, -1, -1, 1.25, 0, -0.25)
"""The weights along the sides, from the rim inwards. Squares further inside weigh nothing."""

_BOX: Final = 10
"""The side of the box at a corner."""

_WINDOW: Final = _BOX + 2 * len(_BAND) + 4
"""The side of a piece of the board that shows all legs near a corner or a side, up to translation."""

_LINES: Final = ((1, 2), (2, 1), (1, -2), (2, -1))

_DECIDED: Final = ((1, 2), (2, 1), (1, 0), (0, 1), (2, 0), (0, 2), (4, 0), (0, 4))
"""The squares whose moves are decided, in this order."""

_UNIT: Final = 10_000
"""What a leg may weigh; weights are whole numbers."""

_ENOUGH: Final = -24.9 / 4
"""What the weights of a corner have to prove: four corners together less than 25 turns fewer than 4 (rows + cols)."""

_UNKNOWN: Final = -7.500001
"""What the weights of a corner prove of which nothing is known."""

_SLACK: Final = 0.1
"""By how many units a rounded number may be on the wrong side of what the solver found."""

_HEAVIEST: Final = 3
"""The greatest weight of a square, half of which an end of an open tour loses."""


def pieces(case: _Case) -> Iterator[tuple[list[Square], float]]:
    """Yield the pieces of legs up to a square inside, and what they may weigh: 1, and 1/2 less for each end inside."""
    for row, col, (down, right) in product(range(_WINDOW), range(_WINDOW), _LINES):
        piece = [(row, col)]
        while len(piece) == 1 or not is_inside(piece[-1]):
            last = piece[-1]
            after = (last[0] + down, last[1] + right)
            if not (after[0] < _WINDOW and 0 <= after[1] < _WINDOW and allowed(case, last, after)):
                break
            piece.append(after)
            if not (is_straight(case, piece[0]) or is_straight(case, after)):
                yield piece, 1 - (is_inside(piece[0]) + is_inside(after)) / 2


def is_inside(square: Square) -> bool:
    """Return whether a square is neither in the box nor in the bands."""
    return min(square) >= len(_BAND) and max(square) >= _BOX


def is_straight(case: _Case, square: Square) -> bool:
    """Return whether no leg ends at a square, as its moves are opposite."""
    return square in case and all(sum(axis) == 2 * at for *axis, at in zip(*case[square], square, strict=True))


def allowed(case: _Case, one: Square, other: Square) -> bool:
    """Return whether a tour may have a move."""
    return other in case.get(one, (other,)) and one in case.get(other, (one,))


def weigh(case: _Case, enough: float = _ENOUGH) -> str | None:
    """Return the weights and prices of a case as text, or None if they prove too little."""
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    infinity = float("inf")
    box = [*product(range(_BOX), range(_BOX))]
    along = {square: (*_BAND, 0)[min(*square, len(_BAND))] for square in box}
    weight = {square: model.new_num_var(-infinity, _HEAVIEST, "") for square in box}
    forced = {(min(at, to), max(at, to)) for at, both in case.items() for to in both}
    price: dict[_Move, Any] = {}
    for piece, most in pieces(case):
        if weight.keys().isdisjoint(piece):
            continue
        whole = -most
        for place, square in enumerate(piece):
            share = 0.5 if place in (0, len(piece) - 1) else 1.0
            whole += share * (weight[square] if square in weight else (*_BAND, 0)[min(*square, len(_BAND))])
        for one, other in pairwise(piece):
            if one in weight and other in weight:
                move = (min(one, other), max(one, other))
                if move not in price:
                    price[move] = model.new_num_var(-infinity if move in forced else 0, infinity, "")
                whole -= price[move]
        model.add(whole <= 0)
    proved = sum(weight.values()) - sum(price.values()) - 2 * _BOX * sum(_BAND)
    model.add(proved >= enough)
    changes = []
    for square in box:  # as close to the weights along the sides as possible
        change = model.new_num_var(0, infinity, "")
        model.add(change >= weight[square] - along[square])
        model.add(change >= along[square] - weight[square])
        changes.append(change)
    model.minimize(sum(changes) + 0.1 * sum(price.values()))
    solver = model_builder.Solver("GLOP")
    if solver.solve(model) != model_builder.SolveStatus.OPTIMAL:
        return None
    values = {at: floor(solver.value(each) * _UNIT + _SLACK) for at, each in weight.items()}
    prices = {move: ceil(solver.value(price[move]) * _UNIT - _SLACK) for move in sorted(price)}
    moves = {at: set(both) for at, both in case.items()}
    rows = ",\n".join(str([values[row, col] for col in range(_BOX)]) for row in range(_BOX))
    return f"({moves},\n{ {move: each for move, each in prices.items() if each} },\n[{rows}])"


def cases(case: _Case, undecided: tuple[Square, ...]) -> Iterator[str]:
    """Yield all cases into which one has to be divided, with their weights."""
    if weighed := weigh(case):
        yield weighed
        return
    square, *others = undecided
    for both in choices(case, square):
        divided = {**case, square: both}
        if square != _DECIDED[1] or sorted(divided.values()) <= sorted(mirrored(divided).values()):
            yield from cases(divided, tuple(others))


def mirrored(case: _Case) -> _Case:
    """Return a case with rows and columns exchanged."""
    return {at[::-1]: tuple(sorted(to[::-1] for to in both)) for at, both in case.items()}


def choices(case: _Case, square: Square) -> Iterator[tuple[Square, ...]]:
    """Yield the pairs of moves of a square that agree with those of other squares and close no cycle."""
    row, col = square
    around = [(row + sign * down, col + sign * right) for down, right in _LINES for sign in (1, -1)]
    for both in combinations(sorted(each for each in around if min(each) >= 0), 2):
        agree = all((square in case[at]) == (at in both) for at in around if at in case)
        if agree and not closes({**case, square: both}, square):
            yield both


def closes(case: _Case, start: Square) -> bool:
    """Return whether the moves from a square lead back to it."""
    before, at = start, case[start][0]
    while at != start:
        if at not in case:
            return False
        before, at = at, next(to for to in case[at] if to != before)
    return True


def main() -> None:
    """Print the case in which nothing is known, and those of a closed tour: moves, prices and weights."""
    corner: _Case = {(0, 0): ((1, 2), (2, 1))}
    found = ",\n\n".join([weigh({}, _UNKNOWN) or "", *cases(corner, _DECIDED)])
    sys.stdout.write(f"[{found}]\n")


if __name__ == "__main__":
    main()
