"""Find the pieces of the tours with few crossings, and write them to their data file.

    python lab/tame_crossings.py > src/destrier/patterns/data/tame_crossings.txt
    python lab/tame_crossings.py --central > src/destrier/patterns/data/tame_crossings_central.txt

Lines, mirrors and edges are laid as the algorithm lays them. What is wrong with them in the corners, at the apexes and,
where there are more rows than columns, on a part of the left edge, is freed, filled by a solver so that all squares
have two moves, and annealed (see `annealing`). As the other squares stay, a piece fits all boards on which its
surroundings are the same: those of its class, that is, with as many columns modulo 20.

Where an odd number of rows has some more columns, lines from wedge to wedge close loops: a box at the lower apex is
annealed until they are one cycle. On tall boards of fewer than 80 columns, where the lower apex is near the left edge,
what lies between them is annealed once more. Where a large odd number of columns has more rows, all lines are flat, and
only the corners are annealed: of bottoms in which eight columns are repeated, and of tops in which ten are. These need
five minutes for each odd class modulo 10.

With `--central`, a half-turn maps the boards onto themselves, those with even sides. Whatever is changed, its image is
changed, too. So the numbers of cycles stay odd or even: they are odd where there are as many columns as a multiple of
four, and elsewhere two moves at the centre are exchanged. Boards of few columns are annealed whole: from any filling of
the board, or, from 20 columns on, from lines and mirrors in the same way, first where they are wrong and then
everywhere. Those of more rows have two rows in the middle as the algorithm has them, which may be repeated if the board
then stays one cycle. This takes an hour; the file that is stored was found with less effort for small boards, and with
other seeds for two strips. Small boards without the symmetry are found by `tame_joined.py`.

Needs OR-tools (`uv sync --group lab`). A class of large boards takes eight minutes: an hour and a half in all. The
file that is stored is the best of several runs, some by older versions of this program. The present one was run for all
classes, but not for the pieces of wide and tall boards, and found as few crossings or fewer. `--classes 0,2` takes
these columns modulo 20, `--classes 1,3` these modulo 8 and 10, and nothing else; with `--effort 0.1` it is quick.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from annealing import Schedule, anneal
from regions import Region, kept
from stored import DATA, write

import destrier as dt
from destrier.core.board import Board, move_slices, transform
from destrier.core.walks import label
from destrier.patterns.mosaic import Mosaic, lay
from destrier.patterns.patches import Pattern
from destrier.patterns.tame import crossings as algorithm
from destrier.patterns.tame.crossings import Starts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from destrier.core.choices import SymmetryKind
    from destrier.core.types import Mask, Moves, Square

_SYMMETRY: Final[dict[bool, SymmetryKind | None]] = {True: "central", False: None}
"""By whether boards are central."""


class Piece(NamedTuple):
    """A piece, as it stands in the file."""

    title: str
    moves: Moves

    def __str__(self) -> str:
        return "\n".join((self.title, *(bytes(row).hex() for row in self.moves)))


# The lines, and where they are wrong


RIGHT: Final = tuple(square >> 4 | square << 4 & 0xFF for square in algorithm.LEFT)
"""The last column and the one before it."""


def lines(rows: int, cols: int, starts: Starts, top: Starts | None = None) -> Moves:
    """A board without pieces; the mirrors at its top begin where those at the bottom do, unless told otherwise."""
    shape, edge = (rows, cols), algorithm.edged(algorithm.LEFT)
    zones = algorithm.with_wedges(algorithm.between(edge, edge, shape), shape, starts, top or starts)
    moves = np.empty(shape, np.uint8)
    Mosaic(shape, zones).paint(moves)
    return moves


def anchors(rows: int, cols: int, starts: Starts) -> dict[str, Square]:
    """Row, from the bottom, and column of each anchor."""
    height, apex = starts.apex(cols)
    return {
        "bottom-left": (0, 0),
        "bottom-right": (0, cols - 1),
        "bottom-apex": (height, apex),
        "top-right": (rows - 1, cols - 1),
        "top-left": (rows - 1, 0),
        "top-apex": (rows - 1 - height, cols - 1 - apex),
    }


def _apex_tenths(cols: int, starts: Starts) -> int:
    """Ten times the column in which the mirrors meet."""
    return cols + starts.right - 3 * starts.left


class Box(NamedTuple):
    """A rectangle, from so many rows above and columns right of an anchor on."""

    above: int
    right: int
    height: int
    width: int

    def turned(self) -> Box:
        """By 180 degrees about the anchor."""
        return Box(1 - self.above - self.height, 1 - self.right - self.width, self.height, self.width)

    def at(self, anchor: Square) -> tuple[slice, slice]:
        """Its rows, from the bottom, and columns; what is off the board is left out."""
        row, col = anchor[0] + self.above, anchor[1] + self.right
        return slice(max(row, 0), max(row + self.height, 0)), slice(max(col, 0), max(col + self.width, 0))


def boxes(cols: int, starts: Starts) -> dict[str, Box]:
    """By the names of their anchors."""
    tenths = _apex_tenths(cols, starts) % 10
    up = {
        "bottom-left": Box(0, 0, 9, 8),
        "bottom-right": Box(0, -11, 7, 12),
        "bottom-apex": Box((3 * tenths + 5) // 10 - 1, (tenths + 5) // 10 - 2, 7, 8),
    }
    down = zip(("top-right", "top-left", "top-apex"), up.values(), strict=True)
    return up | {name: box.turned() for name, box in down}


def in_boxes(rows: int, cols: int, starts: Starts, top: Starts | None = None) -> Mask:
    """Which squares are in boxes."""
    free = np.zeros((rows, cols), bool)
    for each, side in ((starts, "bottom"), (top or starts, "top")):
        places = anchors(rows, cols, each)
        for name, box in boxes(cols, each).items():
            if name.startswith(side):
                free[::-1][box.at(places[name])] = True
    return free


def filled(moves: Moves, free: Mask, seed: int, *, is_central: bool = False) -> Moves | None:
    """The board with its free squares filled by any moves from which one cycle may come; `None` if that cannot be."""
    filling = Region(moves, free, symmetry="central" if is_central else None).fill(seed=seed)
    if filling is None or Board(*moves.shape).find_fault(filling.moves, open_ends=False):
        return None
    if is_central and label(filling.moves)[1] % 2 == 0:
        return None  # changes with their images do not make the number odd
    return filling.moves


def with_images(moves: Moves, where: Mask) -> Moves:
    """The board with the images of these squares under the half-turn."""
    return np.where(where[::-1, ::-1], transform(moves, "rotate-180"), moves)


def whole(upper: Moves) -> Moves:
    """The board with this upper half, whose image is the lower one."""
    return np.concatenate([upper, transform(upper, "rotate-180")])


def exchange_at_centre(moves: Moves) -> None:
    """Exchange two moves where a tour with central symmetry has to cross the line through the centre twice more."""
    rows, cols = moves.shape
    if cols % 4 == 2:
        centre = moves[rows // 2 - 2 : rows // 2 + 2, cols // 2 - 2 : cols // 2 + 2]
        np.copyto(centre, algorithm._CENTRE, where=algorithm._CENTRE > 0)


def is_tour(moves: Moves, *, open_ends: bool = False) -> bool:
    """Whether it is one cycle, or, with open ends, one path."""
    return not Board(*moves.shape).find_fault(moves, open_ends=open_ends) and label(moves)[1] == 1


def crossings(moves: Moves) -> int:
    """Of a board that is known to be one."""
    return dt.crossings(dt.Tourney.trusted(moves, Board(*moves.shape)))


# The corners and apexes of large boards

_STARTS: Final = tuple(Starts(right, left) for right, left in product((-2, 0, 2), (-5, -3, -1)))
"""Even and odd: only then have the boxes as many squares of either colour to fill."""

_CENTRAL_STARTS: Final = tuple(Starts(right, left) for right, left in product((-4, -2, 0), (-7, -5)))
"""The same for tours with central symmetry."""

_ROOM: Final = 60
"""Columns of the boards on which they are searched, beyond the class."""


class Corners(NamedTuple):
    """The pieces of a class."""

    starts: Starts
    pieces: dict[str, tuple[Box, Moves]]
    is_central: bool

    @classmethod
    def cut(cls, moves: Moves, starts: Starts, *, is_central: bool = False) -> Corners:
        """Those of a board."""
        rows, cols = moves.shape
        places, up = anchors(rows, cols, starts), moves[::-1]
        pieces = {name: (box, up[box.at(places[name])][::-1]) for name, box in boxes(cols, starts).items()}
        return cls(starts, pieces, is_central)

    def rows(self, cols: int, more: int) -> int:
        """The rows of a board, by those of the left edge that are tied the other way."""
        return cols + (2 * more if self.is_central else more)

    def laid(self, rows: int, cols: int) -> Moves:
        """A board with them."""
        moves = lines(rows, cols, self.starts)
        if self.is_central:
            exchange_at_centre(moves)
        places = anchors(rows, cols, self.starts)
        for name, (box, piece) in self.pieces.items():
            moves[::-1][box.at(places[name])] = piece[::-1]
        return moves

    def in_file(self, residue: int) -> Iterator[Piece]:
        """As they stand in the file; with central symmetry, those at the top are images."""
        names = [name for name in self.pieces if not (self.is_central and name.startswith("top"))]
        for name in names:
            box, moves = self.pieces[name]
            words = residue, *self.starts, name, box.right, box.above
            yield Piece(" ".join(map(str, ("corner", *words))), moves)


def corners(residue: int, effort: float, *, is_central: bool) -> Corners:
    """Of all starts of the mirrors, the first with the fewest crossings: strips fit the first best."""
    cols = _ROOM + residue
    found = []
    for starts in _CENTRAL_STARTS if is_central else _STARTS:
        free = in_boxes(cols, cols, starts)
        moves = filled(Corners(starts, {}, is_central).laid(cols, cols), free, seed=0, is_central=is_central)
        if moves is not None:
            schedule = Schedule(int(1_000_000 * effort))
            moves, is_one = anneal(moves, free, schedule, seed=7, symmetry=_SYMMETRY[is_central])
            if is_one:
                found.append((starts, moves))
    starts, moves = min(found, key=lambda each: crossings(each[1]))
    result = Corners.cut(moves, starts, is_central=is_central)
    for side in range(algorithm.LARGE["closed"] + residue, 160, 20):
        dt.Tour(result.laid(side, side))  # or it would raise
    _tell_crossings(f"corners {residue}", moves)
    return result


_SEEDS: Final = 12
"""How many are tried until boards are one cycle."""


# Large boards with an odd number of rows and more columns

_WIDE_SEEDS: Final = range(1, 5)


def wide_pieces(residue: int, pieces: Corners, effort: float) -> Iterator[Piece]:
    """Those at the lower apex, for each number of columns beyond the rows."""
    cols = 2 * _ROOM + residue
    for more in range(3, algorithm._WIDE + 1, 2):
        laid = pieces.laid(cols - more, cols)
        free = np.zeros(laid.shape, bool)
        box = Box(-5 - 2 * more // 5, -5, 13 + 2 * more // 5, 15 + 6 * more // 5)
        free[::-1][box.at(pieces.starts.apex(cols))] = True
        schedule = Schedule(int((750_000 + 45_000 * more) * effort), hot=1.0)
        widths = [width for width in range(residue, 240, 20) if width - more > algorithm.LARGE["closed"]]
        boards = [pieces.laid(width - more, width) for width in widths if algorithm._has_wedges(width - more, width)]
        annealed = (anneal(laid, free, schedule, seed=seed)[0] for seed in _WIDE_SEEDS)
        piece = _apex_piece(f"wide {residue} {more}", annealed, laid, pieces.starts, boards)
        assert piece is not None, f"no piece fits {laid.shape}"
        yield piece


def _apex_piece(
    title: str, annealed: Iterable[Moves], laid: Moves, starts: Starts, boards: list[Moves]
) -> Piece | None:
    """The change of a laid board with the fewest crossings that makes all these boards one cycle."""
    changes = [np.where(moves == laid, 0, moves) for moves in annealed if label(moves)[1] == 1]
    found = [_trimmed(change[::-1], *starts.apex(laid.shape[1])) for change in changes if change.any()]
    fitting = [each for each in found if all(is_tour(_with_change(board, starts, *each)) for board in boards)]
    if not fitting:
        return None
    moves, row, col = min(fitting, key=lambda each: crossings(_with_change(laid, starts, *each)))
    return Piece(f"{title} {col} {row}", moves[::-1])


def _trimmed(up: Moves, above: int, right: int) -> tuple[Moves, int, int]:
    """The rectangle of the squares that are not zero, and where it is from this square on; rows are from the bottom."""
    rows, cols = np.nonzero(up)
    top, left = rows.min(), cols.min()
    return up[top : rows.max() + 1, left : cols.max() + 1], int(top) - above, int(left) - right


def _with_change(laid: Moves, starts: Starts, up: Moves, above: int, right: int) -> Moves:
    """The board with a change there."""
    moves = laid.copy()
    row, col = starts.apex(laid.shape[1])
    height, width = up.shape
    target = moves[::-1][row + above : row + above + height, col + right : col + right + width]
    np.copyto(target, up, where=up > 0)
    return moves


# The left edge of large boards

_DEPTH: Final = 5
"""Columns of a strip."""

_BELOW: Final = 4
_ABOVE: Final = 7
"""Rows below the lower, and above the upper apex's line that are part of a strip."""

_INNER: Final = 6
"""Rows of each of two strips between those lines."""

_ENDS: Final = (12, 13)
"""Rows beyond the columns of the boards on which two strips are searched."""


class Strip(NamedTuple):
    """Rows of the left edge, from so many above the line of the lower (0) or upper (1) apex on."""

    name: str
    apex: int
    above: int
    moves: Moves


def strips(cols: int, group: int, pieces: Corners, effort: float) -> Iterator[Piece]:
    """Those of boards of so many columns."""
    for more in (*(() if pieces.is_central else (-1,)), *range(1, algorithm._TALL), *_ENDS):
        found = _best_strips(cols, more, pieces, int(300_000 * effort))
        for strip in found:
            yield Piece(f"strip {group} {strip.name} {strip.above}", strip.moves)
        if more >= algorithm._TALL and cols < algorithm._REGULAR and not pieces.is_central:
            yield from _tall_piece(cols, more, pieces, found, effort)


def _best_strips(cols: int, more: int, pieces: Corners, worms: int) -> list[Strip]:
    """Of those found with two seeds, the ones with the fewest crossings that make all boards one cycle."""
    moves = _with_strips(cols, more, pieces, [])
    lower, upper = _left_ends(moves, pieces)
    free = np.zeros(moves.shape, bool)
    free[::-1][lower - _BELOW : upper + _ABOVE, :_DEPTH] = True
    if more >= algorithm._TALL:
        free[::-1][lower + _INNER : upper - _INNER] = False
    is_central = pieces.is_central
    if is_central:
        free |= free[::-1, ::-1]
    found: list[Moves] = []
    for seed in range(1, _SEEDS):
        start = filled(moves, free, seed, is_central=is_central)
        assert start is not None, f"no strip fits {moves.shape}"
        annealed, is_one = anneal(start, free, Schedule(worms, hot=1.0), seed=seed, symmetry=_SYMMETRY[is_central])
        if is_one and _make_one_cycle(cols, more, pieces, _cut(annealed, more, pieces)):
            found.append(annealed)
        if len(found) == 2:
            break
    assert found, f"no strip makes {moves.shape} one cycle"
    best = min(found, key=crossings)
    _tell_crossings("strips", best)
    return _cut(best, more, pieces)


def _cut(moves: Moves, more: int, pieces: Corners) -> list[Strip]:
    """The strips of a board."""
    lower, upper = _left_ends(moves, pieces)
    edge = moves[::-1, :_DEPTH]
    if more < algorithm._TALL:
        return [Strip(str(more), 0, -_BELOW, edge[lower - _BELOW : upper + _ABOVE][::-1])]
    parity = "odd" if more % 2 else "even"
    return [
        Strip(f"{parity}-lower", 0, -_BELOW, edge[lower - _BELOW : lower + _INNER][::-1]),
        Strip(f"{parity}-upper", 1, -_INNER, edge[upper - _INNER : upper + _ABOVE][::-1]),
    ]


def _with_strips(cols: int, more: int, pieces: Corners, parts: list[Strip]) -> Moves:
    """A board with these pieces and strips."""
    moves = pieces.laid(pieces.rows(cols, more), cols)
    ends = _left_ends(moves, pieces)
    up, laid = moves[::-1], np.zeros(moves.shape, bool)
    if more >= algorithm._TALL:
        up[ends[0] + _INNER : ends[1] - _INNER, :2] = algorithm.TALL_LEFT
        laid[::-1][ends[0] + _INNER : ends[1] - _INNER, :2] = True
    for strip in parts:
        first = ends[strip.apex] + strip.above
        up[first : first + len(strip.moves), :_DEPTH] = strip.moves[::-1]
        laid[::-1][first : first + len(strip.moves), :_DEPTH] = True
    return with_images(moves, laid) if pieces.is_central else moves


def _make_one_cycle(cols: int, more: int, pieces: Corners, parts: list[Strip]) -> bool:
    """Whether these strips do so with all rows and columns that they are for, up to some more."""
    return all(map(is_tour, _boards_with(cols, more, pieces, parts)))


def _boards_with(cols: int, more: int, pieces: Corners, parts: list[Strip]) -> Iterator[Moves]:
    """Boards of all rows and columns that these strips are for, up to some more."""
    widths = (cols,) if cols < algorithm._REGULAR else range(cols, cols + 60, 20)
    heights = (more,) if more < algorithm._TALL else range(algorithm._TALL + more % 2, 50, 2)
    return (_with_strips(width, height, pieces, parts) for width in widths for height in heights)


_TALL_SEEDS: Final = range(1, 9)


def _tall_piece(cols: int, more: int, pieces: Corners, parts: list[Strip], effort: float) -> Iterator[Piece]:
    """The one from the left edge to the lower apex of boards with these strips, if any saves crossings."""
    laid = _with_strips(cols, more, pieces, parts)
    (lower, _), (row, col) = _left_ends(laid, pieces), pieces.starts.apex(cols)
    free = np.zeros(laid.shape, bool)
    free[::-1][max(lower - 8, 0) : row + 7, : col + 11] = True
    free[::-1][lower + 8 :, : _DEPTH + 1] = False  # boards differ there by their rows
    schedule = Schedule(int(500_000 * effort), 0.9, 0.15)
    annealed = (anneal(laid, free, schedule, seed=seed)[0] for seed in _TALL_SEEDS)
    boards = list(_boards_with(cols, more, pieces, parts))
    piece = _apex_piece(f"tall {cols} {'odd' if more % 2 else 'even'}", annealed, laid, pieces.starts, boards)
    if piece is not None:
        yield piece


def _left_ends(moves: Moves, pieces: Corners) -> tuple[int, int]:
    """The rows, from the bottom, between which the left edge is tied the other way."""
    rows, cols = moves.shape
    lower, upper = _apex_ends(rows, cols, pieces.starts)
    return lower, (2 * rows - cols) // 4 if pieces.is_central else upper


def _apex_ends(rows: int, cols: int, starts: Starts) -> tuple[int, int]:
    """The rows, from the bottom, in which the lines through the two apexes begin at the left."""
    places = anchors(rows, cols, starts)
    lower, upper = (row - col // 2 for row, col in (places["bottom-apex"], places["top-apex"]))
    return lower, upper


# Boards of few columns with central symmetry

_FEWEST_WITH_LINES: Final = 20
"""Columns from which on it is better to begin with lines and mirrors."""

_SMALL_STARTS: Final = (Starts(0, -1), Starts(0, -3), Starts(-2, -1), Starts(0, 1))

GROWN: Final = (*range(14), 25, 26, 50)
"""How often the rows of a span are repeated to try it."""


def small_boards(cols: int, effort: float) -> Iterator[Piece]:
    """The upper halves of the boards of so many columns, up to the rows from which on a span has them all.

    A span is repeated in both halves.
    """
    for parity in (0, 2):
        span = _span(cols, parity, effort)
        for rows in range(cols + parity, 2 * len(span.moves), 4):
            moves = min(_annealed(rows, cols, None, effort), key=crossings)
            yield _told(Piece("board", moves[: rows // 2]))
        yield _told(Piece(f"span {' '.join(map(str, span.rows or ()))}", span.moves))


def _span(cols: int, parity: int, effort: float) -> Pattern:
    """The pattern with the fewest crossings that is one cycle however often its rows are repeated."""
    for more in (16, 20, 24):
        rows = cols + more + parity
        middle = 3 * rows // 4  # half-way between where the ties at the left become others
        tops = (middle - 2, middle - 1)
        spans = [_half(moves, top) for top in tops for moves in _annealed(rows, cols, top, effort)]
        fitting = [span for span in spans if all(is_tour(whole(grown(span, copies))) for copies in GROWN)]
        if fitting:
            return min(fitting, key=lambda span: crossings(whole(grown(span, 1))))
    raise AssertionError(f"no span of {cols} columns")


def _half(moves: Moves, top: int) -> Pattern:
    """The upper half of a board of whose lower half two rows may be repeated."""
    rows = len(moves)
    return Pattern(moves[: rows // 2], (rows - top - 2, rows - top))


def grown(pattern: Pattern, more_rows: int, more_cols: int = 0) -> Moves:
    """The board that a pattern makes with so many copies more of its rows and columns."""
    ways = zip(pattern.moves.shape, (pattern.rows, pattern.cols), (more_rows, more_cols), strict=True)
    out = np.empty([side + more * (span[1] - span[0]) if span else side for side, span, more in ways], np.uint8)
    lay(pattern, out)
    return out


def _annealed(rows: int, cols: int, top: int | None, effort: float) -> list[Moves]:
    """Boards of one cycle; two rows from this one on are as in the middle of the left edge of tall boards."""
    stays = np.zeros((rows, cols), bool)
    if top is not None:
        stays[top : top + 2] = True
    anneal_all = _annealed_from_lines if cols >= _FEWEST_WITH_LINES else _annealed_from_any
    for seed in range(1, _SEEDS, 2):
        found = [moves for moves, is_one in anneal_all(stays, seed, effort) if is_one]
        if found:
            return found
    return []


def _annealed_from_any(stays: Mask, seed: int, effort: float) -> Iterator[tuple[Moves, bool]]:
    """Two boards, and whether they are one cycle."""
    moves, free = _with_middle(np.zeros(stays.shape, np.uint8), stays)
    for each in (seed, seed + 1):
        start = filled(moves, free, each, is_central=True)
        if start is not None:
            schedule = Schedule(int(1_250_000 * effort), hot=1.3, price=2.5)
            yield anneal(start, free, schedule, seed=each, symmetry="central")


def _annealed_from_lines(stays: Mask, seed: int, effort: float) -> Iterator[tuple[Moves, bool]]:
    """A board for each of some starts of the mirrors, and whether it is one cycle."""
    rows, cols = stays.shape
    for starts in _SMALL_STARTS:
        moves, may_change = _with_middle(Corners(starts, {}, is_central=True).laid(rows, cols), stays)
        free = in_boxes(rows, cols, starts)
        lower, upper = _apex_ends(rows, cols, starts)
        if rows != cols:
            free[::-1][max(min(lower, upper) - _BELOW, 0) : max(lower, upper) + _ABOVE, :_DEPTH] = True
            free |= free[::-1, ::-1]
        free = loosened(moves, free & may_change) & may_change
        start = filled(moves, free, seed, is_central=True)
        if start is not None:
            rough, _ = anneal(start, free, Schedule(int(375_000 * effort)), seed=seed, symmetry="central")
            schedule = Schedule(int(750_000 * effort), 0.55, 0.15, 2.5)
            yield anneal(rough, may_change, schedule, seed=seed, symmetry="central")


def _with_middle(moves: Moves, rows: Mask) -> tuple[Moves, Mask]:
    """The board with these rows as in the middle of tall boards, and their images, and which squares are in others."""
    middle = np.full(moves.shape, algorithm.BULK, np.uint8)
    middle[:, :2], middle[:, :-3:-1] = algorithm.TALL_LEFT, RIGHT
    return with_images(np.where(rows, middle, moves), rows), ~(rows | rows[::-1, ::-1])


def loosened(moves: Moves, free: Mask) -> Mask:
    """Also the squares whose moves lead where they do not come back from, and those around one to which three lead."""
    while True:
        stays = np.where(free, 0, moves)
        stray, lacking = stays.copy(), np.zeros_like(free)
        for move, (here, there) in enumerate(move_slices(*moves.shape)):
            returned = free[there] | (stays[there] >> (move + 4) % 8 & 1 > 0)
            stray[here] &= ~(returned.astype(np.uint8) << move)
            lacking[there] |= (stays[here] >> move & 1 > 0) & ~returned
        overfull = free & (np.bitwise_count(kept(moves, free)) > 2)
        around = np.zeros_like(np.pad(free, 1))
        for down, right in product(range(3), range(3)):
            around[down : down + len(free), right : right + free.shape[1]] |= overfull
        wrong = (stray > 0) | lacking | around[1:-1, 1:-1]
        if not (wrong & ~free).any():
            return free
        free = free | wrong


# Tall boards of an odd number of columns

_ODD_RIGHT: Final = ((20, 18), (48, 18), (48, 80), (48, 18))
"""The last column and the one before it where lines lead from left to right, four rows from the bottom: two crossings a
row, and an odd number of moves from each row to the next, so that with the lines of an odd number of columns there is
an even number."""


def _odd_ties(rows: int, phase: int) -> Moves:
    """The last column and the one before it, from the top."""
    return np.array([_ODD_RIGHT[(row + phase) % 4] for row in range(rows)], np.uint8)[::-1]


_FLAT_BOTTOM: Final = np.frombuffer(
    bytes.fromhex("0303030303030303 1212121111111112 3028212121303030 2121212111111181"), np.uint8
).reshape(4, 8)
"""The lowest four rows where all lines are flat, from the bottom: 16 crossings every eight columns. Of all rims of four
rows that close no loops with these ties at the right, none has fewer crossings a column."""

_FLAT_TOP: Final = np.frombuffer(
    bytes.fromhex("03030303030303030303 11121112111212121111 30303021302830212121 11112181211121212111"), np.uint8
).reshape(4, 10)
"""The same for the top, turned by 180 degrees: 22 crossings every ten columns. The best, a pattern of 26 columns, has
57."""

_FLAT_BOX: Final = (10, 11)
"""Rows and columns of the boxes in the corners."""

_FLAT_ROWS: Final = 60
"""Rows of the boards on which the corners are searched."""

_FLAT_COLS: Final = {1: 41, 3: 33, 5: 35, 7: 37, 9: 39}
"""Their columns, by the columns modulo ten."""

_BOTTOM_ROWS: Final = 12
_TOP_ROWS: Final = {0: 16, 2: 14}
"""Rows that are stored; those at the top by the row of `_ODD_RIGHT` with which the right edge begins. The last four of
them may be repeated, so the whole has 0 or 2 rows modulo four."""


def flats(residue: int, effort: float) -> Iterator[Piece]:
    """The bottom for so many columns modulo eight, and the tops for so many modulo ten.

    Any bottom fits any top: two paths lead from each to the other, and neither closes a loop, so the whole is a cycle.
    Outside the corners, and so where they meet, all of them have the same moves.
    """
    if residue < 8:
        boards = _annealed_flats(32 + residue, 0, effort)
        moves = min((moves[-_BOTTOM_ROWS:] for moves in boards), key=crossings)
        yield Piece("bottom 12 20", moves)
    for phase, rows in _TOP_ROWS.items():
        boards = _annealed_flats(_FLAT_COLS[residue], phase, effort)
        moves = min((moves[:rows] for moves in boards), key=crossings)
        yield Piece(f"top {rows - 4} {rows} 12 22", moves)


@cache
def _annealed_flats(cols: int, phase: int, effort: float) -> list[Moves]:
    """Boards of one cycle, for each column with which the patterns of the bottom and the top may begin."""
    height, width = _FLAT_BOX
    free = np.zeros((_FLAT_ROWS, cols), bool)
    for down, across in product((slice(height), slice(-height, None)), (slice(width), slice(-width, None))):
        free[down, across] = True
    inside = np.arange(2, cols - 2)
    found = []
    for start, seed in product(range(0, 10, 2), range(1, 5)):
        moves = np.full(free.shape, algorithm.BULK, np.uint8)
        moves[:, :2], moves[:, :-3:-1] = algorithm.LEFT, _odd_ties(_FLAT_ROWS, phase)
        moves[:-5:-1, 2:-2] = _FLAT_BOTTOM[:, (inside + start) % 8]
        top = _FLAT_TOP[:, (cols - 1 - inside + start) % 10]
        moves[:4, 2:-2] = top >> 4 | top << 4
        filling = filled(moves, free, seed)
        assert filling is not None, "the corners cannot be filled"
        annealed, is_one = anneal(filling, free, Schedule(int(500_000 * effort)), seed=seed)
        if is_one:
            found.append(annealed)
    return found


# The file


def _told(piece: Piece) -> Piece:
    """The upper half of a board, told."""
    _tell_crossings(piece.title, whole(piece.moves))
    return piece


def _tell_crossings(title: str, moves: Moves) -> None:
    rows, cols = moves.shape
    _tell(f"{title}, {rows} x {cols}: 3.4 columns + 3 rows + {crossings(moves) - 3.4 * cols - 3 * rows:.1f} crossings")


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 (how far it is)


def large_boards(residue: int, effort: float, *, is_central: bool) -> tuple[list[Piece], ...]:
    """The pieces of a class, the strips of its boards, and the pieces of boards with fewer rows than columns."""
    pieces = corners(residue, effort, is_central=is_central)
    least = algorithm.LARGE["central" if is_central else "closed"]
    regular = algorithm._REGULAR + residue
    groups = {cols: min(cols, regular) for cols in range(20 + residue, regular + 1, 20) if cols >= least}
    all_strips = [piece for cols, group in groups.items() for piece in strips(cols, group, pieces, effort)]
    wide = [] if is_central else wide_pieces(residue, pieces, effort)
    return list(pieces.in_file(residue)), all_strips, list(wide)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--classes", type=numbers, help="columns modulo 20, such as 0,2, or odd ones up to 9, and no others"
    )
    parser.add_argument(
        "--boards", type=numbers, help="columns of small boards with central symmetry, such as 6,8, and no others"
    )
    parser.add_argument("--central", action="store_true", help="find those of the tours with central symmetry")
    parser.add_argument("--effort", type=float, default=1, help="how many times as many worms; 0.1 is quick")
    return parser.parse_args()


def numbers(text: str) -> list[int]:
    """Those of a list with commas."""
    return [int(word) for word in text.split(",")]


def _pieces(classes: Iterable[int], boards: Iterable[int], effort: float, *, is_central: bool) -> Iterator[Piece]:
    large = [large_boards(residue, effort, is_central=is_central) for residue in classes if residue % 2 == 0]
    for kind in zip(*large, strict=True):
        for pieces in kind:
            yield from pieces
    for residue in classes:
        if residue % 2:
            yield from flats(residue, effort)
    for cols in boards:
        yield from small_boards(cols, effort)


if __name__ == "__main__":
    arguments = _arguments()
    every = arguments.classes is None and arguments.boards is None
    odd_classes, small = ((), range(6, algorithm.LARGE["central"], 2)) if arguments.central else (range(1, 10, 2), ())
    found = _pieces(
        (*range(0, 20, 2), *odd_classes) if every else arguments.classes or (),
        small if every else arguments.boards or (),
        arguments.effort,
        is_central=arguments.central,
    )
    write(DATA / f"tame_crossings{'_central' * arguments.central}.txt", found)
