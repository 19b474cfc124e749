"""The register of makers, in the order in which the desk consults them; each is imported when its turn comes."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from destrier.makers.maker import NOT_CHOSEN, Maker

if TYPE_CHECKING:
    from destrier.core.request import Request


class Entry:
    """An entry of the register: a class of a module of `makers`."""

    def __init__(self, module: str, name: str, *needs: str) -> None:
        self.module = module
        self.name = name
        self.needs = needs
        """Fields of which a request must have one for this maker to be consulted."""

    @cached_property
    def maker(self) -> Maker:
        """The maker."""
        made: Maker = getattr(import_module(f"destrier.makers.{self.module}"), self.name)()
        return made


REGISTER: Final = (
    Entry("given_numbers", "Numbered", "numbers"),
    Entry("wound", "Wound", "winding"),
    Entry("conditions", "Conditioned", "require", "forbid"),
    Entry("first_tour", "FirstTour", "lexicographic"),
    Entry("symmetric", "Symmetric", "symmetry"),
    Entry("uniform_draw", "Uniform"),
    Entry("transfer_matrix", "TransferMatrix"),
    Entry("two_factor", "TwoFactor"),
    Entry("concentric_braid", "ConcentricBraid"),
    Entry("rectangle", "Rectangle"),
    Entry("tame", "Tame"),
    Entry("interleaved", "Interleaved"),
    Entry("formation", "Formation"),
    Entry("warnsdorff", "Warnsdorff"),
    Entry("takefuji_lee", "TakefujiLee"),
    Entry("divide_and_conquer", "DivideAndConquer"),
    Entry("four_cover", "FourCover"),
    Entry("unrolled", "Unrolled"),
    Entry("annealing", "Annealing"),
    Entry("move_graph", "MoveGraphMaker"),
)
"""An earlier maker takes precedence over later ones, which get a request only if it declines."""

LAST_RESORT: Final = Entry("unrolled", "NarrowUnrolled")
"""What is tried after another maker gives up."""


def why_not(maker: Maker, request: Request) -> str | None:
    """Return in one line why a maker cannot serve a request, or would not unless named; `None` if it can."""
    for name in request.asked:
        if name not in maker.options:
            return NOT_CHOSEN
    if request.kind not in maker.kinds:
        omitted = f"without {' and '.join(request.asked)}, " if request.asked else ""
        makes = f"{maker.name} makes {' and '.join(maker.kinds)} tours; {omitted}rectangle makes every kind"
        return makes if maker.is_algorithm else NOT_CHOSEN
    board = request.board
    if not (maker.any_board or board.has_planes):
        return f"{maker.name} takes flat boards and the knight, not {board.describe()}; move-graph takes every board"
    if request.ends and "ends" not in maker.options and not board.has_planes:
        return f"{maker.name} cannot fix the ends on {board.describe()}: omit start and end"
    reason = maker.why_not(request)
    if reason is None and request.obfuscate and request.symmetry and maker.pattern != "none":
        return f"a tour by {maker.name} that is made random-looking loses its symmetry"
    return reason
