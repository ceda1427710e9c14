"""A relation turned round: a word is exchanged for its opposite, or two values for each other."""

from __future__ import annotations

import re
from itertools import combinations

from ragkit.teach.values import Value

OPPOSITES = (
    "before after|more less|larger smaller|higher lower|faster slower|longer shorter|"
    "increased decreased|increases decreases|increase decrease|first last|early late|"
    "earlier later|largest smallest|highest lowest|longest shortest|fastest slowest|"
    "greater smaller|most least|maximum minimum|north south|northern southern|"
    "east west|eastern western|upper lower|older younger|oldest youngest|inside outside|"
    "above below|best worst|ancestor descendant|"
    "strong weak|stronger weaker|better worse|easier harder|easy hard|"
    "positive negative|directed undirected|sparse dense|upward downward|incoming outgoing|"
    "rose fell|accepted rejected|legal illegal|public private|internal external|"
    "success failure|majority minority|urban rural|ancient modern|many few"
)
"""Words and their opposites."""
OPPOSITE: dict[str, str] = {}
for _pair in OPPOSITES.split("|"):
    _one, _other = _pair.split()
    OPPOSITE.setdefault(_one, _other)
    OPPOSITE.setdefault(_other, _one)
_WORD = re.compile(rf"\b(?:{'|'.join(OPPOSITE)})\b")
# Fixed phrases, in which the opposite says nothing.
_FIXED = re.compile(
    r"\b(?:more (?:or less|and more)|no more|once more|what is more|first(?:-| and| name| century)|"
    r"[Aa]t (?:most|least|first|last|best)|more than (?:one|once)|for the most part|before long|"
    r"as (?:early|late)|the (?:first|most) of|less than or|many (?:of|other)|as many|how many|"
    r"most of|most (?:people|\w+s)|west of|named after|after (?:all|which|that)|one more|two more|"
    r"few(?:er)? than|best known|first in|many \w+ (?:and|or)|more than \d|look(?:ed|ing)? after|"
    r"a few|many times|(?:very|so|too) (?:many|few)|the late [A-Z]\w+|before (?:or|while)|"
    r"public (?:use|utilit\w+)|hard to)\b"
)
_SYMMETRIC = re.compile(
    r"\b(?:and|or|with|between|both|equal|same|versus|vs|married|met|near|either|neither|nor|"
    r"respectively|also|including|such|like|as|than one)\b|[;:()/]|, (?!but|while|whereas)"
)
"""Signs between two values, or before them, that they may change places and it stays true."""
DIRECTED = re.compile(
    r"\b(?:before|after|than|by|beat|defeated|succeeded|replaced|from|to|of|for|over|in|while|"
    r"whereas|but|against|under|won|wrote|invented|discovered|published|founded|into)\b"
)
"""What two names have to have between them, so that their order says something."""


def opposed(sentence: str) -> tuple[str, str]:
    """A sentence with one word exchanged for its opposite, and that word; or two empty texts.

    >>> opposed("Kahn published it before Tarjan.")
    ('Kahn published it after Tarjan.', 'before')
    """
    if re.search(r"\b(?:not|no|never|nor)\b", sentence, re.IGNORECASE):
        return "", ""
    found = []
    for match in _WORD.finditer(sentence):
        if not _in_phrase(match, sentence):
            found.append(match)
    if len(found) != 1:
        return "", ""
    word = found[0]
    before, after = sentence[: word.start()], sentence[word.end() :]
    return before + OPPOSITE[word[0]] + after, word[0]


def _in_phrase(word: re.Match[str], sentence: str) -> bool:
    """Whether a word is within a fixed phrase."""
    start, end = word.span()
    for phrase in _FIXED.finditer(sentence):
        if phrase.start() <= start and end <= phrase.end():
            return True
    return False


def crossed(sentence: str, found: list[Value]) -> str:
    """A sentence in which two values of one type have changed places, or an empty text.

    >>> text = "Kahn lost 24 points while Tarjan lost 10 points."
    >>> crossed(text, [Value("24", "number point", 10, 12), Value("10", "number point", 38, 40)])
    'Kahn lost 10 points while Tarjan lost 24 points.'
    """
    for first, second in combinations(found, 2):
        same_type = first.type == second.type
        if not same_type or not _may_cross(first.text, second.text):
            continue
        between = sentence[first.end : second.start]
        if _has_direction(sentence, between, first):
            return swap_places(sentence, first, second)
    return ""


def _may_cross(first: str, second: str) -> bool:
    """Whether two values differ, and none is a one, which needs a singular."""
    if "1" in (first, second):
        return False
    return first.lower() != second.lower()


def _has_direction(sentence: str, between: str, first: Value) -> bool:
    """Whether it matters which of two values comes first."""
    before = sentence[max(0, first.start - 30) : first.start]
    if re.search(r"\bbetween\b|\bboth\b|\bfrom\b", before):
        return False
    if first.is_name:
        return bool(DIRECTED.search(between)) and not _SYMMETRIC.search(between)
    no_list = re.sub(r"\b(?:[A-Z]\w+|\d+|and)\b|,", "", between)
    far = len(no_list.split()) >= 3
    return far and not re.search(r"\b(?:or|to|between|both)\b|[/()]", between)


def swap_places(text: str, first: Value, second: Value) -> str:
    """A text in which two of its values have changed places; the first comes first."""
    start = text[: first.start]
    between = text[first.end : second.start]
    end = text[second.end :]
    return "".join([start, second.text, between, first.text, end])
