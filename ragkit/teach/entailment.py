"""An entailment set: short texts, each with a statement that follows from it and one that does not.

Nothing is taught on it. The true statements are in other words than their texts, and some need a
step of thought, so a critic that learnt to compare letters does worse on them. Of each pair both
statements share as many words with the text as can be had; `tests/teach/test_entailment.py` holds
that no baseline ranks them. The texts were written for the kit.

Every other pair, in the order of the file, is for a gate that stops a lesson; the others are there
to report on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ragkit.judges.claim_judge import STATED
from ragkit.state import Passage
from ragkit.teach.build import TOPIC
from ragkit.teach.judgement import Judgement, Pair

ENTAILMENT = Path(__file__).with_name("entailment.jsonl")
KIND = "entailment"
"""The kind of these pairs. It is not in `KINDS`, because nothing makes more of them."""
Use = Literal["gate", "report"]
USES: tuple[Use, ...] = ("gate", "report")


class Text(NamedTuple):
    """A text with its two statements."""

    topic: str
    text: str
    true: str
    """It follows from the text."""
    false: str
    """The text says the opposite."""


def entailment(use: Use) -> list[Pair]:
    """The pairs for one of the two uses."""
    lines = ENTAILMENT.read_text("utf-8").splitlines()
    texts = [Text(**json.loads(line)) for line in lines]
    return [_pair(text) for text in _half(texts, use)]


def _half(texts: Sequence[Text], use: Use) -> Sequence[Text]:
    first = USES.index(use)
    return texts[first :: len(USES)]


def _pair(text: Text) -> Pair:
    return Pair(
        yes=_judgement(text, text.true, yes=True),
        no=_judgement(text, text.false, yes=False),
    )


def _judgement(text: Text, statement: str, yes: bool) -> Judgement:
    file = f"{text.topic}.md"
    passage = Passage(text.topic, text.text, source=file, section=text.topic)
    return Judgement(
        pair=f"{KIND} {text.topic}",
        kind=KIND,
        group=text.topic,
        question=TOPIC.format(topic=text.topic),
        passages=(passage,),
        asked=STATED.format(claim=statement),
        yes=yes,
    )
