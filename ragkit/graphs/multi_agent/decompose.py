"""Split a complex question into sub-queries, a task for a worker each (advanced, multi-agent tier).

The whole question is a task, too. Sub-queries alone found less than it does (docs/decisions.md),
and a model that splits badly then costs a search, and not the answer.
"""

from __future__ import annotations

from typing import Annotated, Any

from langchain_core.language_models import BaseChatModel
from langgraph.runtime import Runtime
from langgraph.types import Send
from pydantic import BaseModel, Field

from ragkit.graphs.advanced.aspects import new_names
from ragkit.graphs.multi_agent.state import Task, WorkersState
from ragkit.kit import Kit
from ragkit.model.errors import Unreadable
from ragkit.model.llm import ask
from ragkit.model.special_tokens import as_letters
from ragkit.text.sentences import sentences
from ragkit.text.words import words

MOST = 4
"""Maximum number of sub-queries."""
PROMPT = """\
Split this question into two to four short questions that can be searched for one by one. Each is \
understood alone, with its names, and asks for one thing.

Question: {question}
"""


class SubQueries(BaseModel):
    """What the model fills in."""

    queries: list[Annotated[str, Field(max_length=200)]] = Field(min_length=2, max_length=MOST)


def decompose(state: WorkersState, runtime: Runtime[Kit]) -> dict[str, Any]:
    """reads question, depth · writes tasks, notes"""
    queries, notes = sub_queries(runtime.context.llm, state.question)
    every = dict.fromkeys([state.question, *queries])
    tasks = [Task(number, query, state.depth) for number, query in enumerate(every, start=1)]
    return {"tasks": tasks, "notes": notes}


def sub_queries(llm: BaseChatModel, question: str) -> tuple[list[str], list[str]]:
    """The sub-queries of a question that can be searched for, and notes on those that cannot.

    Raises `ChatFailed` when the model cannot be reached.
    """
    try:
        form = ask(llm, as_letters(PROMPT.format(question=question)), SubQueries, retries=0)
    except Unreadable as error:
        first_line, *_ = str(error).splitlines()
        return [], [f"the question was not split: {first_line}"]
    found = []
    notes = []
    for query in form.queries:
        reason = why_not(query, question)
        if reason:
            notes.append(f"not searched for: {query!r}, because {reason}")
        else:
            found.append(query.strip())
    return found, notes


def why_not(query: str, question: str) -> str:
    """Why a sub-query is not searched for; empty where it is.

    It may leave out names of the question, but not add any.

    >>> why_not("How long do owls live?", "Do owls or cats live longer?")
    ''
    >>> why_not("Where is Rome?", "Do owls or cats live longer?")
    'it shares no word with the question'
    """
    if len(sentences(query)) != 1:
        return "it is no single sentence"
    if not set(words(query)) & set(words(question)):
        return "it shares no word with the question"
    new = ", ".join(new_names(query, question))
    return f"it brings in {new}, which nobody has said" if new else ""


def sent(state: WorkersState) -> list[Send]:
    """A worker for each task, all at the same time."""
    return [Send("worker", task) for task in state.tasks]
