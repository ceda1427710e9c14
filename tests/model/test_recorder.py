"""Writing replies down: each once, from the model or from disk, and nothing that is of one machine alone."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fakes import served
from pydantic import SecretStr
from recordings import SHA256, SMALL, embedded
from tiny_gguf import write_gguf

from ragkit.model.chat import chat, with_adapter
from ragkit.model.llm import say
from ragkit.model.recorder import written_down
from ragkit.model.recording import NotRecorded, RecordingError
from ragkit.model.recording_file import write
from ragkit.model.scripted import ScriptedLLM
from ragkit.weights import Adapter

SCRIPT = ScriptedLLM(replies={"Hoo": "Hoo.", "Miaow": "Miaow."})


@pytest.fixture
def server(endpoint):
    with embedded(endpoint, SCRIPT) as running:
        yield running


@pytest.fixture
def settings(use, tmp_path):
    return use(tier="budget", record_to=tmp_path / "written")


def texts(folder):
    replies, _ = written_down(folder)
    return sorted(reply.text for reply in replies.values())


def test_every_reply_is_written_down_once(server, settings, tmp_path):
    for prompt in ("Hoo?", "Miaow?", "Hoo?"):
        say(chat(settings), prompt)
    assert texts(tmp_path / "written") == ["Hoo.", "Miaow."] and len(server.asked) == 2
    replies, models = written_down(tmp_path / "written")
    assert models == {SMALL: SHA256} and all(len(key) == 64 for key in replies)


def test_a_reply_that_was_on_disk_is_written_down_too(server, settings, use, tmp_path):
    say(chat(use(tier="budget")), "Hoo?")
    assert written_down(tmp_path / "written") == ({}, {})
    say(chat(settings), "Hoo?")
    assert texts(tmp_path / "written") == ["Hoo."] and len(server.asked) == 1


def test_without_the_disk_cache_replies_are_written_down_all_the_same(server, settings, tmp_path):
    own = settings.model_copy(update={"reuse_replies": False})
    for _ in range(2):
        say(chat(own), "Hoo?")
    assert texts(tmp_path / "written") == ["Hoo."] and len(server.asked) == 2


def test_replies_with_an_adapter_are_apart_and_of_the_same_model_file(server, settings, tmp_path):
    llm = chat(settings)
    say(llm, "Hoo?")
    say(with_adapter(llm, Adapter(Path("/owl.gguf"), "1" * 64, SHA256)), "Hoo?")
    replies, models = written_down(tmp_path / "written")
    assert len(replies) == 2 and models == {SMALL: SHA256}


def test_threads_write_whole_lines(server, settings, tmp_path):
    llm = chat(settings)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: say(llm, f"Hoo {number}?"), range(40)))
    (file,) = (tmp_path / "written").iterdir()
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 40


def test_no_prompt_no_key_and_no_path_is_written_down(server, settings, tmp_path):
    say(chat(settings.model_copy(update={"api_key": SecretStr("sk-owl")})), "Hoo, in secret?")
    (file,) = (tmp_path / "written").iterdir()
    written = file.read_text()
    assert not any(foreign in written for foreign in ("secret", "sk-owl", "a-key", str(tmp_path), "127.0.0.1"))


def test_a_file_of_ones_own_is_not_recorded_because_others_do_not_have_its_name(settings, tmp_path):
    file = write_gguf(tmp_path / "owl.gguf", {"general.name": "owl"})
    with pytest.raises(RecordingError, match="got a file of your own.*record a pinned model or hf:OWNER"):
        chat(settings.model_copy(update={"model": str(file)}))


def test_a_folder_that_cannot_be_written_ends_the_recording(server, settings, tmp_path):
    (tmp_path / "written").write_text("a file")
    with pytest.raises(RecordingError, match="asked to record a reply in .*TMPDIR"):
        say(chat(settings), "Hoo?")


def test_an_endpoints_replies_are_replayed_without_its_address_and_without_a_key(endpoint, use, tmp_path):
    server = endpoint(served(SCRIPT))
    base = {"model": "owl-7b", "tier": "budget"}
    asked = use(provider="openai", base_url=f"{server.url}/v1", record_to=tmp_path / "written", **base)
    assert say(chat(asked.model_copy(update={"api_key": SecretStr("sk-owl")})), "Hoo?").content == "Hoo."
    replies, models = written_down(tmp_path / "written")
    file = tmp_path / "owl.jsonl.gz"
    write(file, replies, models)
    assert list(models) == ["owl-7b"] and server.url not in file.read_bytes().decode("latin-1")
    replay = use(provider="recorded", recorded_of="openai", recording=file, **base)
    assert say(chat(replay), "Hoo?").content == "Hoo." and len(server.asked) == 1
    with pytest.raises(NotRecorded, match=r"'Miaow\?', which was not recorded.*were other ones"):
        say(chat(replay), "Miaow?")


def test_an_endpoints_replies_stay_in_its_own_cache_while_they_are_recorded(endpoint, use, tmp_path):
    server = endpoint(served(SCRIPT))
    usual = {"provider": "openai", "model": "owl-7b", "base_url": f"{server.url}/v1"}
    say(chat(use(**usual)), "Hoo?")
    say(chat(use(record_to=tmp_path / "written", **usual)), "Hoo?")
    assert texts(tmp_path / "written") == ["Hoo."] and len(server.asked) == 1
