"""Work on several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

from destrier.support.resources import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_ALONE: Final = ContextVar("_ALONE", default=False)
"""Whether `in_parallel` uses no threads."""


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], tell: Callable[[int], None] | None = None
) -> list[_Result]:
    """Return the results for all items in order; `tell` is called in this thread with the number finished so far."""
    given, results = list(items), list[_Result]()
    with ThreadPoolExecutor(processors()) if len(given) > 1 and not _ALONE.get() else nullcontext() as pool:
        for result in (pool.map if pool else map)(function, given):
            results.append(result)
            if tell:
                tell(len(results))
    return results


@contextmanager
def on_one_thread() -> Iterator[None]:
    """Make `in_parallel` use no threads within the block: one process of many leaves the other processors to them."""
    token = _ALONE.set(True)
    try:
        yield
    finally:
        _ALONE.reset(token)
