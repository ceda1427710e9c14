"""Which sources are used beyond the documents (adaptive, section 4.10).

By default no question leaves this machine.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr

from ragkit.settings.marks import Mark

WebSource = Literal["recorded", "live"]


class WebSettings(BaseModel):
    """The settings of the room `web`."""

    web: Annotated[WebSource | None, Mark.OPENS] = Field(
        None, description="recorded pages, the live web, or None"
    )
    tavily_key: Annotated[SecretStr | None, Mark.SAME_ANSWER] = Field(
        None, description="key of Tavily, which is asked when DuckDuckGo and Wikipedia fail"
    )
    web_pages: int = Field(3, ge=1, le=20, description="results that are read")
    web_keeps: int = Field(3, ge=1, le=20, description="passages of them that become evidence")
    web_timeout: float = Field(10.0, gt=0, description="seconds for one search or page")
    web_bytes: int = Field(2_000_000, ge=1_000, description="bytes of a page that are read")
