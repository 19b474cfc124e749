"""The commands that make puzzles, worksheets and books of puzzles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import click

from destrier.cli.arguments import (
    FILE,
    FileOrSides,
    Integer,
    board_arguments,
    find_board,
    json_option,
    kind_option,
    leaper_option,
    output_option,
    seed_option,
    shape_option,
    sides_argument,
    surface_option,
)
from destrier.cli.messages import answer, complain
from destrier.cli.paper import PAGE, is_pdf, paper_options, taken
from destrier.cli.results import seed_of, tell_seed, write_in
from destrier.io.formats import PICTURES
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.tourney import Tourney
    from destrier.puzzles.puzzle import Puzzle


_SUFFIXES: Final = (".json", ".txt", *PICTURES, ".html")


def _parse_givens(_context: click.Context, _param: click.Parameter, word: str | None) -> int | str | None:
    """Return the number of givens, or `minimal`."""
    if word is None or word == "minimal":
        return word
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", word) is None:
        raise click.BadParameter(f"givens is the number of given numbers, or minimal, not {word}")
    return int(word)


@click.command("puzzle", epilog="Example: destrier puzzle 8 8 --difficulty hard --seed 1 -o puzzle.svg")
@board_arguments
@kind_option
@click.option("--givens", metavar="N", callback=_parse_givens, help="Give N numbers, or minimal, as few as possible.")
@click.option("--symmetric", is_flag=True, help="Give numbers in a pattern that a half-turn maps onto itself.")
@click.option(
    "--difficulty", type=click.Choice(["easy", "medium", "hard", "expert"]), help="Make a puzzle of this grade."
)
@click.option("--count", type=Integer(1, 1000), metavar="N", default=1, show_default=True, help="Make N puzzles.")
@click.option("--title", metavar="TEXT", help="Make a .pdf a book with this title: how to solve, puzzles, solutions.")
@click.option("--paper", metavar="NAME", help="Make a .pdf a book on a4, letter, or a paper in mm such as 150x220.")
@click.option("--per-page", type=Integer(1, 12), metavar="N", help="Make a .pdf a book with N puzzles to a page.")
@click.option("--explain", is_flag=True, help="Explain how a person solves it, one deduction a line.")
@seed_option
@output_option("Write .json, .txt, a drawing as .svg, .pdf or .png, or .html to play; repeatable.", *_SUFFIXES)
@json_option
def make_puzzles(
    board: BaseBoard,
    count: int,
    title: str | None,
    paper: str | None,
    per_page: int | None,
    explain: bool,
    seed: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Make a puzzle: some numbers of a tour, from which all others follow. It has exactly one solution.

    Its grade is that of the hardest deduction needed; it is medium by default. Several puzzles make one drawing, or a
    book for the printer.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.drawing.book import save_book
    from destrier.drawing.svg.puzzle import puzzles_svg
    from destrier.puzzles.puzzle import puzzle

    first = drawn_seed(seed)
    asked: dict[str, Any] = {"title": title, "paper": paper, "per_page": per_page}
    book = {name: given for name, given in asked.items() if given is not None}
    if book:
        _check_book(board, outputs, book)
    puzzles = [puzzle(board, seed=first + number, **options) for number in range(count)]
    tell_seed(first)
    for path in outputs:
        if book and Path(path).suffix.lower() == ".pdf":
            save_book(puzzles, path, **book)
        elif Path(path).suffix.lower() == ".html":
            from destrier.viewer.page import show

            show(puzzles, path)
        else:
            write_in(
                path, svg=lambda: puzzles_svg(puzzles), text=lambda: _to_text(puzzles), told=lambda: _to_json(puzzles)
            )
    if as_json:
        answer(_to_json(puzzles))
    elif not outputs:
        answer(_to_text(puzzles), nl=False)
    if explain:
        for one in puzzles:
            for step in one.steps():
                answer(step.text)


@click.command("worksheet", epilog="Example: destrier worksheet 8 8 --every 8 --seed 1 -o worksheet.pdf")
@sides_argument(most=None, required=False, after_file=True, cls=FileOrSides)
@click.option("--every", type=Integer(1, 900), metavar="N", default=8, show_default=True, help="Give every n-th one.")
@click.option(
    "--kind", type=click.Choice(["closed", "open"]), help="Choose the kind of tour; by default, it is closed."
)
@leaper_option
@shape_option
@surface_option
@paper_options(*PAGE)
@seed_option
@output_option(
    "Write .json, .txt, the board as .svg or .png, or .pdf to print with the solution; repeatable.",
    *(".json", ".txt", *PICTURES),
)
@json_option
def make_worksheet(
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    surface: str | None,
    every: int,
    kind: Literal["closed", "open"] | None,
    seed: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Make a worksheet: the tour of FILE, or one of the ROWS x COLS board, with every n-th number, to be completed.

    Further numbers are given until there is one solution. Where proving that takes too long, which is usual beyond
    12 x 12, the sheet says that any tour that fits is right.
    """
    from destrier.drawing.svg.puzzle import notebook_svg
    from destrier.io.drawings import draw
    from destrier.puzzles.worksheet import worksheet

    page = taken(PAGE, options, outputs)
    file = click.get_current_context().meta.get(FILE)
    board = find_board(sides, shape, leaper, surface) if sides or shape is not None or file is None else None
    made = worksheet(_drawn(board, kind, seed) if file is None else _read(file, board, leaper, kind, seed), every)
    if not made.unique:
        complain("the sheet may have several solutions, and says so; a smaller --every gives more numbers")
    for path in outputs:
        if is_pdf(path):
            draw(made, path, **page)
        else:
            write_in(path, svg=lambda: notebook_svg(made), text=made.to_text, told=lambda: json.dumps(made.to_dict()))
    if as_json:
        answer(json.dumps(made.to_dict()))
    elif not outputs:
        answer(made.to_text(), nl=False)


def _drawn(board: BaseBoard | None, kind: Literal["closed", "open"] | None, seed: int | None) -> Tourney:
    """Return a random tour of a board."""
    from destrier.desk.tour import tour

    made = tour(cast("Any", board), kind=kind or "closed", seed=seed)
    tell_seed(seed_of(made))
    return made


def _read(file: str, board: BaseBoard | None, leaper: Piece | None, kind: str | None, seed: int | None) -> Tourney:
    """Return the tour in a file."""
    from destrier.io.files import load

    for name, value in (("kind", kind), ("seed", seed)):
        if value is not None:
            raise DestrierError(f"the tour is that of {file}: leave out --{name}")
    return load(file, board=board, leaper=leaper)


def _check_book(board: BaseBoard, outputs: tuple[str, ...], book: dict[str, Any]) -> None:
    """Raise now the errors that writing a book would raise after the puzzles are made."""
    from destrier.drawing.book import check_book

    if not any(Path(path).suffix.lower() == ".pdf" for path in outputs):
        raise DestrierError("--title, --paper and --per-page are for a book: add -o FILE.pdf")
    check_book([board], **book)


def _to_json(puzzles: list[Puzzle]) -> str:
    """Return a puzzle as one JSON object, and several as a list."""
    listed = [one.to_dict() for one in puzzles]
    return json.dumps(listed[0] if len(listed) == 1 else listed)


def _to_text(puzzles: list[Puzzle]) -> str:
    """Return the boards with their given numbers, each below a line with its kind and grade."""
    return "\n".join(f"# {one.kind}, {one.grade}, {len(one.givens)} givens\n{one.to_text()}" for one in puzzles)


COMMANDS: Final = (make_puzzles, make_worksheet)
