"""Commands that change, check, measure, show and draw the tours and tourneys in files."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import click

from destrier.cli.arguments import (
    INTEGER,
    NUMBER,
    Integer,
    Sectioned,
    board_arguments,
    drawn_option,
    first_option,
    format_of_input,
    json_option,
    kind_option,
    names_option,
    output_option,
    parse_colours,
    printed_option,
    saved_option,
    seed_option,
    view_option,
)
from destrier.cli.messages import REFUSED, Bar, answer, complain
from destrier.cli.results import align, deliver, note_cycles, print_board, tell_seed, write_svg
from destrier.cli.sources import source_arguments
from destrier.drawing.style import STYLES
from destrier.io.formats import GRAPHS
from destrier.support.errors import DestrierError, InvalidTourney, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from destrier.cli.sources import Source
    from destrier.core.grid import BaseBoard
    from destrier.core.tourney import Tourney
    from destrier.io.formats import Manner


disjoint_option = click.option(
    "--disjoint", is_flag=True, help="Use only rails that share no square, as the paper's text does."
)


@click.command("join", epilog="Example: destrier join braid.npy --seed 1 -o tour.npy")
@source_arguments
@click.option(
    "--method",
    type=click.Choice(["windows", "parberry"]),
    default="windows",
    show_default=True,
    help="Search windows where rails fail, or join by rails alone, as the paper does.",
)
@click.option(
    "--rounds", type=Integer(min=0), metavar="N", help="Run the paper's algorithm N times, by the method parberry."
)
@seed_option
@saved_option
def join_cycles(**options: Any) -> None:
    """Join the cycles of FILE into fewer, nearly always into one."""
    from destrier.switching.joining import join

    _change(join, **options)


@click.command("shatter", epilog="Example: destrier shatter tour.npy --cycles 4 --seed 1 -o tourney.npy")
@source_arguments
@click.option("--cycles", type=Integer(min=1), metavar="N", help="Break it into at least N cycles, or exit with 3.")
@disjoint_option
@seed_option
@saved_option
def shatter_cycles(**options: Any) -> None:
    """Break the tour or tourney in FILE into many cycles."""
    from destrier.switching.rails import shatter

    def note(shattered: Tourney) -> None:
        if options["cycles"] is None and shattered.cycle_count == 1:
            complain("one cycle is left: none of the orders of its rails that were tried breaks it")

    _change(shatter, note, **options)


@click.command("obfuscate", epilog="Example: destrier obfuscate tour.npy --seed 1 -o tour.svg")
@source_arguments
@click.option(
    "--method",
    type=click.Choice(["mix", "parberry", "uniform"]),
    default="mix",
    show_default=True,
    help="Choose the method; uniform draws each tour with the same probability.",
)
@click.option(
    "--shatters", type=Integer(min=0), metavar="N", help="Shatter N times by the method parberry; 16 by default."
)
@disjoint_option
@seed_option
@saved_option
def obfuscate_file(*, disjoint: bool, **options: Any) -> None:
    """Turn the tour in FILE into a random-looking one that hides its origin."""
    from destrier.switching.obfuscation import obfuscate

    _change(obfuscate, disjoint=disjoint or None, **options)


def _change(
    verb: Callable[..., Tourney],
    note: Callable[[Tourney], None] = note_cycles,
    *,
    source: Source,
    seed: int | None,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Change the tourney in a file, deliver the result with a note about it, and report the seed."""
    from destrier.core.seeds import drawn_seed

    drawn = drawn_seed(seed)
    changed = verb(source.load(), seed=drawn, **options)
    deliver(changed, outputs)
    note(changed)
    tell_seed(drawn)


@click.command("check", epilog="Example: destrier check tour.txt")
@source_arguments
@format_of_input
@names_option
@json_option
@click.pass_context
def check_file(context: click.Context, source: Source, names: bool, as_json: bool) -> None:
    """Say what FILE holds and how it was read, or name its first fault and exit with 1.

    FILE is one of destrier's, or any text with a tour: a grid of numbers, or a list of squares, moves, coordinates or
    indices. ROWS COLS and the other options give the board of a file that does not name it.
    """
    from destrier.io.checking import check_stack

    told: dict[str, Any] = {"sound": True}
    try:
        if source.holds_many():
            told |= {"holds": check_stack(source.stack(), source.path)}
        else:
            found = source.read()
            if found.is_own:
                source.say(found)
            held, form = found.tour, found.form
            told |= held.board.to_dict() | {
                "kind": held.kind,
                "cycles": held.cycle_count,
                "holds": held.describe(chess=names),
            }
            if form:
                told["read_as"] = form
    except Unreadable:
        raise
    except InvalidTourney as fault:
        if as_json:
            click.echo(json.dumps({"sound": False, "fault": str(fault)}))
        complain(str(fault))
        context.exit(REFUSED)
    click.echo(json.dumps(told) if as_json else told["holds"])


@click.command("measure", epilog="Example: destrier measure tour.npy --json")
@source_arguments
@json_option
@click.option("--mean", is_flag=True, help="Print the mean of each measure over many tours, and its standard error.")
@output_option("Write a table, a row for each tour, to .csv or .parquet; repeatable.", ".csv", ".parquet")
def measure_file(source: Source, as_json: bool, mean: bool, outputs: tuple[str, ...]) -> None:
    """Count the turns, crossings, rails and moves of FILE. Name its symmetries, and sum its numbers by line.

    For a closed tour of a rectangle, also state the proven lower bounds on turns and crossings. For a FILE with many
    tours, as written by 'list', 'sample' and 'tour -n', print a table as CSV, with the seconds that they took to make
    if FILE tells them.
    """
    from destrier.measuring.metrics import measure

    many = source.holds_many()
    if mean and not many:
        raise DestrierError(f"{source.path} holds one tour, which has no mean: leave out --mean")
    if many or outputs:
        _measure_all(_measures_of(source) if many else [measure(source.load())], outputs, mean=mean, as_json=as_json)
        return
    measures = measure(source.load())
    if as_json:
        click.echo(json.dumps(measures))
        return
    click.echo(align([(name.replace("_", " "), _worded(value)) for name, value in measures.items()]))


def _measures_of(source: Source) -> Iterator[Mapping[str, Any]]:
    """Yield the measures of the tours of a file that holds many, and report the progress."""
    from destrier.measuring.metrics import measure
    from destrier.measuring.tables import with_seconds

    stack, told = source.stack(), Bar()
    measures = with_seconds(map(measure, source.tours(stack)), stack.seconds)
    for number, measured in enumerate(measures, 1):
        yield measured
        told("tours", number, len(stack.moves))


def _measure_all(measures: Iterable[Mapping[str, Any]], outputs: tuple[str, ...], *, mean: bool, as_json: bool) -> None:
    from destrier.io.measure_tables import save_measures, to_csv
    from destrier.measuring.tables import MeasureTable, rows_of

    if mean:
        measures = list(measures)
        table = MeasureTable(measures)
        told = {"mean": table.means(), "standard error": table.errors()}
        answer(json.dumps({name: _known(numbers) for name, numbers in told.items()}) if as_json else repr(table))
    measured = rows_of(measures)
    rows = list(measured) if as_json or len(outputs) > 1 else measured
    for path in outputs:
        save_measures(rows, path)
    if mean:
        return
    if as_json:
        answer(json.dumps(rows))
    elif not outputs:
        for line in to_csv(rows):
            click.echo(line, nl=False)


def _known(numbers: Mapping[str, float]) -> dict[str, float | None]:
    """Return numbers for JSON, which has none that are unknown."""
    return {name: number if isfinite(number) else None for name, number in numbers.items()}


def _worded(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {count}" for name, count in value.items())
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@click.command("show", epilog="Example: destrier show tour.npy")
@source_arguments
@format_of_input
@printed_option
@names_option
@json_option
def show_file(source: Source, names: bool, as_json: bool) -> None:
    """Print the numbered board in FILE. On a terminal, colours run along the tour."""
    from destrier.io.json import to_json

    if as_json:
        click.echo(to_json(source.load()))
        return
    print_board(source.load(), whole=True, names=names)


@click.command("graph", epilog="Example: destrier graph 8 8 -o knights.hcp")
@board_arguments
@kind_option
@output_option(f"Write to {' '.join(GRAPHS)}; repeatable.", *GRAPHS, required=True)
def write_graph(board: BaseBoard, kind: Literal["closed", "open"], outputs: tuple[str, ...]) -> None:
    """Write the squares of a board, and all moves between them, as a graph for other programs.

    LKH solves the .hcp file, whose name tells the board; 'destrier check' reads the .tour file that it writes. For open
    tours the .hcp file has one more vertex, which joins the two ends.
    """
    from destrier.io.graphs import save_graph

    for path in outputs:
        save_graph(board, path, kind=kind)


class _Draw(Sectioned):
    sections: ClassVar = {
        "Style": ("style", "size", "cell", "line_width", "colours", "colour_by", "view"),
        "What to show": (
            "grid",
            "dots",
            "ends",
            "numbers",
            "first",
            "rails",
            "turns",
            "crossings",
            "arrows",
            "bent",
            "rail_graph",
            "forest",
            "disjoint",
        ),
        "On paper": ("paper", "margin", "title", "subtitle", "signature", "bleed"),
        "The ride and the pen": ("manner", "seconds", "frames", "width", "pen", "pens", "lift", "feed"),
    }


@click.command("draw", cls=_Draw, epilog="Example: destrier draw tour.npy -o tour.svg")
@source_arguments
@view_option
@click.option(
    "--style", type=click.Choice([*STYLES]), help="Choose the style; by default it depends on the size of the board."
)
@click.option("--size", type=NUMBER, metavar="PX", help="Make the longer side PX pixels long.")
@click.option("--cell", type=INTEGER, metavar="PX", help="Make each square PX pixels large.")
@click.option("--line-width", type=NUMBER, metavar="W", help="Make lines W squares wide, such as 0.12.")
@click.option("--colours", type=parse_colours, metavar="LIST", help="Use these colours in turn, such as red,#00f.")
@click.option(
    "--colour-by",
    type=click.Choice(["cycles", "tour", "passes", "sections"]),
    help="Colour by cycle, by place along the tour, by band of straight lines, or by part of a formation.",
)
@click.option("--grid/--no-grid", default=None, help="Draw the grid of the board.")
@click.option("--dots/--no-dots", default=None, help="Draw a dot on each square.")
@click.option("--ends/--no-ends", default=None, help="Mark the ends of an open tour with a disc and a ring.")
@click.option("--numbers", is_flag=True, default=None, help="Number the squares in visiting order.")
@first_option
@click.option("--rails", is_flag=True, default=None, help="Draw the rails over the lines.")
@click.option("--turns", is_flag=True, default=None, help="Mark each turn with a dot.")
@click.option("--crossings", is_flag=True, default=None, help="Mark each crossing with a ring.")
@click.option("--arrows", is_flag=True, default=None, help="Draw an arrowhead on each move (svg, pdf, png).")
@click.option("--bent", is_flag=True, default=None, help="Bend each move, the longer leg first (svg, pdf, png).")
@click.option("--animate", "manner", flag_value="animated", help="Animate the knight (svg; gif and html always do).")
@click.option("--seconds", type=NUMBER, metavar="S", help="Set the duration of the ride.")
@click.option("--frames", type=INTEGER, metavar="N", help="Draw at most N pictures of the ride (gif).")
@click.option(
    "--plotter",
    "manner",
    flag_value="plotter",
    help="Draw lines for a pen, in millimetres (svg, pdf; hpgl, gcode and dxf always are).",
)
@click.option("--paper", metavar="NAME", help="Draw on a0 to a6, letter, or a size such as 300x400 (svg, pdf).")
@click.option("--margin", type=NUMBER, metavar="MM", help="Leave this margin on the paper.")
@click.option("--title", metavar="TEXT", help="Write this title below the drawing on paper.")
@click.option("--subtitle", metavar="TEXT", help="Write this below the title.")
@click.option("--signature", metavar="TEXT", help="Write this in the lower right corner.")
@click.option("--bleed", type=NUMBER, metavar="MM", help="Let the ground go on beyond the paper, to be cut off.")
@click.option("--width", type=NUMBER, metavar="MM", help="Set the width of the plot; by default it fits on the paper.")
@click.option("--pen", type=NUMBER, metavar="MM", help="Set the width of the plotter's pen.")
@click.option("--pens", type=INTEGER, metavar="N", help="Plot with N pens, 1 to 8, in the colours of a usual set.")
@click.option("--lift", type=NUMBER, metavar="MM", help="Lift the tool to this height (gcode); 5 by default.")
@click.option(
    "--feed", type=NUMBER, metavar="MM", help="Draw at this speed, in millimetres a minute (gcode); 1500 by default."
)
@click.option("--rail-graph", is_flag=True, help="Draw the cycles and the rails that link them instead (svg, pdf).")
@click.option("--forest", is_flag=True, help="Draw a spanning forest of the rail graph instead (svg, pdf).")
@click.option("--disjoint", is_flag=True, help="Count in the rail graph only rails that share no square.")
@drawn_option
def draw_file(
    source: Source,
    outputs: tuple[str, ...],
    manner: Manner | None,
    rail_graph: bool,
    forest: bool,
    disjoint: bool,
    **options: Any,
) -> None:
    """Draw the tour or tourney in FILE."""
    if disjoint and not (rail_graph or forest):
        raise DestrierError("--disjoint is for rail graphs: add --rail-graph or --forest")
    if rail_graph or forest:
        if manner is not None or any(value is not None for value in options.values()):
            raise DestrierError("a rail graph takes no options of drawings: leave them out")
        _draw_rail_graph(source.load(), outputs, forest_only=forest, disjoint=disjoint)
        return
    from destrier.io.drawings import draw, find_drawing

    given = {name: value for name, value in options.items() if value is not None}
    for path in outputs:
        find_drawing(path, manner, given)  # refuse before drawing anything
    drawn: Any = list(source.tours(source.stack())) if source.holds_many() and not given else source.load()
    for path in outputs:
        draw(drawn, path, manner, progress=Bar(), **given)


def _draw_rail_graph(tourney: Tourney, outputs: Iterable[str], *, forest_only: bool, disjoint: bool) -> None:
    from destrier.drawing import rail_graph_svg
    from destrier.io.files import check_writable
    from destrier.switching.rails import rail_graph

    for path in outputs:
        check_writable(path, (".svg", ".pdf"))
    write_svg(rail_graph_svg(rail_graph(tourney, disjoint=disjoint, seed=0), forest_only=forest_only), outputs)


COMMANDS: Final = (
    join_cycles,
    shatter_cycles,
    obfuscate_file,
    check_file,
    measure_file,
    show_file,
    draw_file,
    write_graph,
)
