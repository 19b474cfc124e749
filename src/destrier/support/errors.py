"""The errors of destrier, by meaning."""

from __future__ import annotations


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
