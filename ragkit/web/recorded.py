"""Asking a folder instead of the web: pages that were recorded in it, found by BM25. The same pages every time.

`web/index.jsonl` in a corpus folder has a line for each: `url`, `title`, `snippet`, `file` (in `web/`) and perhaps
`published`. What else a line holds is for tests.
"""

from __future__ import annotations

import json
from pathlib import Path

from ragkit.sparse import Sparse
from ragkit.state import Passage
from ragkit.web.page import Page, WebFailed, pages
from ragkit.web.provider import Provider
from ragkit.web.readable import readable
from ragkit.weights.source import brief

SMALL = 20
"""Documents that BM25 is given at least, empty ones if need be: it counts no word that most of them have."""


def recorded(folder: Path, most: int) -> Provider:
    """The pages in `folder`/web, for at most `most` of them. Raises `WebFailed` when they cannot be read."""
    found = _recorded(folder / "web")
    texts = [f"{page.title}\n{snippet}\n{page.text}" for page, snippet in found]
    documents = [Passage(str(i), text) for i, text in enumerate(texts)]
    index = Sparse(documents + [Passage("", "")] * (SMALL - len(documents)))

    def ask(query: str) -> list[Page]:
        return [found[int(hit.id)][0] for hit in index.search(query, most)]

    return Provider("The folder of recorded pages", ask, whole=True)


def _recorded(web: Path) -> list[tuple[Page, str]]:
    """Every page with its snippet."""
    index = web / "index.jsonl"
    try:
        lines = index.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise WebFailed(
            f"asked for the recorded pages in {index}, which cannot be read ({error}); "
            "record some there, or set RAGKIT_WEB=live, or leave it unset"
        ) from error
    return [_page(web, line, f"{index}, line {n}") for n, line in enumerate(lines, start=1) if line.strip()]


def _page(web: Path, line: str, where: str) -> tuple[Page, str]:
    try:
        row = json.loads(line)
        file = (web / row["file"]).resolve()
        if not file.is_relative_to(web.resolve()):
            raise ValueError(f"the file {row['file']!r} is not in {web}")
        kind = "text/html" if file.suffix in (".html", ".htm") else "text/plain"
        found = pages([row | {"text": readable(file.read_bytes(), kind)}], title="title", url="url", text="text")
        if not found:
            raise ValueError(f"no title, or no address of http or https: {row}"[:300])
        return found[0], str(row.get("snippet", ""))
    except (OSError, ValueError, TypeError, KeyError, WebFailed) as error:
        raise WebFailed(f"{where}: {brief(error)}. A line needs `url`, `title` and a `file` below {web}.") from error
