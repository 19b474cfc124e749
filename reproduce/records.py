"""The closed tours of 6 x 6 and 8 x 8 with the fewest and the most turns, crossings, rails and angles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import numpy as np

from destrier.core.choices import Figure
from destrier.core.tourney import Tour
from destrier.counting.extreme_tours import FIGURES, extremes, figures
from destrier.drawing.svg.contact_sheet import contact_sheet
from destrier.drawing.svg.tour import to_svg
from destrier.support.atomic import write_atomically
from reproduce.common.study_tables import Table, page_file, template

_EXACT: Final = 6
"""The side of the board examined exhaustively."""

_ENDS: Final = ("fewest", "most")

_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "turns": {"turns": True},
    "crossings": {"crossings": True},
    "rails": {"rails": True},
}
"""What the drawings of a figure's tours show, beside the tours."""


class Record(NamedTuple):
    """The best known tours of 8 x 8, one of each class, and their proof status."""

    figure: Figure
    end: str
    bound: int
    """Whether the number is proven to be optimal."""
    is_complete: bool
    """Whether there are no other classes."""
    tours: list[Tour]

    @property
    def number(self) -> int:
        """The measured number for these tours."""
        moves = np.stack([tour.moves for tour in self.tours])
        (number,) = set(figures(moves, self.tours[0].board)[self.figure].tolist())
        return int(number)

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"records-{self.figure}-{self.end}"

    def cells(self) -> tuple[str, str]:
        """Return the cells of the table: the number and the number of classes."""
        classes = len({tour.canonical().moves.tobytes() for tour in self.tours})
        return str(self.number), str(classes) if self.is_complete else f"{classes} or more"


def run(folder: Path, **_: Any) -> str:
    """Write the tables and the drawings, and return the page."""
    exact = extremes(_EXACT, _EXACT)
    best = {(record.figure, record.end): record for record in records()}
    tables = {
        "6x6": Table(
            ("figure", *(f"{end}{part}" for end in _ENDS for part in ("", ", tours", ", classes"))), exact.table()
        ),
        "8x8": Table(
            ("figure", "fewest", "fewest, classes", "most", "most, classes"),
            [(figure, *(cell for end in _ENDS for cell in best[figure, end].cells())) for figure in FIGURES],
        ),
    }
    for board, table in tables.items():
        table.write(folder / f"records-{board}.csv")
    for record in best.values():
        look = _LOOKS.get(record.figure, {})
        write_atomically(folder / f"{record.name}.svg", to_svg(record.tours[0], style="chess", **look).encode())
    listed = [record for record in best.values() if record.is_complete and len(record.tours) > 1]
    for record in listed:
        sheet = contact_sheet(record.tours)
        write_atomically(folder / f"{record.name}-all.svg", sheet.encode())
    return template("records").format(
        exact=tables["6x6"].markdown(),
        tours=f"{exact.tours:,}",
        table=tables["8x8"].markdown(),
        drawings="\n".join(
            f"| {figure} | {' | '.join(_drawn(best[figure, end]) for end in _ENDS)} |" for figure in FIGURES
        ),
        sheets="\n\n".join(
            f"**{record.figure}, {record.end}: {record.number}.** {len(record.tours)} classes.\n\n"
            f"![All of them]({record.name}-all.svg)"
            for record in listed
        ),
    )


def _drawn(record: Record) -> str:
    return f"![{record.number}]({record.name}.svg)"


def records() -> Iterator[Record]:
    """Yield the records of 8 x 8 as `lab/records.py` wrote them."""
    for paragraph in page_file("records.txt").split("\n\n")[1:]:
        title, *lines = paragraph.splitlines()
        name, end, bound, extent = title.split()
        tours = [Tour(np.frombuffer(bytes.fromhex(line), np.uint8).reshape(8, 8)) for line in lines]
        yield Record(cast("Figure", name), end, int(bound), extent == "all", tours)
