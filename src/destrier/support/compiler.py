"""The compiler, Numba.

`tuned_compiler` uses Numba's internals to compile in half the time, and to keep the code in files. With a version of
Numba that it does not fit, kernels are compiled by the public interface.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import numba
import numpy as np
from numba.extending import typeof_impl

from destrier.support.announcing import LOGGER

if TYPE_CHECKING:
    from types import ModuleType

    from destrier.support.tuned_compiler import Source

__all__ = ["part", "whole"]

TRIED: Final = (0, 61), (0, 68)
"""The first and the last version of Numba with which the internals were tried."""


def whole(kernel: Source) -> Any:
    """Return a callable that compiles a kernel with all its parts."""
    if numba.config.DISABLE_JIT:
        return kernel.in_python
    _introduce(type(kernel))
    tuned = _tuned()
    return kernel.part if tuned is None else tuned.whole(kernel)


def part(kernel: Source) -> Any:
    """Return the dispatcher that compiles a kernel as a part of others."""
    tuned = _tuned()
    return numba.njit(nogil=True, **kernel.options)(kernel.function) if tuned is None else tuned.part(kernel)


@cache
def _introduce(kernels: type) -> None:
    """Make Numba resolve the name of a kernel inside another one to its part."""
    typeof_impl.register(kernels)(lambda kernel, _: numba.typeof(kernel.part))


@cache
def _tuned() -> ModuleType | None:
    """Return the module that uses the internals of Numba, or `None` if they are not as it expects."""
    try:
        from destrier.support import tuned_compiler

        if not TRIED[0] <= numba.version_info.short <= TRIED[1]:
            _try_out(tuned_compiler)
    except Exception as error:  # noqa: BLE001  # whatever is missing or has changed
        first, last = (".".join(map(str, version)) for version in TRIED)
        LOGGER.warning(
            "Numba %s does not fit, so each process compiles slowly and anew: install Numba %s to %s",
            numba.__version__,
            first,
            last,
        )
        LOGGER.debug("the compiler that does not fit: %r", error)
        return None
    return tuned_compiler


# Versions that were not tried


class _Trial:
    """A kernel that shows whether the internals can still be used."""

    name, digest, calls, is_part = "trial", "", (), False

    def __init__(self, compiler: ModuleType, function: Any) -> None:
        self.compiler, self.function = compiler, function
        self.options: dict[str, Any] = {}

    @cached_property
    def part(self) -> Any:
        return self.compiler.part(self)

    def in_python(self, *arguments: Any) -> Any:
        return self.function(*arguments)


def _try_out(compiler: ModuleType) -> None:
    """Compile a kernel that calls another one, and raise whatever goes wrong."""
    _introduce(_Trial)
    successor: Any = _Trial(compiler, lambda number: number + 1)

    def count_up(numbers: Any) -> None:
        numbers[0] = successor(numbers[0])

    numbers = np.zeros(1, np.int64)
    compiler.whole(_Trial(compiler, count_up))(numbers)
    if numbers[0] != 1:
        raise ValueError(f"it counts from 0 to {numbers[0]}")
