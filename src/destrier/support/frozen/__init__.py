"""Hooks for PyInstaller to freeze programs that use destrier; an entry point announces this folder."""

from __future__ import annotations


def hook_dirs() -> list[str]:
    """Return the folder with the hook."""
    return list(__path__)
