"""The theorems on which rectangles have symmetric tours, that is, tours mapped to themselves by a symmetry.

*central*: a half-turn; *axial*: the reflection in a median line; *quarter*: a quarter turn, of a square board.

**Which boards.** Let a symmetry other than the identity map a closed tour of N squares onto itself. Then it either
rotates the cycle, and moves every square and every edge to another one; or it reflects the cycle, and fixes exactly two
of its squares and edges. Colours alternate along the cycle.

- Diagonal. The reflection fixes the squares of a diagonal, which are more than two. There is no such tour.
- Axial. If the side across the axis were odd, the reflection would fix a line of at least three squares. So that side
  is even, and it fixes no square, nor an edge, which would join two squares of one line. The cycle is turned by N/2
  steps; as the reflection exchanges the colours, N/2 is odd. *The side across the axis is 2 mod 4, the other is odd.*
- Quarter. N is even, so the side n is, and the quarter turn exchanges the colours. It has order 4, unlike any
  reflection, so it turns the cycle by N/4 steps in one direction or the other, and N/4 is odd. *The side is 2 mod 4.*
- Central, both sides even. The half-turn fixes no square, and no edge: the two squares of an edge that it fixes lie
  opposite each other about the centre, here an odd number of rows and of columns apart. It turns the cycle by N/2 steps
  and preserves the colours, which agrees with N/2 being even. There is no condition.
- Central, one side odd. The half-turn exchanges the colours. Either it turns the cycle, and *N/2 is odd* (an Eulerian
  tour); or it reflects the cycle and fixes two edges (a Bergholtian tour). Only two moves have squares opposite each
  other about the centre; those are the edges, so *they cross at the centre of the board*.

Of the remaining boards with a closed tour, 3 x 12 and 5 x 6 have no central one, as an exhaustive search shows. All
others with sides up to 30 have one of each kind, and so do those tried with 3 rows and up to 3002 columns.

**Open tours.** Let a symmetry other than the identity map an open tour of at least two squares onto itself. Then it
reverses the tour, and so it fixes one square, the middle one, or else the middle edge, but no other. A reflection fixes
no square or a line of them, and no edge, whose two squares would be in one line. If a quarter turn reversed the tour,
its square, the half-turn, would fix all squares. *Only the half-turn has open tours*, and it fixes the square at the
centre, or one of the two moves that cross there. *The sides are not both even*, as then there is neither.
Of the remaining boards with an open tour, 5 x 6 has no central one, as an exhaustive search shows. All others with
sides up to 20 have one.

Source of the names Eulerian and Bergholtian: G. P. Jelliss, "Knight's Tour Notes".
"""

from __future__ import annotations

from typing import Final, get_args

from destrier.core.choices import Kind, SymmetryKind
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, shown

SYMMETRY_KINDS: Final[tuple[SymmetryKind, ...]] = get_args(SymmetryKind)
"""The kinds of symmetry that a closed tour may have."""

_SEARCHED: Final = "all of them were searched"

_WITHOUT_CENTRAL_TOUR: Final = frozenset({(3, 12), (5, 6)})
"""Boards (short side first) with closed tours, none of them central; known only by search."""


def symmetry_theorem(rows: int, cols: int, symmetry: SymmetryKind, kind: Kind = "closed") -> str | None:
    """Return why a rows x cols board has no tour with this symmetry, or `None`; see the module docstring."""
    if symmetry not in SYMMETRY_KINDS:
        raise DestrierError(f"a symmetry is central, axial or quarter, not {shown(symmetry)}")
    if theorem := rectangle_theorem(rows, cols, kind):
        return theorem
    if kind == "open":
        reason = _why_no_open(rows, cols, symmetry)
    elif symmetry == "axial" and rows * cols % 4 == 0:
        reason = (
            "a reflection shifts the tour by half its squares, and as it exchanges the colours, half of them is odd: "
            "the side across the axis is 2 mod 4, the other odd"
        )
    elif symmetry == "quarter" and rows != cols:
        reason = "a quarter turn maps only square boards onto themselves"
    elif symmetry == "quarter" and rows % 4 == 0:
        reason = (
            "a quarter turn shifts the tour by a quarter of its squares, and as it exchanges the colours, a quarter of "
            "them is odd: the side is 2 mod 4"
        )
    elif symmetry == "central" and (min(rows, cols), max(rows, cols)) in _WITHOUT_CENTRAL_TOUR:
        reason = _SEARCHED
    else:
        return None
    return reason and f"no {kind} tour of {rows} x {cols} with {symmetry} symmetry exists: {reason}"


def _why_no_open(rows: int, cols: int, symmetry: SymmetryKind) -> str | None:
    if symmetry != "central":
        return "a symmetry reverses an open tour and fixes only its middle, as only a half-turn can"
    if rows % 2 == cols % 2 == 0:
        return "the half-turn fixes the middle move, and with both sides even it fixes no square and no move"
    return _SEARCHED if {rows, cols} == {5, 6} else None
