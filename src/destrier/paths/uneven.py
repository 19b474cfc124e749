"""Count fixed closed paths by halves whose lengths differ by two moves, as a check on `halves`.

The ends are squares of the other colour, and all halves, fronts, rears and maps differ.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from destrier.paths import halves

pieces: Final = partial(halves.pieces, shift=1)
count_piece: Final = partial(halves.count_piece, shift=1)
