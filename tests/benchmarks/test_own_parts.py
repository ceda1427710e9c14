"""The sub-questions of a dataset are searched for one by one, and the runs are graded and resumed as any others."""

import json
import sys
from types import SimpleNamespace

import pytest
import yaml
from fakes import CAT, FISH, MOSS, OWL, TREE, FakeEmbed
from tiny_datasets import MUSIQUE, hotpot_in, musique_in, squad_in

from benchmarks.datasets.corpus import write_corpus
from benchmarks.own_parts import NAME, main, parts_of, planned, searched
from ragkit import kit as kit_module
from ragkit.evaluate.measures.rows import Results
from ragkit.graphs import SYSTEMS
from ragkit.model.scripted import ScriptedLLM
from ragkit.runs.trace_file import load
from ragkit.state import Found, SetAside

PARTS = ["Owls >> prey", "Whose corn do mice eat ?"]


def test_the_three_best_of_each_search_are_fused_by_rank_and_each_is_there_once():
    found = {"a": [OWL, CAT, TREE, FISH], "b": [CAT, MOSS]}
    evidence = SimpleNamespace(hybrid=lambda question, query: Found(found[query], notes=[query]))
    state = searched(evidence, ["a", "b"])
    # cat: 1/62 + 1/61; owl: 1/61; moss: 1/62; tree: 1/63; the fish is the fourth of its search
    assert [one.id for one in state["passages"]] == ["cat", "owl", "moss", "tree"]
    assert state["rankings"] == {"a": [OWL, CAT, TREE], "b": [CAT, MOSS]}
    assert (state["notes"], state["set_aside"]) == (["a", "b"], [])


def test_what_one_search_sets_aside_is_not_shown_for_another_but_the_rest_of_a_passage_is():
    aside = [SetAside(CAT, "an order"), SetAside(OWL, "an order", is_part=True)]
    found = {"a": Found([OWL, CAT]), "b": Found([MOSS], set_aside=aside)}
    state = searched(SimpleNamespace(hybrid=lambda question, query: found[query]), ["a", "b"])
    assert [one.id for one in state["passages"]] == ["owl", "moss"]
    assert state["set_aside"] == aside


def test_sub_questions_are_known_by_their_question_and_other_datasets_have_none(tmp_path):
    first, second = MUSIQUE
    found = parts_of(musique_in(tmp_path))
    assert list(found) == [first["question"], second["question"]] and found[first["question"]] == PARTS
    assert parts_of(hotpot_in(tmp_path)) == parts_of(squad_in(tmp_path)) == {}


@pytest.fixture
def experiment(tmp_path, monkeypatch):
    """The file of an experiment on a corpus that is not written yet; nothing is left of the system afterwards."""
    monkeypatch.setitem(SYSTEMS, NAME, SYSTEMS["hybrid"])
    said = {
        "corpus": "made",
        "systems": {"naive": {"graph": "naive"}, "hybrid": {"graph": "hybrid"}},
        "settings": {"provider": "openai", "model": "owl", "base_url": "http://127.0.0.1:9/v1", "rival_from": 2.0},
        "beside": {},
        "audit": False,
    }
    said["settings"]["indexes"] = str(tmp_path / "indexes")
    file = tmp_path / "tiny.yml"
    file.write_text(yaml.safe_dump(said))
    return file


@pytest.fixture
def scripted(monkeypatch):
    """The model of every kit: it knows Tom, and of mice only that they live."""
    llm = ScriptedLLM(replies={"Whose corn": "It is the corn of farmer Tom [1].", "How long": "They live [1]."})
    monkeypatch.setattr(kit_module, "chat", lambda *_: llm)
    monkeypatch.setattr(kit_module, "SentenceEmbedder", lambda _: FakeEmbed())
    return llm


def test_the_runs_are_graded_reported_and_not_made_again(tmp_path, monkeypatch, capsys, experiment, scripted):
    dataset = musique_in(tmp_path)
    write_corpus(dataset, tmp_path / "made")
    folder = tmp_path / "results"
    monkeypatch.setattr(sys, "argv", ["own_parts", str(experiment), str(dataset), "--to", str(folder)])
    main()
    rows = {row.question: row for row in Results(folder).rows()}
    tom, mice = rows["2hop__1_2"], rows["3hop1__3_4_12"]
    assert {row.system for row in rows.values()} == {NAME}
    # there are three passages, and all are shown; "They live" has no "2 years"
    assert (tom.right, tom.evidence_recall, mice.right, mice.evidence_recall) == (1.0, 1.0, 0.0, 1.0)
    trace = load(Results(folder).trace_file(tom.key))
    assert trace.route == ["search_parts", "generate", "readings"]
    assert list(trace.steps[0].wrote["rankings"]) == PARTS and len(trace.passages) == 3
    asked = len(scripted.prompts)
    main()
    assert len(scripted.prompts) == asked == 2 and len(Results(folder).rows()) == 2
    said = capsys.readouterr().out
    assert said.count("2 runs, all made") == 2 and "report.html" in said


def test_a_missing_corpus_says_how_to_write_it(tmp_path, monkeypatch, experiment):
    dataset = musique_in(tmp_path)
    monkeypatch.setattr(sys, "argv", ["own_parts", str(experiment), str(dataset)])
    with pytest.raises(SystemExit) as told:
        main()
    corpus = tmp_path / "made"
    assert f"the corpus {corpus}, which is not a folder" in str(told.value)
    assert f"`python -m benchmarks.datasets {dataset} {corpus}` writes it" in str(told.value)


def test_a_missing_dataset_and_one_without_the_sub_questions_are_named(tmp_path, experiment):
    dataset = musique_in(tmp_path)
    write_corpus(dataset, tmp_path / "made")
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json, which is not a file"):
        planned(experiment, tmp_path / "nowhere.json")
    with pytest.raises(ValueError, match=r"got none in .*hops\.json for 2 of its questions, such as .hop"):
        planned(experiment, hotpot_in(tmp_path))
    dataset.write_text(json.dumps(MUSIQUE[:1]))
    with pytest.raises(ValueError, match=r"for 1 of its questions, such as 3hop1__3_4_12; name the file"):
        planned(experiment, dataset)
