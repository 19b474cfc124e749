"""The Takefuji-Lee network with all neurons updated at once, as in the paper of 1992: `lab/synchronous_network.py 6 6`.

It prints how many of 1,000 networks settle. Such a network often settles on 6 x 6, but rarely on larger boards, where
neighbours overshoot together; the maker `takefuji-lee` updates one neuron after the other. With `cupy` as the array
library, a graphics processor does the work.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.seeds import Seed, derive_key
from destrier.makers.takefuji_lee import SWEEPS


def settle_all_at_once(
    board: Board, n: int, *, seed: Seed = None, sweeps: int = SWEEPS, arrays: ModuleType = np
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Update many networks synchronously, as in the paper of 1992.

    Parameters
    ----------
    n
        The number of networks.
    sweeps
        The number of updates of all neurons.
    arrays
        The array library to use: `numpy`, or one with the same functions, such as `cupy` on a GPU.

    Returns
    -------
    moves
        (n, rows, cols): the final outputs, a tourney if the network settled.
    wrong
        (sweeps + 1, n): the number of squares whose degree is not 2, after each update; 0 once the network has settled.
    """
    legal = arrays.asarray(board.legal_moves())
    key = derive_key(seed, "takefuji-lee, synchronous")
    drawn = np.random.Generator(np.random.Philox(key)).integers(0, 2, (4, n, *board.shape), np.int8)
    exists = arrays.stack([(legal >> move & 1).astype(np.int8) for move in _DOWN])[:, None]
    output = arrays.asarray(drawn) * exists
    state = arrays.zeros(output.shape, np.int32)
    present = arrays.asarray(board.present)
    wrong = []
    for update in range(sweeps + 1):
        degree = _degrees(output, arrays)
        wrong.append(((degree[:, :-2, 2:-2] != 2) & present).sum(axis=(1, 2)))
        if update == sweeps or not wrong[-1].any():
            break
        for number, move in enumerate(_DOWN):
            state[number] += (4 - degree[:, :-2, 2:-2] - _at(degree, move)) * exists[number]
        output = arrays.where(state > 3, 1, arrays.where(state < 0, 0, output)).astype(np.int8) * exists
    moves = arrays.zeros((n, board.rows + 2, board.cols + 4), np.uint8)
    for number, move in enumerate(_DOWN):
        edges = output[number].astype(np.uint8)
        moves[:, :-2, 2:-2] |= edges << move
        _at(moves, move)[...] |= edges << (move - 4)
    return _on_host(moves[:, :-2, 2:-2]), _on_host(arrays.stack(wrong))


_DOWN: Final = range(4, 8)


def _degrees(output: Any, arrays: Any) -> Any:
    """Return degrees (edges with output 1) by board and square, with margins of two columns and, below, two rows."""
    _, n, rows, cols = output.shape
    degree = arrays.zeros((n, rows + 2, cols + 4), np.int8)
    for number, move in enumerate(_DOWN):
        degree[:, :-2, 2:-2] += output[number]
        _at(degree, move)[...] += output[number]
    return degree


def _at(squares: Any, move: int) -> Any:
    """Return a view of an array with margins: for each square, the entry at the target of a downward move."""
    drow, dcol = MOVES[move]
    rows, cols = squares.shape[1] - 2, squares.shape[2] - 4
    return squares[:, drow : drow + rows, 2 + dcol : 2 + dcol + cols]


def _on_host(array: Any) -> Any:
    """Return the array as a numpy array, copied from the device if necessary."""
    return array.get() if hasattr(array, "get") else array


def main() -> None:
    """Print the number of networks that settle on a board."""
    rows, cols = map(int, sys.argv[1:])
    _, wrong = settle_all_at_once(Board(rows, cols), 1000, seed=1)
    sys.stdout.write(f"{np.count_nonzero(wrong[-1] == 0)} of 1000 networks settle on {rows} x {cols}\n")


if __name__ == "__main__":
    main()
