"""Reports on judges: how far each can be trusted, tested on the same labelled claims.

Accuracy is how often a judge is right. Where most cases are true it overrates a judge that always
says yes; balanced accuracy does not. AUC measures whether true claims get higher odds than false
ones, whatever the threshold. The calibration curve shows whether odds of 0.8 mean that eight claims
in ten are true.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from tqdm.auto import tqdm

from ragkit.evaluate.judging.calibration import Calibration, calibrate
from ragkit.evaluate.judging.reliability import Bin, curve
from ragkit.judges.claim_judge import Supports
from ragkit.judges.judge import Verdicts
from ragkit.score import Score, score
from ragkit.state import Passage
from ragkit.text.overlap import overlap


@dataclass(frozen=True)
class Case:
    """A claim about some passages, labelled true or false."""

    question: str
    passages: tuple[Passage, ...]
    claim: str
    label: bool
    """Whether the passages state the claim."""
    kind: str = ""
    """How the false claim about this question was made: some kinds are easier to detect."""


@dataclass(frozen=True)
class JudgeReport:
    """Measures of a judge on labelled cases."""

    calibration: Calibration
    """Threshold, AUC, balanced accuracy, and number of ungraded cases."""
    accuracy: Score
    """Accuracy at that threshold, on all cases."""
    curve: tuple[Bin, ...]
    """The calibration curve."""
    milliseconds: float
    """Median time of a case."""
    note: str = ""
    """Why a case was ungraded; empty when none was."""
    ranked: dict[str, Score] = field(default_factory=dict)
    """For each kind of false claim: how often the true claim of a question had higher odds."""


def lexical(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
    """A baseline judge: the odds are the fraction of a claim's words that the passages contain."""
    text = "\n".join(passage.searchable for passage in passages)
    odds: list[float | None] = []
    for claim in claims:
        odds.append(overlap(claim, text))
    return Verdicts(odds)


def judge_reports(
    judges: Mapping[str, Supports], cases: Sequence[Case], quiet: bool = False
) -> dict[str, JudgeReport]:
    """A report for each judge on the same cases.

    Cases about the same passages should follow each other: a model then reads the passages once.
    Raises `ValueError` where a half of the cases lacks one of the labels.
    """
    reports = {}
    for name, supports in judges.items():
        reports[name] = _tried(name, supports, cases, quiet)
    return reports


def _tried(name: str, supports: Supports, cases: Sequence[Case], quiet: bool) -> JudgeReport:
    """Try one judge on all cases."""
    odds: list[float | None] = []
    seconds: list[float] = []
    first_note = ""
    for case in tqdm(cases, desc=name, disable=quiet):
        claims = [case.claim]
        start = time.perf_counter()
        verdicts = supports(case.question, case.passages, claims)
        seconds.append(time.perf_counter() - start)
        odds += verdicts.odds
        first_note = first_note or verdicts.note
    try:
        return report(odds, cases, 1000 * median(seconds), first_note)
    except ValueError as error:
        ungraded = odds.count(None)
        raise ValueError(
            f"{error}; {ungraded} of {len(cases)} cases are ungraded: {first_note}"
        ) from error


def report(
    odds: Sequence[float | None], cases: Sequence[Case], milliseconds: float, note: str = ""
) -> JudgeReport:
    """The report of one judge, from its odds of each case."""
    labels = [case.label for case in cases]
    calibration = calibrate(odds, labels)
    right: list[float | None] = []
    for o, label in zip(odds, labels, strict=True):
        if o is None:
            right.append(None)
            continue
        verdict = o >= calibration.threshold
        right.append(float(verdict == label))
    return JudgeReport(
        calibration,
        score(right),
        curve(odds, labels),
        milliseconds,
        note,
        ranked(odds, cases),
    )


def ranked(odds: Sequence[float | None], cases: Sequence[Case]) -> dict[str, Score]:
    """How often the true claim of a question gets higher odds than its false claim, in [0, 1].

    The scores are by the kind of the false claim. A tie counts half, and a pair with an ungraded
    claim is ungraded. Unlike AUC, this compares only claims about the same passages. Questions with
    one label only, or without a kind, are left out.
    """
    by_kind: dict[str, dict[str, dict[bool, float | None]]] = {}
    for o, case in zip(odds, cases, strict=True):
        if case.kind:
            by_question = by_kind.setdefault(case.kind, {})
            pair = by_question.setdefault(case.question, {})
            pair[case.label] = o
    scores = {}
    for kind, by_question in by_kind.items():
        wins = []
        for pair in by_question.values():
            if len(pair) == 2:
                wins.append(_above(pair[True], pair[False]))
        scores[kind] = score(wins)
    return scores


def _above(true: float | None, false: float | None) -> float | None:
    """1 when the true claim has higher odds, 0.5 for a tie, else 0; None when one is ungraded."""
    if true is None or false is None:
        return None
    if true == false:
        return 0.5
    return float(true > false)
