"""The papers' tables and figures, reproduced: the published values, our measurements, and whether they agree.

A study writes a page, `NAME.md`, and its tables as `NAME-TABLE.csv` into a directory of its own. The pages in
`docs/results` are full-size runs.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import others_in, write_atomically
from destrier.support.errors import DestrierError, shown

__all__ = ["FEWEST", "SEED", "STUDIES", "Study", "run_study"]

FEWEST: Final = 10
"""The minimum number of samples for the tests."""

SEED: Final = 2020
"""The seed of all random choices."""


@dataclass(frozen=True)
class Study:
    """An entry of the table of studies; `run` of its module writes tables and figures, and returns the page."""

    name: str
    what: str
    source: str
    takes: str
    """The duration at full size, on two processors."""
    samples: tuple[int, int] | None = None
    """The number of samples of each kind, at full size and small; `None` if nothing is random."""


STUDIES: Final = {
    study.name: study
    for study in (
        Study("algorithms", "all generators side by side", "Parberry, Section 6, and others", "1 min", (100, 10)),
        Study("bounds", "lower bounds on turns and crossings", "Besa and others, Section 4", "15 s"),
        Study("distributions", "tours by turns, crossings, rails and angles", "exact numbers, and records", "20 min"),
        Study("joins", "how often joins by rails fail", "Parberry, Section 5", "3 min", (1000, 20)),
        Study("network-moves", "moves of the network's tourneys", "Parberry, Figure 6", "3 min", (1000, 12)),
        Study("network-tours", "tours among the network's tourneys", "Parberry, Section 6", "4 min", (20_000, 100)),
        Study("obfuscated-moves", "moves of obfuscated tours", "Parberry, Tables 1 and 2", "4 min", (4000, 20)),
        Study("obfuscation-time", "time of obfuscation", "Parberry, Figure 21", "2 min", (1000, 12)),
        Study("paths", "closed knight's paths, counted and listed", "Kapralov and others, Tables 1 and 4", "1 h"),
        Study("rails", "tours without rails, and with most", "Parberry, the Rail Conjecture", "1 min"),
        Study("records", "the fewest and most turns, crossings, rails and angles", "all tours, and a solver", "10 s"),
        Study("rectangle-time", "time of tours of rectangles", "Snider and Travins", "1 min", (11, 11)),
        Study("shatters", "how many shatters suffice", "Parberry, Section 7", "3 min", (1000, 20)),
        Study("tame", "turns and crossings of tame tours", "Besa and others, and beyond", "10 s"),
        Study("taming", "turns and crossings of all generators", "Besa and others, Section 4", "1 min", (20, 10)),
        Study("tourney-time", "time of tourneys", "Parberry, Figure 20", "1 min", (1000, 12)),
        Study("uniform", "uniformly random tours by chains", "exact samples", "15 min", (10_000, 100)),
        Study("uniformity", "how random the generators are", "all tours of 6 x 6", "5 min", (20_000, 100)),
        Study("warnsdorff-moves", "moves of Warnsdorff tours", "Parberry, Figure 4", "3 min", (1000, 12)),
        Study("warnsdorff-success", "how often Warnsdorff walks succeed", "Ganzfried, and others", "2 min", (300, 20)),
        Study("warnsdorff-time", "time of Warnsdorff tours", "Parberry, Figure 3", "4 min", (200, 12)),
    )
}


def run_study(
    name: str,
    directory: StrPath,
    *,
    small: bool = False,
    samples: int | None = None,
    seed: int = SEED,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Path:
    """Run a study and return its page; an interrupted one resumes from its shards.

    Parameters
    ----------
    name
        One of `STUDIES`.
    directory
        The directory of the results: missing, empty, or that of an earlier run of the study.
    small
        Whether to run a small version that takes seconds, as the tests do.
    samples
        The number of tours, or timings, of each kind, at least `FEWEST`; by default that of the study.
    seed
        The seed of the samples; the same seed gives the same pages, except for times.
    workers
        The number of processes; by default as many as there are processors.
    executor
        An executor for the long work, instead of processes.
    progress
        A function that is called with what is done, how much of it is done, and its total.

    Raises
    ------
    DestrierError
        If there is no such study, it draws no samples or needs more of them, or the directory holds other files.
    """
    if name not in STUDIES:
        raise DestrierError(f"unknown study {shown(name)}; the studies are {', '.join(STUDIES)}")
    study = STUDIES[name]
    options: dict[str, int | str] = {}
    if study.samples is not None:
        options = {"samples": study.samples[small] if samples is None else samples, "seed": seed}
        if samples is not None and samples < FEWEST:
            raise DestrierError(f"a study takes {FEWEST} samples at least, not {samples}")
    elif samples is not None:
        raise DestrierError(f"the study {name} draws no samples")
    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    if others := others_in(folder, name):
        raise DestrierError(f"{folder} holds {others[0]}: name a directory that is new, empty or of the study {name}")
    from reproduce.common.fingerprints import marked, module_of

    module = import_module(f"reproduce.{module_of(name)}")
    if hasattr(module, "TIMINGS"):
        options["study"] = name  # of several in one module
    text: str = module.run(folder, small=small, workers=workers, executor=executor, progress=progress, **options)
    page = folder / f"{name}.md"
    write_atomically(page, marked(text, name).encode())
    return page
