"""Where a question goes that the gate does not find answerable, and why."""

from __future__ import annotations

from ragkit.policy import Policy
from ragkit.state import Rule

NOT_ANSWERABLE: Policy = (
    Rule(
        "false premise",
        "correct",
        "the question takes for granted what the passages deny: say so, and what is the case",
    ),
    Rule(
        "unfounded",
        "apologise",
        "the documents are about this, and none of them has the numbers of the question",
    ),
    Rule(
        "unknowable",
        "apologise",
        "the question is about a year that has not begun, and no document has plans for it",
    ),
)
"""The first rows of every policy after the gate."""
