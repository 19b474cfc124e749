"""What the page asks the server: each endpoint parses, has one function of `work` done, and answers.

An error is `{"error": "one line"}` with a status from 400 on; there is none from 500 on.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from destrier.algorithms import ALGORITHMS
from destrier.viewer import schemas, work
from destrier.viewer.crew import Crew, Overloaded, TooSlow
from destrier.viewer.limits import read_body
from destrier.viewer.work import play, tours

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

__all__ = ["ENDPOINTS", "NPY", "Endpoint", "routes"]

NPY: Final = "application/x-npy"
_JSON: Final = "application/json"

_STATUS: Final = {"MemoryError": 413, "Fault": 422, "InvalidTourney": 422, "NoSuchTour": 422}


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked, and how it is described."""

    path: str
    summary: str
    handler: Callable[[Request], Awaitable[Response]]
    method: str = "POST"
    takes: str | None = None
    """The media type of the body."""
    schema: schemas.Schema | None = None
    """Of a body that is JSON."""
    gives: str = NPY
    query: dict[str, schemas.Schema] = field(default_factory=dict)


def routes() -> list[Route]:
    """All endpoints."""
    return [Route(endpoint.path, endpoint.handler, methods=[endpoint.method]) for endpoint in ENDPOINTS]


# Parsing


async def _json(request: Request, schema: schemas.Schema) -> dict[str, Any]:
    body = await read_body(request)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if fault := schemas.check(value, schema):
        raise HTTPException(400, fault)
    assert isinstance(value, dict)
    return value


def _query(request: Request) -> dict[str, Any]:
    """The parameters that the endpoint takes, by name; those not given are left out."""
    known = next(endpoint.query for endpoint in ENDPOINTS if endpoint.path == request.scope["path"])
    found = {}
    for name, text in request.query_params.items():
        if name not in known:
            raise HTTPException(400, f"there is no {name[:40]!r}; there are {', '.join(known) or 'no parameters'}")
        found[name] = _parse(text, known[name])
        if fault := schemas.check(found[name], known[name], name):
            raise HTTPException(400, fault)
    return found


def _parse(text: str, schema: schemas.Schema) -> Any:
    """The value that a text of the address means."""
    if schema["type"] == "boolean":
        return {"true": True, "false": False}.get(text, text)
    if schema["type"] == "integer":
        return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text
    if schema["type"] == "array":
        return [_parse(item, schema["items"]) for item in text.split(",")]
    return text


# Answering


async def _do(request: Request, task: Callable[..., Any], *arguments: Any) -> Any:
    """Have the crew do it; an abandoned request ends it."""
    crew: Crew = request.app.state.crew
    working = asyncio.ensure_future(crew.do(task, *arguments))
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(499, "the request was abandoned")
        result = working.result()
    except Overloaded:
        raise HTTPException(429, "too much is being done at the moment: try again") from None
    except TooSlow:
        raise HTTPException(408, f"this takes more than {crew.seconds:g} s: try a smaller board") from None
    finally:
        working.cancel()
        leaving.cancel()
    if isinstance(result, work.Failure):
        raise HTTPException(_STATUS.get(result.kind, 422), result.error)
    return result


async def _left(request: Request) -> None:
    """Return when nobody waits for the answer any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _tourney(made: work.Made) -> Response:
    headers = {} if made.start is None else {"tour-start": f"{made.start[0]},{made.start[1]}"}
    return Response(made.npy, media_type=NPY, headers=headers)


# Endpoints


async def _algorithms(_: Request) -> Response:
    table = [
        {
            "name": row.name,
            "boards": row.boards,
            "source": row.source,
            "yields": [name for name in row.yields.split(", ") if name],
            "kinds": row.kinds,
            "options": [name for name in row.options if name in ("heel", "minimize", "weight")],
            "random": row.random,
        }
        for row in ALGORITHMS.values()
    ]
    properties = schemas.TOUR["properties"]
    values = {name: properties[name]["enum"] for name in ("kind", "symmetry", "heel", "minimize")}
    return JSONResponse({"algorithms": table, "values": values, "most_squares": work.MOST_SQUARES})


async def _file(request: Request) -> Response:
    made: work.Made | None = request.app.state.file
    if made is None:
        return Response(status_code=204)
    return _tourney(made)


async def _make_tour(request: Request) -> Response:
    return _tourney(await _do(request, tours.make_tour, await _json(request, schemas.TOUR)))


async def _make_tourney(request: Request) -> Response:
    return _tourney(await _do(request, tours.make_tourney, await _json(request, schemas.TOURNEY)))


async def _change(request: Request, task: Callable[..., work.Made], *names: str) -> Response:
    query = _query(request)
    npy = await read_body(request)
    return _tourney(await _do(request, task, npy, *map(query.get, ("seed", *names))))


async def _obfuscate(request: Request) -> Response:
    query = _query(request)
    npy = await read_body(request)
    return _tourney(await _do(request, tours.obfuscate, npy, query.get("seed"), query.get("method", "mix")))


async def _measure(request: Request) -> Response:
    return JSONResponse(await _do(request, tours.measure, await read_body(request)))


async def _export(request: Request) -> Response:
    query = _query(request)
    if "format" not in query:
        raise HTTPException(400, "format is missing")
    name, start = query.pop("format"), query.pop("start", None)
    npy = await read_body(request)
    file = await _do(request, tours.export, npy, name, start and tuple(start), query)
    suffix, _, media_type, _ = tours.EXPORTS[name]
    return Response(
        file, media_type=media_type, headers={"content-disposition": f'attachment; filename="tour{suffix}"'}
    )


async def _read(request: Request) -> Response:
    query = _query(request)
    if "format" not in query:
        raise HTTPException(400, "format is missing")
    return _tourney(await _do(request, tours.read, await read_body(request), query["format"]))


async def _answer(request: Request, task: Callable[..., object], schema: schemas.Schema) -> Response:
    return JSONResponse(await _do(request, task, await _json(request, schema)))


def _question(path: str, summary: str, task: Callable[..., object], schema: schemas.Schema) -> Endpoint:
    """An endpoint that takes JSON of a schema, and gives the JSON that a task makes of it."""
    handler = partial(_answer, task=task, schema=schema)
    return Endpoint(path, summary, handler, takes=_JSON, schema=schema, gives=_JSON)


_SEEDED: Final = {"seed": schemas.SEED}
_METHOD: Final = {"method": {"type": "string", "enum": ["mix", "parberry"]}}
_READ: Final = {"format": {"type": "string", "enum": list(tours.READ)}}
_EXPORT: Final = {
    "format": {"type": "string", "enum": list(tours.EXPORTS)},
    "start": schemas.TOUR["properties"]["start"],
    **{name: {"type": "boolean"} for name in ("numbers", "rails", "turns", "crossings")},
}

ENDPOINTS: Final = (
    Endpoint("/api/algorithms", "The algorithms, and what they take", _algorithms, method="GET", gives=_JSON),
    Endpoint("/api/file", "The tourney with which the viewer was started, if any", _file, method="GET"),
    Endpoint("/api/tour", "Make a tour", _make_tour, takes=_JSON, schema=schemas.TOUR),
    Endpoint("/api/tourney", "Make a tourney", _make_tourney, takes=_JSON, schema=schemas.TOURNEY),
    Endpoint("/api/join", "Join its cycles", partial(_change, task=tours.join), takes=NPY, query=_SEEDED),
    Endpoint("/api/shatter", "Break it into cycles", partial(_change, task=tours.shatter), takes=NPY, query=_SEEDED),
    Endpoint("/api/obfuscate", "Make it random-looking", _obfuscate, takes=NPY, query={**_SEEDED, **_METHOD}),
    Endpoint("/api/measure", "Measure it", _measure, takes=NPY, gives=_JSON),
    Endpoint("/api/export", "Write it to a file", _export, takes=NPY, gives="*/*", query=_EXPORT),
    Endpoint("/api/read", "Read it from a file", _read, takes="*/*", query=_READ),
    _question("/api/finish", "Whether a path can be a tour", play.finish, schemas.FINISH),
)
"""All that can be asked."""
