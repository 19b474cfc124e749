"""Parberry's Tables 1 and 2: the moves of obfuscated tours, from five sources."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reproduce import FEWEST
from reproduce.common import plots
from reproduce.common.sampled_moves import RELATIVE, WALKS, MoveSample, as_angles, as_axes, count_moves
from reproduce.common.statistics import LEVEL, distance, distance_between
from reproduce.common.study_tables import Table, beside, page_file, probability, template


class Source(NamedTuple):
    """A row of both tables."""

    name: str
    algorithm: str
    side: int
    moves: tuple[float, ...]
    """The frequencies of moves 0 to 7 in Table 1."""
    relative: tuple[float, ...]
    """The frequencies of relative moves 0 to 7 in Table 2; 4 is 0, as no move is followed by its opposite."""


def _published() -> Iterator[Source]:
    for name, algorithm, side, *frequencies in list(csv.reader(page_file("obfuscated_moves.csv").splitlines()))[1:]:
        numbers = tuple(map(float, frequencies))
        yield Source(name, algorithm, int(side), numbers[:8], numbers[8:])


PUBLISHED: Final = tuple(_published())

SIZE: Final = 1000
"""The number of tours of each row of the paper."""

_CLAIMED: Final = 0.001
"""The upper bound on the standard deviation that the paper claims."""

_FEWER: Final = 10
"""The factor by which to reduce the sample of the paper's Warnsdorff walks, which take a hundred times as long."""

_SIDE: Final = 50
"""The side of three of the sources; tours of other boards differ by their rims, too."""

_REPRODUCED: Final = 0.0066
"""The mean over the moves of 997 tours by divide and conquer, measured with the paper's program."""


def run(folder: Path, *, samples: int, seed: int, **work: Any) -> str:
    """Write the tables and the figure, and return the page."""
    work.pop("small")  # a small study has fewer samples
    drawn = {source.name: _draw(folder, source, samples, seed, work) for source in PUBLISHED}
    textual = {source.name: _draw(folder, source, samples, seed, work, disjoint=True) for source in PUBLISHED}
    walked = _draw(folder, PUBLISHED[0]._replace(algorithm=WALKS), max(FEWEST, samples // _FEWER), seed, work)
    for number, kind in ((1, "moves"), (2, "relative")):
        _cells(drawn, kind).write(folder / f"obfuscated-moves-table-{number}.csv")
    _draw_figure(folder / "obfuscated-moves-figure.svg", drawn)
    return template("obfuscated_moves").format(
        samples=samples,
        moves=_wide(drawn, "moves").markdown(),
        relative=_wide(drawn, "relative").markdown(),
        tests=tests(drawn).markdown(),
        repeated=whose_row(drawn),
        deviation=how_scattered(drawn),
        hidden=how_hidden(drawn),
        walked=how_walked(walked, drawn["Warnsdorff"]),
        rules=_compare_rules(drawn, textual).markdown(),
        rule=which_rule(drawn, textual),
        level=LEVEL,
    )


def _draw(folder: Path, source: Source, samples: int, seed: int, work: dict[str, Any], **rule: bool) -> MoveSample:
    place = folder / "-".join(["obfuscated-moves", source.algorithm, *rule])
    return count_moves(place, source.algorithm, source.side, samples, seed=seed, work=work, then="obfuscate", **rule)


# Tables


def _errors(sample: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard errors of differences from the paper's means, assuming the scatter of our tours."""
    return np.asarray(sample.std(axis=0, ddof=1) * math.sqrt(1 / len(sample) + 1 / SIZE))


def _cells(drawn: Mapping[str, MoveSample], kind: str) -> Table:
    """Return a row for each number of a table."""
    rows: list[tuple[Any, ...]] = []
    for source in PUBLISHED:
        sample, theirs = getattr(drawn[source.name], kind), getattr(source, kind)
        means, deviations, errors = sample.mean(axis=0), sample.std(axis=0, ddof=1), _errors(sample)
        for move in range(8):
            if theirs[move]:
                mean, deviation, error = (round(float(x[move]), 6) for x in (means, deviations, errors))
                rows.append(
                    (source.name, source.side, move, mean, deviation, theirs[move], (mean - theirs[move]) / error)
                )
    columns = ("source", "side", "move", "ours", "standard deviation", "published", "difference in standard errors")
    return Table(columns, rows)


def _wide(drawn: Mapping[str, MoveSample], kind: str) -> Table:
    """Return a table as the paper prints it, with ours beside it."""
    rows: list[Any] = []
    for source in PUBLISHED:
        sample, theirs = getattr(drawn[source.name], kind), getattr(source, kind)
        shown = [move for move in range(8) if theirs[move]]
        name = f"{source.name} {source.side}"
        means, errors = sample.mean(axis=0)[shown].tolist(), _errors(sample)[shown].tolist()
        rows += beside(name, means, [theirs[move] for move in shown], errors)
    return Table(("source", "", *map(str, shown)), rows)


def tests(drawn: Mapping[str, MoveSample]) -> Table:
    """Return tests of whether the rows agree with ours."""
    rows: list[Any] = []
    for source in PUBLISHED:
        sample = drawn[source.name]
        for number, ours, theirs in (
            (1, sample.axes, as_axes(source.moves)),
            (2, sample.angles, as_angles(source.relative)),
        ):
            t_square, p = distance(ours, theirs / theirs.sum(), SIZE)
            rows.append((source.name, number, t_square, probability(p), "yes" if p >= LEVEL else "**no**"))
    return Table(("source", "table", "T-square", "p", "agrees"), rows)


# Verdicts


def whose_row(drawn: Mapping[str, MoveSample]) -> str:
    """State the source of the row that the paper prints twice."""
    first, last = PUBLISHED[0], PUBLISHED[-1]
    equal = sum(a == b for a, b in zip(first.moves + first.relative, last.moves + last.relative, strict=True)) - 1
    theirs = as_angles(first.relative) / sum(first.relative)
    from_walks, from_cover = (distance(drawn[source.name].angles, theirs, SIZE)[0] for source in (first, last))
    apart, p = distance_between(drawn[first.name].angles, drawn[last.name].angles)
    told = f"Ours differ from each other (T-square {apart:,.1f}, p {probability(p)})"
    if p >= LEVEL:
        return f"{equal} of the 15 numbers of the two rows are the same. {told}: too little to say whose they are."
    owner, other = ("Warnsdorff", "four-cover") if from_walks < from_cover else ("four-cover", "Warnsdorff")
    return (
        f"{equal} of the 15 numbers of the two rows are the same: one row is printed twice. {told}, so the paper's "
        f"cannot be right for both. In Table 2 the row is {from_walks:,.1f} (T-square) away from our Warnsdorff tours "
        f"and {from_cover:,.1f} from our four-cover tours: it is that of the {owner} tours, and the "
        f"row of the {other} tours is missing."
    )


def _compare_rules(drawn: Mapping[str, MoveSample], textual: Mapping[str, MoveSample]) -> Table:
    """Return the frequency of repeated moves by either rule and in the paper, and the distances."""
    rows = []
    for source in PUBLISHED:
        samples = (drawn[source.name], textual[source.name])
        means = [f"{sample.relative[:, 0].mean():.4f}" for sample in samples]
        apart = [f"{t_square:,.0f}" for t_square, _ in (_from_table_2(source, sample) for sample in samples)]
        rows.append((source.name, *means, f"{source.relative[0]:.4f}", *apart))
    columns = ("source", "program's rule", "text's rule", "published", "program's, T-square", "text's, T-square")
    return Table(columns, rows)


def _from_table_2(source: Source, sample: MoveSample) -> tuple[float, float]:
    """Return the distance of a sample from the row of its source in Table 2."""
    theirs = as_angles(source.relative)
    return distance(sample.angles, theirs / theirs.sum(), SIZE)


def which_rule(drawn: Mapping[str, MoveSample], textual: Mapping[str, MoveSample]) -> str:
    """State the rule behind the paper's tables."""
    sources = PUBLISHED[1:]  # the first row is that of another source
    by_program, by_text = (
        [_from_table_2(source, samples[source.name])[0] for source in sources] for samples in (drawn, textual)
    )
    nearer = sum(one < other for one, other in zip(by_program, by_text, strict=True))
    if nearer == len(sources):
        verdict = "The tables are of the program's rule"
    elif nearer == 0:
        verdict = "The tables are of the text's rule"
    else:
        verdict = "The tables do not tell by which rule they were made"
    return (
        f"{verdict}: it is the nearer one in {nearer} of the {len(sources)} rows of Table 2 that are of their source."
    )


def how_walked(walked: MoveSample, completed: MoveSample) -> str:
    """State whether our method for Warnsdorff walks matters."""
    apart, p = distance_between(walked.angles, completed.angles)
    printed, _ = distance(walked.angles, as_angles(PUBLISHED[0].relative) / sum(PUBLISHED[0].relative), SIZE)
    return (
        "Our Warnsdorff tours are walked up to a hundred times, then the last walk is completed. By their relative "
        f"moves, {len(walked.cycles)} tours that were walked to the end as in the paper, and obfuscated, are "
        f"{'distinguished from them' if p < LEVEL else 'not distinguished from them'} (T-square {apart:.1f}, p "
        f"{probability(p)}); from the row that the paper prints they are {printed:,.0f} away."
    )


def how_scattered(drawn: Mapping[str, MoveSample]) -> str:
    """Say what the standard deviation is."""
    deviations = [sample.moves.std(axis=0, ddof=1) for sample in drawn.values()]
    relative = [np.delete(sample.relative.std(axis=0, ddof=1), 4) for sample in drawn.values()]
    least, greatest = (float(f([f(each) for each in (*deviations, *relative)])) for f in (np.min, np.max))
    even = [move for source in PUBLISHED[1:4:2] for move in source.moves]  # rows without a reason to be uneven
    printed = math.sqrt(float(np.mean((np.array(even) - 0.125) ** 2)))
    allowed = math.hypot(_CLAIMED / math.sqrt(SIZE), 1e-4 / math.sqrt(12))
    return (
        f"{'Refuted' if least > _CLAIMED else 'Not refuted'}. From tour to tour our frequencies have standard "
        f"deviations of {least:.4f} to {greatest:.4f}; the paper's program, run again, gave {_REPRODUCED}. What may "
        f"be meant is the standard error of a mean of {SIZE:,}, here {greatest / math.sqrt(SIZE):.5f} at most. The "
        f"printed means say the same: those of Takefuji-Lee and braid tours in Table 1 are {printed:.5f} from 1/8 "
        f"(root mean square), {printed / allowed:.0f} times what rounding and a standard deviation of {_CLAIMED} "
        "allow."
    )


def how_hidden(drawn: Mapping[str, MoveSample]) -> str:
    """Say whether obfuscation hides the source, as the paper says."""
    uneven = [(name, *distance(sample.axes, np.full(4, 0.25))) for name, sample in drawn.items()]
    told = [f"{name} (T-square {t_square:,.0f})" for name, t_square, p in uneven if p < LEVEL]
    alike = [drawn[source.name].angles for source in PUBLISHED if source.side == _SIDE]
    pairs = [distance_between(one, other)[1] < LEVEL for one, other in combinations(alike, 2)]
    first = f"do not occur equally often in tours of {_list(told)}" if told else "occur equally often in all tours"
    return (
        f"The four kinds of moves (each with its opposite) {first}. By relative moves, {sum(pairs)} of the "
        f"{len(pairs)} pairs of sources of {_SIDE} x {_SIDE} are distinguished. Tours that look alike are not alike: "
        "see [mixing](../mixing.md) for why, and for our default method."
    )


def _list(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _draw_figure(path: Path, drawn: Mapping[str, MoveSample]) -> None:
    with plots.drawing(path, 2, height=3.4) as axes:
        for each, kind, shown in zip(axes, ("moves", "relative"), (range(8), RELATIVE), strict=True):
            for source, colour in zip(PUBLISHED, plots.COLOURS, strict=False):
                sample = getattr(drawn[source.name], kind)
                places = range(len(shown))
                plots.ours(each, places, sample.mean(axis=0)[list(shown)], source.name, color=colour)
                theirs = [getattr(source, kind)[move] for move in shown]
                plots.published(each, places, theirs, "", color=colour)
            plots.name_moves(each, shown, relative=kind == "relative")
        axes[0].set(title="Table 1: frequency of moves", xlabel="move")
        axes[1].set(title="Table 2: frequency of relative moves", xlabel="relative move")
        axes[1].legend()
