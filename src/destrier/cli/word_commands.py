"""The command that hides a text in knight's moves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from destrier.cli.arguments import (
    file_argument,
    find_board,
    json_option,
    leaper_option,
    output_option,
    seed_option,
    shape_option,
    sides_argument,
)
from destrier.cli.messages import answer
from destrier.cli.paper import PAGE, is_pdf, paper_options, taken
from destrier.cli.results import tell_seed, write_in, write_svg
from destrier.io.formats import PICTURES
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from destrier.core.leaper import Piece


def _check_solutions(_context: click.Context, _param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    from destrier.io.files import check_writable

    for path in paths:
        check_writable(path, PICTURES)
    return paths


@click.command(
    "rosselsprung", epilog="Example: destrier rosselsprung poem.txt --language de --verify --seed 1 -o poem.pdf"
)
@file_argument
@sides_argument(required=False)
@click.option(
    "--split",
    type=click.Choice(["letters", "syllables", "words"]),
    default="syllables",
    show_default=True,
    help="Put a letter, a syllable or a word on each square.",
)
@click.option(
    "--language",
    metavar="NAME",
    help="Hyphenate by the rules of this language, such as de or en_GB; by default it is recognized.",
)
@click.option("--strip", is_flag=True, help="Leave out punctuation.")
@click.option("--kind", type=click.Choice(["open", "closed"]), default="open", show_default=True)
@click.option(
    "--mark",
    type=click.Choice(["none", "start", "ends"]),
    default="start",
    show_default=True,
    help="Mark where the text begins, or also where it ends.",
)
@click.option("--verify", is_flag=True, help="Make sure that no other path through the board spells the text.")
@seed_option
@leaper_option
@shape_option
@paper_options(*PAGE)
@output_option(
    "Write .json, .txt, a drawing as .svg or .png, or a page as .pdf; repeatable.", ".json", ".txt", *PICTURES
)
@click.option(
    "--solution",
    "solutions",
    type=click.Path(),
    metavar="FILE",
    multiple=True,
    callback=_check_solutions,
    help="Draw the solution as .svg or .png, or print it as .pdf; repeatable.",
)
@json_option
def hide_text(
    file: str,
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    seed: int | None,
    outputs: tuple[str, ...],
    solutions: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Hide the text of FILE in knight's moves: each square holds a part of it, and a tour reads the parts in order.

    The board is ROWS by COLS, or by default the squarest one that has a tour and one square for each part of the text.
    Excess squares of a rectangle are left out. The file - is standard input.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.drawing.sheets import check_words, words_pdf
    from destrier.drawing.svg.puzzle import solution_svg, words_svg
    from destrier.puzzles.words import rosselsprung
    from destrier.support.atomic import write_atomically
    from destrier.support.reading import read_text, reading

    page = taken(PAGE, options, (*outputs, *solutions))
    is_printed = any(map(is_pdf, (*outputs, *solutions)))
    board = (find_board(sides, shape, leaper),) if sides or shape else ()
    if leaper and not board:
        raise DestrierError("--leaper needs a board: ROWS and COLS, or --shape FILE")
    drawn = drawn_seed(seed)
    with reading(file, "a text", DestrierError):
        text = read_text(file)
    if is_printed and board:
        check_words(*board, **page)
    made = rosselsprung(text, *board, seed=drawn, **options)
    if is_printed:
        check_words(made.board, **page)
    tell_seed(drawn)
    for path in outputs:
        if is_pdf(path):
            write_atomically(path, words_pdf(made, **page))
        else:
            write_in(path, svg=lambda: words_svg(made), text=made.to_text, told=lambda: json.dumps(made.to_dict()))
    for path in solutions:
        if is_pdf(path):
            write_atomically(path, words_pdf(made, solved=True, **page))
        else:
            write_svg(solution_svg(made), [path])
    if as_json:
        answer(json.dumps(made.to_dict()))
    elif not outputs:
        answer(made.to_text(), nl=False)


COMMANDS: Final = (hide_text,)
