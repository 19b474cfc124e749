"""The font embedded in raster images and PDFs, which therefore look the same on every machine.

It is Source Sans Pro (SIL Open Font License), which has Latin, Greek and Cyrillic letters.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from string import whitespace
from typing import Final, Literal, TypeAlias
from unicodedata import category

from destrier.support.errors import DestrierError
from destrier.support.optional import extra

FAMILY: Final = "Source Sans Pro"
"""The name that the font has in its file."""

REGULAR, SEMIBOLD = "sans-serif", "sans-serif-semibold"
"""The names of the fonts in PDFs; that of the regular one is the family of all drawings."""

Weight: TypeAlias = Literal["Regular", "Semibold"]

_WORDS: Final = re.compile("<text[^>]*>([^<]*)")

_PIXELS: Final = 20
"""A size at which a letter and the missing-glyph sign look different."""


def font_file(room: Literal["image", "pdf"], weight: Weight = "Regular") -> Path:
    """Return the file of the font, which the extras for pictures and for PDFs include."""
    package = extra("font_source_sans_pro", room, "a picture" if room == "image" else "a pdf")
    return Path(package.font_directory) / f"SourceSansPro-{weight}.ttf"


def refuse_unknown_letters(text: str, room: Literal["image", "pdf"]) -> None:
    """Raise `DestrierError` if the font lacks a letter of a text, or it has control characters."""
    letters = set(text) - set(whitespace)
    if all("!" <= letter <= "~" for letter in letters):
        return
    font = extra("PIL.ImageFont", room, "a picture").truetype(str(font_file(room)), _PIXELS)
    unknown = bytes(font.getmask("\uffff"))
    signs = {letter for letter in letters if category(letter) in ("Cc", "Cs", "Zl", "Zp")}  # in no font
    lacking = sorted(signs | {letter for letter in letters - signs if bytes(font.getmask(letter)) == unknown})
    if lacking:
        raise DestrierError(f"the font for pixels and PDFs lacks {' '.join(lacking[:8])}, which an svg may have")


def words_of(svg: str) -> str:
    """Return all words of a drawing."""
    return unescape(" ".join(_WORDS.findall(svg)))
