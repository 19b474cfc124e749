"""The JSON Schemas of requests and answers, which describe the interface and which `check` enforces."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final, TypeAlias, get_args

from fastjsonschema import JsonSchemaValueException
from fastjsonschema import compile as compile_schema

from destrier.core.choices import Goal
from destrier.core.request import CHOSEN, FLAGS, choices
from destrier.viewer.work import MOST_SQUARES
from destrier.viewer.work.path_tasks import LONGEST_WORD, MOST_LISTED, ORDERS
from destrier.viewer.work.play import PLAYED_SIDE
from destrier.viewer.work.puzzle_tasks import MOST_PUZZLED
from destrier.viewer.work.space_tasks import BOARDS, MOST_BOX_SQUARES

Schema: TypeAlias = dict[str, Any]


def _list(items: Schema, length: int | None = None) -> Schema:
    exactly = {} if length is None else {"minItems": length, "maxItems": length}
    return {"type": "array", "items": items, **exactly}


_SQUARE: Final[Schema] = {
    **_list({"type": "integer", "minimum": 0, "maximum": 10**6}, 2),
    "description": "row and column, from 0 at the top left",
}

SEED: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 2**53, "description": "repeats a result"}

STYLE: Final[Schema] = {"type": "string", "enum": ["chess", "paper", "ink", "blueprint", "night"]}

_BOARD: Final[dict[str, Schema]] = {
    "rows": {"type": "integer", "minimum": 1, "maximum": MOST_SQUARES},
    "cols": {"type": "integer", "minimum": 1, "maximum": MOST_SQUARES},
    "shape": {
        "type": "string",
        "maxLength": MOST_SQUARES * 2,
        "description": "instead of rows and cols: a line per row, a dot for a missing square",
    },
}

_WORK: Final[dict[str, Schema]] = {
    "ties": {"type": "string", "enum": list(choices("ties"))},
    "walks": {"type": "integer", "minimum": 1, "maximum": 10**4},
    "sweeps": {"type": "integer", "minimum": 1, "maximum": 10**6},
}

_MOVES: Final[Schema] = {
    "type": "array",
    "items": {"type": "array", "items": _SQUARE, "minItems": 2, "maxItems": 2},
    "maxItems": MOST_SQUARES,
    "description": "moves, each as two squares",
}

_ALGORITHM: Final[Schema] = {"type": "string", "maxLength": 100, "description": "a name of /api/algorithms"}


def _object(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "additionalProperties": False, "required": required, "properties": properties}


TOUR: Final = _object(
    [],
    **_BOARD,
    algorithm=_ALGORITHM,
    start=_SQUARE,
    end=_SQUARE,
    numbers={
        "type": "object",
        "additionalProperties": {"type": "integer", "minimum": 1, "maximum": MOST_SQUARES},
        "description": "given numbers, from 1 on, by square: `2,2`, or `c3` as in chess",
    },
    winding={
        "type": "array",
        "items": {"type": "integer", "minimum": -MOST_SQUARES, "maximum": MOST_SQUARES},
        "minItems": 2,
        "maxItems": 2,
        "description": "how many times a closed tour winds around a surface, to the right and downwards",
    },
    require=_MOVES,
    forbid=_MOVES,
    **{name: {"type": "string", "enum": list(choices(name))} for name in CHOSEN},
    weight={"type": "number", "minimum": 0, "maximum": 10**6},
    walks=_WORK["walks"],
    sweeps=_WORK["sweeps"],
    **{name: {"type": "boolean"} for name in FLAGS},
    seed=SEED,
)

TOURNEY: Final = _object(["algorithm"], **_BOARD, algorithm=_ALGORITHM, **_WORK, seed=SEED)

BOARD: Final = _object([], **_BOARD)

NETWORK: Final = _object([], **_BOARD, seed=SEED)

LOOKUP: Final = _object(
    ["rows", "cols"],
    rows=_BOARD["rows"],
    cols=_BOARD["cols"],
    heel=TOUR["properties"]["heel"],
    minimize={"type": "string", "enum": list(get_args(Goal))},
    move={"type": "integer", "minimum": 0, "maximum": MOST_SQUARES, "description": "instead of the square"},
    square=_SQUARE,
)

DRAWN_SHAPE: Final = _object(
    ["text"], text={"type": "string", "maxLength": MOST_SQUARES, "description": "a drawing of a board"}
)

SHAPE: Final = _object([], **_BOARD, kind={"type": "string", "enum": ["closed", "open"]})

TRIM: Final = _object([], **SHAPE["properties"], seed=SEED)

SPACE: Final = _object(
    ["board", "sides"],
    board={"type": "string", "enum": list(BOARDS)},
    sides={
        "type": "array",
        "items": {"type": "integer", "minimum": 1, "maximum": MOST_BOX_SQUARES},
        "minItems": 2,
        "maxItems": 3,
        "description": "the rows and the columns of a surface, or the three sides of another board",
    },
    kind={"type": "string", "enum": ["closed", "open"]},
    minimize={"type": "string", "enum": ["turns"]},
    seed=SEED,
)

FINISH: Final = _object(
    ["kind", "path"],
    **_BOARD,
    kind={"type": "string", "enum": ["closed", "open"]},
    path={"type": "array", "items": _SQUARE, "minItems": 1, "maxItems": PLAYED_SIDE**2},
)

_PATH: Final[Schema] = {
    "type": "string",
    "maxLength": LONGEST_WORD,
    "description": "the word of a closed path, or the code of its class",
}

_COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 10**9}

PATH: Final = _object(["path"], path=_PATH, images={"type": "boolean", "description": "draw all its images"})

PATHS: Final = _object(
    ["k"],
    k={**_COUNT, "description": "the length"},
    uncrossed={"type": "boolean"},
    symmetry={"type": "string", "maxLength": 100, "description": "a name of `symmetries` of the answer"},
    fewest={**_COUNT, "description": "crossings"},
    most={**_COUNT, "description": "crossings"},
    box={**_list(_COUNT, 2), "description": "the sides of the bounding box"},
    shared={"type": "boolean", "description": "only those that visit the squares of another class"},
    order={"type": "string", "enum": list(ORDERS)},
    descending={"type": "boolean"},
    offset=_COUNT,
    count={"type": "integer", "minimum": 1, "maximum": MOST_LISTED},
    find=_PATH,
)

PUZZLE: Final = _object(
    [],
    **_BOARD,
    kind={"type": "string", "enum": ["closed", "open"]},
    difficulty={"type": "string", "enum": ["easy", "medium", "hard", "expert"]},
    givens={"type": "integer", "minimum": 1, "maximum": MOST_PUZZLED, "description": "how many numbers are given"},
    minimal={"type": "boolean", "description": "instead of givens: none can be left out"},
    symmetric={"type": "boolean", "description": "a half-turn maps the squares of the given numbers onto themselves"},
    seed=SEED,
)

# Answers


def _whole(**properties: Schema) -> Schema:
    return _object(list(properties), **properties)


def _or_null(kind: str) -> Schema:
    return {"type": [kind, "null"]}


_FLAG: Final[Schema] = {"type": "boolean"}
_INTEGER: Final[Schema] = {"type": "integer"}
_NUMBER: Final[Schema] = {"type": "number"}
_STRING: Final[Schema] = {"type": "string"}

ERROR: Final = _whole(error={"type": "string", "pattern": r"^[^\r\n]+$", "description": "why, in a line"})

ENGINE: Final = _whole(done=_INTEGER, of=_INTEGER)

CAN: Final = _whole(
    answers={**_list(_STRING), "description": "the endpoints, without `/api/`, and the formats of `export`"},
    most_squares={**_INTEGER, "description": "of the largest board"},
)

ALGORITHMS: Final = _whole(
    algorithms=_list(
        _whole(
            **dict.fromkeys(("name", "boards", "source"), _STRING),
            **dict.fromkeys(("yields", "kinds", "options"), _list(_STRING)),
            **dict.fromkeys(("random", "shapes"), _FLAG),
        )
    ),
    values=_whole(**{name: _list(_STRING) for name in CHOSEN}),
)

WORKSHEET: Final = _object(["numbers", "unique"], numbers=_list(_INTEGER), unique={"type": "boolean"})

MEASURES: Final = _object(
    ["rows", "cols", "squares", "kind", "cycles", "turns", "crossings", "rails", "moves", "relative_moves", "charge"],
    **dict.fromkeys(("rows", "cols", "squares", "cycles", "turns", "crossings", "rails"), _INTEGER),
    kind={"type": "string", "enum": ["closed", "open", "tourney"]},
    moves=_list(_INTEGER, 8),
    relative_moves=_list(_INTEGER, 8),
    angles=_list(_INTEGER, 6),
    charge=_list(_INTEGER, 4),
    symmetry=_list(_STRING),
    **dict.fromkeys(("row_sums", "column_sums", "diagonal_sums"), _list(_INTEGER)),
    magic=_STRING,
    **dict.fromkeys(("turns_bound", "turns_ratio", "crossings_bound", "crossings_ratio"), _NUMBER),
)

QUARTET_RIDE: Final = _whole(word=_STRING, knights=_list(_INTEGER), turned=_FLAG)

READ_SHAPE: Final = _whole(shape=_STRING, note=_STRING)

WHY: Final = _whole(why=_or_null("string"))

TRIMMED: Final = _whole(shape=_STRING, left_out=_list(_SQUARE))

LOOKED_UP: Final = _whole(move=_INTEGER, square=_SQUARE)

FINISHED: Final = _whole(can=_or_null("boolean"), path={**_or_null("array"), "items": _SQUARE})

_LISTED_PATH: Final[dict[str, Schema]] = {
    "word": _STRING,
    "crossings": _INTEGER,
    "symmetry": _STRING,
    "rows": _INTEGER,
    "cols": _INTEGER,
    "area": _NUMBER,
}

LISTED_PATHS: Final = _object(
    ["k", "uncrossed", "classes", "published", "symmetries", "crossings", "boxes", "shared", "selected", "paths"],
    **dict.fromkeys(("k", "classes", "shared", "selected", "offset"), _INTEGER),
    uncrossed=_FLAG,
    published=_or_null("integer"),
    symmetries={"type": "object", "additionalProperties": _INTEGER},
    crossings=_list(_INTEGER),
    boxes=_list(_whole(box=_list(_INTEGER, 2), classes=_INTEGER)),
    paths=_list(_whole(**_LISTED_PATH)),
    at={**_or_null("integer"), "description": "the place of the path to `find`"},
)

DESCRIBED_PATH: Final = _whole(
    **_LISTED_PATH,
    **dict.fromkeys(("code", "k", "symmetries"), _INTEGER),
    squares=_list(_SQUARE),
    images=_list(_whole(how=_STRING, word=_STRING, like=_INTEGER), 8),
    same_squares={**_or_null("array"), "items": _whole(word=_STRING, drawn=_STRING)},
)

_POINTS: Final = _list(_list(_NUMBER, 3))

_TURNED: Final[dict[str, Schema]] = {
    "board": {"type": "string", "enum": list(BOARDS)},
    "sides": _list(_INTEGER),
    "title": _STRING,
    "kind": {"type": "string", "enum": ["closed", "open"]},
    "order": _list(_INTEGER),
    "measures": {**_list(_list(_STRING)), "description": "names, values and, for some, notes"},
    "file": {"type": "object", "description": "the tour as its JSON file holds it"},
}

_ON_FACES: Final = _whole(
    **_TURNED,
    faces=_list(
        _whole(
            name=_STRING, shape=_list(_INTEGER, 2), **{name: _list(_NUMBER, 3) for name in ("corner", "down", "right")}
        ),
        6,
    ),
    moves=_list(_list(_list(_NUMBER, 5))),
)

_ON_TILES: Final = _whole(
    **_TURNED,
    names=_list(_STRING),
    points=_POINTS,
    moves=_list(_POINTS),
    tiles=_whole(squares=_list(_INTEGER), corners=_list(_POINTS), rims=_list(_INTEGER)),
)

TOUR_IN_SPACE: Final = {"oneOf": [_ON_FACES, _ON_TILES]}

MADE_PUZZLE: Final = _object(
    [
        *("rows", "cols", "kind", "grade", "seed", "givens", "solution"),
        *("title", "sheet", "squares", "names", "places", "moves"),
    ],
    **dict.fromkeys(("rows", "cols", "seed"), _INTEGER),
    **dict.fromkeys(("kind", "grade", "title"), _STRING),
    missing=_list(_SQUARE),
    givens={**_list({"type": "array"}), "description": "pairs of a square and its number"},
    solution={**_list(_SQUARE), "description": "the squares by number"},
    sheet=_list(_INTEGER, 2),
    squares={**_list(_SQUARE), "description": "all squares, to whose order the lists below refer"},
    names=_list(_STRING),
    places=_list(_SQUARE),
    moves=_list(_list(_INTEGER)),
)

STEPS: Final = _whole(
    steps=_list(
        _whole(
            deduction=_STRING,
            text=_STRING,
            square={**_or_null("array"), "items": {"type": "integer"}},
            number=_or_null("integer"),
        )
    )
)


# Checking


def check(value: Any, schema: Schema) -> str | None:
    """Return a line that explains why a value does not satisfy its schema, or `None` if it does."""
    try:
        _compiled(json.dumps(schema))(value)
    except JsonSchemaValueException as error:
        return _fault(error)
    return None


@cache
def _compiled(schema: str) -> Callable[[Any], Any]:
    return compile_schema(json.loads(schema))


def _fault(error: JsonSchemaValueException) -> str:
    name = " ".join((error.name or "").removeprefix("data").removeprefix(".")[:40].split()) or "the request"
    value, schema = error.value, error.definition
    match error.rule:
        case "required":
            return f"{next(one for one in schema['required'] if one not in value)} is missing"
        case "additionalProperties":
            known = schema["properties"]
            return f"there is no {next(one for one in value if one not in known)[:40]!r}; there are {', '.join(known)}"
        case "enum":
            return f"{name} is one of {', '.join(schema['enum'])}"
        case "minimum" | "maximum":
            return f"{name} is between {schema['minimum']} and {schema['maximum']}"
        case "minItems" | "maxItems":
            least, most = schema["minItems"], schema["maxItems"]
            return f"{name} has {least if least == most else f'{least} to {most}'} items, not {len(value)}"
        case "maxLength":
            return f"{name} is too long"
        case _:
            return f"{name} is not {'an' if schema['type'][0] in 'aio' else 'a'} {schema['type']}"
