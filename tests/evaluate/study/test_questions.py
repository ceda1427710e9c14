"""The questions of a study: so many of each kind in each half, no document in both, the same for a seed."""

import json
from collections import Counter
from dataclasses import asdict, replace
from itertools import product

from lessons import BELLMAN, KAHN, OTHERS
from studies import ROUTES, STUDIED, WHEN, WHO, draft

from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.study import CHOOSE, REPORT, study_questions
from ragkit.evaluate.study.documents import documents_of
from ragkit.evaluate.study.false_premises import ELSEWHERE, NO_VALUE
from ragkit.evaluate.study.halves import BOTH_HALVES
from ragkit.evaluate.study.out_of_domain import EVERYDAY, MAY_BE_IN
from ragkit.evaluate.study.questions import ONE_SIDED, StudyQuestions
from ragkit.evaluate.study.usable import NO_KEYS
from ragkit.state import Passage

LONG = "The counts of the steps were taken by hand, one after the other, on a summer day. " * 3
TABLE = Passage("t", f"{LONG}\n\n| sort | steps |\n|---|---|\n| Quicksort | 19 |", source="table.md")
PROOF = draft("proof", "When did Moore find the proof of the bound?", "1959", STUDIED, "routes.md")
DRAFTS = [WHEN, WHO, ROUTES, PROOF]
FOLDER = (KAHN, BELLMAN, TABLE, *OTHERS)


def by_kind(found):
    return Counter(question.kind for question in found.questions)


def test_what_is_made_of_four_drafts_in_two_documents_and_a_table():
    found = study_questions(DRAFTS, FOLDER)
    # Each year is in one passage, and so is Kahn: four near misses. Only WHO has a value with another of its type.
    assert by_kind(found) == {
        "factual": 4, "near-miss": 4, "false-premise": 1, "table": 1, "out-of-domain": len(EVERYDAY),
    }  # fmt: skip
    # Of Moore, who stands for Bellman, the passage has a year; for Moore only Bellman of the quote is there.
    assert found.dropped == {NO_VALUE: 2, ELSEWHERE: 1}
    assert found.note == ""


def test_both_halves_are_told_by_kind_and_share_no_document():
    found = study_questions(DRAFTS, FOLDER)
    # Two documents with two drafts each, and the table to the half to report on.
    assert (found.counts["factual"], found.counts["near-miss"], found.counts["table"]) == ((2, 2), (2, 2), (0, 1))
    assert found.counts["out-of-domain"] == (len(EVERYDAY) / 2, len(EVERYDAY) / 2)
    halves = {CHOOSE: set(), REPORT: set()}
    for question in found.questions:
        halves[question.part].update(documents_of(question))
    assert not halves[CHOOSE] & halves[REPORT]
    assert halves[CHOOSE] | halves[REPORT] == {"sorting.md", "routes.md", "table.md"}


def test_the_same_seed_gives_the_same_and_another_one_other_halves():
    assert study_questions(DRAFTS, FOLDER) == study_questions(DRAFTS, FOLDER)
    halves = {study_questions(DRAFTS, FOLDER, seed).questions[0].part for seed in range(12)}
    assert halves == {CHOOSE, REPORT}


def test_the_file_of_questions_can_be_loaded(tmp_path):
    found = study_questions(DRAFTS, FOLDER)
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps(asdict(question)) + "\n" for question in found.questions))
    assert load_questions(file) == list(found.questions)


def test_most_bounds_each_kind_in_each_half_and_keeps_every_twin():
    found = study_questions(DRAFTS, FOLDER, most=1)
    assert all(choose <= 1 and report <= 1 for choose, report in found.counts.values())
    assert found.counts["factual"] == (1, 1) and found.counts["out-of-domain"] == (1, 1)
    ids = {question.id for question in found.questions}
    assert all(question.twin in {None, *ids} for question in found.questions)


def test_questions_of_two_documents_are_made_within_a_half_only():
    linked = replace(BELLMAN, text=f"{BELLMAN.text} See [here](sorting.md).")
    apart = study_questions([WHEN, ROUTES], (KAHN, linked, *OTHERS))
    assert by_kind(apart)["multi-hop"] == 0
    # With four drafts about a third document, which is a half alone, the two are together.
    third = Passage("d", "The dam was built by Ada in 1931, by Bob in 1932 and by Cid in 1933.", source="dam.md")
    more = [draft(str(year), f"Who built it in {year}?", name, third.text, "dam.md")
            for year, name in ((1931, "Ada"), (1932, "Bob"), (1933, "Cid"))]  # fmt: skip
    found = study_questions([WHEN, ROUTES, *more], (KAHN, linked, third, *OTHERS))
    (joined,) = [question for question in found.questions if question.kind == "multi-hop"]
    assert joined.id == "when-and-routes" and joined.part == CHOOSE


def test_a_near_miss_is_in_the_half_of_its_draft_whatever_other_document_it_leaves_out():
    rest = replace(BELLMAN, text=f"{BELLMAN.text} The first method of sorting tasks was Kahn's, in 1962.")
    found = study_questions([WHEN, ROUTES], (KAHN, rest, *OTHERS))
    parts = {question.id: question.part for question in found.questions}
    assert parts["when"] == parts["when-without"] != parts["routes-without"] == parts["routes"]
    missed = next(question for question in found.questions if question.id == "when-without")
    assert [quoted.document for quoted in missed.without] == ["sorting.md", "routes.md"]


def test_a_draft_about_documents_of_both_halves_is_dropped():
    both = replace(WHEN, id="both", question="When were both?", support=WHEN.support + ROUTES.support)
    found = study_questions([WHEN, ROUTES, both], FOLDER)
    assert found.dropped[BOTH_HALVES] == 1 and "both" not in {question.id for question in found.questions}


def test_a_question_of_your_own_without_an_answer_is_kept_and_of_it_nothing_is_made():
    own = replace(WHEN, id="own", question="When was Kahn born?", kind="near-miss", answer=None, keys=(), support=())
    found = study_questions([WHEN, own], FOLDER)
    assert by_kind(found)["near-miss"] == 2 and [one.id for one in found.questions][:2] == ["when", "own"]


def test_too_few_questions_to_choose_on_are_told_before_any_is_asked():
    twelve = [replace(WHEN, id=f"q{n}", part="fit") for n in range(12)]
    reported = replace(twelve[0], id="r", part="test")
    assert StudyQuestions((*twelve, reported), {}).note == ""
    told = StudyQuestions((*twelve[:11], reported), {}).note
    assert told.startswith("11 questions to choose on are too few, because a choice needs 12 at least; draft more")


def test_documents_of_one_half_get_a_note():
    found = study_questions([WHEN, WHO], (KAHN, BELLMAN, *OTHERS))
    assert found.note == ONE_SIDED and str(found).endswith(ONE_SIDED)
    assert found.counts["factual"] == (0, 2)


def test_what_it_says_has_the_counts_and_what_was_dropped_by_reason():
    yolk = replace(OTHERS[0], text="Owls eat the yolk of an egg.")
    told = str(study_questions([*DRAFTS, replace(WHEN, id="x", question="When?", keys=())], (KAHN, BELLMAN, yolk)))
    lines = ["  factual: 2 to choose on, 2 to report on", f"  dropped 1: {NO_KEYS}", f"  dropped 1: {MAY_BE_IN}"]
    assert all(line in told.splitlines() for line in lines)
    # four drafts, four near misses, one false premise, and the everyday ones without the egg
    assert told.startswith(f"{4 + 4 + 1 + len(EVERYDAY) - 1} questions\n")


def test_no_drafts_leave_the_everyday_questions_and_a_note():
    found = study_questions([], FOLDER)
    assert by_kind(found) == {"table": 1, "out-of-domain": len(EVERYDAY)} and found.note == ONE_SIDED


def test_every_id_is_there_once():
    for seed, most in product(range(3), (None, 2)):
        ids = [question.id for question in study_questions(DRAFTS, FOLDER, seed, most).questions]
        assert len(ids) == len(set(ids))
