"""Pages of a workshop to print: the quiz without its answers, the hand-out, slides, and others.

They are made from the pages in `docs/workshops/`, so that nothing is written twice.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import nbformat
from markdown_it import MarkdownIt

from ragkit.course.checkout import ROOT
from ragkit.course.notebooks import FOLDER
from ragkit.course.page import page
from ragkit.disk.whole import write_whole

SOURCE = ROOT / "docs" / "workshops"
STYLE = "print.css"
NAMES = ("quiz", "hand-out", "slides", "helpers", "mail")
TOUR = "00_*.ipynb"
ANSWERS = re.compile(r"<details>.*?</details>\n*", re.DOTALL)
"""What the quiz folds away."""
ABOUT = re.compile(r"^This page answers: .*\n+", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
"""Paper has no links."""
SECTION = re.compile(r"(?=<h2>)")
BLANK = "<div class='write'></div>"
"""A line to write on."""


def print_pages(to: Path, address: str = "", source: Path = SOURCE) -> list[Path]:
    """Write the pages into a folder; their paths. Pages that are not there are left out.

    `address` is where learners find the notebooks; without it, the hand-out has a line to write it
    on. Raises `OSError`.
    """
    style = (source / STYLE).read_text(encoding="utf-8")
    written = []
    for name in NAMES:
        file = source / f"{name}.md"
        if not file.is_file():
            continue
        text = file.read_text(encoding="utf-8")
        html = printed(filled(text, address), name, style)
        target = to / f"{name}.html"
        write_whole(target, html.encode())
        written.append(target)
    return written


def printed(text: str, name: str, style: str) -> str:
    """A page in Markdown as one that prints: without answers and links, a section for each heading.

    >>> page = printed("# Quiz\\n\\n1. Why?\\n\\n<details>\\nBecause.\\n</details>\\n", "quiz", "")
    >>> "Why?" in page, "Because" in page
    (True, False)
    """
    text = ANSWERS.sub("", text)
    text = ABOUT.sub("", text)
    text = LINK.sub(r"\1", text)
    title, _, rest = text.partition("\n")
    html = MarkdownIt("commonmark").enable("table").render(rest)
    body = ""
    for part in SECTION.split(html):
        if part.strip():
            body += f"<section>{part}</section>"
    name_of_page = title.removeprefix("# ")
    return page(name_of_page, f"<div class='{name}'>{body}</div>", style)


def filled(text: str, address: str) -> str:
    """The hand-out with the address and the first two cells of the tour."""
    where = f"<code>{escape(address)}</code>" if address else BLANK
    text = text.replace("<!-- address -->", where)
    if "<!-- first cells -->" in text:
        cells = "\n\n".join(f"```\n{source}\n```" for source in first_cells())
        text = text.replace("<!-- first cells -->", cells)
    return text


def first_cells() -> list[str]:
    """The first two code cells of the tour."""
    found = []
    for file in sorted(FOLDER.glob(TOUR)):
        notebook = nbformat.read(file, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                found.append(cell.source)
    return found[:2]
