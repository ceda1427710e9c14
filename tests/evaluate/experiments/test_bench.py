"""Whatever stops the runner, nothing that was finished is run again, and the table is the same in the end."""

import os
import random
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from experiments import SETTINGS, content_kit, experiment_in
from fakes import ASKED, FakeEmbed, model
from tiny_datasets import hotpot_in

from ragkit import kit as kit_module
from ragkit.evaluate.experiments import bench as module
from ragkit.evaluate.experiments import jobs
from ragkit.evaluate.experiments.bench import bench, opened, outlook
from ragkit.evaluate.experiments.experiment import Caps, Experiment, System
from ragkit.evaluate.experiments.jobs import own_settings
from ragkit.evaluate.experiments.results import manifest
from ragkit.evaluate.measures.audit import Audit
from ragkit.evaluate.measures.rows import BadResults, Results
from ragkit.graphs import SYSTEMS
from ragkit.model.meter import Call, Usage
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.report import write_report
from ragkit.runs.trace_file import load
from ragkit.settings import Settings
from ragkit.state import REFUSAL
from ragkit.thresholds import NAME, Entry, Models, keep
from ragkit.trace import Step, Trace

ROOT = Path(__file__).parents[3]


def told(rows):
    """What a run says and finds, without what a clock measured."""
    return [replace(row, seconds=0.0) for row in rows]


def test_a_system_runs_with_the_thresholds_that_were_chosen_for_its_model_and_its_runs_are_other_runs(tmp_path):
    systems = {"one": {}, "set": {"settings": {"fit_from": 0.7}}, "other": {"settings": {"model": "owl-7b"}}}
    experiment = experiment_in(tmp_path, systems=systems)
    before = [job.key for job in jobs.all_jobs(experiment, "f")][:3]
    values = {"answerable_from": 0.6, "fit_from": 0.8, "partly_above": 0.9, "supported_above": 0.95}
    keep(Entry(Models.of(Settings()), values, {}, "animals", "f", 88, "2025-12-31"), [tmp_path / NAME])
    found = [own_settings(experiment, system) for system in experiment.systems.values()]
    assert [(one.answerable_from, one.fit_from) for one in found] == [(0.6, 0.8), (0.6, 0.7), (0.48, 0.78)]
    after = [job.key for job in jobs.all_jobs(experiment, "f")][:3]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]
    assert manifest(experiment, "f", [])["settings"]["fit_from"] == 0.8


def test_every_system_answers_every_question_and_every_run_is_kept(tmp_path):
    experiment = experiment_in(tmp_path)
    rows, stopped = bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    assert [(row.question, row.system) for row in rows] == [
        (question.id, system) for question in experiment.asked for system in ("naive", "adaptive")
    ]
    assert stopped == "" and {row.question: row.right for row in rows} == {"owls": True, "cats": False, "mars": None}
    owls = next(row for row in rows if row.question == "owls")
    assert load(Results(tmp_path / "results").trace_file(owls.key)).answer == "Owls hunt mice at night [1]."


@pytest.mark.parametrize(("reuse", "parallel", "emptied"), [(False, 1, 6), (True, 1, 0), (False, 2, 0)])
def test_where_seconds_are_to_be_real_each_run_has_a_server_that_has_read_nothing(
    tmp_path, monkeypatch, reuse, parallel, emptied
):
    stopped, scripted = [], content_kit(tmp_path, model=model(**{"Count to": "one", "Say yes": "yes"}))
    monkeypatch.setattr(jobs, "stop", lambda: stopped.append(1))
    monkeypatch.setattr(kit_module, "chat", lambda *_: scripted.model)
    settings = SETTINGS | {"reuse_replies": reuse}
    kit = replace(scripted, model=None, settings=Settings(**settings))
    experiment = experiment_in(tmp_path, settings=settings, parallel=parallel)
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    assert len(rows) == 6 and len(stopped) == emptied


@pytest.mark.parametrize(("reuse", "evaluated"), [(True, 123), (False, 180)])
def test_tokens_are_reckoned_where_replies_may_come_from_disk_and_as_reported_where_none_does(
    tmp_path, reuse, evaluated
):
    """Two calls of 100 tokens share 10 of 13 letters, of which the server found 20 tokens: 200 - 77, or 200 - 20."""
    prompts = (("evidence: ask", 0), ("evidence: say", 20))
    calls = tuple(Call(text, "yes", Usage(1, 0, 100 - reused, reused, 1)) for text, reused in prompts)
    trace = Trace("?", (Step("generate", 1.0, Usage(), {}, calls=calls),), "Owls.", (), 1.0)
    job = jobs.all_jobs(experiment_in(tmp_path), "documents")[0]
    assert module.row(job, trace, Audit(), Settings(reuse_replies=reuse)).evaluated == evaluated


def test_no_key_of_any_system_is_kept_in_the_runs(tmp_path):
    keys = {name: {"graph": "naive", "settings": {"api_key": f"{name}-owls"}} for name in ("first", "second")}
    llm = model(draft="At night, says first-owls to second-owls [1].", **{"Count to": "one"})
    experiment, kit = experiment_in(tmp_path, systems=keys), content_kit(tmp_path, model=llm)
    bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    kept = [file.read_text() for file in (tmp_path / "results" / "traces").iterdir()]
    assert len(kept) == 6 and not any("-owls" in run for run in kept)
    assert sum("says [removed] to [removed]" in run for run in kept) == 6


def test_what_the_folder_holds_is_not_run_again(tmp_path):
    experiment, kit = experiment_in(tmp_path), content_kit(tmp_path)
    first, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    before = len(kit.model.prompts)
    again, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    assert again == first and len(kit.model.prompts) == before


def test_another_setting_of_one_system_makes_its_runs_anew_and_no_others(tmp_path):
    kit = content_kit(tmp_path)
    first, _ = bench(experiment_in(tmp_path), tmp_path / "results", quiet=True, kit=kit)
    changed = {"naive": {"graph": "naive"}, "adaptive": {"settings": {"answerable_from": 0.95}}}
    rows, _ = bench(experiment_in(tmp_path, systems=changed), tmp_path / "results", quiet=True, kit=kit)
    assert [row for row in rows if row.system == "naive"] == [row for row in first if row.system == "naive"]
    assert len(Results(tmp_path / "results").rows()) == 9 and len(rows) == 6


@pytest.mark.parametrize(("cap", "runs"), [({"tokens": 1}, 0), ({"minutes": 1e-9}, 0), ({"tokens": 10**9}, 6)])
def test_a_cap_stops_before_the_next_run_and_says_which_it_was(tmp_path, cap, runs, monkeypatch):
    counted = module.row
    monkeypatch.setattr(module, "row", lambda *given: replace(counted(*given), evaluated=1))
    rows, stopped = bench(
        experiment_in(tmp_path, caps=cap), tmp_path / "results", quiet=True, kit=content_kit(tmp_path)
    )
    if runs:
        assert len(rows) == 6 and stopped == ""
    else:
        assert len(rows) <= 1 and next(iter(cap)) in stopped and f"{6 - len(rows)} runs are left" in stopped
        rest, _ = bench(experiment_in(tmp_path), tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
        assert len(rest) == 6


def test_side_by_side_gives_the_same_rows(tmp_path):
    alone, _ = bench(experiment_in(tmp_path), tmp_path / "one", quiet=True, kit=content_kit(tmp_path / "a"))
    four = experiment_in(tmp_path, parallel=4)
    together, _ = bench(four, tmp_path / "four", quiet=True, kit=content_kit(tmp_path / "b"))
    assert told(alone) == told(together)


def test_two_runners_in_one_folder_are_one_too_many(tmp_path):
    kit, slow = content_kit(tmp_path), Results(tmp_path / "results")
    held = []

    def second(*_):
        with pytest.raises(BadResults, match="another runner is at work"):
            bench(experiment_in(tmp_path), slow.folder, quiet=True, kit=kit)
        held.append(True)
        return 0.9

    kit.model.turns[ASKED["fits"]] = []
    original = module.make
    module.make = lambda *given: (held or second(), original(*given))[1]
    try:
        bench(experiment_in(tmp_path), slow.folder, quiet=True, kit=kit)
    finally:
        module.make = original
    assert held


def test_a_judge_that_always_fails_leaves_answers_ungraded_and_loses_none(tmp_path):
    unable = model(stated="perhaps", fits="perhaps", relevant="perhaps", sufficient="perhaps", answerable="perhaps")
    rows, _ = bench(experiment_in(tmp_path), tmp_path / "results", quiet=True, kit=content_kit(tmp_path, model=unable))
    naive = [row for row in rows if row.system == "naive"]
    assert len(rows) == 6 and all(row.faithfulness is None and row.hallucinated is None and row.notes for row in naive)
    assert all(row.refused for row in rows if row.system == "adaptive")


def test_a_memory_is_each_systems_own_and_forgets_a_run_that_was_not_finished(tmp_path):
    """A run of `mars` that left its memory and no row is made as if it had never been."""
    refusing = model(draft="I cannot answer this question based on the provided documents.")
    with_memory = {"settings": {"memory": True, "rival_from": 2.0, "reuse_replies": False}}
    kit = content_kit(tmp_path, model=refusing, memory=True)
    experiment = experiment_in(tmp_path, **with_memory, systems={"../a": {}, "b": {"without": ["memory"]}})
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    assert len(list((tmp_path / "results" / "memory").iterdir())) == 1
    file = Results(tmp_path / "results").file
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(line for line in lines if '"mars"' not in line))
    again, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    assert told(again) == told(rows)


def test_the_outlook_says_what_is_left(tmp_path):
    experiment, kit = experiment_in(tmp_path), content_kit(tmp_path)
    assert "6 runs left" in str(outlook(experiment, tmp_path / "results", kit))
    bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    assert "0 runs left" in str(outlook(experiment, tmp_path / "results", kit))


RUNNER = """
import sys, time
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
from experiments import content_kit, experiment_in
from ragkit.evaluate.experiments.bench import bench
import ragkit.evaluate.experiments.bench as module
made = module.make
module.make = lambda *given: (time.sleep(0.05), made(*given))[1]  # so that a kill may come in the middle of one
folder = Path(sys.argv[3])
bench(experiment_in(folder), folder / "results", quiet=True, kit=content_kit(folder))
"""


def test_killed_ten_times_at_random_the_table_is_that_of_one_run(tmp_path):
    whole, _ = bench(experiment_in(tmp_path), tmp_path / "whole", quiet=True, kit=content_kit(tmp_path / "other"))
    command = [sys.executable, "-c", RUNNER, str(ROOT), str(ROOT / "tests"), str(tmp_path)]
    chance, kills, results = random.Random(0), 0, Results(tmp_path / "results")
    while kills < 10:
        runner = subprocess.Popen(command, env=os.environ, stderr=subprocess.DEVNULL)
        Thread(target=kill_soon, args=(runner, results.file, chance.uniform(0.0, 0.12)), daemon=True).start()
        kills += runner.wait() != 0
        if kills < 10 and len(results.rows()) == 6:
            results.file.write_text("".join(results.file.read_text().splitlines(keepends=True)[:1]))
    subprocess.run(command, check=True)
    rows = results.rows()
    assert len({row.key for row in rows}) == len(rows) == 6
    resumed, _ = bench(experiment_in(tmp_path), results.folder, quiet=True, kit=content_kit(tmp_path / "third"))
    assert told(resumed) == told(whole)


def kill_soon(runner, file, seconds):
    """Kill it that long after it began to write, or to run when nothing is there yet."""
    size = file.stat().st_size if file.is_file() else 0
    while runner.poll() is None and not (file.is_file() and file.stat().st_size > size):
        time.sleep(0.01)
    time.sleep(seconds)
    runner.kill()


def test_a_part_that_a_setting_switches_off_is_off_for_its_system_alone(tmp_path):
    experiment = experiment_in(tmp_path, systems={"all": {}, "less": {"without": ["rerank", "policy"]}})
    whole, less = (own_settings(experiment, system) for system in experiment.systems.values())
    assert (less.reranker, less.complex_above) == ("none", 1.0)
    assert (whole.reranker, whole.complex_above) == (Settings().reranker, Settings().complex_above)


# Datasets


@pytest.fixture
def on_hops(tmp_path, monkeypatch):
    """An experiment on a dataset of HotpotQA's form; the scripted model says yes of cats and refuses the rest."""
    says = {"Do owls and cats": "Yes, both hunt mice at night [1][2].", "Who hunts": REFUSAL, "Count to": "one"}
    scripted = ScriptedLLM(replies=says)
    monkeypatch.setattr(kit_module, "chat", lambda *_: scripted)
    monkeypatch.setattr(kit_module, "SentenceEmbedder", lambda _: FakeEmbed())
    settings = {"provider": "openai", "model": "owl", "base_url": "http://127.0.0.1:9/v1", "indexes": tmp_path / "i"}
    said = {"dataset": hotpot_in(tmp_path), "systems": {"naive": {"graph": "naive"}, "extract": {"graph": "extract"}}}
    return Experiment.model_validate(said | {"settings": settings, "audit": False}), scripted


def test_systems_are_asked_the_questions_of_a_dataset_over_its_passages(on_hops, tmp_path):
    experiment, _ = on_hops
    rows, stopped = bench(experiment, tmp_path / "results", quiet=True)
    found = {(row.question, row.system): row for row in rows}
    assert stopped == "" and len(found) == 4
    both, who = found["both", "naive"], found["who", "naive"]
    assert (both.kind, both.right, both.exact, both.f1) == ("comparison", 1.0, 0.0, 0.0)
    assert (who.kind, who.refused, who.right, who.exact, who.f1) == ("bridge", True, 0.0, 0.0, 0.0)
    assert both.evidence_recall == 1.0  # there are three passages, and all are shown
    assert not any(row.audited or row.agrees or row.faithfulness or row.notes for row in rows)
    report = write_report(tmp_path / "results")[0].read_text()
    assert "| exact match | 0.000 [0.000, 0.000] (n=2) |" in report and "(n=0, 2 ungraded)" in report


def test_on_a_dataset_too_the_runner_goes_on_where_it_was_stopped(on_hops, tmp_path):
    experiment, scripted = on_hops
    stop = experiment.model_copy(update={"caps": Caps(minutes=1e-9)})
    rows, stopped = bench(stop, tmp_path / "results", quiet=True)
    assert rows == [] and "4 runs are left" in stopped
    whole, _ = bench(experiment, tmp_path / "results", quiet=True)
    results, asked = Results(tmp_path / "results"), len(scripted.prompts)
    results.file.write_text("".join(results.file.read_text().splitlines(keepends=True)[:2]))
    again, _ = bench(experiment, tmp_path / "results", quiet=True)
    # one question is left: naive asks the model once, and extract does not
    assert told(again) == told(whole) and len(scripted.prompts) == asked + 1


def test_the_outlook_of_a_dataset_is_without_audits(on_hops, tmp_path):
    experiment, _ = on_hops
    with closing(opened(experiment, quiet=True)) as kit:
        expected = outlook(experiment, tmp_path / "results", kit)
    typical = SYSTEMS["naive"].typical
    assert (expected.runs, expected.use.calls, expected.use.evaluated) == (4, 2 * typical.calls, 2 * typical.evaluated)


def test_a_system_whose_taught_judge_is_not_to_be_had_is_named_when_the_experiment_opens(on_hops):
    experiment, _ = on_hops
    taught = System(graph="naive", settings={"judge": "taught"})
    experiment = experiment.model_copy(update={"systems": experiment.systems | {"with a taught judge": taught}})
    with pytest.warns(UserWarning, match="with a taught judge: judged zero-shot: .*the provider is openai") as told:
        opened(experiment).close()
    assert sum("judged zero-shot" in str(warning.message) for warning in told) == 1


def test_a_dataset_that_is_not_there_leaves_no_results(on_hops, tmp_path):
    experiment, _ = on_hops
    experiment.dataset.unlink()
    with pytest.raises(FileNotFoundError, match="put the file there"):
        bench(experiment, tmp_path / "results", quiet=True)
    assert not (tmp_path / "results").exists()
