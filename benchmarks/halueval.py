"""HaluEval QA: how often the right answer is ranked above a wrong one.

The wrong answers are the hallucinated one of the data and another name in the evidence. The right
answers are phrases and the hallucinated ones mostly sentences, so that form alone separates them.
For comparison there is a ranking by length. Another name has the same form as the right answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tqdm.auto import tqdm

from ragkit.evaluate.judging.calibration import calibrate
from ragkit.judges import OddsJudge, fit
from ragkit.judges.fit_judge import FITS
from ragkit.score import score
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.sentences import sentences
from ragkit.text.words import words

NAME = re.compile(r"\b[A-Z][\w'-]+(?:\s+(?:of\s+|the\s+)?[A-Z][\w'-]+){0,3}")
ANSWERS = ("right", "hallucinated", "other name")
Grades = list[float | None]


def halueval(judge: OddsJudge, rows: Sequence[dict[str, str]]) -> dict[str, Any]:
    """The measures of each way of grading the pairs.

    `strange` counts the answers with a number or name that is not in their evidence.
    """
    graded = [_graded(judge, row) for row in tqdm(rows, desc="HaluEval")]
    strange = {}
    for at, kind in enumerate(ANSWERS[:2]):
        grades = [row["verifier"][at] for row in graded]
        strange[kind] = grades.count(0.0)
    result: dict[str, Any] = {"strange": strange}
    for way in graded[0]:
        result[way] = _measured([row[way] for row in graded])
    return result


def _graded(judge: OddsJudge, row: dict[str, str]) -> dict[str, Grades]:
    """The grades of `ANSWERS`, in each way; None for another name where the evidence has none.

    *plain* is the verifier when a phrase is shown to it unchanged. *odds* leaves out the check of
    numbers and names as well. *short* ranks by length.
    """
    question = row["question"]
    knowledge = row["knowledge"]
    evidence = [Passage("knowledge", knowledge, source="knowledge")]
    answers = [row["right_answer"], row["hallucinated_answer"], *other_name(row)]
    fits = [fit(judge, question, evidence, answer)[0] for answer in answers]
    prompts = [FITS.format(draft=answer) for answer in answers]
    odds = judge.verdicts(question, evidence, prompts).odds

    def checked(grades: Grades) -> Grades:
        pairs = zip(grades, answers, strict=True)
        return [anchored(grade, answer, knowledge, question) for grade, answer in pairs]

    ways: dict[str, Grades] = {
        "verifier": checked(fits),
        "plain": checked(odds),
        "odds": odds,
        "short": [1 / (1 + len(answer.split())) for answer in answers],
    }
    return {way: [*grades, None][: len(ANSWERS)] for way, grades in ways.items()}


def other_name(row: dict[str, str]) -> list[str]:
    """The longest name in the evidence that shares no word with question and right answer.

    It is the only element of the list, which is empty when there is no such name.

    >>> row = {"knowledge": "Ada met Charles Babbage.", "question": "Who met him?"}
    >>> other_name(row | {"right_answer": "Ada"})
    ['Charles Babbage']
    """
    taken = set(words(f"{row['question']} {row['right_answer']}"))
    names = []
    for sentence in sentences(row["knowledge"]):
        for name in NAME.findall(sentence):
            own = words(name)
            if own and taken.isdisjoint(own):
                names.append(name)
    return sorted(names, key=len)[-1:]


def anchored(odds: float | None, text: str, evidence: str, question: str = "") -> float | None:
    """The odds of a text, or 0 when it has a number or name that is not in its evidence."""
    if odds is None:
        return None
    return 0.0 if missing(text, evidence, question) else odds


def _measured(graded: Sequence[Grades]) -> dict[str, Any]:
    """How often the right answer is ranked above each wrong one, and what thresholds do."""
    right, hallucinated, other = ([row[at] for row in graded] for at in range(len(ANSWERS)))
    labels = [True] * len(right) + [False] * len(right)
    calibration = calibrate([*right, *hallucinated], labels)
    out = {}
    for kind, grades in zip(ANSWERS, (right, hallucinated, other), strict=True):
        out[kind] = let_out(grades)
    return {
        "ranked": above(right, hallucinated),
        "above_other_name": above(right, other),
        "at_threshold": asdict(calibration),
        "let_out": out,
    }


def above(right: Grades, wrong: Grades) -> dict[str, Any]:
    """How often the right grade is higher than the wrong one; a tie is not higher."""
    higher: Grades = []
    for one, other in zip(right, wrong, strict=True):
        if one is None or other is None:
            higher.append(None)
        else:
            higher.append(float(one > other))
    return asdict(score(higher))


def let_out(grades: Grades) -> dict[str, Any]:
    """The fraction that reaches the kit's threshold, which was chosen on drafts of the corpus."""
    threshold = Settings().fit_from
    reached = [None if grade is None else float(grade >= threshold) for grade in grades]
    return asdict(score(reached))
