"""A run as spans of OpenTelemetry: one for the run, one for each node, one for each model call."""

from __future__ import annotations

import os
from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.sdk.resources import OTEL_SERVICE_NAME, SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer, set_span_in_context

from ragkit.steps import Step, Trace
from ragkit.telemetry.attributes import Origin, of_call, of_run, of_step

NAME = "ragkit"
Times = tuple[int, int]
"""When something began and ended, in nanoseconds since 1970."""


def spans_of(trace: Trace, ended: int, origin: Origin) -> Sequence[ReadableSpan]:
    """The spans of a run that ended at this time, in nanoseconds since 1970.

    They are children of the span in which the caller is, if there is one. A trace has how long each
    node and call took, and not when it began: `placed` lays them one behind the other.
    """
    memory = InMemorySpanExporter()
    service = os.environ.get(OTEL_SERVICE_NAME, NAME)
    provider = TracerProvider(
        resource=Resource.create({SERVICE_NAME: service}), shutdown_on_exit=False
    )
    provider.add_span_processor(SimpleSpanProcessor(memory))
    tracer = provider.get_tracer(NAME)
    begun = ended - _nanoseconds(trace.seconds)
    operation = "invoke_workflow"
    name = f"{operation} {trace.system}" if trace.system else operation
    run = tracer.start_span(name, start_time=begun, attributes=of_run(trace, origin))
    inside = set_span_in_context(run)
    times = placed([step.seconds for step in trace.steps], (begun, ended))
    for step, at in zip(trace.steps, times, strict=True):
        _add_step(tracer, inside, step, at, origin)
    if trace.failed:
        # The reason may quote the question.
        why = origin.clean(trace.failed) if origin.text else None
        run.set_status(Status(StatusCode.ERROR, why))
    run.end(ended)
    return memory.get_finished_spans()


def _add_step(tracer: Tracer, parent: Context, step: Step, at: Times, origin: Origin) -> None:
    """Add the span of a node, and those of its model calls."""
    begun, ended = at
    node = tracer.start_span(
        step.node,
        parent,
        start_time=begun,
        attributes=of_step(step, origin),
    )
    inside = set_span_in_context(node)
    name = f"chat {origin.model}".strip()
    times = placed([call.usage.seconds for call in step.calls], at)
    for call, (first, last) in zip(step.calls, times, strict=True):
        span = tracer.start_span(
            name, inside, SpanKind.CLIENT, start_time=first, attributes=of_call(call, origin)
        )
        span.end(last)
    node.end(ended)


def placed(seconds: Sequence[float], within: Times) -> list[Times]:
    """When each of several pieces began and ended, as they are drawn: one behind the other.

    None begins or ends outside. So what was done side by side overlaps at the end.

    >>> placed([1, 2], (0, 4_000_000_000))
    [(0, 1000000000), (1000000000, 3000000000)]
    >>> placed([2, 3], (0, 4_000_000_000))
    [(0, 2000000000), (1000000000, 4000000000)]
    """
    begun, ended = within
    found = []
    at = begun
    for piece in seconds:
        long = _nanoseconds(piece)
        start = max(begun, min(at, ended - long))
        at = min(start + long, ended)
        found.append((start, at))
    return found


def _nanoseconds(seconds: float) -> int:
    return int(seconds * 1e9)
