"""The types that have nothing to do with knights."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""Told how far long work is: what is being done, how much of it, and of how much."""

StrPath: TypeAlias = str | os.PathLike[str]
