"""The contents of the book: its parts, in the order of the course, and the pages of each.

All of it is read from the README, from the files and from the links between them, so a new
notebook, exercise or page of docs is in the book by itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ragkit.course.lessons import lessons

ROOT = Path(__file__).parents[2]
PARTS = {
    "00": "The full graph, step by step",
    "12": "Is it better?",
    "15": "Critics, attacks and archives",
    "20": "Conversations and architectures",
    "24": "Agents",
    "28": "Failures, writers and size",
}
"""The parts of the course, by the number of the notebook with which each begins."""
ROW = re.compile(r"^\| \[.*", re.MULTILINE)
"""A row of a table that begins with a link."""
PAGE = re.compile(r"\]\(([^)#]+\.md)\)")
"""The end of a link to a page."""


def contents(root: Path = ROOT) -> dict[str, Any]:
    """The contents as Jupyter Book reads them in `_toc.yml`, with every page once."""
    parts = [*_course(root), *_capstones(root), *_docs(root), _repository(root)]
    return {"format": "jb-book", "root": "README", "parts": parts}


def files(toc: dict[str, Any], root: Path = ROOT) -> list[Path]:
    """The files of the pages that these contents name, in their order."""
    names = [toc["root"]]
    for part in toc["parts"]:
        for chapter in part["chapters"]:
            names.append(chapter["file"])
            names += [section["file"] for section in chapter.get("sections", ())]
    both = [(root / f"{name}.md", root / f"{name}.ipynb") for name in names]
    return [page if page.exists() else notebook for page, notebook in both]


def _course(root: Path) -> list[dict[str, Any]]:
    """The parts with notebooks; the exercises of a notebook are below it."""
    parts: list[dict[str, Any]] = []
    for lesson in lessons(root / "notebooks"):
        if not parts or lesson.number in PARTS:
            parts.append({"caption": PARTS.get(lesson.number, "Notebooks"), "chapters": []})
        below = sorted((root / "exercises").glob(f"ex{lesson.number}_*.ipynb"))
        parts[-1]["chapters"].append(_chapter(root, lesson.file, below))
    return parts


def _capstones(root: Path) -> list[dict[str, Any]]:
    """The part with the open tasks; none where there are none."""
    folder = root / "exercises" / "capstones"
    tasks = sorted(folder.glob("*.ipynb"))
    return [_part(root, "Capstones", folder, tasks)] if tasks else []


def _docs(root: Path) -> list[dict[str, Any]]:
    """The pages of docs in the order of the tables of their READMEs, then the others."""
    docs = root / "docs"
    start = docs / "workshops" / "README.md"
    pages = [*_rows(root / "README.md"), *sorted(docs.glob("*.md"))]
    workshops = [start, *_rows(start), *sorted(start.parent.glob("*.md"))]
    return [
        _part(root, "Docs", docs, pages),
        _part(root, "Workshops", start.parent, workshops),
    ]


def _rows(page: Path) -> list[Path]:
    """The pages to which the tables of a page lead, in their order."""
    rows = "\n".join(ROW.findall(page.read_text("utf-8")))
    return [(page.parent / path).resolve() for path in PAGE.findall(rows)]


def _repository(root: Path) -> dict[str, Any]:
    """The part with the pages that are at the root, or beside what they describe."""
    top = sorted(page for page in root.glob("*.md") if page.name != "README.md")
    beside = [*root.glob("corpora/*/README.md"), *root.glob("ragkit/judges/adapters/*.md")]
    pages = [*top, *sorted(beside)]
    return {"caption": "The repository", "chapters": [_chapter(root, page) for page in pages]}


def _part(root: Path, caption: str, folder: Path, pages: list[Path]) -> dict[str, Any]:
    """A part with those of the pages that are in a folder, each once."""
    wanted = dict.fromkeys(page for page in pages if page.parent == folder)
    return {"caption": caption, "chapters": [_chapter(root, page) for page in wanted]}


def _chapter(root: Path, page: Path, below: list[Path] | None = None) -> dict[str, Any]:
    chapter: dict[str, Any] = {"file": _name(root, page)}
    if below:
        chapter["sections"] = [{"file": _name(root, one)} for one in below]
    return chapter


def _name(root: Path, page: Path) -> str:
    return page.relative_to(root).with_suffix("").as_posix()
