"""Results only grow; a torn line is made again, and results of another making are not mixed in."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from disks import contents
from experiments import experiment_in
from samples import ROW
from tiny_gguf import random_adapter

from benchmarks.tables import OTHERS, OWN_PARTS
from ragkit.disk.room import NoRoom
from ragkit.documents.corpus import load
from ragkit.evaluate.experiments.experiment import System, load_experiment
from ragkit.evaluate.experiments.jobs import all_jobs
from ragkit.evaluate.experiments.results import changed, done, key, only, open_results, said
from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.measures.rows import BadResults, Results
from ragkit.opening import token_counter
from ragkit.settings import Settings
from ragkit.weights import FILES, adapters, ensure

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.fixture
def results(tmp_path):
    return open_results(tmp_path / "results", experiment_in(tmp_path), "documents", ["k1"])


def test_rows_come_back_as_they_were_added(results):
    strange = 'Half a pair \ud83d and a "quote"\nand a line.'
    other = replace(ROW, key="k2", answer=strange, noise="conflict", passed=False, critic_tokens=(1, 2, 3))
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
    with pytest.raises(BadResults, match=r"rows.jsonl, line 2: not a row of these results"):
        results.rows()
    assert results.file.read_text() == before


def test_on_a_full_disk_no_row_is_lost_or_torn_and_the_same_process_goes_on_with_room(tmp_path, small_disk):
    folder = small_disk.folder / "results"
    results = open_results(folder, experiment_in(tmp_path), "documents", ["k1"])
    results.add(ROW)
    small_disk.fill()
    before = contents(folder)
    with pytest.raises(NoRoom, match=r"asked to append to .*rows\.jsonl, got a full disk"):
        results.add(replace(ROW, key="k2", answer="long " * 10_000))
    with pytest.raises(NoRoom, match=r"asked to write .*questions\.jsonl, got a full disk"):
        open_results(folder, experiment_in(tmp_path), "documents", ["k1"])
    assert contents(folder) == before and results.rows() == [ROW]
    small_disk.make_room()
    open_results(folder, experiment_in(tmp_path), "documents", ["k1"]).add(replace(ROW, key="k2"))
    assert [row.key for row in results.rows()] == ["k1", "k2"]


@pytest.mark.parametrize(("name", "value"), [("schema", 0), ("ragkit", "0.0.1")])
def test_results_of_another_version_are_refused_and_left_as_they_are(results, tmp_path, name, value):
    file = results.folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    before = file.read_text()
    with pytest.raises(BadResults, match=f"{name} {value} where this is .*choose another folder"):
        open_results(results.folder, experiment_in(tmp_path), "documents", [])
    assert file.read_text() == before


def test_results_made_with_another_default_are_refused_and_a_new_setting_makes_no_difference(results, tmp_path):
    file = results.folder / "manifest.json"
    written = json.loads(file.read_text())
    del written["defaults"]["seed"]
    file.write_text(json.dumps(written))
    open_results(results.folder, experiment_in(tmp_path), "documents", [])
    written["defaults"]["temperature"] = 0.7
    file.write_text(json.dumps(written))
    with pytest.raises(BadResults, match="other defaults of temperature; choose another folder"):
        open_results(results.folder, experiment_in(tmp_path), "documents", [])


@pytest.mark.parametrize("text", ["", "[]", "{}", "null"])
def test_a_manifest_of_another_hand_is_refused(results, tmp_path, text):
    (results.folder / "manifest.json").write_text(text)
    with pytest.raises(BadResults, match="choose another folder"):
        open_results(results.folder, experiment_in(tmp_path), "documents", [])


def test_a_key_changes_with_all_that_changes_an_answer_and_with_nothing_else(tmp_path):
    owls, cats, _ = experiment_in(tmp_path).asked
    plain = System(graph="naive")
    same = [key(owls, "a", plain, Settings(), "d", 0), key(owls, "a", plain, Settings(threads=7, timeout=1.0), "d", 0)]
    others = [
        key(owls, "a", plain, Settings(), "d", 0, "conflict, seed 0"),
        key(owls, "a", plain, Settings(), "d", 0, "conflict, seed 1"),
        key(cats, "a", plain, Settings(), "d", 0), key(owls, "b", plain, Settings(), "d", 0),
        key(owls, "a", System(), Settings(), "d", 0), key(owls, "a", System(without={"critic"}), Settings(), "d", 0),
        key(owls, "a", plain, Settings(k_naive=9), "d", 0), key(owls, "a", plain, Settings(), "e", 0),
        key(owls, "a", plain, Settings(), "d", 1), key(owls, "a", System(extra={"gate"}), Settings(), "d", 0),
    ]  # fmt: skip
    assert same[0] == same[1] and len({*same, *others}) == 11


def test_what_a_question_is_asked_without_is_part_of_its_keys(tmp_path):
    owls, *_ = experiment_in(tmp_path).asked
    quotes = [Support("owls.md", "Owls hunt."), Support("cats.md", "Cats hunt.")]
    asked = [owls, *[replace(owls, without=without) for without in [tuple(quotes[:1]), tuple(quotes)]]]
    assert len({key(one, "a", System(), Settings(), "d", 0) for one in asked}) == 3


def test_a_setting_is_in_a_key_only_where_it_is_not_at_its_default(tmp_path):
    question, system = experiment_in(tmp_path).asked[0], System()

    def key_with(**settings):
        return key(question, "a", system, Settings(**settings), "d", 0)

    assert "k_naive" not in changed(Settings()) and changed(Settings(k_naive=4))["k_naive"] == 4
    assert said(Settings())["k_naive"] == Settings().k_naive
    assert said(Settings(today="2031-05-01"))["today"] == "2031-05-01"
    plain = key_with()
    assert (
        plain == key_with(mcp=True, pass_from=None) and len({plain, key_with(mcp=False), key_with(pass_from=0.5)}) == 3
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ablation", "bench8", "retries", "almanac", "almanac_grounded"])
def test_the_committed_experiments_are_of_the_kit_as_it_is(name):
    folder = BENCHMARKS / "results" / name
    told = json.loads((folder / "manifest.json").read_text())
    experiment = load_experiment(BENCHMARKS / "experiments" / f"{name}.yml")
    keys = {job.key for job in all_jobs(experiment, told["documents"])}
    assert keys == set(told["keys"]) >= {row.key for row in Results(folder).rows()}


def test_committed_runs_of_an_older_kit_keep_their_keys():
    folder = BENCHMARKS / "results" / "first_edition"
    told = json.loads((folder / "manifest.json").read_text())
    assert set(told["keys"]) == {row.key for row in Results(folder).rows()}


def test_every_second_opinion_is_of_a_committed_run():
    folder = BENCHMARKS / "results" / "bench8"
    keys = {row.key for row in Results(folder).rows()}
    asked = json.loads((folder / "ragas.json").read_text())
    assert asked and set(asked) <= keys


@pytest.mark.process
def test_the_documents_of_the_committed_runs_are_those_that_this_kit_reads(use):
    settings = use()
    count = token_counter(ensure(settings.embedder, settings.cache))
    fingerprints = {}
    for corpus in ("algorithms", "almanac"):
        read = load(BENCHMARKS.parent / "corpora" / corpus, settings, count, quiet=True)
        fingerprints[corpus] = read.fingerprint
    for manifest in (BENCHMARKS / "results").glob("*/manifest.json"):
        name = manifest.parent.name
        if name in (*OTHERS, OWN_PARTS):  # their documents are not here
            continue
        corpus = "almanac" if name.startswith("almanac") else "algorithms"
        assert json.loads(manifest.read_text())["documents"] == fingerprints[corpus], manifest


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


def test_a_run_with_a_taught_judge_is_known_by_its_adapters_hash_and_not_by_its_path(tmp_path):
    question, system = experiment_in(tmp_path).asked[0], System()
    own = {"tier": "budget", "judge": "taught"}

    def keyed(**settings):
        return key(question, "a", system, Settings(**settings), "d", 0)

    file = random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)
    told = said(Settings(**own, adapter=file))
    assert told["adapter"] == sha256(file.read_bytes()).hexdigest() and str(file) not in str(told)
    keys = [keyed(**own, adapter=file), keyed(**own), keyed(tier="budget", judge="odds")]
    random_adapter(file, layers=1, wide=8, rank=2)
    keys.append(keyed(**own, adapter=file))
    assert len(set(keys)) == 4
    assert keyed(**own, adapter=file.rename(tmp_path / "moved.gguf")) == keys[-1]


def test_a_run_with_a_taught_writer_is_known_by_its_adapters_hash_and_others_keep_their_keys(tmp_path):
    base = FILES["qwen2.5-coder-0.5b"].files[0].sha256
    file = random_adapter(tmp_path / "tiny.gguf", base, layers=1, wide=8, **{"ragkit.job": "writer"})
    told = said(Settings(tier="budget", writer_adapter=file))
    assert told["writer_adapter"] == sha256(file.read_bytes()).hexdigest()
    assert "writer_adapter" not in said(Settings(tier="budget"))
    assert said(Settings(tier="budget", writer_adapter=tmp_path / "none.gguf"))["writer_adapter"] is None


def test_where_no_adapter_was_to_be_had_the_results_say_so_and_runs_of_other_judges_keep_their_keys(tmp_path):
    assert said(Settings(judge="taught", adapter=tmp_path / "none.gguf"))["adapter"] is None
    assert "adapter" not in said(Settings(judge="odds", adapter=tmp_path / "none.gguf"))


def test_a_judge_that_is_left_open_is_recorded_as_the_one_that_judges(monkeypatch):
    for tier in ("balanced", "budget"):
        assert said(Settings(tier=tier)) == said(Settings(tier=tier, judge="taught"))
    monkeypatch.setattr(adapters, "SHIPPED", ())
    assert said(Settings()) == said(Settings(judge="odds"))


def test_a_recorded_run_has_the_key_of_the_run_of_the_model_that_was_recorded(tmp_path):
    question, system = experiment_in(tmp_path).asked[0], System()
    keys = [
        key(question, "a", system, Settings(provider=provider, recording=recording), "d", 0)
        for provider, recording in (("embedded", None), ("recorded", "/owls.gz"), ("ollama", None))
    ]
    assert keys[0] == keys[1] != keys[2]
    assert said(Settings(provider="recorded"))["provider"] == "recorded"  # the manifest says what it was


def test_a_row_of_an_older_kit_was_audited_and_clean_and_the_rest_is_not_known(results):
    new = ("exact", "f1", "audited", "noise", "noise_note", "passed", "critic_cost", "critic_tokens", "first_token")
    older = {name: value for name, value in vars(ROW).items() if name not in new}
    results.file.write_text(json.dumps(older) + "\n")
    (row,) = results.rows()
    assert (row.exact, row.audited, row.noise, row.passed, row.critic_tokens) == (None, True, "", None, None)
    assert row == ROW
