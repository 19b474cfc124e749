"""Tourneys of any board as JSON: one object with the board, the kind and the cycles."""

from __future__ import annotations

import json
import math
import re
from itertools import islice
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.box import Box
from destrier.core.grid import BaseBoard, Lattice
from destrier.core.leaper import Piece
from destrier.core.recipes import accepted
from destrier.core.space import Space
from destrier.core.surface import SURFACES
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.io.lists import parse_lists
from destrier.support.errors import DestrierError, InvalidTourney, Unreadable
from destrier.support.reading import parse_json, refuse_later
from destrier.support.resources import refuse_beyond_memory

_LONGEST_SIDE: Final = 10**9  # so that the indices of squares fit in int64

_MOST_PAIRS: Final = 16
"""The largest number of pairs of distances of a piece: they make 64 moves together."""

_LISTS: Final = re.compile(r'"(cycles|missing)"\s*:\s*(\[[\[\]0-9,\s]*\])', re.ASCII)
"""The lists of squares in a file."""

_LARGE: Final = 2_000_000
"""A text with more characters outside lists of squares is examined before it is parsed."""

_KINDS: Final = ("closed", "open", "tourney")


def to_json(tourney: Tourney) -> str:
    """Return the tourney as one JSON object.

    The keys `rows`, `cols` and `missing` describe a flat board; `space` gives the sides of a board in space, the name
    of a surface, such as `torus`, its sides, and `leaper` any piece other than the knight. The other keys are `kind`
    and `cycles`, lists of squares. A closed tour of a box has only the keys `box` and `cycle`.
    """
    board = tourney.board
    squares = iter(_listed(board, tourney.indices()))
    cycles = [list(islice(squares, length)) for length in tourney.cycle_lengths().tolist()]
    if isinstance(board, Box) and tourney.kind == "closed":
        document: dict[str, Any] = {**board.to_dict(), "cycle": cycles[0]}
    else:
        parts = board.to_dict()
        last = {"missing": parts.pop("missing", [])} if isinstance(board, Board) else {}
        document = {**parts, "kind": tourney.kind, "cycles": cycles, **last}
    if tourney.recipe is not None:
        document["recipe"] = tourney.recipe
    return json.dumps(document, separators=(",", ":"))


def _listed(board: BaseBoard, order: Squares) -> list[Any]:
    if isinstance(board, Lattice):
        listed: list[Any] = board.coordinates(order).tolist()
        return listed
    return [board.square(index) for index in order.tolist()]


def begins_object(text: str) -> bool:
    """Return whether a text begins like an object of JSON, or like a list of them; linear time."""
    return re.match(r"\s*(?:\[\s*)?\{", text) is not None


def from_json(text: str) -> Tourney:
    """Return the tourney of a JSON object in the form that `to_json` writes; `missing` may be left out."""
    try:
        document = _parse(text)
    except InvalidTourney as fault:
        raise Unreadable(str(fault)) from fault
    if isinstance(document, list) and document and all(map(_is_puzzle, document)):
        raise InvalidTourney(f"the file holds a list of {len(document)} puzzles, not a tour: write each to a file")
    if not isinstance(document, dict):
        raise Unreadable(f"the file holds {_show(document)}, not an object")
    tourney = _tourney_of(document)
    tourney.recipe = accepted(document.get("recipe"))
    return tourney


def _is_puzzle(document: Any) -> bool:
    """Return whether this is a puzzle of numbers or of words, as `Puzzle.to_dict` and `WordPuzzle.to_dict` give it."""
    is_puzzle = isinstance(document, dict) and {"solution", "kind"} <= document.keys()
    return is_puzzle and not {"givens", "parts"}.isdisjoint(document)


def _parse(text: str) -> Any:
    """Parse a text; lists of squares become arrays, since Python's lists would take fifteen times its size."""
    lists: dict[str, Any] = {}

    def take(found: re.Match[str]) -> str:
        name, listed = found.groups()
        squares = parse_lists(listed, depth=3 if name == "cycles" else 2)
        if squares is None or name in lists:
            return found[0]
        lists[name] = squares
        return f'"{name}":null'

    rest = _LISTS.sub(take, text)
    if len(rest) > _LARGE and ('"box"' not in rest or 5 * (rest.count("[") + 4 * rest.count("{")) > len(rest)):
        raise InvalidTourney("most of it is something other than lists of squares, such as [[0, 0], [1, 2]]")
    document = parse_json(rest)
    if lists and not (isinstance(document, dict) and all(document.get(name, 0) is None for name in lists)):
        return parse_json(text)  # the apparent lists are elsewhere
    return document | lists if lists else document


def _tourney_of(document: dict[str, Any]) -> Tourney:
    if _is_puzzle(document):
        board = board_from_dict(document)
        return Tour.from_order(_parse_squares(document["solution"], board, "'solution'"), board, kind=document["kind"])
    if "box" in document and not {"cycle", "cycles"} & document.keys():
        raise InvalidTourney("a tour of a box is an object with the keys 'box' and 'cycle'")
    if "box" in document and "cycle" in document:
        return _closed_tour_of_a_box(document["cycle"], _parse_board(document))
    needed = () if {"box", "space", *SURFACES} & document.keys() else ("rows", "cols")
    for key in (*needed, "kind", "cycles"):
        if key not in document:
            raise Unreadable(f"the key {key!r} is missing")
    return _of_kind(document, _parse_board(document))


def _closed_tour_of_a_box(cycle: Any, board: BaseBoard) -> Tour:
    """Return the tour of an object with only two keys; check that it has all squares before making an array."""
    if not isinstance(cycle, list) or len(cycle) != board.size:
        raise InvalidTourney(f"'cycle' is a list of the {board.size} squares of {board.describe()}")
    return Tour.from_order(_parse_squares(cycle, board, "'cycle'"), board)


def board_from_dict(document: dict[str, Any], most: int | None = None) -> BaseBoard:
    """Return the board described by a dictionary in the form of `BaseBoard.to_dict`.

    Refuse one with more than `most` squares, missing ones included, if the size of the file gives such a bound.
    """
    board = _parse_board(document)
    missing = document.get("missing")
    if isinstance(board, Board) and (len(missing) if isinstance(missing, np.ndarray) else missing):
        if most is not None and board.size > most:
            raise InvalidTourney(f"the board {board} has more squares than the file mentions")
        refuse_beyond_memory(f"the board {board}", math.prod(board.shape))
        present = np.ones(board.shape, np.bool_)
        present.ravel()[_parse_squares(missing, board, "'missing'")] = False
        return Board(board.rows, board.cols, present, leaper=board.leaper)
    return board


def _parse_board(document: dict[str, Any]) -> BaseBoard:
    """Return the board that a document describes, before removing its missing squares."""
    refuse_later(document)
    try:
        if "box" in document:
            return Box(*_parse_sides(document, "box", (3,)))
        piece = _parse_leaper(document["leaper"]) if "leaper" in document else "knight"
        if surface := next((surface for key, surface in SURFACES.items() if key in document), None):
            return surface(*_parse_sides(document, surface.key, (2,)), leaper=piece)
        if "space" in document:
            return Space(*_parse_sides(document, "space", (3, 4)), leaper=piece)
        return Board(_parse_side(document, "rows"), _parse_side(document, "cols"), leaper=piece)
    except InvalidTourney:
        raise
    except DestrierError as error:
        raise InvalidTourney(str(error)) from error


def _parse_sides(document: dict[str, Any], key: str, lengths: tuple[int, ...]) -> list[int]:
    value = document[key]
    if isinstance(value, list) and len(value) in lengths and all(type(side) is int for side in value):
        return value
    many = " or ".join({2: "two", 3: "three", 4: "four"}[length] for length in lengths)
    raise InvalidTourney(f"{key!r} is a list of {many} sides, not {_show(value)}")


def _parse_leaper(value: Any) -> Piece:
    """Return the distances of a piece, or several such pairs."""
    pairs = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    if len(pairs) > _MOST_PAIRS:
        raise InvalidTourney(f"'leaper' is up to {_MOST_PAIRS} pairs of distances, not {len(pairs)}")
    for pair in pairs:
        if not (isinstance(pair, list) and [type(distance) for distance in pair] == [int, int]):
            raise InvalidTourney(f"'leaper' is a list of two distances, or of such lists, not {_show(value)}")
    return [tuple(pair) for pair in pairs]


def _parse_side(document: dict[str, Any], key: str) -> int:
    side = document.get(key)
    if type(side) is int and 1 <= side <= _LONGEST_SIDE:
        return side
    raise InvalidTourney(f"{key!r} is a whole number from 1 to {_LONGEST_SIDE}, not {_show(side)}")


def _parse_squares(value: Any, board: BaseBoard, where: str) -> Squares:
    """The indices of a list of squares."""
    if isinstance(value, np.ndarray):
        if isinstance(board, Lattice) and value.shape[1] == len(board.sides):
            try:
                indices = board.indices_of(value)
                if board.is_whole or board.present.flat[indices].all():
                    return indices
            except DestrierError:  # reported below with its position
                pass
        value = value.tolist()
    if not isinstance(value, list):
        raise InvalidTourney(f"{where} is a list of squares, not {_show(value)}")
    kinds = (str, int, int) if isinstance(board, Box) else (int,) * len(board.sides)
    indices = np.empty(len(value), np.int64)
    for position, square in enumerate(value):
        if not (isinstance(square, list) and tuple(map(type, square)) == kinds):
            form = {2: "[row, col]", 3: "[a, b, c]", 4: "[a, b, c, d]"}[len(kinds)]
            form = "[face, row, col]" if isinstance(board, Box) else form
            raise InvalidTourney(f"{where}, position {position}: a square is {form}, not {_show(square)}")
        try:
            indices[position] = board.index(tuple(square))
        except DestrierError:
            raise InvalidTourney(f"{where}, position {position}: {_off(square, board)}") from None
    return indices


def _off(square: list[Any], board: BaseBoard) -> str:
    if isinstance(board, Lattice):
        return f"{_show(square)} is off the {board} board"
    face, row, col = square
    return f"{face[:20]!a} {row},{col} is not a square of {board.describe()}"


def _of_kind(document: dict[str, Any], board: BaseBoard) -> Tourney:
    kind = document["kind"]
    if not isinstance(document["cycles"], list):
        raise InvalidTourney(f"'cycles' is a list of cycles, not {_show(document['cycles'])}")
    if len(document["cycles"]) > math.prod(board.shape):
        raise InvalidTourney(f"{board.describe()} has fewer squares than there are cycles")
    cycles = [_parse_squares(cycle, board, f"cycle {number}") for number, cycle in enumerate(document["cycles"])]
    missing = _parse_squares(document.get("missing", []), board, "'missing'")
    _check_complete([*cycles, missing], board)
    if missing.size:
        board = board_from_dict(document)
    if kind not in _KINDS:
        raise InvalidTourney(f'\'kind\' is "closed", "open" or "tourney", not {_show(kind)}')
    if kind != "tourney" and len(cycles) != 1:
        raise InvalidTourney(f"'kind' is \"{kind}\", but there are {len(cycles)} cycles")
    for number, cycle in enumerate(cycles):
        if cycle.size < 2:
            raise InvalidTourney(f"cycle {number} has {cycle.size} squares")
    if kind == "open":
        return Tour.from_order(cycles[0], board, kind="open")
    return Tourney.from_cycles(cycles, board)


def _check_complete(lists: list[Squares], board: BaseBoard) -> None:
    """Check that every square of the board is listed, before an array of its size is made."""
    listed = np.concatenate(lists)
    found = np.zeros(
        min(math.prod(board.shape), listed.size + 1), np.bool_
    )  # with this many squares, one is certainly missing
    found[listed[listed < found.size]] = True
    if not found.all():
        raise InvalidTourney(f"{board.called(int(found.argmin()))} is neither visited nor missing")


def _show(value: Any) -> str:
    """Return a JSON value as it stands in the file, cut short."""
    try:
        text = "".join(islice(json.JSONEncoder().iterencode(value), 41))  # only the part that is shown
    except RecursionError:
        return "a value nested too deeply"
    return text if len(text) <= 40 else f"{text[:40]}..."
