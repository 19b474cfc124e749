"""Games of chess in PGN, in which a knight tours the chessboard.

Reading: the FEN tag has the knight, and its moves are those that begin with an N, whichever side it is of. Moves of
other pieces, null moves, comments, annotations and variations are skipped. A game without a FEN tag is a list of names,
which `io.texts` reads.

Writing: White has the knight and each side a king, so that every move is legal. (Lichess refuses null moves, and a side
without a king has no moves there.) White's king waits on the square that the knight visits last, and steps aside just
before. Black's king stays out of the knight's reach, before and after its next move, and away from White's king. It is
never stuck: `tests/io/test_pgn.py` computes that at least 30 squares can be reached at any time.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from textwrap import fill
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney
from destrier.io.guesses import Asked, Listed, read_visits
from destrier.support.errors import InvalidTourney, Unreadable, UnsupportedBoard
from destrier.support.tokens import quoted, where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.grid import BaseBoard

_Square: TypeAlias = tuple[int, int]

_CHESSBOARD: Final = Board(8, 8)

_TOKEN: Final = re.compile(
    r"^[^\S\n]*\[(?P<tag>\w+)\s+\"(?P<value>(?:[^\"\\\n]|\\.)*)\"\s*\]"
    r"|\{[^}]*\}?|;[^\n]*|^%[^\n]*"  # comments
    r"|\$[0-9]+|[0-9]+\.+|[0-9]+(?!\S)"  # annotations, and numbers of moves
    r"|(?P<bracket>[()])"  # around variations
    r"|(?P<result>1-0|0-1|1/2-1/2|\*)"
    r"|(?P<move>[^\s(){};$]+)",
    re.MULTILINE,
)

_RIDE: Final = re.compile(r"N([a-h]?[1-8]?)[-x]?([a-h])([1-8])[^A-Za-z0-9]*")
"""A move of a knight: what tells it from another one, and the file and rank where it arrives."""

_OTHER: Final = re.compile(
    r"(?:[KQRBP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[QRBN])?|(?:O|0)(?:-(?:O|0)){1,2}|Z0|null|pass|e\.p\.)?[^A-Za-z0-9]*"
)
"""A move of another piece, or none."""


class _Game(NamedTuple):
    begin: int
    tags: dict[str, str]
    moves: list[re.Match[str]]
    """Those of knights, and what is no move; the first 65, since by then a square is visited twice."""


def has_game(text: str) -> bool:
    """Return whether a text has a game that says where its pieces start."""
    return '[FEN "' in text


def games_of(text: str) -> list[str]:
    """Return the texts of the games in a text, each with its tags."""
    begins = [game.begin for game in _games_of(text)]
    return [text[begin:end] for begin, end in pairwise([*begins, len(text)])]


def _games_of(text: str) -> list[_Game]:
    games: list[_Game] = []
    depth, is_over = 0, True
    for found in _TOKEN.finditer(text):
        if found["tag"]:
            if is_over:
                games.append(_Game(found.start(), {}, []))
                depth, is_over = 0, False
            games[-1].tags[found["tag"]] = found["value"]
        elif found["bracket"]:
            depth = max(0, depth + (1 if found[0] == "(" else -1))
        elif games and (found["move"] or found["result"]):
            is_over = True  # the next tag begins another game
            moves = games[-1].moves
            if found["move"] and not depth and len(moves) < 65 and not _OTHER.fullmatch(found[0]):
                moves.append(found)
    return games


def from_pgn(text: str) -> Tourney:
    """Return the tour of the knight in a game of chess.

    It is closed if the knight ends where it started, or a move away from there, unless a tag says `[Kind "open"]`.

    Examples
    --------
    >>> import destrier as dt
    >>> tour = dt.tour(8, 8, seed=1)
    >>> from_pgn(to_pgn(tour)) == tour
    True
    """
    games = _games_of(text)
    if len(games) > 1:
        raise InvalidTourney(f"these are {len(games)} games, not one: save them in a file")
    if not games:
        raise Unreadable('a game has tags, such as [FEN "8/8/8/8/8/8/8/N7 w - - 0 1"]')
    tags = games[0].tags
    if "FEN" not in tags:
        raise InvalidTourney("the game has no FEN tag, which says where its knight starts")
    rides = _rides_of(games[0], text)
    squares = [(8 - int(ride[3]), ord(ride[2]) - ord("a")) for _, ride in rides]
    squares.insert(0, _start_of(tags["FEN"], rides[0][1][1], squares[0]))
    places = [place for place, _ in rides]
    for number, ((place, ride), here) in enumerate(zip(rides, map(_CHESSBOARD.chess_name, squares), strict=False), 1):
        if not set(ride[1]) <= set(here):
            raise InvalidTourney(f"{where(text, place)}: move {number}, {ride[0]}, is not one of the knight on {here}")
    listed = Listed(text, np.array([places[0], *places]), np.array(squares), "by name", rows=8)
    return read_visits(listed, Asked(_CHESSBOARD, kind="open" if tags.get("Kind") == "open" else None)).tour


def _rides_of(game: _Game, text: str) -> list[tuple[int, re.Match[str]]]:
    """Return the moves of the knight, each with its place."""
    rides: list[tuple[int, re.Match[str]]] = []
    for found in game.moves:
        ride = _RIDE.fullmatch(found[0])
        if ride is None:
            expected = f"expected move {len(rides) + 1} of the knight, such as Nf3, not {quoted(found[0])}"
            raise InvalidTourney(f"{where(text, found.start())}: {expected}")
        rides.append((found.start(), ride))
    if not rides:
        raise InvalidTourney("no knight moves in this game: its moves are written as Nf3")
    return rides


def _start_of(fen: str, origin: str, second: _Square) -> _Square:
    """Return the square of the knight of a position that can make the first move, or of its only knight."""
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in fen.partition(" ")[0].split("/")]
    if [len(row) for row in rows] != [8] * 8:
        raise InvalidTourney(f"the FEN tag {quoted(fen)} has not 8 ranks of 8 squares")
    knights = [(row, col) for row, signs in enumerate(rows) for col, sign in enumerate(signs) if sign in "Nn"]
    if not knights:
        raise InvalidTourney("there is no knight in the FEN tag")
    name = _CHESSBOARD.chess_name
    near = [square for square in knights if square in _around(second, _MOVES) and set(origin) <= set(name(square))]
    only = knights if len(knights) == 1 else near
    if len(only) != 1:
        raise InvalidTourney(
            f"{len(near)} of the {len(knights)} knights in the FEN tag can move to {name(second)}, and exactly one must"
        )
    return only[0]


_SQUARES: Final = frozenset((row, col) for row in range(8) for col in range(8))
_HERE: Final = ((0, 0),)
_MOVES: Final = ((1, 2), (2, 1))
_STEPS: Final = ((0, 1), (1, 0), (1, 1))


@cache
def _around(square: _Square, apart: tuple[_Square, ...]) -> frozenset[_Square]:
    """Return the squares that are so many rows and columns apart from a square."""
    row, col = square
    return frozenset(other for other in _SQUARES if (abs(other[0] - row), abs(other[1] - col)) in apart)


def check_chessboard(board: BaseBoard) -> None:
    """Raise `UnsupportedBoard` unless a knight rides on this board in chess."""
    if board != _CHESSBOARD:
        raise UnsupportedBoard(
            f"a game of chess holds a knight's tour of 8 x 8, not of {board.describe()}: write .json"
        )


def to_pgn(tour: Tourney) -> str:
    """Return a tour of 8 x 8 as a game, whose last move leads back to the start if the tour is closed.

    Raises
    ------
    UnsupportedBoard
        If the board is another one, or there are several cycles.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_pgn(dt.tour(8, 8, kind="open", start="a1", seed=1)))  # doctest: +ELLIPSIS
    [Event "Open knight's tour"]
    ...
    """
    check_chessboard(tour.board)
    if not isinstance(tour, Tour):
        raise UnsupportedBoard(f"a game of chess holds one tour, not {tour.cycle_count} cycles")
    visits = [*tour.squares(), *tour.squares()[: tour.ends is None]]
    last = visits[63]
    aside = min(_around(last, _STEPS))
    stands = [*visits[:63], *visits[62:]]  # the knight waits while White's king steps aside
    kings = _kept_away(stands, (last, aside))
    name = _CHESSBOARD.chess_name
    white = [f"N{name(square)}" for square in visits[1:]]
    white.insert(62, f"K{name(aside)}")  # the next move leads to the last square
    black = [f"K{name(square)}" for square in kings[1:]]
    moves = [f"{number}. {' '.join(both)}" for number, both in enumerate(zip(white, [*black, "*"], strict=True), 1)]
    tags = {
        "Event": f"{tour.kind.capitalize()} knight's tour",
        "Site": "?",
        "Date": "????.??.??",
        **dict.fromkeys(("Round", "White", "Black"), "?"),
        "Result": "*",
        "SetUp": "1",
        "FEN": _fen({visits[0]: "N", last: "K", kings[0]: "k"}),
        "Kind": tour.kind,
    }
    return "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + f"\n{fill(' '.join(moves), 79)}\n"


def _kept_away(stands: Sequence[_Square], kings: tuple[_Square, _Square]) -> list[_Square]:
    """Return where Black's king goes, given where the knight stands after each of White's moves, and White's kings."""
    kept = _SQUARES.difference(*(_around(king, _HERE + _STEPS) for king in kings))
    layers: list[frozenset[_Square]] = []
    for knights in pairwise(stands):
        free = kept.difference(*(_around(knight, _HERE + _MOVES) for knight in knights))
        before = layers[-1:]
        layers.append(frozenset(square for square in free if all(_around(square, _STEPS) & some for some in before)))
    way = [min(layers.pop())]
    while layers:
        way.append(min(layers.pop() & _around(way[-1], _STEPS)))
    return way[::-1]


def _fen(pieces: dict[_Square, str]) -> str:
    """Return a position with White to move."""
    rows = ("".join(pieces.get((row, col), ".") for col in range(8)) for row in range(8))
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows) + " w - - 0 1"
