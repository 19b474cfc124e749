"""Work on several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from destrier.support.resources import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], tell: Callable[[int], None] | None = None
) -> list[_Result]:
    """Return the results for all items in order; `tell` is called in this thread with the number finished so far."""
    given, results = list(items), list[_Result]()
    with ThreadPoolExecutor(processors()) if len(given) > 1 else nullcontext() as pool:
        for result in (pool.map if pool else map)(function, given):
            results.append(result)
            if tell:
                tell(len(results))
    return results
