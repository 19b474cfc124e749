"""The choices for fields of requests, in a separate module so that the command line can list them without numpy."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["closed", "open", "corner", "stretched", "double-loop", "structured"]
"""The kinds of tours: see `tour`."""

CountedKind: TypeAlias = Literal["closed", "open", "tourney"]
"""The kinds of tours that can be counted, and tourneys: see `count`."""

Goal: TypeAlias = Literal["turns", "crossings"]
"""The objectives with patterns of their own."""

Aim: TypeAlias = Literal["turns", "crossings", "both", "blend", "rails"]
"""The objectives that can be minimized: see `tame`."""

FEW_TURNS: Final[tuple[Aim, ...]] = ("turns", "both")
"""The objectives for which `tame` takes every board; the others need a rectangle and the knight."""

Figure: TypeAlias = Literal["turns", "crossings", "rails", "angle-37", "angle-53", "angle-90", "angle-127", "angle-143"]
"""The quantities whose minimum and maximum over all tours can be found: see `extremes`."""

Heel: TypeAlias = Literal["formation", "turns", "crossings", "both"]
"""How `formation` turns at the top and the bottom: see `tour`."""

Junctions: TypeAlias = Literal["four", "one"]
"""How many junctions `formation` has for the top right corner: see `tour`."""

SurfaceKey: TypeAlias = Literal["torus", "cylinder", "moebius", "klein", "projective"]
"""The surfaces that can be glued from a rectangle: see `core.surface`."""

SymmetryKind: TypeAlias = Literal["central", "axial", "quarter"]
"""The kinds of symmetry that a tour may have: see `proofs.symmetry`."""

Ties: TypeAlias = Literal["random", "first", "pohl", "squirrel", "distance"]
"""How Warnsdorff's rule breaks ties: see `makers.ties`."""
