"""Small move graphs: uniform draws of their Hamiltonian cycles by the plain engine, where nothing is compiled."""

from __future__ import annotations

from typing import Final

from destrier.core.movegraph import MOST_MOVES, MoveGraph
from destrier.plain.hamiltonian import HamiltonianCycles
from destrier.switching.movegraphs import cover

SMALL: Final = 256
"""Number of squares of a small board; plain Python takes a millisecond on 8 x 8, and 20 on 16 x 16."""


def hamiltonian_cycles(graph: MoveGraph, part: MoveGraph | None = None) -> HamiltonianCycles | None:
    """Return the Hamiltonian cycles of a small graph, or `None` if no cover was found.

    Parameters
    ----------
    part
        The graph with at most `MOST_MOVES` moves at each vertex, where the first cover is found; by default the graph.
    """
    found = cover(part or graph, 0)
    if found is None:
        return None
    pairs = [[move for move in range(MOST_MOVES) if mask >> move & 1] for mask in found.tolist()]
    return HamiltonianCycles(graph.there.tolist(), graph.back.tolist(), pairs)
