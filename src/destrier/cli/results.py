"""Write results to files, or print them for a person or a program to read."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from destrier.cli.messages import FIRST, Bar, answer, complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from destrier.core.grid import BaseBoard
    from destrier.core.tourney import Tour, Tourney
    from destrier.drawing.svg.box import View

PRINTED_SIDE: Final = 40
"""Boards with longer sides are summarised instead of printed, unless a terminal can page them."""

_PAGED_SIDE: Final = 200
"""On a terminal, boards with longer sides are summarised instead of shown."""


def deliver(tourney: Tourney, outputs: Iterable[str], *, view: View | None = None) -> None:
    """Write the tourney to each file, drawings of a box in this view; print it if there are no files."""
    if not outputs:
        print_board(tourney)
        return
    from destrier.io.drawings import draw
    from destrier.io.files import save
    from destrier.io.formats import FORMATS

    for path in outputs:
        drawings = FORMATS[Path(path).suffix.lower()].manners.values()
        if view is not None and any("view" in drawing.options for drawing in drawings):
            draw(tourney, path, progress=Bar(), view=view)
        else:
            save(tourney, path, first=first_number(), progress=Bar())


def seed_of(made: Tourney) -> int | None:
    """Return the seed of the last step of a tourney's recipe, if that step was random."""
    return made.recipe[-1].get("seed") if made.recipe else None


def first_number() -> int:
    """Return the number of the first square: that of --first, or 1, also where a command has no such option."""
    first = click.get_current_context().meta.get(FIRST)
    return 1 if first is None else int(first)


def tell_seed(drawn: int | None) -> None:
    """Report the seed of a random result, if the user did not choose it."""
    if drawn is not None and click.get_current_context().params["seed"] is None:
        complain(f"seed {drawn}")


def note_cycles(tourney: Tourney) -> None:
    """Report that cycles remain, with the theorem that explains it, if there is one."""
    if tourney.cycle_count == 1:
        return
    from destrier.core.board import has_planes
    from destrier.proofs.rectangles import rectangle_theorem

    board = tourney.board
    whole = has_planes(board) and board.is_rectangle
    theorem = rectangle_theorem(board.sides[0], board.sides[1]) if whole else None
    complain(f"{tourney.cycle_count} cycles remain{f': {theorem}' if theorem else ''}")


def print_board(tourney: Tourney, *, whole: bool = False, names: bool = False) -> None:
    """Print the numbered board, in a readable form on a terminal, else as `.txt`; summarise a large one unless `whole`.

    With the names of files and ranks, the readable form is always printed.
    """
    from destrier.drawing import to_text

    draws = (_is_terminal() or names) and _can_write("│")
    longest = max(tourney.board.sheet().shape)
    if longest > (_PAGED_SIDE if draws else PRINTED_SIDE) and (draws or not whole):
        click.echo(f"{tourney.describe()} ({'draw ' if whole else ''}-o FILE writes it)")
    elif draws:
        _show_board(tourney, names=names)
    else:
        click.echo(to_text(tourney, first=first_number()), nl=False)


def _show_board(tourney: Tourney, *, names: bool) -> None:
    """Show the board on the terminal, through the pager if it does not fit."""
    from destrier.drawing import to_terminal

    columns, rows = shutil.get_terminal_size()
    colour = _is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = None if _pager_scrolls() else columns
    board = to_terminal(tourney, colour=colour, width=width, first=first_number(), names=names).rstrip("\n")
    lines = click.unstyle(board).splitlines()
    if not _is_terminal() or (len(lines) < rows and max(map(len, lines)) <= columns):
        click.echo(board)
    else:
        os.environ.setdefault("LESS", "-RS")  # keep colours, and do not fold long lines
        click.echo_via_pager(board, color=colour)


def _pager_scrolls() -> bool:
    """Return whether the pager, like less, scrolls lines that are wider than the terminal."""
    pager = (os.environ.get("PAGER", "").split() or ["less"])[0]
    return Path(pager).stem == "less" and shutil.which(pager) is not None and sys.stdin.isatty()


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _can_write(text: str) -> bool:
    """Return whether standard output can encode these characters."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def print_numbers(numbers: dict[str, Any], *, as_json: bool) -> None:
    """Print named numbers as a table or as one JSON object."""
    if as_json:
        answer(json.dumps(numbers))
        return
    symmetric = numbers.pop("symmetric", {})
    numbers |= {f"fixed, {name} symmetry": number for name, number in symmetric.items()}
    rows = [(name.replace("_", " "), number) for name, number in numbers.items() if not isinstance(number, bool)]
    width = max(len(str(number)) for _, number in rows)
    answer(align([(name, str(number).rjust(width)) for name, number in rows]))


def write_svg(drawing: str, outputs: Iterable[str]) -> None:
    """Write a drawing to each svg, pdf or png file; write any other text as it is."""
    from destrier.io.drawings import write_picture

    for path in outputs:
        write_picture(drawing, path)


def write_in(path: str, *, svg: Callable[[], str], text: Callable[[], str], told: Callable[[], str]) -> None:
    """Write a result in the format of the suffix: as a drawing, as text, or as JSON."""
    suffix = Path(path).suffix.lower()
    write_svg(text() if suffix == ".txt" else f"{told()}\n" if suffix == ".json" else svg(), [path])


def deliver_tours(tours: Sequence[Tour], outputs: Iterable[str], *, as_json: bool) -> None:
    """Write tours to files, or print them one by one."""
    import numpy as np

    from destrier.drawing import to_text
    from destrier.io.json import to_json
    from destrier.io.stacks import write_stack

    text = "\n".join(to_text(tour) for tour in tours)
    for path in outputs:
        if Path(path).suffix.lower() == ".txt":
            write_svg(text, [path])  # these may be solutions of boards of several sizes
        else:
            write_stack([np.stack([tour.moves for tour in tours])], tours[0].board, path)
    if as_json:
        for tour in tours:
            answer(to_json(tour))
    elif not outputs:
        answer(text, nl=False)


def check_lists(outputs: Iterable[str], board: BaseBoard, tours: int = 0) -> None:
    """Refuse now any files that could not hold this many tours of the board once they are found."""
    from destrier.io.stacks import check_board, check_stack

    for path in outputs:
        check_stack(path, tours)
        check_board(board, path)


def print_table(columns: Sequence[str], entries: Iterable[object], *, as_json: bool) -> None:
    """Print these attributes of each entry as a table, as paragraphs if it is too wide, or as JSON."""
    rows = [{column: getattr(entry, column) for column in columns} for entry in entries]
    if as_json:
        click.echo(json.dumps(rows))
        return
    table = align([tuple(columns), *(tuple(row.values()) for row in rows)])
    if max(map(len, table.splitlines())) <= terminal_width():
        click.echo(table)
        return
    from textwrap import fill

    named = max(map(len, columns[1:])) + 2
    for name, *others in (tuple(row.items()) for row in rows):
        click.echo(name[1])
        for column, value in others:
            lead = f"  {column.ljust(named)}"
            click.echo(fill(value, int(terminal_width()), initial_indent=lead, subsequent_indent=" " * len(lead)))


def align(rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table with columns as wide as their contents."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def terminal_width() -> float:
    """Return the number of columns of the terminal; infinite for a file or a pipe."""
    return shutil.get_terminal_size().columns if _is_terminal() else float("inf")
