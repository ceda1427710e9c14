"""The disk cache of replies: what counts as the same request, and what a damaged folder does."""

import math
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing

import pytest
from pydantic import BaseModel

from ragkit.model.chat import chat
from ragkit.model.llm import ask, at_temperature, label_odds, say
from ragkit.model.replies import ReplyCache, was_cached, without_address
from ragkit.settings import Settings


class Owl(BaseModel):
    """A form; the three dashes --- are there because LangChain's description of a call is cut at such."""

    sound: str


@pytest.fixture
def server(endpoint):
    """An OpenAI-compatible endpoint that counts its replies: "reply 1", "reply 2", ..."""

    def answer(body):
        tops = [{"token": token, "logprob": math.log(odds)} for token, odds in (("Yes", 0.6), (" no", 0.2))]
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant"}}
        choice["message"]["content"] = f"reply {len(running.asked)}"
        if body.get("logprobs"):
            choice["logprobs"] = {"content": [tops[0] | {"top_logprobs": tops}]}
        return 200, {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}}

    running = endpoint(answer)
    return running


@pytest.fixture
def ask_with(server, tmp_path):
    """A model on that endpoint with an empty cache of its own."""
    own = {"provider": "openai", "model": "owl", "base_url": f"{server.url}/v1", "cache": tmp_path}
    return lambda **settings: chat(Settings(**own | settings))


def test_a_second_identical_request_comes_from_disk_and_says_so(server, ask_with):
    first, second = say(ask_with(), "Hoo?"), say(ask_with(), "Hoo?")
    assert (first.content, second.content, len(server.asked)) == ("reply 1", "reply 1", 1)
    assert (was_cached(first), was_cached(second)) == (False, True)
    assert second.usage_metadata["input_tokens"] == 7  # what it took when it was real


@pytest.mark.parametrize(
    "other",
    [{"temperature": 0.5}, {"max_tokens": 9}, {"seed": 1}, {"model": "cat"}],
    ids=lambda other: next(iter(other)),
)
def test_another_model_or_parameter_is_another_request(server, ask_with, other):
    say(ask_with(), "Hoo?")
    assert not was_cached(say(ask_with(**other), "Hoo?"))


def test_a_draw_from_a_model_that_was_asked_before_is_another_request(server, ask_with):
    llm = ask_with()
    greedy = say(llm, "Hoo?")
    draws = [say(at_temperature(llm, 0.7, draw=number), "Hoo?") for number in (1, 2, 1)]
    assert [reply.content for reply in (greedy, *draws)] == ["reply 1", "reply 2", "reply 3", "reply 2"]
    assert [body["temperature"] for body in server.asked] == [0.0, 0.7, 0.7]


def test_another_prompt_form_or_kind_of_call_is_another_request(server, ask_with):
    llm = ask_with()
    say(llm, "Hoo?")
    assert not was_cached(say(llm, "Hoo!"))
    label_odds(llm, "Hoo?", ["yes", "no"])
    assert "logprobs" in server.asked[-1]
    with pytest.raises(ValueError, match="could not be read"):
        ask(llm, "Hoo?", Owl, retries=0)
    assert "response_format" in server.asked[-1] and len(server.asked) == 4


def test_labels_are_read_from_the_same_stored_reply(server, ask_with):
    yes_no, no_yes = (label_odds(ask_with(), "Fly?", labels) for labels in (["yes", "no"], ["no", "yes"]))
    assert yes_no == no_yes == pytest.approx({"yes": 0.75, "no": 0.25})
    assert len(server.asked) == 1


def test_the_key_knows_the_weights_and_not_the_address(tmp_path):
    call = '{"kwargs": {"seed": %d, "openai_api_base": "http://127.0.0.1:%d/v1"}}---[]'
    one, two = ReplyCache(tmp_path, "sha of one file"), ReplyCache(tmp_path, "sha of another")
    assert one.key("Hoo?", call % (0, 4711)) == one.key("Hoo?", call % (0, 80))
    assert len({one.key("Hoo?", call % (0, 80)), one.key("Hoo?", call % (1, 80)), two.key("Hoo?", call % (0, 80))}) == 3


def test_dashes_in_a_call_do_not_confuse_the_key():
    description = '{"kwargs": {"openai_api_base": "x", "seed": 0}}---[("stop", "---")]'
    assert without_address(description) == '{"kwargs": {"seed": 0}}---[("stop", "---")]'
    assert without_address("[('_type', 'chat-ollama')]") == "[('_type', 'chat-ollama')]"


def test_without_reuse_the_model_is_asked_each_time(server, ask_with):
    replies = [say(ask_with(reuse_replies=False), "Hoo?") for _ in range(2)]
    assert [reply.content for reply in replies] == ["reply 1", "reply 2"]
    assert not any(map(was_cached, replies))


def test_a_repaired_reply_comes_from_disk_as_a_whole(endpoint, tmp_path):
    def answer(_):
        text = "Sure!" if len(server.asked) == 1 else '{"sound": "hoo"}'
        return 200, {
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}]
        }

    server = endpoint(answer)
    for _ in range(2):
        llm = chat(Settings(provider="openai", model="owl", base_url=f"{server.url}/v1", cache=tmp_path))
        assert ask(llm, "Hoo?", Owl).sound == "hoo"
    assert len(server.asked) == 2  # the try and its repair, once each


@pytest.mark.process
def test_another_process_finds_the_reply_while_this_one_is_open(server, ask_with, tmp_path):
    say(ask_with(), "Hoo?")
    script = f"""
        from ragkit.model.chat import chat
        from ragkit.model.llm import say
        from ragkit.model.replies import was_cached
        from ragkit.settings import Settings
        llm = chat(Settings(provider="openai", model="owl", base_url="{server.url}/v1", cache={str(tmp_path)!r}))
        print(was_cached(say(llm, "Hoo?")), was_cached(say(llm, "And cats?")))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
    assert was_cached(say(ask_with(), "And cats?"))


def replace_value(cache, value):
    """Put another value in the place of the only reply."""
    with closing(sqlite3.connect(cache.store.file)) as database, database:
        database.execute("UPDATE texts SET text = ?", (value,))


@pytest.mark.parametrize("damage", ["", "{", '{"content": 1}'])
def test_a_damaged_value_is_a_miss_and_is_replaced(server, ask_with, damage):
    llm = ask_with()
    say(llm, "Hoo?")
    replace_value(llm.cache, damage)
    assert not was_cached(say(llm, "Hoo?"))
    assert was_cached(say(llm, "Hoo?"))


def test_a_damaged_folder_is_said_and_the_model_still_answers(server, ask_with, tmp_path, caplog):
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "texts.db").write_bytes(b"not a database, but as long as one is" * 100)
    assert say(ask_with(), "Hoo?").content == "reply 1"
    assert "no replies can be read" in caplog.text and str(tmp_path / "replies") in caplog.text
