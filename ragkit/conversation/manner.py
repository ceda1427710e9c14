"""How a reply begins or speaks that is no rewrite: a lead-in, an answer, a refusal, reasoning."""

from __future__ import annotations

import re

from ragkit.state import REFUSAL

FLAGS = re.VERBOSE | re.IGNORECASE | re.MULTILINE
LEAD_IN = re.compile(
    r"""
    ^\W{0,9}(?:
        (?:sure|certainly|absolutely|okay|ok|great|alright|of\scourse|no\sproblem)\b\s?[!,.:]
        | here(?:\sis|'s|\sare)\b
        | (?:the\s)?(?:rewritten|rephrased|revised|standalone|new|next|final)?\s?
            (?:question|message|query|rewrite|answer|user|assistant|output)\b[^?:\n]{0,40}:
        | you\s(?:could|can|might|may)\sask\b
        | (?:this|the)\s(?:message|question|query|rewrite)\b
    )
    """,
    FLAGS,
)
DECLINES = re.compile(
    rf"""
    \b(?:
        i(?:'m|\sam)\s(?:sorry|unable|afraid|not\sable)
        | as\san\sai\b
        | i\s(?:can(?:not|'t)|could\snot|do\snot|don't)\s
            (?:answer|help|assist|rewrite|provide|know|have|see|understand|determine)
    )
    | {re.escape(REFUSAL)}
    """,
    FLAGS,
)
REASONS = re.compile(
    r"""
    \b(?:
        the\suser(?:'s)?\b
        | the\s(?:next|previous|last|original)\s(?:message|question)
        | the\sconversation\b
        | refers\s(?:back\s)?to\b
        | let(?:'s|\sus|\sme)\s(?:think|see|rewrite)
        | step\sby\sstep
        | rewrit(?:e|ten|ing)\b
    )
    """,
    FLAGS,
)
YES_OR_NO = re.compile(r"^\W{0,9}(?:yes|no|yeah)\b\s?[,.!]", FLAGS)
CITES = re.compile(r"\[\d{1,3}\]")
IS_QUESTION = re.compile(
    r"""
    [?？؟\u037e]\W*\Z
    | \A\W*(?:
        what|which|when|where|why|how|who|whom|whose|is|are|was|were|do|does|did|has|have|had|can
        |could|will|would|should|shall|may|might|must|in\swhich
        |tell|explain|describe|list|name|give|show|compare|define|summari[sz]e
      )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A question or a request: by its mark, or in English by its first word."""
ANSWERS = "it answers where a question was asked"
SIGNS = (
    (LEAD_IN, "it is a lead-in to a question, and not the question"),
    (DECLINES, "it declines instead of rewriting"),
    (REASONS, "it speaks about the message instead of rewriting it"),
    (YES_OR_NO, ANSWERS),
    (CITES, ANSWERS),
)
"""Signs of what is no rewrite."""


def manner(rewrite: str, said: str) -> str:
    """What a reply is that is no rewrite; empty where no sign of it is new to what was said.

    >>> manner("Here is the question: When do owls hunt?", "When do they?")
    'it is a lead-in to a question, and not the question'
    >>> manner("What does the user see?", "What is shown to the user?")
    ''
    """
    for sign, reason in SIGNS:
        is_there = sign.search(rewrite)
        if is_there and not sign.search(said):
            return reason
    return ""
