"""Errors about chat models: the cause of a missing or unusable reply, and what to do about it."""

from __future__ import annotations

import re
from functools import cache
from json import JSONDecodeError

import httpx
from langchain_core.exceptions import ModelError

from ragkit.model.embedded import ServerFailed
from ragkit.model.recording import RecordingError
from ragkit.model.stopping import Stopped
from ragkit.text.one_line import shortened
from ragkit.text.redact import without_secrets

LONGEST = 300
"""Maximum length of what is repeated of an endpoint's own words, in characters."""


class ChatFailed(RuntimeError):
    """A chat model gave no reply.

    `str(error)` says why and what to do; the provider's own error is its cause.
    """

    status: int | None = None
    """The status of HTTP with which the endpoint refused, where it did."""


class ContextTooLong(ChatFailed):
    """The prompt does not fit the model's context window."""


class TooSlow(ChatFailed):
    """The endpoint gave no whole reply in time."""


class Unreadable(ValueError):
    """A model's reply did not have the requested form, even after the model was shown the error."""


class NoOdds(ValueError):
    """There are no odds of the labels.

    Either the endpoint gives no log-probabilities, or none of the likely first tokens begins a
    label.
    """


class BadReply(Exception):
    """An endpoint sent something else than a reply; the text of the error has its words."""

    def __init__(
        self, text: str, status_code: int = 200, remedy: str = "", after: float | None = None
    ) -> None:
        """`remedy` is a key of `REMEDY`, and `after` the seconds that the endpoint asks to wait."""
        super().__init__(text)
        self.status_code = status_code
        self.remedy = remedy
        self.after = after


def explained(error: Exception) -> Exception:
    """The provider's error in the kit's words; an error that is not about the model as it is."""
    own = in_chain(error, ServerFailed, RecordingError, ChatFailed, Stopped)
    if own is not None:
        return own
    cause = in_chain(error, BadReply) or _unwrapped(error)
    remedy = _remedy(cause)
    if remedy is None:
        return error
    words = without_secrets(_words(cause))
    text = shortened(words, LONGEST).rstrip(".")
    status = getattr(cause, "status_code", None)
    failed: ChatFailed
    if remedy == "context":
        failed = ContextTooLong(f"the prompt is too long for the model: {text}. {REMEDY[remedy]}")
    else:
        refused = f" (status {status})" if status not in (None, 200) else ""
        kind = TooSlow if remedy == "timeout" else ChatFailed
        failed = kind(f"the chat model gave no reply: {text}{refused}. {REMEDY[remedy]}")
    failed.status = status
    return failed


def _remedy(error: Exception) -> str | None:
    """The key of what to do about an error; None for an error that is not about the model."""
    text = _words(error)
    if is_too_long(error):
        return "context"
    status = getattr(error, "status_code", None)
    for pattern, remedy in SAID if isinstance(error, BadReply) else (*SAID, *CAUSES):
        if pattern.search(text):
            return remedy
    if status == 404:
        # An endpoint that knows no such model says so; any other server knows no such path.
        return "missing" if "model" in text.casefold() else "address"
    if status in STATUSES:
        return STATUSES[status]
    if isinstance(error, BadReply):
        return error.remedy or "other"
    for kinds, remedy in _kinds():
        if isinstance(error, kinds):
            return remedy
    return None


def is_too_long(error: Exception) -> bool:
    """Whether an endpoint says that the prompt does not fit the model's context window."""
    is_busy = getattr(error, "status_code", None) == 429
    return TOO_LONG.search(str(error)) is not None and not is_busy


def is_full(error: Exception) -> bool:
    """Whether an endpoint has no place for a request now: it says so, or did not reply in time."""
    if isinstance(error, httpx.TimeoutException):
        return True
    return isinstance(error, BadReply) and _remedy(error) == "busy"


def _words(error: Exception) -> str:
    return str(error).strip() or type(error).__name__


def _unwrapped(error: Exception) -> Exception:
    """The error, or what is behind OpenAI's plain "Connection error."."""
    from openai import APIConnectionError

    is_connection = isinstance(error, APIConnectionError)
    if is_connection and isinstance(error.__cause__, Exception):
        return _unwrapped(error.__cause__)
    return error


def in_chain(error: BaseException | None, *kinds: type[Exception]) -> Exception | None:
    """The first error of one of these kinds, which HTTP clients may have wrapped as another."""
    if error is None or isinstance(error, kinds):
        return error
    return in_chain(error.__cause__, *kinds)


REMEDY = {
    "context": (
        "Retrieve fewer or shorter passages (RAGKIT_DEPTH=simple, RAGKIT_CHUNK_TOKENS); "
        "raise RAGKIT_CONTEXT."
    ),
    "timeout": "Raise RAGKIT_TIMEOUT (seconds), or take a smaller model (RAGKIT_TIER=budget).",
    "absent": "Is the server running at RAGKIT_BASE_URL? `python -m ragkit doctor` asks it.",
    "key": "Set RAGKIT_API_KEY to a key that the endpoint accepts.",
    "busy": "Ask later, ask less at a time, or raise RAGKIT_TIMEOUT (seconds) to wait longer.",
    "stranger": (
        "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER, and not a proxy's or a log-in page?"
    ),
    "stream": "The endpoint may not be able to stream: set RAGKIT_STREAM=false.",
    "address": (
        "Check RAGKIT_BASE_URL: most OpenAI-compatible addresses end in /v1, those of Ollama in "
        "the port, and none in /chat/completions."
    ),
    "certificate": (
        "If the certificate is your organisation's own, set SSL_CERT_FILE to the file that has it."
    ),
    "tls": "Does RAGKIT_BASE_URL begin with https:// where the server speaks http://, or not?",
    "name": "Is the host in RAGKIT_BASE_URL spelt right, and does this machine reach its network?",
    "proxy": "Check HTTP_PROXY and HTTPS_PROXY; NO_PROXY names the hosts that are asked directly.",
    "credit": "The account of RAGKIT_API_KEY has nothing left to spend: see the provider's page.",
    "broken": (
        "Ask again. If it happens often, a proxy on the way may end long replies; with "
        "RAGKIT_PROVIDER=openai, RAGKIT_STREAM=false asks for whole ones."
    ),
    "filtered": "Ask in other words, or take a model or provider with another filter.",
    "missing": "Check RAGKIT_MODEL; with Ollama, `ollama pull MODEL` fetches it.",
    "other": "`python -m ragkit doctor` checks the provider.",
}

STATUSES = {
    401: "key",
    402: "credit",
    403: "key",
    405: "address",
    407: "proxy",
    429: "busy",
    503: "busy",
}
"""What to do about a status of HTTP."""

SAID = (
    # LangChain's plain `ValueError` about a streamed reply without any piece.
    (re.compile("No generations found in stream"), "stream"),
    # Its plain `ValueError` and `TypeError` about a reply without content.
    (re.compile("No data received from Ollama|null value for 'choices'"), "stranger"),
    (re.compile("insufficient_quota|[Ii]nsufficient [Bb]alance"), "credit"),
    (re.compile("Budget has been exceeded"), "credit"),  # LiteLLM's, for one learner's key
    (re.compile("content_filter|content management policy"), "filtered"),
    (re.compile("HTTP request was sent to HTTPS port"), "tls"),
)
"""What to do about an error with these words, whatever its kind."""

CAUSES = (
    (re.compile("certificate verify failed", re.IGNORECASE), "certificate"),
    (re.compile("SSL|TLS|illegal status line"), "tls"),
    (re.compile("Name or service|nodename nor|getaddrinfo|name resolution|No address"), "name"),
)
"""What to do about a connection that failed with these words."""

TOO_LONG = re.compile(
    r"""
    exceed_context_size | context_length_exceeded
    | context [ ] (length|window|size)
    | longer [ ] than [ ] the [ ] model | reduce [ ] the [ ] length
    | (prompt|input) [ ] is [ ] too [ ] long | input [ ] token [ ] count
    | `inputs` [ ] (tokens|must)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""How endpoints say that a prompt does not fit."""


@cache
def _kinds() -> tuple[tuple[tuple[type[Exception], ...], str], ...]:
    """What to do about an error of these kinds.

    The clients are imported here, because they take a second and most errors are never met.
    """
    import ollama
    import openai

    return (
        # Time-outs come first, because OpenAI's time-out is a connection error too.
        ((openai.APITimeoutError, httpx.TimeoutException), "timeout"),
        ((httpx.ProxyError,), "proxy"),
        ((httpx.UnsupportedProtocol, httpx.InvalidURL), "address"),
        ((openai.APIConnectionError, httpx.HTTPError, ConnectionError), "absent"),
        ((JSONDecodeError,), "stranger"),
        ((openai.OpenAIError, ollama.ResponseError, ModelError), "other"),
    )
