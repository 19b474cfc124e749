"""Arguments and options that several commands share, and their parsers."""

from __future__ import annotations

import re
import warnings
from functools import wraps
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import click

from destrier.cli.messages import complain
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from destrier.core.board import BaseBoard, Board
    from destrier.core.types import Square

    _Command = TypeVar("_Command", bound=Callable[..., Any])


class Integer(click.IntRange):
    """An integer within bounds, which help and errors call an integer."""

    name = "integer"


def parse_square(text: str) -> Square:
    """Return the square that the text `row,col` names."""
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a square: row,col from 0,0 at the top left")
    return int(match[1]), int(match[2])


def _parse_leaper(text: str) -> tuple[int, int]:
    """Return the two distances of a leaper's step."""
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a leaper: how far it moves along two axes, as 1,4 for a giraffe")
    return int(match[1]), int(match[2])


def parse_colours(text: str) -> list[str]:
    """Return the colours of a list such as `red,#00f,rgb(0,120,0)`."""
    return [colour.strip() for colour in re.split(r",(?![^(]*\))", text)]


def _parse_size(text: str) -> int:
    match = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kMGT]?)B?\s*", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a size: a number of bytes, or of k, M, G or T, such as 3G")
    return int(float(match[1]) * 1000 ** " kMGT".index(match[2] or " "))


def output_option(help_text: str, *suffixes: str, required: bool = False) -> Callable[[_Command], _Command]:
    """Return the option -o, which refuses at once any file that could not be written later.

    If no suffixes are given, they are those of all files that can hold tourneys.
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


leaper_option = click.option(
    "--leaper", type=_parse_leaper, metavar="A,B", help="Use another leaper than the knight, such as 1,4."
)


def read_options(command: _Command) -> _Command:
    """Add the argument FILE, and an option for what an .npy file may leave unsaid."""
    piece = click.option(
        "--leaper", type=_parse_leaper, metavar="A,B", help="Name the piece, if an .npy file does not."
    )
    return file_argument(piece(command))


def request_options(command: _Command) -> _Command:
    """Add one option for each field of `Request`, with its own help text."""
    from destrier.generators.request import choices, fields_of_requests, help_of

    looks: dict[str, dict[str, Any]] = {
        "algorithm": {"metavar": "NAME"},
        "start": {"type": parse_square, "metavar": "R,C"},
        "end": {"type": parse_square, "metavar": "R,C"},
        "weight": {"type": click.FloatRange(min=0), "metavar": "W"},
        "seed": {"type": Integer(min=0), "metavar": "N"},
    }
    for name in reversed(fields_of_requests()):
        if words := choices(name):
            looks[name] = {"type": click.Choice(words)}
        if name == "kind":
            looks[name] |= {"default": "closed", "show_default": True}
        flag = f"--{name}/--no-{name}" if name == "obfuscate" else f"--{name}"
        command = click.option(flag, help=help_of(name), **{"default": None, **looks.get(name, {})})(command)
    return command


side = Integer(1, 10**9)


rows_argument = click.argument("rows", type=side, metavar="ROWS", required=False)


cols_argument = click.argument("cols", type=side, metavar="COLS", required=False)


def sides_arguments(command: _Command) -> _Command:
    """Add the sides of a board: ROWS, COLS and any number of further ones."""
    more = click.argument("more", type=side, metavar="[SIDE]...", nargs=-1)
    return rows_argument(cols_argument(more(command)))


kind_option = click.option("--kind", type=click.Choice(["closed", "open"]), default="closed", show_default=True)


shape_option = click.option(
    "--shape", type=click.Path(), metavar="FILE", help="Read the board from text ('.': no square) or a black image."
)


seed_option = click.option("--seed", type=Integer(min=0), metavar="N", help="Make the result repeatable.")


max_memory_option = click.option(
    "--max-memory", type=_parse_size, metavar="SIZE", help="Refuse to use more than SIZE of memory, such as 3G."
)


saved_option = output_option("Write .npy .npz .json .txt .svg .pdf .png .gif .html instead of printing; repeatable.")


_drawings = ".svg", ".pdf", ".png", ".gif", ".html", ".txt"


drawn_option = output_option(f"Draw to {' '.join(_drawings)}; repeatable.", *_drawings, required=True)


def find_board(
    sides: Sequence[int | None], shape: str | None = None, leaper: tuple[int, int] | None = None
) -> BaseBoard:
    """Return the board that the arguments name: two sides make a flat board, three or four a board in space."""
    from destrier.core.board import Board
    from destrier.core.leaper import KNIGHT
    from destrier.core.space import Space

    given = tuple(side for side in sides if side is not None)
    piece = leaper or (KNIGHT.short, KNIGHT.long)
    if shape is not None:
        drawn = _read_shape(shape)
        if given and given != drawn.shape:
            raise DestrierError(f"the board in {shape} is {drawn}, not {' x '.join(map(str, (*given, '?')[:2]))}")
        return Board(drawn.rows, drawn.cols, drawn.present, leaper=piece)
    if len(given) < 2:
        raise DestrierError("a board is ROWS and COLS, or --shape FILE")
    return Board(given[0], given[1], leaper=piece) if len(given) == 2 else Space(*given, leaper=piece)


def _read_shape(path: str) -> Board:
    """Return the flat board drawn in a file, and report whatever is doubtful about it."""
    from destrier.io.files import load_board

    with warnings.catch_warnings(record=True) as doubts:
        board = load_board(path)
    for doubt in doubts:
        complain(f"{path}: {doubt.message}")
    return board


_LONG_COMPILATION: Final = 2.0  # seconds, after which a command says what it does


def compiles(command: _Command) -> _Command:
    """Announce when a command compiles kernels for more than two seconds, which happens once per machine."""

    @wraps(command)
    def announcing(*arguments: Any, **options: Any) -> Any:
        from numba.core import event

        class Announcement(event.Listener):
            depth, left = 0, _LONG_COMPILATION  # kernels compile those that they call: the outermost is timed

            def on_start(self, _event: object) -> None:
                self.depth += 1
                if self.depth == 1 and self.left > 0:
                    self.began = perf_counter()
                    self.timer = Timer(self.left, self._say)
                    self.timer.daemon = True
                    self.timer.start()

            def on_end(self, _event: object) -> None:
                self.depth -= 1
                if self.depth == 0 and self.left > 0:
                    self.timer.cancel()
                    self.left -= perf_counter() - self.began

            def _say(self) -> None:
                complain("compiling (once)")
                self.left = 0

        with event.install_listener("numba:compile", Announcement()):
            return command(*arguments, **options)

    return cast("_Command", announcing)
