"""What a bare phrase is worth to the judge: the golden answers' key words, as they are and as a
sentence.

    python -m benchmarks.phrases corpora/algorithms

Each is judged on the passages that carry its answer. Beside it stand the whole golden answer, and
another name of the same passages, which is a phrase and wrong. Answers whose key words are no
phrase (`judges/fit_judge.py`) are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.halueval import Grades, above, let_out, other_name
from benchmarks.thresholds import group
from ragkit import Kit
from ragkit.evaluate.golden.questions import Question, folded_passages, load_questions
from ragkit.evaluate.judging.labelled import evidence_of
from ragkit.judges import Judge, fit
from ragkit.judges.fit_judge import FITS, SENTENCE, as_sentence
from ragkit.state import Passage

RESULTS = Path(__file__).parent / "results"
ANSWERS = ("phrase", "whole answer", "other name")
FORMS = ("as it is", "as a sentence")


def phrase_of(question: Question) -> str | None:
    """The first spelling of each key of an answerable question, when together they are a bare
    phrase."""
    said = ", ".join(spellings[0] for spellings in question.keys)
    return said if group(question.kind) == "answerable" and as_sentence(said) != said else None


def graded(judge: Judge, question: Question, evidence: Sequence[Passage]) -> dict[str, Grades]:
    """The odds of `ANSWERS` as they are and as sentences; None for another name where the passages
    have none."""
    said, text = phrase_of(question) or "", " ".join(passage.text for passage in evidence)
    known = {
        "knowledge": text,
        "question": question.question,
        "right_answer": f"{said} {question.answer}",
    }
    answers = [said, question.answer or "", *other_name(known)]
    plain = judge.verdicts(
        question.question, evidence, [FITS.format(draft=answer) for answer in answers]
    ).odds
    fits = [fit(judge, question.question, evidence, answer)[0] for answer in answers]
    return {
        form: [*odds, None][: len(ANSWERS)] for form, odds in zip(FORMS, (plain, fits), strict=True)
    }


def measured(
    judge: Judge, questions: Sequence[Question], passages: Sequence[Passage]
) -> dict[str, Any]:
    """Of each form: which answers reach `fit_from`, and how often the right phrase stands above the
    other name.

    Raises `ValueError` when no question has a bare phrase for an answer that its passages carry.
    """
    letters = folded_passages(passages)
    asked = [
        (q, found)
        for q in questions
        if phrase_of(q) and (found := evidence_of(q, passages, letters))
    ]
    if not asked:
        raise ValueError(
            f"asked for answers that are bare phrases, and none of {len(questions)} questions has "
            "one that the documents carry; give such questions keys of a word or two and quotes "
            "that stand there word for word"
        )
    rows = [graded(judge, question, evidence) for question, evidence in tqdm(asked, desc="phrases")]
    found: dict[str, Any] = {"asked": [FITS, SENTENCE]}
    for form in FORMS:
        said = {answer: [row[form][at] for row in rows] for at, answer in enumerate(ANSWERS)}
        found[form] = {answer: let_out(grades) for answer, grades in said.items()}
        found[form]["ranked"] = above(said["phrase"], said["other name"])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    chosen = parser.parse_args()
    kit = Kit.open(chosen.corpus, memory=False)
    found = measured(
        kit.judge, load_questions(chosen.corpus / "questions.jsonl"), kit.corpus.passages
    )
    (RESULTS / "phrases.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
