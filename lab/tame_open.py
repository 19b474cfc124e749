"""Find the patterns and pieces of the open tours of boards with an odd side, and write them to their data files.

    python lab/tame_open.py turns > src/destrier/patterns/data/tame_open.txt
    python lab/tame_open.py crossings > src/destrier/patterns/data/tame_crossings_open.txt

The columns are odd. For few turns, the solver fills the rim of a small board, which is repeated every three rows and
every two columns, and boxes in the corners with the two ends, until all boards of the class are one path. The class is
the rows modulo 3, as three strands wind down the board.

For few crossings, lines, mirrors and edges are those of closed tours, and so are the boxes (see `tame_crossings`). The
boxes at the apexes contain the ends: a solver places them, and then the boxes are annealed. What is found for some
number of rows is tried with all others; of the sets of boxes that make a board one path, the one with the fewest
crossings is taken. Boards of few columns are annealed whole; of those with more rows, three in the middle are repeated.

Needs OR-tools (`uv sync --group lab`). The patterns take a minute, the pieces an hour. `--classes 1,3` takes these
columns modulo 20, `--boards 5,7` small boards of so many columns, and nothing else.
"""

from __future__ import annotations

import argparse
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import tame_crossings as closed
from annealing import Schedule, anneal
from regions import Region
from stored import DATA, write
from tame_symmetric import Model, halves
from tame_turns import Piece, edges_and_lines, tell

import destrier as dt
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.patches import Pattern
from destrier.patterns.tame import crossings as algorithm
from destrier.patterns.tame import odd
from destrier.patterns.tame.crossings import Starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from destrier.core.types import Mask, Moves, Square

# Few turns

_NARROW: Final = (9, 11, 13)
"""The columns of boards that have patterns of their own."""


class Open(Model):
    """A board of which two squares in corners are the ends of a path.

    Parameters
    ----------
    rows
        The class: the rows modulo 3.
    cols
        The columns of narrow boards; those of others are repeated.
    """

    symmetry = None
    per_row = 4
    steps = odd.PERIODS
    noun = "whole"

    _HIGH: Final = 5
    _WIDE: Final = 6
    """The rows and columns of a box."""
    _RIM: Final = 3

    def __init__(self, rows: int, cols: int | None = None) -> None:
        self.is_narrow = cols is not None
        super().__init__(2 * self._HIGH + 6 + rows, cols or 2 * self._WIDE + 5)

    @classmethod
    def classes(cls) -> Iterator[list[Open]]:
        """The models of each class, of narrow boards first."""
        for cols, rows in product((*_NARROW, None), range(odd.PERIODS[0])):
            yield [cls(rows, cols)]

    def in_boxes(self) -> Mask:
        boxes = np.zeros(self.board.shape, bool)
        boxes[: self._HIGH, : self._WIDE] = boxes[: self._HIGH, -self._WIDE :] = True
        return boxes | boxes[::-1]

    def free(self) -> Mask:
        free = self.in_boxes()
        free[: self._RIM] = free[-self._RIM :] = free[:, : self._RIM] = free[:, -self._RIM :] = True
        return free

    def ends(self) -> list[Square]:
        return [(int(row), int(col)) for row, col in np.argwhere(self.in_boxes())]

    def lines(self) -> Moves:
        return edges_and_lines(*self.board.shape)

    def repeat(self) -> None:
        (rows, cols), rim = self.board.shape, self._RIM
        for row, col in product(
            range(self._HIGH, rows - self._HIGH - odd.PERIODS[0]), (*range(rim), *range(cols - rim, cols))
        ):
            self.equal((row, col), (row + odd.PERIODS[0], col))
        for col, row in product(
            () if self.is_narrow else range(self._WIDE, cols - self._WIDE - odd.PERIODS[1]),
            (*range(rim), *range(rows - rim, rows)),
        ):
            self.equal((row, col), (row, col + odd.PERIODS[1]))

    def places(self) -> tuple[int, ...]:
        return (self._HIGH,) if self.is_narrow else (self._HIGH, self._WIDE)

    def half(self, board: NDArray[Any]) -> odd.Whole:
        return odd.Whole.of(board, 0, *self.places())

    def left(self, board: NDArray[Any]) -> NDArray[Any]:
        return board

    def sources(self, rows: int, cols: int) -> tuple[NDArray[Any], NDArray[Any]]:
        laid = np.empty((2, rows, cols), np.uint8)
        for places, out in zip(np.indices(self.board.shape, np.uint8), laid, strict=True):
            Mosaic.of((rows, cols), self.half(places).patches(rows, cols)).paint(out)
        return laid[0], laid[1]


_SMALL: Final = range(5, 13)
"""The sides of boards that are filled as a whole."""

_SECONDS: Final = 10
_TRIES: Final = 30
"""How long the solver takes for such a board at most, and how often it is told to lead out of a cycle."""


def whole_boards() -> Iterator[Piece]:
    """The boards that have fewer turns than by a pattern."""
    for rows, cols in combinations_with_replacement(_SMALL, 2):
        known = dt.tour(rows, cols, kind="open", minimize="turns")
        is_odd = rows % 2 == cols % 2 == 1  # there, both ends are of the colour of the corners
        ends = [(row, col) for row, col in product(range(rows), range(cols)) if not (is_odd and (row + col) % 2)]
        region = Region(np.zeros((rows, cols), np.uint8), np.ones((rows, cols), bool), ends=ends)
        region.model.minimize(region.turns())
        region.hint(known.moves)
        filling = region.fill_with_one_cycle(seconds=_SECONDS, tries=_TRIES)
        if filling is None:
            continue
        turns = dt.turns(dt.Tour(filling.moves))
        tell(f"{rows} x {cols}: {turns} turns{', optimal' if filling.optimal else ''}; {dt.turns(known)} were known")
        if turns < dt.turns(known):
            title = f"board {4 * (rows + cols) - turns} {'optimal' if filling.optimal else 'best'}"
            yield Piece(title, filling.moves)


# Few crossings

_STARTS: Final = tuple(Starts(right, left) for right, left in product((-2, 0, 2), (-7, -5, -3)))
"""Even and odd: other lines close loops."""

_ROOM: Final = 60
"""Columns of the boards on which pieces are searched, beyond the class."""

_FAR: Final = algorithm.OPEN_FAR
"""From so many rows beyond the columns on, what a piece makes depends on their number modulo 3."""

_SEARCHED: Final = (0, _FAR)
"""Rows beyond the columns of the boards on which pieces are searched."""

_SEEDS: Final = range(1, 5)

_NEAR: Final = 12
"""The squares of a box of which the solver chooses an end."""


class Pieces(NamedTuple):
    """The pieces of a class, the rows beyond the columns for which they make one path, and the crossings beyond those
    of each row and column.
    """

    corners: closed.Corners
    more: frozenset[int]
    crossings: float

    def in_file(self, residue: int, more: list[int]) -> Iterator[closed.Piece]:
        """As they stand in the file, for these rows beyond the columns."""
        for piece in self.corners.in_file(residue):
            noun, columns, *words = piece.title.split()
            yield closed.Piece(" ".join((noun, columns, ",".join(map(str, more)), *words)), piece.moves)


def pieces(residue: int, effort: float) -> Iterator[closed.Piece]:
    """Those of a class, for all rows beyond the columns."""
    found = [each for each in _found(residue, effort) if each.more]
    chosen: dict[int, list[int]] = {}
    for more in range(_FAR + 3):
        best = min((each.crossings, number) for number, each in enumerate(found) if more in each.more)
        chosen.setdefault(best[1], []).append(more)
        tell(f"{residue} columns modulo 20, {more} rows more: 4.4 columns + 2 rows + {best[0]:.1f} crossings")
    for number, rows in chosen.items():
        yield from found[number].in_file(residue, rows)


def _found(residue: int, effort: float) -> Iterator[Pieces]:
    cols = _ROOM + residue
    for starts, more, seed in product(_STARTS, _SEARCHED, _SEEDS):
        rows = cols + more
        start = _with_ends(closed.lines(rows, cols, starts), starts, seed)
        if start is None:
            continue
        free = closed.in_boxes(rows, cols, starts) & (np.bitwise_count(start) == 2)
        moves, is_one = anneal(start, free, Schedule(int(500_000 * effort)), seed=seed)
        if is_one:
            corners = closed.Corners.cut(moves, starts)
            fitting = frozenset(more for more in range(_FAR + 3) if _fits(corners, residue, more))
            yield Pieces(corners, fitting, closed.crossings(moves) - 2 * rows - 4.4 * cols)


def _with_ends(moves: Moves, starts: Starts, seed: int) -> Moves | None:
    """The board with its boxes filled, and an end in each of those at the apexes."""
    rows, cols = moves.shape
    places = closed.anchors(rows, cols, starts)
    random = np.random.default_rng(seed)
    ends: list[list[Square]] = []
    for name, box in closed.boxes(cols, starts).items():
        if name.endswith("apex"):
            up, right = box.at(places[name])
            squares = [
                (rows - 1 - row, col) for row in range(up.start, up.stop) for col in range(right.start, right.stop)
            ]
            ends.append([squares[place] for place in random.permutation(len(squares))[:_NEAR]])
    free = closed.in_boxes(rows, cols, starts)
    region = Region(np.where(free, 0, moves), free, ends=[square for squares in ends for square in squares])
    for squares in ends:
        region.model.add(sum(region.ends[square] for square in squares) == 1)
    filling = region.fill(seed=seed, seconds=3)
    return None if filling is None else filling.moves


def _fits(corners: closed.Corners, residue: int, more: int) -> bool:
    """Whether pieces make one path of boards with so many rows beyond the columns; if far, with as many modulo 3."""
    least = algorithm.LARGE["open"]
    widths = [cols for cols in range(residue, 180, 20) if cols >= least]
    heights = [more] if more < _FAR else range(more, more + 30, 3)
    boards = (corners.laid(cols + height, cols) for cols in widths for height in heights)
    return all(closed.is_tour(board, open_ends=True) for board in boards)


# Few crossings on boards of few columns

_SMALL_SEEDS: Final = range(1, 6)

_LINED: Final = 13
"""Columns from which on boards begin with lines and mirrors, and all have rows to repeat."""

_UNREPEATED: Final = 6
"""So many smaller boards of fewer columns are searched without such rows, too."""


def small_boards(cols: int, effort: float) -> Iterator[closed.Piece]:
    """The boards of so many columns: for each number of rows modulo 3 one with rows to repeat, and better ones."""
    least = cols if cols >= _LINED else cols + _UNREPEATED - odd.PERIODS[0]
    spans = [_span(rows, cols, effort) for rows in range(least, least + odd.PERIODS[0])]
    for span in filter(None, spans):
        assert span.rows is not None
        yield _told(closed.Piece(f"span {span.rows[0]} {span.rows[1]}", span.moves))
    for rows in range(cols, cols + _UNREPEATED) if cols < _LINED else ():
        found = [moves for seed in _SMALL_SEEDS for moves in _annealed(np.zeros((rows, cols), bool), seed, effort)]
        rivals = [closed.grown(span, 0) for span in spans if span and len(span.moves) == rows]
        best = min(rivals + found, key=closed.crossings, default=None)  # of equals, the first
        if best is not None and not any(best is rival for rival in rivals):
            yield _told(closed.Piece("board", best))


def _span(rows: int, cols: int, effort: float) -> Pattern | None:
    """The pattern with the fewest crossings of those that are one path however often three rows are repeated."""
    top = rows // 2 - 1
    stays = np.zeros((rows, cols), bool)
    stays[top : top + odd.PERIODS[0]] = True
    found = [moves for seed in _SMALL_SEEDS for moves in _annealed(stays, seed, effort)]
    spans = [Pattern(moves, (top, top + odd.PERIODS[0])) for moves in found]
    fitting = [
        span
        for span in spans
        if all(closed.is_tour(closed.grown(span, copies), open_ends=True) for copies in closed.GROWN)
    ]
    return min(fitting, key=lambda span: closed.crossings(span.moves), default=None)


def _told(piece: closed.Piece) -> closed.Piece:
    rows, cols = piece.moves.shape
    more = closed.crossings(piece.moves) - 2 * rows - 4.4 * cols
    tell(f"{piece.title}, {rows} x {cols}: 4.4 columns + 2 rows + {more:.1f} crossings")
    return piece


def _annealed(stays: Mask, seed: int, effort: float) -> Iterator[Moves]:
    """A board of one path, with parallel lines where it stays, if one is found."""
    rows, cols = stays.shape
    starts = Starts((-2, 0, 2)[seed % 3], (-3, -1)[seed % 2])
    if cols >= _LINED:
        moves, free = closed.lines(rows, cols, starts), closed.in_boxes(rows, cols, starts) & ~stays
        free = closed.loosened(moves, free) & ~stays
    else:
        moves, free = closed.lines(rows, cols, Starts(-rows * cols, -rows)), ~stays
    random = np.random.default_rng(seed)
    squares = [(int(row), int(col)) for row, col in np.argwhere(free)]
    ends = [squares[place] for place in random.permutation(len(squares))[: 2 * _NEAR]]
    filling = Region(np.where(free, 0, moves), free, ends=ends).fill(seed=seed, seconds=3)
    if filling is None:
        return
    moves = filling.moves
    if cols >= _LINED:
        free &= np.bitwise_count(moves) == 2
        moves, _ = anneal(moves, free, Schedule(int(250_000 * effort)), seed=seed)
    free = ~stays & (np.bitwise_count(moves) == 2)
    schedule = Schedule(int(750_000 * effort), *((0.55, 0.15, 2.5) if cols >= _LINED else (1.3, 0.2, 2.5)))
    moves, is_one = anneal(moves, free, schedule, seed=seed)
    if is_one:
        yield moves


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["turns", "crossings"])
    parser.add_argument("--classes", type=closed.numbers, help="columns modulo 20, such as 1,3, and no others")
    parser.add_argument("--boards", type=closed.numbers, help="columns of small boards, such as 5,7, and no others")
    parser.add_argument("--effort", type=float, default=1, help="how many times as many steps; 0.1 is quick")
    return parser.parse_args()


def _paragraphs(arguments: argparse.Namespace) -> Iterator[str]:
    if arguments.what == "turns":
        yield from halves(Open.classes())
        yield from map(str, whole_boards())
        return
    every = arguments.classes is None and arguments.boards is None
    for residue in range(1, 20, 2) if every else arguments.classes or ():
        yield from map(str, pieces(residue, arguments.effort))
    for cols in range(5, algorithm.LARGE["open"], 2) if every else arguments.boards or ():
        yield from map(str, small_boards(cols, arguments.effort))


if __name__ == "__main__":
    arguments = _arguments()
    write(DATA / ("tame_open.txt" if arguments.what == "turns" else "tame_crossings_open.txt"), _paragraphs(arguments))
