"""The chat model that the settings name: embedded, Ollama, or any OpenAI-compatible endpoint.

How to use one is in `llm.py`, how the embedded one runs in `embedded.py`, and how replies are
cached in `replies.py`.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from langchain_core.language_models import BaseChatModel
from langchain_ollama import ChatOllama
from langchain_openai import ChatOpenAI
from openai import DefaultAsyncHttpxClient, DefaultHttpxClient
from pydantic import SecretStr

from ragkit.model.embedded import at_first_request, gguf, serve
from ragkit.model.replies import ReplyCache, replies
from ragkit.settings import Job, Settings
from ragkit.weights import Adapter, taught_adapter


def chat(settings: Settings, job: Job = "answer") -> BaseChatModel:
    """The chat model that does `job` under these settings.

    The embedded model is started at its first use.
    """
    makers = {"embedded": _embedded, "ollama": _ollama, "openai": _openai}
    make = makers[settings.provider]
    model = settings.model_for(job)
    return make(settings, model)


def _embedded(settings: Settings, model: str) -> BaseChatModel:
    path, weights = gguf(model, settings.weights_folder)
    adapter = None
    if model == settings.model_for("judge"):
        adapter, _ = taught_adapter(settings)
    start = partial(serve, path, settings.context, settings.slots, settings.threads, adapter)
    hook, async_hook = at_first_request(start)
    # With a cache, the server is started only for a reply that is not on disk: the hooks then
    # replace this address, which has no port yet.
    url = "http://127.0.0.1/v1"
    if not settings.reuse_replies:
        url = start().url
    # `weights` has the hash of a file of the hub. With it in the name as well, to pin a file would
    # lose its replies on disk.
    name, _, _ = model.partition("@sha256:")
    return _openai_chat(settings, name, weights, url, None, [hook], [async_hook])


def with_adapter(llm: BaseChatModel, adapter: Adapter) -> BaseChatModel:
    """The same chat model with the adapter that its server has loaded.

    Its replies on disk are kept apart from those of other adapters. To switch an adapter off, the
    plain model is used: a request with scale 0 would make llama.cpp forget the evidence.
    """
    changes: dict[str, Any] = {"extra_body": {"lora": [{"id": 0, "scale": 1.0}]}}
    if isinstance(llm.cache, ReplyCache):
        changes["cache"] = llm.cache.of(f"{llm.cache.model} with adapter {adapter.sha256}")
    return llm.model_copy(update=changes)


def _openai(settings: Settings, model: str) -> BaseChatModel:
    url = settings.base_url
    key = settings.api_key.get_secret_value() if settings.api_key else None
    # OPENAI_API_KEY is for OpenAI itself and must not be sent to another address.
    if url is None:
        key = key or os.environ.get("OPENAI_API_KEY")
    weights = f"{model} at {url}"
    return _openai_chat(settings, model, weights, url, key)


def _openai_chat(
    settings: Settings,
    model: str,
    weights: str,
    url: str | None,
    key: str | None,
    hooks: list[Any] | None = None,
    async_hooks: list[Any] | None = None,
) -> BaseChatModel:
    proxied = may_be_proxied(url)
    client = DefaultHttpxClient(
        trust_env=proxied,
        event_hooks={"request": hooks or []},
    )
    async_client = DefaultAsyncHttpxClient(
        trust_env=proxied,
        event_hooks={"request": async_hooks or []},
    )
    return ChatOpenAI(
        model=model,
        base_url=url,
        api_key=SecretStr(key or "none"),
        temperature=settings.temperature,
        seed=settings.seed,
        max_completion_tokens=settings.max_tokens,
        timeout=settings.timeout,
        max_retries=2,
        stream_usage=True,
        cache=replies(settings, weights),
        http_client=client,
        http_async_client=async_client,
    )


def _ollama(settings: Settings, model: str) -> BaseChatModel:
    options: dict[str, Any] = {
        "temperature": settings.temperature,
        "seed": settings.seed,
        "num_predict": settings.max_tokens,
    }
    # LangChain leaves the options out of its own cache key, so they are part of this one.
    weights = f"{model} at {settings.base_url} with {options}"
    url = settings.base_url or os.environ.get("OLLAMA_HOST") or "http://localhost:11434"
    client = {
        "timeout": settings.timeout,
        "trust_env": may_be_proxied(url),
    }
    return ChatOllama(
        model=model,
        base_url=settings.base_url,
        num_ctx=settings.context,
        **options,
        client_kwargs=client,
        cache=replies(settings, weights),
    )


def may_be_proxied(url: str | None) -> bool:
    """Whether HTTP_PROXY applies to this address.

    It does not on this machine, which the proxy of a company or school cannot reach.
    """
    host = urlsplit(url or "").hostname
    return host not in {"127.0.0.1", "localhost", "::1"}
