"""Theorems on rectangles without semi-magic or magic tours.

A numbering 1 to N of a board is *semi-magic* if all rows have the same sum, and so have all columns. Rows and columns
are R and C here, so N = RC; the sums are C(N + 1)/2 and R(N + 1)/2.

**An odd side.** If R is odd and C even, N + 1 is odd, so R(N + 1)/2 is no integer. If both are odd, colours alternate
along the tour, so the squares of one colour have the odd numbers; rows have in turn (C + 1)/2 and (C - 1)/2 of these
squares, so their sums are odd and even in turn.

**Two sides 4k + 2.** Let x be 1 for a number in an even row, and -1 for one in an odd row; y likewise for columns. As
rows have the same sum and there are as many even as odd ones, the sum of n x(n) over all n is 0, and so is that of
n y(n). As colours alternate, x(n) y(n) = (-1)^n, up to the sign of all; so the sum of (-1)^n n x(n) is 0 as well, and
hence that of n x(n) over the odd n alone. The odd n with x = 1 are the N/4 squares in even rows and even columns (or,
by the sign, odd ones); their sum is half of that of all odd numbers below N, which is N^2/4. So N/4 odd numbers add up
to N^2/8 = 2(N/4)^2, which is even: N/4 is even, and N is a multiple of 8. With both sides 4k + 2 it is not.

Both theorems are known (see Jelliss, "Existence theorems on magic tours"); the proofs are our own.

**Magic diagonals and a half-turn.** If a half-turn maps n onto n + N/2, it maps each diagonal of an R x R board onto
itself, so the R numbers of a diagonal are pairs n, n + N/2. All squares of a diagonal have the same colour, so the R/2
smaller numbers are all odd or all even; their sum is even if R is a multiple of 4. If the diagonal has the sum
R(N + 1)/2, they add up to R(N + 1)/4 - RN/8 = R^3/8 + R/4, which is odd if R is 8k + 4. So no such tour is magic.
"""

from __future__ import annotations


def why_no_magic_tour(rows: int, cols: int) -> str | None:
    """Return why a rectangle has no semi-magic tour, or `None` if neither theorem applies."""
    if rows % 2 or cols % 2:
        why = "a side is odd"
    elif rows * cols % 8:
        why = "neither side is a multiple of 4"
    else:
        return None
    return f"no tour of {rows} x {cols} is semi-magic: {why} (proofs.magic_sums)"


def why_no_magic_diagonals(side: int, *, turned: bool) -> str | None:
    """Return why no semi-magic tour of a square board is magic, or `None` if no reason is known.

    If `turned`, only tours that a half-turn maps onto themselves are meant.
    """
    if side == 8:
        return "no tour of 8 x 8 is magic: all semi-magic tours are known, and none has magic diagonals"
    if turned and side % 8 == 4:
        return f"no tour of {side} x {side} that a half-turn maps onto itself is magic (proofs.magic_sums)"
    return None
