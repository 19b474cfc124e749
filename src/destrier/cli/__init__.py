"""The command line: each command parses its arguments, calls one function of the library, and prints.

A command imports what it uses only when it runs, so that help and small checks need neither numpy nor the compiler.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

import click

from destrier.cli.messages import (
    DONE,
    GAVE_UP,
    INTERRUPTED,
    MISUSED,
    REFUSED,
    Closed,
    compilation_told,
    complain,
    discard_output,
    doubts_told,
    links_told,
    misuse,
)
from destrier.support.errors import BudgetExceeded, DestrierError, JobUnfinished, NoSuchTour
from destrier.support.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GROUPS", "OLDER_COMMANDS", "OLDER_OPTIONS", "all_commands", "commands", "main", "run"]

GROUPS: Final = {
    "Make": {
        "tour": "Make a tour of any board, of any piece.",
        "tourney": "Make a tourney: cycles that together visit every square.",
        "puzzle": "Make a puzzle, a book of puzzles, or a worksheet.",
        "solve": "Find the tours that have given numbers.",
        "magic": "Find tours whose rows and columns have equal sums.",
        "rosselsprung": "Hide a text in knight's moves.",
        "order": "Look up squares and moves of a tour without making it.",
        "network": "Watch the Takefuji-Lee network settle.",
        "algorithms": "List the algorithms.",
    },
    "Change": {
        "join": "Join cycles into one tour.",
        "shatter": "Break a tour into many cycles.",
        "obfuscate": "Make a random-looking tour that hides its source.",
    },
    "Look": {
        "check": "Say what a file holds, or name its first fault.",
        "measure": "Count turns, crossings, rails and moves.",
        "show": "Print the numbered board.",
        "draw": "Draw a file as SVG, PNG, GIF, HTML or text.",
        "graph": "Write the graph of a board for other programs.",
        "view": "Open the viewer in the browser, or write a gallery.",
    },
    "Count": {
        "count": "Count the tours of a board, or of all boards with few rows.",
        "census": "Print means or extremes over all tours of a board.",
        "sample": "Sample tours uniformly at random.",
        "list": "List all tours of a board.",
        "paths": "List, count or describe closed knight's paths.",
        "longest": "Find a longest uncrossed path of a board.",
    },
    "Work": {"jobs": "Report the progress of long work.", "compile": "Compile in advance what commands need."},
}
"""The commands by purpose, in the order of the help."""

OLDER_COMMANDS: Final = {
    "book": ("puzzle", "book"),
    "box": ("tour", "--box"),
    "extremes": ("census", "extremes"),
    "gallery": ("view", "--gallery"),
    "path": ("paths",),
    "series": ("count", "series"),
    "worksheet": ("puzzle", "worksheet"),
}

OLDER_OPTIONS: Final = {"--difficulty": "--grade", "--no-open": "--no-browser", "--out": "--output"}
"""Names of version 0.2, which work until version 2.0 and tell the new ones; `docs/stability.md` lists them.

The options by which 0.2 chose between the forms of a command stand with these (see `arguments.Form`).
"""

_MODULES: Final = {
    "compilation": ["compile"],
    "count_commands": ["census", "count", "list", "sample"],
    "file_commands": ["check", "draw", "graph", "join", "measure", "obfuscate", "shatter", "show"],
    "number_commands": ["magic", "solve"],
    "path_commands": ["longest", "paths"],
    "puzzle_commands": ["puzzle"],
    "tour_commands": ["algorithms", "network", "order", "tour", "tourney"],
    "view_commands": ["view"],
    "word_commands": ["rosselsprung"],
    "work_commands": ["jobs"],
}
"""The modules of commands, each imported when one of its commands is called."""

_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}

_HELPS: Final = {name: text for helps in GROUPS.values() for name, text in helps.items()}


class _InGroups(click.Group):
    """A group that imports a command when it is called, lists all by purpose, and accepts older names."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*_HOME, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _HOME and cmd_name not in self.commands:
            module = import_module(f"destrier.cli.{_HOME[cmd_name]}")
            command = next(command for command in module.COMMANDS if command.name == cmd_name)
            command.short_help = _HELPS[cmd_name]
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        words = _renewed(args[0], args[1:])
        if words[0] not in _HOME:
            all_commands()  # what may have been meant
        return super().resolve_command(ctx, words)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx  # the commands do not depend on how the group was called
        widest = max(map(len, _HOME))
        for title, helps in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), text) for name, text in helps.items()])


def _renewed(name: str, words: list[str]) -> list[str]:
    """Return the words of a command line with today's names; say what each older one is called now."""
    command = OLDER_COMMANDS.get(name, (name,))
    if name in OLDER_COMMANDS:
        complain(f"{name} was a command of version 0.2: write destrier {' '.join(command)}")
    return [*command, *map(_renewed_option, words)]


def _renewed_option(word: str) -> str:
    name, equals, value = word.partition("=")
    if name not in OLDER_OPTIONS:
        return word
    complain(f"{name} was an option of version 0.2: write {OLDER_OPTIONS[name]}")
    return OLDER_OPTIONS[name] + equals + value


_COMPLETE: Final = "_DESTRIER_COMPLETE"
"""The environment variable through which a shell requests completions."""


def _print_completion(context: click.Context, _param: click.Parameter, shell: str | None) -> None:
    """Print the script with which a shell completes commands, options and their values."""
    from click.shell_completion import get_completion_class

    if shell is not None and (found := get_completion_class(shell)) is not None:
        click.echo(found(context.command, {}, "destrier", _COMPLETE).source())
        context.exit()


@click.group(
    cls=_InGroups,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: destrier tour 50 50 --seed 1 -o tour.svg",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option(
    "--completion",
    type=click.Choice(["bash", "zsh", "fish"]),
    is_eager=True,
    expose_value=False,
    callback=_print_completion,
    help="Print the script that completes commands in this shell, and exit.",
)
@click.pass_context
def commands(context: click.Context) -> None:
    """Knight's tours: make, join, obfuscate, check, measure and draw them.

    Squares are given as row,col, counted from 0,0 at the top left, or as in chess, from a1 at the bottom left. The
    suffix of a file chooses its format.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def all_commands() -> dict[str, click.Command]:
    """Return all commands by name, in the order of the help."""
    context = click.Context(commands)
    return {name: command for name in _HELPS if (command := commands.get_command(context, name)) is not None}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    if getattr(sys, "frozen", False):  # a frozen program starts itself again as its worker
        from multiprocessing import freeze_support

        freeze_support()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # treat a request to end like Ctrl-C
    if sys.stdout is None:  # closed by the shell: Python would silently write nothing
        sys.stdout = Closed()
    if _COMPLETE in os.environ:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(commands, {}, "destrier", _COMPLETE, os.environ[_COMPLETE]))
    code = run(sys.argv[1:] if arguments is None else arguments)
    if code == INTERRUPTED:  # exit at once: kernels running in threads cannot be stopped
        sys.stdout.flush()
        os._exit(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; an error is reported in one line on standard error."""
    try:
        with doubts_told(), compilation_told(), links_told(), _context(arguments) as context:
            commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        named = next((f"destrier {name}" for name in arguments[:1] if name in _HOME), "destrier")
        fault, command = misuse(error, arguments), error.ctx.command_path if error.ctx else named
        complain(f"{fault} See {command} --help" if fault.endswith("?") else f"{fault}; see {command} --help")
        return MISUSED
    except (KeyboardInterrupt, click.Abort):
        complain("interrupted")
        return INTERRUPTED
    except SystemError as error:  # a kernel that returned while Ctrl-C was pending
        if not isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):
            raise
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe, as in `| head`
        discard_output()
        return DONE
    except OSError as error:
        if error.filename is None:  # standard output: any file has a name
            discard_output()
        named = " -> ".join(filter(None, (error.filename, error.filename2))) or "standard output"
        complain(f"{named}: {error.strerror or error}")
        return MISUSED
    except MemoryError as error:
        complain(str(error) or "there is not enough memory")
        return MISUSED
    except DestrierError as error:
        complain(str(error))
        gave_up = isinstance(error, BudgetExceeded | JobUnfinished)
        return REFUSED if isinstance(error, NoSuchTour) else GAVE_UP if gave_up else MISUSED
    return DONE


def _context(arguments: Sequence[str]) -> click.Context:
    """Return the context of a command; its `obj` is the function that runs another command."""
    return commands.make_context("destrier", list(arguments), obj=run)
