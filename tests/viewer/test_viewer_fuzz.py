"""The viewer's interface under requests that schemathesis makes of its own description, and under odder ones."""

from __future__ import annotations

import asyncio
import copy
import json
import multiprocessing
import os
import time
from functools import cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import numpy as np
import pytest
import requests
import schemathesis
from helpers.answers import refused
from helpers.marks import examples, exhaustive, is_quick
from hypothesis import strategies as st
from starlette.testclient import TestClient

import destrier as dt
from destrier.core.box import Box
from destrier.drawing import to_text
from destrier.io.json import to_json
from destrier.viewer import openapi, work
from destrier.viewer.api import NPY
from destrier.viewer.server import make_app
from destrier.viewer.work import tour_tasks
from destrier.viewer.worker_pool import Overloaded, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx2 as httpx
    from schemathesis import Case
    from starlette.applications import Starlette
    from starlette.types import Message

    from destrier.jobs.workers import Worker

HOME = "http://127.0.0.1:8000"

DOCUMENT = openapi.describe()


# What is sent

SHAPES = [
    "######\n######\n######\n######\n######\n######",
    "..##..\n.####.\n######\n######\n.####.\n..##..\n",
    " ######\r\n######\t\r\n" * 3,
    "",
    "#",
    "#\u2028#\x00",
]

PATHS = ["445001", " 445001\n", "150017", "0145", "7" * 400, "", "\u0663"]

SMALL = {
    "rows": {"minimum": 3, "maximum": 16},
    "cols": {"minimum": 3, "maximum": 16},
    "sides": {"items": {"type": "integer", "minimum": 1, "maximum": 5}},
    "k": {"minimum": 4, "maximum": 8},
    "shape": {"enum": SHAPES},
    "algorithm": {"enum": list(dt.ALGORITHMS)},
    "find": {"enum": PATHS},
}
"""What is asked for instead of the largest, and of any text: by the names of properties."""


FILE = "application/octet-stream"
"""In place of any type, which would also stand for JSON."""


@cache
def tourneys() -> list[dt.Tourney]:
    lens = dt.Board.from_text("..##..\n.####.\n######\n######\n.####.\n..##..")
    return [
        dt.tour(6, 6, seed=1),
        dt.tour(5, 5, kind="open", seed=1),
        dt.tour(3, 10, seed=2),
        dt.tourney(8, 8, algorithm="concentric-braid"),
        dt.tourney(lens, algorithm="two-factor", seed=1),
    ]


@cache
def arrays() -> list[bytes]:
    return [work.to_npy(tourney).npy for tourney in tourneys()]


@cache
def files() -> list[bytes]:
    texts = [write(tourney) for write in (to_json, to_text) for tourney in tourneys()]
    return arrays() + [text.encode() for text in (*texts, in_space())]


@cache
def in_space() -> str:
    return to_json(dt.tour(Box(3, 4, 5), seed=1))


@st.composite
def spoilt(draw: st.DrawFn, files: list[bytes]) -> bytes:
    """A file of which a few bytes are others, or which ends too early or too late."""
    file = bytearray(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(0, 3))):
        file[draw(st.integers(0, len(file) - 1))] = draw(st.integers(0, 255))
    return bytes(file[: draw(st.integers(0, len(file)))] + draw(st.binary(max_size=9)))


@st.composite
def any_arrays(draw: st.DrawFn) -> bytes:
    """The bytes of an array of any type and shape."""
    shape = tuple(draw(st.lists(st.integers(0, 9), max_size=3)))
    dtype = draw(st.sampled_from(["u1", "<i8", "f4", "?", "S3", "V2", "<M8[s]"]))
    file = BytesIO()
    array = np.zeros(shape, dtype) if dtype != "u1" else np.full(shape, draw(st.integers(0, 255)), np.uint8)
    np.save(file, np.asfortranarray(array) if draw(st.booleans()) else array, allow_pickle=False)
    return file.getvalue()


def whole_or_spoilt(made: Callable[[], list[bytes]]) -> st.SearchStrategy[bytes]:
    """These files, made when the first is drawn, some of them spoilt."""
    return st.deferred(lambda: st.sampled_from(made()) | spoilt(made()))


schemathesis.openapi.media_type(NPY, whole_or_spoilt(arrays) | any_arrays() | st.binary())
schemathesis.openapi.media_type(FILE, whole_or_spoilt(files) | st.binary())


EXAMPLES: dict[str, Any] = {
    "tour": {"rows": 6, "cols": 8, "kind": "open", "start": [0, 1], "algorithm": "two-factor", "seed": 1},
    "tourney": {"rows": 8, "cols": 8, "algorithm": "concentric-braid"},
    "settling": {"rows": 6, "cols": 6, "seed": 1},
    "quartet": {"rows": 16, "cols": 16},
    "lookup": {"rows": 16, "cols": 16, "square": [3, 3]},
    "shape": {"text": "...\n.X.\n..."},
    "finish": {"rows": 6, "cols": 6, "kind": "closed", "path": [[0, 0], [1, 2]]},
    "paths": {"k": 6, "order": "area", "find": "445001", "count": 3},
    "paths-svg": {"k": 6, "symmetry": "half", "box": [6, 5]},
    "path": {"path": "445001"},
    "path-svg": {"path": "445001", "images": True},
    "puzzle": {"rows": 5, "cols": 6, "difficulty": "easy", "seed": 1},
    "puzzle-steps": {"rows": 5, "cols": 6, "kind": "open", "givens": 12, "symmetric": True, "seed": 1},
    "space": {"board": "box", "sides": [3, 4, 5], "seed": 1},
}
"""Requests that are answered."""


def described() -> dict[str, Any]:
    """The description from which requests are made."""
    document: dict[str, Any] = copy.deepcopy(DOCUMENT)
    posted = {path.rpartition("/")[2]: one["post"] for path, one in document["paths"].items() if "post" in one}
    bodies = {name: operation["requestBody"] for name, operation in posted.items()}
    for name, example in (EXAMPLES | {"export-space": json.loads(in_space())}).items():
        content = bodies[name]["content"]["application/json"]
        content["example"] = example
        known = content.get("schema", {}).get("properties", {})
        known.update({key: known[key] | SMALL[key] for key in known.keys() & SMALL})
    for name in ("tour", "tourney", "quartet", "lookup"):  # the fewer wishes, the more are fulfilled
        bodies[name]["content"]["application/json"]["schema"] |= {"required": ["rows", "cols"], "maxProperties": 4}
    for name in ("path", "path-svg"):
        bodies[name]["content"]["application/json"]["schema"]["properties"]["path"]["enum"] = PATHS
    for name in ("puzzle", "puzzle-steps"):  # expert puzzles of larger boards take long
        known = bodies[name]["content"]["application/json"]["schema"]["properties"]
        known.update({side: known[side] | {"maximum": 5} for side in ("rows", "cols")})
    for name in ("read", "read-space"):
        bodies[name]["content"] = {FILE: {}}
    return document


QUICK = ["/api/lookup", "/api/path", "/api/read"]
"""The requests that the quick run sends: with numbers, words and files."""


fuzzed = schemathesis.openapi.from_dict(
    described(),
    config=schemathesis.Config.from_dict(
        {
            "base-url": HOME,
            "seed": 1,
            "generation": {"deterministic": True, "max-examples": examples(6).max_examples, "database": "none"},
            "phases": {"coverage": {"generate-duplicate-query-parameters": True}},
            "checks": {
                "positive_data_acceptance": {"enabled": False},  # there may be no such tour
                "negative_data_rejection": {"enabled": False},  # what is too large here is not there
            },
        }
    ),
)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(tourneys()[0]), base_url=HOME, raise_server_exceptions=False) as started:
        yield started


def send(client: TestClient, case: Case[Any]) -> httpx.Response:
    request: Any = requests.Request(**case.as_transport_kwargs(base_url=HOME)).prepare()
    return client.request(request.method, request.url, content=request.body, headers=dict(request.headers))


@(fuzzed.include(path=QUICK) if is_quick() else fuzzed).parametrize()
def test_answers_whatever_is_sent_as_described(case: Case[Any], client: TestClient) -> None:
    answer = send(client, case)
    case.validate_response(answer)
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert "went wrong" not in error
        assert "died" not in error
    schema = schema_of_body(case)
    if schema is not None:
        assert (answer.status_code == 400) != is_valid(answer.request.content, schema)


def schema_of_body(case: Case[Any]) -> dict[str, Any] | None:
    """What the server says of a body that is JSON; `None` if the case asks for something else."""
    operation = DOCUMENT["paths"][case.path].get(case.method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] | None = content.get("application/json", {}).get("schema")
    return schema


def is_valid(body: Any, schema: dict[str, Any]) -> bool:
    """Whether it is as described, as others read descriptions."""
    try:
        return jsonschema_rs.is_valid(schema, json.loads(body or ""))
    except ValueError:
        return False


# What nobody generates


@pytest.mark.parametrize(
    "body",
    [
        b'{"rows": NaN, "cols": 6}',
        b'{"rows": 6, "cols": 6, "weight": Infinity}',
        b'{"rows": 6, "cols": 6, "weight": 1e999}',
        b'{"rows": 6, "cols": 6, "weight": -1e-9}',
        b'{"rows": 6.5, "cols": 6}',
        b'{"rows": 1e300, "cols": 6}',
        b'{"rows": ' + b"9" * 5000 + b', "cols": 6}',
        b'{"rows": -9223372036854775809, "cols": 6}',
        b'{"rows": 16777216, "cols": 1}',
        b'{"rows": 16777216, "cols": 16777216}',
        b'{"rows": null, "cols": 6}',
        b'{"shape": "\\ud800"}',
        b'{"shape": "\\u0000\\r\\u2028"}',
        b'{"shape": ""}',
        b'{"rows": 6, "cols": 6, "algorithm": "\\ud800\\u2028\\n"}',
        b'{"\\ud800\\u2028\\n": 1}',
        b'{"a": ' * 50_000,
        b"\xff\xfe{}",
        b"{}{}",
        b"\x00",
    ],
)
def test_refuses_odd_json(client: TestClient, body: bytes) -> None:
    refused(client.post("/api/tour", content=body))


@pytest.mark.parametrize("path", ["\\ud800", "\\u2028", "", "7" * 400, "0" * 401, "\\u0663", "18446744073709551616"])
def test_refuses_odd_paths(client: TestClient, path: str) -> None:
    for where in ("path", "path-svg"):
        refused(client.post(f"/api/{where}", content=f'{{"path": "{path}"}}'))


def test_takes_numbers_as_json_has_them(client: TestClient) -> None:
    expected = client.post("/api/tour", content=b'{"rows": 6, "cols": 8, "seed": 1}').content
    for body in (
        b'{"rows": 6.0, "cols": 8e0, "seed": 10E-1}',
        b'{"rows": 7, "rows": 6, "cols": 8, "seed": 1}',  # of two that have a name, the last
        b'\xef\xbb\xbf{"rows": 6, "cols": 8, "seed": 1}',
        '{"rows": 6, "cols": 8, "seed": 1}'.encode("utf-16"),
    ):
        for media_type in ("application/json", "text/plain", "", "\xff"):
            answer = client.post("/api/tour", content=body, headers={b"content-type": media_type.encode("latin-1")})
            assert answer.content == expected


@pytest.mark.parametrize(
    "query",
    [
        "seed=",
        "seed",
        "seed=%ff",
        "seed=%C2%B2",
        "seed=+1",
        "seed=1_0",
        "seed=-0",
        "seed=" + "1" * 60_000,
        "seed=1&seed=1",
        "seed=1&seed=2",
        "%00=%00",
        "a%0d%0ab=1",
        "=1",
    ],
)
def test_refuses_odd_queries(client: TestClient, query: str) -> None:
    assert client.post(f"/api/join?{query}", content=arrays()[0]).status_code == 400


@pytest.mark.parametrize("start", ["", ",", "1", "1,2,3", "1,x", "1000001,0", "-1,0"])
def test_refuses_odd_starts(client: TestClient, start: str) -> None:
    refused(client.post(f"/api/export?format=txt&start={start}", content=arrays()[1]))


@pytest.mark.parametrize("name", ["join", "path-svg", "export", "read-space"])
def test_a_path_ends_where_it_ends(client: TestClient, name: str) -> None:
    """A `$` also stands before a newline: what follows must not reach a header, or a look-up."""
    refused(client.post(f"/api/{name}%0A?format=txt", content=b"x"))
    for path in (f"/api/{name}/", f"/api//{name}", f"/api/{name}%00", f"/api/{name}%2f"):
        assert client.post(path, content=b"x").status_code in (404, 405)


@pytest.mark.parametrize("path", ["/%00", "/a%00.js", "/" + "a" * 300, "/" + "a/" * 3000, "/%ed%a0%80", "/%ff", "/api"])
def test_there_is_no_such_file(client: TestClient, path: str) -> None:
    assert refused(client.get(path)) == "Not Found"


def test_says_by_which_method_it_is_asked(client: TestClient) -> None:
    for path, operations in DOCUMENT["paths"].items():
        (method,) = operations
        for other in {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "FOO"} - {method.upper()}:
            answer = client.request(other, path)
            if (other, method) == ("HEAD", "get"):
                assert answer.status_code in (200, 204)
                continue
            assert answer.status_code == 405
            assert method.upper() in answer.headers["allow"]
            assert other == "HEAD" or refused(answer) == "Method Not Allowed"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:",
        "127.0.0.1:\xb2",
        "127.0.0.1:-1",
        "127.0.0.1:123456",
        "127.0.0.1 ",
        "localhost\t",
        "::1",
        "a" * 60_000,
    ],
)
def test_refuses_odd_hosts(client: TestClient, host: str) -> None:
    assert client.get("/openapi.json", headers={b"host": host.encode("latin-1")}).status_code == 403


# What takes long, or is not waited for


async def ask(app: Starlette, path: str, *messages: Message) -> int:
    """The status of the answer to a request of which these messages are received: that it is gone, amid the work."""
    waiting, sent = list(messages), []

    async def receive() -> Message:
        if waiting == [GONE] and not messages[0]["more_body"]:
            await app.state.begun.wait()
        return waiting.pop(0) if waiting else await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    await app(scope, receive, send)
    return int(sent[0]["status"])


def body(content: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": content, "more_body": more}


GONE = {"type": "http.disconnect"}
LONG = b'{"rows": 4000, "cols": 4000}'


@exhaustive
def test_survives_requests_that_are_abandoned_or_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> list[int]:
        app = make_app()
        app.state.begun = asyncio.Event()
        delegate = WorkerPool._delegate

        async def told(self: WorkerPool, worker: Worker, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
            if task is not tour_tasks.warm_up:
                app.state.begun.set()
            return await delegate(self, worker, task, arguments)

        monkeypatch.setattr(WorkerPool, "_delegate", told)
        async with app.router.lifespan_context(app):
            statuses = [
                await ask(app, "/api/join", body(b"x", more=True), GONE),
                *await asyncio.gather(*(ask(app, "/api/tour", body(LONG), GONE) for _ in range(3))),
            ]
            app.state.pool.seconds = 0.2  # which no machine needs less for
            statuses += await asyncio.gather(*(ask(app, "/api/tour", body(LONG)) for _ in range(2)))
            app.state.pool.seconds = 60
            return [*statuses, await ask(app, "/api/tour", body(b'{"rows": 6, "cols": 6}'))]

    assert asyncio.run(use()) == [499, 499, 499, 499, 408, 408, 200]


@pytest.mark.parametrize("side", [1, 3])
def test_ends_the_film_of_a_network_that_never_settles(client: TestClient, side: int) -> None:
    answer = client.post("/api/settling", json={"rows": side, "cols": side, "seed": 0})
    assert answer.status_code == 200
    assert np.load(BytesIO(answer.content)).shape == (10_001, side, side)


def test_refuses_what_is_too_much_at_a_time() -> None:
    async def use() -> None:
        async with WorkerPool(1).at_work() as pool:
            waiting = [asyncio.create_task(pool.do(time.sleep, 60)) for _ in range(8)]
            await asyncio.sleep(0)
            with pytest.raises(Overloaded):
                await pool.do(os.getpid)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert await pool.do(os.getpid) != os.getpid()

    asyncio.run(use())


def test_replaces_processes_that_die_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        monkeypatch.setattr(tour_tasks, "warm_up", partial(os._exit, 1))
        async with WorkerPool(1).at_work() as pool:
            assert (await pool.do(os.getpid)).kind == "MemoryError"
            monkeypatch.undo()
            answers = [await pool.do(os.getpid) for _ in range(2)]
            assert isinstance(answers[-1], int)

    asyncio.run(use())


def test_leaves_no_process() -> None:
    async def use() -> None:
        async with WorkerPool(2).at_work():
            await asyncio.sleep(0)

    before = set(multiprocessing.active_children())
    asyncio.run(use())
    left = set(multiprocessing.active_children()) - before
    for process in left:
        process.join(5)
        assert not process.is_alive()
