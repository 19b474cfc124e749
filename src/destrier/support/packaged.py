"""Data files of the package, for libraries that need a file system path."""

from __future__ import annotations

import atexit
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def on_disk(folder: Traversable) -> Path:
    """Return a folder of the package or, if it is in a zip archive, a copy that lasts as long as the process."""
    if isinstance(folder, Path):
        return folder
    copy = TemporaryDirectory(prefix="destrier-")
    atexit.register(copy.cleanup)
    _copy(folder, Path(copy.name))
    return Path(copy.name)


def _copy(folder: Traversable, to: Path) -> None:
    for item in folder.iterdir():
        if item.is_dir():
            (to / item.name).mkdir()
            _copy(item, to / item.name)
        else:
            (to / item.name).write_bytes(item.read_bytes())
