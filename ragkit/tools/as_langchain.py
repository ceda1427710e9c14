"""The three tools for an agent of LangChain, which calls them by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from langchain_core.tools import BaseTool, StructuredTool

from ragkit.kit import Kit
from ragkit.state import Found, Passage
from ragkit.tools.allowance import Allowance
from ragkit.tools.grains import TOOLS, as_text, looked_for

Reply = tuple[str, list[Passage]]
"""What the agent reads, and the passages themselves, as the message's artifact."""


def langchain_tools(kit: Kit, allowance: Allowance | None = None) -> list[BaseTool]:
    """The tools over a kit's documents, for one run of an agent.

    Take new ones for the next question: the allowance is used up over the run. Each message has the
    passages as its `artifact`, in the order of its text.
    """
    spending = allowance or Allowance()
    tools: list[BaseTool] = []
    for name, tool in TOOLS.items():
        call = partial(_within, kit, spending, name)
        takes = _with_query if tool.takes == "query" else _with_id
        tools.append(
            StructuredTool.from_function(
                takes(call),
                name=name,
                description=tool.meaning,
                response_format="content_and_artifact",
            )
        )
    return tools


def _within(kit: Kit, allowance: Allowance, name: str, target: str) -> Found:
    """What a tool finds, within the allowance; a used-up one gives its last result again."""
    if not allowance.may(name):
        return allowance.again(name)
    return allowance.spend(name, looked_for(kit, name, target))


# The names of the arguments are what an agent has to write.
def _with_query(call: Callable[[str], Found]) -> Callable[[str], Reply]:
    def search(query: str) -> Reply:
        return _reply(call(query))

    return search


def _with_id(call: Callable[[str], Found]) -> Callable[[str], Reply]:
    def read(passage_id: str) -> Reply:
        return _reply(call(passage_id))

    return read


def _reply(found: Found) -> Reply:
    return as_text(found), found.passages
