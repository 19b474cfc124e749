"""The limits of the server, which refuses requests that do not come from its own page before reading them.

Another website in the browser may send requests to this machine, too. They are recognized by `Origin` or
`Sec-Fetch-Site`, or by `Host` if that site's name resolves to this machine.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES: Final = 40_000_000
"""The largest request body in bytes."""

_HOST: Final = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?")

_HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'; object-src 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
}


class Limits:
    """The application, restricted to requests from its own page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse the request, or pass it on and add headers that isolate the page."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        reason = _why_foreign(Headers(scope=scope))
        app = self.app if reason is None else JSONResponse({"error": reason}, 403)
        await app(scope, receive, send_guarded)


def _why_foreign(headers: Headers) -> str | None:
    host = headers.get("host", "")
    if not _HOST.fullmatch(host):
        return "this server answers on this machine only"
    if headers.get("origin", f"http://{host}") != f"http://{host}":
        return "this server answers its own page only"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return "this server answers its own page only: type its address, or copy it"
    return None


async def read_body(request: Request) -> bytes:
    """Return the body of a request, unless it is too large for memory."""
    chunks, size = [], 0
    try:
        async for chunk in request.stream():
            size += len(chunk)
            if size > MOST_BYTES:
                raise HTTPException(413, f"a request has up to {MOST_BYTES:,} bytes")
            chunks.append(chunk)
    except ClientDisconnect:
        raise HTTPException(499, "the request was abandoned") from None
    return b"".join(chunks)
