"""The time to the first token is real: a slow server streams the answer, and what came before is in it."""

import pytest
from fakes import small_kit
from trickle import JUDGING, READING, TOKENS, WRITING, trickling

from ragkit.evaluate.measures.metrics import first_token
from ragkit.graphs import crag, naive, tiny
from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import say, streamed
from ragkit.model.scripted import ScriptedLLM
from ragkit.runs.trace_file import load, save
from ragkit.trace import run

QUESTION = "When do owls hunt mice?"


@pytest.fixture
def server():
    with trickling() as running:
        yield running


@pytest.fixture
def slow_kit(server, tmp_path):
    kits = []

    def made(**settings):
        usual = {"provider": "openai", "base_url": server.url, "reuse_replies": False}
        kits.append(small_kit(tmp_path / f"index{len(kits)}", **usual | settings))
        return kits[-1]

    yield made
    for kit in kits:
        kit.close()


def test_the_first_token_comes_after_reading_and_before_the_rest_is_written(slow_kit, tmp_path):
    trace = run(naive(), QUESTION, slow_kit(stream=True))
    assert trace.answer == "Owls hunt at night [1]."
    ((call,),) = [step.calls for step in trace.steps if step.calls]
    found = first_token(trace)
    assert found == call.first_token
    assert READING <= found <= trace.seconds - WRITING * (len(TOKENS) - 1)
    assert (call.usage.evaluated, call.usage.reused, call.usage.generated) == (40, 60, 4)
    assert first_token(load(save(trace, tmp_path / "run.json"))) == found


def test_three_judgements_of_the_evidence_are_in_it_and_are_not_streamed(slow_kit, server):
    trace = run(crag(), QUESTION, slow_kit(stream=True, judges=1))
    assert trace.route == ["retrieve", "context_critic", "generate"]
    assert first_token(trace) >= 3 * JUDGING + READING
    assert [bool(body.get("stream")) for body in server.asked] == [False, False, False, True]
    assert [call.first_token for step in trace.steps[:2] for call in step.calls] == [None, None, None]


def test_the_router_is_in_it_and_only_the_answer_is_streamed(slow_kit, server):
    trace = run(tiny(), QUESTION, slow_kit(stream=True))
    assert trace.route == ["retrieve", "route", "generate"]
    assert JUDGING + READING <= first_token(trace) <= trace.seconds - WRITING * (len(TOKENS) - 1)
    assert [bool(body.get("stream")) for body in server.asked] == [False, True]
    assert trace.steps[1].calls[0].first_token is None


def test_what_is_not_streamed_has_none(slow_kit, server):
    trace = run(naive(), QUESTION, slow_kit())
    assert trace.answer == "Owls hunt at night [1]." and first_token(trace) is None
    assert not server.asked[0].get("stream")


def test_a_reply_has_one_key_on_disk_streamed_or_not_and_from_disk_it_has_no_first_token(slow_kit, server, use):
    disk = {"reuse_replies": True, "cache": use().cache}
    first = run(naive(), QUESTION, slow_kit(stream=True, **disk))
    again = run(naive(), QUESTION, slow_kit(stream=True, **disk))
    plain = run(naive(), QUESTION, slow_kit(**disk))
    assert len(server.asked) == 1
    assert first.answer == again.answer == plain.answer
    assert first_token(first)
    assert first_token(again) is None
    assert again.usage.cached == plain.usage.cached == 1


def test_a_model_that_cannot_stream_writes_as_it_does(kit):
    llm = ScriptedLLM(replies={"Answer this": "At night [1]."})
    assert streamed(llm) is llm
    trace = run(naive(), QUESTION, kit(llm, stream=True))
    assert trace.answer == "At night [1]." and first_token(trace) is None


def test_an_endpoint_that_streams_nothing_is_a_failure_with_a_remedy(endpoint, use):
    settings = use(provider="openai", model="owl", base_url=endpoint(lambda _: (200, {"choices": []})).url)
    with pytest.raises(ChatFailed, match="RAGKIT_STREAM"):
        say(streamed(chat(settings)), "Hoo?")
