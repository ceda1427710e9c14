"""Web pages recorded in a folder as a provider, so that a search gives the same pages every time.

The pages are found by BM25. `web/index.jsonl` in a corpus folder has one line for each page, with
the fields `url`, `title`, `snippet`, `file` (in `web/`) and perhaps `published`. Further fields are
for tests.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.text.decoded import decoded
from ragkit.text.one_line import first_line
from ragkit.web.page import Page, WebFailed, pages
from ragkit.web.provider import Provider
from ragkit.web.readable import readable

SMALL = 20
"""Minimum corpus size.

A smaller one is padded with empty documents, because BM25 ignores words found in most documents.
"""


def recorded(folder: Path, most: int) -> Provider:
    """Return the pages in `folder`/web as a provider of at most `most` pages a query.

    Raises `WebFailed` if they cannot be read.
    """
    records = _recorded(folder / "web")
    documents = []
    for number, (page, snippet) in enumerate(records):
        text = f"{page.title}\n{snippet}\n{page.text}"
        documents.append(Passage(str(number), text))
    padding = [Passage("", "")] * (SMALL - len(documents))
    index = Sparse(documents + padding)

    def ask(query: str) -> list[Page]:
        found = []
        for hit in index.search(query, most):
            page, _ = records[int(hit.id)]
            found.append(page)
        return found

    return Provider("The folder of recorded pages", ask, whole=True)


def _recorded(web: Path) -> list[tuple[Page, str]]:
    index = web / "index.jsonl"
    try:
        lines = decoded(index.read_bytes(), index).split("\n")
    except (OSError, ValueError) as error:
        raise WebFailed(
            f"asked for the recorded pages in {index}, which cannot be read ({error}); "
            "record some there, or set RAGKIT_WEB=live, or leave it unset"
        ) from error
    records = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            records.append(_record(web, line, f"{index}, line {number}"))
    return records


def _record(web: Path, line: str, where: str) -> tuple[Page, str]:
    try:
        row = json.loads(line)
        page = _page(web, row)
        return page, str(row.get("snippet", ""))
    except (OSError, ValueError, TypeError, KeyError, WebFailed) as error:
        raise WebFailed(
            f"{where}: {first_line(error)}. A line needs `url`, `title` and a `file` below {web}."
        ) from error


def _page(web: Path, row: Any) -> Page:
    path = web / row["file"]
    file = path.resolve()
    if not file.is_relative_to(web.resolve()):
        raise ValueError(f"the file {row['file']!r} is not in {web}")
    kind = "text/html" if file.suffix in (".html", ".htm") else "text/plain"
    text = readable(file.read_bytes(), kind)
    fields = row | {"text": text}
    found = pages([fields], title="title", url="url", text="text")
    if not found:
        raise ValueError(f"no title, or no address of http or https: {row}"[:300])
    return found[0]
