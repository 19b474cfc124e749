"""Games of chess: python-chess plays what is written, and writes what is read."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import chess
import chess.pgn
import numpy as np
import pytest
from helpers.commands import runner
from helpers.marks import long

import destrier as dt
from destrier.io.pgn import to_pgn
from destrier.io.stacks import load_stack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@cache
def a_tour(kind: str) -> dt.Tour:
    """A closed tour, an open one, or an open one whose ends are a move apart."""
    if kind == "open":
        return dt.tour(8, 8, kind="open", start="a1", seed=2)
    closed = dt.tour(8, 8, start="e4", seed=1)
    return closed if kind == "closed" else dt.Tour.from_order(closed.indices(), closed.board, kind="open")


def squares_of(tour: dt.Tour) -> list[int]:
    return [chess.square(col, 7 - row) for row, col in tour]


def played(text: str) -> tuple[chess.pgn.Game, list[int]]:
    """Return a game whose moves are all legal, and where its knight goes."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    board = game.board()
    assert board.status() == chess.STATUS_VALID
    squares = [*board.pieces(chess.KNIGHT, chess.WHITE)]
    for move in game.mainline_moves():
        assert move in board.legal_moves
        if board.piece_type_at(move.from_square) == chess.KNIGHT:
            squares.append(move.to_square)
        board.push(move)
        assert not board.is_check()  # which the text would say
    return game, squares


@pytest.mark.parametrize("kind", ["closed", "open", "ends a move apart"])
def test_what_is_written_is_a_legal_game(kind: str, tmp_path: Path) -> None:
    tour, path = a_tour(kind), tmp_path / "tour.pgn"
    tour.save(path)
    text = path.read_text(encoding="utf-8")
    game, squares = played(text)
    assert squares == squares_of(tour) + squares_of(tour)[: tour.kind == "closed"]
    assert (game.headers["SetUp"], game.headers["Result"]) == ("1", "*")
    assert max(map(len, text.splitlines())) < 80
    assert dt.load(path) == dt.load(str(game) + "\n") == tour


@pytest.mark.parametrize("seed", [3, *map(long, range(4, 60))])
def test_every_tour_is_written(seed: int) -> None:
    for kind in ("closed", "open"):
        tour = dt.tour(8, 8, kind=kind, seed=seed)
        assert played(to_pgn(tour))[1][:64] == squares_of(tour)


@pytest.mark.parametrize("zones", [4, long(210)])
def test_the_king_of_black_is_never_stuck(zones: int) -> None:
    """Wherever the knight goes, 30 squares are left to it whose every one is a step from one of the 30 before.

    Sets of squares are numbers of 64 bits. White's king stands on one of two neighbours.
    """
    near = [chess.BB_KNIGHT_ATTACKS[square] | chess.BB_SQUARES[square] for square in chess.SQUARES]

    @cache
    def stepped(squares: int) -> int:
        reached = 0
        for square in chess.scan_forward(squares):
            reached |= chess.BB_KING_ATTACKS[square]
        return reached

    pairs = [(one, other) for one in chess.SQUARES for other in chess.scan_forward(near[one])]
    kings = {
        chess.BB_KING_ATTACKS[one] | chess.BB_KING_ATTACKS[other]
        for one in chess.SQUARES
        for other in chess.scan_forward(chess.BB_KING_ATTACKS[one])
    }
    for zone in sorted(kings)[:: max(1, len(kings) // zones)]:
        left = {(one, other): chess.BB_ALL & ~(near[one] | near[other] | zone) for one, other in pairs}
        before: dict[tuple[int, int], int] = {}
        while left != before:
            before = left
            left = dict(before)
            for one, other in pairs:
                for earlier in chess.scan_forward(near[one]):
                    left[one, other] &= stepped(before[earlier, one])
        assert min(map(int.bit_count, left.values())) >= 30


def exported(kind: str = "open", *, piece: str = "N", notes: bool = False) -> str:
    """Return the game that python-chess writes of a knight alone, with null moves of the other side."""
    squares, board = squares_of(a_tour(kind)), chess.Board.empty()
    board.set_piece_at(squares[0], chess.Piece.from_symbol(piece))
    board.turn = piece == "N"
    game = chess.pgn.Game()
    game.setup(board)
    node: Any = game
    for one, other in pairwise(squares):
        node = node.add_main_variation(chess.Move(one, other))
        if notes:
            node.comment, node.nags = "Nf3 (is a move) [%csl Ga1]", {chess.pgn.NAG_GOOD_MOVE}
            node.set_clock(60)
            node.parent.add_variation(chess.Move.null()).add_variation(chess.Move.null()).comment = "; 1-0"
        node = node.add_main_variation(chess.Move.null())
    return f"{game}\n"


WAYS: Final[dict[str, Callable[[], str]]] = {
    "white": exported,
    "black": lambda: exported(piece="n"),
    "notes": lambda: exported(notes=True),
    "Z0": lambda: exported().replace("--", "Z0"),
    "line ends and a mark": lambda: "\ufeff" + exported().replace("\n", "\r\n"),
    "no blanks": lambda: exported().replace(". ", "."),
    "no replies": lambda: exported().replace(" --", ""),
    "captures": lambda: exported().replace(" N", " Nx"),
    "squares of departure": lambda: exported().replace(" Nc2", " Na1-c2"),
    "signs": lambda: exported().replace(" --", "+!? $14 -- ; N a1\n"),
    "a game of two kings": lambda: exported().replace("8/8/8", "k6K/8/8").replace("--", "Kb8"),
    "other knights": lambda: exported().replace("8/8/8", "n5n1/8/8"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("suffix", [".pgn", ".txt", ""])
def test_what_others_write_is_read(way: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"game{suffix}"
    path.write_text(WAYS[way](), encoding="utf-8", newline="")
    assert dt.load(path) == a_tour("open")


def test_a_game_is_closed_if_its_ends_are_a_move_apart() -> None:
    closed = a_tour("closed")
    assert dt.load(exported("closed")) == closed


START: Final = '[FEN "8/8/8/8/8/8/8/N7 w - - 0 1"]\n'

FAULTS: Final = {
    f"{START}\n1. Nc2 -- 2. Ne2 *": "line 3, column 14: step 2, from c2 to e2, is not a knight's move",
    f"{START}\n1. Nb4 *": "line 3, column 4: step 1, from a1 to b4, is not a knight's move",
    f"{START}\n1. Nc2 -- 2. Na1 -- 3. Nb3 *": "line 3, column 14: a1 is visited twice, as squares 1 and 3",
    f"{START}\n1. Nc2 -- 2. Ne1 *": "the list visits 3 of the 64 squares of 8 x 8, and ends at e1",
    f"{START}\n1. Nc2 -- 2. Nd3e1 *": "line 3, column 14: move 2, Nd3e1, is not one of the knight on c2",
    f"{START}\n1. Nc2 -- 2. Nz9 *": "line 3, column 14: expected move 2 of the knight, such as Nf3, not 'Nz9'",
    f"{START}\n1. e4 *": "no knight moves in this game: its moves are written as Nf3",
    START.replace("8/N7", "N7") + "\n1. Nc2 *": "the FEN tag '8/8/8/8/8/8/N7 w - - 0 1' has not 8 ranks of 8 squares",
    START.replace("N7", "K7") + "\n1. Nc2 *": "there is no knight in the FEN tag",
    START.replace("N7", "N3N3")
    + "\n1. Nc2 *": "2 of the 2 knights in the FEN tag can move to c2, and exactly one must",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f"{text}\n")
    for source in (path, f"{text}\n"):
        with pytest.raises(dt.InvalidTourney) as caught:
            dt.load(source)
        assert str(caught.value).removeprefix(f"{path}: ") == FAULTS[text]


def test_a_game_needs_the_start_of_its_knight(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Event "?"]\n[Site "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n')
    told = runner(capsys)("check", path)
    assert told == (1, "", f"destrier: {path}: the game has no FEN tag, which says where its knight starts\n")


def test_many_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, run = tmp_path / "games.pgn", runner(capsys)
    assert run("sample", 8, 8, "-n", 3, "--seed", 1, "-o", path, "-o", tmp_path / "tours.npz").code == 0
    text = path.read_text()
    games = text.split('[Event "')[1:]
    for game, moves in zip(games, load_stack(tmp_path / "tours.npz").moves, strict=True):
        tour = dt.load(f'[Event "{game}', holds=dt.Tour)
        assert np.array_equal(tour.moves, moves)
        assert played(f'[Event "{game}')[1][:64] == squares_of(tour)
    assert run("check", path).out == "3 closed tours of 8 x 8\n"
    held = dt.load(path)
    assert isinstance(held, dt.Tours)
    held.save(tmp_path / "again.pgn")
    assert (tmp_path / "again.pgn").read_text() == text
    with pytest.raises(dt.InvalidTourney, match=r"^these are 3 games, not one: save them in a file$"):
        dt.load(text)
    path.write_text(f"{text}\n{START}\n1. Nc2 -- 2. Ne2 *\n")
    line = text.count("\n") + 4
    fault = f"tour 3: line {line}, column 14: step 2, from c2 to e2, is not a knight's move"
    assert run("check", path).err == f"destrier: {path}: {fault}\n"
    path.write_text(f'[Event "?"]\n\n1. e4 e5 *\n\n{text}')
    fault = "tour 0: the game has no FEN tag, which says where its knight starts"
    assert run("check", path).err == f"destrier: {path}: {fault}\n"


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: dt.tour(5, 6, seed=1), "a game of chess holds a knight's tour of 8 x 8, not of 5 x 6"),
        (
            lambda: dt.tour(dt.Board(8, 8, leaper="wazir"), seed=1),
            "a game of chess holds a knight's tour of 8 x 8, not of 8 x 8 by a wazir",
        ),
    ],
)
def test_other_boards_are_refused(make: Callable[[], dt.Tour], fault: str, tmp_path: Path) -> None:
    with pytest.raises(dt.UnsupportedBoard) as caught:
        make().save(tmp_path / "tour.pgn")
    assert str(caught.value) == f"{fault}: write .json"
    with pytest.raises(dt.UnsupportedBoard, match=r"^a game of chess holds one tour, not 8 cycles$"):
        dt.tourney(8, 8, algorithm="concentric-braid").save(tmp_path / "tour.pgn")
    assert not [*tmp_path.iterdir()]
