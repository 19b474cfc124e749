"""Print the changelog's section of the version that a tag names: `python tools/release.py v0.2.0`.

It fails if the tag is not the version of the sources, or if the changelog has no such section. It needs nothing but
Python.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from runpy import run_path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def version() -> str:
    """Return the version of the sources, from the file that the build reads, too."""
    source = ROOT / "src" / "destrier" / "support" / "version.py"
    return str(run_path(str(source))["__version__"])


def notes(tag: str, changelog: str) -> str:
    """Return the section of the version that a tag names, without its heading."""
    if tag != f"v{version()}":
        sys.exit(f"the tag is {tag}, but the version of the sources is {version()}")
    for section in re.split(r"^## ", changelog, flags=re.MULTILINE):
        heading, _, text = section.partition("\n")
        if heading.split()[:1] == [version()]:
            return text.strip()
    sys.exit(f"CHANGELOG.md has no section {version()}")


if __name__ == "__main__":
    sys.stdout.write(notes(sys.argv[1], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")) + "\n")
