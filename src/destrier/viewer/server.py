"""The viewer's server, which serves only its own pages to this machine."""

from __future__ import annotations

import asyncio
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from destrier.core.tourney import Tourney
from destrier.drawing import scripts
from destrier.support.packaged import on_disk
from destrier.support.resources import processors
from destrier.viewer import openapi, work
from destrier.viewer.api import routes
from destrier.viewer.connections import PromptConnection
from destrier.viewer.frame import PAGES, framed
from destrier.viewer.limits import Limits
from destrier.viewer.work import space_tasks
from destrier.viewer.worker_pool import WorkerPool

STATIC: Final = on_disk(files("destrier.viewer") / "static")

_SHARED: Final = on_disk(scripts.STATIC / "shared")  # modules shared with the pages of single drawings

LOOPBACK: Final = "127.0.0.1"
"""The loopback address, which other machines cannot reach."""

_PROCESSES: Final = 2
"""The number of requests to process at a time, if there are enough processors."""


def make_app(shown: Tourney | None = None, *, seconds: float = 60) -> Starlette:
    """Return the application, which shows a tourney first, and spends some seconds on a request at most."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with WorkerPool(min(_PROCESSES, processors()), seconds).at_work() as pool:
            app.state.pool = pool
            yield

    shared = StaticFiles(directory=STATIC / "shared")
    shared.all_directories.append(_SHARED)
    app = Starlette(
        routes=[
            *routes(),
            Route("/openapi.json", lambda _: JSONResponse(openapi.describe())),
            Mount("/shared", shared),
            *(Route(f"/{address}", _page) for address in PAGES),
            Route("/", _page),
            Mount("/", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Limits)],
        exception_handlers={HTTPException: _refuse, MemoryError: _refuse},
        lifespan=lifespan,
    )
    app.state.file = app.state.space = None
    if shown is not None and space_tasks.is_turned(shown.board):
        app.state.space = space_tasks.with_file(shown)
    elif shown is not None:
        app.state.file = work.to_npy(shown)
    return app


async def _page(request: Request) -> Response:
    return HTMLResponse(framed(request.url.path.removeprefix("/") or "index.html"))


def run(
    shown: Tourney | None = None,
    *,
    host: str = LOOPBACK,
    port: int = 0,
    opened: bool = True,
    tell: Callable[[str], None],
) -> None:
    """Serve the page until Ctrl-C; `tell` is called with the address once the server is ready.

    On any host address, the server answers only pages opened as 127.0.0.1 or localhost; other addresses are for
    containers whose port is published on this machine. A port of 0 is a free one. Raise `OSError` if the port is in
    use, or the address does not belong to this machine.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        page = "boxes.html" if shown is not None and space_tasks.is_turned(shown.board) else ""
        address = f"http://{LOOPBACK}:{listener.getsockname()[1]}/{page}"
        server = Server(make_app(shown), lambda: _announce(address, tell, opened=opened))
        with suppress(KeyboardInterrupt):  # Ctrl-C ends the server
            asyncio.run(server.serve(sockets=[listener]))


def _announce(address: str, tell: Callable[[str], None], *, opened: bool) -> None:
    tell(address)
    if opened:  # a browser without windows would block
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class Server(uvicorn.Server):
    """A server that reports when it is ready."""

    def __init__(self, app: Starlette, when_started: Callable[[], None]) -> None:
        more: dict[str, Any] = {"http": PromptConnection, "ws": "none"}
        super().__init__(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1, **more))
        self._when_started = when_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()


def _refuse(_: Request, error: Exception) -> Response:
    if isinstance(error, MemoryError):
        error = HTTPException(413, "there is not enough memory")
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)
