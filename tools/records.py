"""Find the closed tours of 8 x 8 with the fewest and the most turns, crossings, rails and angles, and print their data.

    python tools/records.py > src/destrier/studies/pages/records.txt

A solver finds a tour with the fewest and proves that none has fewer. It then finds another one that is no image of it,
and so on, until it proves that none is left. That the moves are one cycle is demanded only where a solution breaks it.
It stops after `--classes` classes of best tours.

For crossings a proof is out of reach. Their tours are annealed (see `annealing`), and the bound is that of a linear
program, in which each pair of edges has a variable that tells whether both are in the tour (the first level of Sherali
and Adams). Pairs that a symmetry of the board exchanges have the same variable, since the images of a solution have a
mean.

Needs OR-tools (`uv sync --group tools`), and about an hour; `--only turns,rails` finds these. The stored file is made
with `--classes 2` for fewest rails and `--classes 10` for angles of 53 degrees. The classes with the most angles of 53
and 127 degrees were listed by a predecessor, which had the same model.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations, product
from math import ceil
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from annealing import Schedule, anneal
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model
from regions import Region, solver_of

import destrier as dt
from destrier.core.board import SYMMETRIES, interiors_meet, transform
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.counting.extremes import FIGURES
from destrier.measuring.metrics import ANGLES, angles_by_byte

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from destrier.core.choices import Figure
    from destrier.core.types import Moves, Square

    _Edges = frozenset[frozenset[Square]]

_SIDE: Final = 8

_ENDS: Final = {"fewest": 1, "most": -1}
"""The extremes, and the sign with which a figure is made small."""

_HEADER: Final = """\
# The closed tours of 8 x 8 with the fewest and the most of each figure, found by tools/records.py. A title tells the
# figure, the extreme, the bound that is proved (the number itself, but for crossings), and whether all classes of tours
# are listed, or some. Under it stands the moves array of a tour of each class, two hexadecimal digits a square.
"""


class Record(NamedTuple):
    """The best tours that were found, and what is proved about them."""

    figure: Figure
    end: str
    bound: int
    is_complete: bool
    tours: list[Moves]

    def __str__(self) -> str:
        title = f"{self.figure} {self.end} {self.bound} {'all' if self.is_complete else 'some'}"
        return "\n".join((title, *(moves.tobytes().hex() for moves in self.tours)))


class Whole(Region):
    """All tours of a board but those that were found."""

    def __init__(self) -> None:
        super().__init__(np.zeros((_SIDE, _SIDE), np.uint8), np.ones((_SIDE, _SIDE), np.bool_))
        self.angles: dict[int, list[Any]] = {degrees: [] for degrees in ANGLES}
        for square in self.squares():
            self._add_angles(square)

    def _add_angles(self, square: Square) -> None:
        """Give each pair of moves at a square a literal, of which one is true."""
        moves = [move for move in range(8) if (square, move) in self.literals]
        ways = {pair: self.model.new_bool_var("") for pair in combinations(moves, 2)}
        self.model.add_exactly_one(ways.values())
        for move in moves:
            self.model.add(sum(way for pair, way in ways.items() if move in pair) == self.literals[square, move])
        for (one, other), way in ways.items():
            self.angles[ANGLES[angles_by_byte()[1 << one | 1 << other]]].append(way)

    def figure(self, name: Figure) -> Any:
        """How many a tour has."""
        if name == "turns":
            return _SIDE**2 - sum(self.angles[180])
        return self.rails() if name == "rails" else sum(self.angles[int(name.removeprefix("angle-"))])

    def rails(self) -> Any:
        """How often two opposite ones of the four edges around a parallelogram are present, and the others missing."""
        found = []
        for square, (one, other) in product(self.squares(), combinations(range(4, 8), 2)):
            sides = [(square, one), (_beyond(square, other), one), (square, other), (_beyond(square, one), other)]
            if all(side in self.literals for side in sides):
                here, there, left, right = (self.literals[side] for side in sides)
                found += [self._all(here, there, ~left, ~right), self._all(left, right, ~here, ~there)]
        return sum(found)

    def _all(self, *literals: Any) -> Any:
        """A literal for: all of these are true."""
        every = self.model.new_bool_var("")
        for literal in literals:
            self.model.add_implication(every, literal)
        self.model.add_bool_or([*(~literal for literal in literals), every])
        return every

    def leave_out(self, moves: Moves) -> None:
        """Exclude a tour and its images; of more cycles than one, demand that edges lead out of each."""
        _, cycles = label(moves)
        for symmetry in SYMMETRIES:
            if cycles == 1:
                image = transform(moves, symmetry)
                self.model.add_bool_or(~edge for ((at, move), edge) in self.edges.items() if image[at] >> move & 1)
            else:
                image, _ = label(transform(moves, symmetry))
                for number in range(cycles):
                    self._lead_out(image == number)


def _beyond(square: Square, move: int) -> Square:
    return square[0] + MOVES[move][0], square[1] + MOVES[move][1]


def proved(name: Figure, end: str, *, classes: int, seconds: float) -> Record:
    """The tours with the fewest or the most."""
    region = Whole()
    number = region.model.new_int_var(-(_SIDE**2), _SIDE**2, "")
    region.model.add(number == _ENDS[end] * region.figure(name))
    region.model.minimize(number)
    best, tours, status = _SIDE**2, list[np.ndarray](), None
    while len(tours) < classes:
        solver = solver_of(seconds, 0)
        status = solver.solve(region.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        moves = region._moves(solver)
        if label(moves)[1] == 1:
            assert tours or status == cp_model.OPTIMAL, f"out of time: {end} {name}"
            best = solver.value(number)
            region.model.add(number <= best)
            tours.append(moves)
        region.leave_out(moves)
    return Record(name, end, _ENDS[end] * best, status == cp_model.INFEASIBLE, tours)


# Crossings


def annealed(end: str, *, rounds: int) -> Record:
    """The tours with the fewest or the most crossings that some rounds of annealing find."""
    found: dict[bytes, tuple[int, Moves]] = {}
    for seed in range(rounds):
        schedule = Schedule(2_000_000, sign=_ENDS[end])
        moves, is_one_cycle = anneal(
            dt.tour(_SIDE, _SIDE, seed=seed).moves, np.ones((_SIDE, _SIDE), np.bool_), schedule, seed=seed
        )
        if is_one_cycle:
            tour = dt.Tour(moves).canonical()
            found[tour.moves.tobytes()] = _ENDS[end] * dt.crossings(tour), tour.moves
    best = min(number for number, _ in found.values())
    tours = [moves for _, (number, moves) in sorted(found.items()) if number == best]
    return Record("crossings", end, _ENDS[end] * ceil(_relaxed(end) - 1e-6), is_complete=False, tours=tours)


def _relaxed(end: str) -> float:
    """The least crossings of a solution of the linear program, or the most with a minus."""
    squares = list(product(range(_SIDE), range(_SIDE)))
    edges = [
        frozenset((square, _beyond(square, move)))
        for square, move in product(squares, range(4, 8))
        if _beyond(square, move) in squares
    ]
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    variables: dict[_Edges, Any] = {}
    for orbit in _orbits([frozenset(some) for size in (1, 2) for some in combinations(edges, size)]):
        variables |= dict.fromkeys(orbit, model.new_num_var(0, 1, ""))

    def both(*pair: frozenset[Square]) -> Any:
        return variables[frozenset(pair)]

    for square in squares:
        model.add(sum(both(edge) for edge in edges if square in edge) == 2)
    for (one,), *_ in _orbits([frozenset([edge]) for edge in edges]):
        for square in squares:
            others = (other for other in edges if square in other and other != one)
            model.add(sum(both(one, other) for other in others) == (2 - (square in one)) * both(one))
    pairs = [(one, other) for (one, other), *_ in _orbits([frozenset(pair) for pair in combinations(edges, 2)])]
    for one, other in pairs:
        model.add(both(one, other) <= both(one))
        model.add(both(one, other) <= both(other))
        model.add(both(one, other) >= both(one) + both(other) - 1)
    crossing = (both(*pair) for pair in combinations(edges, 2) if interiors_meet(*sorted(pair[0]), *sorted(pair[1])))
    model.minimize(_ENDS[end] * sum(crossing))
    solver = model_builder.Solver("GLOP")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    return float(solver.objective_value)


def _orbits(sets: Iterable[_Edges]) -> Iterator[list[_Edges]]:
    """The images of sets of edges under the symmetries of the board, those of the same set together."""
    seen: set[_Edges] = set()
    for edges in sets:
        if edges not in seen:
            orbit = list(dict.fromkeys(_images(edges)))
            seen.update(orbit)
            yield orbit


def _images(edges: _Edges) -> Iterator[_Edges]:
    last = _SIDE - 1
    for down, across, exchanged in product((False, True), repeat=3):

        def image(square: Square, down: bool = down, across: bool = across, exchanged: bool = exchanged) -> Square:
            there = last - square[0] if down else square[0], last - square[1] if across else square[1]
            return there[::-1] if exchanged else there

        yield frozenset(frozenset(map(image, edge)) for edge in edges)


def main() -> None:
    """Find the records that were asked for, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(FIGURES), help="these figures, such as turns,rails")
    parser.add_argument("--classes", type=int, default=25, help="the most classes that are listed")
    parser.add_argument("--seconds", type=float, default=600, help="the time for a proof")
    parser.add_argument("--rounds", type=int, default=20, help="how often tours are annealed")
    options = parser.parse_args()
    sys.stdout.write(_HEADER)
    for name, end in product(options.only.split(","), _ENDS):
        if name == "crossings":
            record = annealed(end, rounds=options.rounds)
        else:
            record = proved(name, end, classes=options.classes, seconds=options.seconds)
        sys.stdout.write(f"\n{record}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
