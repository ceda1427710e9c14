"""20-fool: a follow-up that the gate's rules take for standalone, and the other way round.

All that the learner may do is to add a few words. So what a message needs of the conversation
stays as it was, and only the signs change by which the kit's own rules decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ragkit.conversation.gate import sort_of
from ragkit.conversation.turn import Sort, Turn
from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.text.words import WORD

HISTORY = [Turn("How are heaps built?", "By sifting each node down, from the last to the first.")]
COUNTS: dict[str, Sequence[int]] = {
    "up to 4": (1, 2, 3, 4),
    "exactly 5": (5,),
    "exactly 6": (6,),
    "exactly 7": (7,),
}
"""Numbers of words that may be added to a message, by how they are called."""
OWN = Own(
    "Add {hidden} words to the follow-up, and {loud} words to the question.",
    hidden=tuple(COUNTS),
    loud=tuple(COUNTS),
)
# Words that the right answer and a wrong one add, as many of them as are asked for.
TAIL = ["quite", "often", "on", "new", "machines", "in", "Java"]
LEAD = ["And", "now", "please", "tell", "me", "once", "more"]
RESOLVED = ["and", "is", "it", "known", "well", "today", "already"]
NAMING = re.compile(r"\b(?:of|by|called|named)\b|['’]s\b", re.IGNORECASE)
"""Words by which a follow-up would say itself what it means: "the method of Prim"."""
THINGS = ["method", "procedure", "approach", "technique", "variant"]
FOLLOW_UPS = ["How fast is the {}?", "Is the {} stable?", "When was the {} published?"]
NAMES = ["Prim", "Kahn", "Tarjan", "Kruskal", "Ukkonen"]
QUESTIONS = ["When did {} publish a paper?", "Which graphs does {} draw?", "Where did {} teach?"]
FOOLED = "the rules are fooled: {}"
Pair = tuple[str, str]


def seen(text: Any, message: str, wanted: Sort) -> Any:
    """What the gate's rules make of a message with words added; what is no text is returned.

    >>> seen("Is the method stable in Java?", "Is the method stable?", "standalone")
    'the rules are fooled: standalone'
    >>> seen("Is the method stable?", "Is the method stable?", "standalone")
    'no word was added'
    >>> seen("Is the method stable now?", "Is the method stable?", "standalone")
    'the rules say nothing: no rule decides'
    """
    if not isinstance(text, str):
        return text
    fault = _unfair(text, message, wanted)
    if fault:
        return fault
    sort, why = sort_of(text, HISTORY)
    if sort == wanted:
        return FOOLED.format(sort)
    return f"the rules say {sort or 'nothing'}: {why}"


def _unfair(text: str, message: str, wanted: Sort) -> str:
    """Why a text is not the message with a few words added; empty if it is."""
    core = message.rstrip("?").casefold()
    if core not in text.casefold():
        return f"the message is not in it, word for word: {shown(message)}"
    added = text.casefold().replace(core, "", 1)
    count = len(WORD.findall(added))
    if not count:
        return "no word was added"
    allowed = OWN.hidden if wanted == "standalone" else OWN.loud
    if count not in COUNTS[allowed]:
        return f"{count} added, and {allowed} words are asked for"
    names = NAMING.search(added)
    if wanted == "standalone" and names:
        return f"{shown(names[0])} was added, which may say what is meant"
    return ""


def disguised(follow_up: str, question: str) -> Pair:
    """Two messages that fool the rules.

    >>> disguised("Is the method stable?", "Where did Prim teach?")
    ('Is the method stable in Java?', 'And where did Prim teach?')
    """
    after = _size("hidden", 2)
    before = _size("loud", 1)
    hidden = _with(TAIL[-after:], follow_up)
    lead = " ".join(LEAD[:before])
    begins = question[0].lower()
    loud = f"{lead} {begins}{question[1:]}"
    return hidden, loud


def _with(added: Sequence[str], message: str) -> str:
    tail = " ".join(added)
    ending = f" {tail}?"
    return message.replace("?", ending)


def _size(which: str, plain: int) -> int:
    """How many words are added to a message; `plain` where this number will do."""
    called = getattr(OWN, which)
    allowed = COUNTS[called]
    if plain in allowed:
        return plain
    return allowed[0]


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Follow-ups about which no rule decides, and questions that stand alone."""
    for _ in range(8):
        thing = rng.choice(THINGS)
        name = rng.choice(NAMES)
        follow_up = rng.choice(FOLLOW_UPS).format(thing)
        question = rng.choice(QUESTIONS).format(name)
        texts = answer(follow_up, question)
        yield Trial(
            f"what the gate's rules make of {answer.asked},\nwhich gives {shown(texts)}",
            expected=[FOOLED.format("standalone"), FOOLED.format("follow-up")],
            came=judged(texts, follow_up, question),
        )


def judged(texts: Any, follow_up: str, question: str) -> Any:
    """What the rules make of both texts; what is no pair is returned as it is."""
    if not isinstance(texts, tuple | list) or len(texts) != 2:
        return texts
    hidden, loud = texts
    of_hidden = seen(hidden, follow_up, "standalone")
    of_loud = seen(loud, question, "follow-up")
    return [of_hidden, of_loud]


def _not_hidden(follow_up: str, question: str) -> Pair:
    pair = disguised(follow_up, question)
    loud = pair[1]
    return follow_up, loud


def _no_name(follow_up: str, question: str) -> Pair:
    """A name without its capital."""
    hidden, loud = disguised(follow_up, question)
    small = hidden.lower()
    return small, loud


def _opened(follow_up: str, question: str) -> Pair:
    _, loud = disguised(follow_up, question)
    fewer = _size("hidden", 3) - 1
    opened = f"And {follow_up}"
    longer = _with(TAIL[-fewer:], opened)
    return longer, loud


def _named(follow_up: str, question: str) -> Pair:
    _, loud = disguised(follow_up, question)
    count = _size("hidden", 2)
    others = TAIL[-count:-2]
    named = _with([*others, "of", "Prim"], follow_up)
    return named, loud


def _resolved(follow_up: str, question: str) -> Pair:
    """A pronoun behind the name that it may stand for."""
    hidden, _ = disguised(follow_up, question)
    count = _size("loud", 4)
    longer = _with(RESOLVED[:count], question)
    return hidden, longer


MISCONCEPTIONS = {
    "the follow-up is as it was: no rule decides about it, but none is fooled": _not_hidden,
    "what was added has no capital, so the rules see no name in it": _no_name,
    'the follow-up has a name now, but it also opens with a sign such as "and"': _opened,
    "the follow-up says itself what it is about, and may really stand alone": _named,
    "the pronoun comes behind a name, which the rules take for what it stands for": _resolved,
}
