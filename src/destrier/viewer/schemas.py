"""What requests hold, as JSON Schemas: the document that describes the interface shows them, and `check` uses them."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args

from destrier.existence import KINDS
from destrier.symmetric import SYMMETRY_KINDS
from destrier.types import Aim, Heel
from destrier.viewer.work import MOST_SQUARES
from destrier.viewer.work.play import PLAYED_SIDE

__all__ = ["FINISH", "SEED", "TOUR", "TOURNEY", "Schema", "check"]

Schema: TypeAlias = dict[str, Any]

_SQUARE: Final[Schema] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 10**6},
    "minItems": 2,
    "maxItems": 2,
    "description": "row and column, from 0 at the top left",
}

SEED: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "repeats a result"}

_BOARD: Final[dict[str, Schema]] = {
    "rows": {"type": "integer", "minimum": 1, "maximum": MOST_SQUARES},
    "cols": {"type": "integer", "minimum": 1, "maximum": MOST_SQUARES},
    "shape": {
        "type": "string",
        "maxLength": MOST_SQUARES * 2,
        "description": "in place of rows and cols: a row a line, a dot where no square is",
    },
}

_ALGORITHM: Final[Schema] = {"type": "string", "maxLength": 100, "description": "a name of /api/algorithms"}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


TOUR: Final = _object(
    [],
    **_BOARD,
    kind={"type": "string", "enum": list(KINDS)},
    algorithm=_ALGORITHM,
    start=_SQUARE,
    end=_SQUARE,
    symmetry={"type": "string", "enum": list(SYMMETRY_KINDS)},
    heel={"type": "string", "enum": list(get_args(Heel))},
    minimize={"type": "string", "enum": list(get_args(Aim))},
    weight={"type": "number", "minimum": 0, "maximum": 10**6},
    obfuscate={"type": "boolean"},
    seed=SEED,
)

TOURNEY: Final = _object(["algorithm"], **_BOARD, algorithm=_ALGORITHM, seed=SEED)

FINISH: Final = _object(
    ["kind", "path"],
    **_BOARD,
    kind={"type": "string", "enum": ["closed", "open"]},
    path={"type": "array", "items": _SQUARE, "minItems": 1, "maxItems": PLAYED_SIDE**2},
)

_TYPES: Final[dict[str, Any]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}


def check(value: Any, schema: Schema, name: str = "the request") -> str | None:
    """Why a value is not as its schema wants, in a line; `None` if it is."""
    wanted = schema["type"]
    if not isinstance(value, _TYPES[wanted]) or (isinstance(value, bool) and wanted != "boolean"):
        return f"{name} is not {'an' if wanted[0] in 'aio' else 'a'} {wanted}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} is one of {', '.join(schema['enum'])}"
    if wanted in ("integer", "number") and not schema["minimum"] <= value <= schema["maximum"]:
        return f"{name} is between {schema['minimum']} and {schema['maximum']}"
    if wanted == "string" and len(value) > schema.get("maxLength", len(value)):
        return f"{name} is too long"
    if wanted == "array":
        return _check_items(value, schema, name)
    return _check_properties(value, schema) if wanted == "object" else None


def _check_items(value: list[Any], schema: Schema, name: str) -> str | None:
    if not schema["minItems"] <= len(value) <= schema["maxItems"]:
        return f"{name} has {schema['minItems']} to {schema['maxItems']} items, not {len(value)}"
    faults = (check(item, schema["items"], f"{name}[{number}]") for number, item in enumerate(value))
    return next(filter(None, faults), None)


def _check_properties(value: dict[str, Any], schema: Schema) -> str | None:
    properties = schema["properties"]
    for name in schema["required"]:
        if name not in value:
            return f"{name} is missing"
    for name in value:
        if name not in properties:
            return f"there is no {name[:40]!r}; there are {', '.join(properties)}"
    faults = (check(item, properties[name], name) for name, item in value.items())
    return next(filter(None, faults), None)
