"""Symmetric tours: tours of a rectangle that a symmetry maps onto themselves, lifted from a quotient.

See `proofs.symmetry` for the rectangles that have such tours, and for the term Bergholtian; `docs/gallery.md` shows
examples.

Each *orbit* of squares under the symmetry becomes one square of the *quotient*, a move graph (see `movegraphs`); a move
of a square is a move of its orbit. Moves within an orbit are left out, because a rotated cycle uses none. A closed tour
of the quotient is *lifted* to the board as the union of all images of its moves. The lift is a single cycle iff one
circuit of the quotient leads from a square to its image under a generator of the group. If the symmetry exchanges the
colours, the odd length of the circuit ensures this; on even x even boards it happens in about half of the cases, and
tours of the quotient are drawn until it does.

A Bergholtian tour is the lift of a path through the quotient, between the orbits of the edges that cross at the centre.
The centre therefore becomes an additional square of the quotient with two moves, the halves of those edges.

An open tour with a symmetry is the lift of a path from the centre: from the square there if both sides are odd, or from
that additional square.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.board import Board, has_planes, transform
from destrier.core.leaper import MOVES
from destrier.core.movegraph import MOST_MOVES
from destrier.core.seeds import Stream, derive_key
from destrier.core.surface import Surface
from destrier.core.tourney import Tour, Tourney
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.plain.hamiltonian import every_cycle
from destrier.plain.worms import words_of
from destrier.proofs.rectangles import KINDS
from destrier.proofs.symmetry import symmetry_theorem
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from destrier.switching.small_graphs import SMALL, hamiltonian_cycles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.board import Symmetry
    from destrier.core.choices import Kind, SymmetryKind
    from destrier.core.movegraph import MoveGraph
    from destrier.core.request import Request
    from destrier.core.seeds import Seed
    from destrier.core.types import Cover, Moves, Squares
    from destrier.plain.hamiltonian import HamiltonianCycles
    from destrier.plain.worms import Pairs
    from destrier.switching.costs import Cost

_WORD: Final = (1 << 64) - 1
"""The moves of a vertex that a cover has; an apex may have more."""

_LIFTS: Final = 64
"""Maximum number of lifted tours of the quotient; a lift is a single cycle in about half of the cases."""


def why_not_symmetric(request: Request, kinds: tuple[Kind, ...] = ("closed",)) -> str | None:
    """Return why a request for a symmetric tour is impossible; `None` if it may succeed or asks for no symmetry."""
    aim = f" that minimize {request.minimize}" if request.minimize else ""
    made = f"symmetric tours{aim} are {' and '.join(kinds)} tours of rectangles"
    board = request.board
    if request.symmetry is None:
        return None
    if isinstance(board, Surface):
        return NOT_CHOSEN  # its symmetric tours are those of the rectangle
    if not has_planes(board):
        return f"{made} by a knight, not of {board.describe()}"
    if request.kind not in kinds or not board.is_rectangle:
        return f"{made}, not {request.kind} tours of {board.describe()}"
    return None


class Symmetric(Maker):
    name = "symmetric"
    kinds = KINDS
    options = ("symmetry",)
    random = True
    bytes_per_square = 100
    any_board = True
    pattern = "none"
    proves = True

    def why_not(self, request: Request) -> str | None:
        if request.algorithm is not None:
            return NOT_CHOSEN
        if request.obfuscate is not None:
            return "a symmetric tour already looks random: obfuscate has no effect"
        if request.ends and request.symmetry is not None:
            return "start and end cannot be combined with a symmetry: each end determines the other"
        return why_not_symmetric(request, ("closed", "open"))

    def make(self, request: Request, _: Ask, /) -> Tour:
        assert request.symmetry is not None
        return symmetric_tour(request.board.rows, request.board.cols, request.symmetry, request.kind, seed=request.seed)


def symmetric_tour(rows: int, cols: int, symmetry: SymmetryKind, kind: Kind = "closed", *, seed: Seed = None) -> Tour:
    """Return a random tour of a rectangle with this symmetry; O(squares), about 2 microseconds each.

    On small boards, all tours with this symmetry are equally likely.

    Parameters
    ----------
    rows, cols
        The sides of the rectangle.
    symmetry
        `central` (a half-turn), `axial` (the reflection in a median line) or `quarter` (a quarter turn).
    kind
        `closed` or `open`.
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If there is provably no such tour.
    BudgetExceeded
        If neither a tour nor a proof that there is none was found.
    """
    board, stream = Board(rows, cols), Stream(derive_key(seed, "symmetric tour"))
    if rows * cols <= SMALL and (drawn := _small(board, symmetry, kind, stream)) is not None:
        return drawn
    failures: list[DestrierError] = []
    for quotient in quotients(board, symmetry, stream, kind):
        try:
            return quotient.lifted(quotient.cycle(stream))
        except (NoSuchTour, BudgetExceeded) as error:
            failures.append(error)
    what = f"{kind} tour of {rows} x {cols} with {symmetry} symmetry"
    if all(isinstance(failure, NoSuchTour) for failure in failures):
        raise NoSuchTour(f"no {what} exists: all of them were searched")
    raise BudgetExceeded(f"no {what} was found, and no proof that there is none") from failures[-1]


def every_symmetric_tour(board: Board, symmetry: SymmetryKind, kind: Kind) -> Iterator[Moves]:
    """Yield the moves arrays of all tours with a symmetry, in an order determined by the board."""
    for quotient in quotients(board, symmetry, Stream(0), kind):
        graph = quotient.whole
        for pairs in every_cycle(graph.there.tolist(), graph.back.tolist()):
            if quotient.is_lifted_to_one(cover := _cover_by(pairs)):
                yield quotient.lift(cover)


def _small(board: Board, symmetry: SymmetryKind, kind: Kind, stream: Stream) -> Tour | None:
    """Return a uniformly random symmetric tour of a small board, or `None` if its tours cannot be drawn."""
    ways = _cycles_of(board, symmetry, kind)
    if len(ways) == 1:
        ((quotient, cycles),) = ways
        drawn = cycles.draw(stream.key(), lambda pairs: quotient.is_lifted_to_one(_cover_by(pairs)))
        return None if drawn is None else quotient.lifted(_cover_by(drawn))
    sweeps = [cycles.sweep for _, cycles in ways]
    totals = [sweep.total for sweep in sweeps if sweep is not None]
    random = Random(stream.key())  # noqa: S311 (no secret)
    for _ in range(_LIFTS if len(totals) == len(ways) and any(totals) else 0):
        ((quotient, cycles),) = random.choices(ways, totals)
        cover = _cover_by(cycles.draw_exactly(random))
        if quotient.is_lifted_to_one(cover):
            return quotient.lifted(cover)
    return None


def _cover_by(pairs: Pairs) -> Cover:
    return np.array([word & _WORD for word in words_of(pairs)], np.uint64)


@lru_cache(maxsize=8)
def _cycles_of(board: Board, symmetry: SymmetryKind, kind: Kind) -> list[tuple[Quotient, HamiltonianCycles]]:
    """Return the quotients of a small board with their Hamiltonian cycles."""
    found = ((each, hamiltonian_cycles(each.whole, each.graph)) for each in quotients(board, symmetry, Stream(0), kind))
    return [(quotient, cycles) for quotient, cycles in found if cycles is not None]


def quotients(board: Board, symmetry: SymmetryKind, stream: Stream, kind: Kind = "closed") -> Iterator[Quotient]:
    """Yield in random order the quotients whose tours lift to all tours with a symmetry.

    Raises
    ------
    NoSuchTour
        If there is provably no such tour.
    """
    if theorem := symmetry_theorem(*board.shape, symmetry, kind):
        raise NoSuchTour(theorem)
    if kind == "open":
        yield OpenQuotient(board)
        return
    powers = _powers(board, symmetry)
    for through_centre in stream.shuffled(_ways(board, symmetry)):
        yield Quotient(board, powers, through_centre=through_centre)


def _powers(board: Board, symmetry: SymmetryKind) -> tuple[Symmetry, ...]:
    """Return the group generated by the symmetry."""
    if symmetry == "quarter":
        return "identity", "rotate-90", "rotate-180", "rotate-270"
    if symmetry == "central":
        return "identity", "rotate-180"
    return "identity", "flip-rows" if board.rows % 2 == 0 else "flip-columns"


def _ways(board: Board, symmetry: SymmetryKind) -> list[bool]:
    """Return the options for crossing at the centre: `True` (Bergholtian), `False`, or both."""
    if symmetry != "central" or (board.rows % 2 == 0 and board.cols % 2 == 0):
        return [False]
    return [True] if board.size % 4 == 0 else [False, True]


class Quotient:
    """A move graph whose squares are the orbits of a board; see the module docstring.

    The smallest square of an orbit represents it, so the moves of an orbit are those of that square.
    """

    def __init__(self, board: Board, powers: tuple[Symmetry, ...], *, through_centre: bool) -> None:
        self.board, self.powers = board, powers
        grid = np.arange(board.size).reshape(board.shape)
        images = np.stack([_transform_squares(grid, power).ravel() for power in powers])
        self.squares, orbits = np.unique(images.min(axis=0), return_inverse=True)
        origins = np.array([_origins(name) for name in powers])[images.argmin(axis=0)]
        self.orbits: Squares = orbits[:, None] * len(MOVES) + origins
        """(squares, moves): the edge of the quotient for each move of the board."""
        self.graph = self._graph(through_centre=through_centre)

    @property
    def whole(self) -> MoveGraph:
        """The graph, of which `graph` may be a part."""
        return self.graph

    def _graph(self, *, through_centre: bool) -> MoveGraph:
        """Return the move graph of the quotient."""
        from destrier.core.movegraph import MoveGraph

        count = self.squares.size
        there = np.full((count + through_centre, len(MOVES)), -1, np.int32)
        back = np.zeros(there.shape, np.uint8)
        legal = self.board.legal_moves().ravel()[self.squares]
        for move, (drow, dcol) in enumerate(MOVES):
            here = np.flatnonzero(legal >> move & 1)
            target = self.squares[here] + drow * self.board.cols + dcol
            there[here, move], back[here, move] = np.divmod(self.orbits[target, (move + 4) % 8], len(MOVES))
        within = there == np.arange(len(there))[:, None]
        there[within], back[within] = -1, 0
        if through_centre:
            halves = np.argwhere(within)
            for number, (square, move) in enumerate(halves.tolist()):
                there[count, number], back[count, number] = square, move
                there[square, move], back[square, move] = count, number
        return MoveGraph(there, back)

    def cycle(self, stream: Stream) -> Cover:
        """Return a random tour of the quotient whose lift is a single cycle."""
        from destrier.switching.movegraphs import hamiltonian_cycle

        for _ in range(_LIFTS):
            cycle = hamiltonian_cycle(self.graph, stream.key(), f"closed tour of the quotient of {self.board}")
            if self.is_lifted_to_one(cycle):
                return cycle
        raise BudgetExceeded(f"{_LIFTS} tours of the quotient of {self.board} were lifted to several cycles each")

    def is_lifted_to_one(self, cycle: Cover) -> bool:
        """Whether the lift of a tour of the quotient is a single cycle."""
        from destrier.core.walks import label

        return label(self.lift(cycle))[1] == 1

    def lifted(self, cycle: Cover) -> Tour:
        """Return the tour of the board that is the lift of a tour of the quotient."""
        return Tourney.trusted(self.lift(cycle), self.board, 1)

    def fold(self, cost: Cost) -> Cost:
        """Return the cost function on the quotient that gives the cost of the lift on the board."""
        from destrier.switching.costs import folded

        count, width = self.squares.size, self.graph.width
        lifts = self.squares[:, None] * width + np.arange(width)
        if self.graph.size > count:  # halves of edges through the centre
            halves = self.graph.there[count].astype(np.int64), self.graph.back[count]
            lifts = np.vstack([lifts, self.squares[halves[0]] * width + halves[1]])
        is_edge = self.graph.there >= 0
        orbits = np.where(is_edge.ravel()[self.orbits], self.orbits, -1)
        return folded(cost, self.graph, orbits.ravel(), np.where(is_edge, lifts, -1).ravel())

    def lift(self, moves: Cover) -> Moves:
        """Return the moves array of the lift of a cover of the quotient."""
        sketch = np.zeros(self.board.size, np.uint8)
        sketch[self.squares] = moves[: self.squares.size]
        return reduce(np.bitwise_or, (transform(sketch.reshape(self.board.shape), power) for power in self.powers))


class OpenQuotient(Quotient):
    """The quotient of a rectangle under the half-turn with an apex, through which its open tours close.

    The apex follows the centre, which is the last vertex of the quotient, and may follow every other vertex.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(board, ("identity", "rotate-180"), through_centre=board.size % 2 == 0)
        if board.size % 2:
            self.graph.there[-1, len(MOVES) // 2 :] = -1  # the same moves as their opposites
        self._closed = self.graph
        self.graph = self._with_apex(MOST_MOVES - 1)

    @property
    def whole(self) -> MoveGraph:
        return self._with_apex(None)

    def _with_apex(self, most: int | None) -> MoveGraph:
        """Return the graph with an apex that has so many moves at most."""
        apex = self._closed.size
        others = Stream(0).shuffled(list(range(apex - 1)))
        links = [(vertex, apex) for vertex in (apex - 1, *others)]
        return self._closed.with_vertices(1, links[:most]).with_conditions(links[:1])

    def lift(self, moves: Cover) -> Moves:
        return super().lift(moves & np.uint64((1 << len(MOVES)) - 1))


def _transform_squares(grid: Squares, symmetry: Symmetry) -> Squares:
    """Return the image of an array under a symmetry; `board.transform` does this for moves arrays."""
    if symmetry == "flip-columns":
        return grid[:, ::-1]
    if symmetry == "flip-rows":
        return grid[::-1]
    return np.rot90(grid, ("identity", "rotate-90", "rotate-180", "rotate-270").index(symmetry))


def _origins(symmetry: Symmetry) -> list[int]:
    """Return the preimage of each move under a symmetry."""
    images = [int(transform(np.array([[1 << move]], np.uint8), symmetry)[0, 0]).bit_length() - 1 for move in range(8)]
    return [images.index(move) for move in range(8)]
