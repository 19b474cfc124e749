"""Drawings as PDF: an SVG on a page of its own size."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from io import BytesIO
from typing import Any, Final

from destrier.drawing.fonts import REGULAR, SEMIBOLD, font_file, refuse_unknown_letters, words_of
from destrier.support.optional import extra

_TITLE: Final = re.compile("<title>(.*?)</title>\n(?:<metadata>(.*?)</metadata>\n)?", re.DOTALL)


def svg_to_pdf(svg: str) -> bytes:
    """Return a page with a drawing as vector graphics and text; the same drawing always gives the same file.

    Parameters
    ----------
    svg
        The drawing, such as the result of `to_svg`.

    Examples
    --------
    >>> import destrier as dt
    >>> from destrier.drawing import svg_to_pdf, to_svg
    >>> svg_to_pdf(to_svg(dt.tour(8, 8)))[:4]
    b'%PDF'
    """
    title = _TITLE.search(svg)
    drawing = drawing_of(svg)
    file = BytesIO()
    canvas = extra("reportlab.pdfgen.canvas", "pdf", "a pdf")
    page = canvas.Canvas(file, pagesize=(drawing.width, drawing.height), initialFontName=REGULAR, invariant=1)
    if title is not None:
        page.setTitle(unescape(title[1]))
        page.setSubject(unescape(title[2] or ""))
    extra("reportlab.graphics.renderPDF", "pdf", "a pdf").draw(drawing, page, 0, 0)
    page.save()
    return file.getvalue()


def drawing_of(svg: str) -> Any:
    """Return an SVG as a ReportLab drawing with embedded fonts."""
    refuse_unknown_letters(words_of(svg), "pdf")
    register_fonts()
    untitled = _TITLE.sub("", svg, count=1)  # svglib warns about titles
    return extra("svglib.svglib", "pdf", "a pdf").svg2rlg(BytesIO(untitled.encode()))


@cache
def register_fonts() -> None:
    """Register the fonts with ReportLab and its SVG reader."""
    extra("svglib.svglib", "pdf", "a pdf").register_font(REGULAR, str(font_file("pdf")))
    ttf = extra("reportlab.pdfbase.ttfonts", "pdf", "a pdf").TTFont(SEMIBOLD, str(font_file("pdf", "Semibold")))
    extra("reportlab.pdfbase.pdfmetrics", "pdf", "a pdf").registerFont(ttf)
    extra("reportlab.graphics.shapes", "pdf", "a pdf").STATE_DEFAULTS["fontName"] = (
        REGULAR  # otherwise it is not embedded
    )
