"""The programs that check the theorems on their own: they print what the pages say, and notice what is wrong."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from ast import literal_eval
from itertools import pairwise, product
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

import pytest
from helpers.marks import left, long, release

import destrier as dt

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "proofs").glob("*.py"))
DEAR = {"crossings", "surfaces"}


def run(program: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", str(program)], capture_output=True, text=True, check=False)


@release
@pytest.mark.parametrize(
    "program", left(PROGRAMS, [path for path in PROGRAMS if path.stem not in DEAR], PROGRAMS), ids=attrgetter("stem")
)
def test_a_proof_prints_what_its_page_says(program: Path) -> None:
    included = re.escape(f"```{{literalinclude}} ../proofs/{program.name}\n:language: python\n```\n")
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md")]
    (shown,) = [found for text in texts for found in re.findall(f"{included}.*?```text\n(.*?)```", text, re.DOTALL)]
    done = run(program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == shown


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_proof_shares_no_code_with_the_package(program: Path) -> None:
    imported = re.findall(r"^(?:from|import) (\w+)", program.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[30000, 30000, 10000", "[[30000, 30000, 10001"),  # a square too heavy
        ("((0, 1), (2, 0)): 10000", "((0, 1), (2, 0)): 9999"),  # a move too cheap
        ("((0, 1), (2, 0)): 10000", "((0, 1), (2, 0)): -1"),  # and one that no tour has to make
        ("(1, 2): {(0, 4), (0, 0)}, (2, 1): {(0, 2), (0, 0)}", "(1, 2): {(0, 4), (0, 0)}, (2, 1): {(1, 3), (0, 0)}"),
    ],
)
def test_wrong_weights_prove_nothing(before: str, after: str, tmp_path: Path) -> None:
    weights = (ROOT / "proofs/turns.txt").read_text(encoding="utf-8")
    assert before in weights
    (tmp_path / "turns.txt").write_text(weights.replace(before, after, 1), encoding="utf-8")
    done = run(Path(shutil.copy(ROOT / "proofs/turns.py", tmp_path)))
    assert done.returncode == 1
    assert "AssertionError" in done.stderr


def mirrored(case: tuple[Any, ...]) -> tuple[Any, ...]:
    moves, prices, weights = case
    swapped = {at[::-1]: {to[::-1] for to in two} for at, two in moves.items()}
    return swapped, {(a[::-1], b[::-1]): price for (a, b), price in prices.items()}, [*zip(*weights, strict=True)]


@pytest.mark.parametrize("shape", [(20, 20), *map(long, ((22, 22), (20, 25), (30, 30)))], ids=str)
@pytest.mark.parametrize("minimize", ["turns", None])
def test_the_legs_of_tours_weigh_what_they_may(shape: tuple[int, int], minimize: Literal["turns"] | None) -> None:
    """Every corner of a tour is one of the cases, and its legs weigh at most 1, at least what is proved together."""
    _, *found = literal_eval((ROOT / "proofs/turns.txt").read_text(encoding="utf-8"))
    rows, cols = shape
    tour = dt.tour(rows, cols, minimize=minimize, seed=1)
    squares = [(row, col) for row, col in tour.squares()]
    around = {b: {a, c} for a, b, c in zip(squares[-1:] + squares, squares, squares[1:] + squares[:1], strict=False)}
    rings = [30_000, -10_000, -10_000, 12_500, 0, -2_500]
    weight = {at: (*rings, 0)[min(at[0], rows - 1 - at[0], at[1], cols - 1 - at[1], 6)] for at in around}
    price: dict[frozenset[tuple[int, int]], int] = {}
    for below, right in product((False, True), repeat=2):

        def seen(at: tuple[int, int], below: bool = below, right: bool = right) -> tuple[int, int]:
            return rows - 1 - at[0] if below else at[0], cols - 1 - at[1] if right else at[1]

        local = {seen(at): {seen(to) for to in two} for at, two in around.items()}
        moves, prices, weights = next(
            case for case in (*found, *map(mirrored, found)) if all(local[at] == two for at, two in case[0].items())
        )
        assert moves[0, 0] == {(1, 2), (2, 1)}
        weight.update({seen((row, col)): each for row, line in enumerate(weights) for col, each in enumerate(line)})
        price.update({frozenset(map(seen, move)): each for move, each in prices.items()})
    turns = [at for at in squares if (2 * at[0], 2 * at[1]) != tuple(map(sum, zip(*around[at], strict=True)))]
    first = squares.index(turns[0])
    walk = [*squares[first:], *squares[: first + 1]]
    ends = [place for place, at in enumerate(walk) if at in set(turns)]
    legs = [walk[start : end + 1] for start, end in pairwise(ends)]
    weighed = [
        sum(weight[at] for at in (*leg, *leg[1:-1])) - 2 * sum(price.get(frozenset(move), 0) for move in pairwise(leg))
        for leg in legs
    ]
    assert max(weighed) <= 20_000
    assert len(legs) == dt.turns(tour)
    proved = sum(weight.values()) - sum(price.values())
    assert sum(weighed) >= 2 * proved > 20_000 * (4 * (rows + cols) - 25)
