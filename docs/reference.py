"""The pages of the reference that follow from the package: public names, commands, algorithms and formats.

The site has the former written when it is built; `python docs/reference.py` writes the index of formats, the viewer's
lists of them, and the list of public names for type checkers.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, get_args

import click

import destrier as dt
from destrier.cli import GROUPS, all_commands
from destrier.cli.arguments import Form, WithForms
from destrier.core.surface import SURFACES
from destrier.io.formats import FORMATS, Group
from destrier.makers.maker import Maker
from destrier.viewer.work.tour_tasks import EXPORTS

NAMES: Final = {
    "Boards and pieces": [
        "Board", "Space", "Box", *(surface.__name__ for surface in SURFACES.values()), "Leaper", "square", "MOVES",
    ],
    "Tours and tourneys": ["tour", "tourney", "Tour", "Tours", "Tourney", "ALGORITHMS", "why_no_tour", "check"],
    "Changing them": ["join", "obfuscate", "shatter", "split", "find_rails", "count_rails", "rail_graph"],
    "Measuring them": ["measure", "turns", "crossings", "least_turns", "least_crossings"],
    "Drawings and files": ["draw", "show", "widget", "save", "load", "save_graph", "repeat"],
    "Orders without boards": ["TourOrder"],
    "Counting and sampling": ["count", "sample", "all_tours"],
    "Puzzles": [
        "puzzle", "solutions", "count_solutions", "worksheet", "save_book", "save_lesson", "rosselsprung",
        "magic_tours",
    ],
    "Errors": [
        "DestrierError", "InvalidTourney", "NoSuchTour", "UnsupportedBoard", "BudgetExceeded", "JobUnfinished",
    ],
    "More about counts: `destrier.counting`": [
        "counting.estimate", "counting.CountEstimate", "counting.census", "counting.Census",
        "counting.move_distributions", "counting.extremes", "counting.Extremes", "counting.Extreme",
        "counting.series", "counting.Series",
        "counting.TourCount", "counting.count_by_start",
    ],
    "More measures: `destrier.measuring`": [
        "measuring.is_turn", "measuring.crossing_points", "measuring.angle_counts", "measuring.charge",
        "measuring.move_counts", "measuring.move_distribution", "measuring.relative_move_counts",
        "measuring.relative_move_distribution", "measuring.line_sums", "measuring.Sums", "measuring.MeasureTable",
    ],
    "Closed paths: `destrier.paths`": [
        "paths.count_paths", "paths.PathCount", "paths.list_paths", "paths.path_class", "paths.PathClass",
        "paths.distinct_paths", "paths.DistinctPaths", "paths.magic_paths", "paths.magic_numberings",
        "paths.longest_uncrossed", "paths.LongestPath", "paths.store_paths", "paths.load",
    ],
    "Results and settings": [
        "core.request.Request", "makers.maker.Maker", "puzzles.puzzle.Puzzle", "puzzles.words.WordPuzzle",
        "puzzles.worksheet.Worksheet", "switching.rails.RailGraph", "viewer.page.Page",
    ],
}  # fmt: skip
"""All public names, by what they are about."""

HERE: Final = Path(__file__).parent

INDEX: Final = HERE / "formats" / "index.md"

STUB: Final = Path(dt.__file__).with_suffix(".pyi")

VIEWER: Final = HERE.parent / "src" / "destrier" / "viewer" / "static" / "tours" / "page.html"


def write(folder: Path) -> None:
    """Write the pages anew."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = {"library.rst": _library(), "commands/index.md": _commands(), "algorithms/index.md": _algorithms()}
    pages |= {f"commands/{name.replace(' ', '-')}.md": _command(name, command) for name, command in _described()}
    pages |= {f"algorithms/{name}.md": _algorithm(row) for name, row in dt.ALGORITHMS.items()}
    for name, text in pages.items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


def _library() -> str:
    """Return a table of all public names, each of which gets a page."""
    parts = [
        "The names of the library\n========================\n",
        "``import destrier as dt`` gives all of these names; each is loaded when it is first used.\n",
    ]
    for title, names in NAMES.items():
        parts.append(f"{title}\n{'-' * len(title)}\n\n.. autosummary::\n   :toctree: api\n   :nosignatures:\n")
        parts.append("".join(f"   destrier.{name}\n" for name in names))
    return "\n".join(parts)


# Commands


def _commands() -> str:
    lines = [
        "# The commands",
        "",
        "`destrier COMMAND --help` prints the same. [The command line](../../commands.md) shows what they do together.",
    ]
    for title, helps in GROUPS.items():
        lines += ["", f"## {title}", ""]
        lines += [f"[`{name}`]({name}.md)\n: {text}\n" for name, text in helps.items()]
    hidden = "\n".join(name.replace(" ", "-") for name, _ in _described())
    return "\n".join([*lines, "```{toctree}\n:hidden:\n", hidden, "```", ""])


def _described() -> list[tuple[str, click.Command]]:
    """Return the commands and their forms by name, which is two words for a form."""
    every = all_commands()
    forms = {f"{name} {word}": form.command for name in every for word, form in _forms(every[name]).items()}
    return sorted((every | forms).items())


def _forms(command: click.Command) -> Mapping[str, Form]:
    return command.forms if isinstance(command, WithForms) else {}


def _command(name: str, command: click.Command) -> str:
    """Return the page of a command: its help, and its options by section."""
    context = click.Context(command, info_name=f"destrier {name}")
    usage = " ".join([f"destrier {name}", *command.collect_usage_pieces(context)])
    lines = [f"# destrier {name}", "", dedent(command.help or "").strip(), "", f"```text\n{usage}\n```", ""]
    if example := (command.epilog or "").removeprefix("Example: "):
        lines += [f"```sh\n{example}\n```", ""]
    sections: dict[str, list[click.Parameter]] = {}
    of_option = {option: title for title, options in getattr(command, "sections", {}).items() for option in options}
    for parameter in command.get_params(context):
        sections.setdefault(of_option.get(parameter.name or "", "Options"), []).append(parameter)
    for title, parameters in sorted(sections.items(), key=lambda section: section[0] == "Options"):
        records = [record for parameter in parameters if (record := parameter.get_help_record(context))]
        if records:
            lines += [f"## {title}", "", *(f"`{option}`\n: {_escaped(text)}\n" for option, text in records)]
    if forms := _forms(command):
        lines += [
            "## Forms",
            "",
            *(f"[`{name} {word}`]({name}-{word}.md)\n: {form.help}\n" for word, form in forms.items()),
        ]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("[", "\\[").replace("<", "\\<") or "(no help)"


# Algorithms


def _algorithms() -> str:
    rows = "\n".join(
        f"| [{name}]({name}.md) | {row.yields} | {row.boards} | {row.result} | {row.source} |"
        for name, row in dt.ALGORITHMS.items()
    )
    names = "\n".join(dt.ALGORITHMS)
    return (
        "# The algorithms\n\n"
        "`dt.tour(board, algorithm=...)` and `destrier tour --algorithm` take one of these. Without, the fastest that\n"
        "makes what is asked for is taken, and its tour is made random.\n\n"
        f"| algorithm | makes | boards | result | source |\n|---|---|---|---|---|\n{rows}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )


def _algorithm(row: Maker) -> str:
    seed = ", seed=1" if row.random else ""
    verb, shown = ("tour", ", obfuscate=False") if row.makes_tours else ("tourney", "")
    told = (_module(row).__doc__ or "").strip()
    return "\n".join([
        f"# {row.name}", "",
        "```{eval-rst}", told, "```", "",
        f"It takes {row.boards}, and makes {' and '.join(row.kinds)} tours. Source: {row.source}.", "",
        "```{example}", f":alt: What {row.name} makes", "", "import destrier as dt", "",
        f'dt.{verb}(dt.{row.example!r}, algorithm="{row.name}"{seed}{shown})',
        "```", "",
    ])  # fmt: skip


def _module(row: Maker) -> Any:
    from importlib import import_module

    return import_module(type(row).__module__)


# Formats


def format_index(index: str) -> str:
    """Return the index of formats with its lists made again."""
    lines = [index[: index.index("## ")].rstrip()]
    for group in get_args(Group):
        rows = [row for row in FORMATS.values() if row.group == group]
        lines += ["", f"## {group}", *(f"\n[{row.suffix}]({row.suffix[1:]}.md)\n: {row.title}" for row in rows)]
    names = "\n".join(suffix[1:] for suffix in FORMATS)
    return "\n".join([*lines, "", f"```{{toctree}}\n:hidden:\n\n{names}\n```", ""])


def viewer_lists(page: str) -> str:
    """Return the viewer's page with its lists of formats, those that it opens and those that it saves, made again."""
    options = []
    for group, ways in groupby(EXPORTS.items(), lambda way: FORMATS[way[1].suffix].group):
        options.append(f'        <optgroup label="{group}">')
        options += [f'          <option value="{name}">{way.title}</option>' for name, way in ways]
        options.append("        </optgroup>")
    listed = "\n".join(options)
    return re.sub(r'(<select id="format">\n).*?( *</select>)', rf"\g<1>{listed}\n\g<2>", page, flags=re.DOTALL)


def stub(_: str) -> str:
    """Return the public names of the package as type checkers read them."""
    names = [(module, name) for module, names in vars(dt)["_NAMES"].items() for name in names.split()]
    names.sort(key=lambda listed: (listed[0], not listed[1].isupper(), listed[1]))  # constants first, as in all imports
    lines = [f"from . import {room} as {room}" for room in vars(dt)["_ROOMS"]]
    lines += [f"from .{module} import {name} as {name}" for module, name in names]
    return "\n".join([*lines, "", "__version__: str", ""])


MADE: Final = {INDEX: format_index, VIEWER: viewer_lists, STUB: stub}
"""The function that makes the lists in each file again."""

if __name__ == "__main__":
    for made, again in MADE.items():
        made.write_text(again(made.read_text(encoding="utf-8")), encoding="utf-8")
