"""Commands for long computations: studies and jobs."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from destrier.cli.arguments import INTEGER, Integer, folder_option, json_option
from destrier.cli.messages import REFUSED, Bar, answer, complain, duration
from destrier.cli.results import align, print_table
from destrier.support.atomic import check_folder

if TYPE_CHECKING:
    from destrier.counting.stored import CountStatus
    from destrier.jobs import Status


def _studies(_context: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Return the names of studies that begin with a prefix."""
    from destrier.studies import STUDIES

    return [name for name in ("list", *STUDIES) if name.startswith(begun)]


@click.command("study", epilog="Example: destrier study paths --out paths")
@click.argument("name", metavar="NAME", shell_complete=_studies)
@folder_option("Write the page and its tables here; by default to NAME.")
@click.option("--small", is_flag=True, help="Run a small version that takes seconds.")
@click.option(
    "--samples",
    type=INTEGER,
    metavar="N",
    help="Take N samples of each kind; by default as many as the published page.",
)
@click.option(
    "--seed", type=Integer(min=0), metavar="N", help="Draw samples that differ from those of the published page."
)
@click.option("--workers", type=Integer(1, 10**4), metavar="N", help="Use N processes; by default one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="Run the long work on the Dask cluster at tcp://HOST:PORT.")
@json_option
def make_study(
    name: str,
    out: str | None,
    small: bool,
    samples: int | None,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Repeat the measurements of a paper. NAME is one of 'destrier study list'."""
    from destrier.studies import SEED, STUDIES, run_study

    if name == "list":
        print_table(("name", "what", "source", "takes"), STUDIES.values(), as_json=as_json)
        return
    from destrier import jobs

    check_folder(out or name)
    with jobs.executor(workers, scheduler) as executor:
        page = run_study(
            name,
            out or name,
            small=small,
            samples=samples,
            seed=SEED if seed is None else seed,
            workers=workers,
            executor=executor,
            progress=Bar(),
        )
    answer(str(page))


@click.command("jobs", epilog="Example: destrier jobs paths-20")
@click.argument("directory", type=click.Path(), metavar="DIR")
@json_option
@click.pass_context
def show_job(context: click.Context, directory: str, as_json: bool) -> None:
    """Report the progress of the work in DIR. Check all files, and exit with 1 if one is damaged."""
    from dataclasses import asdict

    from destrier.counting import COUNT_FILE
    from destrier.jobs import status

    if os.path.lexists(Path(directory, COUNT_FILE)):
        from destrier.counting.stored import count_status

        count = count_status(directory)
        told, rows, damaged = asdict(count), _describe_count(count), count.damaged
    elif by_start := sorted(path.parent for path in Path(directory).glob(f"*/{COUNT_FILE}")):
        from destrier.counting.stored import count_status

        counts = {folder.name: count_status(folder) for folder in by_start}
        told, rows = {start: asdict(state) for start, state in counts.items()}, _describe_starts(counts)
        damaged = [f"{start}/{file}" for start, state in counts.items() for file in state.damaged]
    else:
        job = status(directory)
        told, rows, damaged = asdict(job), _describe_job(job), job.damaged
    answer(json.dumps(told) if as_json else align(rows))
    if damaged:
        complain(f"{directory}: damaged or missing, to be made again by the next run: {' '.join(damaged)}")
        context.exit(REFUSED)


def _describe_starts(counts: dict[str, CountStatus]) -> list[tuple[str, str]]:
    """Return the results by start, or how many stages are finished."""
    return [
        (start, f"{state.finished} of {state.stages} stages finished" if state.result is None else str(state.result))
        for start, state in counts.items()
    ]


def _describe_count(state: CountStatus) -> list[tuple[str, str]]:
    stage = f"{state.parts_finished} of {state.parts} finished, with {state.states} states"
    return [
        ("count", state.name),
        ("stages", f"{state.finished} of {state.stages} finished"),
        ("result", str(state.result)) if state.result is not None else ("parts", stage),
    ]


def _describe_job(state: Status) -> list[tuple[str, str]]:
    rows = [
        ("job", state.name),
        ("parameters", " ".join(f"{name}={json.dumps(value)}" for name, value in state.parameters.items())),
        ("version", state.version),
        ("begun", datetime.fromtimestamp(state.begun).astimezone().isoformat(" ", "seconds")),
        ("shards", f"{state.finished} of {state.shards} finished"),
        ("count", str(state.count)),
        ("work", duration(state.seconds)),
        ("state", "at work" if state.running else "finished" if state.finished == state.shards else "at rest"),
    ]
    if state.rate is not None:
        rows.append(("rate", f"{state.rate:.3g} shards a second"))
    if state.whole is not None and state.finished < state.shards:
        rows.append(("all work", f"about {duration(state.whole)}"))
    if state.left is not None:
        rows.append(("left", duration(state.left)))
    return rows


COMMANDS: Final = (make_study, show_job)
