"""The files of stored data, as the programs that find the data write them."""

from __future__ import annotations

import gzip
import sys
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

DATA: Final = files("destrier.patterns") / "data"


def write(file: Traversable, paragraphs: Iterable[object]) -> None:
    """Write a file anew to standard output: what it says of itself, and the paragraphs as they are found."""
    sys.stdout.write(f"{description(file)}\n")
    for paragraph in paragraphs:
        sys.stdout.write(f"\n{paragraph}\n")
        sys.stdout.flush()


def description(file: Traversable) -> str:
    """What a file says of itself."""
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.name.endswith(".gz") else data).decode()
    return text.partition("\n\n")[0]
