"""The kit's own MCP server, in a process that the kit starts: two tools for weak evidence.

    python -m ragkit.mcp.server PASSAGES [--web recorded|live --folder FOLDER]

- `look_up` searches the passages of the kit's documents by words, deeper than a retrieval does.
- `search_web` reads pages of the web, with every bound and check of `ragkit/web/`. It is there only
  if the kit has a web.

Left out on purpose: vectors. The index is open in the kit's process, and no second one may open it;
the embedding model would take seconds to load. So the kit ranks what these tools find.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from mcp.server.fastmcp import FastMCP

from ragkit.mcp.reply import ROWS, Row, Rows
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import Passage

if TYPE_CHECKING:
    from ragkit.web import Web


def serve(passages: Sequence[Passage], web: Web | None = None) -> FastMCP:
    """The server with its tools, which does not run yet."""
    server = FastMCP("ragkit", log_level="WARNING")
    index = Sparse(passages)

    @server.tool()
    def look_up(query: str) -> Rows:
        """Search the documents by words, and return passages with source and place."""
        found = index.search(query, ROWS)
        rows = [Row.model_validate(asdict(passage)) for passage in found]
        return Rows(passages=rows)

    if web is None:
        return server

    @server.tool()
    def search_web(query: str) -> Rows:
        """Search the web, and return the text of the pages with their addresses."""
        # The output is for messages alone, and a library may print.
        with redirect_stdout(sys.stderr):
            pages, notes = web.pages(query)
        rows = [Row(text=page.text, source=page.url, section=page.heading) for page in pages]
        return Rows(passages=rows, notes=notes)

    return server


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
    serve(read_passages(chosen.passages), web).run()


def _web(settings: Settings, folder: Path) -> Web | None:
    from ragkit.web import open_web

    def no_vectors(_: Sequence[str]) -> None:
        raise NotImplementedError("pages are ranked in the kit's process")

    return open_web(settings, folder, no_vectors)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
