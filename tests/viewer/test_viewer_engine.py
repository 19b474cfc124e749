"""The engine in the page: a seed gives the same tours as in Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pytest
from helpers.laws import p_of_chi_square
from helpers.marks import left, long

import destrier as dt
from destrier.core.seeds import Stream, derive_key
from destrier.io.json import board_from_dict
from destrier.makers.uniform_draw import small_tour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece

Request: TypeAlias = dict[str, Any]

ENGINE: Final = Path(dt.__file__).parent / "viewer" / "static" / "engine"

RUNNER: Final = Path(__file__).parents[1] / "helpers" / "engine.mjs"

NODE: Final = shutil.which("node", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))))

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here; make setup installs it")

SEEDS: Final = (0, 1, -1, -(2**70), 2**64 + 1, 10**3000)

LEAPERS: Final[tuple[Piece, ...]] = (
    "camel",
    "giraffe",
    "zebra",
    "knight+wazir",
    "knight+zebra",
    ((0, 3), (1, 1), (1, 2)),
    "king",
    "wazir",
)


def run(*arguments: str, given: object) -> Any:
    """What a script says, in node, of a value."""
    done = subprocess.run(
        [str(NODE), *arguments], input=json.dumps(given), capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


def asked(board: BaseBoard, seed: int, kind: str = "closed", *ends: tuple[int, int]) -> Request:
    return {
        "board": board.to_dict(),
        "kind": kind,
        "seed": str(seed),
        **dict(zip(("start", "end"), ends, strict=False)),
    }


def rectangles() -> Iterator[Request]:
    for rows in range(1, 7):
        for cols in range(1, 8):
            for kind in ("closed", "open", "corner"):
                yield asked(dt.Board(rows, cols), rows, kind)


def seeds() -> Iterator[Request]:
    for board in (dt.Board(6, 6), dt.Board(3, 10), dt.Torus(4, 6), dt.Board(5, 6, leaper="king")):
        for seed in SEEDS:
            yield asked(board, seed)
            yield asked(board, seed, "open")
    full = ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (1, 5), (2, 5))
    yield asked(dt.Board(6, 7, leaper=full), 1)
    yield asked(dt.Board(6, 7, leaper=full), 1, "open")


def ends() -> Iterator[Request]:
    """Open tours of a small board from all squares, and from one square to all others."""
    for sides in ((3, 4), (3, 7), (4, 5), (5, 5), (5, 6)):
        board = dt.Board(*sides)
        squares = [board.square(index) for index in range(board.size)]
        for square in squares:
            yield asked(board, 3, "open", square)
            if square != squares[0]:
                yield asked(board, 4, "open", squares[0], square)


def shapes() -> Iterator[Request]:
    random = Random(1)
    for _ in range(120):
        rows, cols = random.randrange(3, 11), random.randrange(3, 11)
        board = dt.Board.from_mask([[random.random() < 0.9 for _ in range(cols)] for _ in range(rows)])
        yield from of_every_kind(board, random)


def leapers() -> Iterator[Request]:
    random = Random(2)
    for leaper in LEAPERS:
        for _ in range(6):
            yield from of_every_kind(dt.Board(random.randrange(4, 11), random.randrange(4, 11), leaper=leaper), random)


def surfaces() -> Iterator[Request]:
    random = Random(3)
    for surface in (dt.Torus, dt.Cylinder, dt.Moebius, dt.KleinBottle, dt.ProjectivePlane):
        for leaper in (*["knight"] * 4, *random.sample(LEAPERS, 2)):
            yield from of_every_kind(surface(random.randrange(1, 10), random.randrange(1, 10), leaper=leaper), random)


def large() -> Iterator[Request]:
    random = Random(4)
    for board in (
        dt.Board(16, 16),
        dt.Board(15, 17),
        dt.Board(3, 40),
        dt.Board(3, 84),
        dt.Board(4, 30),
        dt.Board(12, 12, leaper="camel+knight"),
        dt.Torus(16, 16),
        dt.KleinBottle(15, 17),
        dt.Board.from_mask([[abs(row - 9) + abs(col - 9) < 10 for col in range(19)] for row in range(19)]),
    ):
        yield from of_every_kind(board, random)


def narrow() -> Iterator[Request]:
    """The longest board of three rows, whose tours are swept, as they are rare among the covers."""
    yield asked(dt.Board(3, 85), 1, "open")


def long_narrow() -> Iterator[Request]:
    """Long boards of three to six rows, with up to 256 squares."""
    random = Random(5)
    for rows, cols in ((3, 70), (3, 85), (4, 20), (4, 24), (4, 64), (5, 51), (6, 42)):
        yield from of_every_kind(dt.Board(rows, cols), random)


def of_every_kind(board: BaseBoard, random: Random) -> Iterator[Request]:
    """A closed tour, an open one, and open ones with one and with both ends of another."""
    yield asked(board, random.randrange(10**6))
    yield asked(board, random.randrange(10**6), "open")
    try:
        ends = dt.tour(board, kind="open", seed=5).ends
    except (dt.NoSuchTour, dt.BudgetExceeded):
        return
    assert ends is not None
    yield asked(board, random.randrange(10**6), "open", ends[0])
    yield asked(board, random.randrange(10**6), "open", *ends)


def some() -> Iterator[Request]:
    """A few of those that take long."""
    for group, count in ((ends, 10), (shapes, 30), (leapers, 12), (surfaces, 20)):
        yield from islice(group(), count)


GROUPS: Final = {
    group.__name__: group
    for group in (rectangles, seeds, some, narrow, ends, shapes, leapers, surfaces, large, long_narrow)
}

SWEPT: Final = ("rectangles", "narrow", "long_narrow")
"""The groups in which the page makes every tour."""


def made(request: Request) -> list[str] | str:
    """The moves of a tour by Python as texts, or the name of the error."""
    board, seed = board_from_dict(request["board"]), int(request["seed"])
    given: dict[str, Any] = {name: tuple(request[name]) for name in ("start", "end") if name in request}
    try:
        tour = dt.tour(board, kind=request["kind"], seed=seed, **given)
    except dt.NoSuchTour as error:
        return type(error).__name__
    return list(map(str, tour.moves.ravel().tolist()))


def is_drawn(request: Request) -> bool:
    """Whether the plain engine makes this tour."""
    board, key = board_from_dict(request["board"]), derive_key(int(request["seed"]), "uniform")
    given = tuple(tuple(request[name]) for name in ("start", "end") if name in request)
    try:
        return small_tour(board, request["kind"], given, key) is not None
    except (dt.NoSuchTour, dt.UnsupportedBoard):
        return False


@pytest.mark.parametrize(
    "group", left(GROUPS, ["rectangles", "seeds", "some", "narrow"], weekly=["leapers", "large", "long_narrow"])
)
def test_the_page_makes_the_tours_of_python(group: str) -> None:
    requests = list(GROUPS[group]())
    answers = run(str(RUNNER), ENGINE.as_uri(), given=requests)
    for request, answer in zip(requests, answers, strict=True):
        if answer == "Unsupported":
            assert group not in SWEPT
            assert not is_drawn(request), request
        else:
            assert answer == made(request), request


@pytest.mark.parametrize(
    ("board", "kind", "draws"),
    [
        (dt.Board(5, 6), "closed", 150),
        long(dt.Board(5, 6), "closed", 800),
        long(dt.Board.from_text("#####\n#####\n#####\n#####\n####.\n.####"), "closed", 1600),
        long(dt.Board(3, 4), "open", 1600),
    ],
)
def test_the_tours_of_a_small_board_are_equally_likely(
    board: dt.Board, kind: Literal["closed", "open"], draws: int
) -> None:
    """Each of all tours, which are listed by another engine."""
    tours = {tuple(tour.moves.ravel().tolist()) for tour in dt.all_tours(board, kind=kind)}
    requests = [asked(board, seed, kind) for seed in range(draws)]
    drawn = Counter(tuple(map(int, answer)) for answer in run(str(RUNNER), ENGINE.as_uri(), given=requests))
    assert len(tours) > 3
    assert p_of_chi_square(drawn, dict.fromkeys(tours, 1 / len(tours))) > 1e-4


SCRIPT: Final = """
import { readFileSync } from "node:fs";
const { Random } = await import(process.argv[1] + "/random.js");
const { Stream, blake2b, deriveKey } = await import(process.argv[1] + "/seeds.js");
const { seeds, texts, bounds } = JSON.parse(readFileSync(0, "utf-8"));
const drawn = (seed) => {
  const random = new Random(BigInt(seed));
  const numbers = Array.from({ length: 700 }, () => random.random());
  return [...numbers, ...bounds.map((bound) => String(random.below(BigInt(bound))))];
};
const streams = seeds.map((seed) => new Stream(BigInt(seed)).shuffled(bounds));
const keys = seeds.map((seed) => String(deriveKey(BigInt(seed), "tour", 7)));
console.log(JSON.stringify([seeds.map(drawn), texts.map((text) => String(blake2b(text))), keys, streams]));
"""


def test_random_numbers_and_keys_are_those_of_python() -> None:
    seeds = [str(abs(seed)) for seed in SEEDS]
    texts = ["", "1/uniform", *("7" * length for length in (127, 128, 129, 256, 4000))]
    bounds = [str(bound) for bound in (1, 2, 10, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**64, 10**40)]
    given = {"seeds": seeds, "texts": texts, "bounds": bounds}

    def drawn(seed: int) -> list[float | str]:
        random = Random(seed)
        return [*(random.random() for _ in range(700)), *(str(random.randrange(int(bound))) for bound in bounds)]

    numbers, digests, keys, shuffled = run("--input-type=module", "-e", SCRIPT, ENGINE.as_uri(), given=given)
    assert numbers == [drawn(int(seed)) for seed in seeds]
    assert digests == [str(int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")) for text in texts]
    assert keys == [str(derive_key(int(seed), "tour", 7)) for seed in seeds]
    assert shuffled == [Stream(int(seed)).shuffled(bounds) for seed in seeds]
