"""Commands that make tours and tourneys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar, Final

import click

from destrier.cli.arguments import (
    AlgorithmOption,
    Integer,
    Sectioned,
    board_arguments,
    box_option,
    find_board,
    is_given,
    json_option,
    leaper_option,
    like_option,
    names_option,
    output_option,
    parse_square,
    request_options,
    saved_option,
    seed_option,
    shape_option,
    sides_argument,
    surface_option,
    view_option,
)
from destrier.cli.messages import GAVE_UP, Bar, answer, complain, waiting_told
from destrier.cli.results import (
    PRINTED_SIDE,
    check_lists,
    deliver,
    deliver_tours,
    first_number,
    print_table,
    seed_of,
    tell_seed,
    terminal_width,
)
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.tourney import Tourney
    from destrier.drawing.svg.box import View


class _Tour(Sectioned):
    sections: ClassVar = {
        "Board": ("leaper", "shape", "squares", "holes", "trim", "surface", "box", "view"),
        "Tour": ("kind", "start", "end", "numbers", "require", "forbid", "symmetry", "lexicographic", "seed", "like"),
        "Algorithm": (
            *("algorithm", "heel", "junctions", "minimize", "weight", "ties", "walks", "sweeps", "only_tours"),
            *("obfuscate", "uniform"),
        ),
    }


@click.command("tour", cls=_Tour, epilog="Example: destrier tour 9 12 --kind open --start 0,0 --end 4,5 -o tour.svg")
@sides_argument(most=None, required=False)
@request_options()
@leaper_option
@shape_option
@click.option(
    "--trim", type=Integer(min=0), metavar="N", help="Leave out up to N squares that are in the way of a tour."
)
@surface_option
@box_option
@view_option
@like_option
@click.option(
    *("-n", "many"),
    type=Integer(1, 10**6),
    metavar="N",
    is_eager=True,  # as files of many tours have other formats
    help="Make N tours, each by a seed of its own, and time them.",
)
@saved_option
def make_tour(
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    surface: str | None,
    box: bool,
    trim: int | None,
    view: View | None,
    like: str | None,
    many: int | None,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Make a tour that visits every square of a board once. Each additional SIDE adds a dimension to the board.

    The sides of a box are its length from left to right, its width from front to back, and its height.
    """
    if like is not None:
        _repeat_tour(like, outputs, view)
        return
    if view is not None and not box:
        raise DestrierError("--view is for boxes: add --box")
    if len(sides) > _MOST_SIDES and surface is None and not box:
        _stream_tour(sides, leaper, outputs, {"shape": shape, "trim": trim, **options})
        return
    from destrier.desk.tour import tour

    board = find_board(sides, shape, leaper, surface, box=box)
    if trim is not None:
        board = _trimmed(board, trim, options)
    try:
        if many is not None:
            _make_many(board, many, outputs, options)
            return
        with waiting_told("this tour"):
            made = tour(board, **options)
    except NoSuchTour as refusal:
        raise NoSuchTour(f"{refusal}{_way_out(board, options)}") from refusal
    tell_seed(seed_of(made))
    if outputs or made.board.has_planes or surface is not None:
        deliver(made, outputs, view=view)
    elif box:
        click.echo(_print_net(made), nl=False)
    else:
        _count_turns(made)


def _make_many(board: BaseBoard, n: int, outputs: tuple[str, ...], options: dict[str, Any]) -> None:
    """Make tours by seeds in turn, and report the time that each took."""
    from time import perf_counter

    from destrier.core.seeds import drawn_seed
    from destrier.core.tours import Tours
    from destrier.desk.tour import tour
    from destrier.io.formats import STACKED
    from destrier.measuring.tables import MeasureTable

    check_lists([path for path in outputs if path.lower().endswith(STACKED)], board, n)
    first, made, seconds, told = drawn_seed(options["seed"]), [], list[float](), Bar()
    tour(board, **options | {"seed": first})  # what has to be compiled is not timed
    for number in range(n):
        begun = perf_counter()
        made.append(tour(board, **options | {"seed": first + number}))
        seconds.append(perf_counter() - begun)
        told("tours", number + 1, n)
    tell_seed(first)
    tours = Tours(made)
    tours.seconds = seconds
    times = MeasureTable({"ms": 1000 * second} for second in seconds)
    spread = f": {times.means()['ms']:.3g} ms each, with a standard error of {times.errors()['ms']:.2g} ms"
    complain(f"{n:,} tour{'s' * (n > 1)} in {sum(seconds):.3g} s{spread * (n > 1)}")
    for path in outputs:
        tours.save(path)
    if not outputs:
        deliver_tours(tours, (), as_json=False)


def _trimmed(board: BaseBoard, most: int, options: dict[str, Any]) -> BaseBoard:
    """Return the board without the squares in the way of a tour, and report them."""
    from destrier.core.board import name
    from destrier.core.seeds import drawn_seed
    from destrier.desk.trimming import trimmed

    wishes = ("start", "end", "numbers", "require", "forbid", "symmetry")
    if given := [option for option in wishes if options[option] is not None]:
        raise DestrierError(f"--trim chooses which squares a tour visits: leave out {given[0]}")
    options["seed"] = drawn_seed(options["seed"])
    made, left_out = trimmed(board, most, kind=options["kind"], seed=options["seed"])
    if left_out:
        what = "1 square is" if len(left_out) == 1 else f"{len(left_out)} squares are"
        complain(f"{what} left out: {' '.join(map(name, left_out))}")
    return made


_OF_OUTPUT: Final = {"like", "outputs", "view", "json", "format", "first"}
"""The parameters that do not tell which tour is made."""


def _repeat_tour(like: str, outputs: tuple[str, ...], view: View | None) -> None:
    """Make a tour again from the recipe in a file."""
    from destrier.io.repeating import repeat

    context = click.get_current_context()
    for param in context.command.params:
        if is_given(context, str(param.name)) and param.name not in _OF_OUTPUT:
            what = param.opts[0] if isinstance(param, click.Option) else "the sides"
            raise DestrierError(f"{like} also tells the board and how its tour was made: leave out {what}")
    deliver(repeat(like), outputs, view=view)


def _way_out(board: BaseBoard, options: dict[str, Any]) -> str:
    """Return a hint at the other kind of tour, if no theorem rules it out; empty otherwise."""
    from destrier.core.board import has_planes
    from destrier.proofs.why import why_no_tour

    has_wishes = any(map(options.get, ("symmetry", "numbers", "require", "forbid", "minimize")))
    if not has_planes(board) or has_wishes:
        return ""
    trim = (
        "" if board.is_whole or options["kind"] not in ("closed", "open") else "--trim N to leave out up to N squares"
    )
    if options["kind"] == "closed" and why_no_tour(board, kind="open") is None:
        return f"; try --kind open{trim and f', or {trim}'}"
    return trim and f"; try {trim}"


_MOST_SIDES: Final = 4
"""The largest number of dimensions whose tours are stored as arrays."""


def _count_turns(tour: Tourney) -> None:
    """Print a description of the tour, with its numbers of turns and crossings."""
    from destrier.measuring.metrics import crossings, turns

    crossed = f", {crossings(tour)} crossings" if len(tour.board.sides) == 2 else ""
    click.echo(f"{tour.describe()}: {turns(tour)} turns{crossed} (-o FILE writes it)")


def _stream_tour(
    sides: tuple[int, ...], leaper: Piece | None, outputs: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Make a tour in five or more dimensions as a visiting order, checked as it is written."""
    style = {name: value for name, value in options.items() if name in ("heel", "minimize") and value is not None}
    defaults = {"kind": "closed", "algorithm": "formation"}
    for name, value in options.items():
        if name not in style and value not in (None, defaults.get(name)):
            raise DestrierError(f"--{name} is for boards of up to four dimensions")
    from destrier.core.leaper import Leaper

    if leaper is not None and not Leaper.of(leaper, 2).is_knight:
        raise DestrierError("in more than four dimensions, there are only tours of the knight, 1,2")
    from destrier.core.grid import times
    from destrier.core.orders import check_order, save_order
    from destrier.desk.order import TourOrder
    from destrier.io.files import check_writable

    for path in outputs:
        check_writable(path, (".npy",))
    order = TourOrder(*sides, **style)
    for path in outputs:
        save_order(order.chunks(), sides, path)
    if not outputs:
        check_order(order.chunks(), sides)
        click.echo(f"closed tour of {times(sides)} by a knight, checked (-o FILE.npy writes its order)")


class _Order(Sectioned):
    sections: ClassVar = {
        "Tour": ("leaper", "algorithm", "symmetry", "heel", "minimize", "start"),
        "Look up": ("positions", "squares"),
    }


@click.command("order", cls=_Order, epilog="Example: destrier order 32768 32768 --minimize turns -o order.npy")
@sides_argument(most=None)
@leaper_option
@click.option(
    "--algorithm",
    type=click.Choice(["formation", "interleaved", "rectangle", "tame"]),
    default="formation",
    show_default=True,
    help="Look up the tour of this algorithm.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["central", "axial", "quarter"]),
    help="Look up the tame tour with this symmetry, or the formation with quarter symmetry.",
)
@click.option("--heel", type=click.Choice(["formation", "turns", "crossings", "both"]), help="Choose the heel.")
@click.option(
    "--minimize",
    type=click.Choice(["turns", "crossings", "both", "rails"]),
    help="Choose the figure that the tame tour or the heel minimizes.",
)
@click.option("--from", "start", type=parse_square, metavar="R,C", help="Count the moves from this square.")
@click.option("--at", "positions", type=Integer(min=0), metavar="I", multiple=True, help="Print the square at a move.")
@click.option("--of", "squares", type=parse_square, metavar="R,C", multiple=True, help="Print the move of a square.")
@click.option("--workers", type=Integer(1, 10**4), metavar="N", help="Use N threads; by default one for each core.")
@names_option
@json_option
@output_option(
    "Write all squares to .npy, as indices row * COLS + col; or draw the course of the knights in formation.",
    *(".npy", ".svg", ".pdf", ".png"),
)
def show_order(
    sides: tuple[int, ...],
    leaper: Piece | None,
    positions: tuple[int, ...],
    squares: tuple[tuple[int, ...] | str, ...],
    workers: int | None,
    names: bool,
    as_json: bool,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """Look up squares and moves of a tour that follows a pattern: a formation, a tame tour, or another one.

    The board may have any size, since no tour is made. Each additional SIDE adds a dimension. The tour of an odd x odd
    board leaves out the bottom right square.
    """
    from destrier.core.board import Board
    from destrier.desk.order import TourOrder
    from destrier.io.drawings import draw

    if options["start"] is not None and any(not path.lower().endswith(".npy") for path in outputs):
        raise DestrierError("the drawn course of a formation has no first square: leave out --from")
    order = TourOrder(*sides if leaper is None else [find_board(sides, leaper=leaper)], **options)
    name = order.board.chess_name if isinstance(order.board, Board) else None
    if names and name is None:
        raise DestrierError("squares have names as in chess only on flat boards")
    at = [name(square) if names and name else square for square in map(order.cell_at, positions)]
    of = [order.index_of(square) for square in squares]
    if as_json:
        answer(json.dumps({"at": at, "of": of}))
    else:
        for square in at:
            answer(square if names else ",".join(map(str, square)))
        for position in of:
            answer(str(position))
    for path in outputs:
        if path.lower().endswith(".npy"):
            order.save(path, workers=workers, progress=Bar())
        else:
            draw(order, path)
    if not (positions or squares or outputs):
        raise DestrierError("add --at I, --of R,C or -o FILE")


@click.command("tourney", epilog="Example: destrier tourney 16 16 --algorithm concentric-braid -o braid.svg")
@board_arguments
@click.option("--algorithm", cls=AlgorithmOption, metavar="NAME", required=True, help="Use this algorithm.")
@request_options("ties", "walks", "sweeps")
@seed_option
@saved_option
def make_tourney(board: BaseBoard, outputs: tuple[str, ...], **options: Any) -> None:
    """Make a tourney: cycles that together visit every square once."""
    from destrier.desk.tour import tourney

    made = tourney(board, **options)
    tell_seed(seed_of(made))
    deliver(made, outputs)


def _print_net(tour: Tourney) -> str:
    """Return the numbered net, or a summary if it is too large for the terminal."""
    rows, cols = tour.board.sheet().shape
    if max(rows, cols) <= PRINTED_SIDE:
        from destrier.drawing.numbered_board import to_net

        net = to_net(tour, first=first_number())
        if max(map(len, net.splitlines())) <= terminal_width():
            return net
    return f"{tour.describe()}: {tour.board.size} squares (-o FILE writes it)\n"


@click.command("network", epilog="Example: destrier network 16 16 --seed 1 -o network.gif -o network.svg")
@sides_argument(required=False)
@shape_option
@click.option("--sweeps", type=Integer(1, 10**6), metavar="N", help="Stop after N sweeps, settled or not.")
@seed_option
@json_option
@output_option(
    "Write a .gif of the edges, a .svg or .png plot of energy and errors, or a .csv of them; repeatable.",
    *(".gif", ".svg", ".png", ".csv"),
    required=True,
)
def watch_network(
    sides: tuple[int, ...], shape: str | None, as_json: bool, outputs: tuple[str, ...], **options: Any
) -> None:
    """Watch the Takefuji-Lee network settle into a tourney."""
    from destrier.core.board import Board
    from destrier.drawing.settling import save_settling
    from destrier.makers.takefuji_lee import settle

    board = find_board(sides, shape)
    assert isinstance(board, Board)
    settling = settle(board, **options)
    for path in outputs:
        save_settling(settling, board, path)
    sweeps = len(settling.wrong) - 1
    if as_json:
        wrong = int(settling.wrong[-1])
        answer(json.dumps({"settled": settling.settled, "sweeps": sweeps, "wrong_squares": wrong}))
    elif settling.settled:
        answer(f"settled after {sweeps} sweeps")
    else:
        answer(f"not settled after {sweeps} sweeps: {settling.wrong[-1]} squares do not have two edges")
    if not settling.settled and options["sweeps"] is None:
        click.get_current_context().exit(GAVE_UP)


@click.command("algorithms", epilog="Example: destrier algorithms")
@json_option
def list_algorithms(as_json: bool) -> None:
    """List the algorithms, each with its results, whether it is random, its boards, and its source."""
    from destrier.desk.algorithms import ALGORITHMS

    print_table(("name", "yields", "result", "boards", "source"), ALGORITHMS.values(), as_json=as_json)


COMMANDS: Final = (make_tour, make_tourney, show_order, watch_network, list_algorithms)
