"""Which rectangles have a tour, and the theorem that says so.

Sources: A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991);
P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978);
A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, "Solution of the knight's Hamiltonian path problem on
chessboards", Discrete Applied Mathematics 50 (1994).
"""

from __future__ import annotations

__all__ = ["why_no_closed_tour", "why_no_open_tour"]


def why_no_closed_tour(rows: int, cols: int) -> str | None:
    """Why a rows x cols board has no closed tour; `None` if it has one (Schwenk 1991)."""
    short, long = sorted((rows, cols))
    if rows % 2 and cols % 2:
        reason = "with both sides odd the two colours differ in number, but a closed tour alternates between them"
    elif short in (1, 2, 4):
        reason = "no board with a side of 1, 2 or 4 has one"
    elif short == 3 and long in (4, 6, 8):
        reason = "of the boards with a side of 3, those of length 4, 6 and 8 have none"
    else:
        return None
    return f"no closed tour of {rows} x {cols} exists (Schwenk 1991): {reason}"


def why_no_open_tour(rows: int, cols: int) -> str | None:
    """Why a rows x cols board has no open tour; `None` if it has one (Cull and De Curtins 1978, Conrad et al. 1994)."""
    short, long = sorted((rows, cols))
    if short in (1, 2):
        reason = "no board with a side of 1 or 2 has one"
    elif short == 3 and long in (3, 5, 6):
        reason = "of the boards with a side of 3, those of length 3, 5 and 6 have none"
    elif short == long == 4:
        reason = "it is the one board with a side of 4, and no side below 3, that has none"
    else:
        return None
    return f"no open tour of {rows} x {cols} exists (Cull and De Curtins 1978, Conrad et al. 1994): {reason}"
