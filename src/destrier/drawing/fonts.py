"""The font of drawings that bring their letters along: pixels and PDFs look the same on every machine.

It is Source Sans Pro (SIL Open Font License), which has Latin, Greek and Cyrillic letters.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

from destrier.support.errors import DestrierError
from destrier.support.optional import extra

FAMILY: Final = "Source Sans Pro"

Weight: TypeAlias = Literal["Regular", "Semibold"]


def font_file(room: Literal["image", "pdf"], weight: Weight = "Regular") -> Path:
    """Return the file of the font, which the extras for pictures and for PDFs bring along."""
    package = extra("font_source_sans_pro", room, "a picture" if room == "image" else "a pdf")
    return Path(package.font_directory) / f"SourceSansPro-{weight}.ttf"


def refuse_unknown_letters(text: str, room: Literal["image", "pdf"]) -> None:
    """Raise `DestrierError` if the font lacks a letter of a text."""
    font = extra("PIL.ImageFont", room, "a picture").truetype(str(font_file(room)), 20)
    unknown = bytes(font.getmask("\uffff"))
    lacking = [
        letter for letter in sorted(set(text)) if not letter.isspace() and bytes(font.getmask(letter)) == unknown
    ]
    if lacking:
        raise DestrierError(f"the font of pixels and PDFs has no {' '.join(lacking[:8])}: write an svg instead")
