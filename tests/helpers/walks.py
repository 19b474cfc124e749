"""Carrying out the walks of CONTRIBUTING in a copy of the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def carry_out(use: str, folder: Path, files: dict[str, str], changes: dict[str, list[tuple[str, str]]]) -> str:
    """Run a program on a copy of the package with new files, and places replaced in others; return what it prints."""
    package = folder / "src" / "destrier"
    shutil.copytree(ROOT / "src" / "destrier", package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    for name, replaced in changes.items():
        text = (package / name).read_text(encoding="utf-8")
        for place, added in replaced:
            assert text.count(place) == 1, place
            text = text.replace(place, added)
        (package / name).write_text(text, encoding="utf-8")
    used = subprocess.run(
        [sys.executable, "-c", use],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(folder / "src"), str(ROOT / "docs")))},
        check=False,
        capture_output=True,
        text=True,
    )
    assert used.returncode == 0, used.stderr
    return used.stdout
