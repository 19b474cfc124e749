"""Methods whose work is done in a room above: a registry of functions, as for pictures in `pictured`."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

_FUNCTIONS: Final[dict[str, str]] = {}
"""The module of the function for each method, both of the same name; see `do_above`."""


def do_above(module: str, *functions: str) -> None:
    """Register the functions of a module that do the work of the methods with their names."""
    _FUNCTIONS.update(dict.fromkeys(functions, module))


def done_above(function: str, *arguments: Any, **options: Any) -> Any:
    """Return the result of a registered function, whose module is imported when needed."""
    return getattr(import_module(_FUNCTIONS[function]), function)(*arguments, **options)
