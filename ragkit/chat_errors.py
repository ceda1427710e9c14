"""What to tell a user whose chat model gave no reply, or none of use: what was asked, what came, what to do next."""

from __future__ import annotations

from json import JSONDecodeError

import httpx
import ollama
import openai
from langchain_core.exceptions import ModelError

from ragkit.embedded import ServerFailed


class ChatFailed(RuntimeError):
    """A chat model gave no reply. `str(error)` says why and what to do; the provider's own error is its cause."""


class ContextTooLong(ChatFailed):
    """The prompt does not fit the model's context window."""


class Unreadable(ValueError):
    """A model's reply was not what was asked for, after it was shown what is wrong."""


class NoOdds(ValueError):
    """No odds to be had: the endpoint gives no log-probabilities, or the model would say none of the labels."""


def explained(error: Exception) -> Exception:
    """The provider's error in the kit's words, or the error itself when it is not about the model."""
    if failed := _server_failed(error):
        return failed
    text = str(error).strip().rstrip(".") or type(error).__name__
    if "exceed_context_size" in text or "context_length_exceeded" in text:
        return ContextTooLong(f"the prompt is too long for the model: {text}. {REMEDY['context']}")
    for kinds, remedy in KINDS:
        if isinstance(error, kinds) or (remedy == "stranger" and any(words in text for words in NOT_A_REPLY)):
            return ChatFailed(f"the chat model gave no reply: {text}. {REMEDY[remedy]}")
    status = getattr(error, "status_code", None)
    if isinstance(error, (openai.OpenAIError, ollama.ResponseError, ModelError)):
        remedy = "missing" if status == 404 else "other"
        return ChatFailed(f"the chat model gave no reply (status {status}): {text}. {REMEDY[remedy]}")
    return error


def _server_failed(error: BaseException | None) -> ServerFailed | None:
    """The embedded server's own error, which HTTP clients wrap as a connection error."""
    if error is None or isinstance(error, ServerFailed):
        return error
    return _server_failed(error.__cause__)


REMEDY = {
    "context": "Retrieve fewer or shorter passages (RAGKIT_POLICY=simple, RAGKIT_CHUNK_TOKENS); raise RAGKIT_CONTEXT.",
    "timeout": "Raise RAGKIT_TIMEOUT (seconds), or take a smaller model (RAGKIT_TIER=budget).",
    "absent": "Is the server running at RAGKIT_BASE_URL? `python -m ragkit doctor` asks it.",
    "key": "Set RAGKIT_API_KEY to a key that the endpoint accepts.",
    "stranger": "Is RAGKIT_BASE_URL an endpoint of RAGKIT_PROVIDER, and not a proxy's or a log-in page?",
    "missing": "Check RAGKIT_MODEL; with Ollama, `ollama pull MODEL` fetches it.",
    "other": "`python -m ragkit doctor` checks the provider.",
}

KINDS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((openai.APITimeoutError, httpx.TimeoutException), "timeout"),  # before connection: OpenAI's time-out is one
    ((openai.APIConnectionError, httpx.TransportError, ConnectionError), "absent"),
    ((openai.AuthenticationError, openai.PermissionDeniedError), "key"),
    ((JSONDecodeError,), "stranger"),
)

NOT_A_REPLY = ("No data received from Ollama", "null value for 'choices'")
"""How LangChain's plain `ValueError` and `TypeError` about a reply without content begin."""
