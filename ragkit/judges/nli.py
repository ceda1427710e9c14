"""The NLI judge: a cross-encoder that says whether the evidence entails a claim.

See adaptive, sections 4.7 and 11. The model was trained on this question with single sentences. So
it reads the evidence in windows of two sentences as well as whole, and the best window decides.

Left out: the question, which a claim that stands alone does not need; and contradiction, which
counts like silence, as in eq. 14.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ragkit.judges.claim_judge import ClaimJudge
from ragkit.judges.judge import Verdicts
from ragkit.state import Passage
from ragkit.text.sentences import sentences
from ragkit.weights import ModelMissing, load_cross_encoder

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

PARTLY = 0.4
"""Probability of entailment above which a claim has support 0.5."""
STATED = 0.7
"""Probability of entailment above which a claim has support 1."""
NOT_A_NUMBER = "the NLI judge gave no number for a claim"


@dataclass(frozen=True)
class NLIJudge:
    """A cross-encoder with a label for entailment."""

    model: CrossEncoder
    entails: int
    """Index of that label among the model's labels, whose order differs between models."""
    name: str = "nli"

    def supports(
        self, question: str, passages: Sequence[Passage], claims: Sequence[str]
    ) -> Verdicts:
        """The probability that the evidence entails each claim, in [0, 1].

        It is None where the model gave no number.
        """
        premises = windows(passages)
        if not claims or not premises:
            return Verdicts([0.0] * len(claims))
        pairs = [(premise, claim) for claim in claims for premise in premises]
        odds = self.model.predict(pairs, apply_softmax=True, show_progress_bar=False)
        entailment = odds[:, self.entails]
        by_claim = entailment.reshape(len(claims), len(premises))

        numbers: list[float | None] = []
        for row in by_claim:
            best = float(row.max())
            numbers.append(None if math.isnan(best) else best)
        note = NOT_A_NUMBER if None in numbers else ""
        return Verdicts(numbers, note)


def nli_judge(name_or_path: str | Path) -> ClaimJudge:
    """The claim judge of an NLI model, with its thresholds. Raises `ModelMissing`."""
    judge = load_nli(name_or_path)
    return ClaimJudge(
        name=judge.name,
        supports=judge.supports,
        partly_above=PARTLY,
        supported_above=STATED,
    )


def load_nli(name_or_path: str | Path) -> NLIJudge:
    """The judge of the cross-encoder with this name on the hub or in this folder.

    Raises `ModelMissing`, also for a model that has no label for entailment.
    """
    model = load_cross_encoder(name_or_path)
    id2label: dict[int, str] = getattr(model.config, "id2label", None) or {}
    in_order = sorted(id2label.items())
    labels = [label.lower() for _, label in in_order]
    for index, label in enumerate(labels):
        if label.startswith("entail"):
            return NLIJudge(model, index)
    raise ModelMissing(
        f"a cross-encoder that judges entailment, {name_or_path}",
        f"its labels are {', '.join(labels)}",
        "name an NLI model in the settings",
    )


def windows(passages: Sequence[Passage]) -> list[str]:
    """The texts that the model reads one by one, each once.

    These are every passage, and every two consecutive sentences of a passage.

    >>> windows([Passage("owl", "Owls hunt. They eat mice. Mice hide.")])
    ['Owls hunt. They eat mice. Mice hide.',
     'Owls hunt. They eat mice.', 'They eat mice. Mice hide.']
    """
    texts = [passage.text.strip() for passage in passages]
    whole = [text for text in texts if text]
    pairs = []
    for text in whole:
        consecutive = pairwise(sentences(text))
        pairs += [" ".join(pair) for pair in consecutive]
    return list(dict.fromkeys(whole + pairs))
