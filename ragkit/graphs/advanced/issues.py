"""What may be wrong with the evidence or with a draft, and what to do about it (advanced).

The eight issues of either gate. A judge reads the meanings and chooses one. Then the model that
searches again, or writes again, reads the instruction of that one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Issue(NamedTuple):
    """One way in which evidence or a draft falls short."""

    meaning: str
    """What is so, as the judge reads it."""
    instruction: str
    """What to do about it, as the next call reads it."""


RETRIEVAL: Mapping[str, Issue] = {
    "partial_coverage": Issue(
        "they answer one part of the question, and not another part",
        "Ask only for the part of the question that the passages do not answer.",
    ),
    "missing_key_info": Issue(
        "they are about the topic, but do not state the fact that is asked for",
        "Use the names and technical terms that a passage with the missing fact would use.",
    ),
    "incomplete_context": Issue(
        "they need an explanation or a definition that is not there",
        "Ask for the background that is missing: the definition, the cause, or the steps.",
    ),
    "domain_misalignment": Issue(
        "they use the same words for something else",
        "Say of which field the question is, so that its words cannot mean something else.",
    ),
    "low_confidence": Issue(
        "they hint at an answer, and do not state it clearly",
        "Ask in plain words for a clear statement of the fact.",
    ),
    "mixed_relevance": Issue(
        "a few of them are about the question, and most are not",
        "Make the question narrower: keep its most specific words, and drop the general ones.",
    ),
    "off_topic": Issue(
        "none of them is about the topic of the question",
        "Name the topic of the question first.",
    ),
    "wrong_domain": Issue(
        "all of them are about another field of knowledge",
        "Name the field of the question first.",
    ),
}
"""The issues of evidence."""
ON_TOPIC = ("partial_coverage", "missing_key_info", "incomplete_context", "low_confidence")
"""The issues of evidence that is about the topic of the question."""
SWITCHING = ("off_topic", "wrong_domain")
"""The issues on which the strategy is switched, because other words would not help."""
ANSWER: Mapping[str, Issue] = {
    "incomplete_synthesis": Issue(
        "it does not bring together what several passages state",
        "Bring together what the passages state about it.",
    ),
    "lacks_specificity": Issue(
        "it is too general, without the names and numbers of the passages",
        "Give the exact names and numbers of the passages.",
    ),
    "missing_details": Issue(
        "it leaves out details that the question asks for",
        "Add the details that the question asks for.",
    ),
    "unsupported_claims": Issue(
        "it says something that the passages do not state",
        "Say only what a passage states.",
    ),
    "partial_answer": Issue(
        "it answers one part of the question, and not another part",
        "Answer every part of the question.",
    ),
    "wrong_focus": Issue(
        "it is about something other than what is asked",
        "Answer exactly what is asked, and nothing else.",
    ),
    "retrieval_limited": Issue(
        "it says less than is asked, because the passages do not hold more",
        "Say what the passages do state, and leave out the rest.",
    ),
    "contextual_gaps": Issue(
        "it cannot be understood without something that it leaves out",
        "Say what the answer is about, so that it can be understood alone.",
    ),
}
"""The issues of a draft."""


def meanings(issues: Mapping[str, Issue]) -> dict[str, str]:
    """The meaning of each issue, as the options of a choice."""
    return {name: issue.meaning for name, issue in issues.items()}
