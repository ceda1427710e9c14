"""Build docs/X.pdf from every pdf_sources/X.md.

    python corpora/algorithms/build_pdfs.py [--check]

The sources use a small part of Markdown: # and ## headings, paragraphs, - bullets, pipe tables
(with a caption "Table 1. ..." above) and ```graph blocks of edges such as "A-B 4" (with a caption
"Figure 1. ..." below).
With --check nothing is written, and the exit code is 1 if a committed PDF differs from a new one.
"""

import io
import math
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.graphics.shapes import Circle, Drawing, Line, Rect, String
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Table,
    TableStyle,
)

HERE = Path(__file__).parent
WIDTH, HEIGHT = A4
MARGIN, GUTTER, TITLE_HEIGHT = 50, 18, 62
COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2
EDGE = re.compile(r"(\S+?)-(\S+)\s*(.*)")
FONTS: dict[str, tuple[str, float, dict[str, float]]] = {
    "title": ("Helvetica-Bold", 20, {"alignment": 1}),
    "heading": ("Helvetica-Bold", 14, {"spaceBefore": 7, "spaceAfter": 4, "keepWithNext": 1}),
    "body": ("Times-Roman", 10.5, {"spaceAfter": 6}),
    "bullet": ("Times-Roman", 10.5, {"leftIndent": 11, "bulletIndent": 2, "spaceAfter": 3}),
    "caption": ("Times-Italic", 9, {"spaceBefore": 4, "spaceAfter": 5}),
    "cell": ("Helvetica", 8, {}),
    "cellhead": ("Helvetica-Bold", 8, {}),
}
STYLES = {
    name: ParagraphStyle(name, fontName=font, fontSize=size, leading=1.25 * size, **more)
    for name, (font, size, more) in FONTS.items()
}
RULES = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        *((f"{side}PADDING", (0, 0), (-1, -1), 3) for side in ("TOP", "BOTTOM", "LEFT", "RIGHT")),
    ]
)


def text(line: str, style: str, bullet: str | None = None) -> Paragraph:
    """A paragraph in one of the named styles."""
    return Paragraph(escape(line), STYLES[style], bulletText=bullet)


def cell_width(cell: str) -> float:
    """The room a table cell needs on one line."""
    return stringWidth(cell, "Helvetica-Bold", 8) + 7


def table(lines: list[str]) -> Table:
    """A ruled table; each column has room for its longest word, and more if the page allows it."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in lines[:1] + lines[2:]
    ]
    longest = [max(map(cell_width, column)) for column in zip(*rows)]
    needed = [max(map(cell_width, " ".join(column).split())) for column in zip(*rows)]
    share = min((COLUMN - 4 - sum(needed)) / max(sum(longest) - sum(needed), 1), 1.0)
    widths = [low + max(share, 0) * (high - low) for low, high in zip(needed, longest)]
    cells = [
        [text(cell, "cell" if number else "cellhead") for cell in row]
        for number, row in enumerate(rows)
    ]
    return Table(cells, colWidths=widths, style=RULES, repeatRows=1, spaceAfter=8)


def place(edges: list[tuple[str, ...]]) -> dict[str, tuple[float, float]]:
    """Positions of the vertices: a tree in layers, anything else on a circle."""
    names = list(dict.fromkeys(name for a, b, _ in edges for name in (a, b)))
    if len(edges) != len(names) - 1:
        turns = {name: 2 * math.pi * number / len(names) for number, name in enumerate(names)}
        return {
            name: (COLUMN / 2 - 82 * math.cos(turn), 68 + 54 * math.sin(turn))
            for name, turn in turns.items()
        }
    layers = [names[:1]]
    while below := [b for a in layers[-1] for x, b, _ in edges if x == a]:
        layers.append(below)
    return {
        name: (COLUMN * (number + 0.5) / len(layer), 38 * (len(layers) - depth) - 20)
        for depth, layer in enumerate(layers)
        for number, name in enumerate(layer)
    }


def label_at(drawing: Drawing, x: float, y: float, label: str) -> None:
    """Write a label on a white ground."""
    drawing.add(
        Rect(
            x - 2.2 * len(label),
            y - 4,
            4.4 * len(label),
            8,
            fillColor=colors.white,
            strokeColor=None,
        )
    )
    drawing.add(String(x, y - 2.5, label, fontName="Helvetica", fontSize=7, textAnchor="middle"))


def figure(lines: list[str]) -> Drawing:
    """A node-link picture of a graph block."""
    edges = [match.groups() for line in lines if (match := EDGE.fullmatch(line.strip()))]
    places = place(edges)
    drawing = Drawing(COLUMN - 12, max(y for _, y in places.values()) + 16)
    for a, b, label in edges:
        (x1, y1), (x2, y2) = places[a], places[b]
        drawing.add(Line(x1, y1, x2, y2, strokeWidth=0.7))
        label_at(drawing, 0.62 * x1 + 0.38 * x2, 0.62 * y1 + 0.38 * y2, label)
    for name, (x, y) in places.items():
        drawing.add(Circle(x, y, 14, fillColor=colors.whitesmoke, strokeWidth=0.8))
        drawing.add(
            String(x, y - 2.5, name, fontName="Helvetica", fontSize=6.5, textAnchor="middle")
        )
    return drawing


def block_flowables(block: list[str]) -> list[Flowable]:
    """What one block of the source becomes on the page."""
    first = block[0]
    if first.startswith("# "):
        return [text(first[2:], "title"), NextPageTemplate("later"), FrameBreak()]
    if first.startswith("- "):
        return [text(line[2:], "bullet", "\u2022") for line in block]
    if first.startswith("|"):
        return [table(block)]
    if first == "```graph":
        return [figure(block[1:-1])]
    style = (
        "caption"
        if re.match(r"(Table|Figure) \d+\. ", first)
        else "heading"
        if first[:3] == "## "
        else "body"
    )
    return [text(" ".join(block).removeprefix("## "), style)]


def story(source: str) -> list[Flowable]:
    """All flowables; a table stays with the caption above it, a figure with the one below."""
    parts: list[Flowable] = []
    for block in (
        chunk.strip().split("\n") for chunk in re.split(r"\n\s*\n", source) if chunk.strip()
    ):
        new = block_flowables(block)
        caption_above = block[0].startswith("|") and parts
        caption_below = block[0].startswith("Figure ") and parts and isinstance(parts[-1], Drawing)
        parts += [KeepTogether([parts.pop(), *new])] if caption_above or caption_below else new
    return parts


def templates(title: str) -> list[PageTemplate]:
    """A first page with a full-width title, and later pages, both with two columns."""

    def decorate(canvas: Canvas, _: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 8)
        canvas.drawString(MARGIN, HEIGHT - 32, f"Algorithms course reader: {title}")
        canvas.line(MARGIN, HEIGHT - 37, WIDTH - MARGIN, HEIGHT - 37)
        canvas.drawCentredString(WIDTH / 2, 28, str(canvas.getPageNumber()))

    def columns(top: float) -> list[Frame]:
        lefts = (MARGIN, MARGIN + COLUMN + GUTTER)
        return [Frame(left, 45, COLUMN, top - 45, leftPadding=0, rightPadding=0) for left in lefts]

    top = HEIGHT - 42
    head = Frame(MARGIN, top - TITLE_HEIGHT, WIDTH - 2 * MARGIN, TITLE_HEIGHT, topPadding=14)
    return [
        PageTemplate("first", [head, *columns(top - TITLE_HEIGHT)], onPage=decorate),
        PageTemplate("later", columns(top), onPage=decorate),
    ]


def build(source: str) -> bytes:
    """The PDF of one source; the same bytes on each run."""
    title = source.split("\n", 1)[0].removeprefix("# ").strip()
    buffer = io.BytesIO()
    BaseDocTemplate(
        buffer, pagesize=A4, title=title, invariant=1, pageTemplates=templates(title)
    ).build(story(source))
    return buffer.getvalue()


def main(check: bool) -> int:
    """Write all PDFs, or compare them with the committed ones."""
    differs = []
    for path in sorted((HERE / "pdf_sources").glob("*.md")):
        target = HERE / "docs" / f"{path.stem}.pdf"
        data = build(path.read_text(encoding="utf-8"))
        if not check:
            target.write_bytes(data)
        elif not target.exists() or target.read_bytes() != data:
            differs.append(target.name)
    print("\n".join(f"differs: {name}" for name in differs) or "PDFs up to date")
    return int(bool(differs))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
