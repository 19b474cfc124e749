"""The Takefuji-Lee neural network, with a neuron for each edge and the constraint that every square has two edges.

A neuron has an integer state, and an output that says whether its edge is in the tourney. An update adds 4 minus the
degrees of its two squares to its state; the output becomes 1 if the state exceeds 3, becomes 0 if it is negative, and
otherwise stays. Once all degrees are 2, the network is stable, and the outputs form a tourney. `docs/gallery.md` shows
it settling.

As in Parberry's program, outputs begin at random and states at 0, and neurons are updated sequentially, in sweeps with
one random order, each using the latest outputs of the others. Unlike that program, whose test for stability is
inverted, this one ends with the change that settles the network. After a few dozen sweeps, only a few squares have the
wrong degree. They wander randomly until two of them meet and vanish, so the number of sweeps grows in proportion to the
number of squares. The network restarts if it has not settled after a number of sweeps: 400 in the paper, here the
number of squares if that is larger.

The paper of 1992 updates all neurons at once, which rarely settles on boards beyond 6 x 6
(`lab/synchronous_network.py`).

The *energy* is the sum of (degree - 2) ** 2 over the squares of the board.

Source: Takefuji and Lee, "Neural network computing for knight's tour problems", Neurocomputing 4 (1992); Parberry,
"Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 3.2.

Cost: 2 nanoseconds per update, 4 updates per square and sweep, and a sweep per square or two; quadratic in the number
of squares. Memory: 22 bytes per edge, 4 edges per square.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.primitives import draw_below, random_word
from destrier.core.request import Request
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.core.types import Moves
from destrier.makers.maker import NOT_CHOSEN, Maker
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import BudgetExceeded
from destrier.support.kernels import UNBOUNDED, kernel
from destrier.support.resources import processors, refuse_beyond_memory
from destrier.switching.covers import complete_cover

SWEEPS: Final = 400
"""The number of sweeps before a restart in the paper."""

_SWEEPS_AT_ONCE: Final = 64
"""The number of sweeps between checks for Ctrl-C."""

ATTEMPTS: Final = 1000
"""The default number of attempts."""

_ATTEMPTS_AT_A_TOUR: Final = 100_000
"""The number of attempts for those who want only tours; 32 x 32 takes some 6000."""


class Settling(NamedTuple):
    """The history of a network, sweep by sweep; entry 0 is the initial state."""

    energy: NDArray[np.int64]
    wrong: NDArray[np.int64]
    """The number of squares whose degree is not 2."""
    moves: NDArray[np.uint8]
    """(sweeps + 1, rows, cols): the edges with output 1, as in a moves array."""

    @property
    def settled(self) -> bool:
        """Whether the network settled into a tourney."""
        return bool(self.wrong[-1] == 0)


def takefuji_lee(
    board: Board, *, seed: Seed = None, sweeps: int | None = None, attempts: int = ATTEMPTS, only_tours: bool = False
) -> Tourney:
    """Return a tourney found by the network.

    Parameters
    ----------
    sweeps
        The number of sweeps before a restart; see the module docstring for the default.
    attempts
        The number of attempts.
    only_tours
        Whether to restart if the tourney is not a single cycle. On large boards it never is.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover; the message holds a certificate.
    BudgetExceeded
        If no attempt settled.
    """
    key = derive_key(seed, "takefuji-lee")
    _refuse_uncoverable(board, key)
    edges = _edges(board)
    for attempt in range(attempts):
        moves = _attempt(board, edges, derive_key(key, attempt), sweeps or _enough(board))
        if moves is not None:
            tourney = Tourney.trusted(moves, board)
            if not only_tours:
                return tourney
            if tourney.cycle_count == 1:
                return Tourney.trusted(moves, board, 1)
    raise BudgetExceeded(
        f"the network did not settle into a {'tour' if only_tours else 'tourney'} of {board.describe()} in {attempts} "
        "attempts; try another seed, or more sweeps"
    )


def takefuji_lee_batch(
    board: Board, n: int, *, seed: Seed = None, workers: int | None = None, **options: Any
) -> NDArray[np.uint8]:
    """Return moves arrays (n, rows, cols) of many tourneys, made by separate networks in parallel threads.

    The i-th is `takefuji_lee` with the i-th seed derived from `seed`, whatever the number of threads.
    """
    key = derive_key(seed, "takefuji-lee batch")

    def one(number: int) -> NDArray[np.uint8]:
        return takefuji_lee(board, seed=derive_key(key, number), **options).moves

    with ThreadPoolExecutor(workers or processors()) as pool:
        return np.stack(list(pool.map(one, range(n)))) if n else np.empty((0, *board.shape), np.uint8)


def settle(board: Board, *, seed: Seed = None, sweeps: int | None = None) -> Settling:
    """Record the first attempt of `takefuji_lee` with this seed.

    Raises
    ------
    NoSuchTour
        If the board has no cycle cover and `sweeps` is omitted; the message holds a certificate.
    """
    key = derive_key(seed, "takefuji-lee")
    if sweeps is None:
        _refuse_uncoverable(board, key)
    most = sweeps or _enough(board)
    refuse_beyond_memory(f"watching the network on {board}", 2 * most * board.rows * board.cols)
    network = _begin(np.uint64(derive_key(key, 0)), _degrees_of_none(board), *_edges(board))
    frames = [_frame(board, *network)]
    while len(frames) <= most and frames[-1][1]:
        _sweep(1, *network)
        frames.append(_frame(board, *network))
    energy, wrong, moves = zip(*frames, strict=True)
    return Settling(np.array(energy), np.array(wrong), np.stack(moves))


def _refuse_uncoverable(board: Board, key: int) -> None:
    if not board.is_rectangle or rectangle_theorem(*board.shape):
        complete_cover(board, key=key)  # raises NoSuchTour if the board has none


def _attempt(board: Board, edges: tuple[Any, ...], key: int, sweeps: int) -> Moves | None:
    """Return the tourney that the network settles into, or `None`."""
    network = _begin(np.uint64(key), _degrees_of_none(board), *edges)
    for done in range(0, sweeps, _SWEEPS_AT_ONCE):
        if _sweep(min(_SWEEPS_AT_ONCE, sweeps - done), *network) == 0:
            return _moves(board, *network)
    return None


def _degrees_of_none(board: Board) -> NDArray[np.int8]:
    """Return the degrees of an empty tourney; missing squares get the target degree of 2."""
    return np.where(board.present.ravel(), 0, 2).astype(np.int8)


def _enough(board: Board) -> int:
    return max(SWEEPS, board.rows * board.cols)


def _edges(board: Board) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """Return the upper square, the lower square and the bit of the downward move of each edge."""
    legal = board.legal_moves()
    upper, lower, bits = [], [], []
    for move in range(4, 8):
        drow, dcol = MOVES[move]
        squares = np.flatnonzero(legal >> move & 1)
        upper.append(squares)
        lower.append(squares + drow * board.cols + dcol)
        bits.append(np.full(len(squares), 1 << move))
    return (
        np.concatenate(upper).astype(np.int32),
        np.concatenate(lower).astype(np.int32),
        np.concatenate(bits).astype(np.uint8),
    )


def _frame(board: Board, *network: Any) -> tuple[int, int, Moves]:
    """Return the energy, the number of wrong squares, and the edges with output 1."""
    apart = network[-1].astype(np.int64) - 2
    return int((apart * apart).sum()), int(np.count_nonzero(apart)), _moves(board, *network)


def _moves(board: Board, upper: Any, lower: Any, bit: Any, _state: Any, output: Any, _degree: Any) -> Moves:
    """Return the edges with output 1, as a moves array."""
    moves = np.zeros(board.rows * board.cols, np.uint8)
    chosen = output == 1
    np.bitwise_or.at(moves, upper[chosen], bit[chosen])
    np.bitwise_or.at(moves, lower[chosen], bit[chosen] >> 4)
    return moves.reshape(board.shape)


@kernel
def _begin(key, degree, upper, lower, bit):
    """Return the edges in random order, zero states, random outputs, and the resulting degrees."""
    upper, lower, bit = upper.copy(), lower.copy(), bit.copy()
    counter = np.uint64(0)
    for last in range(upper.size - 1, 0, -1):
        counter += np.uint64(1)
        other = draw_below(key, counter, last + 1)
        upper[last], upper[other] = upper[other], upper[last]
        lower[last], lower[other] = lower[other], lower[last]
        bit[last], bit[other] = bit[other], bit[last]
    state = np.zeros(upper.size, np.int32)
    output = np.empty(upper.size, np.uint8)
    for edge in range(upper.size):
        if edge % 64 == 0:
            counter += np.uint64(1)
            bits = random_word(key, counter)
        output[edge] = np.uint8(bits & np.uint64(1))
        bits >>= np.uint64(1)
        degree[upper[edge]] += output[edge]
        degree[lower[edge]] += output[edge]
    return upper, lower, bit, state, output, degree


@kernel(steps=UNBOUNDED)
def _sweep(sweeps, upper, lower, _bit, state, output, degree):
    """Update all neurons `sweeps` times or until the network settles; return the number of wrong squares."""
    wrong = 0
    for square in range(degree.size):
        wrong += degree[square] != 2
    for _ in range(sweeps):
        for edge in range(upper.size):
            one, other = upper[edge], lower[edge]
            state[edge] += 4 - degree[one] - degree[other]
            turned = np.uint8(1) if state[edge] > 3 else np.uint8(0) if state[edge] < 0 else output[edge]
            if turned != output[edge]:
                wrong -= (degree[one] != 2) + (degree[other] != 2)
                step = 1 if turned else -1
                degree[one] += step
                degree[other] += step
                wrong += (degree[one] != 2) + (degree[other] != 2)
                output[edge] = turned
                if wrong == 0:
                    return wrong
    return wrong


class TakefujiLee(Maker):
    name = "takefuji-lee"
    boards = "any shape whose squares closed walks can cover"
    source = "Takefuji and Lee (1992); Parberry (2020), Section 3.2"
    kinds = ("closed", "corner")
    options = ("sweeps", "only_tours")
    random = True
    bytes_per_square = 100
    pattern = "hidden"

    def why_not(self, request: Request) -> str | None:
        return None if request.algorithm or request.style else NOT_CHOSEN

    def tourney(self, request: Request) -> Tourney:
        only_tours = bool(request.only_tours)
        attempts = _ATTEMPTS_AT_A_TOUR if only_tours else ATTEMPTS
        board, seed = request.board, request.seed
        return takefuji_lee(board, seed=seed, sweeps=request.sweeps, attempts=attempts, only_tours=only_tours)
