"""Films: the network as it settles, the stages of an obfuscation, the ride of the quartet."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.tourney import knights_board
from destrier.support.errors import DestrierError
from destrier.viewer.work import Made, array_npy, board_of, from_npy, to_npy

FILMED_SQUARES: Final = 10_000
"""The number of squares of the largest board whose obfuscation, or quartet, is shown step by step."""

_NETWORK_SQUARES: Final = 1600
_NETWORK_BYTES: Final = 4_000_000
_NETWORK_SWEEPS: Final = 10_000
"""The limits on films of networks: the squares of a network, the squares of all its sweeps, and the sweeps."""


def settling(request: dict[str, Any]) -> bytes:
    """Return the edges of the `takefuji_lee` network with this seed by sweep: `.npy` (sweeps + 1, rows, cols).

    If the network does not settle within the most sweeps, or a few megabytes, the film ends there.
    """
    from destrier.makers.takefuji_lee import settle

    board = board_of(request)
    _refuse_large(board, _NETWORK_SQUARES, "the network is shown")
    sweeps = min(_NETWORK_SWEEPS, _NETWORK_BYTES // (board.rows * board.cols))
    return array_npy(settle(board, seed=request.get("seed"), sweeps=sweeps).moves)


def obfuscation(npy: bytes, seed: int, recipe: str | None = None, method: Any = "mix") -> Made:
    """Return all stages of an obfuscation, `.npy` (stages, rows, cols), and the recipe of the last, its result."""
    from destrier.switching.obfuscation import obfuscation_stages

    tourney = from_npy(npy, recipe)
    _refuse_large(knights_board(tourney, "films are made"), FILMED_SQUARES, "stages are shown")
    stages = obfuscation_stages(tourney, method=method, seed=seed)
    return to_npy(stages[-1])._replace(npy=array_npy(np.stack([stage.moves for stage in stages])))


def quartet(request: dict[str, Any]) -> dict[str, object]:
    """Return the word of the formation, and its four knights' squares as indices, before each step and at the end."""
    from destrier.patterns.formation.flat import quartet as quartet_

    board = board_of(request)
    _refuse_large(board, FILMED_SQUARES, "the quartet is shown")
    word, knights, is_turned = quartet_(board)
    return {"word": word, "knights": knights.ravel().tolist(), "turned": is_turned}


def _refuse_large(board: Board, most: int, what: str) -> None:
    if board.rows * board.cols > most:
        raise DestrierError(f"{what} on boards of up to {most:,} squares, not {board.describe()}")
