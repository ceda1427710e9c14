"""What the parts of the systems are, in the words of somebody who sees them for the first time."""

from __future__ import annotations

from html import escape

import ipywidgets as w

PARTS = {
    "hybrid": "searches by the words of the question too, and not by its meaning alone",
    "critic": "judges whether the passages that were found can answer the question",
    "follow_up": "makes a follow-up a search, by what was said before it",
    "strategy": "searches by meaning, by words or by both, as suits the question",
    "expansion": "writes the question in three other ways, and searches for them too",
    "gates": "judges evidence and draft by named issues, and searches or writes again",
    "ask_back": "asks which reading is meant where documents, or rows of a table, differ",
    "verifier": "checks each claim of the draft against the passages, before it is given",
    "gate": "looks for a false premise in the question, before anything is written",
    "choose": "copies lines of the passages where a judge rejects the draft",
    "memory": "remembers earlier questions: what failed, and what was verified",
    "web": "asks the web where the documents have no answer",
    "rerank": "lets a second model put the passages that were found in a better order",
    "retries": "lets a critic send the question back to the search, with other words",
    "order filter": "sets aside text that gives orders to the model",
    "poison filter": "sets aside passages that look written for this very question",
}
"""The parts by their names on the switches."""
CLOSED = "The kit was opened without it: Kit.open(folder, {part}=...) opens one with it."
STYLE = """<style>
.rk-parts { font-family: sans-serif; line-height: 1.5 } .rk-parts summary { cursor: pointer }
.rk-parts dt { font-weight: bold; float: left; clear: left; margin-right: .6rem }
.rk-parts dd { margin: 0 }
</style>"""


def switch(part: str, on: bool, disabled: bool = False) -> w.Checkbox:
    """A box for a part, which says what the part does when it is pointed at."""
    name = part
    tooltip = PARTS.get(part, "")
    if disabled:
        name = f"{part} (this kit has none)"
        tooltip = CLOSED.format(part=part)
    return w.Checkbox(
        on,
        description=name,
        tooltip=tooltip,
        indent=False,
        disabled=disabled,
        layout=w.Layout(width="auto"),
    )


def explained(parts: list[str], closed: list[str]) -> w.HTML:
    """The same in words, folded, for those who have no pointer."""
    lines = ""
    for part in parts:
        text = PARTS.get(part, "")
        if part in closed:
            how = CLOSED.format(part=part)
            text = f"{text}. {how}"
        lines += f"<dt>{escape(part)}</dt><dd>{escape(text)}</dd>"
    summary = "<summary>What are these?</summary>"
    return w.HTML(f"{STYLE}<details class='rk-parts'>{summary}<dl>{lines}</dl></details>")
