"""Drawings of tourneys: svg, png, animated gif and numbered text, and their rail graphs.

The renderers return `str` or `bytes` and touch no file; `draw` writes what the suffix of a path asks for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from destrier.drawing.gif import to_gif
from destrier.drawing.png import to_png
from destrier.drawing.rail_graph import rail_graph_svg
from destrier.drawing.svg import to_svg
from destrier.drawing.text import to_text
from destrier.errors import DestrierError
from destrier.writing import write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.tourneys import Tourney
    from destrier.types import StrPath

__all__ = ["FORMATS", "draw", "rail_graph_svg", "to_gif", "to_png", "to_svg", "to_text"]

_RENDERERS: Final[dict[str, Callable[..., str | bytes]]] = {
    ".svg": to_svg,
    ".png": to_png,
    ".gif": to_gif,
    ".txt": to_text,
}

FORMATS: Final = tuple(_RENDERERS)
"""The suffixes that `draw` knows."""


def draw(tourney: Tourney, path: StrPath, **options: Any) -> None:
    """Draw a tourney to a file; its suffix chooses the format.

    Parameters
    ----------
    tourney
        What to draw.
    path
        Where to, ending in `.svg`, `.png`, `.gif` or `.txt`.
    **options
        Passed on to `to_svg`, `to_png`, `to_gif` or `to_text`.

    Raises
    ------
    DestrierError
        If the suffix is another one, the board is too large for the format, or Pillow is not installed.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _RENDERERS:
        raise DestrierError(f"cannot draw {str(path)!r}: the suffix is one of {', '.join(FORMATS)}")
    try:
        drawing = _RENDERERS[suffix](tourney, **options)
    except ModuleNotFoundError as error:
        raise DestrierError(f"{suffix} drawings need {error.name}: pip install 'destrier[image]'") from error
    write_atomically(path, drawing.encode() if isinstance(drawing, str) else drawing)
