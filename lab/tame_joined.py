"""Find closed tours with fewer turns, or crossings, than the patterns of large boards have.

    python lab/tame_joined.py turns --found found > turns.txt
    gzip -9n turns.txt && mv turns.txt.gz src/destrier/patterns/data/tame_joined_turns.txt.gz
    python lab/tame_joined.py crossings --boards 24x29,24x31 --seeds 2 > crossings.txt

Boards are annealed, if asked for, and crossed with all known tours (see `crossover`), so a better tour of one board
improves others of the same width. A known tour is replaced only by a better one. Tall tours are not stored if they can
be made by repeating rows of a shorter one. For few turns, there are also tours in which both rows and columns can be
repeated, one for each class of boards with an odd side.

An annealed board takes about 20 seconds, and crossing all takes some minutes. The first boards with few crossings were
annealed from lines and mirrors. Boards of more than 20 columns with few turns come from `lattices`, in a folder.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args
from unittest import mock

import numpy as np
from crossover import Band, Crossover, bands, cost, cost_above, images, parts, repeatable, repeated_cuts
from stored import DATA, write
from tame_crossings import grown, is_tour

import destrier as dt
from destrier.core.board import Board, transform
from destrier.core.choices import Goal
from destrier.makers import tame
from destrier.makers.annealing import annealing
from destrier.patterns.patches import Pattern
from destrier.patterns.tame import joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from destrier.core.types import Moves

_WIDEST: Final = {"turns": 40, "crossings": 39}
"""The most columns of the boards that are stored, and the most rows of those that are stored for any saving."""

_REPEATED: Final = {"turns": 20, "crossings": 39}
"""The most columns of those with rows that can be repeated; on wider boards, few turns may cost too many crossings."""

_WORTH: Final = 500
"""The squares of a longer board that may be stored for each turn that they save."""

_LONGEST: Final = 10
"""The most rows of a band."""

_MOST_ROWS: Final = 30
"""The most rows that are repeated."""

_FAR: Final = 20
"""Rows between two boards by which it is estimated what a row more costs; a multiple of most periods."""

_NEARLY: Final = 0.97
"""The turns or crossings of a repeated row are at least so many times those of a row more of a tall board."""

_ROW: Final = {"turns": 4, "crossings": np.inf}
"""What a repeated row costs at most; tall boards with dearer ones have more turns than the other patterns."""

_TALL: Final = 40
"""How many of the tallest boards are made by repeating rows."""

_BOTH: Final = (8, 4)
"""Numbers of rows and columns that may be repeated together."""

_SAVED: Final = 15
"""The turns that they save, one more than the general pattern."""

_FEW: Final = 6
"""Crossings for each row and column, which only parallel lines have."""

Tours = dict[tuple[int, int], "Moves"]
"""The best known tours by their sides, the shorter one first, which is horizontal."""


def known(goal: Goal, most: int) -> Tours:
    """What destrier makes."""
    tours = {}
    for low, high in product(range(3, most + 1), repeat=2):
        if low <= high and low * high % 2 == 0 and dt.why_no_tour(high, low) is None:
            tours[low, high] = np.array(dt.tour(high, low, minimize=goal).moves)
    return tours


def add(tours: Tours, goal: Goal, moves: Moves) -> bool:
    """Keep a tour if it is better than the known one, and return whether it is."""
    rows, cols = moves.shape
    upright = moves if rows >= cols else transform(moves, "transpose")
    key = min(rows, cols), max(rows, cols)
    if key in tours and cost(goal, tours[key]) <= cost(goal, moves):
        return False
    tours[key] = upright
    return True


def cross(tours: Tours, goal: Goal, most: int) -> None:
    """Cross all tours that have a side in common, until none is better."""
    changed = set(range(3, most + 1))
    while changed:
        changed = {side for width in sorted(changed) for side in _crossed(tours, goal, width, most)}


def _crossed(tours: Tours, goal: Goal, width: int, most: int) -> Iterator[int]:
    """Cross the tours of a width, and yield the numbers of rows of those that are better."""
    crossover = Crossover(goal, most)
    for sides, moves in tours.items():
        if width in sides:
            crossover.add(moves if width == sides[0] else transform(moves, "transpose"))
    for rows, moves in crossover.best.items():
        if add(tours, goal, moves):
            yield rows


class Stored:
    """The patterns that are stored, and what the boards have without them."""

    def __init__(self, goal: Goal, tours: Tours) -> None:
        self.goal: Goal = goal
        self.tours = tours
        self.patterns: list[Pattern] = []

    def find(self) -> list[Pattern]:
        """The patterns from which the tours come."""
        if self.goal == "turns":
            self.patterns += self._in_both_directions()
        for width in sorted({low for low, _ in self.tours if low <= _WIDEST[self.goal]}):
            heights = sorted(high for low, high in self.tours if low == width)
            known = [pattern for pattern in joined.patterns(self.goal).get(width, ()) if pattern.rows]
            spans = known + (self._spans(width) if width <= _REPEATED[self.goal] else [])
            spans = [span for span in spans if self._rate(span) <= _ROW[self.goal]]
            spans.sort(key=lambda pattern: (self._rate(pattern), len(pattern.moves)))
            for high in heights[-_TALL:]:
                making = [span for span in spans if span.takes(high, width)]
                best = min(making, key=partial(self._cost, high=high), default=None)
                if best is not None and self._made(width, high) > self._cost(best, high):
                    self.patterns.append(best)
            for high in heights:
                gain = self._made(width, high) - cost(self.goal, self.tours[width, high])
                if gain and (high <= _WIDEST[self.goal] or width * high <= _WORTH * gain):
                    self.patterns.append(Pattern(self.tours[width, high]))
        return self.patterns

    def _made(self, low: int, high: int) -> float:
        """The turns or crossings of the tour that would be made."""
        with mock.patch.object(joined, "patterns", return_value=joined.by_columns(self.patterns)):
            board = Board(high, low)
            if tame.why_not_tame(board, self.goal) is not None:
                return np.inf
            return cost(self.goal, dt.tour(board, minimize=self.goal).moves)

    def _cost(self, pattern: Pattern, high: int) -> float:
        """The turns or crossings of the board that a pattern makes."""
        return cost(self.goal, pattern.moves) + (high - len(pattern.moves)) * self._rate(pattern)

    def _rate(self, pattern: Pattern) -> float:
        """The turns or crossings of a row that is repeated."""
        first, last = pattern.rows or (0, 1)
        return (cost_above(self.goal, pattern.moves, last) - cost_above(self.goal, pattern.moves, first)) / (
            last - first
        )

    def _spans(self, width: int) -> list[Pattern]:
        """Tours with rows that can be repeated or left out, at the least cost for each row."""
        tours = [moves for (low, _), moves in self.tours.items() if low == width]
        costs = {len(moves): cost(self.goal, moves) for moves in tours}
        highest = max(costs)
        rate = (costs[highest] - costs[highest - _FAR]) / _FAR
        found = [pair for moves in tours for image in images(moves) for pair in bands(image, self.goal, _LONGEST)]
        rates = {band.cost / len(band.moves) for _, band in found}
        for most in sorted(most for most in rates if most >= _NEARLY * rate):
            cheap = defaultdict[bytes, list[Band]](list)
            for cut, band in found:
                if band.cost <= most * len(band.moves):
                    cheap[cut].append(band)
            spans = self._with_bands(tours, cheap)
            if spans:
                return spans
        return []

    def _with_bands(self, tours: list[Moves], cheap: Mapping[bytes, list[Band]]) -> list[Pattern]:
        """The tours with bands laid where they leave the arcs as they are."""
        spans = []
        rows: dict[tuple[bytes, bytes], Moves | None] = {}
        for moves in tours:
            for cut, upper, lower in parts(moves, self.goal):
                key = cut, upper.arcs
                if cut in cheap and key not in rows:
                    rows[key] = repeatable(upper.arcs, cheap[cut], _MOST_ROWS)
                repeated = rows.get(key)
                if repeated is not None:
                    ends = len(upper.moves), len(upper.moves) + len(repeated)
                    spans.append(Pattern(np.concatenate([upper.moves, repeated, lower.moves]), ends))
        return spans

    def _in_both_directions(self) -> Iterator[Pattern]:
        """For each class of boards with an odd side and one divisible by 4, the known or the smallest pattern."""
        known = {_residues(span.moves): span for span in reversed(joined.patterns(self.goal).get(0, []))}
        for residues in map(frozenset, product(range(1, 8, 2), (0, 4))):
            if residues in known:
                yield known[residues]
                continue
            fitting = [moves for moves in self.tours.values() if _residues(moves) == residues]
            found = map(both, sorted(filter(is_regular, fitting), key=np.size))
            yield from islice(filter(None, found), 1)


def _residues(moves: Moves) -> frozenset[int]:
    return frozenset(side % 8 for side in moves.shape)


def is_regular(moves: Moves) -> bool:
    """Whether it saves enough turns, has few crossings, and is about square."""
    rows, cols = moves.shape
    if not 16 <= cols <= rows <= 2 * cols - joined.FROM_TWICE:
        return False
    saved = 4 * (rows + cols) - cost("turns", moves)
    return bool(saved == _SAVED and cost("crossings", moves) <= _FEW * (rows + cols))


def both(moves: Moves) -> Pattern | None:
    """The tour with rows and columns that can be repeated, however often."""
    spans = (
        sorted((span for span in repeated_cuts(one) if span[1] - span[0] in _BOTH), key=lambda span: span[0] - span[1])
        for one in (moves, transform(moves, "transpose"))
    )
    for rows, cols in product(*spans):
        pattern = Pattern(moves, rows, cols)
        if all(_stays_good(pattern, *copies) for copies in _copies()):
            return pattern
    return None


def _copies() -> Iterator[tuple[int, int]]:
    """How often rows and columns are repeated to try it: first a few, since most fail soon."""
    yield from ((1, 0), (0, 1), (1, 1), (3, 2), (2, 5))
    yield from product(range(24), repeat=2)
    yield from ((60, 50), (50, 60), (99, 80), (80, 99))


def _stays_good(pattern: Pattern, more_rows: int, more_cols: int) -> bool:
    moves = grown(pattern, more_rows, more_cols)
    low, high = sorted(moves.shape)
    if high > 2 * low - joined.FROM_TWICE:
        return True
    more = sum(moves.shape) - sum(pattern.moves.shape)
    return cost("turns", moves) == cost("turns", pattern.moves) + 4 * more and is_tour(moves)


def paragraph(pattern: Pattern) -> str:
    """A pattern in the file."""
    ends = [end for span in (pattern.rows, pattern.cols) if span for end in span]
    title = " ".join(map(str, ["span" if ends else "board", *ends]))
    return "\n".join([title, *(bytes(row).hex() for row in pattern.moves)])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("goal", choices=get_args(Goal))
    parser.add_argument("--boards", default="", help="to anneal, such as 12x12,12x13")
    parser.add_argument("--found", type=Path, help="a folder of tours that `lattices` found")
    parser.add_argument("--seeds", type=int, default=4, help="runs with other seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--sweeps", type=int, default=10_000)
    parser.add_argument("--most", type=int, default=60, help="the longest side of the boards that are crossed")
    return parser.parse_args()


if __name__ == "__main__":
    asked = _arguments()
    tours = known(asked.goal, asked.most)
    for text, seed in product(filter(None, asked.boards.split(",")), range(asked.first, asked.first + asked.seeds)):
        board = Board(*map(int, text.split("x")))
        add(tours, asked.goal, annealing(board, minimize=asked.goal, sweeps=asked.sweeps, seed=seed).moves)
    for file in sorted(asked.found.glob("*.npy")) if asked.found else ():
        add(tours, asked.goal, np.load(file))
    cross(tours, asked.goal, asked.most)
    write(DATA / f"tame_joined_{asked.goal}.txt.gz", map(paragraph, Stored(asked.goal, tours).find()))
