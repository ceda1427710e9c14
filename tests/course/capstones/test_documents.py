"""Your documents: a study whose folder agrees with itself has all points, and each fault costs its own criterion."""

import json
import shutil
from dataclasses import asdict, replace

import pytest
from fakes import CAT, OWL, model, small_kit
from samples import ROW, trace_of

from ragkit.course.capstones.documents import DOCUMENTS, STATEMENT, graded, leaked, read_study
from ragkit.course.capstones.submission import BadSubmission
from ragkit.documents.folder import QUESTIONS
from ragkit.evaluate.golden import Question, Support, load_questions
from ragkit.evaluate.measures import BadResults
from ragkit.evaluate.study import UNCHANGED, conduct, half, plan
from ragkit.report.study import write_study

KINDS = ("factual",) * 10 + ("near-miss",) * 2 + ("out-of-domain",) * 2
"""Of the fourteen questions of each half."""


def question(part, number, kind):
    """A question about owls to choose on, or about cats to report on."""
    passage = OWL if part == "fit" else CAT
    quoted = (Support(passage.source, passage.text),)
    own = {
        "factual": {"answer": "At night.", "keys": (("night",),), "support": quoted},
        "near-miss": {"answer": None, "keys": (), "support": (), "without": quoted},
        "out-of-domain": {"answer": None, "keys": (), "support": ()},
    }[kind]
    return Question(f"{part}{number}", f"{part} {number}?", kind, difficulty="easy", part=part, **own)


ALL = [question(part, number, kind) for part in ("fit", "test") for number, kind in enumerate(KINDS)]


def write(file, questions):
    file.write_text("".join(json.dumps(asdict(one)) + "\n" for one in questions))


def make(kit, experiment, job, folder):
    """`hybrid` is always right, `naive` never; a run takes a minute."""
    right = job.system.graph == "hybrid"
    kind = job.question.kind
    held = right if kind != "factual" else None
    row = replace(ROW, key=job.key, system=job.name, question=job.question.id, kind=kind, held=held, seconds=60.0)
    return replace(row, right=float(right), refused=False), trace_of("owls")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The folder of a study that was done well."""
    tmp_path = tmp_path_factory.mktemp("done")
    to = tmp_path / "study"
    to.mkdir()
    write(to / QUESTIONS, ALL)
    write(to / UNCHANGED, [replace(one, question="Draft?") if at < 5 else one for at, one in enumerate(ALL)])
    kit = small_kit(tmp_path / "index", model())
    planned = plan(tmp_path / "index", to, ("naive", "hybrid"), 1, 60, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(half, "make", make)
        write_study(conduct(kit, planned, to, lambda now: None), to)
    stated(to)
    return to


@pytest.fixture
def folder(done, tmp_path):
    """A copy of it, to spoil."""
    return shutil.copytree(done, tmp_path / "study")


def stated(folder, **other):
    said = {"system": "hybrid", "value": 1.0, "low": 1.0, "high": 1.0, "n": 14, "why": "It is right."}
    (folder / STATEMENT).write_text(json.dumps(said | other))


def unmet(folder):
    return {name for name, (is_met, _) in graded(read_study(folder)).found.items() if not is_met}


def test_a_study_that_was_done_well_has_all_points(folder):
    rubric = graded(read_study(folder))
    assert (rubric.points, DOCUMENTS.whole) == (100, 100) and unmet(folder) == set()
    assert rubric.found["by hand"][1] == "5 questions"


@pytest.mark.parametrize(
    "other", [{"system": "naive"}, {"value": 0.9}, {"low": 0.99}, {"n": 13}, {"why": " "}, {"n": None}]
)
def test_a_statement_with_another_number_or_without_a_reason_is_seen(folder, other):
    stated(folder, **other)
    assert unmet(folder) == {"statement"}


def test_a_missing_statement_and_a_changed_page_are_seen(folder):
    (folder / STATEMENT).unlink()
    page = folder / "study.md"
    page.write_text(page.read_text().replace("Take hybrid", "Take naive"))
    assert unmet(folder) == {"statement", "finding"}


def test_drafts_that_nobody_changed_are_seen_and_so_are_missing_ones(folder):
    write(folder / UNCHANGED, ALL)
    assert unmet(folder) == {"by hand"}
    (folder / UNCHANGED).unlink()
    assert unmet(folder) == {"by hand"}


def test_a_run_that_was_taken_away_is_missed(folder):
    file = folder / "report" / "rows.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    gone = json.loads(lines[-1])
    file.write_text("".join(lines[:-1]))
    rubric = graded(read_study(folder))
    assert rubric.found["all runs"] == (False, f"{gone['system']} was not asked {gone['question']}")


def test_a_run_that_was_made_better_changes_the_finding(folder):
    file = folder / "report" / "rows.jsonl"
    file.write_text(file.read_text().replace('"right": 1.0', '"right": 0.0'))
    assert unmet(folder) == {"finding", "statement"}


def test_a_question_that_was_changed_after_its_runs_is_seen(folder):
    write(folder / QUESTIONS, [replace(ALL[0], question="Another?"), *ALL[1:]])
    assert unmet(folder) == {"all runs"}


def test_too_few_questions_of_one_kind_without_near_misses_cost_their_points(folder):
    write(folder / QUESTIONS, [one for one in load_questions(folder / QUESTIONS) if one.kind == "factual"])
    assert unmet(folder) == {"enough", "kinds", "near misses", "all runs"}


def test_a_budget_that_was_passed_by_more_than_the_last_run_is_seen(folder):
    file = folder / "study.yml"
    file.write_text(file.read_text().replace("minutes: 60", "minutes: 20"))
    assert unmet(folder) == {"budget"}


def test_a_document_in_both_halves_and_a_question_that_is_asked_twice_are_leaks():
    assert leaked(ALL) == []
    moved = [replace(ALL[0], part="test"), *ALL[1:]]
    assert any("owls.md is in both halves" in leak for leak in leaked(moved))
    assert leaked([*ALL, replace(ALL[0], id="again")]) == ["again is asked twice"]


def test_where_one_document_has_most_of_the_questions_its_sentences_are_dealt():
    one = [replace(question, support=(Support("owls.md", f"{at}"),)) for at, question in enumerate(ALL)]
    assert leaked([question for question in one if question.kind == "factual"]) == []


LACKING = [("study.yml", "wrong_costs", "k"), ("report/manifest.json", '"systems"', '"s"')]


@pytest.mark.parametrize("file, right, wrong", LACKING)
def test_a_plan_or_results_that_lack_something_are_named(folder, file, right, wrong):
    text = (folder / file).read_text()
    assert right in text
    (folder / file).write_text(text.replace(right, wrong))
    with pytest.raises(BadSubmission, match="hand in the folder as"):
        read_study(folder)


def test_a_folder_without_results_is_named(folder):
    (folder / "report" / "manifest.json").unlink()
    with pytest.raises(BadResults, match="no manifest"):
        read_study(folder)
