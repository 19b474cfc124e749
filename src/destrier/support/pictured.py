"""Pictures of results in notebooks: who draws what."""

from __future__ import annotations

from importlib import import_module
from typing import Final

_PICTURES: Final[dict[str, tuple[str, str]]] = {}
"""The module and the function that draw each class, by its name; see `draw_with`."""


def draw_with(module: str, function: str, *classes: str) -> None:
    """Register the function of a module that draws the `Pictured` objects of these classes; it is imported when needed.

    So drawn classes need not know what draws them; a module that knows both registers them once.
    """
    _PICTURES.update(dict.fromkeys(classes, (module, function)))


class Pictured:
    """An object that shows itself as a picture in a notebook, drawn by the function registered with `draw_with`."""

    def _repr_svg_(self) -> str | None:
        """Return the picture, or `None` if the object is too large for one."""
        module, function = next(_PICTURES[kind.__name__] for kind in type(self).__mro__ if kind.__name__ in _PICTURES)
        picture: str | None = getattr(import_module(module), function)(self)
        return picture
