"""What the page of the playground needs beside the site: Python for browsers, and the modules that it runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

ROOT: Final = Path(__file__).parents[1]

TOURS: Final = ROOT / "docs" / "static" / "playground" / "tours.py"

MODULES: Final = (
    *("plain/__init__.py", "plain/hamiltonian.py", "plain/settled.py", "plain/sweep.py", "plain/worms.py"),
    *("support/__init__.py", "support/errors.py"),
)
"""The modules of destrier that the playground imports; they import no others, and no other package."""

PYODIDE: Final = ROOT / "tools" / "pyodide"
"""The folder with the version of Pyodide, the interpreter, which npm installs."""

FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def write_archive(path: Path) -> None:
    """Write the modules as a zip archive; in it, the package itself is empty, as it needs other packages."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.write(TOURS, "tours.py")
        archive.writestr("destrier/__init__.py", "")
        for module in MODULES:
            archive.write(ROOT / "src" / "destrier" / module, f"destrier/{module}")


def install() -> Path | None:
    """Install Pyodide, unless it is installed, and return its folder; `None` without npm, or without a registry."""
    place = PYODIDE / "node_modules" / "pyodide"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    npm = shutil.which("npm", path=path)
    if npm is not None and not place.is_dir():
        command = [npm, "ci", "--prefix", str(PYODIDE), "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, env={**os.environ, "PATH": path}, check=False)  # noqa: S603 (no input)
    return place if place.is_dir() else None


def add_to(site: Path) -> bool:
    """Add what the page needs to a site; return whether it has an interpreter, without which the page says so."""
    folder = site / "_static" / "playground"
    folder.mkdir(parents=True, exist_ok=True)
    write_archive(folder / "destrier.zip")
    installed = install()
    if installed is not None:
        (folder / "pyodide").mkdir(exist_ok=True)
        for name in FILES:
            shutil.copy(installed / name, folder / "pyodide" / name)
    return installed is not None
