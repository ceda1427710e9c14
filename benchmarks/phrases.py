"""Measure how the judge grades a bare phrase: the golden answers' key words, also as a sentence.

    python -m benchmarks.phrases corpora/algorithms

Each phrase is judged on the passages that contain its answer. For comparison, the whole golden
answer is judged, and another name in the same passages, which is a phrase and wrong. Answers whose
key words are not a phrase (`judges/fit_judge.py`) are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm.auto import tqdm

from benchmarks.halueval import Grades, above, let_out, other_name
from benchmarks.labelled import evidence_of
from ragkit import Kit
from ragkit.evaluate.golden.questions import Question, folded_passages, load_questions
from ragkit.evaluate.judging.drafts import group
from ragkit.judges import Judge, fit
from ragkit.judges.fit_judge import FITS, SENTENCE, as_sentence
from ragkit.state import Passage

RESULTS = Path(__file__).parent / "results"
ANSWERS = ("phrase", "whole answer", "other name")
FORMS = ("as it is", "as a sentence")


def phrase_of(question: Question) -> str | None:
    """The first spelling of each key of an answerable question, if together they are a phrase."""
    if group(question.kind) != "answerable":
        return None
    firsts = [spellings[0] for spellings in question.keys]
    keys = ", ".join(firsts)
    # A text that is no phrase is left as it is.
    return None if as_sentence(keys) == keys else keys


def graded(judge: Judge, question: Question, evidence: Sequence[Passage]) -> dict[str, Grades]:
    """The odds of `ANSWERS` in each form; None for another name where the passages have none."""
    phrase = phrase_of(question) or ""
    text = " ".join(passage.text for passage in evidence)
    row = {
        "knowledge": text,
        "question": question.question,
        "right_answer": f"{phrase} {question.answer}",
    }
    answers = [phrase, question.answer or "", *other_name(row)]
    prompts = [FITS.format(draft=answer) for answer in answers]
    plain = judge.verdicts(question.question, evidence, prompts).odds
    fits = [fit(judge, question.question, evidence, answer)[0] for answer in answers]
    forms = zip(FORMS, (plain, fits), strict=True)
    return {form: [*odds, None][: len(ANSWERS)] for form, odds in forms}


def measured(
    judge: Judge, questions: Sequence[Question], passages: Sequence[Passage]
) -> dict[str, Any]:
    """For each form, which answers reach `fit_from`, and how often the phrase beats the other name.

    Raises `ValueError` when no question has a bare phrase that its passages contain.
    """
    folded = folded_passages(passages)
    cases = []
    for question in questions:
        if phrase_of(question):
            evidence = evidence_of(question, passages, folded)
            if evidence:
                cases.append((question, evidence))
    if not cases:
        raise ValueError(
            f"asked for answers that are bare phrases, and none of {len(questions)} questions "
            "has one that the documents carry; give such questions keys of a word or two and "
            "quotes that stand there word for word"
        )
    rows = [graded(judge, question, evidence) for question, evidence in tqdm(cases, desc="phrases")]
    results: dict[str, Any] = {"asked": [FITS, SENTENCE]}
    for form in FORMS:
        grades = {}
        for at, answer in enumerate(ANSWERS):
            grades[answer] = [row[form][at] for row in rows]
        results[form] = {answer: let_out(own) for answer, own in grades.items()}
        results[form]["ranked"] = above(grades["phrase"], grades["other name"])
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("corpus", type=Path)
    chosen = parser.parse_args()
    kit = Kit.open(chosen.corpus, memory=False)
    questions = load_questions(chosen.corpus / "questions.jsonl")
    results = measured(kit.judge, questions, kit.corpus.passages)
    text = json.dumps(results, indent=1)
    (RESULTS / "phrases.json").write_text(f"{text}\n")
    print(text)


if __name__ == "__main__":
    main()
