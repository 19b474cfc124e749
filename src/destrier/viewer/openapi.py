"""The OpenAPI description of the interface, made from the table and schemas that the server uses."""

from __future__ import annotations

from typing import Any, Final

from destrier.support.version import __version__
from destrier.viewer import schemas
from destrier.viewer.api import ENDPOINTS, JSON, Endpoint

_FOREIGN: Final = {403: "refused: it does not come from the viewer's own page"}

_REFUSED: Final = {
    400: "refused: it is not as described here",
    408: "given up: it takes too long",
    413: "refused: it is too large, or there is not enough memory",
    422: "there is none, or not of this: why, in a line",
    429: "refused: the server is too busy at the moment",
}
"""Error statuses of requests that start work."""


def describe() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "destrier", "version": __version__, "summary": "What the viewer's page asks its server"},
        "paths": {endpoint.path: {endpoint.method.lower(): _operation(endpoint)} for endpoint in ENDPOINTS},
        "components": {"schemas": {"Error": schemas.ERROR}},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.path.rpartition("/")[2],
        "responses": _responses(endpoint),
    }
    if endpoint.query:
        operation["parameters"] = [
            {"name": name, "in": "query", "required": name in endpoint.required, "schema": schema, "explode": False}
            for name, schema in endpoint.query.items()
        ]
    if endpoint.method == "POST":
        takes = endpoint.takes or JSON
        operation["requestBody"] = {"required": True, "content": {takes: _content(endpoint.schema)}}
    return operation


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    gives = (JSON,) if endpoint.answer else endpoint.gives
    done: dict[str, Any] = {
        "200": {"description": "done", "content": {name: _content(endpoint.answer) for name in gives}}
    }
    if endpoint.or_nothing:
        done["204"] = {"description": "there is none"}
    error = {"application/json": _content({"$ref": "#/components/schemas/Error"})}
    refused = _FOREIGN | (_REFUSED if endpoint.method == "POST" else {})
    return done | {str(status): {"description": refused[status], "content": error} for status in sorted(refused)}


def _content(schema: schemas.Schema | None) -> dict[str, Any]:
    """Return the description of a body; nothing if it is bytes."""
    return {} if schema is None else {"schema": schema}
