"""Repeat the measurements of a paper: `python -m reproduce NAME`, in the folder of the repository.

`python -m reproduce list` names the studies. `python -m reproduce pages` makes those pages of docs/results again whose
sources have changed since; work that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from destrier import jobs
from destrier.cli.arguments import INTEGER, Integer, folder_option, json_option
from destrier.cli.messages import MISUSED, Bar, answer
from destrier.cli.results import print_table
from destrier.support.atomic import check_folder
from destrier.support.errors import DestrierError
from reproduce import SEED, STUDIES, run_study
from reproduce.common.fingerprints import is_fresh

ROOT: Final = Path(__file__).parents[1]

RESULTS: Final = ROOT / "docs" / "results"

WORK: Final = ROOT / "build" / "results"


@click.command("reproduce", epilog="Example: python -m reproduce paths -o paths")
@click.argument("name", metavar="NAME")
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
def reproduce(
    name: str,
    out: str | None,
    small: bool,
    samples: int | None,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Repeat the measurements of a paper. NAME is 'list', 'pages', or a study of the list."""
    if name == "list":
        print_table(("name", "what", "source", "takes"), STUDIES.values(), as_json=as_json)
        return
    if name == "pages":
        make_stale_pages()
        return
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


def make_stale_pages() -> None:
    """Make each page of the results whose sources have changed."""
    for name in STUDIES:
        page = RESULTS / f"{name}.md"
        if not page.exists() or not is_fresh(page.read_text(encoding="utf-8"), name):
            sys.stdout.write(f"{name}\n")
            make_page(name)


def make_page(name: str) -> None:
    """Run a study at full size, and replace its page, tables and figures."""
    folder = WORK / name
    with jobs.executor() as executor:
        run_study(name, folder, executor=executor, progress=Bar())
    made = [path for path in folder.iterdir() if path.suffix in (".md", ".csv", ".svg")]
    kept = {path.name for path in made}
    for other in RESULTS.glob(f"{name}*"):
        # Of two studies, the name of one may begin that of the other.
        owner = max((study for study in STUDIES if other.name.startswith(study)), key=len)
        if owner == name and other.name not in kept:
            other.unlink()
    for path in made:
        shutil.copy(path, RESULTS / path.name)
    shutil.rmtree(folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit; an error is one line."""
    try:
        reproduce(arguments, prog_name="python -m reproduce")
    except DestrierError as error:
        click.echo(f"reproduce: {error}", err=True)
        sys.exit(MISUSED)


if __name__ == "__main__":
    main()
