"""Check visiting orders chunk by chunk, for boards too large for memory."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from destrier.core.grid import squares_to_indices, times
from destrier.core.leaper import Leaper, Piece
from destrier.core.space import check_sides
from destrier.support.aliases import StrPath
from destrier.support.atomic import replacing_order
from destrier.support.errors import InvalidTourney
from destrier.support.resources import refuse_beyond_memory


def check_order(chunks: Iterable[ArrayLike], sides: Sequence[int], leaper: Piece = "knight") -> None:
    """Check that consecutive chunks of squares or indices form a closed tour; one bit of memory per square.

    Parameters
    ----------
    chunks
        The visiting order, as from `TourOrder.chunks`.
    sides
        The sides of the board.
    leaper
        The piece, as in `Board`.

    Raises
    ------
    InvalidTourney
        If it is not; the message names the first square that is off the board, visited twice or not a step away from
        the one before, or else the first unvisited square.
    """
    from destrier.core.order_kernels import find_misstep, find_unvisited

    shape = check_sides(tuple(sides))
    pairs = np.array(Leaper.of(leaper, len(shape)).pairs)
    size = math.prod(shape)
    refuse_beyond_memory(f"checking a tour of {times(shape)}", size // 8)
    seen = np.zeros(size // 64 + 1, np.uint64)
    first = last = -1
    count = 0
    for chunk in chunks:
        squares = np.asarray(chunk)
        if squares.ndim == 2:
            squares = squares_to_indices(squares, shape)
        if squares.ndim != 1 or (squares.size and squares.dtype.kind not in "iu"):
            raise InvalidTourney(f"a chunk is a sequence of indices, not {squares.ndim}-dimensional {squares.dtype}")
        if not squares.size:
            continue
        visits = squares.astype(np.int64, copy=False)
        fault, what = find_misstep(visits, last, np.array(shape), pairs, seen)
        if what:
            raise InvalidTourney(_misstep(what, int(visits[fault]), int(visits[fault - 1]) if fault else last, shape))
        first = int(visits[0]) if first < 0 else first
        last = int(visits[-1])
        count += visits.size
    if count < size:
        raise InvalidTourney(f"square {_name(int(find_unvisited(seen)), shape)} is never visited")
    if find_misstep(np.array([first]), last, np.array(shape), pairs, np.zeros_like(seen))[1]:
        raise InvalidTourney(_misstep(_NO_STEP, first, last, shape))


def save_order(chunks: Iterable[ArrayLike], sides: Sequence[int], path: StrPath) -> None:
    """Write a visiting order in chunks to `.npy`, `int64` (squares,), and check it as `check_order` does.

    Raises
    ------
    InvalidTourney
        If it is not a closed knight's tour; no file is left then.
    """
    shape = check_sides(tuple(sides))
    with replacing_order(path, math.prod(shape)) as file:

        def written() -> Iterable[ArrayLike]:
            for chunk in chunks:
                file.write(np.ascontiguousarray(chunk, "<i8").data)
                yield chunk

        check_order(written(), shape)


_OFF, _TWICE, _NO_STEP = 1, 2, 3
"""The faults that `find_misstep` reports."""


def _misstep(what: int, square: int, before: int, sides: tuple[int, ...]) -> str:
    if what == _OFF:
        return f"index {square} is off the board of {times(sides)}"
    if what == _TWICE:
        return f"square {_name(square, sides)} is visited twice"
    return f"from square {_name(before, sides)} to {_name(square, sides)} is not a step"


def _name(square: int, sides: tuple[int, ...]) -> str:
    return ",".join(str(int(place)) for place in np.unravel_index(square, sides))
