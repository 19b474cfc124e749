"""Make puzzles of each grade, check with a second solver that each has one solution, and print a table of them.

    python lab/unique_puzzles.py --puzzles 1000 puzzles.jsonl

Each puzzle is a line of the file; a run that was stopped goes on where it ended. Half of the puzzles are on 6 x 6, and
the others on boards up to 10 x 10. Every second one on a board with closed tours is open, and every third one has
symmetric givens.

Needs OR-tools (`uv sync --group lab`), and half an hour of one core for 1,000 puzzles of each grade.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import groupby, product
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal, NamedTuple, get_args

import destrier as dt
from destrier.puzzles.reasoning import Grade

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from helpers.second_solver import tours_with

_SIDES: Final = (6, 8, 6, 7, 6, 8, 6, 10, 6, 9)
"""The boards, in turn."""


class Asked(NamedTuple):
    """A puzzle that is to be made."""

    grade: Grade
    number: int

    @property
    def side(self) -> int:
        """The rows and columns of the board."""
        return _SIDES[self.number % len(_SIDES)]

    @property
    def kind(self) -> Literal["closed", "open"]:
        """The kind of the tour."""
        return "open" if self.side % 2 or self.number // len(_SIDES) % 2 else "closed"


def checked(asked: Asked) -> dict[str, Any]:
    """Make a puzzle and solve it twice; return the row of the table, whose givens are 0 if there is no such puzzle."""
    row = {**asked._asdict(), "side": asked.side, "kind": asked.kind, "givens": 0, "unique": False}
    try:
        made = dt.puzzle(
            *(asked.side, asked.side),
            kind=asked.kind,
            grade=asked.grade,
            symmetric=asked.number % 3 == 0,
            seed=asked.number,
        )
    except dt.BudgetExceeded:
        return row
    solution = made.solution.squares()
    first = [tour.squares() for tour in dt.solutions(made.board, numbers=made.givens, kind=asked.kind)]
    second = tours_with(solution, made.givens, closed=asked.kind == "closed")
    return row | {"givens": len(made.givens), "unique": first == second == [solution]}


def table(rows: list[dict[str, Any]]) -> str:
    """Return the table of all puzzles, in Markdown."""

    def place(row: dict[str, Any]) -> tuple[int, int]:
        return get_args(Grade).index(row["grade"]), row["side"]

    lines = [
        "| grade | board | puzzles | unique by both | fewest givens | median | most |",
        "|---|---|---|---|---|---|---|",
    ]
    for _, group in groupby(sorted((row for row in rows if row["givens"]), key=place), key=place):
        puzzles = list(group)
        givens = [row["givens"] for row in puzzles]
        unique, side = sum(row["unique"] for row in puzzles), puzzles[0]["side"]
        lines.append(
            f"| {puzzles[0]['grade']} | {side} x {side} | {len(puzzles)} | {unique} "
            f"| {min(givens)} | {median(givens):g} | {max(givens)} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Make the puzzles that the file lacks, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="where the puzzles that were checked are listed")
    parser.add_argument("--puzzles", type=int, default=1000, help="how many of each grade")
    parser.add_argument("--processes", type=int, default=1, help="how many are made at a time")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.file.read_text().splitlines()] if options.file.exists() else []
    done = {(row["grade"], row["number"]) for row in rows}
    wanted = [Asked(grade, number) for number, grade in product(range(options.puzzles), get_args(Grade))]
    with options.file.open("a") as file, ProcessPoolExecutor(options.processes) as pool:
        for future in as_completed(pool.submit(checked, asked) for asked in wanted if asked not in done):
            rows.append(future.result())
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
    sys.stdout.write(f"{table(rows)}\n")


if __name__ == "__main__":
    main()
