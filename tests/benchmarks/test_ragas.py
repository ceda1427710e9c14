"""RAGAS is asked about the same answered questions of every system, and its grades stand beside the kit's."""

import json
from dataclasses import replace

import pytest
from experiments import content_kit, experiment_in
from samples import RAGAS_SAYS as SAYS
from samples import ROW
from samples import same_vector as embed

from benchmarks.agreement import Opinion
from benchmarks.ragas import ask_ragas, by_system, faithfulness_agrees, main, opinions, ragas_table
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.scripted import ScriptedLLM


@pytest.fixture
def results(tmp_path):
    rows, _ = bench(experiment_in(tmp_path), tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    return tmp_path / "results", rows


def test_a_sample_of_answered_runs_is_graded_kept_and_reported(results):
    folder, rows = results
    found = ask_ragas(folder, rows, ScriptedLLM(replies=SAYS), embed, most=2, quiet=True)
    asked = {system: {row.question for row in rows if row.key in found and row.system == system} for system in
             ("naive", "adaptive")}  # fmt: skip
    assert len(found) == 4 and asked["naive"] == asked["adaptive"]
    assert opinions(folder, rows) == found
    assert opinions(folder, []) == {}  # of runs that have left the experiment
    text = str(ragas_table(rows, found))
    assert "RAGAS" in text and "answer_relevancy" in text and "Spearman" in text


def test_grades_of_another_hand_are_refused(tmp_path):
    (tmp_path / "ragas.json").write_text("[]")
    with pytest.raises(BadResults, match="delete it and ask again"):
        opinions(tmp_path, [])
    assert opinions(tmp_path / "nowhere", []) == {}


def test_scores_and_agreement_are_of_the_runs_that_were_asked_about():
    rows = [replace(ROW, key=str(n), faithfulness=n / 2) for n in range(3)] + [replace(ROW, key="x")]
    found = {str(n): Opinion({"faithfulness": grade}) for n, grade in enumerate((0.25, None, 0.75))}
    told = by_system(rows, found)["naive"]["faithfulness"]
    assert (told.mean, told.n, told.ungraded) == (0.5, 2, 1)
    agrees = faithfulness_agrees(rows, found)
    assert (agrees.difference.mean, agrees.difference.n, agrees.correlation) == (0.0, 2, None)


def test_the_command_prints_the_grades_of_each_run_or_how_to_make_results(results, monkeypatch, tmp_path, capsys):
    grades = {"run": Opinion({"faithfulness": 0.5})}
    monkeypatch.setattr("benchmarks.ragas.ask_ragas", lambda *_, **__: grades)
    monkeypatch.setattr("benchmarks.ragas.chat", lambda *_: ScriptedLLM(replies={}))
    monkeypatch.setattr("benchmarks.ragas.SentenceEmbedder", lambda _: embed)
    monkeypatch.setattr("benchmarks.ragas.ensure", lambda *_: tmp_path)
    assert main([str(results[0]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"run": {"grades": {"faithfulness": 0.5}, "notes": []}}
    assert main([str(tmp_path / "nowhere")]) == 1
    assert "python -m ragkit bench" in capsys.readouterr().err
