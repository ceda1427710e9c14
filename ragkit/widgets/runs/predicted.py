"""A prediction: the question as text before the run, and the table of both after it.

No score is taken. A mark shows where a result and its prediction part.
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import takewhile
from typing import Any

from IPython.display import HTML

from ragkit.widgets.runs.plain_table import cell
from ragkit.widgets.runs.steps import STYLE, table

Said = tuple[str, ...]
"""A prediction or a result: one text, or the steps of a route. It is empty where there is none."""
HEAD = ["", "you predicted", "actual"]
BETWEEN = " > "
MARK = "≠ "
END = "the end"
NOTHING = "nothing"
LONGEST = 1000
"""Letters of a text that are shown."""
UNSAID = "Nothing was predicted. What would you have said?"
OPEN = "Compare them yourself: what did you count on, and what not?"
SAME = "The result is as you predicted."
PARTED = "≠ marks differences. What surprised you?"


@dataclass
class Prediction:
    """What a reader predicted before a run; `compare` shows it beside the actual result."""

    question: str
    choices: tuple[str, ...] = ()
    """What can be chosen; empty where the reader writes a few words."""
    rows: tuple[str, ...] = ()
    """What is predicted one by one; empty where it is one thing."""
    ordered: bool = False
    """Whether the choices are steps that are put in an order, each as often as needed."""
    said: dict[str, Said] = field(default_factory=dict)
    """What was predicted for each of `places`; nothing where it is empty or missing."""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of what is predicted: the rows, or one empty name."""
        return self.rows or ("",)

    def _ipython_display_(self) -> None:
        """Show nothing as the last line of a cell, because `predict` has shown the question."""

    def compare(self, came: Any) -> HTML:
        """The prediction beside the actual result, as a table.

        `came` is a text, a number, a bool for yes or no, or a list of steps, such as
        `trace.route`. With rows it is a list with one of these for each row, in their order.
        Raises `ValueError` for a list that does not fit the rows.
        """
        results = self._one_each(came) if self.rows else [came]
        by_row = {}
        for row, result in zip(self.places, results):
            by_row[row] = told(result)
        return predicted_table(self.question, self.said, by_row, self.choices)

    def _one_each(self, came: Any) -> list[Any]:
        if isinstance(came, list | tuple) and len(came) == len(self.rows):
            return list(came)
        rows = ", ".join(self.rows)
        raise ValueError(
            f"asked to compare {len(self.rows)} rows, got {reprlib.repr(came)}; "
            f"give a list with a result for each of: {rows}"
        )


def asked(question: str, choices: Collection[str] = (), rows: Collection[str] = ()) -> HTML:
    """The question, with what can be chosen and what is predicted one by one."""
    lines = [f"<strong>Predict:</strong> {escape(_cut(question))}"]
    if choices:
        lines.append(f"Choose from: {_listed(choices)}")
    if rows:
        lines.append(f"For each of: {_listed(rows)}")
    return HTML(f"<p class='rk-predict'>{'<br>'.join(lines)}</p>")


def predicted_table(
    question: str,
    predicted: Mapping[str, Said],
    came: Mapping[str, Said],
    choices: Collection[str] = (),
) -> HTML:
    """Predictions beside results, with a row for each of `came`.

    The only row of a prediction without rows has the name "". Where there are `choices`, a mark
    is before the first step that was predicted otherwise. Free text is left to the reader.
    """
    head = HEAD[1:] if "" in came else HEAD
    rows = []
    for name, result in came.items():
        own = predicted.get(name, ())
        if own and choices:
            result = _marked(own, result)
        texts = [_cut(name), _line(own), _line(result)]
        rows.append([(text, "") for text in texts[-len(head) :]])
    html = STYLE + table(_cut(question), head, rows)
    for note in _notes(predicted, came, choices):
        html += f"<p class='rk-note'>{escape(note)}</p>"
    return HTML(html)


def told(result: Any) -> Said:
    """A result in the words of a prediction; a list has a text for each of its steps.

    >>> told(True), told(0.6251), told(3), told(["plan", "retrieve"])
    (('yes',), ('0.63',), ('3',), ('plan', 'retrieve'))
    """
    steps = result if isinstance(result, list | tuple) else [result]
    texts = []
    for step in steps:
        text, _ = cell(step, digits=2)
        texts.append(text)
    return tuple(texts)


def _marked(predicted: Said, came: Said) -> Said:
    """The result, with a mark at the first step that differs from the prediction.

    >>> _marked(("plan", "hop"), ("plan", "retrieve", "hop"))
    ('plan', '≠ retrieve', 'hop')
    >>> _marked(("plan", "hop"), ("plan",))
    ('plan', '≠ the end')
    """
    if predicted == came:
        return came
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(predicted, came))
    same = len(list(pairs))
    steps = list(came)
    if same == len(steps):
        steps.append(END)
    steps[same] = MARK + steps[same]
    return tuple(steps)


def _notes(
    predicted: Mapping[str, Said], came: Mapping[str, Said], choices: Collection[str]
) -> list[str]:
    """What is said below the table."""
    said = {name: own for name, own in predicted.items() if own}
    notes = []
    if not said:
        notes.append(UNSAID)
    elif not choices:
        notes.append(OPEN)
    elif all(own == came.get(name) for name, own in said.items()):
        notes.append(SAME)
    else:
        notes.append(PARTED)

    steps = {step for result in came.values() for step in result}
    strange = sorted(steps.difference(choices))
    if choices and strange:
        notes.append(f"Not among the choices: {_cut(', '.join(strange))}")
    return notes


def _listed(texts: Collection[str]) -> str:
    shown = [escape(_cut(text)) for text in texts]
    return " · ".join(shown)


def _line(said: Said) -> str:
    return _cut(BETWEEN.join(said)) or NOTHING


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} …"
