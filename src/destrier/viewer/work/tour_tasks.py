"""Make, change, measure, read and write tours and tourneys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from destrier.core import shapes
from destrier.core.board import Board
from destrier.core.tourney import Tour, knights_board
from destrier.core.types import Square
from destrier.io.formats import FORMATS, SAVED, Manner
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.viewer.work import Made, board_of, from_npy, read_file, refuse_large, to_npy
from destrier.viewer.work.space_tasks import is_turned

_MOST_ANIMATED: Final = 1 << 18
"""The number of squares of the largest board on which the knights ride."""

_WORDS: Final[dict[Manner, str]] = {"animated": "Animated", "poster": "Poster", "plotter": "For a plotter"}
"""What other manners than the first of a format are called."""


class Export(NamedTuple):
    """A way to save a tour."""

    suffix: str
    manner: Manner | None
    media_type: str
    most: int
    """The most squares of its board."""
    title: str


def _exports() -> Iterator[tuple[str, Export]]:
    """Yield the ways to save a tour, by name; a format is drawn in its first manner unless the name says otherwise."""
    for row in map(FORMATS.__getitem__, SAVED):
        for manner in row.manners or (None,):
            other = manner is not None and manner != next(iter(row.manners))
            most = min(row.most, _MOST_ANIMATED) if manner == "animated" else row.most
            title = f"{_WORDS[manner] if manner and other else row.title} ({row.suffix})"
            name = f"{manner}-{row.suffix[1:]}" if other else row.suffix[1:]
            yield name, Export(row.suffix, manner, row.media_type, most, title)


EXPORTS: Final = dict(_exports())
"""The ways to save a tour, by name."""


def warm_up() -> None:
    """Load the kernels that most requests need."""
    from destrier.desk.tour import tour

    made = to_npy(tour(12, 12, seed=0))
    join(shatter(made.npy, 0).npy, 0)
    measure(made.npy)


def make_tour(request: dict[str, Any]) -> Made:
    """Return the requested tour, with the parameters of `destrier.tour`."""
    from destrier.desk.tour import tour

    options = _options(request)
    for end in ("start", "end"):
        if end in options:
            options[end] = tuple(options[end])
    if "start" in options and options.get("kind") != "open" and "numbers" not in options:
        raise DestrierError("a page shows the start of open tours only (kind open): leave start out")
    return to_npy(tour(board_of(request), **options))


def read_shape(request: dict[str, Any]) -> dict[str, str]:
    """Return the board that a text draws, and how the text was read if it does not consist of # and dots."""
    shape = shapes.read_shape(request["text"])
    return {"shape": Board.from_mask(shape.present).to_text(), "note": shape.note}


def why_no_tour(request: dict[str, Any]) -> dict[str, str | None]:
    """Return why a board has no tour, as far as theorems and certificates tell."""
    from destrier.proofs.why import why_no_tour as why

    return {"why": why(board_of(request), kind=request.get("kind", "closed"))}


def trim(request: dict[str, Any]) -> dict[str, object]:
    """Return a board without the squares that are in the way of a tour, and these."""
    from destrier.desk.trimming import trimmed

    board, left_out = trimmed(board_of(request), kind=request.get("kind", "closed"), seed=request.get("seed"))
    return {"shape": board.to_text(), "left_out": left_out}


def make_tourney(request: dict[str, Any]) -> Made:
    """Return the requested tourney, with the parameters of `destrier.tourney`."""
    from destrier.desk.tour import tourney

    return to_npy(tourney(board_of(request), **_options(request)))


def _options(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name not in ("rows", "cols", "shape")}


def join(npy: bytes, seed: int | None, recipe: str | None = None) -> Made:
    """Join the cycles of a tourney."""
    from destrier.switching.joining import join as join_

    return to_npy(join_(from_npy(npy, recipe), seed=seed))


def shatter(npy: bytes, seed: int | None, recipe: str | None = None) -> Made:
    """Break a tourney into many cycles."""
    from destrier.switching.rails import shatter as shatter_

    return to_npy(shatter_(from_npy(npy, recipe), seed=seed))


def obfuscate(npy: bytes, seed: int | None, recipe: str | None = None, method: Any = "mix") -> Made:
    """Return a random-looking tour of the same board."""
    from destrier.switching.obfuscation import obfuscate as obfuscate_

    return to_npy(obfuscate_(from_npy(npy, recipe), method=method, seed=seed))


def look_up(request: dict[str, Any]) -> dict[str, object]:
    """Look up a move or a square of the formation's tour in O(1), without making the tour."""
    from destrier.desk.order import TourOrder

    asked = request.keys() & {"move", "square"}
    if len(asked) != 1:
        raise DestrierError("ask for a move, or for a square")
    board = board_of(request)
    order = TourOrder(*board.shape, heel=request.get("heel"), minimize=request.get("minimize"))
    if "square" in asked:
        square = tuple(request["square"])
        move = int(order.position_of(board.index(square)))
        if move < 0:
            raise DestrierError(f"{square[0]},{square[1]} is the square that the tour leaves out")
        return {"move": move, "square": square}
    move = request["move"]
    if move >= order.size:
        raise DestrierError(f"{board} has moves 0 to {order.size - 1:,}, not {move:,}")
    return {"move": move, "square": board.square(int(order.index_at(move)))}


def measure(npy: bytes) -> dict[str, object]:
    """Return the measures of a tourney; see `destrier.measure`."""
    from destrier.measuring.metrics import measure as measure_

    return measure_(from_npy(npy))


def worksheet(npy: bytes, every: int, start: Square | None) -> dict[str, object]:
    """Return the numbers to give on a worksheet, and whether they leave one solution; see `destrier.worksheet`."""
    from destrier.puzzles.worksheet import worksheet as worksheet_

    tourney = from_npy(npy)
    if start is not None and isinstance(tourney, Tour):
        tourney = tourney.starting_at(tuple(start))
    made = worksheet_(tourney, every)
    return {"numbers": list(made.givens.values()), "unique": made.unique}


def export(npy: bytes, name: str, start: Square | None, options: dict[str, Any]) -> bytes:
    """Return the file that `destrier draw` or `save` writes, ignoring options that its format does not take."""
    from destrier.drawing.style import find_style
    from destrier.io.drawings import draw, find_drawing
    from destrier.io.files import save

    suffix, manner, _, most, _ = EXPORTS[name]
    tourney = from_npy(npy, options.pop("recipe", None))
    if tourney.board.size > most:
        raise DestrierError(f"a {name} file takes boards of up to {most:,} squares, not {tourney.board.describe()}")
    if start is not None and isinstance(tourney, Tour):
        tourney = tourney.starting_at(start)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"tour{suffix}"
        if manner is None:
            save(tourney, path)
        else:
            known = find_drawing(path, manner).options
            if "style" in options and "style" in known and "colour_by" not in options:
                options["colours"] = [find_style(options["style"]).ink]  # as the page shows all cycles
            draw(tourney, path, manner, **{key: value for key, value in options.items() if key in known})
        return path.read_bytes()


def read(data: bytes, name: str) -> Made:
    """Return the tourney in a file with this suffix, without its dot."""
    tourney = from_npy(data) if name == "npy" else read_file(data, name)
    if is_turned(tourney.board):
        raise UnsupportedBoard(f"this is a tour of {tourney.board.describe()}: open it on the page In space")
    refuse_large(knights_board(tourney, "tours are shown on the page").shape)
    return to_npy(tourney)
