"""The colours of the moves in a drawing: by cycle, along the tour, by pass, or by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import SYMMETRIES, Symmetry, moves_between, transform
from destrier.core.leaper import MOVES
from destrier.core.tourney import Tourney, knights_board
from destrier.core.types import Moves
from destrier.drawing.layout import walked_edges
from destrier.drawing.style import Style, cycle_colours, gradient
from destrier.patterns.formation.quartet import Path
from destrier.support.errors import DestrierError

Colouring: TypeAlias = Literal["cycles", "tour", "passes", "sections"]
"""The ways to colour a tourney."""

COLOURINGS: Final[tuple[Colouring, ...]] = get_args(Colouring)

SHADES: Final = 256
"""The most pieces into which to cut a cycle for colours along it."""

_BANDS: Final = 4
"""The number of colours in the rotation of adjacent bands."""
_QUARTET: Final = 4
"""The number of lines that four knights in formation ride side by side."""
_LEAST_SIDE: Final = 9
"""The shortest side of a board with such a formation."""


class Stroke(NamedTuple):
    """Moves of one colour that are drawn as one path."""

    name: str
    """The classes of the path."""
    colour: str
    runs: list[tuple[int, int]]
    """The first move of each run of consecutive moves, and the one after the last, in the order of `walked_edges`."""
    whole: bool
    """Whether the one run is a whole cycle."""


def strokes(
    tourney: Tourney, colouring: Colouring, of_moves: NDArray[np.int64], colours: Sequence[str]
) -> list[Stroke]:
    """Return the paths that show the moves in their colours: one for each cycle, or else one for each colour.

    `coloured_moves` returns `of_moves`, the number of each move's colour, and the colours.
    """
    of_cycles = walked_edges(tourney)[2]
    whole = colouring == "cycles"
    begins = np.diff(of_cycles, prepend=-1) != 0
    if not whole:
        begins |= np.diff(of_moves, prepend=-1) != 0
    runs: list[list[tuple[int, int]]] = [[] for _ in colours]
    firsts = np.flatnonzero(begins)
    for colour, run in zip(of_moves[firsts].tolist(), pairwise([*firsts.tolist(), of_moves.size]), strict=True):
        runs[colour].append(run)
    name = "cycle" if whole else "piece"
    return [
        Stroke(f"{name} {name}-{number}", colour, walked, whole)
        for number, (colour, walked) in enumerate(zip(colours, runs, strict=True))
        if walked
    ]


def coloured_moves(
    tourney: Tourney, colouring: Colouring, style: Style, chosen: Sequence[str] | None = None, *, shades: int = SHADES
) -> tuple[NDArray[np.int64], list[str]]:
    """Return the number of each move's colour, in the order of `walked_edges`, and the colours.

    `cycles` gives each cycle a colour, and `tour` applies a gradient along each cycle. `passes` colours the straight
    lines of two or more moves in bands of four side by side, the passes of four knights in formation; single moves have
    the colour of ink. `sections` colours the eight parts of such a tour (Besa and others, Section 3.2): the tracks of
    the knights, and two paths through each junction; a tour with quarter symmetry has them in each quadrant.

    The chosen colours are those to cycle through, or those of the gradient; by default they are those of the style.
    """
    if colouring not in COLOURINGS:
        raise DestrierError(f"colour_by is {', '.join(COLOURINGS[:-1])} or {COLOURINGS[-1]}, not {colouring!r}")
    if colouring == "cycles":
        return walked_edges(tourney)[2], cycle_colours(tourney.cycle_count, style, chosen)
    if colouring == "tour":
        return _along(tourney, shades), gradient(style.gradient if chosen is None else chosen, shades)
    knights_board(tourney, f"{colouring} are coloured")
    usual = [style.ink, *style.palette[:_BANDS]] if colouring == "passes" else cycle_colours(2 * _QUARTET, style)
    colours = usual if chosen is None else cycle_colours(len(usual), style, chosen)
    return (_passes(tourney) if colouring == "passes" else _sections(tourney)), colours


def _along(tourney: Tourney, shades: int) -> NDArray[np.int64]:
    """Return the piece of its cycle, of equally many moves each, that each move belongs to."""
    cycles = walked_edges(tourney)[2]
    lengths = np.bincount(cycles)
    places = np.arange(cycles.size) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return places * shades // np.repeat(lengths, lengths)


def _passes(tourney: Tourney) -> NDArray[np.int64]:
    """Return 0 for each single move, and for every other move 1 or more, by the band that its line lies in."""
    from destrier.measuring.metrics import is_turn

    rows, cols = tourney.board.shape
    here, there, _ = walked_edges(tourney)
    down, right = np.array(MOVES)[moves_between(here, there, cols)].T
    row, col = np.divmod(here, cols)
    col = np.where(down * right > 0, col, cols - 1 - col)  # mirrored where the line falls to the left
    line = np.where(np.abs(right) == 2, col + 2 * (rows - row), row + 2 * (cols - col))
    bends = is_turn(tourney).ravel()
    bends[np.flatnonzero(np.bitwise_count(tourney.moves) < 2)] = True
    return np.where(bends[here] & bends[there], 0, 1 + line // _QUARTET % _BANDS)


def _sections(tourney: Tourney) -> NDArray[np.int64]:
    """Return 0 to 3 for the tracks of four knights, and 4 to 7 for the paths through the junctions."""
    of_square = _junctions(tourney)
    if of_square is None:
        raise DestrierError("only a tour of four knights in formation has sections")
    of_square = of_square.ravel()
    here, there, _ = walked_edges(tourney)
    path = np.where(of_square[here] == of_square[there], of_square[here], 0)
    begins = (path == 0) & (np.roll(path, 1) != 0)
    return np.where(path > 0, _QUARTET + path - 1, np.cumsum(begins) % _QUARTET)


def _junctions(tourney: Tourney) -> NDArray[np.int64] | None:
    """Return the number of each square's path through a junction, or 0; or `None` if there are no junctions."""
    from destrier.patterns.formation.corner import JUNCTIONS
    from destrier.patterns.formation.quartet import NEAR_JUNCTION

    if tourney.kind != "closed":
        return None
    moves = tourney.moves
    if tourney.board.size < moves.size:
        return _numbered(moves, JUNCTIONS.values())
    found = _numbered(moves, [NEAR_JUNCTION])
    if found is None and tourney.board.rows == tourney.board.cols and tourney.board.rows % 4 == 2:
        found = _of_quadrants(moves)
        if found is None and (mirrored := _of_quadrants(transform(moves, "flip-columns"))) is not None:
            return mirrored[:, ::-1]
    return found


def _of_quadrants(moves: Moves) -> NDArray[np.int64] | None:
    """Return these numbers for the formations on the quadrants of a board, each a quarter turn from the one before."""
    from destrier.patterns.formation.corner import JUNCTIONS
    from destrier.patterns.formation.quarter import CORNERS, unjoined

    of_square, half = np.zeros(moves.shape, np.int64), len(moves) // 2
    for turns, ((row, col), quadrant) in enumerate(zip(CORNERS, unjoined(moves), strict=True)):
        found = _numbered(quadrant, JUNCTIONS.values())
        if found is None:
            return None
        found[-1, 0] = found[-3, 0]  # the square in the middle belongs to the path that was cut there
        of_square[row * half :, col * half :][:half, :half] = np.rot90(found, turns)
    return of_square


def _numbered(moves: Moves, nears: Iterable[tuple[Path, ...]]) -> NDArray[np.int64] | None:
    """Return these numbers for one formation, which begins at one of some junctions wherever that is."""
    from destrier.patterns.formation.quartet import FAR_JUNCTIONS

    for symmetry, near in product(SYMMETRIES, nears) if min(moves.shape) >= _LEAST_SIDE else ():
        begin = _found(moves, near, symmetry)
        for far in FAR_JUNCTIONS.values() if begin else ():
            if end := _found(moves, far, symmetry):
                of_square = np.zeros(moves.shape, np.int64)
                for number, path in enumerate(begin + end, 1):
                    of_square[path != 0] = number
                return of_square
    return None


def _found(tour: Moves, paths: Iterable[Path], symmetry: Symmetry) -> list[Moves]:
    """Return the moves of each path as seen under a symmetry, or nothing unless all belong to the tour."""
    from destrier.patterns.formation.quartet import switch

    rows, cols = tour.shape
    shape = (cols, rows) if transform(np.empty((1, 2), np.uint8), symmetry).shape == (2, 1) else (rows, cols)
    images = []
    for path in paths:
        moves = np.zeros(shape, np.uint8)
        switch(moves, path)
        images.append(transform(moves, symmetry))
    return images if all(np.array_equal(image & tour, image) for image in images) else []
