"""Split a text into letters, syllables or words; the parts of all words, joined, make the text again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Final, Literal, TypeAlias

from destrier.support.errors import DestrierError
from destrier.support.optional import extra

Split: TypeAlias = Literal["letters", "syllables", "words"]
"""The units into which a text is split."""

SOFT_HYPHEN: Final = "\u00ad"

_COMMON_WORDS: Final = {
    "en": "the of and to in is it that was for are as with his he on a at be this from i you not but my her all so",
    "de": "der die und in das ist nicht ein zu den mit sich auf von im dem es er sie wie auch ich so wer dich du am",
    "fr": "le la les de des et est un une en que qui dans il elle pas pour sur au ne ce je vous mon nous sont du se",
    "es": "el la los las de y que en un una es se no por con su para del al lo como más pero yo mi ella está muy",
    "it": "il la di e che un una in è per non si del della con i le da mi lo gli nel come più ma io tu mezzo questo",
    "pt": "o a os as de e que do da em um uma não se é para com por no na dos das mais como eu meu foi ao ele você",
    "nl": "de het een en van in is dat op te zijn met voor niet aan er om ook als maar bij ik je hij zij wij naar nog",
    "sv": "och i att det som en på är av för med till den har inte om ett han hon jag var sig från så men vi du",
    "da": "og i at det som en på er af for med til den har ikke om et han hun jeg var sig fra så men vi du de",
    "pl": "i w na z się nie do to jest że a o jak za od po co ale czy tak mnie ja ty on był przez dla już tylko",
    "cs": "a v na se je že s to z o i do za ale jak po jsem by tak si když který ten být co mě ty jen nad pod",
}
"""Common short words by language, for the hyphenation of a text whose language is not given."""

LANGUAGES: Final = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "sv": "Swedish",
    "da": "Danish",
    "pl": "Polish",
    "cs": "Czech",
}
"""The names of the languages that are recognized."""

_WORD: Final = r"\w+(?:['\u2019]\w+)*"
"""Letters, and apostrophes between them."""


def split_text(text: str, split: Split, *, language: str | None = None, strip: bool = False) -> list[list[str]]:
    """Return the parts of each word of a text; syllables are those of a language, or lie between soft hyphens."""
    words = [word for word in unicodedata.normalize("NFC", text).split() if word.strip(SOFT_HYPHEN)]
    for letter in "".join(words):
        if unicodedata.category(letter) in ("Cc", "Cs"):
            raise DestrierError(f"a text has letters and signs, not control characters such as {letter!r}")
    if strip:
        words = " ".join(re.sub(r"(?!\b['\u2019-]\b)[^\w\u00ad]", "", word) for word in words).split()
    words = _with_letters(words)
    if not words:
        raise DestrierError("the text is empty: it has no letters")
    if split == "syllables":
        cut = _at_soft_hyphens if language is None else _hyphenation(language)
        return [_at_soft_hyphens(word) if SOFT_HYPHEN in word else cut(word) for word in words]
    words = [word.replace(SOFT_HYPHEN, "") for word in words]
    return [[word] if split == "words" else _with_marks(r"\w", word) for word in words]


def language_of(text: str) -> str | None:
    """Return the language whose common words are the most frequent in a text; `None` if that does not single one out.

    A word that is common in several languages counts by the share of each.

    Examples
    --------
    >>> language_of("Wer reitet so spät durch Nacht und Wind?"), language_of("Lorem ipsum")
    ('de', None)
    """
    words = re.findall(r"\w+", unicodedata.normalize("NFC", text).replace(SOFT_HYPHEN, "").lower())
    speakers = {word: [name for name, common in _COMMON_WORDS.items() if word in common.split()] for word in words}
    counts = dict.fromkeys(LANGUAGES, Fraction(0))
    for word in words:
        for name in speakers[word]:
            counts[name] += Fraction(1, len(speakers[word]))
    second, first = sorted(counts.values())[-2:]
    return max(counts, key=counts.__getitem__) if first > second else None


def halves(part: str, language: str | None) -> list[tuple[str, str]]:
    """Return the ways to write a part in two lines: cut between words, or else hyphenated, if possible by syllables."""
    words = part.split()
    if len(words) > 1:
        return [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    syllables = [part]
    if language is not None:
        with suppress(DestrierError):  # without pyphen, or for a language that it does not know
            syllables = _hyphenation(language)(part)
    ends = list(accumulate(map(len, syllables[:-1]))) or range(1, len(part))
    return [(part[:at] + "-" * (part[at - 1] not in "-–"), part[at:]) for at in ends]


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


def _hyphenation(language: str) -> Callable[[str], list[str]]:
    """Return a function that splits a word into syllables; punctuation stays with the syllable before or after."""
    pyphen = extra("pyphen", "words", "a text that is split into syllables")
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
