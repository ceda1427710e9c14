"""Replies from a recording: the same request gets the same reply, and any other gets a reason and no reply."""

import asyncio
from pathlib import Path

import pytest
from fakes import model
from pydantic import BaseModel
from recordings import SHA256, SMALL, embedded, recorded_by, small_recording
from tiny_gguf import random_adapter

from ragkit.judges import OddsJudge, StructuredJudge, TaughtJudge
from ragkit.model import recording
from ragkit.model.briefing import brief
from ragkit.model.chat import chat, with_adapter
from ragkit.model.errors import explained
from ragkit.model.llm import ask, say, streamed
from ragkit.model.meter import Usage, measured
from ragkit.model.recorded import about, is_recorded, recording_of
from ragkit.model.recording import NotRecorded, RecordingError
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.weights import Adapter

OWL = Passage("owl", "Owls hunt at night.", source="owls.md")
WHEN = brief("When do owls hunt?", [OWL], "Answer.")
SCRIPT = ScriptedLLM(replies={"Is it dark?": {"yes": 0.75, "no": 0.25}, "When do owls": "At night [1].", "Hoo": "Hoo."})


class Owl(BaseModel):
    sound: str


@pytest.fixture
def record(endpoint, tmp_path, use):
    """Records what a function asks: `said, settings = record(lambda settings: ...)`."""

    def recorded(asks, answer=SCRIPT, **settings):
        return recorded_by(endpoint, answer, asks, tmp_path, cache=use().cache, **settings)

    return recorded


def says(settings, prompt="Hoo?"):
    return say(chat(settings), prompt)


def refusal(asks):
    with pytest.raises(NotRecorded) as caught:
        asks()
    return str(caught.value)


def test_the_same_request_gets_the_same_reply_and_its_cost_without_any_model(record, endpoint):
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hoo."}}
    usage = {"prompt_tokens": 70, "completion_tokens": 2, "total_tokens": 72}
    usage["prompt_tokens_details"] = {"cached_tokens": 60}
    live, settings = record(says, lambda _: (200, {"choices": [choice], "usage": usage}))
    with embedded(endpoint, lambda _: (500, {})) as server:
        replay = says(settings)
    assert server.asked == [] and replay.content == live.content == "Hoo."
    assert measured(live, 1.0) == Usage(1, 0, 10, 60, 2, 1.0)
    assert measured(replay, 1.0) == Usage(1, 1, 10, 60, 2, 1.0)


def test_a_form_that_was_read_at_the_second_try_is_read_at_the_second_try(record):
    def form(settings):
        return ask(chat(settings), "How does it sound?", Owl)

    script = ScriptedLLM(replies={"does not fit": '{"sound": "hoo"}', "sound": "Hoo!"})
    live, settings = record(form, script)
    assert form(settings) == live == Owl(sound="hoo")


def test_a_reply_that_was_recorded_whole_is_given_to_who_wants_it_streamed(record):
    _, settings = record(says)
    assert say(streamed(chat(settings)), "Hoo?").content == "Hoo."


def test_an_asynchronous_request_is_answered_and_refused_in_the_same_way(record):
    _, settings = record(says)
    assert asyncio.run(chat(settings).ainvoke("Hoo?")).content == "Hoo."
    with pytest.raises(NotRecorded):
        asyncio.run(chat(settings).ainvoke("Miaow?"))


def test_a_question_that_was_not_recorded_says_so_and_what_there_is_and_what_to_do(record):
    _, settings = record(lambda settings: says(settings, WHEN))
    said = refusal(lambda: says(settings, brief("Why do owls hunt?", [OWL], "Answer.")))
    assert f"asked {SMALL} 'Why do owls hunt?', which was not recorded" in said
    assert f"{settings.recording} has 1 reply of {SMALL} on 2026-01-31" in said
    assert "ask what its notebooks ask" in said and "RAGKIT_PROVIDER=embedded" in said


@pytest.mark.parametrize("same", [{"timeout": 1.0}, {"threads": 7}, {"reuse_replies": False}, {"stream": True}])
def test_settings_that_change_no_answer_change_no_reply(record, same):
    _, settings = record(says)
    assert says(settings.model_copy(update=same)).content == "Hoo."


def test_other_evidence_is_another_request(record):
    _, settings = record(lambda settings: says(settings, WHEN))
    other = Passage("owl", "Owls hunt at dawn.", source="owls.md")
    refusal(lambda: says(settings, brief("When do owls hunt?", [other], "Answer.")))


def test_another_model_was_not_recorded_and_the_one_that_was_is_named(record):
    _, settings = record(says)
    said = refusal(lambda: says(settings.model_copy(update={"tier": "balanced"})))
    assert "asked qwen2.5-coder-1.5b 'Hoo?'" in said and f"set RAGKIT_MODEL={SMALL}" in said


def test_a_model_that_is_pinned_to_another_file_was_not_recorded(tmp_path):
    file = small_recording(tmp_path, {"hf:acme/owl/owl.gguf": "1" * 64})
    named = Settings(provider="recorded", recording=file, model="hf:acme/owl/owl.gguf@sha256:" + "2" * 64)
    assert "set RAGKIT_MODEL=hf:acme/owl/owl.gguf" in refusal(lambda: says(named))
    pinned = named.model_copy(update={"model": "hf:acme/owl/owl.gguf@sha256:" + "1" * 64})
    assert "ask what its notebooks ask" in refusal(lambda: says(pinned))


def test_a_recording_of_another_version_of_the_kit_answers_and_says_what_may_be_wrong_where_it_cannot(
    record, monkeypatch
):
    _, settings = record(says)
    monkeypatch.setattr(recording, "installed", lambda: "99.0")
    assert says(settings).content == "Hoo."
    assert "ragkit 99.0 may ask in other words: make the recording anew" in refusal(lambda: says(settings, "Miaow?"))


def test_the_taught_judge_has_replies_of_its_own_by_the_hash_of_its_adapter(record, tmp_path):
    one, other = (Adapter(Path("/owl.gguf"), digit * 64, SHA256) for digit in "12")

    def adapted(settings, adapter=one):
        return say(with_adapter(chat(settings), adapter), "Hoo?").content

    live, settings = record(adapted)
    assert adapted(settings) == live == "Hoo."
    refusal(lambda: adapted(settings, other))
    refusal(lambda: says(settings))


@pytest.mark.parametrize("kind", ["odds", "structured", "taught"])
def test_every_judge_judges_as_it_did(record, tmp_path, kind):
    adapter = Adapter(Path("/owl.gguf"), "1" * 64, SHA256, temperature=2.0)
    judges = {"odds": OddsJudge, "structured": StructuredJudge, "taught": lambda llm: TaughtJudge(llm, adapter)}

    def verdicts(settings, asked="Is it dark?"):
        return judges[kind](chat(settings)).verdicts("When do owls hunt?", [OWL], [asked])

    script = ScriptedLLM(replies={"q1: ": '{"q1": 7}', **SCRIPT.replies})
    live, settings = record(verdicts, script)
    assert verdicts(settings) == live and live.odds[0] > 0.6 and live.note == ""
    with pytest.raises(NotRecorded):  # and not: could not judge
        verdicts(settings, "Is it cold?")


def test_an_adapter_of_a_recorded_model_needs_no_model_file(tmp_path):
    adapter = random_adapter(tmp_path / "tiny.gguf", SHA256, layers=1, wide=8)
    settings = Settings(
        provider="recorded",
        recording=small_recording(tmp_path),
        tier="budget",
        judge="taught",
        adapter=adapter,
        cache=tmp_path / "empty",
    )
    assert is_recorded(chat(settings, "judge")) and not (tmp_path / "empty").exists()


def test_a_reply_in_pieces_is_refused_and_goes_to_no_server(record):
    _, settings = record(says)
    llm = chat(settings)
    llm.root_client.max_retries = 0
    with pytest.raises(Exception) as caught:
        list(llm.stream("Hoo?"))
    said = explained(caught.value)
    assert isinstance(said, NotRecorded) and "ask with `invoke`" in str(said)


def test_the_error_of_a_recording_is_not_taken_for_another():
    asked = NotRecorded("asked owl 'What does exceed_context_size mean?', which was not recorded")
    assert explained(asked) is asked


def test_without_a_recording_it_is_said_how_to_name_or_make_one():
    with pytest.raises(RecordingError, match="got no recording; name a file or a folder in RAGKIT_RECORDING"):
        chat(Settings(provider="recorded"))


def test_other_providers_have_no_recording(tmp_path):
    assert recording_of(Settings(recording=tmp_path / "nowhere")) is None
    assert not is_recorded(SCRIPT) and not is_recorded(model())


@pytest.mark.parametrize("prompt", ["", "Hoo?", "[]", "[1]", '[{"kwargs": {}}]', '{"a": 1}'])
def test_a_request_in_another_form_is_told_by_its_end(prompt):
    assert about(prompt) == prompt


def test_a_long_question_is_cut_and_the_last_one_counts():
    assert about('[{"kwargs": {"content": "Question: One?\\n\\nQuestion: Two?\\nAnswer."}}]') == "Two?"
    assert len(about('[{"kwargs": {"content": "Question: ' + "o" * 500 + '"}}]')) == 120
    assert about("a" + "o" * 500) == "o" * 120
