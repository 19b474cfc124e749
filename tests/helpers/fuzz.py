"""Try new random examples for so many minutes, or until a test fails: `make fuzz MINUTES=10`."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Final

ROUND: Final = "-m hypothesis --hypothesis-profile fuzz --exitfirst -n 2 --dist worksteal"
"""A round through all tests that have random examples, each of which draws new ones."""


def fuzz(minutes: float) -> int:
    """Return how the last round ended: with 0 if all is well so far."""
    end = time.monotonic() + 60 * minutes
    ended = 0
    while not ended and time.monotonic() < end:
        with subprocess.Popen([sys.executable, "-m", "pytest", *ROUND.split()]) as tests:
            try:
                ended = tests.wait(end - time.monotonic())
            except subprocess.TimeoutExpired:
                tests.send_signal(signal.SIGINT)  # what has failed is still printed
                tests.wait()
    return ended


if __name__ == "__main__":
    sys.exit(fuzz(float(sys.argv[1])))
