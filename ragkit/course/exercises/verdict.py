"""What a check found: as a box in a notebook, and as plain text elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

STYLE = """<style>
.rk-verdict { font-family: sans-serif; line-height: 1.5; max-width: 60rem; color: inherit; \
border: 1px solid #888; border-left: 6px solid #b3541e; padding: .3rem .9rem; margin: .3rem 0 }
.rk-verdict.solved { border-left-color: #1a7f8e }
.rk-verdict dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .9rem; \
margin: .3rem 0 }
.rk-verdict dt, .rk-verdict dd { width: auto }
.rk-verdict dt { opacity: .75 } .rk-verdict dd { margin: 0; overflow-wrap: anywhere }
.rk-verdict dd.code { font-family: monospace; white-space: pre-wrap }
</style>"""
"""`auto`, because JupyterLab makes `dt` a fifth and `dd` four fifths as wide as their places."""
AS_WRITTEN = "the notebook's text alone"
"""What stands for the variant of nobody."""
PLAIN = "your answer is right by the notebook's text alone; your variant differs, as it says above"
ANOTHER = (
    "your answer is right for another variant: {} It is good to talk with others about "
    "an exercise. Now read what yours says, and answer that one"
)
CODE = {"asked", "expected", "came", "line", "printed"}
"""Rows that are shown as code."""


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a check found. All its texts are short, and none of them is trusted."""

    task: str
    title: str
    solved: bool
    seed: int
    """Repeats the check with the same inputs."""
    trials: int = 0
    """Number of questions that were put to the answer."""
    asked: str = ""
    """The first question whose answer was wrong."""
    expected: str = ""
    came: str = ""
    line: str = ""
    """The learner's own line that raised an error."""
    whys: tuple[str, ...] = ()
    """What is wrong, a sentence each."""
    stumbles: tuple[str, ...] = ()
    """The misconceptions that give the same as this answer."""
    printed: str = ""
    """The beginning of what the answer printed."""
    onward: tuple[str, ...] = ()
    """What to do next."""
    variant: str = ""
    """What differs for this learner; empty where the exercise is as the notebook has it."""
    another: str = ""
    """The variant that a wrong answer fits, where it is somebody else's."""
    drawn: bool = True
    """Whether the questions were drawn at random; those about a prediction are fixed."""

    @property
    def headline(self) -> str:
        """The result in a line."""
        result = "solved" if self.solved else "not solved yet"
        return f"{self.task}: {result} · {self.title}"

    def rows(self) -> list[tuple[str, str]]:
        """What there is to say, each with its label."""
        rows = [
            ("variant", self.variant),
            ("asked", self.asked),
            ("expected", self.expected),
            ("came", self.came),
            ("line", self.line),
        ]
        rows += [("why", f"this is the result when {wrong}") for wrong in self.stumbles]
        rows += [("why", why) for why in self.whys]
        if self.another == AS_WRITTEN:
            rows.append(("why", PLAIN))
        elif self.another:
            rows.append(("why", ANOTHER.format(self.another)))
        rows.append(("printed", self.printed))
        if self.solved:
            checked = f"{self.trials} times, on fresh random inputs" if self.drawn else "all of it"
            rows.append(("checked", checked))
        rows += [("next", step.removeprefix("Next: ")) for step in self.onward]
        return [(label, text) for label, text in rows if text]

    def __repr__(self) -> str:
        lines = [self.headline]
        for label, text in self.rows():
            indented = text.rstrip().replace("\n", "\n" + " " * 13)
            lines.append(f"  {label + ':':10} {indented}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        kind = " solved" if self.solved else ""
        rows = "".join(_row(label, text) for label, text in self.rows())
        return (
            f"{STYLE}<div class='rk-verdict{kind}'>"
            f"<strong>{escape(self.headline)}</strong><dl>{rows}</dl></div>"
        )


def _row(label: str, text: str) -> str:
    if label in CODE:
        return f"<dt>{label}</dt><dd class='code'>{escape(text)}</dd>"
    return f"<dt>{label}</dt><dd>{with_code(text)}</dd>"


def with_code(text: str) -> str:
    """A text as HTML, in which what stands between backticks is code.

    >>> with_code("write `a < b`")
    'write <code>a &lt; b</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
