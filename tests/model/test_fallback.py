"""Recorded replies in the place of those that a full endpoint does not give."""

import pytest
from fakes import model
from recordings import DATE, recorded_by

from ragkit import run
from ragkit.graphs import naive
from ragkit.model import pause
from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import label_odds, say, streamed
from ragkit.model.meter import measured
from ragkit.model.remarks import take_remarks
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings

SCRIPT = ScriptedLLM(replies={"Is it dark?": {"yes": 0.75, "no": 0.25}, "Hoo": "Hoo."})
FULL = (429, {"error": {"message": "too many parallel requests"}})
LIVE = (200, {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Live."}}]})


def says(settings, prompt="Hoo?"):
    return say(chat(settings), prompt)


def odds(settings):
    return label_odds(chat(settings), "Is it dark?", ["yes", "no"])


@pytest.fixture
def room(endpoint, tmp_path, use):
    """An endpoint with a recording behind it: `server, settings = room(answer, asks)`."""
    take_remarks()

    def opened(answer, asks=says, **settings):
        cache = use().cache
        _, recorded = recorded_by(endpoint, SCRIPT, asks, tmp_path, cache=cache, model="qwen2.5-coder-0.5b")
        server = endpoint(answer)
        chosen = {"provider": "openai", "base_url": f"{server.url}/v1", "model": "qwen2.5-coder-0.5b"}
        return server, Settings(**chosen, recording=recorded.recording, cache=cache, **settings)

    return opened


def test_a_full_endpoint_is_asked_once_and_the_recorded_reply_is_taken(room):
    server, settings = room(lambda _: FULL)
    reply = says(settings)
    assert reply.content == "Hoo." and len(server.asked) == 1
    assert measured(reply, 1.0).cached == 1
    (said,) = take_remarks()
    assert said == "the endpoint was full (status 429), so recorded replies took the place of its own"


def test_an_endpoint_with_room_answers_itself(room):
    server, settings = room(lambda _: LIVE)
    assert says(settings).content == "Live." and len(server.asked) == 1 and take_remarks() == []


def test_a_recorded_reply_is_not_kept_as_one_of_the_endpoint(room):
    answers = [FULL, LIVE]
    server, settings = room(lambda _: answers.pop(0))
    assert [says(settings).content for _ in range(3)] == ["Hoo.", "Live.", "Live."]
    assert len(server.asked) == 2  # the third is on disk


def test_a_judge_gets_the_recorded_odds(room):
    _, settings = room(lambda _: FULL, odds)
    assert odds(settings) == pytest.approx({"yes": 0.75, "no": 0.25})


def test_a_reply_that_is_wanted_in_pieces_is_taken_whole(room):
    _, settings = room(lambda _: FULL)
    assert say(streamed(chat(settings)), "Hoo?").content == "Hoo."


def test_an_endpoint_that_is_too_slow_counts_as_full(room, endpoint):
    hanging = endpoint()
    server, settings = room(lambda _: LIVE, timeout=0.3)
    assert says(settings.model_copy(update={"base_url": f"{hanging.url}/v1"})).content == "Hoo."
    assert take_remarks()[0].startswith("the endpoint was full (no reply in time)") and server.asked == []


def test_what_was_not_recorded_waits_for_the_endpoint(room, monkeypatch):
    monkeypatch.setattr(pause, "FIRST", 0.01)
    answers = [FULL, LIVE]
    server, settings = room(lambda _: answers.pop(0))
    assert says(settings, "Tu-whit?").content == "Live." and len(server.asked) == 2
    assert "so 0.01 s were waited" in take_remarks()[0]


def test_what_was_not_recorded_fails_when_the_time_would_be_up(room, monkeypatch):
    monkeypatch.setattr(pause, "FIRST", 60)
    server, settings = room(lambda _: FULL, timeout=20)
    with pytest.raises(ChatFailed, match="too many parallel requests.*Ask later"):
        says(settings, "Tu-whit?")
    assert len(server.asked) == 1


@pytest.mark.parametrize("said", [(401, {"error": {"message": "wrong key"}}), (429, {"error": "insufficient_quota"})])
def test_a_wrong_key_or_an_empty_account_is_no_full_endpoint(room, said):
    _, settings = room(lambda _: said)
    with pytest.raises(ChatFailed, match="RAGKIT_API_KEY"):
        says(settings)


def test_where_replies_are_measured_nothing_steps_in(room, monkeypatch):
    monkeypatch.setattr(pause, "FIRST", 60)
    _, settings = room(lambda _: FULL, timeout=20, reuse_replies=False)
    with pytest.raises(ChatFailed, match="Ask later"):
        says(settings)


def test_a_whole_run_says_that_recorded_replies_took_the_place(room, kit, endpoint, tmp_path):
    def asks(settings):
        return run(naive(), "When do owls hunt?", kit(chat(settings)))

    _, recorded = recorded_by(endpoint, model(), asks, tmp_path / "run", model="qwen2.5-coder-0.5b")
    server, settings = room(lambda _: FULL)
    trace = asks(settings.model_copy(update={"recording": recorded.recording}))
    assert trace.answer == "Owls hunt mice at night [1]." and trace.failed == ""
    assert len(server.asked) == trace.usage.cached == 1
    assert trace.notes == (
        f"replies recorded with qwen2.5-coder-0.5b on {DATE}",
        "the endpoint was full (status 429), so recorded replies took the place of its own",
    )
