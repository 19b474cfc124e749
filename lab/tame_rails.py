"""Find closed tours without rails, and write them to their data file.

    python lab/tame_rails.py > src/destrier/patterns/data/tame_rails.txt

Everything is a *cover*, each square of which has two edges, without rails. CP-SAT, the solver of OR-tools, finds one in
a second or two, and makes it one cycle in either of two ways. Where few edges are to be found, it is told of each cycle
that an edge has to lead out of it, until one cycle remains, or none is possible, which is a proof. Where there are
many, a window is filled anew, again and again, such that an edge leads out of some cycle in it.

- *Thin* boards, of 3, 5 or 6 columns, are found all at once, with the rows that repeat.
- On *narrow* boards, of 7 to 23 columns, four rows that repeat are a *band* between two *caps*. All strands of the band
  wind once: they lead from the bottom to the top, and are where they were when the rows have repeated, so that more
  copies only make them longer.
- On *wide* boards the centre of the band, and the middle of the caps, repeat in the columns, too. What is left are four
  corners; a solver fills them if it is told to balance light and dark squares in each of them.
- Boards that are too small for these are found *whole*.

Needs OR-tools (`uv sync --group lab`). The wide patterns take from a minute to half an hour each, everything else
a quarter of an hour. Names such as `wide-31` or `whole-10x12` are those of single pieces.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from ortools.sat.python import cp_model
from stored import DATA, write
from tame_turns import Piece

import destrier as dt
from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.seeds import Stream, derive_key
from destrier.core.types import Mask, Moves, Square
from destrier.core.walks import label
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern

Edge: TypeAlias = tuple[int, int, int]
"""The row and the column of the lower end, and the move up from there, 0 to 3."""

Tie: TypeAlias = Callable[[Edge], Edge | bool]
"""Whether an edge is present; or, if that is to be found, the edge that stands for it and for those that are alike."""

_CAP: Final = 9
"""The rows of a cap, and the columns of a corner."""

_DEEP: Final = 1000
"""A row of a band, far from the caps; a multiple of all numbers of rows that repeat."""

_BORDER: Final = 6
"""The columns at either side of a wide band that differ from its centre."""

_TORUS: Final = (2, 3)
"""The rows and columns that repeat in the centre of a wide band."""

_REPEATED: Final = range(12, 18)
"""The columns of a wide pattern that repeat."""

_WINDOW: Final = 9
"""The most rows and columns of what is filled anew."""


# Covers


def _ends(edge: Edge) -> tuple[Square, Square]:
    """The lower and the upper end."""
    row, col, move = edge
    down, right = MOVES[move]
    return (row, col), (row + down, col + right)


def _edges_at(square: Square) -> Iterator[Edge]:
    row, col = square
    for move, (down, right) in enumerate(MOVES[:4]):
        yield row, col, move
        yield row - down, col - right, move


def _parallelograms(square: Square) -> Iterator[tuple[tuple[Edge, Edge], tuple[Edge, Edge]]]:
    """The two pairs of parallel edges of each parallelogram from a square on."""
    row, col = square
    for (one, (down, right)), (other, (rise, shift)) in combinations(enumerate(MOVES[:4]), 2):
        for sign in (1, -1):
            there = row + sign * rise, col + sign * shift
            low = (row, col) if sign == 1 else there
            yield ((row, col, one), (*there, one)), ((*low, other), (low[0] + down, low[1] + right, other))


class Cover:
    """A model of the covers of some squares without rails.

    Parameters
    ----------
    squares
        Those at which there are two edges.
    tie
        Which edges are present, and which ones are alike.
    """

    def __init__(self, squares: Iterable[Square], tie: Tie) -> None:
        squares = set(squares)
        self.tie = tie
        self.is_refuted = False
        """Whether the solver has proved that there is no cover."""
        self.model: Any = cp_model.CpModel()
        self.literals: dict[Edge, Any] = {}
        self._constants = {value: self.model.new_constant(value) for value in (False, True)}
        for square in sorted(squares):
            self.model.add(sum(map(self.literal, _edges_at(square))) == 2)
        near = {(row + down, col + right) for row, col in squares for down, right in product(range(-4, 5), repeat=2)}
        for square in sorted(near):
            for pair, others in _parallelograms(square):
                self._forbid(pair, others)
                self._forbid(others, pair)

    def literal(self, edge: Edge) -> Any:
        tied = self.tie(edge)
        if isinstance(tied, bool):
            return self._constants[tied]
        if tied not in self.literals:
            self.literals[tied] = self.model.new_bool_var("")
        return self.literals[tied]

    def _forbid(self, present: tuple[Edge, Edge], absent: tuple[Edge, Edge]) -> None:
        """Forbid the rail of two edges that are present if two others are absent."""
        if False in map(self.tie, present) or True in map(self.tie, absent):
            return
        self.model.add_bool_or([*(~self.literal(edge) for edge in present), *map(self.literal, absent)])

    def balance(self, squares: Iterable[Square]) -> None:
        """Demand that the edges that lead out of some squares leave as many light ends in them as dark ones.

        It follows from the rest, as each edge inside joins a light square to a dark one, but a solver does not see it.
        """
        squares = set(squares)
        leading_out = sum(
            _colour(square) * self.literal(edge)
            for square in sorted(squares)
            for edge in _edges_at(square)
            if not squares.issuperset(_ends(edge))
        )
        self.model.add(leading_out == 2 * sum(map(_colour, squares)))

    def demand_two(self, edges: Iterable[Edge]) -> None:
        """Demand that two of these edges are present."""
        self.model.add(sum(map(self.literal, edges)) >= 2)

    def forbid(self, edges: Iterable[Edge]) -> None:
        """Forbid that all these edges are present."""
        self.model.add_bool_or([~self.literal(edge) for edge in edges])

    def solve(self, seconds: float, seed: int) -> Tie | None:
        """Which edges are present in some cover; `None` if none was found in so many seconds of the solver."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = seconds
        solver.parameters.random_seed = seed
        solver.parameters.randomize_search = True
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self.is_refuted = status == cp_model.INFEASIBLE
            return None
        values = {edge: bool(solver.boolean_value(literal)) for edge, literal in self.literals.items()}

        def is_present(edge: Edge) -> bool:
            tied = self.tie(edge)
            return tied if isinstance(tied, bool) else values[tied]

        return is_present


def _colour(square: Square) -> int:
    return 1 if sum(square) % 2 else -1


def _moves_of(shape: Square, tie: Tie) -> Moves:
    rows, cols = shape
    moves = np.zeros((rows, cols), np.uint8)
    for row, col, move in product(range(rows), range(cols), range(4)):
        if tie((row, col, move)) is True:
            _, above = _ends((row, col, move))
            moves[row, col] |= 1 << move
            moves[above] |= 1 << move + 4
    return moves


def _present(moves: Moves) -> Tie:
    """Which edges a board has."""
    rows, cols = moves.shape

    def tie(edge: Edge) -> bool:
        row, col = edge[:2]
        return 0 <= row < rows and 0 <= col < cols and bool(moves[row, col] >> edge[2] & 1)

    return tie


def _next(at: Square, come: Edge | None, is_present: Tie) -> tuple[Square, Edge]:
    """The square that follows, if one came by an edge, and the edge to it."""
    edge = next(edge for edge in _edges_at(at) if edge != come and is_present(edge))
    return next(end for end in _ends(edge) if end != at), edge


# Bands


def _winds_once(squares: Iterable[Square], is_present: Tie, rows: int, cols: int | None = None) -> bool:
    """Whether all strands through some squares of a band go round once, and are where they were.

    The edges are alike after so many rows, and, unless the band has sides, so many columns.
    """
    seen: set[Square] = set()
    for start in squares:
        if start in seen:
            continue
        at, come = start, None
        while True:
            seen.add((at[0] % rows, at[1] % cols if cols else at[1]))
            at, come = _next(at, come, is_present)
            moved = at[0] - start[0], at[1] - start[1]
            if moved[0] % rows == 0 and (moved[1] % cols == 0 if cols else moved[1] == 0):
                break
        if (abs(moved[0]), moved[1]) != (rows, 0):
            return False
    return True


def _board_tie(rows: int, cols: int, band: Tie, *, repeats: bool) -> Tie:
    """A board of which the caps are to be found; their middle columns may have to repeat."""

    def tie(edge: Edge) -> Edge | bool:
        (low, one), (high, other) = _ends(edge)
        left, right = min(one, other), max(one, other)
        if left < 0 or right >= cols or high < 0 or low >= rows:
            return False
        if low >= _CAP and high < rows - _CAP:
            return band(edge)
        if repeats and left >= _CAP and right < cols - _CAP:
            return edge[0], _REPEATED.start + (edge[1] - _REPEATED.start) % len(_REPEATED), edge[2]
        return edge

    return tie


def _covers(cover: Cover, random: Stream, tries: int) -> Iterator[Tie]:
    """Different covers."""
    for _ in range(tries):
        found = cover.solve(5, random.below(2**31))
        if found is None:
            return
        yield found
        cover.forbid([edge for edge in cover.literals if found(edge)])


def _narrow_bands(cols: int, random: Stream) -> Iterator[Tie]:
    """Bands of four rows."""
    rows = 4
    tie = _board_tie(2 * _DEEP, cols, lambda edge: (_DEEP + edge[0] % rows, *edge[1:]), repeats=False)
    squares = list(product(range(_DEEP, _DEEP + rows), range(cols)))
    cover = Cover(squares, tie)
    cover.balance(product(range(_CAP), range(cols)))
    return (band for band in _covers(cover, random, 1000) if _winds_once(squares, band, rows))


def _wide_bands(cols: int, random: Stream) -> Iterator[Tie]:
    """Bands of two rows whose centre repeats every three columns."""
    centres = list(_centres())
    while True:
        centre = centres[random.below(len(centres))]
        lefts = list(_borders(cols, centre, range(_BORDER), random))
        rights = list(_borders(cols, centre, range(cols - _BORDER, cols), random)) if lefts else []
        for left, right in zip(lefts, rights, strict=False):

            def band(edge: Edge, left: Tie = left, right: Tie = right, centre: Tie = centre) -> Edge | bool:
                (_, one), (_, other) = _ends(edge)
                if min(one, other) < _BORDER:
                    return left(edge)
                return right(edge) if max(one, other) >= cols - _BORDER else centre(edge)

            yield band


def _centres() -> Iterator[Tie]:
    rows, cols = _TORUS
    squares = list(product(range(rows), range(cols)))
    cover = Cover(squares, lambda edge: (edge[0] % rows, edge[1] % cols, edge[2]))
    found = _covers(cover, Stream(derive_key(0, "centres")), 1000)
    return (centre for centre in found if _winds_once(squares, centre, rows, cols))


def _borders(cols: int, centre: Tie, border: range, random: Stream) -> Iterator[Tie]:
    """Ways to go on from the centre to a side."""
    rows = _TORUS[0]

    def tie(edge: Edge) -> Edge | bool:
        columns = [end[1] for end in _ends(edge)]
        if min(columns) < 0 or max(columns) >= cols:
            return False
        if any(column in border for column in columns):
            return _DEEP + edge[0] % rows, *edge[1:]
        return centre(edge)

    squares = list(product(range(_DEEP, _DEEP + rows), range(max(0, border.start - 2), min(cols, border.stop + 2))))
    return (found for found in _covers(Cover(squares, tie), random, 40) if _winds_once(squares, found, rows))


# Boards of a band and two caps


def _capped(rows: int, cols: int, band: Tie, random: Stream, *, repeats: bool) -> Moves | None:
    """A cover of a board, if caps are found for the band."""
    tie = _board_tie(rows, cols, band, repeats=repeats)
    corners = (range(_CAP + 2), range(cols - _CAP - 2, cols)) if repeats else (range(cols),)
    caps = []
    for cap, beside in ((range(_CAP), range(_CAP + 2)), (range(rows - _CAP, rows), range(rows - _CAP - 2, rows))):
        cover = Cover(product(beside, range(cols)), tie)
        for corner in corners:
            cover.balance(product(cap, corner))
        found = _without_rings(cover, list(product(cap, range(cols))), random)
        if found is None:
            return None
        caps.append(found)
    top, bottom = caps
    return _moves_of((rows, cols), lambda edge: top(edge) if _ends(edge)[1][0] < rows // 2 else bottom(edge))


def _without_rings(cover: Cover, squares: list[Square], random: Stream) -> Tie | None:
    """A cover such that no cycle lies in some squares."""
    while found := cover.solve(5, random.below(2**31)):
        rings = list(_rings(squares, found))
        if not rings:
            return found
        for ring in rings:
            cover.forbid(ring)
    return None


def _rings(squares: list[Square], is_present: Tie) -> Iterator[list[Edge]]:
    """The edges of each cycle that lies in some squares."""
    left = set(squares)
    for start in squares:
        at, come, ring = start, None, []
        while at in left:
            left.remove(at)
            at, come = _next(at, come, is_present)
            ring.append(come)
        if ring and at == start:
            yield ring


# One cycle


def _connected(cover: Cover, pattern: Pattern, copies: list[Square], random: Stream) -> Pattern | None:
    """The pattern with the edges of a cover by which boards with so many more copies are one cycle, if it is found.

    Of each cycle on one of the boards an edge has to lead out, until there are no more; or until there is no cover.
    """
    while found := cover.solve(20, random.below(2**31)):
        pattern = pattern._replace(moves=_moves_of(pattern.moves.shape, found))
        for more in copies:
            moves = _laid(pattern, _size(pattern, more))
            labels, number = label(moves)
            if number > 1:
                for one in range(number):
                    edges = _leading_out(labels == one)
                    cover.demand_two(_source(edge, pattern, more) for edge in edges)
                break
        else:
            return pattern
    return None


def _leading_out(inside: Mask) -> Iterator[Edge]:
    """All edges that lead out of some squares of a board."""
    rows, cols = inside.shape
    for edge in product(range(rows), range(cols), range(4)):
        low, high = _ends(edge)
        if high[0] >= 0 and 0 <= high[1] < cols and inside[low] != inside[high]:
            yield edge


def _source(edge: Edge, pattern: Pattern, copies: Square) -> Edge:
    """The edge of the pattern of which an edge of a board with so many more copies is a copy."""
    (_, one), (high, other) = _ends(edge)
    left = min(one, other)
    down = _line(high, pattern.rows, copies[0]) - high
    right = _line(left, pattern.cols, copies[1]) - left
    return edge[0] + down, edge[1] + right, edge[2]


def _line(line: int, repeated: tuple[int, int] | None, copies: int) -> int:
    """The row or the column of the pattern that is at a row or a column of a board."""
    if repeated is None or line < repeated[0]:
        return line
    start, stop = repeated
    more = copies * (stop - start)
    return line - more if line >= stop + more else start + (line - start) % (stop - start)


class Area(NamedTuple):
    """Squares in which a board may be changed, counted from the side that they are at."""

    rows: slice
    cols: slice


_ANYWHERE: Final = slice(None)
_EDGES: Final = (slice(None, _CAP), slice(-_CAP, None))


def _merged(pattern: Pattern, areas: list[Area], random: Stream, tries: int) -> Pattern | None:
    """The pattern, changed in these areas such that every board is one cycle, if that is reached."""
    sizes = _sizes(pattern, 2)
    cycles = _cycles(pattern, sizes)
    for _ in range(tries):
        if sum(cycles) == len(sizes):
            break
        several = [size for size, number in zip(sizes, cycles, strict=True) if number > 1]
        moves = _laid(pattern, several[random.below(len(several))])
        area = areas[random.below(len(areas))]
        refilled = _refilled(moves, _window(moves, area, random), random)
        if refilled is None:
            continue
        changed = pattern.moves.copy()
        changed[area] = refilled[area]
        new = pattern._replace(moves=changed)
        new_cycles = _cycles(new, sizes)
        if sum(new_cycles) <= sum(cycles):
            pattern, cycles = new, new_cycles
    return pattern if _is_right(pattern) else None


def mixed(tour: dt.Tourney, windows: int, seed: int) -> dt.Tourney | None:
    """A tour without rails made of another one by filling windows anew; `None` if it does not become one cycle."""
    random = Stream(derive_key(seed, "mixed"))
    everywhere = Area(_ANYWHERE, _ANYWHERE)
    moves = tour.moves
    for _ in range(windows):
        cover = _window_cover(moves, _window(moves, everywhere, random))
        for literal in cover.literals.values():
            cover.model.add_hint(literal, bool(random.below(2)))
        if found := cover.solve(1, random.below(2**31)):
            moves = _moves_of(moves.shape, found)
    merged = _merged(Pattern(moves), [everywhere], random, 1000)
    return merged and dt.Tour(merged.moves)


def _window(moves: Moves, area: Area, random: Stream) -> tuple[slice, slice]:
    """Some rows and columns of an area."""
    spans = []
    for side, within in zip(moves.shape, area, strict=True):
        start, stop, _ = within.indices(side)
        length = min(_WINDOW, stop - start)
        first = start + random.below(stop - start - length + 1)
        spans.append(slice(first, first + length))
    return spans[0], spans[1]


def _refilled(moves: Moves, window: tuple[slice, slice], random: Stream) -> Moves | None:
    """The board with a window filled anew, and no more cycles than before, if that is found."""
    labels, cycles = label(moves)
    if len(np.unique(labels[window])) == 1:
        return None
    cover = _window_cover(moves, window)
    number = cycles
    for _ in range(6):
        here = np.unique(labels[window])
        cover.demand_two(_leading_out(labels == here[random.below(len(here))]))
        found = cover.solve(1, random.below(2**31))
        if found is None:
            return None
        moves = _moves_of(moves.shape, found)
        labels, number = label(moves)
        if number < cycles:
            break
    return moves if number <= cycles else None


def _window_cover(moves: Moves, window: tuple[slice, slice]) -> Cover:
    """The ways to fill a window, if the edges that lead out of it stay."""
    rows, cols = (range(span.start, span.stop) for span in window)
    squares, present = set(product(rows, cols)), _present(moves)
    return Cover(squares, lambda edge: edge if squares.issuperset(_ends(edge)) else present(edge))


def _sizes(pattern: Pattern, most: int) -> list[Square]:
    """The boards with none of what repeats, and with up to so many copies more."""
    rows, cols = (range(-1, most + 1) if span else range(1) for span in (pattern.rows, pattern.cols))
    return [_size(pattern, more) for more in product(rows, cols)]


def _size(pattern: Pattern, copies: Square) -> Square:
    """The board with so many more copies of the rows and of the columns."""
    (rows, cols), (more_rows, more_cols) = pattern.moves.shape, copies
    height, width = (span[1] - span[0] if span else 0 for span in (pattern.rows, pattern.cols))
    return rows + more_rows * height, cols + more_cols * width


def _laid(pattern: Pattern, size: Square) -> Moves:
    out = np.empty(size, np.uint8)
    lay(pattern, out)
    return out


def _cycles(pattern: Pattern, sizes: list[Square]) -> list[int]:
    return [label(_laid(pattern, size))[1] for size in sizes]


def _is_right(pattern: Pattern) -> bool:
    """Whether many boards are one cycle without rails."""
    tours = (dt.Tourney.trusted(_laid(pattern, size), Board(*size)) for size in _sizes(pattern, 6))
    return all(tour.cycle_count == 1 and dt.count_rails(tour) == 0 for tour in tours)


# What is in the file


def _thin(cols: int, rows: int, period: int) -> Pattern | None:
    """The pattern of boards with so many columns and rows, and any number of periods more."""
    random = Stream(derive_key(0, "thin", cols, rows))
    for start in range(4, rows - period - 6):

        def tie(edge: Edge, start: int = start) -> Edge | bool:
            (low, one), (high, other) = _ends(edge)
            if min(one, other) < 0 or max(one, other) >= cols or high < 0 or low >= rows + period:
                return False
            if start <= high < start + 2 * period + 3:
                return edge[0] - (high - start) // period * period, *edge[1:]
            return edge

        cover = Cover(product(range(rows + period), range(cols)), tie)
        blank = Pattern(np.zeros((rows + period, cols), np.uint8), (start + 2, start + 2 + period))
        found = _connected(cover, blank, list(product(range(-1, 4), (0,))), random)
        if found and _is_right(found):
            return found
    return None


def _narrow(cols: int, more: int) -> Pattern | None:
    """The pattern of boards with so many columns, and so many rows more than two caps, and any multiple of 4."""
    random = Stream(derive_key(0, "narrow", cols, more))
    for band in _narrow_bands(cols, random):
        moves = _capped(2 * _CAP + 4 + more, cols, band, random, repeats=False)
        if moves is None:
            continue
        pattern = Pattern(moves, (_CAP, _CAP + 4))
        merged = _merged(pattern, [Area(rows, _ANYWHERE) for rows in _EDGES], random, 60)
        if merged:
            return merged
    return None


def _wide(cols: int) -> Pattern | None:
    """The pattern of boards with so many columns, modulo 6, and an even number of rows."""
    random = Stream(derive_key(0, "wide", cols))
    rows = 2 * _CAP + 4
    copies = [(0, 0), (0, 1), (0, 2), (0, 3), (0, -1), (-1, -1), (1, 1)]
    for band in _wide_bands(cols, random):
        moves = _capped(rows, cols, band, random, repeats=True)
        if moves is None:
            continue
        cover = Cover(product(range(rows), range(cols)), _corners_tie(moves))
        pattern = Pattern(moves, (_CAP, _CAP + 2), (_REPEATED.start - 1, _REPEATED.stop - 1))
        found = _connected(cover, pattern, copies, random)
        if found and _is_right(found):
            return found
    return None


def _corners_tie(moves: Moves) -> Tie:
    """A board of which the corners are to be found."""
    rows, cols = moves.shape
    present = _present(moves)
    capped = _board_tie(rows, cols, present, repeats=False)

    def tie(edge: Edge) -> Edge | bool:
        left, right = sorted(end[1] for end in _ends(edge))
        return present(edge) if left >= _CAP and right < cols - _CAP else capped(edge)

    return tie


def _whole(rows: int, cols: int) -> Pattern | None:
    """A board."""
    if rows * cols < _MANY:
        return searched(rows, cols)[0]
    random = Stream(derive_key(0, "whole", rows, cols))
    cover = _board_cover(rows, cols)
    blank = Pattern(np.zeros((rows, cols), np.uint8))
    while found := cover.solve(20, random.below(2**31)):
        pattern = blank._replace(moves=_moves_of((rows, cols), found))
        merged = _merged(pattern, [Area(_ANYWHERE, _ANYWHERE)], random, 100)
        if merged:
            return merged
    return None


def searched(rows: int, cols: int) -> tuple[Pattern | None, bool]:
    """A board, if there is one, and whether it is proved that there is none."""
    cover = _board_cover(rows, cols)
    blank = Pattern(np.zeros((rows, cols), np.uint8))
    found = _connected(cover, blank, [(0, 0)], Stream(derive_key(0, "whole", rows, cols)))
    return found, cover.is_refuted


def _board_cover(rows: int, cols: int) -> Cover:
    return Cover(product(range(rows), range(cols)), _board_tie(rows, cols, lambda edge: edge, repeats=False))


_MANY: Final = 120
"""The squares of a whole board from which on windows are filled."""

_LEAST_WIDE: Final = 24
"""The fewest columns of a wide board."""

THIN: Final = {3: (6, (18, 20, 22)), 5: (8, (28, 40)), 6: (4, (21, 22, 23, 24))}
"""The periods and the rows of patterns of three, five and six columns."""

WHOLE: Final = [
    *((3, cols) for cols in (10, 14, 16)),
    *((5, cols) for cols in (20, 24, 32)),
    *((6, cols) for cols in (11, *range(13, 21))),
    *((rows, cols) for rows in range(7, 18) for cols in range(max(rows, 9), 18) if rows * cols % 2 == 0),
]

PIECES: Final[dict[str, Callable[[], Pattern | None]]] = {
    **{f"wide-{cols}": partial(_wide, cols) for cols in range(_LEAST_WIDE + 6, _LEAST_WIDE + 12)},
    **{
        f"thin-{cols}-{length}": partial(_thin, cols, length, period)
        for cols, (period, lengths) in THIN.items()
        for length in lengths
    },
    **{
        f"narrow-{cols}-{more}": partial(_narrow, cols, more)
        for cols in range(7, _LEAST_WIDE)
        for more in range(0, 4, 1 + cols % 2)
    },
    **{f"whole-{rows}x{cols}": partial(_whole, rows, cols) for rows, cols in WHOLE},
}
"""What is searched for, by its name."""


def _title(pattern: Pattern) -> str:
    """Which rows and columns repeat."""
    spans = {"rows": pattern.rows, "columns": pattern.cols}
    return " ".join(f"{name} {span[0]} {span[1]}" for name, span in spans.items() if span) or "whole"


def main() -> None:
    """Search what is asked for, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="pieces such as wide-30, narrow-7-0 or whole-10x12")
    write(DATA / "tame_rails.txt", _found(parser.parse_args().names or PIECES))


def _found(names: Iterable[str]) -> Iterator[Piece]:
    for name in names:
        pattern = PIECES[name]()
        print(name, "found" if pattern else "not found", file=sys.stderr, flush=True)  # noqa: T201 (how far it is)
        if pattern:
            yield Piece(_title(pattern), pattern.moves)


if __name__ == "__main__":
    main()
