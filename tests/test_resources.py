"""The memory and the processors that a process may use, by trees of control groups as Linux shows them."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from destrier.support import resources
from destrier.support.cgroups import memory_limit, processor_limit

if TYPE_CHECKING:
    from collections.abc import Iterator

UNLIMITED = 9223372036854771712
"""What version 1 says where nothing is limited."""

VERSION_1 = "7:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n"

TREES: dict[str, tuple[str, dict[str, str], float, float]] = {
    "a container that sees its group as the root": (
        "0::/\n",
        {"memory.max": "2000000000\n", "cpu.max": "150000 100000\n"},
        2_000_000_000,
        1.5,
    ),
    "a service, whose slice has the lower limit of memory": (
        "0::/system.slice/tours.service\n",
        {
            "system.slice/memory.max": "1000\n",
            "system.slice/cpu.max": "max 100000\n",
            "system.slice/tours.service/memory.max": "2000\n",
            "system.slice/tours.service/cpu.max": "300000 100000\n",
        },
        1000,
        3,
    ),
    "a service without limits": (
        "0::/a.service\n",
        {"a.service/memory.max": "max\n", "a.service/cpu.max": "max 100000\n"},
        inf,
        inf,
    ),
    "another group's limits": (
        "0::/mine\n",
        {"other/memory.max": "1000\n", "other/cpu.max": "1000 1000\n", "mine/inner/memory.max": "1000\n"},
        inf,
        inf,
    ),
    "version 1": (
        VERSION_1,
        {
            "memory/docker/abc/memory.limit_in_bytes": "3000\n",
            "memory/memory.limit_in_bytes": f"{UNLIMITED}\n",
            "cpu,cpuacct/docker/abc/cpu.cfs_quota_us": "50000\n",
            "cpu,cpuacct/docker/abc/cpu.cfs_period_us": "100000\n",
            "cpu,cpuacct/cpu.cfs_quota_us": "-1\n",
            "cpu,cpuacct/cpu.cfs_period_us": "100000\n",
        },
        3000,
        0.5,
    ),
    "version 1 in a container, whose root is its group": (
        VERSION_1,
        {
            "memory/memory.limit_in_bytes": "4000\n",
            "cpu/cpu.cfs_quota_us": "200000\n",
            "cpu/cpu.cfs_period_us": "100000\n",
        },
        4000,
        2,
    ),
    "version 1 without limits": (
        VERSION_1,
        {
            "memory/docker/abc/memory.limit_in_bytes": f"{UNLIMITED}\n",
            "cpu,cpuacct/docker/abc/cpu.cfs_quota_us": "-1\n",
            "cpu,cpuacct/docker/abc/cpu.cfs_period_us": "100000\n",
        },
        inf,
        inf,
    ),
    "both versions": (
        f"{VERSION_1}0::/a.scope\n",
        {
            "memory/docker/abc/memory.limit_in_bytes": f"{UNLIMITED}\n",
            "unified/a.scope/memory.max": "5000\n",
            "unified/a.scope/cpu.max": "100000 50000\n",
        },
        5000,
        2,
    ),
    "a group outside of the container's": ("0::/../job\n", {"memory.max": "6000\n"}, 6000, inf),
    "a group whose name has colons": ("0::/a:b/c\n", {"a:b/c/memory.max": "7000\n"}, 7000, inf),
    "files that say nothing": (
        "what\n0::/job\n",
        {"job/memory.max": "", "job/cpu.max": "often\n", "memory.max": "much\n", "cpu.max": "100000\n"},
        inf,
        inf,
    ),
    "no groups at all": ("", {"memory.max": "1000\n"}, inf, inf),
}


@pytest.mark.parametrize(("groups", "files", "memory", "processors"), TREES.values(), ids=TREES)
def test_the_least_limit_counts(
    groups: str, files: dict[str, str], memory: float, processors: float, tmp_path: Path
) -> None:
    (tmp_path / "self").write_text(groups)
    for name, text in files.items():
        path = tmp_path / "cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert memory_limit(tmp_path / "self", tmp_path / "cgroup") == memory
    assert processor_limit(tmp_path / "self", tmp_path / "cgroup") == processors


def test_what_cannot_be_read_limits_nothing(tmp_path: Path) -> None:
    """A file that is not there, or a folder in its place."""
    for groups in (tmp_path / "nothing", tmp_path):
        assert memory_limit(groups, tmp_path) == inf
        assert processor_limit(groups, tmp_path) == inf
    (tmp_path / "self").write_bytes(b"0::/\xff\n0::/\n")
    (tmp_path / "memory.max").mkdir()
    assert memory_limit(tmp_path / "self", tmp_path) == inf


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, float]]:
    """The limits of the groups, of a machine with 8 GB and as many processors as there are."""
    given = {"memory": inf, "processors": inf}
    monkeypatch.setattr(resources, "memory_limit", lambda: given["memory"])
    monkeypatch.setattr(resources, "_processor_limit", lambda: given["processors"])
    monkeypatch.setattr(resources, "_machine_memory", lambda: 8_000_000_000)
    resources.memory.cache_clear()
    yield given
    resources.memory.cache_clear()


def test_a_limit_below_the_machine_counts(limits: dict[str, float]) -> None:
    assert resources.memory() == 8_000_000_000
    resources.refuse_beyond_memory("it", 8_000_000_000)
    with pytest.raises(MemoryError, match=r"^it needs about 9\.0 GB of memory, this machine has 8\.0 GB$"):
        resources.refuse_beyond_memory("it", 9_000_000_000)
    for limit, memory in ((2_000_000_000, 2_000_000_000), (9_000_000_000, 8_000_000_000)):
        limits["memory"] = limit
        resources.memory.cache_clear()
        assert resources.memory() == memory


def test_a_container_is_told_of_its_own_limit(limits: dict[str, float]) -> None:
    limits["memory"] = 2_000_000_000
    with pytest.raises(MemoryError, match=r"^it needs about 3\.0 GB of memory, this container or job has 2\.0 GB$"):
        resources.refuse_beyond_memory("it", 3_000_000_000)


def test_a_part_of_a_processor_is_one(limits: dict[str, float]) -> None:
    there = resources.processors()
    for quota, processors in ((0.01, 1), (1, 1), (1.5, min(2, there)), (there, there), (there + 1.5, there)):
        limits["processors"] = quota
        assert resources.processors() == processors
