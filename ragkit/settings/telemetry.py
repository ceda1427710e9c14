"""Where finished runs are sent as spans of OpenTelemetry. By default nowhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ragkit.settings.marks import Address, Mark


class TelemetrySettings(BaseModel):
    """The settings of the room `telemetry`."""

    # No keys in it: the settings are written into results. OTEL_EXPORTER_OTLP_HEADERS is for keys.
    otlp: Annotated[Address | None, Mark.SAME_ANSWER] = Field(
        None,
        description="address of a collector that takes runs as spans by OTLP over gRPC, such as "
        "http://localhost:4317; None: no run is sent",
    )
    otlp_text: Annotated[bool, Mark.SAME_ANSWER] = Field(
        False,
        description="whether questions, prompts, replies, passages and notes are sent with the "
        "spans, or only names and numbers",
    )
