"""The JavaScript of a page, written into the page itself.

Modules that all pages share, such as the player, lie in `static/shared` here; the viewer has those of its own pages.
"""

from __future__ import annotations

import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STATIC: Final = files("destrier.drawing") / "static"
"""The page of one drawing, and the modules that all pages share."""


def read_static(name: str, folders: Sequence[Traversable]) -> str:
    """Return the text of a file in the first of these folders that has it."""
    return next(path for folder in folders if (path := folder / name).is_file()).read_text(encoding="utf-8")


def inline_scripts(main: str, folders: Sequence[Traversable] = (STATIC,)) -> str:
    """Return elements with a module and all that it imports, as data, under names by which they find each other."""
    imports = {
        f"viewer/{name}": f"data:text/javascript;base64,{b64encode(text.encode()).decode()}"
        for name, text in _modules(main, folders).items()
    }
    return (
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        f'<script type="module">import "viewer/{main}";</script>'
    )


def bundle(main: str) -> str:
    """Return a module and all that it imports as one module, for hosts that take a single text.

    The modules share one scope, so that no two of them may use the same name at their top; the main one comes last.
    """
    texts = reversed(_modules(main, (STATIC,)).values())
    return "\n".join(re.sub(r"^import .*\n|^export (?!default)", "", text, flags=re.MULTILINE) for text in texts)


def _modules(main: str, folders: Sequence[Traversable]) -> dict[str, str]:
    """Return a module and all that it imports, with imports by name instead of by path."""
    modules: dict[str, str] = {}
    waiting = [main]
    while waiting:
        name = waiting.pop()
        if name not in modules:
            modules[name] = re.sub(r'from "(\.[^"]*)"', partial(_name_import, name), read_static(name, folders))
            waiting += re.findall(r'from "viewer/([^"]*)"', modules[name])
    return modules


def _name_import(importing: str, found: re.Match[str]) -> str:
    path = posixpath.join(posixpath.dirname(importing), found[1])
    return f'from "viewer/{posixpath.normpath(path)}"'
