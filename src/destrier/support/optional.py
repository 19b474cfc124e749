"""Optional packages, the extras of the installation."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from destrier.support.errors import DestrierError


def extra(package: str, name: str, what: str) -> Any:
    """Import a package of the extra `name`, or raise `DestrierError` saying that `what` needs it."""
    try:
        return import_module(package)
    except ModuleNotFoundError:
        raise DestrierError(f"{what} needs {package}: pip install 'destrier[{name}]'") from None
