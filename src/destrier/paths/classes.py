"""The classes of closed paths, each listed once with its properties.

A fixed path is written as its *word*: its moves from its root, its lexicographically smallest square, in the direction
whose first move is smaller. The word of a class is the smallest of the words of its eight images, and its *code* is the
word read as an octal number, 3 bits per move.

Words are generated depth first in order, and a word is kept if no image has a smaller one. Each class is therefore
found exactly once, without look-ups among earlier ones, and in order. A shard is a range of words.

Source: Kapralov and others, Section 3 (minimal representatives), with words of moves instead of numbers of squares.

Cost: about 0.2 microseconds per fixed path, of which a class has nearly eight. Memory: 24 bytes per class.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.primitives import lengthened
from destrier.paths.path_counts import check_length
from destrier.paths.plane import OFFSETS, ORIGIN, SIZE, WIDTH, distances, down_crossing, half_plane
from destrier.support.errors import UnsupportedBoard
from destrier.support.kernels import UNBOUNDED, kernel

LISTED: Final = 12
"""The length of the longest paths to list in memory."""

_TURNS: Final = [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]
_REFLECTIONS: Final = [(1, 0, 0, -1), (-1, 0, 0, 1), (0, 1, 1, 0), (0, -1, -1, 0)]
_IMAGES: Final = np.array(_TURNS + _REFLECTIONS)
"""(8, 4): the symmetries of the square as matrices: quarter turns, reflections in two axes, and in two diagonals."""

_MOVE_IMAGES: Final = np.array(
    [[MOVES.index((a * row + b * col, c * row + d * col)) for row, col in MOVES] for a, b, c, d in _IMAGES.tolist()]
)
"""(8, 8): the image of each move, by symmetry and move."""

_LIKE: Final = 10
"""A length listed in an instant, used to predict the work on longer ones."""

_HEAD: Final = 5
"""The number of moves at the beginning of a word that determine its shard."""

SYMMETRY_GROUPS: Final = ("none", "half", "quarter", "axis", "diagonal", "axes", "diagonals", "full")
"""The possible symmetry groups of a path: a half-turn; quarter turns; one or two axes or diagonals; all."""


def symmetry_group(rotations: int, *, axes: bool, diagonals: bool) -> str:
    """Return the group with this number of rotations, and with reflections in axes or diagonals."""
    if axes and diagonals:
        return "full"
    if axes:
        return "axes" if rotations == 2 else "axis"
    if diagonals:
        return "diagonals" if rotations == 2 else "diagonal"
    return {2: "half", 4: "quarter"}.get(rotations, "none")


def _group(kept: int) -> int:
    """Return the symmetry group with these symmetries, given as bits in the order of `_IMAGES`."""
    rotations, axes, diagonals = (kept & 0b1111).bit_count(), kept >> 4 & 3 > 0, kept >> 6 > 0
    return SYMMETRY_GROUPS.index(symmetry_group(rotations, axes=axes, diagonals=diagonals))


_GROUP: Final = np.array([_group(kept) for kept in range(256)], np.uint8)


class ClassTable(NamedTuple):
    """Classes of closed paths in the order of their codes, with a column for each property."""

    code: NDArray[np.uint64]
    """The word as an octal number."""
    crossings: NDArray[np.uint8]
    """The number of pairs of moves that cross."""
    symmetry: NDArray[np.uint8]
    """The symmetry group, as an index of `SYMMETRY_GROUPS`."""
    rows: NDArray[np.uint8]
    """The rows of the bounding box."""
    cols: NDArray[np.uint8]
    area: NDArray[np.float64]
    """The area inside the path, counted with its winding number, by the shoelace formula."""
    squares: NDArray[np.uint64]
    """A hash of the set of squares, the same for congruent sets."""


def list_part(length: int, number: int, of: int, *, uncrossed: bool) -> ClassTable:
    """Return part `number` of `of` parts of the classes of closed paths of an even length, cut in order."""
    depth = min(_HEAD, length - 1)
    first, last = _cut(length, of, depth, uncrossed=uncrossed)[number : number + 2]
    taken = half_plane()
    distance = np.stack([distances(taken, ORIGIN + OFFSETS[move + 1 :], length // 2) for move in range(8)])
    back = np.full(SIZE, -1)
    back[ORIGIN - OFFSETS] = np.arange(8)
    tables = taken, distance, back, _hashes(), OFFSETS, down_crossing(), _IMAGES, _MOVE_IMAGES
    table = _list_classes(length, uncrossed, depth, first, last, *tables)
    code, crossings, symmetry, rows, cols, twice_area, squares = table.T
    return ClassTable(
        code.astype(np.uint64),
        crossings.astype(np.uint8),
        _GROUP[symmetry],
        rows.astype(np.uint8),
        cols.astype(np.uint8),
        twice_area / 2,
        squares.astype(np.uint64),
    )


def _cut(length: int, of: int, depth: int, *, uncrossed: bool) -> list[int]:
    """Return the first heads of parts of about the same work, and the head after the last.

    A head is the number formed by the first `depth` moves. Half of the work is the search, equal for all heads, and
    half is the description of the results. The distribution of heads is about the same as for paths of `_LIKE` moves.
    """
    begin, end = 4 * 8**depth // 8, 7 * 8**depth // 8  # the first move is one of 4 to 6
    if of == 1:
        return [begin, end]
    like = min(length, _LIKE)
    codes = list_part(like, 0, 1, uncrossed=uncrossed).code
    found = np.bincount((codes >> np.uint64(3 * (like - depth))).astype(np.int64), minlength=end)[begin:end]
    work = np.cumsum(found / max(found.sum(), 1) + 1 / found.size) / 2
    return [begin, *(begin + np.searchsorted(work, np.arange(1, of) / of, side="right")).tolist(), end]


def list_paths(k: int, *, uncrossed: bool = False) -> list[str]:
    """Return the words of all classes of closed paths of length k in order, with a digit for each move.

    Raises
    ------
    DestrierError
        If k is odd or too small.
    UnsupportedBoard
        If k is above `LISTED`.

    See Also
    --------
    destrier.paths.count_paths, destrier.paths.path_class, destrier.paths.distinct_paths

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.list_paths(6)[:3]
    ['445001', '446002', '447003']
    """
    return [f"{code:o}" for code in list_classes(k, uncrossed=uncrossed).code.tolist()]


def list_classes(k: int, *, uncrossed: bool = False) -> ClassTable:
    """Return all classes of closed paths of length k; the errors are those of `list_paths`."""
    check_length(k)
    if k > LISTED:
        raise UnsupportedBoard(f"closed paths are listed up to length {LISTED}, not {k}: longer ones need a store")
    return list_part(k, 0, 1, uncrossed=uncrossed)


def _hashes() -> NDArray[np.uint64]:
    """Return a random word for each square relative to the root of a set, always the same."""
    return np.random.Generator(np.random.Philox(key=0)).integers(0, 2**64, SIZE, np.uint64)


@kernel
def _kept(moves, rows, cols, images, move_images):
    """Return the symmetries, as bits, that keep the word of these moves; 0 if one makes it smaller."""
    length = moves.size
    kept = 1
    for image in range(1, 8):
        a, b, c, d = images[image]
        smallest = 1 << 30
        root = 0
        for place in range(length):
            key = (a * rows[place] + b * cols[place]) * WIDTH + c * rows[place] + d * cols[place]
            if key < smallest:
                smallest, root = key, place
        turned = move_images[image]
        onward, backward = turned[moves[root]], turned[moves[root - 1]] ^ 4
        if min(onward, backward) > moves[0]:
            continue
        place, same = root, True
        for step in range(length):
            if onward < backward:
                move = turned[moves[place]]
                place = place + 1 if place + 1 < length else 0
            else:
                place = place - 1 if place else length - 1
                move = turned[moves[place]] ^ 4
            if move != moves[step]:
                if move < moves[step]:
                    return 0
                same = False
                break
        if same:
            kept |= 1 << image
    return kept


@kernel
def _hash(rows, cols, images, hashes):
    """Return the smallest of the sums of the hashes of the squares' images, relative to their roots."""
    least = ~np.uint64(0)
    for image in range(8):
        a, b, c, d = images[image]
        root = 1 << 30
        for place in range(rows.size):
            root = min(root, (a * rows[place] + b * cols[place]) * WIDTH + c * rows[place] + d * cols[place])
        total = np.uint64(0)
        for place in range(rows.size):
            key = (a * rows[place] + b * cols[place]) * WIDTH + c * rows[place] + d * cols[place]
            total += hashes[ORIGIN + key - root]
        least = min(least, total)
    return least


@kernel
def _crossings(moves, squares, offsets, crossing, present):
    """Return the number of pairs of moves that cross; `present` is blank before and after."""
    for place in range(moves.size):
        move, square = moves[place], squares[place]
        present[8 * square + move if move >= 4 else 8 * (square + offsets[move]) + move + 4] = 1
    both = 0
    for place in range(moves.size):
        for other in crossing[moves[place]]:
            both += present[8 * squares[place] + moves[place] + other]
    for place in range(moves.size):
        move, square = moves[place], squares[place]
        present[8 * square + move if move >= 4 else 8 * (square + offsets[move]) + move + 4] = 0
    return both // 2


@kernel(steps=UNBOUNDED)
def _list_classes(
    length, uncrossed, depth_of_head, first, last, taken, distance, back, hashes, offsets, crossing, images, move_images
):
    """Return the columns of the classes whose words begin with `first` to `last - 1`: `int64` (classes, 7)."""
    found = 0
    table = np.empty((256, 7), np.int64)
    taken = taken.copy()
    crossed = np.zeros(8 * taken.size, np.uint8)
    present = np.zeros(8 * taken.size, np.uint8)
    squares = np.empty(length, np.int64)
    moves = np.full(length, -1, np.int64)
    rows = np.zeros(length, np.int64)
    cols = np.zeros(length, np.int64)
    squares[0] = ORIGIN
    depth = 0
    while depth >= 0:
        here = squares[depth]
        if depth == length - 1:
            move = back[here]
            if moves[0] < move ^ 4 and not crossed[8 * ORIGIN + (move ^ 4)]:
                moves[depth] = move
                kept = _kept(moves, rows, cols, images, move_images)
                if kept:
                    if found == len(table):
                        table = lengthened(table, found, 2 * found)
                    code, twice_area = 0, 0
                    for place in range(length):
                        code = 8 * code + moves[place]
                        twice_area += rows[place - 1] * cols[place] - rows[place] * cols[place - 1]
                    table[found, 0] = code
                    table[found, 1] = 0 if uncrossed else _crossings(moves, squares, offsets, crossing, present)
                    table[found, 2] = kept
                    table[found, 3] = rows.max() + 1
                    table[found, 4] = cols.max() - cols.min() + 1
                    table[found, 5] = abs(twice_area)
                    table[found, 6] = np.int64(_hash(rows, cols, images, hashes))
                    found += 1
        else:
            moves[depth] += 1
            move = moves[depth]
            if move < 8:
                there = here + offsets[move]
                if taken[there] or distance[moves[0], there] > length - depth - 2:
                    continue
                if depth == depth_of_head - 1:
                    head = 0
                    for place in range(depth_of_head):
                        head = 8 * head + moves[place]
                    if not first <= head < last:
                        continue
                if uncrossed:
                    if crossed[8 * here + move if move >= 4 else 8 * there + move + 4]:
                        continue
                    for other in crossing[move]:
                        crossed[8 * here + move + other] += 1
                taken[there] = 1
                depth += 1
                squares[depth] = there
                rows[depth] = there // WIDTH - ORIGIN // WIDTH
                cols[depth] = there % WIDTH - ORIGIN % WIDTH
                moves[depth] = -1
                continue
        taken[here] = 0
        depth -= 1
        if depth >= 0 and uncrossed:
            for other in crossing[moves[depth]]:
                crossed[8 * squares[depth] + moves[depth] + other] -= 1
    return table[:found]
