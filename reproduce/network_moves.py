"""Parberry's Figure 6: the moves of the tourneys of the Takefuji-Lee network."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.makers.takefuji_lee import takefuji_lee
from destrier.support.errors import BudgetExceeded
from reproduce.common.sampled_moves import WALKS, MoveSample, count_moves, draw_moves
from reproduce.common.statistics import LEVEL, distance, distance_between, kolmogorov_smirnov
from reproduce.common.study_tables import Table, probability, template

_SIDES: Final = (40, 50)
"""The sides in the text and in the caption."""

_SWEEPS: Final = 400
"""The sweeps after which the paper's program restarts."""

_BEGUN: Final = 200
"""The number of networks of each side to watch for these sweeps."""


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the table and the figure, and return the page."""
    how: dict[str, Any] = {"seed": seed, "work": work}
    drawn = {
        "network 40": count_moves(folder / "network-moves-40", "takefuji-lee", 40, samples, **how),
        "network 40, joined": count_moves(
            folder / "network-moves-40-joined", "takefuji-lee", 40, samples, then="join", **how
        ),
        "network 50": count_moves(folder / "network-moves-50", "takefuji-lee", 50, samples, **how),
        "Warnsdorff 40": count_moves(folder / "network-moves-warnsdorff", WALKS, 40, samples, **how),
    }
    settled = {side: _count_settled(side, _BEGUN // 5 if small else _BEGUN, seed) for side in _SIDES}
    moves = _table(drawn)
    moves.write(folder / "network-moves-all.csv")
    shown = {name: drawn[name] for name in ("network 40", "network 40, joined", "Warnsdorff 40")}
    draw_moves(folder / "network-moves-figure.svg", shown)
    return template("network_moves").format(
        samples=samples,
        moves=moves.markdown(),
        uniform=how_uniform(drawn),
        preference=what_is_preferred(drawn),
        side=which_side(drawn, settled),
        tours=how_many_tours(drawn["network 40"]),
    )


def _count_settled(side: int, begun: int, seed: int) -> float:
    """Return the share of networks that settle in the paper's sweeps."""
    settled = 0
    for number in range(begun):
        try:
            takefuji_lee(Board(side, side), seed=derive_key(seed, "settled", number), sweeps=_SWEEPS, attempts=1)
            settled += 1
        except BudgetExceeded:
            pass
    return settled / begun


def _table(drawn: Mapping[str, MoveSample]) -> Table:
    """Return the means and standard deviations of all samples."""
    rows: list[tuple[str, ...]] = []
    for name, sample in drawn.items():
        for kind, frequencies in (("move", sample.moves), ("relative move", sample.relative)):
            rows.append((name, f"{kind}, mean", *(f"{value:.4f}" for value in frequencies.mean(axis=0))))
            rows.append(("", "standard deviation", *(f"{value:.4f}" for value in frequencies.std(axis=0, ddof=1))))
    return Table(("", "", *map(str, range(8))), rows)


def how_uniform(drawn: Mapping[str, MoveSample]) -> str:
    """Say whether the network's moves are more even than Warnsdorff's."""
    t_square, p = distance(drawn["network 40"].axes, np.full(4, 0.25))
    network, walked = (float(drawn[name].moves.std(axis=0, ddof=1).mean()) for name in ("network 40", "Warnsdorff 40"))
    even = "No difference is seen" if p >= LEVEL else "They differ"
    return (
        f"{even} between the frequencies of the four kinds of moves, each with its opposite (Hotelling's T-square "
        f"{t_square:.1f}, p {probability(p)}). From tourney to tourney the standard deviation is "
        f"{network:.4f}, from Warnsdorff tour to tour {walked:.4f}: "
        f"{'confirmed' if p >= LEVEL and network < walked else 'refuted'}."
    )


def what_is_preferred(drawn: Mapping[str, MoveSample]) -> str:
    """State whether repeated moves distinguish the network's tourneys from Warnsdorff tours."""
    network, walked = (drawn[name].relative[:, 0] for name in ("network 40", "Warnsdorff 40"))
    apart, p = kolmogorov_smirnov(network, walked)
    return (
        f"{'Confirmed' if p < LEVEL and network.mean() < walked.mean() else 'Refuted'}: {network.mean():.1%} of the "
        f"relative moves are 0, where seven equal shares would be {1 / 7:.1%}, and of Warnsdorff tours "
        f"{walked.mean():.1%} (Kolmogorov-Smirnov, distance {apart:.3f}, p {probability(p)}). With distance 1, that "
        "share alone identifies every one of them."
    )


def which_side(drawn: Mapping[str, MoveSample], settled: Mapping[int, float]) -> str:
    """Say whether the figure's boards were 40 x 40 or 50 x 50."""
    apart, p = distance_between(drawn["network 40"].angles, drawn["network 50"].angles)
    least, other = (drawn[f"network {side}"].relative[:, 0].mean() for side in _SIDES)
    text, caption = (settled[side] for side in _SIDES)
    if not text > 5 * caption:
        return f"Undecided: in {_SWEEPS} sweeps {text:.1%} of the networks settle on 40 x 40, {caption:.1%} on 50 x 50."
    longer = f"{text / caption * (50 / 40) ** 2:,.0f} times as long" if caption else "longer than we can tell"
    return (
        f"Relative moves differ little (0: {least:.4f} on 40 x 40, {other:.4f} on 50 x 50; T-square {apart:.1f}, p "
        f"{probability(p)}), too little for a picture. But within the {_SWEEPS} sweeps of the paper's program "
        f"{text:.1%} of the networks settle on 40 x 40 and {caption:.1%} on 50 x 50, so that a tourney of 50 x 50 "
        f"takes {longer}. Table 1 says 40 x 40, too: the caption is the likelier slip."
    )


def how_many_tours(network: MoveSample) -> str:
    """Say whether the network makes tours."""
    tours = int(np.count_nonzero(network.cycles == 1))
    return (
        f"{tours} of {network.cycles.size:,} tourneys of 40 x 40 are tours; the mean is {network.cycles.mean():.1f} "
        f"cycles, the least {network.cycles.min()}. The tours of the paper must have been joined from tourneys, or "
        "be tourneys."
    )
