"""Pairs of drafts for the fit judge: the right answer, and a wrong one of the same form.

The wrong one is of the same type and from the same passages. So what gives it away is neither its
length nor that its words are missing from the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from ragkit.evaluate.golden.answers import THING, asks_for, hints, holder
from ragkit.evaluate.golden.swaps import exchanged, of_a_size, others, typed
from ragkit.judges.fit_judge import FITS, PHRASE, as_sentence
from ragkit.state import Passage
from ragkit.teach.forms import capital, usable
from ragkit.teach.judgement import Pair
from ragkit.teach.material import Answered
from ragkit.teach.pairs import Case, made
from ragkit.text.anchors import NUMBER_WORDS
from ragkit.text.overlap import overlap
from ragkit.text.sentences import sentences
from ragkit.text.words import words

CITED = 0.5
"""Share of the cases in which the evidence is only what a draft cites, as in the kit."""
TWO_SIDES = ("{one}, not {other}.", "It is {one} and not {other}.", "Not {other}, but {one}.")
"""Drafts that name two values, the right one first or last."""
MORE = 0.3
"""By how much more of a question's words a sentence beside the point may have."""
CLEAR = {"who", "when", "where", "number"}
"""What is asked for so that other answers fit into the same sentence."""
Answers = Mapping[str, Sequence[Answered]]
"""Questions by the id of the passage that answers them."""


def fit_pairs(case: Case, rng: Random, answers: Answers) -> list[Pair]:
    """The pairs of drafts for the question of a case; `answers` are those of other questions."""
    one = case.answered
    if one is None or not one.is_located or one.question.kind == "comparison":
        return []
    case = _seen(case, one, rng)
    drafts = [
        *_phrases(case, one, rng, answers),
        *_in_sentence(case, one, rng, answers),
        *_beside(case, one),
    ]
    return [made(kind, case, asked(right), asked(wrong)) for kind, right, wrong in drafts]


def asked(draft: str) -> str:
    """The question about a draft, as the fit judge asks it."""
    sentence = as_sentence(draft)
    return FITS.format(draft=sentence)


def _seen(case: Case, one: Answered, rng: Random) -> Case:
    """The case with one or two passages, as a draft cites them, or with all of them."""
    if rng.random() >= CITED:
        return case
    cited = list(dict.fromkeys(passage for passage, _ in one.places))[:2]
    rest = [passage for passage in case.passages if passage not in cited]
    if len(cited) == 1 and rest and rng.random() < CITED:
        cited.append(rng.choice(rest))
    cited.sort(key=case.passages.index)
    return case.about(cited)


def _phrases(
    case: Case, one: Answered, rng: Random, answers: Answers
) -> Iterator[tuple[str, str, str]]:
    """A wrong phrase for a gold phrase, and both in a draft with two sides."""
    right = one.phrase
    if not right or len(right.split()) > PHRASE:
        return
    wrong = [*_of_values(case, one, right), *_of_answers(case, one, right, answers)]
    if not wrong:
        return
    chosen = rng.choice(wrong)
    yield "wrong phrase", right, chosen
    form = rng.choice(TWO_SIDES)
    sides = form.format(one=right, other=chosen), form.format(one=chosen, other=right)
    yield "two-sided", capital(sides[0]), capital(sides[1])


def _of_values(case: Case, one: Answered, right: str) -> list[str]:
    """The gold phrase with its value exchanged for others of the passages."""
    _, sentence = one.main
    found = []
    for value in typed(sentence, case.context):
        inside = holder(value.text).search(right)
        if not inside or len(value.text) <= len(right) / 2:
            continue
        before, after = right[: inside.start()], right[inside.end() :]
        for other in others(sentence, value, case.context):
            if not holder(other).search(case.question):
                found.append(before + other + after)
    return found


def _of_answers(case: Case, one: Answered, right: str, answers: Answers) -> list[str]:
    """The answers of other questions that ask for the same, in other sentences of the evidence."""
    type = asks_for(case.question)
    if not is_of_type(right, type):
        return []
    _, own = one.main
    found = []
    for passage in case.passages:
        for other in answers.get(passage.id, ()):
            phrase = other.phrase
            _, sentence = other.main
            if sentence == own or asks_for(other.question.question) != type:
                continue
            if not is_of_type(phrase, type):
                continue
            hinted = hints(one.question, [_as(sentence)])
            if not hinted and _is_other(right, phrase, case.question, own):
                found.append(phrase)
    return found


def is_of_type(phrase: str, type: str) -> bool:
    """Whether a phrase has the form of what a question asks for.

    >>> is_of_type("24 points", "number"), is_of_type("rarely", "number"), is_of_type("", "who")
    (True, False, False)
    """
    if not phrase or type == THING:
        return False
    if type in ("number", "when"):
        low = phrase.lower().split()
        return any(map(str.isdigit, phrase)) or not NUMBER_WORDS.keys().isdisjoint(low)
    return phrase[0].isupper() or type not in ("who", "where")


def _as(sentence: str) -> Passage:
    return Passage("", sentence)


def _is_other(right: str, phrase: str, question: str, own: str) -> bool:
    """Whether a phrase is a plausible and wrong answer: like the right one, without its words."""
    shared = set(words(right)) & set(words(phrase))
    if shared or holder(phrase).search(f"{question} {own}"):
        return False
    if right[0].isupper() != phrase[0].isupper():
        return False
    if any(map(str.isdigit, right)) != any(map(str.isdigit, phrase)):
        return False
    longer = len(phrase.split()) - len(right.split())
    return abs(longer) <= 2 and of_a_size(right, phrase)


def _in_sentence(
    case: Case, one: Answered, rng: Random, answers: Answers
) -> Iterator[tuple[str, str, str]]:
    """The answering sentence, and the same with another value in the place of the answer."""
    _, quote = one.main
    right = quote if one.phrase else one.question.answer or ""
    # An answer that is there twice would still be there once.
    if not usable(right) or (one.phrase and right.count(one.phrase) > 1):
        return
    start = right.find(one.phrase)
    end = start + len(one.phrase) if one.phrase else len(right)
    wrong = []
    for value in typed(right, case.context):
        if start <= value.start < end:
            for other in others(right, value, case.context):
                wrong.append(exchanged(right, value, other))
    if asks_for(case.question) in CLEAR and start > 0:
        for phrase in _of_answers(case, one, one.phrase, answers):
            wrong.append(right.replace(one.phrase, phrase, 1))
    if wrong:
        yield "wrong sentence", right, rng.choice(wrong)


def _beside(case: Case, one: Answered) -> Iterator[tuple[str, str, str]]:
    """The answering sentence, and another one of the passages of about that length."""
    _, right = one.main
    if not usable(right):
        return
    candidates = []
    for passage in case.passages:
        for sentence in sentences(passage.text):
            if usable(sentence) and _is_beside(sentence, right, one):
                candidates.append(sentence)
    if not candidates:
        return

    def likeness(sentence: str) -> float:
        longer = len(sentence) / len(right)
        shared = overlap(case.question, sentence)
        return shared - abs(longer - 1) / 2

    yield "beside the point", right, max(candidates, key=likeness)


def _is_beside(sentence: str, right: str, one: Answered) -> bool:
    """Whether a sentence says nothing of the answer."""
    for _, quote in one.places:
        if sentence in quote or quote in sentence:
            return False
    if sentence == right:
        return False
    # A sentence that has far more of the question's words may answer it too.
    question = one.question.question
    if overlap(question, sentence) > overlap(question, right) + MORE:
        return False
    return not hints(one.question, [_as(sentence)])
