"""Variants, hints, a solution and notes, as boxes in a notebook and as text elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from ragkit.course.exercises.verdict import with_code

STYLE = """<style>
.rk-hint { font-family: sans-serif; line-height: 1.5; max-width: 60rem; color: inherit; \
border: 1px solid #888; padding: .3rem .9rem; margin: .3rem 0 }
.rk-hint ol, .rk-hint ul { margin: .2rem 0 } .rk-hint p { margin: .2rem 0 }
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
        return _box(_paragraphs(self.sentences))


@dataclass(frozen=True, repr=False)
class Variants:
    """What differs for a learner in the exercises of a notebook."""

    learner: str
    lines: Mapping[str, str]
    """What the variant says, by task."""

    @property
    def title(self) -> str:
        """Whose variants these are, and what they are for."""
        return (
            f"The exercises of {self.learner}: each is as the notebook says, but for its line here"
        )

    def __repr__(self) -> str:
        lines = [self.title]
        for task, says in self.lines.items():
            lines.append(f"  {task}: {says}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        items = ""
        for task, says in self.lines.items():
            items += f"<li><strong>{escape(task)}</strong>: {with_code(says)}</li>"
        return _box(f"<p>{escape(self.title)}</p><ul>{items}</ul>")


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
        items = ""
        for hint in self.taken:
            items += f"<li>{with_code(hint)}</li>"
        title = f"<strong>{escape(self.task)}, hints</strong>"
        return _box(f"{title}<ol>{items}</ol>{_paragraphs(self.notes)}")


@dataclass(frozen=True, repr=False)
class Solution:
    """The solution of a task: folded in a notebook, so that a click shows it."""

    task: str
    code: str
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        title = f"# {self.task}, one way to do it"
        return "\n".join([title, self.code, *self.notes])

    def _repr_html_(self) -> str:
        title = f"<summary>{escape(self.task)}, one way to do it</summary>"
        code = f"<pre><code>{escape(self.code)}</code></pre>"
        return _box(f"<details>{title}{code}</details>{_paragraphs(self.notes)}")


def _box(html: str) -> str:
    return f"{STYLE}<div class='rk-hint'>{html}</div>"


def _paragraphs(texts: Iterable[str]) -> str:
    html = ""
    for text in texts:
        html += f"<p>{with_code(text)}</p>"
    return html
