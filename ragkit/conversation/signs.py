"""The signs in an English message that it needs what was said before it.

They are words alone: nothing here understands a sentence. So a sign is named only where few
messages have it that stand alone, and elsewhere no sign is said to be there, which proves nothing.

Left out: other languages. `is_english` says whether the signs mean anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import regex

from ragkit.conversation.content import content
from ragkit.text.anchors import anchors
from ragkit.text.sentences import lower_words

_FUNCTION = """
    the what which when where why how who whose are does did has have had can could would should
    and about you your they them their this that these those there with for from
"""
FUNCTION = set(_FUNCTION.split())
"""Words that nearly every English message of a few words has, and few of another language."""
LITTLE = {"i", "it", "is", "to", "of", "my", "be", "but", "not", "or", "if", "an"}
"""Words of which another language may have one too, and hardly two in a message."""
SHORT = 4
"""Number of words up to which a message may be English without such a word."""
NAME = re.compile(r"\D")
FOREIGN = regex.compile(r"\b(?!\p{Lu})\w*[^\W\d_a-zA-Z]")
"""A word with a letter that no English word has; names, such as Borůvka, may have it."""
FULL = 4
"""Number of content words from which a message without a verb in front is no fragment."""

# Words that open a question or a request that is complete: "What is", "Does", "Tell me".
_ASKS = re.compile(
    r"""
    ^\W*(?:please\s|so\s|ok(?:ay)?,?\s|well,?\s|by\sthe\sway,?\s)*
    (?:what|which|when|where|why|how|who|whom|whose|is|are|was|were|am|do|does|did|has|have|had|can
      |could|will|would|should|shall|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't
      |didn't|hasn't|can't|couldn't|won't|wouldn't|shouldn't
      |tell|explain|describe|list|name|give|show|compare|define|summari[sz]e|find|help
      |i|i'm|i've|i'd|we|in\swhich|for\swhich|by\swhom|to\swhat|under\swhat|at\swhat)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OPENS = re.compile(
    r"""
    ^\W*(?P<opener>
        and|but|or|also|then|what\sabout|how\sabout|what\sof|what\sif|what\selse|who\selse
        |why\snot|how\sso|how\scome(?=\W*$)|why(?=\W*$)|how(?=\W*$)|when(?=\W*$)|where(?=\W*$)
        |who(?=\W*$)|which(?=\W*$)|and\syou|any\s(?:other|more)(?=\W*$)|as\sa\sresult|in\sthat\scase
        |instead|besides|apart\sfrom|except|likewise|same\sfor
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A phrase that means something that was said: "the first one", "that method", "you said".
_PHRASE = re.compile(
    r"""
    \b(?P<phrase>
        the\s(?:first|second|third|last|other|next|previous)\s(?:one|ones|option|reason|point|part|step)
        |the\s(?:latter|former)
        |the\s(?:others?|same|one|ones|two|three|above|rest)(?=\W*$|\s(?:is|are|was|were|do|does|did|of)\b)
        |(?:which|any|each|either|neither|both|all|some|most)\s(?:one|ones|of\s(?:them|these|those))
        |you\s(?:just\s)?(?:said|say|mention(?:ed)?|told|wrote|gave|listed|described)
        |(?:are|were)\syou\ssaying
        |(?:said|mentioned|listed|described)\s(?:above|before|earlier)
        |the\s(?:above|aforementioned|said)\s\w+
        |more\s(?:details|information|examples)?(?=\W*$)
        |another\sone|such\sa|instead(?=\W*$)|otherwise(?=\W*$)|too(?=\W*$)|as\swell(?=\W*$)
        |else(?=\W*$)|here(?=\W*$)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Pronouns by what may be their antecedent: a person needs a name.
_PERSON = re.compile(r"\b(?:he|him|his|she|hers?|himself|herself)\b", re.IGNORECASE)
_THING = re.compile(r"\b(?:it|its|they|them|their|theirs|itself|themselves)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"""
    \b(?:
        (?:this|these|those)(?!\s(?:year|month|week|morning|evening|time|days|who|which|that|whose)\b)
        # "that" at the start, or behind a verb or a preposition: not "a team that plays"
        | (?:^|(?<=\bis\s)|(?<=\bwas\s)|(?<=\bdo\s)|(?<=\bdoes\s)|(?<=\bdid\s)|(?<=\babout\s)
            |(?<=\bof\s)|(?<=\bin\s)|(?<=\bfor\s)|(?<=\bwith\s)|(?<=\bto\s)|(?<=\bat\s)
            |(?<=\bon\s)|(?<=\blike\s)|(?<=\bafter\s)|(?<=\bbefore\s)|(?<=\bby\s)|(?<=\bthan\s)
            |(?<=\bfrom\s)|(?<=\bwhy\s)|(?<=\bhow\s)|(?<=\bcould\s)|(?<=\bwould\s)|(?<=\bcan\s))
          that
        | that(?=\W*$)
    )\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# "It" that stands for nothing: "is it possible", "how long does it take to".
_EMPTY_IT = re.compile(
    r"""
    \bit(?:'s|\sis|\swas|\swould\sbe)?\s(?:possible|true|likely|important|necessary|better|best|worth
        |safe|hard|easy|difficult|common|legal|illegal|normal|ok(?:ay)?|good\sto|bad\sto|takes?\sto
        |mean\sto|costs?\sto|called\swhen|rain|rains|raining|snow|snows|snowing)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What "it" or "they" may stand for: "a catch basin", "the oldest sport", "my cat".
_NOUN = re.compile(r"\b(?:an?|the|my|our|your|any|some|each|every|all|many)\s\w{3,}", re.IGNORECASE)


def is_english(typed: str, before: Sequence[str] = ()) -> bool:
    """Whether a message is English, as far as a few words can say; `before` are earlier messages.

    >>> is_english("Why is the heap fast?"), is_english("Warum ist der Heap schnell?")
    (True, False)
    >>> is_english("Regional differences", ["What is the price?"]), is_english("なぜですか")
    (True, False)
    """
    if FOREIGN.search(typed):
        return False
    said = lower_words(typed)
    little = LITTLE.intersection(said)
    if FUNCTION.intersection(said) or len(little) > 1:
        return True
    if len(said) > SHORT:
        return False
    earlier = lower_words(" ".join(before))
    return not FUNCTION.isdisjoint(earlier)


def refers_back(typed: str) -> str:
    """The sign that an English message refers to what was said before; empty without one.

    >>> refers_back("And when do owls sleep?"), refers_back("Is the first one quieter?")
    ('it opens with "and"', 'it refers back with "the first one"')
    >>> refers_back("When do they hunt?"), refers_back("Does an owl eat what it hunts?")
    ('"they" has no antecedent in it', '')
    """
    opener = _OPENS.match(typed)
    if opener:
        return f'it opens with "{opener["opener"].lower()}"'
    phrase = _PHRASE.search(typed)
    if phrase:
        return f'it refers back with "{phrase["phrase"].strip().lower()}"'
    pronoun = _without_antecedent(typed)
    if pronoun:
        return f'"{pronoun.lower()}" has no antecedent in it'
    return ""


def _without_antecedent(typed: str) -> str:
    """The first pronoun that stands for nothing in the same message; empty without one."""
    typed = _EMPTY_IT.sub(" ", typed)
    points = _POINTS.search(typed)
    if points:
        return points[0].strip()
    for person in _PERSON.finditer(typed):
        if not _names(typed[: person.start()]):
            return person[0]
    for thing in _THING.finditer(typed):
        before = typed[: thing.start()]
        if not _NOUN.search(before) and not _names(before):
            return thing[0]
    return ""


def _names(text: str) -> bool:
    """Whether a text names something; a number is no name."""
    found = anchors(text)
    return any(map(NAME.match, found))


def is_fragment(typed: str) -> bool:
    """Whether a message is a few words that are no question and no sentence.

    >>> is_fragment("Regional differences"), is_fragment("What is a heap?")
    (True, False)
    """
    if _ASKS.match(typed):
        return False
    said = content(typed)
    return len(said) < FULL


def is_complete(typed: str) -> bool:
    """Whether a message asks in full about something that it names.

    >>> is_complete("Is the river Hudson important?"), is_complete("How are weddings held?")
    (True, False)
    """
    if _ASKS.match(typed):
        return _names(typed)
    return False
