"""Which questions get noisy evidence, and of which kind (tiny, section IV-A).

They are drawn by a seed, from the questions that the documents answer. Where there is no answer,
noise takes nothing away: a critic that rejects such evidence is right with noise and without it.

Half of them get each kind. Conflicts go first to those whose quotes have a number that the answer
needs, because few others can be falsified. What cannot be made in the end is decided in `noise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, get_args

from ragkit.evaluate.golden.questions import BEYOND, Question
from ragkit.evaluate.measures.outcome import WITHHELD
from ragkit.evaluate.noise.falsify import falsifiable

Kind = Literal["hard negative", "conflict"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Both kinds of noise: near passages without the answer, and passages with a falsified answer."""


def drawn(questions: Sequence[Question], share: float, seed: int) -> dict[str, Kind]:
    """The kind of noise of each question that gets any, by its id.

    `share` is the fraction of the questions that the documents answer, in [0, 1]. The order of the
    questions changes nothing.

    >>> asked = [Question(f"q{n}", "?", "factual", "a", (), (), "easy") for n in range(5)]
    >>> kinds = drawn(asked, 0.8, seed=0)
    >>> sorted(kinds.values())
    ['conflict', 'conflict', 'hard negative', 'hard negative']
    """
    answered = {}
    for question in questions:
        if question.kind not in (*WITHHELD, *BEYOND) and not question.without:
            answered[question.id] = question
    ids = sorted(answered)
    count = round(share * len(ids))
    drawn_ids = Random(seed).sample(ids, count)
    chosen = [answered[id] for id in drawn_ids]
    # sorting keeps the random order of those that are alike
    chosen.sort(key=falsifiable, reverse=True)
    half = count // 2
    kinds: dict[str, Kind] = {}
    for question in chosen[:half]:
        kinds[question.id] = "conflict"
    for question in chosen[half:]:
        kinds[question.id] = "hard negative"
    return kinds
