"""The command line: parses, calls one function of the library, prints.

A command imports what it uses when it runs: help and small checks need neither numpy nor the compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import warnings
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeVar, cast

import click

from destrier.errors import BudgetExceeded, DestrierError, InvalidTourney, JobUnfinished, NoSuchTour
from destrier.machine import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from tqdm import tqdm

    from destrier.board import Board
    from destrier.boxes import BoxTour
    from destrier.drawing import Manner
    from destrier.drawing.box import View
    from destrier.jobs import Status
    from destrier.obfuscation import Method
    from destrier.tourneys import Tourney
    from destrier.types import Square

    _Command = TypeVar("_Command", bound=Callable[..., Any])

__all__ = ["main", "run"]

DONE, REFUSED, MISUSED, GAVE_UP, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes: done; the answer is no; wrong use; gave up, with no answer or before the end; interrupted."""

_PRINTED_SIDE: Final = 40
"""A board with longer sides is summarised, not printed, unless a terminal can page it."""

_PAGED_SIDE: Final = 200
"""A board with longer sides is summarised on a terminal, too."""

_DRAWN_PATHS: Final = 12_000
"""Closed paths on the largest contact sheet: all classes of length 10."""

_LONG: Final = 5
"""Seconds from which a command says beforehand how long it will take."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    code = run(sys.argv[1:] if arguments is None else arguments)
    if code == INTERRUPTED:  # at once: kernels that are running in threads cannot be ended
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command; the exit code. An error is one line on standard error."""
    try:
        with _doubts_told(), commands.make_context("destrier", list(arguments)) as context:
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        message = error.format_message().removesuffix(".")
        command = error.ctx.command_path if error.ctx else "destrier"
        _complain(f"{message[:1].lower()}{message[1:]}; see {command} --help")
        return MISUSED
    except (KeyboardInterrupt, click.Abort):
        _complain("interrupted")
        return INTERRUPTED
    except SystemError as error:  # a kernel that returned while Ctrl-C was pending
        if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
            raise
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough, as in `| head`
        _discard_output()
        return DONE
    except OSError as error:
        if error.filename is None:  # standard output: a file has a name
            _discard_output()
        _complain(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return MISUSED
    except MemoryError as error:
        _complain(str(error) or "there is not enough memory")
        return MISUSED
    except DestrierError as error:
        _complain(str(error))
        gave_up = isinstance(error, BudgetExceeded | JobUnfinished)
        return REFUSED if isinstance(error, NoSuchTour) else GAVE_UP if gave_up else MISUSED
    return DONE


def _complain(message: str) -> None:
    click.echo(f"destrier: {' '.join(message.split())}", err=True)


@contextmanager
def _doubts_told() -> Iterator[None]:
    """Say what the library warns of in a line, above the bar if there is one."""

    def tell(message: Warning | str, *_: Any, **__: Any) -> None:
        from tqdm import tqdm  # noqa: PLC0415

        with tqdm.external_write_mode(sys.stderr):
            _complain(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = tell
        yield


def _discard_output() -> None:
    """Send what is left in the buffer nowhere: Python would complain when it cannot be written at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Arguments


class _Integer(click.IntRange):
    name = "integer"


def _parse_square(text: str) -> Square:
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a square: row,col from 0,0 at the top left")
    return int(match[1]), int(match[2])


def _output(help_text: str, *suffixes: str, required: bool = False) -> Callable[[_Command], _Command]:
    """The option -o, which refuses at once what could not be written when the work is done.

    The suffixes are those of all files that hold tourneys if omitted.
    """

    def check(_context: click.Context, _param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
        if paths:
            from destrier.files import SAVED, check_writable  # noqa: PLC0415

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


_file = click.argument("file", type=click.Path())
_seed = click.option("--seed", type=_Integer(min=0), metavar="N", help="Repeat a result; else each is new.")
_shape = click.option(
    "--shape", type=click.Path(), metavar="FILE", help="Draws the board: text ('.' is no square) or a black image."
)
_saved = _output("Write here: .npy .json .txt .svg .png .gif .html; may be repeated. Else print.")
_drawings = ".svg", ".png", ".gif", ".html", ".txt"
_drawn = _output(f"Draw here: {' '.join(_drawings)}; may be repeated.", *_drawings, required=True)
_rows = click.argument("rows", type=_Integer(1, 10**9), metavar="ROWS", required=False)
_cols = click.argument("cols", type=_Integer(1, 10**9), metavar="COLS", required=False)


def _board(rows: int | None, cols: int | None, shape: str | None) -> Board:
    """The board that the arguments name."""
    from destrier.board import Board  # noqa: PLC0415
    from destrier.files import load_board  # noqa: PLC0415

    if shape is not None:
        with warnings.catch_warnings(record=True) as doubts:
            board = load_board(shape)
        for doubt in doubts:
            _complain(f"{shape}: {doubt.message}")
        if rows is not None and (rows, cols) != board.shape:
            raise DestrierError(f"the board in {shape} is {board}, not {rows} x {'?' if cols is None else cols}")
        return board
    if rows is None or cols is None:
        raise DestrierError("a board is ROWS and COLS, or --shape FILE")
    return Board(rows, cols)


def _compiles(command: _Command) -> _Command:
    """Say so when the command has to compile a kernel: that takes seconds, once on a machine."""

    @wraps(command)
    def announcing(*arguments: Any, **options: Any) -> Any:
        from numba.core import event  # noqa: PLC0415

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


# Results


def _deliver(tourney: Tourney, outputs: Iterable[str]) -> None:
    """Write the tourney to each file, or print it where there is none."""
    if not outputs:
        _print_board(tourney)
        return
    from destrier.files import save  # noqa: PLC0415

    for path in outputs:
        save(tourney, path)


def _note_cycles(tourney: Tourney) -> None:
    """Say that it did not come to a tour, and why if a theorem knows."""
    if tourney.cycle_count == 1:
        return
    from destrier.existence import why_no_tour  # noqa: PLC0415

    theorem = why_no_tour(*tourney.board.shape) if tourney.board.is_rectangle else None
    _complain(f"{tourney.cycle_count} cycles remain{f': {theorem}' if theorem else ''}")


def _print_board(tourney: Tourney, *, whole: bool = False) -> None:
    """Print the numbered board: for reading on a terminal, else as a `.txt` file; a large one in a line, or `whole`."""
    from destrier.drawing import to_text  # noqa: PLC0415

    draws = _is_terminal() and _can_write("│")
    longest = max(tourney.board.shape)
    if longest > (_PAGED_SIDE if draws else _PRINTED_SIDE) and (draws or not whole):
        click.echo(f"{_describe(tourney)} ({'draw ' if whole else ''}-o FILE writes it)")
    elif draws:
        _show_board(tourney)
    else:
        click.echo(to_text(tourney), nl=False)


def _show_board(tourney: Tourney) -> None:
    """Show the board on the terminal, through the pager where it does not fit."""
    from destrier.drawing import to_terminal  # noqa: PLC0415

    columns, rows = shutil.get_terminal_size()
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    board = to_terminal(tourney, colour=colour, width=None if _pager_scrolls() else columns).rstrip("\n")
    lines = click.unstyle(board).splitlines()
    if len(lines) < rows and max(map(len, lines)) <= columns:
        click.echo(board)
    else:
        os.environ.setdefault("LESS", "-RS")  # colours, and long lines are not folded
        click.echo_via_pager(board, color=colour)


def _pager_scrolls() -> bool:
    """Whether the pager shows lines that are longer than the terminal is wide, as less does."""
    pager = (os.environ.get("PAGER", "").split() or ["less"])[0]
    return Path(pager).stem == "less" and shutil.which(pager) is not None and sys.stdin.isatty()


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _can_write(text: str) -> bool:
    """Whether standard output has these characters."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _describe(tourney: Tourney) -> str:
    board = tourney.board
    where = board.describe()
    if tourney.ends is not None:
        (row, col), (last_row, last_col) = tourney.ends
        return f"open tour of {where} from {row},{col} to {last_row},{last_col}"
    if tourney.cycle_count == 1:
        return f"closed tour of {where}"
    return f"tourney of {tourney.cycle_count} cycles on {where}"


def _align(rows: Sequence[tuple[str, ...]]) -> str:
    """A table whose columns are as wide as they need to be, and no more of them than fit."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while len(widths) > 2 and sum(widths) + 2 * len(widths) > _terminal_width():
        widths.pop()
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _terminal_width() -> float:
    """Columns of the terminal; a file or a pipe takes lines of any length."""
    return shutil.get_terminal_size().columns if _is_terminal() else float("inf")


# Commands


class _InOrder(click.Group):
    """Commands are listed as they are defined here."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.commands)


@click.group(
    cls=_InOrder,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: destrier tour 50 50 --seed 1 -o tour.svg",
)
@click.version_option(package_name="destrier", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Knight's tours: make, join, obfuscate, check, measure and draw them.

    Squares are row,col from 0,0 at the top left. The suffix of a file chooses its format.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@commands.command("tour", epilog="Example: destrier tour 9 12 --kind open --start 0,0 --end 4,5 -o tour.svg")
@_rows
@_cols
@click.option(
    "--kind",
    type=click.Choice(["closed", "open", "corner", "stretched", "double-loop"]),
    default="closed",
    show_default=True,
    help="Corner: closed, without the bottom right square (odd x odd). Stretched: from the top left corner to a square "
    "beside it. Double loop: two closed tours that share the board.",
)
@click.option("--algorithm", metavar="NAME", help="One of 'destrier algorithms'; else the best for the board.")
@click.option("--start", type=_parse_square, metavar="R,C", help="First square of an open tour.")
@click.option("--end", type=_parse_square, metavar="R,C", help="Last square of an open tour.")
@click.option(
    "--symmetry",
    type=click.Choice(["central", "axial", "quarter"]),
    help="A closed tour that a half-turn, a reflection or a quarter turn maps onto itself.",
)
@click.option(
    "--heel",
    type=click.Choice(["formation", "turns", "crossings", "both"]),
    help="How the algorithm formation, which is then the default, turns at the top and the bottom.",
)
@click.option(
    "--minimize", type=click.Choice(["turns", "crossings"]), help="What the tour shall have few of: the heel is chosen."
)
@_shape
@click.option("--obfuscate/--no-obfuscate", default=None, help="Hide, or leave, the pattern of the algorithm.")
@_seed
@_saved
@_compiles
def make_tour(rows: int | None, cols: int | None, shape: str | None, outputs: tuple[str, ...], **options: Any) -> None:
    """Make a tour that visits every square of the ROWS x COLS board once."""
    from destrier.generate import tour  # noqa: PLC0415

    _deliver(tour(_board(rows, cols, shape), **options), outputs)


@commands.command("tourney", epilog="Example: destrier tourney 16 16 --algorithm concentric-braid -o braid.svg")
@_rows
@_cols
@click.option("--algorithm", metavar="NAME", required=True, help="One of 'destrier algorithms'.")
@_shape
@_seed
@_saved
@_compiles
def make_tourney(
    rows: int | None, cols: int | None, shape: str | None, outputs: tuple[str, ...], **options: Any
) -> None:
    """Make a tourney: cycles that together visit every square once."""
    from destrier.generate import tourney  # noqa: PLC0415

    _deliver(tourney(_board(rows, cols, shape), **options), outputs)


@commands.command("join", epilog="Example: destrier join braid.npy --seed 1 -o tour.npy")
@_file
@_seed
@_saved
@_compiles
def join_cycles(file: str, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Join the cycles of FILE into fewer, nearly always one."""
    from destrier.files import load  # noqa: PLC0415
    from destrier.joining import join  # noqa: PLC0415

    joined = join(load(file), seed=seed)
    _deliver(joined, outputs)
    _note_cycles(joined)


@commands.command("shatter", epilog="Example: destrier shatter tour.npy --seed 1 -o tourney.npy")
@_file
@_seed
@_saved
@_compiles
def shatter_cycles(file: str, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Break what FILE holds into many cycles."""
    from destrier.files import load  # noqa: PLC0415
    from destrier.rails import shatter  # noqa: PLC0415

    _deliver(shatter(load(file), seed=seed), outputs)


@commands.command("obfuscate", epilog="Example: destrier obfuscate tour.npy --seed 1 -o tour.svg")
@_file
@click.option(
    "--method", type=click.Choice(["mix", "parberry"]), default="mix", show_default=True, help="How to hide the source."
)
@_seed
@_saved
@_compiles
def obfuscate_file(file: str, method: Method, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Make from FILE a random-looking tour that hides where it came from."""
    from destrier.files import load  # noqa: PLC0415
    from destrier.obfuscation import obfuscate  # noqa: PLC0415

    hidden = obfuscate(load(file), method=method, seed=seed)
    _deliver(hidden, outputs)
    _note_cycles(hidden)


@commands.command("check", epilog="Example: destrier check tour.txt")
@_file
@click.pass_context
def check_file(context: click.Context, file: str) -> None:
    """Say what FILE holds, or name its first fault and exit with 1."""
    from destrier.files import holds_box, load, load_box  # noqa: PLC0415

    try:
        click.echo(f"closed tour of the {load_box(file).box} box" if holds_box(file) else _describe(load(file)))
    except InvalidTourney as fault:
        _complain(str(fault))
        context.exit(REFUSED)


@commands.command("measure", epilog="Example: destrier measure tour.npy --json")
@_file
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_compiles
def measure_file(file: str, as_json: bool) -> None:  # noqa: FBT001
    """Count the turns, crossings, rails and moves of FILE, and name its symmetries."""
    from destrier.files import load  # noqa: PLC0415
    from destrier.metrics import measure  # noqa: PLC0415

    measures = measure(load(file))
    if as_json:
        click.echo(json.dumps(measures))
        return
    words = {
        name: " ".join(map(str, value)) if isinstance(value, list) else str(value) for name, value in measures.items()
    }
    click.echo(_align([(name.replace("_", " "), word) for name, word in words.items()]))


@commands.command("show", epilog="Example: destrier show tour.npy")
@_file
def show_file(file: str) -> None:
    """Print the numbered board that FILE holds; on a terminal in colours along the tour."""
    from destrier.files import load  # noqa: PLC0415

    _print_board(load(file), whole=True)


@commands.command("draw", epilog="Example: destrier draw tour.npy -o tour.svg")
@_file
@click.option("--grid/--no-grid", default=None, help="The board behind the lines.")
@click.option("--dots/--no-dots", default=None, help="A dot on each square.")
@click.option("--ends/--no-ends", default=None, help="A disc at the start of an open tour, a ring at its end.")
@click.option("--numbers", is_flag=True, default=None, help="When each square is visited.")
@click.option("--rails", is_flag=True, default=None, help="The rails over the lines.")
@click.option("--animate", "manner", flag_value="animated", help="The knight rides (svg; gif and html always).")
@click.option("--seconds", type=float, metavar="S", help="How long it rides.")
@click.option("--plotter", "manner", flag_value="plotter", help="Only the line, as one path in millimetres (svg).")
@click.option("--width", type=float, metavar="MM", help="Of the plot; else it fits on A4.")
@click.option("--pen", type=float, metavar="MM", help="Width of the plotter's pen.")
@click.option("--rail-graph", is_flag=True, help="Instead, the cycles and the rails that link them (svg).")
@click.option("--forest", is_flag=True, help="Instead, a spanning forest of the rail graph (svg).")
@_drawn
def draw_file(
    file: str,
    outputs: tuple[str, ...],
    manner: Manner | None,
    rail_graph: bool,  # noqa: FBT001
    forest: bool,  # noqa: FBT001
    **options: Any,
) -> None:
    """Draw what FILE holds."""
    if rail_graph or forest:
        if manner is not None or any(value is not None for value in options.values()):
            raise DestrierError("a rail graph has no options of its own: draw it without others")
        _draw_rail_graph(file, outputs, forest_only=forest)
        return
    from destrier.drawing import draw, find_format  # noqa: PLC0415
    from destrier.files import load  # noqa: PLC0415

    given = {name: value for name, value in options.items() if value is not None}
    for path in outputs:
        find_format(path, manner, given)  # refuses before anything is drawn
    tourney = load(file)
    for path in outputs:
        draw(tourney, path, manner, **given)


def _draw_rail_graph(file: str, outputs: Iterable[str], *, forest_only: bool) -> None:
    from destrier.drawing import rail_graph_svg  # noqa: PLC0415
    from destrier.files import check_writable, load  # noqa: PLC0415
    from destrier.rails import rail_graph  # noqa: PLC0415

    for path in outputs:
        check_writable(path, (".svg",))
    _write_svg(rail_graph_svg(rail_graph(load(file)), forest_only=forest_only), outputs)


@commands.command("algorithms", epilog="Example: destrier algorithms")
def list_algorithms() -> None:
    """List the algorithms: what they yield, on which boards, by chance or not, and their source."""
    from destrier.algorithms import ALGORITHMS  # noqa: PLC0415

    table = [("name", "yields", "result", "boards", "source")]
    for entry in ALGORITHMS.values():
        result = "random" if entry.random else "fixed"
        table.append((entry.name, entry.yields, result, entry.boards, entry.source))
    click.echo(_align(table))


@commands.command("box", epilog="Example: destrier box 6 5 4 --seed 1 --view isometric -o box.svg")
@click.argument("length", type=_Integer(1, 10**9), metavar="L")
@click.argument("width", type=_Integer(1, 10**9), metavar="M")
@click.argument("height", type=_Integer(1, 10**9), metavar="N")
@click.option(
    "--view",
    type=click.Choice(["net", "isometric"]),
    default="net",
    show_default=True,
    help="An svg shows the box unfolded, or in space from two sides.",
)
@_seed
@_output("Write here: .svg .json; may be repeated. Else print the net.", ".svg", ".json")
@_compiles
def make_box_tour(length: int, width: int, height: int, view: View, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Make a closed tour over the faces of a box: L from left to right, M from front to back, N high."""
    from destrier.boxes import box_tour  # noqa: PLC0415
    from destrier.drawing.box import box_svg  # noqa: PLC0415
    from destrier.writing import write_atomically  # noqa: PLC0415

    tour = box_tour(length, width, height, seed=seed)
    for path in outputs:
        text = tour.to_json() if Path(path).suffix.lower() == ".json" else box_svg(tour, view)
        write_atomically(path, text.encode())
    if not outputs:
        click.echo(_print_net(tour), nl=False)


def _print_net(tour: BoxTour) -> str:
    """The numbered net, or a line about it where it is too large for the terminal."""
    length, width, height = tour.box.sides
    if max(2 * width + height, 2 * (length + width)) <= _PRINTED_SIDE:
        from destrier.drawing.box import box_text  # noqa: PLC0415

        net = box_text(tour)
        if max(map(len, net.splitlines())) <= _terminal_width():
            return net
    return f"closed tour of the {tour.box} box: {tour.box.size} squares (-o FILE writes it)\n"


_side = _Integer(1, 10**9)
_kind = click.option("--kind", type=click.Choice(["closed", "open"]), default="closed", show_default=True)


def _parse_size(text: str) -> int:
    match = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kMGT]?)B?\s*", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a size: a number of bytes, or of k, M, G or T, such as 3G")
    return int(float(match[1]) * 1000 ** " kMGT".index(match[2] or " "))


_max_memory = click.option("--max-memory", type=_parse_size, metavar="SIZE", help="Refuse to take more, such as 3G.")


@commands.command("network", epilog="Example: destrier network 16 16 --seed 1 -o network.gif -o network.svg")
@_rows
@_cols
@_shape
@click.option("--sweeps", type=_Integer(1, 10**6), metavar="N", help="End after so many, settled or not.")
@_seed
@_output(
    "Write here: .gif shows the edges, .svg and .png plot energy and errors, .csv lists them; may be repeated.",
    *(".gif", ".svg", ".png", ".csv"),
    required=True,
)
@_compiles
def watch_network(
    rows: int | None, cols: int | None, shape: str | None, outputs: tuple[str, ...], **options: Any
) -> None:
    """Watch the Takefuji-Lee network settle into a tourney, sweep by sweep."""
    from destrier.algorithms.takefuji_lee import settle  # noqa: PLC0415
    from destrier.drawing.settling import save_settling  # noqa: PLC0415

    board = _board(rows, cols, shape)
    settling = settle(board, **options)
    for path in outputs:
        save_settling(settling, board, path)
    sweeps = len(settling.wrong) - 1
    if settling.settled:
        click.echo(f"settled after {sweeps} sweeps")
        return
    click.echo(f"not settled after {sweeps} sweeps: {settling.wrong[-1]} squares have not two edges")
    if options["sweeps"] is None:
        click.get_current_context().exit(GAVE_UP)


@commands.command("paths", epilog="Example: destrier paths 14 --store paths-14")
@click.argument("length", type=_Integer(min=0), metavar="K")
@click.option("--uncrossed", is_flag=True, help="Only paths no two moves of which cross.")
@click.option("--distinct", is_flag=True, help="Those that differ, but visit the same squares: a line for each set.")
@click.option("--count-only", is_flag=True, help="Count them, up to length 24, instead of listing them, up to 12.")
@click.option("--engine", metavar="NAME", help="How to count: halves, the fastest; uneven; prefixes; doubling.")
@click.option("--store", type=click.Path(), metavar="DIR", help="Do the work in shards, kept here: go on if it exists.")
@click.option("--workers", type=_Integer(1, 10**4), metavar="N", help="Processes (threads without a store); else all.")
@click.option("--scheduler", metavar="ADDRESS", help="Do the shards on the Dask cluster at tcp://HOST:PORT.")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as one JSON object.")
@_output("Draw them on a sheet: .svg; may be repeated.", ".svg")
@_compiles
def closed_paths(
    length: int,
    uncrossed: bool,  # noqa: FBT001
    distinct: bool,  # noqa: FBT001
    count_only: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
    engine: str | None,
    store: str | None,
    workers: int | None,
    scheduler: str | None,
    outputs: tuple[str, ...],
) -> None:
    """List or count the closed knight's paths of K squares on the infinite board, up to symmetry.

    A path is listed as the moves from its first square, 0 to 7 counter-clockwise from two columns right, one row up.
    With a store, the list becomes a table in Parquet files.
    """
    from dataclasses import asdict  # noqa: PLC0415

    count_only |= as_json and store is None
    if outputs and (count_only or as_json):
        raise DestrierError("a number cannot be drawn: leave out -o, or --count-only and --json")
    if engine is not None and (distinct or not count_only):
        raise DestrierError("an engine counts: add --count-only, without --distinct")
    with _workforce(workers, scheduler, store) as executor:
        work: dict[str, Any] = {"uncrossed": uncrossed, "workers": workers, "executor": executor, "report": _Bar()}
        if distinct:
            from destrier.paths.distinct import distinct_paths  # noqa: PLC0415

            groups = distinct_paths(length, store=store, **work)
            if count_only or as_json:
                _print_numbers(groups.numbers(), as_json=as_json)
            else:
                _deliver_paths(groups.groups, outputs)
        elif count_only:
            from destrier.paths.counts import count_paths, foresee_seconds  # noqa: PLC0415

            engine = engine or "halves"
            _announce_seconds(foresee_seconds(length, uncrossed=uncrossed, engine=engine) / (workers or processors()))
            counted = count_paths(length, engine=engine, store=store, **work)
            _print_numbers(asdict(counted), as_json=as_json)
        elif store is not None:
            from destrier.paths.store import store_paths  # noqa: PLC0415

            if outputs:
                raise DestrierError("a store is not drawn: leave out -o, or --store")
            listed = store_paths(length, store, **work)
            if as_json:
                _print_numbers(asdict(listed), as_json=True)
            else:
                click.echo(f"{listed.classes} classes of length {length} in {store}")
        else:
            from destrier.paths.classes import list_paths  # noqa: PLC0415

            _deliver_paths([[word] for word in list_paths(length, uncrossed=uncrossed)], outputs)


def _announce_seconds(seconds: float) -> None:
    """Say how long it will take, if it takes long."""
    if seconds > _LONG:
        _complain(f"this takes about {_roughly(seconds)}")


@contextmanager
def _workforce(workers: int | None, scheduler: str | None, store: str | None) -> Iterator[Executor | None]:
    """Who does the shards of a store; nobody where there is none."""
    if store is None:
        if scheduler is not None:
            raise DestrierError("a cluster works on shards, which a directory keeps: add --store DIR")
        yield None
        return
    from destrier import jobs  # noqa: PLC0415

    with jobs.executor(workers, scheduler) as executor:
        yield executor


def _print_numbers(numbers: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(numbers))
        return
    symmetric = numbers.pop("symmetric", {})
    numbers |= {f"fixed, {name} symmetry": number for name, number in symmetric.items()}
    rows = [(name.replace("_", " "), number) for name, number in numbers.items() if not isinstance(number, bool)]
    width = max(len(str(number)) for _, number in rows)
    click.echo(_align([(name, str(number).rjust(width)) for name, number in rows]))


def _deliver_paths(groups: Sequence[Sequence[str]], outputs: Iterable[str]) -> None:
    """Print the words, those of a group in a line, or draw them."""
    if not outputs:
        for group in groups:
            click.echo(" ".join(group))
        return
    from destrier.drawing.paths import groups_svg, sheet_svg  # noqa: PLC0415

    words = [word for group in groups for word in group]
    if not words:
        raise DestrierError("there is nothing to draw: no two classes of this length visit the same squares")
    if len(words) > _DRAWN_PATHS:
        raise DestrierError(f"a sheet shows {_DRAWN_PATHS} paths at most, not {len(words)}")
    single = len(words) == len(groups)
    _write_svg(sheet_svg(words, captions=words) if single else groups_svg(groups), outputs)


def _write_svg(drawing: str, outputs: Iterable[str]) -> None:
    from destrier.writing import write_atomically  # noqa: PLC0415

    for path in outputs:
        write_atomically(path, drawing.encode())


@commands.command("path", epilog="Example: destrier path 44616031 --images -o path.svg")
@click.argument("path", metavar="WORD")
@click.option("--images", is_flag=True, help="Draw all that symmetries make of it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_output("Draw it: .svg; may be repeated.", ".svg")
def describe_path(path: str, images: bool, as_json: bool, outputs: tuple[str, ...]) -> None:  # noqa: FBT001
    """Say what class of closed knight's paths WORD is of, and draw it.

    WORD is the moves from any square in either direction, 0 to 7 counter-clockwise from two columns right, one row up;
    or the code of a class, as a number.
    """
    from dataclasses import asdict  # noqa: PLC0415

    from destrier.paths.words import parse_path  # noqa: PLC0415

    described = parse_path(path)
    if outputs:
        from destrier.drawing.paths import images_svg, path_svg  # noqa: PLC0415

        _write_svg((images_svg if images else path_svg)(described.word), outputs)
        return
    _print_numbers(asdict(described), as_json=as_json)


@commands.command("longest", epilog="Example: destrier longest 7 7 --kind open -o longest.svg")
@click.argument("rows", type=_side, metavar="ROWS")
@click.argument("cols", type=_side, metavar="COLS")
@_kind
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_output("Draw it: .svg; may be repeated.", ".svg")
@_compiles
def longest_path(rows: int, cols: int, as_json: bool, outputs: tuple[str, ...], **options: Any) -> None:  # noqa: FBT001
    """Find a longest knight's path of the ROWS x COLS board no two moves of which cross, and their number.

    The short side has at most 10 squares (open paths: 9); it takes seconds up to 8, and minutes beyond.
    """
    from dataclasses import asdict  # noqa: PLC0415

    from destrier.paths.longest import longest_uncrossed  # noqa: PLC0415

    path = longest_uncrossed(rows, cols, report=_Bar(), **options)
    if outputs:
        from destrier.drawing.paths import longest_svg  # noqa: PLC0415

        _write_svg(longest_svg(path), outputs)
    elif as_json:
        click.echo(json.dumps(asdict(path)))
    else:
        many = "more than 10^19" if path.count is None else path.count
        click.echo(f"{path.length} moves, {many} path{'' if many == 1 else 's'} of this length")
        numbers = {square: str(number) for number, square in enumerate(path.squares)}
        width = len(str(len(path.squares) - 1))
        for row in range(rows):
            click.echo(" ".join(numbers.get((row, col), ".").rjust(width) for col in range(cols)))


@commands.command("count", epilog="Example: destrier count 6 8 --classes")
@click.argument("rows", type=_side, metavar="ROWS")
@click.argument("cols", type=_side, metavar="COLS")
@_kind
@click.option("--classes", is_flag=True, help="Up to symmetry, too (closed tours); and those with a symmetry.")
@click.option("--start", type=_parse_square, metavar="R,C", help="First square of the open tours.")
@click.option("--end", type=_parse_square, metavar="R,C", help="Last square of the open tours.")
@_max_memory
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_compiles
def count_tours(rows: int, cols: int, as_json: bool, **options: Any) -> None:  # noqa: FBT001
    """Count the tours of the ROWS x COLS board, exactly; the short side has at most 8 squares (open tours: 7)."""
    from dataclasses import asdict  # noqa: PLC0415

    from destrier.counting.counts import count  # noqa: PLC0415

    _announce_needs(rows, cols, options["kind"], options["max_memory"])
    result = asdict(count(rows, cols, report=_Bar(), **options))
    numbers = {name: value for name, value in result.items() if value is not None}
    if as_json:
        click.echo(json.dumps(numbers))
        return
    click.echo(f"{numbers.pop('kind')} tours of {numbers.pop('rows')} x {numbers.pop('cols')}")
    numbers |= {f"symmetric, {kind}": number for kind, number in numbers.pop("symmetric", {}).items()}
    width = max(len(str(number)) for number in numbers.values())
    click.echo(_align([(name, str(number).rjust(width)) for name, number in numbers.items()]))


@commands.command("sample", epilog="Example: destrier sample 6 6 -n 100 --seed 1 -o tours.svg")
@click.argument("rows", type=_side, metavar="ROWS")
@click.argument("cols", type=_side, metavar="COLS")
@click.option(
    "-n", "--number", "n", type=_Integer(1, 10**9), metavar="N", default=1, show_default=True, help="How many."
)
@_kind
@_seed
@_max_memory
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    required=True,
    help="Write here: .npy (moves arrays), .parquet (packed moves) or .svg (a contact sheet).",
)
@_compiles
def sample_tours(rows: int, cols: int, n: int, output: str, **options: Any) -> None:
    """Draw tours of the ROWS x COLS board, each with exactly the same probability; the short side as for count."""
    from destrier.counting.samples import sample_moves  # noqa: PLC0415
    from destrier.counting.stacks import check_stack, save_stack  # noqa: PLC0415

    check_stack(output, n)
    _announce_needs(rows, cols, options["kind"], options["max_memory"])
    save_stack(sample_moves(rows, cols, n, report=_Bar(), **options), output)


def _announce_needs(rows: int, cols: int, kind: Literal["closed", "open"], max_memory: int | None) -> None:
    """Say what it will take, if it takes long; or that it takes too much."""
    from destrier.board import Board  # noqa: PLC0415
    from destrier.counting.needs import foresee, refuse_beyond_needs  # noqa: PLC0415

    refuse_beyond_needs(Board(rows, cols), kind, max_memory)
    needs = foresee(rows, cols, kind)
    if needs.seconds > _LONG:
        _complain(f"this takes about {_roughly(needs.seconds)} and {needs.memory / 1e9:.1f} GB")


def _roughly(seconds: float) -> str:
    """A time in its two greatest units."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


@commands.command("study", epilog="Example: destrier study paths --out paths")
@click.argument("name", metavar="NAME")
@click.option("--out", type=click.Path(), metavar="DIR", help="Where the page and its tables go; else NAME.")
@click.option("--small", is_flag=True, help="In seconds, for a look.")
@click.option("--samples", type=int, metavar="N", help="Of each kind; else as many as the page states.")
@click.option("--seed", type=_Integer(min=0), metavar="N", help="Draw others than those of the page.")
@click.option("--workers", type=_Integer(1, 10**4), metavar="N", help="Processes; else all.")
@click.option("--scheduler", metavar="ADDRESS", help="Do the long work on the Dask cluster at tcp://HOST:PORT.")
@_compiles
def make_study(
    name: str,
    out: str | None,
    small: bool,  # noqa: FBT001
    samples: int | None,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
) -> None:
    """Do again what a paper measured: NAME is one of 'destrier study list'."""
    from destrier.studies import SEED, STUDIES, run_study  # noqa: PLC0415

    if name == "list":
        table = [("name", "what", "source", "time"), *((s.name, s.what, s.source, s.takes) for s in STUDIES.values())]
        click.echo(_align(table))
        return
    from destrier import jobs  # noqa: PLC0415

    with jobs.executor(workers, scheduler) as executor:
        page = run_study(
            name,
            out or name,
            small=small,
            samples=samples,
            seed=SEED if seed is None else seed,
            workers=workers,
            executor=executor,
            report=_Bar(),
        )
    click.echo(page)


@commands.command("jobs", epilog="Example: destrier jobs paths-20")
@click.argument("directory", type=click.Path(), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def show_job(context: click.Context, directory: str, as_json: bool) -> None:  # noqa: FBT001
    """Say how far the long work in DIR is, checking all files; exit with 1 if one is damaged."""
    from dataclasses import asdict  # noqa: PLC0415

    from destrier.jobs import status  # noqa: PLC0415

    state = status(directory)
    click.echo(json.dumps(asdict(state)) if as_json else _align(_describe_job(state)))
    if state.damaged:
        _complain(f"{directory}: damaged or missing, and made again by the next run: {' '.join(state.damaged)}")
        context.exit(REFUSED)


def _describe_job(state: Status) -> list[tuple[str, str]]:
    rows = [
        ("job", state.name),
        ("parameters", " ".join(f"{name}={json.dumps(value)}" for name, value in state.parameters.items())),
        ("version", state.version),
        ("begun", datetime.fromtimestamp(state.begun).astimezone().isoformat(" ", "seconds")),
        ("shards", f"{state.finished} of {state.shards} finished"),
        ("count", str(state.count)),
        ("work", _duration(state.seconds)),
        ("state", "at work" if state.running else "finished" if state.finished == state.shards else "at rest"),
    ]
    if state.rate is not None:
        rows.append(("rate", f"{state.rate:.3g} shards a second"))
    if state.left is not None:
        rows.append(("left", _duration(state.left)))
    return rows


def _duration(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


class _Bar:
    """How far long work is: a bar on standard error with the rate and the time left, if that is a terminal."""

    def __init__(self) -> None:
        self._bar: tqdm[NoReturn] | None = None

    def __call__(self, what: str, done: int, of: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bar is None or (self._bar.desc, self._bar.total) != (what, of):
            self._bar = self._open(what, done, of)
        self._bar.update(done - self._bar.n)
        if done == of:
            self._bar.close()
            self._bar = None

    def _open(self, what: str, done: int, of: int) -> tqdm[NoReturn]:
        """A bar that clears itself when the command ends; what was done before does not count for the rate."""
        from tqdm import tqdm  # noqa: PLC0415

        if self._bar is not None:
            self._bar.close()
        manner: dict[str, Any] = {"unit": "step", "leave": False, "dynamic_ncols": True, "miniters": 0, "smoothing": 0}
        bar: tqdm[NoReturn] = tqdm(desc=what, initial=done, total=of, file=sys.stderr, **manner)
        click.get_current_context().call_on_close(bar.close)
        return bar
