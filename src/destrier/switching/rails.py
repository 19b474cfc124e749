"""Find rails, build rail graphs, and shatter and join tourneys by rails; `docs/gallery.md` shows them.

A rail is a pair of parallel moves of a tourney between squares that are a knight's move apart and not joined: squares
s, s + a, s + b, s + a + b with a, b different moves of 4..7, where the edges along a are present (the *primary* move)
and those along b are absent (the *cross* move). Switching a rail exchanges the two pairs, which joins two cycles,
splits a cycle, or leaves it whole. Every 4-cycle of the knight's graph has this form, so rails are its alternating
4-cycles.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Sections 4 to 7.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.bitplanes import pack, unpack
from destrier.core.board import has_planes, move_offsets
from destrier.core.moves_arrays import toggle
from destrier.core.recipes import recorded
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tourney, knights_board, takes_tourney, tourney_of
from destrier.support.errors import BudgetExceeded, DestrierError, shown
from destrier.support.kernels import kernel
from destrier.switching import movegraphs
from destrier.switching.rail_planes import count_on_planes, list_rails, shatter_planes

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from destrier.core.seeds import Seed
    from destrier.core.tourney import Tour
    from destrier.core.types import Moves, Squares

_SHATTERS: Final = 100
"""Number of orders of rails to try before a shatter that leaves too few cycles gives up."""

_BREAKS: Final = 1024
"""Number of squares from which a tour breaks into several cycles in any order of its rails."""


@dataclass(frozen=True)
class RailGraph:
    """The rail graph of a tourney: its cycles, and the number of rails between each pair (paper, Section 5).

    Cycles are numbered as in `Tourney.cycles`.
    """

    tourney: Tourney
    cycle_count: int
    pairs: NDArray[np.int64]
    """(k, 2): the linked pairs of cycles, the smaller number first."""
    rails: NDArray[np.int64]
    """(k,): the number of rails that link the pair."""
    forest: NDArray[np.bool_]
    """(k,): whether the pair is in the breadth-first spanning forest."""

    def to_networkx(self) -> nx.Graph[int]:
        """Return the graph, with `rails` and `forest` on its edges."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(range(self.cycle_count))
        for (one, other), rails, in_forest in zip(
            self.pairs.tolist(), self.rails.tolist(), self.forest.tolist(), strict=True
        ):
            graph.add_edge(one, other, rails=rails, forest=in_forest)
        return graph


@takes_tourney
def find_rails(tourney: Tourney) -> NDArray[np.int64]:
    """Return all rails of a tourney (paper, Algorithm 1); O(squares).

    Returns
    -------
    NDArray[np.int64]
        (k, 3): the index of the topmost square, the primary move and the cross move (4..7), sorted by square.

    Raises
    ------
    UnsupportedBoard
        If the board is not a knight's flat one.

    See Also
    --------
    destrier.count_rails, destrier.rail_graph, destrier.shatter, destrier.split

    Examples
    --------
    >>> import destrier as dt
    >>> dt.find_rails(dt.tour(6, 6, seed=1))[0]
    array([1, 5, 7])
    """
    board = knights_board(tourney, "rails are counted by their two moves")
    return list_rails(pack(tourney.moves), board.shape)


def rail_edges(tourney: Tourney) -> Squares:
    """Return the moves that form rails: `int64` (2 k, 2) of square indices, with the two moves of a rail adjacent.

    The cross moves of a rail connect the first squares of its two moves, and the second squares. The cost is
    O(squares).
    """
    if has_planes(tourney.board):
        offsets = move_offsets(tourney.board.cols)
        square, primary, cross = find_rails(tourney).T
        starts = np.stack([square, square + offsets[cross]], axis=1)
        edges: Squares = np.stack([starts, starts + offsets[primary][:, None]], axis=2).reshape(-1, 2)
        return edges
    graph = tourney.board.move_graph
    square, along, cross, along_there = movegraphs.find_rails(graph, movegraphs.cover_of(tourney)).T
    across = graph.there[square, cross]
    nodes = np.column_stack([square, graph.there[square, along], across, graph.there[across, along_there]])
    pairs: Squares = tourney.board.squares[nodes.reshape(-1, 2)]
    return pairs


@takes_tourney
def count_rails(tourney: Tourney) -> int:
    """Return the number of rails of a tourney; O(squares).

    See Also
    --------
    destrier.find_rails

    Examples
    --------
    >>> import destrier as dt
    >>> dt.count_rails(dt.tour(6, 6, seed=1))
    6
    """
    if has_planes(tourney.board):
        return count_on_planes(pack(tourney.moves), tourney.board.shape)
    return len(movegraphs.find_rails(tourney.board.move_graph, movegraphs.cover_of(tourney)))


@takes_tourney
def rail_graph(tourney: Tourney, *, disjoint: bool = False, seed: Seed = None) -> RailGraph:
    """Return the rail multigraph of the cycles, with its breadth-first spanning forest; O(squares).

    Parameters
    ----------
    tourney
        The tourney.
    disjoint
        Whether to count only a random maximal set of rails that share no squares. The numbers in the paper's Figure 16
        are of this kind; its text counts all rails.
    seed
        The seed for the random set.

    See Also
    --------
    destrier.find_rails, destrier.join

    Examples
    --------
    >>> import destrier as dt
    >>> graph = dt.rail_graph(dt.tourney(8, 8, algorithm="concentric-braid"))
    >>> graph.cycle_count, len(graph.pairs)
    (8, 12)
    """
    labels, count = tourney.board.label(tourney.moves)
    squares = rail_edges(tourney).reshape(-1, 4)
    ends = labels.ravel()[squares[:, ::2]].astype(np.int64)
    linking = ends[:, 0] != ends[:, 1]
    squares, ends = squares[linking], ends[linking]
    if disjoint:
        order = np.random.default_rng(derive_key(seed, "rail graph")).permutation(len(ends))
        ends = ends[order[_keep_disjoint(squares[order], np.zeros(labels.size, np.bool_))]]
    pairs, counts = np.unique(np.sort(ends, axis=1), axis=0, return_counts=True)
    return RailGraph(tourney, count, pairs, counts.astype(np.int64), _breadth_first_forest(count, pairs))


@kernel
def _keep_disjoint(squares, taken):
    """Return for each rail in turn whether it shares no square with the rails kept before it."""
    kept = np.zeros(len(squares), np.bool_)
    for rail in range(len(squares)):
        a, b, c, d = squares[rail]
        kept[rail] = not (taken[a] or taken[b] or taken[c] or taken[d])
        for square in squares[rail]:
            taken[square] |= kept[rail]
    return kept


def _breadth_first_forest(count: int, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for edge, (one, other) in enumerate(pairs.tolist()):
        neighbours[one].append((other, edge))
        neighbours[other].append((one, edge))
    forest = np.zeros(len(pairs), np.bool_)
    reached = [False] * count
    for root in range(count):
        if reached[root]:
            continue
        reached[root] = True
        queue = deque([root])
        while queue:
            for cycle, edge in neighbours[queue.popleft()]:
                if not reached[cycle]:
                    reached[cycle] = True
                    forest[edge] = True
                    queue.append(cycle)
    return forest


@recorded
def shatter(tourney: Tourney, *, cycles: int | None = None, disjoint: bool = False, seed: Seed = None) -> Tourney:
    """Switch a maximal set of rails in random order (the paper's Algorithm 3); O(squares).

    All rails are listed and shuffled, and each is switched if it is still a rail then, as in the paper's program. On a
    small board this may leave a single cycle, on 6 x 6 one time in three. It is then repeated in another order, up to a
    hundred times.

    Parameters
    ----------
    tourney
        The tour or tourney to break.
    cycles
        The minimum number of cycles to break it into. By default two, if possible: about one tour of 6 x 6 in twelve
        remains a single cycle.
    disjoint
        Whether to switch only rails that share no squares, as the paper's text says. These are fewer, and the resulting
        tours have another distribution: the program's reproduces the paper's tables, the text's does not.
    seed
        The seed of the order.

    Raises
    ------
    BudgetExceeded
        If a hundred orders all leave fewer cycles than requested.

    See Also
    --------
    destrier.join, destrier.obfuscate, destrier.split

    Examples
    --------
    >>> import destrier as dt
    >>> dt.shatter(dt.tour(8, 8, seed=1), seed=1)
    <Tourney of 4 cycles on 8 x 8>
    """
    if tourney.ends is not None:
        raise DestrierError(
            "an open tour cannot be shattered: a path and cycles do not form a tourney; obfuscate keeps it a tour"
        )
    if cycles is not None and (isinstance(cycles, bool) or not isinstance(cycles, int) or cycles < 1):
        raise DestrierError(f"a tourney has at least 1 cycle, not {shown(cycles)}")
    key = derive_key(seed, "shatter")
    shattered = _shattered(tourney, key, disjoint)
    if cycles is None and tourney.board.size > _BREAKS:
        return shattered
    most = shattered.cycle_count
    for number in range(1, _SHATTERS):
        if shattered.cycle_count >= (cycles or 2):
            return shattered
        shattered = _shattered(tourney, derive_key(key, number), disjoint)
        most = max(most, shattered.cycle_count)
    if cycles is None:
        return shattered
    many = f"{most} cycle{'s' if most > 1 else ''}"
    raise BudgetExceeded(
        f"in {_SHATTERS} random orders the {tourney.describe()} broke into {many} at most, not {cycles}"
    )


def _shattered(tourney: Tourney, key: int, disjoint: bool) -> Tourney:
    """Return the tourney with its rails switched in one random order."""
    if has_planes(tourney.board):
        planes = pack(tourney.moves)
        shatter_planes(planes, tourney.board.shape, key, disjoint=disjoint)
        return Tourney.trusted(unpack(planes, np.empty(tourney.board.shape, np.uint8)), tourney.board)
    cover = movegraphs.cover_of(tourney)
    movegraphs.shatter(tourney.board.move_graph, cover, key, disjoint=disjoint)
    return tourney_of(cover, tourney.board)


@takes_tourney
def split(tour: Tour, *, seed: Seed = None) -> Tourney:
    """Switch a random rail of a closed tour that splits it into two cycles; O(squares).

    Switching splits the tour iff it traverses the two edges of the rail in opposite directions.

    Raises
    ------
    BudgetExceeded
        If the tour has no such rail.

    See Also
    --------
    destrier.find_rails, destrier.join, destrier.shatter

    Examples
    --------
    >>> import destrier as dt
    >>> dt.split(dt.tour(8, 8, seed=1), seed=1)
    <Tourney of 2 cycles on 8 x 8>
    """
    if tour.ends is not None:
        raise DestrierError("an open tour cannot be split: a path and a cycle do not form a tourney")
    board = knights_board(tour, "tours are split")
    rails = find_rails(tour)
    square, primary, cross = rails.T
    offsets = move_offsets(board.cols)
    other = square + offsets[cross]
    ahead = [tour.position_of(start + offsets[primary]) - tour.position_of(start) for start in (square, other)]
    along = [step % tour.board.size == 1 for step in ahead]
    splitting = rails[along[0] != along[1]]
    if splitting.size == 0:
        raise BudgetExceeded(f"no rail splits this tour of {tour.board.describe()} in two")
    moves = tour.moves.copy()
    _switch_rail(moves, *splitting[Stream(derive_key(seed, "split")).below(len(splitting))].tolist())
    return Tourney.trusted(moves, tour.board, 2)


def _switch_rail(moves: Moves, square: int, primary: int, cross: int) -> None:
    """Exchange in place the two moves along `primary` for the two along `cross`."""
    here = divmod(square, moves.shape[1])
    near, across = toggle(moves, here, primary), toggle(moves, here, cross)
    toggle(moves, near, cross)
    toggle(moves, across, primary)
