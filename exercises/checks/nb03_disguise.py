"""03-disguise: a simple question that the planner takes for a complex one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.checks.nb03_lead import STRUCTURES
from ragkit.course.exercises.shown import shown
from ragkit.graphs.adaptive.complexity import complexity
from ragkit.settings import Settings

ABOVE = Settings.model_fields["complex_above"].default
"""The score above which a question is complex."""
MORE = 4
"""Number of words that may be added."""
FORMS = ["Who introduced the {}?", "What does a {} store?", "How fast is a {}?"]
COMPLEX = "the planner takes it for complex"
PLAIN = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
"""What connects names, and no two thoughts: the planner does not count it."""


def seen(question: str, text: Any) -> Any:
    """What the planner makes of a text that has a question in it; what is no text is returned.

    >>> seen("Who hunts?", "Who hunts? Say it.")
    'it is simple: connectives 0, entities 0'
    """
    if not isinstance(text, str):
        return text
    if question not in text:
        return "the question is not in it, word for word"
    added = len(text.split()) - len(question.split())
    if added > MORE:
        return f"{added} words were added, and {MORE} may be"
    signs = complexity(text)
    if signs.score > ABOVE:
        return COMPLEX
    found = f"it is simple: connectives {signs.connectives:g}, entities {signs.entities:g}"
    new = text.replace(question, "")
    if not signs.connectives and PLAIN.search(new):
        return f"{found}; a plain `and` or `or` does not connect"
    return found


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
    return f"{question} Please say it now."


def _names_begin_sentences(question: str) -> str:
    return f"{question} Because so. Prim. Kahn."


def _one_name_twice(question: str) -> str:
    return f"{question} Because Prim, Prim!"


def _no_connective(question: str) -> str:
    return f"{question} Ask Prim, Kahn!"


def _names_joined(question: str) -> str:
    return f"{question} And Ann or Bob"


MISCONCEPTIONS = {
    "words are added that are no sign of anything": _only_longer,
    "no word counts as a name; one that begins a sentence never does": _names_begin_sentences,
    "there is only one name; used twice, it counts once": _one_name_twice,
    "there are names, but no word that connects": _no_connective,
    "names are joined by `and` or `or`, which the planner passes over": _names_joined,
}
