"""20-blame: which of the four steps went wrong, read from what was made of a follow-up."""

from __future__ import annotations

from collections.abc import Iterator, Set
from random import Random

from ragkit.conversation.turn import FollowUp
from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own

BIRDS = ["owls", "hawks", "swifts", "rooks", "gulls", "terns"]
REFUSED = "it is no single sentence"
OWN = Own(
    'On the list, the first text is `"{nothing}"`, and the third one is `"{words}"`.',
    nothing=("nothing", "none", "no step", "found"),
    words=("words", "message", "wording"),
)
Story = tuple[FollowUp, bool, Set[str]]
"""What was made of a message, whether it needs the history, and which texts find the passage."""


def blame(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    """The step that went wrong.

    >>> alone = FollowUp("standalone", "a name", False, queries=("When?",))
    >>> blame(alone, True, set()), blame(alone, False, set()), blame(alone, True, {"When?"})
    ('gate', 'words', 'nothing')
    """
    if not finds.isdisjoint(found.queries):
        return OWN.nothing
    if found.needs_history != needed:
        return "gate"
    if not needed:
        return OWN.words
    if found.rewrite not in finds:
        return "rewrite"
    return "acceptance" if found.refused else "search"


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Every story once, in an order that tells the mistakes apart; then all again, shuffled."""
    for story in stories(rng):
        yield answer.against(blame, *story)
    again = stories(rng) + stories(rng)
    rng.shuffle(again)
    for story in again:
        yield answer.against(blame, *story)


def stories(rng: Random) -> list[Story]:
    """Each step goes wrong once at least, and twice all is well."""
    bird = rng.choice(BIRDS)
    typed, rewrite = "When do they?", f"When do {bird} hunt?"
    glued = f"Do {bird} hunt? {typed}"
    both = _made(rewrite, "", (rewrite, glued))
    refused = _made(rewrite, REFUSED, (typed,))
    plain = _made(rewrite, "", (glued,))
    alone = FollowUp("standalone", "a sign", False, queries=(typed,))
    return [
        (both, True, {glued}),
        (both, True, {rewrite}),
        (plain, True, {rewrite}),
        (refused, True, set()),
        (refused, True, {rewrite}),
        (plain, False, {typed}),
        (alone, True, {rewrite}),
        (alone, False, set()),
        (plain, True, set()),
        (alone, False, {typed}),
    ]


def _made(rewrite: str, refused: str, queries: tuple[str, ...]) -> FollowUp:
    return FollowUp("follow-up", "a sign", True, rewrite, refused, queries)


def _first_query(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    step = blame(found, needed, finds)
    first = found.queries[0]
    if step != OWN.nothing or first in finds:
        return step
    return "rewrite"


def _every_query(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    step = blame(found, needed, finds)
    searched = set(found.queries)
    if step != OWN.nothing or searched <= finds:
        return step
    return "search"


def _never_searched(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    """A rewrite that would find the passage is enough."""
    step = blame(found, needed, finds)
    if step in ("search", "acceptance"):
        return OWN.nothing
    return step


def _refused_is_enough(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    step = blame(found, needed, finds)
    if step == "rewrite" and found.refused:
        return "acceptance"
    return step


def _never_accepted(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    """Only the search is blamed, even where the rewrite was refused."""
    step = blame(found, needed, finds)
    if step == "acceptance":
        return "search"
    return step


def _one_direction(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    """A message that needed no history, and got it, is no fault of the gate."""
    step = blame(found, needed, finds)
    if step == "gate" and not needed:
        return OWN.words
    return step


def _no_gate(found: FollowUp, needed: bool, finds: Set[str]) -> str:
    """A message that was not rewritten is a fault of the rewrite."""
    step = blame(found, needed, finds)
    if step == "gate" and needed:
        return "rewrite"
    return step


MISCONCEPTIONS = {
    "only the first of two queries is looked at, and the second one finds it": _first_query,
    "every query has to find the passage, and not one of them": _every_query,
    "a rewrite that finds the passage counts, though it was not searched": _never_searched,
    "a refused rewrite that finds nothing is blamed on the acceptance": _refused_is_enough,
    "a refused rewrite that finds the passage is blamed on the search": _never_accepted,
    "a history that nobody needed is no fault of the gate": _one_direction,
    "a history that was needed and not given is blamed on the rewrite": _no_gate,
}
