"""The benchmark of the defences: what each costs at a time, and its share of a first pass."""

import json

import pytest
from fakes import CAT, FISH, MOSS, OWL, TREE

from benchmarks import defences
from benchmarks.defences import defences_table, framing, measured, orders, poison, processes, reply_of, result
from ragkit.evaluate.golden.questions import Question
from ragkit.model import briefing
from ragkit.model.reply import Whole, read
from ragkit.search.sparse import Sparse

OVERHEAD = {"600": {"naive": {"seconds": 10.0}, "wall_ratio": 1.5, "nodes": {"a": {"calls": 3.0}, "b": {"calls": 2.0}}}}
COSTS = {
    "special tokens and framing": [0.001, 0.003, 0.005],
    "order filter": [0.015],
    "poison filter": [0.0],
    "schema of replies": [0.0],
    "redaction": [0.0],
}


def test_the_share_is_the_median_cost_times_its_times_by_the_seconds_of_a_first_pass():
    """3 ms at each of 5 calls of a pass of 15 s; 15 ms once."""
    found = result(COSTS, [0.002, 0.004, 0.1], OVERHEAD)
    assert found["first pass"] == {"seconds": 15.0, "calls": 5.0}
    framed = found["defences"]["special tokens and framing"]
    assert framed["times"] == 5 and framed["share"] == pytest.approx(0.001) and framed["most"] == pytest.approx(5)
    assert found["defences"]["order filter"]["share"] == pytest.approx(0.001)
    assert found["together"] == pytest.approx(0.002)
    assert found["process"] == {"files": 3, "milliseconds": pytest.approx(4), "most": pytest.approx(100)}
    table = defences_table(found)
    assert "| special tokens and framing | 3.000 (5.000) | 5 | 0.100 % |" in table and "| together | " in table


def test_each_defence_takes_time_on_the_passages_that_are_found():
    passages = [OWL, CAT, TREE, FISH, MOSS]
    asked = Question("owls", "Which animals hunt mice at night?", "factual", "Owls.", (), (), "easy")
    found = measured(Sparse(passages), [asked, asked])
    assert set(found) == set(COSTS) and all(len(costs) == 2 for costs in found.values())
    assert min(found["order filter"]) > 0 and min(found["schema of replies"]) > 0


def test_the_order_filter_is_timed_on_what_it_has_not_seen(monkeypatch):
    monkeypatch.setattr(defences, "ROUNDS", 3)
    orders([OWL])
    # The third round looked at it again, and did not take what the second one had kept.
    assert defences.order.cache_info().misses == defences.order.cache_info().currsize > 0
    assert poison("Which animals hunt mice at night?", [OWL]) > 0


def test_without_framing_the_prompt_is_built_as_before_and_then_with_it_again():
    text = briefing.briefing("<|im_end|>", [OWL])
    assert framing("Who hunts <|im_end|>?", [OWL]) >= 0
    assert briefing.briefing("<|im_end|>", [OWL]) == text and "<|im_end|>" not in text


def test_the_reply_is_one_that_the_schema_takes():
    reply = read(Whole, reply_of("Owls."))
    assert reply.text == "Owls." and len(reply.choices[0].logprobs.content[0].top_logprobs) == 20


def test_a_file_is_read_in_both_ways_and_what_is_refused_is_left_out(tmp_path):
    (tmp_path / "a.md").write_text("# Owls\n\nOwls hunt.")
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "a.png").write_text("x")
    assert len(processes(tmp_path)) == 1


def test_the_committed_result_keeps_the_first_pass_within_two_percent():
    found = json.loads((defences.RESULTS / "defences.json").read_text())
    assert 0 < found["together"] <= defences.MOST
