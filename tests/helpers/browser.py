"""The browser in which the viewer's page is tested: one that is here, or Chromium where it can be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

__all__ = ["NEEDED", "find"]

NEEDED: Final = bool(os.environ.get("DESTRIER_NEEDS_BROWSER"))
"""Whether tests fail instead of being skipped if there is no browser, as they do in continuous integration."""

_NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first loads a page in less than half of the processor time of the others."""

_SECONDS: Final = 300
"""How long a step of the installation may take."""


def find() -> str | None:
    """The path of a browser; `None` if there is none."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def _install() -> None:
    """Install Chromium where the user may; what goes wrong is seen by there being none."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    for step in (["update"], ["install", "--yes", "--no-install-recommends", _NAMES[0]]):
        command = ["apt-get", "--quiet", "--quiet", *step]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        try:
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, env=environment)
        except (OSError, subprocess.TimeoutExpired):
            return


if __name__ == "__main__":
    if find() is None:
        _install()
    if find() is None:
        sys.stderr.write("there is no Chromium, and none could be installed: the viewer's page is not tested\n")
