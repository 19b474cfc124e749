"""Write the manual pages of the command line from its help: `python docs/man.py` does it again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from click_man.core import write_man_pages

from destrier import __version__
from destrier.cli import all_commands, commands

PAGES: Final = Path(__file__).with_name("man")


def write(folder: Path) -> None:
    """Write a page for the program and one for each command; they are dated by the version alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for page in folder.glob("*.1"):
        page.unlink()
    options: Any = {"version": __version__, "target_dir": str(folder), "date": " "}
    every = all_commands()  # which imports them
    write_man_pages("destrier", commands, **options)
    for name, command in every.items():
        for word, form in getattr(command, "forms", {}).items():
            write_man_pages(f"destrier {name} {word}", form.command, **options)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES)
