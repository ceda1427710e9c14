"""The words of an English message that say what it is about.

Search leaves out few words, since BM25 gives frequent ones little weight. Here a message has five
or six words, and "what", "about" and "tell me" would be half of them.
"""

from __future__ import annotations

from ragkit.text.words import words

_EMPTY = """
    what which when where why how who whom whose
    do does did done doing has have had having can could would should shall may might must am were
    been being get gets got let lets want need know think mean meant say said see
    i me my mine myself we us our ours you your yours he him his she her hers its them theirs
    those one ones some any each both all many much more most very too also just only even still
    again then so than about from up out over there here other else
    ok okay yes well please thanks thank hi hello wow hmm
    tell give show explain describe like really
"""
EMPTY = set(words(_EMPTY))
"""Stems of words that say nothing about the subject of a message."""


def content(text: str) -> set[str]:
    """The stems of a text's words without those that say nothing about its subject.

    >>> sorted(content("What can you tell me about the nests of owls?"))
    ['nest', 'owl']
    """
    return set(words(text)) - EMPTY
