"""Files that are already open, of bytes or of text, such as those in memory."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
from helpers.wrong import wrong

import destrier as dt
from destrier.io.formats import SAVED

if TYPE_CHECKING:
    from pathlib import Path

TOUR = dt.tour(8, 8, seed=1)

STAMPED = (".dxf", ".npz", ".pdf")
"""Formats that tell the time of writing."""


@pytest.mark.parametrize("suffix", [suffix for suffix in SAVED if suffix not in (*STAMPED, ".gif")])
def test_an_open_file_gets_what_a_path_gets(suffix: str, tmp_path: Path) -> None:
    path, held = tmp_path / f"made{suffix}", io.BytesIO()
    TOUR.save(path)
    TOUR.save(held, suffix=suffix)
    assert held.getvalue() == path.read_bytes()
    with (tmp_path / f"open{suffix}").open("wb") as file:
        dt.save(TOUR, file)
    assert (tmp_path / f"open{suffix}").read_bytes() == path.read_bytes()


def test_drawings_and_several_tours() -> None:
    drawn, sheet, many = io.StringIO(), io.BytesIO(), io.BytesIO()
    dt.draw(TOUR, drawn, suffix=".svg", style="night")
    assert drawn.getvalue().startswith("<svg ")
    tours = dt.sample(5, 6, n=3, seed=1)
    tours.draw(sheet, suffix=".png")
    assert sheet.getvalue().startswith(b"\x89PNG")
    tours.save(many, suffix=".npy")
    assert many.getvalue()[1:6] == b"NUMPY"


@pytest.mark.parametrize(
    ("target", "suffix", "complaint"),
    [
        (io.BytesIO(), "", "an open file has no name that chooses the format: give a suffix, such as suffix='.svg'"),
        (io.BytesIO(), ".xyz", f".xyz: the suffix chooses the format; it is one of {' '.join(SAVED)}"),
        (io.StringIO(), ".png", "a .png file holds bytes: open it in binary mode"),
        (5, ".svg", "a file is a path or an open file, not 5"),
        ("x.svg", ".png", "suffix is for open files, and the name of x.svg chooses its format: leave it out"),
    ],
)
def test_what_is_no_file_is_refused(target: object, suffix: str, complaint: str) -> None:
    with pytest.raises(dt.DestrierError) as error:
        dt.save(TOUR, wrong(target), suffix=suffix)
    assert str(error.value) == complaint


def test_a_file_of_no_format_is_not_written() -> None:
    held: Any = io.BytesIO()
    for suffix in (".parquet", ".xyz"):
        with pytest.raises(dt.DestrierError):
            dt.draw(TOUR, held, suffix=suffix)
    assert held.getvalue() == b""
