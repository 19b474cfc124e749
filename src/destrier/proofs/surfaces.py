"""The theorems on which surfaces have tours.

A closed tour of the rectangle is one of the surface, so every surface has one if its rectangle does (Schwenk 1991); on
odd rectangles, open tours are closed across a seam (see `makers.unrolled`). This leaves rectangles with a side of at
most 4.

Sources: Watkins and Hoenigman (1997) for the torus; Watkins, *Across the Board* (2004), for the cylinder, the Möbius
strip and the Klein bottle; ours for the projective plane, and for open tours. See `docs/surfaces.md`.
"""

from __future__ import annotations

from typing import Literal

from destrier.core.surface import Surface


def surface_theorem(board: Surface, kind: Literal["closed", "open"]) -> str | None:
    """Return why a surface has no closed or no open tour, or `None` if it has one.

    Examples
    --------
    >>> from destrier.core.surface import Cylinder
    >>> surface_theorem(Cylinder(2, 6), "open")
    'no open tour of the 2 x 6 cylinder exists: every move keeps the parity of the column'
    >>> surface_theorem(Cylinder(4, 5), "closed") is None
    True
    """
    reason = _reason(board) or (_reason_against_closed(board) if kind == "closed" else None)
    return None if reason is None else f"no {kind} tour of {board.describe()} exists: {reason}"


def _reason(board: Surface) -> str | None:
    """Return why a surface has no tour of either kind."""
    rows, cols = board.sides
    if board.size == 1:
        return "no move leads from its only square to another one"
    if board.top_bottom is None and rows == 1:
        return "every move changes the row, and there is only one"
    if board.top_bottom is None and rows == 2 and cols % 2 == 0:
        return "every move keeps the parity of the column"
    return None


def _reason_against_closed(board: Surface) -> str | None:
    """Return why a surface that has an open tour has no closed one."""
    rows, cols = board.sides
    if board.size == 2:
        return "it has only two squares"
    if board.top_bottom is not None:
        return None
    is_moebius = board.left_right == "mirrored"
    if rows == 4 and cols % 2 == is_moebius:
        return (
            "moves from the outer rows lead to the inner ones alone, so a tour would go to and fro between them, but "
            "also between the two colours, and never reach the outer squares of one colour"
        )
    if is_moebius and (rows, cols) in ((3, 1), (3, 4), (5, 1)):
        return "all orders of its squares were tried"
    return None
