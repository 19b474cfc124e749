"""Tours with given numbers, by an exact search over the possible numbers of each square.

Every square has a set of candidate numbers, and every move may be *live* (some tour may use it) or *sure* (all tours
use it). A set is a row of bits, so the sets of a square's neighbours, shifted by one, show which of its numbers have a
predecessor and a successor at different neighbours. *Propagation* repeats these rules until nothing changes:

- a number remains a candidate of a square only if the previous number may be at one neighbour and the next at another;
  distances in moves, colours and dead ends between given numbers all follow from this;
- a move between squares without consecutive numbers is dead; if only as many moves are left as a square needs, they are
  sure; if as many are sure, the others are dead; and the numbers at the ends of a sure move are consecutive;
- a number with a single square is placed there, and a square with a single number removes it from all others.

The search then tries the number with the fewest squares, or the square with the fewest numbers, whichever has fewer
candidates: first with it, then without it. The untried alternatives form a stack of states, one for each number placed
by trial, so the search can pause after any step and continue.

A closed tour is the same with cyclic numbers: the last one precedes the first.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.conditions import Conditions, Move, conditions_of
from destrier.core.grid import BaseBoard
from destrier.core.movegraph import MoveGraph, colour_counts
from destrier.core.naming import board_of
from destrier.core.request import pairs_of
from destrier.core.tourney import Tour
from destrier.core.types import Squares
from destrier.proofs.why import refuse_impossible
from destrier.search.candidates import ALL, ENDED, FOUND, search
from destrier.search.figures import allowed_by
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, shown
from destrier.support.older import takes_older
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from destrier.core.leaper import Piece
    from destrier.core.request import Numbers

Given: TypeAlias = dict[int, int]
"""The numbers of squares as in the search: from 0 on, by node of the move graph."""

Links: TypeAlias = Sequence[tuple[int, int]]
"""Moves, each as the two nodes that it joins."""

Candidates: TypeAlias = Mapping[int, int | Collection[int]]
"""The number, or all candidate numbers, of squares by node, from 0 on; `Given` is the simplest kind."""

BUDGET: Final = 60.0
"""Default budget of a search, in seconds."""

_STEPS: Final = 2000
"""Number of search steps between checks of the clock."""

_FIRST_STEPS: Final = 25
"""Number of steps before the first check; twice as many before each later one, up to `_STEPS`."""


@takes_older("numbers", "kind", "n", limit="n")
def solutions(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    numbers: Numbers = (),
    kind: Literal["open", "closed"] = "open",
    n: int | None = 2,
    figures: Sequence[str] = (),
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    budget: float = BUDGET,
) -> list[Tour]:
    """Return the tours of a board on which given squares have given numbers, or whose numbers form given figures.

    A numbered tour has a start, number 1, and a direction: the same closed curve with another numbering is a different
    solution. In each tour, `order()` begins at number 1.

    Parameters
    ----------
    *board, leaper
        The board, or its sides, and the piece, if not the board's own; see `tour`.
    numbers
        The numbers by square: `{(2, 2): 17, "c3": 1}`. They count from 1, the first square of the tour.
    kind
        `open`, as most numbered puzzles are, or `closed`: then a move leads from the last number to 1.
    n
        The maximum number of tours to find; `None` finds all. Two are enough to decide whether a tour is unique.
    figures
        Sentences such as `squares on rank 8 in order`, `primes on file c`, `1-8 on a1-h8` or `cubes on a1 b3 c5 d7`;
        see `search.figures`.
    require, forbid
        The required and the forbidden moves: `"c3-d5"`, or pairs of squares.
    budget
        Seconds after which to give up.

    Returns
    -------
    list[Tour]
        Fewer than `n` only if there are no others.

    Raises
    ------
    BudgetExceeded
        If the budget ends before. The `sample` of the error holds the tours found so far.
    DestrierError
        If two numbers are given for a square, or a number for two squares or for a square off the board; or if a figure
        is not one of this board.

    See Also
    --------
    destrier.all_tours, destrier.count_solutions, destrier.puzzle

    Notes
    -----
    The search is exact; see `search.numbered`. Whether a puzzle on 8 x 8 has a unique solution is decided within
    milliseconds, for any number of given squares.

    Examples
    --------
    >>> [(tour.numbering() + 1).tolist() for tour in solutions(3, 4, numbers={(0, 0): 1, (1, 0): 12}, n=1)]
    [[[1, 4, 7, 10], [12, 9, 2, 5], [3, 6, 11, 8]]]
    >>> len(solutions(6, 6, figures=["squares on file a"], n=None))
    34
    """
    if n is not None and (not isinstance(n, int) or n < 1):
        raise DestrierError(f"n is the number of tours to find, from 1 on, not {shown(n)}")
    asked = board_of(*board, leaper=leaper)
    found: list[Tour] = []
    try:
        every = islice(_found(asked, numbers, figures, kind, budget, require, forbid), n)
        found.extend(numbered(asked, order, closed=kind == "closed") for order in every)
    except Unfinished as end:
        raise BudgetExceeded(f"{end}; {len(found)} tours were found before", found) from None
    return found


@takes_older("numbers", "kind")
def count_solutions(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    numbers: Numbers = (),
    kind: Literal["open", "closed"] = "open",
    figures: Sequence[str] = (),
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    budget: float = BUDGET,
) -> int:
    """Return the number of tours with given numbers, or whose numbers form given figures; parameters as in `solutions`.

    It takes as long as listing them all, about a millisecond each on 8 x 8.

    Raises
    ------
    BudgetExceeded
        If the search ends before all solutions are found.

    See Also
    --------
    destrier.count, destrier.solutions

    Examples
    --------
    >>> count_solutions(6, 6, figures=["squares on file a"])
    34
    """
    asked, count = board_of(*board, leaper=leaper), 0
    try:
        for _ in _found(asked, numbers, figures, kind, budget, require, forbid):
            count += 1
    except Unfinished as end:
        raise BudgetExceeded(f"{end}; {count} tours were found before") from None
    return count


def _found(
    board: BaseBoard,
    numbers: Numbers,
    figures: Sequence[str],
    kind: str,
    budget: float,
    require: Iterable[Move],
    forbid: Iterable[Move],
) -> Iterator[Squares]:
    """Yield the squares of all tours with these numbers, figures and moves, by index and in order."""
    _check_kind(kind)
    check_budget(budget)
    _afford(board.size)
    given = read_numbers(board, numbers)
    links = conditions_of(board, require, forbid).links(board)
    candidates: dict[int, set[int]] = {node: {number} for node, number in given.items()}
    for figure in [figures] if isinstance(figures, str) else figures:
        for node, allowed in allowed_by(board, figure).items():
            candidates[node] = candidates.get(node, allowed) & allowed
    try:
        _refuse(board, given, kind)
    except NoSuchTour:
        return
    for order in orders(board.move_graph, candidates, closed=kind == "closed", links=links, budget=budget):
        yield board.squares[order]


def numbered_tour(
    board: BaseBoard,
    numbers: Numbers,
    kind: str,
    *,
    conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
    key: int,
    budget: float = BUDGET,
) -> Tour:
    """Return a tour with given numbers and under conditions; the key chooses among several.

    Raises
    ------
    NoSuchTour
        If there is none; the message gives the reason if two of the numbers contradict each other.
    BudgetExceeded
        If the budget, in seconds, ends before.
    """
    _afford(board.size)
    given = read_numbers(board, numbers)
    _refuse(board, given, kind)
    closed, links = kind == "closed", conditions.links(board)
    for order in orders(board.move_graph, given, closed=closed, links=links, key=key, budget=budget):
        return numbered(board, board.squares[order], closed=closed)
    moves = " and moves" if conditions else ""
    raise NoSuchTour(f"no {kind} tour of {board.describe()} has these numbers{moves}: all possibilities were searched")


def numbered_tours(
    board: BaseBoard, given: Given, kind: str, *, key: int = 0, budget: float = BUDGET
) -> Iterator[Tour]:
    """Yield the tours with given numbers in an order determined by the key; `Unfinished` if the budget ends."""
    for order in orders(board.move_graph, given, closed=kind == "closed", key=key, budget=budget):
        yield numbered(board, board.squares[order], closed=kind == "closed")


def numbered(board: BaseBoard, squares: Squares, *, closed: bool) -> Tour:
    """Return the tour that visits these square indices in order, and begins its own order with them."""
    return Tour.from_order(squares, board, kind="closed" if closed else "open")


def _afford(size: int) -> int:
    """Return the number of words of a set of this many numbers; raise if the search would exceed the memory."""
    words = -(-size // 64)
    refuse_beyond_memory(f"searching a tour of {size} squares", 8 * size * (size + 1) * (words + 2))
    return words


def orders(
    graph: MoveGraph,
    candidates: Candidates,
    *,
    closed: bool,
    links: tuple[Links, Links] = ((), ()),
    key: int = 0,
    budget: float = math.inf,
    most: float = math.inf,
) -> Iterator[Squares]:
    """Yield the visiting orders, as nodes of the graph, of the tours that give each square one of its candidates.

    A square without candidates may have any number. The `links` are the required and the forbidden moves.

    Raises
    ------
    Unfinished
        If the budget, in seconds, or the maximum number of steps is used up.
    """
    words = _afford(graph.size)
    required, forbidden = links
    simple, size = graph.with_conditions((), forbidden).without_parallel_moves(), graph.size
    cans = np.empty((size + 1, size, words), np.uint64)
    lives, sures = np.empty((2, size + 1, size), np.uint64)
    cans[0] = _set_of((1 << size) - 1, words)
    for square, numbers in candidates.items():
        cans[0, square] = _set_of(_bits_of(numbers), words)
    bits = np.uint64(1) << np.arange(simple.width, dtype=np.uint64)
    lives[0], sures[0] = np.where(simple.there >= 0, bits, np.uint64(0)).sum(axis=1, dtype=np.uint64), 0
    for one, other in [*required, *(link[::-1] for link in required)]:
        sures[0, one] |= bits[np.argmax(simple.there[one] == other)]
    stack = cans, lives, sures, np.full(size + 1, ALL, np.int64)
    found, end = np.empty(size, np.int64), math.inf
    depth, steps, more = 1, 0, _FIRST_STEPS
    while True:
        outcome, depth, steps = search(
            simple.there, simple.back, *stack, closed, depth, np.uint64(key), steps, more, found
        )
        more = min(2 * more, _STEPS)
        end = min(end, time.monotonic() + budget)  # from the first steps on, since the search may be compiled before
        if outcome == ENDED:
            return
        if outcome == FOUND:
            yield np.argsort(found)
        if time.monotonic() > end or steps > most:
            raise Unfinished(f"the budget of {budget:g} s ended after {steps:,} steps of the search")


class Unfinished(BudgetExceeded):
    """The search for tours with given numbers used up its budget."""


def _bits_of(numbers: int | Collection[int]) -> int:
    """Return one or several numbers as the bits of an integer."""
    return 1 << numbers if isinstance(numbers, int) else sum(1 << number for number in set(numbers))


def _set_of(bits: int, words: int) -> list[np.uint64]:
    """Return a set of numbers, given as the bits of an integer, as words."""
    return [np.uint64(bits >> 64 * word & (1 << 64) - 1) for word in range(words)]


# What is given


def read_numbers(board: BaseBoard, numbers: Numbers) -> Given:
    """Return the given numbers by node of the move graph, from 0 on.

    Raises
    ------
    DestrierError
        If they are not distinct numbers of squares of the board.
    """
    given: Given = {}
    holders: dict[int, int] = {}
    for square, number in pairs_of(numbers):
        node = int(np.searchsorted(board.squares, board.index(square)))
        named = board.called(int(board.squares[node]))
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise DestrierError(f"the number of {named} is an integer, not {shown(number)}")
        if not 1 <= number <= board.size:
            raise DestrierError(f"{named} cannot have the number {number}: {board.describe()} has 1 to {board.size}")
        if given.setdefault(node, number - 1) != number - 1:
            raise DestrierError(f"{named} has two numbers, {given[node] + 1} and {number}")
        if holders.setdefault(number, node) != node:
            other = board.called(int(board.squares[holders[number]]))
            raise DestrierError(f"the number {number} is given twice, for {other} and {named}")
        given[node] = int(number) - 1
    return given


def _check_kind(kind: str) -> None:
    if kind not in ("open", "closed"):
        raise DestrierError(f"a tour with numbers is open or closed, not {shown(kind)}")


def check_budget(budget: float) -> None:
    """Raise `DestrierError` if this is not a valid budget in seconds."""
    if isinstance(budget, bool) or not (isinstance(budget, int | float) and budget > 0):
        raise DestrierError(f"a budget is a number of seconds above 0, not {shown(budget)}")


def _refuse(board: BaseBoard, given: Given, kind: str) -> None:
    """Raise `NoSuchTour` if a theorem, or two of the given numbers, rule such a tour out."""
    closed = kind == "closed"
    flat = isinstance(board, Board) and board.has_planes
    if closed or flat:
        refuse_impossible(board, "closed" if closed else "open")
    graph, placed = board.move_graph, sorted(given.items(), key=lambda pair: pair[1])
    if len(placed) < 2:
        return
    alternates = colour_counts(graph) is not None
    around = [(placed[-1], placed[0])] if closed else []
    for (here, first), (there, last) in [*pairwise(placed), *around]:
        moves, fewest = (last - first) % graph.size, _distance(graph, here, there, (last - first) % graph.size)
        named = [
            f"{number + 1} on {board.name(int(board.squares[node]))}" for node, number in ((here, first), (there, last))
        ]
        if fewest > moves:
            raise NoSuchTour(f"{named[0]} and {named[1]} contradict each other: {moves} moves do not reach that far")
        if alternates and (moves - fewest) % 2:
            colour = "different colours" if fewest % 2 else "the same colour"
            raise NoSuchTour(
                f"{named[0]} and {named[1]} contradict each other: squares of {colour} are an "
                f"{'odd' if fewest % 2 else 'even'} number of moves apart, not {moves}"
            )


def _distance(graph: MoveGraph, here: int, there: int, most: int) -> int:
    """Return the distance between two nodes in moves, or `most + 1` if it exceeds `most`."""
    reached = np.zeros(graph.size, np.bool_)
    reached[here] = True
    fresh = np.array([here])
    for moves in range(most + 1):
        if reached[there]:
            return moves
        onward = np.unique(graph.there[fresh])
        onward = onward[onward >= 0]
        fresh = onward[~reached[onward]]
        reached[fresh] = True
    return most + 1
