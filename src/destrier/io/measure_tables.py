"""Measures of many tours as a CSV or Parquet table, one row a tour."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from destrier.io.stacks import add_rows, database_of_rows, write_table
from destrier.support.aliases import StrPath
from destrier.support.atomic import replacing

_ROWS: Final = 1 << 14
"""The number of rows to write to Parquet at a time."""


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
