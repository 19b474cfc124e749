"""Make the pages in docs/results again whose studies have changed since: `python docs/results.py [NAME]...`.

Named studies are made in any case. Work that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from destrier import jobs
from destrier.cli.messages import Bar
from destrier.studies import STUDIES, run_study
from destrier.studies.common.fingerprints import is_fresh

RESULTS = Path(__file__).parent / "results"
WORK = Path(__file__).parents[1] / "build" / "results"


def make(name: str) -> None:
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


def main() -> None:
    """Make what was named, or what is stale."""
    for name in STUDIES:
        page = RESULTS / f"{name}.md"
        stale = not page.exists() or not is_fresh(page.read_text(encoding="utf-8"), name)
        if name in sys.argv[1:] or (stale and not sys.argv[1:]):
            sys.stdout.write(f"{name}\n")
            make(name)


if __name__ == "__main__":
    main()
