"""Arguments and options that several commands share, and their parsers."""

from __future__ import annotations

import re
import shutil
import sys
import warnings
from contextlib import AbstractContextManager, contextmanager
from functools import reduce, wraps
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar, cast, get_args

import click
from click.core import ParameterSource

from destrier.cli.messages import FIRST, STANDARD, STANDARD_OUTPUT, complain
from destrier.core.choices import SurfaceKey
from destrier.io.formats import DRAWN, FORMATS, PICTURES, SAVED, STACKED
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from click.shell_completion import CompletionItem

    from destrier.core.board import Board
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece

    _Command = TypeVar("_Command", bound=Callable[..., Any])


_NUMBER: Final = re.compile(r"\s*[+-]?([0-9]+\.?|[0-9]*\.[0-9]+)(e[+-]?[0-9]{1,2})?\s*", re.IGNORECASE)


class _Plain(click.ParamType[Any]):
    """A number as people write it: Python also takes `8_0`, digits of other scripts, and `nan`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and _NUMBER.fullmatch(value) is None:
            self.fail(f"{shown(value)} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)


class Integer(_Plain, click.IntRange):
    """An integer within bounds, called `integer` in help and errors."""

    name = "integer"


class Number(_Plain, click.FloatRange):
    """A number within bounds."""

    name = "number"


class _AnyInteger(_Plain, click.types.IntParamType):
    pass


class _AnyNumber(_Plain, click.types.FloatParamType):
    name = "number"


INTEGER, NUMBER = _AnyInteger(), _AnyNumber()
"""Numbers whose bounds the library knows."""


def parse_square(text: str) -> tuple[Any, ...] | str:
    """Return the square `row,col`, `0,0,0` in space or `front 0,2` of a box; or a chess name as it is.

    Only its board can read a name such as `e4`.
    """
    match = re.fullmatch(r"\s*(?:([a-z]+)\s+)?([0-9]{1,9}(?:\s*,\s*[0-9]{1,9})+)\s*", text)
    if match is not None:
        places = tuple(map(int, match[2].split(",")))
        return places if match[1] is None else (match[1], *places)
    if re.fullmatch(r"\s*[A-Za-z]{1,4}[0-9]{1,9}\s*", text) is None:
        raise click.BadParameter(f"{text!r} is not a square: row,col from 0,0 at the top left, or a name such as e4")
    return text


def _parse_winding(context: click.Context, param: click.Parameter, word: str | None) -> tuple[int, int] | None:
    """Return a pair of integers such as `1,0` or `-1,2`."""
    if word is None:
        return None
    found = re.fullmatch(r"\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*", word)
    if found is None:
        raise click.BadParameter(f"a winding is two integers, such as 1,0, not {word}", context, param)
    return int(found[1]), int(found[2])


def _parse_numbers(_context: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> Any:
    """Return the squares and numbers of words such as `c3=17` or `2,2=17`, or `None` if there are none."""
    pairs = []
    for word in words:
        square, _, number = word.partition("=")
        if not re.fullmatch(r"\s*[0-9]{1,9}\s*", number):
            raise click.BadParameter(f"give a square its number as c3=17 or 2,2=17, not as {word}")
        pairs.append((parse_square(square), int(number)))
    return pairs or None


def _parse_leaper(text: str) -> Piece:
    """Return the distances of a piece that is given by distances or by its name in fairy chess."""
    from destrier.core.leaper import Leaper

    try:
        return Leaper.of(text, 2).pairs
    except DestrierError as fault:
        raise click.BadParameter(str(fault)) from None


def parse_colours(text: str) -> list[str]:
    """Return the colours of a list such as `red,#00f,rgb(0,120,0)`."""
    return [colour.strip() for colour in re.split(r",(?![^(]*\))", text)]


def _parse_size(text: str) -> int:
    match = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kMGT]?)B?\s*", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a size: a number of bytes, or of k, M, G or T, such as 3G")
    return int(float(match[1]) * 1000 ** " kMGT".index(match[2] or " "))


def output_option(help_text: str, *suffixes: str, required: bool = False) -> Callable[[_Command], _Command]:
    """Return the options -o, which immediately refuses files that could not be written later, and --format.

    The default suffixes are those of all files that can hold tourneys, or several if the command makes `many`. The file
    `-` is standard output in the chosen format; a format alone also means standard output.
    """

    def check(context: click.Context, param: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
        formats = suffixes or (_DRAWN_OR_STACKED if context.params.get("many") else SAVED)
        chosen = context.meta.get(FORMAT)
        if chosen is not None and f".{chosen}" not in formats:
            raise click.BadParameter(f"it is one of {' '.join(formats)}, not .{chosen}", param_hint="'--format'")
        usual = ".npy" if ".npy" in suffixes else next(iter(suffixes), ".json")
        suffix = usual if chosen is None else f".{chosen}"
        asked = paths if chosen is None or "-" in paths else (*paths, "-")
        outputs = tuple(_standard_output(context, suffix) if path == "-" else path for path in asked)
        if required and not outputs:
            raise click.MissingParameter(ctx=context, param=param)
        if outputs:
            from destrier.io.files import check_writable

            for path in outputs:
                check_writable(path, formats)
        return outputs

    def as_json(context: click.Context, _param: click.Parameter, given: bool) -> None:
        if given:
            _choose_format(context, "json")

    added: list[Callable[[Any], Any]] = [_format_option("Write to standard output, as -o - does, in this format.")]
    if not suffixes:
        short: Any = {"is_flag": True, "expose_value": False, "is_eager": True, "callback": as_json}
        added.append(click.option("--json", **short, help="Print the result as JSON."))
    file: dict[str, Any] = {"type": click.Path(), "metavar": "FILE", "multiple": True, "callback": check}
    added.append(click.option("-o", "--output", "outputs", **file, help=help_text))

    return lambda command: reduce(lambda made, add: add(made), added, command)


_DRAWN_OR_STACKED: Final = tuple(dict.fromkeys((*STACKED, *PICTURES)))

FORMAT: Final = "destrier.format"
"""The key under which a context keeps the format of standard output or input."""


def _choose_format(context: click.Context, chosen: str) -> None:
    if context.meta.setdefault(FORMAT, chosen) != chosen:
        raise click.UsageError("--json writes .json: leave out --format", context)


def _format_option(help_text: str) -> Callable[[_Command], _Command]:
    def keep(context: click.Context, _param: click.Parameter, chosen: str | None) -> None:
        if chosen is not None:
            _choose_format(context, chosen.lower().removeprefix("."))

    return click.option("--format", metavar="NAME", expose_value=False, is_eager=True, callback=keep, help=help_text)


def _temporary_folder() -> AbstractContextManager[str]:
    from tempfile import TemporaryDirectory

    return TemporaryDirectory(ignore_cleanup_errors=True)


def _standard_output(context: click.Context, suffix: str) -> str:
    """Return the path of a temporary file that is copied to standard output when the command is done."""
    path = Path(context.find_root().with_resource(_temporary_folder()), f"{STANDARD}output{suffix}")
    context.meta[STANDARD_OUTPUT] = True

    def send() -> None:
        if path.exists():
            with path.open("rb") as written:
                sys.stdout.flush()
                shutil.copyfileobj(written, sys.stdout.buffer)
                sys.stdout.buffer.flush()

    context.call_on_close(send)
    return str(path)


def read_standard_input(context: click.Context, _param: click.Parameter, path: str | None) -> str | None:
    """Return the path; if it is `-`, that of a temporary file with the contents of standard input."""
    if path != "-":
        return path
    stream = sys.stdin.buffer
    begins = stream.read(512)
    suffix = next(
        (row.suffix for row in FORMATS.values() if row.magic and begins.lstrip().startswith(row.magic)), ".txt"
    )
    copy = Path(context.find_root().with_resource(_temporary_folder()), f"{STANDARD}input{suffix}")
    left = _MOST_INPUT
    with copy.open("wb") as file:
        while begins:
            if b"\0" in begins and suffix == ".txt":
                raise DestrierError("standard input is neither text nor a file that destrier reads")
            if (left := left - len(begins)) < 0:
                raise DestrierError(f"standard input has more than {_MOST_INPUT:,} bytes: write it to a file")
            file.write(begins)
            begins = stream.read(_PIECE)
    return str(copy)


_PIECE: Final = 1 << 20
_MOST_INPUT: Final = 4 * 10**9
"""Bytes of standard input to read at a time, and in total: it may be endless."""

names_option = click.option("--names", is_flag=True, help="Name squares as in chess, such as e4.")

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

file_argument = click.argument("file", type=click.Path(), callback=read_standard_input)

shown_argument = click.argument("file", type=click.Path(), required=False, callback=read_standard_input)

leaper_option = click.option(
    "--leaper",
    type=_parse_leaper,
    metavar="PIECE",
    help="Use a piece other than the knight, such as zebra, 1,4 or knight+wazir.",
)


format_of_input = _format_option("Read the file in this format, such as csv or pairs; by default detect the format.")


class Sectioned(click.Command):
    """A command with many options, which its help lists by purpose."""

    sections: ClassVar[dict[str, tuple[str, ...]]]
    """The names of the parameters in each section; all others follow under `Options`."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [(param.name, param.get_help_record(ctx)) for param in options]
        named = {name for names in self.sections.values() for name in names}
        rest = tuple(name for name, _ in records if name is not None and name not in named)
        for title, names in {**self.sections, "Options": rest}.items():
            with formatter.section(title):
                formatter.write_dl([record for name, record in records if name in names and record is not None])


class Form(NamedTuple):
    """A form of a command, which has options of its own."""

    command: click.Command
    help: str
    older: tuple[str, ...]
    """The options that asked for it in version 0.2, which it accepts, too; those that are not its own are flags."""


class WithForms(click.Command):
    """A command with other forms, each asked for by a word after the name of the command."""

    forms: Mapping[str, Form] = {}

    def add_forms(self, forms: Mapping[str, Form]) -> None:
        """Add forms, and the options of version 0.2 that asked for them; help omits these."""
        self.forms = forms
        for form in forms.values():
            own = {name for param in form.command.params for name in param.opts}
            for name in form.older:
                option = click.Option([name], is_flag=name not in own, expose_value=False, hidden=True)
                self.params.append(option)
                if name not in own:
                    form.command.params.append(option)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args and args[0] in self.forms:
            return self.forms[args[0]].command.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        reader = self.make_parser(click.Context(self, parent, info_name, ignore_unknown_options=True))
        given, _, _ = reader.parse_args(list(args))
        older = {name: param.name for param in self.params for name in param.opts}
        asked = {name: flag for name, form in self.forms.items() for flag in form.older if given.get(older[flag])}
        if len(asked) > 1:
            raise click.UsageError(f"choose one of {' and '.join(asked.values())}")
        for name, flag in asked.items():
            complain(f"{flag} was an option of version 0.2: write destrier {info_name} {name}")
            return self.forms[name].command.make_context(f"{info_name} {name}", args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Begin with the example, which stands far from the first line in so long a help."""
        self.format_usage(ctx, formatter)
        self.format_epilog(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self.format_options(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        with formatter.section("Forms, with options of their own"):
            formatter.write_dl([(f"{ctx.info_name} {name}", form.help) for name, form in self.forms.items()])


class AlgorithmOption(click.Option):
    """The option --algorithm; its help and the shell's completion list the names."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        name, text = super().get_help_record(ctx) or ("", "")
        names = self._names(ctx)
        return name, f"{text} There are {', '.join(names[:-1])} and {names[-1]}."

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self._names(ctx) if name.startswith(incomplete)]

    def _names(self, ctx: click.Context) -> list[str]:
        """Return the algorithms for the kind of result that the command makes; load the table only when needed."""
        from destrier.desk.algorithms import ALGORITHMS

        return [name for name, row in ALGORITHMS.items() if ctx.command.name == "tour" or row.makes_tourneys]


def request_options(*names: str) -> Callable[[_Command], _Command]:
    """Return one option for each of these fields of `Request`, or for all, with its own help text."""
    from destrier.core.request import COUNTS, FLAGS, choices, fields_of_requests, help_of

    looks: dict[str, dict[str, Any]] = {
        "algorithm": {"metavar": "NAME", "cls": AlgorithmOption},
        "start": {"type": parse_square, "metavar": "R,C"},
        "end": {"type": parse_square, "metavar": "R,C"},
        "numbers": {"multiple": True, "metavar": "SQUARE=N", "callback": _parse_numbers},
        "winding": {"metavar": "R,D", "callback": _parse_winding},
        **{name: {"multiple": True, "metavar": "MOVE", "callback": _parse_moves} for name in ("require", "forbid")},
        "weight": {"type": Number(min=0), "metavar": "W"},
        "seed": {"type": Integer(min=0), "metavar": "N"},
        **{name: {"type": Integer(1, 10**9), "metavar": "N"} for name in COUNTS},
    }
    added = []
    for name in names or fields_of_requests():
        if words := choices(name):
            looks[name] = {"type": click.Choice(words)}
        if name == "kind":
            looks[name] |= {"default": "closed", "show_default": True}
        word = {"numbers": "number"}.get(name, name.replace("_", "-"))
        flag = f"--{word}/--no-{word}" if name in FLAGS else f"--{word}"
        added.append(click.option(flag, name, help=help_of(name), **{"default": None, **looks.get(name, {})}))
    return lambda command: reduce(lambda made, add: add(made), reversed(added), command)


def parse_move(context: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[Any, ...]:
    """Read moves such as `a1-b3` or `0,0-2,1`."""
    moves = []
    for value in values:
        squares = value.split("-")
        if len(squares) != 2:
            raise click.BadParameter(f"a move is two squares, such as a1-b3 or 0,0-2,1, not {value}", context, param)
        moves.append(tuple(parse_square(square) for square in squares))
    return tuple(moves)


def _parse_moves(context: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[Any, ...] | None:
    """Read the moves of a request, or return `None` if there are none."""
    return parse_move(context, param, values) or None


def conditions_options(command: _Command) -> _Command:
    """Add the options for required and for forbidden moves."""
    for name, verb in (("forbid", "Exclude tours with"), ("require", "Accept only tours with")):
        text = f"{verb} this move, such as a1-b3; repeatable."
        command = click.option(f"--{name}", multiple=True, metavar="MOVE", callback=parse_move, help=text)(command)
    return command


side = Integer(1, 10**9)


def sides_argument(
    *,
    most: int | None = 2,
    required: bool = True,
    after_file: bool = False,
    cls: type[click.Argument] = click.Argument,
    boards: bool = False,
) -> Callable[[_Command], _Command]:
    """Return the sides of a board as one argument: `8 8`, `8x8`, or `8` where all sides are equal.

    There may be at most `most` sides, or any number if it is `None`; a command that may read its board from a file does
    not require them, and they may stand after a file. Of several flat boards, all sides are returned in a row.
    """

    def read(context: click.Context, param: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
        split = [re.split("(?<=[0-9])[xX\u00d7](?=[0-9])", word) for word in words]
        parts = list(chain.from_iterable(split))
        odd, each = len(parts) % 2 and len(parts) > 1, {len(sides) for sides in split}
        if boards and (odd or not each <= {1, 2} or len(each) > 1):
            pairs = "boards of two sides each, as in 6 6 8 8 or 6x6 8x8"
            raise click.UsageError(f"a book has {pairs}, not {' '.join(words)}", context)
        sides = []
        for name, part in zip(chain(("ROWS", "COLS"), repeat("SIDE")), parts, strict=False):
            try:
                sides.append(int(side.convert(cast("Any", part), param, context)))
            except click.BadParameter as error:
                if after_file and not sides and _NUMBER.fullmatch(part) is None:
                    raise click.UsageError(f"Got unexpected extra argument ({part})", context) from error
                error.param_hint = f"'{name}'"
                raise
        if most is not None and len(sides) > most:
            raise click.UsageError(f"Got unexpected extra argument ({parts[most]})", context)
        if required and not sides:
            raise click.MissingParameter(ctx=context, param=param, param_hint="'ROWS'")
        return (*sides, *sides) if required and len(sides) == 1 else tuple(sides)

    more = "" if most is not None else " [ROWS COLS]..." if boards else " [SIDE]..."
    sides = f"ROWS COLS{more}"
    return click.argument("sides", metavar=f"[{sides}]" if after_file else sides, nargs=-1, callback=read, cls=cls)


class FileOrSides(click.Argument):
    """A file, which may be standard input, or the sides of a board."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        words = tuple(value) if isinstance(value, list | tuple) else ()
        if words and (words[0] == "-" or not words[0][:1].isdigit() or Path(words[0]).is_file()):
            ctx.meta[FILE] = read_standard_input(ctx, self, words[0])
            words = words[1:]
        return super().process_value(ctx, words)


FILE: Final = "destrier.file"
"""The key under which a context keeps a file that stands in place of the sides."""

kind_option = click.option("--kind", type=click.Choice(["closed", "open"]), default="closed", show_default=True)

store_option = click.option(
    "--store", type=click.Path(), metavar="DIR", help="Keep the work in this folder, in shards; resume if it exists."
)

workers_option = click.option("--workers", type=Integer(1, 10**4), metavar="N", help="Use N processes with a store.")

scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Run the shards on the Dask cluster at tcp://HOST:PORT."
)


@contextmanager
def workforce(
    workers: int | None, scheduler: str | None, store: str | None, *, threads: bool = False
) -> Iterator[Executor | None]:
    """Provide the executor for the shards of a store, or `None` without a store, where workers may be `threads`."""
    if store is None:
        if scheduler is not None:
            raise DestrierError("a cluster works on the shards of a store: add --store DIR")
        if workers is not None and not threads:
            raise DestrierError("--workers is for the shards of a store: add --store DIR")
        yield None
        return
    from destrier import jobs

    with jobs.executor(workers, scheduler) as executor:
        yield executor


def is_given(context: click.Context, name: str) -> bool:
    """Return whether a parameter is given on the command line, and does not merely have its default."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _input_option(flag: str, help_text: str) -> Callable[[_Command], _Command]:
    """Return an option that names a file to read; `-` is standard input."""
    return click.option(flag, type=click.Path(), metavar="FILE", callback=read_standard_input, help=help_text)


def _read_signs(context: click.Context, param: click.Parameter, signs: str | None) -> None:
    """Store the signs of squares or holes for the reader of the shape."""
    if signs is not None:
        context.meta.setdefault(_SIGNS, {})[param.name] = signs


def _names_a_number(context: click.Context) -> bool:
    """Return whether --squares names a number, as if a tour visited so many squares of the board."""
    return str(context.meta[_SIGNS].get("squares")).isdigit()


def _shape_file(context: click.Context, param: click.Parameter, path: str | None) -> str | None:
    if path is None and _SIGNS in context.meta:
        way_out = "; destrier paths K is for closed paths of K squares" if _names_a_number(context) else ""
        raise click.UsageError(f"--squares and --holes name signs of a shape: add --shape FILE{way_out}", context)
    return read_standard_input(context, param, path)


_SIGNS: Final = "destrier.signs"
"""The key under which a context keeps the signs that --squares and --holes name."""


def shape_option(command: _Command) -> _Command:
    """Add the option that names the file of a shape, and those that name the signs in it."""
    signs: dict[str, Any] = {"metavar": "SIGNS", "callback": _read_signs, "expose_value": False, "is_eager": True}
    holes = click.option("--holes", **signs, help="Name the signs of missing squares in the text, such as X.")
    squares = click.option("--squares", **signs, help="Name the signs of squares in the text, such as '.'.")
    text = "Read the board from a text ('#' for a square, '.' for a missing one) or a black image."
    named = click.option("--shape", type=click.Path(), metavar="FILE", callback=_shape_file, help=text)
    return named(squares(holes(command)))


surface_option = click.option(
    "--surface",
    type=click.Choice(get_args(SurfaceKey)),
    help="Glue the sides of the ROWS x COLS board into this surface.",
)

like_option = _input_option(
    "--like", "Make the tour of an svg, png, html, json or npz file again, from the seed that it contains."
)


def folder_option(help_text: str, **options: Any) -> Callable[[_Command], _Command]:
    """Return the option -o of a command that writes a folder."""
    return click.option("-o", "--output", "out", type=click.Path(), metavar="DIR", help=help_text, **options)


seed_option = click.option(
    "--seed",
    type=Integer(min=0),
    metavar="N",
    help="Set the seed, which makes the result repeatable; each run differs without one.",
)


def error_option(help_text: str) -> Callable[[_Command], _Command]:
    """Return the option for the relative standard error of an estimate."""
    share = Number(0, 1, min_open=True, max_open=True)
    return click.option("--error", type=share, metavar="E", help=help_text)


max_memory_option = click.option(
    "--max-memory", type=_parse_size, metavar="SIZE", help="Refuse to use more than SIZE of memory, such as 3G."
)


def _read_first(context: click.Context, _param: click.Parameter, word: str | None) -> int | None:
    """Return the number of the first square, and store it for all functions that print or write numbered boards."""
    first = None if word is None else int(word)
    context.meta[FIRST] = first
    return first


_first: Final[dict[str, Any]] = {"type": click.Choice(["0", "1"]), "callback": _read_first}


first_option = click.option("--first", **_first, help="Number the squares from 1, or from 0.")

printed_option = click.option(
    "--first", **_first, expose_value=False, help="Number the squares of a printed board or a .txt from 1, or from 0."
)


def budget_option(seconds: float | None, when: str = "") -> Callable[[_Command], _Command]:
    """Return the option for the seconds after which a search gives up."""
    kind = Number(min=0, min_open=True)
    help_text = f"Give up after S seconds{when}."
    return click.option(
        "--budget", type=kind, metavar="S", default=seconds, show_default=seconds is not None, help=help_text
    )


def saved_option(command: _Command) -> _Command:
    """Add the options of a command that makes a tourney, and prints it or writes it to files."""
    return output_option(f"Write {' '.join(SAVED)} instead of printing; repeatable.")(printed_option(command))


drawn_option = output_option(f"Draw to {' '.join(DRAWN)}; repeatable.", *DRAWN, required=True)


def stacked_option(*, required: bool = False) -> Callable[[_Command], _Command]:
    """Return the option -o of a command that writes several tours."""
    return output_option(f"Write the tours to {' '.join(STACKED)}; repeatable.", *STACKED, required=required)


box_option = click.option("--box", is_flag=True, help="Use the surface of a box with these three sides.")

view_option = click.option(
    "--view", type=click.Choice(["net", "isometric"]), help="Show a box unfolded, or in space from two sides."
)


def any_board_arguments(command: _Command) -> _Command:
    """Add all arguments of `find_board`: sides, shape, leaper, surface and box."""
    sided = sides_argument(most=None, required=False)
    return sided(shape_option(surface_option(leaper_option(box_option(command)))))


def board_arguments(command: Callable[..., None]) -> Callable[..., None]:
    """Add the same arguments, and pass the command the `board` that they describe."""

    @wraps(command)
    def on_board(sides: Any, shape: Any, leaper: Any, surface: Any, box: bool, **options: Any) -> None:
        command(board=find_board(sides, shape, leaper, surface, box=box), **options)

    return any_board_arguments(on_board)


def find_board(
    sides: Sequence[int],
    shape: str | None = None,
    leaper: Piece | None = None,
    surface: str | None = None,
    *,
    box: bool = False,
) -> BaseBoard:
    """Return the board that the arguments describe.

    One or two sides make a flat board, or the surface if one is given; three or four make a board in space. With `box`,
    three sides make a box, and a single side makes a cube.
    """
    from destrier.core.board import Board
    from destrier.core.space import Space

    piece = leaper or "knight"
    if box:
        return _find_box(sides, shape, leaper or surface)
    if surface is not None:
        return _find_surface(surface, sides, shape, leaper)
    if shape is not None:
        drawn = _read_shape(shape)
        if sides and tuple(sides) != drawn.shape:
            raise DestrierError(f"the board in {shape} is {drawn}, not {' x '.join(map(str, (*sides, '?')[:2]))}")
        return drawn.by(piece)
    if not sides:
        raise DestrierError("a board is ROWS and COLS, or --shape FILE")
    given = (*sides, *sides) if len(sides) == 1 else tuple(sides)
    return Board(given[0], given[1], leaper=piece) if len(given) == 2 else Space(*given, leaper=piece)


def _find_box(sides: Sequence[int], shape: str | None, other: Piece | str | None) -> BaseBoard:
    from destrier.core.box import Box

    if len(sides) not in (1, 3) or shape is not None or other is not None:
        raise DestrierError("a box has three sides, such as 2 2 3; leave out --shape, --leaper and --surface")
    return Box(sides[0], sides[len(sides) // 2], sides[-1])


def _find_surface(key: str, sides: Sequence[int], shape: str | None, leaper: Piece | None) -> BaseBoard:
    from destrier.core.surface import SURFACES

    if not 1 <= len(sides) <= 2 or shape is not None:
        raise DestrierError("a surface is a rectangle with glued sides: give ROWS and COLS, without --shape")
    return SURFACES[key](sides[0], sides[-1], leaper=leaper or "knight")


def _read_shape(path: str) -> Board:
    """Return the flat board drawn in a file, and report how it was read, and anything doubtful about it."""
    from destrier.io.files import load_board

    signs = click.get_current_context().meta.get(_SIGNS, {})
    try:
        with warnings.catch_warnings(record=True) as doubts:
            board = load_board(path, **signs)
    except DestrierError as fault:
        raise type(fault)(_as_options(str(fault))) from fault
    for doubt in doubts:
        complain(f"{path}: {_as_options(str(doubt.message))}")
    return board


def _as_options(message: str) -> str:
    """Return a message in which the parameters that name signs are written as options."""
    return re.sub(r"\b(squares|holes)=(?=['\"])", r"--\1 ", message)
