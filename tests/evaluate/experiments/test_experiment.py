"""An experiment file that says what is possible is read; one that does not is refused with the place of the fault."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from experiments import QUESTIONS, experiment_in, questions_in

from ragkit.evaluate.experiments.experiment import BadExperiment, Noise, load_experiment
from ragkit.evaluate.experiments.jobs import all_jobs, own_settings, wired
from ragkit.evaluate.experiments.results import open_results
from ragkit.evaluate.golden.questions import BadQuestions
from ragkit.graphs import SYSTEMS, naive
from ragkit.settings import Price, Settings

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
WHOLE = """
corpus: documents
questions: {only: factual, most: 1}
systems:
  plain: {graph: naive}
  no verifier: {without: [verifier], settings: {answerable_from: 0.7}}
settings: {provider: openai, model: gpt-4.1-mini}
repeats: 3
caps: {minutes: 5, cost: 1.5}
"""


def written(folder, text):
    (folder / "documents").mkdir()
    questions_in(folder / "documents")
    (folder / "mine.yml").write_text(text)
    return folder / "mine.yml"


def test_a_file_says_systems_questions_repeats_and_caps_and_its_paths_begin_where_it_lies(tmp_path):
    found = load_experiment(written(tmp_path, WHOLE))
    assert found.corpus == tmp_path / "documents" and found.repeats == 3 and found.caps.minutes == 5
    assert found.systems["no verifier"].graph == "adaptive" and found.systems["no verifier"].without == {"verifier"}
    assert [question.kind for question in found.asked] == ["factual"]


@pytest.mark.parametrize("pin", ["", f"@sha256:{'0' * 64}"])
def test_a_file_of_the_hub_is_a_model_of_an_experiment_and_free(tmp_path, pin):
    """Its name, which is no file name, is in the results and no key of a run is in danger of it."""
    owl = f"hf:acme/owl/q4/owl.gguf{pin}"
    systems = f"{{shared: {{graph: naive}}, own: {{graph: naive, settings: {{model: {owl}}}}}}}"
    text = f"corpus: documents\nsystems: {systems}\nsettings: {{model: {owl}}}\ncaps: {{cost: 1}}"
    found = load_experiment(written(tmp_path, text))
    jobs = all_jobs(found, "documents")
    assert {own_settings(found, job.system).model for job in jobs} == {owl}
    results = open_results(tmp_path / "results", found, "documents", [job.key for job in jobs])
    told = json.loads((results.folder / "manifest.json").read_text())
    assert told["settings"]["model"] == told["experiment"]["systems"]["own"]["settings"]["model"] == owl
    assert all(results.trace_file(job.key).parent == results.folder / "traces" for job in jobs)
    assert Settings(model=owl).price_of("answer") == Price(0, 0, 0)


def test_questions_of_ones_own_lie_beside_the_file(tmp_path):
    file = written(tmp_path, "corpus: documents\nquestions: {file: mine.jsonl}\nsystems: {plain: {graph: naive}}")
    questions_in(tmp_path, QUESTIONS[:1]).rename(tmp_path / "mine.jsonl")
    assert [question.id for question in load_experiment(file).asked] == ["owls"]


def test_a_sample_is_the_same_at_every_run(tmp_path):
    experiment = experiment_in(tmp_path, questions={"most": 2})
    assert len(experiment.asked) == 2 and experiment.asked == experiment.asked
    assert len(experiment_in(tmp_path, questions={"most": 99}).asked) == 3


def test_a_part_can_be_picked_and_the_locked_one_only_by_its_name(tmp_path):
    rows = [row | {"part": part} for row, part in zip(QUESTIONS, ("fit", "test", "locked"), strict=True)]

    def ids(**asked):
        experiment = experiment_in(tmp_path, questions=asked)
        questions_in(tmp_path, rows)
        return sorted(question.id for question in experiment.asked)

    assert ids() == ["cats", "owls"]
    assert (ids(part="fit"), ids(part="test"), ids(part="locked")) == (["owls"], ["cats"], ["mars"])
    with pytest.raises(BadQuestions, match="no question of the part 'fit'"):
        rows[0]["part"] = "test"
        ids(part="fit")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file"),
        ("corpus: [", "cannot be read"),
        ("corpus: x", "systems: Field required"),
        ("dataset: y\nsystems: {a: {}}", "`python -m benchmarks.datasets FILE FOLDER` writes it as a corpus"),
        ("corpus: x\nsystems: {}", "systems: Dictionary should have at least 1 item"),
        ("corpus: x\nsystems: {a: {graph: naive, without: [critic]}}", "naive was asked for without a part"),
        ("corpus: x\nsystems: {a: {settings: {chunk_tokens: 99}}}", "chunk_tokens: applies to all systems"),
        ("corpus: x\nsystems: {a: {settings: {answerable: 1}}}", "no such setting: answerable"),
        ("corpus: x\nsystems: {a: {settings: {answerable_from: 7}}}", "answerable_from"),
        ("corpus: x\nsystems: {a: {}}\nparallel: 2\nsettings: {memory: true}", "with it, parallel is 1"),
        ("corpus: x\nsystems: {a: {}}\nbeside: {b: baseline}", "b: baseline; the published systems are full system"),
        ("corpus: x\nsystems: {a: {}}\nbeside: {a: best}", "a: best; the published systems are"),
        ("corpus: x\nsystems: {a: {}}\nnoise: {share: 45}", "noise.share: Input should be less than or equal to 1"),
        ("corpus: x\nsystems: {a: {}}\nrepeat: 3", "repeat: Extra inputs are not permitted"),
        ("corpus: x\nsystems: {a: {}}\nrepeats: 0", "repeats: Input should be greater than or equal to 1"),
        ("corpus: x\nsystems: {a: {}}\nsettings: {provider: openai, model: mine}\ncaps: {cost: 1}", "price of mine"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, text, said):
    told = told_of(tmp_path, text)
    assert said in told and str(tmp_path / "mine.yml") in told


def told_of(folder, text):
    file = folder / "mine.yml"
    file.write_text(text)
    with pytest.raises(BadExperiment) as told:
        load_experiment(file)
    return str(told.value)


def test_a_graph_that_is_no_system_of_the_registry_is_refused_with_those_that_there_are(tmp_path):
    told = told_of(tmp_path, "corpus: x\nsystems: {a: {graph: magic, without: [critic]}}")
    assert "systems.a.graph" in told and "'magic'" in told and told.endswith(f"there are {', '.join(SYSTEMS)}")


def test_a_part_that_no_graph_has_is_refused_with_those_that_this_one_has(tmp_path):
    told = told_of(tmp_path, "corpus: x\nsystems: {a: {without: [doubt]}}")
    parts = sorted({*SYSTEMS["adaptive"].parts, *Settings.switches(), "memory", "web"})
    by_setting = ["order filter", "poison filter", "policy", "readings", "rerank", "retries", "tool"]
    assert parts == ["critic", "hybrid", "memory", *by_setting, "verifier", "web"]
    assert "systems.a.without" in told and "doubt: no part" in told and told.endswith(f"are {', '.join(parts)}")


def test_a_system_that_joined_the_registry_can_be_compared_and_lacks_its_own_parts(tmp_path, monkeypatch):
    built = []
    mine = replace(SYSTEMS["naive"], build=lambda **how: built.append(how) or naive(), parts=("doubt",))
    monkeypatch.setitem(SYSTEMS, "mine", mine)
    systems = {"whole": {"graph": "mine"}, "less": {"graph": "mine", "without": ["doubt", "web"]}}
    for system in experiment_in(tmp_path, systems=systems).systems.values():
        wired(system)
    assert built == [{}, {"without": ["doubt"]}]


def test_a_part_that_is_added_is_built_and_one_that_cannot_be_is_refused(tmp_path):
    systems = {"gated": {"extra": ["gate"]}, "plain": {}}
    gated, plain = experiment_in(tmp_path, systems=systems).systems.values()
    assert "answerability" in wired(gated).nodes and "answerability" not in wired(plain).nodes
    told = told_of(tmp_path, "corpus: x\nsystems: {a: {graph: naive, extra: [gate]}}")
    assert "systems.a.extra" in told and told.endswith("gate: cannot be added to the graph naive; what can: nothing")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadExperiment, match="nowhere.yml, which cannot be read"):
        load_experiment(tmp_path / "nowhere.yml")


def test_what_comes_after_a_sample_has_none_of_its_questions(tmp_path):
    first, rest, none = ({"most": 1}, {"after": 1}, {"after": 3})
    whole = experiment_in(tmp_path).asked
    assert experiment_in(tmp_path, questions=first).asked + experiment_in(tmp_path, questions=rest).asked == whole
    with pytest.raises(BadQuestions, match="after 3"):
        _ = experiment_in(tmp_path, questions=none).asked


def test_the_second_sample_of_hotpotqa_begins_where_the_first_one_ends():
    first, second = (load_experiment(BENCHMARKS / "experiments" / f"hotpotqa{end}.yml") for end in ("_first", ""))
    assert second.questions.after == first.questions.most
    assert [*second.systems] == [*first.systems, "tiered"]


@pytest.mark.parametrize(("name", "most"), [("hotpotqa_first", 32), ("hotpotqa", 34), ("xquad", 24)])
def test_the_experiments_on_other_peoples_data_have_no_web_no_memory_and_no_auditor(name, most):
    found = load_experiment(BENCHMARKS / "experiments" / f"{name}.yml")
    own = ["extract", "naive", "hybrid", "crag", "adaptive", "tiered"]
    assert list(found.systems) == own[: 5 if name == "hotpotqa_first" else 6] and found.questions.most == most
    assert found.corpus.parent == BENCHMARKS.parent / "build" / "datasets" and not found.audit
    settings = Settings(**found.settings)
    assert settings.web is None and not settings.memory and not settings.retry and not settings.reuse_replies


def test_the_noise_protocol_compares_no_critic_a_heavy_a_zero_shot_and_a_taught_one_without_noise_and_with_it():
    found = load_experiment(BENCHMARKS / "experiments/noise.yml")
    systems = {}
    for name, system in found.systems.items():
        own = systems.setdefault(name.removesuffix(", noise"), [])
        own.append((system.noise, system.graph, system.settings.get("judge")))
    assert systems == {
        "naive": [(False, "naive", None), (True, "naive", None)],
        "hybrid": [(False, "hybrid", None), (True, "hybrid", None)],
        "heavy critic": [(False, "tiny", "structured"), (True, "tiny", "structured")],
        "zero-shot critic": [(False, "tiny", "odds"), (True, "tiny", "odds")],
        "taught critic": [(False, "tiny", "taught"), (True, "tiny", "taught")],
    }
    assert found.noise == Noise() == Noise(share=0.45, seed=0) and found.questions.part == "test" and found.audit
    assert found.settings["web"] == "recorded" and "stream" not in found.settings


def test_the_seconds_of_the_noise_protocol_are_those_of_the_same_systems_under_the_same_noise():
    whole = load_experiment(BENCHMARKS / "experiments/noise.yml")
    found = load_experiment(BENCHMARKS / "experiments/noise_seconds.yml")
    assert found.systems == {name: system for name, system in whole.systems.items() if system.noise}
    assert found.noise == whole.noise and found.questions.part == whole.questions.part and not found.audit
    assert found.settings == whole.settings | {"stream": True, "reuse_replies": False}


def test_the_other_fallback_is_tried_on_the_same_questions_under_the_same_noise_without_a_web():
    whole = load_experiment(BENCHMARKS / "experiments/noise.yml")
    found = load_experiment(BENCHMARKS / "experiments/noise_lookup.yml")
    assert found.systems == {name: whole.systems[name] for name in found.systems} and len(found.systems) == 3
    assert (found.noise, found.questions, found.audit) == (whole.noise, whole.questions, whole.audit)
    assert found.settings | {"web": "recorded"} == whole.settings
