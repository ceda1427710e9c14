"""Credentials out of text: the keys of the settings, and what looks like a key, a token or a password in an address."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ragkit.settings import Settings

REMOVED = "[removed]"
CREDENTIALS = {
    r"(?<![A-Za-zÀ-ɏ0-9])(?:sk-(?=[\w*-]{0,80}\d|\w{16})[\w*-]{12,}|tvly-[\w*-]{8,})": "",
    r"""(?i)(authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[^\s"',]+""": r"\1",
    r"(?i)(\bbearer\s+)(?=[\w.~+/=*-]{0,80}(?:\d|\w[.~+=]\w)|\w{20})[\w.~+/=*-]{6,}": r"\1",
    r"""(?i)(api[_-]?key["']?\s*[:=]\s*["']?)(?=[\w.~+/=*-]{0,80}\d|\w{20})[\w.~+/=*-]{6,}""": r"\1",
    r"""(?i)([?&#](?:amp;)?(?:[\w-]*[_-])?(?:api)?(?:key|token|secret|password|sig|signature)=)[^&#\s"'<>)]+""": r"\1",
    r"""(://)[^\s/?#"<>:@]*:[^\s/?#"<>]*(?=@)""": r"\1",
}
"""How a credential looks, and what stays of it. Where a word could stand too, it has a digit or great length."""


def secrets_of(settings: Settings) -> list[str]:
    """The keys in the settings, for `save` to remove; not such as `none`, with which local endpoints are content."""
    keys = [key.get_secret_value() for key in (settings.api_key, settings.tavily_key) if key]
    return [key for key in keys if len(key) >= 8]


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text, in which each secret and what looks like a credential is `[removed]`.

    >>> without_secrets("sk-0123456789abcdef at http://me:pw@host/?key=x of Ann, who likes sk-learn", ["Ann"])
    '[removed] at http://[removed]@host/?key=[removed] of [removed], who likes sk-learn'
    """
    for secret in sorted(filter(str.strip, secrets), key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    for look, stays in CREDENTIALS.items():
        text = re.sub(look, stays + REMOVED, text, flags=re.ASCII)
    return text
