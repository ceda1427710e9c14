"""Each kind of reply has one sentence and one remedy, and only a finished one is an answer without a note."""

import json

import faults
import pytest
from fakes import small_kit
from faults import completion, delta, events, http, line, lines
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from ragkit.graphs import naive
from ragkit.model.ending import ENDINGS, REMEDY, WITH_TEXT, Ending, ending, finished, notes
from ragkit.model.errors import ChatFailed
from ragkit.state import REFUSAL
from ragkit.trace import run

TEXT = "Owls hunt mice at night. [1]"
THOUGHT = {"reasoning_content": "Is it 77? No."}
CUT = "a reply was cut off at the limit of tokens. Raise RAGKIT_MAX_TOKENS."
REASONED = "a reply had reasoning, which was removed; the trace keeps it with the call"


def reply(text, reason="stop", field="finish_reason"):
    return AIMessage(text, response_metadata={field: reason})


@pytest.mark.parametrize(
    ("text", "reason", "kind"),
    [
        (TEXT, "stop", Ending.FINISHED),
        (TEXT, "", Ending.FINISHED),
        (TEXT, "length", Ending.CUT),
        (TEXT, "MAX_TOKENS", Ending.CUT),
        (TEXT, "content_filter", Ending.FILTERED),
        (TEXT, "abort", Ending.BROKEN),
        (TEXT, "refusal", Ending.REFUSED),
        (TEXT, "moonrise", Ending.UNKNOWN),
        ("", "stop", Ending.EMPTY),
        (" \n", "tool_calls", Ending.EMPTY),
        ("", "length", Ending.TOO_SOON),
        ("<think>Is it 77?", "length", Ending.TOO_SOON),
        ("<think>Is it 77?</think>", "stop", Ending.EMPTY),
    ],
)
def test_the_endpoints_word_and_the_text_say_what_a_reply_is(text, reason, kind):
    assert ending(reply(text, reason)) == kind
    assert ending(reply(text, reason, "done_reason")) == kind


def test_every_ending_but_the_first_has_a_remedy_and_every_word_an_ending():
    assert set(REMEDY) == set(Ending) - {Ending.FINISHED}
    assert set(ENDINGS.values()) <= set(Ending)


@given(text=st.text(), reason=st.sampled_from([*ENDINGS, "moonrise", "tool_calls"]))
def test_a_reply_that_did_not_end_is_never_an_answer_without_a_note(text, reason):
    one = reply(text, reason)
    if ending(one) not in WITH_TEXT:
        with pytest.raises(ChatFailed):
            finished(one)
    elif ending(one) != Ending.FINISHED:
        assert notes(one)
    else:
        assert finished(one).text.strip()


def test_a_refusal_is_told_in_the_providers_words():
    with pytest.raises(ChatFailed, match="refusal by the provider: 'I cannot help.'. Ask in other words"):
        finished(reply("I cannot help.", "refusal"))


ENDS = {
    "finished": (completion({"content": TEXT}), "", []),
    "no reason": (completion({"content": TEXT}, finish_reason=None), "", []),
    "in parts": (completion({"content": [{"type": "text", "text": TEXT}]}), "", []),
    "cut": (completion({"content": TEXT}, finish_reason="length"), "", [CUT]),
    "reasoning": (completion({"content": TEXT} | THOUGHT), "", [REASONED]),
    "reasoning in parts": (
        completion({"content": [{"type": "thinking", "thinking": [{"text": "Is it 77?"}]}, {"text": TEXT}]}),
        "",
        [REASONED],
    ),
    "another reason": (completion({"content": TEXT}, finish_reason="moonrise"), "", ["moonrise"]),
    "reasoning alone": (
        completion({"content": None} | THOUGHT, finish_reason="length"),
        "RAGKIT_MAX_TOKENS",
        [REASONED],
    ),
    "refused": (completion({"content": None, "refusal": "I can't."}), "refusal by the provider", []),
    "filtered": (completion({"content": "Owls"}, finish_reason="content_filter"), "filter", []),
    "empty": (completion({"content": ""}), "was empty", []),
    "a tool": (completion({"content": None, "tool_calls": []}, finish_reason="tool_calls"), "tool_calls", []),
    "no content": (completion({}), "was empty", []),
    "broken off": (completion({"content": TEXT}, finish_reason="abort"), "broken off", []),
}


@pytest.fixture
def asked(tmp_path, request):
    """Runs `naive` on an endpoint that sends these bytes."""

    def go(raw, **settings):
        with faults.wired() as wire:
            wire.fault = raw
            url = wire.url if settings.get("provider") == "ollama" else f"{wire.url}/v1"
            kit = small_kit(tmp_path, **{"provider": "openai", "base_url": url, "reuse_replies": False} | settings)
            request.addfinalizer(kit.close)
            return run(naive(), "When do owls hunt?", kit)

    return go


def holds(trace, failed, said):
    assert failed in trace.failed and bool(failed) == bool(trace.failed)
    assert trace.answer == ("" if failed else TEXT) and trace.answer != REFUSAL
    assert "77" not in trace.answer
    assert len(trace.notes) == len(said)
    for note, words in zip(trace.notes, said, strict=True):
        assert words in note


@pytest.mark.parametrize("name", ENDS)
def test_a_whole_reply_is_answered_noted_or_failed(asked, name):
    body, failed, said = ENDS[name]
    holds(asked(http(body)), failed, said)


def streamed(body):
    """The same reply, in pieces of the OpenAI protocol."""
    ((choice),) = body["choices"]
    message = choice["message"]
    deltas = [{name: value} for name, value in message.items() if name != "tool_calls"]
    pieces = [{"choices": [{"index": 0, "delta": one}]} for one in reversed(deltas)]
    return events(*pieces, {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})


@pytest.mark.parametrize("name", ENDS)
def test_a_streamed_reply_is_read_alike(asked, name):
    body, failed, said = ENDS[name]
    holds(asked(streamed(body), stream=True), failed, said)


@pytest.mark.parametrize(
    ("message", "reason", "failed", "said"),
    [
        ({"content": TEXT}, "stop", "", []),
        ({"content": TEXT, "thinking": "Is it 77?"}, "stop", "", [REASONED]),
        ({"content": TEXT}, "length", "", [CUT]),
        ({"content": "", "thinking": "Is it 77?"}, "length", "RAGKIT_MAX_TOKENS", [REASONED]),
        ({"content": ""}, "stop", "was empty", []),
    ],
)
def test_ollamas_reply_is_read_alike(asked, message, reason, failed, said):
    end = line(done=True, done_reason=reason)
    raw = lines(line("") | {"message": {"role": "assistant"} | message}, end)
    holds(asked(raw, provider="ollama"), failed, said)


def test_the_trace_keeps_the_reasoning_with_its_call(asked):
    trace = asked(http(ENDS["reasoning"][0]))
    (call,) = [call for step in trace.steps for call in step.calls]
    assert (call.reasoning, call.reply) == ("Is it 77? No.", TEXT)


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_stream_that_breaks_off_is_no_answer(asked, provider):
    raw = {"openai": events(delta("Owls hunt 4"), done=False), "ollama": lines(line("Owls hunt 4"))}[provider]
    trace = asked(raw, provider=provider, stream=True)
    assert not trace.answer and "broke off" in trace.failed


def test_a_stream_that_ends_twice_ended_once(asked):
    end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    trace = asked(events(delta(TEXT), end, end), stream=True)
    assert (trace.answer, trace.failed, trace.notes) == (TEXT, "", ())


def test_a_stream_that_names_no_reason_ends_with_its_last_line(asked):
    trace = asked(events(delta(TEXT)), stream=True)
    assert (trace.answer, trace.failed) == (TEXT, "")
    assert json.dumps(trace.notes) == "[]"
