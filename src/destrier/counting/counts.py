"""Count the tours of a board: closed or open, between given ends, up to symmetry. `tourneys` counts its tourneys.

The board is split in the middle of its long side. Each half is swept from its side to the middle by steps that decide
on a few edges (see `plans`), and sets of edges that do not differ for the rest of the board are counted together (see
`frontiers`). In the middle the halves are joined (see `matchings`).

**Large numbers.** Counts are modulo 2^64. If the sums, which are bounded along the way, may be larger, everything is
repeated modulo further numbers below 2^32, and the Chinese remainder theorem gives the result.

**Classes.** By Burnside's lemma there are as many tours up to symmetry as a symmetry of the board fixes on average.
`symmetric` tells which symmetries fix any tours. Those tours are closed tours of the quotient: the left half of the
board, with edges that lead from its last columns back to them. These edges are the right half of the graph to be
counted, all states of which are found at once. If a tour of the quotient lifts to one or two cycles depending on
whether it passes through the middle an odd or an even number of times, only pairs of states with an odd number are
joined.

Sources: the transfer-matrix method for Hamiltonian cycles; B. D. McKay, "Knight's tours of an 8 x 8 chessboard",
Technical Report TR-CS-97-03, Australian National University (1997), for the number of 8 x 8; D. E. Knuth, "The Art of
Computer Programming", volume 4A, exercise 7.1.4-225, for mates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from typing import Final, Literal

from destrier.core.board import BaseBoard, Board, rectangle_of
from destrier.core.choices import CountedKind, SymmetryKind
from destrier.core.types import Square
from destrier.counting.conditions import Conditions, Move, conditions_of
from destrier.counting.needs import refuse_beyond_needs
from destrier.counting.plans import APEX, Frame, Halves, board_halves, net_halves, quotient_halves
from destrier.proofs.rectangles import rectangle_theorem
from destrier.proofs.symmetric import SYMMETRY_KINDS
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard
from destrier.support.html import Record
from destrier.support.types import Progress

_MOST_ROWS: Final = {"closed": 12, "open": 11}
"""The short side of the largest boards: two columns, and the apex of open tours, must fit in a frontier."""


@dataclass(frozen=True)
class TourCount(Record):
    """The numbers of tours or tourneys of a board."""

    rows: int
    cols: int
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


def count(
    *board: int | BaseBoard,
    kind: CountedKind = "closed",
    start: Square | str | None = None,
    end: Square | str | None = None,
    classes: bool = False,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> TourCount:
    """Count the tours or the tourneys of a rectangle exactly.

    Parameters
    ----------
    *board
        The board, or its sides in any order; the short side is at most 8, or 7 for open tours. Tourneys are counted as
        far as the memory goes.
    kind
        `closed`, `open` or `tourney`.
    start, end
        The ends of open tours; by default all.
    classes
        Whether to count closed tours up to symmetry as well.
    require, forbid
        Moves that the tours must have, and moves that they must not have: pairs of squares.
    max_memory
        The most bytes to use; by default what the machine has.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    TourCount
        The numbers of tours. The time grows some 10 to 20 times with each row, and linearly with the columns from twice
        the rows on; 8 x 8 takes half a minute and 1.4 GB on two cores. Tourneys of 10 x 10 take a minute and 3 GB, and
        nine times as much with each row. `docs/counting.md` has a table.

    Raises
    ------
    UnsupportedBoard
        If the short side is too long.
    MemoryError
        If the count is expected to need more memory than there is.

    Examples
    --------
    >>> dt.count(6, 6).undirected
    9862
    >>> dt.count(6, 6, kind="tourney").undirected
    36236
    """
    rectangle = rectangle_of("tours are counted", *board)
    rows, cols = rectangle.shape
    if kind != "open" and (start is not None or end is not None):
        raise DestrierError("start and end belong to open tours (kind open)")
    if kind != "closed" and classes:
        raise DestrierError("classes are counted of closed tours only")
    ends = [rectangle.square(rectangle.index(square)) for square in (start, end) if square is not None]
    if len(ends) > len(set(ends)):
        raise DestrierError("the two ends of an open tour are different squares")
    conditions = conditions_of(rectangle, require, forbid)
    if conditions and (classes or kind == "tourney"):
        raise DestrierError("moves are required and forbidden of closed and open tours, and not of classes")
    if kind == "tourney":
        from destrier.counting.tourneys import count_tourneys

        refuse_beyond_needs(rectangle, kind, max_memory)
        return TourCount(rows, cols, kind, directed=None, undirected=count_tourneys(rows, cols, progress))
    if why_none(rectangle, kind):
        undirected, symmetric = 0, dict.fromkeys(SYMMETRY_KINDS, 0) if classes else None
    else:
        check_supported(rows, cols, kind)
        refuse_beyond_needs(rectangle, kind, max_memory)
        undirected = total(board_halves(board_frame(rows, cols, kind, ends, conditions)), progress)
        symmetric = _count_symmetric(*sorted((rows, cols))) if classes else None
    return TourCount(
        rows,
        cols,
        kind,
        directed=undirected if ends else 2 * undirected,
        undirected=undirected,
        classes=None if symmetric is None else _count_classes(rows == cols, undirected, symmetric),
        symmetric=symmetric,
    )


def why_none(board: Board, kind: Literal["closed", "open"]) -> str | None:
    """Return why there is no such tour, if there is none; the kind is checked, too."""
    if kind not in _MOST_ROWS:
        raise DestrierError(f"tours are counted if they are closed or open, not {kind!r}")
    return rectangle_theorem(board.rows, board.cols, kind)


def check_supported(rows: int, cols: int, kind: Literal["closed", "open"]) -> None:
    """Raise `UnsupportedBoard` if a frontier of the board does not fit in a word."""
    most = _MOST_ROWS[kind]
    if min(rows, cols) > most:
        raise UnsupportedBoard(f"{kind} tours are counted where one side is at most {most}, not {rows} x {cols}")


def refuse_to_count(board: Board, kind: Literal["closed", "open"], max_memory: int | None) -> None:
    """Raise if there are no such tours, or they cannot be counted."""
    if theorem := why_none(board, kind):
        raise NoSuchTour(theorem)
    check_supported(board.rows, board.cols, kind)
    refuse_beyond_needs(board, kind, max_memory)


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


# Totals


def total(halves: Halves, progress: Progress | None = None) -> int:
    """Return the exact number of Hamiltonian cycles of a graph in halves."""
    from destrier.counting.sweeps import run

    return run(halves, progress=progress).total()


# Symmetric tours


def _count_classes(is_square: bool, tours: int, symmetric: dict[SymmetryKind, int]) -> int:
    """Apply Burnside's lemma; no reflection in a diagonal fixes a tour, and at most one in the medians does."""
    kept = tours + symmetric["central"] + symmetric["axial"] + 2 * symmetric["quarter"]
    return kept // (8 if is_square else 4)


def _count_symmetric(rows: int, cols: int) -> dict[SymmetryKind, int]:
    """Return how many tours each kind of symmetry fixes; `rows` is the short side."""
    return {
        "central": _count_central(rows, cols),
        "axial": _count_axial(rows, cols),
        "quarter": _count_quarter(rows) if rows == cols else 0,
    }


def _count_central(rows: int, cols: int) -> int:
    def half_turn(square: Square) -> Square:
        return rows - 1 - square[0], cols - 1 - square[1]

    group = (_identity, half_turn)
    if rows % 2 == cols % 2 == 0:
        return total(quotient_halves(Frame(rows=rows, cols=cols, group=group)))
    result = 0
    if rows * cols % 4:  # Eulerian
        result += _count_quotient(rows, cols, group)
    return result + _count_quotient(rows, cols, group, _centre(rows, cols))


def _count_quotient(
    rows: int, cols: int, group: tuple[Callable[[Square], Square], ...], ends: frozenset[Square] | None = None
) -> int:
    """Return the number of Hamiltonian cycles of a board's quotient."""
    return total(net_halves(Frame(rows=rows, cols=cols, ends=ends, group=group).as_net()))


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
