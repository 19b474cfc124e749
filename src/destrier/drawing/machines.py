"""Tourneys for machines that draw, cut and mill: HPGL, G-code and DXF.

The lines are those of `svg.plotter`, in millimetres. As usual for machines, y points upwards from the lower left corner
of the sheet.
"""

from __future__ import annotations

import io
from typing import Any, Final

from destrier.core.tourney import Tourney
from destrier.drawing.svg.plotter import PENS, Line, Plot, plot
from destrier.support.errors import DestrierError
from destrier.support.optional import extra

_UNITS: Final = 40
"""The units of HPGL in a millimetre."""


def to_hpgl(tourney: Tourney, **lines: Any) -> str:
    """Draw a tourney in HPGL, with a pen for each layer; those after the eighth start with the first again.

    `lines` are the options of `svg.plotter.plot`.
    """
    drawn = plot(tourney, **lines)
    commands = ["IN"]
    for layer in drawn.layers:
        commands.append(f"SP{(layer.number - 1) % len(PENS) + 1}")
        for line in layer.lines:
            corners = [f"{round(x * _UNITS)},{round(y * _UNITS)}" for x, y in _upwards(drawn, line)]
            commands += [f"PU{corners[0]}", f"PD{','.join(corners[1:])}"]
    return ";\n".join([*commands, "PU", "SP0", ""])


def to_gcode(tourney: Tourney, *, lift: float = 5.0, feed: float = 1500.0, **lines: Any) -> str:
    """Draw a tourney in G-code, for a pen or a tool that lifts along Z.

    Parameters
    ----------
    tourney
        The tourney to draw.
    lift
        The height in millimetres at which the tool travels; it draws at 0.
    feed
        The drawing speed in millimetres a minute.
    **lines
        The options of `svg.plotter.plot`. Between the layers the machine waits for another pen (`M0`).
    """
    for name, value in (("lift", lift), ("feed", feed)):
        if not 0 < value <= 1e5:
            raise DestrierError(f"the {name} of a tool is more than 0 and at most 100,000, not {value!r}")
    drawn = plot(tourney, **lines)
    commands = ["G21 ; millimetres", "G90 ; absolute positions", f"G0 Z{lift:g}"]
    for number, layer in enumerate(drawn.layers):
        commands += [f"; {layer.name}, {layer.colour}"] if number == 0 else ["M0", f"; {layer.name}, {layer.colour}"]
        for line in layer.lines:
            (x, y), *others = _upwards(drawn, line)
            commands += [f"G0 X{x:.3f} Y{y:.3f}", f"G1 Z0 F{feed:g}"]
            commands += [f"G1 X{x:.3f} Y{y:.3f}" for x, y in others]
            commands.append(f"G0 Z{lift:g}")
    return "\n".join([*commands, "M2", ""])


def to_dxf(tourney: Tourney, **lines: Any) -> str:
    """Draw a tourney in DXF, with a layer for each layer of the plot; `lines` are the options of `svg.plotter.plot`."""
    ezdxf = extra("ezdxf", "dxf", "a DXF file")
    drawn = plot(tourney, **lines)
    document = ezdxf.new("R2010", units=4)  # millimetres
    space = document.modelspace()
    for layer in drawn.layers:
        document.layers.add(layer.name, color=(layer.number - 1) % 255 + 1)
        for line in layer.lines:
            corners = [(x, drawn.sheet[1] - y) for x, y in line.points.tolist()]
            space.add_lwpolyline(corners, close=line.closed, dxfattribs={"layer": layer.name})
    with io.StringIO() as file:
        document.write(file)
        return file.getvalue()


def _upwards(drawn: Plot, line: Line) -> list[tuple[float, float]]:
    """Return the corners of a line with y upwards; a closed line ends with its first corner."""
    corners = [(x, drawn.sheet[1] - y) for x, y in line.points.tolist()]
    return [*corners, corners[0]] if line.closed else corners
