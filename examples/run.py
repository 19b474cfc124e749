"""Execute the notebooks of this folder, and store them with what they show: `python examples/run.py [NAME ...]`.

What is stored depends on nothing but the cells: it has no times, no versions, no state of widgets and no paths.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import nbformat
from nbclient import NotebookClient

HERE: Final = Path(__file__).parent

_WIDGET: Final = "application/vnd.jupyter.widget-view+json"
_METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def executed(path: Path) -> Any:
    """Return a notebook as its cells leave it, executed one after the other in an empty folder."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        NotebookClient(
            notebook,
            timeout=600,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            resources={"metadata": {"path": folder}},
        ).execute()
    notebook.metadata = _METADATA
    for cell in notebook.cells:
        if "outputs" in cell:  # that kernels are compiled is announced there, once for a cache
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(_WIDGET, None)  # a board is stored as its drawing
    return notebook


if __name__ == "__main__":
    for path in map(HERE.joinpath, sys.argv[1:] or sorted(file.name for file in HERE.glob("*.ipynb"))):
        nbformat.write(executed(path), path)
