"""Count the tours of a board: closed or open, between given ends, up to symmetry. `tourneys` counts its tourneys.

Small boards are counted without a compiler, by a sweep of their vertices (see `array_sweep`).

A large board is split in the middle of its long side. Each half is swept from its outer side to the middle by steps
that decide on a few edges (see `plans`), and sets of edges that are equivalent for the rest of the board are counted
together (see `frontiers`). In the middle the halves are joined (see `matchings`). `docs/counting.md` shows a sweep.

**Large numbers.** Counts are modulo 2^64. If the sums, which are bounded along the way, may be larger, the join is
repeated modulo further numbers below 2^32, and the Chinese remainder theorem gives the result.

**Classes.** By Burnside's lemma, the number of tours up to symmetry is the average number of tours fixed by a symmetry
of the board. `symmetric` determines which symmetries fix any tours. Those tours are closed tours of the quotient: the
left half of the board, with edges that lead from its last columns back to them. These edges form the right half of the
graph, whose states are all found at once. If a tour of the quotient lifts to one or two cycles depending on whether it
passes through the middle an odd or an even number of times, only pairs of states with an odd number are joined.

Sources: the transfer-matrix method for Hamiltonian cycles; B. D. McKay, "Knight's tours of an 8 x 8 chessboard",
Technical Report TR-CS-97-03, Australian National University (1997), for the number of 8 x 8; D. E. Knuth, "The Art of
Computer Programming", volume 4A, exercise 7.1.4-225, for mates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeGuard, get_args

from destrier.core.board import Board, has_planes
from destrier.core.choices import CountedKind, SymmetryKind
from destrier.core.conditions import Conditions, Edges, Move, conditions_of, image
from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of, rectangle_of
from destrier.core.types import Place, Square
from destrier.counting.needs import ASYMMETRIC, refuse_beyond_needs, refuse_wide_frontier
from destrier.counting.plans import Halves, board_halves, graph_halves, quotient_halves
from destrier.counting.small_boards import small_total
from destrier.counting.swept_graphs import APEX, Frame, Graph, SweptGraph
from destrier.proofs.ends import ends_of
from destrier.proofs.rectangles import rectangle_theorem
from destrier.proofs.symmetry import SYMMETRY_KINDS, symmetry_theorem
from destrier.support.aliases import Progress, StrPath
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.support.html import Record

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from destrier.core.leaper import Piece

Group: TypeAlias = tuple[Callable[[Square], Square], ...]
"""A group of symmetries, each as a map of squares."""

_MOST_ROWS: Final = {"closed": 12, "open": 11}
"""The largest short side: two columns, and the apex of open tours, must fit in a frontier."""


@dataclass(frozen=True)
class TourCount(Record):
    """The numbers of tours or tourneys of a board.

    See Also
    --------
    destrier.count

    Examples
    --------
    >>> import destrier as dt
    >>> counted = dt.count(5, 6)
    >>> counted.undirected, counted.directed
    (8, 16)
    """

    rows: int | None
    cols: int | None
    """The sides of a flat board."""
    kind: CountedKind
    directed: int | None
    """The number of tours with a direction; with given ends, those that lead from `start` to `end`. Tourneys have no
    direction."""
    undirected: int
    classes: int | None = None
    """The number of undirected tours up to the symmetries of the board, if asked for."""
    symmetric: dict[SymmetryKind, int] | None = None
    """With `classes`, the number of undirected tours that a half-turn (`central`), the reflection in a median line
    (`axial`) or a quarter turn (`quarter`) maps onto themselves."""
    symmetry: SymmetryKind | None = None
    """The symmetry of the counted tours, if the count was limited to symmetric ones."""
    board: str | None = None
    """The board in words, if it is not a rectangle."""


def count(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: CountedKind = "closed",
    start: Place | None = None,
    end: Place | None = None,
    classes: bool = False,
    symmetry: SymmetryKind | None = None,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    max_memory: int | None = None,
    store: StrPath | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> TourCount:
    """Count the tours of a board, or the tourneys of a rectangle, exactly.

    Parameters
    ----------
    *board
        The board, or the sides of a rectangle in any order. Memory is the limit: rectangles with a short side of 8,
        other boards with a frontier of some 16 to 20 squares.
    leaper
        The piece, if not the board's own; see `tour`.
    kind
        `closed`, `open` or `tourney`.
    start, end
        The ends of open tours; by default all.
    classes
        Whether to count the closed or open tours of a rectangle up to symmetry as well.
    symmetry
        Count only the closed or open tours of a rectangle that this symmetry maps onto themselves: `central` (a
        half-turn), `axial` (a reflection in a median line) or `quarter` (a quarter turn). Larger boards are within
        reach: 10 x 10 with quarter turns takes a second.
    require, forbid
        The required and the forbidden moves, as pairs of squares.
    max_memory
        The most bytes to use; by default what this process may have.
    store
        A directory that keeps the work: tables are on disk rather than in memory, and an interrupted count can be
        resumed. By default everything is in memory.
    workers, executor
        The number of processes that work on the store, or an executor to use instead, such as a cluster; see `jobs`.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    TourCount
        The numbers of tours. 1 x 1 has one open tour, its square, which is no `Tour`, as it has no moves. Each
        additional row multiplies the time by 10 to 20; it grows linearly with the columns once there are twice as many
        as rows. 8 x 8 takes half a minute and 1.4 GB on two cores. Tourneys of 10 x 10 take a minute and 3 GB, and nine
        times as much for each additional row. `docs/counting.md` has a table.

    Raises
    ------
    UnsupportedBoard
        If the frontier has too many squares.
    MemoryError
        If the count is expected to need more memory than there is, or exceeds it while running.

    See Also
    --------
    destrier.all_tours, destrier.count_solutions, destrier.counting.estimate, destrier.counting.series

    Examples
    --------
    >>> dt.count(6, 6).undirected
    9862
    >>> dt.count(6, 6, kind="tourney").undirected
    36236
    """
    named = board_of(*board, leaper=leaper)
    ends, conditions = check_options(
        named, kind, start, end, classes=classes, symmetry=symmetry, require=require, forbid=forbid, store=store
    )
    if store is None and (workers is not None or executor is not None):
        raise DestrierError("workers and executor are for the shards of a store: give store, too")

    def in_store(graph: SweptGraph) -> int:
        from destrier.counting.stored import count_in_store

        what = f"{kind} tours of {named.describe()}"
        return count_in_store(graph, what, store or "", workers=workers, executor=executor, progress=progress)

    def at_once() -> int | None:
        """Return the number of tours of a small board, unless asked to keep the work or to limit the memory."""
        if kind == "tourney" or store is not None or max_memory is not None:
            return None
        return small_total(named, kind, ends, conditions)

    if kind == "tourney":
        return _count_tourneys(rectangle_of("tourneys are counted", named), max_memory, progress)
    if symmetry is not None:
        return _count_with_symmetry(rectangle_of("tours with a symmetry are counted", named), kind, symmetry)
    if classes:
        rectangle_of("classes of tours are counted", named)
    if not is_rectangle(named):
        if (small := at_once()) is not None:
            undirected = small
        elif (graph := board_graph(named, kind, ends, conditions)).has_no_cycle:
            undirected = 0
        elif store is not None:
            undirected = in_store(graph)
        else:
            undirected = _total_of_graph(graph, named, kind, max_memory, progress)
        rows, cols = named.shape if isinstance(named, Board) else (None, None)
        return TourCount(rows, cols, kind, _directed(undirected, ends), undirected, board=named.describe())
    rows, cols = named.shape
    if is_single_square(named, kind):
        return TourCount(1, 1, kind, directed=1, undirected=1, classes=1 if classes else None)
    if why_none(named, kind):
        undirected, symmetric = 0, dict.fromkeys(SYMMETRY_KINDS, 0) if classes else None
    else:
        check_supported(rows, cols, kind)
        if store is not None:
            undirected = in_store(board_frame(rows, cols, kind, ends, conditions))
        elif (small := at_once()) is not None:
            undirected = small
        else:
            refuse_beyond_needs(named, kind, max_memory, storable=True, times=more_states(ends, conditions))
            undirected = total(board_halves(board_frame(rows, cols, kind, ends, conditions)), max_memory, progress)
        symmetric = {each: _with_symmetry(rows, cols, kind, each) for each in SYMMETRY_KINDS} if classes else None
    return TourCount(
        rows,
        cols,
        kind,
        directed=_directed(undirected, ends),
        undirected=undirected,
        classes=None if symmetric is None else _count_classes(rows == cols, undirected, symmetric),
        symmetric=symmetric,
    )


def check_options(
    board: BaseBoard,
    kind: CountedKind,
    start: Place | None,
    end: Place | None,
    *,
    classes: bool,
    symmetry: SymmetryKind | None,
    require: Iterable[Move],
    forbid: Iterable[Move],
    store: StrPath | None,
) -> tuple[list[Square], Conditions]:
    """Return the given ends and the conditions of a count.

    Raises
    ------
    DestrierError
        If an option is invalid, or two contradict each other.
    """
    if kind not in get_args(CountedKind):
        raise DestrierError(f"the kinds that are counted are closed, open or tourney, not {shown(kind)}")
    ends = ends_of(board, kind, start, end)
    if (kind == "tourney" or ends) and (classes or symmetry):
        other = "tourneys" if kind == "tourney" else "those with given ends"
        raise DestrierError(f"classes and symmetries are counted of closed and open tours, not of {other}")
    if len(ends) > len(set(ends)):
        raise DestrierError("the two ends of an open tour are different squares")
    conditions = conditions_of(board, require, forbid)
    if classes and symmetry:
        raise DestrierError("classes and symmetry cannot be combined")
    if conditions and (classes or symmetry or kind == "tourney"):
        raise DestrierError("require and forbid are for all closed or open tours: omit classes and symmetry")
    if store is not None and (kind == "tourney" or symmetry or classes):
        raise DestrierError("a store keeps the counts of closed and open tours, not of classes or symmetries")
    return ends, conditions


def more_states(ends: list[Square], conditions: Conditions) -> int:
    """Return the factor by which given ends and conditions increase the number of states; two ends decrease it."""
    return ASYMMETRIC if conditions or len(ends) == 1 else 1


def _directed(undirected: int, ends: list[Square]) -> int:
    """Return the number of tours with a direction; given ends determine it."""
    return undirected if ends else 2 * undirected


def _count_tourneys(board: Board, max_memory: int | None, progress: Progress | None) -> TourCount:
    from destrier.counting.tourneys import count_tourneys

    refuse_beyond_needs(board, "tourney", max_memory)
    number = count_tourneys(board.rows, board.cols, progress)
    return TourCount(board.rows, board.cols, "tourney", directed=None, undirected=number)


def _count_with_symmetry(board: Board, kind: Literal["closed", "open"], symmetry: SymmetryKind) -> TourCount:
    if symmetry not in SYMMETRY_KINDS:
        raise DestrierError(f"a symmetry is one of {', '.join(SYMMETRY_KINDS)}, not {shown(symmetry)}")
    number = 0 if why_none(board, kind) else _with_symmetry(board.rows, board.cols, kind, symmetry)
    return TourCount(board.rows, board.cols, kind, 2 * number, number, symmetry=symmetry)


def why_none(board: Board, kind: Literal["closed", "open"]) -> str | None:
    """Check the kind, and return the reason if no such tour exists."""
    if kind not in _MOST_ROWS:
        raise DestrierError(f"tours are counted if they are closed or open, not {shown(kind)}")
    return rectangle_theorem(board.rows, board.cols, kind)


def check_supported(rows: int, cols: int, kind: Literal["closed", "open"]) -> None:
    """Raise `UnsupportedBoard` if a frontier of the board does not fit in a word."""
    most = _MOST_ROWS[kind]
    if min(rows, cols) > most:
        raise UnsupportedBoard(f"{kind} tours are counted where one side is at most {most}, not {rows} x {cols}")


def refuse_to_count(board: Board, kind: Literal["closed", "open"], max_memory: int | None, *, times: int = 1) -> None:
    """Raise if there are no such tours, or they cannot be counted, by `times` as many states as all tours have."""
    if theorem := why_none(board, kind):
        raise NoSuchTour(theorem)
    check_supported(board.rows, board.cols, kind)
    refuse_beyond_needs(board, kind, max_memory, times=times)


def board_frame(
    rows: int,
    cols: int,
    kind: Literal["closed", "open"],
    ends: Iterable[Square] = (),
    conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
) -> Frame:
    """Return the frame of a board, whose short side becomes the rows."""
    short, long = sorted((rows, cols))
    required, forbidden = astuple(conditions.transposed() if rows > cols else conditions)
    if kind == "closed":
        return Frame(rows=short, cols=long, required=required, forbidden=forbidden)
    given = frozenset((col, row) if rows > cols else (row, col) for row, col in ends)
    if len(given) == 2:
        return Frame(rows=short, cols=long, ends=given, required=required, forbidden=forbidden)
    everywhere = frozenset((row, col) for row in range(short) for col in range(long))
    required |= {frozenset((APEX, square)) for square in given}
    return Frame(rows=short, cols=long, ends=everywhere, required=required, forbidden=forbidden)


def board_graph(
    board: BaseBoard,
    kind: Literal["closed", "open"],
    ends: Iterable[Square] = (),
    conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
) -> Graph:
    """Return the graph of a board whose Hamiltonian cycles are its tours: its squares, by their coordinates, and moves.

    Open tours close through an additional vertex, the apex, adjacent to their possible ends. The moves that all tours
    have, and those that none has, are known as far as they follow from the numbers of moves of the squares.
    """
    vertices: list[Any] = [tuple(place) for place in board.coordinates(board.squares).tolist()]
    number = {int(index): vertex for index, vertex in zip(board.squares, vertices, strict=True)}
    links = [(number[int(here)], number[int(there)]) for here, there in zip(*board.all_moves(), strict=True)]
    at = {board.square(int(index)): vertex for index, vertex in number.items()}
    required, forbidden = (image(edges, at.__getitem__) for edges in astuple(conditions))
    if kind == "open":
        apex: Any = (-1,) * len(vertices[0])
        given = [at[square] for square in ends]
        links += [(apex, vertex) for vertex in (given if len(given) == 2 else vertices)]
        vertices.append(apex)
        required |= {frozenset((apex, vertex)) for vertex in given}
    return Graph(required, forbidden, vertices=tuple(vertices), all_edges=tuple(links)).completed()


def is_rectangle(board: BaseBoard) -> TypeGuard[Board]:
    """Whether a board is a knight's rectangle, which has plans of its own."""
    return has_planes(board) and board.is_whole


def is_single_square(board: BaseBoard, kind: CountedKind) -> bool:
    """Whether the open tours are those of 1 x 1, whose square is one without moves."""
    return is_rectangle(board) and board.size == 1 and kind == "open"


# Totals


def total(halves: Halves, max_memory: int | None = None, progress: Progress | None = None) -> int:
    """Return the exact number of Hamiltonian cycles of a graph in halves."""
    from destrier.counting.sweeps import run

    return run(halves, max_memory=max_memory, progress=progress).total()


def _total_of_graph(
    graph: Graph, board: BaseBoard, kind: CountedKind, max_memory: int | None = None, progress: Progress | None = None
) -> int:
    halves = graph_halves(graph, f"the {kind} tours of {board.describe()}")
    refuse_wide_frontier(board, kind, halves, max_memory)
    return total(halves, max_memory, progress)


# Symmetric tours


def _count_classes(is_square: bool, tours: int, symmetric: dict[SymmetryKind, int]) -> int:
    """Apply Burnside's lemma; no reflection in a diagonal fixes a tour, and at most one in the medians does."""
    kept = tours + symmetric["central"] + symmetric["axial"] + 2 * symmetric["quarter"]
    return kept // (8 if is_square else 4)


def _with_symmetry(rows: int, cols: int, kind: Literal["closed", "open"], symmetry: SymmetryKind) -> int:
    """Return the number of tours of a rectangle that a symmetry maps onto themselves."""
    short, long = sorted((rows, cols))
    if kind == "open":
        return 0 if symmetry_theorem(short, long, symmetry, kind) else _count_open_central(short, long)
    if symmetry == "central":
        return _count_central(short, long)
    if symmetry == "axial":
        return _count_axial(short, long)
    return _count_quarter(short) if short == long else 0


def _half_turns(rows: int, cols: int) -> Group:
    return _identity, lambda square: (rows - 1 - square[0], cols - 1 - square[1])


def _count_open_central(rows: int, cols: int) -> int:
    """Return the number of paths through the quotient from the centre, or from one of the moves that cross there."""
    group = _half_turns(rows, cols)
    ends = frozenset(map(Frame(rows=rows, cols=cols, group=group).fold, product(range(rows), range(cols))))
    middles = {(rows // 2, cols // 2)} if rows % 2 and cols % 2 else _centre(rows, cols)
    required = frozenset({frozenset({APEX, min(middles)})})
    return len(middles) * _count_quotient(rows, cols, group, ends, required)  # which are reflections of each other


def _count_central(rows: int, cols: int) -> int:
    group = _half_turns(rows, cols)
    if rows % 2 == cols % 2 == 0:
        halves = quotient_halves(Frame(rows=rows, cols=cols, group=group))
        refuse_wide_frontier(Board(rows, cols), "closed", halves, None)
        return total(halves)
    result = 0
    if rows * cols % 4:  # Eulerian
        result += _count_quotient(rows, cols, group)
    return result + _count_quotient(rows, cols, group, _centre(rows, cols))


def _count_quotient(
    rows: int, cols: int, group: Group, ends: frozenset[Square] | None = None, required: Edges = frozenset()
) -> int:
    """Return the number of Hamiltonian cycles of a board's quotient."""
    graph = Frame(required, rows=rows, cols=cols, ends=ends, group=group).as_graph().completed()
    return 0 if graph.has_no_cycle else _total_of_graph(graph, Board(rows, cols), "closed")


def _centre(rows: int, cols: int) -> frozenset[Square]:
    """Return the two squares in the left half of the moves that cross at the centre; Bergholtian tours have both."""
    if cols % 2:
        return frozenset({(rows // 2 - 1, cols // 2 - 1), (rows // 2, cols // 2 - 1)})
    return frozenset({(rows // 2 - 1, cols // 2 - 1), (rows // 2 + 1, cols // 2 - 1)})


def _count_axial(rows: int, cols: int) -> int:
    if cols % 4 == 2 and rows % 2:
        return _count_quotient(rows, cols, (_identity, lambda square: (square[0], cols - 1 - square[1])))
    if rows % 4 == 2 and cols % 2:
        return _count_quotient(rows, cols, (_identity, lambda square: (rows - 1 - square[0], square[1])))
    return 0


def _count_quarter(side: int) -> int:
    if side % 4 != 2:
        return 0
    last = side - 1
    quarter, three_quarters = lambda square: (square[1], last - square[0]), lambda square: (last - square[1], square[0])
    half = lambda square: (last - square[0], last - square[1])  # noqa: E731
    return _count_quotient(side, side, (_identity, quarter, half, three_quarters))


def _identity(square: Square) -> Square:
    return square
