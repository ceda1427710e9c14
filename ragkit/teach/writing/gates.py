"""What stops teaching a writer: examples that leak, or answers that are not in their passages.

An answer that its passages do not have teaches to make things up. A question that tells by its
words alone whether it can be answered, or a place where the needed passage usually is, would be
learnt instead of the evidence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean

import numpy as np

from ragkit.state import REFUSAL
from ragkit.teach.gates import COIN, FOLDS, LOOSER, SURE, Leak, held_out
from ragkit.teach.measure import wins_of
from ragkit.teach.split import split_of
from ragkit.teach.writing.example import NOTHING, Example
from ragkit.text.anchors import missing
from ragkit.text.joins import all_text
from ragkit.text.sentences import cited_sentences

SURER = 3.0
"""Standard errors by which the mean place has to be off, since it may be off either way."""
SHOWN = 5
"""Maximum number of examples that a message names."""
ASIDE = 0.05
"""By how much the mean place of the needed passage may be off the middle, as a share of all."""


def hold(examples: Sequence[Example]) -> None:
    """Raise `Leak` with every fault of the examples."""
    faults = [fault for one in examples for fault in _faults(one)]
    found = faults[:SHOWN]
    if len(faults) > SHOWN:
        found.append(f"and {len(faults) - SHOWN} more")
    found += [*_shared(examples), *_told_by_question(examples), *_told_by_place(examples)]
    if found:
        raise Leak(
            "asked to teach writing from examples that must not be learnt from:\n"
            + "\n".join(f"  {line}" for line in found)
            + "\nleave these examples out, or add documents and golden questions"
        )


def _faults(one: Example) -> Iterator[str]:
    """What is wrong with one example."""
    if one.kind == NOTHING and not one.is_refusal:
        yield f"{one.name}: is of the kind {NOTHING!r}, and its answer is not exactly: {REFUSAL}"
    if one.is_refusal:
        return
    stated = cited_sentences(one.answer)
    if not stated:
        yield f"{one.name}: the answer is empty"
    for sentence, numbers in stated:
        wrong = [number for number in numbers if not 1 <= number <= len(one.passages)]
        if not numbers:
            yield f"{one.name}: no citation behind {sentence!r}"
        elif wrong:
            yield f"{one.name}: {wrong[0]} is cited, and there are {len(one.passages)} passages"
        else:
            sources = [one.passages[number - 1] for number in numbers]
            lacking = missing(sentence, all_text(tuple(sources)), one.question)
            if lacking:
                yield f"{one.name}: the cited passages do not have {', '.join(lacking)}"


def _shared(examples: Sequence[Example]) -> Iterator[str]:
    """The texts that are in two parts of the data."""
    parts: defaultdict[str, set[str]] = defaultdict(set)
    for one in examples:
        for text in one.texts:
            parts[text].add(split_of(one.group))
    shared = [text for text, splits in parts.items() if len(splits) > 1]
    for text in shared[:SHOWN]:
        yield f"in two parts of the data: {text[:60]!r}"


def _told_by_question(examples: Sequence[Example]) -> Iterator[str]:
    """Whether the words of a question alone tell that it cannot be answered."""
    told: defaultdict[str, list[float]] = defaultdict(list)
    for odds, one in zip(alone(examples), examples, strict=True):
        told[NOTHING if one.is_refusal else one.kind].append(odds)
    refusals = told.pop(NOTHING, [])
    answers = [odds for of_kind in told.values() for odds in of_kind]
    error = COIN / sqrt(max(1, min(len(refusals), len(answers))))
    reached = auc(refusals, answers)
    if reached > LOOSER and reached - COIN > SURE * error:
        by_kind = [f"{kind} {auc(refusals, odds):.3f}" for kind, odds in told.items()]
        yield (
            f"the question alone tells {len(refusals)} refusals from {len(answers)} answers with "
            f"AUC {reached:.3f}; from answers by kind: {', '.join(by_kind)}"
        )


def alone(examples: Sequence[Example]) -> list[float]:
    """The probability of a refusal by the words of each question, fitted on other groups."""
    groups = [one.group for one in examples]
    truth = [one.is_refusal for one in examples]
    folds = min(FOLDS, len(set(groups)))
    if folds < 2 or len(set(truth)) < 2:
        return [COIN] * len(examples)
    questions = [one.question for one in examples]
    return held_out(questions, truth, groups, folds)


def auc(refusals: Sequence[float], answers: Sequence[float]) -> float:
    """How often a refusal gets the larger number; a coin where there is nothing to compare.

    >>> auc([0.9, 0.5], [0.5, 0.1])  # 3 of 4, and one of these is a tie
    0.875
    """
    if not refusals or not answers:
        return COIN
    wins = wins_of(np.array(refusals)[:, None], np.array(answers)[None, :])
    return float(wins.mean())


def _told_by_place(examples: Sequence[Example]) -> Iterator[str]:
    """Whether the needed passages are usually at the same place."""
    places = list(_places(examples))
    if not places:
        return
    error = 1 / sqrt(12 * len(places))
    off = fmean(places) - COIN
    if abs(off) > ASIDE and abs(off) > SURER * error:
        yield (
            f"the cited passages are on average at {fmean(places):.2f} of the list, where the "
            f"middle is {COIN:.2f}: their place tells which are needed"
        )


def _places(examples: Sequence[Example]) -> Iterator[float]:
    """Where in the list each cited passage is, from 0 to 1, once for each list."""
    seen = set()
    for one in examples:
        for _, numbers in cited_sentences(one.answer):
            for number in numbers:
                key = (one.passages, number)
                if key not in seen:
                    seen.add(key)
                    yield (number - COIN) / len(one.passages)
