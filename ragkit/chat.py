"""The chat model that the settings name: embedded, Ollama, or any OpenAI-compatible endpoint.

`llm.py` says how to use one. Left out: keeping one running (`embedded.py`) and its replies (`replies.py`).
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

from ragkit.embedded import at_first_request, gguf, serve
from ragkit.replies import replies
from ragkit.settings import Job, Settings


def chat(settings: Settings, job: Job = "answer") -> BaseChatModel:
    """The chat model that does `job` under these settings; the embedded one is started on first use."""
    makers = {"embedded": _embedded, "ollama": _ollama, "openai": _openai}
    return makers[settings.provider](settings, settings.model_for(job))


def _embedded(settings: Settings, model: str) -> BaseChatModel:
    path, weights = gguf(model, settings.cache)
    start = partial(serve, path, settings.context, settings.slots, settings.threads)
    hook, async_hook = at_first_request(start)
    url = "http://127.0.0.1/v1" if settings.reuse_replies else start().url  # else at the first reply not on disk
    return _openai_chat(settings, model, weights, url, None, [hook], [async_hook])


def _openai(settings: Settings, model: str) -> BaseChatModel:
    key = settings.api_key.get_secret_value() if settings.api_key else None
    if settings.base_url is None:  # OpenAI itself; its own variable's key is not for sending elsewhere
        key = key or os.environ.get("OPENAI_API_KEY")
    return _openai_chat(settings, model, f"{model} at {settings.base_url}", settings.base_url, key)


def _openai_chat(
    settings: Settings, model: str, weights: str, url: str | None, key: str | None,
    hooks: list[Any] | None = None, async_hooks: list[Any] | None = None,
) -> BaseChatModel:  # fmt: skip
    proxied = _may_be_proxied(url)
    return ChatOpenAI(
        model=model, base_url=url, api_key=SecretStr(key or "none"), temperature=settings.temperature,
        seed=settings.seed, max_completion_tokens=settings.max_tokens, timeout=settings.timeout, max_retries=2,
        stream_usage=True, cache=replies(settings, weights),
        http_client=DefaultHttpxClient(trust_env=proxied, event_hooks={"request": hooks or []}),
        http_async_client=DefaultAsyncHttpxClient(trust_env=proxied, event_hooks={"request": async_hooks or []}),
    )  # fmt: skip


def _ollama(settings: Settings, model: str) -> BaseChatModel:
    options: dict[str, Any] = {"temperature": settings.temperature, "seed": settings.seed}
    options["num_predict"] = settings.max_tokens
    weights = f"{model} at {settings.base_url} with {options}"  # LangChain leaves these out of its own key
    proxied = _may_be_proxied(settings.base_url or os.environ.get("OLLAMA_HOST") or "http://localhost:11434")
    return ChatOllama(
        model=model, base_url=settings.base_url, num_ctx=settings.context, **options,
        client_kwargs={"timeout": settings.timeout, "trust_env": proxied}, cache=replies(settings, weights),
    )  # fmt: skip


def _may_be_proxied(url: str | None) -> bool:
    """Whether HTTP_PROXY holds for this address: not on this machine, where a firm's or school's proxy cannot reach."""
    return urlsplit(url or "").hostname not in {"127.0.0.1", "localhost", "::1"}
