"""Render an SVG to pixels, with the same font on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Final, TypeAlias

from destrier.drawing.fonts import FAMILY, font_file
from destrier.drawing.look import Look
from destrier.support.errors import DestrierError
from destrier.support.optional import extra

if TYPE_CHECKING:
    from PIL import Image

    Render: TypeAlias = Callable[[str], Image.Image]

_LAST_FRAME_MS: Final = 2500


@contextmanager
def renderer() -> Iterator[Render]:
    """Provide a function that renders an SVG to a picture with transparency."""
    from PIL import Image

    render = extra("resvg_py", "image", "a picture").svg_to_bytes
    fonts = {"font_files": [str(font_file("image"))], "skip_system_fonts": True, "sans_serif_family": FAMILY}
    yield lambda svg: Image.open(BytesIO(bytes(render(svg_string=svg, **fonts))))


def animated(pictures: list[Image.Image], duration: float, **information: bytes | str) -> bytes:
    """Return pictures, each shown for some milliseconds and the last one longer, as a GIF that loops for ever."""
    file, durations = BytesIO(), [round(duration)] * (len(pictures) - 1) + [_LAST_FRAME_MS]
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, **information)
    return file.getvalue()


def check_pixels(width: float, height: float, most: int) -> None:
    """Raise `DestrierError` if a picture has more than `most` pixels."""
    if ceil(width) * ceil(height) > most:
        raise DestrierError(
            f"a picture of {ceil(width)} x {ceil(height)} pixels has more than {most / 1e6:g} million;"
            " draw an svg instead"
        )


def check_look(look: Look) -> None:
    """Raise `DestrierError` unless a square has a whole number of pixels."""
    cell = look.cell
    if cell is not None and (isinstance(cell, bool) or not isinstance(cell, int) or cell < 1):
        raise DestrierError(f"a square is drawn with a whole number of pixels, at least 1, not {cell!r}")
