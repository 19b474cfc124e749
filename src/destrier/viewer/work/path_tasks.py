"""Browse the classes of closed knight's paths: parts of a filtered list, single classes, drawings of both.

A process makes the list for a length once and keeps it, with the last selection from it. The longest list takes 0.8
seconds, a selection 0.05, and a part of a selection almost nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.paths.classes import ClassTable
    from destrier.paths.closed_path import PathClass

MOST_LISTED: Final = 200
"""The most classes in a part of a list."""

MOST_DRAWN: Final = 12_000
"""The most classes on a sheet, enough for all of length 10."""

LONGEST_WORD: Final = 400
"""The length of the longest word to describe."""

ORDERS: Final = ("code", "area", "crossings", "box")
"""The orders of a list; ties are in the order of the codes."""


class _Selection(NamedTuple):
    """The selected classes of a list, and their order."""

    k: int
    uncrossed: bool = False
    symmetry: str | None = None
    fewest: int = 0
    """The fewest and the most crossings."""
    most: int = 255
    box: tuple[int, int] | None = None
    """The sides of the bounding box, the shorter one first."""
    shared: bool = False
    """Whether to select only classes that visit the squares of another class of the list."""
    order: str = "code"
    descending: bool = False


def list_part(request: dict[str, Any]) -> dict[str, object]:
    """Return some of the requested classes, their number, and the other possible requests.

    With `find`, a word or code, also return the position `at` of that class, or `None` if it is not among them.
    """
    offset, count = request.get("offset", 0), request.get("count", MOST_LISTED)
    selection = _selection(request)
    table, rows = _table(selection.k, selection.uncrossed), _rows(selection)
    answer: dict[str, object] = {
        **_overview(selection.k, selection.uncrossed),
        "selected": len(rows),
        "offset": offset,
        "paths": [_line(table, row) for row in rows[offset : offset + count].tolist()],
    }
    if "find" in request:
        answer["at"] = _place(table, rows, _parse(request["find"]))
    return answer


def describe_class(request: dict[str, Any]) -> dict[str, object]:
    """Describe the class of a word or a code.

    Its images are words from the image of its first square; `like` is the first image that is the same path. The other
    classes that visit the same squares are known for lengths that are listed; each is drawn on these very squares.
    """
    from destrier.paths.closed_path import named_images

    described = _parse(request["path"])
    images = named_images(described.word)
    like = [
        next(first for first, other in enumerate(images.values()) if _is_same(image, other))
        for image in images.values()
    ]
    return {
        **asdict(described),
        "symmetry": _group([place for place, first in enumerate(like) if first == 0]),
        "images": [
            {"how": how, "word": word, "like": first} for (how, word), first in zip(images.items(), like, strict=True)
        ],
        "same_squares": _with_same_squares(described),
    }


def draw_class(request: dict[str, Any]) -> str:
    """Draw one class as SVG, or all its images."""
    from destrier.drawing.svg.path_sheets import images_svg, path_svg

    return (images_svg if request.get("images") else path_svg)(_parse(request["path"]).word)


def draw_list(request: dict[str, Any]) -> str:
    """Draw all requested classes, with their words, on a sheet."""
    from destrier.drawing.svg.path_sheets import sheet_svg

    selection = _selection(request)
    rows = _rows(selection)
    if len(rows) > MOST_DRAWN:
        raise DestrierError(f"a sheet shows {MOST_DRAWN:,} paths at most, not {len(rows):,}: choose fewer")
    return sheet_svg([f"{code:o}" for code in _table(selection.k, selection.uncrossed).code[rows].tolist()])


# Lists


@lru_cache(maxsize=2)
def _table(k: int, uncrossed: bool) -> ClassTable:
    from destrier.paths.classes import LISTED, list_classes
    from destrier.paths.path_counts import check_length

    check_length(k)
    if k > LISTED:
        raise UnsupportedBoard(
            f"closed paths are browsed up to length {LISTED}, not {k}: destrier paths {k} --store DIR lists them"
        )
    return list_classes(k, uncrossed=uncrossed)


@lru_cache(maxsize=2)
def _overview(k: int, uncrossed: bool) -> dict[str, object]:
    """Return the number of classes in a list, and the number with each property."""
    from destrier.paths.classes import SYMMETRY_GROUPS
    from destrier.paths.path_counts import PUBLISHED

    table = _table(k, uncrossed)
    boxes, sizes = np.unique(np.column_stack(_sides(table)), axis=0, return_counts=True)
    groups = np.bincount(table.symmetry, minlength=len(SYMMETRY_GROUPS)).tolist()
    return {
        "k": k,
        "uncrossed": uncrossed,
        "classes": len(table.code),
        "published": PUBLISHED[uncrossed].get(k),
        "symmetries": {name: many for name, many in zip(SYMMETRY_GROUPS, groups, strict=True) if many},
        "crossings": np.bincount(table.crossings).tolist(),
        "boxes": [{"box": box, "classes": many} for box, many in zip(boxes.tolist(), sizes.tolist(), strict=True)],
        "shared": int(_is_shared(table).sum()),
    }


def _selection(request: dict[str, Any]) -> _Selection:
    """Return the selection of a request."""
    known = {name: request[name] for name in _Selection._fields if name in request}
    if "box" in known:
        known["box"] = tuple(sorted(known["box"]))
    return _Selection(**known)


@lru_cache(maxsize=2)
def _rows(selection: _Selection) -> NDArray[np.int64]:
    """Return the selected rows of the table, in order."""
    from destrier.paths.classes import SYMMETRY_GROUPS

    table = _table(selection.k, selection.uncrossed)
    kept = (selection.fewest <= table.crossings) & (table.crossings <= selection.most)
    if selection.symmetry is not None:
        if selection.symmetry not in SYMMETRY_GROUPS:
            raise DestrierError(
                f"unknown symmetry {selection.symmetry!r}; the symmetries are {', '.join(SYMMETRY_GROUPS)}"
            )
        kept &= table.symmetry == SYMMETRY_GROUPS.index(selection.symmetry)
    if selection.box is not None:
        short, long = _sides(table)
        kept &= (short == selection.box[0]) & (long == selection.box[1])
    if selection.shared:
        kept &= _is_shared(table)
    rows = np.flatnonzero(kept)
    if selection.order != "code":
        return rows[np.argsort(_key(table, selection)[rows], kind="stable")]
    return rows[::-1] if selection.descending else rows


def _key(table: ClassTable, selection: _Selection) -> NDArray[np.float64]:
    """Return the values by which the rows of a table are ordered, smallest first."""
    short, long = _sides(table)
    columns = {
        "area": table.area,
        "crossings": table.crossings.astype(np.float64),
        "box": (256 * short * long + short).astype(np.float64),
    }
    key = columns[selection.order]
    return -key if selection.descending else key


def _sides(table: ClassTable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the shorter and the longer sides of the bounding boxes."""
    rows, cols = table.rows.astype(np.int64), table.cols.astype(np.int64)
    return np.minimum(rows, cols), np.maximum(rows, cols)


def _is_shared(table: ClassTable) -> NDArray[np.bool_]:
    """Return whether another class of the table visits the same squares."""
    _, place, many = np.unique(table.squares, return_inverse=True, return_counts=True)
    return many[place] > 1


def _line(table: ClassTable, row: int) -> dict[str, object]:
    from destrier.paths.classes import SYMMETRY_GROUPS

    return {
        "word": f"{table.code[row].item():o}",
        "crossings": table.crossings[row].item(),
        "symmetry": SYMMETRY_GROUPS[table.symmetry[row]],
        "rows": table.rows[row].item(),
        "cols": table.cols[row].item(),
        "area": table.area[row].item(),
    }


def _place(table: ClassTable, rows: NDArray[np.int64], wanted: PathClass) -> int | None:
    """Return the place of a class among these rows of a table."""
    if wanted.code > int(table.code[-1]):
        return None
    found = np.flatnonzero(table.code[rows] == np.uint64(wanted.code))
    return int(found[0]) if found.size else None


# One class


def _parse(text: str) -> PathClass:
    from destrier.paths.closed_path import parse_path

    return parse_path(text.strip())


def _is_same(word: str, other: str) -> bool:
    """Return whether two words are those of the same path, from any square in either direction."""
    backward = "".join(str((int(move) + 4) % 8) for move in reversed(other))
    return word in other + other or word in backward + backward


def _group(kept: list[int]) -> str:
    """Return the name of the group of these symmetries, given as places among the images."""
    from destrier.paths.classes import symmetry_group

    axes, diagonals = (any(place >= 4 and place % 2 == odd for place in kept) for odd in (0, 1))
    return symmetry_group(sum(place < 4 for place in kept), axes=axes, diagonals=diagonals)


def _with_same_squares(described: PathClass) -> list[dict[str, str]] | None:
    """Return the other classes that visit the squares of a class, or `None` if its length is not listed."""
    from destrier.paths.classes import LISTED
    from destrier.paths.closed_path import squares_of
    from destrier.paths.reference import images, word

    if described.k > LISTED:
        return None
    table = _table(described.k, uncrossed=False)
    row = np.searchsorted(table.code, np.uint64(described.code))
    shown = set(squares_of(described.word))
    others = [f"{code:o}" for code in table.code[table.squares == table.squares[row]].tolist()]
    return [
        {"word": other, "drawn": next(word(image) for image in images(tuple(squares_of(other))) if set(image) == shown)}
        for other in others
        if other != described.word
    ]
