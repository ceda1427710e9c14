"""The chat model that the settings name, and when the embedded one is loaded."""

import pytest

import ragkit.model.chat
from ragkit.model.chat import chat
from ragkit.model.embedded import Server, ServerFailed
from ragkit.model.llm import say
from ragkit.settings import Settings

SMALL = "qwen2.5-coder-0.5b"


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


def test_a_model_whose_replies_all_lie_on_disk_is_never_loaded(started, use):
    settings = use(model=SMALL)
    say(chat(settings), "Hoo?")
    started.clear()
    assert say(chat(settings), "Hoo?").content == "Hoo."
    assert not started


async def wakes(settings):
    return await chat(settings).ainvoke("Hoo, later?")


def test_an_asynchronous_question_wakes_it_too(started, use):
    import asyncio

    assert asyncio.run(wakes(use(model=SMALL))).content == "Hoo."
    assert started


def test_without_the_disk_cache_it_is_loaded_at_once_so_that_no_reply_is_charged_for_it(started):
    chat(Settings(model=SMALL, reuse_replies=False))
    assert len(started) == 1


def test_a_model_that_cannot_be_loaded_is_said_in_the_servers_words(tmp_path):
    (tmp_path / "owl.gguf").write_text("hoo")
    with pytest.raises(ServerFailed, match="is no GGUF file"):
        say(chat(Settings(model=str(tmp_path / "owl.gguf"))), "Hoo?")


def test_openais_own_key_variable_counts_for_openai_and_is_sent_nowhere_else(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-owl")
    keys = [
        chat(Settings(provider="openai", base_url=url)).openai_api_key.get_secret_value()
        for url in (None, "http://127.0.0.1:9/v1")
    ]
    assert keys == ["sk-owl", "none"]
