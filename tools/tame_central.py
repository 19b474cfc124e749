"""Find the patterns of the tours with few turns that a half-turn maps onto themselves, and write them to their file.

    python tools/tame_central.py > src/destrier/generators/data/tame_central.txt

For each class of boards a small one is filled by a solver. Its inside are parallel lines, and free are the rim, three
squares wide, pieces in the corners, and the switches at the ends of the line through the centre. Where rows or columns
are to be repeated, the rim has a period of four. A solution is laid on other boards of the class, too, and where one of
them is more than one cycle, the solver is told that an edge has to lead out of each cycle. The first solution with
which all of these boards are one cycle has the fewest turns. With as many, the crossings are made few in the same way.
At last, the pattern is laid on boards with up to two hundred rows and columns, and each of them is checked.

Larger pieces may save turns, but need larger boards. So several sizes are tried, and each pattern is written that saves
more turns than those with smaller pieces.

Needs OR-tools (`uv sync --group tools`), and takes ten minutes.
"""

from __future__ import annotations

import sys
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from regions import Region

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.generators.patterns import lay
from destrier.generators.tame.central import PERIOD, Half, class_of, middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from destrier.core.types import Mask, Moves, Square

_HEADER: Final = """\
# The patterns of the tours with few turns and central symmetry, found by tools/tame_central.py: one paragraph for each
# left half of a moves array, two hexadecimal digits a square. Titles tell how many turns are saved; the row of the
# middle; and the rows above and below it, and the column, from which on four may be repeated or left out.
"""

_LINE: Final = 1 << 3 | 1 << 7
_RIM: Final = 3
"""The width of the rim."""
_LEFT: Final = 4
"""The rows of the piece in the upper left corner."""
_RIGHT: Final = 5
"""Those of the piece in the upper right corner."""
_SIZES: Final = ((6, 2), (6, 3), (8, 3))
"""The columns of both, and the rows of a switch above the middle, which are as many as those below."""
_DEPTH: Final = 4
"""The columns of a switch."""
_BESIDE: Final = 2
"""The rows or columns of the rim that there are at least between two pieces: as many as a move spans."""

_CHECKED: Final = 160
"""How many more rows and columns the boards have on which a pattern is checked."""
_CUTS: Final = 8
"""Of how many cycles of a board, the shortest ones, an edge has to lead out."""
_BOARDS: Final = 4
"""On how many boards a solution is cut, the smallest ones on which it has several cycles."""
_SECONDS: Final = 5
"""How long the solver takes at most for a solution with few crossings."""
_TRIES: Final = 400
"""How many solutions are tried."""


class Model:
    """A small board of a class, and what is free on it."""

    def __init__(self, rows: int, cols: int, width: int, reach: int) -> None:
        self.board = Board(rows, cols)
        self.middle = middle(rows, cols)
        self.width = width
        self.switch = slice(self.middle - reach, self.middle + reach)
        free = self._free()
        self.region = Region(np.where(free, 0, _LINE).astype(np.uint8), free, symmetric=True)
        self._repeat()

    def _free(self) -> Mask:
        free = np.zeros(self.board.shape, bool)
        free[:_RIM] = free[:, :_RIM] = True
        free[:_LEFT, : self.width] = free[:_RIGHT, -self.width :] = True
        free[self.switch, :_DEPTH] = True
        return free | free[::-1, ::-1]

    def _repeat(self) -> None:
        """Give the rim its period from each piece to the next; the half-turn gives it to what is not named here."""
        rows, cols = self.board.shape
        for start, stop in ((_LEFT, self.switch.start), (self.switch.stop, rows - _RIGHT)):
            for row, col in product(range(start, stop - PERIOD), range(_RIM)):
                self._equal((row, col), (row + PERIOD, col))
        for row, col in product(range(_RIM), range(self.width, cols - self.width - PERIOD)):
            self._equal((row, col), (row, col + PERIOD))

    def _equal(self, one: Square, other: Square) -> None:
        literals = self.region.literals
        for move in range(8):
            self.region.model.add(literals.get((one, move), 0) == literals.get((other, move), 0))

    def solve(self) -> tuple[Moves, int] | None:
        """The board with the fewest turns and, of those, few crossings; and how many turns it saves, if any."""
        rows, cols = self.board.shape
        turns = self.region.turns()
        self.region.model.add(turns <= 4 * (rows + cols))
        self.region.model.minimize(turns)
        fewest = self._one_cycle(600)
        if fewest is None:
            return None
        saved = 4 * (rows + cols) - int(np.count_nonzero((fewest << 4 | fewest >> 4) != fewest))
        self.region.model.add(turns == 4 * (rows + cols) - saved)
        self.region.model.minimize(self.region.crossings())
        best = self._one_cycle(_SECONDS)
        return fewest if best is None else best, saved

    def _one_cycle(self, seconds: float) -> Moves | None:
        """The best filling with which all boards of a class are one cycle."""
        sources = [self.sources(*size) for size in self.sizes(7 * PERIOD)]
        for _ in range(_TRIES):
            filling = self.region.fill(seconds=seconds)
            if filling is None:
                break
            self.region.hint(filling.moves)
            cut = (source for source in sources if self._cut(filling.moves, *source))
            if not list(islice(cut, _BOARDS)):
                return filling.moves
        return None

    def _cut(self, moves: Moves, rows: NDArray[Any], cols: NDArray[Any]) -> bool:
        """Whether a board is more than one cycle; then demand that an edge leads out of each of them."""
        labels, count = label(moves[rows, cols])
        for number in np.argsort(np.bincount(labels.ravel()))[: min(count, _CUTS) if count > 1 else 0]:
            leading = {edge.index: edge for edge in self._leading_out(labels == number, rows, cols)}
            self.region.model.add_bool_or(leading.values())
        return count > 1

    def _leading_out(self, inside: Mask, rows: NDArray[Any], cols: NDArray[Any]) -> Iterator[Any]:
        """The literals of the edges that may lead out of these squares."""
        height, width = inside.shape
        for (row, col), move in product(np.argwhere(inside).tolist(), range(8)):
            there = row + MOVES[move][0], col + MOVES[move][1]
            if 0 <= there[0] < height and 0 <= there[1] < width and not inside[there]:
                edge = self.region.literals.get(((int(rows[row, col]), int(cols[row, col])), move))
                if edge is not None:
                    yield edge

    # The other boards of the class

    def half(self, board: NDArray[Any], saved: int) -> Half:
        """The left half of an array as a pattern."""
        return Half.of(self.left(board), saved, *self.places())

    def left(self, board: NDArray[Any]) -> NDArray[Any]:
        """That half, with no more rows of its lower strip than there have to be."""
        rows, cols = self.board.shape
        dropped = (rows - _RIGHT - self.switch.stop - PERIOD - _BESIDE) // PERIOD * PERIOD
        return np.delete(board[:, : cols // 2], np.s_[self.switch.stop : self.switch.stop + dropped], axis=0)

    def places(self) -> tuple[int, int, int, int]:
        """The middle, and where rows and columns may be repeated."""
        return self.middle, _LEFT, self.switch.stop, self.width

    def sizes(self, most: int) -> Iterator[Square]:
        """Boards of the class with less than so many rows and columns more than this one."""
        rows, cols = self.board.shape
        half = self.half(np.zeros(self.board.shape, np.uint8), 0)
        for size in product(range(rows % PERIOD, rows + most, PERIOD), range(cols % 8, cols + most, 8)):
            if class_of(*size) == class_of(rows, cols) and half.fits(*size):
                yield size

    def sources(self, rows: int, cols: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """For each square of another board, the row and the column of the square of which it is a copy."""
        left = np.empty((2, rows, cols // 2), np.uint8)
        for places, out in zip(np.indices(self.board.shape, np.uint8), left, strict=True):
            for (row, col), (height, width), pattern in self.half(places, 0).patches(rows, cols)[:2]:
                lay(pattern, out[row : row + height, col : col + width])
        right = np.array(self.board.shape)[:, None, None] - 1 - left[:, ::-1, ::-1]
        source_rows, source_cols = np.concatenate([left, right], axis=2)
        return source_rows, source_cols


def model_of(cols: int, middle_row: int, width: int, reach: int) -> Model:
    """The model on the smallest board of a class on which rows and columns may be left out."""
    least_cols, least_middle = 2 * (width + PERIOD) + _BESIDE, _LEFT + _BESIDE + PERIOD + reach
    cols = least_cols + (cols - least_cols) % 8
    rows = 2 * (least_middle + (middle_row - least_middle) % PERIOD) + cols // 2
    return Model(rows + rows % 2, cols, width, reach)


def halves() -> Iterator[str]:
    """The paragraphs of the file."""
    for cols, middle_row in product(range(0, 8, 2), range(PERIOD)):
        most = -1
        for width, reach in _SIZES:
            model = model_of(cols, middle_row, width, reach)
            solved = model.solve()
            if solved is None or solved[1] <= most:
                continue
            board, most = solved
            sizes = list(model.sizes(_CHECKED))
            assert all(label(board[model.sources(*size)])[1] == 1 for size in sizes)
            _tell(f"columns {cols} modulo 8, middle {middle_row} modulo 4: {most} turns saved on {len(sizes)} boards")
            title = " ".join(("half", *map(str, (most, *model.places()))))
            yield "\n".join((title, *(bytes(row).hex(" ") for row in model.left(board))))


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 (how far it is)


if __name__ == "__main__":
    sys.stdout.write(_HEADER.rstrip() + "\n")
    for paragraph in halves():
        sys.stdout.write(f"\n{paragraph}\n")
        sys.stdout.flush()
