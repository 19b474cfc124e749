"""Arguments and options that commands share, and what they are parsed to."""

from __future__ import annotations

import re
import warnings
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from destrier.cli.messages import complain
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.board import Board
    from destrier.core.types import Square

    _Command = TypeVar("_Command", bound=Callable[..., Any])

__all__ = [
    "Integer",
    "cols_argument",
    "compiles",
    "drawn_option",
    "file_argument",
    "find_board",
    "kind_option",
    "max_memory_option",
    "output_option",
    "parse_square",
    "rows_argument",
    "saved_option",
    "seed_option",
    "shape_option",
    "side",
]


class Integer(click.IntRange):
    """An integer between bounds; help and errors call it that."""

    name = "integer"


def parse_square(text: str) -> Square:
    """The square that a text `row,col` names."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a square: row,col from 0,0 at the top left")
    return int(match[1]), int(match[2])


def _parse_size(text: str) -> int:
    match = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kMGT]?)B?\s*", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a size: a number of bytes, or of k, M, G or T, such as 3G")
    return int(float(match[1]) * 1000 ** " kMGT".index(match[2] or " "))


def output_option(help_text: str, *suffixes: str, required: bool = False) -> Callable[[_Command], _Command]:
    """The option -o, which refuses at once what could not be written when the work is done.

    The suffixes are those of all files that hold tourneys if omitted.
    """

    def check(_context: click.Context, _param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
        if paths:
            from destrier.io.files import SAVED, check_writable

            for path in paths:
                check_writable(path, suffixes or SAVED)
        return paths

    return click.option(
        "-o",
        "--output",
        "outputs",
        type=click.Path(),
        metavar="FILE",
        multiple=True,
        required=required,
        callback=check,
        help=help_text,
    )


file_argument = click.argument("file", type=click.Path())


rows_argument = click.argument("rows", type=Integer(1, 10**9), metavar="ROWS", required=False)


cols_argument = click.argument("cols", type=Integer(1, 10**9), metavar="COLS", required=False)


side = Integer(1, 10**9)


kind_option = click.option("--kind", type=click.Choice(["closed", "open"]), default="closed", show_default=True)


shape_option = click.option(
    "--shape", type=click.Path(), metavar="FILE", help="Draws the board: text ('.' is no square) or a black image."
)


seed_option = click.option("--seed", type=Integer(min=0), metavar="N", help="Repeat a result; else each is new.")


max_memory_option = click.option(
    "--max-memory", type=_parse_size, metavar="SIZE", help="Refuse to take more, such as 3G."
)


saved_option = output_option("Write here: .npy .json .txt .svg .png .gif .html; may be repeated. Else print.")


_drawings = ".svg", ".png", ".gif", ".html", ".txt"


drawn_option = output_option(f"Draw here: {' '.join(_drawings)}; may be repeated.", *_drawings, required=True)


def find_board(rows: int | None, cols: int | None, shape: str | None) -> Board:
    """The board that the arguments name."""
    from destrier.core.board import Board
    from destrier.io.files import load_board

    if shape is not None:
        with warnings.catch_warnings(record=True) as doubts:
            board = load_board(shape)
        for doubt in doubts:
            complain(f"{shape}: {doubt.message}")
        if rows is not None and (rows, cols) != board.shape:
            raise DestrierError(f"the board in {shape} is {board}, not {rows} x {'?' if cols is None else cols}")
        return board
    if rows is None or cols is None:
        raise DestrierError("a board is ROWS and COLS, or --shape FILE")
    return Board(rows, cols)


def compiles(command: _Command) -> _Command:
    """Say so when the command has to compile a kernel: that takes seconds, once on a machine."""

    @wraps(command)
    def announcing(*arguments: Any, **options: Any) -> Any:
        from numba.core import event

        class Announcement(event.Listener):
            said = False

            def on_start(self, _event: object) -> None:
                if not self.said:
                    click.echo("destrier: compiling (once)", err=True)
                Announcement.said = True

            def on_end(self, _event: object) -> None:
                pass

        with event.install_listener("numba:compile", Announcement()):
            return command(*arguments, **options)

    return cast("_Command", announcing)
