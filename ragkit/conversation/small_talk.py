"""Messages that ask nothing themselves: greetings, thanks, a yes to an offer, a correction."""

from __future__ import annotations

import re

_GREETINGS = """
    hi, hello, hey, hiya, greetings, good morning, good afternoon, good evening, good day, there,
    everyone, all, how are you, nice to meet you, thank you, thanks, many thanks, thx, cheers,
    so much, very much, a lot, again, for your help, for the help, for that, for everything, great,
    perfect, wonderful, cool, awesome, excellent, good bye, goodbye, bye, see you, later,
    no thanks, no thank you, that is all, that's all, got it, i see, understood, wow, ok, okay
"""
_ASSENTS = """
    yes, yeah, yep, yup, y, sure, ok, okay, of course, certainly, absolutely, definitely, please,
    please do, go on, go ahead, continue, carry on, proceed, do it, do that, do so,
    exactly, right, correct, that's right, that is right, that's correct, that is correct,
    that one, i do, i would, i'd like that, i would like that, sounds good, indeed,
    tell me, tell me more, go for it
"""


def _only(phrases: str) -> re.Pattern[str]:
    """A pattern of messages that have these phrases, and nothing else."""
    named = re.split(r",\s+", phrases.strip())
    escaped = map(re.escape, named)
    # The longest comes first, because a phrase may begin with another one.
    longest_first = sorted(escaped, key=len, reverse=True)
    one = "|".join(longest_first).replace(r"\ ", r"\W+")
    # Possessive, so that no message is tried in every way in which phrases may be joined.
    return re.compile(rf"\W*+(?:(?:{one})\b\W*+)++", re.IGNORECASE)


GREETING = _only(_GREETINGS)
ASSENT = _only(_ASSENTS)
CORRECTION = re.compile(
    r"""
    \W*(?:(?:sorry|what|wait|actually|well|hm+|oh)\b\W*)*     # what may come before it
    (?:
        (?:no|nope)\b\W+(?:not\b|i\s(?:want|wanted|need|would)|the\b|about\b|only\b|in\b|for\b)
        | (?:(?:no|nope)\b\W*)?
          (?:
            i\s(?:actually\s|really\s)?(?:mean|meant|said|asked|was\sasking|was\stalking)\b
            |i(?:'m|\sam)\s(?:asking|talking|thinking)\s(?:about|of)\b
            |i\sdid(?:n't|\snot)\s(?:mean|ask|say)\b
            |(?:that|this|it)(?:'s|\sis|\swas|\swasn't|\sisn't)?\s?(?:not\s)?
              (?:wrong|incorrect|what\si\s(?:asked|meant|wanted|said)|my\squestion|the\squestion)\b
            |you\s(?:misunderstood|got\sme\swrong|did(?:n't|\snot)\sunderstand)\b
          )
        | not\s[^?]{1,60}?[,;]?\s(?:but|rather)\s
        | [^?]{1,60}?\si\s(?:mean|meant)\W*(?<!\?)$
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def is_greeting(typed: str) -> bool:
    """Whether a message is a greeting, thanks or a farewell, and nothing else.

    >>> is_greeting("Hello there!"), is_greeting("Great, thanks a lot."), is_greeting("Hi, why?")
    (True, True, False)
    """
    found = GREETING.fullmatch(typed)
    return found is not None


def is_assent(typed: str) -> bool:
    """Whether a message only agrees, or asks to go on.

    >>> is_assent("Yes, please."), is_assent("Go on"), is_assent("Yes, but why?")
    (True, True, False)
    """
    found = ASSENT.fullmatch(typed)
    return found is not None


def is_correction(typed: str) -> bool:
    """Whether a message corrects how an earlier one was understood.

    >>> is_correction("No, I meant barn owls."), is_correction("That was not my question.")
    (True, True)
    >>> is_correction("I'm talking about barn owls."), is_correction("The barn owls, I mean.")
    (True, True)
    >>> is_correction("No owl hunts by day, does it?"), is_correction("What does it mean?")
    (False, False)
    """
    found = CORRECTION.match(typed)
    return found is not None
