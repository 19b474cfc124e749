"""Parberry's Figure 4: the moves of tours by Warnsdorff's rule."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import numpy as np

from reproduce.common.sampled_moves import RELATIVE, WALKS, MoveSample, count_moves, draw_moves
from reproduce.common.statistics import LEVEL, distance, kolmogorov_smirnov, normal_tail
from reproduce.common.study_tables import Table, probability, template

PUBLISHED: Final = {"0": (0.272, 0.001), "1 and 7": (0.145, 0.001), "3 and 5": (0.129, 0.001), "2 and 6": (0.09, 0.01)}
"""Frequencies of paired relative moves, with their rounding, from the text on Figure 4."""

_ANGLES: Final = {"0": 0, "1 and 7": 1, "2 and 6": 2, "3 and 5": 3}
"""The places of these pairs among `MoveSample.angles`."""

_SIDE: Final = 50
_SIZE: Final = 1000
"""The number of tours in the paper."""

_OBFUSCATED: Final = 0.0066
"""The standard deviation of the frequency of a move of obfuscated tours of this size; see their study."""


def run(folder: Path, *, samples: int, seed: int, **work: Any) -> str:
    """Write the table and the figure, and return the page."""
    work.pop("small")  # a small study has fewer samples
    how: dict[str, Any] = {"seed": seed, "work": work}
    walked = count_moves(folder / "warnsdorff-moves-walked", WALKS, _SIDE, samples, **how)
    completed = count_moves(folder / "warnsdorff-moves-completed", "warnsdorff", _SIDE, samples, **how)
    compared = compare(walked)
    compared.write(folder / "warnsdorff-moves-relative.csv")
    _all(walked).write(folder / "warnsdorff-moves-all.csv")
    theirs = {place: PUBLISHED[name][0] for name, place in _ANGLES.items()}
    draw_moves(folder / "warnsdorff-moves-figure.svg", {"ours": walked}, [theirs[min(i, 8 - i)] for i in RELATIVE])
    return template("warnsdorff_moves").format(
        samples=samples,
        relative=compared.markdown(),
        all=_all(walked).markdown(),
        level=LEVEL,
        uniform=how_uniform(walked),
        order=which_order(walked),
        completed=how_alike(walked, completed),
    )


def compare(walked: MoveSample) -> Table:
    """Compare the paper's frequencies of relative moves with ours."""
    rows: list[tuple[Any, ...]] = []
    for name, (theirs, place) in PUBLISHED.items():
        each = walked.angles[:, _ANGLES[name]] / (1 if name == "0" else 2)
        deviation = float(each.std(ddof=1))
        error = math.hypot(deviation * math.sqrt(1 / len(each) + 1 / _SIZE), place / math.sqrt(12))
        z = (float(each.mean()) - theirs) / error
        agrees = "yes" if normal_tail(z) >= LEVEL else "**no**"
        rows.append((name, f"{each.mean():.4f}", f"{deviation:.4f}", f"{theirs:.3f}", f"{z:+.1f}", agrees))
    return Table(
        ("relative move", "ours", "standard deviation", "published", "difference in standard errors", "agrees"), rows
    )


def _all(walked: MoveSample) -> Table:
    """Return every move and every relative move."""
    rows: list[tuple[Any, ...]] = []
    for move in range(8):
        numbers = [f(x[:, move]) for x in (walked.moves, walked.relative) for f in (np.mean, lambda v: v.std(ddof=1))]
        rows.append((move, *(f"{number:.4f}" for number in numbers)))
    return Table(("i", "move i", "standard deviation", "relative move i", "standard deviation of that"), rows)


def how_uniform(walked: MoveSample) -> str:
    """Say whether moves occur equally often, and how much tours differ."""
    t_square, p = distance(walked.axes, np.full(4, 0.25))
    deviation = float(walked.moves.std(axis=0, ddof=1).mean())
    uniform = "Confirmed: no difference is seen" if p >= LEVEL else "Refuted: they differ"
    return (
        f"{uniform} between the frequencies of the four kinds of moves, each with its opposite (Hotelling's "
        f"T-square {t_square:.1f}, p {probability(p)}). The standard deviation from tour to tour is "
        f"{deviation:.4f}, {deviation / _OBFUSCATED:.1f} times that of obfuscated tours."
    )


def which_order(walked: MoveSample) -> str:
    """State whether the relative moves have the order of frequency that the paper states."""
    means = {name: float(walked.angles[:, place].mean()) / (1 if name == "0" else 2) for name, place in _ANGLES.items()}
    order = sorted(means, key=lambda name: -means[name])
    return (
        f"{'Confirmed' if order == list(PUBLISHED) else 'Refuted'}: the order is {', then '.join(order)}; a repeated "
        f"move is {means['0'] * 7:.2f} times as frequent as if all seven were equal."
    )


def how_alike(walked: MoveSample, completed: MoveSample) -> str:
    """State whether completed tours have the same moves as walked ones."""
    apart, p = kolmogorov_smirnov(walked.relative[:, 0], completed.relative[:, 0])
    shift = float(completed.relative[:, 0].mean() - walked.relative[:, 0].mean())
    return (
        f"the share of repeated moves {'is' if p < LEVEL else 'is not'} distinguished from that of walked tours "
        f"(Kolmogorov-Smirnov, distance {apart:.3f}, p {probability(p)}; the means differ by {shift:+.4f})."
    )
