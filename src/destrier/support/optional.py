"""Optional packages, the extras of the installation."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from destrier.support.errors import MissingPackage

_CALLED: Final = {"PIL": "Pillow"}
"""Packages whose installation name differs from their import name."""


def extra(module: str, name: str, what: str) -> Any:
    """Import a module that the extra `name` installs, or raise `MissingPackage` saying that `what` needs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        package = module.partition(".")[0]
        needed = _CALLED.get(package, package)
        raise MissingPackage(f"{what} needs {needed}: pip install 'destrier[{name}]'") from None
