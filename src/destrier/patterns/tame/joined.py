"""Closed tours that were found by annealing and crossover, with fewer turns or crossings than the other patterns.

Annealed tours of the same width are cut between two rows, and joined to others; and rows that fit to themselves are
repeated. Thus every board with few columns has such a tour, however many rows it has. In some tours, both rows and
columns can be repeated; the pattern then takes boards of every size that are at most about twice as long as wide.

On nearly all boards with sides from 6 to 20, several runs of annealing (see `makers.annealing`) find the same numbers,
which may be the minimum; up to 8 x 8 this is proved. Tours of the larger boards are better than the other patterns, but
perhaps not optimal.

The boards are in `tame_joined_turns.txt.gz` and `tame_joined_crossings.txt.gz`, written by `lab/tame_joined.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Final

from destrier.core.choices import Goal
from destrier.core.types import Moves
from destrier.patterns.patches import Pattern, read_boards

_FREE: Final = 0
"""Instead of the number of columns, if columns are repeated."""

FROM_TWICE: Final = 16
"""If rows and columns are both repeated, the longer side must be so much less than twice the shorter one.

On longer boards, lines may close loops.
"""


def pattern(rows: int, cols: int, minimize: Goal) -> Pattern | None:
    """Return the pattern of a board, or `None`; a whole board if there is one, or else the largest that takes it."""
    known = patterns(minimize)
    low, high = sorted((rows, cols))
    fitting = (*known.get(low, ()), *known.get(_FREE, ()))
    taking = [pattern for pattern in fitting if _takes(pattern, high, low)]
    best = max(taking, key=lambda pattern: (pattern.rows is None, pattern.moves.size), default=None)
    return best if best is None or rows >= cols else best.transposed()


def _takes(pattern: Pattern, rows: int, cols: int) -> bool:
    """Return whether a pattern makes a single cycle of a board."""
    return pattern.takes(rows, cols) and (pattern.cols is None or rows <= 2 * cols - FROM_TWICE)


@cache
def patterns(goal: Goal) -> dict[int, list[Pattern]]:
    """Return the patterns with few turns or crossings, as `by_columns` does."""
    return by_columns(_read(words, moves) for (_, *words), moves in read_boards(f"tame_joined_{goal}.txt.gz"))


def by_columns(known: Iterable[Pattern]) -> dict[int, list[Pattern]]:
    """Return patterns by their columns, the shorter side; those with columns that are repeated are there both ways."""
    found = defaultdict[int, list[Pattern]](list)
    for pattern in known:
        if pattern.cols is None:
            found[pattern.moves.shape[1]].append(pattern)
        else:
            found[_FREE] += [pattern, pattern.transposed()]
    return found


def _read(words: list[str], moves: Moves) -> Pattern:
    """Return the pattern of a paragraph."""
    ends = list(map(int, words))
    return Pattern(moves, *zip(ends[::2], ends[1::2], strict=True))
