"""The engine in the page answers as the server does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise, product
from typing import Any, Final

import pytest
from helpers.engine import NODE, ask
from starlette.testclient import TestClient

import destrier as dt
from destrier.io.formats import FORMATS
from destrier.viewer import schemas
from destrier.viewer.api import ENDPOINTS
from destrier.viewer.server import make_app
from destrier.viewer.work import array_npy, from_npy, puzzle_tasks

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; make setup installs it")

TOURS: Final[list[dict[str, Any]]] = [
    {"rows": 8, "cols": 8, "seed": 1},
    {"rows": 3, "cols": 10, "seed": 2},
    {"rows": 5, "cols": 5, "kind": "open", "seed": 3},
    {"rows": 5, "cols": 5, "kind": "open", "start": [0, 0], "seed": 4},
    {"rows": 4, "cols": 5, "kind": "open", "start": [0, 0], "end": [1, 4], "seed": 2**53},
    {"rows": 5, "cols": 5, "kind": "corner", "seed": 6},
    {"shape": "####\n####\n####\n####\n####\n####\n#..#", "kind": "open", "seed": 7},
    {"rows": 3, "cols": 4},
    {"rows": 2, "cols": 9, "kind": "open", "seed": 1},
]

SYMMETRIC: Final[list[dict[str, Any]]] = [
    {"rows": rows, "cols": cols, "symmetry": symmetry, "seed": seed}
    for rows, cols, symmetry in [
        *((8, 8, "central"), (6, 7, "central"), (6, 9, "central"), (5, 8, "central"), (16, 16, "central")),
        *((6, 6, "quarter"), (10, 10, "quarter"), (6, 7, "axial"), (9, 6, "axial"), (10, 9, "axial")),
    ]
    for seed in (0, 1, 2**53)
]
"""Rectangles whose tours cross at the centre, do not, and may, and both reflections."""


@pytest.fixture(scope="module")
def server() -> Any:
    with TestClient(make_app(), base_url="http://localhost") as client:
        yield client


def test_tours_are_those_of_the_server(server: Any) -> None:
    answers = ask(*(("/api/tour", json.dumps(request)) for request in TOURS))
    for request, answer in zip(TOURS, answers, strict=True):
        told = server.post("/api/tour", json=request)
        assert answer.status == told.status_code, request
        if answer.status == 200:
            assert answer.body == told.content, request
            assert answer.headers.get("tour-start") == told.headers.get("tour-start")
        elif "rows" in request and "start" not in request:  # others are searched, there column by column
            assert json.loads(answer.body) == told.json(), request


def test_symmetric_tours_are_those_of_the_server(server: Any) -> None:
    for request, answer in zip(
        SYMMETRIC, ask(*(("/api/tour", json.dumps(request)) for request in SYMMETRIC)), strict=True
    ):
        told = server.post("/api/tour", json=request)
        assert (answer.status, answer.body) == (200, told.content), request


MEASURED: Final = [
    dt.tour(8, 8, seed=1),
    dt.tour(6, 6, symmetry="quarter", seed=1),
    dt.tour(6, 7, symmetry="axial", seed=2),
    dt.tour(5, 5, kind="open", seed=3),
    dt.tour(5, 5, kind="corner", seed=6),
    dt.magic_tours(8, 8, seed=1)[0],
    dt.tourney(4, 4, algorithm="concentric-braid"),
    dt.tourney(8, 8, algorithm="two-factor", seed=3),
]


def test_measures_are_those_of_the_server_without_bounds(server: Any) -> None:
    arrays = [array_npy(tourney.moves) for tourney in MEASURED]
    answers = ask(*(("/api/measure", npy) for npy in arrays))
    for tourney, npy, answer in zip(MEASURED, arrays, answers, strict=True):
        told = server.post("/api/measure", content=npy, headers={"content-type": "application/x-npy"}).json()
        measured = json.loads(answer.body)
        assert schemas.check(measured, schemas.MEASURES) is None
        bounds = {f"{name}_{what}" for name in ("turns", "crossings") for what in ("bound", "ratio")}
        assert measured == {name: value for name, value in told.items() if name not in bounds}, tourney


def test_a_tour_is_refused_in_the_words_of_the_server(server: Any) -> None:
    requests: list[dict[str, Any]] = [
        {"rows": 3, "cols": 4},
        {"rows": 2, "cols": 9, "kind": "open"},
        {"rows": 3, "cols": 5, "kind": "corner"},
        {"shape": "####.\n#####\n.###.\n####.\n.####"},
        {"shape": "#.....\n......\n...#..\n......\n...#..", "kind": "open"},
        {"shape": "...\n..."},
    ]
    for request, answer in zip(requests, ask(*(("/api/tour", json.dumps(one)) for one in requests)), strict=True):
        told = server.post("/api/tour", json=request)
        assert answer.status == told.status_code == 422, request
        assert json.loads(answer.body) == told.json(), request


def test_a_seed_is_refused_in_the_words_of_the_server(server: Any) -> None:
    ready = {"easy": [puzzle_tasks.ready({"rows": 6, "cols": 6, "difficulty": "easy", "seed": 0})]}
    seeds = ("-1", "1.5", str(2**53 + 2), "99999999999999999999", "1e+21")
    questions = [
        (f"/api/{what}", f'{{"rows": 6, "cols": 6, "seed": {seed}}}')
        for what in ("tour", "trim", "puzzle")
        for seed in seeds
    ]
    for (path, body), answer in zip(questions, ask(*questions, ready=ready), strict=True):
        told = server.post(path, content=body)
        assert told.status_code == 400, (path, body)
        assert answer.status == 422
        assert json.loads(answer.body) == told.json(), (path, body)


WRITTEN: Final = ("npy", "txt", "json", "moves", "squares", "uci", "pairs", "order", "csv")

EXPORTED: Final = [
    dt.tour(8, 8, seed=1),
    dt.tour(3, 30, seed=1),
    dt.tour(5, 6, kind="open", seed=3),
    dt.tour(6, 6, kind="open", start="a1", end="b3", seed=1),
    dt.tour(dt.Board.from_text("......\n.####.\n.####.\n######\n######\n######\n######"), kind="open", seed=2),
    dt.tourney(8, 8, algorithm="two-factor", seed=3),
]


def test_files_are_those_of_the_server(server: Any) -> None:
    paths, arrays = [], []
    for tourney in EXPORTED:
        row, col = (tourney.squares()[-1] if isinstance(tourney, dt.Tour) else (0, 0)) if tourney.ends else (0, 0)
        start = f"&start={row},{col}" if tourney.ends else ""
        paths += [f"/api/export?format={name}{start}" for name in WRITTEN]
        arrays += [array_npy(tourney.moves)] * len(WRITTEN)
    for path, npy, answer in zip(paths, arrays, ask(*zip(paths, arrays, strict=True)), strict=True):
        told = server.post(path, content=npy, headers={"content-type": "application/x-npy"})
        assert answer.status == told.status_code, (path, answer.body, told.content)
        assert answer.body == told.content if answer.status == 200 else json.loads(answer.body) == told.json(), path
        assert answer.headers.get("content-disposition") == told.headers.get("content-disposition"), path


def test_ready_puzzles_are_those_of_the_server(server: Any) -> None:
    asked = [
        {"rows": 6, "cols": 6, "difficulty": grade, "seed": seed} for grade in ("easy", "expert") for seed in (0, 1)
    ]
    ready = {
        grade: [puzzle_tasks.ready({**one}) for one in asked if one["difficulty"] == grade]
        for grade in ("easy", "expert")
    }
    for request, answer in zip(
        asked, ask(*(("/api/puzzle", json.dumps(one)) for one in asked), ready=ready), strict=True
    ):
        told = json.loads(answer.body)
        steps = told.pop("steps")
        assert told == server.post("/api/puzzle", json=request).json()
        assert {"steps": steps} == server.post("/api/puzzle-steps", json=request).json()


def spellings(tour: dt.Tour) -> Iterator[str]:
    """Yield a tour as people write it."""
    numbers = (tour.numbering() + 1).tolist()
    for between, hole in [(" ", "."), (",", ""), (", ", "x"), (";", "0"), ("\t", "-"), (" | ", "nan"), (",", "-1")]:
        lines = [between.join(str(number or hole) for number in line) for line in numbers]
        yield "\n".join(lines)
        yield "# a tour of mine\n\n" + "\r\n".join(f"[{line}]," for line in lines)
    yield "\n".join(" ".join(str(number - 1) if number else "." for number in line) for line in numbers)
    yield "\n".join(",".join(f'"{number}.0"' for number in line) for line in numbers).replace('"0.0"', "")
    squares = tour.squares()
    names = [tour.board.chess_name(square) for square in squares]
    yield from (between.join(names) for between in (" ", ", ", "\n", " -> ", "-", "; "))
    yield " ".join(f"{number}. N{name.upper()}" for number, name in enumerate(names, 1))
    yield " ".join(map("".join, pairwise(names)))
    for between, form in [("\n", "{},{}"), ("\n", "{} {}"), (" ", "({}, {})"), (", ", "[{},{}]"), (" -> ", "({};{})")]:
        for base in (0, 1):
            yield between.join(form.format(row + base, col + base) for row, col in squares)


READ: Final = [
    dt.tour(6, 6, kind="open", start="a1", end="a2", seed=1),
    dt.tour(3, 10, seed=2),
    dt.tour(dt.Board.from_text("###\n#.#\n###"), seed=1),
]


def test_texts_are_read_as_on_the_server(server: Any) -> None:
    texts = [text for tour in READ for text in spellings(tour)]
    for tourney, suffix in product(
        [*READ, MEASURED[-1]], (".txt", ".json", ".moves", ".squares", ".uci", ".pairs", ".order")
    ):
        with suppress(dt.DestrierError):
            functions = FORMATS[suffix].text
            assert functions is not None
            texts.append(functions()[1](tourney))
    answers = ask(*(("/api/read?format=txt", text.encode()) for text in texts))
    for text, answer in zip(texts, answers, strict=True):
        told = server.post("/api/read?format=txt", content=text.encode(), headers={"content-type": "text/plain"})
        assert (answer.status, answer.body) == (told.status_code, told.content), text
        assert answer.headers.get("tour-start") == told.headers.get("tour-start"), text


MORE: Final = "With destrier installed, many more forms are read."

FAULTS: Final = {
    "a1 b3 c1 zz": "line 1, column 10: 'zz' is not a square such as a1. " + MORE,
    "a1, c2, e3, h8": "line 1, column 13: from e3 to h8 is not a knight's move",
    "a1 b3 c1 a2 c3 b1 a3 b1": "line 1, column 22: b1 is visited twice, or missing",
    "(0,0) (1,2) (3,3) (4,5)": "26 squares of 5 x 6 are not visited, nor said to be missing",
    "1 4 7\n6 what 2\n3 8 5": "line 2, column 3: 'what' is not the number of a square. " + MORE,
    "1,4,7\n6,,2\n3,8": "line 3, column 1: there are 2 cells, but 3 above: write . for missing squares",
    "1 4 7\n6 . 2\n3 9 5": "line 3, column 3: number 9 comes after 7",
    "1 4 7\n6 . 8\n3 2 5": "line 3, column 1: from 2,1 to 2,0 is not a knight's move",
    '{"rows": 3, "cols": 3, "kind": "closed", "cycles": [[[0, 0], [1, 2]]], "missing": [[11]]}': "[11] is not a square "
    "of 3 x 3",
    "> 1 4 7\n> 6 . 2\n> 3 8 5": "line 1, column 1: '>' is not the number of a square. " + MORE,
}


def test_a_text_that_is_not_read_is_refused_in_a_line() -> None:
    answers = ask(*(("/api/read?format=txt", text.encode()) for text in FAULTS))
    assert [json.loads(answer.body)["error"] for answer in answers] == list(FAULTS.values())


SHAPES: Final = [
    *(
        {"shape": shape, "kind": kind}
        for kind in ("closed", "open")
        for shape in (
            "####\n####\n####\n####\n####\n####\n#..#",  # has tours, or unequal colours
            "###\n#.#\n###",
            "#####\n#####\n##.##\n#####\n####.",
            "#..\n.##\n###",
            "####.\n#####\n.###.\n####.\n.####",
            "##.####.##\n##.####.##\n##.####.##\n...####...",
            "#.....\n......\n...#..\n......\n......\n......\n...#..",
        )
    )
]


def test_theorems_are_those_of_the_server(server: Any) -> None:
    sides = product(range(1, 8), (1, 3, 4, 5, 6, 8, 9), ("closed", "open"))
    requests = [*SHAPES, *({"rows": rows, "cols": cols, "kind": kind} for rows, cols, kind in sides)]
    answers = ask(*(("/api/why", json.dumps(request)) for request in requests))
    for request, answer in zip(requests, answers, strict=True):
        said = json.loads(answer.body)
        assert schemas.check(said, schemas.WHY) is None
        assert said == server.post("/api/why", json=request).json(), request


TRIMMED: Final = [
    ".##.##.\n#######\n#######\n.#####.\n..###..\n...#...",
    "#####......\n#####......\n######.....\n#####.#####\n#####.#####\n......#####\n......#####\n......#####",
    "#####\n#####\n#####\n#####\n#####",
    "#######\n#######\n#######\n#######",
    "..###...###..\n.#####.#####.\n"
    + "#############\n" * 3
    + ".###########.\n..#########..\n...#######...\n....#####....",
]


def test_as_few_squares_are_trimmed_as_on_the_server(server: Any) -> None:
    requests: list[dict[str, Any]] = [
        {"shape": shape, "kind": kind, "seed": 1} for shape, kind in product(TRIMMED, ("closed", "open"))
    ]
    for request, answer in zip(requests, ask(*(("/api/trim", json.dumps(one)) for one in requests)), strict=True):
        trimmed, told = json.loads(answer.body), server.post("/api/trim", json=request).json()
        assert schemas.check(trimmed, schemas.TRIMMED) is None
        assert len(trimmed["left_out"]) == len(told["left_out"]), request
        left_out = set(map(tuple, trimmed["left_out"]))
        given, board = dt.Board.from_text(request["shape"]), dt.Board.from_text(trimmed["shape"])
        assert board.size == given.size - len(left_out)
        assert all(given.has(square) and not board.has(square) for square in left_out)
        assert dt.tour(board, kind=request["kind"], seed=1).board == board


def test_drawings_of_boards_are_those_of_the_server(server: Any) -> None:
    texts = ["##\n#.", "###\n#\n###\n", "..#\r\n###\n\n", "...\n.#.\n..."]
    for text, answer in zip(texts, ask(*(("/api/shape", json.dumps({"text": text})) for text in texts)), strict=True):
        assert json.loads(answer.body) == server.post("/api/shape", json={"text": text}).json(), text


def paths() -> Iterator[dict[str, Any]]:
    """Yield paths that are the beginnings of tours, and some that a knight went at random."""
    tours = [dt.tour(8, 8, seed=1), dt.tour(5, 6, kind="open", seed=2), dt.tour(3, 10, seed=1)]
    for tour, share in product(tours[:2], (1, 3, 8, 9, 10)):
        squares = tour.squares()
        rows, cols = tour.board.shape
        yield {"rows": rows, "cols": cols, "kind": tour.kind, "path": squares[: len(squares) * share // 10]}
    for rows, cols, path in [(3, 4, "a1 b3 c1"), (5, 5, "b1"), (4, 4, "a1 b3 d2"), (6, 6, "a1 c2 e1 f3 d2 f1")]:
        board = dt.Board(rows, cols)
        squares = [(rows - int(name[1:]), ord(name[0]) - 97) for name in path.split()]
        yield from ({"rows": rows, "cols": cols, "kind": kind, "path": squares} for kind in ("closed", "open"))
        assert all(map(board.has, squares))
    yield {"rows": 3, "cols": 10, "kind": "closed", "path": [(0, 0)]}
    yield {"rows": 5, "cols": 5, "kind": "open", "path": [(0, 0), (1, 1)]}
    yield {"rows": 5, "cols": 5, "kind": "open", "path": [(0, 0), (1, 2), (0, 0)]}


def test_paths_are_finished_as_on_the_server(server: Any) -> None:
    requests = list(paths())
    for request, answer in zip(requests, ask(*(("/api/finish", json.dumps(one)) for one in requests)), strict=True):
        said, told = json.loads(answer.body), server.post("/api/finish", json=request).json()
        if answer.status != 200:
            assert said == told
            continue
        assert schemas.check(said, schemas.FINISHED) is None
        assert said["can"] == told["can"], request
        if said["path"]:
            board, squares = dt.Board(request["rows"], request["cols"]), [tuple(square) for square in said["path"]]
            assert squares[: len(request["path"])] == request["path"]
            assert dt.Tour.from_squares(squares, board, kind=request["kind"]).board == board


def test_worksheets_are_those_of_the_server() -> None:
    shape = dt.Board.from_text("#####\n#####\n##.##\n#####\n####.")
    tours = [dt.tour(*sides, seed=seed) for sides in ((6, 6), (8, 8), (10, 10)) for seed in range(3)]
    tours += [dt.tour(5, 5, kind="open", seed=1), dt.tour(shape, kind="open", seed=1), dt.tour(16, 16, seed=2)]
    asked = [(tour, every) for tour in tours for every in (4, 8, 1 if tour.board.size < 64 else 60)]
    questions = [(f"/api/worksheet?every={every}", array_npy(tour.moves)) for tour, every in asked]
    for (tour, every), answer in zip(asked, ask(*questions), strict=True):
        made = json.loads(answer.body)
        assert schemas.check(made, schemas.WORKSHEET) is None
        there = from_npy(array_npy(tour.moves))  # begins where an array does
        assert made == {"numbers": sorted(dt.worksheet(there, every).givens.values()), "unique": True}


def test_what_is_answered_is_a_part_of_what_the_server_answers() -> None:
    (answer,) = ask(("/api/can", None))
    told = json.loads(answer.body)
    assert schemas.check(told, schemas.CAN) is None
    endpoints = {one.path.removeprefix("/api/") for one in ENDPOINTS}
    assert {name for name in told["answers"] if not name.startswith("export/")} < endpoints


def test_what_the_engine_does_not_know_is_refused_in_a_line() -> None:
    questions = [
        ("/api/paths", '{"k": 8}'),
        ("/api/tour", '{"rows": 20, "cols": 20}'),
        ("/api/tour", '{"rows": 8, "cols": 8, "minimize": "turns"}'),
        ("/api/tour", '{"rows": 8, "cols": 8, "symmetry": "quarter"}'),
        ("/api/tour", '{"rows": 7, "cols": 7, "symmetry": "central", "kind": "open"}'),
    ]
    answers = [(answer.status, json.loads(answer.body)["error"]) for answer in ask(*questions)]
    assert answers == [
        (422, "The engine in the page does not answer /api/paths."),
        (422, "The engine in the page makes tours of up to 256 squares: an installation takes millions."),
        (422, "The engine in the page has no minimize: that takes an installation."),
        (422, "There is no closed tour of this board with quarter symmetry."),
        (422, "The engine in the page makes closed tours of rectangles of up to 256 squares symmetric."),
    ]
