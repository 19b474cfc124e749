"""The command that reports the progress of long computations."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from destrier.cli.arguments import json_option
from destrier.cli.messages import REFUSED, answer, complain, duration
from destrier.cli.results import align

if TYPE_CHECKING:
    from destrier.counting.stored import CountStatus
    from destrier.jobs import Status


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


COMMANDS: Final = (show_job,)
