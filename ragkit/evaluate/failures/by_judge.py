"""What a judge says of wrong answers that no rule labels.

It is asked one yes-no question for each mode that is left, and the likeliest one is the label, if
it is likely enough. A model is lenient with its own writing, so let another one judge where one is
to be had. How often the judge is right about failures has not been measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.failures.rules import Label, Mode
from ragkit.judges import Judge

JUDGED_FROM = 0.5
"""The probability of yes from which a judge's label is given."""
_ANSWER = "This wrong answer was given: {answer}\nThe right answer is: {reference}\n"
ASKED: dict[Mode, str] = {
    "parametric competition": "Does the wrong answer state a fact that no passage states?",
    "vagueness": "Does the wrong answer avoid a clear statement?",
    "retrieval distraction": "Does a passage about something else state the wrong answer?",
    "numerical mismatch": "Is a number of the wrong answer, or its unit, other than the right one?",
    "structured-data error": "Is the wrong answer another cell of a table in the passages?",
}
"""The question for each mode. Overclaiming is not among them, because its rule always decides."""
OF_EVIDENCE: frozenset[Mode] = frozenset(
    {"parametric competition", "retrieval distraction", "structured-data error"}
)
"""The modes that nobody can judge who does not see the evidence."""


def by_judge(judge: Judge, case: Case, label: Label) -> Label:
    """The label of a wrong answer that no rule labels, by a judge; `label` when it has none.

    Without a trace only modes are asked for that can be seen without the evidence. Nothing is asked
    about a question without a reference answer.
    """
    reference = case.question.answer
    modes = [mode for mode in ASKED if case.trace is not None or mode not in OF_EVIDENCE]
    if label.mode is not None or not reference:
        return label
    head = _ANSWER.format(answer=case.answer, reference=reference)
    asked = [head + ASKED[mode] for mode in modes]
    odds, note = judge.verdicts(case.question.question, case.passages, asked)
    best = likeliest(modes, odds)
    if best is None:
        said = note or f"the judge {judge.name} finds no mode likely enough"
        return Label(None, "nobody", f"{label.why}; {said}", label.unseen)
    mode, probability = best
    why = f"the judge {judge.name} says yes with a probability of {probability:.2f}: {ASKED[mode]}"
    return Label(mode, "judge", why, label.unseen)


def likeliest(modes: Sequence[Mode], odds: Sequence[float | None]) -> tuple[Mode, float] | None:
    """The mode with the highest probability and that probability; None where none is enough.

    >>> likeliest(["vagueness", "numerical mismatch"], [0.6, 0.9])
    ('numerical mismatch', 0.9)
    >>> likeliest(["vagueness", "numerical mismatch"], [0.4, None]) is None
    True
    """
    best = None
    for mode, probability in zip(modes, odds, strict=True):
        if probability is None or probability < JUDGED_FROM:
            continue
        if best is None or probability > best[1]:
            best = (mode, probability)
    return best
