"""Random tours and tourneys of any board and any piece, through the board's move graph (see `switching.movegraphs`)."""

from __future__ import annotations

from destrier.core.board import BaseBoard
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.support.errors import BudgetExceeded
from destrier.switching.movegraphs import cover, hamiltonian_cycle, tourney_of

_PURPOSE = "box tour"
"""What a seed is for, by the name of the boards that were the first to go this way: seeds keep their tours."""


def move_graph_tour(board: BaseBoard, *, seed: Seed = None) -> Tourney:
    """Return a random closed tour of a board, of no simple law; O(squares), about 2 microseconds each.

    Every box with sides of at least 4 that was tried has one. With a smaller side, among boxes with sides
    up to 8 these have none: 1 x 1 x n; 1 x 2 x 2, 1 x 2 x 3 and 1 x 2 x 4; 1 x m x n with m and n odd; 2 x 2 x 2.

    Raises
    ------
    NoSuchTour
        If the board has 64 squares at most, and all its tours were searched in vain.
    BudgetExceeded
        If none was found, and no proof.
    """
    return tourney_of(hamiltonian_cycle(board.move_graph, derive_key(seed, _PURPOSE), board.describe()), board, 1)


def move_graph_tourney(board: BaseBoard, *, seed: Seed = None) -> Tourney:
    """Return a random tourney of a board, of no simple law; O(squares), about a microsecond each.

    Raises
    ------
    BudgetExceeded
        If none was found, and no proof.
    """
    found = cover(board.move_graph, derive_key(seed, "move graph"))
    if found is None:
        raise BudgetExceeded(f"no tourney of {board.describe()} was found, and no proof that there is none")
    return tourney_of(found, board)
