"""Texts that harm a program which takes them for more than texts, and readers that see whether one does.

The readers of documents share no code with the library: `xml.etree` for XML, and `html.parser` for HTML.
"""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser
from typing import Final
from xml.etree import ElementTree as ET

__all__ = ["ALL", "COMMANDS", "FORMULAS", "MARKUP", "PATHS", "RAN", "TERMINAL", "UNENCODED", "is_shown", "tags", "xml"]

RAN: Final = "window.ran"
"""What a script of these texts sets, so that a browser can tell whether any has run."""

_SCRIPT: Final = f"<script>{RAN}=1</script>"

MARKUP: Final = (
    _SCRIPT,
    *(f"</{name}>{_SCRIPT}" for name in ("script", "style", "title", "noscript", "metadata", "svg", "textarea")),
    f"<img src=x onerror={RAN}=1>",
    f"<svg onload={RAN}=1>",
    f"<iframe srcdoc='{_SCRIPT}'></iframe>",
    f'"><img src=x onerror={RAN}=1>',
    f'" onload="{RAN}=1',
    f"' onload='{RAN}=1",
    f"]]>{_SCRIPT}",
    f"-->{_SCRIPT}",
    "<!--<script>",
    f"--!>{_SCRIPT}",
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    "<?xml-stylesheet href='x'?>",
    "&e; &lt;b&gt; &#60;b&#62; &amp",
    f"javascript:{RAN}=1",
    f"\\u003c/script>{_SCRIPT}",
    f"\u2028{RAN}=1\u2029",
    f"';{RAN}=1//",
    f'";{RAN}=1//',
    f"`${{{RAN}=1}}`",
    "{ } @import url(http://127.0.0.1:9/x.css);",
    "</body> <!-- drawing --> <!-- scripts --> icon.svg",
    "\x00\x0b\ufffe\uffff",
)
COMMANDS: Final = (
    "; touch ran",
    "$(touch ran)",
    "`touch ran`",
    "| touch ran",
    "& calc.exe",
    "%COMSPEC%",
    "--output=ran",
)
FORMULAS: Final = ("=cmd|'/C calc'!A0", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", '"=1', ";=1", ",=1\n=1")
PATHS: Final = (
    "../../ran",
    "/etc/passwd",
    "a\0b",
    "C:\\ran",
    "\\\\host\\ran",
    "file:///etc/passwd",
    "CON",
    "%2e%2e%2fran",
)
TERMINAL: Final = (
    "\x1b[31m",
    "\x1b[2J\x1b[H",
    "\x1b]8;;http://127.0.0.1:9/\x07x\x1b]8;;\x07",
    "\x1b]52;c;cm0gLXJm\x07",
    "\x1b]0;title\x1b\\",
    "\x1bP1$r\x1b\\",
    "\x07\x08\x7f\x0e",
    "\x9b31m",
    "\x9d52;c;eA==\x9c",
    "\u202egpj.exe\u202c",
    "\u2066x\u2069",
    "safe\rfake",
)
UNENCODED: Final = ("\ud800", "x\udc80y")
"""Halves of characters, which no encoding has."""

ALL: Final = (*MARKUP, *COMMANDS, *FORMULAS, *PATHS, *TERMINAL, *UNENCODED)


def is_shown(text: str) -> bool:
    """Whether a terminal shows all of a text, in lines, and obeys nothing in it."""
    turns = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    shown = set(text) - {"\n", "\t"}
    return not (shown & turns or {unicodedata.category(letter) for letter in shown} & {"Cc", "Cs", "Zl", "Zp"})


def xml(document: str) -> list[tuple[str, dict[str, str], str]]:
    """The elements of an XML document in order: their names, their attributes and the texts in them."""
    return [(one.tag.rpartition("}")[2], dict(one.attrib), one.text or "") for one in ET.fromstring(document).iter()]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(attrs)))

    def handle_decl(self, decl: str) -> None:
        self.found.append(("!", ((decl, None),)))

    def handle_comment(self, data: str) -> None:
        self.found.append(("--", ((data, None),)))


def tags(page: str) -> list[tuple[str, tuple[tuple[str, str | None], ...]]]:
    """The tags of an HTML document in order, with their attributes; declarations and comments, too."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.found
