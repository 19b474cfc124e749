"""Find the patterns of the symmetric tours with few turns, and write them to their files.

    python lab/tame_symmetric.py central > src/destrier/patterns/data/tame_central.txt
    python lab/tame_symmetric.py axial > src/destrier/patterns/data/tame_axial.txt

For each class of boards a small one is filled by a solver. Its inside are parallel lines. Free are the rim, three
squares wide, pieces in the corners, and what the symmetry needs: with central symmetry, the switches at the ends of the
line through the centre; with axial symmetry, the squares at the axis. Where rows or columns are to be repeated, these
have a period of four. A solution is laid on other boards of the class, too, and where one of them is more than one
cycle, the solver is told that an edge has to lead out of each cycle. The first solution with which all of these boards
are one cycle has the fewest turns. With as many, the crossings are made few in the same way. At last, the pattern is
laid on boards with up to two hundred rows and columns, and each of them is checked.

Larger pieces may save turns, but need larger boards. So several sizes are tried, and each pattern is written that saves
more turns than those with smaller pieces.

Needs OR-tools (`uv sync --group lab`), and takes ten minutes for each file.
"""

from __future__ import annotations

import sys
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from regions import Region
from stored import DATA, write

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.tame import axial, central, odd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from destrier.core.types import Mask, Moves, Square

_RIM: Final = 3
"""The width of the rim."""
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

    noun = "half"
    """What a pattern is of the board, in its title."""
    symmetry: str | None
    per_row: int
    """How many turns a row has; a column has four."""
    steps = (central.PERIOD, 8)
    """The rows and columns by which the boards of a class differ."""

    def __init__(self, rows: int, cols: int) -> None:
        self.board = Board(rows, cols)
        free = self.free()
        self.region = Region(
            np.where(free, 0, self.lines()).astype(np.uint8), free, symmetry=self.symmetry, ends=self.ends()
        )
        self.repeat()

    def free(self) -> Mask:
        """Which squares are free."""
        raise NotImplementedError

    def ends(self) -> list[Square]:
        """Which squares may be the ends of a path, if there is one."""
        return []

    def lines(self) -> Moves:
        """The moves of the other ones."""
        raise NotImplementedError

    def repeat(self) -> None:
        """Give the rim its period from each piece to the next; the symmetry gives it to what is not named here."""
        raise NotImplementedError

    def left(self, board: NDArray[Any]) -> NDArray[Any]:
        """The left half of an array, with which the pattern is written."""
        raise NotImplementedError

    def places(self) -> tuple[int, ...]:
        """What the title says of it: above all, where its rows and columns may be repeated."""
        raise NotImplementedError

    def half(self, board: NDArray[Any]) -> axial.Half | central.Half | odd.Whole:
        """The left half of an array, to be laid on other boards of the class."""
        raise NotImplementedError

    def image(self, places: NDArray[Any]) -> NDArray[Any]:
        """The places of the right half from those of the left one."""
        raise NotImplementedError

    def equal(self, one: Square, other: Square) -> None:
        """Give two squares the same moves."""
        literals = self.region.literals
        for move in range(8):
            self.region.model.add(literals.get((one, move), 0) == literals.get((other, move), 0))

    def solve(self) -> tuple[Moves, int] | None:
        """The board with the fewest turns and, of those, few crossings; and how many turns it saves, if any."""
        rows, cols = self.board.shape
        turns = self.region.turns()
        self.region.model.add(turns <= self.per_row * rows + 4 * cols)
        self.region.model.minimize(turns)
        fewest = self._one_cycle(600)
        if fewest is None:
            return None
        saved = self.saved(fewest)
        self.region.model.add(turns == self.per_row * rows + 4 * cols - saved)
        self.region.model.minimize(self.region.crossings())
        best = self._one_cycle(_SECONDS)
        return fewest if best is None else best, saved

    def saved(self, moves: Moves) -> int:
        """How many turns a board saves."""
        rows, cols = moves.shape
        is_turn = ((moves << 4 | moves >> 4) != moves) & (np.bitwise_count(moves) == 2)
        return int(self.per_row * rows + 4 * cols - np.count_nonzero(is_turn))

    def _one_cycle(self, seconds: float) -> Moves | None:
        """The best filling with which all boards of a class are one cycle."""
        sources = [self.sources(*size) for size in self.sizes(7 * central.PERIOD)]
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

    def sizes(self, most: int) -> Iterator[Square]:
        """Boards of the class with less than so many rows and columns more than this one."""
        rows, cols = self.board.shape
        half = self.half(self.lines())
        all_rows, all_cols = (
            range(side % step, side + most, step) for side, step in zip((rows, cols), self.steps, strict=True)
        )
        for size in product(all_rows, all_cols):
            if half.takes(*size):
                yield size

    def sources(self, rows: int, cols: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """For each square of another board, the row and the column of the square of which it is a copy."""
        left = np.empty((2, rows, cols // 2), np.uint8)
        for places, out in zip(np.indices(self.board.shape, np.uint8), left, strict=True):
            at_left = [patch for patch in self.half(places).patches(rows, cols) if patch.corner[1] == 0]
            Mosaic.of((rows, cols // 2), at_left).paint(out)
        source_rows, source_cols = np.concatenate([left, self.image(left)], axis=2)
        return source_rows, source_cols


class Central(Model):
    """A board that a half-turn maps onto itself.

    Parameters
    ----------
    cols, middle
        The class: the columns modulo 8, and the middle modulo 4.
    width, reach
        The columns of the pieces in the corners, and the rows of a switch above the middle, which are as many as those
        below. The board is the smallest one on which rows and columns may be left out.
    """

    symmetry = "central"
    per_row = 4

    _SIZES: Final = ((6, 2), (6, 3), (8, 3))
    _UPPER_LEFT: Final = 4
    """The rows of that corner's piece."""
    _UPPER_RIGHT: Final = 5
    _DEPTH: Final = 4
    """The columns of a switch."""

    def __init__(self, cols: int, middle: int, width: int, reach: int) -> None:
        least_cols = 2 * (width + central.PERIOD) + _BESIDE
        least_middle = self._UPPER_LEFT + _BESIDE + central.PERIOD + reach
        cols = least_cols + (cols - least_cols) % 8
        rows = 2 * (least_middle + (middle - least_middle) % central.PERIOD) + cols // 2
        rows += rows % 2
        self.width = width
        self.middle = central.middle(rows, cols)
        self.switch = slice(self.middle - reach, self.middle + reach)
        super().__init__(rows, cols)

    @classmethod
    def classes(cls) -> Iterator[list[Central]]:
        """The models of each class, those with smaller pieces first."""
        for cols, middle in product(range(0, 8, 2), range(central.PERIOD)):
            yield [cls(cols, middle, *sizes) for sizes in cls._SIZES]

    def free(self) -> Mask:
        free = np.zeros(self.board.shape, bool)
        free[:_RIM] = free[:, :_RIM] = True
        free[: self._UPPER_LEFT, : self.width] = free[: self._UPPER_RIGHT, -self.width :] = True
        free[self.switch, : self._DEPTH] = True
        return free | free[::-1, ::-1]

    def lines(self) -> Moves:
        return np.full(self.board.shape, 1 << 3 | 1 << 7, np.uint8)

    def repeat(self) -> None:
        rows, cols = self.board.shape
        spans = (self._UPPER_LEFT, self.switch.start), (self.switch.stop, rows - self._UPPER_RIGHT)
        for start, stop in spans:
            for row, col in product(range(start, stop - central.PERIOD), range(_RIM)):
                self.equal((row, col), (row + central.PERIOD, col))
        for row, col in product(range(_RIM), range(self.width, cols - self.width - central.PERIOD)):
            self.equal((row, col), (row, col + central.PERIOD))

    def left(self, board: NDArray[Any]) -> NDArray[Any]:
        """The left half with no more rows of its lower strip than there have to be."""
        rows, cols = self.board.shape
        dropped = (
            (rows - self._UPPER_RIGHT - self.switch.stop - central.PERIOD - _BESIDE) // central.PERIOD * central.PERIOD
        )
        return np.delete(board[:, : cols // 2], np.s_[self.switch.stop : self.switch.stop + dropped], axis=0)

    def places(self) -> tuple[int, ...]:
        return self.middle, self._UPPER_LEFT, self.switch.stop, self.width

    def half(self, board: NDArray[Any]) -> central.Half:
        return central.Half.of(self.left(board), 0, *self.places())

    def image(self, places: NDArray[Any]) -> NDArray[Any]:
        rows, cols = places[:, ::-1, ::-1]
        return np.stack([self.board.rows - 1 - rows, self.board.cols - 1 - cols])


class Axial(Model):
    """A board that the reflection in an upright line maps onto itself.

    Parameters
    ----------
    rows, width
        The class: the rows and the columns of a half, modulo 4.
    high, wide
        The rows of the pieces in the corners and at the ends of the axis, and the columns of the former.
    """

    symmetry = "axial"
    per_row = 5

    _SIZES: Final = ((4, 4), (5, 5), (6, 6))
    _AT_AXIS: Final = 2
    """The columns on either side of the axis that are free."""

    def __init__(self, rows: int, width: int, high: int, wide: int) -> None:
        self.high, self.wide, self.inner = high, wide, (wide + 3) // 2
        least_rows, least_width = 2 * high + central.PERIOD + _BESIDE, wide + self.inner + central.PERIOD + _BESIDE
        self.width = least_width + (width - least_width) % central.PERIOD
        super().__init__(least_rows + (rows - least_rows) % central.PERIOD, 2 * self.width)

    @classmethod
    def classes(cls) -> Iterator[list[Axial]]:
        """The models of each class, those with smaller pieces first."""
        for rows, width in product((1, 3), (1, 3)):
            yield [cls(rows, width, *sizes) for sizes in cls._SIZES]

    def free(self) -> Mask:
        free = np.zeros(self.board.shape, bool)
        left = free[:, : self.width]
        left[:_RIM] = left[:, :_RIM] = left[:, -self._AT_AXIS :] = True
        left[: self.high, : self.wide] = left[: self.high, -self.inner :] = True
        left |= left[::-1]
        return free | free[:, ::-1]

    def lines(self) -> Moves:
        lines = np.full(self.board.shape, 1 << 2 | 1 << 6, np.uint8)
        lines[:, self.width :] = 1 << 1 | 1 << 5
        return lines

    def repeat(self) -> None:
        rows = self.board.rows
        cols = (*range(_RIM), *range(self.width - self._AT_AXIS, self.width))
        for row, col in product(range(self.high, rows - self.high - central.PERIOD), cols):
            self.equal((row, col), (row + central.PERIOD, col))
        for col in range(self.wide, self.width - self.inner - central.PERIOD):
            for row in (*range(_RIM), *range(rows - _RIM, rows)):
                self.equal((row, col), (row, col + central.PERIOD))

    def left(self, board: NDArray[Any]) -> NDArray[Any]:
        return board[:, : self.width]

    def places(self) -> tuple[int, ...]:
        return self.high, self.wide

    def half(self, board: NDArray[Any]) -> axial.Half:
        return axial.Half.of(self.left(board), 0, *self.places())

    def image(self, places: NDArray[Any]) -> NDArray[Any]:
        rows, cols = places[:, :, ::-1]
        return np.stack([rows, self.board.cols - 1 - cols])


def halves(classes: Iterator[Sequence[Model]]) -> Iterator[str]:
    """The paragraphs of a file."""
    for models in classes:
        most = -1
        for model in models:
            solved = model.solve()
            if solved is None or solved[1] <= most:
                continue
            board, saved = solved
            boards = [board[model.sources(*size)] for size in model.sizes(_CHECKED)]
            assert all(label(moves)[1] == 1 for moves in boards)
            if any(model.saved(moves) != saved for moves in boards):
                continue  # what is repeated has more turns than it should
            most = saved
            _tell(f"{model.board.describe()} and {len(boards)} boards like it: {most} turns saved")
            title = " ".join((model.noun, *map(str, (most, *model.places()))))
            yield "\n".join((title, *(bytes(row).hex(" ") for row in model.left(board))))


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 (how far it is)


if __name__ == "__main__":
    classes: dict[str, Callable[[], Iterator[Sequence[Model]]]] = {"central": Central.classes, "axial": Axial.classes}
    asked = sys.argv[1]
    write(DATA / f"tame_{asked}.txt", halves(classes[asked]()))
