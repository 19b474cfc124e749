"""What the machine has: memory and processors."""

from __future__ import annotations

import os
from functools import cache


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def refuse_beyond_memory(what: str, wanted: int) -> None:
    """Raise `MemoryError` where `what` needs more bytes than there are, before the system kills the process."""
    memory = _memory()
    if memory is not None and wanted > memory:
        raise MemoryError(
            f"{what} needs about {wanted / 1e9:,.0f} GB of memory, this machine has {memory / 1e9:,.0f} GB"
        )


@cache
def _memory() -> int | None:
    """Bytes that the machine has; `None` if it does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not a POSIX system
        return None
