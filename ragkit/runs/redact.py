"""Removal of credentials from text.

Removed are the keys in the settings, and whatever looks like a key, a token, or a password in an
address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ragkit.settings import Settings

REMOVED = "[removed]"
SHORTEST = 8
"""Number of characters from which a key in the settings counts as a secret."""
CREDENTIALS = {
    r"(?<![A-Za-zÀ-ɏ0-9])(?:sk-(?=[\w*-]{0,80}\d|\w{16})[\w*-]{12,}|tvly-[\w*-]{8,})": "",
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


def secrets_of(settings: Settings) -> list[str]:
    """The keys in the settings, for `save` to remove.

    Short ones are left out, such as `none`, because local endpoints accept any key.
    """
    secrets = []
    for name in sorted(settings.secret()):
        key = getattr(settings, name)
        if key is None:
            continue
        value = key.get_secret_value()
        if len(value) >= SHORTEST:
            secrets.append(value)
    return secrets


def without_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with `[removed]` in place of each secret and of what looks like a credential.

    >>> text = "sk-0123456789abcdef at http://me:pw@host/?key=x of Ann, who likes sk-learn"
    >>> without_secrets(text, ["Ann"])
    '[removed] at http://[removed]@host/?key=[removed] of [removed], who likes sk-learn'
    """
    not_blank = [secret for secret in secrets if secret.strip()]
    # The longest comes first, because a secret may contain another one.
    for secret in sorted(not_blank, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    for pattern, stays in CREDENTIALS.items():
        text = re.sub(pattern, stays + REMOVED, text, flags=re.ASCII)
    return text
