"""The kit's MCP server: tools that look into documents, for any client.

`python -m ragkit serve FOLDER` starts it with the three tools of `ragkit/tools/`. The kit starts it
for `tiny`, in a process of its own:

    python -m ragkit.mcp.server PASSAGES [--web recorded|live --folder FOLDER]

There it has a search by words, deeper than a retrieval, and the web where the kit has one. Left out
on purpose: vectors. The index is open in the kit's process, and no second one may open it; the
embedding model would take seconds to load. So the kit ranks what these tools find.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

from ragkit.mcp.offer import Offer
from ragkit.mcp.reply import ROWS, Row, Rows
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import Found, Passage

if TYPE_CHECKING:
    from ragkit.web import Web

BY_WORDS = "search the documents by words, and return passages with source and place"
ON_THE_WEB = "search the web, and return the text of the pages with their addresses"


def server(offers: Mapping[str, Offer], port: int = 0) -> FastMCP:
    """The server with these tools, which does not run yet; the port is for a run over HTTP."""
    made = FastMCP("ragkit", log_level="WARNING", port=port)
    reads = ToolAnnotations(readOnlyHint=True)
    for name, offer in offers.items():
        call = _with_query(offer) if offer.takes == "query" else _with_id(offer)
        made.add_tool(call, name, description=offer.meaning, annotations=reads)
    return made


# The names of the arguments are what a client has to send.
def _with_query(offer: Offer) -> Callable[[str], Rows]:
    def search(query: str) -> Rows:
        return _rows(offer, query)

    return search


def _with_id(offer: Offer) -> Callable[[str], Rows]:
    def read(passage_id: str) -> Rows:
        return _rows(offer, passage_id)

    return read


def _rows(offer: Offer, target: str) -> Rows:
    """What a tool finds. What a library prints meanwhile goes where no client reads it."""
    with redirect_stdout(sys.stderr):
        found = offer.find(target)
    rows = [Row.model_validate(asdict(passage)) for passage in found.passages]
    return Rows(passages=rows, notes=found.notes)


def of_passages(passages: Sequence[Passage], web: Web | None = None) -> dict[str, Offer]:
    """The tools over passages that were handed over, and over the web if there is one."""
    index = Sparse(passages)
    offers = {"keyword_search": Offer(BY_WORDS, lambda query: Found(index.search(query, ROWS)))}
    if web is not None:
        offers["search_web"] = Offer(ON_THE_WEB, lambda query: _pages(web, query))
    return offers


def _pages(web: Web, query: str) -> Found:
    pages, notes = web.pages(query)
    passages = []
    for page in pages:
        # Without an id, the kit cuts a page into passages of its own.
        passages.append(Passage("", page.text, page.url, page.heading))
    return Found(passages, notes)


def read_passages(file: Path) -> list[Passage]:
    """The passages that the kit wrote, one JSON object a line."""
    with file.open(encoding="utf-8") as lines:
        return [Passage(**json.loads(line)) for line in lines]


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve over standard input and output until the input ends."""
    parser = ArgumentParser(prog="python -m ragkit.mcp.server", description=__doc__)
    parser.add_argument("passages", type=Path, help="file of passages, written by the kit")
    parser.add_argument("--web", choices=["recorded", "live"], help="which web to search")
    parser.add_argument("--folder", type=Path, default=Path(), help="folder of recorded pages")
    chosen = parser.parse_args(arguments)
    web = None
    if chosen.web:
        web = _web(Settings(web=chosen.web, _env_file=None), chosen.folder)
    server(of_passages(read_passages(chosen.passages), web)).run()


def _web(settings: Settings, folder: Path) -> Web | None:
    from ragkit.web import open_web

    def no_vectors(_: Sequence[str]) -> None:
        raise NotImplementedError("pages are ranked in the kit's process")

    return open_web(settings, folder, no_vectors)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
