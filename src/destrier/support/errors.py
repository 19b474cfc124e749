"""The exceptions of destrier."""

from __future__ import annotations

from typing import Final

_SHOWN: Final = 60
"""Maximum number of characters of a wrong value in a message."""

_NAMED: Final = 1000
"""Maximum number of characters of a file name in a message."""


class DestrierError(ValueError):
    """The base of all errors that destrier raises on purpose; the message is one line."""


class InvalidTourney(DestrierError):
    """The data is not a tourney; the message names the first bad square."""


class Unreadable(InvalidTourney):
    """The text does not list a tour in any known form; the message names what was expected, and where."""


class NoSuchTour(DestrierError):
    """The tour is proved impossible; the message names the theorem or a certificate to check by hand."""


class UnsupportedBoard(DestrierError):
    """The algorithm does not support this board; the message names the boards that it supports, and an alternative."""


class BudgetExceeded(DestrierError):
    """The search ended without an answer, neither a tour nor a proof that there is none."""

    def __init__(self, message: str, sample: object = None) -> None:
        super().__init__(message)
        self.sample = sample
        """The tours found so far, if several were requested."""


class JobUnfinished(DestrierError):
    """A job ended early; the message says why and how much is finished. Finished work is kept for the next run."""


class NotEnoughMemory(DestrierError, MemoryError):
    """The work needs more memory than is available or allowed; it was not begun."""


class NoSuchPosition(DestrierError, IndexError):
    """A visiting order has no such position, or its board no such square."""


class MissingPackage(DestrierError, ImportError):
    """An optional package is not installed; the message says what needs it and how to install it."""


class UnknownOption(DestrierError, TypeError):
    """A function has no option with this name; the message suggests an existing one."""


def spelled(path: object) -> str:
    """Return a file name for a message: in one line, and shortened if too long for any file."""
    name = str(path).encode("unicode_escape", "surrogatepass").decode() if not str(path).isprintable() else str(path)
    return name if len(name) <= _NAMED else f"{name[:_SHOWN]}..."


def shown(value: object) -> str:
    """Return a wrong value for a message: its `repr` in one line, shortened if necessary."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (an integer of more than 4300 digits, or a class of somebody else's)
        return f"a value of type {type(value).__name__} that cannot be shown"
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
