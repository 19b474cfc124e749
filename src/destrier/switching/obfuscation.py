"""Obfuscation: turn a tour into one that does not reveal how it was made.

`parberry` is the paper's algorithm: 16 shatters, then a join. It hides the appearance of the source but not its
statistics, because rails preserve the charges of a tourney. `mix` runs the chain of `mixing`, which does not preserve
them, and then joins; a small board is mixed further until nothing is left to join. `uniform` draws all tours with equal
probability. `docs/mixing.md` shows them.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 7.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, cast, get_args

import numpy as np

from destrier.core.bitplanes import pack, unpack
from destrier.core.board import Board, has_planes
from destrier.core.recipes import recorded
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import AnyTourney, Tour, Tourney, knights_board, placed
from destrier.core.types import MoveBits, Moves, Planes
from destrier.core.walks import label
from destrier.support.errors import BudgetExceeded, DestrierError, shown
from destrier.switching import movegraphs
from destrier.switching.joining import join, join_on_graph, join_planes
from destrier.switching.mixing import ROUNDS, mix_planes
from destrier.switching.movegraphs import cover_of
from destrier.switching.rail_planes import shatter_planes
from destrier.switching.uniform_tours import draw_tour
from destrier.switching.worms import stir

Method: TypeAlias = Literal["mix", "parberry", "uniform"]

SHATTERS: Final = 16
"""The number of shatters in the paper's method."""

_DRAWN_SQUARES: Final = 144
_DRAWS: Final = 40
_DRAW_ROUNDS: Final = 4
"""The largest board that is mixed further until it is a single cycle, the number of attempts, and their rounds.

Such tours are uniformly random, unlike joined ones. A mixed tourney is a tour in 28 of 100 cases on 6 x 6, and in 10
on 12 x 12.
"""

_REMIX_SQUARES: Final = 4096
"""Maximum size of a board that is mixed again if rails cannot join it, which stays closer to uniform."""

_REMIXES: Final = 20


@recorded
def obfuscate(
    tourney: AnyTourney,
    *,
    method: Method = "mix",
    shatters: int | None = None,
    disjoint: bool | None = None,
    seed: Seed = None,
    out: MoveBits | None = None,
) -> AnyTourney:
    """Return a random-looking tour made from a tour or tourney of the same board; O(squares).

    Parameters
    ----------
    tourney
        The source.
    method
        `mix` (the default) hides the source; `parberry` is the paper's method; `uniform` draws a uniformly random tour
        with the same ends, which takes O(squares ** 1.5): 10 ms on 50 x 50, half a second on 200 x 200, two minutes on
        1000 x 1000.
    shatters
        Number of shatters of the paper's method before joining; 16 if omitted.
    disjoint
        Whether to shatter as in the paper's text instead of its program; see `shatter`.
    seed
        The seed of all choices.
    out
        The array to write the moves to, for large boards; the result is a view of it.

    Returns
    -------
    Tourney
        A `Tour`, unless the board has none or the search gave up (see `join`). An open tour keeps its ends.

    Raises
    ------
    DestrierError
        If there is no such method, or an option belongs to another one.
    BudgetExceeded
        If the mixed cycles could not be joined.

    See Also
    --------
    destrier.join, destrier.shatter, destrier.tour

    Examples
    --------
    >>> import destrier as dt
    >>> tour = dt.tour(8, 8, minimize="turns")
    >>> hidden = dt.obfuscate(tour, seed=1)
    >>> hidden, dt.turns(hidden) > dt.turns(tour)
    (<closed Tour of 8 x 8>, True)
    """
    if method not in get_args(Method):
        raise DestrierError(f"an obfuscation is 'mix', 'parberry' or 'uniform', not {shown(method)}")
    for name, value in (("shatters", shatters), ("disjoint", disjoint)):
        if value is not None and method != "parberry":
            raise DestrierError(f"{name} belongs to the method parberry, not to {method}")
    if shatters is not None and (isinstance(shatters, bool) or not isinstance(shatters, int) or shatters < 0):
        raise DestrierError(f"the number of shatters is an integer from 0 on, not {shown(shatters)}")
    key = derive_key(seed, "obfuscate", method)
    if method == "uniform":
        return cast("AnyTourney", _draw_tour_like(tourney, key, out))
    shattering = None
    if method == "parberry":
        shattering = _Shattering(SHATTERS if shatters is None else shatters, bool(disjoint))
    if has_planes(tourney.board):
        result = _obfuscate_planes(pack(tourney.moves), tourney.board, shattering, key, out)
    else:
        result = _obfuscate_on_graph(tourney, shattering, key, out)
    if isinstance(tourney, Tour) and result.cycle_count > 1:
        raise BudgetExceeded(f"the tour of {tourney.board.describe()} was mixed but not joined; try another seed")
    return cast("AnyTourney", result)


def _draw_tour_like(tourney: Tourney, key: int, out: MoveBits | None) -> Tourney:
    """Draw a tour with the ends of a tourney's path, starting from any tour of the board."""
    source = join(tourney, seed=derive_key(key, "join"))
    if not isinstance(source, Tour):
        board = tourney.board.describe()
        raise BudgetExceeded(f"the cycles on {board} were not joined to a tour; try another seed, if it has one")
    return placed(out, draw_tour(source, key))


class _Shattering(NamedTuple):
    """The shattering of the paper's method before joining."""

    times: int
    disjoint: bool


def _obfuscate_planes(
    planes: Planes, board: Board, shattering: _Shattering | None, key: int, out: Moves | None
) -> Tourney:
    """Obfuscate a tourney in bit planes, which are overwritten; mix it unless it is to be shattered."""
    if shattering is not None:
        times, disjoint = shattering
        shatter_planes(planes, board.shape, derive_key(key, "shatter"), times=times, disjoint=disjoint)
    else:
        mix_planes(planes, board.shape, key=key)
        _draw_tour(planes, board.shape, key)
        for number in range(_REMIXES if board.rows * board.cols <= _REMIX_SQUARES else 0):
            joined = join_planes(planes.copy(), board, derive_key(key, "join", number), persist=False)
            if joined.cycle_count == 1:
                break
            mix_planes(planes, board.shape, key=derive_key(key, "again", number), rounds=1)
    return join_planes(planes, board, derive_key(key, "join"), out=out, disjoint=shattering is not None)


def _obfuscate_on_graph(tourney: Tourney, shattering: _Shattering | None, key: int, out: MoveBits | None) -> Tourney:
    """Obfuscate a tourney of a board without bit planes."""
    graph, cover = tourney.board.move_graph, cover_of(tourney)
    if shattering is not None:
        for number in range(shattering.times):
            movegraphs.shatter(graph, cover, derive_key(key, "shatter", number), disjoint=shattering.disjoint)
    else:
        stir(graph, cover, key)
    return join_on_graph(tourney, cover, derive_key(key, "join"), out=out)


def obfuscation_stages(tourney: Tourney, *, method: Method = "mix", seed: int) -> list[Tourney]:
    """Return the stages of `obfuscate` with this seed: the source, each round of mixing or each shatter, the result.

    The additional rounds on small boards are not included.
    """
    board = knights_board(tourney, "the stages of an obfuscation are shown")
    key = derive_key(seed, "obfuscate", method)
    planes = pack(tourney.moves)
    stages = [tourney]
    for number in range(SHATTERS if method == "parberry" else ROUNDS):
        if method == "parberry":
            shatter_planes(planes, board.shape, derive_key(key, "shatter") + number)
        else:
            planes = pack(tourney.moves)
            mix_planes(planes, board.shape, key=key, rounds=number + 1)
        moves = np.empty(board.shape, np.uint8)
        stages.append(Tourney.trusted(unpack(planes, moves), board))
    return [*stages, obfuscate(tourney, method=method, seed=seed)]


def _draw_tour(planes: Planes, shape: tuple[int, int], key: int) -> None:
    """Mix a small board further until it is a single cycle, up to a limit."""
    if shape[0] * shape[1] > _DRAWN_SQUARES:
        return
    moves = np.empty(shape, np.uint8)
    for number in range(_DRAWS):
        if label(unpack(planes, moves))[1] == 1:
            return
        mix_planes(planes, shape, key=derive_key(key, "draw", number), rounds=_DRAW_ROUNDS)
