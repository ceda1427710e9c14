"""A claim that a text states word for word, of which no judge has to be asked.

Case, punctuation and markup do not count. A claim may be a whole sentence or row, or a clause that
is complete alone: what follows a colon, or one side of a semicolon. It may also begin with the
words of the question, as the answer to a *why* does.

Left out: whether such a reason fits what the question takes for granted.
"""

from __future__ import annotations

import re

from ragkit.text.sentences import cut, lower_words
from ragkit.text.tables import rows_and_sentences
from ragkit.text.words import words

SHORTEST = 4
"""Minimum number of words of a claim, or of a clause: fewer may be anywhere by chance."""
BREAK = re.compile(r"[:;] ")
"""Where a sentence is cut into clauses."""
LINKS = ("because", "since", "as")
"""Words that join what the question says to its reason."""
NEGATION = re.compile(
    r"\b(?:not?|never|none|nobody|neither|nor|cannot|without|hardly)\b|n['’]t\b", re.IGNORECASE
)
"""A word of negation, or the end of one."""
WEAKENS = re.compile(
    rf"{NEGATION.pattern}|\b(?:false|untrue|incorrect|myth|mist|wrong|error|rumou?r|belie|assum|suppos"
    r"|sa(?:y|id)|if\b|unless\b|when)",
    re.IGNORECASE,
)
"""What a clause may say so that another one of its sentence does not hold as it is written there:
it is denied, or somebody's opinion, or true under a condition alone."""


def states(text: str, claim: str, question: str = "") -> bool:
    """Whether a text has the claim word for word, as a sentence, a row or a clause.

    >>> owls = "Owls sleep by day. One thing hides **owls**: they hunt mice at night."
    >>> states(owls, "Owls sleep by day"), states(owls, "They hunt mice at night")
    (True, True)
    >>> states(owls, "Owls hunt mice")
    False
    >>> states("A common mistake: owls hunt by day.", "Owls hunt by day.")
    False

    What the question says may be before a clause, since the claim only adds the reason:

    >>> states(owls, "Owls are unseen because they hunt mice at night.", "Why are owls unseen?")
    True
    """
    wanted = lower_words(claim)
    if len(wanted) < SHORTEST:
        return False
    for stated in _stated(text):
        if wanted == stated:
            return True
        lead = _lead(wanted, stated)
        if lead and _is_of(question, lead):
            return True
    return False


def _stated(text: str) -> list[list[str]]:
    """The words of each row, sentence and clause of a text that is long enough."""
    rows, prose = rows_and_sentences(text)
    found = [row.sentence() for row in rows]
    for sentence in prose:
        found += [sentence, *_clauses(sentence)]
    return [stated for stated in map(lower_words, found) if len(stated) >= SHORTEST]


def _clauses(sentence: str) -> list[str]:
    """The clauses of a sentence that state something on their own, whatever the others say.

    >>> _clauses("Two rules: eat mice; sleep by day.")
    ['Two rules', 'eat mice', 'sleep by day.']
    >>> _clauses("A myth: owls sing."), _clauses("Owls sing: that is wrong.")
    (['A myth'], ['that is wrong.'])
    """
    clauses = cut(sentence, BREAK)
    weak = [clause for clause in clauses if WEAKENS.search(clause)]
    if len(weak) > 1:
        return []
    return weak or clauses


def _lead(wanted: list[str], stated: list[str]) -> list[str]:
    """The words of a claim before what is stated, if it ends with that; else none."""
    length = len(stated)
    return wanted[:-length] if wanted[-length:] == stated else []


def _is_of(question: str, lead: list[str]) -> bool:
    """Whether the lead repeats the question, up to a word such as *because*."""
    *repeated, link = lead
    if link not in LINKS:
        return False
    said = " ".join(repeated)
    if bool(NEGATION.search(said)) != bool(NEGATION.search(question)):
        return False
    asked = iter(words(question))
    # Each word is looked for behind the one before it: "cats fear owls" is another question.
    return all(word in asked for word in words(said))
