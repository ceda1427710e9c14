"""The spans of a run are where they were in time, as far as a trace knows, and say how it ended."""

from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import StatusCode, use_span

from ragkit.model.meter import Usage
from ragkit.telemetry import Origin, spans_of
from ragkit.trace import Step, Trace

QUESTION = "When do owls hunt?"
SECOND = 1_000_000_000


def test_the_steps_follow_each_other_up_to_the_end_of_the_run():
    steps = tuple(Step(name, seconds, Usage(), {}) for name, seconds in (("a", 1.0), ("b", 2.0), ("c", 2.0)))
    found = {span.name: span for span in spans_of(Trace("q", steps, "x", (), 4.0), 10 * SECOND, Origin())}
    times = {name: (span.start_time // SECOND, span.end_time // SECOND) for name, span in found.items()}
    assert times == {"invoke_workflow": (6, 10), "a": (6, 7), "b": (7, 9), "c": (8, 10)}


def test_a_failed_run_is_an_error_whose_reason_is_a_text():
    failed = Trace(QUESTION, (), "", (), 1.0, failed=f"asked {QUESTION}, got nothing")
    (silent,), (told,) = spans_of(failed, SECOND, Origin()), spans_of(failed, SECOND, Origin(text=True))
    assert silent.status.status_code is told.status.status_code is StatusCode.ERROR
    assert silent.status.description is None and told.status.description == failed.failed
    assert silent.attributes["ragkit.outcome"] == "failed"


def test_a_key_in_a_text_is_removed():
    leaking = Trace("my owl-secret-key", (), "owl-secret-key", (), 1.0, failed="owl-secret-key")
    (span,) = spans_of(leaking, SECOND, Origin(text=True, secrets=("owl-secret-key",)))
    assert "owl-secret-key" not in span.to_json() and "my [removed]" in span.to_json()


def test_a_run_is_part_of_what_the_caller_does():
    outer = TracerProvider().get_tracer("app").start_span("request")
    with use_span(outer):
        (span,) = spans_of(Trace("q", (), "a", (), 1.0), SECOND, Origin())
    assert span.parent.span_id == outer.get_span_context().span_id


def test_the_service_has_the_name_of_the_environment(monkeypatch):
    def name():
        (span,) = spans_of(Trace("q", (), "a", (), 1.0), SECOND, Origin())
        return span.resource.attributes["service.name"]

    assert name() == "ragkit"
    monkeypatch.setenv("OTEL_SERVICE_NAME", "owls")
    assert name() == "owls"
