"""The documentation as a site: `make docs` builds it.

Sphinx reads the pages as they are, by MyST, and the docstrings in the form that they have, by numpydoc.
"""

from __future__ import annotations

import logging
import re
import sys
from html import escape
from importlib.metadata import version as version_of
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
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

myst_enable_extensions = ["deflist", "html_image"]
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
html_js_files = [("site.js", {"defer": "defer"})]
html_favicon = "../src/destrier/viewer/static/icon.svg"
html_logo = "../src/destrier/viewer/static/icon.svg"
html_copy_source = False
html_show_sourcelink = False
copybutton_exclude = ".linenos, .gp, .go"
copybutton_selector = "div.highlight:not(.output *) pre"

# The colours and the type of the viewer, in the words of the theme.
_STYLE = (HERE / "../src/destrier/viewer/static/style.css").read_text(encoding="utf-8")
_ROOTS = re.findall(r":root[^{]*\{(.*?)\}", _STYLE, re.DOTALL)
_LIGHT, _DARK = (dict(re.findall(r"([\w-]+): (.+);", root)) for root in _ROOTS[:2])
_COLOURS = {
    "background-primary": "ground",
    "background-secondary": "ground",
    "background-hover": "line",
    "background-border": "line",
    "background-item": "faint",
    "foreground-primary": "ink",
    "foreground-secondary": "soft",
    "foreground-muted": "soft",
    "foreground-border": "soft",
    "brand-primary": "accent",
    "brand-content": "accent",
    "brand-visited": "accent",
    "problematic": "accent",
    "code-background": "panel",
    "inline-code-background": "panel",
    "table-header-background": "panel",
    "card-background": "panel",
    "highlight-on-target": "panel",
    "sidebar-link-text--top-level": "ink",
}


def _variables(colours: dict[str, str]) -> dict[str, str]:
    return {f"color-{name}": colours[f"--{ours}"] for name, ours in _COLOURS.items()}


def colour(_app: Sphinx, config: Config) -> None:
    """Give the theme the colours and the type of the viewer; another one, such as `basic`, has its own."""
    if config.html_theme == "furo":
        config.html_theme_options = {
            "light_css_variables": _variables(_LIGHT) | {"font-stack": _LIGHT["font"].split(maxsplit=1)[1]},
            "dark_css_variables": _variables(_DARK),
        }


SITE = "https://destrier.github.io/destrier/"
SOCIAL = "_static/social.png"
"""The picture with which other sites show a link to a page."""


POLICY = "default-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; object-src 'none'"
"""What a page may load: what is on its host, and what is in it."""


def describe(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], document: nodes.document | None
) -> None:
    """Give a page a description, its first paragraph, and a picture."""
    if document is None:
        return
    texts = (paragraph.astext() for paragraph in document.findall(nodes.paragraph))
    description = shorten(next(filter(None, texts), project), 200, placeholder=" ...")
    told = {
        "description": description,
        "og:title": next(document.findall(nodes.title)).astext(),
        "og:description": description,
        "og:image": SITE + SOCIAL,
        "twitter:card": "summary_large_image",
    }
    context["metatags"] += f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    context["metatags"] += "".join(
        f'<meta {"property" if name.startswith("og:") else "name"}="{name}" content="{escape(text)}">\n'
        for name, text in told.items()
    )


def complete(app: Sphinx, fault: Exception | None) -> None:
    """Add the picture for links, and the pages that need no server, to a site."""
    import front

    import destrier as dt

    if fault is None:
        dt.draw(dt.tour(10, 19, seed=1), Path(app.outdir) / SOCIAL, cell=58, style="night", colour_by="tour")
        front.add_to(Path(app.outdir), puzzles=app.config.ready_puzzles)


def setup(app: Sphinx) -> None:
    """Write the pages that follow from the package before Sphinx looks for pages; describe and complete the others."""
    import reference

    reference.write(Path(app.srcdir) / "reference")
    app.add_config_value("ready_puzzles", default=100, rebuild="", types=int)  # of each grade
    app.connect("config-inited", colour)
    app.connect("html-page-context", describe)
    app.connect("build-finished", complete)
