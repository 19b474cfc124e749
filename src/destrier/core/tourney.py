"""Tourneys and tours, stored as one word per square.

Bit `i` of `moves[square]` is set iff the tourney has the edge from this square along move `i` of its board. Invariants:
bit `i` is set at a square iff the bit of the reverse move is set at the target of move `i`; every square of the board
has two bits, and a missing square has none. An open tour has one bit at each of its two ends. Each undirected tourney
has exactly one such array, so equality and symmetry are array operations.

For the knight on a flat board, the array has shape (rows, cols) and one byte per square. Operations that depend on the
kind of board, such as walking a tour, are methods of the board (see `core.board`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, cast, overload

import numpy as np

from destrier.core.board import Board, has_planes
from destrier.core.grid import BaseBoard
from destrier.core.moves_arrays import board_of_moves, check_array, output
from destrier.core.visited import (
    as_indices,
    as_numbering,
    board_present,
    board_visited,
    check_visits,
    closes,
    from_zero,
    unnamed,
)
from destrier.core.visits import SquareSequence, next_in_cycle
from destrier.core.walked_order import WalkedOrder
from destrier.support.above import done_above
from destrier.support.errors import DestrierError, InvalidTourney, UnsupportedBoard, shown
from destrier.support.html import figure
from destrier.support.optional import extra
from destrier.support.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import networkx as nx
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.types import Cover, MoveBits, Place, Recipe, Step
    from destrier.core.visits import Lookup
    from destrier.core.winding import Winding
    from destrier.support.aliases import StrPath
    from destrier.support.atomic import OpenFile


_Function = TypeVar("_Function", bound="Callable[..., Any]")


class Tourney(WalkedOrder, Pictured):
    """A vertex-disjoint cycle cover of the moves of a board.

    Parameters
    ----------
    moves
        An array of the board's `shape` and `dtype`, such as `uint8` (rows, cols) for a flat board; see the module
        docstring. It is copied unless it is read-only.
    board
        The board; by default, a flat board of the squares with moves or, in three and four dimensions, a `Space`.

    Raises
    ------
    InvalidTourney
        If an invariant is broken; the message names the first bad square.

    See Also
    --------
    destrier.Tour, destrier.Tours, destrier.tourney

    Examples
    --------
    >>> import destrier as dt
    >>> dt.tourney(4, 4, algorithm="concentric-braid")
    <Tourney of 4 cycles on 4 x 4>
    >>> dt.Tourney(dt.tour(6, 6, seed=1).moves).cycle_count
    1
    """

    board: Any
    """A `Board`, a `Space`, a `Box` or a `Surface`; use `flat_board` where only flat boards are supported."""
    moves: MoveBits
    """The array, read-only."""

    def __init__(self, moves: ArrayLike, board: BaseBoard | None = None) -> None:
        try:
            array = np.asarray(moves)
        except ValueError:
            raise InvalidTourney("the rows of a moves array have different lengths") from None
        if board is None:
            board = board_of_moves(array)
        else:
            check_array(array.shape, array.dtype, board)
        fault = board.find_fault(array, open_ends=self._open_ends)
        if fault is not None:
            raise InvalidTourney(fault)
        self.board, self.moves = board, (np.array(array, order="C") if array.flags.writeable else array).view()
        self.moves.flags.writeable = False
        self._check_kind()

    @property
    def recipe(self) -> Recipe | None:
        """The steps and seeds by which `destrier.repeat` can reproduce it, if known.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).recipe[0]["seed"]
        1
        """
        if isinstance(self.steps, list):  # a file may hold anything
            self.steps[:] = [step() if callable(step) else step for step in self.steps]
        return cast("Recipe | None", self.steps)

    @recipe.setter
    def recipe(self, recipe: Recipe | None) -> None:
        self.steps = cast("list[Step] | None", recipe)

    steps: list[Step] | None = None
    """The steps of its recipe, each as such or as a function that computes it when the recipe is first needed."""
    _open_ends = False

    def _check_kind(self) -> None:
        pass

    @overload
    @classmethod
    def trusted(
        cls, moves: MoveBits, board: BaseBoard, cycle_count: Literal[1], *, lookup: Callable[[], Lookup] | None = None
    ) -> Tour: ...

    @overload
    @classmethod
    def trusted(
        cls,
        moves: MoveBits,
        board: BaseBoard,
        cycle_count: int | None = None,
        *,
        lookup: Callable[[], Lookup] | None = None,
    ) -> Tourney: ...

    @classmethod
    def trusted(
        cls,
        moves: MoveBits,
        board: BaseBoard,
        cycle_count: int | None = None,
        *,
        lookup: Callable[[], Lookup] | None = None,
    ) -> Tourney:
        """Wrap an array that the construction guarantees to be valid, without checking or copying it.

        The result is a `Tour` if `cycle_count` is 1. If the construction knows the visiting order without walking the
        tour, `lookup` provides it when it is first needed.
        """
        tourney = Tourney.__new__(Tour if cycle_count == 1 else cls)
        tourney.board, tourney.moves = board, moves.view()
        tourney.moves.setflags(write=False)
        tourney._make_lookup = lookup
        if cycle_count is not None:
            tourney.__dict__["cycle_count"] = cycle_count
        return tourney

    @classmethod
    def from_cycles(cls, cycles: Iterable[ArrayLike], board: BaseBoard) -> Tourney:
        """Return the tourney whose cycles visit these squares or square indices in order; a `Tour` for one cycle.

        Raises
        ------
        InvalidTourney
            If a square is off the board, repeated, or not a move away from the one before; the message names it.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Tourney.from_cycles([[0, 5, 6, 1, 8, 3, 2, 7]], dt.Board.from_mask([[1, 1, 1], [1, 0, 1], [1, 1, 1]]))
        <closed Tour of 3 x 3 with 1 square missing>
        """
        if not isinstance(cycles, Iterable):
            raise InvalidTourney(f"cycles are sequences of squares, not {shown(cycles)}")
        listed = [as_indices(cycle, board) for cycle in cycles]
        if len(listed) != 1 and cls is not Tourney:
            raise InvalidTourney(f"a tour is one cycle, not {len(listed)}")
        lengths = np.array([cycle.size for cycle in listed], np.int64)
        if (shortest := min(lengths.tolist(), default=0)) < board.shortest_cycle:
            raise InvalidTourney(f"a cycle has at least {board.shortest_cycle} squares, not {shortest}")
        visits = np.concatenate(listed)
        check_visits(visits, board)
        tourney = cls.trusted(board.from_edges(visits, next_in_cycle(visits, lengths)), board, len(listed))
        if len(listed) == 1:
            tourney._first, tourney._second = int(visits[0]), int(visits[1])
        return tourney

    @classmethod
    def from_networkx(cls, graph: nx.Graph[Any], board: BaseBoard | None = None) -> Tourney:
        """Return the tourney whose edges are those of a graph, the inverse of `to_networkx`; a `Tour` if it is one.

        Parameters
        ----------
        graph
            A graph of cycles, or of a single path. Its nodes are squares, their chess names, or their indices.
        board
            The board; by default, the knight's board with exactly these squares. Indices need one.

        Raises
        ------
        InvalidTourney
            If the graph is neither of these, or an edge is not a move; the message names the first fault.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> dt.Tourney.from_networkx(tour.to_networkx()) == tour
        True
        """
        networkx = extra("networkx", "graph", "a graph")
        edges = networkx.Graph(graph)  # undirected, and without parallel edges
        if board is None:
            squares = from_zero(unnamed(list(edges)))
            board = board_visited(squares)
            edges = networkx.relabel_nodes(
                edges, dict(zip(edges, map(tuple, np.asarray(squares).tolist()), strict=True))
            )
        degrees = dict(edges.degree)
        for node, degree in degrees.items():
            if degree not in (1, 2):
                raise InvalidTourney(f"{degree} edges meet at {shown(node)}; two do on a tour, or one at its ends")
        parts = list(networkx.connected_components(edges))
        starts = [min(part, key=degrees.__getitem__) for part in parts]  # a path starts at one of its ends
        walks = [list(networkx.dfs_preorder_nodes(edges, start)) for start in starts]
        if all(degrees[start] == 2 for start in starts):
            made = cls.from_cycles(walks, board)
        elif len(parts) == 1:
            made = Tour.from_order(walks[0], board, kind="open")
        else:
            raise InvalidTourney(f"an open tour is one path, and this graph has {len(parts)} parts")
        return Tourney.trusted(made.moves, board, made.cycle_count)  # a graph has neither a start nor a direction

    @cached_property
    def cycle_count(self) -> int:
        """Number of cycles; 1 for an open tour.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tourney(4, 4, algorithm="concentric-braid").cycle_count
        4
        """
        count: int = self.board.label(self.moves)[1]
        return count

    @property
    def kind(self) -> Literal["closed", "open", "tourney"]:
        """`closed` for one cycle, `open` for one path, else `tourney`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(5, 5, kind="open", seed=1).kind
        'open'
        """
        if self.cycle_count > 1:
            return "tourney"
        return "closed" if self.ends is None else "open"

    @cached_property
    def ends(self) -> tuple[Any, Any] | None:
        """Where an open tour starts and ends; `None` for cycles.

        It starts at its upper left end, unless it was given another start.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(5, 5, kind="open", start="a5", end="e1", seed=1).ends
        ((0, 0), (4, 4))
        """
        single = np.flatnonzero(np.bitwise_count(self.moves) == 1).tolist()
        if not single:
            return None
        first, last = single if single[1] != self._first else single[::-1]
        return self.board.square(first), self.board.square(last)

    @property
    def windings(self) -> list[Winding]:
        """The winding of each cycle around the surface; see `core.winding`.

        Raises
        ------
        UnsupportedBoard
            If the board is not a surface, or the tour is open.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(dt.Torus(8, 8), winding=(2, 1), seed=1).windings
        [Winding(right=2, down=1)]
        """
        from destrier.core.winding import windings

        if self.ends is not None:
            raise UnsupportedBoard("only closed tours have a winding: an open path can always be contracted")
        return windings(self.board, *self._order)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The moves array: `np.asarray(tour)` is `tour.moves`."""
        return np.array(self.moves, dtype=dtype, copy=copy)

    def transformed(self, symmetry: str) -> Self:
        """Return the image under a symmetry of the board, one of `board.symmetries`.

        Raises
        ------
        DestrierError
            If the board has no such symmetry.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).transformed("rotate-90")
        <closed Tour of 6 x 6>
        """
        moves, board = self.board.transform(self.moves, symmetry)
        return cast("Self", type(self).trusted(moves, board, self.known_cycle_count))

    def symmetries(self) -> tuple[str, ...]:
        """The symmetries that map the tourney onto itself, the identity first.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, symmetry="central", seed=1).symmetries()
        ('identity', 'rotate-180')
        """
        return tuple(name for name in self.board.symmetries if self._is_image(self.board.transform(self.moves, name)))

    def _is_image(self, image: tuple[MoveBits, BaseBoard]) -> bool:
        return image[1] == self.board and np.array_equal(image[0], self.moves)

    def canonical(self) -> Self:
        """Return the canonical image under all symmetries: the one with the smallest (sides, bytes).

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> tour.canonical() == tour.transformed("transpose").canonical()
        True
        """
        images = (self.transformed(name) for name in self.board.symmetries)
        return min(images, key=lambda image: (image.board.sides, image.moves.tobytes()))

    def to_networkx(self) -> nx.Graph[Any]:
        """Return the tourney as an undirected graph, as `BaseBoard.to_networkx` does, but with its own edges only.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).to_networkx().number_of_edges()
        36
        """
        here = self.indices()
        there = next_in_cycle(here, self.cycle_lengths())
        if self.ends is not None:
            here, there = here[:-1], there[:-1]
        graph: nx.Graph[Any] = self.board.graph_of(here, there)
        return graph

    def describe(self, *, chess: bool = False) -> str:
        """Describe it, as in `closed tour of 8 x 8`; the ends of an open tour may be given by their chess names.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(5, 5, kind="open", start="a5", end="e1", seed=1).describe(chess=True)
        'open tour of 5 x 5 from a5 to e1'
        """
        board = self.board.describe()
        if self.ends is not None:
            name = flat_board(self, "squares have names as in chess").chess_name if chess else None
            ends = (int(self.indices()[place]) for place in (0, -1))
            start, end = (name(self.board.square(end)) if name else self.board.name(end) for end in ends)
            return f"open tour of {board} from {start} to {end}"
        if self.cycle_count == 1:
            return f"closed tour of {board}"
        return f"tourney of {self.cycle_count} cycles on {board}"

    # What the functions of the same names do: `tour.turns()` is `dt.turns(tour)`.

    def turns(self) -> int:
        """Return the number of turns; see `turns`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).turns()
        36
        """
        number: int = done_above("turns", self)
        return number

    def crossings(self) -> int:
        """Return the number of crossings; see `crossings`.

        Raises
        ------
        UnsupportedBoard
            If the board is not flat.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).crossings()
        56
        """
        number: int = done_above("crossings", self)
        return number

    def measure(self) -> Any:
        """Return the measures; see `measure`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).measure()["rails"]
        6
        """
        return done_above("measure", self)

    def join(self, **options: Any) -> Tour:
        """Return a tour into which the cycles are joined; see `join`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tourney(8, 8, algorithm="four-cover").join(seed=1)
        <closed Tour of 8 x 8>
        """
        tour: Tour = done_above("join", self, **options)
        return tour

    def shatter(self, **options: Any) -> Tourney:
        """Return a tourney of many cycles that is broken out of it; see `shatter`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(8, 8, seed=1).shatter(seed=1)
        <Tourney of 4 cycles on 8 x 8>
        """
        tourney: Tourney = done_above("shatter", self, **options)
        return tourney

    def obfuscate(self, **options: Any) -> Self:
        """Return a tourney of the same kind that does not tell how it was made; see `obfuscate`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(8, 8, minimize="turns").obfuscate(seed=1)
        <closed Tour of 8 x 8>
        """
        tourney: Self = done_above("obfuscate", self, **options)
        return tourney

    def draw(self, path: StrPath | OpenFile, manner: str | None = None, **options: Any) -> None:
        """Draw it to a file; see `draw`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).draw("tour.svg", numbers=True)
        """
        done_above("draw", self, path, manner, **options)

    def save(self, path: StrPath | OpenFile, **options: Any) -> None:
        """Write it to a file; see `save`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).save("tour.json")
        """
        done_above("save", self, path, **options)

    def show(self, path: StrPath | None = None) -> Any:
        """Return an interactive page, or write it to a file; see `show`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).show("tour.html").html[:15]
        '<!doctype html>'
        """
        return done_above("show", self, path)

    def __dir__(self) -> list[str]:
        """List the names for users, without those with which the package makes and remembers tours."""
        return sorted({*super().__dir__()} - {"given_start", "known_cycle_count", "steps", "trusted"})

    def _repr_html_(self) -> str:
        svg = self._repr_svg_()
        what = f"Tourney of {self.cycle_count:,} cycles" if self.kind == "tourney" else f"{self.kind.capitalize()} tour"
        caption = f"{what} of {self.board.describe()}"
        return figure(svg, caption) if svg else f"<p>{caption}: destrier.show draws it</p>"

    def same_moves(self, other: Tourney) -> bool:
        """Whether two tourneys have the same edges, regardless of start and direction.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> tour.same_moves(tour.starting_at((2, 2)))
        True
        """
        return self.board == other.board and np.array_equal(self.moves, other.moves)

    def __eq__(self, other: object) -> bool:
        if not (isinstance(other, Tourney) and self.same_moves(other)):
            return False
        if self._first == other._first and self._second == other._second:
            return True
        return bool(np.array_equal(self.indices()[:2], other.indices()[:2]))

    def __hash__(self) -> int:
        return hash((self.moves.shape, self.moves.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.known_cycle_count, self._first, self.recipe, self._second
        return _restored, (type(self), np.asarray(self.moves), self.board, *state)

    def __repr__(self) -> str:
        if self.kind == "tourney":
            return f"<Tourney of {self.cycle_count} cycles on {self.board.describe()}>"
        return f"<{self.kind} Tour of {self.board.describe()}>"


class Tour(Tourney, SquareSequence):
    """A tourney of one cycle (closed), or one path (open: a single bit at each of its two ends).

    A tour is a sequence of its squares in visiting order. Each square is a tuple, `(row, col)` on a flat board. Two
    tours are equal if they visit the squares of a board in the same order; `same_moves` compares only their edges,
    regardless of start and direction. Unless it was given another start, a closed tour starts at its smallest square
    and leaves it by the lowest-numbered move, and an open tour starts at its smaller end.

    Raises
    ------
    InvalidTourney
        Also if there is more than one cycle.

    See Also
    --------
    destrier.Tourney, destrier.Tours, destrier.tour

    Examples
    --------
    >>> tour = Tour.from_numbering([[1, 4, 7], [6, -1, 2], [3, 8, 5]])
    >>> len(tour), tour[0], tour[-1], tour[2:4]
    (8, (0, 0), (2, 1), [(2, 0), (0, 1)])
    >>> tour.index((2, 0)), (1, 1) in tour
    (2, False)
    """

    _open_ends = True

    @cached_property
    def winding(self) -> Winding:
        """How many times a closed tour winds around its surface, to the right and downwards.

        Raises
        ------
        UnsupportedBoard
            If the board is not a surface, or the tour is open.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(dt.Torus(8, 8), winding=(2, 1), seed=1).winding
        Winding(right=2, down=1)
        """
        return self.windings[0]

    def __len__(self) -> int:
        size: int = self.board.size
        return size

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.squares())

    def __contains__(self, square: object) -> bool:
        return bool(self.board.has(square))

    def starting_at(self, square: Place, towards: Place | None = None) -> Tour:
        """Return the same tour with its order starting at this square.

        Parameters
        ----------
        square
            Any square of a closed tour, or an end of an open tour.
        towards
            The second square of the order; by default, a closed tour keeps its direction.

        Raises
        ------
        DestrierError
            If an open tour has no such end, or the tour does not go on to the second square.

        Examples
        --------
        >>> tour = Tour.from_numbering([[1, 4, 7], [6, -1, 2], [3, 8, 5]])
        >>> tour.starting_at((1, 2))[:3], tour.starting_at((1, 2), towards=(0, 0))[:3]
        ([(1, 2), (2, 0), (0, 1)], [(1, 2), (0, 0), (2, 1)])
        """
        first, second = self.board.index(square), None if towards is None else self.board.index(towards)
        place = int(self.position_of(first))
        is_closed = self.ends is None
        beside = [int(self.index_at((place + step) % len(self))) for step in (1, -1)]
        if not is_closed:
            if place not in (0, len(self) - 1):
                raise DestrierError(f"{self.board.name(first)} is not an end of {self!r}")
            beside = beside[:1] if place == 0 else beside[1:]
        if second not in (None, *beside):
            raise DestrierError(
                f"no {self.kind} tour goes on from {self.board.name(first)} to {self.board.name(second)}"
            )
        tour = self.trusted(self.moves, self.board, 1)
        tour._first, tour._second = first, (beside[0] if second is None else second) if is_closed else None
        tour.recipe = self.recipe
        return tour

    def _check_kind(self) -> None:
        if self.cycle_count != 1:
            raise InvalidTourney(f"a tour is one cycle or one path, not {self.cycle_count}")

    @classmethod
    def from_order(
        cls, order: ArrayLike, board: BaseBoard, *, kind: Literal["closed", "open"] | None = "closed"
    ) -> Tour:
        """Return the tour that visits these squares or square indices in order, and returns to the first if `closed`.

        Indices count the squares from the upper left, row by row; `from_chess_squares` takes those of python-chess,
        which count from a1. If the kind is `None`, it is closed if a move leads from the last square to the first.

        Raises
        ------
        InvalidTourney
            If a square is off the board, repeated, or not a move away from the one before; the message names it.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Tour.from_order([0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11], dt.Board(3, 4), kind="open")
        <open Tour of 3 x 4>
        """
        if kind not in ("closed", "open", None):
            raise DestrierError(f"an order is closed or open, not {shown(kind)}")
        visits = as_indices(order, board)
        check_visits(visits, board)
        if kind is None:
            kind = "closed" if closes(visits, board) else "open"
        if visits.size < (least := board.shortest_cycle if kind == "closed" else 2):
            raise InvalidTourney(f"a tour that is {kind} has at least {least} squares, not {visits.size}")
        onward = np.concatenate([visits[1:], visits[:1]])
        here, there = (visits, onward) if kind == "closed" else (visits[:-1], onward[:-1])
        tour = cls.trusted(board.from_edges(here, there), board, 1)
        tour._first, tour._second = int(visits[0]), int(visits[1]) if kind == "closed" else None
        return tour

    @classmethod
    def from_squares(
        cls, squares: Iterable[Any], board: BaseBoard | None = None, *, kind: Literal["closed", "open"] | None = None
    ) -> Tour:
        """Return the tour that visits these squares in order.

        Parameters
        ----------
        squares
            The squares, `(row, col)` on a flat board, or their chess names, with or without the letter of the piece.
            The first may be repeated at the end of a closed tour.
        board
            The board; by default, the board with exactly these squares, flat or in space, for a knight.
        kind
            `closed` or `open`; by default, closed if a move leads from the last square to the first.

        Warns
        -----
        UserWarning
            If no board is given and no coordinate is 0, so that rows and columns must count from 1.

        Raises
        ------
        InvalidTourney
            If a square is off the board, repeated, or not a move away from the one before; the message names it.

        Examples
        --------
        >>> Tour.from_squares([(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)])
        <closed Tour of 3 x 3 with 1 square missing>
        """
        if not isinstance(squares, Iterable):
            raise InvalidTourney(f"squares are pairs in turn, such as (0, 2), not {shown(squares)}")
        listed = squares if isinstance(squares, np.ndarray) else list(squares)  # a tour would be its moves array
        if len(listed) > 2 and np.array_equal(listed[0], listed[-1]):
            listed, kind = listed[:-1], kind or "closed"
        if board is None:
            listed = from_zero(unnamed(listed))
            board = board_visited(listed)
        return cls.from_order(listed, board, kind=kind)

    @classmethod
    def from_chess_squares(cls, squares: Iterable[int], *, kind: Literal["closed", "open"] | None = None) -> Tour:
        """Return the tour of 8 x 8 that visits these squares of python-chess in order; the inverse of `chess_squares`.

        Parameters
        ----------
        squares
            Integers from 0, which is a1, along the ranks to 63, which is h8. The first may be repeated at the end of a
            closed tour.
        kind
            See `from_squares`.

        Raises
        ------
        InvalidTourney
            If there is no such square, or one is repeated, missing, or not a move away from the one before.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(8, 8, start="a1", seed=1)
        >>> tour.chess_squares()[0], Tour.from_chess_squares(tour.chess_squares()) == tour
        (0, True)
        """
        if not isinstance(squares, Iterable):
            raise InvalidTourney(f"squares of python-chess are integers in turn, such as 0, 17, not {shown(squares)}")
        listed = list(squares)
        wrong = next((square for square in listed if square not in range(64)), None)
        if wrong is not None:
            raise InvalidTourney(f"{shown(wrong)} is not a square of python-chess, whose squares are 0 (a1) to 63 (h8)")
        return cls.from_squares([(7 - square // 8, square % 8) for square in listed], Board(8, 8), kind=kind)

    def chess_squares(self) -> list[int]:
        """Return the squares in visiting order as python-chess counts them: 0 is a1, 7 is h1, and 63 is h8.

        Raises
        ------
        UnsupportedBoard
            If the board is not one of 8 x 8.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(8, 8, start="a1", seed=1).chess_squares()[:3]
        [0, 10, 16]
        """
        board = flat_board(self, "python-chess has squares")
        if board.shape != (8, 8):
            raise UnsupportedBoard(f"python-chess has the squares of 8 x 8 only, not those of {board.describe()}")
        return [8 * (7 - row) + col for row, col in self.squares()]

    @classmethod
    def from_numbering(
        cls, numbers: ArrayLike, board: BaseBoard | None = None, *, kind: Literal["closed", "open"] | None = None
    ) -> Tour:
        """Return the tour that visits squares in the order of their numbers; the inverse of `numbering`.

        Parameters
        ----------
        numbers
            An array of the board's shape, or a data frame, of whole numbers. They begin at 0 or 1; negative ones, NaN
            and masked ones mark missing squares.
        board
            The board; by default, the board of the numbered squares, flat or in space, for a knight.
        kind
            See `from_squares`.

        Raises
        ------
        InvalidTourney
            If a number is repeated or missing, or a step is not a move; the message names the first one.

        Examples
        --------
        >>> Tour.from_numbering([[1, 4, 7], [6, -1, 2], [3, 8, 5]]).order()[:3].tolist()
        [[0, 0], [1, 2], [2, 0]]
        """
        table = as_numbering(numbers)
        present = table >= 0
        lowest = min(int(table[present].min(initial=1)), 1)
        order = np.argsort(table[present], kind="stable")
        ranked = table[present][order]
        wrong = np.flatnonzero(ranked != np.arange(lowest, lowest + ranked.size))
        if wrong.size:
            number, wanted = int(ranked[wrong[0]]), int(wrong[0]) + lowest
            raise InvalidTourney(
                f"the number {number} occurs twice" if number < wanted else f"the number {wanted} is missing"
            )
        if board is None:
            board = board_present(present)
        elif table.shape != board.shape:
            raise InvalidTourney(f"the numbering has shape {table.shape}, the board {board} has {board.shape}")
        return cls.from_order(np.flatnonzero(present)[order], board, kind=kind)


AnyTourney = TypeVar("AnyTourney", bound=Tourney)
"""The type of a changed tourney: `Tour` if a `Tour` is given, else `Tourney`."""


def as_tourney(moves: MoveBits, board: BaseBoard) -> Tourney:
    """Return a checked `Tour` if the array is that of a tour, else a checked `Tourney`."""
    if np.count_nonzero(np.bitwise_count(moves) == 1):
        return Tour(moves, board)
    tourney = Tourney(moves, board)
    return Tourney.trusted(tourney.moves, board, tourney.cycle_count)


def takes_tourney(function: _Function) -> _Function:
    """Make a public function reject arguments that are not tourneys, such as moves arrays, with a one-line message."""

    @wraps(function)
    def checked(*arguments: Any, **options: Any) -> Any:
        if arguments:
            refuse_other_than_tourneys(function.__name__, arguments[0])
        return function(*arguments, **options)

    return cast("_Function", checked)


def refuse_other_than_tourneys(name: str, given: object, others: str = "") -> None:
    """Raise `DestrierError` if an argument of the function with this name, which also takes others, is no tourney."""
    if not isinstance(given, Tourney):
        takes = f"a Tour, a Tourney{others}" if others else "a Tour or a Tourney"
        raise DestrierError(f"{name} takes {takes}, not {type(given).__name__}; Tourney(moves) makes one of an array")


def flat_board(tourney: Tourney, what: str) -> Board:
    """Return the flat board of a tourney, or raise `UnsupportedBoard` saying that `what` needs one."""
    if isinstance(tourney.board, Board):
        return tourney.board
    raise UnsupportedBoard(f"{what} only on flat boards, not on {tourney.board.describe()}")


def knights_board(tourney: Tourney, what: str) -> Board:
    """Return the knight's flat board of a tourney, or raise `UnsupportedBoard` saying that `what` needs one."""
    if has_planes(tourney.board):
        return tourney.board
    raise UnsupportedBoard(f"{what} only for a knight on a flat board, not for {tourney.board.describe()}")


def tourney_of(cover: Cover, board: BaseBoard, cycle_count: int | None = None) -> Tourney:
    """Return a cover of a board's move graph as a tourney."""
    moves = np.zeros(math.prod(board.shape), board.dtype)
    moves[board.squares] = cover
    return Tourney.trusted(moves.reshape(board.shape), board, cycle_count)


def placed(out: MoveBits | None, tourney: Tourney) -> Tourney:
    """Return the tourney, with its moves array in `out` if that is given."""
    if out is None or np.may_share_memory(tourney.moves, out):
        return tourney
    moves = output(tourney.board, out)
    moves[:] = tourney.moves
    result = Tourney.trusted(moves, tourney.board, tourney.cycle_count)
    result._first, result._second = tourney._first, tourney._second
    return result


def _restored(
    kind: type[Tourney],
    moves: MoveBits,
    board: BaseBoard,
    cycle_count: int | None,
    first: int | None,
    recipe: Recipe | None,
    second: int | None = None,
) -> Tourney:
    """Restore a pickled tourney."""
    tourney = kind.trusted(moves, board, cycle_count)
    tourney._first, tourney.recipe, tourney._second = first, recipe, second
    return tourney
