"""The words that requests choose among; kept apart so that the command line lists them without loading numpy."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["closed", "open", "corner", "stretched", "double-loop"]
"""The kinds of tours: see `tour`."""

CountedKind: TypeAlias = Literal["closed", "open", "tourney"]
"""The kinds of tours that are counted, and tourneys: see `count`."""

Goal: TypeAlias = Literal["turns", "crossings"]
"""What a tour has few of."""

Aim: TypeAlias = Literal["turns", "crossings", "both", "blend", "rails"]
"""What a tame tour has fewest of: see `tame`."""

FEW_TURNS: Final[tuple[Aim, ...]] = ("turns", "both")
"""What may be minimized on every board; crossings and rails are those of a knight's rectangles."""

Figure: TypeAlias = Literal["turns", "crossings", "rails", "angle-37", "angle-53", "angle-90", "angle-127", "angle-143"]
"""What tours have fewest or most of: see `extremes`."""

Heel: TypeAlias = Literal["formation", "turns", "crossings", "both"]
"""How `formation` turns at the top and the bottom: see there."""

SurfaceKey: TypeAlias = Literal["torus", "cylinder", "moebius", "klein", "projective"]
"""The surfaces that a rectangle is glued to: see `core.surface`."""

SymmetryKind: TypeAlias = Literal["central", "axial", "quarter"]
"""The kinds of symmetry that a closed tour may have: see `proofs.symmetry`."""

Ties: TypeAlias = Literal["random", "first", "pohl", "squirrel", "distance"]
"""How Warnsdorff's rule breaks ties: see `makers.ties`."""
