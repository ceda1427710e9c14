"""A prediction: a question, what can be said to it, and what the reader said."""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from typing import Any

from IPython.display import HTML

from ragkit.widgets.runs.predicted import Said, predicted_table, told


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
