"""The baseline of a gate: what it keeps, and what it is not compared with."""

import json

import pytest
from answer_pairs import question, results_in, row
from experiments import content_kit, experiment_in, questions_in

from ragkit.evaluate.experiments import baseline
from ragkit.evaluate.experiments.baseline import BadBaseline, accept, asked, read_baseline, replayed, watched
from ragkit.evaluate.experiments.experiment import BadExperiment
from ragkit.evaluate.golden.questions import BadQuestions
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.recording import RecordingError

SMALL = {"small": {"graph": "naive"}}


@pytest.fixture
def experiment(tmp_path):
    return watched(experiment_in(tmp_path, systems=SMALL))


def test_what_was_accepted_is_read_back_in_the_order_of_the_questions(experiment, tmp_path):
    kit = content_kit(tmp_path)
    rows = asked(experiment, kit, quiet=True)
    accept(experiment, kit, rows, tmp_path / "gate")
    said, read = read_baseline(tmp_path / "gate", experiment)
    assert read == rows and [row.question for row in read] == [one.id for one in experiment.asked]
    assert said["documents"] == kit.corpus.fingerprint
    assert not any(row.audited for row in read)


def test_a_gate_watches_one_system_and_asks_no_auditor(tmp_path):
    with pytest.raises(BadExperiment, match=r"got 2 systems \(naive, adaptive\)"):
        watched(experiment_in(tmp_path))
    assert not watched(experiment_in(tmp_path, systems=SMALL)).audit


def test_no_questions_are_refused(tmp_path):
    experiment = experiment_in(tmp_path, systems=SMALL)
    questions_in(tmp_path, [])
    with pytest.raises(BadQuestions, match="no question"):
        watched(experiment)


def test_without_a_baseline_the_command_that_makes_one_is_said(experiment, tmp_path):
    with pytest.raises(BadBaseline, match="got no manifest.json; `python -m ragkit gate EXPERIMENT --record --accept`"):
        read_baseline(tmp_path / "gate", experiment)


def test_results_of_other_questions_are_no_baseline(experiment, tmp_path):
    folder = results_in(tmp_path / "gate", [row("small", "owl")], [question("owl"), question("cats")])
    with pytest.raises(BadBaseline, match=r"2 added \(mars, owls\), 1 removed \(owl\), 1 changed \(cats\)"):
        read_baseline(folder, experiment)


def test_a_folder_that_is_no_baseline_is_refused(experiment, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"schema": 0}))
    with pytest.raises(BadResults, match="another version"):
        read_baseline(tmp_path, experiment)


def test_a_cap_that_stops_the_run_is_no_verdict(tmp_path):
    experiment = watched(experiment_in(tmp_path, systems=SMALL, caps={"minutes": 1e-9}))
    with pytest.raises(BadResults, match="stopped by a cap on minutes.*nothing was compared"):
        asked(experiment, content_kit(tmp_path), quiet=True)


def test_a_system_that_asks_no_model_has_nothing_to_record(tmp_path):
    with pytest.raises(RecordingError, match="leave out --record"):
        baseline.keep_replies(tmp_path, tmp_path)


def test_settings_of_a_replay_beat_those_of_the_system(tmp_path):
    own = {"small": {"graph": "naive", "settings": {"provider": "openai", "model": "owl-7b"}}}
    experiment = replayed(watched(experiment_in(tmp_path, systems=own)), tmp_path)
    settings = baseline.settings_of(experiment)
    assert (settings.provider, settings.replier, settings.model) == ("recorded", "openai", "owl-7b")
    assert experiment.settings["provider"] == "recorded"
