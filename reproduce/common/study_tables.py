"""Tables of a study, in CSV files and in its page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from destrier.support.atomic import write_atomically


class Table(NamedTuple):
    """Rows of numbers and words under names; `None` is an empty cell."""

    columns: Sequence[str]
    rows: Sequence[Sequence[int | float | str | None]]

    def write(self, path: Path) -> None:
        """Write a CSV file, with whole numbers as they are and others to full precision."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        write_atomically(path, text.getvalue().encode())

    def markdown(self) -> str:
        """Return lines of a page, with whole numbers in groups of three digits and others to three digits."""
        lines = [self.columns, ["---:"] * len(self.columns), *(map(_cell, row) for row in self.rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def beside(
    name: str, ours: Sequence[float], published: Sequence[float | None], errors: Sequence[float]
) -> Iterator[Sequence[str]]:
    """Yield three rows: our frequencies, the published ones, and the differences in standard errors."""
    differences = [
        None if theirs is None else (mine - theirs) / error
        for mine, theirs, error in zip(ours, published, errors, strict=True)
    ]
    yield (name, "ours", *(f"{value:.4f}" for value in ours))
    yield ("", "published", *("" if value is None else f"{value:.4f}" for value in published))
    yield ("", "difference", *("" if value is None else f"{value:+.1f}" for value in differences))


def probability(p: float) -> str:
    """Return a probability, rounded to the digits of interest."""
    return f"{p:.2g}" if p >= 1e-6 else "< 0.000001"


def template(study: str) -> str:
    """Return the page of a study, with a field in braces for each figure."""
    return page_file(f"{study}.md")


def page_file(name: str) -> str:
    """Return the text of a file in the folder of the pages."""
    return files("reproduce").joinpath("pages", name).read_text(encoding="utf-8")
