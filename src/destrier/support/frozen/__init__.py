"""What PyInstaller has to know to freeze a program that uses destrier; an entry point tells it of this folder."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """Return the folder with the hook."""
    return list(__path__)
