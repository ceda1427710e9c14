"""A turn of a chat under way, as HTML: its nodes with their scores, and its text as it comes."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from html import escape
from typing import Any

from ragkit.model.written import Begun, Piece
from ragkit.runs import ChatTurn, Told
from ragkit.text.counted import counted
from ragkit.trace import Step
from ragkit.widgets.runs.chat_turn import search_html
from ragkit.widgets.runs.readable import said

STYLE = """<style>
.rk-nodes { display: flex; flex-wrap: wrap; gap: .3rem; list-style: none !important; \
padding: 0 !important; margin: .3rem 0 }
.rk-nodes li { border: 1px solid #888; border-radius: .4rem; padding: .1rem .5rem }
.rk-nodes li[aria-current] { border-color: #1a7f8e; box-shadow: inset 0 -.2rem #1a7f8e }
.rk-nodes small { opacity: .75 }
</style>"""


@dataclass
class UnderWay:
    """What has been told of a turn so far."""

    question: str = ""
    steps: list[Step] = field(default_factory=list)
    node: str = ""
    """The node that is at work; empty between two of them."""
    text: str = ""

    def add(self, event: Told) -> None:
        """Take in what is told next."""
        if isinstance(event, ChatTurn):
            self.question = event.question
        elif isinstance(event, Begun):
            self.node = event.node
        elif isinstance(event, Piece):
            self.text = event.text if event.begins else self.text + event.text
        elif isinstance(event, Step):
            self.steps.append(event)
            self.node = ""

    def html(self) -> str:
        """The nodes, what is searched, and the text so far. It needs the `STYLE`s on its page."""
        nodes = "".join(_ended(step) for step in self.steps)
        if self.node:
            nodes += f"<li aria-current='step'>{escape(self.node)} <small>...</small></li>"
        search = search_html(self.question, self.steps)
        answer = ""
        if self.text:
            answer = f"<div class='rk-answer' aria-live='off'>{escape(said(self.text))}</div>"
        return (
            "<section class='rk rk-turn' aria-label='The turn under way' aria-busy='true'>"
            f"<p class='rk-asked'>{escape(self.question)}</p>"
            f"<ol class='rk-nodes' aria-label='Nodes'>{nodes}</ol>{search}{answer}</section>"
        )


def _ended(step: Step) -> str:
    found = scores(step)
    beside = f" · {found}" if found else ""
    return f"<li>{escape(step.node)} <small>{step.seconds:.1f} s{escape(beside)}</small></li>"


def scores(step: Step) -> str:
    """The scores that a node gave, and how many passages it found.

    >>> from ragkit.model.meter import Usage
    >>> scores(Step("verify", 1.0, Usage(), {"risk": 0.25, "draft": "Owls hunt."}))
    'risk 0.25'
    """
    found = []
    for name, value in step.wrote.items():
        if name == "passages" and isinstance(value, list | tuple):
            found.append(counted(len(value), "passage"))
        for what, score in _numbers(name, value).items():
            if isinstance(score, float):
                found.append(f"{what} {score:.2f}")
    return ", ".join(found)


def _numbers(name: str, value: Any) -> dict[str, Any]:
    """A field of the state by its name; of an object, its own fields, and the last of grades."""
    if name == "grades" and value:
        value = value[-1]
    if not is_dataclass(value):
        return {name: value}
    numbers = {}
    for one in fields(value):
        numbers[one.name] = getattr(value, one.name)
    return numbers
