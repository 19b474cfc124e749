"""Slow clients: whoever sends or reads too slowly is disconnected, and nobody else."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from destrier.viewer import connections
from destrier.viewer.limits import read_body
from destrier.viewer.server import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from starlette.requests import Request

SOON, LATE = 0.05, 600.0

LARGE = bytes(50_000_000)
"""An answer that no buffer of the system holds."""

TOO_SLOW = b'{"error": "the request arrives too slowly"}'


class Client(NamedTuple):
    """What a client reads and writes, and the server whose connections it may look at."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    server: Server

    async def is_cut(self) -> bytes:
        """What is still answered before the connection ends, by which side ever."""
        answered = b""
        try:
            while more := await self.reader.read(1 << 16):
                answered += more
        except ConnectionResetError:
            pass
        return answered

    async def ask(self, head: str, body: bytes = b"") -> tuple[int, bytes]:
        """The status and the body of the answer to a request."""
        self.writer.write(f"{head}\r\nHost: x\r\n\r\n".encode() + body)
        return await self.answer()

    async def answer(self) -> tuple[int, bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].split()[0])
        return int(head.split()[1]), await self.reader.readexactly(length)


async def _size(request: Request) -> Response:
    return PlainTextResponse(str(len(await read_body(request))))


async def _slowly(request: Request) -> Response:
    """Take longer than any limit of a request."""
    size = len(await read_body(request))
    await asyncio.sleep(4 * SOON)
    return PlainTextResponse(str(size))


async def _refuse(_: Request) -> Response:
    raise HTTPException(403, "before the body is read")


async def _large(_: Request) -> Response:
    return Response(LARGE)


async def _just_too_large(request: Request) -> Response:
    """Answer what fills the buffers of the system, and a little more."""
    (connection,) = request.app.state.server.server_state.connections

    async def parts() -> AsyncIterator[bytes]:
        while not connection.transport.get_write_buffer_size():
            yield bytes(1000)

    return StreamingResponse(parts())


@asynccontextmanager
async def connected() -> AsyncIterator[Client]:
    """A client that is connected to a server of its own."""
    kinds = {
        "/size": _size,
        "/slowly": _slowly,
        "/refuse": _refuse,
        "/large": _large,
        "/just-too-large": _just_too_large,
    }
    app = Starlette(routes=[Route(path, work, methods=["GET", "POST"]) for path, work in kinds.items()])
    started = asyncio.Event()
    server = app.state.server = Server(app, started.set)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve([listener]))
        await started.wait()
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        yield Client(reader, writer, server)
        writer.close()
        server.should_exit = True
        await serving


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():  # noqa: ASYNC110 (the server tells nobody)
        await asyncio.sleep(0.001)


def limit(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    """Let these limits be soon over, and no others."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(connections, name, seconds.get(name, LATE))


def run(test: Coroutine[None, None, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 60))


@pytest.mark.parametrize("sent", [b"", b"GET /size HTTP/1.1\r\nHost", b"POST /size HTTP/1.1\r\nX: y\r\n"])
def test_a_head_that_does_not_come(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, HEAD_SECONDS=SOON)

    async def use() -> None:
        async with connected() as client:
            client.writer.write(sent)
            assert await client.is_cut() == b""

    run(use())


def test_a_head_that_comes_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the second one of a connection, as each byte stops the clock by which idle connections are closed."""
    limit(monkeypatch, HEAD_SECONDS=4 * SOON)

    async def use() -> None:
        async with connected() as client:
            assert await client.ask("GET /size HTTP/1.1") == (200, b"0")
            cut = asyncio.create_task(client.is_cut())
            while not cut.done():
                client.writer.write(b"G")
                await asyncio.sleep(SOON / 10)
            assert await cut == b""

    run(use())


@pytest.mark.parametrize("sent", [b"", b"12345"])
def test_a_body_that_does_not_come(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, BODY_SECONDS=SOON)

    async def use() -> None:
        async with connected() as client:
            assert await client.ask("POST /size HTTP/1.1\r\nContent-Length: 10", sent) == (408, TOO_SLOW)
            assert await client.is_cut() == b""

    run(use())


def test_a_body_that_comes_after_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte by byte, and never whole."""
    limit(monkeypatch, BODY_SECONDS=4 * SOON)

    async def use() -> None:
        async with connected() as client:
            head = "POST /refuse HTTP/1.1\r\nContent-Length: 1000000"
            assert await client.ask(head) == (403, b"before the body is read")
            cut = asyncio.create_task(client.is_cut())
            while not cut.done():
                client.writer.write(b"x")
                await asyncio.sleep(SOON / 10)
            assert await cut == b""

    run(use())


@pytest.mark.parametrize("path", ["large", "just-too-large"])
def test_an_answer_that_is_not_read(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, ANSWER_SECONDS=SOON)

    async def use() -> None:
        async with connected() as client:
            client.writer.write(f"GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            held = client.server.server_state.connections
            await until(lambda: bool(held))
            await until(lambda: not held)  # the reader stops where its buffer is full
            assert len(await client.is_cut()) < len(LARGE)

    run(use())


def test_who_waits_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """For work that takes longer than a request may; with one request after another, and with large answers."""
    limit(monkeypatch, BODY_SECONDS=2 * SOON, HEAD_SECONDS=2 * SOON)

    async def use() -> None:
        async with connected() as client:
            for _ in range(2):
                assert await client.ask("POST /slowly HTTP/1.1\r\nContent-Length: 3", b"abc") == (200, b"3")
            both = ("POST /slowly HTTP/1.1\r\nContent-Length: 3\r\nHost: x\r\n\r\nabc", "GET /slowly HTTP/1.1")
            assert await client.ask("".join(both)) == (200, b"3")
            assert await client.answer() == (200, b"0")
            assert await client.ask("GET /large HTTP/1.1") == (200, LARGE)

    run(use())
