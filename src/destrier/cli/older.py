"""Names of version 0.2, which work until version 2.0 and tell the new ones; `docs/stability.md` lists them.

The options by which 0.2 chose between the forms of a command stand with these (see `arguments.Form`).
"""

from __future__ import annotations

from typing import Final

from destrier.cli.messages import complain

COMMANDS: Final = {
    "book": ("puzzle", "book"),
    "box": ("tour", "--box"),
    "extremes": ("census", "extremes"),
    "gallery": ("view", "--gallery"),
    "path": ("paths",),
    "series": ("count", "series"),
    "worksheet": ("puzzle", "worksheet"),
}

OPTIONS: Final = {"--difficulty": "--grade", "--no-open": "--no-browser", "--out": "--output"}


def renewed(name: str, words: list[str]) -> list[str]:
    """Return the words of a command line with today's names; say what each older one is called now."""
    command = COMMANDS.get(name, (name,))
    if name in COMMANDS:
        complain(f"{name} was a command of version 0.2: write destrier {' '.join(command)}")
    return [*command, *map(_option, words)]


def _option(word: str) -> str:
    name, equals, value = word.partition("=")
    if name not in OPTIONS:
        return word
    complain(f"{name} was an option of version 0.2: write {OPTIONS[name]}")
    return OPTIONS[name] + equals + value
