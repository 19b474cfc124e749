"""What a maker is: whoever can make a tour says so himself.

A maker has a file of its own. The desk knows none of them by name: it asks each of the register, in turn, why it does
not make a tour, and lets the first one make it that has no reason; or, if the tour is to have few turns, the one whose
tour has fewest.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.choices import Kind
    from destrier.core.request import Request
    from destrier.core.tourney import Tourney
    from destrier.patterns.formation.course import Course
    from destrier.patterns.lookups import Cycle

Ask: TypeAlias = "Callable[[Request], Tourney]"
"""The desk, for tours of other boards, or by other makers, of which a tour is made."""

UNKNOWN: Final = math.inf
"""The turns of a tour that are not known before it is made."""

NOT_CHOSEN: Final = "it makes its tours where it, or what only it takes, is asked for"
"""Why a maker is not chosen where neither its name nor an option of its own is given."""


class Maker:
    """A way to make tours, or tourneys to be joined.

    What a person may choose by `algorithm` has a `name`. The attributes are the same for all requests.
    """

    name: str
    boards: str = ""
    """The boards that it takes, in words."""
    source: str = ""
    kinds: tuple[Kind, ...] = ("closed",)
    """The kinds of its tours."""
    options: tuple[str, ...] = ()
    """The fields of a request that it takes, besides the board, the kind and the seed; `ends` are both ends."""
    needs: str | None = None
    """The field without which it is not asked."""
    yields: str = "tour"
    """`tour`, `tourney` if what it makes is yet to be joined, or `tour, tourney`."""
    random: bool = False
    """Whether the seed matters."""
    bytes_per_square: int = 12
    """The memory that making its tour takes at most."""
    any_board: bool = False
    """Whether it takes boards that are not flat, and other pieces than the knight."""
    is_algorithm: bool = True
    """Whether a person may choose it by name."""
    is_random_looking: bool = False
    """Whether there is nothing to hide in its tours."""
    is_hidden: bool = False
    """Whether the pattern of its tours is hidden where nobody asked for it by name."""
    may_give_up: bool = False
    """Whether it may raise `BudgetExceeded` where a last resort of the register makes a tour."""
    is_last_resort: bool = False
    """Whether it is asked if another one gives up."""
    proves: bool = False
    """Whether it raises `NoSuchTour` itself, so that nobody needs to look for a proof before it begins."""

    @property
    def result(self) -> str:
        """`random` where the seed matters, else `fixed`."""
        return "random" if self.random else "fixed"

    def why_not(self, request: Request) -> str | None:  # noqa: ARG002 (others use it)
        """Return why it does not make this tour, or not unless asked by name, in one line; `None` if it does."""
        return None

    def turns(self, request: Request) -> float:  # noqa: ARG002
        """Return how many turns its tour has, if it knows."""
        return UNKNOWN

    def laid_on(self, request: Request) -> Request | None:  # noqa: ARG002
        """Return the request for the tour that this one is made of, if it is made of one."""
        return None

    def make(self, request: Request, ask: Ask, /) -> Tourney:
        """Return the tour, or the tourney to be joined."""
        raise NotImplementedError

    def cycle(self, request: Request) -> Cycle:  # noqa: ARG002
        """Return the squares of the closed tour in turn, without the tour; see `patterns.lookups`.

        Raises
        ------
        UnsupportedBoard
            If its tours, or that one, are not looked up.
        """
        raise UnsupportedBoard(f"tours by {self.name} are made, but not looked up; those by formation and tame are")

    def courses(self, request: Request) -> list[Course]:  # noqa: ARG002
        """Return where formations stand at each step; see `patterns.formation.course`."""
        return []

    def tourney(self, request: Request) -> Tourney:  # noqa: ARG002
        """Return a tourney of the board.

        Raises
        ------
        UnsupportedBoard
            If it makes tours only.
        """
        raise UnsupportedBoard(f"{self.name} makes no tourneys but tours; two-factor makes tourneys of every shape")


class TourneyMaker(Maker):
    """A maker of tourneys, of which the desk makes tours."""

    yields = "tourney"
    is_hidden = True

    def make(self, request: Request, _: Ask, /) -> Tourney:
        return self.tourney(request)
