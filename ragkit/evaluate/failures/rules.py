"""The failure modes of wrong answers, and the table of rules that decides which one it is.

The six modes are those of (tiered, section 5.3). The paper labelled by hand and gives no rules;
these are ours. Two of its modes are about answers that lose to another one; here they are about
answers that are wrong: memory competes with the evidence, and a vague answer is no answer.

The first row whose sign is there decides. A sign that only a trace shows is None without one. Then
later rows are tried, and the label says which modes could not be looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.failures.cells import another_cell
from ragkit.evaluate.failures.distractors import cites_beside, forbidden_value, from_distractor
from ragkit.evaluate.failures.memory import not_in_evidence, remembered
from ragkit.evaluate.failures.numbers import another_number
from ragkit.evaluate.failures.vague import denies, hedges

Mode = Literal[
    "parametric competition",
    "false-premise overclaiming",
    "vagueness",
    "retrieval distraction",
    "numerical mismatch",
    "structured-data error",
]
MODES: tuple[Mode, ...] = get_args(Mode)
"""The failure modes, in the order of the paper."""
UNLABELLED = "unlabelled"
"""What tables call a wrong answer of which no rule and no judge says how it failed."""
Sign = Callable[[Case], bool | None]
"""Whether something is seen in a run; None where it cannot be seen."""


@dataclass(frozen=True)
class LabelRule:
    """A row of the table: the label, the sign for which it is given, and the reason."""

    label: Mode
    when: Sign
    why: str


@dataclass(frozen=True)
class Label:
    """How a wrong answer failed, and who says so."""

    mode: Mode | None
    """None: unlabelled."""
    by: Literal["rule", "judge", "nobody"]
    why: str
    unseen: tuple[Mode, ...] = ()
    """The modes that come before this one in the table and could not be looked at."""


def overclaimed(case: Case) -> bool:
    """Whether a question without an answer, or with a false premise, was answered as asked."""
    return case.row.held is False


RULES: tuple[LabelRule, ...] = (
    LabelRule(
        "vagueness",
        denies,
        "it says in words of its own that something is not known, and is no refusal",
    ),
    LabelRule(
        "false-premise overclaiming",
        overclaimed,
        "the question has no answer or a false premise, and it was answered as it was asked",
    ),
    LabelRule(
        "structured-data error",
        another_cell,
        "the right value is in a table, and the answer has another cell of its row or column",
    ),
    LabelRule(
        "parametric competition",
        remembered,
        "it repeats what memory said before any evidence, and the evidence does not state it",
    ),
    LabelRule(
        "numerical mismatch",
        another_number,
        "the reference has a number, and the answer has another one in its place",
    ),
    LabelRule(
        "retrieval distraction",
        cites_beside,
        "it cites passages, and no passage that was shown has a fact that the answer needs",
    ),
    LabelRule(
        "retrieval distraction",
        forbidden_value,
        "the evidence had the answer, and this is a value of something else or of another time",
    ),
    LabelRule(
        "retrieval distraction",
        from_distractor,
        "a passage with the fact was shown, and the answer comes from others",
    ),
    LabelRule(
        "vagueness",
        hedges,
        "most of its sentences leave open whether they are true",
    ),
    LabelRule(
        "parametric competition",
        not_in_evidence,
        "the evidence had the answer, and this one has numbers or names that no passage has",
    ),
)
"""The rules, from the one that is surest where it applies to the least sure."""


def by_rule(case: Case) -> Label:
    """The label of the first rule whose sign is seen in a wrong answer."""
    unseen: dict[Mode, None] = {}
    for rule in RULES:
        seen = rule.when(case)
        if seen:
            unseen.pop(rule.label, None)
            return Label(rule.label, "rule", rule.why, tuple(unseen))
        if seen is None:
            unseen[rule.label] = None
    why = "no rule applies"
    if case.trace is None:
        why += "; there is no trace, so the evidence cannot be looked at"
    return Label(None, "nobody", why, tuple(unseen))
