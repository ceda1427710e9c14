"""The plans of the workshops: what they may contain, what is measured of them, and when a part fits."""

import json
import re
from pathlib import Path

import nbformat
import pytest
import yaml

from benchmarks import workshop
from benchmarks.workshop_plans import OPENING, PlanError, headings, notebook_file, read_plans
from benchmarks.workshop_tables import fit_lines, fits
from ragkit.course.exercises.catalogue import ids
from ragkit.course.grading.worker import Ran
from ragkit.course.notebooks import numbered

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "workshops"
PLANS = read_plans()
MEASURED = {
    "00": {"sections": {OPENING: 10.0, "Ask": 290.0}, "seconds": 301.0, "busy": 0.0, "date": "2026-01-02"},
    "02-rrf": {"seconds": 2.0, "busy": 0.9, "date": "2026-01-03"},
}


def plan_of(*parts, minutes=None, start="09:00"):
    """Plans with one day of these parts, as the file has them."""
    total = sum(part["minutes"] for part in parts) if minutes is None else minutes
    day = {"start": start, "minutes": total, "parts": list(parts)}
    return {"most_waiting": 0.5, "plans": {"mine": {"title": "Mine", "days": [day]}}}


def written(tmp_path, content):
    file = tmp_path / "plans.yml"
    file.write_text(yaml.safe_dump(content))
    return file


def part(**fields):
    return {"title": "A part", "minutes": 10} | fields


def test_the_plans_of_the_repository_are_valid_and_as_long_as_they_say():
    by_key = {plan.key: [day.minutes for day in plan.days] for plan in PLANS.plans}
    assert by_key["ninety"] == [90] and 180 <= by_key["half_day"][0] <= 240
    assert len(by_key["two_days"]) == 2 and all(360 <= minutes <= 480 for minutes in by_key["two_days"])


def test_the_pages_have_every_day_of_every_plan():
    text = "".join(page.read_text() for page in PAGES.glob("*.md"))
    for plan in PLANS.plans:
        for day in range(1, len(plan.days) + 1):
            assert f"<!-- results of plan_{plan.key}_{day}:" in text


def test_a_day_has_the_time_at_which_each_part_begins(tmp_path):
    plans = read_plans(written(tmp_path, plan_of(part(minutes=50), part(minutes=15), start="09:30")))
    (day,) = plans.plans[0].days
    assert [clock for clock, _ in day.clock()] == ["09:30", "10:20"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (plan_of(part(minutes=20), minutes=30), "its parts have 20 minutes, and it has 30"),
        (plan_of(part(shout="hello")), "shout is no field"),
        (plan_of(part(notebook="77")), "the notebook '77': there is none"),
        (plan_of(part(notebook="00", until="Nowhere")), "notebook 00 has no 'Nowhere'; it has opening, Open a folder"),
        (plan_of(part(exercises=["02-rff"])), "did you mean '02-rrf'"),
        (plan_of(part(notebook="00", exercises=["02-rrf"])), "make two parts of it"),
        ({"plans": {}}, "KeyError"),
        ([1, 2], "TypeError"),
        ({"most_waiting": 0.5, "plans": {"mine": {"title": "x", "days": [{"minutes": 5}]}}}, "KeyError"),
    ],
)
def test_a_plan_that_cannot_be_used_is_told(content, told, tmp_path):
    with pytest.raises(PlanError) as refused:
        read_plans(written(tmp_path, content))
    assert told in str(refused.value)


def test_a_plan_fits_when_all_parts_do_and_the_lines_say_which_do_not(tmp_path):
    parts = part(title="Tour", notebook="00"), part(title="Lunch"), part(title="Fuse", exercises=["02-rrf"])
    plans = read_plans(written(tmp_path, plan_of(*parts)))
    assert fits(plans, MEASURED)
    slow = MEASURED | {"00": {"sections": {OPENING: 400.0}, "seconds": 400.0}}
    assert not fits(plans, slow)
    head, tour, fuse = fit_lines(plans, slow)
    assert "DOES NOT FIT: it takes 6:40, and 5:00 is the most" in tour and tour.startswith("mine         09:00")
    assert fuse.split() == ["mine", "09:20", "0:02", "10:00", "Fuse:", "fits"] and "at most" in head


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    """`make workshop-check` on small plans, without a model: `check(parts, chosen)`; notebook 01 always fails."""

    def notebook(number):
        if number == "01":
            raise ValueError("the cell failed\nsee above")
        return {"sections": {OPENING: 1.0}}

    monkeypatch.setattr(workshop, "FILE", tmp_path / "workshop.json")
    monkeypatch.setattr(workshop, "prepare", lambda *_, **__: None)
    monkeypatch.setattr(workshop, "notebook", notebook)
    monkeypatch.setattr(workshop.psutil, "cpu_percent", lambda interval: 50.0)

    def run(parts, chosen=()):
        file = written(tmp_path, plan_of(*parts))
        monkeypatch.setattr(workshop, "read_plans", lambda: read_plans(file))
        status = workshop.main(list(chosen))
        saved = tmp_path / "workshop.json"
        return status, json.loads(saved.read_text()) if saved.exists() else {}, capsys.readouterr()

    return run


def test_the_check_goes_on_after_a_failure_and_its_status_says_that_something_does_not_fit(check):
    status, found, shown = check([part(notebook="01"), part(notebook="02"), part(exercises=["02-rrf"])])
    assert status == 1 and found["01"]["failed"] == "ValueError: the cell failed"
    assert found["02"]["sections"] == {OPENING: 1.0} and "failed" not in found["02-rrf"]
    assert found["02"]["busy"] == 0.5 and found["machine"]["cores"] >= 1
    assert "DOES NOT FIT: 01 failed" in shown.out and "measuring: 100%" in shown.err


def test_an_exercise_is_checked_with_its_solution(monkeypatch):
    assert workshop.exercise("02-rrf") == {}
    monkeypatch.setattr(workshop, "run", lambda *_: Ran(notes=["cell 3 failed"]))
    assert workshop.exercise("02-rrf") == {"failed": "cell 3 failed"}
    monkeypatch.setattr(workshop, "run", lambda *_: Ran({"02-rrf": lambda rankings, k: {}}))
    assert workshop.exercise("02-rrf") == {"failed": "the check rejects the solution"}


def test_the_instructor_notes_have_every_notebook_and_every_exercise():
    text = (PAGES / "instructor.md").read_text()
    sections = re.split(r"^## (?=\d\d · )", text, flags=re.MULTILINE)[1:]
    assert [section[:2] for section in sections] == [path.stem[:2] for path in numbered()]
    assert set(re.findall(r"\b\d\d-[a-z]+\b", text)) <= set(ids())
    for section in sections:
        number = section[:2]
        own = {id for id in ids() if id.startswith(number)}
        assert own <= set(re.findall(r"\b\d\d-[a-z]+\b", section)), number
        assert "**The surprise.**" in section and "**Common mistakes.**" in section and "**Questions.**" in section


def test_what_a_plan_leaves_out_when_late_is_a_section_of_its_notebook():
    """Anything in italics in `behind` is a heading, without what follows its colon."""
    named = 0
    for plan in PLANS.plans:
        for part in plan.parts:
            if part.notebook:
                titles = headings(nbformat.read(notebook_file(part.notebook), as_version=4))
                short = {title.split(":")[0] for title in titles}
                wanted = set(re.findall(r"\*([^*]+)\*", part.behind))
                assert wanted <= short, f"{plan.key}, {part.title}"
                named += len(wanted)
    assert named > 10


def test_both_quizzes_have_ten_questions_and_ten_answers_each_folded_in():
    text = (PAGES / "quiz.md").read_text()
    _, before, after = re.split(r"^## (?:Before|After)$", text, flags=re.MULTILINE)
    for quiz in (before, after):
        asked, folded = quiz.split("<details>")
        assert (
            len(re.findall(r"^\d+\. ", asked, re.MULTILINE)) == len(re.findall(r"^\d+\. ", folded, re.MULTILINE)) == 10
        )
        assert "</details>" in folded


def test_what_the_quiz_computes_is_what_the_kit_computes():
    from ragkit.course.exercises.checks.nb02_rrf import fused
    from ragkit.course.exercises.rehearse import rehearse
    from ragkit.graphs.crag.policy import CRAG
    from ragkit.judges.support import risk
    from ragkit.state import Claim

    scores = fused([["cat", "dog", "owl"], ["dog", "owl"]], 60)
    assert max(scores, key=scores.get) == "dog" and scores["owl"] == 1 / 63 + 1 / 62
    for last in (0.0, None):
        claims = [Claim("a claim", support=support) for support in (1.0, 1.0, 0.5, last)]
        assert risk(claims) == 3 / 8
    assert rehearse(CRAG, ["insufficient"])[0] == "rewrite"
    assert rehearse(CRAG, ["exhausted"], web=False) == ["apologise"]
    assert notebook_file("02").stem == "02_hybrid_retrieval"
