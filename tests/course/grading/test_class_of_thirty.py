"""Thirty learners, each with variants of their own: all are graded by them, and the copied answers are found."""

import nbformat
import pytest

from ragkit.course.derive import SOLUTIONS
from ragkit.course.exercises.catalogue import task
from ragkit.course.grading.copies import copies
from ragkit.course.grading.grade import grade
from ragkit.course.grading.marks import marks

pytestmark = [pytest.mark.process, pytest.mark.long]
NAME = "02_hybrid_retrieval.ipynb"
FIRST, LAST = ("Ada", "Bob", "Cy", "Dora", "Eve", "Finn"), ("Lovelace", "Hall", "Moss", "Reed", "Stone")
CLASS = [f"{first} {last}" for first in FIRST for last in LAST]
COPIED = {"Bob Hall": "Ada Lovelace", "Eve Stone": "Cy Moss", "Finn Reed": "Dora Hall"}
"""Who copied all three answers, and of whom."""
IDF = """import math
def idf(word, documents):
    N = len(documents)
    n = sum(word in document for document in documents)
    return max(0.0, math.log((N - n + {above}) / (n + {below})))"""
RRF = """def rrf(rankings, k):
    scores = {{}}
    for ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0) + {times} / (k + rank)
    return scores"""
HYBRID = """def hybrid(dense, sparse, final):
    score = {{}}
    for times, ranking in (({times}, dense), (1, sparse)):
        for rank, name in enumerate(ranking, start=1):
            score[name] = score.get(name, 0) + times / (60 + rank)
    best_first = sorted(score, key=score.get, reverse=True)
    return best_first[{place} - 1 :][:final]"""
ANSWERS = {"02-idf": IDF, "02-rrf": RRF, "02-hybrid": HYBRID}


def variants_of(name):
    return {id: task(id).own.of(name, id) for id in ANSWERS}


def hand_in(folder, who, values):
    """Hand in answers to some variants, with the learner's own name in the first cell."""
    notebook = nbformat.read(SOLUTIONS / NAME, as_version=4)
    for cell in notebook.cells:
        id = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = cell.source.replace('variant("02", "")', f'variant("02", "{who}")')
        if id in ANSWERS:
            cell.source = ANSWERS[id].format(**values[id])
    (folder / who).mkdir()
    nbformat.write(notebook, folder / who / NAME)


def test_a_class_of_thirty_is_graded_and_its_copied_answers_are_found(tmp_path):
    differ = {}
    for who in CLASS:
        own, given = variants_of(who), variants_of(COPIED.get(who, who))
        hand_in(tmp_path, who, given)
        differ[who] = {id for id in ANSWERS if own[id] != given[id]}
    graded = list(grade(tmp_path, seed=1, quiet=True, names=CLASS))
    wrong = {one.name.partition("/")[0]: {v.task for v in one.verdicts if not v.solved} for one in graded}
    assert wrong == differ and all(differ[who] for who in COPIED)
    found = list(copies(marks(graded, tmp_path)))
    assert {(one.learner, one.task) for one in found} == {(who, id) for who in COPIED for id in differ[who]}
    assert all(COPIED[one.learner] in one.owners for one in found)
