"""What stops teaching: pairs that a baseline ranks without reading the evidence.

For each kind and baseline the AUC is taken within the pairs: how often the yes gets the larger
number, where equal ones count half. It is 0.5 for a coin. An AUC far below is as bad as one far
above, since a critic would learn the opposite as easily.

Pairs are levelled (`level.py`) by the same baselines that are measured here, so a gate that holds
says that levelling worked, and nothing about a shortcut that is not in the list. Two baselines are
measured for all kinds and not held for some, which cannot do better (`Kind.by_form`). The order of
words gives a claim away into which a value was put. The best sentence gives a question away that is
about another name or number.

`asked alone` is a logistic regression on the words of the question and of what is asked, without
evidence, by cross-validation over groups. Its limit is `LOOSER`, because true and false claims of
one corpus never use the same words equally often: a value that is rare in the passages is more
often the one that was put in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from ragkit.teach.baselines import BASELINES
from ragkit.teach.judgement import Judgement, Pair, flat
from ragkit.teach.kinds import KINDS
from ragkit.teach.parts import paired

LIMIT = 0.55
"""Greatest AUC that a baseline may reach."""
LOOSER = 0.60
"""Greatest AUC of the words of question and claim alone."""
ALONE = "asked alone"
"""The baseline that is fitted."""
FOLDS = 5
"""Parts of the cross-validation."""
COIN = 0.5
"""The AUC of a coin."""
SURE = 2.0
"""Standard errors by which an AUC has to be away from a coin, so that chance is no leak."""


class Leak(ValueError):
    """Pairs can be told apart without their evidence; the message says which, and what to do."""


@dataclass(frozen=True)
class Gate:
    """How well a baseline ranks the pairs of a kind."""

    kind: str
    baseline: str
    auc: float
    n: int
    """Number of pairs."""

    @property
    def is_held(self) -> bool:
        """Whether the baseline may tell nothing; else it is only measured (`Kind.by_form`)."""
        # A file of a user's own judgements may have other kinds.
        known = KINDS.get(self.kind)
        return known is None or self.baseline != known.by_form

    @property
    def limit(self) -> float:
        """The greatest AUC that the baseline may reach."""
        if self.baseline == ALONE:
            return LOOSER
        return LIMIT

    @property
    def leaks(self) -> bool:
        """Whether the AUC is beyond the limit, and not by chance."""
        if not self.is_held:
            return False
        ahead = self.auc - COIN
        # Folds of balanced pairs push a fitted baseline below a coin, which is no leak.
        if self.baseline != ALONE:
            ahead = abs(ahead)
        error = COIN / sqrt(self.n)
        return ahead > self.limit - COIN and ahead > SURE * error


def gates(judgements: Sequence[Judgement]) -> list[Gate]:
    """How well each baseline ranks the pairs of each kind.

    Raises `BadPairs` when a judgement has no twin.
    """
    by_kind: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in paired(judgements):
        by_kind[pair.kind].append(pair)
    found = []
    for kind, pairs in by_kind.items():
        baselines = BASELINES | {ALONE: alone(pairs)}
        for name, baseline in baselines.items():
            value = auc(pairs, baseline)
            found.append(Gate(kind, name, value, len(pairs)))
    return found


def hold(judgements: Sequence[Judgement]) -> list[Gate]:
    """The gates, all of which hold. Raises `Leak` with every one that does not."""
    found = gates(judgements)
    leaks = [gate for gate in found if gate.leaks]
    if leaks:
        lines = [
            f"{gate.kind}: '{gate.baseline}' ranks yes above no with AUC {gate.auc:.3f} "
            f"in {gate.n} pairs"
            for gate in leaks
        ]
        raise Leak(
            "pairs can be told apart without reading the evidence, so a critic would learn that:\n"
            + "\n".join(f"  {line}" for line in lines)
            + "\nlevel these kinds (ragkit/teach/level.py), leave them out, or add documents"
        )
    return found


def auc(pairs: Sequence[Pair], baseline: Callable[[Judgement], float]) -> float:
    """How often the yes of a pair gets the larger number; equal ones count half."""
    total = 0.0
    for yes, no in pairs:
        first = baseline(yes)
        second = baseline(no)
        if first == second:
            total += COIN
        elif first > second:
            total += 1
    return total / len(pairs)


def alone(pairs: Sequence[Pair]) -> Callable[[Judgement], float]:
    """The probability of yes by the words of question and asked text, fitted on other groups.

    With fewer than two groups there is nothing to fit on, and it is the same for all.
    """
    ones = flat(pairs)
    folds = min(FOLDS, len({one.group for one in ones}))
    if folds < 2:
        return lambda one: COIN
    texts = [f"{one.question}\n{one.asked}" for one in ones]
    odds = held_out(texts, [one.yes for one in ones], [one.group for one in ones], folds)
    by_identity = {id(one): value for one, value in zip(ones, odds, strict=True)}
    return lambda one: by_identity[id(one)]


def held_out(
    texts: Sequence[str], truth: Sequence[bool], groups: Sequence[str], folds: int
) -> list[float]:
    """The probability of yes for each text, by a model that was fitted on other groups.

    It is that of a coin where the other groups are all yes or all no.
    """
    vectorizer = CountVectorizer(ngram_range=(1, 2))
    counts = vectorizer.fit_transform(texts)
    labels = np.array(truth)
    odds = np.full(len(texts), COIN)
    for train, others in GroupKFold(folds).split(counts, labels, groups):
        if len(set(labels[train])) < 2:
            continue
        model = LogisticRegression(max_iter=1000)
        model.fit(counts[train], labels[train])
        odds[others] = model.predict_proba(counts[others])[:, 1]
    # Rounded, so that equal texts are equal whatever the order of a sum.
    return odds.round(9).tolist()
