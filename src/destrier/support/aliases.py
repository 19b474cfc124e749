"""General types, independent of knights."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[str, int, int], None]
"""A progress callback for long work: a description, the amount done, and the total."""

StrPath: TypeAlias = str | os.PathLike[str]
