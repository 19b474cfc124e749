"""All semi-magic tours of a board, by exhaustive search: `python lab/all_magic_tours.py 8 8 magic-8`.

The third argument is a folder, in which an interrupted search goes on; it may be run on several machines.

**Fours.** The numbers 4q + 1 to 4q + 4 form a *four*, a path of one square of each kind (see `residues`); q is its
place in the tour. For each set of late squares, the search lists the perfect matchings of each kind with the next one,
by moves; three of them, from the first kind to the last, divide the board into fours.

**Sums.** The sum of q over the squares of a line is half of the difference of the sum of m and the number of late
squares. So the fours whose q is odd fulfil a linear equation modulo 2 for each line. They are half of all fours. All
solutions are listed; there are few, since there are about as many independent equations as fours.

**Chains.** In a tour, fours with even and odd q alternate. The search lists the chains of fours that alternate so, by
moves from the last square of a four to the first of the next one, and keeps those with equal sums.

**What is done.** `semi_magic_8x8.txt` has a line for each shard of 8 x 8 that was searched, with the tours found. A new
store takes these shards from it, so no search is lost or repeated. `--keep` enters the shards of a store.

A set of late squares is searched only if its upper half is the smallest among those of its images, under the symmetries
of the board and reading backwards.

Cost: 8 x 8 has 6 million upper halves and 190 million sets of late squares that can be matched, which form 10^11
divisions into fours. The halves are divided among the shards at random, so that each shard takes about the same time.
"""

from __future__ import annotations

import argparse
import json
import string
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from residues import Halves, Squares, halves_of, images_of, may_be_late, squares_of

from destrier import jobs
from destrier.cli.messages import Bar
from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of
from destrier.core.primitives import bit_count, lengthened, lowest_bit
from destrier.core.tourney import Tour
from destrier.drawing import to_text
from destrier.search.magic_tours import images_of_tour, possible_board, tour_numbered
from destrier.support.atomic import write_atomically
from destrier.support.errors import UnsupportedBoard
from destrier.support.kernels import UNBOUNDED, kernel

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from destrier.support.aliases import Progress, StrPath

MOST: Final = 64
"""The number of squares of the largest board, one for each bit of a word."""

_NAME: Final = "semi-magic tours"

_VERSION: Final = "1"
"""The version of the results of a shard, raised when they change."""

_PARTS: Final = 1000
"""The number of shards of the largest boards, of some 20 seconds each on 8 x 8; smaller ones have `_FEW`."""

_FEW: Final = 8

KEPT: Final = Path(__file__).with_name("semi_magic_8x8.txt")

_HEAD: Final = """\
# The shards of 8 x 8 that lab/all_magic_tours.py has searched, each with the tours found: their squares in order, by
# signs, of which A to Z, a to z, 0 to 9, + and / stand for the squares row by row."""

_SIGNS: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LABEL = np.uint64(32)
_LINES = np.uint64(2**32 - 1)
_FIRST = np.uint64(2**31)
"""An additional line, of the first four alone, whose q is thus even; the other solutions are the complements."""


def all_magic_tours(
    *board: int | BaseBoard,
    store: StrPath,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Tour]:
    """Return all semi-magic tours of a rectangle, one of each class, by an exhaustive search kept in a directory.

    Unlike `magic_tours`, it covers all tours. On 8 x 8 it takes hours; the next call resumes it.

    Parameters
    ----------
    *board
        The board, or its rows and columns: up to 64 squares.
    store
        A directory: missing, empty, or that of an earlier run.
    workers
        The number of processes; by default as many as there are processors.
    executor
        The executor that does the work instead.
    progress
        A function that is called with a description of the work, the amount done, and the total.

    Returns
    -------
    list[Tour]
        Open and closed tours, whose `order()` begins at number 1.

    Raises
    ------
    NoSuchTour
        If a theorem rules such tours out.
    UnsupportedBoard
        If the board is not a rectangle that can be searched.
    JobUnfinished
        If the work ends early; the next call resumes it.
    """
    asked = _searched(board_of(*board))
    sides = {"rows": asked.rows, "cols": asked.cols}
    job = jobs.Job(_NAME, sides, _shards(asked), search_shard, version=_VERSION)
    files = jobs.run(job, store, executor, workers=workers, progress=progress)
    return _tours(asked, (order for file in files for order in json.loads(file.read_bytes())))


def search_shard(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """Search, in a worker, one part of the sets of late squares; return the orders of the tours found, in JSON."""
    part, _, parts = shard.partition("-of-")
    board = Board(int(parameters["rows"]), int(parameters["cols"]))
    known = kept() if board.shape == (8, 8) else {}
    orders = known[shard] if shard in known else _orders(board, int(part), int(parts))
    return jobs.Result(json.dumps(orders).encode(), len(orders))


@lru_cache(1)
def kept() -> dict[str, list[list[int]]]:
    """Return the orders of the tours of the shards of 8 x 8 that have been searched."""
    lines = (line.split() for line in KEPT.read_text(encoding="ascii").splitlines() if not line.startswith("#"))
    return {shard: [list(map(_SIGNS.index, order)) for order in orders] for shard, *orders in lines}


def keep(store: StrPath) -> None:
    """Enter the finished shards of a store of 8 x 8, beside those that are kept already."""
    found = {path.stem: json.loads(path.read_bytes()) for path in Path(store).glob("*-of-*.json")}
    lines = [_HEAD]
    for shard, orders in sorted((kept() | found).items()):
        lines.append(" ".join([shard, *("".join(map(_SIGNS.__getitem__, order)) for order in orders)]))
    write_atomically(KEPT, ("\n".join(lines) + "\n").encode())


def _searched(board: BaseBoard) -> Board:
    """Return the board if it can be searched, else raise."""
    board = possible_board(board)
    if board.size > MOST:
        raise UnsupportedBoard(f"all magic tours are searched on boards of up to {MOST} squares, not on {board}")
    return board


def _shards(board: Board) -> list[str]:
    """Return the names of the shards, in order."""
    parts = _PARTS if board.size == MOST else _FEW
    digits = len(str(parts - 1))
    return [f"{part:0{digits}}-of-{parts}" for part in range(parts)]


def _tours(board: Board, orders: Iterable[list[int]]) -> list[Tour]:
    """Return one tour of each class among those that visit the squares in these orders."""
    least = {min(images_of_tour(board, np.array(order)), key=np.ndarray.tobytes).tobytes() for order in orders}
    return [tour_numbered(board, np.frombuffer(order, np.int64)) for order in sorted(least)]


# The work of a shard


class _Tables(NamedTuple):
    """What all shards of a board need."""

    squares: Squares
    halves: Halves
    mixed: NDArray[np.int64]
    """The numbers of the upper halves in random order."""
    places: NDArray[np.int64]
    """The symmetries of the board as permutations of squares."""
    exchanged: NDArray[np.bool_]
    """Whether each of them exchanges the colours."""


@lru_cache(1)
def _tables(rows: int, cols: int) -> _Tables:
    board = Board(rows, cols)
    squares = squares_of(board)
    halves = halves_of(board, squares)
    mixed = np.argsort(halves.upper * np.uint64(0x9E3779B97F4A7C15), kind="stable")
    return _Tables(squares, halves, mixed, *images_of(board))


def _orders(board: Board, part: int, parts: int) -> list[list[int]]:
    """Return the orders of the tours of a part, in which a class may occur more than once."""
    long, short = max(board.shape), min(board.shape)
    squares, halves, mixed, places, exchanged = _tables(long, short)
    chosen = mixed[part::parts]
    found = search(
        halves.upper[chosen], halves.wanted[chosen], halves.lower, halves.labels, places, exchanged, squares,
        *_room(board.size),
    )  # fmt: skip
    numbers = np.arange(board.size).reshape(board.shape)
    upright = numbers if board.rows == long else numbers.T
    orders: list[list[int]] = upright.ravel()[found].tolist()
    return orders


class _Kinds(NamedTuple):
    """The squares of each kind, given the late squares."""

    members: NDArray[np.int64]
    """(4, fours): the squares of each kind."""
    places: NDArray[np.int64]
    """The place of each square among those of its kind."""
    onward: NDArray[np.uint64]
    """(4, fours): the squares of the next kind to which moves lead from each square."""


class _Room(NamedTuple):
    """Arrays for the intermediate results of kernels."""

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    previous: NDArray[np.int64]
    queue: NDArray[np.int64]
    options: NDArray[np.uint64]
    fours: NDArray[np.int64]
    """(fours, 4): the places of the squares of each four."""
    ends: NDArray[np.uint64]
    """The lines of the last square in each place."""
    after: NDArray[np.uint64]
    """The fours that may follow the last square in each place."""
    onward: NDArray[np.uint64]
    """The fours that may follow each four."""
    partial: NDArray[np.uint64]
    """The words of `_eliminate` for the first three squares of each four."""
    words: NDArray[np.uint64]
    """The words for all four squares, and for the lines whose sum of q is odd."""
    null: NDArray[np.uint64]
    odd: NDArray[np.uint64]
    """Sets of fours that may have odd q."""


def _room(size: int) -> tuple[_Kinds, _Room]:
    """Return empty tables for a board of this size."""
    fours = size // 4

    def numbers(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, np.int64)

    def masks(*shape: int) -> NDArray[np.uint64]:
        return np.zeros(shape, np.uint64)

    kinds = _Kinds(numbers(4, fours), numbers(size), masks(4, fours))
    return kinds, _Room(
        left=numbers(fours),
        right=numbers(size),
        previous=numbers(size),
        queue=numbers(size),
        options=masks(fours),
        fours=numbers(fours, 4),
        ends=masks(fours),
        after=masks(fours),
        onward=masks(fours),
        partial=masks(fours),
        words=masks(fours + 1),
        null=masks(fours),
        odd=masks(1 << fours - 1),
    )


@kernel
def _is_least(late, upper, places, exchanged):
    """Whether no image of a set of late squares has a smaller upper half."""
    half = places.shape[1] // 2
    for image in range(len(places)):
        for square in range(half - 1, -1, -1):
            there = (late >> np.uint64(places[image, square]) & _ONE == _ONE) != exchanged[image]
            here = upper >> np.uint64(square) & _ONE == _ONE
            if there != here:
                if here:
                    return False
                break
    return True


@kernel
def _sort_by_kind(late, squares, kinds):
    """Fill the tables of kinds."""
    early = squares.everything & ~late
    for kind in range(4):
        mine, following = late if kind >= 2 else early, late if 1 <= kind <= 2 else early
        mine &= squares.black if kind % 2 == 0 else ~squares.black
        following &= squares.black if kind % 2 else ~squares.black
        for place in range(kinds.members.shape[1]):
            square = lowest_bit(mine)
            mine &= mine - _ONE
            kinds.members[kind, place], kinds.places[square] = square, place
            kinds.onward[kind, place] = squares.near[square] & following


@kernel
def _matched(onward, room):
    """Return the size of a maximum matching."""
    used, size = _NONE, 0
    partner, mate, previous, queue = room.right, room.left, room.previous, room.queue
    for start in range(onward.size):
        seen, head, tail, end = _NONE, 0, 1, -1
        queue[0] = start
        while head < tail and end < 0:
            here = queue[head]
            head += 1
            free = onward[here] & ~used
            fresh = free or onward[here] & ~seen
            seen |= fresh
            while fresh:
                there = lowest_bit(fresh)
                fresh &= fresh - _ONE
                previous[there] = here
                if free:
                    end = there
                    break
                queue[tail] = partner[there]
                tail += 1
        if end < 0:
            continue
        used |= _ONE << np.uint64(end)
        size += 1
        here = -1
        while here != start:
            here = previous[end]
            before = mate[here]
            partner[end], mate[here] = here, end
            end = before
    return size


@kernel
def _list_matchings(onward, places, found, room):
    """List the perfect matchings as the places of the partners.

    Return them, in an array that may have grown, and their number. The square with the fewest free partners is matched
    next.
    """
    fours = onward.size
    used, waiting, size, level = _NONE, (_ONE << np.uint64(fours)) - _ONE, 0, 0
    chosen, partner, options = room.left, room.right, room.options
    is_new = True
    while level >= 0:
        if is_new:
            chosen[level], fewest, rest = 0, fours + 1, waiting
            while rest and fewest:
                place = lowest_bit(rest)
                rest &= rest - _ONE
                many = bit_count(onward[place] & ~used)
                if many < fewest:
                    chosen[level], fewest = place, many
            options[level] = onward[chosen[level]] & ~used
            waiting ^= _ONE << np.uint64(chosen[level])
            is_new = False
        else:
            used ^= _ONE << np.uint64(partner[level])
        if not options[level]:
            waiting ^= _ONE << np.uint64(chosen[level])
            level -= 1
            continue
        partner[level] = lowest_bit(options[level])
        options[level] &= options[level] - _ONE
        used |= _ONE << np.uint64(partner[level])
        if level < fours - 1:
            level, is_new = level + 1, True
            continue
        if size == len(found):
            found = lengthened(found, size, 2 * size)
        for step in range(fours):
            found[size, chosen[step]] = places[partner[step]]
        size += 1
    return found, size


@kernel
def _eliminate(words, null):
    """Solve the equations modulo 2; return the last word, reduced, and the number of independent sets in `null`.

    Each word holds the vector of a four modulo 2, a bit for each line, and above it the set of that four; the last one
    holds the vector that is wanted. If it is reduced to zero, the set above it adds up to the wanted vector, and so do
    its sums with the sets in `null`, whose vectors add up to zero.
    """
    nullity = 0
    for place in range(words.size - 1):
        word = words[place]
        vector = word & _LINES
        if not vector:
            null[nullity] = word >> _LABEL
            nullity += 1
            continue
        pivot = np.uint64(lowest_bit(vector))
        for other in range(words.size):  # without branches, so that several words are changed at a time
            words[other] ^= word & (_NONE - (words[other] >> pivot & _ONE))
        words[place] = word
    return words[-1], nullity


@kernel
def _can_alternate(odd, onward):
    """Whether a move leads from each four but one to a four of the other parity, and to each but one."""
    reached, dead_ends = _NONE, 0
    for four in range(onward.size):
        others = odd ^ (_NONE - (odd >> np.uint64(four) & _ONE))
        following = onward[four] & others
        reached |= following
        if not following:
            dead_ends += 1
            if dead_ends > 1:
                return False
    return bit_count(reached) >= onward.size - 1


@kernel
def _list_chains(odd, found, size, squares, kinds, room):
    """Append the tours through the fours, in which even and odd places alternate; return them and their number."""
    fours = len(room.fours)
    everything = (_ONE << np.uint64(fours)) - _ONE
    even, free, level = everything ^ odd, everything, 0
    options, chain = room.options, room.queue
    options[0] = even
    while level >= 0:
        if not options[level]:
            level -= 1
            if level >= 0:
                free |= _ONE << np.uint64(chain[level])
            continue
        four = lowest_bit(options[level])
        chain[level] = four
        options[level] &= options[level] - _ONE
        if level < fours - 1:
            free ^= _ONE << np.uint64(four)
            level += 1
            options[level] = room.onward[four] & free & (odd if level % 2 else even)
            continue
        if not _adds_up(chain, squares, kinds, room):
            continue
        if size == len(found):
            found = lengthened(found, size, 2 * size)
        for q in range(fours):
            for kind in range(4):
                found[size, 4 * q + kind] = kinds.members[kind, room.fours[chain[q], kind]]
        size += 1
    return found, size


@kernel
def _adds_up(chain, squares, kinds, room):
    """Whether the sums of the chain's numbers are equal."""
    for line in range(squares.sums.size):
        total = squares.sums[line]
        for q in range(len(room.fours)):
            for kind in range(4):
                if squares.lines[kinds.members[kind, room.fours[chain[q], kind]]] >> np.uint64(line) & _ONE:
                    total -= 2 * q + kind // 2
        if total:
            return False
    return True


@kernel
def _parities(late, squares):
    """Return the lines whose sum of q is odd."""
    odd = _NONE
    for line in range(squares.sums.size):
        total = squares.sums[line]
        rest = late
        while rest:
            total -= np.int64(squares.lines[lowest_bit(rest)] >> np.uint64(line) & _ONE)
            rest &= rest - _ONE
        odd |= np.uint64(total // 2 % 2) << np.uint64(line)
    return odd


@kernel
def _has_matchings(kinds, room):
    """Whether each kind can be matched with the next one, but for the last square of the tour."""
    fours = kinds.members.shape[1]
    for kind in range(3):
        if _matched(kinds.onward[kind], room) < fours:
            return False
    return _matched(kinds.onward[3], room) >= fours - 1


@kernel
def _list_odd(odd_lines, room):
    """List the sets of fours that may have odd q, up to an exchange with the others; return their number."""
    fours, size = len(room.fours), 0
    for four in range(fours):
        room.words[four] = room.partial[four] ^ room.ends[room.fours[four, 3]]
    room.words[fours] = odd_lines
    solution, nullity = _eliminate(room.words, room.null)
    if solution & _LINES:
        return 0
    odd = solution >> _LABEL
    for step in range(1 << nullity):
        if step:  # a Gray code
            odd ^= room.null[lowest_bit(np.uint64(step))]
        if bit_count(odd) == fours // 2 and _can_alternate(odd, room.onward):
            room.odd[size] = odd
            size += 1
    return size


@kernel
def _join_kinds(squares, kinds, room):
    """Fill in the lines of the last squares, and the fours that may follow them."""
    for place in range(room.after.size):
        room.ends[place] = squares.lines[kinds.members[3, place]]
        room.after[place], rest = _NONE, kinds.onward[3, place]
        while rest:
            room.after[place] |= _ONE << np.uint64(kinds.places[lowest_bit(rest)])
            rest &= rest - _ONE


@kernel
def _begin_fours(first, second, squares, kinds, room):
    """Fill in the first three squares of each four, given the matchings that join them."""
    for four in range(len(room.fours)):
        room.fours[four, 0], room.fours[four, 1], room.fours[four, 2] = four, first[four], second[first[four]]
        room.partial[four] = _ONE << _LABEL + np.uint64(four)
        for kind in range(3):
            room.partial[four] ^= squares.lines[kinds.members[kind, room.fours[four, kind]]]
    room.partial[0] |= _FIRST


@kernel
def _can_complete(third, room):
    """Fill in the last square of each four, given the matching that leads there; return whether they may form a chain.

    A move must lead from each four but one to another one, and to each but one.
    """
    reached, dead_ends = _NONE, 0
    for four in range(len(room.fours)):
        last = third[room.fours[four, 2]]
        room.fours[four, 3], room.onward[four] = last, room.after[last]
        following = room.after[last] & ~(_ONE << np.uint64(four))
        reached |= following
        dead_ends += following == _NONE
    return dead_ends < 2 and bit_count(reached) >= len(room.fours) - 1


@kernel
def _search_set(late, found, size, squares, kinds, room):
    """Append the tours with these late squares; return them and their number."""
    fours = len(room.fours)
    everything = (_ONE << np.uint64(fours)) - _ONE
    first, firsts = _list_matchings(kinds.onward[0], kinds.places, np.empty((16, fours), np.int64), room)
    second, seconds = _list_matchings(kinds.onward[1], kinds.places, np.empty((16, fours), np.int64), room)
    third, thirds = _list_matchings(kinds.onward[2], kinds.places, np.empty((16, fours), np.int64), room)
    odd_lines = _parities(late, squares)
    _join_kinds(squares, kinds, room)
    for one in range(firsts):
        for two in range(seconds):
            _begin_fours(first[one], second[two], squares, kinds, room)
            for three in range(thirds):
                if not _can_complete(third[three], room):
                    continue
                for number in range(_list_odd(odd_lines, room)):  # which mostly lists none
                    for odd in (room.odd[number], room.odd[number] ^ everything):
                        found, size = _list_chains(odd, found, size, squares, kinds, room)
    return found, size


@kernel(steps=UNBOUNDED)
def search(upper, wanted, lower, labels, places, exchanged, squares, kinds, room):
    """Return the squares of semi-magic tours in order.

    Parameters
    ----------
    upper, wanted, lower, labels
        See `Halves`.
    places, exchanged
        The symmetries of the board as permutations of squares, and whether they exchange the colours.
    squares
        See `Squares`.
    kinds, room
        Tables to fill.

    Returns
    -------
    array
        `int64` (tours, squares).
    """
    found, size = np.empty((4, squares.near.size), np.int64), 0
    for number in range(upper.size):
        begin = np.searchsorted(labels, wanted[number] << _LABEL | upper[number])
        end = np.searchsorted(labels, (wanted[number] + _ONE) << _LABEL)
        for other in range(begin, end):
            late = upper[number] | lower[other]
            if not may_be_late(late, squares.everything, squares.everything, squares):
                continue
            if not _is_least(late, upper[number], places, exchanged):
                continue
            _sort_by_kind(late, squares, kinds)
            if _has_matchings(kinds, room):
                found, size = _search_set(late, found, size, squares, kinds, room)
    return found[:size]


def main() -> None:
    """Search a board, and print its tours as numbered boards."""
    parser = argparse.ArgumentParser(description="List all semi-magic tours of a board.")
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("store", help="the folder of the search: new, empty, or that of an earlier run")
    parser.add_argument("--keep", action="store_true", help=f"only enter the shards of the store in {KEPT.name}")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster at tcp://HOST:PORT")
    given = parser.parse_args()
    if given.keep:
        keep(given.store)
        return
    with jobs.executor(None, given.scheduler) as executor:
        tours = all_magic_tours(given.rows, given.cols, store=given.store, executor=executor, progress=Bar())
    for tour in tours:
        sys.stdout.write(f"{to_text(tour)}\n")


if __name__ == "__main__":
    main()
