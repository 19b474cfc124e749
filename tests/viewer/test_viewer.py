"""The viewer's server: what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

import httpx2 as httpx
import numpy as np
import pytest
from helpers.answers import refused
from helpers.commands import without_compilation
from helpers.hostile import tags
from helpers.marks import exhaustive, posix
from helpers.pages import served
from starlette.testclient import TestClient

import destrier as dt
from destrier.cli import run
from destrier.drawing import scripts
from destrier.io.formats import FORMATS
from destrier.support.errors import InvalidTourney
from destrier.viewer import gallery, limits, openapi, schemas, work, worker_pool
from destrier.viewer.api import ENDPOINTS
from destrier.viewer.gallery import EXHIBITS
from destrier.viewer.server import STATIC, make_app
from destrier.viewer.work import tour_tasks
from destrier.viewer.worker_pool import TooSlow, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from destrier.jobs.workers import Worker

HOME = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(dt.tour(6, 8, seed=1)), base_url=HOME) as started:
        yield started


def npy_of(tourney: dt.Tourney) -> bytes:
    return work.to_npy(tourney).npy


# What it answers


def test_makes_the_tour_that_the_library_makes(client: TestClient) -> None:
    answer = client.post("/api/tour", json={"rows": 10, "cols": 12, "seed": 5})
    assert answer.status_code == 200
    assert work.from_npy(answer.content) == dt.tour(10, 12, seed=5)


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        ({"rows": 9, "cols": 9, "kind": "corner"}, "closed"),
        ({"rows": 16, "cols": 16, "algorithm": "formation", "minimize": "turns"}, "closed"),
        ({"shape": "######\n######\n######\n######\n######\n######"}, "closed"),
        ({"rows": 6, "cols": 6, "kind": "double-loop"}, "tourney"),
    ],
)
def test_makes_each_kind(client: TestClient, request_: dict[str, Any], kind: str) -> None:
    answer = client.post("/api/tour", json={**request_, "seed": 0})
    assert work.from_npy(answer.content).kind == kind


def test_tells_where_an_open_tour_starts(client: TestClient) -> None:
    asked = {"rows": 6, "cols": 6, "kind": "open", "start": [3, 3], "end": [0, 1], "seed": 1}
    answer = client.post("/api/tour", json=asked)
    assert answer.headers["tour-start"] == "3,3"


def test_changes_as_the_library_does(client: TestClient) -> None:
    braid = dt.tourney(8, 8, algorithm="concentric-braid")
    for how, expected in [
        ("join", dt.join(braid, seed=3)),
        ("shatter", dt.shatter(braid, seed=3)),
        ("obfuscate", dt.obfuscate(braid, seed=3)),
    ]:
        answer = client.post(f"/api/{how}?seed=3", content=npy_of(braid))
        assert work.from_npy(answer.content) == expected, how
    answer = client.post("/api/obfuscate?seed=3&method=parberry", content=npy_of(braid))
    assert work.from_npy(answer.content) == dt.obfuscate(braid, seed=3, method="parberry")
    answer = client.post("/api/tourney", json={"rows": 8, "cols": 8, "algorithm": "concentric-braid"})
    assert work.from_npy(answer.content) == braid


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_worksheets(client: TestClient, kind: Any) -> None:
    tour = dt.tour(6, 6, kind=kind, seed=2)
    start = "&start={},{}".format(*tour.squares()[0]) if kind == "open" else ""
    told = client.post(f"/api/worksheet?every=9{start}", content=npy_of(tour)).json()
    assert told == {"numbers": list(dt.worksheet(tour, 9).givens.values()), "unique": True}
    assert "a worksheet needs a single tour" in refused(
        client.post("/api/worksheet", content=npy_of(dt.tourney(8, 8, algorithm="four-cover")))
    )


def test_measures(client: TestClient) -> None:
    tour = dt.tour(8, 8, seed=2)
    assert client.post("/api/measure", content=npy_of(tour)).json() == dt.measure(tour)


@pytest.mark.parametrize("name", tour_tasks.EXPORTS)
def test_exports_and_reads(client: TestClient, name: str) -> None:
    tour = dt.tour(8, 8, seed=4) if name == "moves" else dt.tour(8, 8, kind="open", start=(3, 3), seed=4)
    start = "" if name == "moves" else "&start=3,3"  # digits tell a way round, and no ends
    answer = client.post(f"/api/export?format={name}&numbers=true{start}", content=npy_of(tour))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(tour_tasks.EXPORTS[name][2])
    assert "attachment" in answer.headers["content-disposition"]
    row = FORMATS.get(f".{name}")
    if row and (row.array or row.text):
        again = client.post(f"/api/read?format={name}", content=answer.content)
        assert work.from_npy(again.content) == tour
        assert name in ("npy", "moves") or again.headers["tour-start"] == "3,3"


def test_shows_the_file_it_was_started_with(client: TestClient) -> None:
    assert work.from_npy(client.get("/api/file").content) == dt.tour(6, 8, seed=1)


@pytest.mark.parametrize(
    ("text", "shape", "note"),
    [
        ("###\n#.#\n###", "###\n#.#\n###", ""),
        ("...\n.X.\n...", "###\n#.#\n###", "read as 3 x 3 with 8 squares marked by '.' and holes marked by 'X'"),
    ],
)
def test_reads_a_shape(client: TestClient, text: str, shape: str, note: str) -> None:
    assert client.post("/api/shape", json={"text": text}).json() == {"shape": shape, "note": note}


def test_finishes_a_path(client: TestClient) -> None:
    asked = {"rows": 6, "cols": 6, "kind": "closed", "path": [[0, 0], [1, 2]]}
    answer = client.post("/api/finish", json=asked).json()
    assert answer["can"]
    assert answer["path"][:2] == asked["path"]
    order = [row * 6 + col for row, col in answer["path"]]
    assert dt.Tour.from_order(order, dt.Board(6, 6)).kind == "closed"


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_knows_that_a_path_cannot_be_finished(client: TestClient, kind: str) -> None:
    cuts_off_corner = [[1, 2], [0, 4], [2, 5], [4, 4], [2, 3], [3, 1], [1, 0], [0, 2], [2, 1], [4, 0], [5, 2]]
    assert dt.Board(6, 6).has((0, 0))  # whose two neighbours, 1,2 and 2,1, are behind the knight
    answer = client.post("/api/finish", json={"rows": 6, "cols": 6, "kind": kind, "path": cuts_off_corner})
    assert answer.json() == {"can": False, "path": None}


def test_describes_itself(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document == json.loads(json.dumps(openapi.describe()))
    assert set(document["paths"]) == {endpoint.path for endpoint in ENDPOINTS}
    names = {row["name"] for row in client.get("/api/algorithms").json()["algorithms"]}
    assert names == set(dt.ALGORITHMS)


@pytest.mark.parametrize("name", ["minimize", "heel", "symmetry"])
def test_a_menu_offers_what_the_server_takes(client: TestClient, name: str) -> None:
    menu = re.search(rf'<select name="{name}">(.*?)</select>', client.get("/").text, re.DOTALL)
    assert menu
    offered = re.findall('<option value="(.*?)">', menu[1])
    assert offered == ["", *client.get("/api/algorithms").json()["values"][name]]


def test_serves_a_page_that_needs_nothing_else(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    lower = scripts.STATIC / "shared"
    served = {f"/shared/{file.name}": file for file in lower.iterdir()}
    served |= {f"/{file.relative_to(STATIC).as_posix()}": file for file in STATIC.rglob("*") if file.is_file()}
    for address, file in served.items():
        assert client.get(address).status_code == 200
        assert not re.search(r"(?:src|href|from|import)[=( ]*[\"']https?:", file.read_text(encoding="utf-8"))


# What it refuses


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "10.0.0.1:8000"])
def test_refuses_foreign_hosts(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_answers_its_own_names(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9000"},
        {"origin": "https://127.0.0.1:8000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_refuses_other_sites(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post("/api/tour", json={"rows": 6, "cols": 6}, headers=headers)
    assert "own page" in refused(answer)
    assert "access-control-allow-origin" not in answer.headers


def test_answers_its_own_page(client: TestClient) -> None:
    headers = {"origin": HOME, "sec-fetch-site": "same-origin"}
    assert client.post("/api/tour", json={"rows": 6, "cols": 6}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd", "/static/", "/%2fetc%2fpasswd", "/\\x"],
)
def test_reads_no_other_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/tour", b"", "not JSON"),
        ("/api/tour", b"[" * 100_000, "not JSON"),
        ("/api/tour", b"[]", "not an object"),
        ("/api/tour", b"{}", "rows and cols"),
        ("/api/tour", b'{"rows": 8}', "rows and cols"),
        ("/api/tour", b'{"rows": "8", "cols": 8}', "not an integer"),
        ("/api/tour", b'{"rows": true, "cols": 8}', "not an integer"),
        ("/api/tour", b'{"rows": 0, "cols": 8}', "between"),
        ("/api/tour", b'{"rows": 5000, "cols": 5000}', "up to"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "out": "x"}', "no 'out'"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "seed": -1}', "between"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "kind": "x"}', "one of"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "algorithm": "x"}', "no algorithm"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "kind": "open", "start": [1]}', "has 2 items"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "kind": "open", "start": [9, 9]}', "not a square"),
        ("/api/tour", b'{"rows": 8, "cols": 8, "start": [0, 0]}', "a page shows the start of open tours only"),
        ("/api/tour", b'{"rows": 4, "cols": 4}', "Schwenk"),
        ("/api/tour", b'{"shape": "\\u0007"}', "neither a square"),
        ("/api/tourney", b'{"rows": 8, "cols": 8}', "missing"),
        ("/api/join", b"x", "not an .npy file"),
        ("/api/join?seed=x", b"x", "not an integer"),
        ("/api/join?sed=1", b"x", "no 'sed'"),
        ("/api/obfuscate?method=x", b"x", "one of"),
        ("/api/export", b"x", "missing"),
        ("/api/export?format=exe", b"x", "one of"),
        ("/api/read?format=txt", b"\xff", "not UTF-8"),
        ("/api/read?format=txt", b"0 1\n2 3", "knight's move"),
        ("/api/read?format=json", b"{}", "missing"),
        ("/api/read?format=npz", b"PK", "this is not an .npz file, or not all of it"),
        ("/api/finish", b'{"rows": 9, "cols": 9, "kind": "open", "path": [[0, 0]]}', "up to 8 x 8"),
        ("/api/finish", b'{"rows": 6, "cols": 6, "kind": "open", "path": [[0, 0], [0, 1]]}', "knight's move"),
        ("/api/finish", b'{"rows": 6, "cols": 6, "kind": "open", "path": [[0, 0], [1, 2], [0, 0]]}', "twice"),
    ],
)
def test_refuses_bad_requests_in_a_line(client: TestClient, path: str, body: bytes, why: str) -> None:
    assert why in refused(client.post(path, content=body))


def test_refuses_other_methods_and_paths(client: TestClient) -> None:
    assert refused(client.get("/api/tour"))
    assert refused(client.post("/nowhere"))


def test_refuses_large_bodies(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 1000)
    assert "bytes" in refused(client.post("/api/join", content=bytes(1001)))


def test_refuses_an_open_tour_to_be_shattered(client: TestClient) -> None:
    tour = dt.tour(6, 6, kind="open", seed=1)
    assert "open tour" in refused(client.post("/api/shatter", content=npy_of(tour)))


def test_refuses_large_drawings(client: TestClient) -> None:
    tour = dt.tour(600, 600, algorithm="formation")
    assert "up to" in refused(client.post("/api/export?format=gif", content=npy_of(tour)))


# npy


@pytest.mark.parametrize(
    ("array", "why"),
    [
        (np.zeros((3, 4), np.int64), "int64"),
        (np.zeros(8, np.uint8), "shape"),
        (np.asfortranarray(np.ones((3, 4), np.uint8)), "by rows"),
        (np.zeros((0, 4), np.uint8), "shape"),
        (np.full((4, 4), 1, np.uint8), "square"),
        (np.zeros((4, 4), np.uint8), "no squares"),
    ],
)
def test_refuses_arrays_that_are_no_tourney(array: Any, why: str, tmp_path: Path) -> None:
    np.save(tmp_path / "array.npy", array)
    with pytest.raises(dt.DestrierError, match=why):
        work.from_npy((tmp_path / "array.npy").read_bytes())


def test_refuses_a_header_that_promises_more() -> None:
    npy = npy_of(dt.tour(6, 6, seed=1))
    for spoilt in (npy[:-1], npy + b"x", npy.replace(b"(6, 6)", b"(6, 9)"), npy[:20], b"\x93NUMPY\x09\x00" + npy[8:]):
        with pytest.raises(InvalidTourney):
            work.from_npy(spoilt)
    with pytest.raises(dt.DestrierError, match="up to"):
        work.from_npy(npy.replace(b"(6, 6), }      ", b"(9999, 9999), }"))


# Schemas


def test_schemas_take_what_they_show() -> None:
    assert schemas.check({"rows": 8, "cols": 8, "weight": 1.5, "obfuscate": False}, schemas.TOUR) is None
    assert "weight" in (schemas.check({"weight": "1"}, schemas.TOUR) or "")
    assert schemas.check({"rows": 8, "cols": True}, schemas.TOUR) == "cols is not an integer"
    assert schemas.check({"rows": 0}, schemas.TOUR) == f"rows is between 1 and {work.MOST_SQUARES}"
    assert schemas.check({"start": [1]}, schemas.TOUR) == "start has 2 items, not 1"
    assert schemas.check({"start": [1, "2"]}, schemas.TOUR) == "start[1] is not an integer"
    told = f"numbers.2 ,2 is between 1 and {work.MOST_SQUARES}"
    assert schemas.check({"numbers": {"2\n,2": 0}}, schemas.TOUR) == told
    assert schemas.check([], schemas.TOUR) == "the request is not an object"
    assert schemas.check({"shape": "#" * (work.MOST_SQUARES * 2 + 1)}, schemas.TOUR) == "shape is too long"


# The page without a server


def test_page_needs_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = dt.show(dt.tour(6, 6, seed=1), tmp_path / "tour.html")
    assert (tmp_path / "tour.html").read_text(encoding="utf-8") == page.html
    asked = [value for _, attributes in tags(page.html) for name, value in attributes if name in ("src", "href")]
    assert asked
    assert all(str(value).startswith("data:") for value in asked)
    assert page._repr_html_().startswith("<iframe srcdoc=")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    dt.show(dt.tour(6, 6, seed=1))
    assert opened[0].startswith("file://")
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    dt.show(dt.tour(6, 6, seed=1))
    assert len(opened) == 1  # a notebook shows the page itself
    with pytest.raises(dt.DestrierError, match="destrier view"):
        dt.show(dt.tour(2002, 2002, algorithm="formation"))


@exhaustive
def test_gallery_is_whole(tmp_path: Path) -> None:
    assert run(["view", "--gallery", "--output", str(tmp_path / "gallery")]) == 0
    index = (tmp_path / "gallery" / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:href|src)="([^"]*)"', index)
    assert len(set(links)) == 2 * len(EXHIBITS)
    assert all((tmp_path / "gallery" / link).is_file() for link in links)


@pytest.mark.parametrize("room", [0, 1, 3, 4])
@pytest.mark.parametrize("name", ["new", "new/below/it", "old", "old/new"])
def test_a_gallery_for_which_the_disk_has_no_room_leaves_nothing(
    room: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gallery, "EXHIBITS", EXHIBITS[:2])
    left_over = iter(range(room))

    def replace(temporary: Path, target: Path) -> None:
        if next(left_over, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(temporary))
        temporary.rename(target)

    monkeypatch.setattr("pathlib.Path.replace", replace)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "note.txt").touch()
    assert run(["view", "--gallery", "--output", str(tmp_path / name)]) == 2
    files = [f"{exhibit.name}.{suffix}" for exhibit in EXHIBITS[:2] for suffix in ("html", "svg")] + ["index.html"]
    said = without_compilation(capsys.readouterr().err)
    assert said == f"destrier: {tmp_path / name / files[room]}: No space left on device\n"
    written = files[:room] if name == "old" else []
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert left == {"old", "old/note.txt", *(f"old/{file}" for file in written)}


@pytest.mark.parametrize("name", ["page.svg", "page.png", "page", "page.html.gz", ".html"])
def test_a_page_has_the_name_of_a_page(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = dt.show(dt.tour(6, 6, seed=1), tmp_path / "page.HTM")
    assert (tmp_path / "page.HTM").read_bytes() == page.html.encode()
    monkeypatch.setattr("destrier.viewer.page._render", pytest.fail)
    for write in (page.save, lambda path: dt.show(dt.tour(6, 6, seed=1), path)):
        with pytest.raises(
            dt.DestrierError, match=r"a page is an \.html file; destrier\.draw writes drawings"
        ) as caught:
            write(tmp_path / name)
        assert str(caught.value).startswith(f"{tmp_path / name}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["page.HTM"]


# The pool


def slow(port: int | None = None) -> None:
    """Work that does not end by itself; it tells that it has begun by calling a port."""
    if port is not None:
        socket.create_connection(("127.0.0.1", port)).close()
    time.sleep(60)


def dies() -> None:
    os._exit(1)


def fails() -> None:
    raise RuntimeError


def test_ends_work_that_takes_too_long_or_dies() -> None:
    async def use() -> None:
        async with WorkerPool(1, seconds=0.5).at_work() as pool:
            with pytest.raises(TooSlow):
                await pool.do(slow)
            pool.seconds = 60
            failure = await pool.do(dies)
            assert isinstance(failure, work.Failure)
            failure = await pool.do(fails)
            assert failure.kind == "Fault"
            begun = asyncio.Event()

            def heard(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                writer.close()
                begun.set()

            async with await asyncio.start_server(heard, "127.0.0.1", 0) as listener:
                abandoned = asyncio.create_task(pool.do(slow, listener.sockets[0].getsockname()[1]))
                await begun.wait()
            abandoned.cancel()
            await asyncio.gather(abandoned, return_exceptions=True)
            assert await pool.do(os.getpid) != os.getpid()

    asyncio.run(use())


def test_a_process_that_comes_as_its_request_is_abandoned_is_kept() -> None:
    """In each of the few steps from the moment when it becomes free to that when it is given its work."""

    async def use() -> None:
        async with WorkerPool(1).at_work() as pool:
            await pool.do(os.getpid)
            for steps in range(7):
                worker = await asyncio.wait_for(pool._idle.get(), 30)
                request = asyncio.create_task(pool.do(os.getpid))
                await asyncio.sleep(0.001)
                pool._idle.put_nowait(worker)
                for _ in range(steps):
                    await asyncio.sleep(0)
                request.cancel()
                await asyncio.gather(request, return_exceptions=True)
            assert await asyncio.wait_for(pool.do(os.getpid), 30) != os.getpid()

    asyncio.run(use())


@exhaustive
def test_no_process_is_lost_by_thousands_of_abandoned_requests() -> None:
    async def use() -> None:
        random = Random(1)
        async with WorkerPool(2).at_work() as pool:

            async def leave() -> None:
                for _ in range(2000):
                    request = asyncio.create_task(pool.do(os.getpid))
                    for _ in range(random.randrange(20)):
                        await asyncio.sleep(0)
                    request.cancel()
                    await asyncio.gather(request, return_exceptions=True)

            await asyncio.gather(*(leave() for _ in range(4)))
            for _ in range(2):
                await asyncio.wait_for(pool._idle.get(), 60)

    asyncio.run(use())


def kill_idle(pool: WorkerPool) -> None:
    """As the system does where memory is short."""
    for worker in tuple(pool._workers):
        worker.process.kill()
        worker.process.join()


@exhaustive
def test_processes_that_were_killed_while_idle_are_replaced(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool: WorkerPool = client.app.state.pool  # type: ignore[attr-defined]
    npy = npy_of(dt.tour(6, 6, seed=1))
    asked: dict[str, Any] = {"rows": 6, "cols": 6, "seed": 1}
    monkeypatch.setattr(limits, "MOST_BYTES", 10**6)
    for _ in range(2):
        assert client.post("/api/tour", json=asked).content == npy
        kill_idle(pool)
        assert refused(client.post("/api/measure", content=bytes(10**6 + 1))) == "a request has up to 1,000,000 bytes"
        assert (
            refused(client.post("/api/measure", content=bytes(10**6))) == "this is not an .npy file, or not all of it"
        )
        kill_idle(pool)
        assert client.post("/api/shatter?seed=1", content=npy).status_code == 200


def test_a_request_for_which_a_process_dies_before_it_knows_gets_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = WorkerPool._next
    killed: list[Worker] = []

    async def find(pool: WorkerPool) -> Worker:
        worker = await found(pool)
        if len(killed) < 2:
            worker.process.kill()
            worker.process.join()
            killed.append(worker)
        return worker

    async def use() -> None:
        async with WorkerPool(2).at_work() as pool:
            assert await pool.do(abs, -3) == 3

    monkeypatch.setattr(WorkerPool, "_next", find)
    asyncio.run(use())
    assert len(killed) == 2


def test_a_process_that_cannot_be_started_is_started_later(monkeypatch: pytest.MonkeyPatch) -> None:
    started = WorkerPool._start
    faults: list[Exception] = [OSError(errno.ENOMEM, "Cannot allocate memory"), MemoryError()]

    def start(pool: WorkerPool) -> Worker:
        if faults:
            raise faults.pop()
        return started(pool)

    async def use() -> None:
        async with WorkerPool(1).at_work() as pool:
            assert await pool.do(os.getpid) != os.getpid()

    monkeypatch.setattr(worker_pool, "_TICK", 0.001)
    monkeypatch.setattr(WorkerPool, "_start", start)
    asyncio.run(use())
    assert faults == []


class Large:
    """A result that does not fit into the memory when it is sent."""

    def __reduce__(self) -> NoReturn:
        raise MemoryError


@exhaustive
def test_a_result_that_exceeds_the_memory_is_told_in_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    async def use() -> None:
        async with WorkerPool(1).at_work() as pool:
            failure = await pool.do(Large)
            assert failure == ("the process that did this died: was there enough memory?", "MemoryError")
            assert await pool.do(os.getpid) != os.getpid()

    asyncio.run(use())
    assert capfd.readouterr() == ("", "")


def test_a_server_without_memory_refuses_in_a_line(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> NoReturn:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(WorkerPool, "_delegate", fail)
        answer = client.post("/api/tour", json={"rows": 6, "cols": 6})
    assert (answer.status_code, refused(answer)) == (413, "there is not enough memory")
    assert client.post("/api/tour", json={"rows": 6, "cols": 6}).status_code == 200


def test_seconds_of_compilation_do_not_count() -> None:
    compiling = iter([True] * 5 + [False])

    async def use() -> None:
        with pytest.raises(TimeoutError):
            await worker_pool.within(0.001, asyncio.Event().wait(), unless=lambda: next(compiling))

    asyncio.run(use())
    assert list(compiling) == []


def test_tells_what_is_compiled(client: TestClient) -> None:
    underway = client.app.state.pool.compilation.underway  # type: ignore[attr-defined]
    underway[1], underway[2] = (12, 40), (3, 10)
    try:
        answer = client.get("/api/engine").json()
    finally:
        del underway[1], underway[2]
    assert answer["done"] >= 15
    assert answer["of"] >= 50


# The command


@posix
def test_starts_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "tour.npy"
    dt.save(dt.tour(6, 6, seed=1), path)
    command = [sys.executable, "-m", "destrier", "view", str(path), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert work.from_npy(httpx.get(f"{address}api/file").content) == dt.load(path)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr.read() == "destrier: the viewer runs until Ctrl-C\n"


def test_says_that_a_port_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert run(["view", "--no-browser", "--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"destrier: port {port} of 127.0.0.1: ")


def test_says_that_an_address_is_none_of_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["view", "--no-browser", "--host", "192.0.2.1"]) == 2  # an address that is kept for documentation
    assert capsys.readouterr().err.startswith("destrier: port 0 of 192.0.2.1: ")


def test_on_any_address_it_answers_pages_of_this_machine_only() -> None:
    with served("--host", "0.0.0.0") as address:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        assert httpx.get(address).status_code == 200
        assert httpx.get(address, headers={"host": f"0.0.0.0:{httpx.URL(address).port}"}).status_code == 403


def test_a_tour_with_given_numbers(client: TestClient) -> None:
    numbers = {"a1": 1, "3,1": 2, "c3": 17}
    answer = client.post("/api/tour", json={"rows": 6, "cols": 6, "numbers": numbers, "seed": 1})
    assert answer.status_code == 200
    assert work.from_npy(answer.content).same_moves(dt.tour(6, 6, numbers=numbers, seed=1))
    for wrong, complaint in [
        ({"a1": 2**24 + 1}, "between 1 and"),
        ({"a1": 99}, "cannot have the number 99"),
        (3, "object"),
    ]:
        answer = client.post("/api/tour", json={"rows": 6, "cols": 6, "numbers": wrong})
        assert answer.status_code in (400, 422)
        assert complaint in answer.text
