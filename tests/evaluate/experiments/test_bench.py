"""Whatever stops the runner, nothing that was finished is run again, and the table is the same in the end."""

import os
import random
import re
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from experiments import QUESTIONS, SETTINGS, content_kit, experiment_in, questions_in
from fakes import ASKED, CAT, FakeEmbed, model, yes
from tiny_datasets import hotpot_in

from benchmarks.datasets.corpus import write_corpus
from ragkit import kit as kit_module
from ragkit.conversation import Turn
from ragkit.documents.corpus import Corpus
from ragkit.evaluate.experiments import bench as module
from ragkit.evaluate.experiments import jobs
from ragkit.evaluate.experiments.bench import bench, opened
from ragkit.evaluate.experiments.experiment import Experiment, Noise, System
from ragkit.evaluate.experiments.jobs import own_settings
from ragkit.evaluate.experiments.outlooks import outlook
from ragkit.evaluate.experiments.results import manifest
from ragkit.evaluate.golden.questions import BadQuestions
from ragkit.evaluate.measures.audit import Audit
from ragkit.evaluate.measures.rows import BadResults, Results
from ragkit.kit import Kit
from ragkit.model.meter import Call, Usage
from ragkit.model.scripted import ScriptedLLM
from ragkit.report.report import write_report
from ragkit.runs.trace_file import load
from ragkit.search.dense import Dense
from ragkit.search.fuse import Retriever
from ragkit.search.sparse import Sparse
from ragkit.settings import Settings
from ragkit.state import REFUSAL, Passage
from ragkit.stores import ExactVectors
from ragkit.thresholds import NAME, Entry, Models, keep
from ragkit.trace import Step, Trace

ROOT = Path(__file__).parents[3]
SYSTEMS = ("naive", "adaptive")


def told(rows):
    """What a run says and finds, without what a clock measured."""
    return [replace(row, seconds=0.0, components=timeless(row)) for row in rows]


def timeless(row):
    return {node: replace(part, seconds=0.0) for node, part in row.components.items()}


def test_a_system_runs_with_the_thresholds_that_were_chosen_for_its_model_and_its_runs_are_other_runs(tmp_path):
    systems = {"one": {}, "set": {"settings": {"fit_from": 0.7}}, "other": {"settings": {"model": "owl-7b"}}}
    experiment = experiment_in(tmp_path, systems=systems)
    before = [job.key for job in jobs.all_jobs(experiment, "f")][:3]
    values = {"answerable_from": 0.6, "fit_from": 0.8, "partly_above": 0.9, "supported_above": 0.95}
    keep(Entry(Models.of(Settings()), values, {}, "animals", "f", 88, "2025-12-31"), [tmp_path / NAME])
    found = [own_settings(experiment, system) for system in experiment.systems.values()]
    assert [(one.answerable_from, one.fit_from) for one in found] == [(0.6, 0.8), (0.6, 0.7), (0.6, 0.72)]
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


def test_a_near_miss_is_asked_of_a_kit_that_does_not_find_the_passages_with_the_answer(tmp_path):
    quoted = [{"document": "owls.md", "quote": "Owls hunt mice at night."}]
    missed = QUESTIONS[0] | {"id": "missed", "kind": "near-miss", "answer": None, "keys": [], "support": []}
    experiment = experiment_in(tmp_path)
    questions_in(tmp_path, [QUESTIONS[0], missed | {"without": quoted}])
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    results = Results(tmp_path / "results")
    seen = {(row.question, row.system): sources(results, row) for row in rows}
    assert all("owls.md" in seen["owls", name] and "owls.md" not in seen["missed", name] for name in SYSTEMS)
    assert all(seen["missed", name] for name in SYSTEMS)
    noted = {row.question: load(results.trace_file(row.key)).notes[-1:] for row in rows if row.system == "naive"}
    assert noted["missed"] == ("asked without 1 passage, which may answer it",) != noted["owls"]


def test_what_was_said_before_is_told_to_a_system_that_holds_a_conversation_and_to_no_other(tmp_path, monkeypatch):
    told_before = []

    def watched(graph, question, kit, history=None, system=""):
        told_before.append((system, history))
        return Trace(question, (), "At night.", (), 1.0)

    monkeypatch.setattr(module, "run", watched)
    systems = {"hybrid": {"graph": "hybrid"}, "advanced": {"graph": "advanced"}}
    experiment = experiment_in(tmp_path, systems=systems, audit=False)
    questions_in(
        tmp_path, [QUESTIONS[0] | {"history": [{"typed": "What are owls?", "answer": "Birds."}]}, QUESTIONS[1]]
    )
    bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    before = (Turn("What are owls?", "Birds."),)
    assert sorted(told_before, key=str) == sorted(
        [("hybrid", None), ("advanced", before), ("hybrid", None), ("advanced", None)], key=str
    )


def test_another_history_is_another_run(tmp_path):
    experiment = experiment_in(tmp_path)

    def keys(*turns):
        history = [{"typed": typed, "answer": answer} for typed, answer in turns]
        questions_in(tmp_path, [QUESTIONS[0] | {"history": history}])
        return [job.key for job in jobs.all_jobs(experiment, "f")]

    usual = keys()
    questions_in(tmp_path, [QUESTIONS[0]])
    assert usual == [job.key for job in jobs.all_jobs(experiment, "f")]
    assert len({*usual, *keys(("Owls?", "Yes.")), *keys(("Owls?", "No."))}) == 6


def sources(results, row):
    """The documents of the evidence of a run."""
    return {passage.source for passage in load(results.trace_file(row.key)).passages}


def test_a_quote_to_be_left_out_that_no_passage_has_stops_the_runner_before_its_first_run(tmp_path):
    experiment = experiment_in(tmp_path)
    gone = [{"document": "owls.md", "quote": "Nobody wrote this."}]
    questions_in(tmp_path, [QUESTIONS[1], QUESTIONS[0] | {"without": gone}])
    with pytest.raises(BadQuestions, match="owls is asked without 'Nobody wrote this.'"):
        bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    assert not (tmp_path / "results").exists()


def test_no_key_of_any_system_is_kept_in_the_runs(tmp_path):
    keys = {name: {"graph": "naive", "settings": {"api_key": f"{name}-owls"}} for name in ("first", "second")}
    llm = model(draft="At night, says first-owls to second-owls [1].", **{"Count to": "one"})
    experiment, kit = experiment_in(tmp_path, systems=keys), content_kit(tmp_path, model=llm)
    bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    kept = [file.read_text() for file in (tmp_path / "results" / "traces").iterdir()]
    assert len(kept) == 6 and not any("-owls" in run for run in kept)
    assert sum("says [removed] to [removed]" in run for run in kept) == 6


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


@pytest.mark.process
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


# Noise

NUMBERS = [
    {"id": "owls", "question": "When do owls hunt mice?", "kind": "factual", "answer": "For 30 nights.",
     "keys": [["30"]], "support": [{"document": "owls.md", "quote": "Owls hunt for 30 nights."}]},
    {"id": "cats", "question": "When do cats hunt mice?", "kind": "factual", "answer": "By day.",
     "keys": [["by day"]], "support": [{"document": "cats.md", "quote": "Most cats hunt mice by day."}]},
    {"id": "mars", "question": "Who lives on Mars?", "kind": "out-of-domain", "answer": None, "keys": [],
     "support": []},
]  # fmt: skip


class Reader(ScriptedLLM):
    """A model that copies the number of nights, and finds evidence with another number than 30 insufficient."""

    def _generate(self, messages, *args, **kwargs):
        prompt = "\n".join(str(message.content) for message in messages)
        number = re.search(r"for (\d+) nights", prompt)
        true = number is None or number[1] == "30"
        for question in ("relevant", "sufficient", "answerable"):
            self.replies[ASKED[question]] = yes(0.9 if true else 0.1)
        self.replies[ASKED["draft"]] = f"For {number[1]} nights [1]." if number else "By day [1]."
        return super()._generate(messages, *args, **kwargs)


@pytest.fixture
def noisy(tmp_path):
    """Twelve passages, so that there are some of dense rank 10 to 20, and a number to falsify."""
    more = [Passage(f"more{n}", f"Nothing of note, part {n}.", source="more.md") for n in range(10)]
    owl = Passage("owl", "Owls hunt for 30 nights.", source="owls.md")
    passages, embed = (owl, CAT, *more), FakeEmbed()
    retriever = Retriever(Dense(ExactVectors(tmp_path / "index", passages, embed, quiet=True)), Sparse(passages))
    own = SETTINGS | {"retry": False}
    settings = Settings(**own | {"reranker": "/nowhere", "k": 3})
    corpus = Corpus(tmp_path, passages, {}, {})
    systems = {"clean": {"graph": "crag", "noise": False}, "noisy": {"graph": "crag"}, "naive": {"graph": "naive"}}
    experiment = experiment_in(tmp_path, systems=systems, noise={"share": 1.0}, audit=False, settings=own)
    questions_in(tmp_path, NUMBERS)
    with closing(Kit(settings, corpus, retriever, Reader(replies={"Count to": "one"}))) as kit:
        yield experiment, kit


def test_noise_reaches_the_systems_that_are_not_left_out_and_rows_and_traces_say_which(noisy, tmp_path):
    experiment, kit = noisy
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    found = {(row.question, row.system): row for row in rows}
    kinds = {place: row.noise for place, row in found.items() if row.noise}
    conflicts = {("owls", "noisy"): "conflict", ("owls", "naive"): "conflict"}
    assert kinds == conflicts | {("cats", "noisy"): "hard negative", ("cats", "naive"): "hard negative"}
    assert found["owls", "clean"].answer == "For 30 nights [1]." and found["owls", "clean"].passed is True
    assert found["owls", "noisy"].passed is False and found["owls", "noisy"].refused
    assert found["owls", "naive"].passed is None and found["owls", "naive"].right == 0.0
    assert found["owls", "clean"].evidence_recall == 1.0 and found["owls", "naive"].evidence_recall == 0.0
    results = Results(tmp_path / "results")
    trace = load(results.trace_file(found["owls", "naive"].key))
    assert any("30 became" in note for note in trace.notes)
    assert [passage.id for passage in trace.passages if "falsified" in passage.id] == ["owl (falsified)"]
    assert not any("falsified" in call.prompt for step in trace.steps for call in step.calls)
    hard = load(results.trace_file(found["cats", "naive"].key))
    assert "hard negatives, of dense rank 10 to 20" in hard.notes[-1]
    assert not any("by day" in passage.text for passage in hard.passages)


def test_noise_is_part_of_a_runs_key_and_its_seed_too(noisy, tmp_path):
    experiment, _ = noisy
    keys = {job.key for job in jobs.all_jobs(experiment, "f")}
    without = {job.key for job in jobs.all_jobs(experiment.model_copy(update={"noise": None}), "f")}
    assert len(keys & without) == 9 - 4  # two questions of two systems are noisy
    other = experiment.model_copy(update={"noise": Noise(share=1.0, seed=1)})
    assert len(keys & {job.key for job in jobs.all_jobs(other, "f")}) == 5


def test_the_report_of_noise_has_its_rates_and_a_table_for_each_kind_of_evidence(noisy, tmp_path):
    experiment, kit = noisy
    bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    report = write_report(tmp_path / "results")[0].read_text()
    assert all(f"## Evidence: {kind}" in report for kind in ("clean", "conflict", "hard negative"))
    assert "| routing F1 |  | 0.667 [" in report  # of clean, noisy and naive: a true positive and a missed one
    assert "In 0 of all 9 runs the noise is not of the kind that was drawn" in report


def test_a_question_that_cannot_be_falsified_gets_a_hard_negative_and_the_row_says_why(noisy, tmp_path):
    experiment, kit = noisy
    questions_in(tmp_path, [NUMBERS[1], NUMBERS[1] | {"id": "cats again"}])
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=kit)
    made = [row for row in rows if row.noise]
    assert {row.noise for row in made} == {"hard negative"} and len(made) == 4
    instead = [row for row in made if row.noise_note]
    assert len(instead) == 2 and all("not conflict" in row.noise_note for row in instead)


def test_a_corpus_of_five_passages_has_no_hard_negatives_and_what_cannot_be_falsified_stays_clean(tmp_path):
    experiment = experiment_in(tmp_path, noise={"share": 1.0}, audit=False)
    rows, _ = bench(experiment, tmp_path / "results", quiet=True, kit=content_kit(tmp_path))
    assert {row.noise for row in rows} == {""}
    assert [bool(row.noise_note) for row in rows if row.question == "mars"] == [False, False]
    assert all("not hard negative" in row.noise_note for row in rows if row.question != "mars")


# Datasets


@pytest.fixture
def on_hops(tmp_path, monkeypatch):
    """An experiment on a dataset of HotpotQA's form; the scripted model says yes of cats and refuses the rest."""
    says = {"Do owls and cats": "Yes, both hunt mice at night [1][2].", "Who hunts": REFUSAL, "Count to": "one"}
    scripted = ScriptedLLM(replies=says)
    monkeypatch.setattr(kit_module, "chat", lambda *_: scripted)
    monkeypatch.setattr(kit_module, "SentenceEmbedder", lambda _: FakeEmbed())
    settings = {"provider": "openai", "model": "owl", "base_url": "http://127.0.0.1:9/v1", "indexes": tmp_path / "i"}
    corpus = write_corpus(hotpot_in(tmp_path), tmp_path / "hops")
    said = {"corpus": corpus, "systems": {"naive": {"graph": "naive"}, "extract": {"graph": "extract"}}}
    return Experiment.model_validate(said | {"settings": settings, "audit": False})


def test_systems_are_asked_the_questions_of_a_dataset_over_its_passages(on_hops, tmp_path):
    rows, stopped = bench(on_hops, tmp_path / "results", quiet=True)
    found = {(row.question, row.system): row for row in rows}
    assert stopped == "" and len(found) == 4
    both, who = found["both", "naive"], found["who", "naive"]
    assert (both.kind, both.right, both.exact, both.f1) == ("comparison", 1.0, 0.0, 0.0)
    assert (who.kind, who.refused, who.right, who.exact, who.f1) == ("bridge", True, 0.0, 0.0, 0.0)
    assert both.evidence_recall == 1.0  # there are three passages, and all are shown
    assert not any(row.audited or row.agrees or row.faithfulness or row.notes for row in rows)
    report = write_report(tmp_path / "results")[0].read_text()
    assert "| exact match | 0.000 [0.000, 0.000] (n=2) |" in report and "(n=0, 2 ungraded)" in report


def test_a_system_whose_taught_judge_is_not_to_be_had_is_named_when_the_experiment_opens(on_hops):
    taught = System(graph="naive", settings={"judge": "taught"})
    experiment = on_hops.model_copy(update={"systems": on_hops.systems | {"with a taught judge": taught}})
    with pytest.warns(UserWarning, match="with a taught judge: judged zero-shot: .*the provider is openai") as told:
        opened(experiment).close()
    assert sum("judged zero-shot" in str(warning.message) for warning in told) == 1
