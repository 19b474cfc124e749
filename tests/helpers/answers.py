"""What the tests of the viewer's server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2 as httpx

__all__ = ["refused"]


def refused(answer: httpx.Response) -> str:
    """The error of a refused request: one line, which is no fault of the server."""
    assert 400 <= answer.status_code < 500
    error = str(answer.json()["error"])
    assert error
    assert len(error.splitlines()) == 1
    assert "went wrong" not in error
    return error
