"""Commands that count tours or sample them uniformly."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

import click

from destrier.cli.arguments import (
    Form,
    Integer,
    WithForms,
    any_board_arguments,
    board_arguments,
    budget_option,
    conditions_options,
    error_option,
    find_board,
    json_option,
    kind_option,
    max_memory_option,
    output_option,
    parse_square,
    scheduler_option,
    seed_option,
    sides_argument,
    stacked_option,
    store_option,
    workers_option,
    workforce,
)
from destrier.cli.messages import LONG, Bar, answer, complain, roughly
from destrier.cli.results import align, check_lists, deliver_tours, tell_seed
from destrier.core.choices import Figure, SymmetryKind
from destrier.support.atomic import check_folder, write_atomically
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from destrier.core.choices import CountedKind
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.counting.chains import Diagnosis, Sampler
    from destrier.counting.counts import TourCount
    from destrier.counting.extreme_tours import Extreme
    from destrier.counting.samples import IndependentSampler

_Found = TypeVar("_Found")
_Command = TypeVar("_Command", bound="Callable[..., Any]")

_LONGEST: Final = 25
"""The largest number of coefficients of a polynomial that is printed in full."""

_FIRST_ONES: Final = 10
"""The number of coefficients printed of longer polynomials."""


def _symmetry_option(verb: str) -> Callable[[_Command], _Command]:
    help_text = f"{verb} only tours that a half-turn, a reflection or a quarter turn maps onto themselves."
    return click.option("--symmetry", type=click.Choice(get_args(SymmetryKind)), help=help_text)


@click.command("count", cls=WithForms, epilog="Example: destrier count 6 6 --kind open")
@any_board_arguments
@click.option("--kind", type=click.Choice(["closed", "open", "tourney"]), default="closed", show_default=True)
@click.option("--classes", is_flag=True, help="Also count classes and symmetric tours.")
@_symmetry_option("Count")
@click.option("--start", type=parse_square, metavar="R,C", help="Count only open tours that start here.")
@click.option("--end", type=parse_square, metavar="R,C", help="Count only open tours that end here.")
@conditions_options
@max_memory_option
@store_option
@workers_option
@scheduler_option
@json_option
def count_tours(
    sides: tuple[int, ...],
    shape: str | None,
    leaper: Piece | None,
    surface: str | None,
    box: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Count the tours of a board exactly, as far as memory allows: 8 x 8 takes 1 GB, its open tours 7 GB.

    Tourneys of 10 x 10 take 3 GB. For larger rectangles, the numbers can be estimated.
    """
    from dataclasses import asdict

    board = find_board(sides, shape, leaper, surface, box=box)
    counted = asdict(_count(board, **options))
    _print_numbers({name: value for name, value in counted.items() if value is not None}, as_json=as_json)


def _print_numbers(numbers: dict[str, Any], *, as_json: bool) -> None:
    """Print the numbers of tours of a board; those of an estimate have errors."""
    if as_json:
        click.echo(json.dumps(numbers))
        return
    kind = numbers.pop("kind")
    what = "tourneys" if kind == "tourney" else f"{kind} tours"
    sides_in_words = " x ".join(str(numbers.pop(side)) for side in ("rows", "cols") if side in numbers)
    symmetry = f" with {numbers.pop('symmetry')} symmetry" if "symmetry" in numbers else ""
    named = numbers.pop("board", sides_in_words)
    estimated = numbers.pop("seed", None) is not None
    click.echo(f"{what} of {named}{symmetry}{', estimated' if estimated else ''}")
    if estimated:
        numbers = {name.replace("_error", ", error"): _written(number) for name, number in numbers.items()}
        numbers = {name.replace("error", "relative error"): text for name, text in numbers.items()}
    numbers |= {f"symmetric, {kind}": number for kind, number in numbers.pop("symmetric", {}).items()}
    width = max(len(str(number)) for number in numbers.values())
    click.echo(align([(name, str(number).rjust(width)) for name, number in numbers.items()]))


def _count(board: BaseBoard, *, workers: int | None, scheduler: str | None, **options: Any) -> TourCount:
    from destrier.counting.counts import check_options, count, is_rectangle, more_states

    if options["store"] is not None:
        check_folder(options["store"])
    given = check_options(board, **{name: value for name, value in options.items() if name != "max_memory"})
    with workforce(workers, scheduler, options["store"]) as executor:
        if is_rectangle(board) and not options["symmetry"] and options["store"] is None:
            storable = options["kind"] != "tourney"
            kind, times = options["kind"], more_states(*given)
            _announce_needs(board.shape, kind, options["max_memory"], storable=storable, times=times)
        return count(board, executor=executor, progress=Bar(), **options)


_open_only = click.option("--kind", type=click.Choice(["open"]), expose_value=False, hidden=True)
"""The kind of tours that was asked for by an option in version 0.2."""


@click.command("by-start", epilog="Example: destrier count by-start 6 6")
@_open_only
@board_arguments
@max_memory_option
@store_option
@workers_option
@scheduler_option
@json_option
def count_by_start(
    board: BaseBoard,
    max_memory: int | None,
    store: str | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Count the open tours that start on each square of a board."""
    from destrier.counting import starts
    from destrier.counting.counts import is_rectangle
    from destrier.counting.needs import ASYMMETRIC

    with workforce(workers, scheduler, store) as executor:
        if is_rectangle(board) and store is None:
            _announce_needs(board.shape, "open", max_memory, storable=True, times=ASYMMETRIC, what="each square")
        numbers = starts.count_by_start(board, max_memory=max_memory, store=store, executor=executor, progress=Bar())
    total = sum(numbers.values())
    if as_json:
        by_start = {board.name(board.index(square)): number for square, number in numbers.items()}
        named = {"board": board.describe(), "kind": "open", "directed": total, "undirected": total // 2}
        answer(json.dumps(named | {"by_start": by_start}))
        return
    import numpy as np

    table = np.zeros(board.shape, object)  # as numbers may exceed 64 bits
    table.flat[board.squares] = list(numbers.values())
    width = len(str(max(numbers.values())))
    answer(f"open tours of {board.describe()} by start, {total} in total")
    for row in board.lay_out(table, -1).tolist():
        answer("  ".join(("" if number < 0 else str(number)).rjust(width) for number in row).rstrip())


@click.command("estimate", epilog="Example: destrier count estimate 12 12 --seed 1")
@board_arguments
@click.option("--kind", type=click.Choice(["closed", "tourney"]), default="closed", show_default=True)
@error_option("Estimate up to this relative standard error; 0.01 if omitted.")
@seed_option
@max_memory_option
@json_option
def estimate_number(board: BaseBoard, error: float | None, as_json: bool, **options: Any) -> None:
    """Estimate the number of closed tours, or of tourneys, of a rectangle of any size."""
    from dataclasses import asdict

    from destrier.counting.estimates import estimate

    estimated = estimate(board, error=error or 0.01, progress=Bar(), **options)
    tell_seed(estimated.seed)
    _print_numbers({name: value for name, value in asdict(estimated).items() if value is not None}, as_json=as_json)


def _written(number: float) -> str:
    """Return a number of an estimate as text, with only its significant digits if it is long."""
    if isinstance(number, int):
        return str(number) if number < 10**30 else f"{Decimal(number):.8g}"
    return f"{number:.3g}"


@contextmanager
def _numbers_of_any_length() -> Iterator[None]:
    """Let Python write the numbers of long boards, which have more digits than it writes unasked."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


@click.command("series", epilog="Example: destrier count series 3 -n 100 -o numbers.txt")
@click.argument("rows", type=Integer(min=1), metavar="ROWS")
@kind_option
@click.option(
    "-n", "--number", "n", type=Integer(1, 10**5), metavar="N", default=20, show_default=True, help="Give N numbers."
)
@output_option("Write the numbers to .txt, a line `n a(n)` for each, instead of printing.", ".txt")
@json_option
@_numbers_of_any_length()
def find_series(rows: int, kind: Any, n: int, outputs: tuple[str, ...], as_json: bool) -> None:
    """Count the undirected tours of the boards ROWS x 1, ROWS x 2, ...

    They satisfy a linear recurrence, which is known for 3 and 4 rows. Its generating function is the quotient of two
    polynomials in x, where the exponent is the number of columns.
    """
    from dataclasses import asdict

    from destrier.counting.row_series import series

    found = series(rows, kind)
    terms = found.terms(n)
    lines = "".join(f"{cols} {number}\n" for cols, number in enumerate(terms, 1))
    for path in outputs:
        write_atomically(path, lines.encode())
    if as_json:
        numbers = {name: value for name, value in asdict(found).items() if value is not None}
        answer(json.dumps(numbers | {"terms": terms}))
        return
    answer(f"{kind} tours of {rows} x n{f': none, since {found.why_none}' if found.why_none else ''}")
    facts = {
        "order": found.order,
        "growth per column": f"{found.growth:.8g}",
        "growth per square": f"{found.growth_per_square:.8g}",
        "terms checked": found.checked,
        "numerator": _polynomial(found.numerator),
        "denominator": _polynomial(found.denominator),
    }
    answer(align([(name, str(value)) for name, value in facts.items()]))
    if not outputs:
        answer(lines, nl=False)


def _polynomial(coefficients: list[int]) -> str:
    """Return a polynomial as text, lowest power first."""
    powers = ["", " x", *(f" x^{power}" for power in range(2, len(coefficients)))]
    signs = ("-" if coefficient < 0 else "+" for coefficient in coefficients)
    parts = zip(signs, coefficients, powers, strict=False)
    terms = [f"{sign} {abs(coefficient)}{power}" for sign, coefficient, power in parts if coefficient]
    rest = [f"+ ... ({len(terms)} coefficients; --json has all)"] if len(terms) > _LONGEST else []
    return " ".join((terms[:_FIRST_ONES] if rest else terms) + rest).removeprefix("+ ") or "0"


@click.command("sample", epilog="Example: destrier sample 12 12 -n 100 --seed 1 -o tours.svg")
@board_arguments
@click.option(
    "-n", "--number", "n", type=Integer(1, 10**9), metavar="N", default=1, show_default=True, help="Sample N tours."
)
@kind_option
@click.option("--start", type=parse_square, metavar="R,C", help="Sample only open tours that start here.")
@click.option("--end", type=parse_square, metavar="R,C", help="Sample only open tours that end here.")
@conditions_options
@click.option(
    "--method",
    type=click.Choice(["exact", "independent", "chain"]),
    help="Draw from a count of all tours, one by one, or by Markov chains; by default whichever is fastest.",
)
@budget_option(None, " of chains")
@seed_option
@max_memory_option
@stacked_option(required=True)
@json_option
def sample_tours(board: BaseBoard, n: int, outputs: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Sample tours of a board, all with the same probability.

    The method exact takes small boards, and rectangles whose short side is at most 8 (open tours: 7). The method
    independent takes any board, and draws each tour as the command tour does with --uniform. The method chain takes any
    board, and reports several diagnostics of the sample. If the budget runs out or you press Ctrl-C, the tours drawn so
    far are kept.
    """
    from destrier.core.seeds import drawn_seed
    from destrier.counting.counts import is_rectangle
    from destrier.counting.samples import sampler_of
    from destrier.support.errors import BudgetExceeded

    check_lists(outputs, board, n)
    if options["method"] == "exact" and is_rectangle(board):
        _announce_needs(board.shape, options["kind"], options["max_memory"])
    options["seed"] = drawn_seed(options["seed"])
    bar = Bar()
    sampler = sampler_of(board, n=n, progress=bar, **options)
    try:
        sampler.draw(n, bar)
    except (BudgetExceeded, KeyboardInterrupt):
        if not len(sampler):
            raise
        _deliver(sampler, n, outputs, as_json)
        raise
    _deliver(sampler, n, outputs, as_json)
    tell_seed(options["seed"])


def _deliver(sampler: Sampler | IndependentSampler, n: int, outputs: tuple[str, ...], as_json: bool) -> None:
    """Write a sample, and report its diagnostics."""
    from destrier.io.stacks import write_stack

    moves, diagnosis = sampler.moves(n), sampler.diagnosis()
    for path in outputs:
        write_stack([moves], sampler.board, path)
    if as_json:
        told = diagnosis.to_dict() | {"diagnosed": diagnosis.tours} if diagnosis else {"method": sampler.method}
        answer(json.dumps(told | {"tours": len(moves)}))
    elif diagnosis is not None:
        answer(_told(diagnosis, len(moves)))
    else:
        complain(f"method {sampler.method}")


def _told(diagnosis: Diagnosis, written: int) -> str:
    """Return the diagnostics of a sample, of which some tours are written, as lines of text."""
    verdict = {True: "which agree", False: "which do not agree yet", None: "too few tours to judge"}
    rows = [("", "mean", "error", "time", "R-hat")]
    for name, one in diagnosis.statistics.items():
        rows.append((name, f"{one.mean:.2f}", f"{one.error:.2f}", f"{one.time:.2f}", f"{one.r_hat:.3f}"))
    tours = f"{written} of {diagnosis.tours}" if written < diagnosis.tours else str(written)
    heading = f"{tours} tours of {diagnosis.chains} chains, {verdict[diagnosis.is_good]}"
    return f"{heading}\n{diagnosis.law}\n{align(rows)}"


@click.command("list", epilog="Example: destrier list 6 6 --classes -o tours.parquet")
@board_arguments
@click.option("-n", "--number", "n", type=Integer(1, 10**18), metavar="N", help="List the first N tours only.")
@kind_option
@click.option("--classes", is_flag=True, help="List one tour of each class under the symmetries of the board.")
@_symmetry_option("List")
@conditions_options
@max_memory_option
@stacked_option()
@json_option
def list_tours(board: BaseBoard, as_json: bool, outputs: tuple[str, ...], **options: Any) -> None:
    """List all tours of a board of up to 240 squares, each once, the first ones at once.

    The order of the tours is always the same. Without a file they are printed one by one, or as JSON, one object a
    line. A .squares file has the names of the squares of each tour on a line, after a comment unless they tell the
    board.
    """
    from destrier.counting.counts import is_single_square
    from destrier.counting.samples import all_moves, tours_of
    from destrier.io.json import to_json
    from destrier.io.stacks import to_texts, write_stack
    from destrier.proofs.why import why_no_tour

    if is_single_square(board, options["kind"]):
        _list_single_square(outputs, as_json=as_json)
        return
    if reason := why_no_tour(board, kind=options["kind"], symmetry=options["symmetry"]):
        raise NoSuchTour(reason)
    check_lists(outputs, board)
    do = "meets the conditions" if options["require"] or options["forbid"] else "exists"
    symmetric = f" with {options['symmetry']} symmetry" if options["symmetry"] else ""
    none = f"no {options['kind']} tour of {board.describe()}{symmetric} {do}: all of them were searched"
    for path in outputs:
        write_stack(_some(all_moves(board, progress=Bar(), **options), none), board, path)
    if as_json:
        for moves in _some(all_moves(board, **options), none):
            for tour in tours_of(moves, board):
                answer(to_json(tour))
    elif not outputs:
        for text in to_texts(_some(all_moves(board, **options), none), board):
            click.echo(text, nl=False)


def _list_single_square(paths: tuple[str, ...], *, as_json: bool) -> None:
    """List the open tour of 1 x 1, by the name of its square."""
    if as_json or not all(path.lower().endswith(".squares") for path in paths):
        raise DestrierError("the open tour of 1 x 1 has no moves to write: list it by name, with --format squares")
    for path in paths:
        write_atomically(path, b"a1\n")
    if not paths:
        answer("a1")


def _some(found: Iterator[_Found], none: str) -> Iterator[_Found]:
    """Return what was found; without any, raise `NoSuchTour`."""
    for first in found:
        return chain([first], found)
    raise NoSuchTour(none)


@click.command("extremes", epilog="Example: destrier census extremes 6 6 --fewest turns -o tours.svg")
@sides_argument()
@click.option("--fewest", type=click.Choice(get_args(Figure)), help="List the tours with the fewest of these.")
@click.option("--most", type=click.Choice(get_args(Figure)), help="List the tours with the most of these.")
@max_memory_option
@stacked_option()
@json_option
def find_extremes(
    sides: tuple[int, int],
    fewest: Figure | None,
    most: Figure | None,
    max_memory: int | None,
    outputs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find the fewest and the most turns, crossings, rails and angles of all closed tours of the ROWS x COLS board.

    An angle is the one between the two moves at a square, in degrees. Each extreme is printed with the number of tours
    that attain it, and the number of their classes under the symmetries of the board. With --fewest or --most, one
    tour of each class is listed. The board may have at most 100,000,000 tours.
    """
    from destrier.core.board import Board
    from destrier.counting.extreme_tours import COLUMNS, extremes

    if fewest and most:
        raise DestrierError(
            "either the tours with the fewest or those with the most are listed: leave out --fewest or --most"
        )
    if outputs and not (fewest or most):
        raise DestrierError("no tours are listed; add --fewest or --most, such as --fewest turns")
    check_lists(outputs, Board(*sides))
    found = extremes(*sides, max_memory=max_memory, progress=Bar())
    if fewest or most:
        extreme = found.fewest[fewest] if fewest else found.most[cast("Figure", most)]
        deliver_tours(extreme.classes, outputs, as_json=as_json)
    elif as_json:
        told = {"rows": found.rows, "cols": found.cols, "tours": found.tours}
        answer(json.dumps(told | {"fewest": _numbers(found.fewest), "most": _numbers(found.most)}))
    else:
        answer(f"{found.tours} closed tours of {found.rows} x {found.cols}")
        answer(align([COLUMNS, *(tuple(map(str, row)) for row in found.table())]))


def _numbers(extremes: dict[Figure, Extreme]) -> dict[str, dict[str, int]]:
    """Return the JSON fields of each extreme, without its tours."""
    return {
        name: {"number": one.number, "tours": one.tours, "classes": len(one.moves)} for name, one in extremes.items()
    }


@click.command("census", cls=WithForms, epilog="Example: destrier census 6 6 -o moves.svg")
@sides_argument()
@click.option("--slopes", is_flag=True, help="Also count the tours by their numbers of moves of each slope.")
@max_memory_option
@store_option
@workers_option
@scheduler_option
@output_option("Draw how often each move is used, to .svg.", ".svg")
@json_option
def take_census(
    sides: tuple[int, int],
    slopes: bool,
    max_memory: int | None,
    store: str | None,
    workers: int | None,
    scheduler: str | None,
    outputs: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print exact means over all closed tours of the ROWS x COLS board: of turns, rails and crossings.

    They take some hundred counts: seconds for 6 x 6, hours for 8 x 8. The short side is at most 8. With a store, each
    count is a shard, and each process needs the memory of one.
    """
    if store is not None:
        check_folder(store)
    from destrier.counting.censuses import census
    from destrier.drawing.svg.census import census_svg

    with workforce(workers, scheduler, store) as executor:
        taken = census(*sides, slopes=slopes, max_memory=max_memory, store=store, executor=executor, progress=Bar())
    for path in outputs:
        write_atomically(path, census_svg(taken).encode())
    means = {"turns": taken.turns, "rails": taken.rails, "crossings": taken.crossings}
    means |= {f"relative move {kind}": mean for kind, mean in enumerate(taken.relative_moves)}
    if as_json:
        exact = {name.replace(" ", "_"): [mean.numerator, mean.denominator] for name, mean in means.items()}
        moves = [[list(here), list(there), tours] for (here, there), tours in taken.moves.items()]
        told = {"rows": taken.rows, "cols": taken.cols, "tours": taken.tours, **exact, "moves": moves}
        answer(json.dumps(told | ({} if taken.slopes is None else {"slopes": taken.slopes})))
        return
    answer(f"{taken.tours} closed tours of {taken.rows} x {taken.cols}, on average")
    answer(align([(name, f"{float(mean):.6f}", str(mean)) for name, mean in means.items()]))
    if taken.slopes is not None:
        answer("tours by their numbers of moves 1 up 2 right, 2 up 1 right, 2 up 1 left, 1 up 2 left, and back")
        rows = enumerate(zip_longest(*taken.slopes, fillvalue=0))
        answer(align([(str(k), *map(str, row)) for k, row in rows if any(row)]))


def _announce_needs(
    sides: tuple[int, int],
    kind: CountedKind,
    max_memory: int | None,
    *,
    storable: bool = False,
    times: int = 1,
    what: str = "this",
) -> None:
    """Announce a long computation, and refuse one that needs too much memory."""
    from destrier.core.board import Board
    from destrier.counting.needs import foresee, refuse_beyond_needs
    from destrier.support.resources import amount

    refuse_beyond_needs(Board(*sides), kind, max_memory, storable=storable, times=times)
    needs = foresee(*sides, kind, times=times)
    if needs.seconds > LONG:
        complain(f"{what} takes about {roughly(needs.seconds)} and {amount(needs.memory)}")


count_tours.add_forms(
    {
        "by-start": Form(count_by_start, "Count the open tours that start on each square.", ("--by-start",)),
        "estimate": Form(estimate_number, "Estimate the number, for a rectangle of any size.", ("--estimate",)),
        "series": Form(find_series, "Count the tours of all boards with 3 or 4 rows.", ("--series",)),
    }
)
take_census.add_forms(
    {
        "extremes": Form(
            find_extremes,
            "Find the fewest and the most turns, crossings, rails and angles.",
            ("--extremes", "--fewest", "--most"),
        )
    }
)

COMMANDS: Final = (count_tours, take_census, sample_tours, list_tours)
