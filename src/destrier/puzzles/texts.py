"""Split a text into letters, syllables or words; the parts of all words, joined, make the text again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from destrier.support.errors import DestrierError
from destrier.support.optional import extra

Split: TypeAlias = Literal["letters", "syllables", "words"]
"""The units into which a text is split."""

SOFT_HYPHEN: Final = "\u00ad"

_WORD: Final = r"\w+(?:['\u2019]\w+)*"
"""Letters, and apostrophes between them."""


def split_text(text: str, split: Split, *, language: str | None = None, strip: bool = False) -> list[list[str]]:
    """Return the parts of each word of a text."""
    words = unicodedata.normalize("NFC", text).split()
    for letter in "".join(words):
        if unicodedata.category(letter) in ("Cc", "Cs"):
            raise DestrierError(f"a text has letters and signs, not control characters such as {letter!r}")
    if strip:
        words = " ".join(re.sub(r"(?!\b['\u2019-]\b)[^\w\u00ad]", "", word) for word in words).split()
    words = _with_letters(words)
    if not words:
        raise DestrierError("the text is empty: it has no letters")
    if split == "syllables":
        cut = _hyphenation(language) if any(SOFT_HYPHEN not in word for word in words) else _at_soft_hyphens
        return [_at_soft_hyphens(word) if SOFT_HYPHEN in word else cut(word) for word in words]
    words = [word.replace(SOFT_HYPHEN, "") for word in words]
    return [[word] if split == "words" else _with_marks(r"\w", word) for word in words]


def _with_letters(words: list[str]) -> list[str]:
    """Return the words; attach those without letters or digits, such as dashes, to the word before or after."""
    result, waiting = list[str](), ""
    for word in words:
        if re.search(r"\w", word):
            result.append(waiting + word)
            waiting = ""
        elif result:
            result[-1] += f" {word}"
        else:
            waiting += f"{word} "
    return result


def _with_marks(pattern: str, word: str) -> list[str]:
    """Return all matches of a pattern of letters, each with the marks after it, the first also with those before it."""
    return re.findall(rf"^\W*{pattern}\W*|{pattern}\W*", word)


def _at_soft_hyphens(word: str) -> list[str]:
    return [part for part in word.split(SOFT_HYPHEN) if part]


def _hyphenation(language: str | None) -> Callable[[str], list[str]]:
    """Return a function that splits a word into syllables; punctuation stays with the syllable before or after."""
    pyphen = extra("pyphen", "words", "a text that is split into syllables")
    if language is None:
        raise DestrierError("to split a text into syllables, give its language, such as en or de")
    name = pyphen.language_fallback(language)
    if name is None:
        known = ", ".join(sorted({name.split("_")[0] for name in pyphen.LANGUAGES}))
        raise DestrierError(f"no hyphenation is known for the language {language!r}; there are {known}")
    dictionary = pyphen.Pyphen(lang=name)

    def cut(word: str) -> list[str]:
        parts = []
        for piece in _with_marks(_WORD, word):
            before, letters, _ = re.split(f"({_WORD})", piece)
            places = [0]
            for place in dictionary.positions(letters):
                if all(re.search(r"\w", part) for part in (piece[places[-1] : len(before) + place], letters[place:])):
                    places.append(len(before) + place)
            parts += [piece[here:there] for here, there in pairwise([*places, len(piece)])]
        return parts

    return cut
