"""The bridge that plays an Ollama (`ollama_bridge.py`) is one to Ollama's own client and to the kit; errors too."""

import json
import math

import ollama
import pytest
from ollama_bridge import ollama_bridge
from pydantic import BaseModel

from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed, NoOdds
from ragkit.model.llm import ask, label_odds, say
from ragkit.model.served import served_models
from ragkit.settings import Settings


class City(BaseModel):
    name: str


def event(text="", **more):
    return {"choices": [{"index": 0, "delta": {"content": text}} | more]}


def odds(**of_tokens):
    tops = [{"token": token, "logprob": math.log(p)} for token, p in of_tokens.items()]
    return {"logprobs": {"content": [tops[0] | {"top_logprobs": tops}]}}


USAGE = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}


def streamed(*events):
    """Server-sent events, as llama.cpp sends them."""
    lines = [f"data: {json.dumps(one)}\n\n" for one in events]
    return 200, "".join([*lines, "data: [DONE]\n\n"]).encode()


HOOT = streamed(event("Hoo"), event("-hoo"), event(finish_reason="stop"), USAGE)


@pytest.fixture
def bridge(endpoint):
    """`bridge(reply)` is a bridge to a server that gives this reply to everything; `bridge.before` is that server."""
    opened = []

    def start(reply, **how):
        before = endpoint(lambda _: reply)
        context = ollama_bridge(f"{before.url}/v1", "owl", **how)
        opened.append(context)
        started = context.__enter__()
        started.before = before
        return started

    yield start
    for context in opened:
        context.__exit__(None, None, None)


def settings(url, **more):
    return Settings(provider="ollama", model="owl", base_url=url, reuse_replies=False, **more)


def test_a_reply_comes_in_pieces_with_its_counts_and_its_end(bridge):
    client = ollama.Client(bridge(HOOT).url)
    *pieces, last = client.chat("owl", [{"role": "user", "content": "Hoo?"}], stream=True)
    assert [piece.message.content for piece in pieces] == ["Hoo", "-hoo"]
    assert (last.done, last.done_reason, last.prompt_eval_count, last.eval_count) == (True, "stop", 7, 2)


def test_the_kit_reads_its_replies_and_its_options_go_on_to_the_server(bridge):
    bridged = bridge(HOOT)
    reply = say(chat(settings(bridged.url, seed=11, max_tokens=9, context=1024)), "Hoo?")
    assert (reply.content, reply.usage_metadata["input_tokens"]) == ("Hoo-hoo", 7)
    assert bridged.asked[0]["options"]["num_ctx"] == 1024
    wish = bridged.before.asked[0]
    assert (wish["seed"], wish["max_tokens"], wish["temperature"], wish["stream"]) == (11, 9, 0.0, True)
    assert "num_ctx" not in wish
    assert wish["messages"] == [{"role": "user", "content": "Hoo?"}]


def test_a_form_goes_on_as_a_schema(bridge):
    bridged = bridge(streamed(event('{"name": "Paris"}'), USAGE))
    assert ask(chat(settings(bridged.url)), "Capital of France?", City) == City(name="Paris")
    schema = bridged.before.asked[0]["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["name"]


def test_odds_come_through(bridge):
    bridged = bridge(streamed(event("Yes", **odds(Yes=0.6, no=0.2)), USAGE))
    assert label_odds(chat(settings(bridged.url)), "Do owls fly?", ["yes", "no"])["yes"] == pytest.approx(0.75)
    assert bridged.before.asked[0]["top_logprobs"] == 20


def test_an_old_ollama_has_no_odds(bridge):
    bridged = bridge(streamed(event("Yes"), USAGE), logprobs=False)
    with pytest.raises(NoOdds, match="structured judge"):
        label_odds(chat(settings(bridged.url)), "Do owls fly?", ["yes", "no"])
    assert "logprobs" not in bridged.before.asked[0]


def test_its_model_is_listed(bridge):
    assert served_models(settings(bridge(HOOT).url)) == ["owl"]


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"{", 400, "Expecting"),
        (b"{}", 400, "model is required"),
        (b'{"model": "bat"}', 404, "model 'bat' not found"),
    ],
)
def test_what_ollama_would_refuse_is_refused(bridge, body, status, reason):
    reply = ollama.Client(bridge(HOOT).url)._client.post("/api/chat", content=body)
    assert reply.status_code == status
    assert reason in reply.json()["error"]


def test_an_address_that_ollama_does_not_have_is_not_found(bridge):
    client = ollama.Client(bridge(HOOT).url)._client
    assert client.get("/api/embed").status_code == 404
    assert client.post("/api/pull", json={"model": "owl"}).status_code == 404


@pytest.mark.parametrize(
    ("upstream", "status", "reason"),
    [
        ((503, {"error": {"message": "loading model"}}), 503, "loading model"),
        ((200, b"data: {oops\n"), 500, "llama runner"),
    ],
)
def test_a_server_that_fails_is_an_error_of_ollama(bridge, upstream, status, reason):
    with pytest.raises(ollama.ResponseError, match=reason) as caught:
        list(ollama.Client(bridge(upstream).url).chat("owl", [], stream=True))
    assert caught.value.status_code == status


def test_a_server_that_fails_in_the_middle_says_so_in_the_last_piece(bridge):
    bridged = bridge(streamed(event("Hoo"), {"error": {"message": "out of memory"}}))
    with pytest.raises(ChatFailed, match="out of memory"):
        say(chat(settings(bridged.url)), "Hoo?")


def test_a_server_that_is_away_is_an_error_of_ollama():
    with ollama_bridge("http://127.0.0.1:9/v1", "owl") as bridged, pytest.raises(ollama.ResponseError, match="runner"):
        list(ollama.Client(bridged.url).chat("owl", [], stream=True))
