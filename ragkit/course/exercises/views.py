"""Hints, a solution, and what there is to say, as boxes in a notebook and as text elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

STYLE = """<style>
.rk-hint { font-family: sans-serif; line-height: 1.5; max-width: 60rem; color: inherit; \
border: 1px solid #888; padding: .3rem .9rem; margin: .3rem 0 }
.rk-hint ol { margin: .2rem 0 } .rk-hint p { margin: .2rem 0 }
.rk-hint summary { cursor: pointer }
.rk-hint pre { overflow-x: auto; margin: .4rem 0; color: inherit; background: transparent }
</style>"""


@dataclass(frozen=True, repr=False)
class Note:
    """One or more sentences."""

    sentences: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        return f"{STYLE}<div class='rk-hint'>{paragraphs}</div>"


@dataclass(frozen=True, repr=False)
class Hints:
    """The hints of a task that were taken so far, the new one last."""

    task: str
    taken: tuple[str, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        lines = [f"{self.task}, hints"]
        for number, hint in enumerate(self.taken, start=1):
            lines.append(f"  {number}. {hint}")
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(hint)}</li>" for hint in self.taken)
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        title = f"<strong>{escape(self.task)}, hints</strong>"
        return f"{STYLE}<div class='rk-hint'>{title}<ol>{items}</ol>{notes}</div>"


@dataclass(frozen=True, repr=False)
class Solution:
    """The solution of a task: folded in a notebook, so that a click shows it."""

    task: str
    code: str
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join([f"# {self.task}, one way to do it", self.code, *self.notes])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        title = f"{escape(self.task)}, one way to do it"
        return (
            f"{STYLE}<div class='rk-hint'><details><summary>{title}</summary>"
            f"<pre><code>{escape(self.code)}</code></pre></details>{notes}</div>"
        )
