"""Finished runs as spans of OpenTelemetry, for the tools that people have."""

from ragkit.telemetry.attributes import Origin
from ragkit.telemetry.collector import Collector, collector_of
from ragkit.telemetry.spans import spans_of

__all__ = ["Collector", "Origin", "collector_of", "spans_of"]
