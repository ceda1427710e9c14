"""Keys of learners for LiteLLM's proxy without a database, with a limit of concurrency for each.

It reads `{"NAME": "KEY", ...}` from the file that RAGKIT_CLASS_KEYS names; that of the hub has the
same form. There are no budgets: LiteLLM checks them against its database.
"""

import json
import os
import secrets
from pathlib import Path
from typing import Any

from litellm.proxy._types import ProxyException, UserAPIKeyAuth

AT_A_TIME = 4
"""Requests that a learner may have under way: as many as the kit makes side by side."""


async def user_api_key_auth(request: Any, api_key: str) -> UserAPIKeyAuth:
    """Say whose key it is, and what it may do. Raises `ProxyException` for any other key."""
    keys = json.loads(Path(os.environ["RAGKIT_CLASS_KEYS"]).read_text(encoding="utf-8"))
    for name, key in keys.items():
        if secrets.compare_digest(key.encode(), api_key.encode()):
            return UserAPIKeyAuth(api_key=key, key_alias=name, max_parallel_requests=AT_A_TIME)
    raise ProxyException("no learner has this key", "auth_error", "api_key", 401)
