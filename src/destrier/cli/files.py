"""Commands that change, check, measure, show and draw the tours and tourneys in files."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from destrier.cli.arguments import compiles, drawn_option, parse_colours, read_options, saved_option, seed_option
from destrier.cli.messages import REFUSED, complain
from destrier.cli.results import align, deliver, note_cycles, print_board, write_svg
from destrier.drawing.style import STYLES
from destrier.support.errors import DestrierError, InvalidTourney

if TYPE_CHECKING:
    from collections.abc import Iterable

    from destrier.core.tourney import Tourney
    from destrier.drawing import Manner

    Piece: TypeAlias = tuple[int, int] | None
    from destrier.switching.obfuscation import Method


@click.command("join", epilog="Example: destrier join braid.npy --seed 1 -o tour.npy")
@read_options
@seed_option
@saved_option
@compiles
def join_cycles(file: str, leaper: Piece, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Join the cycles of FILE into fewer, nearly always into one."""
    from destrier.io.files import load
    from destrier.switching.joining import join

    joined = join(load(file, leaper=leaper), seed=seed)
    deliver(joined, outputs)
    note_cycles(joined)


@click.command("shatter", epilog="Example: destrier shatter tour.npy --seed 1 -o tourney.npy")
@read_options
@seed_option
@saved_option
@compiles
def shatter_cycles(file: str, leaper: Piece, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Break the contents of FILE into many cycles."""
    from destrier.io.files import load
    from destrier.switching.rails import shatter

    deliver(shatter(load(file, leaper=leaper), seed=seed), outputs)


@click.command("obfuscate", epilog="Example: destrier obfuscate tour.npy --seed 1 -o tour.svg")
@read_options
@click.option(
    "--method", type=click.Choice(["mix", "parberry"]), default="mix", show_default=True, help="Choose the method."
)
@seed_option
@saved_option
@compiles
def obfuscate_file(file: str, leaper: Piece, method: Method, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Turn FILE into a random-looking tour. The tour hides where it came from."""
    from destrier.io.files import load
    from destrier.switching.obfuscation import obfuscate

    hidden = obfuscate(load(file, leaper=leaper), method=method, seed=seed)
    deliver(hidden, outputs)
    note_cycles(hidden)


@click.command("check", epilog="Example: destrier check tour.txt")
@read_options
@click.pass_context
def check_file(context: click.Context, file: str, leaper: Piece) -> None:
    """Say what FILE holds, or name its first fault and exit with 1."""
    from destrier.io.files import load

    try:
        click.echo(load(file, leaper=leaper).describe())
    except InvalidTourney as fault:
        complain(str(fault))
        context.exit(REFUSED)


@click.command("measure", epilog="Example: destrier measure tour.npy --json")
@read_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@compiles
def measure_file(file: str, leaper: Piece, as_json: bool) -> None:
    """Count the turns, crossings, rails and moves of FILE. Name its symmetries, too.

    For a closed tour of a rectangle, state the proved lower bounds on turns and crossings as well.
    """
    from destrier.io.files import load
    from destrier.measuring.metrics import measure

    measures = measure(load(file, leaper=leaper))
    if as_json:
        click.echo(json.dumps(measures))
        return
    click.echo(align([(name.replace("_", " "), _worded(value)) for name, value in measures.items()]))


def _worded(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@click.command("show", epilog="Example: destrier show tour.npy")
@read_options
def show_file(file: str, leaper: Piece) -> None:
    """Print the numbered board in FILE. On a terminal, colours run along the tour."""
    from destrier.io.files import load

    print_board(load(file, leaper=leaper), whole=True)


@click.command("draw", epilog="Example: destrier draw tour.npy -o tour.svg")
@read_options
@click.option(
    "--view", type=click.Choice(["net", "isometric"]), help="Show a box unfolded, or in space from two sides."
)
@click.option("--style", type=click.Choice([*STYLES]), help="Choose the style; the size of the board does otherwise.")
@click.option("--size", type=float, metavar="PX", help="Make the longer side PX pixels long.")
@click.option("--cell", type=int, metavar="PX", help="Make each square PX pixels large.")
@click.option("--line-width", type=float, metavar="W", help="Make lines W squares wide, such as 0.12.")
@click.option("--colours", type=parse_colours, metavar="LIST", help="Use these colours in turn, such as red,#00f.")
@click.option(
    "--colour-by",
    type=click.Choice(["cycles", "tour", "passes", "sections"]),
    help="Colour the cycles, along the tour, the bands of straight lines, or the parts of a formation.",
)
@click.option("--grid/--no-grid", default=None, help="Draw the grid of the board.")
@click.option("--dots/--no-dots", default=None, help="Draw a dot on each square.")
@click.option("--ends/--no-ends", default=None, help="Mark the ends of an open tour with a disc and a ring.")
@click.option("--numbers", is_flag=True, default=None, help="Number the squares in visiting order.")
@click.option("--rails", is_flag=True, default=None, help="Draw the rails over the lines.")
@click.option("--turns", is_flag=True, default=None, help="Mark each turn with a dot.")
@click.option("--crossings", is_flag=True, default=None, help="Mark each crossing with a ring.")
@click.option("--animate", "manner", flag_value="animated", help="Animate the knight (svg; gif and html always do).")
@click.option("--seconds", type=float, metavar="S", help="Set how long the knight rides.")
@click.option("--frames", type=int, metavar="N", help="Draw at most N pictures of the ride (gif).")
@click.option("--plotter", "manner", flag_value="plotter", help="Draw lines for a pen, in millimetres (svg, pdf).")
@click.option("--paper", metavar="NAME", help="Plot on a0 to a6, letter, or WxH in millimetres; a4 otherwise.")
@click.option("--margin", type=float, metavar="MM", help="Leave this margin on the paper; 15 otherwise.")
@click.option("--width", type=float, metavar="MM", help="Set the width of the plot; it fits on the paper otherwise.")
@click.option("--pen", type=float, metavar="MM", help="Set the width of the plotter's pen.")
@click.option("--rail-graph", is_flag=True, help="Draw the cycles and the rails that link them instead (svg, pdf).")
@click.option("--forest", is_flag=True, help="Draw a spanning forest of the rail graph instead (svg, pdf).")
@drawn_option
def draw_file(
    file: str,
    leaper: Piece,
    outputs: tuple[str, ...],
    manner: Manner | None,
    rail_graph: bool,
    forest: bool,
    **options: Any,
) -> None:
    """Draw the tour or tourney in FILE."""
    if rail_graph or forest:
        if manner is not None or any(value is not None for value in options.values()):
            raise DestrierError("a rail graph has no options of its own: draw it without others")
        from destrier.io.files import load

        _draw_rail_graph(load(file, leaper=leaper), outputs, forest_only=forest)
        return
    from destrier.drawing import draw, find_format
    from destrier.io.files import load

    given = {name: value for name, value in options.items() if value is not None}
    for path in outputs:
        find_format(path, manner, given)  # refuse before anything is drawn
    tourney = load(file, leaper=leaper)
    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        for path in outputs:
            draw(tourney, path, manner, **given)
    for doubt in {str(doubt.message): None for doubt in doubts}:
        complain(doubt)


def _draw_rail_graph(tourney: Tourney, outputs: Iterable[str], *, forest_only: bool) -> None:
    from destrier.drawing import rail_graph_svg
    from destrier.io.files import check_writable
    from destrier.switching.rails import rail_graph

    for path in outputs:
        check_writable(path, (".svg", ".pdf"))
    write_svg(rail_graph_svg(rail_graph(tourney), forest_only=forest_only), outputs)


COMMANDS: Final = (join_cycles, shatter_cycles, obfuscate_file, check_file, measure_file, show_file, draw_file)
