"""A stop ends the call under way: its connection is closed, the server's slot is free, and the next call works."""

import json
import time
from contextlib import contextmanager
from threading import Event, Thread
from urllib.request import Request, urlopen

import faults
import httpx
import pytest
from fakes import small_kit
from faults import wired
from langchain_core.callbacks import CallbackManager

from ragkit.graphs import crag
from ragkit.model.chat import chat
from ragkit.model.deadline import timed, until
from ragkit.model.embedded import serve
from ragkit.model.errors import ChatFailed
from ragkit.model.llm import say, streamed
from ragkit.model.meter import Meter
from ragkit.model.stopping import Stopped, go_on, heed, rest
from ragkit.settings import Settings
from ragkit.trace import stream
from ragkit.weights import ensure

SOON = 1.0
"""Seconds within which a stopped call is over."""
SMALL = "qwen2.5-coder-0.5b"


@pytest.fixture
def stop():
    event = Event()
    yield event
    event.set()
    heed(None)


@contextmanager
def after(asked, stop):
    """Sets `stop` a moment after an endpoint was asked; yields a list that then has the time."""
    moments = []

    def wait():
        seconds_until(lambda: bool(asked))
        time.sleep(0.3)
        moments.append(time.monotonic())
        stop.set()

    thread = Thread(target=wait)
    thread.start()
    yield moments
    thread.join()


def seconds_until(happens, most=60):
    start = time.monotonic()
    while not happens() and time.monotonic() - start < most:
        time.sleep(0.02)
    return time.monotonic() - start


# What waits for an endpoint


def test_without_a_stop_nothing_is_stopped():
    heed(None)
    go_on()
    rest(0)


def test_a_rest_ends_with_the_stop(stop):
    heed(stop)
    with after([1], stop), pytest.raises(Stopped, match="stopped by the user"):
        rest(30)


@pytest.mark.parametrize("name", faults.SLOW)
def test_a_reply_under_way_ends_with_the_stop(stop, name):
    heed(stop)
    with wired() as wire, httpx.Client(transport=timed()) as client:
        wire.fault = faults.SLOW[name]
        request = client.build_request("POST", wire.url, json={})
        request.extensions["timeout"] = until(time.monotonic() + 30)
        with after(wire.asked, stop) as at, pytest.raises(Stopped):
            client.send(request)
        assert time.monotonic() - at[0] < SOON


@pytest.mark.parametrize("name", faults.SLOW)
def test_with_a_stop_that_nobody_sets_the_deadline_is_as_it_was(stop, name):
    heed(stop)
    with wired() as wire, httpx.Client(transport=timed()) as client:
        wire.fault = faults.SLOW[name]
        request = client.build_request("POST", wire.url, json={})
        request.extensions["timeout"] = until(time.monotonic() + 0.35)
        start = time.monotonic()
        with pytest.raises(httpx.TimeoutException):
            client.send(request)
        assert 0.35 <= time.monotonic() - start < 5


# A call of a chat model


def openai(url, **more):
    settings = {"provider": "openai", "model": "owl", "base_url": f"{url}/v1", "reuse_replies": False} | more
    return chat(Settings(**settings))


def ollama(url, **more):
    return chat(Settings(provider="ollama", model="owl", base_url=url, reuse_replies=False, **more))


def metered(llm, stop):
    return llm.with_config(callbacks=CallbackManager([Meter(stop)]))


def silence(send, over):
    """An endpoint that reads its prompt, and has not said a word yet."""
    over.wait(30)


def event_stream(send, over):
    send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    choice = {"index": 0, "delta": {"content": "hoo "}}
    while not over.wait(0.05):
        send(b"data: " + json.dumps({"id": "x", "model": "owl", "choices": [choice]}).encode() + b"\n\n")


def lines(send, over):
    send(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n")
    message = {"role": "assistant", "content": "hoo "}
    piece = {"model": "owl", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": False}
    while not over.wait(0.05):
        send(json.dumps(piece).encode() + b"\n")


def heard_to_end(fault, ended):
    """The same endpoint, which sets `ended` when its client has hung up."""

    def sending(send, over):
        def sent(data):
            try:
                send(data)
            except OSError:
                ended.set()
                raise

        fault(sent, over)

    return sending


CALLS = {
    "whole, of the OpenAI protocol, before a token": (openai, silence),
    "streamed, of the OpenAI protocol, before a token": (lambda url: streamed(openai(url)), silence),
    "streamed, of the OpenAI protocol": (lambda url: streamed(openai(url, max_tokens=100_000)), event_stream),
    "of Ollama, before a token": (ollama, silence),
    "of Ollama": (lambda url: ollama(url, max_tokens=100_000), lines),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_ends_within_a_second_and_is_not_made_again(stop, name):
    make, fault = CALLS[name]
    with wired() as wire:
        wire.fault = fault
        with after(wire.asked, stop) as at, pytest.raises(Stopped, match="^stopped by the user$"):
            say(metered(make(wire.url), stop), "Hoo?")
        assert time.monotonic() - at[0] < SOON
        assert len(wire.asked) == 1


@pytest.mark.parametrize(("make", "fault"), [(lambda url: streamed(openai(url)), event_stream), (ollama, lines)])
def test_the_endpoint_sees_its_connection_closed(stop, make, fault):
    gone = Event()
    with wired() as wire:
        wire.fault = heard_to_end(fault, gone)
        with after(wire.asked, stop), pytest.raises(Stopped):
            say(metered(make(wire.url), stop), "Hoo?")
        assert gone.wait(SOON)


def test_a_call_after_the_one_that_was_stopped_is_not_stopped(stop, endpoint):
    with wired() as wire:
        wire.fault = silence
        with after(wire.asked, stop), pytest.raises(Stopped):
            say(metered(openai(wire.url), stop), "Hoo?")
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hoo."}}
    server = endpoint(lambda _: (200, {"choices": [choice]}))
    assert say(openai(server.url), "Hoo?").content == "Hoo."


def test_a_busy_endpoint_is_not_waited_for_after_the_stop(stop):
    with wired() as wire:
        wire.fault = b"HTTP/1.1 429 Busy\r\nRetry-After: 20\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        with after(wire.asked, stop) as at, pytest.raises(Stopped):
            say(metered(openai(wire.url), stop), "Hoo?")
        assert time.monotonic() - at[0] < SOON
        assert len(wire.asked) == 1


def test_a_failure_that_is_none_of_the_users_is_told_as_before(stop):
    with pytest.raises(ChatFailed, match="Is the server running"):
        say(metered(openai(f"http://127.0.0.1:{faults.refused_port()}"), stop), "Hoo?")


# A run


@pytest.mark.parametrize("judges", [1, 4])
def test_a_run_ends_with_the_calls_of_its_judges_also_side_by_side(stop, tmp_path, judges):
    with wired() as wire:
        wire.fault = silence
        address = {"provider": "openai", "base_url": f"{wire.url}/v1", "reuse_replies": False}
        kit = small_kit(tmp_path / "index", judges=judges, **address)
        with after(wire.asked, stop) as at:
            *_, trace = stream(crag(), "When do owls hunt?", kit, stop=stop)
        assert time.monotonic() - at[0] < SOON + 1
        kit.close()
    assert trace.failed == "stopped by the user"
    assert trace.route == ["retrieve"]
    assert trace.answer == ""


# The real server


def slots(server):
    """Whether each slot of the server is at work."""
    headers = {"Authorization": f"Bearer {server.key}"}
    with urlopen(Request(f"{server.url.removesuffix('/v1')}/slots", None, headers), timeout=60) as reply:
        return [slot["is_processing"] for slot in json.load(reply)]


def stopped_call(llm, server, stop, prompt):
    """Stop a call once a slot is at work; returns the seconds until all slots are free."""
    ended = []

    def call():
        try:
            say(metered(llm, stop), prompt)
        except Stopped:
            ended.append("stopped")

    thread = Thread(target=call)
    thread.start()
    seconds_until(lambda: any(slots(server)))
    time.sleep(0.2)
    stop.set()
    free = seconds_until(lambda: not any(slots(server)))
    thread.join(60)
    assert ended == ["stopped"]
    return free


@pytest.mark.parametrize("streaming", [True, False])
def test_the_slot_of_the_embedded_server_is_free_at_once_while_it_writes_and_the_next_call_works(
    server_llm, stop, streaming
):
    server = serve(ensure(SMALL), context=2048, threads=1)
    llm = streamed(server_llm) if streaming else server_llm
    long = llm.model_copy(update={"max_tokens": 1500})
    free = stopped_call(long, server, stop, "Count from one to a thousand, in words.")
    # A second on a quiet machine; the whole reply takes far longer.
    assert free < 6
    assert say(server_llm, "Say hi.").content


def test_the_slot_is_free_after_one_batch_while_the_server_still_reads_the_prompt(server_llm, stop):
    server = serve(ensure(SMALL), context=2048, threads=1)
    words = " ".join(f"owl {number}" for number in range(230))
    stopped_call(streamed(server_llm), server, stop, f"{time.time()} {words} So?")
    assert say(server_llm, "Say hi.").content
