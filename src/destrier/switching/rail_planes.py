"""Rails on bit planes: list them, and shatter and join tourneys by them (see `rails`).

In bit planes (see `bitplanes`), a square is a *place*, the number of its bit counted from the first row,
`64 * words * row + col`, so that a move is one addition. A rail is a code `place << 4 | pair << 1 | which`, where
`pair` numbers the six pairs of moves and `which` selects the primary one.

Rails are found on the planes, many at a time, and switched one by one on an array of *squares*, with a byte for each
place: bit `k` is the move `4 + k`.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.bitplanes import GUARD, MOVES_DOWN, shifted, words_in_row
from destrier.core.leaper import MOVES
from destrier.core.primitives import bit_count, find_root, lowest_bit, next_state, random_word, shuffle
from destrier.core.seeds import derive_key
from destrier.support.kernels import kernel
from destrier.switching import bands

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Planes

PAIRS: Final = np.array([[a - 4, *MOVES[a], b - 4, *MOVES[b]] for a, b in combinations(range(4, 8), 2)], np.int64)
"""The six pairs of downward moves, as (plane, row, col, plane, row, col)."""

_SAMPLE: Final = 8
"""Number of rails per cycle in the first pass of a join; enough for nearly all cycles, and faster than all rails."""

_BLOCK: Final = 1 << 20
"""Number of rails to shuffle together; they stay in the cache, which is ten times faster on large boards."""

_AT_A_SQUARE: Final = 4
"""Maximum number of rails with the same first square: three with one downward move, two with each of two."""

_BATCH: Final = 4
"""Number of rails to list at a time; their number is then easier to predict for the processor."""

_SPARE: Final = 64 * _AT_A_SQUARE + _BATCH
"""Spare room at the end of a list of codes, for the rails of another word and an incomplete batch."""

_CHUNK: Final = 256
"""Number of words whose rails are found before they are listed; they stay in the cache."""

_MOST: Final = 3
"""Maximum number of rails per square: each move can be the primary one of three."""

_TAKEN: Final = np.uint8(16)
"""The bit of a square that a rail has taken."""

_REACH: Final = 4
"""Maximum number of rows between the first and last rows of a rail."""


def shatter_planes(planes: Planes, shape: tuple[int, int], key: int, *, times: int = 1, disjoint: bool = False) -> None:
    """Shatter in place, a number of times, on the bit planes of a board of this shape.

    Bands of rows are independent; the rails across the cuts are listed before all others, and switched last.
    Memory: 1 byte per square, and at most 12 per square of a band and thread.
    """
    (rows, cols), words = shape, words_in_row(shape[1])
    squares = np.empty(64 * words * rows, np.uint8)
    _spread(planes, squares, words, cols)
    keys = np.uint64(key) + np.arange(times, dtype=np.uint64)
    in_one_band = bands.cut(shape, 0).size == 2
    with bands.sharing(shape) as share:
        for each in [keys] if in_one_band and times else keys.reshape(-1, 1):
            _shatter_together(planes, squares, shape, each, share, disjoint=disjoint)


def _shatter_together(
    planes: Planes,
    squares: NDArray[np.uint8],
    shape: tuple[int, int],
    keys: NDArray[np.uint64],
    share: bands.Share,
    *,
    disjoint: bool,
) -> None:
    cols = shape[1]
    words, cuts = words_in_row(cols), bands.cut(shape, derive_key(int(keys[0]), "cuts"))
    seams = _room_for(_AT_A_SQUARE * _REACH * cols * (cuts.size - 2), shape)
    across = _list_seams(planes, words, PAIRS, cuts, seams) if cuts.size > 2 else 0

    def work(first: int, stride: int) -> None:
        codes = _room_for(_MOST * cols * bands.highest(cuts), shape)
        _shatter_bands(planes, squares, words, cols, PAIRS, cuts, first, stride, codes, disjoint, keys)

    share(cuts, work)
    if across:
        _shatter_seams(planes, squares, words, cols, PAIRS, cuts, seams, across, disjoint, ~keys[0])


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
    rails = count_on_planes(planes, shape)
    few = rows * cols // 8
    lists_all = disjoint or rounds is not None
    codes = _room_for(rails if lists_all else min(rails, max(4 * _SAMPLE * count, few)), shape)
    squares, borders = np.empty(64 * words_in_row(cols) * rows, np.uint8), np.zeros_like(planes)
    thinning = 0 if lists_all else max((rails // (_SAMPLE * count)).bit_length() - 1, 0)
    number = 0
    while count > 1 and number != rounds:
        number += 1
        pass_key = np.uint64(derive_key(key, "pass", number))
        left = _join_pass(
            planes,
            squares,
            borders,
            cols,
            MOVES_DOWN,
            PAIRS,
            labels,
            parents,
            count,
            codes,
            disjoint,
            thinning,
            pass_key,
        )
        if left == count and thinning == 0:
            break
        count, thinning = left, 0
        codes = codes if lists_all else codes[: max(4 * _SAMPLE * count, few) + _SPARE]
    return count


def count_on_planes(planes: Planes, shape: tuple[int, int]) -> int:
    """Return the number of rails on the bit planes of a board of this shape."""
    return int(_count_rails(planes, words_in_row(shape[1]), shape[0], PAIRS))


def list_rails(planes: Planes, shape: tuple[int, int]) -> NDArray[np.int64]:
    """Implement `rails.find_rails` on the bit planes of a board of this shape."""
    codes = _room_for(count_on_planes(planes, shape), shape)
    words, rows = words_in_row(shape[1]), (0, shape[0])
    listed = _list_rails(planes, words, rows, rows, PAIRS, None, codes, 0, np.uint64(0))
    rails = np.empty((listed, 3), np.int64)
    _decode(np.sort(codes[:listed]), words, shape[1], PAIRS, rails)
    return rails


def _room_for(rails: int, shape: tuple[int, int]) -> NDArray[np.uint32] | NDArray[np.int64]:
    """Return an array for this many codes, and those that `_list_rails` may write before it checks."""
    size = rails + _SPARE
    return np.empty(size, np.uint32) if 64 * words_in_row(shape[1]) * shape[0] < 1 << 28 else np.empty(size, np.int64)


@kernel
def rails_at(planes, word, words, pair):
    """Return the masks of a word's 64 squares at which the pair's first, or second, move is primary in a rail."""
    a, b, word = planes[pair[0]], planes[pair[3]], np.uintp(word)
    a_far = shifted(a, word + np.uintp(pair[4] * words - (pair[5] < 0)), np.uint64(pair[5] & 63))
    b_far = shifted(b, word + np.uintp(pair[1] * words - (pair[2] < 0)), np.uint64(pair[2] & 63))
    return a[word] & a_far & ~(b[word] | b_far), b[word] & b_far & ~(a[word] | a_far)


@kernel(steps=16)
def _count_rails(planes, words, rows, pairs):
    total = 0
    for number in range(pairs.shape[0]):
        pair = pairs[number]
        for word in range(np.uintp(GUARD), np.uintp(GUARD + max(rows - pair[1] - pair[4], 0) * words)):
            first, second = rails_at(planes, word, words, pair)
            total += bit_count(first | second)
    return total


@kernel(steps=2)
def _list_rails(planes, words, rows, feet, pairs, borders, codes, thinning, key):
    """Write the codes of all rails or, given `borders`, of those that link two sets; return their number.

    Only rails with a first row in `rows` and a last row in `feet` are considered, a random one in 2 ** thinning of
    them. Stop when `codes` has no room for the rails of another word.
    """
    one, last, listed = np.uint64(1), np.uint64(1 << 63), np.uintp(0)  # unsigned: signs cost tests
    height = max(_CHUNK // words, 1)
    rails = np.empty((pairs.shape[0], height * words), np.uint64)
    seconds = np.empty_like(rails)
    for top in range(rows[0], rows[1], height):
        chunk = (top, min(top + height, rows[1]))
        for number in range(pairs.shape[0]):
            a, down_a, right_a, b, down_b, right_b = pairs[number]
            pair = (a, down_a, right_a, b, down_b, right_b)  # numbers: an array might be written to in the meantime
            _find_rails(planes, words, chunk, feet, pair, borders, rails[number], seconds[number])
        for word in range(np.uintp((chunk[1] - top) * words)):
            if np.int64(listed) + _SPARE > codes.size:
                return np.int64(listed)
            place = (np.uint64(top * words) + word) * np.uint64(64)
            sample = ~np.uint64(0)
            for draw in range(thinning):
                sample &= random_word(key, place + np.uint64(64 * GUARD + draw))
            for number in range(np.uintp(pairs.shape[0])):
                bits, second = rails[number, word] & sample, seconds[number, word]
                first_code = place << np.uint64(4) | np.uint64(number) << one
                end = listed + np.uintp(bit_count(bits))
                while listed < end:
                    for item in range(np.uintp(_BATCH)):
                        col = np.uint64(lowest_bit(bits | last))  # what a batch lists beyond the end is overwritten
                        bits &= bits - one
                        codes[listed + item] = first_code + (col << np.uint64(4)) + (second >> col & one)
                    listed += np.uintp(_BATCH)
                listed = end
    return np.int64(listed)


@kernel
def _find_rails(planes, words, rows, feet, pair, borders, rails, seconds):
    """Write the masks of a pair's rails as `_list_rails` considers them, and of those with the second move primary."""
    height = pair[1] + pair[4]
    top = min(max(rows[0], feet[0] - height), rows[1])
    bottom = max(min(rows[1], feet[1] - height), top)
    rails[: (top - rows[0]) * words] = 0
    rails[(bottom - rows[0]) * words :] = 0
    first_word = np.uintp(rows[0] * words)
    for word in range(np.uintp(top * words), np.uintp(bottom * words)):
        first, second = rails_at(planes, word + np.uintp(GUARD), words, pair)
        if borders is not None:  # a rail links the sets at the ends of its cross moves
            first &= borders[pair[3], word + np.uintp(GUARD)]
            second &= borders[pair[0], word + np.uintp(GUARD)]
        rails[word - first_word] = first | second
        seconds[word - first_word] = second


@kernel
def _find_borders(borders, cols, down, labels):
    """Mark in plane k the squares whose label differs from that of the square to which move 4 + k leads."""
    words = (cols + 65) // 64
    flat = labels.reshape(labels.size)
    for plane in range(4):
        drow, dcol = down[plane]
        for row in range(labels.shape[0] - drow):
            for word in range(words):
                here = np.uintp(row * cols + 64 * word)
                there = np.uintp(row * cols + 64 * word + drow * cols + dcol)
                bits = np.uint64(0)
                for col in range(np.uint64(max(min(64, cols - 64 * word - max(dcol, 0)), 0))):
                    bits |= np.uint64(flat[here + col] != flat[there + col]) << col
                borders[plane, GUARD + row * words + word] = bits


@kernel
def _decode(codes, words, cols, pairs, rails):
    for number, code in enumerate(codes):
        row, col = divmod(np.int64(code) >> 4, 64 * words)
        pair = pairs[code >> 1 & 7]
        rails[number, 0] = row * cols + col
        rails[number, 1 + (code & 1)] = pair[0] + 4
        rails[number, 2 - (code & 1)] = pair[3] + 4


@kernel(steps=4)
def _spread(planes, squares, words, cols):
    """Write the squares of a board, none of which is taken."""
    for number in range(squares.size // 64):
        word = np.uintp(number)
        a, b = planes[0, word + np.uintp(GUARD)], planes[1, word + np.uintp(GUARD)]
        c, d = planes[2, word + np.uintp(GUARD)], planes[3, word + np.uintp(GUARD)]
        for col in range(np.uint64(8 * _octets(cols - 64 * (number % words)))):
            low = (a >> col & np.uint64(1)) | (b >> col & np.uint64(1)) << np.uint64(1)
            high = (c >> col & np.uint64(1)) | (d >> col & np.uint64(1)) << np.uint64(1)
            squares[np.uintp(64) * word + col] = low | high << np.uint64(2)


@kernel
def _gather(planes, squares, words, cols, rows):
    """Write the planes of some rows."""
    eight = squares.view(np.uint64)
    ones, diagonal = np.uint64(0x0101010101010101), np.uint64(0x0102040810204080)
    for number in range(rows[0] * words, rows[1] * words):
        word = np.uintp(number)
        for plane in range(np.uint64(4)):
            bits = np.uint64(0)
            for octet in range(np.uint64(_octets(cols - 64 * (number % words)))):
                moves = eight[np.uintp(8) * word + octet] >> plane & ones
                bits |= (moves * diagonal >> np.uint64(56)) << np.uint64(8) * octet
            planes[plane, word + np.uintp(GUARD)] = bits


@kernel
def _octets(cols):
    """Return how many eighths of a word the columns from its first one on occupy."""
    return min(max(cols + 7, 0) // 8, 8)


@kernel
def _rail_table(words, pairs):
    """Return by the last four bits of a code its moves, and the places of the other moves relative to the first."""
    table = np.zeros((16, 4), np.uint64)  # unsigned: an index that may be negative costs a test
    for number in range(pairs.shape[0]):
        for which in range(2):
            primary, cross = (3, 0) if which else (0, 3)
            pair = pairs[number]
            table[number << 1 | which, 0] = pair[primary]
            table[number << 1 | which, 1] = pair[cross]
            table[number << 1 | which, 2] = 64 * words * pair[cross + 1] + pair[cross + 2]
            table[number << 1 | which, 3] = 64 * words * pair[primary + 1] + pair[primary + 2]
    return table


@kernel
def _switch_if_rail(squares, table, code):
    """Switch the rail with this code if it is still a rail, and return whether it was."""
    kind, near = np.uint64(code & 15), np.uint64(code >> 4)
    primary, cross = table[kind, 0], table[kind, 1]
    across, along = near + table[kind, 2], near + table[kind, 3]
    here, there, beyond = np.uint64(squares[near]), np.uint64(squares[across]), np.uint64(squares[along])
    is_rail = (here & there) >> primary & ~((here | beyond) >> cross) & np.uint64(1)
    squares[near] = here ^ (is_rail << primary | is_rail << cross)  # by zero or one: a branch would be unpredictable
    squares[across] = there ^ is_rail << primary
    squares[along] = beyond ^ is_rail << cross
    return is_rail != 0


@kernel
def _switch_in_random_order(squares, table, codes, size, disjoint, key):
    """Switch each code that is still a rail or, if they are to be disjoint, each whose squares are not taken."""
    one, left, state = np.uint64(1), np.uint64(size), random_word(key, np.uint64(0)) | np.uint64(1)
    while left:
        state = next_state(state)
        chosen = (state >> np.uint64(32)) * left >> np.uint64(32)
        left -= one
        code = codes[chosen]
        codes[chosen] = codes[left]
        if not disjoint or _take(squares, table, code):
            _switch_if_rail(squares, table, code)


@kernel(steps=2)
def _shatter_bands(planes, squares, words, cols, pairs, cuts, first, stride, codes, disjoint, keys):
    """Switch the rails inside every stride-th band from the first, once for each key."""
    table = _rail_table(words, pairs)
    for band in range(first, cuts.size - 1, stride):
        rows = (cuts[band], cuts[band + 1])
        for key in keys:
            if disjoint:
                for place in range(64 * words * rows[0], 64 * words * rows[1]):
                    squares[place] &= ~_TAKEN
            size = _list_rails(planes, words, rows, rows, pairs, None, codes, 0, key)
            _switch_in_random_order(squares, table, codes, size, disjoint, random_word(key, np.uint64(band)))
            _gather(planes, squares, words, cols, rows)


@kernel(steps=16)
def _list_seams(planes, words, pairs, cuts, codes):
    """Write the codes of all rails that span two bands, and return their number."""
    listed = 0
    for cut in cuts[1:-1]:
        rows, feet = (max(cut - _REACH, 0), cut), (cut, cut + _REACH)
        listed += _list_rails(planes, words, rows, feet, pairs, None, codes[listed:], 0, np.uint64(0))
    return listed


@kernel(steps=4)
def _shatter_seams(planes, squares, words, cols, pairs, cuts, codes, size, disjoint, key):
    _switch_in_random_order(squares, _rail_table(words, pairs), codes, size, disjoint, key)
    for cut in cuts[1:-1]:
        _gather(planes, squares, words, cols, (max(cut - _REACH, 0), min(cut + _REACH, cuts[-1])))


@kernel
def _take(squares, table, code):
    """Take the squares of a rail unless one of them is taken, and return whether they were free."""
    kind = np.uint64(code & 15)
    near = np.uint64(code >> 4)
    across, along = near + table[kind, 2], near + table[kind, 3]
    opposite = across + table[kind, 3]
    if (squares[near] | squares[across] | squares[along] | squares[opposite]) & _TAKEN:
        return False
    for place in (near, across, along, opposite):
        squares[place] |= _TAKEN
    return True


@kernel(steps=2)
def _join_pass(planes, squares, borders, cols, down, pairs, labels, parents, count, codes, disjoint, thinning, key):
    """Run one pass of `join_by_rails` on `count` sets, and return the number of sets left."""
    rows, words = (0, labels.shape[0]), (cols + 65) // 64
    table, label = _rail_table(words, pairs), labels.reshape(labels.size)
    _find_borders(borders, cols, down, labels)
    listed = _list_rails(planes, words, rows, rows, pairs, borders, codes, thinning, key)
    shuffle(codes, listed, _BLOCK, ~key)  # rails of different blocks interact only at their borders
    _spread(planes, squares, words, cols)
    left = count
    for code in codes[:listed]:
        if disjoint and not _take(squares, table, code):
            continue
        pair = pairs[code >> 1 & 7]
        across = 1 if code & 1 else 4
        row = np.int64(code >> 10) // words
        square = np.int64(code >> 4) - row * (64 * words - cols)
        one = find_root(parents, label[square])
        other = find_root(parents, label[square + pair[across] * cols + pair[across + 1]])
        if one != other and _switch_if_rail(squares, table, code):
            parents[max(one, other)] = min(one, other)
            left -= 1
            if left == 1:
                break
    _gather(planes, squares, words, cols, rows)
    if 1 < left < count:
        _relabel(label, parents)
    return left


@kernel
def _relabel(labels, parents):
    """Replace each label by the root of its set."""
    for element in range(parents.size):  # no element lies before its parent
        parents[element] = parents[parents[element]]
    for square in range(labels.size):
        if labels[square] >= 0:
            labels[square] = parents[labels[square]]
