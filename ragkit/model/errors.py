"""Errors about chat models: the cause of a missing or unusable reply, and what to do about it."""

from __future__ import annotations

from json import JSONDecodeError

import httpx
import ollama
import openai
from langchain_core.exceptions import ModelError

from ragkit.model.embedded import ServerFailed
from ragkit.model.recording import RecordingError
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
    own = _in_chain(error, ServerFailed, RecordingError, ChatFailed)
    if own is not None:
        return own
    cause = _in_chain(error, BadReply) or error
    remedy = _remedy(cause)
    if remedy is None:
        return error
    words = without_secrets(str(cause).strip() or type(cause).__name__)
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
    text = str(error)
    if any(words in text for words in TOO_LONG):
        return "context"
    if NO_STREAM in text:
        return "stream"
    if any(words in text for words in NOT_A_REPLY):
        return "stranger"
    status = getattr(error, "status_code", None)
    if status in STATUSES:
        return STATUSES[status]
    if isinstance(error, BadReply):
        return error.remedy or "other"
    for kinds, remedy in KINDS:
        if isinstance(error, kinds):
            return remedy
    return None


def _in_chain(error: BaseException | None, *kinds: type[Exception]) -> Exception | None:
    """The first error of one of these kinds, which HTTP clients may have wrapped as another."""
    if error is None or isinstance(error, kinds):
        return error
    return _in_chain(error.__cause__, *kinds)


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
    "missing": "Check RAGKIT_MODEL; with Ollama, `ollama pull MODEL` fetches it.",
    "other": "`python -m ragkit doctor` checks the provider.",
}

STATUSES = {401: "key", 403: "key", 404: "missing", 429: "busy"}
"""What to do about a status of HTTP."""

KINDS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    # Time-outs come before connection errors, because OpenAI's time-out is a connection error too.
    ((openai.APITimeoutError, httpx.TimeoutException), "timeout"),
    ((openai.APIConnectionError, httpx.HTTPError, ConnectionError), "absent"),
    ((JSONDecodeError,), "stranger"),
    ((openai.OpenAIError, ollama.ResponseError, ModelError), "other"),
)

TOO_LONG = ("exceed_context_size", "context_length_exceeded")
"""How endpoints say that a prompt does not fit."""
NO_STREAM = "No generations found in stream"
"""What LangChain's plain `ValueError` says of a streamed reply without any piece."""
NOT_A_REPLY = ("No data received from Ollama", "null value for 'choices'")
"""How LangChain's plain `ValueError` and `TypeError` about a reply without content begin."""
