"""What all boards have: squares with indices, and the moves of a piece.

A `Lattice` has squares with integer coordinates, and a `Grid` is a lattice on which a leaper moves.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from functools import cached_property, lru_cache, reduce
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier.core.leaper import Leaper, Piece, move_by_step
from destrier.support.errors import DestrierError, InvalidTourney, NoSuchPosition, shown
from destrier.support.optional import extra
from destrier.support.pictured import Pictured
from destrier.support.resources import LITTLE, refuse_beyond_memory

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import MoveBits, Squares


_CHECKED_AT_ONCE: Final = 1 << 20
"""Number of squares checked at a time, so that scratch arrays stay in the cache."""


_LARGEST: Final = 1 << 62
"""Maximum number of squares of a board, so that indices and their sums fit into 64 bits."""


_INNER: Final = {
    *("all_moves", "called", "copy_at", "corners", "find_fault", "folded", "frames", "from_edges", "graph_of"),
    *("has_planes", "label", "lay_out", "moves_between", "moves_from", "places", "sheet", "shortest_cycle", "strip"),
    *("text_header", "transform", "walk", "without_corner"),
}
"""What the package asks of boards, which a completion does not show."""


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

    def __dir__(self) -> list[str]:
        """List the names for users."""
        return sorted({*super().__dir__()} - _INNER)

    @property
    def shortest_cycle(self) -> int:
        """Minimum length of a cycle; 4 if all cycles have even length."""
        return 4

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of the moves arrays of its tourneys.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(5, 6).shape
        (5, 6)
        """

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of squares.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(5, 6).size
        30
        """

    @cached_property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The dtype of the moves arrays, with a bit for each move.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(3, 4, 5).dtype
        dtype('uint32')
        """
        return self.leaper.dtype

    @cached_property
    def move_count(self) -> int:
        """Maximum number of moves of a square; move `m + move_count // 2` is opposite to move `m`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8, leaper="king").move_count
        8
        """
        return len(self.leaper.steps)

    @property
    def squares(self) -> Squares:
        """The indices of the squares in ascending order: all below `prod(shape)` unless some are missing.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(2, 3).squares
        array([0, 1, 2, 3, 4, 5])
        """
        return np.arange(self.size)

    @abstractmethod
    def has(self, square: Any) -> bool:
        """Whether the board has this square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).has((0, 7)), dt.Board(8, 8).has((0, 8))
        (True, False)
        """

    @abstractmethod
    def square(self, index: int) -> tuple[Any, ...]:
        """The square with an index; `NoSuchPosition` if the board has no such index.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(5, 6).square(7)
        (1, 1)
        """

    def _checked(self, index: int) -> int:
        """Return an index, or raise `NoSuchPosition` if it is not one of the board's moves arrays."""
        if isinstance(index, int | np.integer) and 0 <= index < math.prod(self.shape):
            return index
        last = math.prod(self.shape) - 1
        raise NoSuchPosition(f"there is no square {shown(index)}: the indices of {self.describe()} are 0 to {last}")

    @abstractmethod
    def index(self, square: tuple[Any, ...]) -> int:
        """The index of a square; `DestrierError` if the board has no such square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(5, 6).index((1, 1))
        7
        """

    @abstractmethod
    def coordinates(self, indices: Squares) -> Squares:
        """The squares of these indices, `int64` with a last axis for the coordinates; see `VisitingOrder.order`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).coordinates([0, 7])
        array([[0, 0],
               [1, 1]])
        """

    @abstractmethod
    def indices_of(self, squares: Any) -> Squares:
        """The indices of an array of squares, the inverse of `coordinates`; `DestrierError` if one is off the board.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).indices_of([[0, 0], [1, 1]])
        array([0, 7])
        """

    def name(self, index: int) -> str:
        """The name of the square with an index.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).name(9)
        '1,1'
        """
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

    def _of_another_piece(self, here: Squares, there: Squares) -> str:
        """Return a hint for a message if all of these steps are moves of one other piece."""
        steps = np.sort(np.abs(self.coordinates(there) - self.coordinates(here)), axis=1)
        if steps.shape[1] != 2 or (steps != steps[0]).any():
            return ""
        short, long = steps[0].tolist()
        return f", but all steps are {Leaper(short, long, 2).describe()}'s"

    @cached_property
    def move_graph(self) -> MoveGraph:
        """The squares and moves as tables; O(squares), 5 bytes per move.

        Node `n` of the graph is the square `squares[n]`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(5, 6).move_graph.there.shape
        (30, 8)
        """
        if (needed := 5 * self.move_count * self.size) > LITTLE:
            refuse_beyond_memory(f"the move graph of {self.describe()}", needed)
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
        >>> import destrier as dt
        >>> graph = dt.Board(4, 4).to_networkx()
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
            fault = f"from {self.called(one)} to {self.name(other)} is not {self.leaper.describe()}'s move"
            raise InvalidTourney(f"{fault}{self._of_another_piece(here, there) if wrong.size > 1 else ''}")
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
        """The names of the symmetries that `transform` accepts, the identity first.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Cylinder(5, 6).symmetries
        ('identity', 'flip-columns', 'flip-rows', 'rotate-180')
        """

    @abstractmethod
    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, BaseBoard]:
        """Return the image of a moves array under a symmetry, and the board of the image."""

    @abstractmethod
    def describe(self) -> str:
        """The board in words, for messages.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Torus(8, 8).describe()
        'the 8 x 8 torus'
        """

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The board as plain values; `board_from_dict` restores it.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(4, 4, 4).to_dict()
        {'space': [4, 4, 4]}
        """

    def text_header(self) -> str:
        """The line above the numbers of a text that names the board, such as `# board: box 9 7 6`.

        It is empty for a knight's flat board, which is evident from the numbers.
        """
        if self.has_planes:
            return ""
        named = {name: value for name, value in self.to_dict().items() if name not in _EVIDENT}
        words = (f"{name} {' '.join(map(str, np.ravel(sides).tolist()))}" for name, sides in named.items())
        return f"# board: {' '.join(words)}\n"


_EVIDENT: Final = ("rows", "cols", "missing")
"""The properties of a board that are evident from its numbers."""


NAME: Final = re.compile(r"\s*(?:[A-Z](?=[a-z]))?(?P<file>[a-z]{1,4}|[A-Z]{1,4})(?P<rank>[0-9]{1,9})\s*", re.ASCII)
"""The chess name of a square; the letter of the piece may precede it."""


def column_of(file: str) -> int:
    """Return the column of the file with these letters: 0 for `a`, 26 for `aa`."""
    return reduce(lambda column, letter: 26 * column + ord(letter) - 96, file.lower(), 0) - 1


class Lattice(BaseBoard):
    """A board whose squares have integer coordinates.

    Subclasses set `sides` and, if squares are missing, `_present`.
    """

    _present: NDArray[np.bool_] | None = None

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The sides.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(3, 4, 5).shape
        (3, 4, 5)
        """
        return self.sides

    @property
    def present(self) -> NDArray[np.bool_]:
        """Read-only `bool` array: where the board has a square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board.from_mask([[1, 0], [1, 1]]).present
        array([[ True, False],
               [ True,  True]])
        """
        return np.broadcast_to(np.True_, self.shape) if self._present is None else self._present

    @cached_property
    def is_whole(self) -> bool:
        """Whether no square is missing.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).is_whole
        True
        """
        return self._present is None

    @cached_property
    def size(self) -> int:
        """Number of squares.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 6).size
        30
        """
        return math.prod(self.sides) if self._present is None else int(np.count_nonzero(self._present))

    @property
    def squares(self) -> Squares:
        """The indices of the squares, ascending.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board.from_mask([[1, 0], [1, 1]]).squares
        array([0, 2, 3])
        """
        return np.arange(self.size) if self._present is None else np.flatnonzero(self._present)

    @abstractmethod
    def by(self, leaper: Piece) -> Lattice:
        """The same squares with the moves of another piece.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).by("zebra")
        Board(8, 8, leaper=(2, 3))
        """

    def has(self, square: object) -> bool:
        """Whether these coordinates, or this name, belong to a square of the board.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).has((0, 7)), dt.Board(8, 8).has((0, 8))
        (True, False)
        """
        if isinstance(square, str):
            try:
                square = self.parse_square(square)
            except DestrierError:
                return False
        return self._find(square) is not None

    def index(self, square: Any) -> int:
        """The index of a square; `DestrierError` if the board has no such square.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).index((1, 1)), dt.Board(8, 8).index("b7")
        (9, 9)
        """
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

        Raises
        ------
        DestrierError
            If the text is not a square of the board.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).parse_square("e4")
        (4, 4)
        """
        if re.fullmatch(r"\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})+\s*", text, re.ASCII):
            return tuple(map(int, text.split(",")))
        if len(self.sides) != 2:
            places = ",".join("0" * len(self.sides))
            raise DestrierError(
                f"{text!r} is not a square: in space it has {len(self.sides)} coordinates, as {places}, and no name"
            )
        named = NAME.fullmatch(text)
        if named is None:
            raise DestrierError(f"{text!r} is not a square: row,col from 0,0 at the top left, or a name such as e4")
        square = self.sides[0] - int(named["rank"]), column_of(named["file"])
        if square[0] not in range(self.sides[0]) or square[1] not in range(self.sides[1]):
            raise DestrierError(f"{text.strip()} is not a square of the {self} board")
        return square

    def square(self, index: int) -> tuple[int, ...]:
        """The coordinates of the square with an index.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(3, 4, 5).square(1)
        (0, 0, 1)
        """
        places = []
        index = self._checked(index)
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
        """Whether every move changes the colour, the parity of the sum of a square's coordinates.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8).is_bipartite(), dt.Board(8, 8, leaper="king").is_bipartite()
        (True, False)
        """
        return all((short + long) % 2 for short, long in self.leaper.pairs)

    @property
    def shortest_cycle(self) -> int:
        """4 if every move changes the colour, else 3."""
        return 4 if self.is_bipartite() else 3

    def colours(self) -> tuple[int, int]:
        """Return the numbers of squares with an even sum of coordinates, such as the first one, and with an odd sum.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(5, 5).colours()
        (13, 12)
        """
        if self._present is None:
            return (self.size + 1) // 2, self.size // 2
        places = np.indices(self.sides, sparse=True)
        even = int(np.count_nonzero(self._present & (sum(places) % 2 == 0)))
        return even, self.size - even

    def legal_moves(self) -> MoveBits:
        """An array of the board's shape: bit `i` is set where move `i` leads from a square to another.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(3, 3).legal_moves()
        array([[192,  96,  48],
               [129,   0,  24],
               [  3,   6,  12]], dtype=uint8)
        """
        if self._present is None:
            bits = self.dtype.type(1) << np.arange(self.move_count, dtype=self.dtype)
            along = []
            for axis, side in enumerate(self.sides):
                there = np.arange(side)[:, None] + self.leaper.steps[:, axis]
                along.append(((there >= 0) & (there < side)).astype(self.dtype) @ bits)
            return reduce(np.bitwise_and.outer, along)
        legal = np.zeros(self.shape, self.dtype)
        present = self.present
        for move, step in enumerate(self.leaper.steps.tolist()):
            inside, reached = shift_slices(self.shape, tuple(step))
            legal[inside] |= (present[inside] & present[reached]).astype(self.dtype) << self.dtype.type(move)
        return legal

    def degrees(self) -> NDArray[np.uint8]:
        """`uint8` array: the number of moves from each square that stay on the board.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(4, 4).degrees()[0]
        array([2, 3, 3, 2], dtype=uint8)
        """
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
        code: Any = 0
        near: Any = True
        ones, others = np.unravel_index(here, self.sides), np.unravel_index(there, self.sides)
        for one, other, reach in zip(ones, others, reaches, strict=True):
            step = other - one
            near &= np.abs(step) <= reach
            code = code * (2 * reach + 1) + step + reach
        return np.where(near, move_by_step(self.leaper, reaches)[near * code], -1)

    def _both_ways(self, here: Squares, there: Squares) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        move = self.moves_between(here, there)
        return move, (move + self.move_count // 2) % self.move_count

    def describe(self) -> str:
        """The board in words, for messages: `8 x 8`, or `8 x 8 with 3 squares missing`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Board(8, 8, leaper="zebra").describe()
        '8 x 8 by a zebra'
        """
        missing = math.prod(self.sides) - self.size
        holes = f" with {missing} square{'s' if missing > 1 else ''} missing" if missing else ""
        return f"{self}{holes}{'' if self.has_planes else f' by {self.leaper.describe()}'}"


def squares_to_indices(squares: ArrayLike, sides: tuple[int, ...]) -> Squares:
    """Return the indices of squares given by coordinates on a grid with these sides; `DestrierError` if off it."""
    array = np.asarray(squares)
    if array.ndim == 0 or array.shape[-1] != len(sides) or array.dtype.kind not in "iu":
        raise DestrierError(f"a square of the {times(sides)} board is {len(sides)} integers, not {shown(squares)}")
    try:
        indices: Squares = np.ravel_multi_index(tuple(array[..., axis] for axis in range(len(sides))), sides)
    except ValueError:
        first = array[((array < 0) | (array >= sides)).any(axis=-1)][0]
        raise DestrierError(f"{','.join(map(str, first))} is not a square of the {times(sides)} board") from None
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


def exchange_moves(moves: MoveBits, leaper: Leaper, steps: Squares) -> MoveBits:
    """Return a moves array with each step of a leaper replaced; `steps` holds the new step vectors."""
    kind = leaper.dtype.type
    image = np.zeros(moves.shape, leaper.dtype)
    for move, vector in enumerate(steps.tolist()):
        image |= (moves >> kind(move) & kind(1)) << kind(leaper.step(vector))
    return image
