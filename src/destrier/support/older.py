"""Arguments as version 0.2 named them, which functions take until version 2.0, with a `DeprecationWarning`.

`docs/stability.md` lists them, beside the older names of commands and options.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, SupportsIndex, TypeVar, cast

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


def takes_older(*after_board: str, **newer: str) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """Let a function take older arguments, too.

    Parameters
    ----------
    *after_board
        The names of arguments that once followed the board without their names.
    **newer
        The new name of each argument that was renamed.
    """

    def decorate(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        name = function.__name__

        @wraps(function)
        def called(*given: Any, **options: Any) -> _Result:
            if after_board and len(given) > 1 and not isinstance(given[1], SupportsIndex):
                given, values = given[:1], given[1:]
                for keyword, value in zip(after_board, values, strict=False):
                    _warn(f"{name} takes {keyword} by its name: write {keyword}={value!r:.40}")
                    options[keyword] = value
            for keyword in newer.keys() & options.keys():
                _warn(f"{keyword} of {name} is {newer[keyword]} now: write {newer[keyword]}=")
                options[newer[keyword]] = options.pop(keyword)
            return cast("Callable[..., _Result]", function)(*given, **options)

        return called

    return decorate


def _warn(message: str) -> None:
    warnings.warn(message, DeprecationWarning, stacklevel=4)
