"""Theorems on rectangles without semi-magic tours.

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
