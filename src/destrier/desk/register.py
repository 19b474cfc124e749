"""The register of makers, in the order in which the desk consults them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from destrier.makers.annealing import Annealing
from destrier.makers.concentric_braid import ConcentricBraid
from destrier.makers.divide_and_conquer import DivideAndConquer
from destrier.makers.formation import Formation
from destrier.makers.four_cover import FourCover
from destrier.makers.given_numbers import Numbered
from destrier.makers.interleaved import Interleaved
from destrier.makers.maker import NOT_CHOSEN, Maker
from destrier.makers.move_graph import MoveGraphMaker
from destrier.makers.rectangle import Rectangle
from destrier.makers.symmetric import Symmetric
from destrier.makers.takefuji_lee import TakefujiLee
from destrier.makers.tame import Tame
from destrier.makers.transfer_matrix import TransferMatrix
from destrier.makers.two_factor import TwoFactor
from destrier.makers.uniform_draw import Uniform
from destrier.makers.unrolled import NarrowUnrolled, Unrolled
from destrier.makers.warnsdorff import Warnsdorff
from destrier.makers.wound import Wound
from destrier.support.errors import DestrierError, shown
from destrier.support.html import table

if TYPE_CHECKING:
    from destrier.core.request import Request

REGISTER: Final[tuple[Maker, ...]] = (
    Numbered(),
    Wound(),
    Symmetric(),
    Uniform(),
    TransferMatrix(),
    TwoFactor(),
    ConcentricBraid(),
    Rectangle(),
    Tame(),
    Interleaved(),
    Formation(),
    Warnsdorff(),
    TakefujiLee(),
    DivideAndConquer(),
    FourCover(),
    Unrolled(),
    Annealing(),
    MoveGraphMaker(),
    NarrowUnrolled(),
)
"""An earlier maker takes precedence over later ones, which get a request only if it declines or gives up."""


_USUAL: Final = tuple(maker for maker in REGISTER if maker.needs is None)
_ADAPTING: Final = tuple(maker for maker in REGISTER if not maker.is_algorithm)


class AlgorithmTable(dict[str, Maker]):
    """The algorithms by name; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        rows = ((row.name, row.yields, row.boards, row.random, row.source) for row in self.values())
        return table(rows, columns=("algorithm", "makes", "boards", "random", "source"))


ALGORITHMS: Final = AlgorithmTable(sorted((maker.name, maker) for maker in REGISTER if maker.is_algorithm))
"""The makers that users can choose by name."""


def find(name: str) -> Maker:
    """Return the algorithm with this name; raise `DestrierError` listing all names if there is none."""
    if not isinstance(name, str) or name not in ALGORITHMS:
        meant = "".join(f"did you mean {near}? " for near in get_close_matches(str(name), ALGORITHMS, 1))
        raise DestrierError(f"no algorithm {shown(name)}; {meant}there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


def makers_for(request: Request) -> tuple[Maker, ...]:
    """Return the makers to consult: all, or the named algorithm and the makers that adapt its tours to other boards."""
    if request.algorithm is None:
        return REGISTER if request.asked else _USUAL
    return find(request.algorithm), *_ADAPTING


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


def why_not(maker: Maker, request: Request) -> str | None:
    """Return in one line why a maker declines a request, or declines it unless named; `None` if it accepts."""
    if maker.needs is not None and maker.needs not in request.asked:
        return NOT_CHOSEN
    for name in request.asked:
        if name not in maker.options:
            return NOT_CHOSEN
    if request.kind not in maker.kinds:
        makes = f"{maker.name} makes {' and '.join(maker.kinds)} tours; rectangle makes every kind"
        return makes if maker.is_algorithm else NOT_CHOSEN
    board = request.board
    if not (maker.any_board or board.has_planes):
        return f"{maker.name} takes flat boards and the knight, not {board.describe()}; move-graph takes every board"
    if request.ends and "ends" not in maker.options:
        if not board.has_planes:
            return f"{maker.name} leaves no choice of ends on {board.describe()}; leave them out"
        if request.minimize == "rails" or (request.minimize and board.size % 2):
            what = f"an open tour of {board.describe()} that minimizes {request.minimize}"
            return f"{what} leaves {maker.name} no choice of its ends; annealing takes any"
    reason = maker.why_not(request)
    if reason is None and request.obfuscate and request.symmetry and not maker.is_random_looking:
        return f"a tour by {maker.name} that is made random-looking loses its symmetry"
    return reason
