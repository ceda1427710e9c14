"""`benchmarks/agree.py` tells a second run that came out as the first from one that did not."""

import sys
from dataclasses import replace

from experiments import content_kit, experiment_in
from samples import ROW

from benchmarks import agree
from ragkit.evaluate.experiments.bench import bench


def test_a_second_run_agrees_when_its_means_lie_in_the_committed_intervals(tmp_path, monkeypatch, capsys):
    for name in ("again", "before"):
        bench(experiment_in(tmp_path), tmp_path / name, quiet=True, kit=content_kit(tmp_path / name))
    monkeypatch.setattr(sys, "argv", ["agree.py", str(tmp_path / "again"), str(tmp_path / "before")])
    assert agree.main() == 0
    assert capsys.readouterr().out.strip().splitlines()[-1].endswith(" outside=0")


def test_a_second_run_that_answers_worse_is_told_apart_and_what_one_lacks_is_left_out():
    before = [replace(ROW, key=str(n), question=str(n)) for n in range(5)]
    again = [replace(row, right=False, seconds=99.0) for row in before[:4]] + [replace(ROW, system="another")]
    outside = [(what, came) for what, came, inside in agree.agree(again, before) if not inside]
    worth = {"value at 0": 0.0, "value at 0.5": -0.5, "value at 1": -1.0, "value at 2": -2.0}
    assert outside == [
        (f"naive, {name}", f"{mean:.3f}, before 1.000 [1.000, 1.000] (n=4)")
        for name, mean in (worth | {"correct": 0.0, "correct of the answered": 0.0}).items()
    ]
