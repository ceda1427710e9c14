"""Is a rewrite in another language or script than the message? A small model falls into English."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import regex

from ragkit.conversation.signs import is_english
from ragkit.documents.language import language_of
from ragkit.text.words import UNSPACED

_SPACED = "Latin Cyrillic Greek Arabic Hebrew Devanagari Bengali Tamil Georgian Armenian"
SCRIPTS = _SPACED.split() + UNSPACED.split()
"""Scripts that are told from one another, by their names in Unicode."""


def other_script(rewrite: str, said: str) -> bool:
    """Whether a rewrite has letters of a script that nothing that was said has.

    >>> other_script("When do owls hunt?", "猫头鹰"), other_script("Owls?", "owls 猫头鹰")
    (True, False)
    """
    known = scripts(said)
    return not known.issuperset(scripts(rewrite))


def scripts(text: str) -> set[str]:
    """The scripts whose letters a text has.

    >>> sorted(scripts("pump 水泵"))
    ['Han', 'Latin']
    """
    found = set()
    for script in SCRIPTS:
        if regex.search(rf"\p{{{script}}}", text):
            found.add(script)
    return found


def other_language(rewrite: str, typed: str, before: Sequence[str]) -> bool:
    """Whether a rewrite is in another language than a message and those before it.

    It is so only where that can be told: English by its most frequent words, others by enough of
    them.

    >>> other_language("Why do owls hunt?", "Und warum?", ["Jagen Eulen bei Nacht?"])
    True
    >>> other_language("Warum jagen Eulen?", "Und warum?", ["Jagen Eulen bei Nacht?"])
    False
    """
    asked = "\n".join([*before, typed])
    if is_english(rewrite) and not is_english(asked):
        return True
    told = _language(asked)
    written = _language(rewrite)
    return "" not in (told, written) and told != written


@lru_cache(maxsize=64)
def _language(text: str) -> str:
    return language_of(text)
