"""03-disguise: a simple question that the planner takes for a complex one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb03_lead import STRUCTURES
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.shown import shown
from ragkit.graphs.adaptive.complexity import complexity
from ragkit.settings import Settings

ABOVE = Settings.model_fields["complex_above"].default
"""The score above which a question is complex."""
MORE = 4
"""Number of words that may be added."""
FORMS = ["Who introduced the {}?", "What does a {} store?", "How fast is a {}?"]
COMPLEX = "the planner takes it for complex"
OWN = Own(
    "The question is in the text in small letters, and `{name}` is one of the added words.",
    name=(
        *("", "Ada", "Alan", "Barbara", "Donald", "Edsger", "Frances", "Grace"),
        *("Leslie", "Niklaus", "Robin", "Shafi", "Tony"),
    ),
)
PLAIN = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
"""What connects names, and no two thoughts: the planner does not count it."""


def seen(question: str, text: Any) -> Any:
    """What the planner makes of a text that has a question in it; what is no text is returned.

    >>> seen("Who hunts?", "Who hunts? Say it.")
    'it is simple: connectives 0, entities 0'
    """
    if not isinstance(text, str):
        return text
    if _meant(question) not in text:
        return "the question is not in it, word for word"
    if OWN.name not in text:
        return f"the name {OWN.name} is not in it"
    added = len(text.split()) - len(question.split())
    if added > MORE:
        return f"{added} words were added, and {MORE} may be"
    signs = complexity(text)
    if signs.score > ABOVE:
        return COMPLEX
    found = f"it is simple: connectives {signs.connectives:g}, entities {signs.entities:g}"
    new = text.replace(_meant(question), "")
    if not signs.connectives and PLAIN.search(new):
        return f"{found}; a plain `and` or `or` does not connect"
    return found


def _meant(question: str) -> str:
    """The question as it has to be in the text."""
    if OWN.name:
        return question.lower()
    return question


def _with(question: str, more: str) -> str:
    """The question, and behind it more words, with a name in the place of the braces."""
    meant = _meant(question)
    name = OWN.name or "Prim"
    words = more.format(name)
    return f"{meant} {words}"


def disguised(question: str) -> str:
    """A text that the planner takes for complex.

    >>> seen("Who hunts the mice?", disguised("Who hunts the mice?"))
    'the planner takes it for complex'
    """
    return _with(question, "because {}, Kahn")


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Simple questions without a name."""
    for _ in range(10):
        form = rng.choice(FORMS)
        structure = rng.choice(STRUCTURES)
        question = form.format(structure)
        text = answer(question)
        yield Trial(
            f"what the planner makes of {answer.asked}\nwhich gives {shown(text)}",
            expected=COMPLEX,
            came=seen(question, text),
        )


def _only_longer(question: str) -> str:
    return _with(question, "Please say it. {}.")


def _names_begin_sentences(question: str) -> str:
    return _with(question, "Because so. {}. Kahn.")


def _one_name_twice(question: str) -> str:
    return _with(question, "Because {0}, {0}!")


def _no_connective(question: str) -> str:
    return _with(question, "Ask {}, Kahn!")


def _names_joined(question: str) -> str:
    return _with(question, "And {} or Kahn")


MISCONCEPTIONS = {
    "words are added that are no sign of anything": _only_longer,
    "no word counts as a name; one that begins a sentence never does": _names_begin_sentences,
    "there is only one name; used twice, it counts once": _one_name_twice,
    "there are names, but no word that connects": _no_connective,
    "names are joined by `and` or `or`, which the planner passes over": _names_joined,
}
