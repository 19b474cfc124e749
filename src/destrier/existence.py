"""Which rectangles have a tour of each kind, and the theorem that says so.

Sources: A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991);
P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978);
A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, "Solution of the knight's Hamiltonian path problem on
chessboards", Discrete Applied Mathematics 50 (1994);
S.-S. Lin and C.-L. Wei, "Optimal algorithms for constructing knight's tours on arbitrary n x m chessboards",
Discrete Applied Mathematics 146 (2005).

Each has two halves. That the other boards have a tour is shown by the `rectangle` algorithm, which makes it. That these
have none follows, beyond colours, from searches that end: of small boards as a whole, and of boards with 3 or 4 rows
of any length, since the transfer matrix has finitely many states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.types import Kind

__all__ = ["KINDS", "why_no_tour"]

_CONRAD: Final = "Cull and De Curtins 1978, Conrad et al. 1994"
_LIN: Final = "Lin and Wei 2005"


def why_no_tour(rows: int, cols: int, kind: Kind = "closed") -> str | None:
    """Why a rows x cols board has no tour of this kind; `None` if it has one.

    The kinds are those of `destrier.tour`. Of the last two, the shorter proofs are by search.
    """
    if kind not in _THEOREMS:
        raise DestrierError(f"a tour is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {kind!r}")
    source, theorem = _THEOREMS[kind]
    short, long = sorted((rows, cols))
    reason = theorem(short, long)
    what = {"double-loop": "double loop", "stretched": "stretched tour"}.get(kind, f"{kind} tour")
    return reason and f"no {what} of {rows} x {cols} exists ({source}): {reason}"


def _closed(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "with both sides odd the two colours differ in number, but a closed tour alternates between them"
    if short in (1, 2, 4):
        return "no board with a side of 1, 2 or 4 has one"
    if short == 3 and long in (4, 6, 8):
        return "of the boards with a side of 3, those of length 4, 6 and 8 have none"
    return None


def _open(short: int, long: int) -> str | None:
    if short in (1, 2):
        return "no board with a side of 1 or 2 has one"
    if short == 3 and long in (3, 5, 6):
        return "of the boards with a side of 3, those of length 3, 5 and 6 have none"
    if short == long == 4:
        return "it is the one board with a side of 4, and no side below 3, that has none"
    return None


def _corner(short: int, long: int) -> str | None:
    if short % 2 == 0 or long % 2 == 0:
        return "a corner tour leaves out one corner of an odd x odd board"
    if short == 1 or (short == 3 and long in (3, 5, 7)):
        return "of the odd x odd boards, those with a side of 1, 3 x 3, 3 x 5 and 3 x 7 have none"
    return None


def _stretched(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "its ends have different colours, but with both sides odd the colours differ in number"
    if short in (1, 2):
        return "no board with a side of 1 or 2 has one"
    if (short, long) in ((3, 6), (4, 4)):
        return "of the boards with an even number of squares and no side below 3, 3 x 6 and 4 x 4 have none"
    return None


def _double_loop(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "with both sides odd the two colours differ in number, but closed tours alternate between them"
    if short in (1, 2):
        return "no board with a side of 1 or 2 has one"
    if (short, long) in ((3, 6), (3, 10), (4, 4)):
        return "of the boards with an even number of squares and no side below 3, 3 x 6, 3 x 10 and 4 x 4 have none"
    return None


_THEOREMS: Final[dict[Kind, tuple[str, Callable[[int, int], str | None]]]] = {
    "closed": ("Schwenk 1991", _closed),
    "open": (_CONRAD, _open),
    "corner": (_LIN, _corner),
    "stretched": (_LIN, _stretched),
    "double-loop": (_LIN, _double_loop),
}

KINDS: Final[tuple[Kind, ...]] = tuple(_THEOREMS)
"""The kinds of tours."""
