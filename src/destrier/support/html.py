"""HTML: escaping for pages and drawings, and tables, bars and pictures for notebooks.

All text in drawings and pages passes through `escape` or `to_script_json`.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from dataclasses import Field

_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML documents must not contain, even escaped."""

_MARKUP: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}
"""The characters of markup as JSON escapes, which JSON also uses for characters beyond ASCII."""

_BAR: Final = "display:inline-block;height:.8em;background:currentcolor;opacity:.55"
_WIDTH: Final = 12
"""The length of the longest bar, in em."""


class Record:
    """A dataclass shown as a table of its fields, except those without a value or excluded from its `repr`."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def _repr_html_(self) -> str:
        named = ((field.name, getattr(self, field.name)) for field in fields(self) if field.repr)
        return table((name.replace("_", " "), value) for name, value in named if value is not None)


def escape(text: str, *, quote: bool = True) -> str:
    """Escape a text for HTML and XML, replacing characters that they must not contain.

    Parameters
    ----------
    text
        The text.
    quote
        Whether to escape quotation marks, too, as needed in attribute values.
    """
    return html.escape(_FORBIDDEN.sub("\ufffd", text), quote=quote)


def to_script_json(value: object) -> str:
    """Return plain values as JSON that is safe inside a page's script; NaN and infinities become null."""
    plain = json.loads(json.dumps(value), parse_constant=lambda _: None)
    return json.dumps(plain).translate(_MARKUP)


def fill(template: str, parts: Mapping[str, str]) -> str:
    """Fill the placeholders of a template all at once, so that no part is mistaken for a placeholder."""
    assert all(place in template for place in parts)
    return re.sub("|".join(map(re.escape, parts)), lambda place: parts[place[0]], template)


def table(rows: Iterable[Sequence[object]], columns: Sequence[str] = ()) -> str:
    """Return a table of rows with column names; without columns, the first cell of each row is its header."""
    body = "".join(_row(_cell(cell, "td" if at or columns else "th") for at, cell in enumerate(row)) for row in rows)
    return f"<table>{_head(columns) if columns else ''}<tbody>{body}</tbody></table>"


def bars(values: Sequence[float], name: str, words: Sequence[str] = ()) -> str:
    """Return a table of frequencies, each with its number, or words for it, and a bar."""
    longest = max(values, default=0) or 1
    body = "".join(
        _row((_cell(item, "th"), _cell(f"{value:.4f}"), _bar(value / longest)))
        for item, value in zip(words or range(len(values)), values, strict=True)
    )
    return f"<table>{_head((name, 'share', ''))}<tbody>{body}</tbody></table>"


def figure(svg: str, caption: str) -> str:
    """Return a picture with its caption."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _head(columns: Sequence[str]) -> str:
    return f"<thead>{_row(_cell(name, 'th') for name in columns)}</thead>"


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _cell(value: object, tag: str = "td") -> str:
    side = "right" if isinstance(value, int | float) and tag == "td" else "left"  # notebooks align all right
    return f'<{tag} style="text-align:{side}">{escape(_write(value))}</{tag}>'


def _bar(share: float) -> str:
    return f'<td style="text-align:left"><span style="{_BAR};width:{_WIDTH * share:.2f}em"></span></td>'


def _write(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_write(item)}" for name, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_write, value)) or "none"
    return str(value)
