"""The documentation as a site: `make docs` builds it.

Sphinx reads the pages as they are, by MyST, and the docstrings in the form that they have, by numpydoc.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
logging.getLogger("ezdxf").setLevel(logging.WARNING)

project = "destrier"
author = "the destrier authors"
project_copyright = author
version = release = version_of("destrier")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_copybutton",
    "examples",
]
exclude_patterns = ["man", "templates", "**/README.rst"]
suppress_warnings = ["misc.highlighting_failure", "config.cache"]

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

default_role = "code"
autodoc_typehints = "none"  # the docstrings tell them in words
autodoc_member_order = "bysource"
autosummary_generate = True
numpydoc_show_class_members = False
toc_object_entries = False

templates_path = ["templates"]
html_theme = "furo"
html_title = f"destrier {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_favicon = "../src/destrier/viewer/static/icon.svg"
html_logo = "../src/destrier/viewer/static/icon.svg"
html_copy_source = False
html_show_sourcelink = False
copybutton_exclude = ".linenos, .gp, .go"
copybutton_selector = "div.highlight:not(.output *) pre"


def setup(app: Sphinx) -> None:
    """Write the pages that follow from the package before Sphinx looks for pages, and then the playground's files."""
    import playground
    import reference

    reference.write(Path(app.srcdir) / "reference")
    app.connect("build-finished", lambda app, fault: fault or playground.add_to(Path(app.outdir)))
