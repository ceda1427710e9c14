"""One half while it is asked: one runner at a time, no run twice, a failed one again, and three failures end it."""

from dataclasses import replace

import pytest
from experiments import content_kit, experiment_in

from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.golden.questions import BadQuestions
from ragkit.evaluate.measures.rows import BadResults, Results
from ragkit.evaluate.study import half as module
from ragkit.evaluate.study.half import MOST_FAILED, Half
from ragkit.evaluate.study.race import next_of_all

SYSTEMS = {"naive": {"graph": "naive"}, "hybrid": {"graph": "hybrid"}}
NAMES = list(SYSTEMS)


@pytest.fixture
def opened(tmp_path):
    """A half of three questions and two systems, as often as it is opened."""
    kit = content_kit(tmp_path)
    return lambda: Half(kit, experiment_in(tmp_path, systems=SYSTEMS, audit=False), tmp_path / "half")


@pytest.fixture
def failing(monkeypatch):
    """The pairs whose runs fail, which a test fills; and the pairs that were asked."""
    made, bad, asked = module.make, set(), []

    def make(kit, experiment, job, folder):
        row, trace = made(kit, experiment, job, folder)
        pair = (job.name, job.question.id)
        asked.append(pair)
        return (replace(row, failed="no server", right=None) if pair in bad else row), trace

    monkeypatch.setattr(module, "make", make)
    return bad, asked


def all_of(half, show=lambda rows: None, over=lambda rows: ""):
    return half.ask_all(lambda rows: next_of_all(rows, NAMES, half.questions), over, show)


def pairs(rows):
    return [(row.system, row.question) for row in rows]


def test_every_run_is_made_once_and_kept_where_bench_finds_it(opened, tmp_path):
    with opened() as half:
        assert all_of(half) == ""
    assert pairs(half.rows) == [(system, question) for question in half.questions for system in NAMES]
    assert sorted(half.questions) == ["cats", "mars", "owls"]
    results = Results(tmp_path / "half")
    assert results.rows() == half.rows and all(results.trace_file(row.key).is_file() for row in half.rows)
    rows, stopped = bench(half._experiment, tmp_path / "half", quiet=True, kit=half._kit)
    assert pairs(rows) == pairs(half.rows) and stopped == "" and len(results.rows()) == 6


def test_what_was_asked_before_is_there_when_it_is_opened_again(opened, failing):
    with opened() as half:
        half.ask("naive", "cats")
        half.ask("hybrid", "owls")
    with opened() as again:
        assert sorted(pairs(again.rows)) == [("hybrid", "owls"), ("naive", "cats")]
        all_of(again)
    _, asked = failing
    assert len(asked) == len(set(asked)) == 6


def test_the_rows_are_shown_before_each_run_and_at_the_end(opened):
    seen = []
    with opened() as half:
        all_of(half, lambda rows: seen.append(len(rows)))
    assert seen == [0, 1, 2, 3, 4, 5, 6]


def test_a_spent_budget_ends_it_before_the_next_run(opened):
    with opened() as half:
        assert all_of(half, over=lambda rows: "all spent" if len(rows) >= 2 else "") == "all spent"
        assert len(half.rows) == 2


def test_a_budget_that_is_spent_by_the_last_run_ends_nothing(opened):
    with opened() as half:
        assert all_of(half, over=lambda rows: "all spent" if len(rows) >= 6 else "") == ""


# Locked


def test_a_second_study_in_the_same_folder_is_told_to_wait(opened):
    with opened(), pytest.raises(BadResults, match="another study is at work in .*half; wait for it"), opened():
        pytest.fail("two at once")
    with opened():
        pass


def test_bench_and_a_study_wait_for_one_another(opened, tmp_path):
    with opened() as half, pytest.raises(BadResults, match="another runner is at work"):
        bench(half._experiment, tmp_path / "half", quiet=True, kit=half._kit)


def test_an_error_sets_the_folder_free(opened):
    with pytest.raises(KeyboardInterrupt), opened():
        raise KeyboardInterrupt
    with opened():
        pass


def test_what_another_study_asked_between_the_opening_and_the_lock_is_not_asked_again(opened):
    late = opened()
    with opened() as first:
        first.ask("naive", "owls")
    with late:
        assert pairs(late.rows) == [("naive", "owls")]


# Failed runs


def test_a_failed_run_is_not_asked_again_now_and_is_tried_again_when_the_study_goes_on(opened, failing):
    bad, asked = failing
    bad.add(("hybrid", "cats"))
    with opened() as half:
        assert all_of(half) == "" and len(half.rows) == 6
    assert [row.failed for row in half.rows if row.question == "cats"] == ["", "no server"]
    bad.clear()
    with opened() as again:
        assert len(again.rows) == 5
        all_of(again)
    assert asked[6:] == [("hybrid", "cats")] and not any(row.failed for row in again.rows)
    with opened() as third:
        assert len(third.rows) == 6


def test_three_failed_runs_in_a_row_end_the_study_with_the_reason_of_the_last_one(opened, failing):
    bad, asked = failing
    bad.update((system, question) for system in NAMES for question in ("cats", "mars", "owls"))
    with pytest.raises(RuntimeError, match="3 runs in a row failed; the last one: no server"), opened() as half:
        all_of(half)
    assert MOST_FAILED == 3 and len(asked) == 3
    bad.clear()
    with opened() as again:
        assert again.rows == [] and all_of(again) == "" and len(again.rows) == 6


def test_three_failed_runs_that_are_not_in_a_row_end_nothing(opened, failing):
    bad, _ = failing
    bad.update(("naive", question) for question in ("cats", "mars", "owls"))
    with opened() as half:
        assert all_of(half) == "" and sum(bool(row.failed) for row in half.rows) == 3


# Questions


def test_a_half_without_a_question_is_an_error_that_names_the_file(tmp_path):
    experiment = experiment_in(tmp_path, systems=SYSTEMS, questions={"part": "locked"})
    with pytest.raises(BadQuestions, match="questions.jsonl"):
        Half(content_kit(tmp_path), experiment, tmp_path / "half")
