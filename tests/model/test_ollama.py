"""The Ollama path, against a loopback server that speaks Ollama's protocol: what is sent, what is understood."""

import math

import pytest
from pydantic import BaseModel

from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import ask, label_odds, say
from ragkit.model.replies import was_cached
from ragkit.settings import Settings


class City(BaseModel):
    name: str
    country: str


def piece(text, **more):
    message = {"role": "assistant", "content": text}
    return {"model": "owl", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": False} | more


def reply(*texts, **first):
    """A streamed reply: each text a line of NDJSON, then the line that counts tokens."""
    end = piece("", done=True, done_reason="stop", prompt_eval_count=7, eval_count=2)
    return 200, [piece(texts[0], **first), *map(piece, texts[1:]), end]


def logprobs(**top):
    tops = [{"token": token, "logprob": math.log(odds), "bytes": []} for token, odds in top.items()]
    return {"logprobs": [tops[0] | {"top_logprobs": tops}]}


def model(url, **more):
    return chat(Settings(provider="ollama", model="owl", base_url=url, **({"reuse_replies": False} | more)))


def test_a_reply_comes_whole_with_its_usage(endpoint):
    said = say(model(endpoint(lambda _: reply("Hoo", "-hoo")).url), "Hoo?")
    assert said.content == "Hoo-hoo"
    assert (said.usage_metadata["input_tokens"], said.usage_metadata["output_tokens"]) == (7, 2)


def test_the_settings_are_in_the_request(endpoint):
    server = endpoint(lambda _: reply("Hoo"))
    say(model(server.url, temperature=0.5, seed=11, max_tokens=9, context=1024), "Hoo?")
    body = server.asked[0]
    assert body["options"] == {"temperature": 0.5, "seed": 11, "num_predict": 9, "num_ctx": 1024}
    assert (body["model"], body["messages"]) == ("owl", [{"role": "user", "content": "Hoo?"}])


def test_a_form_is_sent_as_a_json_schema_and_filled_in(endpoint):
    server = endpoint(lambda _: reply('{"name": "Paris",', ' "country": "France"}'))
    assert ask(model(server.url), "Capital of France?", City) == City(name="Paris", country="France")
    schema = server.asked[0]["format"]
    assert (schema["type"], schema["required"]) == ("object", ["name", "country"])


def test_logprobs_become_odds_and_only_one_token_is_asked_for(endpoint):
    server = endpoint(lambda _: reply("Yes", **logprobs(**{"Yes": 0.6, " no": 0.2, "Maybe": 0.1})))
    odds = label_odds(model(server.url, seed=11, context=1024), "Do owls fly?", ["yes", "no"])
    assert odds == pytest.approx({"yes": 0.75, "no": 0.25})
    body = server.asked[0]
    assert (body["logprobs"], body["top_logprobs"]) == (True, 20)
    assert body["options"] == {"num_predict": 1, "temperature": 0.0, "seed": 11, "num_ctx": 1024}


def test_odds_survive_the_reply_cache(endpoint, use):
    server = endpoint(lambda _: reply("Yes", **logprobs(Yes=0.6, no=0.2)))
    llm = model(server.url, reuse_replies=True, cache=use().cache)
    first, second = (label_odds(llm, "Do owls fly?", ["yes", "no"]) for _ in range(2))
    assert first == pytest.approx(second)
    assert len(server.asked) == 1


def test_options_that_langchain_leaves_out_are_in_the_cache_key(endpoint, use):
    server, cache = endpoint(lambda _: reply("Hoo")), use().cache
    for seed in (1, 2, 2):
        last = say(model(server.url, reuse_replies=True, cache=cache, seed=seed), "Hoo?")
    assert len(server.asked) == 2 and was_cached(last)


@pytest.mark.parametrize("first", [{}, {"logprobs": [{"token": "Yes", "logprob": -0.1}]}])
def test_without_alternatives_there_are_no_odds(endpoint, first):
    with pytest.raises(NoOdds):
        label_odds(model(endpoint(lambda _: reply("Yes", **first)).url), "Do owls fly?", ["yes", "no"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ((404, {"error": "model 'owl' not found"}), "`ollama pull MODEL`"),
        ((500, {"error": "boom"}), "status 500"),
        ((200, [{"error": "out of memory"}]), "out of memory"),
        ((200, b"<html>log in</html>"), "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER"),
        ((200, b""), "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER"),
    ],
)
def test_what_goes_wrong_at_the_server_is_told(endpoint, answer, told):
    with pytest.raises(ChatFailed, match="the chat model gave no reply") as caught:
        say(model(endpoint(lambda _: answer).url), "Hoo?")
    assert told in str(caught.value)


def test_a_server_that_hangs_is_a_time_out(endpoint):
    with pytest.raises(ChatFailed, match="RAGKIT_TIMEOUT"):
        say(model(endpoint().url, timeout=0.2), "Hoo?")


@pytest.mark.slow
def test_an_absent_server_is_told():
    with pytest.raises(ChatFailed, match="Is the server running at RAGKIT_BASE_URL"):
        say(model("http://127.0.0.1:9"), "Hoo?")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_proxy_does_not_stand_before_a_server_on_this_machine(endpoint, monkeypatch, host):
    monkeypatch.delenv("NO_PROXY")
    monkeypatch.delenv("no_proxy")
    server = endpoint(lambda _: reply("Hoo"))
    assert say(model(server.url.replace("127.0.0.1", host)), "Hoo?").content == "Hoo"
