"""Find rails, build rail graphs, and shatter and join tourneys by rails; `docs/gallery.md` shows them.

A rail is a pair of parallel moves of a tourney between squares that are a knight's move apart and not joined: squares
s, s + a, s + b, s + a + b with a, b different moves of 4..7, where the edges along a are present (the *primary* move)
and those along b are absent (the *cross* move). Switching a rail exchanges the two pairs, which joins two cycles,
splits a cycle, or leaves it whole. Every 4-cycle of the knight's graph has this form, so rails are its alternating
4-cycles.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Sections 4 to 7.

Kernels work on bit planes (see `bitplanes`), where a square is a *place*, the number of its bit counted from the first
row, `64 * words * row + col`, so that a move is one addition. A rail is a code `place << 4 | pair << 1 | which`, where
`pair` numbers the six pairs of moves and `which` selects the primary one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.bitplanes import GUARD, pack, shifted, unpack, words_in_row
from destrier.core.board import has_planes, move_offsets
from destrier.core.leaper import MOVES
from destrier.core.primitives import bit_count, find_root, lowest_bit, next_state, random_word
from destrier.core.recipes import recorded
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tourney, knights_board, takes_tourney
from destrier.support.errors import BudgetExceeded, DestrierError, shown
from destrier.support.kernels import kernel
from destrier.switching import bands, movegraphs

if TYPE_CHECKING:
    import networkx as nx
    from numpy.typing import NDArray

    from destrier.core.seeds import Seed
    from destrier.core.tourney import Tour
    from destrier.core.types import Moves, Planes, Squares

PAIRS: Final = np.array([[a - 4, *MOVES[a], b - 4, *MOVES[b]] for a, b in combinations(range(4, 8), 2)], np.int64)
"""The six pairs of downward moves, as (plane, row, col, plane, row, col)."""

_SAMPLE: Final = 8
"""Number of rails per cycle in the first pass of a join; enough for nearly all cycles, and faster than all rails."""

_BLOCK: Final = 1 << 20
"""Number of rails to shuffle together; they stay in the cache, which is ten times faster on large boards."""

_SHATTERS: Final = 100
"""Number of orders of rails to try before a shatter that leaves too few cycles gives up."""

_BREAKS: Final = 1024
"""Number of squares from which a tour breaks into several cycles in any order of its rails."""

_AT_A_SQUARE: Final = 4
"""Maximum number of rails with the same first square: three with one downward move, two with each of two."""

_SPARE: Final = 64 * _AT_A_SQUARE
"""Spare room at the end of a list of codes, for the rails of another word."""

_MOST: Final = 3
"""Maximum number of rails per square: each move can be the primary one of three."""

_REACH: Final = 4
"""Maximum number of rows between the first and last rows of a rail."""


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
    """
    board = knights_board(tourney, "rails are counted by their two moves")
    codes = np.sort(_list_codes(pack(tourney.moves), board.shape))
    rails = np.empty((codes.size, 3), np.int64)
    _decode(codes, words_in_row(board.cols), board.cols, PAIRS, rails)
    return rails


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
    """Return the number of rails of a tourney; O(squares)."""
    if has_planes(tourney.board):
        return _count(pack(tourney.moves), tourney.board.shape)
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
    return movegraphs.tourney_of(cover, tourney.board)


@takes_tourney
def split(tour: Tour, *, seed: Seed = None) -> Tourney:
    """Switch a random rail of a closed tour that splits it into two cycles; O(squares).

    Switching splits the tour iff it traverses the two edges of the rail in opposite directions.

    Raises
    ------
    BudgetExceeded
        If the tour has no such rail.
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
    flat, offsets = moves.reshape(-1), move_offsets(moves.shape[1])
    both = 1 << primary | 1 << cross
    back = 1 << (primary - 4) | 1 << (cross - 4)
    flat[square] ^= both
    flat[square + offsets[primary]] ^= 1 << (primary - 4) | 1 << cross
    flat[square + offsets[cross]] ^= 1 << primary | 1 << (cross - 4)
    flat[square + offsets[primary] + offsets[cross]] ^= back


def shatter_planes(planes: Planes, shape: tuple[int, int], key: int, *, times: int = 1, disjoint: bool = False) -> None:
    """Shatter in place, a number of times, on the bit planes of a board of this shape.

    Bands of rows are independent; the rails across the cuts are listed before all others, and switched last.
    Memory: at most 12 bytes per square of a band and thread.
    """
    taken = np.empty(planes.shape[1] if disjoint else 0, np.uint64)
    keys = np.uint64(key) + np.arange(times, dtype=np.uint64)
    in_one_band = bands.cut(shape, 0).size == 2
    for each in [keys] if in_one_band and times else keys.reshape(-1, 1):
        _shatter_together(planes, shape, each, taken)


def _shatter_together(
    planes: Planes, shape: tuple[int, int], keys: NDArray[np.uint64], taken: NDArray[np.uint64]
) -> None:
    cols = shape[1]
    words, cuts = words_in_row(cols), bands.cut(shape, derive_key(int(keys[0]), "cuts"))
    seams = _room_for(_AT_A_SQUARE * _REACH * cols * (cuts.size - 2), shape)
    across = _list_seams(planes, words, cols, PAIRS, cuts, seams)

    def work(first: int, stride: int) -> None:
        codes = _room_for(_MOST * cols * bands.highest(cuts), shape)
        _shatter_bands(planes, words, cols, PAIRS, cuts, first, stride, codes, taken, keys)

    bands.share(cuts, cols, work)
    _shatter_seams(planes, words, PAIRS, seams, across, taken, ~keys[0])


def join_by_rails(
    planes: Planes,
    shape: tuple[int, int],
    labels: NDArray[np.int32],
    count: int,
    key: int,
    *,
    disjoint: bool = False,
    rounds: int | None = None,
) -> int:
    """Switch linking rails in place in random order until none is left (paper, Algorithm 2); return the cycles left.

    A union-find over the `count` cycles of `labels` (rows, cols) determines which rails link; it remains valid while
    rails are switched, because squares stay in their sets. A pass lists rails that link two sets, shuffles them, and
    switches those that are still rails and still link. The first pass examines a random part of the board, with at
    least `_SAMPLE` rails per cycle; later passes take the first rails that they find, since few are needed.

    With `disjoint`, a pass lists all rails that link cycles and first drops, in shuffled order, each rail that shares a
    square with one kept before, as the paper's program does. This measurably changes the distribution of the result.

    With `rounds`, there are at most so many passes, and each lists all rails that link cycles. It switches a spanning
    forest of the rail graph, as Algorithm 2 is printed: rails that share a move with one switched before are gone.
    """
    rows, cols = shape
    parents = np.arange(count, dtype=np.int32)
    rails = _count(planes, shape)
    few = rows * cols // 8
    lists_all = disjoint or rounds is not None
    codes = _room_for(rails if lists_all else min(rails, max(4 * _SAMPLE * count, few)), shape)
    taken = np.empty(planes.shape[1] if disjoint else 0, np.uint64)
    thinning = 0 if lists_all else max((rails // (_SAMPLE * count)).bit_length() - 1, 0)
    number = 0
    while count > 1 and number != rounds:
        number += 1
        pass_key = np.uint64(derive_key(key, "pass", number))
        merged = _join_pass(
            planes, words_in_row(cols), rows, cols, PAIRS, labels.ravel(), parents, codes, taken, thinning, pass_key
        )
        if merged == 0 and thinning == 0:
            break
        count -= merged
        thinning = 0
        codes = codes if lists_all else codes[: max(4 * _SAMPLE * count, few) + _SPARE]
    return count


def _count(planes: Planes, shape: tuple[int, int]) -> int:
    return int(_count_rails(planes, words_in_row(shape[1]), shape[0], PAIRS))


def _list_codes(planes: Planes, shape: tuple[int, int]) -> NDArray[np.uint32] | NDArray[np.int64]:
    codes = _room_for(_count(planes, shape), shape)
    words, rows = words_in_row(shape[1]), (0, shape[0])
    listed = _list_rails(planes, words, shape[1], rows, rows, PAIRS, None, None, codes, 0, np.uint64(0))
    return codes[:listed]


def _room_for(rails: int, shape: tuple[int, int]) -> NDArray[np.uint32] | NDArray[np.int64]:
    """Return an array for this many codes, and those that `_list_rails` may write before it checks."""
    size = rails + _SPARE
    return np.empty(size, np.uint32) if 64 * words_in_row(shape[1]) * shape[0] < 1 << 28 else np.empty(size, np.int64)


@kernel
def rails_at(planes, word, words, pair):
    """Return the masks of a word's 64 squares at which the pair's first, or second, move is primary in a rail."""
    a, b = planes[pair[0]], planes[pair[3]]
    a_far = shifted(a, np.uintp(word + pair[4] * words - (pair[5] < 0)), np.uint64(pair[5] & 63))
    b_far = shifted(b, np.uintp(word + pair[1] * words - (pair[2] < 0)), np.uint64(pair[2] & 63))
    return a[word] & a_far & ~(b[word] | b_far), b[word] & b_far & ~(a[word] | a_far)


@kernel(steps=16)
def _count_rails(planes, words, rows, pairs):
    total = 0
    for number in range(pairs.shape[0]):
        pair = pairs[number]
        for word in range(GUARD, GUARD + (rows - pair[1] - pair[4]) * words):
            first, second = rails_at(planes, word, words, pair)
            total += bit_count(first | second)
    return total


@kernel(steps=2)
def _list_rails(planes, words, cols, rows, feet, pairs, labels, parents, codes, thinning, key):
    """Write the codes of all rails or, given `labels` and `parents`, of those that link two sets; return their number.

    Only rails with a first row in `rows` and a last row in `feet` are considered, a random one in 2 ** thinning of
    them. Stop when `codes` has no room for the rails of another word.
    """
    one, listed = np.uint64(1), np.uint64(0)  # unsigned: an index that may be negative costs a test
    for row in range(rows[0], rows[1]):
        for word in range(GUARD + row * words, GUARD + (row + 1) * words):
            if np.int64(listed) + _SPARE > codes.size:
                return np.int64(listed)
            sample = ~np.uint64(0)
            for draw in range(thinning):
                sample &= random_word(key, np.uint64(word) * np.uint64(64) + np.uint64(draw))
            place = np.int64(word - GUARD) * 64
            square = row * cols + place - row * words * 64
            for number in range(pairs.shape[0]):
                foot = row + pairs[number, 1] + pairs[number, 4]
                if foot < feet[0] or foot >= feet[1]:
                    continue
                first, second = rails_at(planes, word, words, pairs[number])
                bits = (first | second) & sample
                while bits:
                    col = lowest_bit(bits)
                    bits &= bits - one
                    which = second >> np.uint64(col) & one
                    codes[listed] = np.uint64(place + col) << np.uint64(4) | np.uint64(number) << one | which
                    if labels is None:
                        listed += one
                    else:  # a code that does not qualify is overwritten: a branch would be unpredictable
                        across = 1 if which else 4
                        far = square + col + pairs[number, across] * cols + pairs[number, across + 1]
                        linking = find_root(parents, labels[square + col]) != find_root(parents, labels[far])
                        listed += np.uint64(linking)
    return np.int64(listed)


@kernel
def _decode(codes, words, cols, pairs, rails):
    for number, code in enumerate(codes):
        row, col = divmod(np.int64(code) >> 4, 64 * words)
        pair = pairs[code >> 1 & 7]
        rails[number, 0] = row * cols + col
        rails[number, 1 + (code & 1)] = pair[0] + 4
        rails[number, 2 - (code & 1)] = pair[3] + 4


@kernel
def _rail_table(planes, words, pairs):
    """Return by the last four bits of a code the first words of its planes and the offsets of its other edges."""
    table = np.zeros((16, 4), np.uint64)  # unsigned: an index that may be negative costs a test
    for number in range(pairs.shape[0]):
        for which in range(2):
            primary, cross = (3, 0) if which else (0, 3)
            pair = pairs[number]
            table[number << 1 | which, 0] = pair[primary] * planes.shape[1] + GUARD
            table[number << 1 | which, 1] = pair[cross] * planes.shape[1] + GUARD
            table[number << 1 | which, 2] = 64 * words * pair[cross + 1] + pair[cross + 2]
            table[number << 1 | which, 3] = 64 * words * pair[primary + 1] + pair[primary + 2]
    return table


@kernel
def _switch_if_rail(flat, table, code):
    """Switch the rail with this code if it is still a rail, and return whether it was."""
    kind = np.uint64(code & 15)
    on, off = table[kind, 0], table[kind, 1]
    near = np.uint64(code >> 4)
    on_far, off_far = near + table[kind, 2], near + table[kind, 3]
    is_rail = _bit(flat, on, near) & _bit(flat, on, on_far) & ~(_bit(flat, off, near) | _bit(flat, off, off_far))
    _flip(flat, on, near, is_rail)  # by zero or one, since the branch would be unpredictable
    _flip(flat, on, on_far, is_rail)
    _flip(flat, off, near, is_rail)
    _flip(flat, off, off_far, is_rail)
    return is_rail != 0


@kernel
def _bit(flat, plane, place):
    return flat[plane + (place >> np.uint64(6))] >> (place & np.uint64(63)) & np.uint64(1)


@kernel
def _flip(flat, plane, place, bit):
    flat[plane + (place >> np.uint64(6))] ^= bit << (place & np.uint64(63))


@kernel
def _shuffle(codes, size, key):
    """Shuffle codes a block at a time; rails of different blocks interact only at the borders of blocks."""
    for start in range(0, size, _BLOCK):
        for last in range(min(start + _BLOCK, size) - 1, start, -1):
            # The upper half of a word, scaled: a bias of block / 2**32, and no division.
            draw = random_word(key, np.uint64(last)) >> np.uint64(32)
            other = start + np.int64(draw * np.uint64(last - start + 1) >> np.uint64(32))
            codes[last], codes[other] = codes[other], codes[last]


@kernel
def _switch_in_random_order(flat, table, codes, size, taken, key):
    """Switch each code that is still a rail or, given `taken` squares, each whose squares are free."""
    one, left, state = np.uint64(1), np.uint64(size), random_word(key, np.uint64(0)) | np.uint64(1)
    while left:
        state = next_state(state)
        chosen = (state >> np.uint64(32)) * left >> np.uint64(32)
        left -= one
        code = codes[chosen]
        codes[chosen] = codes[left]
        if taken.size == 0 or _take(taken, table, code):
            _switch_if_rail(flat, table, code)


@kernel(steps=2)
def _shatter_bands(planes, words, cols, pairs, cuts, first, stride, codes, taken, keys):
    """Switch the rails inside every stride-th band from the first, once for each key."""
    flat, table = planes.reshape(planes.size), _rail_table(planes, words, pairs)
    for band in range(first, cuts.size - 1, stride):
        rows = (cuts[band], cuts[band + 1])
        for key in keys:
            taken[rows[0] * words : rows[1] * words] = 0
            size = _list_rails(planes, words, cols, rows, rows, pairs, None, None, codes, 0, key)
            _switch_in_random_order(flat, table, codes, size, taken, random_word(key, np.uint64(band)))


@kernel(steps=16)
def _list_seams(planes, words, cols, pairs, cuts, codes):
    """Write the codes of all rails that span two bands, and return their number."""
    listed = 0
    for cut in cuts[1:-1]:
        rows, feet = (max(cut - _REACH, 0), cut), (cut, cut + _REACH)
        listed += _list_rails(planes, words, cols, rows, feet, pairs, None, None, codes[listed:], 0, np.uint64(0))
    return listed


@kernel(steps=16)
def _shatter_seams(planes, words, pairs, codes, size, taken, key):
    flat, table = planes.reshape(planes.size), _rail_table(planes, words, pairs)
    _switch_in_random_order(flat, table, codes, size, taken, key)


@kernel
def _take(taken, table, code):
    """Mark the squares of a rail unless one of them is marked, and return whether they were free."""
    kind = np.uint64(code & 15)
    near = np.uint64(code >> 4)
    squares = (near, near + table[kind, 2], near + table[kind, 3], near + table[kind, 2] + table[kind, 3])
    for place in squares:
        if taken[place >> np.uint64(6)] >> (place & np.uint64(63)) & np.uint64(1):
            return False
    for place in squares:
        taken[place >> np.uint64(6)] |= np.uint64(1) << (place & np.uint64(63))
    return True


@kernel(steps=2)
def _join_pass(planes, words, rows, cols, pairs, labels, parents, codes, taken, thinning, key):
    """Run one pass of `join_by_rails`, and return the number of switched rails."""
    band = (0, rows)
    listed = _list_rails(planes, words, cols, band, band, pairs, labels, parents, codes, thinning, key)
    _shuffle(codes, listed, ~key)
    flat, table = planes.reshape(planes.size), _rail_table(planes, words, pairs)
    taken[:] = 0
    merged = 0
    for code in codes[:listed]:
        if taken.size and not _take(taken, table, code):
            continue
        pair = pairs[code >> 1 & 7]
        across = 1 if code & 1 else 4
        row = np.int64(code >> 10) // words
        square = np.int64(code >> 4) - row * (64 * words - cols)
        one = find_root(parents, labels[square])
        other = find_root(parents, labels[square + pair[across] * cols + pair[across + 1]])
        if one != other and _switch_if_rail(flat, table, code):
            parents[max(one, other)] = min(one, other)
            merged += 1
    return merged
