"""Magic tours, which number the board with equal sums in all rows, and in all columns.

**Quads.** The board is divided into blocks of 4 x 4, and each block into four *quads*: paths of four squares that visit
each row and each column of the block once. There are seven such divisions. The search covers tours that pass through
one quad after the other, so that the numbers 4k + 1 to 4k + 4 form a quad: of the 140 semi-magic tours of 8 x 8, found
by Stertenbrink, Meyrignac and Mackay in 2003, 105 do.

**Links.** A tour is a chain of *links*, each a quad with a direction and, for four-cycles, a starting square. Boards of
more than 64 squares are searched only for closed tours that a half-turn maps onto themselves, n onto n + N/2: then the
chain is half of the tour, and each link represents its image, too.

**Sums.** Each square has a random weight, the sum of a weight of its row and one of its column, modulo 2^64. For a
semi-magic tour, the sum of its numbers times the weights of their squares is known beforehand; another tour has the
same sum with probability 2^-64, and is finally dropped. The sum is made up of contributions of each link in its place,
so the search meets in the middle: for each set of quads, all chains through them are listed, and all chains through the
other quads, read from the end of the tour; two chains fit if their sums add up and a move leads from one to the other.

**Diagonals.** No tour of a board within reach has magic diagonals, see `proofs.magic_sums`.

Cost: at most seconds for a division of 8 x 8, and a few minutes of one processor for all 322.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of
from destrier.core.primitives import lengthened, overwrite
from destrier.core.seeds import Seed, Stream, derive_key, drawn_seed
from destrier.core.tourney import Tour
from destrier.proofs.magic_sums import why_no_magic_diagonals, why_no_magic_tour
from destrier.proofs.why import refuse_impossible
from destrier.search.numbered import check_budget, numbered
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.support.kernels import UNBOUNDED, kernel
from destrier.support.older import takes_older
from destrier.support.parallel import in_parallel
from destrier.support.resources import processors

if TYPE_CHECKING:
    from destrier.support.aliases import Progress

Quad: TypeAlias = tuple[tuple[int, ...], ...]
"""The paths through the same four squares, with squares numbered row by row."""

_BUDGET: Final = 300.0
"""The default budget of a limited number of tours, in seconds."""

_SIDE: Final = 4
"""The side of a block."""

_MOST_LINKS: Final = 20
"""Maximum number of links of a chain; every two more quadruple the number of sets of quads."""

_WHOLE: Final = 16
"""Maximum number of quads of a board whose tours need not be symmetric."""

_ONE = np.uint64(1)

_SETS: Final = 512
"""Number of sets of quads to search at a time."""


@takes_older(limit="n")
def magic_tours(
    *board: int | BaseBoard,
    n: int | None = 1,
    diagonals: bool = False,
    seed: Seed = None,
    budget: float | None = None,
    progress: Progress | None = None,
) -> list[Tour]:
    """Return semi-magic tours of a rectangle, one of each class.

    A tour is semi-magic if its numbers 1, 2, ... have the same sum in all rows, and in all columns. A class is a
    numbering with its reflections and rotations, each read in both directions.

    Parameters
    ----------
    *board
        The board, or its rows and columns: multiples of 4, with up to 160 squares in total.
    n
        The maximum number of tours to find; `None` finds all within reach of the search.
    diagonals
        Whether the diagonals of a square board must have the sum of its rows, too, so that the tour is *magic*. No
        tour of 8 x 8 is, nor any of 12 x 12 that a half-turn maps onto itself, so `NoSuchTour` is raised.
    seed
        The start of the search. The same integer gives the same tours on every machine.
    budget
        The seconds after which to give up; by default 300 if the number of tours is limited.
    progress
        A function that is called with a description of the work, the amount done, and the total.

    Returns
    -------
    list[Tour]
        Open and closed tours, whose `order()` begins at number 1; fewer than `n` if the search found no others.
        It covers only tours of quads and, on boards of more than 64 squares, only centrally symmetric closed ones; see
        `search.magic_tours`.

    Raises
    ------
    NoSuchTour
        If a theorem rules such tours out.
    UnsupportedBoard
        If the board is not a rectangle that can be searched.
    BudgetExceeded
        If the budget is spent before. The `sample` of the error holds the tours found so far.

    See Also
    --------
    destrier.measuring.line_sums, destrier.paths.magic_paths

    Examples
    --------
    >>> [tour] = magic_tours(8, 8, seed=1)
    >>> numbers = tour.numbering() + 1
    >>> set(numbers.sum(axis=0).tolist()), set(numbers.sum(axis=1).tolist())
    ({260}, {260})
    """
    found: list[Tour] = []
    try:
        found.extend(each_magic_tour(*board, n=n, diagonals=diagonals, seed=seed, budget=budget, progress=progress))
    except BudgetExceeded as end:
        end.sample = found
        raise
    return found


def each_magic_tour(
    *board: int | BaseBoard,
    n: int | None,
    diagonals: bool,
    seed: Seed,
    budget: float | None = None,
    progress: Progress | None,
) -> Iterator[Tour]:
    """Yield the tours of `magic_tours` as they are found."""
    asked = _searched(board_of(*board))
    budget = budget if budget is not None else math.inf if n is None else _BUDGET
    check_budget(budget)
    if n is not None and (isinstance(n, bool) or not isinstance(n, int) or n < 1):
        raise DestrierError(f"n is the number of tours to find, from 1 on, not {shown(n)}")
    if diagonals and asked.rows != asked.cols:
        raise DestrierError(f"only square boards have magic diagonals, not {asked}")
    if diagonals and (reason := why_no_magic_diagonals(asked.rows, turned=_is_turned(asked))):
        raise NoSuchTour(reason)
    key = derive_key(drawn_seed(seed), "magic")
    found: set[bytes] = set()
    for order in _orders(asked, key, budget, progress):
        numbering = min(images_of_tour(asked, order), key=np.ndarray.tobytes)
        if numbering.tobytes() in found:
            continue
        found.add(numbering.tobytes())
        yield tour_numbered(asked, numbering)
        if len(found) == n:
            break


def possible_board(board: BaseBoard) -> Board:
    """Return the board if it is a rectangle for the knight that may have a semi-magic tour, else raise."""
    if not isinstance(board, Board) or not board.has_planes or not board.is_whole:
        raise UnsupportedBoard(f"magic tours are searched on rectangles for the knight, not on {board.describe()}")
    refuse_impossible(board, "open")
    if theorem := why_no_magic_tour(*board.shape):
        raise NoSuchTour(theorem)
    return board


def tour_numbered(board: Board, numbering: NDArray[np.int64]) -> Tour:
    """Return the tour that visits these squares in order, closed if a move leads from the last to the first."""
    closed = bool((board.move_graph.there[numbering[-1]] == numbering[0]).any())
    return numbered(board, numbering, closed=closed)


def _searched(board: BaseBoard) -> Board:
    """Return the board if it can be searched, else raise."""
    board = possible_board(board)
    if board.rows % _SIDE or board.cols % _SIDE or board.size > 2 * _SIDE * _MOST_LINKS:
        raise UnsupportedBoard(
            f"magic tours are searched on boards whose sides are multiples of {_SIDE}, of up to "
            f"{2 * _SIDE * _MOST_LINKS} squares, not on {board}"
        )
    return board


def _is_turned(board: Board) -> bool:
    """Return whether a board is searched only for tours that a half-turn maps onto themselves."""
    return board.size > _SIDE * _WHOLE


# Quads


@cache
def _divisions() -> tuple[tuple[Quad, ...], ...]:
    """Return the ways to divide a block into four quads."""
    quads: dict[frozenset[int], list[tuple[int, ...]]] = {}
    for rows, cols in product(permutations(range(_SIDE)), repeat=2):
        steps = zip(map(_step, pairwise(rows)), map(_step, pairwise(cols)), strict=True)
        if all({*step} == {1, 2} for step in steps):
            path = tuple(_SIDE * row + col for row, col in zip(rows, cols, strict=True))
            quads.setdefault(frozenset(path), []).append(path)
    return tuple(
        tuple(tuple(quads[quad]) for quad in four)
        for four in combinations(quads, _SIDE)
        if len(frozenset().union(*four)) == _SIDE**2
    )


def _step(pair: tuple[int, int]) -> int:
    return abs(pair[0] - pair[1])


@cache
def _images_of_divisions() -> NDArray[np.int64]:
    """Return the image of each division under each symmetry, `int64` (symmetries, divisions)."""
    sets = [frozenset(frozenset(quad[0]) for quad in division) for division in _divisions()]
    images = [
        [sets.index(frozenset(frozenset(square[list(quad)].tolist()) for quad in division)) for division in sets]
        for square in symmetries(_SIDE, _SIDE)
    ]
    return np.array(images)


def symmetries(rows: int, cols: int) -> list[NDArray[np.int64]]:
    """Return the symmetries of a rectangle as permutations of squares; the fourth one is the half-turn."""
    squares = np.arange(rows * cols).reshape(rows, cols)
    flat = [squares, squares[::-1], squares[:, ::-1], squares[::-1, ::-1]]
    return [np.ravel(image) for image in flat + [image.T for image in flat if rows == cols]]


_HALF_TURN: Final = 3
"""The index of the half-turn among the symmetries."""


def _divided(down: int, across: int, *, turned: bool) -> list[NDArray[np.int64]]:
    """Return the divisions of all blocks, row by row, one of each class under the symmetries of the board.

    Those with the most links come first. If `turned`, a half-turn maps their quads onto other quads.
    """
    blocks, images = down * across, _images_of_divisions()
    half = blocks // 2
    first = [range(len(_divisions()))] * (half if turned else blocks)
    middle = [_exchanged()] if turned and blocks % 2 else []
    found, seen = list[NDArray[np.int64]](), set[bytes]()
    for numbers in product(*first, *middle):
        choice = np.array(numbers)
        if turned:
            choice = np.concatenate([choice, images[_HALF_TURN][choice[:half][::-1]]])
        if choice.tobytes() not in seen:
            found.append(choice)
            for image, places in zip(images, symmetries(down, across), strict=False):
                turned_choice = np.empty_like(choice)
                turned_choice[places] = image[choice]
                seen.add(turned_choice.tobytes())
    links = np.array([sum(map(len, division)) for division in _divisions()])
    return sorted(found, key=lambda choice: -int(links[choice].sum()))


def _exchanged() -> list[int]:
    """Return the divisions in which a half-turn of the block maps each quad onto another one."""
    half_turn = symmetries(_SIDE, _SIDE)[_HALF_TURN]
    return [
        number
        for number, division in enumerate(_divisions())
        if _images_of_divisions()[_HALF_TURN, number] == number
        and all({*half_turn[list(quad[0])].tolist()} != {*quad[0]} for quad in division)
    ]


# Links


class _Weights(NamedTuple):
    """The weights of the squares, and the total of the numbers of a semi-magic tour."""

    squares: NDArray[np.uint64]
    total: int


def _weights(board: Board) -> _Weights:
    rows, cols = board.shape
    words = _words("weights", rows + cols)
    weights = words[:rows, None] + words[rows:]
    total = sum(int(word) for word in words[:rows]) * cols + sum(int(word) for word in words[rows:]) * rows
    return _Weights(weights.ravel(), total * (board.size + 1) // 2)


def _words(purpose: str, count: int) -> NDArray[np.uint64]:
    """Return random words that are fixed for each purpose."""
    stream = Stream(derive_key(0, "magic", purpose))
    return np.array([stream.key() for _ in range(count)], np.uint64)


@dataclass(frozen=True)
class _Links:
    """The links of a divided board, and their contributions to the total."""

    paths: NDArray[np.int64]
    """(links, 4): the squares of each link."""
    owners: NDArray[np.int64]
    """The quad of each link, or the pair of opposite quads."""
    onward: NDArray[np.int64]
    """(links, most): the possible successors of each link, padded with -1."""
    meets: NDArray[np.bool_]
    """(links, links): whether a move leads from the last square of one link to the last square of the other."""
    closes: NDArray[np.bool_]
    """(links, links): whether a chain that begins with one link may end with the other, passed backwards."""
    early: NDArray[np.uint64]
    """(links, places): the contribution of each link in each place from the start of the chain up to the middle."""
    late: NDArray[np.uint64]
    """(links, places): the contribution in each place from the end of the chain, where the link is passed backwards."""
    total: np.uint64
    """The total of a semi-magic tour."""


def _links(board: Board, choice: NDArray[np.int64], weights: _Weights, *, turned: bool) -> _Links:
    """Return the links of a board with this division."""
    paths, owners = _paths(board, choice, turned=turned)
    last = board.size // 2 if turned else board.size
    marks = _words("quads", int(owners.max()) + 1)

    def added(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the contribution of each link if its squares have these numbers, by place, (places, 4)."""
        sums = marks[owners, None] + (weights.squares[paths][:, None] * numbers).sum(axis=2)
        if turned:
            opposite = weights.squares[board.size - 1 - paths]
            sums += (opposite[:, None] * (numbers + np.uint64(last))).sum(axis=2)
        return np.asarray(sums, np.uint64)

    there = board.move_graph.there
    here, move = np.nonzero(there >= 0)
    near = np.zeros((board.size, board.size), np.bool_)
    near[here, there[here, move]] = True
    numbers = np.arange(1, last // 2 + 1, dtype=np.uint64).reshape(-1, _SIDE)
    first, end = paths[:, 0], paths[:, -1]
    meets = near[np.ix_(end, end)]
    return _Links(
        paths=paths,
        owners=owners,
        onward=_listed(near[np.ix_(end, first)] & (owners[:, None] != owners)),
        meets=meets,
        closes=near[np.ix_(board.size - 1 - first, first)] if turned else np.ones_like(meets),
        early=added(numbers),
        late=added(np.uint64(last + 1) - numbers),
        total=np.uint64((weights.total + int(marks.sum())) % 2**64),
    )


def _paths(board: Board, choice: NDArray[np.int64], *, turned: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the squares of all links, and their owners; a half-turn maps quads to others of the same owner."""
    paths, owners, owner_of = list[NDArray[np.int64]](), list[int](), dict[frozenset[int], int]()
    for block, number in enumerate(choice.tolist()):
        top, left = divmod(block, board.cols // _SIDE)
        for quad in _divisions()[number]:
            rows, cols = np.divmod(np.array(quad), _SIDE)
            squares = (_SIDE * top + rows) * board.cols + _SIDE * left + cols
            owner = owner_of.setdefault(frozenset(squares[0].tolist()), len({*owner_of.values()}))
            if turned:
                owner_of[frozenset((board.size - 1 - squares[0]).tolist())] = owner
            paths += [*squares]
            owners += [owner] * len(squares)
    return np.array(paths), np.array(owners)


def _listed(follows: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the indices of the true columns in each row, padded with -1."""
    listed = np.full((len(follows), int(follows.sum(axis=1).max())), -1)
    for row, line in zip(listed, follows, strict=True):
        numbers = np.flatnonzero(line)
        row[: numbers.size] = numbers
    return listed


# The search


def _orders(board: Board, key: int, budget: float, progress: Progress | None) -> Iterator[NDArray[np.int64]]:
    """Yield the squares of semi-magic tours in order; a class may occur more than once."""
    end = time.monotonic() + budget
    turned = _is_turned(board)
    choices = _divided(board.rows // _SIDE, board.cols // _SIDE, turned=turned)
    weights = _weights(board)
    length = board.size // _SIDE // (2 if turned else 1)
    sets = _sets(length, key)
    batches = [sets[begin : begin + _SETS] for begin in range(0, sets.size, _SETS)]
    items = [(choice, batch) for choice in range(len(choices)) for batch in range(len(batches))]
    links_of = lru_cache(processors())(lambda choice: _links(board, choices[choice], weights, turned=turned))

    def search(item: tuple[int, int]) -> list[NDArray[np.int64]]:
        links = links_of(item[0])
        chains = meet(
            links.onward, links.meets, links.closes, links.owners, links.early, links.late, links.total,
            batches[item[1]], np.uint64((1 << length) - 1),
        )  # fmt: skip
        return [_squares(board, links.paths, chain, turned=turned) for chain in chains]

    at_once = processors()
    for begin in range(0, len(items), at_once):
        if time.monotonic() > end:
            raise BudgetExceeded(
                f"the budget of {budget:g} s was spent after {begin:,} of {len(items):,} parts of the search: give a "
                "larger one"
            )
        if progress:
            progress("searching", begin, len(items))
        for orders in in_parallel(search, items[begin : begin + at_once]):
            yield from orders


def _sets(length: int, key: int) -> NDArray[np.uint64]:
    """Return the sets of half of the quads, as masks, in random order.

    Only sets with the first quad are needed, because reading a tour backwards exchanges its halves.
    """
    chosen = [1 | sum(1 << quad for quad in others) for others in combinations(range(1, length), length // 2 - 1)]
    return np.array(Stream(key).shuffled(chosen), np.uint64)


def _squares(board: Board, paths: NDArray[np.int64], chain: NDArray[np.int64], *, turned: bool) -> NDArray[np.int64]:
    """Return the squares of a tour in order, given the first half of its chain, and the second half from the end."""
    half = len(chain) // 2
    squares = np.concatenate([paths[chain[:half]].ravel(), paths[chain[half:]].ravel()[::-1]])
    return np.concatenate([squares, board.size - 1 - squares]) if turned else squares


def images_of_tour(board: Board, order: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield the squares of a tour, and of its images under the symmetries of the board, in both directions."""
    for places in symmetries(*board.shape):
        yield places[order]
        yield places[order][::-1].copy()


@kernel
def _next_link(onward, owners, chain, tried, level, free):
    """Return the next possible link of a chain, or -1; `tried` counts the attempts at each level."""
    link = chain[level]
    while tried[level] < onward.shape[1]:
        following = onward[link, tried[level]]
        tried[level] += 1
        if following < 0:
            break
        if free >> np.uint64(owners[following]) & _ONE:
            return following
    return -1


@kernel
def _list_chains(onward, owners, added, quads, totals, chains):
    """List the chains that pass through each quad of a set once.

    Return their totals and the chains, in arrays that may have grown, and their number.
    """
    half = added.shape[1]
    size = 0
    chain, tried, sums = np.empty(half, np.int64), np.zeros(half, np.int64), np.empty(half, np.uint64)
    for start in range(owners.size):
        if not quads >> np.uint64(owners[start]) & _ONE:
            continue
        chain[0], tried[0], sums[0], level = start, 0, added[start, 0], 0
        free = quads ^ _ONE << np.uint64(owners[start])
        while level >= 0:
            following = _next_link(onward, owners, chain, tried, level, free)
            if following < 0:
                free ^= _ONE << np.uint64(owners[chain[level]])
                level -= 1
                continue
            total = sums[level] + added[following, level + 1]
            if level < half - 2:
                level += 1
                chain[level], tried[level], sums[level] = following, 0, total
                free ^= _ONE << np.uint64(owners[following])
                continue
            if size == totals.size:
                totals, chains = lengthened(totals, size, 2 * size), lengthened(chains, size, 2 * size)
            totals[size] = total
            overwrite(chains[size], chain[: half - 1])
            chains[size, half - 1] = following
            size += 1
    return totals, chains, size


@kernel(steps=UNBOUNDED)
def meet(onward, meets, closes, owners, early, late, total, sets, everything):
    """Return the chains with a given total whose first half passes through one of some sets of quads.

    Parameters
    ----------
    onward, meets, closes, owners, early, late, total
        See `_Links`.
    sets
        `uint64`: the sets of quads, as masks.
    everything
        The set of all quads.

    Returns
    -------
    array
        `int64` (chains, links): the first half of each chain, and then the second half from the end.
    """
    half = early.shape[1]
    totals, chains = np.empty(64, np.uint64), np.empty((64, half), np.int64)
    others, other_chains = np.empty(64, np.uint64), np.empty((64, half), np.int64)
    found = np.empty((16, 2 * half), np.int64)
    size = 0
    for quads in sets:
        totals, chains, count = _list_chains(onward, owners, early, quads, totals, chains)
        others, other_chains, other_count = _list_chains(onward, owners, late, everything ^ quads, others, other_chains)
        if count == 0 or other_count == 0:
            continue
        order = np.argsort(totals[:count])
        ordered = totals[:count][order]
        for other in range(other_count):
            wanted = total - others[other]
            place = np.searchsorted(ordered, wanted)
            while place < count and ordered[place] == wanted:
                one, two = chains[order[place]], other_chains[other]
                if meets[one[-1], two[-1]] and closes[one[0], two[0]]:
                    if size == len(found):
                        found = lengthened(found, size, 2 * size)
                    overwrite(found[size], one)
                    overwrite(found[size, half:], two)
                    size += 1
                place += 1
    return found[:size]
