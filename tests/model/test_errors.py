"""What a user is told when the chat model gives no reply: the cause, and the next step."""

import json

import httpx
import pytest

from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed, ContextTooLong, explained
from ragkit.model.llm import say
from ragkit.settings import Settings

OVERFLOW = {"error": {"code": 400, "type": "exceed_context_size_error", "message": "request (9 tokens) exceeds 8"}}


def openai_like(url, **more):
    return chat(Settings(provider="openai", model="owl", base_url=f"{url}/v1", reuse_replies=False, **more))


def told(llm, kind=ChatFailed):
    with pytest.raises(kind) as caught:
        say(llm, "Hoo?")
    assert caught.value.__cause__ is not None  # the provider's own error is kept
    return str(caught.value)


@pytest.mark.parametrize(
    ("status", "said", "next_step"),
    [
        (401, {"error": {"message": "Invalid API Key"}}, "Set RAGKIT_API_KEY"),
        (404, {"error": {"message": "model 'owl' not found"}}, "Check RAGKIT_MODEL; with Ollama, `ollama pull"),
        (400, {"error": {"message": "seed is not allowed"}}, "`python -m ragkit doctor`"),
        (200, b"<html>Please log in</html>", "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER"),
        (200, {"status": "ok"}, "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER"),
    ],
)
def test_what_an_endpoint_says_is_told_with_the_next_step(endpoint, status, said, next_step):
    server = endpoint(lambda _: (status, said))
    message = told(openai_like(server.url))
    assert message.startswith("the chat model gave no reply") and next_step in message
    if isinstance(said, dict) and "error" in said:
        assert said["error"]["message"] in message
    assert len(server.asked) == 1  # none of these gets better by asking again


def test_an_overflowing_context_has_a_kind_of_its_own(endpoint):
    message = told(openai_like(endpoint(lambda _: (400, OVERFLOW)).url), ContextTooLong)
    assert "RAGKIT_DEPTH=simple" in message
    assert "RAGKIT_CONTEXT" in message


def test_a_time_out_names_its_setting(endpoint):
    server = endpoint()
    message = told(openai_like(server.url, timeout=0.2))
    assert "timed out. Raise RAGKIT_TIMEOUT" in message


@pytest.mark.slow
def test_nobody_listening_names_the_address_setting():
    message = told(openai_like("http://127.0.0.1:9"))
    assert "Connection error. Is the server running at RAGKIT_BASE_URL?" in message  # and not two full stops


def test_an_error_that_is_not_about_the_model_stays_what_it_is():
    error = LookupError("no scripted reply")
    assert explained(error) is error
    assert explained(json.JSONDecodeError("x", "", 0)) is not error


def test_a_time_out_while_connecting_is_a_time_out_and_not_an_absent_server():
    assert "RAGKIT_TIMEOUT" in str(explained(httpx.ConnectTimeout("")))
    assert "ConnectTimeout" in str(explained(httpx.ConnectTimeout("")))  # it has no text of its own
