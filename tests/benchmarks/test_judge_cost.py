"""What a taught judge costs is the ratio of two runs of one graph on the same passages."""

from contextlib import closing

import pytest
from fakes import CAT, OWL, model, small_kit

from benchmarks import judge_cost
from benchmarks.judge_cost import Cost, judge_cost_table, pair, summary
from ragkit.model.meter import Usage
from ragkit.trace import Step, Trace

PAIRS = [
    {"taught": Cost(1010, 11.0, 9), "zero-shot": Cost(1000, 10.0, 9)},
    {"taught": Cost(1050, 21.0, 8), "zero-shot": Cost(1000, 30.0, 8)},
]


def test_the_ratio_is_that_of_the_sums_taught_to_zero_shot():
    found = summary(PAIRS)
    assert found["tokens"]["mean"] == pytest.approx(2060 / 2000)
    assert found["seconds"]["mean"] == pytest.approx(32 / 40)
    assert found["calls"]["mean"] == 1.0
    assert (found["tokens"]["median"], found["seconds"]["median"]) == pytest.approx((1.03, 0.9))
    assert found["every"][0]["taught"] == {"tokens": 1010, "seconds": 11.0, "calls": 9}


def test_the_table_has_the_intervals_and_the_aim_below():
    lines = judge_cost_table(summary(PAIRS)).splitlines()
    assert lines[0] == "| taught to zero-shot | prompt tokens | seconds | model calls |"
    assert lines[2].startswith("| all 2 answers together | 1.030 [1.010, 1.050] | 0.800 [0.700, 1.100] | 1.000 ")
    assert lines[3:5] == ["| median of the pairs | 1.030 | 0.900 | 1.000 |", "| aim: at most | 1.030 | 1.030 | |"]


def test_a_failed_run_has_no_cost():
    cut_short = Trace("Owls?", (Step("generate", 1.0, Usage(1, evaluated=10), {}),), "", (), 1.0, failed="gone")
    with pytest.raises(ValueError, match=r"'Owls\?' was to be answered, and failed: gone"):
        Cost.of(cut_short)


def test_both_judges_get_the_same_passages_and_the_named_one_runs_first(tmp_path, monkeypatch):
    ran = []
    evidence = [OWL, CAT]
    monkeypatch.setattr(judge_cost, "evidence", lambda kit, question, size: evidence)

    def run(graph, question, kit):
        ran.append((kit.settings.seed, [passage.text for passage in kit.retriever.search("", 9)]))
        return Trace(question, (Step("generate", 1.0, Usage(1, evaluated=10), {}),), "", (), 2.0)

    monkeypatch.setattr(judge_cost, "run", run)
    with (
        closing(small_kit(tmp_path / "one", model(), seed=1)) as untaught,
        closing(small_kit(tmp_path / "two", model(), seed=2)) as taught,
    ):
        costs = pair({"zero-shot": untaught, "taught": taught}, "Owls?", first="taught")
    assert [seed for seed, _ in ran] == [2, 1]
    assert [texts for _, texts in ran] == [[OWL.text, CAT.text]] * 2
    assert costs == {"taught": Cost(10, 2.0, 1), "zero-shot": Cost(10, 2.0, 1)}
