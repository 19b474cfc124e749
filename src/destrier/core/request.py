"""Requests to `tour`, as a record that is checked once.

Its fields define the command line's options, the viewer's schema and form, and the options of the algorithms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache, cached_property
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, get_args

from destrier.core.choices import Aim, Heel, Junctions, Kind, SymmetryKind, Ties
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from destrier.core.conditions import Conditions, Move
    from destrier.core.seeds import Seed
    from destrier.core.types import MoveBits, Place

    Numbers: TypeAlias = Mapping[Any, int] | Iterable[tuple[Any, int]]
    """Squares with their numbers, from 1 on: `{(2, 2): 17, "c3": 1}`, or pairs of square and number."""

CHOSEN: Final = ("kind", "symmetry", "heel", "junctions", "minimize", "ties")
"""The fields whose values are words from a list."""

STYLE: Final = ("heel", "junctions", "minimize", "weight", "ties", "walks", "sweeps", "only_tours")
"""The fields that tune an algorithm; each is supported by only some algorithms."""

_SPECIAL: Final = ("numbers", "winding", "require", "forbid", "symmetry", *STYLE, "uniform", "lexicographic")
"""The fields that only some makers support."""

FLAGS: Final = ("only_tours", "obfuscate", "uniform", "lexicographic")
"""The fields that are true or false."""

COUNTS: Final = {
    "walks": "walks is how many walks warnsdorff tries before it completes the last one by search",
    "sweeps": "sweeps is how many sweeps annealing makes, or takefuji-lee until it starts anew",
}
"""The meaning of each field that is a positive integer."""


def _asked(help_text: str, words: Any = None, default: Any = None) -> Any:
    """Return a field with its help text and, if its values are words, the allowed ones."""
    return field(default=default, metadata={"help": help_text, "choices": get_args(words)})


class Options(TypedDict, total=False):
    """The fields of `Request` except the board and the kind, as keyword arguments."""

    algorithm: str | None
    start: Place | None
    end: Place | None
    numbers: Numbers | None
    winding: tuple[int, int] | None
    require: Iterable[Move] | None
    forbid: Iterable[Move] | None
    symmetry: SymmetryKind | None
    heel: Heel | None
    junctions: Junctions | None
    minimize: Aim | None
    weight: float | None
    ties: Ties | None
    walks: int | None
    sweeps: int | None
    only_tours: bool | None
    obfuscate: bool | None
    uniform: bool | None
    lexicographic: bool | None
    seed: Seed
    out: MoveBits | None


@dataclass(frozen=True, init=False, eq=False)
class Request:
    """A request for a tour; `destrier.tour` documents the fields.

    Raises
    ------
    DestrierError
        If the value of a field is invalid, or two fields contradict each other.
    """

    board: Any
    """A board of any kind; makers decide which ones they support."""
    kind: Kind = _asked(
        "Choose the kind of tour. Corner: closed, without the bottom right square (odd x odd). Stretched: from the top "
        "left corner to a square beside it. Double loop: two closed tours that share the board. Structured: closed, "
        "with certain moves at all corners.",
        Kind,
        "closed",
    )
    algorithm: str | None = _asked("Use this algorithm; by default, the best one for the board.")
    start: Place | None = _asked("Start the tour on this square.")
    end: Place | None = _asked("End an open tour on this square.")
    numbers: Numbers | None = _asked("Give a square a number, counted from 1, as in c3=17; repeatable.")
    winding: tuple[int, int] | None = _asked(
        "Make a closed tour that winds around the surface this many times, to the right and downwards."
    )
    require: Iterable[Move] | None = _asked("Make a tour with this move, such as a1-b3; repeatable.")
    forbid: Iterable[Move] | None = _asked("Make a tour without this move, such as a1-b3; repeatable.")
    symmetry: SymmetryKind | None = _asked(
        "Make a tour that a half-turn, a reflection or a quarter turn maps onto itself; open tours have only the "
        "half-turn, central.",
        SymmetryKind,
    )
    heel: Heel | None = _asked(
        "Choose how the four knights of the algorithm formation turn at the top and the bottom.", Heel
    )
    junctions: Junctions | None = _asked(
        "Choose how many junctions the algorithm formation has for the top right corner: four, or one, which special "
        "first moves reach on every board.",
        Junctions,
    )
    minimize: Aim | None = _asked(
        "Minimize turns or crossings. Both: the fewest crossings among tours with fewest turns. Blend: a sum, see "
        "--weight. Rails: make a tour without any.",
        Aim,
    )
    weight: float | None = _asked("Count a crossing as W turns in a blend.")
    ties: Ties | None = _asked(
        "Choose how warnsdorff breaks ties. First: by the order of moves. Distance: away from the centre. Pohl, "
        "squirrel: by their rules.",
        Ties,
    )
    walks: int | None = _asked("Let warnsdorff try N walks before it completes the last one by search.")
    sweeps: int | None = _asked("Let annealing make N sweeps, or takefuji-lee restart after N sweeps.")
    only_tours: bool | None = _asked("Let takefuji-lee restart until it settles into a tour, without joining cycles.")
    obfuscate: bool | None = _asked("Hide, or keep, the pattern of the algorithm.")
    uniform: bool | None = _asked(
        "Draw a uniformly random tour, all equally likely; the default for boards of up to 256 squares, and for "
        "knights on flat boards of up to 2500, except for stretched and structured tours."
    )
    lexicographic: bool | None = _asked(
        "Make the first of all tours by the names of their squares in turn, file before rank: a1, a2, b1."
    )
    seed: Seed = _asked("Repeat a result; without a seed each result is new.")
    out: MoveBits | None = _asked("Write the moves array here.")

    given: dict[str, Any] = field(init=False, repr=False)
    """The given fields and their values."""
    asked: list[str] = field(init=False, repr=False)
    """The names of the given fields that only some makers support."""
    ends: tuple[Any, ...] = field(init=False, repr=False)
    """The given ends of an open tour."""

    def __init__(self, *, board: Any, kind: Kind = "closed", **options: Unpack[Options]) -> None:
        given = {name: value for name, value in options.items() if value is not None}
        self._fill({"board": board, "kind": kind, **given})
        for name, check in _CHECKS.items():
            if name in self.given:
                check(self, name)

    def but(self, **changes: Any) -> Request:
        """Return a copy with changed values, which are not checked."""
        changed = object.__new__(Request)
        changed._fill({name: value for name, value in {**self.given, **changes}.items() if value is not None})
        return changed

    def _fill(self, given: dict[str, Any]) -> None:
        """Set the given fields, and derive those that makers consult; the others keep their default, `None`."""
        own = self.__dict__
        own.update(given)
        own["given"] = given
        own["asked"] = [name for name in _SPECIAL if name in given and given[name] is not False]
        own["ends"] = () if self.kind != "open" else tuple(given[name] for name in ("start", "end") if name in given)

    @cached_property
    def numbered(self) -> tuple[tuple[Any, int], ...]:
        """The squares with given numbers, including the ends."""
        ends = (self.start, 1), (self.end, self.board.size)
        given = () if self.numbers is None else pairs_of(self.numbers)
        return (*given, *((square, number) for square, number in ends if square is not None))

    @cached_property
    def conditions(self) -> Conditions:
        """The required and the forbidden moves."""
        from destrier.core.conditions import conditions_of

        return conditions_of(self.board, self.require or (), self.forbid or ())

    @cached_property
    def style(self) -> dict[str, Any]:
        """The given fields of `STYLE`."""
        return {name: value for name, value in self.given.items() if name in STYLE and value is not False}

    def to_step(self, do: str = "tour", **noted: Any) -> dict[str, Any]:
        """Return the recipe step for this request, with some values replaced; see `core.recipes`."""
        from destrier.core.recipes import step

        asked = {**self.given, **noted}
        given = {name: value for name in fields_of_requests() if (value := asked.get(name)) is not None}
        if self.kind == "closed":
            del given["kind"]
        if self.numbers is not None:
            given["numbers"] = tuple((square, int(number)) for square, number in self.numbered)
        return step(do, board=self.board.to_dict(), **{name: _plain(value) for name, value in given.items()})

    @property
    def hidden(self) -> bool:
        """Whether to hide the pattern; by default, unless an algorithm, one of its options or corners are given."""
        if self.obfuscate is not None:
            return self.obfuscate
        return self.algorithm is None and not self.asked and self.kind not in ("stretched", "structured")


_FIELDS: Final = tuple(one.name for one in fields(Request) if one.init)


def signature_of(function: Callable[..., Any], record: type) -> Signature:
    """Return the signature of a function whose options are the fields of a record except `board`."""
    named = signature(function)
    given = [one for one in named.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    options = [
        Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in fields(record)
        if one.init and one.name != "board"
    ]
    return named.replace(parameters=[*given, *options])


# Checks of the fields


def _check_word(request: Request, name: str) -> None:
    value, allowed = request.given[name], choices(name)
    if value not in allowed:
        noun = {"kind": "a tour", "symmetry": "a symmetry"}.get(name)
        listed = f"{', '.join(allowed[:-1])} or {allowed[-1]}" if noun else f"one of {', '.join(allowed)}"
        raise DestrierError(f"{noun or name} is {listed}, not {shown(value)}")


def _check_start(request: Request, _: str) -> None:
    if request.kind in ("stretched", "double-loop"):
        raise DestrierError(f"start belongs to a tour that is closed, corner or open, not {request.kind}")


def _check_end(request: Request, _: str) -> None:
    if request.kind != "open":
        raise DestrierError("end belongs to an open tour (kind open); other kinds leave no choice of it")


def _check_weight(request: Request, _: str) -> None:
    what = "weight is how many turns a crossing counts"
    if request.minimize != "blend":
        raise DestrierError(f"{what} in a blend; add minimize blend, or leave weight out")
    if not (isinstance(request.weight, int | float) and 0 <= request.weight < math.inf):
        raise DestrierError(f"{what}, a number from 0 on, not {shown(request.weight)}")


def _check_count(request: Request, name: str) -> None:
    count = getattr(request, name)
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count < 1 << 31:
        raise DestrierError(f"{COUNTS[name]}, an integer from 1 on, not {shown(count)}")


def _check_flag(request: Request, name: str) -> None:
    flag = getattr(request, name)
    if flag not in (True, False):
        raise DestrierError(f"{name} is true or false, not {shown(flag)}")
    if name == "obfuscate" and flag and request.kind == "structured":
        raise DestrierError("obfuscate changes the corners of a structured tour; leave it out")


def _check_numbers(request: Request, _: str) -> None:
    _check_searched(request, "numbers", "a tour with given numbers", ("closed", "open"))
    request.__dict__["numbers"] = pairs_of(request.given["numbers"])  # later changes to the argument must not matter


def _check_moves(request: Request, name: str) -> None:
    _check_searched(request, name, "a tour with required or forbidden moves", ("closed", "open"))
    edges = {"require": request.conditions.required, "forbid": request.conditions.forbidden}[name]
    request.__dict__[name] = request.given[name] = sorted(sorted(edge) for edge in edges)


def _check_lexicographic(request: Request, name: str) -> None:
    _check_flag(request, name)
    if request.lexicographic:
        _check_searched(request, name, "the first tour by names", ("closed", "open"))
        for end in ("start", "end"):
            if end in request.given:
                raise DestrierError(f"the first tour by names leaves no choice of its {end}: leave it out")


def _check_winding(request: Request, _: str) -> None:
    _check_searched(request, "winding", "a tour with a winding", ("closed",))


def _check_searched(request: Request, name: str, what: str, kinds: tuple[Kind, ...]) -> None:
    """Raise `DestrierError` if a request for a searched tour has options that it cannot be combined with."""
    if request.kind not in kinds:
        raise DestrierError(f"{what} is {' or '.join(kinds)}, not {request.kind}")
    others = ("algorithm", "symmetry", "winding", *STYLE, *FLAGS)
    if taken := [other for other in others if other != name and request.given.get(other, False) is not False]:
        raise DestrierError(f"{what} cannot be combined with {taken[0]}")


def _check_uniform(request: Request, name: str) -> None:
    _check_flag(request, name)
    if not request.uniform:
        return
    given = [name for name in ("algorithm", "symmetry", *request.style) if name in request.given]
    given += ["obfuscate False"] if request.obfuscate is False else []
    if given:
        raise DestrierError(f"a uniformly random tour cannot be combined with {given[0]}")
    if request.kind in ("double-loop", "structured"):
        raise DestrierError("double loops and structured tours are not drawn uniformly; tours of every other kind are")


# in the order of the fields: the first fault is reported
_CHECKS: Final[dict[str, Callable[[Request, str], None]]] = {
    "kind": _check_word,
    "start": _check_start,
    "end": _check_end,
    "numbers": _check_numbers,
    "winding": _check_winding,
    "require": _check_moves,
    "forbid": _check_moves,
    "symmetry": _check_word,
    "heel": _check_word,
    "junctions": _check_word,
    "minimize": _check_word,
    "weight": _check_weight,
    "ties": _check_word,
    "walks": _check_count,
    "sweeps": _check_count,
    "only_tours": _check_flag,
    "obfuscate": _check_flag,
    "uniform": _check_uniform,
    "lexicographic": _check_lexicographic,
}


def _plain(value: Any) -> Any:
    """Return a value as JSON would return it: tuples and arrays as lists, and numpy numbers as Python numbers."""
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value.tolist() if hasattr(value, "tolist") else value


def pairs_of(numbers: Numbers) -> tuple[tuple[Any, int], ...]:
    """Return pairs of squares and numbers, or raise `DestrierError` if the argument is not of this form."""
    try:
        given = numbers.items() if isinstance(numbers, Mapping) else numbers
        return tuple((square, number) for square, number in given)
    except (TypeError, ValueError):
        raise DestrierError(
            f'numbers are given by square, such as {{(2, 2): 17, "c3": 1}}, not {shown(numbers)}'
        ) from None


def fields_of_requests() -> tuple[str, ...]:
    """Return the names of the fields that users fill in, in order."""
    return tuple(name for name in _FIELDS if name not in ("board", "out"))


@cache
def choices(name: str) -> tuple[str, ...]:
    """Return the allowed words of a field; none if its values are not words from a list."""
    words: tuple[str, ...] = _field(name).metadata["choices"]
    return words


def help_of(name: str) -> str:
    """Return the help text of a field."""
    text: str = _field(name).metadata["help"]
    return text


def _field(name: str) -> Field[Any]:
    return next(one for one in fields(Request) if one.name == name)
