"""Closed knight's paths, the cycles of the knight's graph of the infinite board. `docs/paths.md` shows them.

A *closed knight's path* of length k is a cycle of k squares of the infinite knight's graph, without regard to start and
direction. It is *uncrossed* if no two of its moves cross, that is, share interior points. Paths that differ by a
translation are the same *fixed* path. Two fixed paths are *equivalent* if one of the eight symmetries of the square
maps one to the other, up to a translation; the *classes* are the equivalence classes.

Moves are numbered as on a board: 0..7 counter-clockwise; move `(m + 4) % 8` is the reverse of move `m`.

Source: S. Kapralov and others, "Algorithms for Construction, Classification and Enumeration of Closed Knight's Paths".
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "classes": ["list_paths"],
        "closed_path": ["PathClass", "path_class"],
        "distinct": ["DistinctPaths", "distinct_paths"],
        "longest": ["LongestPath", "longest_uncrossed"],
        "numberings": ["magic_numberings", "magic_paths"],
        "path_counts": ["PathCount", "count_paths"],
        "path_store": ["load", "store_paths"],
    },
)
