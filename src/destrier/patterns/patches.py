"""Patterns: small boards with rows and columns to repeat, from which large boards are filled by copying."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import TURNS, transform
from destrier.core.types import Moves, Square


class Pattern(NamedTuple):
    """A board, and the ranges of its rows and columns that can be repeated or left out."""

    moves: Moves
    rows: tuple[int, int] | None = None
    cols: tuple[int, int] | None = None

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether the pattern can fill a board of this shape."""
        height, width = self.moves.shape
        return _can_be(rows, height, self.rows) and _can_be(cols, width, self.cols)

    def copies(self, rows: int, cols: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how often each of its rows, and each of its columns, is on a board that it takes."""
        height, width = self.moves.shape
        return _copies(rows, height, self.rows), _copies(cols, width, self.cols)

    def transformed(self, symmetry: str) -> Pattern:
        """Return its image under a symmetry of the square."""
        turns, mirror = TURNS[symmetry]
        (height, width), rows, cols = self.moves.shape, self.rows, self.cols
        if mirror:
            cols = _reversed(width, cols)
        for _ in range(turns):
            rows, cols = _reversed(width, cols), rows
            height, width = width, height
        return Pattern(transform(self.moves, symmetry), rows, cols)

    def transposed(self) -> Pattern:
        return self.transformed("transpose")


def _reversed(side: int, span: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return a span of a pattern's side, counted from the other end."""
    return span and (side - span[1], side - span[0])


def _can_be(side: int, length: int, span: tuple[int, int] | None) -> bool:
    """Return whether repeating or leaving out the span of a pattern's side can give a side of the board."""
    if span is None:
        return side == length
    period = span[1] - span[0]
    return side >= length - period and (side - length) % period == 0


def _copies(side: int, length: int, span: tuple[int, int] | None) -> NDArray[np.int64]:
    """Return how often each row or column of a pattern is on a board of this side."""
    copies = np.ones(length, np.int64)
    if span is not None:
        copies[slice(*span)] += (side - length) // (span[1] - span[0])
    return copies


class Patch(NamedTuple):
    """A rectangle of a board, and the pattern that fills it."""

    corner: Square
    shape: Square
    pattern: Pattern

    def transposed(self) -> Patch:
        return Patch(self.corner[::-1], self.shape[::-1], self.pattern.transposed())


def read_boards(name: str) -> Iterator[tuple[list[str], Moves]]:
    """Yield the boards in a data file of this package, each with the words of its title.

    A paragraph is a title and the moves array, one row per line, two hexadecimal digits per square. The first paragraph
    describes the file, whose name ends in `.gz` if it is compressed.
    """
    data = files("destrier.patterns").joinpath("data", name).read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    for paragraph in text.strip().split("\n\n")[1:]:
        title, *lines = paragraph.splitlines()
        moves = np.frombuffer(b"".join(map(bytes.fromhex, lines)), np.uint8).reshape(len(lines), -1)
        yield title.split(), moves
