"""Write the query in three other ways, to be searched for beside it (advanced, feature 3).

One is technical, one simple, and one asks for another aspect. A variant that is not a question
about the same thing is dropped, because what it finds would push out what the query finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from ragkit.conversation import refusal_of_other_words
from ragkit.graphs.advanced.state import GatedState
from ragkit.graphs.advanced.strategy import worded
from ragkit.kit import Kit
from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.model.special_tokens import as_letters

PROMPT = """\
Write this question in three other ways, to search documents for its answer. Keep its names and \
numbers. "technical" uses the terms of a specialist, "simple" everyday words, and "aspect" asks \
for another side of the same thing.

Question: {question}
"""
"""It has no example, because a small model copies the words of one into its variants."""
Variant = Annotated[str, Field(max_length=200)]


class Variants(BaseModel):
    """What the model fills in."""

    technical: Variant
    simple: Variant
    aspect: Variant


def query_expansion(state: GatedState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, queries, strategies · writes variants, notes"""
    kit = runtime.context
    queries = state.queries or [state.question]
    own = [worded(query, state.strategy) for query in queries]
    variants, notes = expanded(kit.llm, state.query)
    every = dict.fromkeys([*own, *variants])
    return {"variants": list(every), "notes": notes}


def expanded(llm: BaseChatModel, query: str) -> tuple[list[str], list[str]]:
    """The variants of a query that can be searched for, and notes on those that cannot.

    Raises `ChatFailed` when the model cannot be reached.
    """
    prompt = as_letters(PROMPT.format(question=query))
    try:
        form = ask(llm, prompt, Variants, retries=0)
    except Unreadable as error:
        first_line, *_ = str(error).splitlines()
        return [], [f"searched for the question alone: {first_line}"]
    return kept([form.technical, form.simple, form.aspect], query)


def kept(variants: Sequence[str], query: str) -> tuple[list[str], list[str]]:
    """The variants that ask about the same thing, and a note on each of the others.

    They have to pass nearly what a follow-up's rewrite has to pass (`conversation/accept.py`).

    >>> variants = ["What do owls eat?", "Owls eat mice.", "Where is Rome?"]
    >>> found, notes = kept(variants, "What is the food of owls?")
    >>> found, len(notes)
    (['What do owls eat?'], 2)
    """
    found = []
    notes = []
    for variant in variants:
        reason = refusal_of_other_words(variant, query, [])
        if reason:
            notes.append(f"not searched for: {variant!r}, because {reason}")
        else:
            found.append(variant.strip())
    return found, notes
