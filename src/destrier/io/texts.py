"""Reading the tour in a text: in the format that its suffix or its beginning promises, or else in any other form."""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from typing import Final

from destrier.core.leaper import Leaper
from destrier.core.tourney import Tourney
from destrier.io.digits import is_digits
from destrier.io.formats import FORMATS
from destrier.io.json import begins_object
from destrier.io.readings import LONGEST, PLAIN, READERS, Asked, Reading, is_list, only_tour, read_any, read_plain
from destrier.support.errors import InvalidTourney, Unreadable


def read_tour(text: str, suffix: str = "", asked: Asked = Asked(), *, chosen: bool = False) -> Reading:  # noqa: B008 (immutable)
    """Return the tour of a text, and how it was understood.

    Parameters
    ----------
    text
        The text.
    suffix
        The suffix of its file.
    asked
        The board, if the text does not name it.
    chosen
        Whether the suffix is the user's choice, so that no other form is considered.

    Raises
    ------
    InvalidTourney
        If it does not hold a tourney, or one of another board than is asked for; the message names the first fault.

    Warns
    -----
    UserWarning
        If a list visits only a part of a rectangle, and no board is named.
    """
    found = _read(text, suffix, asked, chosen=chosen)
    same_board(found.tour, asked)
    if found.doubt:
        warnings.warn(found.doubt, stacklevel=2)
    return found


def _read(text: str, suffix: str, asked: Asked, *, chosen: bool) -> Reading:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if suffix == ".csv" and len(text) > LONGEST:
        suffix = ".txt"
    row = FORMATS.get(_format_of(text) if suffix not in FORMATS or suffix == ".txt" else suffix)
    parse = row.text()[0] if row and row.text else None
    if row is None or parse is None:
        may_be_plain = len(text) > PLAIN and suffix != ".csv"  # a table may have two columns, too
        plain = read_plain(text, asked) if may_be_plain else None
        return plain or read_any(text, asked, suffix if chosen else "")
    try:
        if row.takes_board:
            numbers = text.translate(_SEPARATORS) if len(text) > LONGEST and not _EMPTY.search(text) else text
            tourney = parse(numbers, asked.board, asked.leaper)
            is_told = row.suffix != ".txt" or asked.board is not None or "#" in text or len(text) > LONGEST
            is_told = is_told or is_digits(text)
            return Reading(tourney, "") if is_told or not _ZERO.search(text) else _from_zero(text, tourney, asked)
        return Reading(parse(text), "")
    except InvalidTourney as fault:
        is_own = any(mark in text for mark in _MARKS.get(row.suffix, ()))
        if not is_own and len(text) > LONGEST:
            fault.with_traceback(None)  # whose frames hold the numbers
            with suppress(Unreadable):
                if plain := read_plain(text, asked):
                    return plain
        if is_own or len(text) > LONGEST or (chosen and suffix not in READERS):
            raise
        is_no_grid = row.suffix == ".txt" and text.strip() and (isinstance(fault, Unreadable) or is_list(text))
        return read_any(text, asked, suffix if chosen else "", None if is_no_grid else fault)


_SEPARATORS: Final = str.maketrans(",;\t|", "    ")

_EMPTY: Final = re.compile(
    r"(?:[,;|]|(?<![^\S\n])(?=[^\S\n\t]*\t))[^\S\n]*(?:[,;|]|\n|\Z)"  # separators, or blanks with a tab
    r"|(?:\n|\A)[^\S\n]*[,;|]"
    r"|[^0-9\s,;|]"
)
"""An empty cell, or anything but numbers, in a table that is too large to read in several ways."""

_MARKS: Final = {".json": ('"cycles"', '"cycle"', '"givens"', '"parts"'), ".tour": ("TOUR_SECTION",)}
"""What only texts in a format of destrier's have."""


_ZERO: Final = re.compile(r"(?<!\d)0(?!\d)")


def _from_zero(text: str, tourney: Tourney, asked: Asked) -> Reading:
    """Return the tour of numbers from 0, unless the text is not ours and 0 may as well mark a missing square."""
    from destrier.drawing.numbered_board import to_text

    found = READERS[".txt"](text, asked)
    is_ours = text.rstrip() == to_text(tourney, first=0).removeprefix("# open\n").rstrip()
    if found and not is_ours:
        return only_tour(found)
    if len(found) < 2:
        return Reading(tourney, "")
    (_, form, _), (holed, _, _) = found
    return Reading(tourney, f"{form}; if 0 marks a missing square, give {holed.board.describe()} by --shape")


def _format_of(text: str) -> str:
    """Return the format of destrier's that a text begins like."""
    return ".tour" if "TOUR_SECTION" in text else ".json" if begins_object(text) else ".txt"


def same_board(tourney: Tourney, asked: Asked) -> Tourney:
    """Return a tourney of the board that is asked for, if any."""
    board = tourney.board
    if asked.board not in (None, board) or (
        asked.leaper and Leaper.of(asked.leaper, board.leaper.dimensions) != board.leaper
    ):
        raise InvalidTourney(f"the file holds a tour of {board.describe()}, not of the given board")
    return tourney
