"""The command that makes puzzles, worksheets and books of puzzles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_args

import click

from destrier.cli.arguments import (
    FILE,
    FileOrSides,
    Form,
    Integer,
    WithForms,
    board_arguments,
    budget_option,
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
from destrier.cli.messages import Bar, answer
from destrier.cli.paper import BOOK, SHEET, is_pdf, paper_options, taken
from destrier.cli.results import seed_of, tell_seed, write_in
from destrier.io.formats import PICTURES
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.tourney import Tourney
    from destrier.puzzles.puzzle import Puzzle
    from destrier.puzzles.reasoning import Grade


_MOST: Final = 1000
"""The most puzzles to make at once."""

_SUFFIXES: Final = (".json", ".txt", *PICTURES, ".html")


def _parse_givens(_context: click.Context, _param: click.Parameter, word: str | None) -> int | str | None:
    """Return the number of givens, or `minimal`."""
    if word is None or word == "minimal":
        return word
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", word) is None:
        raise click.BadParameter(f"givens is the number of given numbers, or minimal, not {word}")
    return int(word)


def _parse_counts(context: click.Context, param: click.Parameter, word: str) -> dict[Grade | None, int]:
    """Return the number of puzzles of any grade, or of some grades."""
    from destrier.puzzles.reasoning import Grade

    counts: dict[Grade | None, int] = {}
    parts = word.split(",")
    for part in parts:
        found = re.fullmatch(r"\s*(?:([a-z]+)\s*=)?\s*([0-9]{1,4})\s*", part)
        grade: Any = found and found[1]
        known = get_args(Grade) if len(parts) > 1 else (None, *get_args(Grade))
        if found is None or grade not in known or grade in counts:
            grades = "easy, medium, hard or expert"
            fault = f"give a number, or one for each grade as in easy=8,medium=8 ({grades}), not {shown(word)}"
            raise click.BadParameter(fault, context, param)
        counts[grade] = int(found[2])
    if not 1 <= sum(counts.values()) <= _MOST:
        raise click.BadParameter(f"make 1 to {_MOST} puzzles, not {sum(counts.values())}", context, param)
    return counts


def _made(boards: Sequence[BaseBoard], counts: dict[Grade | None, int], seed: int, **options: Any) -> list[Puzzle]:
    """Make the puzzles of each grade on each board, with consecutive seeds, and show the progress."""
    from destrier.puzzles.puzzle import puzzle

    wanted = [(board, grade) for grade, count in counts.items() for board in boards for _ in range(count)]
    puzzles, told = list[Any](), Bar()
    for number, (board, grade) in enumerate(wanted):
        told("puzzles", number, len(wanted))
        puzzles.append(puzzle(board, grade=grade, seed=seed + number, **options))
    told("puzzles", len(wanted), len(wanted))
    return puzzles


@click.command("puzzle", cls=WithForms, epilog="Example: destrier puzzle 8 8 --grade hard --seed 1 -o puzzle.svg")
@board_arguments
@kind_option
@click.option("--givens", metavar="N", callback=_parse_givens, help="Give N numbers, or minimal, as few as possible.")
@click.option("--symmetric", is_flag=True, help="Give numbers in a pattern that a half-turn maps onto itself.")
@click.option("--grade", type=click.Choice(["easy", "medium", "hard", "expert"]), help="Make a puzzle of this grade.")
@click.option(
    "--count",
    "counts",
    metavar="N",
    callback=_parse_counts,
    default="1",
    show_default=True,
    help="Make N puzzles, or some of each grade, as in easy=8,medium=8.",
)
@paper_options(*BOOK)
@budget_option(300)
@click.option("--explain", is_flag=True, help="Explain how a person solves it, one deduction a line.")
@seed_option
@output_option("Write .json, .txt, a drawing as .svg, .pdf or .png, or .html to play; repeatable.", *_SUFFIXES)
@json_option
def make_puzzles(
    board: BaseBoard,
    counts: dict[Grade | None, int],
    explain: bool,
    seed: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Make a puzzle: some numbers of a tour, from which all others follow. It has exactly one solution.

    Its grade is that of the hardest deduction needed; it is medium by default. Several puzzles make one drawing, or
    a book if the .pdf has a --title, a --paper or another option of its pages.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.drawing.book import Layout, save_book
    from destrier.drawing.svg.puzzle import puzzles_svg

    book = taken(BOOK, options, outputs)
    if book:
        Layout(**book).grid([board])
    if (grade := options.pop("grade")) is not None:
        if None not in counts:
            raise DestrierError("--count names the grades: leave out --grade")
        counts = {grade: counts[None]}
    first = drawn_seed(seed)
    puzzles = _made([board], counts, first, **options)
    tell_seed(first)
    for path in outputs:
        if book and is_pdf(path):
            save_book(puzzles, path, progress=Bar(), **book)
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


@click.command(
    "book", epilog="Example: destrier puzzle book 6 6 8 8 --count easy=8,hard=8 --paper 6x9in --seed 1 -o book.pdf"
)
@sides_argument(most=None, boards=True)
@click.option(
    "--count",
    "counts",
    metavar="N",
    callback=_parse_counts,
    default="easy=4,medium=4,hard=4",
    show_default=True,
    help="Make N puzzles on each board, or some of each grade.",
)
@kind_option
@click.option("--symmetric", is_flag=True, help="Give numbers in a pattern that a half-turn maps onto itself.")
@budget_option(300)
@leaper_option
@paper_options(*BOOK)
@seed_option
@output_option("Write the book to .pdf; repeatable.", ".pdf", required=True)
def make_book(
    sides: tuple[int, ...],
    counts: dict[Grade | None, int],
    leaper: Piece | None,
    seed: int | None,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Make a book of puzzles to print: a cover, the contents, instructions, the puzzles, and their solutions.

    Its boards are ROWS x COLS, one or several, as in 6 6 8 8. The puzzles of a grade follow those of an easier one.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.drawing.book import Layout, save_book

    book = taken(BOOK, options, outputs)
    boards = [find_board(pair, leaper=leaper) for pair in zip(sides[::2], sides[1::2], strict=True)]
    Layout(**book).grid(boards)
    first = drawn_seed(seed)
    puzzles = _made(boards, counts, first, **options)
    tell_seed(first)
    for path in outputs:
        save_book(puzzles, path, progress=Bar(), **book)


@click.command("worksheet", epilog="Example: destrier puzzle worksheet 8 8 --every 8 --seed 1 -o worksheet.pdf")
@sides_argument(most=None, required=False, after_file=True, cls=FileOrSides)
@click.option(
    "--every", type=Integer(1, 900), metavar="N", default=8, show_default=True, help="Give every n-th number."
)
@click.option(
    "--grade",
    type=click.Choice(["easy", "medium", "hard"]),
    default="easy",
    show_default=True,
    help="Give as many others as this grade needs.",
)
@click.option(
    "--kind", type=click.Choice(["closed", "open"]), help="Choose the kind of tour; by default, it is closed."
)
@leaper_option
@shape_option
@surface_option
@paper_options(*SHEET)
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
    grade: Grade,
    kind: Literal["closed", "open"] | None,
    seed: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Make a worksheet: the tour of FILE, or one of the ROWS x COLS board, with some numbers, to be completed.

    Every n-th number is given, and others until a class can deduce the rest: an easy sheet needs no more than the
    knight's move. There is one solution.
    """
    from destrier.drawing.sheets import check_worksheet
    from destrier.drawing.svg.puzzle import notebook_svg
    from destrier.io.drawings import draw
    from destrier.puzzles.worksheet import worksheet

    page = taken(SHEET, options, outputs)
    file = click.get_current_context().meta.get(FILE)
    board = find_board(sides, shape, leaper, surface) if sides or shape is not None or file is None else None
    read = None if file is None else _read(file, board, leaper, kind, seed)
    if any(map(is_pdf, outputs)):
        check_worksheet(read.board if read else cast("Any", board), read.kind if read else kind or "closed", **page)
    made = worksheet(read or _drawn(board, kind, seed), every, grade)
    for path in outputs:
        if is_pdf(path):
            draw(made, path, **page)
        else:
            write_in(path, svg=lambda: notebook_svg(made), text=made.to_text, told=lambda: json.dumps(made.to_dict()))
    if as_json:
        answer(json.dumps(made.to_dict()))
    elif not outputs:
        answer(made.to_text(), nl=False)


@click.command("lesson", epilog="Example: destrier puzzle lesson --language fr --seed 1 -o lesson.pdf")
@paper_options(*SHEET)
@seed_option
@output_option("Write the lesson to .pdf; repeatable.", ".pdf", required=True)
def make_lesson(seed: int | None, outputs: tuple[str, ...], **options: Any) -> None:
    """Make a lesson of 45 minutes: a plan, the move, boards to complete, an argument by colours, and solutions.

    A wide paper, such as 320x180, makes pages for a projector.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.drawing.lesson import save_lesson

    page, drawn = taken(SHEET, options, outputs), drawn_seed(seed)
    for path in outputs:
        save_lesson(path, seed=drawn, **page)
    tell_seed(drawn)


def _drawn(board: BaseBoard | None, kind: Literal["closed", "open"] | None, seed: int | None) -> Tourney:
    """Return a random tour of a board."""
    from destrier.desk.tour import tour

    made = tour(cast("Any", board), kind=kind or "closed", seed=seed)
    tell_seed(seed_of(made))
    return made


def _read(file: str, board: BaseBoard | None, leaper: Piece | None, kind: str | None, seed: int | None) -> Tourney:
    """Return the tour in a file."""
    from destrier.core.tourney import Tourney
    from destrier.io.files import load

    for name, value in (("kind", kind), ("seed", seed)):
        if value is not None:
            raise DestrierError(f"the tour is that of {file}: leave out --{name}")
    return load(file, board=board, leaper=leaper, holds=Tourney)


def _to_json(puzzles: list[Puzzle]) -> str:
    """Return a puzzle as one JSON object, and several as a list."""
    listed = [one.to_dict() for one in puzzles]
    return json.dumps(listed[0] if len(listed) == 1 else listed)


def _to_text(puzzles: list[Puzzle]) -> str:
    """Return the boards with their given numbers, each below a line with its kind and grade."""
    return "\n".join(f"# {one.kind}, {one.grade}, {len(one.givens)} givens\n{one.to_text()}" for one in puzzles)


make_puzzles.add_forms(
    {
        "book": Form(make_book, "Make a book of puzzles on several boards.", ("--book",)),
        "lesson": Form(make_lesson, "Make a lesson of 45 minutes, for a class.", ()),
        "worksheet": Form(make_worksheet, "Make a worksheet: a tour to complete, with its solution.", ("--worksheet",)),
    }
)

COMMANDS: Final = (make_puzzles,)
