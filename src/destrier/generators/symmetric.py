"""Symmetric tours: closed tours of a rectangle that a symmetry maps onto themselves.

*central*: a half-turn; *axial*: the reflection in a median line; *quarter*: a quarter turn, of a square board.

**Which boards.** Let a symmetry other than the identity map a closed tour of N squares onto itself. Then it turns the
cycle, and moves every square and every edge to another; or it reflects the cycle, and keeps exactly two of
its squares and edges in place. Colours alternate along the cycle.

- Diagonal. The reflection keeps the squares of a diagonal, which are more than two. There is no such tour.
- Axial. Were the side across the axis odd, the reflection would keep a line of squares, three at least. So that side
  is even, and no square is kept, nor an edge, which would join two squares of one line. The cycle is turned by N/2
  steps; as the reflection exchanges the colours, N/2 is odd. *The side across the axis is 2 mod 4, the other is odd.*
- Quarter. N is even, so the side n is, and the quarter turn exchanges the colours. It has order 4, which no reflection
  has, so it turns the cycle by N/4 steps in one direction or the other, and N/4 is odd. *The side is 2 mod 4.*
- Central, both sides even. The half-turn keeps no square, and no edge: the two squares of an edge that it keeps
  lie opposite each other about the centre, here an odd number of rows and of columns apart. It turns the cycle by
  N/2 steps and preserves the colours, which agrees with N/2 being even. There is no condition.
- Central, one side odd. The half-turn exchanges the colours. Either it turns the cycle, and *N/2 is odd* (an Eulerian
  tour); or it reflects the cycle and keeps two edges (a Bergholtian tour). Just two moves have their squares
  opposite each other about the centre; those are the edges: *they cross at the centre of the board*.

Of the boards that are left and have a closed tour, 3 x 12 and 5 x 6 have no central one, as a search of all shows. All
others with sides up to 30 have one of each kind, and so do those tried with 3 rows and up to 3002 columns.

**How they are made.** The squares that the symmetry takes to each other, an *orbit*, become one square of the
*quotient*, a move graph (see `movegraphs`); a move of one of them is a move of the orbit. Moves within an orbit are
left out: where the cycle is turned, it uses none. A closed tour of the quotient is *lifted* to the board as all
the images of its moves. The lift is one cycle iff once round the quotient leads from a square to its image under
a power of the symmetry that generates all. Where the colours are exchanged, the odd length of the walk ensures that; on
even x even boards it is so in about half of the cases, and tours of the quotient are drawn until it is.

A Bergholtian tour is the lift of a path through the quotient, between the orbits of the edges that cross at the
centre. So the centre becomes one more square of the quotient, with two moves: the halves of those edges.

Source of the names Eulerian and Bergholtian: G. P. Jelliss, "Knight's Tour Notes".
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from destrier.core.board import MOVES, Board
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tour, Tourney, transform
from destrier.proofs.rectangles import why_no_tour
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.seeds import Seed
    from destrier.core.tourney import Symmetry
    from destrier.core.types import Moves, Squares
    from destrier.switching.movegraphs import MoveGraph

__all__ = ["SYMMETRY_KINDS", "SymmetryKind", "symmetric_tour", "why_no_symmetric_tour"]

SymmetryKind: TypeAlias = Literal["central", "axial", "quarter"]

SYMMETRY_KINDS: Final[tuple[SymmetryKind, ...]] = ("central", "axial", "quarter")
"""The kinds of symmetry that a closed tour may have."""

_WITHOUT_CENTRAL_TOUR: Final = frozenset({(3, 12), (5, 6)})
"""Boards (the short side first) that have closed tours, none of them central: known by search alone."""

_LIFTS: Final = 64
"""Tours of the quotient that are lifted at most: a lift is one cycle in about half of the cases."""


def symmetric_tour(rows: int, cols: int, symmetry: SymmetryKind, *, seed: Seed = None) -> Tour:
    """A random closed tour of a rectangle that a symmetry maps onto itself; O(squares), about 2 microseconds each.

    Parameters
    ----------
    rows, cols
        The sides.
    symmetry
        `central` (a half-turn), `axial` (the reflection in a median line) or `quarter` (a quarter turn).
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If provably there is none.
    BudgetExceeded
        If none was found, and no proof.
    """
    board = Board(rows, cols)
    if theorem := why_no_symmetric_tour(rows, cols, symmetry):
        raise NoSuchTour(theorem)
    powers = _powers(board, symmetry)
    stream = Stream(derive_key(seed, "symmetric tour"))
    failure: DestrierError | None = None
    for through_centre in stream.shuffled(_ways(board, symmetry)):
        quotient = _Quotient(board, powers, through_centre=through_centre)
        try:
            return quotient.tour(stream)
        except (NoSuchTour, BudgetExceeded) as error:
            failure = error
    raise BudgetExceeded(f"no {symmetry} tour of {board} was found, and no proof that there is none") from failure


def why_no_symmetric_tour(rows: int, cols: int, symmetry: SymmetryKind) -> str | None:
    """Why a rows x cols board has no closed tour of this symmetry; `None` if none is known: see the module's page."""
    if symmetry not in SYMMETRY_KINDS:
        raise DestrierError(f"a symmetry is central, axial or quarter, not {symmetry!r}")
    if theorem := why_no_tour(rows, cols):
        return theorem
    if symmetry == "axial" and rows * cols % 4 == 0:
        reason = (
            "a reflection shifts the tour by half its squares, and as it exchanges the colours, half of them is odd: "
            "the side across the axis is 2 mod 4, the other odd"
        )
    elif symmetry == "quarter" and rows != cols:
        reason = "a quarter turn maps only square boards onto themselves"
    elif symmetry == "quarter" and rows % 4 == 0:
        reason = (
            "a quarter turn shifts the tour by a quarter of its squares, and as it exchanges the colours, a quarter of "
            "them is odd: the side is 2 mod 4"
        )
    elif symmetry == "central" and (min(rows, cols), max(rows, cols)) in _WITHOUT_CENTRAL_TOUR:
        reason = "all of them were searched"
    else:
        return None
    return f"no closed tour of {rows} x {cols} with {symmetry} symmetry exists: {reason}"


def _powers(board: Board, symmetry: SymmetryKind) -> tuple[Symmetry, ...]:
    """The group that the symmetry generates."""
    if symmetry == "quarter":
        return "identity", "rotate-90", "rotate-180", "rotate-270"
    if symmetry == "central":
        return "identity", "rotate-180"
    return "identity", "flip-rows" if board.rows % 2 == 0 else "flip-columns"


def _ways(board: Board, symmetry: SymmetryKind) -> list[bool]:
    """Whether the tour may cross itself at the centre (Bergholtian), and whether it may do without."""
    if symmetry != "central" or (board.rows % 2 == 0 and board.cols % 2 == 0):
        return [False]
    return [True] if board.size % 4 == 0 else [False, True]


class _Quotient:
    """A board whose orbits are squares of a move graph, see the module's page.

    The smallest square of an orbit represents it: the moves of an orbit are those of that square.
    """

    def __init__(self, board: Board, powers: tuple[Symmetry, ...], *, through_centre: bool) -> None:
        self.board, self.powers = board, powers
        grid = np.arange(board.size).reshape(board.shape)
        images = np.stack([_transform_squares(grid, power).ravel() for power in powers])
        self.squares = np.unique(images.min(axis=0))
        self.graph = self._graph(images, through_centre=through_centre)

    def _graph(self, images: Squares, *, through_centre: bool) -> MoveGraph:
        """The tables: row `p` of `images` has for each square the one that power `p` maps to it."""
        from destrier.switching.movegraphs import MoveGraph

        representatives, power = images.min(axis=0), images.argmin(axis=0)
        count = self.squares.size
        there = np.full((count + through_centre, 8), -1, np.int32)
        back = np.zeros(there.shape, np.uint8)
        legal = self.board.legal_moves().ravel()[self.squares]
        origins = np.array([_origins(name) for name in self.powers])
        for move, (drow, dcol) in enumerate(MOVES):
            here = np.flatnonzero(legal >> move & 1)
            target = self.squares[here] + drow * self.board.cols + dcol
            there[here, move] = np.searchsorted(self.squares, representatives[target])
            back[here, move] = origins[power[target], (move + 4) % 8]
        within = there == np.arange(len(there))[:, None]
        there[within], back[within] = -1, 0
        if through_centre:
            halves = np.argwhere(within)
            for number, (square, move) in enumerate(halves.tolist()):
                there[count, number], back[count, number] = square, move
                there[square, move], back[square, move] = count, number
        return MoveGraph(there, back)

    def tour(self, stream: Stream) -> Tour:
        """A random tour of the board: the lift of one of the quotient."""
        from destrier.core.walks import label
        from destrier.switching.movegraphs import hamiltonian_cycle

        for _ in range(_LIFTS):
            moves = self._lift(hamiltonian_cycle(self.graph, stream.key(), f"the quotient of {self.board}"))
            if label(moves)[1] == 1:
                tour = Tourney.trusted(moves, self.board, 1)
                assert isinstance(tour, Tour)
                return tour
        raise BudgetExceeded(f"{_LIFTS} tours of the quotient of {self.board} were lifted to several cycles each")

    def _lift(self, moves: NDArray[np.uint8]) -> Moves:
        """The moves array of all images of the moves of a tour of the quotient."""
        sketch = np.zeros(self.board.size, np.uint8)
        sketch[self.squares] = moves[: self.squares.size]
        return reduce(np.bitwise_or, (transform(sketch.reshape(self.board.shape), power) for power in self.powers))


def _transform_squares(grid: Squares, symmetry: Symmetry) -> Squares:
    """The image of an array under a symmetry, as `tourneys.transform` has it for moves arrays."""
    if symmetry == "flip-columns":
        return grid[:, ::-1]
    if symmetry == "flip-rows":
        return grid[::-1]
    return np.rot90(grid, ("identity", "rotate-90", "rotate-180", "rotate-270").index(symmetry))


def _origins(symmetry: Symmetry) -> list[int]:
    """For each move, the one that a symmetry maps to it."""
    images = [int(transform(np.array([[1 << move]], np.uint8), symmetry)[0, 0]).bit_length() - 1 for move in range(8)]
    return [images.index(move) for move in range(8)]
