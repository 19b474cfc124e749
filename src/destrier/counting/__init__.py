"""Count, sample and list the tours of a board exactly, without making them one by one."""

from typing import Final

COUNT_FILE: Final = "count.json"
"""The file in a store that tells what is counted, and the result; see `stored`."""
