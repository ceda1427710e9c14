"""What a user is told when the chat model gives no reply: the cause, and the next step."""

import json

import httpx
import openai
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
        (400, {"error": {"message": "that is not allowed"}}, "`python -m ragkit doctor`"),
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


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 2048 tokens. However, you requested 2304 tokens.",
        "'max_tokens' is too large: 256. This model's maximum context length is 2048 tokens",
        "model is loaded with context length of only 2048 tokens, which is not enough",
        "Requested tokens (3000) exceed context window of 2048",
        "the request exceeds the available context size",
        "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "Input is too long for requested model.",
        "The input token count (1200000) exceeds the maximum number of tokens allowed",
        "The input (5000 tokens) is longer than the model's context length",
        "Please reduce the length of the messages or completion.",
    ],
)
def test_every_servers_words_for_too_long_a_prompt_are_known(endpoint, words):
    message = told(openai_like(endpoint(lambda _: (400, {"error": {"message": words}})).url), ContextTooLong)
    assert words in message and "RAGKIT_CHUNK_TOKENS" in message


def test_a_busy_endpoint_that_speaks_of_context_is_busy(endpoint):
    said = {"error": {"message": "Too many requests with a long context window"}}
    message = told(openai_like(endpoint(lambda _: (429, said)).url, timeout=0.4))
    assert "Ask later" in message


@pytest.mark.parametrize(
    ("status", "said", "remedy"),
    [
        (404, {"detail": "Not Found"}, "Check RAGKIT_BASE_URL"),
        (404, b"404 page not found", "Check RAGKIT_BASE_URL"),
        (405, b"Method Not Allowed", "Check RAGKIT_BASE_URL"),
        (404, {"error": {"message": "The model `owl` does not exist"}}, "Check RAGKIT_MODEL"),
        (400, b"<h1>400</h1>The plain HTTP request was sent to HTTPS port", "https://"),
        (400, {"error": {"code": "content_filter", "message": "the content management policy"}}, "another filter"),
        (407, b"Proxy Authentication Required", "HTTP_PROXY"),
    ],
)
def test_a_wrong_address_a_filter_and_a_proxy_have_remedies_of_their_own(endpoint, status, said, remedy):
    assert remedy in told(openai_like(endpoint(lambda _: (status, said)).url))


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate", "SSL_CERT_FILE"),
        ("[SSL: WRONG_VERSION_NUMBER] wrong version number", "https://"),
        ("illegal status line: bytearray(b'\\x15\\x03')", "https://"),
        ("[Errno -2] Name or service not known", "spelt right"),
        ("[Errno 8] nodename nor servname provided, or not known", "spelt right"),
        ("[Errno 11001] getaddrinfo failed", "spelt right"),
        ("[Errno 111] Connection refused", "Is the server running"),
    ],
)
@pytest.mark.parametrize("wrapped", [True, False])
def test_a_failed_connection_tells_its_cause(words, remedy, wrapped):
    cause = httpx.ConnectError(words)
    error = openai.APIConnectionError(request=httpx.Request("POST", "http://owl")) if wrapped else cause
    if wrapped:
        error.__cause__ = cause
    message = str(explained(error))
    assert words.rstrip(".") in message and remedy in message


@pytest.mark.parametrize(
    ("status", "said", "remedy"),
    [
        (402, {"error": {"message": "Insufficient Balance"}}, "nothing left to spend"),
        (429, {"error": {"code": "insufficient_quota"}}, "nothing left to spend"),
        (422, {"error": {"message": "Budget has been exceeded! Max budget: 1.0"}}, "nothing left to spend"),  # LiteLLM
        (503, {"error": {"message": "Loading model"}}, "Ask later"),
    ],
)
def test_an_empty_account_and_a_loading_model_are_told_apart(endpoint, status, said, remedy, monkeypatch):
    monkeypatch.setattr("ragkit.model.pause.FIRST", 0.01)
    assert remedy in told(openai_like(endpoint(lambda _: (status, said)).url))


def test_a_time_out_names_its_setting(endpoint):
    server = endpoint()
    message = told(openai_like(server.url, timeout=0.2))
    assert "timed out. Raise RAGKIT_TIMEOUT" in message


@pytest.mark.slow
def test_nobody_listening_names_the_address_setting():
    message = told(openai_like("http://127.0.0.1:9"))
    assert "refused. Is the server running at RAGKIT_BASE_URL?" in message  # and not two full stops


def test_an_error_that_is_not_about_the_model_stays_what_it_is():
    error = LookupError("no scripted reply")
    assert explained(error) is error
    assert explained(json.JSONDecodeError("x", "", 0)) is not error


def test_a_time_out_while_connecting_is_a_time_out_and_not_an_absent_server():
    assert "RAGKIT_TIMEOUT" in str(explained(httpx.ConnectTimeout("")))
    assert "ConnectTimeout" in str(explained(httpx.ConnectTimeout("")))  # it has no text of its own
