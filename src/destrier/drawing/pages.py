"""Pages to print, as PDF: a paper with margins, on which words, stars and drawings are placed.

All drawings are vector graphics, and all fonts are embedded; the same pages always give the same file. Lengths are in
points, 72 to the inch.
"""

from __future__ import annotations

from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from destrier.core.grid import BaseBoard
from destrier.drawing.fonts import REGULAR, SEMIBOLD, refuse_unknown_letters
from destrier.drawing.pdf import drawing_of, register_fonts
from destrier.drawing.svg.plotter import check_length, parse_paper
from destrier.support.aliases import StrPath
from destrier.support.errors import DestrierError
from destrier.support.html import escape
from destrier.support.optional import extra
from destrier.support.reading import reading, suffix_of

MILLIMETRE: Final = 72 / 25.4
INK, GREY = "#1a1a1a", "#666666"
GAP: Final = 24.0
"""The space between the parts of a page."""

LEAST_SQUARE: Final = 12.0
"""The smallest side of a square in which a number can be written."""

STARS: Final = 4

_MARGIN: Final = 0.09
"""The default margin, as a fraction of the shorter side of the paper."""


class Box(NamedTuple):
    """A part of a page, whose lower left corner is at a point."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        """The height of its upper side."""
        return self.y + self.height

    def slots(self, down: int, across: int, gap: float = GAP) -> list[Box]:
        """Return `down` rows and `across` columns of equal parts with gaps between them, row by row from the top."""
        width = (self.width - (across - 1) * gap) / across
        height = (self.height - (down - 1) * gap) / down
        return [
            Box(self.x + col * (width + gap), self.top - height - row * (height + gap), width, height)
            for row in range(down)
            for col in range(across)
        ]

    def below(self, top: float) -> Box:
        """Return its part below a line."""
        return self._replace(height=top - self.y)


class Paper(NamedTuple):
    """The paper of all pages of a file."""

    name: str
    width: float
    height: float
    margin: float
    gutter: float
    """The additional margin on the inner side, where the pages are bound."""

    @classmethod
    def of(cls, name: str, margin: float | None = None, gutter: float = 0.0) -> Paper:
        """Return a paper by its name, with its margins in millimetres."""
        width, height = (side * MILLIMETRE for side in parse_paper(name))
        check_length("margin", margin)
        check_length("gutter", gutter)
        around = _MARGIN * min(width, height) if margin is None else margin * MILLIMETRE
        made = cls(name, width, height, around, gutter * MILLIMETRE)
        inside = made.inside(1)
        if min(inside.width, inside.height) < min(width, height) / 4:
            margins = f"margins of {around / MILLIMETRE:g} mm" + (f" and a gutter of {gutter:g} mm" if gutter else "")
            raise DestrierError(f"{margins} leave too little room on {name}: take smaller ones, or a larger paper")
        return made

    def inside(self, number: int) -> Box:
        """Return a page without its margins; odd pages are bound on the left.

        The lower margin is larger, for the number of the page.
        """
        x = self.margin + (self.gutter if number % 2 else 0)
        width, foot = self.width - 2 * self.margin - self.gutter, max(1.3 * self.margin, 20)
        return Box(x, foot, width, self.height - self.margin - foot)


class Pages:
    """A PDF that grows page by page."""

    def __init__(self, title: str, paper: Paper) -> None:
        register_fonts()
        refuse_unknown_letters(title, "pdf")
        self._file = BytesIO()
        canvas = extra("reportlab.pdfgen.canvas", "pdf", "a pdf")
        size = paper.width, paper.height
        self.canvas = canvas.Canvas(self._file, pagesize=size, initialFontName=REGULAR, invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("destrier")
        self.paper = paper

    def finished(self) -> bytes:
        """Return the file."""
        self.canvas.save()
        return self._file.getvalue()

    @property
    def number(self) -> int:
        """The number of this page, from 1 on."""
        return int(self.canvas.getPageNumber())

    @property
    def inside(self) -> Box:
        """This page without its margins."""
        return self.paper.inside(self.number)

    def rule(self, left: float, right: float, y: float) -> None:
        """Draw a thin line to write on."""
        self.canvas.setStrokeColor(GREY)
        self.canvas.setLineWidth(0.6)
        self.canvas.line(left, y, right, y)

    def begin(self, name: str | None = None) -> None:
        """Begin a page, which the table of contents of a reader lists by its name."""
        if name is not None:
            self.canvas.bookmarkPage(name)
            self.canvas.addOutlineEntry(name, name)

    def end(self, *, numbered: bool = True) -> None:
        """End the page, with its number at the foot."""
        if numbered:
            x, y, width, _ = self.inside
            self.write(x + width / 2, y / 2, str(self.number), size=9, colour=GREY, align="centre")
        self.canvas.showPage()

    def write(
        self,
        x: float,
        y: float,
        text: str,
        font: str = REGULAR,
        size: float = 10.5,
        colour: str = INK,
        *,
        align: Literal["left", "centre", "right"] = "left",
    ) -> None:
        """Write a line that begins, ends or has its middle at x."""
        draw = {
            "left": self.canvas.drawString,
            "centre": self.canvas.drawCentredString,
            "right": self.canvas.drawRightString,
        }[align]
        self.canvas.setFont(font, size)
        self.canvas.setFillColor(colour)
        draw(x, y, text)

    def heading(self, text: str, size: float = 20, *, box: Box | None = None) -> Box:
        """Write a heading at the top of a box, smaller if it is long; return the box below it."""
        inside = box or self.inside
        size = self.fitting(text, size, inside.width)
        self.write(inside.x, inside.top - size, text, SEMIBOLD, size)
        return inside.below(inside.top - size - 16)

    def fitting(self, text: str, size: float, width: float) -> float:
        """Return the largest size, up to the given one, in which a heading is not wider than this."""
        natural: float = self.canvas.stringWidth(text, SEMIBOLD, size)
        return min(size, size * width / max(natural, 1))

    def paragraph(self, text: str, x: float, top: float, width: float, size: float = 10.5) -> float:
        """Write a paragraph below a line, and return its height."""
        styles = extra("reportlab.lib.styles", "pdf", "a pdf")
        style = styles.ParagraphStyle("text", fontName=REGULAR, fontSize=size, leading=1.38 * size, textColor=INK)
        paragraph = extra("reportlab.platypus", "pdf", "a pdf").Paragraph(escape(text, quote=False), style)
        height: float = paragraph.wrap(width, 10**6)[1]
        paragraph.drawOn(self.canvas, x, top - height)
        return height

    def check_room(self, board: BaseBoard, box: Box) -> None:
        """Refuse a box in which the squares of a board would be too small to write in."""
        rows, cols = board.sheet().shape
        if min(box.width / (cols + 0.5), box.height / (rows + 0.5)) < LEAST_SQUARE:
            small = f"the squares of {board.describe()} would be smaller than {LEAST_SQUARE / MILLIMETRE:.0f} mm"
            raise DestrierError(f"on {self.paper.name}, {small}: take a larger paper or a smaller board")

    def draw(self, svg: str, box: Box) -> Box:
        """Draw at the top of a box, centred and as large as fits; return the place of the drawing."""
        drawing, scale = _fitted(svg, box)
        width, height = drawing.width * scale, drawing.height * scale
        place = Box(box.x + (box.width - width) / 2, box.top - height, width, height)
        self.canvas.saveState()
        self.canvas.translate(place.x, place.y)
        self.canvas.scale(scale, scale)
        extra("reportlab.graphics.renderPDF", "pdf", "a pdf").draw(drawing, self.canvas, 0, 0)
        self.canvas.restoreState()
        return place

    def picture(self, image: Any, box: Box) -> Box:
        """Draw the text of an SVG, or an image, at the top of a box; return the place of the picture."""
        if isinstance(image, str):
            return self.draw(image, box)
        scale = min(box.width / image.width, box.height / image.height)
        width, height = image.width * scale, image.height * scale
        place = Box(box.x + (box.width - width) / 2, box.top - height, width, height)
        self.canvas.drawInlineImage(image, *place)
        return place

    def stars(self, x: float, y: float, filled: int, size: float = 12) -> None:
        """Draw four stars of this width around a line, the first of which are filled."""
        self.canvas.setStrokeColor(INK)
        self.canvas.setFillColor(INK)
        self.canvas.setLineWidth(0.05 * size)
        for number in range(STARS):
            path = self.canvas.beginPath()
            for corner in range(10):
                away, angle = size * (0.18 if corner % 2 else 0.43), pi / 2 + corner * pi / 5
                point = x + size * (number + 0.5) + away * cos(angle), y + away * sin(angle)
                (path.lineTo if corner else path.moveTo)(*point)
            path.close()
            self.canvas.drawPath(path, stroke=1, fill=int(number < filled))


def read_picture(path: StrPath) -> Any:
    """Return the text of an `.svg`, or the image in a `.png` or `.jpg`."""
    suffix = suffix_of(path, (".svg", ".png", ".jpg", ".jpeg"))
    with reading(path, "a picture", DestrierError):
        if suffix == ".svg":
            svg = Path(path).read_text(encoding="utf-8")
            if drawing_of(svg) is None:
                raise ValueError
            return svg
        return extra("PIL.Image", "pdf", "a pdf").open(path).convert("RGB")


def _fitted(svg: str, box: Box) -> tuple[Any, float]:
    """Return a drawing and the factor by which to scale it to fill a box."""
    drawing = drawing_of(svg)
    return drawing, min(box.width / drawing.width, box.height / drawing.height)
