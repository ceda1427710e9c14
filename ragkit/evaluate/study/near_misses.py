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
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.evaluate.golden.quotes import letters_of
from ragkit.evaluate.golden.without import left_out
from ragkit.evaluate.study.documents import Documents
from ragkit.state import Passage
from ragkit.text.anchors import NUMBER_WORDS
from ragkit.text.overlap import overlap
from ragkit.text.tables import rows_and_sentences

MOST = 6
"""Maximum number of passages that are left out; beyond it the answer's keys are everyday ones."""
TOO_MANY = "near miss: too many passages may state the answer"
NOTHING_LEFT = "near miss: no other passage is left"


def near_miss(question: Question, documents: Documents) -> tuple[Question | None, str]:
    """The question without the passages that may answer it; or None and the reason."""
    wide = _in_all_spellings(question)
    telling = [passage for passage in _candidates(wide, documents) if may_tell(wide, passage)]
    if len(telling) > MOST:
        return None, TOO_MANY
    quotes = dict.fromkeys(question.support)
    for passage in telling:
        if not _is_quoted(passage, quotes, documents):
            quotes[Support(passage.source, _quote(wide, passage))] = None
    made = Question(
        f"{question.id}-without",
        question.question,
        "near-miss",
        None,
        (),
        (),
        question.difficulty,
        without=tuple(quotes),
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


def _candidates(question: Question, documents: Documents) -> list[Passage]:
    """The passages with the letters of some key, which is quickly seen."""
    keys = [letters_of(key) for group in question.keys for key in group]
    found = []
    for passage in documents.passages:
        letters = documents.letters[passage.id]
        if any(key in letters for key in keys):
            found.append(passage)
    return found


def _is_quoted(passage: Passage, quotes: dict[Support, None], documents: Documents) -> bool:
    """Whether a passage has one of some quotes."""
    letters = documents.quotable[passage.id]
    return any(letters_of(quoted.quote) in letters for quoted in quotes)


def _quote(question: Question, passage: Passage) -> str:
    """The sentence or row of a passage that most likely states the answer."""
    rows, sentences = rows_and_sentences(passage.text)
    pieces = [" | ".join(row.cells) for row in rows] + sentences

    def telling(piece: str) -> tuple[int, float]:
        return keys_held(question, piece), overlap(question.question, piece)

    best = max(pieces, key=telling, default="")
    is_whole = best and letters_of(best) in letters_of(passage.text)
    return best if is_whole else passage.text
