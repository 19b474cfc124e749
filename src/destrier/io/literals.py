"""Tours as values of JSON or of a programming language, and as tables of HTML, turned into lines for `io.readings`."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from destrier.support.errors import InvalidTourney
from destrier.support.reading import parse_json

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOWN: Final = ("y", "row", "rows", "r", "i", "ypos", "posy", "ycoord", "vertical", "zeile", "line")
_RIGHT: Final = ("x", "col", "cols", "column", "c", "j", "xpos", "posx", "xcoord", "horizontal", "spalte")
AXES: Final = {**dict.fromkeys(_DOWN, "row"), **dict.fromkeys(_RIGHT, "column"), "rank": "rank", "file": "column"}
"""The words for the coordinates of a square, as keys of an object or at the head of a table."""

_LISTED: Final = ("path", "tour", "moves", "squares", "order", "cycle", "solution", "board", "grid", "numbers")
"""Keys of JSON under which programs keep a tour."""


def flattened(text: str) -> str:
    """Return the tour in a JSON text or in a literal of a programming language as lines; any other text as it is."""
    text = _CODE.sub(" ", _NUMPY.sub(r"\1", _QUOTING.sub("", text) if _is_quoted(text) else text))
    text = _POWER.sub(lambda found: f"{float(found[0]):g}", text)
    bare = _ASSIGNED.sub("", text).strip().rstrip(";")
    if not bare.startswith(("[", "{", "(")):
        return _ROW_AND_COLUMN.sub(r"(\1,\2)", _without_tags(text))
    value = _value_of(bare)
    value = _listed_in(value) if isinstance(value, dict) else value
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        (value,) = value
    if isinstance(value, list | tuple):
        return "\n".join([*_head_of(value), *map(_line_of, value)])
    return bare if bare.startswith("[") else text


_ASSIGNED: Final = re.compile(r"^[\w. \[\]\n*]{0,80}=\s*(?=[\[({])")
"""The beginning of an assignment."""

_CODE: Final = re.compile(r"\b(?:np\.|numpy\.)?(?:array|tensor)\(|,\s?dtype=[\w.]+\)")
"""What Python prints around the numbers of an array."""

_NUMPY: Final = re.compile(r"\bnp\.u?int\d{0,2}\(([0-9]+)\)")
"""A number as NumPy prints it."""

_POWER: Final = re.compile(r"\b[0-9]\.[0-9]{1,20}e[+-][0-9]{2}\b")
"""A number as NumPy writes it to a text."""

_QUOTING: Final = re.compile(r"^> ?", re.MULTILINE)


def _is_quoted(text: str) -> bool:
    """Return whether all lines begin as in an answer to a mail."""
    return text.startswith(">") and all(line.startswith(">") for line in text.split("\n") if line)


_ROW_AND_COLUMN: Final = re.compile(r"\br(?:ow)?[\s:=]*([0-9]+)[\s,]*c(?:ol(?:umn)?)?[\s:=]*([0-9]+)\b", re.IGNORECASE)
"""A square such as `R3C1` or `row 3, column 1`."""


def _without_tags(text: str) -> str:
    """Return a table of HTML as lines with tabs; any other text as it is."""
    if "<td" not in text.lower():
        return text
    rows = re.sub("(?i)</tr>", "\n", text)
    cells = re.sub(r"(?i)</t[dh]>\s?(?=<t[dh])", "\t", rows)
    return re.sub("<[^<>]*>", "", cells)


def _value_of(text: str) -> Any:
    """Return the value of JSON, of a literal of Python, or of nested braces; `None` if it is neither.

    Words need no quotes, as the keys of JavaScript's objects and the names of squares.
    """
    literal = text if ":" in text else text.replace("{", "[").replace("}", "]")
    for spelled in (literal, _BARE.sub(r'"\1"', literal)):
        with suppress(InvalidTourney):
            return parse_json(spelled)
    try:
        return ast.literal_eval(literal) if len(literal) <= _LITERAL else None
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


_BARE: Final = re.compile(r"(?<=[\[{,\s])([A-Za-z_.?*#][\w.]{0,30})(?=\s{0,9}[:,\]}])")
"""A word without quotes."""

_LITERAL: Final = 100_000
"""The length of the longest literal, whose syntax tree takes a hundred times its memory."""


def _listed_in(document: dict[Any, Any]) -> list[Any] | None:
    """Return the list of squares or the grid in an object, or in an object within it."""
    lowered = {str(key).lower(): part for key, part in document.items()}
    lists = {key: part for key, part in lowered.items() if isinstance(part, list)}
    named = next((key for key in _LISTED if key in lists), next(iter(lists), None) if len(lists) == 1 else None)
    if named is not None:
        return lists[named]
    are_names = all(str(key).isdigit() and isinstance(part, str) for key, part in lowered.items())
    if len(lowered) > 2 and (are_names or all(isinstance(part, int) for part in lowered.values())):
        return [[key, part] for key, part in lowered.items()]
    found = (_listed_in(part) for part in lowered.values() if isinstance(part, dict))
    return next((part for part in found if part is not None), None)


def _head_of(items: Sequence[Any]) -> list[str]:
    """Return the line above squares that have a rank, which is counted from the bottom."""
    axes = _axes_of(items[0]) if items and isinstance(items[0], dict) else {}
    return ["file,rank"] if "rank" in axes and isinstance(axes.get("column"), int) else []


def _axes_of(square: dict[Any, Any]) -> dict[str, Any]:
    """Return the coordinates of a square by their axes."""
    return {AXES[key]: part for name, part in square.items() if (key := str(name).lower()) in AXES}


def _line_of(value: Any) -> str:
    """Return an item of a JSON list as a line."""
    if isinstance(value, dict):
        place = _axes_of(value)
        if place.keys() >= {"rank", "column"}:
            file, rank = place["column"], place["rank"]
            return f"{file}{rank}" if isinstance(file, str) and file.isalpha() else f"{file},{rank}"
        value = [place["row"], place["column"]] if place.keys() >= {"row", "column"} else list(value.values())
    if isinstance(value, list | tuple):
        return " ".join("." if part is None else str(part) for part in value)
    return "." if value is None else str(value)
