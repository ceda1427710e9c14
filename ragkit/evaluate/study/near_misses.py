"""Near misses: the same question, asked of a kit that does not find the passages with its answer.

The documents are as near to the question as before, and no passage that is left answers it. So it
is known that the right reply is to abstain. A passage may state the answer in other words. So each
goes that has all keys of the answer, and each with one key and many words of the question.

Left out: an answer without its keys ("a dozen" for 12), and one that follows from two passages.
"""

from __future__ import annotations

from dataclasses import replace

from ragkit.evaluate.golden.correct import holds_some, keys_held
from ragkit.evaluate.golden.other_questions import NEAR
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.taken_away import MOST, quotes_of
from ragkit.state import Passage
from ragkit.text.anchors import NUMBER_WORDS
from ragkit.text.overlap import overlap

TOO_MANY = "near miss: too many passages may state the answer"
NOTHING_LEFT = "near miss: no other passage is left"


def near_miss(question: Question, documents: Documents) -> tuple[Question | None, str]:
    """The question without the passages that may answer it; or None and the reason."""
    wide = _in_all_spellings(question)
    keys = [key for group in wide.keys for key in group]
    telling = [passage for passage in documents.having(keys) if may_tell(wide, passage)]
    if len(telling) > MOST:
        return None, TOO_MANY

    def states(piece: str) -> tuple[int, float]:
        held = keys_held(wide, piece)
        words = overlap(question.question, piece)
        return held, words

    made = Question(
        f"{question.id}-without",
        question.question,
        "near-miss",
        None,
        (),
        (),
        question.difficulty,
        without=quotes_of(telling, states, documents, question.support),
    )
    ids = left_out(made, documents.passages)
    if len(ids) > MOST:
        return None, TOO_MANY
    if len(ids) == len(documents.passages):
        return None, NOTHING_LEFT
    return made, ""


def may_tell(question: Question, passage: Passage) -> bool:
    """Whether a passage may state the answer of a question.

    >>> asked = Question("q", "How many mice do owls eat?", "factual", "3", (("3",),), (), "easy")
    >>> [may_tell(asked, Passage("p", text)) for text in ("Owls eat 3 mice.", "Owls eat mice.")]
    [True, False]
    """
    text = passage.searchable
    if keys_held(question, text) == len(question.keys):
        return True
    return holds_some(question, text) and overlap(question.question, text) >= NEAR


def _in_all_spellings(question: Question) -> Question:
    """The question with keys that are numbers up to twelve in digits and in words."""
    groups = []
    for group in question.keys:
        digits = {NUMBER_WORDS.get(key.lower(), key) for key in group}
        in_words = [word for word, number in NUMBER_WORDS.items() if number in digits]
        groups.append(tuple(dict.fromkeys([*group, *sorted(digits), *in_words])))
    return replace(question, keys=tuple(groups))
