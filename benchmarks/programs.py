"""Other people's C++ programs, compiled from folders that the user names, for benchmarks beside them."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def compiled(driver: str, work: Path, folder: Path, *, name: str, needs: Iterable[str], sources: str = "") -> Path:
    """Return a program compiled in a folder `work` from a driver of ours and the sources in another folder.

    Parameters
    ----------
    driver
        The C++ program that times the functions of the other one.
    folder
        The folder of the other program, where its headers are searched.
    name
        The name of the other program in messages.
    needs
        Files that must be in the folder.
    sources
        A pattern for the files to compile with the driver, except `Main.cpp`; by default, none.

    Raises
    ------
    ValueError
        If there is no compiler, or the folder does not hold the sources.
    """
    if (compiler := shutil.which("g++") or shutil.which("clang++")) is None:
        raise ValueError("a C++ compiler is needed, g++ or clang++")
    if missing := [file for file in needs if not (folder / file).is_file()]:
        raise ValueError(f"{folder} does not hold the sources of {name}: {missing[0]} is missing")
    source, program = work / "driver.cpp", work / "driver"
    source.write_text(driver, encoding="utf-8")
    others = sorted(path for path in folder.glob(sources) if path.name != "Main.cpp") if sources else []
    options = ("-std=c++11", "-O3", "-march=native", "-pthread", "-w", f"-I{folder}", "-o", str(program))
    if subprocess.run([compiler, *options, *map(str, [source, *others])], check=False).returncode:
        raise ValueError(f"{compiler} does not compile the sources in {folder}")
    return program
