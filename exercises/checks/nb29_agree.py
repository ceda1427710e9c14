"""29-agree: how often drafts of one model say the same, and how often they are wrong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from statistics import fmean

from ragkit.course.exercises.answer import Answer, Trial
from ragkit.course.exercises.own import Own
from ragkit.course.exercises.same import same

GRADES = {
    "12 mice": True,
    "twelve mice": True,
    "3 mice": False,
    "9 mice": False,
    "10 mice": False,
    "many mice": None,
}
"""What a draft may say, and whether it is right; None: it could not be graded."""
OWN = Own(
    'Each of the four shares is on a scale from 0 to {whole}. `"right"` is `{none!r}` if no'
    " pair says the same.",
    whole=(1, 10, 100, 1000),
    none=(None, -1, "unknown"),
)
Draft = tuple[str, bool | None]
Pair = tuple[Draft, Draft]
Questions = Sequence[Sequence[Draft]]
Counted = dict[str, float | None]
Count = Callable[[Questions], Counted]
"""The number of pairs, and the shares."""
AGREE, RIGHT, WRONG, INDEPENDENT = "agree", "right", "wrong", "independent"


def agreement(questions: Questions) -> Counted:
    """The number of graded pairs of drafts of one question, and four shares.

    *agree* is the share of the pairs that say the same, *right* the share of those that is right,
    and *wrong* the share of all pairs in which both are wrong. *independent* is what *wrong* would
    be if no draft's mistake made another one's more likely.

    >>> agreement([[("12", True), ("3", False)], [("9", False), ("9", False)]])
    {'pairs': 2, 'agree': 0.5, 'right': 0.0, 'wrong': 0.5, 'independent': 0.5625}
    """
    return _told(_counted(questions))


def _told(found: Counted) -> Counted:
    """The number of pairs and the shares, as the present variant wants them."""
    told = dict(found)
    for name in (AGREE, RIGHT, WRONG, INDEPENDENT):
        share = found[name]
        told[name] = OWN.none if share is None else share * OWN.whole
    return told


def _counted(questions: Questions) -> Counted:
    pairs = _pairs(questions)
    return _of(pairs, questions)


def _pairs(questions: Questions) -> list[Pair]:
    """Each two graded drafts of a question, once."""
    found: list[Pair] = []
    for drafts in questions:
        found += combinations(_graded(drafts), 2)
    return found


def _graded(drafts: Sequence[Draft]) -> list[Draft]:
    graded = []
    for draft in drafts:
        _, right = draft
        if right is not None:
            graded.append(draft)
    return graded


def _of(pairs: Sequence[Pair], questions: Questions) -> Counted:
    agreeing = [first for first, second in pairs if first[0] == second[0]]
    wrong = [not first[1] and not second[1] for first, second in pairs]
    return {
        "pairs": len(pairs),
        AGREE: len(agreeing) / len(pairs),
        RIGHT: fmean(bool(right) for _, right in agreeing) if agreeing else None,
        WRONG: fmean(wrong),
        INDEPENDENT: _share_wrong(questions) ** 2,
    }


def _share_wrong(questions: Questions) -> float:
    """The share of the graded drafts that is wrong."""
    wrong: list[bool] = []
    for drafts in questions:
        graded = _graded(drafts)
        wrong += [not right for _, right in graded]
    return fmean(wrong)


def trials(answer: Answer, rng: Random) -> Iterator[Trial]:
    """Questions that each misconception counts in another way; no pair that agrees; any."""
    every = [_telling(rng)]
    first, second = rng.sample(["3 mice", "9 mice", "12 mice"], 2)
    every.append([[(first, GRADES[first]), (second, GRADES[second])]])
    for _ in range(6):
        drawn = _drawn(rng)
        every.append(drawn)
    for questions in every:
        yield answer.against(agreement, questions)


def _telling(rng: Random) -> list[list[Draft]]:
    while True:
        questions = _drawn(rng)
        right = _counted(questions)
        if right[RIGHT] is None:
            continue
        results = [right]
        for wrong in COUNTED_WRONGLY.values():
            own = wrong(questions)
            if not any(same(own, other) for other in results):
                results.append(own)
        if len(results) == 1 + len(COUNTED_WRONGLY):
            return questions


def _drawn(rng: Random) -> list[list[Draft]]:
    """Some questions, at least one of which has a graded pair."""
    while True:
        questions = []
        for _ in range(rng.randint(3, 5)):
            count = rng.randint(2, 4)
            texts = rng.choices(list(GRADES), k=count)
            questions.append([(text, GRADES[text]) for text in texts])
        if _pairs(questions):
            return questions


def _twice(questions: Questions) -> Counted:
    """Each pair in both orders."""
    pairs: list[Pair] = []
    for drafts in questions:
        pairs += permutations(_graded(drafts), 2)
    return _of(pairs, questions)


def _with_itself(questions: Questions) -> Counted:
    pairs: list[Pair] = []
    for drafts in questions:
        pairs += combinations_with_replacement(_graded(drafts), 2)
    return _of(pairs, questions)


def _ungraded_is_wrong(questions: Questions) -> Counted:
    told = []
    for drafts in questions:
        counted = [(text, bool(right)) for text, right in drafts]
        told.append(counted)
    return _counted(told)


def _over_questions(questions: Questions) -> Counted:
    """Drafts of two questions are a pair as well."""
    every: list[Draft] = []
    for drafts in questions:
        every += drafts
    return _of(_pairs([every]), questions)


def _same_grade(questions: Questions) -> Counted:
    """Two drafts agree if both are right or both are wrong."""
    told = []
    for drafts in questions:
        grades = [right for _, right in drafts]
        said = [(str(grade), grade) for grade in grades]
        told.append(said)
    return _counted(told)


def _agreement_is_right(questions: Questions) -> Counted:
    """What two drafts say is taken to be right."""
    found = _counted(questions)
    return found | {RIGHT: 1.0}


def _of_all_pairs(questions: Questions) -> Counted:
    """The right ones that agree, as a share of all pairs."""
    found = _counted(questions)
    agreeing = _agreeing(found)
    right = found[RIGHT] or 0.0
    share = right * agreeing
    return found | {RIGHT: share}


def _by_question(questions: Questions) -> Counted:
    """The mean of the questions' own shares, however many pairs each has."""
    alone = [_counted([drafts]) for drafts in questions if _pairs([drafts])]
    found = _counted(questions)
    for name in (AGREE, RIGHT, WRONG):
        shares = [own[name] for own in alone]
        known = [share for share in shares if share is not None]
        found[name] = fmean(known) if known else None
    return found


def _not_multiplied(questions: Questions) -> Counted:
    """By chance, both are wrong as often as one."""
    found = _counted(questions)
    share = _share_wrong(questions)
    return found | {INDEPENDENT: share}


def _same_mistake(questions: Questions) -> Counted:
    """Wrong together are only those that make the same mistake."""
    found = _counted(questions)
    right = found[RIGHT] or 0.0
    mistaken = 1 - right
    share = mistaken * _agreeing(found)
    return found | {WRONG: share}


def _agreeing(found: Counted) -> float:
    return found[AGREE] or 0.0


def _as_told(count: Count) -> Count:
    return lambda questions: _told(count(questions))


COUNTED_WRONGLY: dict[str, Count] = {
    "each pair is counted twice, once in each order": _twice,
    "each draft is compared with itself, too, and agrees": _with_itself,
    "a draft that could not be graded counts as wrong": _ungraded_is_wrong,
    "drafts of different questions are compared": _over_questions,
    "two wrong drafts agree, whatever they say": _same_grade,
    "what two drafts agree on is taken to be right": _agreement_is_right,
    "the right ones among those that agree are a share of all pairs": _of_all_pairs,
    "it is the mean of the questions' shares, however many pairs each has": _by_question,
    "two independent drafts are wrong together as often as one is wrong": _not_multiplied,
    "two drafts are wrong together only if they make the same mistake": _same_mistake,
}
MISCONCEPTIONS = {name: _as_told(count) for name, count in COUNTED_WRONGLY.items()}
