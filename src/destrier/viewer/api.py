"""The endpoints of the server: each parses a request, runs one function of `work`, and answers.

An error is `{"error": "one line"}` with a status from 400 to 499.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router

from destrier.core.request import CHOSEN, STYLE
from destrier.desk.algorithms import ALGORITHMS
from destrier.viewer import schemas, work
from destrier.viewer.limits import read_body
from destrier.viewer.work import film_tasks, path_tasks, play, puzzle_tasks, space_tasks, tour_tasks
from destrier.viewer.worker_pool import Overloaded, TooSlow, WorkerPool

NPY: Final = "application/x-npy"
JSON: Final = "application/json"
_SVG: Final = "image/svg+xml"
_ROOM: Final = "/api"

_TEXT: Final[schemas.Schema] = {"type": "string"}

_STATUS: Final = {"MemoryError": 413, "Fault": 422, "InvalidTourney": 422, "NoSuchTour": 422}


@dataclass(frozen=True)
class Endpoint:
    """A request that the server answers, with its description."""

    path: str
    summary: str
    task: Callable[..., Any] | None = None
    """The function that the pool calls with the body, a value or bytes, and the query parameters in order."""
    schema: schemas.Schema | None = None
    """The schema of a JSON body."""
    answer: schemas.Schema | None = None
    """The schema of a JSON answer."""
    takes: str | None = None
    """The media type of a body without a schema."""
    gives: tuple[str, ...] = (NPY,)
    """The media types of an answer without a schema."""
    query: dict[str, schemas.Schema] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    """The required query parameters."""
    handler: Callable[[Request, Endpoint], Awaitable[Response]] | None = None
    """A handler for special cases, instead of a task."""
    or_nothing: bool = False
    """Whether the answer may be 204, no content."""

    @property
    def method(self) -> str:
        """The HTTP method: GET for endpoints without a body."""
        return "POST" if self.schema or self.takes else "GET"

    async def respond(self, request: Request) -> Response:
        """Do the task, and answer with its result."""
        if self.handler is not None:
            return await self.handler(request, self)
        assert self.task is not None
        given = _query(request, self)
        body = await read_body(request) if self.schema is None else await _json(request, self.schema)
        values = [given.get(name, schema.get("default")) for name, schema in self.query.items()]
        result = await _do(request, self.task, body, *values)
        if isinstance(result, work.Made):
            return _tourney(result)
        if isinstance(result, bytes):
            return Response(result, media_type=NPY)
        if isinstance(result, str):
            return _attached(result, _SVG, f"{self.path.rpartition('/')[2].removesuffix('-svg')}.svg")
        return JSONResponse(result)


def routes() -> list[BaseRoute]:
    """Return all endpoints under a mount of their own, so that a wrong method does not fall through to the files."""
    table = [Route(one.path.removeprefix(_ROOM), one.respond, methods=[one.method]) for one in ENDPOINTS]
    return [Mount(_ROOM, Router(table, redirect_slashes=False))]


# Parsing


async def _json(request: Request, schema: schemas.Schema) -> dict[str, Any]:
    body = await read_body(request)
    try:
        value = json.loads(body, parse_float=_number, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if fault := schemas.check(value, schema):
        raise HTTPException(400, fault)
    assert isinstance(value, dict)
    return value


def _number(text: str) -> float:
    """Return a number; 8.0 is an integer, as in the schemas."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _query(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    """Return the given query parameters of the endpoint, by name."""
    given = request.query_params.multi_items()
    found = {name: _parse(text, endpoint.query.get(name, _TEXT)) for name, text in given}
    if len(found) < len(given):
        raise HTTPException(400, "a parameter is given twice")
    properties = endpoint.query
    known = {"type": "object", "additionalProperties": False, "required": endpoint.required, "properties": properties}
    if fault := schemas.check(found, known):
        raise HTTPException(400, fault)
    return found


def _parse(text: str, schema: schemas.Schema) -> Any:
    """Return the value of a query parameter."""
    if schema["type"] == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if schema["type"] == "integer":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
    if schema["type"] == "array":
        return [_parse(item, schema["items"]) for item in text.split(",")]
    return text


# Answering


async def _do(request: Request, task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task in the pool; an abandoned request ends it."""
    pool: WorkerPool = request.app.state.pool
    working = asyncio.ensure_future(pool.do(task, *arguments))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(499, "the request was abandoned")
        result = working.result()
    except Overloaded:
        raise HTTPException(429, "the server is too busy at the moment: try again") from None
    except TooSlow:
        raise HTTPException(408, f"this takes more than {pool.seconds:g} s: try a smaller board") from None
    finally:
        working.cancel()
        leaving.cancel()
    if isinstance(result, work.Failure):
        raise HTTPException(_STATUS.get(result.kind, 422), result.error)
    return result


async def _left(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _tourney(made: work.Made) -> Response:
    told = {
        "tour-start": None if made.start is None else f"{made.start[0]},{made.start[1]}",
        "tour-recipe": made.recipe,
    }
    headers = {name: value for name, value in told.items() if value is not None}
    return Response(made.npy, media_type=NPY, headers=headers)


def _attached(file: bytes | str, media_type: str, name: str) -> Response:
    return Response(file, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})


# Endpoints


async def _can(_: Request, __: Endpoint) -> Response:
    answers = [one.path.removeprefix(f"{_ROOM}/") for one in ENDPOINTS]
    formats = [f"export/{name}" for name in tour_tasks.EXPORTS]
    return JSONResponse({"answers": [*answers, *formats], "most_squares": work.MOST_SQUARES})


async def _algorithms(_: Request, __: Endpoint) -> Response:
    table = [
        {
            "name": row.name,
            "boards": row.boards,
            "shapes": row.boards.startswith("any shape"),
            "source": row.source,
            "yields": row.yields.split(", "),
            "kinds": row.kinds,
            "options": [name for name in row.options if name in STYLE],
            "random": row.random,
        }
        for row in ALGORITHMS.values()
    ]
    properties = schemas.TOUR["properties"]
    values = {name: properties[name]["enum"] for name in CHOSEN}
    return JSONResponse({"algorithms": table, "values": values})


async def _engine(request: Request, _: Endpoint) -> Response:
    pool: WorkerPool = request.app.state.pool
    done, of = pool.compilation.total
    return JSONResponse({"done": done, "of": of})


async def _file(request: Request, _: Endpoint) -> Response:
    made: work.Made | None = request.app.state.file
    return Response(status_code=204) if made is None else _tourney(made)


async def _space_file(request: Request, _: Endpoint) -> Response:
    space: dict[str, object] | None = request.app.state.space
    return Response(status_code=204) if space is None else JSONResponse(space)


async def _export(request: Request, endpoint: Endpoint) -> Response:
    query = _query(request, endpoint)
    name, start = query.pop("format"), query.pop("start", None)
    npy = await read_body(request)
    file = await _do(request, tour_tasks.export, npy, name, start and tuple(start), query)
    made = tour_tasks.EXPORTS[name]
    return _attached(file, made.media_type, f"tour{made.suffix}")


async def _export_space(request: Request, endpoint: Endpoint) -> Response:
    query = _query(request, endpoint)
    name = query.pop("format")
    file = await _do(request, space_tasks.export, await read_body(request), name, query)
    suffix, media_type = space_tasks.SPACE_EXPORTS[name]
    return _attached(file, media_type, f"tour{suffix}")


_RECIPE: Final = {"recipe": {"type": "string", "maxLength": work.LONGEST_RECIPE}}
_SEEDED: Final = {"seed": schemas.SEED, **_RECIPE}
_MIXED: Final = {**_SEEDED, "method": {"type": "string", "enum": ["mix", "parberry"], "default": "mix"}}
_READ: Final = {"format": {"type": "string", "maxLength": 100}}
_EXPORT: Final = {
    **_RECIPE,
    "format": {"type": "string", "enum": list(tour_tasks.EXPORTS)},
    "start": schemas.TOUR["properties"]["start"],
    "style": schemas.STYLE,
    "colour_by": {"type": "string", "enum": ["cycles", "tour"]},
    **{name: {"type": "boolean"} for name in ("numbers", "rails", "turns", "crossings")},
}
_WORKSHEET: Final = {
    "every": {"type": "integer", "minimum": 1, "maximum": 900, "default": 8},
    "start": schemas.TOUR["properties"]["start"],
}
_EXPORT_SPACE: Final = {
    "format": {"type": "string", "enum": list(space_tasks.SPACE_EXPORTS)},
    **{name: _EXPORT[name] for name in ("numbers", "colour_by")},
}

ENDPOINTS: Final = (
    Endpoint("/api/engine", "Return the progress of the one-time compilation", handler=_engine, answer=schemas.ENGINE),
    Endpoint("/api/can", "List what is answered", handler=_can, answer=schemas.CAN),
    Endpoint(
        "/api/algorithms", "List the algorithms and their options", handler=_algorithms, answer=schemas.ALGORITHMS
    ),
    Endpoint("/api/file", "Return the tourney that the viewer was started with", handler=_file, or_nothing=True),
    Endpoint(
        "/api/space-file",
        "Return the tour of a box, a surface or a board in layers that the viewer was started with",
        handler=_space_file,
        answer=schemas.TOUR_IN_SPACE,
        or_nothing=True,
    ),
    Endpoint("/api/tour", "Make a tour", tour_tasks.make_tour, schemas.TOUR),
    Endpoint("/api/tourney", "Make a tourney", tour_tasks.make_tourney, schemas.TOURNEY),
    Endpoint("/api/join", "Join the cycles of a tourney", tour_tasks.join, takes=NPY, query=_SEEDED),
    Endpoint("/api/shatter", "Shatter a tourney", tour_tasks.shatter, takes=NPY, query=_SEEDED),
    Endpoint("/api/obfuscate", "Make a random-looking tour", tour_tasks.obfuscate, takes=NPY, query=_MIXED),
    Endpoint(
        "/api/obfuscation",
        "Return the stages of an obfuscation",
        film_tasks.obfuscation,
        takes=NPY,
        query=_MIXED,
        required=("seed",),
    ),
    Endpoint("/api/settling", "Return the network as it settles", film_tasks.settling, schemas.NETWORK),
    Endpoint(
        "/api/quartet",
        "Return the ride of the formation's four knights",
        film_tasks.quartet,
        schemas.BOARD,
        schemas.QUARTET_RIDE,
    ),
    Endpoint(
        "/api/lookup",
        "Look up a move or a square of the formation's tour",
        tour_tasks.look_up,
        schemas.LOOKUP,
        schemas.LOOKED_UP,
    ),
    Endpoint("/api/measure", "Measure it", tour_tasks.measure, takes=NPY, answer=schemas.MEASURES),
    Endpoint(
        "/api/worksheet",
        "Choose the numbers to give on a worksheet",
        tour_tasks.worksheet,
        takes=NPY,
        answer=schemas.WORKSHEET,
        query=_WORKSHEET,
    ),
    Endpoint(
        "/api/export",
        "Write a tourney to a file",
        handler=_export,
        takes=NPY,
        gives=tuple(dict.fromkeys(made.media_type for made in tour_tasks.EXPORTS.values())),
        query=_EXPORT,
        required=("format",),
    ),
    Endpoint(
        "/api/read", "Read a tourney from a file", tour_tasks.read, takes="*/*", query=_READ, required=("format",)
    ),
    Endpoint("/api/shape", "Read a drawing of a board", tour_tasks.read_shape, schemas.DRAWN_SHAPE, schemas.READ_SHAPE),
    Endpoint(
        "/api/why", "Say why a board has no tour, if a theorem does", tour_tasks.why_no_tour, schemas.SHAPE, schemas.WHY
    ),
    Endpoint(
        "/api/trim", "Leave out squares that are in the way of a tour", tour_tasks.trim, schemas.TRIM, schemas.TRIMMED
    ),
    Endpoint("/api/finish", "Say whether a path can become a tour", play.finish, schemas.FINISH, schemas.FINISHED),
    Endpoint(
        "/api/paths",
        "List some of the classes of closed paths of a length",
        path_tasks.list_part,
        schemas.PATHS,
        schemas.LISTED_PATHS,
    ),
    Endpoint("/api/path", "Describe a closed path", path_tasks.describe_class, schemas.PATH, schemas.DESCRIBED_PATH),
    Endpoint(
        "/api/paths-svg",
        "Draw the classes of closed paths on a sheet",
        path_tasks.draw_list,
        schemas.PATHS,
        gives=(_SVG,),
    ),
    Endpoint("/api/path-svg", "Draw a closed path, or its images", path_tasks.draw_class, schemas.PATH, gives=(_SVG,)),
    Endpoint("/api/puzzle", "Make a puzzle", puzzle_tasks.make, schemas.PUZZLE, schemas.MADE_PUZZLE),
    Endpoint(
        "/api/puzzle-steps", "Solve a puzzle as a person does", puzzle_tasks.explain, schemas.PUZZLE, schemas.STEPS
    ),
    Endpoint(
        "/api/space",
        "Make a tour of a box, of a surface or of a board of three dimensions",
        space_tasks.make,
        schemas.SPACE,
        schemas.TOUR_IN_SPACE,
    ),
    Endpoint(
        "/api/read-space",
        "Read a tour of a box, of a surface or of a board of three dimensions",
        space_tasks.read,
        takes="*/*",
        answer=schemas.TOUR_IN_SPACE,
        query={"format": {**_READ["format"], "default": "json"}},
    ),
    Endpoint(
        "/api/export-space",
        "Write a tour of a box, of a surface or of a board of three dimensions to a file",
        handler=_export_space,
        takes=JSON,
        gives=tuple(dict.fromkeys(media_type for _, media_type in space_tasks.SPACE_EXPORTS.values())),
        query=_EXPORT_SPACE,
        required=("format",),
    ),
)
"""All endpoints."""
