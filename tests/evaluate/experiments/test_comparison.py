"""Two systems of a results folder are compared by the judge of the settings, and who wrote the answers is known."""

import pytest
from answer_pairs import RIGHT, WRONG, question, results_in, row

from ragkit.evaluate.experiments.comparison import compare_systems, comparisons, judge_of, writers
from ragkit.evaluate.experiments.results import read_results
from ragkit.evaluate.judging.preferences import Asker
from ragkit.evaluate.measures.rows import BadResults
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings

QUESTIONS = [question("owl"), question("bat"), question("cat")]
KNOWS = {f"Answer A:\n> {RIGHT}": {"A": 0.9, "B": 0.1}, f"Answer B:\n> {RIGHT}": {"A": 0.1, "B": 0.9}}


@pytest.fixture
def folder(tmp_path):
    rows = []
    for one in QUESTIONS:
        rows.append(row("near", one.id, answer=RIGHT))
        rows.append(row("far", one.id, answer=WRONG, right=0.0, calls=0))
    rows.append(row("third", "owl", answer=WRONG, right=0.0))
    return results_in(tmp_path / "results", rows, QUESTIONS, systems={"third": {"model": "/m/other.gguf"}})


def test_all_pairs_are_judged_and_found_again_in_the_folder(folder):
    llm = ScriptedLLM(replies=KNOWS)
    found = compare_systems(folder, "near", "far", quiet=True, llm=llm)
    assert found.rates()["a"].mean == 1.0 and found.unasked == 0 and len(llm.prompts) == 6
    manifest, rows = read_results(folder)
    assert comparisons(folder, manifest, rows) == [found]


def test_a_sample_leaves_the_others_unasked_and_more_goes_on_from_there(folder):
    llm = ScriptedLLM(replies=KNOWS)
    compare_systems(folder, "near", "far", most=1, quiet=True, llm=llm)
    (found,) = comparisons(folder, *read_results(folder))
    assert (len(found.judged), found.unasked, len(llm.prompts)) == (1, 2, 2)
    compare_systems(folder, "near", "far", most=2, quiet=True, llm=llm)
    assert len(llm.prompts) == 4


def test_comparisons_with_another_judge_or_the_reference_in_view_are_apart(folder):
    for reference in (False, True):
        compare_systems(folder, "near", "far", reference=reference, quiet=True, llm=ScriptedLLM(replies=KNOWS))
    compare_systems(folder, "near", "third", quiet=True, llm=ScriptedLLM(replies=KNOWS))
    found = comparisons(folder, *read_results(folder))
    assert [(one.b, one.asker.reference, len(one.judged)) for one in found] == [
        ("far", False, 3), ("far", True, 3), ("third", False, 1)
    ]  # fmt: skip


def test_systems_that_left_the_experiment_are_left_out_and_without_a_file_there_is_nothing(folder):
    manifest, rows = read_results(folder)
    assert comparisons(folder, manifest, rows) == []
    compare_systems(folder, "near", "far", quiet=True, llm=ScriptedLLM(replies=KNOWS))
    assert comparisons(folder, manifest, [one for one in rows if one.system != "far"]) == []


def test_the_writer_is_read_from_the_manifest_with_each_systems_own_settings(folder, monkeypatch):
    monkeypatch.setenv("RAGKIT_MODEL", "judge-70b")  # the environment is about the judge, and not about the writers
    found = writers(*read_results(folder), ["near", "far", "third"])
    assert found == {"near": "writer-7b", "far": "", "third": "other.gguf"}


def test_the_judge_is_the_judging_model_of_the_settings(use):
    premium = Settings(provider="openai", tier="premium", api_key="sk-of-the-test-only")
    assert judge_of(premium).name == "gpt-4.1-mini" and not judge_of(premium).structured
    form = Settings(provider="openai", model="judge-70b", base_url="http://127.0.0.1:9/v1", judge="structured")
    assert judge_of(form).name == "judge-70b" and judge_of(form).structured
    assert judge_of(Settings(), ScriptedLLM(replies={})).name == "ScriptedLLM"


def test_a_judge_that_wrote_the_answers_itself_is_known_to(folder):
    class Writer(ScriptedLLM):
        model_name: str = "writer-7b"

    found = compare_systems(folder, "near", "far", quiet=True, llm=Writer(replies=KNOWS))
    assert found.same_model == ["near"] and found.asker == Asker("writer-7b", structured=False, reference=False)


def test_a_folder_without_results_says_what_to_do(tmp_path):
    with pytest.raises(BadResults, match="python -m ragkit bench"):
        compare_systems(tmp_path / "nowhere", "near", "far")
