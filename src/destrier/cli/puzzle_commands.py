"""The command that makes puzzles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from destrier.cli.arguments import Integer, board_arguments, json_option, kind_option, output_option, seed_option
from destrier.cli.messages import answer
from destrier.cli.results import tell_seed, write_in
from destrier.io.formats import PICTURES
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
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


COMMANDS: Final = (make_puzzles,)
