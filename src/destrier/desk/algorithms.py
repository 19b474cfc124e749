"""The algorithms: the makers that users can choose by name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from destrier.desk.register import REGISTER
from destrier.makers.maker import Maker
from destrier.support.errors import DestrierError, shown
from destrier.support.html import table

if TYPE_CHECKING:
    from destrier.core.request import Request


class AlgorithmTable(dict[str, Maker]):
    """The algorithms by name; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        rows = ((row.name, row.yields, row.boards, row.random, row.source) for row in self.values())
        return table(rows, columns=("algorithm", "makes", "boards", "random", "source"))


ALGORITHMS: Final = AlgorithmTable(
    sorted((maker.name, maker) for maker in (entry.maker for entry in REGISTER) if maker.is_algorithm)
)
"""The makers that users can choose by name."""


def find(name: str) -> Maker:
    """Return the algorithm with this name; raise `DestrierError` listing all names if there is none."""
    if not isinstance(name, str) or name not in ALGORITHMS:
        meant = "".join(f"did you mean {near}? " for near in get_close_matches(str(name), ALGORITHMS, 1))
        raise DestrierError(f"no algorithm {shown(name)}; {meant}there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


def refuse_options(request: Request) -> None:
    """Raise `DestrierError` if the named algorithm, or every algorithm, does not accept the given options."""
    if request.algorithm is None:
        makers = [maker for maker in ALGORITHMS.values() if not request.style.keys().isdisjoint(maker.options)]
    else:
        makers = [find(request.algorithm)]
    maker = next((maker for maker in makers if request.style.keys() <= set(maker.options)), makers[-1])
    if refused := [name for name in request.asked if name not in maker.options]:
        listed = ((row.name, [name for name in refused if name in row.options]) for row in ALGORITHMS.values())
        told = ", ".join(f"{name} takes {' and '.join(taken)}" for name, taken in listed if taken)
        raise DestrierError(f"{maker.name} takes no {' and no '.join(refused)}: {told}")
