"""Results only grow; a torn line is made again, and results of another making are not mixed in."""

import json
from dataclasses import replace

import pytest
from experiments import experiment_in

from ragkit.evaluate.experiment import System
from ragkit.evaluate.results import BadResults, Row, done, key, only, open_results
from ragkit.settings import Settings

ROW = Row(
    "k1", "owls", "factual", "naive", 0, "At night.", refused=False, failed="", right=True, held=None,
    agrees=0.9, faithfulness=None, hallucinated=None, answer_relevance=0.5, context_relevance=0.4, evidence_recall=1.0,
    retry_gain=None, retried=False, escalated=False, notes=("a note",), seconds=1.5, calls=1, cached=0,
    evaluated=10, reused=5, generated=3, cost=None,
)  # fmt: skip


@pytest.fixture
def results(tmp_path):
    return open_results(tmp_path / "results", experiment_in(tmp_path), "documents", ["k1"])


def test_rows_come_back_as_they_were_added(results):
    other = replace(ROW, key="k2", answer='Half a pair \ud83d and a "quote"\nand a line.')
    results.add(ROW)
    results.add(other)
    assert results.rows() == [ROW, other]


def test_a_last_line_cut_short_is_dropped_and_the_next_row_stands_on_its_own(results):
    results.add(ROW)
    with results.file.open("a") as file:
        file.write('{"key": "k2", "quest')
    assert results.rows() == [ROW]
    results.add(replace(ROW, key="k3"))
    assert [row.key for row in results.rows()] == ["k1", "k3"]


def test_a_bad_line_in_the_middle_is_named_and_nothing_is_lost(results):
    results.add(ROW)
    before = results.file.read_text() + "{}\n"
    results.file.write_text(before)
    with pytest.raises(BadResults, match=r"rows.jsonl, line 2: no row of these results"):
        results.rows()
    assert results.file.read_text() == before


@pytest.mark.parametrize(("name", "value"), [("schema", 0), ("ragkit", "0.0.1")])
def test_results_of_another_version_are_refused_and_left_as_they_are(results, tmp_path, name, value):
    file = results.folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    before = file.read_text()
    with pytest.raises(BadResults, match=f"{name} {value} where this is .*choose another folder"):
        open_results(results.folder, experiment_in(tmp_path), "documents", [])
    assert file.read_text() == before


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_a_manifest_of_another_hand_is_refused(results, tmp_path, text):
    (results.folder / "manifest.json").write_text(text)
    with pytest.raises(BadResults, match="choose another folder"):
        open_results(results.folder, experiment_in(tmp_path), "documents", [])


def test_a_key_changes_with_all_that_changes_an_answer_and_with_nothing_else(tmp_path):
    owls, cats, _ = experiment_in(tmp_path).asked
    plain = System(graph="naive")
    same = [key(owls, "a", plain, Settings(), "d", 0), key(owls, "a", plain, Settings(slots=7, timeout=1.0), "d", 0)]
    others = [
        key(cats, "a", plain, Settings(), "d", 0), key(owls, "b", plain, Settings(), "d", 0),
        key(owls, "a", System(), Settings(), "d", 0), key(owls, "a", System(without={"critic"}), Settings(), "d", 0),
        key(owls, "a", plain, Settings(k_naive=9), "d", 0), key(owls, "a", plain, Settings(), "e", 0),
        key(owls, "a", plain, Settings(), "d", 1),
    ]  # fmt: skip
    assert same[0] == same[1] and len({*same, *others}) == 8


def test_a_run_that_failed_is_not_done_and_gives_way_to_one_that_did_not():
    failed = replace(ROW, failed="the endpoint was gone", answer="")
    assert done([failed]) == set() and done([failed, ROW]) == {"k1"}
    assert only([failed], ["k1"]) == [failed] and only([failed, ROW], ["k1"]) == only([ROW, failed], ["k1"]) == [ROW]


def test_of_a_run_that_stands_twice_the_first_row_counts():
    again = replace(ROW, answer="By day.")
    assert only([ROW, again, replace(ROW, key="old")], ["k2", "k1"]) == [ROW]


def test_a_credential_is_written_nowhere(tmp_path):
    secret = {"provider": "openai", "model": "owl", "api_key": "hunter-two", "tavily_key": "hunter-three",
              "base_url": "http://me:hunter-five@127.0.0.1/v1"}  # fmt: skip
    experiment = experiment_in(tmp_path, settings=secret, systems={"a": {"settings": {"api_key": "hunter-four"}}})
    folder = open_results(tmp_path / "results", experiment, "documents", ["k1"]).folder
    written = "".join(file.read_text() for file in folder.iterdir())
    assert "hunter" not in written and '"model": "owl"' in written
