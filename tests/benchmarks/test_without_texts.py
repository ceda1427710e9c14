"""Of an experiment on other people's documents, the measures are taken and the texts are not."""

import json
from dataclasses import replace

import pytest
from experiments import content_kit, experiment_in

from benchmarks.without_texts import take
from ragkit.evaluate.experiments.bench import bench
from ragkit.evaluate.measures.rows import BadResults
from ragkit.report.report import read_results


def test_rows_and_manifest_are_taken_without_answers_questions_and_traces(tmp_path):
    made, taken = tmp_path / "made", tmp_path / "taken"
    rows, _ = bench(experiment_in(tmp_path), made, quiet=True, kit=content_kit(tmp_path))
    assert take(made, taken) == take(made, taken) == 6  # a second time, the first rows are not doubled
    assert sorted(file.name for file in taken.iterdir()) == ["manifest.json", "rows.jsonl"]
    assert read_results(taken)[1] == [replace(row, answer="", notes=()) for row in rows]
    written = "".join(file.read_text() for file in taken.iterdir())
    assert "hunt" not in written and json.loads((made / "manifest.json").read_text())["keys"]


def test_a_folder_without_results_is_refused(tmp_path):
    with pytest.raises(BadResults, match="got no manifest"):
        take(tmp_path, tmp_path / "taken")
    assert not (tmp_path / "taken").exists()
