"""Count, sample and list the tours of a board exactly, without making them one by one."""

from typing import Final

import lazy_loader

COUNT_FILE: Final = "count.json"
"""The file of a store that holds the description of the count and its result; see `stored`."""

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "censuses": ["Census", "census", "move_distributions"],
        "counts": ["TourCount"],
        "estimates": ["CountEstimate", "estimate"],
        "extreme_tours": ["Extreme", "Extremes", "extremes"],
        "row_series": ["Series", "series"],
        "starts": ["count_by_start"],
    },
)
