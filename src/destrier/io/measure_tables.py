"""Measures of many tours as a CSV or Parquet table, one row a tour."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from destrier.core.tourney import Tourney
from destrier.io.stacks import add_rows, database_of_rows, write_table
from destrier.measuring.metrics import measure
from destrier.support.aliases import StrPath
from destrier.support.atomic import replacing

_ROWS: Final = 1 << 14
"""The number of rows to write to Parquet at a time."""


def measure_all(tourneys: Iterable[Tourney]) -> Iterator[dict[str, Any]]:
    """Yield a row for each tourney, with its number from 0 and the results of `measure` in columns.

    The eight numbers of `moves` become the columns `moves_0` to `moves_7`; symmetries are one text, and so
    are the windings of cycles.
    """
    for number, tourney in enumerate(tourneys):
        row: dict[str, Any] = {"tour": number}
        for name, value in measure(tourney).items():
            if name == "symmetry":
                row[name] = " ".join(value)  # type: ignore[arg-type]  # a list of names
            elif isinstance(value, dict):
                row[name] = "; ".join(f"{key}: {count}" for key, count in value.items())
            elif isinstance(value, list):
                row |= {f"{name}_{place}": part for place, part in enumerate(value)}
            else:
                row[name] = value
        yield row


def to_csv(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a CSV table, the names of the columns first."""
    rows = iter(rows)
    line = io.StringIO()
    for first in rows:
        writer = csv.DictWriter(line, first, lineterminator="\n")
        writer.writeheader()
        for row in chain([first], rows):
            writer.writerow(row)
            yield line.getvalue()
            line.seek(0)
            line.truncate()


def save_measures(rows: Iterable[dict[str, Any]], path: StrPath) -> None:
    """Write rows to a `.csv` or a `.parquet` file."""
    if Path(path).suffix.lower() == ".csv":
        with replacing(path) as file:
            for line in to_csv(rows):
                file.write(line.encode())
        return
    with database_of_rows() as database:
        waiting = iter(rows)
        while batch := list(islice(waiting, _ROWS)):
            add_rows(database, "measures", {name: np.array([row[name] for row in batch]) for name in batch[0]})
        with replacing(path) as file:
            write_table(database, "measures", file.name)
