"""Which files go into a bundle, and under which names."""

import pytest
from small_bundle import a_model, a_repository

from ragkit.course.bundle.contents import (
    SMALL,
    BundleError,
    kit_files,
    laptop_files,
    model_files,
    model_names,
    recordings,
)
from ragkit.course.bundle.make import ROOT
from ragkit.settings import Settings


def names(members):
    return [member.name for member in members]


def test_the_kit_goes_in_without_what_was_made_by_running_it(tmp_path):
    found = names(kit_files(a_repository(tmp_path)))
    assert {"kit/ragkit/weights.py", "kit/requirements.lock", "kit/.env.example", "kit/corpora/one.txt"} <= set(found)
    assert "kit/exercises/solutions/answer.txt" in found
    assert not [name for name in found if "left.txt" in name]


def test_solutions_can_stay_behind(tmp_path):
    root = a_repository(tmp_path)
    (root / "docs" / "workshops").mkdir()
    (root / "docs" / "workshops" / "quiz.md").write_text("with answers\n")
    left = set(names(kit_files(root))) - set(names(kit_files(root, solutions=False)))
    assert left == {"kit/exercises/solutions/answer.txt", "kit/docs/workshops/quiz.md"}


def test_a_kit_that_is_no_copy_of_the_repository_is_refused(tmp_path):
    (a_repository(tmp_path) / "Makefile").unlink()
    with pytest.raises(BundleError, match="Makefile of the kit.*\n.*no such file\n.*copy of the repository"):
        kit_files(tmp_path)


def test_of_this_repository_the_course_goes_in_and_no_test_which_has_the_answers():
    found = names(kit_files(ROOT))
    for name in (
        "notebooks/00_tour.ipynb",
        "exercises/ex02_hybrid_retrieval.ipynb",
        "exercises/checks/nb02_rrf.py",
        "corpora/algorithms/questions.jsonl",
        "corpora/almanac/docs/orbit/kestrel-flight-log.md",
    ):
        assert f"kit/{name}" in found
    assert not [name for name in found if name.startswith("kit/tests/") or ".venv" in name]
    assert set(names(laptop_files())) == {"SETUP.md", "set_up.py", "setup.sh", "setup.ps1"}


def test_the_models_are_those_of_the_settings_each_once_and_the_small_one_when_asked_for():
    settings = Settings(provider="embedded", tier="balanced", model=None)
    assert model_names(settings) == ["all-minilm-l6-v2", "qwen2.5-coder-1.5b"]
    assert model_names(settings, small=True)[-1] == SMALL == Settings(tier="budget").model_for("answer")


def test_a_model_of_a_server_and_one_at_a_path_cannot_be_carried():
    with pytest.raises(BundleError, match="the provider is ollama"):
        model_names(Settings(provider="ollama"))
    with pytest.raises(BundleError, match="/my/own.gguf.*\n.*a path on this machine"):
        model_names(Settings(model="/my/own.gguf"))


def test_a_model_file_has_the_path_that_it_has_in_a_cache(tmp_path, monkeypatch):
    name = a_model(monkeypatch, tmp_path)
    (found,) = model_files([name], tmp_path)
    assert found.name == "models/tiny/tiny.gguf" and found.file.read_bytes() == b"seven tiny weights"


def test_a_recording_goes_beside_the_course_and_one_that_is_not_there_is_told(tmp_path):
    (tmp_path / "replies.jsonl").write_text("{}\n")
    assert names(recordings([tmp_path / "replies.jsonl"])) == ["kit/recordings/replies.jsonl"]
    with pytest.raises(BundleError, match="none.jsonl.*\n.*no such file"):
        recordings([tmp_path / "none.jsonl"])
