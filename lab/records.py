"""Find the closed tours of 8 x 8 with the fewest and the most turns, crossings, rails and angles, and print their data.

    python lab/records.py > reproduce/pages/records.txt

A solver finds a tour with the fewest and proves that none has fewer. It then finds another one that is no image of it,
and so on, until it proves that none is left. That the moves are one cycle is demanded only where a solution breaks it.
It stops after `--classes` classes of best tours.

For crossings, which are a matter of pairs of moves, the solver finds no proof. Their tours are listed by other means
(see `least_crossings`), and so are those with the fewest rails (see `few_rails`); this takes some seconds.

Needs OR-tools (`uv sync --group lab`), and about an hour; `--only turns,rails` finds these. The stored file is made
with `--classes 10` for angles of 53 degrees. The classes with the most angles of 53 and 127 degrees were listed by a
predecessor, which had the same model.
"""

from __future__ import annotations

import argparse
from importlib.resources import files
from itertools import combinations, count, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from few_rails import tours_with
from least_crossings import SIGNS, best_tours
from ortools.sat.python import cp_model
from regions import Region, solver_of
from stored import write

import destrier as dt
from destrier.core.board import SYMMETRIES, Board, transform
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.counting.extreme_tours import FIGURES, figures
from destrier.measuring.metrics import ANGLES, angles_by_byte

if TYPE_CHECKING:
    from destrier.core.choices import Figure
    from destrier.core.types import Moves, Square

_SIDE: Final = 8

_LISTED: Final = {("crossings", "fewest"), ("crossings", "most"), ("rails", "fewest")}
"""The records whose tours are all listed by other programs."""


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
    region.model.add(number == SIGNS[end] * region.figure(name))
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
    return Record(name, end, SIGNS[end] * best, status == cp_model.INFEASIBLE, tours)


# Crossings, and the fewest rails


def listed(name: Figure, end: str) -> Record:
    """All classes of the tours with the fewest or the most crossings, or the fewest rails."""
    found = best_tours(_SIDE, _SIDE, end) if name == "crossings" else _tours_with_fewest_rails()
    tours = {tour.canonical() for tour in found}
    moves = sorted((tour.moves for tour in tours), key=lambda moves: moves.tobytes())
    (number,) = figures(moves[0][None], Board(_SIDE, _SIDE))[name].tolist()
    return Record(name, end, number, is_complete=True, tours=moves)


def _tours_with_fewest_rails() -> list[dt.Tourney]:
    return next(tours for rails in count() if (tours := tours_with(Board(_SIDE, _SIDE), rails)[0]))


def main() -> None:
    """Find the records that were asked for, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(FIGURES), help="these figures, such as turns,rails")
    parser.add_argument("--classes", type=int, default=25, help="the most classes that are listed")
    parser.add_argument("--seconds", type=float, default=600, help="the time for a proof")
    options = parser.parse_args()
    limits = {"classes": options.classes, "seconds": options.seconds}
    asked = product(options.only.split(","), SIGNS)
    records = (listed(name, end) if (name, end) in _LISTED else proved(name, end, **limits) for name, end in asked)
    write(files("reproduce") / "pages" / "records.txt", records)


if __name__ == "__main__":
    main()
