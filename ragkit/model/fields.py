"""Fields of a request that an endpoint refuses: it is asked once more without them.

OpenAI-compatible endpoints differ in what they accept: Mistral's knows no `seed`, older servers no
`max_completion_tokens`, reasoning models no `temperature`, Gemma no system message. What one
refused is remembered as long as its chat model lives, and is said in the notes of each run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import httpx

from ragkit.model.errors import BadReply, is_too_long
from ragkit.model.remarks import remark

SYSTEM = re.compile("system role|roles? must alternate|role.{1,20}system", re.IGNORECASE)
"""How an endpoint refuses a system message, as those of Gemma models do."""
OMITTABLE = {
    "max_completion_tokens": "max_tokens",
    "max_tokens": "",
    "seed": "",
    "temperature": "",
    "stream_options": "",
}
"""The fields that a request can do without, and the older name of one."""
REFUSALS = (400, 422)
"""The statuses with which an endpoint refuses a field."""


class Fields:
    """What one endpoint has refused so far."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def request(self, request: httpx.Request, more: Sequence[str] = ()) -> httpx.Request:
        """The request without the fields that the endpoint refused, and without `more`."""
        names = [*self.refused, *more]
        if not names:
            return request
        body: dict[str, Any] = json.loads(request.read())
        for name in names:
            if name == "system":
                _join_system(body["messages"])
            elif name in body:
                _leave_out(name, body)
        headers = request.headers.copy()
        del headers["Content-Length"]
        return httpx.Request(
            request.method,
            request.url,
            headers=headers,
            content=json.dumps(body).encode(),
            extensions=request.extensions,
        )

    def named_in(self, error: BadReply, request: httpx.Request) -> list[str]:
        """What an error names of a request, and a request can do without: fields, or `system`."""
        words = str(error)
        if error.status_code not in REFUSALS or is_too_long(error):
            return []
        sent = json.loads(request.read() or b"{}")
        first, *_ = sent.get("messages") or [{}]
        if first.get("role") == "system" and SYSTEM.search(words):
            return ["system"]
        return [name for name in OMITTABLE if name in sent and re.search(rf"\b{name}\b", words)]


def _join_system(messages: list[dict[str, Any]]) -> None:
    """Put the system message before the first message of the user, in one with it."""
    first, *rest = messages
    if first.get("role") == "system" and rest:
        rest[0]["content"] = f"{first['content']}\n\n{rest[0]['content']}"
        messages[:] = rest
        remark("the endpoint refuses a system message, so it was sent with the user's")


def _leave_out(name: str, body: dict[str, Any]) -> None:
    """Take a field out of a request, or give it its older name."""
    value = body.pop(name)
    older = OMITTABLE[name]
    if older:
        body[older] = value
        remark(f"the endpoint refuses the field `{name}`, so it was sent as `{older}`")
    else:
        remark(f"the endpoint refuses the field `{name}`, so it was asked without it")
