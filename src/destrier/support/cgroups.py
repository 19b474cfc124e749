"""The limits of control groups, by which Linux restricts a container, a service or a batch job.

A limit of version 2 is in a file of the group's folder, `memory.max`, and one of version 1 in a folder below that of
its controller, `memory/.../memory.limit_in_bytes`. Groups are nested, and the smallest limit counts. In a container,
the group's own folder may be the root, whatever the group is called: missing folders are skipped. So is everything that
cannot be read, as if there were no limit.
"""

from __future__ import annotations

import re
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS: Final = Path("/proc/self/cgroup")
"""The file with the groups of this process, one line per hierarchy: `5:memory:/job`, or `0::/job` in version 2."""

ROOT: Final = Path("/sys/fs/cgroup")
"""The folder with all hierarchies."""

_GROUP: Final = re.compile(r"^\d+:([^:\n]*):/(.*)$", re.MULTILINE)
"""The controllers of a hierarchy, none in version 2, and the name of the group."""

_UNLIMITED: Final = 2**60
"""More bytes than any machine has. Version 1 expresses the absence of a limit as a huge number."""


def memory_limit(groups: Path = GROUPS, root: Path = ROOT) -> float:
    """Return the number of bytes of memory that this process may use; infinity without a limit."""
    limits = [
        *(_numbers(folder / "memory.max") for folder in _folders("", groups, root)),
        *(_numbers(folder / "memory.limit_in_bytes") for folder in _folders("memory", groups, root)),
    ]
    return min((limit for numbers in limits for limit in numbers if limit < _UNLIMITED), default=inf)


def processor_limit(groups: Path = GROUPS, root: Path = ROOT) -> float:
    """Return the number of processors that this process may use; infinity without a limit."""
    quotas = [
        *(_numbers(folder / "cpu.max") for folder in _folders("", groups, root)),
        *(
            _numbers(folder / "cpu.cfs_quota_us") + _numbers(folder / "cpu.cfs_period_us")
            for folder in _folders("cpu", groups, root)
        ),
    ]
    return min((quota[0] / quota[1] for quota in quotas if len(quota) == 2 and min(quota) > 0), default=inf)


def _folders(controller: str, groups: Path, root: Path) -> Iterator[Path]:
    """Yield the folder of this process's group, for a controller of version 1, and the enclosing folders."""
    for controllers, name in _GROUP.findall(_text(groups)):
        if controller in controllers.split(","):
            inside = [part for part in name.split("/") if part and part != ".."]
            for top in {root / controllers, root / controller} if controller else {root, root / "unified"}:
                yield from (top.joinpath(*inside[:depth]) for depth in range(len(inside) + 1))


def _numbers(path: Path) -> list[int]:
    """Return the numbers in a file; none if it contains `max` or cannot be read."""
    try:
        return [int(word) for word in _text(path).split()]
    except ValueError:
        return []


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
