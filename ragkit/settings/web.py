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
