"""Ask for a prediction before a run.

Nothing waits for it. Where a person runs the notebook, there are fields to write it in. In a
headless run the question is shown as text, and no prediction is read or kept.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import Any

from IPython import get_ipython
from IPython.display import display

from ragkit.settings import Settings
from ragkit.widgets.panels.prediction_panel import PredictionPanel
from ragkit.widgets.panels.predictions_file import NAME
from ragkit.widgets.runs.predicted import Prediction, asked


def predict(
    question: str,
    choices: Iterable[str] | None = None,
    *,
    rows: Iterable[str] | None = None,
    sequence: Iterable[str] | None = None,
) -> Prediction:
    """Show a question with fields for a prediction, and return the prediction.

    It is one of the `choices`, or a route or an order made of the steps in `sequence`, or else a
    few words or a number. With `rows` there is one prediction for each of them. After the run,
    `compare` shows it beside the actual result.

    What is written is kept in the cache under the question, and is filled in again after a
    restart. Raises `ValueError` for fewer than two choices, for texts that are empty or equal, and
    for choices and a sequence at once.
    """
    options = _texts("choices", choices, fewest=2)
    steps = _texts("sequence", sequence, fewest=1)
    if options and steps:
        raise ValueError("asked to predict with choices and a sequence; give one of the two")
    prediction = Prediction(
        question,
        choices=options or steps,
        rows=_texts("rows", rows, fewest=1),
        ordered=bool(steps),
    )
    if attended():
        display(PredictionPanel(prediction, Settings().cache / NAME))
    else:
        display(asked(question, prediction.choices, prediction.rows))
    return prediction


def attended() -> bool:
    """Whether somebody could answer a question of the cell that runs.

    With each cell, a frontend says whether it takes input. JupyterLab does; papermill and nbconvert
    do not. Outside of a notebook nobody says anything.
    """
    shell = get_ipython()
    message: dict[str, Any] = getattr(shell, "get_parent", dict)()
    content = message.get("content", {})
    return bool(content.get("allow_stdin"))


def _texts(kind: str, given: Iterable[str] | None, fewest: int) -> tuple[str, ...]:
    """The texts as a tuple, which is empty for None."""
    if given is None:
        return ()
    # A single text would be taken letter by letter.
    texts = () if isinstance(given, str) else tuple(map(str, given))
    different = {text for text in texts if text.strip()}
    if len(different) < max(fewest, len(texts)):
        raise ValueError(
            f"asked to predict with the {kind} {reprlib.repr(given)}; "
            f"give a list of different texts, {fewest} or more"
        )
    return texts
