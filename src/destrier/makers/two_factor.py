"""Random cycle covers of any board by maximum flow; see `covers`.

Source: the reduction of 2-factors of a bipartite graph to flow, in place of the matching in a general graph that
Parberry's "Tourneys", Section 6, calls impractical.
"""

from __future__ import annotations

from destrier.core.board import Board
from destrier.core.request import Request
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.makers.maker import NOT_CHOSEN, Maker
from destrier.switching.covers import complete_cover


def two_factor(board: Board, *, seed: Seed = None) -> Tourney:
    """Return a random tourney of any board that has one; about 0.5 microseconds per square.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover; the message holds a certificate.
    """
    return Tourney.trusted(complete_cover(board, key=derive_key(seed, "two-factor")), board)


class TwoFactor(Maker):
    name = "two-factor"
    boards = "any shape whose squares closed walks can cover"
    source = "maximum flow on the bipartite knight's graph"
    kinds = ("closed", "corner", "open")
    random = True
    pattern = "hidden"

    def why_not(self, request: Request) -> str | None:
        if request.algorithm is None and request.board.is_whole and (request.kind != "open" or request.ends):
            return NOT_CHOSEN  # other makers are faster on rectangles
        return None

    def tourney(self, request: Request) -> Tourney:
        return two_factor(request.board, seed=request.seed)
