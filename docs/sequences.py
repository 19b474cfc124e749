"""Write the page of integer sequences, `sequences.md`: `python docs/sequences.py` does it again.

`sequences.toml` says what the terms of each sequence are, which of them are published, and with which program to make
one. The terms are in the b-files of the folder `sequences`, a line "n a(n)" for each, as the OEIS has them. `python
docs/sequences.py NAME N` appends the terms up to n = N to one of them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, Final

import destrier as dt

HERE: Final = Path(__file__).parent

PAGE: Final = HERE / "sequences.md"

TABLE: Final[dict[str, Any]] = tomllib.loads((HERE / "sequences.toml").read_text(encoding="utf-8"))

SHOWN: Final = 90
"""How many characters of the terms the page shows."""


@dataclass(frozen=True)
class Sequence:
    """A sequence of integers."""

    name: str
    """The name of its b-file."""
    title: str
    """What a(n) is."""
    program: str
    """An expression for a(n), or a command that prints all terms."""
    offset: int = 1
    """The first n."""
    oeis: str = ""
    """The published sequences, if there are any."""
    published: int | None = None
    """The last n that is published."""
    tested: int | None = None
    """The n for which the quick tests run the program, if it is an expression."""
    far: int | None = None
    """A larger n for which the long tests run it."""
    twice: int | None = None
    """The last n whose term was counted in two ways, unless all were."""
    note: str = ""

    @property
    def path(self) -> Path:
        """The b-file."""
        return HERE / "sequences" / f"{self.name}.txt"

    @property
    def terms(self) -> dict[int, int]:
        """The terms in the b-file."""
        text = self.path.read_text(encoding="ascii") if self.path.exists() else ""
        return {int(n): int(term) for n, term in map(str.split, text.splitlines())}

    @property
    def new(self) -> int:
        """How many of them are not published."""
        return sum(self.published is None or n > self.published for n in self.terms)

    def term(self, n: int) -> int:
        """Return the term that the program makes."""
        return int(eval(self.program, {"dt": dt, "n": n}))  # noqa: S307 (the programs are ours)

    def extend(self, last: int) -> None:
        """Append the terms up to n = last to the b-file."""
        first = self.offset + len(self.terms)
        with self.path.open("a", encoding="ascii", newline="\n") as file:
            for n in range(first, last + 1):
                file.write(f"{n} {self.term(n)}\n")
                file.flush()


@dataclass(frozen=True)
class Family:
    """Sequences of a kind."""

    title: str
    text: str
    """What they count."""
    checks: str
    """How their terms were checked."""
    sequence: list[Sequence]


def families() -> list[Family]:
    """Return the sequences of the table."""
    rows = TABLE["family"]
    return [Family(**row | {"sequence": [Sequence(**one) for one in row["sequence"]]}) for row in rows]


def sequences() -> dict[str, Sequence]:
    """Return all sequences by name."""
    return {one.name: one for family in families() for one in family.sequence}


def page() -> str:
    """Return the page."""
    lines = ["# Integer sequences", ""]
    lines += [_filled(part) + "\n" for part in TABLE["text"].split("\n\n")]
    lines += ["| sequence | n, and b-file | published | new terms |", "|---|---|---|---:|"]
    lines += [_row(one) for one in sequences().values()]
    for family in families():
        lines += ["", f"## {family.title}", "", _filled(family.text), ""]
        lines += [_entry(one) for one in family.sequence]
        lines += ["", _filled(f"**Checked.** {family.checks}")]
    return "\n".join([*lines, ""])


def _row(sequence: Sequence) -> str:
    first, *_, last = sequence.terms
    links = [f"[{name}](https://oeis.org/{name})" for name in sequence.oeis.split(", ") if name]
    published = f"{', '.join(links)} to n = {sequence.published}" if links else "none found"
    b_file = f"[{first} to {last}](sequences/{sequence.path.name})"
    return f"| {sequence.title} | {b_file} | {published} | {sequence.new} |"


def _entry(sequence: Sequence) -> str:
    terms = ", ".join(map(str, sequence.terms.values()))
    if len(terms) > SHOWN:
        terms = terms[: terms.rindex(",", 0, SHOWN) + 1] + " ..."
    twice = f"Counted twice to n = {sequence.twice}." if sequence.twice else ""
    text = f"**{sequence.title}**, from n = {sequence.offset}: {terms}; `{sequence.program}`. {sequence.note} {twice}"
    return _filled(text, "- ", "  ")


def _filled(text: str, first: str = "", others: str = "") -> str:
    """Return a paragraph in lines. None begins with a sign, which would make a list of it."""
    wrapper = TextWrapper(125, first, others, break_long_words=False, break_on_hyphens=False)
    joined = re.sub(r" ([-+*=]) ", "\0\\1\0", " ".join(text.split()))
    return wrapper.fill(joined).replace("\0", " ")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sequences()[sys.argv[1]].extend(int(sys.argv[2]))
    PAGE.write_text(page(), encoding="utf-8")
