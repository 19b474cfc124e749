"""The commands about the numbers on tours: solve puzzles, find figured and magic tours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from destrier.cli.arguments import (
    Integer,
    Number,
    find_board,
    json_option,
    kind_option,
    leaper_option,
    request_options,
    seed_option,
    shape_option,
    sides_argument,
    stacked_option,
    surface_option,
)
from destrier.cli.messages import Bar, answer, complain
from destrier.cli.results import check_lists, deliver_tours, tell_seed
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece


@click.command("solve", epilog="Example: destrier solve 8 8 --kind open --figure 'squares on rank 8' --limit 1")
@sides_argument(most=None, required=False)
@kind_option
@request_options("numbers")
@click.option(
    "--figure",
    "figures",
    metavar="TEXT",
    multiple=True,
    help="Place numbers on squares, as in 'primes on file c', or 'squares on rank 8 in order'; repeatable.",
)
@click.option("--puzzle", metavar="FILE", help="Solve the puzzle in a .json file of the puzzle command.")
@click.option("--limit", type=Integer(1, 10**6), metavar="N", default=2, show_default=True, help="Find N tours.")
@click.option("--count", "counted", is_flag=True, help="Count all tours instead of listing them.")
@click.option(
    "--budget",
    type=Number(min=0, min_open=True),
    metavar="S",
    default=60,
    show_default=True,
    help="Give up after S seconds.",
)
@leaper_option
@shape_option
@surface_option
@stacked_option()
@json_option
def solve(
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    surface: str | None,
    kind: Literal["open", "closed"],
    numbers: Sequence[tuple[Any, int]] | None,
    figures: tuple[str, ...],
    puzzle: str | None,
    limit: int,
    counted: bool,
    budget: float,
    outputs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find the tours with given numbers, counted from 1, on given squares, or whose numbers form a figure.

    If fewer tours than the limit are found, there are no others. In a closed tour a move leads from the last number to
    1.
    """
    from destrier.search.numbered import count_solutions, solutions

    if puzzle is not None:
        if sides or shape or leaper or surface or numbers or figures:
            raise DestrierError("--puzzle names the board and its numbers; leave out the others")
        board, kind, numbers = _read_puzzle(puzzle)
    else:
        board = find_board(sides, shape, leaper, surface)
    asked: dict[str, Any] = {"numbers": numbers or (), "kind": kind, "figures": figures, "budget": budget}
    if counted:
        count = count_solutions(board, **asked)
        answer(json.dumps({**board.to_dict(), "kind": kind, "solutions": count}) if as_json else str(count))
        return
    check_lists(outputs, board)
    tours = solutions(board, limit=limit, **asked)
    if not tours:
        raise NoSuchTour(f"no {kind} tour of {board.describe()} has these numbers")
    if len(tours) < limit:
        complain(
            "this is the only tour with these numbers"
            if len(tours) == 1
            else f"there are only these {len(tours)} tours"
        )
    deliver_tours(tours, outputs, as_json=as_json)


def _read_puzzle(path: str) -> tuple[BaseBoard, Literal["open", "closed"], list[tuple[Any, int]]]:
    """Return the board, the kind and the given numbers of a puzzle."""
    from destrier.io.json import board_from_dict
    from destrier.support.reading import read_text, reading

    with reading(path, "one puzzle, as 'destrier puzzle -o puzzle.json' writes it", DestrierError):
        told = json.loads(read_text(path))
        if isinstance(told, list):
            (told,) = told
        given = [(tuple(square), number) for square, number in told["givens"]]
        return board_from_dict(told), told["kind"], given


@click.command("magic", epilog="Example: destrier magic 8 8 -n 10 --seed 1 -o magic.txt")
@sides_argument()
@click.option("-n", "--number", type=Integer(1, 10**6), metavar="N", help="Find N tours.  [default: 1]")
@click.option("--all", "every", is_flag=True, help="Find all tours within reach of the search.")
@click.option("--diagonals", is_flag=True, help="Find tours whose diagonals have the same sum, too.")
@seed_option
@stacked_option()
@json_option
def find_magic_tours(
    sides: tuple[int, int],
    number: int | None,
    every: bool,
    diagonals: bool,
    seed: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find semi-magic tours of the ROWS x COLS board: all rows have the same sum, and so do all columns.

    No two tours are equivalent under the symmetries of the board and reversal. The sides are multiples of 4; on boards
    of more than 64 squares, only closed tours that a half-turn maps onto themselves are searched for.
    """
    from destrier.core.board import Board
    from destrier.core.seeds import drawn_seed
    from destrier.search.magic_tours import magic_tours

    if every and number:
        raise DestrierError("--all finds all tours within reach of the search: leave out --number")
    check_lists(outputs, Board(*sides))
    first, limit = drawn_seed(seed), None if every else number or 1
    tours = magic_tours(*sides, limit=limit, diagonals=diagonals, seed=first, progress=Bar())
    if not tours:
        rows, cols = sides
        raise NoSuchTour(f"no such tour of {rows} x {cols} passes through one quad after the other; others may exist")
    if not every:
        tell_seed(first)
    if limit is None or len(tours) < limit:
        complain(f"there are only these {len(tours)} tours that pass through one quad after the other")
    deliver_tours(tours, outputs, as_json=as_json)


COMMANDS: Final = (solve, find_magic_tours)
