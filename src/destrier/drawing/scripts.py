"""Put a page together: the markup that it includes, and its JavaScript.

Modules common to all pages, such as the player, are in `static/shared` here; the viewer has those of its own pages.
"""

from __future__ import annotations

import posixpath
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

STATIC: Final = files("destrier.drawing") / "static"
"""The page of one drawing, and the modules that all pages share."""

_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:const|class|function) (\w+))", re.MULTILINE)

_INCLUDE: Final = re.compile("<!-- include (.*) -->\n")


def read_static(name: str, folders: Sequence[Traversable]) -> str:
    """Return the text of a file in the first of these folders that has it."""
    return next(path for folder in folders if (path := folder / name).is_file()).read_text(encoding="utf-8")


def read_markup(name: str, folders: Sequence[Traversable] = (STATIC,)) -> str:
    """Return the text of an HTML file with the files that it includes."""
    return _INCLUDE.sub(lambda found: read_markup(found[1], folders), read_static(name, folders))


def bundle(main: str, folders: Sequence[Traversable] = (STATIC,)) -> str:
    """Bundle a module and its imports into one module, in which each has its own scope.

    Each import must be on a line of its own, and imports must not be circular.
    """
    texts: dict[str, str] = {}
    _add(main, folders, texts)
    *needed, (_, last) = texts.items()
    return "\n".join([*(_scoped(name, text) for name, text in needed), _EXPORT.sub("", last)])


def page_script(main: str, folders: Sequence[Traversable] = (STATIC,)) -> str:
    """Return the element with a module and all that it imports, for a page that is read as HTML or as XML."""
    module = bundle(main, folders)
    assert not re.search(r"</script|<!--|]]>", module)
    return f'<script type="module">//<![CDATA[\n{module}\n//]]></script>'


def policy(script: str = "", more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the content security policy that allows only this script and no requests, or more, as an element."""
    text = script.removeprefix('<script type="module">').removesuffix("</script>")
    allowed = f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" if script else "'none'"
    rules = {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        **more,
        "script-src": f"{allowed} {more.get('script-src', '')}".strip(),
    }
    content = "; ".join(f"{name} {sources}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{content}"/>'


def _add(name: str, folders: Sequence[Traversable], texts: dict[str, str]) -> str:
    """Add a module after its imports, with names from their scopes, and return its own scope."""

    def take(found: re.Match[str]) -> str:
        path = posixpath.join(posixpath.dirname(name), found[2])
        names = found[1].removeprefix("* as ").replace(" as ", ": ")
        return f"const {names} = {_add(posixpath.normpath(path), folders, texts)};"

    if name not in texts:
        texts[name] = re.sub(r'^import (.*) from "(.*)";$', take, read_static(name, folders), flags=re.MULTILINE)
    return _scope(name)


def _scoped(name: str, text: str) -> str:
    """Return a module as a function scope whose value is its exports."""
    exported = ", ".join(_EXPORT.findall(text))
    return f"const {_scope(name)} = (() => {{\n{_EXPORT.sub('', text)}return {{ {exported} }};\n}})();"


def _scope(name: str) -> str:
    return re.sub(r"\W", "_", name)
