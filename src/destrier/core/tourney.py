"""The tourney: one byte a square.

Bit `i` of `moves[row, col]` is set iff the tourney has the edge that leaves this square by move `i`.
Invariants: bit `i` is set at a square iff bit `(i + 4) % 8` is set at the square that move `i` leads
to; every square of the board has two bits, a missing square none. An open tour has one bit at each of
its two ends. Each undirected tourney has exactly one such array, so that equality and symmetry are
array operations.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, cast

import numpy as np

from destrier.core.board import MOVES, Board, move_slices, moves_between
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.html import figure
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import dask.array as da
    import networkx as nx
    from numpy.typing import ArrayLike

    from destrier.core.types import Moves, Square, Squares

__all__ = ["SYMMETRIES", "Symmetry", "Tour", "Tourney"]

Symmetry: TypeAlias = Literal[
    "identity",
    "rotate-90",
    "rotate-180",
    "rotate-270",
    "flip-columns",
    "flip-rows",
    "transpose",
    "anti-transpose",
]

# For each symmetry: quarter turns counter-clockwise, applied after mirroring left and right or not.
_TURNS: Final[dict[Symmetry, tuple[int, bool]]] = {
    "identity": (0, False),
    "rotate-90": (1, False),
    "rotate-180": (2, False),
    "rotate-270": (3, False),
    "flip-columns": (0, True),
    "flip-rows": (2, True),
    "transpose": (1, True),
    "anti-transpose": (3, True),
}

SYMMETRIES: Final[tuple[Symmetry, ...]] = tuple(_TURNS)
"""The eight symmetries of the square; those that exchange rows and columns turn an r x c board into c x r."""

_SHOWN: Final = 250_000
"""Squares of the largest board that shows itself in a notebook: its drawing has some two megabytes."""

_CHECKED_AT_ONCE: Final = 1 << 20
"""Squares checked at a time: the scratch arrays of a block stay in the cache."""


class Lookup(Protocol):
    """What a construction knows of the visiting order of its tour."""

    def cell_at(self, index: ArrayLike) -> Squares:
        """As of a tour."""

    def index_of(self, square: ArrayLike) -> Squares:
        """As of a tour."""

    def order(self) -> Squares:
        """As of a tour."""

    def dask_order(self, chunks: int | str = "auto") -> da.Array:
        """As of a tour."""


class Tourney:
    """A vertex-disjoint cycle cover of the knight's graph of a board.

    Parameters
    ----------
    moves
        `uint8` array (rows, cols), see the module's page. It is copied unless it is read-only.
    board
        Its board; if omitted, the squares that have a move.

    Raises
    ------
    InvalidTourney
        If an invariant is broken; the message names the first bad square.
    """

    board: Board
    moves: Moves
    """`uint8` array (rows, cols), read-only."""

    def __init__(self, moves: ArrayLike, board: Board | None = None) -> None:
        array = np.asarray(moves)
        if array.dtype != np.uint8 or array.ndim != 2 or 0 in array.shape:
            raise InvalidTourney(
                f"a moves array is two-dimensional uint8, not {array.ndim}-dimensional {array.dtype} {array.shape}"
            )
        if board is None:
            board = Board.from_mask(array != 0)
        elif array.shape != board.shape:
            raise InvalidTourney(f"the moves array has shape {array.shape}, the board is {board}")
        fault = find_fault(array, board, open_ends=self._open_ends)
        if fault is not None:
            raise InvalidTourney(fault)
        self._set(array.copy() if array.flags.writeable else array, board)
        self._check_kind()

    _open_ends = False
    _first: int | None = None
    _make_lookup: Callable[[], Lookup] | None = None

    def _check_kind(self) -> None:
        pass

    def _set(self, moves: Moves, board: Board) -> None:
        self.board, self.moves = board, moves.view()
        self.moves.flags.writeable = False

    @classmethod
    def trusted(
        cls,
        moves: Moves,
        board: Board,
        cycle_count: int | None = None,
        *,
        lookup: Callable[[], Lookup] | None = None,
    ) -> Tourney:
        """Wrap an array that a construction of ours guarantees, unchecked and not copied.

        It becomes a `Tour` where `cycle_count` is 1. Where the construction knows the visiting order without walking,
        `lookup` makes that knowledge when it is first needed.
        """
        tourney = Tourney.__new__(Tour if cycle_count == 1 else cls)
        tourney._set(moves, board)
        tourney._make_lookup = lookup
        if cycle_count is not None:
            tourney.__dict__["cycle_count"] = cycle_count
        return tourney

    @classmethod
    def from_cycles(cls, cycles: Iterable[Sequence[int] | Squares], board: Board) -> Tourney:
        """The tourney whose cycles visit these square indices in turn; a `Tour` if it is one cycle.

        Raises
        ------
        InvalidTourney
            Naming the first square that is visited twice, off the board, or not a knight's move on.
        """
        listed = [_as_indices(cycle) for cycle in cycles]
        if len(listed) != 1 and cls is not Tourney:
            raise InvalidTourney(f"a tour is one cycle, not {len(listed)}")
        lengths = np.array([cycle.size for cycle in listed], np.int64)
        if lengths.size == 0 or lengths.min() < 4:
            raise InvalidTourney(f"a cycle has 4 squares at least, not {lengths.min(initial=0)}")
        visits = np.concatenate(listed)
        _check_visits(visits, board)
        return cls.trusted(_from_edges(visits, next_in_cycle(visits, lengths), board), board, len(listed))

    @cached_property
    def cycle_count(self) -> int:
        """Number of cycles (of an open tour: its one path)."""
        from destrier.core.walks import label

        return label(self.moves)[1]

    @property
    def known_cycle_count(self) -> int | None:
        """The number of cycles, if it has been counted or was known from the start."""
        return self.__dict__.get("cycle_count")

    @property
    def kind(self) -> Literal["closed", "open", "tourney"]:
        """`closed` for one cycle, `open` for one path, else `tourney`."""
        if self.cycle_count > 1:
            return "tourney"
        return "closed" if self.ends is None else "open"

    @cached_property
    def ends(self) -> tuple[Square, Square] | None:
        """Where an open tour starts and ends; `None` for cycles.

        It starts at its upper left end, unless it was given another start.
        """
        single = np.flatnonzero(np.bitwise_count(self.moves) == 1).tolist()
        if not single:
            return None
        first, last = single if single[1] != self._first else single[::-1]
        return self.board.square(first), self.board.square(last)

    def order(self) -> Squares:
        """The squares in visiting order, as `int64` indices `row * cols + col`; O(squares).

        A cycle starts at its smallest square and leaves it by its lowest-numbered move; the cycles
        of a tourney follow each other by smallest square. An open tour starts at its smaller end, unless it was
        given another start.
        """
        return self._order[0]

    def cycle_lengths(self) -> Squares:
        """`int64`: the lengths of the cycles, in the order in which `order` lists them."""
        return self._order[1]

    def cycles(self) -> list[Squares]:
        """The cycles, each an array of square indices in visiting order."""
        order, lengths = self._order
        return np.split(order, np.cumsum(lengths)[:-1])

    def numbering(self) -> Squares:
        """`int64` array (rows, cols): when each square is visited, from 0; -1 where no square is."""
        order, _ = self._order
        numbers = np.full(self.moves.size, -1, np.int64)
        numbers[order] = np.arange(order.size)
        return numbers.reshape(self.board.shape)

    def cell_at(self, index: ArrayLike) -> Squares:
        """The square indices at these positions of the visiting order; negative ones count from its end.

        O(1) each where the construction allows it (`formation`); else the tour is walked once, O(squares).
        """
        if self._lookup is not None:
            return self._lookup.cell_at(index)
        squares: Squares = self._order[0][np.asarray(index)]
        return squares

    def index_of(self, square: ArrayLike) -> Squares:
        """The positions in the visiting order of these square indices; -1 where no square is.

        As `cell_at`, O(1) each where the construction allows it.
        """
        if self._lookup is not None:
            return self._lookup.index_of(square)
        positions: Squares = self._numbers[np.asarray(square)]
        return positions

    def dask_order(self, chunks: int | str = "auto") -> da.Array:
        """The visiting order as a Dask array, `int64` (squares,), in chunks of so many squares.

        Where the construction allows it (`formation`) each chunk is made when it is needed, wherever that is, and
        the whole order is nowhere held; else it is walked here first.

        Raises
        ------
        DestrierError
            If Dask is not installed.
        """
        if self._lookup is not None:
            return self._lookup.dask_order(chunks)
        array = extra("dask.array", "cluster", "an order in chunks").from_array(self.order(), chunks=chunks)
        return cast("da.Array", array)

    @cached_property
    def _lookup(self) -> Lookup | None:
        return None if self._make_lookup is None else self._make_lookup()

    @cached_property
    def _numbers(self) -> Squares:
        return self.numbering().ravel()

    @cached_property
    def _order(self) -> tuple[Squares, Squares]:
        from destrier.core.walks import walk

        if self._lookup is not None:
            order, lengths = self._lookup.order(), np.array([self.board.size])
        else:
            order, lengths = walk(self.moves, cycle_count=self.known_cycle_count)
        if self._first is not None and order[0] != self._first:
            order = order[::-1].copy()
        order.flags.writeable = lengths.flags.writeable = False
        return order, lengths

    def transformed(self, symmetry: Symmetry) -> Tourney:
        """The image under a symmetry of the square."""
        moves = transform(self.moves, symmetry)
        board = self.board if self.board.is_rectangle and moves.shape == self.board.shape else None
        if board is None:
            board = Board.from_mask(moves != 0)
        return type(self).trusted(moves, board, self.known_cycle_count)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that map the tourney onto itself, the identity first."""
        return tuple(name for name in SYMMETRIES if np.array_equal(transform(self.moves, name), self.moves))

    def canonical(self) -> Tourney:
        """The representative of the images under the eight symmetries: the least (shape, bytes)."""
        images = {name: transform(self.moves, name) for name in SYMMETRIES}
        least = min(images, key=lambda name: (images[name].shape, images[name].tobytes()))
        return self.transformed(least)

    def to_networkx(self) -> nx.Graph[Square]:
        """The tourney as an undirected graph on `(row, col)` squares, each edge with its downward `move` (4..7)."""
        import networkx as nx

        graph: nx.Graph[Square] = nx.Graph()
        graph.add_nodes_from((int(row), int(col)) for row, col in np.argwhere(self.board.present))
        for move in range(4, 8):
            drow, dcol = MOVES[move]
            here = np.argwhere(self.moves >> move & 1).tolist()
            graph.add_edges_from(((row, col), (row + drow, col + dcol), {"move": move}) for row, col in here)
        return graph

    def _repr_html_(self) -> str:
        svg = self._repr_svg_()
        what = f"Tourney of {self.cycle_count:,} cycles" if self.kind == "tourney" else f"{self.kind.capitalize()} tour"
        caption = f"{what} of {self.board.describe()}"
        return figure(svg, caption) if svg else f"<p>{caption}: destrier.show draws it</p>"

    def _repr_svg_(self) -> str | None:
        if self.board.size > _SHOWN:
            return None
        from destrier.drawing.svg.tour import to_svg

        return to_svg(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tourney) and self.board == other.board and np.array_equal(self.moves, other.moves)

    def __hash__(self) -> int:
        return hash((self.moves.shape, self.moves.tobytes()))

    def __repr__(self) -> str:
        if self.kind == "tourney":
            return f"<Tourney of {self.cycle_count} cycles on {self.board}>"
        return f"<{self.kind} Tour of {self.board}>"


class Tour(Tourney):
    """A tourney of one cycle (closed), or one path (open: a single bit at each of its two ends).

    Raises
    ------
    InvalidTourney
        Also if there is more than one cycle.
    """

    _open_ends = True

    def starting_at(self, square: Square) -> Tour:
        """The same open tour, its order starting at this end."""
        if self.ends is None or square not in self.ends:
            raise DestrierError(f"{square[0]},{square[1]} is not an end of {self!r}")
        tour = self.trusted(self.moves, self.board, 1)
        assert isinstance(tour, Tour)
        tour._first = self.board.index(square)
        return tour

    def _check_kind(self) -> None:
        if self.cycle_count != 1:
            raise InvalidTourney(f"a tour is one cycle or one path, not {self.cycle_count}")

    @classmethod
    def from_order(cls, order: ArrayLike, board: Board, *, kind: Literal["closed", "open"] = "closed") -> Tour:
        """The tour that visits these square indices in turn, and returns to the first if `closed`.

        Raises
        ------
        InvalidTourney
            Naming the first square that is visited twice, off the board, or not a knight's move on.
        """
        if kind not in ("closed", "open"):
            raise DestrierError(f"an order is closed or open, not {kind!r}")
        visits = _as_indices(order)
        _check_visits(visits, board)
        if visits.size < (least := 4 if kind == "closed" else 2):
            raise InvalidTourney(f"a tour that is {kind} has {least} squares at least, not {visits.size}")
        onward = np.roll(visits, -1)
        here, there = (visits, onward) if kind == "closed" else (visits[:-1], onward[:-1])
        tour = cls.trusted(_from_edges(here, there, board), board, 1)
        assert isinstance(tour, Tour)
        return tour if kind == "closed" else tour.starting_at(board.square(int(visits[0])))


def as_tourney(moves: Moves, board: Board) -> Tourney:
    """A checked `Tour` where the array is one, else a checked `Tourney`."""
    if np.count_nonzero(np.bitwise_count(moves) == 1):
        return Tour(moves, board)
    tourney = Tourney(moves, board)
    return Tourney.trusted(tourney.moves, board, tourney.cycle_count)


def output(board: Board, out: Moves | None) -> Moves:
    """The array to write a moves array to: `out`, if it fits the board, or a new one."""
    if out is None:
        return np.empty(board.shape, np.uint8)
    if not isinstance(out, np.ndarray):
        raise DestrierError(f"out must be an array, not {type(out).__name__}")
    if out.dtype != np.uint8 or out.shape != board.shape or not (out.flags.c_contiguous and out.flags.writeable):
        raise DestrierError(
            f"out must be a writeable contiguous uint8 array of shape {board.shape}, not {out.dtype} {out.shape}"
        )
    return out


def next_in_cycle(values: Squares, lengths: Squares) -> Squares:
    """For each value of consecutive cycles of these lengths, the value that follows it in its cycle."""
    onward = np.roll(values, -1)
    last = np.cumsum(lengths) - 1
    onward[last] = values[last - lengths + 1]
    return onward


def transform(moves: Moves, symmetry: Symmetry) -> Moves:
    """The moves array of the image under a symmetry: an array flip and a 256-entry table."""
    turns, mirror = _TURNS[symmetry]
    grid = moves[:, ::-1] if mirror else moves
    codes = np.arange(256)
    table = sum(
        (codes >> move & 1) << (((3 - move) if mirror else move) + 2 * turns) % 8 for move in range(8)
    )  # mirroring left and right maps move i to 3 - i, a quarter turn adds 2
    return np.ascontiguousarray(np.asarray(table, np.uint8)[np.rot90(grid, turns)])


def find_fault(moves: Moves, board: Board, *, open_ends: bool) -> str | None:
    """The first fault of a moves array, or `None`; whole-array operations, scratch memory O(1)."""
    rows, cols = board.shape
    height = max(1, _CHECKED_AT_ONCE // cols)
    ends = 0
    for top in range(0, rows, height):
        bottom = min(top + height, rows)
        halo = slice(max(top - 2, 0), min(bottom + 2, rows))
        inner = slice(top - halo.start, bottom - halo.start)
        block = moves[halo]
        returned = np.zeros(block.shape, np.uint8)
        for move, (here, there) in enumerate(move_slices(*block.shape)):
            returned[here] |= (block[there] >> ((move + 4) % 8) & 1) << move
        present = board.present[top:bottom]
        degrees, wanted = np.bitwise_count(block[inner]), 2 * present.astype(np.uint8)
        # That a move leads to a missing square is the fault of the square that it leaves.
        stray_bits = np.where(present, block[inner] ^ returned[inner], block[inner])
        bad = (stray_bits != 0) | (degrees != wanted)
        if not bad.any():
            continue
        for offset in np.flatnonzero(bad).tolist():
            row, col = divmod(offset, cols)
            stray = int(stray_bits[row, col])
            if open_ends and not stray and wanted[row, col] and degrees[row, col] == 1 and ends < 2:
                ends += 1
                continue
            return _describe(moves, board, top + row, col, stray)
    return None


def _describe(moves: Moves, board: Board, row: int, col: int, stray: int) -> str:
    where = f"square {row},{col}"
    count = int(moves[row, col]).bit_count()
    if not board.has((row, col)):
        return f"{where} is missing from the board but has {count} moves"
    if stray and count <= 2:
        move = (stray & -stray).bit_length() - 1
        target = (row + MOVES[move][0], col + MOVES[move][1])
        to = f"{target[0]},{target[1]}"
        if not board.has(target):
            outside = not (0 <= target[0] < board.rows and 0 <= target[1] < board.cols)
            return (
                f"{where} has move {move}, which leads {'off the board' if outside else f'to {to}, which is missing'}"
            )
        if moves[row, col] >> move & 1:
            return f"{where} has move {move} to {to}, which has no move back"
        return f"{where} has no move back to {to}, whose move {(move + 4) % 8} leads here"
    return f"{where} has {count} moves, not 2"


def _as_indices(squares: ArrayLike) -> Squares:
    array = np.asarray(squares)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InvalidTourney(f"a path is a sequence of square indices, not {array.ndim}-dimensional {array.dtype}")
    return array.astype(np.int64, copy=False)


def _from_edges(here: Squares, there: Squares, board: Board) -> Moves:
    """The moves array with the edges from `here` to `there`; `InvalidTourney` naming the first that is none."""
    step = moves_between(here, there, board.cols)
    wrong = np.flatnonzero(step < 0)
    if wrong.size:
        names = [_name(int(squares[wrong[0]]), board) for squares in (here, there)]
        raise InvalidTourney(f"from square {names[0]} to {names[1]} is not a knight's move")
    moves = np.zeros(board.rows * board.cols, np.uint8)
    moves[here] |= np.left_shift(1, step).astype(np.uint8)  # no square is twice in `here`, nor in `there`
    moves[there] |= np.left_shift(1, (step + 4) % 8).astype(np.uint8)
    return moves.reshape(board.shape)


def _check_visits(visits: Squares, board: Board) -> None:
    """Every square of the board once, or `InvalidTourney` naming the first that is not."""
    size = board.rows * board.cols
    outside = np.flatnonzero((visits < 0) | (visits >= size))
    if outside.size:
        raise InvalidTourney(f"step {outside[0]} is at index {visits[outside[0]]}, off the {board} board")
    counts = np.bincount(visits, minlength=size).reshape(board.shape)
    wrong = np.flatnonzero(counts != board.present)
    if wrong.size:
        row, col = board.square(int(wrong[0]))
        if not board.has((row, col)):
            raise InvalidTourney(f"square {row},{col} is visited but missing from the board")
        times = int(counts[row, col])
        raise InvalidTourney(f"square {row},{col} is visited {f'{times} times' if times else 'never'}")


def _name(index: int, board: Board) -> str:
    row, col = board.square(index)
    return f"{row},{col}"
