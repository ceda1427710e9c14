"""Which models an endpoint serves: its own list, for a user who has to name one of them.

Ollama and servers of the OpenAI protocol have such a list. Left out: OpenAI itself, whose list is
long and whose models the tiers name.
"""

from __future__ import annotations

import os
import time
from typing import Any

import httpx
from pydantic import TypeAdapter

from ragkit.model.chat import without_user
from ragkit.model.deadline import timed, until
from ragkit.model.door import first_bytes
from ragkit.model.proxy import proxy_of
from ragkit.settings import Settings
from ragkit.text.redact import without_secrets

SECONDS = 10.0
"""How long an endpoint may take to list its models."""
LARGEST = 2**20
"""How much of a list is read, in bytes."""
JSON: TypeAdapter[Any] = TypeAdapter(Any)


def served_models(settings: Settings) -> list[str]:
    """Names of the models at the endpoint of these settings; none where it does not list them."""
    names = _names(settings)
    # Listed is what the endpoint sends, which may be what it was sent.
    return [without_secrets(name, settings.secrets()) for name in names]


def _names(settings: Settings) -> list[str]:
    if settings.provider == "ollama":
        url = settings.base_url or os.environ.get("OLLAMA_HOST") or "http://localhost:11434"
        return _listed(f"{url.rstrip('/')}/api/tags", {}, "models", "name")
    if settings.provider == "openai" and settings.base_url:
        key = settings.api_key.get_secret_value() if settings.api_key else "none"
        headers = {"Authorization": f"Bearer {key}"}
        return _listed(f"{settings.base_url.rstrip('/')}/models", headers, "data", "id")
    return []


def _listed(url: str, headers: dict[str, str], rows: str, name: str) -> list[str]:
    """The names in the list at an address, which may send anything, or be away."""
    try:
        listing = JSON.validate_json(_body(url, headers))
        found = [row[name] for row in listing[rows]]
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, LookupError, TypeError):
        return []
    return [text for text in found if isinstance(text, str)]


def _body(url: str, headers: dict[str, str]) -> bytes:
    """The first bytes at an address, within `SECONDS` in total."""
    address, user = without_user(url)
    with httpx.Client(transport=timed(proxy=proxy_of(url)), auth=user) as client:
        request = client.build_request("GET", address or url, headers=headers)
        request.headers["Accept-Encoding"] = "identity"
        request.extensions["timeout"] = until(time.monotonic() + SECONDS)
        reply = client.send(request, stream=True)
        return b"".join(first_bytes(reply.iter_raw(), LARGEST))
