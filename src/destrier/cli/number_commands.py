"""The commands about the numbers on tours: solve puzzles, find figured and magic tours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from destrier.cli.arguments import (
    FILE,
    FileOrSides,
    Integer,
    budget_option,
    conditions_options,
    find_board,
    is_given,
    json_option,
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
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.tourney import Tour


@click.command("solve", epilog="Example: destrier solve puzzle.txt")
@sides_argument(most=None, required=False, after_file=True, cls=FileOrSides)
@click.option(
    "--kind",
    type=click.Choice(["closed", "open"]),
    help="Find closed or open tours; by default closed, or in a FILE as it says, and open for a king or a wazir.",
)
@request_options("numbers")
@click.option(
    "--figure",
    "figures",
    metavar="TEXT",
    multiple=True,
    help="Place numbers on squares, as in 'primes on file c', or 'squares on rank 8 in order'; repeatable.",
)
@conditions_options
@click.option("--puzzle", metavar="FILE", help="Solve the puzzle in FILE, as if FILE came first.")
@click.option("-n", "--limit", type=Integer(1, 10**6), metavar="N", default=2, show_default=True, help="Find N tours.")
@click.option("--count", "counted", is_flag=True, help="Count all tours instead of listing them.")
@budget_option(60)
@leaper_option
@shape_option
@surface_option
@stacked_option()
@json_option
@click.pass_context
def solve(
    context: click.Context,
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    surface: str | None,
    kind: Literal["open", "closed"] | None,
    numbers: Sequence[tuple[Any, int]] | None,
    figures: tuple[str, ...],
    require: tuple[Any, ...],
    forbid: tuple[Any, ...],
    puzzle: str | None,
    limit: int,
    counted: bool,
    budget: float,
    outputs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find the tours with given numbers, counted from 1, on given squares, or whose numbers form a figure.

    FILE has one or several puzzles: grids of numbers in which a blank, 0, _ or ? is a square to find, and # or X a
    wall; or it is a file of the puzzle command. If fewer tours than the limit are found, there are no others. In a
    closed tour a move leads from the last number to 1.
    """
    from destrier.io.puzzle_texts import GivenNumbers, load_puzzles
    from destrier.search.numbered import count_solutions, solutions

    if counted and (outputs or is_given(context, "limit")):
        raise DestrierError("--count counts all tours instead of listing them: leave out --limit, -o and --format")
    file = context.meta.get(FILE, puzzle)
    if file is None:
        puzzles = [GivenNumbers(find_board(sides, shape, leaper, surface), [], "closed")]
    else:
        given = sides or shape is not None or surface is not None
        puzzles = load_puzzles(file, find_board(sides, shape, leaper, surface) if given else None, leaper)
    boards = list(dict.fromkeys(board.describe() for board, *_ in puzzles))
    for path in outputs if len(boards) > 1 else ():
        if not path.lower().endswith(".txt"):
            which = " and ".join(boards[:2])
            raise DestrierError(f"{path} holds tours of one board, and there are puzzles of {which}: write .txt")
    found: list[Tour] = []
    for board, listed, told, form, moves in puzzles:
        if form:
            complain(f"{file}: read as {form}")
        check_lists(outputs, board)
        chosen = kind or told
        kinds = _kinds(board) if chosen is None else [chosen]
        asked: dict[str, Any] = {"numbers": [*listed, *(numbers or ())], "figures": figures, "budget": budget}
        asked |= {"require": [*require, *moves], "forbid": forbid}
        if counted:
            count = count_solutions(board, kind=kinds[0], **asked)
            answer(json.dumps({**board.to_dict(), "kind": kinds[0], "solutions": count}) if as_json else str(count))
            continue
        tours = next(filter(None, (solutions(board, kind=likely, n=limit, **asked) for likely in kinds)), None)
        if tours is None:
            these = "numbers and moves" if asked["require"] or forbid else "numbers"
            raise NoSuchTour(f"no {' or '.join(kinds)} tour of {board.describe()} has these {these}")
        if len(tours) < limit:
            tour = "tour" if chosen else f"{tours[0].kind} tour"
            many = f"there are only these {len(tours)} {tour}s"
            complain(f"this is the only {tour} with these numbers" if len(tours) == 1 else many)
        found += tours
    if found:
        deliver_tours(found, outputs, as_json=as_json)


def _kinds(board: BaseBoard) -> list[Literal["closed", "open"]]:
    """Return the kinds of tours that a puzzle may mean, the likelier first; those of kings and wazirs are open."""
    steps = all(long == 1 for _, long in board.leaper.pairs)
    return ["open"] if steps else ["closed", "open"]


@click.command("magic", epilog="Example: destrier magic 8 8 -n 10 --seed 1 -o magic.txt")
@sides_argument()
@click.option("-n", "--number", type=Integer(1, 10**6), metavar="N", help="Find N tours.  [default: 1]")
@click.option("--all", "every", is_flag=True, help="Find all tours within reach of the search.")
@click.option("--diagonals", is_flag=True, help="Explain why none has magic diagonals.")
@budget_option(None, "; by default 300, without --all")
@seed_option
@stacked_option()
@json_option
def find_magic_tours(
    sides: tuple[int, int],
    number: int | None,
    every: bool,
    diagonals: bool,
    budget: float | None,
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
    from destrier.search.magic_tours import each_magic_tour

    if every and number:
        raise DestrierError("--all finds all tours within reach of the search: leave out --number")
    check_lists(outputs, Board(*sides))
    first, limit = drawn_seed(seed), None if every else number or 1
    tours: list[Tour] = []
    try:
        found = each_magic_tour(*sides, n=limit, diagonals=diagonals, seed=first, budget=budget, progress=Bar())
        tours.extend(found)
    except (BudgetExceeded, KeyboardInterrupt):
        if tours:
            complain(f"stopped after {_described(tours)}")
            deliver_tours(tours, outputs, as_json=as_json)
        raise
    if not tours:
        rows, cols = sides
        raise BudgetExceeded(
            f"no such tour of {rows} x {cols} passes through one quad after the other; others may exist"
        )
    if not every:
        tell_seed(first)
    if limit is None or len(tours) < limit:
        complain(f"there are only these {len(tours)} tours that pass through one quad after the other")
    if not as_json:
        complain(_described(tours))
    deliver_tours(tours, outputs, as_json=as_json)


def _described(tours: list[Tour]) -> str:
    """Return how many semi-magic tours are closed and open, and the sums that they have."""
    rows, cols = tours[0].board.shape
    sums = [side * (rows * cols + 1) // 2 for side in (cols, rows)]
    closed = sum(tour.kind == "closed" for tour in tours)
    counted = ((closed, "closed"), (len(tours) - closed, "open"))
    found = " and ".join(f"{count} {kind} tour{'s' * (count > 1)}" for count, kind in counted if count)
    if rows == cols:
        return f"{found}, whose rows and columns have the sum {sums[0]}"
    return f"{found}, whose rows have the sum {sums[0]} and columns {sums[1]}"


COMMANDS: Final = (solve, find_magic_tours)
