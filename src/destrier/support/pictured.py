"""Pictures of results in notebooks: a registry of drawing functions."""

from __future__ import annotations

from importlib import import_module
from typing import Final

_PICTURES: Final[dict[str, tuple[str, str]]] = {}
"""The module and function that draw each class, by class name; see `draw_with`."""


def draw_with(module: str, function: str, *classes: str) -> None:
    """Register the function of a module that draws the `Pictured` objects of these classes; it is imported when needed.

    Drawn classes thus need not know their drawing functions; a module that knows both registers them once.
    """
    _PICTURES.update(dict.fromkeys(classes, (module, function)))


class Pictured:
    """An object shown as a picture in notebooks, drawn by the function registered with `draw_with`."""

    def _repr_svg_(self) -> str | None:
        """Return the picture, or `None` if the object is too large for one."""
        module, function = next(_PICTURES[kind.__name__] for kind in type(self).__mro__ if kind.__name__ in _PICTURES)
        picture: str | None = getattr(import_module(module), function)(self)
        return picture
