"""The first task: a system of your own, worth more than `crag` on hidden questions."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ragkit.course.capstones.compared import Compared, hash_of, made_of
from ragkit.course.capstones.leaderboard import Entry
from ragkit.course.capstones.rubric import Criterion, Rubric
from ragkit.course.capstones.submission import BadSubmission
from ragkit.evaluate.golden import Question
from ragkit.evaluate.measures import (
    WITHHELD,
    Outcomes,
    Row,
    advantage,
    gaps_of,
    outcomes,
    tokens_by_system,
)
from ragkit.evaluate.measures.value import value

SYSTEM = Rubric(
    "A system of your own",
    {
        "all runs": Criterion(
            10,
            "every hidden question is asked, and no run fails",
            "run it again to go on; look at the failed runs in the report of the folder",
        ),
        "worth more": Criterion(
            20,
            "its value at the price is above crag's, with half of its correct answers or more",
            "look at wrong answers on your own questions: each costs the price",
        ),
        "shown": Criterion(
            25,
            "the paired 95 % interval of the difference is above 0",
            "a difference this small can be luck: make a larger one, not another try",
        ),
        "tokens": Criterion(
            20,
            "it takes no more tokens for a question than crag, with half of its correct answers",
            "leave out a call, shorten a reply, or read fewer passages",
        ),
        "abstains": Criterion(
            15,
            "it abstains on questions without an answer as often as crag, and yet answers others",
            "judge the evidence or the draft before it becomes the answer",
        ),
        "by heart": Criterion(
            10,
            "its code contains no golden question, no answer and no file of questions",
            "remove them: a system that knows the questions answers no others",
        ),
    },
    (
        "why the graph has each of its parts, in the learner's own words",
        "whether it was developed on the given questions alone, without answers kept anywhere",
        "whether it would be readable to the next person who has to change it",
    ),
)


def graded(found: Compared, code: str, price: float) -> Rubric:
    """The rubric of a submission, from the rows of both systems."""
    own = _ends(found.ours)
    other = _ends(found.crags)
    gap = advantage(own, other, price)
    is_shown = gap.n > 1 and gap.low > 0
    is_useful, correct = answers_enough(found)
    worth = f"{value(own, price).mean:.3f}, and crag {value(other, price).mean:.3f}; {correct}"
    known = known_by_heart(code, found.asked)
    runs = f"{len(made_of(found.ours))} runs of {len(found.asked)} without a failure"
    return SYSTEM.graded(
        {
            "all runs": (found.is_whole, runs),
            "worth more": (is_useful and gap.mean > 0, worth),
            "shown": (is_useful and is_shown, str(gap)),
            "tokens": _tokens(found, is_useful),
            "abstains": _abstains(found, is_useful),
            "by heart": (not known, f"{len(known)} of them"),
        }
    )


def answers_enough(found: Compared) -> tuple[bool, str]:
    """Whether a system has half of the correct answers of `crag`, and how many both have.

    Where a wrong answer is expensive, to abstain from everything may be worth more than `crag`. It
    is no system.
    """
    own = _correct(found.ours)
    other = _correct(found.crags)
    is_useful = own > 0 and own >= other / 2
    return is_useful, f"{own:g} correct, and crag {other:g}"


def draw_of(hidden: Sequence[Question], most: int | None, price: float) -> str:
    """A hash of what tries have to have in common: the hidden questions, and the price."""
    ids = sorted(question.id for question in hidden)
    content = json.dumps([ids, most, price])
    return hash_of(content)


def entry_of(found: Compared, learner: str, code: str, price: float, draw: str) -> Entry:
    """The submission as a try on the leaderboard.

    Raises `BadSubmission` where a run is missing or failed, or where it answers too little: a
    system that fails where it would be wrong must not look better for it.
    """
    if not found.is_whole:
        raise BadSubmission(
            "asked for a place on the leaderboard, got runs that are missing or failed; run the "
            "same command to go on, or repair the submission"
        )
    is_useful, correct = answers_enough(found)
    if not is_useful:
        raise BadSubmission(
            f"asked for a place on the leaderboard, got {correct}; answer half as many or more"
        )
    ours = _ends(found.ours)
    crags = _ends(found.crags)
    ids = [question.id for question in found.asked]
    gaps = []
    for id in ids:
        # None where one of the two is ungraded.
        gap, *_ = [*gaps_of({id: ours[id]}, crags, price), None]
        gaps.append(gap)
    worth = value(ours, price).mean
    tokens = _tokens_of(found.ours) / max(1.0, _tokens_of(found.crags))
    return Entry(learner, hash_of(code), draw, worth, tokens, tuple(gaps))


def known_by_heart(code: str, asked: Sequence[Question]) -> list[str]:
    """What of golden questions is in the code: the question, its answer, quotes, or the file.

    Answers of fewer than three words are not looked for, because any code may contain them.
    """
    texts = ["questions.jsonl"]
    for question in asked:
        texts.append(question.question)
        texts += [support.quote for support in question.support]
        answer = question.answer or ""
        if len(answer.split()) > 2:
            texts.append(answer)
    lowered = code.casefold()
    return [text for text in texts if text.casefold() in lowered]


def _ends(rows: Sequence[Row]) -> Outcomes:
    """The outcomes of the one system that the rows are of."""
    for ends in outcomes(rows).values():
        return ends
    return {}


def _correct(rows: Sequence[Row]) -> float:
    """The number of correct answers; half an answer counts as half."""
    correct = 0.0
    for end in _ends(rows).values():
        if end is not None:
            correct += end.correct
    return correct


def _tokens_of(rows: Sequence[Row]) -> float:
    """The mean number of tokens of a question; 0 without a run."""
    for tokens in tokens_by_system(rows).values():
        return tokens
    return 0.0


def _tokens(found: Compared, is_useful: bool) -> tuple[bool, str]:
    own = _tokens_of(found.ours)
    other = _tokens_of(found.crags)
    is_met = is_useful and own <= other
    return is_met, f"{own:,.0f} tokens, and crag {other:,.0f}"


def _abstains(found: Compared, is_useful: bool) -> tuple[bool, str]:
    """How often both abstain, on the questions on which both should; which ones is not said."""
    own = _held(found.ours)
    other = _held(found.crags)
    kinds = [question.kind for question in found.asked]
    asked = sum(kind in WITHHELD for kind in kinds)
    is_met = is_useful and own >= other
    return is_met, f"on {own} of {asked}, and crag on {other}; it answers {asked - own}"


def _held(rows: Sequence[Row]) -> int:
    held = 0
    for row in rows:
        if row.kind in WITHHELD and row.held:
            held += 1
    return held
