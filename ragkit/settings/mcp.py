"""Which tool is called over MCP when the evidence falls short, and within which bounds."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import Mark, Off


class McpSettings(BaseModel):
    """The settings of the room `mcp`."""

    mcp: Annotated[bool, Off("tool", value=False, boxed=False)] = Field(
        True, description="whether `tiny` may call a tool over MCP"
    )
    # No keys in it: the settings are written into results. `mcp_variables` is for keys.
    mcp_server: Annotated[str | None, Mark.OPENS] = Field(
        None, description="command of an MCP server of your own; None: the kit's"
    )
    mcp_tool: Annotated[str | None, Mark.OPENS] = Field(
        None, description="tool of your own server; None: its only one"
    )
    mcp_variables: Annotated[str, Mark.OPENS] = Field(
        "",
        description="names, with spaces between, of environment variables that your server gets",
    )
    # A live web search takes at most ten seconds four times: three providers, and their pages.
    mcp_timeout: Annotated[float, Mark.OPENS] = Field(
        45.0, gt=0, description="seconds within which a tool has to reply"
    )
    mcp_bytes: Annotated[int, Mark.OPENS] = Field(
        2_000_000, ge=1_000, description="bytes that a server may send while it replies"
    )
