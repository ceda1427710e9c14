"""May this judge be believed? Every judge on the same labelled claims, before any number of its is shown.

Accuracy says how often it is right, and flatters a judge that always says yes where most cases are true; balanced
accuracy does not. AUC says whether it ranks true above false, whatever its threshold. The calibration curve says
whether 0.8 means eight in ten.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from tqdm.auto import tqdm

from ragkit.evaluate.calibration import Calibration, calibrate
from ragkit.evaluate.score import Score, score
from ragkit.judges.claim_judge import Supports
from ragkit.judges.judge import Verdicts
from ragkit.judges.lexical import overlap
from ragkit.state import Passage

BINS = 5


@dataclass(frozen=True)
class Case:
    """A claim whose truth is known."""

    question: str
    passages: tuple[Passage, ...]
    claim: str
    label: bool
    """Whether the passages state it."""
    kind: str = ""
    """What the lie about this question is made of: some are easier to see than others."""


@dataclass(frozen=True)
class Bin:
    """Cases with odds alike, in a calibration curve."""

    odds: float
    """Their mean, in [0, 1]."""
    true: float
    """The share of them that are true."""
    n: int


@dataclass(frozen=True)
class JudgeReport:
    """What a judge is worth on labelled cases."""

    calibration: Calibration
    """Threshold, AUC, balanced accuracy, and how many were ungraded."""
    accuracy: Score
    """At that threshold, on all cases."""
    curve: tuple[Bin, ...]
    milliseconds: float
    """Median of a case."""
    note: str = ""
    """Why something was ungraded."""
    ranked: dict[str, Score] = field(default_factory=dict)
    """By what the lies are made of: how often a question's true claim stood above its lie."""


def lexical(question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
    """The baseline as a judge: the share of each claim's words that stand in the passages."""
    text = "\n".join(passage.searchable for passage in passages)
    return Verdicts([overlap(claim, text) for claim in claims])


def judge_reports(judges: Mapping[str, Supports], cases: Sequence[Case], quiet: bool = False) -> dict[str, JudgeReport]:
    """A report for each judge on the same cases; raises `ValueError` where a half of them lacks one of the labels.

    Cases about the same passages should follow each other: a model then reads them once.
    """
    found = {}
    for name, supports in judges.items():
        odds, seconds, notes = list[float | None](), list[float](), dict[str, None]()
        for case in tqdm(cases, desc=name, disable=quiet):
            start = time.perf_counter()
            said = supports(case.question, case.passages, [case.claim])
            seconds.append(time.perf_counter() - start)
            odds += said.odds
            notes |= {said.note: None} if said.note else {}
        why = next(iter(notes), "")
        try:
            found[name] = report(odds, cases, 1000 * median(seconds), why)
        except ValueError as error:
            raise ValueError(f"{error}; {odds.count(None)} of {len(cases)} cases are ungraded: {why}") from error
    return found


def report(odds: Sequence[float | None], cases: Sequence[Case], milliseconds: float, note: str = "") -> JudgeReport:
    """The report of one judge, from its odds of each case."""
    labels = [case.label for case in cases]
    fitted = calibrate(odds, labels)
    right = [
        None if o is None else float((o >= fitted.threshold) == label) for o, label in zip(odds, labels, strict=True)
    ]
    return JudgeReport(fitted, score(right), curve(odds, labels), milliseconds, note, ranked(odds, cases))


def ranked(odds: Sequence[float | None], cases: Sequence[Case]) -> dict[str, Score]:
    """How often the true claim of a question gets higher odds than its lie, in [0, 1], by what the lie is made of.

    A tie counts half, and a pair with an ungraded claim is ungraded. Other than AUC it compares only what is said about
    the same passages. Questions with one label only, or of no kind, are left out.
    """
    pairs: dict[str, dict[str, dict[bool, float | None]]] = {}
    for o, case in zip(odds, cases, strict=True):
        pairs.setdefault(case.kind, {}).setdefault(case.question, {})[case.label] = o
    return {
        kind: score([_above(pair[True], pair[False]) for pair in asked.values() if len(pair) == 2])
        for kind, asked in pairs.items()
        if kind
    }


def _above(true: float | None, false: float | None) -> float | None:
    return None if true is None or false is None else float(true > false) + 0.5 * (true == false)


def curve(odds: Sequence[float | None], labels: Sequence[bool], bins: int = BINS) -> tuple[Bin, ...]:
    """The calibration curve: cases in order of their odds in bins of about the same size, ungraded ones left out.

    Cases of the same odds stay in one bin, however many they are: nothing but their labels could part them.

    >>> curve([0.1, 0.3, 0.7, 0.9, None], [False, False, True, False, True], bins=2)
    (Bin(odds=0.2, true=0.0, n=2), Bin(odds=0.8, true=0.5, n=2))
    """
    cases = sorted((o, bool(label)) for o, label in zip(odds, labels, strict=True) if o is not None)
    ranked = [o for o, _ in cases]
    cuts = [bisect_left(ranked, ranked[len(cases) * at // bins]) for at in range(bins)] if cases else []
    cuts.append(len(cases))
    return tuple(_bin(cases[start:stop]) for start, stop in zip(cuts, cuts[1:], strict=False) if stop > start)


def _bin(cases: Sequence[tuple[float, bool]]) -> Bin:
    n = len(cases)
    return Bin(round(sum(o for o, _ in cases) / n, 6), sum(label for _, label in cases) / n, n)
