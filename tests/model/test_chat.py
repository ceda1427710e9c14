"""The chat model that the settings name, and when the embedded one is loaded."""

import asyncio
from pathlib import Path

import pytest
from tiny_gguf import random_adapter

import ragkit.model.chat
from ragkit.model.chat import chat, invocation_of, with_adapter
from ragkit.model.embedded import Server
from ragkit.model.llm import say
from ragkit.model.scripted import ScriptedLLM
from ragkit.model.special_tokens import INVOCATION
from ragkit.settings import TIERS, Settings
from ragkit.weights import Adapter, writer_adapter

SMALL = "qwen2.5-coder-0.5b"


def paths_of(arguments):
    """The paths of the adapters that a server was started with."""
    return [adapter.path for adapter in arguments[-1]]


@pytest.fixture
def started(endpoint, monkeypatch):
    """Counts the starts of an embedded server, played by a loopback endpoint that always says hoo."""
    hoo = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hoo."}, "finish_reason": "stop"}]}
    server = Server(f"{endpoint(lambda _: (200, hoo)).url}/v1", "a-key", None)
    starts = []
    monkeypatch.setattr(ragkit.model.chat, "serve", lambda *arguments: starts.append(arguments) or server)
    return starts


def test_the_embedded_model_is_loaded_at_the_first_reply_that_is_not_on_disk(started, use):
    settings = use(model=SMALL)
    llm = chat(settings)
    assert not started
    assert say(llm, "Hoo?").content == "Hoo."
    assert started
    started.clear()
    assert say(chat(settings), "Hoo?").content == "Hoo."
    assert not started


def test_an_asynchronous_question_wakes_it_too(started, use):
    assert asyncio.run(chat(use(model=SMALL)).ainvoke("Hoo, later?")).content == "Hoo."
    assert started


def test_without_the_disk_cache_it_is_loaded_at_once_so_that_no_reply_is_charged_for_it(started):
    chat(Settings(model=SMALL, reuse_replies=False))
    assert len(started) == 1


def test_the_server_of_a_taught_judge_loads_the_adapter_for_the_judging_model_and_no_other_server_does(
    started, tmp_path
):
    adapter = random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)
    own = {"model": SMALL, "adapter": adapter, "reuse_replies": False}
    for judge in ("taught", "odds", "structured"):
        chat(Settings(**own, judge=judge), "judge")
    chat(Settings(**own, judge="taught"), "answer")  # the same server as the judge's
    assert [paths_of(arguments) for arguments in started] == [[adapter], [], [], [adapter]]


def test_a_model_that_only_answers_has_no_adapter(started, tmp_path, monkeypatch):
    monkeypatch.setitem(TIERS["embedded"], "budget", {"answer": SMALL, "judge": "qwen2.5-coder-1.5b"})
    adapter = random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)
    settings = Settings(tier="budget", judge="taught", adapter=adapter, reuse_replies=False)
    chat(settings, "answer")
    chat(settings, "judge")
    assert [bool(arguments[-1]) for arguments in started] == [False, True]


def test_an_adapter_for_another_model_file_is_never_given_to_a_server(started, tmp_path):
    wrong = random_adapter(tmp_path / "tiny.gguf", base="0" * 64, layers=1, wide=8)
    chat(Settings(model=SMALL, judge="taught", adapter=wrong, reuse_replies=False))
    assert not started[0][-1]


def test_the_server_loads_the_adapters_of_judge_and_writer_and_a_request_names_one_by_its_place(started, tmp_path):
    judge = random_adapter(tmp_path / "judge.gguf", layers=1, wide=8)
    writer = random_adapter(tmp_path / "writer.gguf", layers=1, wide=8, **{"ragkit.job": "writer"})
    settings = Settings(model=SMALL, judge="taught", adapter=judge, writer_adapter=writer, reuse_replies=False)
    llm = chat(settings)
    assert paths_of(started[0]) == [judge, writer]
    taught = with_adapter(llm, writer_adapter(settings)[0], place=1)
    assert taught.extra_body == {"lora": [{"id": 1, "scale": 1.0}]}


def test_a_model_that_has_an_adapter_is_asked_with_the_marker_and_no_other_is(started):
    llm = chat(Settings(model=SMALL, reuse_replies=False))
    taught = with_adapter(llm, Adapter(Path("/owl.gguf"), "1" * 64, ""))
    assert invocation_of(taught) == INVOCATION and invocation_of(llm) == invocation_of(ScriptedLLM(replies={})) == ""


def test_openais_own_key_variable_counts_for_openai_and_is_sent_nowhere_else(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-owl")
    keys = [
        chat(Settings(provider="openai", base_url=url)).openai_api_key.get_secret_value()
        for url in (None, "http://127.0.0.1:9/v1")
    ]
    assert keys == ["sk-owl", "none"]
