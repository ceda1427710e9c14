"""When a request is sent again, and after how long."""

import httpx
import pytest
from faults import later

from ragkit.model.errors import BadReply
from ragkit.model.pause import LONGEST, pause, retry_after


@pytest.mark.parametrize("status", [408, 409, 500, 502, 503, 504, 529])
def test_an_endpoint_that_breaks_down_is_asked_three_times(status):
    assert [pause(BadReply("no", status), tries) for tries in (1, 2, 3)] == [0.5, 1.0, None]


@pytest.mark.parametrize("status", [200, 302, 400, 401, 403, 404, 413, 422])
def test_what_the_endpoint_means_is_not_asked_again(status):
    assert pause(BadReply("no", status), 1) is None


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadError, httpx.RemoteProtocolError])
def test_a_connection_that_breaks_is_tried_three_times(error):
    assert [pause(error("no"), tries) for tries in (1, 2, 3)] == [0.5, 1.0, None]


@pytest.mark.parametrize("error", [httpx.ReadTimeout, httpx.ConnectTimeout, httpx.WriteTimeout, httpx.PoolTimeout])
def test_an_endpoint_that_was_too_slow_is_not_asked_again(error):
    assert pause(error("no"), 1) is None


def test_a_busy_endpoint_is_asked_ever_more_rarely_and_never_given_up_here():
    pauses = [pause(BadReply("no", 429), tries) for tries in range(1, 10)]
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == LONGEST


def test_what_a_busy_endpoint_asks_for_counts_but_it_is_never_asked_at_once():
    assert pause(BadReply("no", 429, after=90), 1) == 90
    assert pause(BadReply("no", 503, after=7), 1) == 7
    assert pause(BadReply("no", 429, after=0), 9) == 0.5


@pytest.mark.parametrize("text", ["", "soon", "-1", "inf", "nan", "1e999", "Fri, 31 Dec 1999 23:59:59 GMT", "9" * 5000])
def test_a_wish_that_cannot_be_met_is_none(text):
    assert retry_after({"Retry-After": text}) is None


def test_a_wish_may_be_seconds_or_a_date():
    assert retry_after(httpx.Headers({"retry-after": "1.5"})) == 1.5
    assert 7 < retry_after({"Retry-After": later(9)}) <= 9
