"""Fields of a request that an endpoint refuses: it is asked once more without them.

OpenAI-compatible endpoints differ in what they accept: Mistral's knows no `seed`, older servers no
`max_completion_tokens`, reasoning models no `temperature`. What one refused is remembered as long
as its chat model lives, and is said in the notes of each run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import httpx

from ragkit.model.errors import BadReply, is_too_long
from ragkit.model.remarks import remark

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
            if name in body:
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
        """The fields of a request that an error names, and that a request can do without."""
        words = str(error)
        if error.status_code not in REFUSALS or is_too_long(error):
            return []
        sent = json.loads(request.read() or b"{}")
        return [name for name in OMITTABLE if name in sent and re.search(rf"\b{name}\b", words)]


def _leave_out(name: str, body: dict[str, Any]) -> None:
    """Take a field out of a request, or give it its older name."""
    value = body.pop(name)
    older = OMITTABLE[name]
    if older:
        body[older] = value
        remark(f"the endpoint refuses the field `{name}`, so it was sent as `{older}`")
    else:
        remark(f"the endpoint refuses the field `{name}`, so it was asked without it")
