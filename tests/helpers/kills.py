"""Kill a process, and its workers, while it writes into a folder."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    import subprocess
    from collections.abc import Callable
    from pathlib import Path


def kill_at_work(
    command: Callable[[], subprocess.Popen[Any]], folder: Path, rng: random.Random, longest: float, suffix: str = ""
) -> None:
    """Start a command, and kill its group once there is a new file, or at most so many seconds later."""
    before = _found(folder, suffix)
    process = command()
    while _found(folder, suffix) <= before and process.poll() is None:
        time.sleep(0.001)
    time.sleep(rng.uniform(0, longest))
    with suppress(ProcessLookupError):  # it was done before
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def _found(folder: Path, suffix: str) -> set[str]:
    """Return the paths of all files and folders, at any depth, while others may come and go."""
    found = (f"{root}/{name}" for root, folders, files in os.walk(folder) for name in (*folders, *files))
    return {path for path in found if path.endswith(suffix)}
