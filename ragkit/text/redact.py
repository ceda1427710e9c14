"""Removal of credentials from text.

Removed are the secrets that are given (`Settings.secrets`), and whatever looks like a key, a token,
or a password in an address. Text of endpoints, tools and errors is cleaned where it is made, and a
run again before it is saved. Left out: secrets that somebody wrote in another form, such as base64.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

REMOVED = "[removed]"
SHORTEST = 8
"""Number of characters from which a key counts as a secret; local endpoints take any short one."""
CREDENTIALS = {
    r"(?<![A-Za-zÀ-ɏ0-9])(?:sk-(?=[\w*-]{0,80}\d|\w{16})[\w*-]{12,}|tvly-[\w*-]{8,})": "",
    r"(?<![A-Za-zÀ-ɏ0-9])hf_[A-Za-z0-9]{20,}": "",
    r"""(?i)(authorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+)[^\s"',]+""": r"\1",
    r"(?i)(\bbearer\s+)(?=[\w.~+/=*-]{0,80}(?:\d|\w[.~+=]\w)|\w{20})[\w.~+/=*-]{6,}": r"\1",
    (
        r"""(?i)(api[_-]?key["']?\s*[:=]\s*["']?)"""
        r"(?=[\w.~+/=*-]{0,80}\d|\w{20})[\w.~+/=*-]{6,}"
    ): r"\1",
    (
        r"(?i)([?&#](?:amp;)?(?:[\w-]*[_-])?(?:api)?(?:key|token|secret|password|sig|signature)=)"
        r"""[^&#\s"'<>)]+"""
    ): r"\1",
    r"""(://)[^\s/?#"<>:@]*:[^\s/?#"<>]*(?=@)""": r"\1",
}
"""Patterns of credentials, each with the part of the match that stays.

Where an ordinary word could match too, a credential must contain a digit or be long.
"""


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with `[removed]` in place of each secret and of what looks like a credential.

    >>> text = "sk-0123456789abcdef at http://me:pw@host/?key=x of Ann, who likes sk-learn"
    >>> without_secrets(text, ["Ann"])
    '[removed] at http://[removed]@host/?key=[removed] of [removed], who likes sk-learn'
    """
    text = without(text, secrets)
    for pattern, stays in CREDENTIALS.items():
        text = re.sub(pattern, stays + REMOVED, text, flags=re.ASCII)
    return text


def without(text: str, secrets: Iterable[str]) -> str:
    """The text with `[removed]` in place of each secret, and otherwise as it is.

    >>> without("Ann sent sk-0123456789abcdef", ["Ann"])
    '[removed] sent sk-0123456789abcdef'
    """
    not_blank = [secret for secret in secrets if secret.strip()]
    # The longest comes first, because a secret may contain another one.
    for secret in sorted(not_blank, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    return text
