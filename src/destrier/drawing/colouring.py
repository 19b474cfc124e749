"""The colours of the moves in a drawing: by cycle, by pass, or by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import SYMMETRIES, Symmetry, moves_between, transform
from destrier.core.leaper import MOVES
from destrier.core.tourney import Tourney, knights_board
from destrier.core.types import Moves
from destrier.drawing.layout import cycle_colours, walked_edges
from destrier.generators.formation.quartet import Path
from destrier.support.errors import DestrierError

Colouring: TypeAlias = Literal["cycles", "passes", "sections"]
"""The parts of a tourney that share a colour."""

COLOURINGS: Final[tuple[Colouring, ...]] = get_args(Colouring)

_DARK: Final = "#1f2328"
_BANDS: Final = ("#23527c", "#c4722f", "#3f7f5f", "#8c4a6b")
_TRACKS: Final = ("#23527c", "#c4722f", "#3f7f5f", "#8c4a6b")
_JUNCTIONS: Final = ("#d1a12b", "#6f5fa8", "#2f8f9d", "#a23b3b")

_QUARTET: Final = 4
"""The number of lines that four knights in formation ride side by side."""
_LEAST_SIDE: Final = 10
"""The shortest side of a board on which they do so."""


def coloured_moves(
    tourney: Tourney, colouring: Colouring, chosen: Sequence[str] | None = None
) -> tuple[NDArray[np.int64], list[str]]:
    """Return the number of each move's colour, in the order of `walked_edges`, and the colours.

    Parameters
    ----------
    tourney
        The tourney to draw.
    colouring
        `cycles` gives each cycle a colour. `passes` colours the straight lines of two or more moves in bands of four
        side by side, the passes of four knights in formation; single moves are dark. `sections` colours the eight parts
        of such a tour (Besa and others, Section 3.3): the tracks of the knights, and two paths through each junction.
    chosen
        The colours to take in turn; suitable ones by default.

    Raises
    ------
    DestrierError
        If there is no such colouring, or the tourney has no such sections.
    """
    if colouring not in COLOURINGS:
        raise DestrierError(f"one colours {', '.join(COLOURINGS[:-1])} or {COLOURINGS[-1]}, not {colouring!r}")
    if colouring == "cycles":
        return walked_edges(tourney)[2], cycle_colours(tourney.cycle_count, chosen)
    knights_board(tourney, f"{colouring} are coloured")
    usual = {"passes": (_DARK, *_BANDS), "sections": (*_TRACKS, *_JUNCTIONS)}[colouring]
    colours = list(usual) if chosen is None else list(islice(cycle(cycle_colours(len(chosen), chosen)), len(usual)))
    return (_passes(tourney) if colouring == "passes" else _sections(tourney)), colours


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
    return np.where(bends[here] & bends[there], 0, 1 + line // _QUARTET % len(_BANDS))


def _sections(tourney: Tourney) -> NDArray[np.int64]:
    """Return 0 to 3 for the tracks of four knights, and 4 to 7 for the paths through the junctions."""
    paths = _junctions(tourney)
    if paths is None:
        raise DestrierError("only a tour of four knights in formation, on a rectangle, has sections")
    of_square = np.zeros(tourney.moves.size, np.int64)
    for number, path in enumerate(paths, 1):
        of_square[np.flatnonzero(path)] = number
    here, there, _ = walked_edges(tourney)
    path = np.where(of_square[here] == of_square[there], of_square[here], 0)
    begins = (path == 0) & (np.roll(path, 1) != 0)
    return np.where(path > 0, _QUARTET + path - 1, np.cumsum(begins) % _QUARTET)


def _junctions(tourney: Tourney) -> list[Moves] | None:
    """Return the moves of the four paths through the junctions, wherever these are, or `None` if there are none."""
    from destrier.generators.formation.quartet import FAR_JUNCTIONS, NEAR_JUNCTION

    if tourney.kind != "closed" or min(tourney.board.shape) < _LEAST_SIDE:
        return None
    for symmetry in SYMMETRIES:
        near = _found(tourney, NEAR_JUNCTION, symmetry)
        for paths in FAR_JUNCTIONS.values() if near else ():
            if far := _found(tourney, paths, symmetry):
                return near + far
    return None


def _found(tourney: Tourney, paths: Iterable[Path], symmetry: Symmetry) -> list[Moves]:
    """Return the moves of each path as seen under a symmetry, or nothing unless all belong to the tourney."""
    from destrier.generators.formation.quartet import switch

    rows, cols = tourney.board.shape
    shape = (cols, rows) if transform(np.empty((1, 2), np.uint8), symmetry).shape == (2, 1) else (rows, cols)
    images = []
    for path in paths:
        moves = np.zeros(shape, np.uint8)
        switch(moves, path)
        images.append(transform(moves, symmetry))
    return images if all(np.array_equal(image & tourney.moves, image) for image in images) else []
