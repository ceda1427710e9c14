"""Turn a question into a follow-up: leave out the name that the question before it has said.

Rules do it, so that the question that stands by itself is known: it is the one that was turned.
Left out: names in lower case ("a binary heap"), and whether a pronoun fits. A person becomes *it*,
too; the reader who reviews the drafts knows better.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ragkit.text.words import all_words, words

NAME = re.compile(
    r"(?P<article>\bthe )?"
    r"(?P<words>\b[A-Z][\w*-]*(?: (?:[A-Z][\w*.-]*|\d[\w.]*))*)"
    r"(?P<owner>'s(?: (?P<owned>[a-z]+))?)?"
)
"""A name: words with a capital, and numbers after them. Also what it owns: *Kahn's method*."""
AT_END = re.compile(r" (?:of|for|in|at|by|on|from|with) (?P<name>[^?]+)\?$")
"""The last words of a question, which may be left out."""
GOES_ON = re.compile(r" (?P<next>[a-z]+)")
"""The word after a name."""
FEWEST = 3
"""Minimum number of words of a follow-up; of fewer nobody knows what they ask."""

FollowKind = Literal["pronoun", "ellipsis"]


@dataclass(frozen=True)
class FollowUp:
    """A question as it is asked after another one."""

    user: str
    kind: FollowKind


@dataclass(frozen=True)
class Shared:
    """A name in a question that the question before it has, too."""

    spelled: str
    """The name as the question has it, with its article and what it owns."""
    words: str
    """The name alone."""
    instead: str
    """The pronoun that takes its place."""


def follow_up(before: str, question: str) -> FollowUp | None:
    """A question as it is asked after another one about the same thing; None where no rule fits.

    >>> follow_up("Who built Marren Dam?", "How high is Marren Dam?")
    FollowUp(user='How high is it?', kind='pronoun')
    >>> follow_up("When did Kahn's method appear?", "What is the running time of Kahn's method?")
    FollowUp(user='And what is the running time?', kind='ellipsis')
    >>> follow_up("Who was Kahn?", "How high is Marren Dam?")
    """
    name = shared(before, question)
    if name is None:
        return None
    turned = _left_out(question, name) or _replaced(question, name)
    lacks_words = len(list(all_words(turned.user))) < FEWEST
    if lacks_words or _says(turned.user, name.words):
        return None
    return turned


def named(question: str) -> str:
    """The first name in a question; empty where there is none.

    >>> named("How high is Marren Dam?"), named("How high is the dam?")
    ('Marren Dam', '')
    """
    for found in NAME.finditer(question):
        if found.start() > 0:
            return found["words"]
    return ""


def shared(before: str, question: str) -> Shared | None:
    """The first name of a question that the question before it has, too.

    The first word is no name: it has its capital for its place. Nor is a name before a word that
    may belong to it: of *the Ansa spacecraft* nobody knows where the name ends.

    >>> shared("Who runs the Orle Commission?", "Where does the Orle Commission meet?")
    >>> shared("Is the Orle long?", "How wide is the Orle?").spelled
    'the Orle'
    """
    for found in NAME.finditer(question):
        if found.start() == 0 or not _says(before, found["words"]):
            continue
        name = _named(found, before)
        rest = question[found.start() + len(name.spelled) :]
        if found["article"] and _may_go_on(rest):
            continue
        return name
    return None


def _named(found: re.Match[str], before: str) -> Shared:
    """The name of a match: with what it owns if the question before owns the same."""
    article = found["article"] or ""
    alone = found["words"]
    name = article + alone
    if not found["owner"]:
        return Shared(name, alone, "it")
    whole = alone + found["owner"]
    owns_the_same = found["owned"] and _says(before, whole)
    if owns_the_same:
        return Shared(article + whole, alone, "it")
    return Shared(f"{name}'s", alone, "its")


def _may_go_on(rest: str) -> bool:
    """Whether a name may go on after its capitals: a word follows that is no small word."""
    following = GOES_ON.match(rest)
    if not following:
        return False
    contents = words(following["next"])
    return bool(contents)


def _left_out(question: str, name: Shared) -> FollowUp | None:
    """The question without the name, where that is all that its last words say."""
    end = AT_END.search(question)
    if not end or end["name"] != name.spelled:
        return None
    length = end.start()
    start = lowered(question[:length])
    user = f"And {start}?"
    return FollowUp(user, "ellipsis")


def _replaced(question: str, name: Shared) -> FollowUp:
    with_pronoun = question.replace(name.spelled, name.instead)
    return FollowUp(with_pronoun, "pronoun")


def lowered(question: str) -> str:
    """A question with a small letter at its start.

    >>> lowered("How high is it?")
    'how high is it?'
    """
    first, rest = question[:1], question[1:]
    return first.lower() + rest


def _says(text: str, name: str) -> bool:
    """Whether a text has a name as whole words."""
    letters = re.escape(name)
    whole = rf"(?<!\w){letters}(?!\w)"
    found = re.search(whole, text)
    return bool(found)
