"""Count closed knight's paths: fixed, invariant, by class, up to congruence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from destrier.errors import DestrierError, UnsupportedBoard

__all__ = ["LISTED", "LONGEST", "PathCount", "count_paths", "list_paths"]

LONGEST: Final = 24
"""Moves of the longest paths that are counted."""

LISTED: Final = 10
"""Moves of the longest paths that are listed."""


@dataclass(frozen=True)
class PathCount:
    """How many closed paths of a length there are."""

    k: int
    """The length: squares, or moves."""
    uncrossed: bool
    fixed: int
    """Up to translation."""
    symmetric: dict[str, int]
    """Fixed paths that a symmetry maps onto themselves: `quarter` turn, `half` turn, each `axis`, each `diagonal`."""
    classes: int
    """Up to translation and the eight symmetries of the square."""
    congruence_classes: int
    """Up to congruence in the plane."""


def count_paths(k: int, *, uncrossed: bool = False, workers: int | None = None) -> PathCount:
    """Count the closed knight's paths of length k, exactly.

    The classes are counted by Burnside's lemma: an eighth of the sum over the eight symmetries of the fixed paths that
    each maps onto itself.

    Parameters
    ----------
    k
        An even length, from 4 to `LONGEST`.
    uncrossed
        Whether to count only paths no two moves of which cross.
    workers
        Threads; as many as there are processors if omitted. The result does not depend on them.

    Raises
    ------
    DestrierError
        If k is odd or too small.
    UnsupportedBoard
        If k is too large.
    """
    _check_length(k)
    if k > LONGEST:
        raise UnsupportedBoard(f"closed paths are counted up to length {LONGEST}, not {k}")
    from destrier.paths.fixed import count_fixed  # noqa: PLC0415 (needs the compiler)
    from destrier.paths.invariant import count_invariant  # noqa: PLC0415

    fixed = count_fixed(k, uncrossed=uncrossed, workers=workers)
    symmetric = count_invariant(k, uncrossed=uncrossed)
    eightfold = fixed + 2 * symmetric.quarter + symmetric.half + 2 * symmetric.axis + 2 * symmetric.diagonal
    classes, rest = divmod(eightfold, 8)
    if rest:
        raise AssertionError(f"the sum over the symmetries of paths of length {k} is not divisible by 8: {eightfold}")
    return PathCount(k, uncrossed, fixed, symmetric._asdict(), classes, classes - _mirrored_polygons(k))


def list_paths(k: int, *, uncrossed: bool = False) -> list[str]:
    """One path of each class of length k: its moves, a digit each, in the order of the words.

    Raises
    ------
    DestrierError
        If k is odd or too small.
    UnsupportedBoard
        If k is above `LISTED`.
    """
    _check_length(k)
    if k > LISTED:
        raise UnsupportedBoard(f"closed paths are listed up to length {LISTED}, not {k}")
    from destrier.paths.reference import canonical, is_uncrossed, two_halves, word  # noqa: PLC0415

    classes = {canonical(path) for path in two_halves(k) if not uncrossed or is_uncrossed(path)}
    return sorted(map(word, classes))


def _check_length(k: int) -> None:
    if isinstance(k, bool) or not isinstance(k, int) or k < 4 or k % 2:
        raise DestrierError(
            f"a closed path has an even length of at least 4, not {k!r}: its squares alternate in colour"
        )


def _mirrored_polygons(k: int) -> int:
    """How many classes are congruent to another one.

    A congruence that is no symmetry of the square takes the moves of a path to moves only if all of them are among
    four at right angles, such as (1, 2), (-2, 1) and their opposites. Such paths are polygons of a square lattice,
    turned; the symmetries of the square keep their lattice, or mirror it, so that a polygon and its mirror image in
    the lattice are in one class only if a rotation takes one to the other. (None of these paths crosses itself.)
    """
    from destrier.paths.lattice import count_polygons  # noqa: PLC0415 (needs the compiler)

    rotated, congruent = count_polygons(k)
    return rotated - congruent
