"""The memory and processors that this process may use: those of the machine, or fewer in a container."""

from __future__ import annotations

import os
from functools import cache
from math import ceil, inf
from typing import Final

from destrier.support.cgroups import memory_limit, processor_limit
from destrier.support.errors import NotEnoughMemory

_UNITS: Final = (("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def processors() -> int:
    """Return the number of processors that this process may use."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return ceil(min(there, _processor_limit()))


LITTLE: Final = 1 << 20
"""Number of bytes of memory that are always available."""


def refuse_beyond_memory(what: str, wanted: int) -> None:
    """Raise `NotEnoughMemory` if `what` needs more memory than available, before the system kills the process."""
    if wanted > (most := memory()):
        who = "this machine" if most == _machine_memory() else "this container or job"
        raise NotEnoughMemory(f"{what} needs about {amount(wanted)} of memory, {who} has {amount(int(most))}")


def amount(size: int) -> str:
    """Return a number of bytes in words: `1.6 GB`, `25 MB`."""
    unit, scale = next((pair for pair in _UNITS if size >= pair[1]), _UNITS[-1])
    return f"{size / scale:,.{1 if size < 10 * scale else 0}f} {unit}"


@cache
def memory() -> float:
    """Return the number of bytes of memory that this process may use; infinity if unknown."""
    return min(_machine_memory(), memory_limit())


@cache
def _machine_memory() -> float:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        return inf


_processor_limit = cache(processor_limit)  # callers of kernels need it often
