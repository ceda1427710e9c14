"""Send the spans of finished runs to a collector by OTLP over gRPC. No run suffers by it."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from opentelemetry.exporter.otlp.proto.grpc import exporter as grpc_exporter
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace.export import SpanExportResult

from ragkit.settings import Settings
from ragkit.steps import Trace
from ragkit.telemetry.attributes import Origin
from ragkit.telemetry.spans import spans_of
from ragkit.text.one_line import first_line

SECONDS = 2.0
"""Seconds within which a collector has to take the spans of a run."""
PAUSE = 60.0
"""Seconds for which a collector is left alone that did not."""


@dataclass(eq=False)
class Collector:
    """A collector of spans."""

    endpoint: str
    origin: Origin
    silent_until: float = 0.0
    """Until when it is not asked again, by the monotonic clock."""

    def send(self, trace: Trace) -> str:
        """Send a run. Returns a note where that did not work, and raises nothing."""
        now = time.monotonic()
        if now < self.silent_until:
            return self._note(f"it was silent less than {PAUSE:.0f} s ago, and was not asked again")
        try:
            taken = self._export(trace)
        except Exception as error:  # noqa: BLE001 - no fault of a library must end a run
            return self._note(first_line(error))
        if taken:
            return ""
        self.silent_until = time.monotonic() + PAUSE
        return self._note(f"it did not take them within {SECONDS:.0f} s")

    def _export(self, trace: Trace) -> bool:
        """Whether the collector took the spans of a run."""
        found = spans_of(trace, time.time_ns(), self.origin)
        exporter = OTLPSpanExporter(self.endpoint, timeout=SECONDS)
        try:
            return exporter.export(found) is SpanExportResult.SUCCESS
        finally:
            exporter.shutdown()

    def _note(self, why: str) -> str:
        return (
            f"the spans of this run were not sent to {self.endpoint}: {why}; check that a "
            "collector takes OTLP over gRPC there, or unset RAGKIT_OTLP"
        )


def collector_of(settings: Settings, is_own: bool = False) -> Collector:
    """The collector of the settings. `is_own` says that the kit has a chat model of the user's."""
    # A note of the run says what its log would.
    logging.getLogger(grpc_exporter.__name__).setLevel(logging.CRITICAL)
    answering = settings.model_for("answer")
    # A call does not say which of two models made it.
    is_one = answering == settings.model_for("judge")
    origin = Origin(
        provider="" if is_own else settings.provider,
        model=answering if is_one and not is_own else "",
        text=settings.otlp_text,
        secrets=tuple(settings.secrets()),
    )
    return Collector(settings.otlp or "", origin)
