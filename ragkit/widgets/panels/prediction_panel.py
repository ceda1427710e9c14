"""The fields to write a prediction in; what is written is kept at once, without a button."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

import ipywidgets as w
from traitlets import TraitError

from ragkit.widgets.panels.predictions_file import keep, read
from ragkit.widgets.panels.route_field import RouteField
from ragkit.widgets.runs.predicted import Prediction, Said, asked

ALONE = "your prediction"
"""The name of the only field."""
UNCHOSEN = "not yet"
MOST = 500
"""Letters of a text that are kept."""

Field: TypeAlias = w.Dropdown | w.Text | RouteField


class PredictionPanel(w.VBox):
    """The question, a field for each row, and a note when something could not be kept."""

    def __init__(self, prediction: Prediction, file: Path) -> None:
        """Fill in what `file` has from an earlier time, and keep there what is written."""
        self.prediction, self.file = prediction, file
        self.fields = {}
        self.note = w.HTML()
        kept = read(file).get(prediction.question, {})
        for row in prediction.places:
            field = _field(row or ALONE, prediction)
            _restore(field, kept.get(row, ()))
            prediction.said[row] = said_in(field.value)
            field.observe(partial(self._changed, row), "value")
            self.fields[row] = field
        question = w.HTML(str(asked(prediction.question).data))
        super().__init__([question, *self.fields.values(), self.note])

    def _changed(self, row: str, change: dict[str, Any]) -> None:
        self.prediction.said[row] = said_in(change["new"])
        trouble = keep(self.file, self.prediction.question, self.prediction.said)
        self.note.value = escape(trouble)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The widget, and the question as text for pages that have no kernel."""
        prediction = self.prediction
        text = asked(prediction.question, prediction.choices, prediction.rows)
        bundle = super()._repr_mimebundle_(**kwargs)
        return {**(bundle or {}), "text/html": text.data}


def said_in(value: str | Said) -> Said:
    """What a field says: its text without spaces around it, its steps, or nothing.

    >>> said_in(" dense "), said_in("  "), said_in(("plan", "retrieve"))
    (('dense',), (), ('plan', 'retrieve'))
    """
    if isinstance(value, tuple):
        return value
    text = value.strip()[:MOST]
    return (text,) if text else ()


def _field(name: str, prediction: Prediction) -> Field:
    """A field that fits what can be said."""
    if prediction.ordered:
        return RouteField(name, prediction.choices)
    look = {"description": name, "style": {"description_width": "initial"}}
    if prediction.choices:
        options = [(UNCHOSEN, ""), *((choice, choice) for choice in prediction.choices)]
        return w.Dropdown(
            options=options, layout=w.Layout(width="fit-content", max_width="100%"), **look
        )
    return w.Text(
        placeholder="a few words, or a number",
        layout=w.Layout(width="auto", max_width="50rem"),
        **look,
    )


def _restore(field: Field, said: Said) -> None:
    """Fill in what was kept, unless it can no longer be chosen."""
    if not said:
        return
    with suppress(TraitError):
        field.value = said if isinstance(field, RouteField) else said[0]
