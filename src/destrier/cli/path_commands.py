"""Commands on closed knight's paths and on longest uncrossed paths."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import click

from destrier.cli.arguments import (
    Integer,
    json_option,
    kind_option,
    output_option,
    scheduler_option,
    sides_argument,
    store_option,
    workforce,
)
from destrier.cli.messages import Bar, announce_seconds, answer
from destrier.cli.results import print_numbers, write_svg
from destrier.support.atomic import check_folder
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_DRAWN_PATHS: Final = 12_000
"""The most closed paths on a contact sheet, enough for all classes of length 10."""


@click.command("paths", epilog="Example: destrier paths 44616031 --images -o path.svg")
@click.argument("path", nargs=-1, required=True, metavar="K | WORD | SQUARE...")
@click.option("--uncrossed", is_flag=True, help="Consider only paths whose moves do not cross.")
@click.option(
    "--distinct",
    is_flag=True,
    help="List sets of paths that visit the same squares but whose polygons are not congruent; a set per line.",
)
@click.option(
    "--magic",
    is_flag=True,
    help="List only paths with a semi-magic numbering (up to 16), or the numberings of one path.",
)
@click.option("--count-only", is_flag=True, help="Count (up to length 24) instead of listing (up to 12).")
@store_option
@click.option("--workers", type=Integer(1, 10**4), metavar="N", help="Use N processes (threads without a store).")
@scheduler_option
@click.option("--cols", type=Integer(min=1), metavar="N", help="Count cell numbers on a board of N columns.")
@click.option("--images", is_flag=True, help="Draw all images of one path under the symmetries.")
@click.option(
    "--cells", is_flag=True, help="Print the least cell numbers of one path's class, on K + 1 columns or --cols."
)
@json_option
@output_option("Draw the paths on one sheet, .svg or .pdf; repeatable.", ".svg", ".pdf")
def closed_paths(
    path: tuple[str, ...],
    cols: int | None,
    images: bool,
    cells: bool,
    magic: bool,
    as_json: bool,
    outputs: tuple[str, ...],
    **options: Any,
) -> None:
    """List or count the closed knight's paths of K squares, or describe one. They are counted up to symmetry.

    Paths lie on the infinite board. A path is listed by its moves from its first square, numbered 0 to 7
    counter-clockwise from two right, one up. With a store, the list becomes a table in Parquet files.

    One path is given by a WORD of four or more move numbers, from any square in either direction, or by the code of its
    class; by its squares in order, as row,col or as in chess; or by the numbers of its cells, counted row by row from
    1. The description is that of its class.
    """
    if len(path) == 1 and re.fullmatch(r"[0-9]{1,3}", path[0]):
        if cols or images or cells:
            raise DestrierError("--cols, --images and --cells are for one path, not for all paths of a length")
        _list_paths(int(path[0]), magic=magic, as_json=as_json, outputs=outputs, **options)
        return
    if given := [name.replace("_", "-") for name, value in options.items() if value]:
        raise DestrierError(f"--{given[0]} is for all paths of a length, not for one path")
    if cells and (magic or images or outputs):
        raise DestrierError("--cells prints a sequence: leave out --magic, --images and -o")
    if cells:
        _print_cells(" ".join(path), cols, as_json=as_json)
        return
    _describe_path(" ".join(path), cols, magic=magic, images=images, as_json=as_json, outputs=outputs)


def _list_paths(
    length: int,
    *,
    uncrossed: bool,
    distinct: bool,
    magic: bool,
    count_only: bool,
    as_json: bool,
    store: str | None,
    workers: int | None,
    scheduler: str | None,
    outputs: tuple[str, ...],
) -> None:
    """List, count, store or draw the paths of a length."""
    from dataclasses import asdict

    if magic and (distinct or store is not None):
        raise DestrierError("--magic searches all classes: leave out --distinct and --store")
    count_only |= as_json and store is None
    if outputs and (count_only or as_json):
        raise DestrierError("a number cannot be drawn: leave out -o, or --count-only and --json")
    if store is not None:
        check_folder(store)
    with workforce(workers, scheduler, store, threads=True) as executor:
        work: dict[str, Any] = {"uncrossed": uncrossed, "workers": workers, "executor": executor, "progress": Bar()}
        if magic:
            from destrier.paths.numberings import magic_paths

            words = magic_paths(length, uncrossed=uncrossed, progress=Bar())
            if count_only or as_json:
                print_numbers({"k": length, "uncrossed": uncrossed, "semi_magic": len(words)}, as_json=as_json)
            elif not words:
                answer(f"no closed path of length {length} has a semi-magic numbering")
            else:
                _deliver_paths([[word] for word in words], outputs)
        elif distinct:
            from destrier.paths.distinct import distinct_paths

            groups = distinct_paths(length, store=store, **work)
            if count_only or as_json:
                print_numbers(groups.numbers(), as_json=as_json)
            else:
                _deliver_paths(groups.groups, outputs)
        elif count_only:
            from destrier.paths.path_counts import count_paths, foresee_wait

            announce_seconds(foresee_wait(length, uncrossed=uncrossed, workers=workers))
            counted = count_paths(length, store=store, **work)
            print_numbers(asdict(counted), as_json=as_json)
        elif store is not None:
            from destrier.paths.path_store import store_paths

            if outputs:
                raise DestrierError("paths in a store are not drawn: leave out -o or --store")
            listed = store_paths(length, store, **work)
            if as_json:
                print_numbers(asdict(listed), as_json=True)
            else:
                answer(f"{listed.classes} classes of length {length} in {store}")
        else:
            from destrier.paths.classes import list_paths

            _deliver_paths([[word] for word in list_paths(length, uncrossed=uncrossed)], outputs)


def _deliver_paths(groups: Sequence[Sequence[str]], outputs: Iterable[str]) -> None:
    """Print the words, one group per line, or draw them."""
    if not outputs:
        for group in groups:
            click.echo(" ".join(group))
        return
    from destrier.drawing.svg.path_sheets import groups_svg, sheet_svg

    words = [word for group in groups for word in group]
    if not words:
        raise DestrierError("there is nothing to draw: no two classes of this length visit the same squares")
    if len(words) > _DRAWN_PATHS:
        raise DestrierError(f"a sheet shows {_DRAWN_PATHS} paths at most, not {len(words)}")
    single = len(words) == len(groups)
    write_svg(sheet_svg(words) if single else groups_svg(groups), outputs)


def _describe_path(
    text: str, cols: int | None, *, magic: bool, images: bool, as_json: bool, outputs: tuple[str, ...]
) -> None:
    """Describe and draw one path, or print its semi-magic numberings."""
    from dataclasses import asdict

    from destrier.paths.closed_path import parse_path

    described = parse_path(text, cols=cols)
    if outputs:
        from destrier.drawing.svg.path_sheets import images_svg, path_svg

        write_svg((images_svg if images else path_svg)(described.word), outputs)
    if magic:
        _print_magic(described.word, as_json=as_json)
        return
    if as_json:
        print_numbers(asdict(described), as_json=True)
        return
    numbers = asdict(described)
    squares = numbers.pop("squares")
    print_numbers(numbers, as_json=False)
    answer(f"squares  {' '.join(f'{row},{col}' for row, col in squares)}")
    answer("")
    _print_numbered(squares, (described.rows, described.cols))


def _print_cells(text: str, cols: int | None, *, as_json: bool) -> None:
    """Print the least sequence of cell numbers of a path's class."""
    from destrier.paths.closed_path import lists_cells, parse_path

    cells = parse_path(text, cols=cols if lists_cells(text) else None).cells(cols)
    answer(json.dumps(cells) if as_json else " ".join(map(str, cells)))


def _print_magic(word: str, *, as_json: bool) -> None:
    """Print the semi-magic numberings of a closed path."""
    from dataclasses import asdict

    from destrier.paths.numberings import magic_numberings

    found = magic_numberings(word)
    if as_json:
        answer(json.dumps([asdict(numbering) for numbering in found]))
    elif not found:
        answer("no numbering of this path is semi-magic")
    for number, numbering in enumerate([] if as_json else found):
        kind = "magic" if numbering.magic else "semi-magic"
        answer(f"{'' if number == 0 else chr(10)}{kind}: rows {numbering.row_sum}, columns {numbering.col_sum}")
        rows, cols = (max(ends) + 1 for ends in zip(*numbering.squares, strict=True))
        _print_numbered(numbering.squares, (rows, cols))


def _print_numbered(squares: Sequence[tuple[int, int]], sides: tuple[int, int]) -> None:
    """Print a board on which the squares are numbered in their order."""
    numbers = {square: str(number) for number, square in enumerate(squares, 1)}
    width = len(str(len(squares)))
    for row in range(sides[0]):
        answer(" ".join(numbers.get((row, col), ".").rjust(width) for col in range(sides[1])))


@click.command("longest", epilog="Example: destrier longest 7 7 --kind open -o longest.svg")
@sides_argument()
@kind_option
@json_option
@output_option("Draw the path to .svg or .pdf; repeatable.", ".svg", ".pdf")
def longest_path(sides: tuple[int, int], as_json: bool, outputs: tuple[str, ...], **options: Any) -> None:
    """Find a longest uncrossed knight's path on a board, and count all paths of that length.

    The short side is at most 11 (open paths: 9); this takes seconds up to 8, and minutes beyond.
    """
    from dataclasses import asdict

    from destrier.paths.longest import longest_uncrossed

    path = longest_uncrossed(*sides, progress=Bar(), **options)
    if outputs:
        from destrier.drawing.svg.path_sheets import longest_svg

        write_svg(longest_svg(path), outputs)
    if as_json:
        answer(json.dumps(asdict(path)))
    else:
        many = "more than 10^19" if path.count is None else path.count
        answer(f"{path.length} moves, {many} path{'' if many == 1 else 's'} of this length")
        _print_numbered(path.squares, sides)


COMMANDS: Final = (closed_paths, longest_path)
