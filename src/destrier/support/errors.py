"""The errors of destrier, by meaning."""

from __future__ import annotations

from typing import Final

_SHOWN: Final = 60
"""The characters of a wrong value that a message repeats."""

_NAMED: Final = 1000
"""The characters of a file's name that a message repeats."""


class DestrierError(ValueError):
    """The base of all errors that destrier raises on purpose; the message is one line."""


class InvalidTourney(DestrierError):
    """The data is not a tourney; the message names the first bad square."""


class NoSuchTour(DestrierError):
    """The tour is proved impossible; the message names the theorem or a certificate to check by hand."""


class UnsupportedBoard(DestrierError):
    """The algorithm does not take this board; the message says which boards it takes, and what takes this one."""


class BudgetExceeded(DestrierError):
    """The search ended without an answer, neither a tour nor a proof that there is none."""

    def __init__(self, message: str, sample: object = None) -> None:
        super().__init__(message)
        self.sample = sample
        """The tours that were found before, if several were asked for."""


class JobUnfinished(DestrierError):
    """A job ended early; the message says why and how much is finished, which is kept for the next run."""


class NotEnoughMemory(DestrierError, MemoryError):
    """The work needs more memory than there is, or than was allowed; nothing was begun."""


class NoSuchPosition(DestrierError, IndexError):
    """A visiting order has no such position, or its board no such square."""


class MissingPackage(DestrierError, ImportError):
    """An optional package is not installed; the message says what needs it, and how to install it."""


class UnknownOption(DestrierError, TypeError):
    """A function has no option of this name; the message suggests one that it has."""


def spelled(path: object) -> str:
    """Return the name of a file as a message repeats it: in one line, and cut short where no file has such a name."""
    name = str(path).encode("unicode_escape", "surrogatepass").decode() if not str(path).isprintable() else str(path)
    return name if len(name) <= _NAMED else f"{name[:_SHOWN]}..."


def shown(value: object) -> str:
    """Return a wrong value as a message repeats it: its `repr` in one line, cut short, whatever it is."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 (an integer of more than 4300 digits, or a class of somebody else's)
        return f"a value of type {type(value).__name__} that cannot be shown"
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
