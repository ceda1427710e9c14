"""The NLI judge: does the evidence entail the claim? A cross-encoder reads both (papers/000, sections 4.7 and 11).

It was trained on this very question with single sentences, so it reads the evidence in windows of two sentences as well
as whole, and the best window decides. Left out: the question, which a claim that stands alone does not need; and
contradiction, which counts like silence, as in eq. 14.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ragkit.claims import sentences
from ragkit.judges.claim_judge import ClaimJudge
from ragkit.judges.judge import Verdicts
from ragkit.state import Passage
from ragkit.weights import ModelMissing, load_cross_encoder

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

PARTLY, STATED = 0.4, 0.7
"""Entailment above which a claim counts 0.5 and 1."""
NOT_A_NUMBER = "the NLI judge gave no number for a claim"


@dataclass(frozen=True)
class NLIJudge:
    """A cross-encoder with a label for entailment."""

    model: CrossEncoder
    entails: int
    """Place of that label among the model's; models differ."""
    name: str = "nli"

    def supports(self, question: str, passages: Sequence[Passage], claims: Sequence[str]) -> Verdicts:
        """How likely the evidence entails each claim, in [0, 1]; None where the model gave no number."""
        premises = windows(passages)
        if not claims or not premises:
            return Verdicts([0.0] * len(claims))
        pairs = [(premise, claim) for claim in claims for premise in premises]
        odds = self.model.predict(pairs, apply_softmax=True, show_progress_bar=False)[:, self.entails]
        best = [float(row.max()) for row in odds.reshape(len(claims), len(premises))]
        return Verdicts(
            [None if math.isnan(p) else p for p in best], NOT_A_NUMBER if any(map(math.isnan, best)) else ""
        )


def nli_judge(name_or_path: str | Path) -> ClaimJudge:
    """The claim judge that it makes, with its thresholds; raises `ModelMissing`."""
    judge = load_nli(name_or_path)
    return ClaimJudge(judge.name, judge.supports, PARTLY, STATED)


def load_nli(name_or_path: str | Path) -> NLIJudge:
    """The judge whose cross-encoder has this name on the hub or lies in this folder; raises `ModelMissing`."""
    model = load_cross_encoder(name_or_path)
    id2label: dict[int, str] = getattr(model.config, "id2label", None) or {}
    labels = [label.lower() for _, label in sorted(id2label.items())]
    entailment = [i for i, label in enumerate(labels) if label.startswith("entail")]
    if not entailment:
        asked, then = f"a cross-encoder that judges entailment, {name_or_path}", "name an NLI model in the settings"
        raise ModelMissing(asked, f"its labels are {', '.join(labels)}", then)
    return NLIJudge(model, entailment[0])


def windows(passages: Sequence[Passage]) -> list[str]:
    """What is read at a time: every passage, and every two sentences that follow each other in one, each once.

    >>> windows([Passage("owl", "Owls hunt. They eat mice. Mice hide.")])
    ['Owls hunt. They eat mice. Mice hide.', 'Owls hunt. They eat mice.', 'They eat mice. Mice hide.']
    """
    whole = [passage.text.strip() for passage in passages if passage.text.strip()]
    pairs = [" ".join(pair) for text in whole for pair in pairwise(sentences(text))]
    return list(dict.fromkeys([*whole, *pairs]))
