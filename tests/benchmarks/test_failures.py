"""How wrong answers failed is kept as counts, a row a system."""

import json
import sys

from failing import folder_in

from benchmarks import failures as benchmark
from benchmarks.failures import failures_table


def test_the_counts_of_a_folder_are_kept_and_add_up(tmp_path, monkeypatch, capsys):
    folder = folder_in(tmp_path / "results")
    kept = tmp_path / "failures.json"
    monkeypatch.setattr(sys, "argv", ["failures", str(folder), "--to", str(kept)])
    benchmark.main()
    result = json.loads(kept.read_text())
    (naive,) = result["systems"]
    # four of the six runs are wrong, and two of these are labelled by a rule
    assert (naive["system"], naive["wrong"], sum(naive["modes"].values())) == ("naive", 4, 4)
    assert capsys.readouterr().out.splitlines()[-1] == "wrong=4 labelled=2"


def test_a_mode_that_no_answer_has_has_no_column():
    modes = dict.fromkeys(benchmark.COLUMNS, 0)
    systems = [
        {"system": "naive", "graded": 9, "wrong": 3, "modes": modes | {"vagueness": 3}},
        {"system": "tiered", "graded": 8, "wrong": 1, "modes": modes | {"unlabelled": 1}},
    ]
    note, _, head, _, naive, tiered = failures_table({"summary": "Said.", "systems": systems}).splitlines()
    assert (note, head) == ("Said.", "| system | graded | wrong | vagueness | unlabelled |")
    assert (naive, tiered) == ("| naive | 9 | 3 | 3 | 0 |", "| tiered | 8 | 1 | 0 | 1 |")
