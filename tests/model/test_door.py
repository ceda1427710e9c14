"""The door: a reply in, in the form of its protocol, and an ordinary one unchanged."""

import asyncio
import json

import faults
import httpx
import pytest
from faults import END, GOOD, delta, events, http, line, lines, says, wired

from ragkit.model import pause
from ragkit.model.chat import chat
from ragkit.model.door import PER_TOKEN, AsyncDoor, OllamaDoor, OpenAIDoor
from ragkit.model.errors import BadReply
from ragkit.model.llm import say, streamed
from ragkit.model.meter import measured
from ragkit.model.remarks import take_remarks
from ragkit.settings import Settings


@pytest.fixture
def wire(monkeypatch):
    monkeypatch.setattr(pause, "FIRST", 0.01)
    take_remarks()
    with wired() as running:
        yield running


def through(door, url, **body):
    with httpx.Client(transport=door) as client:
        return client.post(url, json=body)


def test_an_ordinary_reply_means_the_same_to_langchain(wire):
    usage = {
        "prompt_tokens": 70,
        "completion_tokens": 3,
        "total_tokens": 73,
        "prompt_tokens_details": {"cached_tokens": 64},
    }
    more = {"id": "x", "object": "chat.completion", "created": 1, "model": "owl", "system_fingerprint": "b1"}
    wire.fault = http(says("Owls hunt [1]. Größe\n", usage=usage, logprobs=None) | more)
    reply = say(chat(Settings(provider="openai", base_url=wire.url, reuse_replies=False)), "Hoo?")
    use = measured(reply, 1.0)
    assert (
        reply.content == reply.text == "Owls hunt [1]. Größe\n" and reply.response_metadata["finish_reason"] == "stop"
    )
    assert (use.evaluated, use.reused, use.generated) == (6, 64, 3)


def test_an_endpoint_that_reuses_more_than_it_read_has_read_nothing(wire):
    wire.fault = http(says("x", usage={"prompt_tokens": 5, "prompt_tokens_details": {"cached_tokens": 900}}))
    use = measured(say(chat(Settings(provider="openai", base_url=wire.url, reuse_replies=False)), "Hoo?"), 1.0)
    assert (use.evaluated, use.reused) == (0, 5)


def test_the_whole_reply_leaves_as_json_and_nothing_else_of_the_response(wire):
    wire.fault = http(says("Hoo."), set_cookie="owl=1", x_owl="hoo")
    response = through(OpenAIDoor(5, 9), wire.url)
    assert response.json()["choices"][0]["message"]["content"] == "Hoo."
    assert dict(response.headers).keys() == {"content-type", "content-length"}


def test_a_redirection_is_followed_within_the_same_deadline(wire):
    wire.fault = [http(b"", 307, location="/v2"), GOOD]
    with httpx.Client(transport=OpenAIDoor(5, 9), follow_redirects=True) as client:
        response = client.post(wire.url, json={})
    assert response.status_code == 200
    assert len(wire.asked) == 2
    assert response.request.extensions["deadline"] == response.history[0].request.extensions["deadline"]


def test_a_server_that_breaks_down_once_is_asked_again_without_a_word(wire):
    wire.fault = [http(b"", 503), b"", GOOD]
    assert through(OpenAIDoor(5, 9), wire.url).status_code == 200
    assert len(wire.asked) == 3 and take_remarks() == []


def test_what_no_second_try_can_mend_is_asked_once(wire):
    wire.fault = http(b"no", 400)
    with pytest.raises(BadReply, match="no"):
        through(OpenAIDoor(5, 9), wire.url)
    assert len(wire.asked) == 1


@pytest.mark.parametrize("long", [PER_TOKEN, PER_TOKEN + 1])
@pytest.mark.parametrize("how", ["whole", "events", "lines"])
def test_a_reply_is_cut_after_so_many_characters_for_each_token(wire, how, long):
    text = "o" * long
    pieces = [text[:20], text[20:]]
    wire.fault = {
        "whole": http(says(text)),
        "events": events(*map(delta, pieces)),
        "lines": lines(*map(line, pieces), END),
    }[how]
    settings = Settings(
        provider="ollama" if how == "lines" else "openai", base_url=wire.url, reuse_replies=False, max_tokens=1
    )
    llm = streamed(chat(settings)) if how == "events" else chat(settings)
    reply = say(llm, "Hoo?")
    was_cut = long > PER_TOKEN
    assert len(reply.text) == PER_TOKEN and bool(take_remarks()) == was_cut
    reasons = {reply.response_metadata.get(name) for name in ("finish_reason", "done_reason")}
    assert ("length" in reasons) == was_cut


def test_a_piece_comes_as_soon_as_it_was_sent(wire):
    def sends(send, over):
        send(faults.headers("text/event-stream") + b"data: " + json.dumps(delta("Hoo")).encode() + b"\n\n")
        over.wait(30)

    wire.fault = sends
    with (
        httpx.Client(transport=OpenAIDoor(20, 9)) as client,
        client.stream("POST", wire.url, json={"stream": True}) as got,
    ):
        first = next(got.iter_lines())
    assert json.loads(first.removeprefix("data: "))["choices"][0]["delta"]["content"] == "Hoo"


def test_events_may_be_cut_anywhere_on_the_way(wire):
    whole = faults.GOOD_STREAM
    wire.fault = lambda send, _: [send(bytes([byte])) for byte in whole]
    llm = streamed(chat(Settings(provider="openai", base_url=wire.url, reuse_replies=False)))
    assert say(llm, "Hoo?").text == "Owls hunt mice [1]."


def test_an_asynchronous_client_gets_the_same_reply(wire):
    async def asks():
        async with httpx.AsyncClient(transport=AsyncDoor(OllamaDoor(5, 9))) as client:
            return await client.post(wire.url, json={})

    wire.fault = faults.GOOD_OLLAMA
    text = asyncio.run(asks()).text
    assert [json.loads(one)["message"]["content"] for one in text.splitlines()] == ["Owls hunt mice [1].", ""]


def test_nothing_packed_is_asked_for_or_taken(wire):
    wire.fault = http(says("Hoo."), content_encoding="gzip")
    with pytest.raises(BadReply, match="packed"):
        through(OpenAIDoor(5, 9), wire.url)


def test_a_reply_on_disk_has_the_key_that_it_always_had():
    """The door asks again; but the number of tries is a part of the request's description, which makes the key."""
    llm = chat(Settings(provider="openai", base_url="http://127.0.0.1:9/v1", model="owl"))
    assert '"max_retries": 2' in llm._get_llm_string() and llm.root_client.max_retries == 0
