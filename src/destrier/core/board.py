"""Boards: the squares, and the moves of a piece between them.

`BaseBoard` defines what every board has: squares with indices and names, the moves from each square (at most as many as
a machine word has bits), a position for each square on a sheet of paper, and symmetries. Tourneys use nothing else (see
`core.tourney`). By default, methods on tourneys use the board's move graph; subclasses have faster ones.

The squares of a `Lattice` have integer coordinates. A `Grid` is a lattice whose moves are the steps of a leaper, the
same at every square; `Board` is a flat grid, and `Space` one of more dimensions. A `Surface`, with glued sides, is a
lattice but not a grid, and the surface of a `Box` is neither.

On a flat board squares are `(row, col)` from the top left, or the index `row * cols + col`. The eight moves of the
knight are numbered counter-clockwise as in Parberry's Figure 1: move `(i + 4) % 8` undoes move `i`, and moves 4..7 go
down, so both moves of the smallest square of a cycle are among 4..7.
"""

from __future__ import annotations

import math
import re
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import cached_property, lru_cache, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeGuard, get_args

import numpy as np

from destrier.core.leaper import KNIGHT, MOVES, Leaper, Piece, move_by_step
from destrier.support.errors import DestrierError, InvalidTourney, shown
from destrier.support.optional import extra
from destrier.support.pictured import Pictured
from destrier.support.reading import reading
from destrier.support.resources import LITTLE, refuse_beyond_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import MoveBits, Square, Squares
    from destrier.support.aliases import StrPath

MOVE_BY_STEP: Final = np.full((5, 5), -1)
"""The move by `(drow + 2, dcol + 2)`; -1 where there is none."""
for _move, (_drow, _dcol) in enumerate(MOVES):
    MOVE_BY_STEP[_drow + 2, _dcol + 2] = _move

Symmetry: TypeAlias = Literal[
    "identity", "rotate-90", "rotate-180", "rotate-270", "flip-columns", "flip-rows", "transpose", "anti-transpose"
]

TURNS: Final[dict[str, tuple[int, bool]]] = {
    "identity": (0, False),
    "rotate-90": (1, False),
    "rotate-180": (2, False),
    "rotate-270": (3, False),
    "flip-columns": (0, True),
    "flip-rows": (2, True),
    "transpose": (1, True),
    "anti-transpose": (3, True),
}
"""For each symmetry: the number of counter-clockwise quarter turns, and whether a left-right reflection precedes."""

SYMMETRIES: Final[tuple[Symmetry, ...]] = get_args(Symmetry)
"""The eight symmetries of the square; those that exchange rows and columns map an r x c board to a c x r board."""

_CHECKED_AT_ONCE: Final = 1 << 20
"""Number of squares checked at a time, so that scratch arrays stay in the cache."""

_MOST_PIXELS: Final = 6_000_000
"""Maximum number of pixels in an image; reading takes eight bytes per pixel."""

_LARGEST: Final = 1 << 62
"""Maximum number of squares of a board, so that indices and their sums fit into 64 bits."""

_BREAKS: Final = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"

_LINE: Final = re.compile(rf"([^{_BREAKS}]*)(?:\r\n|[{_BREAKS}]|\Z)")
"""A line with its terminator; at the end of a text, it also matches an empty line."""

_DARK: Final = 128
"""Pixels below this grey level (of 255) are squares of the board."""


class BaseBoard(Pictured, ABC):
    """The base class of all boards.

    A board is an immutable value: equal boards are interchangeable, and evaluating its `repr` recreates it.
    """

    leaper: Leaper
    """The piece; by default the knight."""

    sides: tuple[int, ...]
    """Number of squares along each axis."""

    has_planes: bool = False
    """Whether its tourneys fit in bit planes, for the fast engine: true for the knight on a flat board."""

    @property
    def shortest_cycle(self) -> int:
        """Minimum length of a cycle; 4 if all cycles have even length."""
        return 4

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of the moves arrays of its tourneys."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of squares."""

    @cached_property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The dtype of the moves arrays, with a bit for each move."""
        return self.leaper.dtype

    @cached_property
    def move_count(self) -> int:
        """Maximum number of moves of a square; move `m + move_count // 2` is opposite to move `m`."""
        return len(self.leaper.steps)

    @property
    def squares(self) -> Squares:
        """The indices of the squares in ascending order: all below `prod(shape)` unless some are missing."""
        return np.arange(self.size)

    @abstractmethod
    def has(self, square: Any) -> bool:
        """Whether the board has this square."""

    @abstractmethod
    def square(self, index: int) -> tuple[Any, ...]:
        """The square with an index."""

    @abstractmethod
    def index(self, square: tuple[Any, ...]) -> int:
        """The index of a square; `DestrierError` if the board has no such square."""

    @abstractmethod
    def coordinates(self, indices: Squares) -> Squares:
        """The squares of these indices, `int64` with a last axis for the coordinates; see `VisitingOrder.order`."""

    @abstractmethod
    def indices_of(self, squares: Any) -> Squares:
        """The indices of an array of squares, the inverse of `coordinates`; `DestrierError` if one is off the board."""

    def name(self, index: int) -> str:
        """The name of the square with an index."""
        return ",".join(map(str, self.square(index)))

    def called(self, index: int) -> str:
        """The square with an index, as first mentioned in a message: `square 3,4`."""
        return f"square {self.name(index)}"

    @abstractmethod
    def sheet(self) -> Squares:
        """The squares laid out on paper: `int64` (rows, cols) of indices, -1 where there is no square."""

    def lay_out(self, values: NDArray[Any], blank: int) -> NDArray[Any]:
        """Arrange values of the board's shape as on the sheet, with `blank` where there is no square."""
        sheet = self.sheet()
        laid: NDArray[Any] = np.where(sheet < 0, blank, values.reshape(-1)[sheet])
        return laid

    def places(self, squares: Squares) -> NDArray[np.int64]:
        """The rows and the columns on the sheet of square indices: `int64` (2, k)."""
        sheet = self.sheet()
        found = np.zeros((2, math.prod(self.shape)), np.int64)
        there = np.nonzero(sheet >= 0)
        found[:, sheet[there]] = there
        return found[:, squares]

    @cached_property
    def move_graph(self) -> MoveGraph:
        """The squares and moves as tables; O(squares), 5 bytes per move.

        Node `n` of the graph is the square `squares[n]`.
        """
        if (needed := 5 * self.move_count * self.size) > LITTLE:
            refuse_beyond_memory(f"the moves of {self.describe()}", needed)
        return self._move_graph()

    @abstractmethod
    def _move_graph(self) -> MoveGraph: ...

    def to_networkx(self) -> nx.Graph[Any]:
        """Return the squares and all moves as an undirected graph; for n x n this is the knight's graph K_n.

        Returns
        -------
        networkx.Graph
            Its nodes are the squares: `(row, col)` on a flat board, the coordinates in space, `(face, row, col)` on a
            box. A node has its position on a sheet of paper, with y upwards, as `pos`. An edge has the number of the
            `move` from its end with the smaller index.

        Examples
        --------
        >>> graph = Board(4, 4).to_networkx()
        >>> graph.number_of_edges(), sorted(graph[0, 0])
        (24, [(1, 2), (2, 1)])

        Draw it with `networkx.draw(graph, networkx.get_node_attributes(graph, "pos"))`.
        """
        return self.graph_of(*self.all_moves())

    def all_moves(self) -> tuple[Squares, Squares]:
        """All edges: the ends with the smaller indices, and the other ends."""
        there = self.move_graph.there
        here, move = np.nonzero(there > np.arange(len(there))[:, None])
        return self.squares[here], self.squares[there[here, move]]

    def graph_of(self, here: Squares, there: Squares) -> nx.Graph[Any]:
        """Return the graph of all squares with these edges; see `to_networkx`."""
        graph: nx.Graph[Any] = extra("networkx", "graph", "a graph").Graph()
        for square, row, col in zip(self.squares.tolist(), *self.places(self.squares).tolist(), strict=True):
            graph.add_node(self.square(square), pos=(col, -row))
        low, high = np.sort([here, there], axis=0)
        moves = self.moves_between(low, high)
        for one, other, number in zip(low.tolist(), high.tolist(), moves.tolist(), strict=True):
            graph.add_edge(self.square(one), self.square(other), move=number)
        return graph

    def walk(self, moves: MoveBits, cycle_count: int | None = None) -> tuple[Squares, Squares]:
        """The squares of a tourney in visiting order, and the lengths of its cycles; see `Tourney.order`.

        The array must be that of a tourney, which is not checked. From its smallest square, a cycle goes to the smaller
        of the two neighbours.
        """
        from destrier.core.movegraph import walk

        del cycle_count  # of no use here
        moves = moves.reshape(-1)
        order, lengths = walk(self.move_graph, moves)
        ends = np.cumsum(lengths)
        for start, end in zip(ends - lengths, ends, strict=True):
            if np.bitwise_count(moves[order[start]]) == 2 and order[start + 1] > order[end - 1]:
                order[start + 1 : end] = order[start + 1 : end][::-1]
        return order, lengths

    def label(self, moves: MoveBits) -> tuple[NDArray[np.int32], int]:
        """The label of each square's cycle, `int32` of the board's shape, and the number of cycles."""
        order, lengths = self.walk(moves)
        labels = np.empty(self.size, np.int32)
        labels[order] = np.repeat(np.arange(lengths.size), lengths)
        return labels.reshape(self.shape), int(lengths.size)

    def find_fault(self, moves: MoveBits, *, open_ends: bool) -> str | None:
        """Describe the first fault of a moves array; `None` if it is that of a tourney."""
        from destrier.core.movegraph import find_fault

        fault = find_fault(self.move_graph, moves.reshape(-1), open_ends=open_ends)
        return None if fault is None else f"{self.called(fault[0])} has {fault[1]}"

    def moves_between(self, here: Squares, there: Squares) -> NDArray[np.int64]:
        """`int64`: the move from each square to its partner, or -1 if there is none."""
        meets = self.move_graph.there[here] == np.asarray(there)[..., None]
        return np.where(meets.any(axis=-1), meets.argmax(axis=-1), -1)

    def from_edges(self, here: Squares, there: Squares) -> MoveBits:
        """Return the moves array with the edges from `here` to `there`, neither of which repeats a square.

        Raises
        ------
        InvalidTourney
            If an edge is not a move; the message names the first one.
        """
        move, back = self._both_ways(here, there)
        wrong = np.flatnonzero(move < 0)
        if wrong.size:
            one, other = (int(squares[wrong[0]]) for squares in (here, there))
            raise InvalidTourney(
                f"from {self.called(one)} to {self.name(other)} is not {self.leaper.describe()}'s move"
            )
        moves = np.zeros(math.prod(self.shape), self.dtype)
        one_bit = self.dtype.type(1)
        moves[here] |= one_bit << move.astype(self.dtype)
        moves[there] |= one_bit << back.astype(self.dtype)
        return moves.reshape(self.shape)

    def _both_ways(self, here: Squares, there: Squares) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The move from each square to its partner, -1 if there is none, and the move back."""
        move = self.moves_between(here, there)
        return move, self.move_graph.back[here, move].astype(np.int64)

    @property
    @abstractmethod
    def symmetries(self) -> tuple[str, ...]:
        """The names of the symmetries that `transform` accepts, the identity first."""

    @abstractmethod
    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, BaseBoard]:
        """Return the image of a moves array under a symmetry, and the board of the image."""

    @abstractmethod
    def describe(self) -> str:
        """The board in words, for messages."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The board as plain values; `board_from_dict` restores it."""


class Lattice(BaseBoard):
    """A board whose squares have integer coordinates.

    Subclasses set `sides` and, if squares are missing, `_present`.
    """

    _present: NDArray[np.bool_] | None = None

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The sides."""
        return self.sides

    @property
    def present(self) -> NDArray[np.bool_]:
        """Read-only `bool` array: where the board has a square."""
        return np.broadcast_to(np.True_, self.shape) if self._present is None else self._present

    @cached_property
    def is_whole(self) -> bool:
        """Whether no square is missing."""
        return self._present is None

    @cached_property
    def size(self) -> int:
        """Number of squares."""
        return math.prod(self.sides) if self._present is None else int(np.count_nonzero(self._present))

    @property
    def squares(self) -> Squares:
        """The indices of the squares, ascending."""
        return np.arange(self.size) if self._present is None else np.flatnonzero(self._present)

    def has(self, square: object) -> bool:
        """Whether these coordinates, or this name, belong to a square of the board."""
        if isinstance(square, str):
            try:
                square = self.parse_square(square)
            except DestrierError:
                return False
        return self._find(square) is not None

    def index(self, square: Any) -> int:
        """The index of a square; `DestrierError` if the board has no such square."""
        found = self._find(self.parse_square(square) if isinstance(square, str) else square)
        if found is None:
            named = ",".join(map(shown, square)) if isinstance(square, tuple | list) else shown(square)
            raise DestrierError(f"{named} is not a square of the {self} board")
        return found

    def _find(self, square: object) -> int | None:
        """The index of the square with these coordinates, or `None`."""
        places = whole_numbers(square)
        if places is None or len(places) != len(self.sides):
            return None
        index = 0
        for place, side in zip(places, self.sides, strict=True):
            if not 0 <= place < side:
                return None
            index = index * side + place
        return index if self._present is None or self._present.flat[index] else None

    def parse_square(self, text: str) -> tuple[int, ...]:
        """Parse a square from its coordinates or, on a flat board, its chess name: `4,4`, or `e4` on 8 x 8.

        Files are lettered from the left (`aa` follows `z`), and ranks are numbered from 1 at the bottom.
        """
        if re.fullmatch(r"\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})+\s*", text, re.ASCII):
            return tuple(map(int, text.split(",")))
        named = re.fullmatch(r"\s*([A-Za-z]{1,4})([0-9]{1,9})\s*", text, re.ASCII)
        if named is None or len(self.sides) != 2:
            raise DestrierError(f"{text!r} is not a square: row,col from 0,0 at the top left, or a name such as e4")
        file = reduce(lambda number, letter: 26 * number + ord(letter) - 96, named[1].lower(), 0)
        square = self.sides[0] - int(named[2]), file - 1
        if square[0] not in range(self.sides[0]) or square[1] not in range(self.sides[1]):
            raise DestrierError(f"{text.strip()} is not a square of the {self} board")
        return square

    def square(self, index: int) -> tuple[int, ...]:
        """The coordinates of the square with an index."""
        places = []
        for side in reversed(self.sides):
            index, place = divmod(index, side)
            places.append(place)
        return tuple(reversed(places))

    def coordinates(self, indices: Squares) -> Squares:
        return np.stack(np.unravel_index(indices, self.sides), axis=-1)

    def indices_of(self, squares: Any) -> Squares:
        if isinstance(squares, list) and any(isinstance(square, str) for square in squares):
            return np.array([self.index(square) for square in squares], np.int64)
        return squares_to_indices(self.parse_square(squares) if isinstance(squares, str) else squares, self.sides)

    def __str__(self) -> str:
        return times(self.sides)


class Grid(Lattice):
    """A board on which a leaper has the same steps at every square, as far as their targets exist."""

    def is_bipartite(self) -> bool:
        """Whether every move changes the colour, the parity of the sum of a square's coordinates."""
        return all((short + long) % 2 for short, long in self.leaper.pairs)

    @property
    def shortest_cycle(self) -> int:
        """4 if every move changes the colour, else 3."""
        return 4 if self.is_bipartite() else 3

    def colours(self) -> tuple[int, int]:
        """Return the numbers of squares with an even sum of coordinates, such as the first one, and with an odd sum."""
        if self._present is None:
            return (self.size + 1) // 2, self.size // 2
        places = np.indices(self.sides, sparse=True)
        even = int(np.count_nonzero(self._present & (sum(places) % 2 == 0)))
        return even, self.size - even

    def legal_moves(self) -> MoveBits:
        """An array of the board's shape: bit `i` is set where move `i` leads from a square to another."""
        if self._present is None:
            bits = self.dtype.type(1) << np.arange(self.move_count, dtype=self.dtype)
            along = []
            for axis, side in enumerate(self.sides):
                there = np.arange(side)[:, None] + self.leaper.steps[:, axis]
                along.append(((there >= 0) & (there < side)).astype(self.dtype) @ bits)
            return reduce(np.bitwise_and, np.ix_(*along))
        legal = np.zeros(self.shape, self.dtype)
        present = self.present
        for move, step in enumerate(self.leaper.steps.tolist()):
            inside, reached = shift_slices(self.shape, tuple(step))
            legal[inside] |= (present[inside] & present[reached]).astype(self.dtype) << self.dtype.type(move)
        return legal

    def degrees(self) -> NDArray[np.uint8]:
        """`uint8` array: the number of moves from each square that stay on the board."""
        return np.bitwise_count(self.legal_moves())

    def _move_graph(self) -> MoveGraph:
        from destrier.core.movegraph import MoveGraph

        numbers = np.full(self.shape, -1, np.int32)
        numbers.reshape(-1)[self.squares] = np.arange(self.size)
        there = np.full((*self.shape, self.move_count), -1, np.int32)
        for move, step in enumerate(self.leaper.steps.tolist()):
            source, target = shift_slices(self.shape, tuple(step))
            there[..., move][source] = numbers[target]
        there = there.reshape(-1, self.move_count)[self.squares]
        back = np.broadcast_to(np.roll(np.arange(self.move_count, dtype=np.uint8), self.move_count // 2), there.shape)
        return MoveGraph(np.ascontiguousarray(there), np.where(there < 0, np.uint8(0), back))

    def walk(self, moves: MoveBits, cycle_count: int | None = None) -> tuple[Squares, Squares]:
        from destrier.core.walks import walk

        return walk(moves, self.leaper.offsets(self.sides), cycle_count=cycle_count)

    def label(self, moves: MoveBits) -> tuple[NDArray[np.int32], int]:
        from destrier.core.walks import label

        return label(moves, self.leaper.offsets(self.sides))

    def find_fault(self, moves: MoveBits, *, open_ends: bool) -> str | None:
        reach, count, kind = self.leaper.reach, self.move_count, self.dtype.type
        slab = math.prod(self.sides[1:])
        height = max(1, _CHECKED_AT_ONCE // slab)
        ends = 0
        for top in range(0, self.sides[0], height):
            bottom = min(top + height, self.sides[0])
            halo = slice(max(top - reach, 0), min(bottom + reach, self.sides[0]))
            inner = slice(top - halo.start, bottom - halo.start)
            block = moves[halo]
            returned = np.zeros(block.shape, self.dtype)
            for move, step in enumerate(self.leaper.steps.tolist()):
                here, there = shift_slices(block.shape, tuple(step))
                returned[here] |= (block[there] >> kind((move + count // 2) % count) & kind(1)) << kind(move)
            present = self.present[top:bottom]
            degrees, wanted = np.bitwise_count(block[inner]), 2 * present.astype(np.uint8)
            # A move to a missing square is reported at the square that it leaves.
            stray_bits = np.where(present, block[inner] ^ returned[inner], block[inner])
            bad = (stray_bits != 0) | (degrees != wanted)
            for offset in np.flatnonzero(bad).tolist():
                stray = int(stray_bits.flat[offset])
                if open_ends and not stray and wanted.flat[offset] and degrees.flat[offset] == 1 and ends < 2:
                    ends += 1
                    continue
                return self._describe_fault(moves, self.square(top * slab + offset), stray)
        return None

    def _describe_fault(self, moves: MoveBits, square: tuple[int, ...], stray: int) -> str:
        where = f"square {','.join(map(str, square))}"
        bits = int(moves[square])
        if not self.has(square):
            return f"{where} is missing from the board but has {bits.bit_count()} moves"
        if stray and bits.bit_count() <= 2:
            move = (stray & -stray).bit_length() - 1
            if move >= self.move_count:
                return f"{where} has move {move}, but {self.leaper.describe()} has moves 0 to {self.move_count - 1}"
            target = tuple(place + step for place, step in zip(square, self.leaper.steps[move].tolist(), strict=True))
            to = ",".join(map(str, target))
            if not self.has(target):
                outside = any(not 0 <= place < side for place, side in zip(target, self.sides, strict=True))
                leads = "off the board" if outside else f"to {to}, which is missing"
                return f"{where} has move {move}, which leads {leads}"
            if bits >> move & 1:
                return f"{where} has move {move} to {to}, which has no move back"
            return f"{where} has no move back to {to}, whose move {self.leaper.opposite(move)} leads here"
        return f"{where} has {bits.bit_count()} moves, not 2"

    def moves_between(self, here: Squares, there: Squares) -> NDArray[np.int64]:
        reaches = tuple(min(self.leaper.reach, side - 1) for side in self.sides)
        code = np.zeros(np.shape(here), np.int64)
        near = np.ones(np.shape(here), np.bool_)
        ones, others = np.unravel_index(here, self.sides), np.unravel_index(there, self.sides)
        for one, other, reach in zip(ones, others, reaches, strict=True):
            step = other - one
            near &= np.abs(step) <= reach
            code = code * (2 * reach + 1) + np.clip(step, -reach, reach) + reach
        return np.where(near, move_by_step(self.leaper, reaches)[code], -1)

    def _both_ways(self, here: Squares, there: Squares) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        move = self.moves_between(here, there)
        return move, (move + self.move_count // 2) % self.move_count

    @abstractmethod
    def by(self, leaper: Piece) -> Grid:
        """The same squares with the moves of another piece."""

    def describe(self) -> str:
        """The board in words, for messages: `8 x 8`, or `8 x 8 with 3 squares missing`."""
        missing = math.prod(self.sides) - self.size
        holes = f" with {missing} square{'s' if missing > 1 else ''} missing" if missing else ""
        return f"{self}{holes}{'' if self.has_planes else f' by {self.leaper.describe()}'}"


class Board(Grid):
    """A flat board: a rectangle of squares, some of which may be missing.

    Parameters
    ----------
    rows, cols
        The sides, at least 1.
    present
        `bool` array (rows, cols), true where the board has a square; by default, everywhere. It is copied unless it is
        read-only.
    leaper
        The piece, by default the knight: its name, such as `"zebra"`; the distances of its move along two axes, such as
        (1, 4) for the giraffe; or a combination, such as `"knight+wazir"` or ((1, 2), (0, 1)).

    Raises
    ------
    DestrierError
        If a side is not a positive integer, no square is present, or `present` has another shape.

    Examples
    --------
    >>> Board(8, 8).degrees()[0].tolist()
    [2, 3, 4, 4, 4, 4, 3, 2]
    >>> Board(52, 30, leaper=(1, 4)).describe()
    '52 x 30 by a giraffe'
    >>> Board(8, 8, leaper="king").degrees()[0].tolist()
    [3, 5, 5, 5, 5, 5, 5, 3]
    """

    rows: int
    cols: int

    def __init__(self, rows: int, cols: int, present: ArrayLike | None = None, *, leaper: Piece = KNIGHT) -> None:
        for name, side in (("rows", rows), ("cols", cols)):
            whole = isinstance(side, int | np.integer) and not isinstance(side, bool)
            if not whole or side < 1:
                what = "" if whole else "sides are integers: "
                raise DestrierError(f"{what}a board has at least 1 row and 1 column, not {name} {shown(side)}")
        self.rows, self.cols = int(rows), int(cols)
        refuse_larger(self.rows, self.cols)
        self.sides = self.rows, self.cols
        self.leaper = Leaper.of(leaper, 2)
        self.has_planes = self.leaper is KNIGHT or self.leaper == KNIGHT
        self.shape = self.sides
        if self.has_planes:
            self.dtype = KNIGHT.dtype
        if present is not None:
            mask = np.asarray(present, dtype=np.bool_)
            if mask.shape != self.shape:
                raise DestrierError(f"the mask of a {self} board has shape {mask.shape}, not {self.shape}")
            if not mask.any():
                raise DestrierError("the board has no squares")
            if not mask.all():
                self._present = mask.copy() if mask.flags.writeable else mask
                self._present.flags.writeable = False
        self.is_whole = self.is_rectangle = self._present is None

    @classmethod
    def from_mask(cls, present: ArrayLike, *, leaper: Piece = KNIGHT) -> Board:
        """Return the board with squares where the two-dimensional `present` is true."""
        try:
            mask = np.asarray(present, dtype=np.bool_)
        except ValueError:
            raise DestrierError("the rows of a mask have different lengths") from None
        if mask.ndim != 2 or 0 in mask.shape:
            raise DestrierError(f"a board is a two-dimensional array of squares, not one of shape {mask.shape}")
        return cls(mask.shape[0], mask.shape[1], mask, leaper=leaper)

    @classmethod
    def from_text(cls, text: str, *, leaper: Piece = KNIGHT) -> Board:
        """Return the board drawn in `text`, one line per row; `.` and blanks are missing squares, others present."""
        if not isinstance(text, str):
            raise DestrierError(f"a shape is drawn by the lines of a string, not by {shown(text)}")
        first, last, width = -1, -1, 0
        for row, line in enumerate(_lines_of(text)):
            if not line.isprintable():
                col = next(col for col, char in enumerate(line) if not char.isprintable())
                raise DestrierError(
                    f"line {row + 1} of the shape has {line[col]!r} in column {col + 1}: neither a square nor a blank"
                )
            if line:
                first, last, width = row if first < 0 else first, row, max(width, len(line))
        if first < 0:
            raise DestrierError("the shape is empty: draw its squares with #, missing ones with a dot")
        rows = last + 1 - first
        if rows * width > max(_MOST_PIXELS, 2 * len(text)):
            raise DestrierError(f"the shape has {rows} lines, one of {width} characters, and is nearly empty")
        drawn = bytearray()
        for line in islice(_lines_of(text), first, last + 1):
            drawn += re.sub(r"[^. ]", "#", line).ljust(width).encode()
        return cls.from_mask((np.frombuffer(drawn, np.uint8) == ord("#")).reshape(-1, width), leaper=leaper)

    @classmethod
    def from_image(cls, path: StrPath) -> Board:
        """Return the board drawn in an image, one pixel per square; dark pixels (grey below 128 of 255) are squares.

        Warns
        -----
        UserWarning
            If some pixels are neither nearly black nor nearly white.
        """
        with reading(path, "an image", DestrierError):
            levels = _read_grey(path)
            board = cls.from_mask(levels < _DARK)
        unclear = np.count_nonzero((levels >= _DARK // 2) & (levels < 2 * _DARK - _DARK // 2))
        if unclear:
            warnings.warn(
                f"{unclear} of {levels.size} pixels are neither black nor white; those darker than {_DARK} of 255 are "
                "taken as squares",
                stacklevel=2,
            )
        return board

    @classmethod
    def parse(cls, text: str) -> Board:
        """The rectangle named by `text`, such as `8x8` (rows first)."""
        match = re.fullmatch(r"\s*([0-9]{1,18})\s*[xX\u00d7]\s*([0-9]{1,18})\s*", text)
        if match is None:
            raise DestrierError(f"a board is written rows x cols, such as 8x8, not {shown(text)}")
        return cls(int(match[1]), int(match[2]))

    def by(self, leaper: Piece) -> Board:
        return Board(self.rows, self.cols, self._present, leaper=leaper)

    def without_corner(self) -> Board:
        """The board of corner tours: this board without its bottom right square."""
        board = Board(self.rows, self.cols, leaper=self.leaper)
        board._present = np.ones(self.shape, np.bool_) if self._present is None else self._present.copy()
        board._present[-1, -1] = False
        board._present.flags.writeable = False
        board.is_whole = board.is_rectangle = False
        return board

    @cached_property
    def shape(self) -> tuple[int, int]:
        """`(rows, cols)`."""
        return self.rows, self.cols

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether no square is missing."""
        return self.is_whole

    def chess_name(self, square: Square) -> str:
        """Return the chess name of a square, such as `e4`; the inverse of `parse_square`.

        Examples
        --------
        >>> Board(8, 8).chess_name((4, 4)), Board(8, 8).chess_name((7, 0)), Board(8, 60).chess_name((0, 27))
        ('e4', 'a1', 'ab8')
        """
        file, letters = square[1] + 1, ""
        while file:
            file, letter = divmod(file - 1, 26)
            letters = chr(97 + letter) + letters
        return f"{letters}{self.rows - square[0]}"

    def square(self, index: int) -> Square:
        """The `(row, col)` of the square with an index."""
        return index // self.cols, index % self.cols

    def sheet(self) -> Squares:
        indices = np.arange(self.rows * self.cols).reshape(self.shape)
        return indices if self._present is None else np.where(self._present, indices, -1)

    def lay_out(self, values: NDArray[Any], blank: int) -> NDArray[Any]:
        laid = values.reshape(self.shape)
        return laid if self._present is None else np.where(self._present, laid, blank)

    def places(self, squares: Squares) -> NDArray[np.int64]:
        return np.stack(np.divmod(squares, self.cols))

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight symmetries of the square."""
        return SYMMETRIES

    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, Board]:
        if symmetry not in SYMMETRIES:
            raise DestrierError(
                f"a symmetry is {', '.join(SYMMETRIES[:-1])} or {SYMMETRIES[-1]}, not {shown(symmetry)}"
            )
        image = transform(moves, symmetry) if self.has_planes else self._image(moves, symmetry)
        if self._present is None:
            return image, self if image.shape == self.shape else Board(self.cols, self.rows, leaper=self.leaper)
        return image, Board.from_mask(image != 0, leaper=self.leaper)

    def _image(self, moves: MoveBits, symmetry: str) -> MoveBits:
        """Return the image of a moves array of any piece."""
        turns, mirror = TURNS[symmetry]
        steps = self.leaper.steps * (1, -1 if mirror else 1)
        for _ in range(turns):  # a quarter turn maps right to up, and up to left
            steps = np.column_stack([-steps[:, 1], steps[:, 0]])
        return exchange_moves(np.rot90(moves[:, ::-1] if mirror else moves, turns), self.leaper, steps)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.shape == other.shape
            and self.leaper == other.leaper
            and bool(np.array_equal(self.present, other.present))
        )

    def __hash__(self) -> int:
        return hash((self.shape, self.leaper, b"" if self._present is None else self._present.tobytes()))

    def to_dict(self) -> dict[str, Any]:
        """`{"rows", "cols"}`, with `missing` squares if any, and the `leaper` if it is not the knight."""
        parts: dict[str, Any] = {"rows": self.rows, "cols": self.cols}
        if self.leaper != KNIGHT:
            parts["leaper"] = np.array(self.leaper.distances).tolist()
        if self._present is not None:
            parts["missing"] = np.argwhere(~self._present).tolist()
        return parts

    def __repr__(self) -> str:
        piece = "" if self.leaper == KNIGHT else f", leaper={self.leaper.distances}"
        if self._present is None:
            return f"Board({self.rows}, {self.cols}{piece})"
        return f"Board.from_text({self.to_text()!r}{piece})"

    def to_text(self) -> str:
        """The board drawn with `#` and, for missing squares, `.`."""
        return "\n".join("".join(".#"[square] for square in row) for row in self.present.astype(int).tolist())


def squares_to_indices(squares: ArrayLike, sides: tuple[int, ...]) -> Squares:
    """Return the indices of squares given by coordinates on a grid with these sides; `DestrierError` if off it."""
    array = np.asarray(squares)
    if array.ndim == 0 or array.shape[-1] != len(sides) or array.dtype.kind not in "iu":
        raise DestrierError(f"a square of the {times(sides)} board is {len(sides)} integers, not {shown(squares)}")
    outside = ((array < 0) | (array >= sides)).any(axis=-1)
    if outside.any():
        raise DestrierError(f"{','.join(map(str, array[outside][0]))} is not a square of the {times(sides)} board")
    indices: Squares = np.ravel_multi_index(tuple(np.moveaxis(array, -1, 0)), sides)
    return indices


def whole_numbers(values: object) -> tuple[int, ...] | None:
    """Return a sequence as integers if all its values are integral, as in (1.0, 2); else `None`."""
    if not isinstance(values, tuple | list | np.ndarray):
        return None
    try:
        whole = tuple(map(int, values))
        return whole if all(one == value for one, value in zip(whole, values, strict=True)) else None
    except (TypeError, ValueError, OverflowError):  # such as for None, a text or infinity
        return None


def refuse_larger(*sides: int) -> None:
    """Raise `DestrierError` if a board with these sides is too large for indices, and sums of two, in 64 bits."""
    if math.prod(sides) > _LARGEST:
        raise DestrierError(f"a board has at most {_LARGEST:,} squares, not {' x '.join(map(shown, sides))}")


def times(sides: tuple[int, ...]) -> str:
    """Sides in words, for messages: `8 x 8 x 3`."""
    return " x ".join(map(str, sides))


def has_planes(board: BaseBoard) -> TypeGuard[Board]:
    """Return `board.has_planes` (flat, with a knight), in a form that narrows types."""
    return board.has_planes


def name(square: Square) -> str:
    """A square in words: `row,col`."""
    return f"{square[0]},{square[1]}"


def between(ends: tuple[Square, ...]) -> str:
    """Describe the given ends of an open tour, to follow its board in a message."""
    return f" {'between' if len(ends) > 1 else 'from'} {' and '.join(map(name, ends))}" if ends else ""


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text one at a time, as `splitlines` does, without trailing blanks."""
    return (line[1].rstrip() for line in _LINE.finditer(text))


def _read_grey(path: StrPath) -> NDArray[np.uint8]:
    """Return the grey levels of an image on white paper unless it is too large; ignore irrelevant decoder warnings."""
    pillow = extra("PIL.Image", "image", "reading an image")
    grey = None
    with warnings.catch_warnings(action="ignore"), suppress(pillow.DecompressionBombError), pillow.open(path) as image:
        if image.width * image.height <= _MOST_PIXELS:
            size = image.size
            grey, cover = image.convert("LA").split()
    if grey is None:
        raise DestrierError(f"the image has more than {_MOST_PIXELS:,} pixels, each of which is a square")
    del image  # keeps to the memory stated at `_MOST_PIXELS`
    paper = pillow.new("L", size, "white")
    paper.paste(grey, mask=cover)
    levels: NDArray[np.uint8] = np.asarray(paper)
    return levels


def move_offsets(cols: int) -> NDArray[np.int64]:
    """`int64` (8,): the change of the square index by each move."""
    return np.array([row * cols + col for row, col in MOVES], np.int64)


def moves_between(here: Squares, there: Squares, cols: int) -> NDArray[np.int64]:
    """`int64`: the move from each square index to its partner, or -1 if there is none."""
    drow, dcol = there // cols - here // cols, there % cols - here % cols
    near = (np.abs(drow) <= 2) & (np.abs(dcol) <= 2)
    return np.where(near, MOVE_BY_STEP[np.where(near, drow, 0) + 2, np.where(near, dcol, 0) + 2], -1)


def move_slices(rows: int, cols: int) -> list[tuple[tuple[slice, ...], tuple[slice, ...]]]:
    """For each move, the rectangle of squares that it leaves and, in the same order, the rectangle of its targets."""
    return [shift_slices((rows, cols), step) for step in MOVES]


@lru_cache(maxsize=1024)
def shift_slices(shape: tuple[int, ...], step: tuple[int, ...]) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """The squares from which a step stays on a board of this shape and, in the same order, its targets."""
    here, there = [], []
    for side, delta in zip(shape, step, strict=True):
        reach = max(side - abs(delta), 0)
        first = max(-delta, 0)
        here.append(slice(first, first + reach))
        there.append(slice(first + delta, first + delta + reach))
    return tuple(here), tuple(there)


def interiors_meet(p: Square, q: Square, r: Square, s: Square) -> bool:
    """Whether segments pq and rs cross: the ends of each lie on opposite sides of the other."""

    def side(a: Square, b: Square, c: Square) -> int:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def exchange_moves(moves: MoveBits, leaper: Leaper, steps: Squares) -> MoveBits:
    """Return a moves array with each step of a leaper replaced; `steps` holds the new step vectors."""
    kind = leaper.dtype.type
    image = np.zeros(moves.shape, leaper.dtype)
    for move, vector in enumerate(steps.tolist()):
        image |= (moves >> kind(move) & kind(1)) << kind(leaper.step(vector))
    return image


def transform(moves: MoveBits, symmetry: str) -> MoveBits:
    """Return the image of a knight's moves array under a symmetry, by an array flip and a 256-entry table."""
    turns, mirror = TURNS[symmetry]
    grid = moves[:, ::-1] if mirror else moves
    codes = np.arange(256)
    table = sum(
        (codes >> move & 1) << (((3 - move) if mirror else move) + 2 * turns) % 8 for move in range(8)
    )  # mirroring left and right maps move i to 3 - i, a quarter turn adds 2
    return np.ascontiguousarray(np.asarray(table, np.uint8)[np.rot90(grid, turns)])
