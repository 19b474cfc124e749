"""Terms of the papers that destrier itself does not need, for the code of `papers.md`."""

from __future__ import annotations

import csv
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.choices import Kind
    from destrier.core.types import Square

RESULTS: Final = Path(__file__).parent / "results"


def cell(table: str, column: object, *row: object) -> str:
    """The cell of a table of the results, in the row that begins with these cells."""
    header, *rows = csv.reader((RESULTS / f"{table}.csv").read_text(encoding="utf-8").splitlines())
    return next(cells for cells in rows if cells[: len(row)] == [*map(str, row)])[header.index(str(column))]


# Tourneys: rails, and the tables of obfuscated tours


def steps(tourney: dt.Tourney) -> list[int]:
    """What each move adds to the number of a cell."""
    return [rows * tourney.board.shape[1] + cols for rows, cols in dt.MOVES]


def rails_by_move(tourney: dt.Tourney) -> Counter[tuple[int, int]]:
    """The number of rails that each move is in; a move is named by its upper cell and its direction."""
    step, rails = steps(tourney), dt.find_rails(tourney).tolist()
    return Counter((square + away, primary) for square, primary, cross in rails for away in (0, step[cross]))


def switched(tourney: dt.Tourney, square: int, primary: int, cross: int) -> dt.Tourney:
    """The tourney with a rail switched: its two moves are replaced by those across it."""
    moves, step = tourney.moves.copy(), steps(tourney)
    for away, move in ((0, primary), (step[cross], primary), (0, cross), (step[primary], cross)):
        moves.flat[square + away] ^= 1 << move
        moves.flat[square + away + step[move]] ^= 1 << (move + 4) % 8
    return dt.Tourney(moves)


def braid_around(centre: dt.Tourney, side: int) -> dt.Tourney:
    """The concentric braid of a square board, with another tourney of 6 x 6 in its centre."""
    moves, rings = dt.tourney(side, side, algorithm="concentric-braid").moves.copy(), side // 2 - 3
    moves[rings : side - rings, rings : side - rings] = centre.moves
    return dt.Tourney(moves)


SIDES: Final = {"Warnsdorff": 50, "Takefuji-Lee": 40, "Div-and-Conq": 50, "Braid": 50, "Four-Cover": 48}
"""The sources of Tables 1 and 2, with the sides of their boards."""


def row_of(table: int, source: str, column: str) -> list[float]:
    """The numbers of a source in Table 1, of eight moves, or Table 2, without the relative move 4."""
    moves = [move for move in range(8) if table == 1 or move != 4]
    return [float(cell(f"obfuscated-moves-table-{table}", column, source, SIDES[source], move)) for move in moves]


def apart(table: int, source: str) -> float:
    """The largest difference from the paper's numbers in a row of Table 1 or 2, in standard errors."""
    return round(max(map(abs, row_of(table, source, "difference in standard errors"))), 1)


# Rectangles: structured tours


def is_structured(tour: dt.Tour) -> bool:
    """Whether a tour has the two moves that cut off each corner, except those of its ends."""
    squares, ends = list(tour), {*(tour.ends or ())}
    moves = {frozenset(pair) for pair in zip(squares, squares[1:] + squares[:1], strict=True)}
    lasts = [side - 1 for side in tour.board.shape]
    for corner, move in product(product(*((0, last) for last in lasts)), [((0, 1), (2, 0)), ((1, 0), (0, 2))]):
        squares_of_move = {(abs(corner[0] - row), abs(corner[1] - col)) for row, col in move}
        if squares_of_move not in moves and not squares_of_move & ends:
            return False
    return True


def combined(largest: int) -> dict[int, tuple[int, int]]:
    """By Snider and Travins' case: the boards of which a closed or corner tour was made, and those of an open one."""
    made: dict[int, tuple[int, int]] = {}
    for n, m in combinations_with_replacement(range(3, largest + 1), 2):
        case = (2 if n == 3 else 3 if n == 4 else 4 if n <= 10 else 5) if m > 10 else 1
        kinds: tuple[Kind, Kind] = ("corner" if n * m % 2 else "closed", "open")
        exist = [kind for kind in kinds if dt.why_no_tour(n, m, kind=kind) is None]
        tours = [dt.tour(n, m, kind=kind, algorithm="rectangle") for kind in exist]
        closed, opened = made.get(case, (0, 0))
        made[case] = (
            closed + sum(tour.ends is None for tour in tours),
            opened + sum(tour.ends is not None for tour in tours),
        )
    return made


# Taming: the positional matchings of the quartet

QUARTET: Final = ((0, 0), (0, 1), (1, 0), (1, 1))

MATCHINGS: Final = {
    name: {frozenset(pair) for pair in pairs}
    for name, pairs in {
        "V": (((0, 0), (1, 0)), ((0, 1), (1, 1))),
        "H": (((0, 0), (0, 1)), ((1, 0), (1, 1))),
        "X": (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    }.items()
}

SEQUENCES: Final = ("", "v", "h", "vh", "hv", "vhv")
"""The six sequences of Table 1: of vertical and horizontal straight moves; diagonal moves change nothing."""


def straight(place: Square, move: str) -> Square:
    """The place in the quartet of a knight after a straight move down or to the right.

    The two knights in front stay, which takes them to the rear. The others jump past them, each to the other's side.
    """
    ahead, aside = place if move == "v" else place[::-1]
    after = (0, aside) if ahead else (1, 1 - aside)
    return after if move == "v" else after[::-1]


def permuted(sequence: str) -> str:
    """The matchings that become of V, H and X, in this order."""
    places = {place: place for place in QUARTET}
    for move in sequence:
        places = {knight: straight(place, move) for knight, place in places.items()}
    after = [{frozenset(places[knight] for knight in pair) for pair in MATCHINGS[name]} for name in "VHX"]
    return "".join(name for pairs in after for name in "VHX" if MATCHINGS[name] == pairs)


def products() -> list[list[int]]:
    """Table 2, with the six sequences numbered from 0: which of them acts like the row's and then the column's."""
    acts = [permuted(sequence) for sequence in SEQUENCES]
    return [[acts.index(permuted(first + then)) for then in SEQUENCES] for first in SEQUENCES]


def unlike_half_turned(tour: dt.Tour) -> list[Square]:
    """The squares whose moves a half-turn of the tour changes."""
    return [(row, col) for row, col in np.argwhere(tour.moves != tour.transformed("rotate-180").moves).tolist()]


def with_equal_junctions(tour: dt.Tour) -> dt.Tourney:
    """The tourney whose upper half is that of the tour, and whose lower half is the same after a half-turn."""
    upper, moves = tour.board.shape[0] // 2, tour.transformed("rotate-180").moves.copy()
    moves[:upper] = tour.moves[:upper]
    return dt.Tourney(moves)


# Taming: the crowns of Section 4.3.1, on the left edge of a board

RAYS: Final = {1: (-2, 1), 2: (-1, 2), 3: (1, 2), 4: (2, 1)}
"""The directions of the moves of a square of the left edge, clockwise: rows and columns."""


def crown(a: int, b: int) -> set[Square]:
    """The squares of the crown of the rows a and b, of which a is above."""

    def below(square: Square, start: int, ray: int) -> int:
        (row, col), (down, right) = square, RAYS[ray]
        return (row - start) * right - col * down

    size = b - a
    squares = product(range(a - size, b + size + 1), range(size + 1))
    return {each for each in squares if any(below(each, a, ray + 1) >= 0 >= below(each, b, ray) for ray in (1, 2, 3))}


def meeting(lower: int, upper: int) -> int:
    """The least number of rows between two squares of the edge whose rays of these directions have a square in common.

    They have one at every multiple of this distance, and at no other one.
    """
    (down, right), (rows, cols) = RAYS[lower], RAYS[upper]
    return (right * rows - cols * down) // gcd(right, cols)


def collisions(a: int, b: int) -> Iterator[Square]:
    """The squares at which two rays from the rows a to b of the edge meet."""
    for lower in RAYS:
        for upper in range(lower + 1, 5):
            for away in range(meeting(lower, upper), b - a + 1, meeting(lower, upper)):
                (down, right), cols = RAYS[lower], RAYS[upper][1]
                moves = away // meeting(lower, upper) * cols // gcd(right, cols)
                yield from ((row + moves * down, moves * right) for row in range(a + away, b + 1))


def corners(tour: dt.Tour) -> list[Square]:
    """The squares of a tour that are turns, in visiting order; a leg leads from each to the next."""
    order = tour.order()
    step = np.roll(order, -1, axis=0) - order
    return [(row, col) for row, col in order[(step != np.roll(step, 1, axis=0)).any(axis=1)].tolist()]


def clean(tour: dt.Tour, a: int, b: int) -> int:
    """The number of squares of the edge from a to b both of whose legs end outside their crown."""
    turns, inside = corners(tour), crown(a, b)
    legs = zip(turns, turns[-1:] + turns[:-1], turns[1:] + turns[:1], strict=True)
    return sum(col == 0 and a <= row <= b and inside.isdisjoint(ends) for (row, col), *ends in legs)


CROWN: Final = Fraction(1, 2)
DIAGONAL: Final = Fraction(1)
"""The slopes against the edge's normal of what a gap of the iterative process ends at."""


def reach(slope: Fraction) -> Fraction:
    """The room between a crown of size 1 and the end of a gap: its tip is 1/3 beyond its base, and 2/3 deep."""
    return Fraction(1, 3) + Fraction(2, 3) * slope


def largest(below: Fraction, above: Fraction) -> Fraction:
    """The size of the largest crown in a gap of size 1 (Figure 15)."""
    return 1 / (reach(below) + 1 + reach(above))


def covered(times: int, below: Fraction = DIAGONAL, above: Fraction = DIAGONAL) -> Fraction:
    """The part of a gap that is inside crowns after this many steps of the iterative process (Figure 14)."""
    if times == 0:
        return Fraction(0)
    beside = reach(below) * covered(times - 1, below, CROWN) + reach(above) * covered(times - 1, CROWN, above)
    return largest(below, above) * (1 + beside)
