"""Files for machines, read by other programs or by the rules of their formats, against the squares of tours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import ezdxf
import ezdxf.filemanagement
import numpy as np
import pytest
from helpers.commands import runner

import destrier as dt
from destrier.drawing import to_gcode, to_hpgl

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

WIDTH = 80.0
"""The width of the drawings in millimetres, ten for each square."""


@pytest.fixture(params=["closed", "open", "braid"])
def tourney(request: pytest.FixtureRequest) -> dt.Tourney:
    if request.param == "braid":
        return dt.tourney(8, 8, algorithm="concentric-braid")
    return dt.tour(8, 8, kind="closed" if request.param == "closed" else "open", seed=1)


def corners(cycle: NDArray[np.int64], *, closed: bool) -> set[tuple[int, int]]:
    """Return where a way turns, and where it ends, in millimetres from the lower left corner."""
    steps = np.diff(cycle, axis=0, append=cycle[:1])
    turns = np.any(steps != np.roll(steps, 1, axis=0), axis=1)
    if not closed:
        turns[[0, -1]] = True
    return {(10 * col + 5, 75 - 10 * row) for row, col in cycle[turns].tolist()}


def of_tourney(tourney: dt.Tourney) -> list[set[tuple[int, int]]]:
    return sorted((corners(cycle, closed=tourney.ends is None) for cycle in tourney.cycles()), key=sorted)


def rounded(points: list[tuple[float, float]]) -> set[tuple[int, int]]:
    assert np.allclose(points, np.round(points), atol=0.02)
    return {(round(x), round(y)) for x, y in points}


def test_hpgl(tourney: dt.Tourney) -> None:
    own = re.findall(r"PU(-?[\d,]+);\nPD([-\d,]+)", to_hpgl(tourney, width=WIDTH))
    found = []
    for first, others in own:
        numbers = [int(number) / 40 for number in f"{first},{others}".split(",")]
        found.append(rounded(list(zip(numbers[::2], numbers[1::2], strict=True))))
    assert sorted(found, key=sorted) == of_tourney(tourney)


def test_gcode(tourney: dt.Tourney) -> None:
    x = y = 0.0
    z = 3.0
    lines: list[list[tuple[float, float]]] = []
    for command in to_gcode(tourney, width=WIDTH, lift=3).splitlines():
        words = dict(re.findall(r"([XYZ])(-?[\d.]+)", command.split(";")[0]))
        before = z
        x, y, z = (float(words.get(axis, value)) for axis, value in zip("XYZ", (x, y, z), strict=True))
        assert z in (0, 3)
        if z == 0 and before == 3:
            lines.append([(x, y)])
        elif z == 0:
            lines[-1].append((x, y))
    assert sorted(map(rounded, lines), key=sorted) == of_tourney(tourney)
    if tourney.ends is None:
        assert all(line[0] == line[-1] for line in lines)


def test_dxf(tourney: dt.Tourney, tmp_path: Path) -> None:
    dt.draw(tourney, tmp_path / "tour.dxf", width=WIDTH)
    document = ezdxf.filemanagement.readfile(tmp_path / "tour.dxf")
    lines = list(document.modelspace().query("LWPOLYLINE"))
    assert sorted((rounded(list(line.get_points("xy"))) for line in lines), key=sorted) == of_tourney(tourney)
    assert all(line.closed == (tourney.ends is None) for line in lines)
    assert len({line.dxf.layer for line in lines}) == tourney.cycle_count
    assert document.units == ezdxf.units.MM


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = runner(capsys)
    assert run("tour", 8, 8, "--seed", 1, "-o", tmp_path / "tour.npy").code == 0
    for name in ("a.hpgl", "a.gcode", "a.dxf"):
        assert run("draw", tmp_path / "tour.npy", "--paper", "a3", "-o", tmp_path / name).code == 0
    assert run("draw", tmp_path / "tour.npy", "--lift", 2, "--feed", 900, "-o", tmp_path / "b.gcode").code == 0
    assert "G0 Z2" in (tmp_path / "b.gcode").read_text()
    assert run("draw", tmp_path / "tour.npy", "--lift", -1, "-o", tmp_path / "c.gcode").code == 2
    assert run("draw", tmp_path / "tour.npy", "--lift", 2, "-o", tmp_path / "c.svg").code == 2
