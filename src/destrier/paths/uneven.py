"""The number of fixed closed paths, from halves one of which is two moves longer: a check on `halves`.

The ends are squares of the other colour, and the halves, fronts, rears and maps all others.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from destrier.paths import halves

__all__ = ["count_piece", "pieces"]

pieces: Final = partial(halves.pieces, shift=1)
count_piece: Final = partial(halves.count_piece, shift=1)
