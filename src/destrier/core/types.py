"""Shared types; each array's dtype is named here once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Square: TypeAlias = tuple[int, int]
"""(row, col) from 0,0 at the top left."""

Place: TypeAlias = tuple[Any, ...] | str
"""A square of any board as users give it: its coordinates, a face, row and column of a box, or its name."""

Squares: TypeAlias = NDArray[np.int64]
"""Square indices `row * cols + col`, or counts of squares."""

Mask: TypeAlias = NDArray[np.bool_]
"""(rows, cols): a set of squares."""

Moves: TypeAlias = NDArray[np.uint8]
"""(rows, cols): one bit for each of the eight moves; see `core.tourney`."""

MoveBits: TypeAlias = NDArray[Any]
"""One bit for each move of a board's piece: unsigned integers of the board's `shape` and `dtype`."""

Cover: TypeAlias = NDArray[np.uint64]
"""(squares,): one bit for each move of a square in a move graph of any board; see `core.movegraph`."""

Planes: TypeAlias = NDArray[np.uint64]
"""(4, words): one bit for each square and downward move; see `core.bitplanes`."""

Recipe: TypeAlias = list[dict[str, Any]]
"""The steps that made a tourney; see `core.recipes`."""

Step: TypeAlias = "dict[str, Any] | Callable[[], dict[str, Any]]"
"""A step of a recipe, or a function that computes it."""

Ends: TypeAlias = tuple[Square, ...]
"""The given ends of an open tour, up to two."""
