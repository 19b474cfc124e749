"""The description of the interface, made of the same table and schemas that the server uses."""

from __future__ import annotations

from typing import Any

from destrier import __version__
from destrier.viewer.api import ENDPOINTS, Endpoint

__all__ = ["describe"]


def describe() -> dict[str, Any]:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "destrier", "version": __version__, "summary": "What the viewer's page asks its server"},
        "paths": {endpoint.path: {endpoint.method.lower(): _operation(endpoint)} for endpoint in ENDPOINTS},
        "components": {
            "schemas": {
                "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}},
            }
        },
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.path.rpartition("/")[2],
        "responses": {
            "200": {"description": "done", "content": {endpoint.gives: {}}},
            "4XX": {"description": "refused, or there is none: why, in a line", "content": error},
        },
    }
    if endpoint.query:
        operation["parameters"] = [
            {"name": name, "in": "query", "required": name == "format", "schema": schema, "explode": False}
            for name, schema in endpoint.query.items()
        ]
    if endpoint.takes:
        content = {"schema": endpoint.schema} if endpoint.schema else {}
        operation["requestBody"] = {"required": True, "content": {endpoint.takes: content}}
    return operation
