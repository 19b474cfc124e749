"""What can go wrong, by meaning."""

from __future__ import annotations


class DestrierError(ValueError):
    """Base of all errors that destrier raises on purpose; the message is one line."""


class InvalidTourney(DestrierError):
    """The data is not a tourney: the message names the first bad square."""


class NoSuchTour(DestrierError):
    """Proved impossible: the message names the theorem or a certificate to check by hand."""


class UnsupportedBoard(DestrierError):
    """This algorithm does not take this board: the message says which it takes, and which one does."""


class BudgetExceeded(DestrierError):
    """The search ended without an answer: neither a tour nor a proof that there is none."""


class JobUnfinished(DestrierError):
    """A job ended early: the message tells why and how much is finished, which is kept; the next run goes on."""
