"""Measures of tours, and bounds that no tour can beat."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "metrics": [
            *("angle_counts", "charge", "crossing_points", "is_turn"),
            *("move_counts", "move_distribution", "relative_move_counts", "relative_move_distribution"),
        ],
        "sums": ["Sums", "line_sums"],
        "tables": ["MeasureTable"],
    },
)
