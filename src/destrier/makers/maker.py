"""Makers: each algorithm describes the tours that it can make.

Each maker has its own file, and the desk does not know makers by name. It asks the makers of the register in turn why
they decline a request, and chooses the first one without a reason or, if turns are to be minimized, the one whose tour
has the fewest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.choices import Kind
    from destrier.core.grid import BaseBoard
    from destrier.core.request import Request
    from destrier.core.tourney import Tourney
    from destrier.patterns.formation.course import Course
    from destrier.patterns.lookups import Cycle

Ask: TypeAlias = "Callable[[Request], Tourney]"
"""The desk as a function: a maker calls it for tours of other boards, or by other makers, to build on."""

UNKNOWN: Final = math.inf
"""The number of turns of a tour if it is not known in advance."""

NOT_CHOSEN: Final = "used only when named, or when an option of its own is given"
"""Reason of a maker that is chosen only by its name or by an option of its own."""


class Maker:
    """A way to make tours, or tourneys to be joined.

    Users choose a maker by its `name` with `algorithm`. The attributes do not depend on the request.
    """

    name: str
    boards: str = ""
    """Description of the supported boards."""
    source: str = ""
    kinds: tuple[Kind, ...] = ("closed",)
    """Supported kinds of tours."""
    options: tuple[str, ...] = ()
    """Supported fields of a request besides the board, the kind and the seed; `ends` stands for both ends."""
    random: bool = False
    """Whether the seed matters."""
    bytes_per_square: int = 12
    """Peak memory for making a tour."""
    any_board: bool = False
    """Whether it supports boards that are not flat and pieces other than the knight."""
    pattern: Literal["none", "shown", "hidden"] = "shown"
    """Whether its tours have a pattern, and whether that is hidden unless it is chosen by name."""
    proves: bool = False
    """Whether it raises `NoSuchTour` itself, so that the desk need not look for a proof first."""

    @property
    def example(self) -> BaseBoard:
        """A board that it takes, on which the documentation shows it and the tests try it."""
        from destrier.core.board import Board

        return Board(20, 20)

    @property
    def is_algorithm(self) -> bool:
        """Whether users can choose it by name, as its boards are described."""
        return bool(self.boards)

    @property
    def makes_tours(self) -> bool:
        """Whether it makes tours, not only tourneys to be joined."""
        return type(self).make is not Maker.make

    @property
    def makes_tourneys(self) -> bool:
        """Whether it makes tourneys."""
        return type(self).tourney is not Maker.tourney

    @property
    def yields(self) -> str:
        """What it makes, in words: `tour`, `tourney` or `tour, tourney`."""
        return ", ".join(["tour"] * self.makes_tours + ["tourney"] * self.makes_tourneys)

    @property
    def result(self) -> str:
        """`random` if the seed matters, else `fixed`."""
        return "random" if self.random else "fixed"

    def why_not(self, request: Request) -> str | None:  # noqa: ARG002 (others use it)
        """Return in one line why it declines this request, or declines it unless named; `None` if it accepts."""
        return None

    def turns(self, request: Request) -> float:  # noqa: ARG002
        """Return the number of turns of its tour, or `UNKNOWN`."""
        return UNKNOWN

    def leaves_room(self, request: Request) -> bool:  # noqa: ARG002
        """Whether a short annealing may find a tour with fewer turns or crossings."""
        return False

    def laid_on(self, request: Request) -> Request | None:  # noqa: ARG002
        """Return the request for the tour that its tour is built on, or `None`."""
        return None

    def make(self, request: Request, _: Ask, /) -> Tourney:
        """Return the tour, or by default a tourney to be joined."""
        return self.tourney(request)

    def cycle(self, request: Request) -> Cycle:  # noqa: ARG002
        """Return the squares of the closed tour in order, without making it; see `patterns.lookups`.

        Raises
        ------
        UnsupportedBoard
            If it does not support lookup, in general or for this tour.
        """
        which = "those by formation, interleaved, rectangle and tame are"
        raise UnsupportedBoard(f"tours by {self.name} are made, but not looked up; {which}")

    def courses(self, request: Request) -> list[Course]:  # noqa: ARG002
        """Return the positions of its formations at each step; see `patterns.formation.course`."""
        return []

    def tourney(self, request: Request) -> Tourney:  # noqa: ARG002
        """Return a tourney of the board.

        Raises
        ------
        UnsupportedBoard
            If it makes only tours.
        """
        raise UnsupportedBoard(f"{self.name} makes tours, not tourneys; two-factor makes tourneys of every shape")
