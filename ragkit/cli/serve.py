"""Serve a folder of documents to agents, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ragkit.cli.ending import complain, told_once

if TYPE_CHECKING:
    from ragkit.kit import Kit
    from ragkit.mcp import Offer

ADDRESS = "http://127.0.0.1:{port}/mcp"


@told_once
def serve(chosen: argparse.Namespace) -> int:
    """Serve a folder of documents to agents, as an MCP server with three tools."""
    if chosen.config:
        print(json.dumps(configuration(chosen.folder, chosen.port), indent=2))
        return 0
    try:
        from ragkit.mcp.server import server
    except ImportError as error:
        from ragkit.mcp import INSTALL

        complain(INSTALL.format(error=error))
        return 1
    from ragkit.kit import Kit

    # The standard output is for messages alone.
    kit = Kit.open(chosen.folder, quiet=True, memory=False)
    complain(kit.corpus)
    offered = offers(kit)
    offered["semantic_search"].find("load the model now, so that the first client need not wait")
    try:
        if chosen.port:
            complain(f"serving {', '.join(offered)} at {ADDRESS.format(port=chosen.port)}")
            server(offered, chosen.port).run("streamable-http")
        else:
            server(offered).run()
    finally:
        kit.close()
    return 0


def offers(kit: Kit) -> dict[str, Offer]:
    """The three tools, over a kit's documents."""
    from ragkit.mcp import Offer
    from ragkit.tools import TOOLS, looked_for

    return {
        name: Offer(tool.meaning, partial(looked_for, kit, name), tool.takes)
        for name, tool in TOOLS.items()
    }


def configuration(folder: Path, port: int | None) -> dict[str, dict[str, dict[str, object]]]:
    """What an MCP client needs to know, in the form that most of them read."""
    name = folder.resolve().name
    if port:
        return {"mcpServers": {name: {"type": "http", "url": ADDRESS.format(port=port)}}}
    arguments = ["-m", "ragkit", "serve", str(folder.resolve())]
    return {"mcpServers": {name: {"command": sys.executable, "args": arguments}}}
