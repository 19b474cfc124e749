"""Check keyword options that a function passes on, with errors that name the function the caller used."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from destrier.support.errors import UnknownOption

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def refuse_unknown(function: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raise `UnknownOption` if a function was given an option that it does not have.

    Examples
    --------
    >>> refuse_unknown("tour", ["seeed"], ["seed", "algorithm"])
    Traceback (most recent call last):
    ...
    destrier.support.errors.UnknownOption: tour has no option 'seeed'; did you mean 'seed'?
    """
    for name in given:
        if name not in known:
            meant = suggestion(name, known) or f"; it has {', '.join(known) or 'none'}"
            raise UnknownOption(f"{function} has no option {name!r}{meant}")


def suggestion(name: str, known: Collection[str]) -> str:
    """Return the end of a message about an unknown name: a similar one that there is, or nothing.

    Examples
    --------
    >>> suggestion("seeed", ["seed", "algorithm"]), suggestion("paper", ["seed", "algorithm"])
    ("; did you mean 'seed'?", '')
    """
    return "".join(f"; did you mean {near!r}?" for near in get_close_matches(name, known, 1))
