"""What the gate did is counted by what the question takes for granted."""

import json
import sys
from dataclasses import replace

from failing import WHO, folder_in
from samples import ROW

from benchmarks import gates
from benchmarks.gates import counted, gates_table
from ragkit.evaluate.failures.cases import Case
from ragkit.graphs.tiered.gate.state import Answerability
from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace

FALSE = replace(WHO, id="false", kind="false-premise", twin="true")
TRUE = replace(WHO, id="true")


def case(question, verdict, system="tiered"):
    step = Step("answerability", 0.1, Usage(), {"gate": Answerability(verdict)})
    return Case(replace(ROW, question=question.id, system=system), question, "runs", Trace("?", (step,), "", (), 1.0))


def test_false_premises_twins_and_other_questions_are_counted_apart():
    found = [
        case(FALSE, "false premise"), case(FALSE, "answerable"), case(TRUE, "answerable"),
        case(WHO, "unfounded"), case(WHO, "unknowable"), case(WHO, "answerable", "adaptive"),
    ]  # fmt: skip
    counts = counted(found)
    assert list(counts) == ["tiered", "adaptive"]
    assert counts["tiered"] == {
        "false premise": {"let through": 1, "corrected": 1, "refused": 0},
        "true twin": {"let through": 1, "corrected": 0, "refused": 0},
        "all others": {"let through": 0, "corrected": 0, "refused": 2},
    }
    assert "| tiered | false premise | 2 | 1 | 1 | 0 |" in gates_table(counts)


def test_a_run_without_a_gate_or_without_a_trace_is_not_counted():
    bare = Case(ROW, WHO, "runs", Trace("?", (), "", (), 1.0))
    assert counted([bare, replace(bare, trace=None)]) == {}


def test_the_counts_of_a_folder_are_kept(tmp_path, monkeypatch, capsys):
    folder = folder_in(tmp_path / "results", [case(WHO, "unfounded")])
    kept = tmp_path / "gates.json"
    monkeypatch.setattr(sys, "argv", ["gates", str(folder), "--to", str(kept)])
    gates.main()
    assert json.loads(kept.read_text())["tiered"]["all others"]["refused"] == 1
    assert "| tiered | all others | 1 | 0 | 0 | 1 |" in capsys.readouterr().out
