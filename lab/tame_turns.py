"""Find the patterns of the tours with few turns, and write them to their data file.

    python lab/tame_turns.py > src/destrier/patterns/data/tame_turns.txt

What the boards have in common is stated here: the lines, and the strips at the four edges with two turns a row or
column. For each corner, all boxes with the fewest turns are listed. Of their combinations, inner rows and columns are
left out, where what remains still fits, until the pattern is as small as the smallest board that it is for. Of those
that are one cycle on boards of all sizes, the one with the fewest crossings is taken.

Smaller boards are searched one by one: starting from a tour, a part of the board is filled anew, again and again, with
the fewest turns and, of those, the fewest crossings. From 12 x 12 on, that first tour has parallel lines inside, and a
half-turn maps it onto itself, as it does all that follow: so there is half as much to find. A board is written if it
has fewer turns than the patterns give it, or if there is no pattern for a symmetric tour of it (see `tame_symmetric`).

Needs OR-tools (`uv sync --group lab`). The patterns take three minutes and were found again by this tool, as were the
boards of 6 x 6 and 8 x 8, which are proved to be the best in a minute. A larger board takes up to ten minutes, and was
searched by a predecessor. `--only 6x6,8x8` searches these boards, and no patterns; `--only patterns` the patterns, and
no boards. `--seconds` tells for how long a board is filled all at once, `--rounds` how many parts of it are filled anew
if that did not prove it the best.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product, takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from regions import Region
from stored import DATA, write

import destrier as dt
from destrier.core.board import Board, transform
from destrier.core.movegraph import bends
from destrier.core.seeds import Stream, derive_key
from destrier.core.walks import label
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern
from destrier.patterns.tame.central import middle, saved
from destrier.patterns.tame.turns import LEAST, SAVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from destrier.core.types import Mask, Moves


class Piece(NamedTuple):
    """A pattern or board, as it stands in the file."""

    title: str
    moves: Moves

    def __str__(self) -> str:
        return "\n".join((self.title, *(bytes(row).hex(" ") for row in self.moves)))


# The lines and the strips at the edges


def _bits(*moves: int) -> int:
    return sum(1 << move for move in moves)


_LINE: Final = _bits(3, 7)
_LEFT: Final = (_bits(6, 7), _bits(2, 7))
"""The two columns at the left: lines are tied to the next but two."""
_RIGHT: Final = (_bits(1, 3), _bits(3, 5))
"""Those at the right: to the next but four."""
_TOP: Final = ((_bits(6, 7), _bits(4, 7)), (_bits(3, 7), _bits(0, 3)), (_bits(3, 7), _bits(2, 7)))
"""The upper three rows, in even and odd columns."""
_BOTTOM: Final = ((_bits(3, 7), _bits(3, 5)), (_bits(3, 7), _bits(4, 7)), (_bits(1, 3), _bits(0, 3)))
"""The lower three rows."""

BOX: Final = 8
"""Rows and columns of a box."""


def edges_and_lines(rows: int, cols: int) -> Moves:
    """A board that is wrong in its corners only."""
    moves = np.full((rows, cols), _LINE, np.uint8)
    moves[:, :2], moves[:, -2:] = _LEFT, _RIGHT
    for parity in (0, 1):
        moves[:3, parity::2] = np.array(_TOP)[:, parity, None]
        moves[-3:, parity::2] = np.array(_BOTTOM)[:, parity, None]
    return moves


# Boxes

CORNERS: Final[dict[str, tuple[slice, slice]]] = {
    name: (vertical, horizontal)
    for (upper, vertical), (left, horizontal) in product(
        (("top", slice(BOX)), ("bottom", slice(-BOX, None))), (("left", slice(BOX)), ("right", slice(-BOX, None)))
    )
    for name in (f"{upper}-{left}",)
}


def boxes(corner: str) -> list[Moves]:
    """All boxes of a corner with the fewest turns."""
    board = edges_and_lines(3 * BOX, 3 * BOX)
    free = np.zeros(board.shape, bool)
    free[CORNERS[corner]] = True
    board[free] = 0
    region = Region(board, free)
    region.model.minimize(region.turns())
    fillings = (moves[CORNERS[corner]] for moves in region.fillings())
    first = next(fillings)
    return [first, *takewhile(lambda box: turns(box) == turns(first), fillings)]


def turns(moves: Moves) -> int:
    """How many squares have two moves that are not opposite."""
    return int(np.count_nonzero(bends(moves, 4)))


# Patterns


class Target(NamedTuple):
    """Boards that are to have a pattern, by their title and their smallest one."""

    title: str
    rows: int
    cols: int

    def sizes(self, most: int) -> Iterator[tuple[int, int]]:
        """Those with at most so many rows, the smaller ones first. Others are laid transposed."""
        for rows in range(self.rows, most + 1):
            for cols in (self.cols,) if self.title == "narrow" else range(self.cols, 2 * most, 4):
                is_diagonal = cols == 2 * rows - 4
                if is_diagonal == (self.title == "diagonal") and (rows % 2 or rows >= cols):
                    yield rows, cols


TARGETS: Final = (
    Target("narrow", 9, 10),
    Target("narrow", 10, 14),
    Target("other", 9, 12),
    Target("other", 9, 18),
    Target("diagonal", 10, 18),
)
"""Diagonal boards with even rows have even columns, and more of them: they are laid transposed."""


def patterns() -> Iterator[Piece]:
    """For each target the pattern with the fewest crossings."""
    choices = {corner: boxes(corner) for corner in CORNERS}
    for corner, found in choices.items():
        tell(f"{corner}: {len(found)} boxes with {turns(found[0])} turns")
    for target in TARGETS:
        few, many = list(target.sizes(24)), list(target.sizes(130))
        fitting = [pattern for pattern in _candidates(target, choices.values()) if is_one_cycle(pattern, few)]
        fitting.sort(key=lambda pattern: dt.crossings(_laid(pattern, few[-1])))
        best = next(pattern for pattern in fitting if is_one_cycle(pattern, many))
        tourney = _laid(best, few[-1])
        tell(
            f"{target.title} {target.rows} x {target.cols}: {len(fitting)} patterns; "
            f"on {tourney.board} {dt.turns(tourney)} turns, {dt.crossings(tourney)} crossings"
        )
        starts = (span[0] for span in (best.rows, best.cols) if span)
        yield Piece(" ".join((target.title, *map(str, starts))), best.moves)


def _candidates(target: Target, choices: Iterable[list[Moves]]) -> Iterator[Pattern]:
    """Of the combinations of boxes, those that fit the smallest board."""
    for combination in product(*choices):
        moves = edges_and_lines(2 * BOX + 1, 2 * BOX + 4 + target.cols % 4)
        for corner, box in zip(CORNERS.values(), combination, strict=True):
            moves[corner] = box
        cropped = (_cropped(moves, target, *start) for start in product(*map(_starts, target[1:])))
        fitting = next((pattern for pattern in cropped if _fits(pattern, target)), None)
        if fitting:
            yield fitting


def _starts(side: int) -> range:
    """Where in the smallest board rows, or columns, may be repeated: far enough from its edges."""
    return range(4, side - 3)


def _cropped(moves: Moves, target: Target, row: int, col: int) -> Pattern:
    """The smallest board, with one more row from here on, and four more columns but where it is narrow."""
    rows, cols = moves.shape
    lower = np.r_[:row, BOX, rows - target.rows + row : rows]
    if target.title == "narrow":
        return Pattern(moves[np.ix_(lower, np.r_[:col, cols - target.cols + col : cols])], (row, row + 1))
    right = np.r_[: col + 4, cols - target.cols + col : cols]
    return Pattern(moves[np.ix_(lower, right)], (row, row + 1), (col, col + 4))


def _fits(pattern: Pattern, target: Target) -> bool:
    """Whether all squares have two moves, which lead to and fro, however many rows and columns there are."""
    more_cols = (0, 4) if pattern.cols else (0,)
    sizes = ((target.rows + rows, target.cols + cols) for rows in range(3) for cols in more_cols)
    return all(Board(*size).find_fault(_laid(pattern, size).moves, open_ends=False) is None for size in sizes)


def is_one_cycle(pattern: Pattern, sizes: Iterable[tuple[int, int]]) -> bool:
    """Whether it is one cycle on boards of all these sizes."""
    return all(label(_laid(pattern, size).moves)[1] == 1 for size in sizes)


def _laid(pattern: Pattern, size: tuple[int, int]) -> dt.Tourney:
    out = np.empty(size, np.uint8)
    lay(pattern, out)
    return dt.Tourney.trusted(out, Board(*size))


# Small boards

BOARDS: Final = [
    *((rows, cols) for rows in range(6, 24, 2) for cols in range(rows, 24, 2)),
    *((rows, 24) for rows in range(18, 26, 2)),
    *((22, 26), (24, 26), (26, 26), (26, 28), (28, 28), (30, 30)),
]
"""Boards that are too small for boxes, or may have better tours than with them."""

_LINED: Final = 12
"""The shorter side from which on they have parallel lines inside."""

_IN_PIECES: Final = [(14, 20), *BOARDS[-10:]]
"""Of these, boards whose whole rim takes the solver too long: pieces of it are free, as for the central patterns."""

_TURN: Final = 1000
"""How many crossings a turn counts."""


def small_board(rows: int, cols: int, rounds: int, seconds: float) -> Piece:
    """The best tour that is found, from any on; all at once if that takes no longer."""
    symmetry = "central" if rows >= _LINED else None
    if symmetry is None:
        moves, optimal = _refilled(dt.tour(rows, cols, seed=1).moves, np.ones((rows, cols), bool), seconds)
    elif (rows, cols) in _IN_PIECES:
        moves, optimal = _symmetric_in_pieces(rows, cols), False
    else:
        moves, optimal = _symmetric(rows, cols, seconds), False
    random = Stream(derive_key(0, "small board", rows, cols))
    for _ in range(0 if optimal else rounds):
        part = _some_part(random, rows, cols)
        moves, _ = _refilled(moves, part | part[::-1, ::-1] if symmetry else part, 10, symmetry=symmetry)
    tour = dt.Tour(moves)
    tell(f"{rows} x {cols}: {dt.turns(tour)} turns, {dt.crossings(tour)} crossings{', optimal' if optimal else ''}")
    return Piece("board optimal" if optimal else "board best", moves)


def _symmetric(rows: int, cols: int, seconds: float) -> Moves:
    """The tour with fewest turns that has parallel lines inside and central symmetry; the lines are flat or steep."""
    found = []
    for turned in (False, True):
        board = edges_and_lines(*((cols, rows) if turned else (rows, cols)))
        free = np.ones(board.shape, bool)
        frame = 4 if rows < _LINED + 2 else 5
        free[frame:-frame, frame:-frame] = False
        board[free] = 0
        region = Region(board, free, symmetry="central")
        region.model.minimize(region.turns())
        filling = region.fill_with_one_cycle(seconds=seconds)
        if filling:
            found.append(transform(filling.moves, "transpose") if turned else filling.moves)
    return min(found, key=_cost)


def _symmetric_in_pieces(rows: int, cols: int) -> Moves:
    """Such a tour, found with free pieces in the corners and at the middle, that saves as many turns as it can."""
    for fewer, turned in product(range(18, 6, -2), (False, True)):
        height, width = (cols, rows) if turned else (rows, cols)
        free = np.zeros((height, width), bool)
        free[:3] = free[:, :3] = free[:5, :7] = free[:6, -7:] = True
        free[middle(height, width) - 3 : middle(height, width) + 3, :4] = True
        free |= free[::-1, ::-1]
        region = Region(np.where(free, 0, _LINE).astype(np.uint8), free, symmetry="central")
        region.model.add(region.turns() <= 4 * (rows + cols) - fewer)
        filling = region.fill_with_one_cycle(seconds=25, tries=60)
        if filling:
            return transform(filling.moves, "transpose") if turned else filling.moves
    raise AssertionError("no symmetric tour with few turns was found")


def _refilled(moves: Moves, free: Mask, seconds: float, *, symmetry: str | None = None) -> tuple[Moves, bool]:
    """The board with these squares filled anew, if a better filling is found, and whether that is proved the best."""
    region = Region(moves, free, symmetry=symmetry)
    region.model.minimize(_TURN * region.turns() + region.crossings())
    filling = region.fill_with_one_cycle(seconds=seconds)
    return (moves, False) if filling is None or _cost(filling.moves) > _cost(moves) else filling


def _cost(moves: Moves) -> int:
    tourney = dt.Tourney(moves)
    return _TURN * dt.turns(tourney) + dt.crossings(tourney)


def _some_part(random: Stream, rows: int, cols: int) -> Mask:
    """A rectangle of 6 to 10 rows and columns, oftener than not at an edge."""
    free = np.zeros((rows, cols), bool)
    free[_some_span(random, rows), _some_span(random, cols)] = True
    return free


def _some_span(random: Stream, side: int) -> slice:
    length = min(side, 6 + random.below(5))
    start = (0, side - length, random.below(side - length + 1))[random.below(3)]
    return slice(start, start + length)


# The file


def tell(line: str) -> None:
    """Tell how far it is."""
    print(line, file=sys.stderr, flush=True)  # noqa: T201 (how far it is)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="patterns, or small boards such as 6x6,8x8")
    parser.add_argument("--rounds", type=int, default=60, help="parts of a small board that are filled anew")
    parser.add_argument("--seconds", type=float, default=120, help="for a small board filled all at once")
    return parser.parse_args()


def _pieces(arguments: argparse.Namespace) -> Iterator[Piece]:
    if arguments.only in (None, "patterns"):
        yield from patterns()
    if arguments.only != "patterns":
        for rows, cols in BOARDS if arguments.only is None else _sizes(arguments.only):
            piece = small_board(rows, cols, arguments.rounds, arguments.seconds)
            if rows < LEAST or not saved(rows, cols) or turns(piece.moves) < 4 * (rows + cols) - SAVED:
                yield piece


def _sizes(text: str) -> list[tuple[int, int]]:
    sizes = (size.split("x") for size in text.split(","))
    return [(int(rows), int(cols)) for rows, cols in sizes]


if __name__ == "__main__":
    write(DATA / "tame_turns.txt", _pieces(_arguments()))
