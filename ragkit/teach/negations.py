"""A negation put into a sentence, or taken out of it."""

from __future__ import annotations

import re

# The first verb that takes "not", unless a clause before it depends on another one.
VERB = re.compile(r"\b(is|are|was|were|can|could|will|must|has been|have been|had been)\s(?!not\b)")
DEPENDS = re.compile(
    r"\b(that|which|who|whom|whose|when|where|if|while|because|although|though|as|unless|than|"
    r"whether|what|how|not|no|never|nor|neither|none|nothing|few|little|hardly|only)\b|[,;:(]",
    re.IGNORECASE,
)
# Words behind the verb with which "not" would say something else, or nothing that a reader would.
NO_NOT = re.compile(
    r"^(?:only|just|merely|also|still|always|never|no|all|both|some|any|neither|either|already|too|"
    r"now|then|once|even|nothing|none|most|more|less|so|often|usually|generally|sometimes|thus|"
    r"therefore|approximately|about|perhaps|probably|mostly|mainly|largely|partly|currently|"
    r"typically|commonly|considered|there|said|one of|at least|at most)\b"
)
QUANTIFIED = re.compile(r"^(?:Many|Most|Some|Several|Often|Usually|Few|All|Every|Each|Any|Not)\b")
"""Subjects of which "not" denies too little: some owls hunt, and some do not."""
NOT = re.compile(
    r"\b(?P<verb>is|are|was|were|can|could|will|must|has been|have been) not\b|\bcannot\b"
)
"""A negation of the kind that `denied` puts in."""
STAYS = re.compile(
    r"\bnot\s(?:only|just|merely|simply|even|necessarily|always|all|both|yet|until|much|so|to|"
    r"as|more|less|any|every|considered|be)\b|\b(?:but|any|anyone|either|nor|neither|unless|"
    r"instead|rather|at all|even|although|though|however|because|if|whether|yet|until|"
    r"ever|no|never|none|without)\b|n't\b"
)
"""Signs that a sentence is not fluent, or not false, without its negation."""


def affirmed(sentence: str) -> str:
    """A sentence without its only negation, or an empty text where that is not safe.

    >>> affirmed("Under this reduction NP cannot be told from coNP.")
    'Under this reduction NP can be told from coNP.'
    >>> affirmed("It is not a bird but a bat.")
    ''
    """
    found = NOT.findall(sentence)
    every_not = re.findall(r"\b(?:can)?not\b", sentence)
    if len(found) != 1 or len(every_not) != 1 or STAYS.search(sentence):
        return ""
    verb = found[0] or "can"
    return NOT.sub(verb, sentence)


def denied(sentence: str) -> str:
    """A sentence with a "not" behind its first verb, or an empty text where that is not safe.

    >>> denied("The partition step is linear."), denied("What owls hunt is small.")
    ('The partition step is not linear.', '')
    """
    verb = VERB.search(sentence)
    if verb is None or QUANTIFIED.match(sentence):
        return ""
    before, after = sentence[: verb.start()], sentence[verb.end() :]
    if not before.strip() or DEPENDS.search(before) or NO_NOT.match(after):
        return ""
    first, _, more = verb[1].partition(" ")
    if first == "can":
        return f"{before}cannot {after}"
    spoken = f"{first} not {more}".strip()
    return f"{before}{spoken} {after}"


FACT = re.compile(
    r"^[^,;:()]{3,60}? (?:was|were) (?:\w+ly )?\w+(?:ed|en|wn|ght|lt|ld|de|orn|nd|un|et|ut)\b"
    r"[^,;:()]{0,60}? (?:in|on) (?:[A-Z][a-z]+ (?:\d+, )?)?\d{4}\b(?![–-])"
)
"""What was done to something, up to its year."""
COMPOUND = re.compile(
    r"\b(?:and|or|but|that|which|who|where|when|between|estimated|than|not|only|first|last|"
    r"after|before|while|as|until|since)\b"
)
"""Signs of a sentence of which a "not" would deny something else than its year."""


def dated_fact(sentence: str) -> str:
    """The start of a sentence, if it says what was done to something in one year; else empty.

    A "not" in it denies the year and nothing else: with another year, the denial is true.

    >>> dated_fact("The B-tree was invented in 1972 by two engineers, Bayer and McCreight.")
    'The B-tree was invented in 1972.'
    >>> dated_fact("The B-tree is the first tree of its kind, from 1972.")
    ''
    """
    fact = FACT.match(sentence)
    if fact is None or COMPOUND.search(fact[0]) or len(re.findall(r"\d{4}", fact[0])) > 1:
        return ""
    return f"{fact[0]}."
