"""Examples that run when the documentation is built: the directives `example` and `command` of its pages.

An `example` is Python. The code is shown, then what it prints, and the last expression as a picture if it has one. A
`command` is a line of shell or several, shown with what they print. The examples of a page share their names and an
empty folder, and a picture that a command draws is shown: `:shows: tour.svg`. What fails, fails the build. So
does a command that does not refuse what it should: a comment on its line says that it exits with 1.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from destrier import cli

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx

PICTURES: Final = "pictures"
"""The folder, beside the pages, of the pictures that examples make."""

_DRAWN: Final = (".svg", ".png", ".gif")

_SECONDS: Final = 300

_DONE, _REFUSED = 0, 1  # exit codes

_REFUSES: Final = re.compile(r"\s# .*\bexits with 1\b")
"""The mark of a line whose answer is no."""

_PLAIN: Final = re.compile(r"destrier [^|<>&$;*]*")
"""A line that needs no shell."""

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


class _Text(io.TextIOWrapper):
    """A stream that keeps what is written to it, as text or as bytes."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def text(self) -> str:
        """Return what was written; bytes that are no text are left out."""
        kept = self.buffer
        assert isinstance(kept, io.BytesIO)
        return kept.getvalue().decode(errors="ignore")


class Shown(NamedTuple):
    """How a value shows itself, as a notebook would ask it."""

    svg: str | None = None
    html: str | None = None
    text: str | None = None


@dataclass
class Session:
    """What the examples of a page have in common."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def run(self, code: str) -> tuple[str, Shown]:
        """Run Python code; return what it prints, and how the value of its last expression shows itself."""
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with redirect_stdout(_Text()) as printed, chdir(self.folder):
            exec(compile(tree, "<example>", "exec"), self.names)  # noqa: S102 (the pages are ours)
            shown = Shown()
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<example>", "eval"), self.names)  # noqa: S307
                shown = Shown(*(getattr(value, f"_repr_{form}_", lambda: None)() for form in ("svg", "html")))
                if value is not None and not any(shown):
                    shown = Shown(text=repr(value))
        return printed.text(), shown

    def command(self, lines: str) -> str:
        """Run lines of shell in which `destrier` is a command; return what they print."""
        whole = re.sub(r"\\\n\s*", "", lines).strip().splitlines()
        return "".join(self._plain(line) if _PLAIN.fullmatch(line) else self._shell(line) for line in whole)

    def _plain(self, line: str) -> str:
        """Run a line in this process, in which the kernels are compiled already."""
        with redirect_stdout(_Text()) as printed, redirect_stderr(_Text()) as errors, chdir(self.folder):
            code = cli.run(shlex.split(line, comments=True)[1:])
        return self._answer(line, code, printed.text(), errors.text())

    def _shell(self, line: str) -> str:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(  # noqa: S603
            ["bash", "-euo", "pipefail", "-c", line],  # noqa: S607
            cwd=self.folder,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        return self._answer(line, done.returncode, done.stdout, done.stderr)

    def _answer(self, line: str, code: int, printed: str, errors: str) -> str:
        """Return what a reader would see on the terminal, without progress and notices of compilation."""
        expected = _REFUSED if _REFUSES.search(line) else _DONE
        if code != expected:
            raise RuntimeError(f"{line}\nexits with {code}, not {expected}\n{errors}")
        if code == _DONE:
            return _COLOURS.sub("", printed)
        return printed + "".join(told for told in errors.splitlines(keepends=True) if "compiling" not in told)


class _Example(SphinxDirective):
    has_content = True
    option_spec: ClassVar = {
        "shows": directives.unchanged,
        "silent": directives.flag,
        "width": directives.unchanged,
        "alt": directives.unchanged,
    }

    def run(self) -> list[Node]:
        """Return what is shown, or an error with its place on the page."""
        if not self.config.runs_examples:
            return []
        try:
            return self.shown()
        except Exception as fault:
            raise self.error(f"this example fails: {type(fault).__name__}: {fault}") from fault

    def shown(self) -> list[Node]:
        """Return what the page shows: the code, what it prints, and what it draws."""
        raise NotImplementedError

    @property
    def session(self) -> Session:
        app: Any = self.env.app
        sessions: dict[str, Session] = app.sessions
        if self.env.docname not in sessions:
            sessions[self.env.docname] = Session(Path(mkdtemp(dir=app.scratch.name)))
        return sessions[self.env.docname]

    def code(self, language: str) -> Node:
        """Return the code itself."""
        code = "\n".join(self.content)
        return nodes.literal_block(code, code, language=language)

    def printed(self, text: str) -> list[Node]:
        """Return what was printed, if anything."""
        text = text.rstrip()
        return [nodes.literal_block(text, text, language="text", classes=["output"])] if text else []

    def picture(self, content: bytes, suffix: str) -> Node:
        """Keep a picture under a name that follows from its content, and return it."""
        name = f"{self.env.docname.replace('/', '-')}-{sha256(content).hexdigest()[:12]}{suffix}"
        folder = Path(self.env.srcdir, PICTURES)
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
        image = nodes.image(uri=f"/{PICTURES}/{name}", alt=self.options.get("alt", "What the example draws"))
        image["classes"].append("drawn")
        if "width" in self.options:
            image["width"] = self.options["width"]
        return image

    def files(self) -> list[Node]:
        """Return the files that are to be shown: pictures, or the beginnings of texts."""
        shown = []
        for name in self.options.get("shows", "").split():
            path = self.session.folder / name
            if path.suffix in _DRAWN:
                shown.append(self.picture(path.read_bytes(), path.suffix))
            else:
                shown += self.printed(_beginning(path.read_text(encoding="utf-8")))
        return shown


def _beginning(text: str, lines: int = 12, width: int = 100) -> str:
    """Return the first lines of a text, none of them long."""
    first = text.splitlines()[: lines + 1]
    cut = [line if len(line) <= width else line[: width - 4] + " ..." for line in first[:lines]]
    return "\n".join(cut + ["..."] * (len(first) > lines))


class Example(_Example):
    """Python code, run when the page is read."""

    def shown(self) -> list[Node]:
        """Return the code, what it prints, its last value and the files to show."""
        printed, value = self.session.run("\n".join(self.content))
        shown: list[Node] = [] if "silent" in self.options else [self.code("python")]
        shown += self.printed(printed)
        if value.svg is not None:
            shown.append(self.picture(value.svg.encode(), ".svg"))
        elif value.html is not None:
            shown.append(nodes.raw("", value.html, format="html"))
        return shown + self.printed(value.text or "") + self.files()


class Command(_Example):
    """Lines of shell, run when the page is read."""

    def shown(self) -> list[Node]:
        """Return the lines, what they print and the files to show."""
        printed = self.session.command("\n".join(self.content))
        return [self.code("sh"), *self.printed(_beginning(printed, lines=24)), *self.files()]


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    build: Any = app
    build.sessions, build.scratch = {}, TemporaryDirectory()  # of one build
    app.add_config_value("runs_examples", default=True, rebuild="env", types=bool)
    app.add_directive("example", Example)
    app.add_directive("command", Command)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
