"""The critics' thresholds, and what a retry adds to them, are what the committed outcomes of one half lead to."""

import json
from pathlib import Path

import pytest

from ragkit.evaluate.golden.questions import load_questions
from ragkit.evaluate.judging.calibration import best_threshold
from ragkit.evaluate.judging.choice import choose
from ragkit.evaluate.judging.first_passes import TYPICAL, rows
from ragkit.graphs.adaptive.complexity import complexity
from ragkit.settings import Settings

ROOT = Path(__file__).parents[2]


def test_the_settings_hold_the_thresholds_that_were_chosen():
    chosen = json.loads((ROOT / "benchmarks" / "results" / "calibration.json").read_text())["thresholds"]
    for name in ("answerable_from", "fit_from", "partly_above"):
        assert Settings.model_fields[name].default == chosen[name]["threshold"], name


def test_questions_are_complex_from_where_on_multi_hop_ones_stand_out_best():
    from ragkit.evaluate.golden.parts import half

    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    fit = [(complexity(q.question).score, q.kind == "multi-hop") for q in questions if half(q.id) == "fit"]
    assert Settings.model_fields["complex_above"].default == pytest.approx(best_threshold(fit))


def test_a_question_never_changes_its_half():
    from ragkit.evaluate.golden.parts import half

    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    halves = [half(question.id) for question in questions]
    assert 0.4 < halves.count("test") / len(halves) < 0.6
    assert half("wayfinder-plan-year") == "fit"  # so that what was chosen on stays what was chosen on


def test_the_outcomes_that_thresholds_were_chosen_on_are_of_the_part_called_fit():
    from benchmarks import calibrate
    from ragkit.evaluate.golden.parts import of_part

    questions = load_questions(ROOT / "corpora" / "algorithms" / "questions.jsonl")
    fit = {question.id for question in of_part(questions, "fit")}
    outcomes = rows(calibrate.RESULTS / "calibration.jsonl")
    assert outcomes and {row["id"] for row in outcomes} <= fit


def test_the_committed_thresholds_are_what_the_committed_outcomes_lead_to():
    from benchmarks import calibrate

    kept = json.loads((calibrate.RESULTS / "calibration.json").read_text())
    found = calibrate.record(choose(rows(calibrate.RESULTS / "calibration.jsonl"), Settings()))
    assert json.loads(json.dumps(found)) == kept["thresholds"]


def late_run(retries, answerability, fit, kind="factual", **ended):
    return {
        "kind": kind, "route": ["plan", "retrieve"] * (1 + retries), "answer": "A.", "refused": False, "failed": "",
        "right": None, "held": None, "grades": [{"answerability": 0.0}, {"answerability": answerability}], "fit": fit,
    } | ended  # fmt: skip


def test_a_raise_counts_once_a_retry_and_against_both_bars_and_never_against_a_first_pass():
    from benchmarks.retries import highest_raise

    bars = Settings(answerable_from=0.5, fit_from=0.5)
    assert highest_raise(late_run(2, 0.75, 1.0), bars) == 0.125
    assert highest_raise(late_run(1, 1.0, 0.625), bars) == 0.125
    assert highest_raise(late_run(0, 0.5, 0.5), bars) == 1.0


def test_the_raise_stops_what_should_not_go_out_and_keeps_the_right_answer_that_is_surer():
    from benchmarks.retries import best_raise

    runs = [
        late_run(1, 0.625, 0.9, "near-miss", held=False), late_run(1, 0.7, 0.9, right=True),
        late_run(1, 0.75, 0.9, right=False), late_run(3, 0.9, 0.9, "out-of-domain", refused=True, answer="", held=True),
        late_run(0, 0.9, 0.9, right=True),
    ]  # fmt: skip
    found = best_raise(runs, Settings(answerable_from=0.5, fit_from=0.5))
    assert 0.125 < found["chosen"] <= 0.2 and (found["retried"], found["answered"], found["to hold back"]) == (4, 3, 1)
    assert found["at"]["0.05"] == {"stopped": 0, "right": 1, "wrong": 1}
    assert found["at"][f"{found['chosen']:.2f}"] == {"stopped": 1, "right": 1, "wrong": 1}


def test_the_raise_in_force_is_what_the_committed_outcomes_lead_to():
    from benchmarks import calibrate, retries
    from ragkit.evaluate.golden.parts import half

    outcomes = rows(calibrate.RESULTS / "retries.jsonl")
    assert outcomes and {half(row["id"]) for row in outcomes} == {"fit"}
    kept = json.loads((calibrate.RESULTS / "retries.json").read_text())
    found = retries.best_raise(outcomes, Settings(**kept["thresholds"]))
    assert found == kept
    assert found["chosen"] == Settings.model_fields["retry_raises"].default


def test_what_a_first_pass_typically_takes_is_what_the_committed_ones_took():
    from benchmarks import calibrate

    outcomes = rows(calibrate.RESULTS / "calibration.jsonl")
    for count in ("calls", "evaluated", "reused", "generated"):
        mean = sum(row[count] for row in outcomes) / len(outcomes)
        assert getattr(TYPICAL, count) == pytest.approx(mean, rel=0.1), count
