"""A whole chat on one page, with all its branches: for an exported page, without a script."""

from __future__ import annotations

from html import escape
from pathlib import Path

from IPython.display import HTML

from ragkit.runs import ChatTurn, Conversation
from ragkit.text.counted import counted
from ragkit.trace import Graph, Trace
from ragkit.widgets.runs.chat_turn import STYLE, turn_html
from ragkit.widgets.runs.readable import cut
from ragkit.widgets.runs.side_by_side import side_by_side

TREE = """<style>
.rk-tree { font-family: sans-serif; color: inherit; max-width: 64rem }
.rk-tree summary { cursor: pointer }
.rk-branch { border-left: .2rem solid #1a7f8e; padding-left: .8rem; margin: .4rem 0 }
</style>"""
LONGEST = 70
"""Letters of a question in the line that unfolds a branch."""


def chat_tree(
    conversation: Conversation, graph: Graph | None = None, folder: Path | None = None
) -> HTML:
    """The turns of a chat in the order of the tree; each branch unfolds, and its runs are compared.

    With the `graph` of the chat, the routes are drawn as maps too. With the `folder` of the
    documents, the place of a passage leads to its file.
    """
    body = _below("", conversation, graph, folder)
    name = escape(conversation.thread.name)
    turns = counted(len(conversation.turns), "turn")
    return HTML(
        f"{STYLE}{TREE}<section class='rk-tree' aria-label='Chat: {name}'>"
        f"<p><b>{name}</b>, {turns}</p>{body}</section>"
    )


def _below(
    parent: str, conversation: Conversation, graph: Graph | None, folder: Path | None
) -> str:
    """The turns that follow one: a single one below it, and several as branches beside each other.

    It goes down turn by turn in a loop, so that a long chat is not too deep for Python.
    """
    html = ""
    numbers = conversation.numbers
    children = conversation.children(parent)
    while len(children) == 1:
        (turn,) = children
        html += turn_html(turn, numbers[turn.id], graph, folder)
        children = conversation.children(turn.id)
    if children:
        html += compared(children, numbers)
    for turn in children:
        own = turn_html(turn, numbers[turn.id], graph, folder)
        rest = _below(turn.id, conversation, graph, folder)
        title = escape(title_of(turn, numbers[turn.id]))
        html += (
            f"<details class='rk-branch' open><summary>branch: {title}</summary>"
            f"{own}{rest}</details>"
        )
    return html


def title_of(turn: ChatTurn, number: int) -> str:
    """A turn in a line: its number, and what was changed for it, or what was asked.

    >>> title_of(ChatTurn("t1", "x", "", "When do owls hunt?"), 1)
    '1. When do owls hunt?'
    """
    what = turn.change.words or turn.question
    return f"{number}. {cut(what, LONGEST)}"


def compared(turns: list[ChatTurn], numbers: dict[str, int]) -> str:
    """The runs of branches side by side, folded."""
    runs: dict[str, Trace] = {}
    for turn in turns:
        if turn.trace is not None and not turn.trouble:
            runs[title_of(turn, numbers[turn.id])] = turn.trace
    if len(runs) < 2:
        return ""
    table = side_by_side(runs).data
    return (
        "<details><summary>the branches side by side</summary>"
        "<div class='rk-wide' tabindex='0' role='region' aria-label='Branches side by side'>"
        f"{table}</div></details>"
    )
