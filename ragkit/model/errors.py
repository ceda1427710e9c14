"""Errors about chat models: the cause of a missing or unusable reply, and what to do about it."""

from __future__ import annotations

from json import JSONDecodeError

import httpx
import ollama
import openai
from langchain_core.exceptions import ModelError

from ragkit.model.embedded import ServerFailed
from ragkit.model.recording import RecordingError


class ChatFailed(RuntimeError):
    """A chat model gave no reply.

    `str(error)` says why and what to do; the provider's own error is its cause.
    """


class ContextTooLong(ChatFailed):
    """The prompt does not fit the model's context window."""


class Unreadable(ValueError):
    """A model's reply did not have the requested form, even after the model was shown the error."""


class NoOdds(ValueError):
    """There are no odds of the labels.

    Either the endpoint gives no log-probabilities, or none of the likely first tokens begins a
    label.
    """


def explained(error: Exception) -> Exception:
    """The provider's error in the kit's words; an error that is not about the model as it is."""
    own = _our_own(error)
    if own:
        return own
    text = str(error).strip().rstrip(".") or type(error).__name__
    if "exceed_context_size" in text or "context_length_exceeded" in text:
        return ContextTooLong(f"the prompt is too long for the model: {text}. {REMEDY['context']}")
    if NO_STREAM in text:
        return ChatFailed(f"the chat model gave no reply: {text}. {REMEDY['stream']}")
    for kinds, remedy in KINDS:
        not_a_reply = remedy == "stranger" and any(words in text for words in NOT_A_REPLY)
        if not_a_reply or isinstance(error, kinds):
            return ChatFailed(f"the chat model gave no reply: {text}. {REMEDY[remedy]}")
    status = getattr(error, "status_code", None)
    if isinstance(error, (openai.OpenAIError, ollama.ResponseError, ModelError)):
        remedy = "missing" if status == 404 else "other"
        cause = f"(status {status}): {text}"
        return ChatFailed(f"the chat model gave no reply {cause}. {REMEDY[remedy]}")
    return error


def _our_own(error: BaseException | None) -> ServerFailed | RecordingError | None:
    """The error of the embedded server or of a recording, which HTTP clients wrap as another."""
    if error is None or isinstance(error, ServerFailed | RecordingError):
        return error
    return _our_own(error.__cause__)


REMEDY = {
    "context": (
        "Retrieve fewer or shorter passages (RAGKIT_POLICY=simple, RAGKIT_CHUNK_TOKENS); "
        "raise RAGKIT_CONTEXT."
    ),
    "timeout": "Raise RAGKIT_TIMEOUT (seconds), or take a smaller model (RAGKIT_TIER=budget).",
    "absent": "Is the server running at RAGKIT_BASE_URL? `python -m ragkit doctor` asks it.",
    "key": "Set RAGKIT_API_KEY to a key that the endpoint accepts.",
    "stranger": (
        "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER, and not a proxy's or a log-in page?"
    ),
    "stream": "The endpoint may not be able to stream: set RAGKIT_STREAM=false.",
    "missing": "Check RAGKIT_MODEL; with Ollama, `ollama pull MODEL` fetches it.",
    "other": "`python -m ragkit doctor` checks the provider.",
}

KINDS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    # Time-outs come before connection errors, because OpenAI's time-out is a connection error too.
    ((openai.APITimeoutError, httpx.TimeoutException), "timeout"),
    ((openai.APIConnectionError, httpx.TransportError, ConnectionError), "absent"),
    ((openai.AuthenticationError, openai.PermissionDeniedError), "key"),
    ((JSONDecodeError,), "stranger"),
)

NO_STREAM = "No generations found in stream"
"""What LangChain's plain `ValueError` says of a streamed reply without any piece."""
NOT_A_REPLY = ("No data received from Ollama", "null value for 'choices'")
"""How LangChain's plain `ValueError` and `TypeError` about a reply without content begin."""
