"""HaluEval QA: how often the right answer stands above the hallucinated one, and above another name
of its evidence.

The right answers are phrases and the hallucinated ones mostly sentences, so that form alone tells
them apart: a ranking by length stands beside the judge's. Another name of the same evidence is a
wrong answer of the right one's form.
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
    """What each way of grading makes of the pairs, and how many of the answers hold what their
    evidence has not."""
    graded = [_graded(judge, row) for row in tqdm(rows, desc="HaluEval")]
    strange = {
        what: [row["verifier"][at] for row in graded].count(0.0)
        for at, what in enumerate(ANSWERS[:2])
    }
    return {"strange": strange} | {
        way: _measured([row[way] for row in graded]) for way in graded[0]
    }


def _graded(judge: OddsJudge, row: dict[str, str]) -> dict[str, Grades]:
    """The grades of `ANSWERS`, in each way; None for another name where the evidence has none.

    *plain* is the verifier to whom a phrase is shown as it is; *odds* leaves out the check of
    numbers and names too.
    """
    question, evidence = (
        row["question"],
        [Passage("knowledge", row["knowledge"], source="knowledge")],
    )
    answers = [row["right_answer"], row["hallucinated_answer"], *other_name(row)]
    asked = [FITS.format(draft=answer) for answer in answers]
    fits = [fit(judge, question, evidence, answer)[0] for answer in answers]
    odds = judge.verdicts(question, evidence, asked).odds

    def checked(grades: Grades) -> Grades:
        return [
            anchored(p, answer, row["knowledge"], question)
            for p, answer in zip(grades, answers, strict=True)
        ]

    short: Grades = [1 / (1 + len(answer.split())) for answer in answers]
    ways = {"verifier": checked(fits), "plain": checked(odds), "odds": odds, "short": short}
    return {way: [*grades, None][: len(ANSWERS)] for way, grades in ways.items()}


def other_name(row: dict[str, str]) -> list[str]:
    """The longest name of the evidence that shares no word with question and right answer, in a
    list; or none.

    >>> row = {"question": "Who met him?", "right_answer": "Ada"}
    >>> other_name(row | {"knowledge": "Ada met Charles Babbage."})
    ['Charles Babbage']
    """
    taken = set(words(f"{row['question']} {row['right_answer']}"))
    names = [name for said in sentences(row["knowledge"]) for name in NAME.findall(said)]
    return sorted(
        (name for name in names if words(name) and not taken & set(words(name))), key=len
    )[-1:]


def anchored(odds: float | None, text: str, evidence: str, question: str = "") -> float | None:
    """The odds of a text, or 0 when it holds a number or name that stands nowhere in its
    evidence."""
    return 0.0 if odds is not None and missing(text, evidence, question) else odds


def _measured(graded: Sequence[Grades]) -> dict[str, Any]:
    """How often the right one stands above each wrong one, and what thresholds do to right and
    hallucinated ones."""
    right, hallucinated, other = ([row[at] for row in graded] for at in range(len(ANSWERS)))
    found = calibrate([*right, *hallucinated], [True] * len(right) + [False] * len(right))
    ranked = {"ranked": above(right, hallucinated), "above_other_name": above(right, other)}
    out = {
        name: let_out(grades)
        for name, grades in zip(ANSWERS, (right, hallucinated, other), strict=True)
    }
    return {**ranked, "at_threshold": asdict(found), "let_out": out}


def above(right: Grades, wrong: Grades) -> dict[str, Any]:
    """How often the first is the higher one; a tie is not above."""
    both = zip(right, wrong, strict=True)
    return asdict(score([None if r is None or w is None else float(r > w) for r, w in both]))


def let_out(grades: Grades) -> dict[str, Any]:
    """The share that reaches the kit's own threshold, which was chosen on drafts of the corpus."""
    return asdict(
        score([None if grade is None else float(grade >= Settings().fit_from) for grade in grades])
    )
