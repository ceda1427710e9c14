"""A run arrives at a collector as spans, without its texts unless asked, and a silent collector harms no run."""

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest
from fakes import OWL, model, small_kit
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)

from ragkit import run
from ragkit.graphs import adaptive, naive
from ragkit.settings import Settings
from ragkit.telemetry import Origin, collector_of
from ragkit.telemetry import collector as sending
from ragkit.trace import Trace

QUESTION = "When do barn owls hunt?"


class Received(TraceServiceServicer):
    """A collector on loopback that keeps what it is sent."""

    def __init__(self):
        self.requests = []

    def Export(self, request, context):
        self.requests.append(request)
        return ExportTraceServiceResponse()

    @property
    def spans(self):
        found = []
        for request in self.requests:
            for resource in request.resource_spans:
                for scope in resource.scope_spans:
                    found += scope.spans
        return found


@pytest.fixture
def collector():
    received, server = Received(), grpc.server(ThreadPoolExecutor(2))
    add_TraceServiceServicer_to_server(received, server)
    received.address = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    yield received
    server.stop(None).wait()


@pytest.fixture
def nobody():
    """An address at which something listens and never replies."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def values(span):
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def asked(tmp_path, graph=naive, **settings):
    kit = small_kit(tmp_path / "index", model(draft="Most owls hunt mice at night [1]."), **settings)
    return run(graph(), QUESTION, kit)


def test_the_run_its_nodes_and_its_model_calls_arrive_as_a_tree(tmp_path, collector):
    trace = asked(tmp_path, graph=adaptive, otlp=collector.address)
    assert trace.notes == asked(tmp_path / "off", graph=adaptive).notes
    ids = {span.span_id: span for span in collector.spans}
    (root,) = [span for span in ids.values() if not span.parent_span_id]
    nodes = [span for span in ids.values() if span.parent_span_id == root.span_id]
    assert root.name == "invoke_workflow"
    assert [span.name for span in sorted(nodes, key=lambda span: span.start_time_unix_nano)] == trace.route
    calls = [span for span in ids.values() if span.name == "chat"]
    assert len(calls) == trace.usage.calls == len(ids) - 1 - len(nodes) > 3
    assert {ids[span.parent_span_id].name for span in calls} == {step.node for step in trace.steps if step.calls}
    assert len({span.trace_id for span in ids.values()}) == 1
    for span in ids.values():
        above = ids.get(span.parent_span_id, span)
        assert above.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= above.end_time_unix_nano


def test_no_text_of_a_question_a_document_a_prompt_or_an_answer_is_sent(tmp_path, collector):
    trace = asked(tmp_path, graph=adaptive, otlp=collector.address)
    sent = b"".join(request.SerializeToString() for request in collector.requests)
    prompts = [call.prompt for step in trace.steps for call in step.calls]
    assert prompts and len(sent) > 1000
    for text in (QUESTION, "barn", OWL.text, "mice", "owls.md", *prompts):
        assert text.encode() not in sent, text


def test_with_otlp_text_the_texts_are_sent_without_keys(tmp_path, collector):
    asked(tmp_path, otlp=collector.address, otlp_text=True, api_key="owl-secret-key")
    by_name = {span.name: values(span) for span in collector.spans}
    part = {"type": "text", "content": QUESTION}
    assert json.loads(by_name["invoke_workflow"]["gen_ai.input.messages"]) == [{"role": "user", "parts": [part]}]
    assert "Most owls hunt mice at night [1]." in by_name["chat"]["gen_ai.output.messages"]
    assert OWL.text in by_name["chat"]["gen_ai.input.messages"]
    found = json.loads(by_name["invoke_workflow"]["gen_ai.retrieval.documents"])
    assert {"owls.md, Owls"} <= {row["id"] for row in found} and OWL.text in {row["content"] for row in found}


@pytest.mark.slow
def test_a_silent_collector_costs_a_run_two_seconds_once_and_is_a_note(tmp_path, nobody, caplog):
    kit = small_kit(tmp_path / "index", model(), otlp=nobody)
    seconds = []
    for why in ("it did not take them within 2 s", "and was not asked again"):
        begun = time.monotonic()
        trace = run(naive(), QUESTION, kit)
        seconds.append(time.monotonic() - begun)
        assert not trace.failed and trace.answer
        assert f"the spans of this run were not sent to {nobody}: " in trace.notes[-1] and why in trace.notes[-1]
    assert seconds[1] < seconds[0]
    assert caplog.records == []


def test_after_a_pause_it_is_asked_again_and_a_fault_of_a_library_is_a_note(collector, monkeypatch):
    sink = collector_of(Settings(otlp=collector.address))
    sink.silent_until = time.monotonic() + 60
    assert "was not asked again" in sink.send(Trace("q", (), "a", (), 1.0)) and collector.requests == []
    sink.silent_until = time.monotonic() - 1
    assert sink.send(Trace("q", (), "a", (), 1.0)) == "" and len(collector.spans) == 1
    monkeypatch.setattr(sending, "spans_of", lambda *_: 1 / 0)
    assert "ZeroDivisionError" in sink.send(Trace("q", (), "a", (), 1.0))


def test_by_default_nothing_is_sent(tmp_path):
    kit = small_kit(tmp_path / "index", model())
    assert kit.collector is None and not kit.settings.otlp_text


def test_the_model_is_named_where_one_does_both_jobs():
    one = Settings(otlp="http://127.0.0.1:1", provider="openai", model="owl-7b")
    assert collector_of(one).origin == Origin("openai", "owl-7b")
    assert collector_of(one, is_own=True).origin == Origin()
    two = Settings(otlp="http://127.0.0.1:1", provider="openai", tier="premium", model=None)
    assert two.model_for("answer") != two.model_for("judge")
    assert collector_of(two).origin == Origin("openai", "")


def test_the_run_has_the_name_of_its_system(tmp_path, collector):
    kit = small_kit(tmp_path / "index", model(), otlp=collector.address)
    assert run(naive(), QUESTION, kit, system="naive").system == "naive"
    (root,) = [span for span in collector.spans if not span.parent_span_id]
    assert (root.name, values(root)["gen_ai.workflow.name"]) == ("invoke_workflow naive", "naive")
