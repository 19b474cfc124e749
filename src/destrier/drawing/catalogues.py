"""What is printed, in several languages: gettext's catalogues in the folder `locale`, which `make catalogues` compiles.

This module imports no other of its room, so that the command line can list the languages.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES: Final = ("en", "de", "fr", "es")
"""The languages of books and sheets; the texts in the sources are English."""


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations of a language."""
    from gettext import GNUTranslations, NullTranslations
    from importlib.resources import files

    if language not in LANGUAGES:
        *most, last = LANGUAGES
        raise DestrierError(f"the language is {', '.join(most)} or {last}, not {shown(language)}")
    if language == LANGUAGES[0]:
        return NullTranslations()
    compiled = files("destrier.drawing") / "locale" / language / "LC_MESSAGES" / "destrier.mo"
    with compiled.open("rb") as file:
        return GNUTranslations(file)
