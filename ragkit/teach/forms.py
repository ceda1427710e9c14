"""A sentence of a passage as a claim: as it is, shortened, turned or joined by rule.

A claim that is always a sentence as it is written would teach to compare letters. The rules keep
what a sentence states: they leave out what is said in passing, or move what says when and where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragkit.text.anchors import NO_NAMES
from ragkit.text.sentences import LEANING, lower_words
from ragkit.text.words import words

SHORTEST, LONGEST = 6, 40
"""Length of a claim, in words."""
CODE_OR_LINK = re.compile(r"[`|$\\\[\]{}]|https?:|\*\*|__|…")
"""Signs of a sentence that is no plain prose."""
QUOTED = re.compile(r"[\"“”]")
IN_BRACKETS = re.compile(r"\s\((?![^()]*\()[^()]*\)")
"""A parenthesis, with the space before it."""
IN_PASSING = re.compile(r",\s(?:which|who|whose|where)\b[^,;:()]*\.$")
"""What a relative clause adds at the end, behind a comma."""
BEFORE_ALL = re.compile(
    r"^((?:In|On|At|During|Since|Until|By|After|Before|For|From)\s(?:[^\s,]+\s?){1,6}),\s([^,;:]+)\.$"
)
"""A phrase that says when or where, and the rest of the sentence without a comma."""
NO_STATEMENT = re.compile(
    r"^(?:See|Draw|Show|Prove|Find|Write|Explain|Give|Compute|Use|Let|Consider|Assume|Suppose|Note|"
    r"Compare|Add|Take|Try|Check|Count|Think|Name|Run|Look|Describe|List|Suppose|Recall|Remember|"
    r"Exercise|Figure|Table|Do|Does|Is|Are|Why|What|How|Which|When|Who)"
    r"\b|^\w+, (?:the|which|who)\b|^\d+[,.]"
)
"""The start of an instruction, of a question, or of a sentence that was cut behind a full stop."""
SMALL = {"during", "after", "before", "since", "many", "two", "three", "several", "until", "other"}
"""Words that often begin a sentence and are no names."""
HALVES = re.compile(r"^([^;]+);\s([^;]+)\.$")
"""Two clauses with a semicolon between them."""


def usable(sentence: str) -> bool:
    """Whether a sentence states something by itself, in plain prose.

    >>> usable("Owls hunt mice in the fields at night."), usable("They hunt mice at night, too.")
    (True, False)
    """
    length = len(sentence.split())
    if not SHORTEST <= length <= LONGEST or not sentence.endswith("."):
        return False
    if CODE_OR_LINK.search(sentence) or QUOTED.search(sentence):
        return False
    if NO_STATEMENT.match(sentence) or sentence.count("(") != sentence.count(")"):
        return False
    if not (sentence[0].isupper() or sentence[0].isdigit()):
        return False
    return not LEANING.intersection(lower_words(sentence)[:1])


def forms(sentence: str) -> list[str]:
    """A sentence in other forms that state the same or less, without itself.

    >>> forms("In 1962, Kahn sorted a graph of tasks (his own), which nobody had done.")
    ['In 1962, Kahn sorted a graph of tasks, which nobody had done.',
     'In 1962, Kahn sorted a graph of tasks (his own).',
     'In 1962, Kahn sorted a graph of tasks.', 'Kahn sorted a graph of tasks in 1962.']
    """
    found: dict[str, None] = {}
    short = IN_BRACKETS.sub("", sentence)
    brief = IN_PASSING.sub(".", short)
    candidates = [short, IN_PASSING.sub(".", sentence), brief, turned(brief), *_clauses(brief)]
    for form in candidates:
        if form != sentence and usable(form):
            found[form] = None
    return list(found)


def turned(sentence: str) -> str:
    """A sentence that begins with when or where, with that at its end; any other as it is.

    >>> turned("In the fields at night, owls hunt mice.")
    'Owls hunt mice in the fields at night.'
    """
    match = BEFORE_ALL.match(sentence)
    if match is None:
        return sentence
    first, rest = match.groups()
    start = first[0].lower()
    end = first[1:].strip()
    return f"{capital(rest)} {start}{end}."


def _clauses(sentence: str) -> list[str]:
    """The two clauses around a semicolon, as sentences."""
    match = HALVES.match(sentence)
    if match is None:
        return []
    return [capital(half) + "." for half in match.groups()]


def joined(first: str, second: str) -> str:
    """Two sentences as one claim.

    >>> joined("Owls hunt mice.", "The cats of the farm sleep.")
    'Owls hunt mice, and the cats of the farm sleep.'
    """
    start = first.rstrip(".")
    end = uncapital(second)
    return f"{start}, and {end}"


def uncapital(sentence: str) -> str:
    """A sentence that goes on behind another: a small word at its start loses its capital.

    >>> uncapital("After that, owls sleep."), uncapital("Kahn sleeps.")
    ('after that, owls sleep.', 'Kahn sleeps.')
    """
    opening = sentence.split()[0]
    first = opening.lower()
    is_stop_word = not words(first)
    if is_stop_word or first in NO_NAMES or first in SMALL:
        return sentence[0].lower() + sentence[1:]
    return sentence


def capital(text: str) -> str:
    """A text with a capital at its start."""
    first, rest = text[:1], text[1:]
    return first.upper() + rest


def pairs(sentences: Sequence[str]) -> list[tuple[str, str]]:
    """Neighbours that can be joined: short, and the second stands by itself."""
    found = []
    for first, second in zip(sentences, sentences[1:]):
        both = f"{first} {second}"
        if len(both.split()) <= LONGEST:
            found.append((first, second))
    return found
