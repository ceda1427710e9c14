"""A request ends at its deadline, whatever the endpoint does; `tests/security/test_replies.py` has what it can do."""

import time

import faults
import httpx
import pytest
from faults import wired

from ragkit.model.deadline import timed, until


@pytest.fixture
def wire():
    with wired() as running:
        yield running


@pytest.fixture
def client():
    with httpx.Client(transport=timed()) as opened:
        yield opened


def ask(client, url, seconds):
    request = client.build_request("POST", url, json={})
    request.extensions["timeout"] = until(time.monotonic() + seconds)
    return client.send(request)


def test_a_reply_in_time_is_whole_and_its_connection_is_used_again(client, endpoint):
    server = endpoint(lambda _: (200, {"hoo": 1}))
    assert [ask(client, server.url, 5).json() for _ in range(2)] == [{"hoo": 1}] * 2


@pytest.mark.parametrize("name", faults.SLOW)
def test_a_slow_reply_ends_at_the_deadline(client, wire, name):
    wire.fault = faults.SLOW[name]
    start = time.monotonic()
    with pytest.raises(httpx.TimeoutException):
        ask(client, wire.url, 0.3)
    assert 0.3 <= time.monotonic() - start < 5


def test_a_deadline_that_has_passed_asks_nobody(client, wire):
    with pytest.raises(httpx.TimeoutException):
        ask(client, wire.url, -1)
    assert wire.asked == []


def test_an_endpoint_that_is_not_there_is_told_as_httpx_tells_it(client):
    with pytest.raises(httpx.ConnectError):
        ask(client, f"http://127.0.0.1:{faults.refused_port()}", 5)
