"""Commands that make tours and tourneys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from destrier.cli.arguments import (
    Integer,
    cols_argument,
    compiles,
    find_board,
    output_option,
    parse_square,
    rows_argument,
    saved_option,
    seed_option,
    shape_option,
)
from destrier.cli.messages import GAVE_UP, Bar
from destrier.cli.results import PRINTED_SIDE, align, deliver, terminal_width
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from destrier.core.box import BoxTour
    from destrier.core.leaper import LeaperTour
    from destrier.drawing.svg.box import View

__all__ = ["COMMANDS"]


def _parse_leaper(text: str) -> tuple[int, int]:
    """The two lengths of a leaper's step."""
    match = re.fullmatch(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is not a leaper: how far it moves along two axes, as 1,4 for a giraffe")
    return int(match[1]), int(match[2])


@click.command("tour", epilog="Example: destrier tour 9 12 --kind open --start 0,0 --end 4,5 -o tour.svg")
@rows_argument
@cols_argument
@click.argument("more", type=Integer(1, 10**9), metavar="[SIDE]...", nargs=-1)
@click.option(
    "--kind",
    type=click.Choice(["closed", "open", "corner", "stretched", "double-loop"]),
    default="closed",
    show_default=True,
    help="Corner: closed, without the bottom right square (odd x odd). Stretched: from the top left corner to a square "
    "beside it. Double loop: two closed tours that share the board.",
)
@click.option("--algorithm", metavar="NAME", help="One of 'destrier algorithms'; else the best for the board.")
@click.option("--start", type=parse_square, metavar="R,C", help="First square of an open tour.")
@click.option("--end", type=parse_square, metavar="R,C", help="Last square of an open tour.")
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
    "--minimize",
    type=click.Choice(["turns", "crossings", "both", "blend"]),
    help="What the tour shall have fewest of; both: of those with fewest turns, fewest crossings; blend: see --weight.",
)
@click.option(
    "--weight", type=click.FloatRange(min=0), metavar="W", help="Crossings in a blend count W times as turns."
)
@click.option("--leaper", type=_parse_leaper, metavar="A,B", help="Its steps in place of a knight's, 1,2; as 1,4.")
@shape_option
@click.option("--obfuscate/--no-obfuscate", default=None, help="Hide, or leave, the pattern of the algorithm.")
@seed_option
@saved_option
@compiles
def make_tour(
    rows: int | None,
    cols: int | None,
    more: tuple[int, ...],
    shape: str | None,
    leaper: tuple[int, int] | None,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Make a tour that visits every square of the ROWS x COLS board once; or of a board of more dimensions."""
    if more or leaper is not None:
        sides = tuple(side for side in (rows, cols, *more) if side is not None)
        _make_leaper_tour(sides, leaper or (1, 2), outputs, {"shape": shape, **options})
        return
    from destrier.generators.generate import tour

    deliver(tour(find_board(rows, cols, shape), **options), outputs)


def _make_leaper_tour(
    sides: tuple[int, ...], leaper: tuple[int, int], outputs: tuple[str, ...], options: dict[str, Any]
) -> None:
    """A tour of the formation; in five dimensions and more as its visiting order, which is checked on the way."""
    style = {name: value for name, value in options.items() if name in ("heel", "minimize") and value is not None}
    defaults = {"kind": "closed", "algorithm": "formation"}
    for name, value in options.items():
        if name not in style and value not in (None, defaults.get(name)):
            raise DestrierError(f"--{name} is for a knight's tours of ROWS x COLS, not for other leapers or more sides")
    from destrier.core.leaper import check_order, save_order, times
    from destrier.generators.generate import leaper_tour, stream_order
    from destrier.io.files import check_writable

    piece = {(1, 2): "knight", (1, 4): "giraffe"}.get(leaper, f"({leaper[0]}, {leaper[1]})-leaper")
    what = f"closed tour of {times(sides)} by a {piece}"
    is_array = len(sides) <= 4
    for path in outputs:
        check_writable(path, (".npy", ".svg") if is_array else (".npy",))
    if not is_array:
        if leaper != (1, 2):
            raise DestrierError("in more than four dimensions there are tours of the knight, 1,2, only")
        for path in outputs:
            save_order(stream_order(sides, **style), sides, path)
        if not outputs:
            check_order(stream_order(sides, **style), sides)
            click.echo(f"{what}, checked (-o FILE.npy writes its order)")
        return
    made = leaper_tour(sides, leaper, **style)
    for path in outputs:
        _save_leaper_tour(made, path)
    if not outputs:
        crossings = f", {made.crossings} crossings" if len(sides) == 2 else ""
        click.echo(f"{what}: {made.turns} turns{crossings} (-o FILE writes it)")


def _save_leaper_tour(tour: LeaperTour, path: str) -> None:
    """Write the moves array, or draw the levels."""
    if Path(path).suffix.lower() == ".svg":
        from destrier.drawing.svg.levels import levels_svg
        from destrier.support.atomic import write_atomically

        write_atomically(path, levels_svg(tour).encode())
    else:
        tour.save(path)


@click.command("order", epilog="Example: destrier order 32768 32768 --minimize turns -o order.npy")
@click.argument("rows", type=Integer(1, 10**9), metavar="ROWS")
@click.argument("cols", type=Integer(1, 10**9), metavar="COLS")
@click.option("--heel", type=click.Choice(["formation", "turns", "crossings", "both"]), help="As of the command tour.")
@click.option("--minimize", type=click.Choice(["turns", "crossings"]), help="The heel with fewest of these.")
@click.option("--at", "positions", type=Integer(min=0), metavar="I", multiple=True, help="Print the square at a move.")
@click.option("--of", "squares", type=parse_square, metavar="R,C", multiple=True, help="Print the move of a square.")
@click.option("--workers", type=Integer(1, 10**4), metavar="N", help="Threads; else all.")
@output_option("Write all squares here, as indices row * COLS + col: .npy.", ".npy")
@compiles
def show_order(
    rows: int,
    cols: int,
    positions: tuple[int, ...],
    squares: tuple[tuple[int, int], ...],
    workers: int | None,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Say where the knight is when on the formation tour of a board of any size, without making the tour."""
    from destrier.generators.formation.order import FormationOrder

    order = FormationOrder(rows, cols, **options)
    for position in positions:
        row, col = divmod(int(order.cell_at(position)), cols)
        click.echo(f"{row},{col}")
    for square in squares:
        click.echo(int(order.index_of(order.board.index(square))))
    for path in outputs:
        order.save(path, workers=workers, progress=Bar())
    if not (positions or squares or outputs):
        raise DestrierError("add --at I, --of R,C or -o FILE")


@click.command("tourney", epilog="Example: destrier tourney 16 16 --algorithm concentric-braid -o braid.svg")
@rows_argument
@cols_argument
@click.option("--algorithm", metavar="NAME", required=True, help="One of 'destrier algorithms'.")
@shape_option
@seed_option
@saved_option
@compiles
def make_tourney(
    rows: int | None, cols: int | None, shape: str | None, outputs: tuple[str, ...], **options: Any
) -> None:
    """Make a tourney: cycles that together visit every square once."""
    from destrier.generators.generate import tourney

    deliver(tourney(find_board(rows, cols, shape), **options), outputs)


@click.command("box", epilog="Example: destrier box 6 5 4 --seed 1 --view isometric -o box.svg")
@click.argument("length", type=Integer(1, 10**9), metavar="L")
@click.argument("width", type=Integer(1, 10**9), metavar="M")
@click.argument("height", type=Integer(1, 10**9), metavar="N")
@click.option(
    "--view",
    type=click.Choice(["net", "isometric"]),
    default="net",
    show_default=True,
    help="An svg shows the box unfolded, or in space from two sides.",
)
@seed_option
@output_option("Write here: .svg .json; may be repeated. Else print the net.", ".svg", ".json")
@compiles
def make_box_tour(length: int, width: int, height: int, view: View, seed: int | None, outputs: tuple[str, ...]) -> None:
    """Make a closed tour over the faces of a box: L from left to right, M from front to back, N high."""
    from destrier.core.box import box_tour
    from destrier.drawing.svg.box import box_svg
    from destrier.support.atomic import write_atomically

    tour = box_tour(length, width, height, seed=seed)
    for path in outputs:
        text = tour.to_json() if Path(path).suffix.lower() == ".json" else box_svg(tour, view)
        write_atomically(path, text.encode())
    if not outputs:
        click.echo(_print_net(tour), nl=False)


def _print_net(tour: BoxTour) -> str:
    """The numbered net, or a line about it where it is too large for the terminal."""
    length, width, height = tour.box.sides
    if max(2 * width + height, 2 * (length + width)) <= PRINTED_SIDE:
        from destrier.drawing.svg.box import box_text

        net = box_text(tour)
        if max(map(len, net.splitlines())) <= terminal_width():
            return net
    return f"closed tour of the {tour.box} box: {tour.box.size} squares (-o FILE writes it)\n"


@click.command("network", epilog="Example: destrier network 16 16 --seed 1 -o network.gif -o network.svg")
@rows_argument
@cols_argument
@shape_option
@click.option("--sweeps", type=Integer(1, 10**6), metavar="N", help="End after so many, settled or not.")
@seed_option
@output_option(
    "Write here: .gif shows the edges, .svg and .png plot energy and errors, .csv lists them; may be repeated.",
    *(".gif", ".svg", ".png", ".csv"),
    required=True,
)
@compiles
def watch_network(
    rows: int | None, cols: int | None, shape: str | None, outputs: tuple[str, ...], **options: Any
) -> None:
    """Watch the Takefuji-Lee network settle into a tourney, sweep by sweep."""
    from destrier.drawing.settling import save_settling
    from destrier.generators.takefuji_lee import settle

    board = find_board(rows, cols, shape)
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


@click.command("algorithms", epilog="Example: destrier algorithms")
def list_algorithms() -> None:
    """List the algorithms: what they yield, on which boards, by chance or not, and their source."""
    from destrier.generators.table import ALGORITHMS

    table = [("name", "yields", "result", "boards", "source")]
    for entry in ALGORITHMS.values():
        result = "random" if entry.random else "fixed"
        table.append((entry.name, entry.yields, result, entry.boards, entry.source))
    click.echo(align(table))


COMMANDS: Final = (make_tour, make_tourney, show_order, make_box_tour, watch_network, list_algorithms)
