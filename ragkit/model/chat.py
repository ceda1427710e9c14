"""The chat model that the settings name: embedded, recorded, Ollama, or any OpenAI-compatible
endpoint.

How to use one is in `llm.py`, how the embedded one runs in `embedded.py`, how replies are cached in
`replies.py`, and how recorded ones are found in `recorded.py`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit, urlunsplit

import httpx
from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr

from ragkit.model.door import AsyncDoor, OllamaDoor, OpenAIDoor
from ragkit.model.embedded import SLOTS, at_first_request, gguf, serve
from ragkit.model.fallback import Fallback, FallbackDoor, with_fallback
from ragkit.model.llm import changed
from ragkit.model.proxy import proxy_of
from ragkit.model.recorded import RecordedReplies, recording_of
from ragkit.model.recorder import kept, kept_of_endpoint
from ragkit.model.recording import NotRecorded
from ragkit.model.replies import Replies, replies
from ragkit.model.special_tokens import INVOCATION
from ragkit.settings import Job, Settings
from ragkit.weights import Adapter, adapters_of

Hook = Callable[[httpx.Request], None]
"""What is done before a request is sent."""
User = tuple[str, str] | None
"""A name and a password, where an address has them."""
OPENAI = "https://api.openai.com/v1"
NO_PORT = "http://127.0.0.1/v1"
"""The address of a server that is not started yet, or never."""


def chat(settings: Settings, job: Job = "answer") -> BaseChatModel:
    """The chat model that does `job` under these settings.

    The embedded model is started at its first use. Raises `RecordingError`, and for the embedded
    model `ModelFileError` and `ServerFailed`.
    """
    makers = {
        "embedded": _embedded,
        "recorded": _recorded,
        "ollama": _ollama,
        "openai": _openai,
    }
    make = makers[settings.provider]
    model = settings.model_for(job)
    return make(settings, model)


def _embedded(settings: Settings, model: str) -> BaseChatModel:
    path, weights = gguf(model, settings.weights_folder)
    adapters = adapters_of(settings, model)
    start = partial(serve, path, settings.context, SLOTS, settings.threads, adapters)
    # With a cache, the server is started only for a reply that is not on disk: the hook then
    # replaces this address.
    url = NO_PORT
    if not settings.reuse_replies:
        url = start().url
    # `weights` has the hash of a file of the hub. With it in the name as well, to pin a file would
    # lose its replies on disk.
    name, _, _ = model.partition("@sha256:")
    cache = kept(settings, name, weights)
    return _openai_chat(settings, name, cache, url, None, at_first_request(start))


def _recorded(settings: Settings, model: str) -> BaseChatModel:
    """A model as its requests are written, with a recording in the place of a server."""
    recording = recording_of(settings)
    assert recording is not None
    name, _, sha256 = model.partition("@sha256:")
    cache = RecordedReplies(recording, name, sha256.lower())
    return _openai_chat(settings, name, cache, NO_PORT, None, _nobody)


def _nobody(_: Any) -> NoReturn:
    """Refuse a request that passed by the recording, as LangChain's own `stream` does."""
    raise NotRecorded(
        "asked for a reply in pieces, and a recording has whole ones; "
        "ask with `invoke`, or use a model: RAGKIT_PROVIDER=embedded"
    )


def with_adapter(llm: BaseChatModel, adapter: Adapter, place: int = 0) -> BaseChatModel:
    """The same chat model with an adapter that its server has loaded, by its place among those.

    Its replies on disk are kept apart from those of other adapters. To switch an adapter off, the
    plain model is used: a request with scale 0 would make llama.cpp forget the evidence.
    """
    changes: dict[str, Any] = {"extra_body": {"lora": [{"id": place, "scale": 1.0}]}}
    if isinstance(llm.cache, Replies):
        changes["cache"] = llm.cache.of(f"{llm.cache.model} with adapter {adapter.sha256}")
    return changed(llm, changes)


def invocation_of(llm: BaseChatModel) -> str:
    """What has to precede the instruction of a call: the marker, where a model has an adapter.

    Without the marker the reply would be zero-shot, and nothing would say so.
    """
    body = getattr(llm, "extra_body", None) or {}
    return INVOCATION if "lora" in body else ""


def _openai(settings: Settings, model: str) -> BaseChatModel:
    url = settings.base_url
    key = settings.api_key.get_secret_value() if settings.api_key else None
    # OPENAI_API_KEY is for OpenAI itself and must not be sent to another address.
    if url is None:
        key = key or os.environ.get("OPENAI_API_KEY")
    cache = kept_of_endpoint(settings, model, f"{model} at {url}")
    cache = with_fallback(settings, model, cache)
    return _openai_chat(settings, model, cache, url, key)


def _openai_chat(
    settings: Settings,
    model: str,
    cache: Replies | bool,
    url: str | None,
    key: str | None,
    hook: Hook | None = None,
) -> BaseChatModel:
    from langchain_openai import ChatOpenAI

    keys = [*settings.secrets(), *([key] if key else [])]
    limits = settings.timeout, settings.max_tokens, proxy_of(url or OPENAI), keys
    door = OpenAIDoor(*limits)
    if isinstance(cache, Fallback):
        door = FallbackDoor(cache, *limits)
    address, user = without_user(url)
    client, async_client = _clients(door, user, hook)
    llm = ChatOpenAI(
        model=model,
        base_url=address,
        api_key=SecretStr(key or "none"),
        temperature=settings.temperature,
        seed=settings.seed,
        max_completion_tokens=settings.max_tokens,
        timeout=settings.timeout,
        max_retries=2,
        stream_usage=True,
        cache=cache,
        http_client=client,
        http_async_client=async_client,
    )
    # The door asks again. As a parameter, 0 would change the key of every reply on disk.
    llm.root_client.max_retries = 0
    llm.root_async_client.max_retries = 0
    return llm


def _clients(
    door: OpenAIDoor, user: User, hook: Hook | None
) -> tuple[httpx.Client, httpx.AsyncClient]:
    client = httpx.Client(transport=door, auth=user, follow_redirects=True)
    async_client = httpx.AsyncClient(transport=AsyncDoor(door), auth=user, follow_redirects=True)
    if hook is not None:
        later = partial(_in_a_thread, hook)
        client.event_hooks = {"request": [hook]}
        async_client.event_hooks = {"request": [later]}
    return client, async_client


async def _in_a_thread(hook: Hook, request: httpx.Request) -> None:
    await asyncio.to_thread(hook, request)


def _ollama(settings: Settings, model: str) -> BaseChatModel:
    from langchain_ollama import ChatOllama

    options: dict[str, Any] = {
        "temperature": settings.temperature,
        "seed": settings.seed,
        "num_predict": settings.max_tokens,
    }
    # LangChain leaves the options out of its own cache key, so they are part of this one.
    weights = f"{model} at {settings.base_url} with {options}"
    url = settings.base_url or os.environ.get("OLLAMA_HOST") or "http://localhost:11434"
    door = OllamaDoor(settings.timeout, settings.max_tokens, proxy_of(url), settings.secrets())
    return ChatOllama(
        model=model,
        base_url=settings.base_url,
        num_ctx=settings.context,
        **options,
        sync_client_kwargs={"transport": door},
        async_client_kwargs={"transport": AsyncDoor(door)},
        cache=replies(settings, weights),
    )


def without_user(url: str | None) -> tuple[str | None, User]:
    """An address without its user and password, and the two.

    Libraries write addresses into logs, and would write the password, too.

    >>> without_user("http://ann:pw@host:80/v1"), without_user("http://host/v1")
    (('http://host:80/v1', ('ann', 'pw')), ('http://host/v1', None))
    """
    place = urlsplit(url or "")
    if "@" not in place.netloc:
        return url, None
    user = unquote(place.username or ""), unquote(place.password or "")
    _, _, host = place.netloc.rpartition("@")
    return urlunsplit(place._replace(netloc=host)), user
