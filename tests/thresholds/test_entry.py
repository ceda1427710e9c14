"""For whom thresholds were chosen: the models by name, whatever path or object they come from."""

from types import SimpleNamespace

from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.thresholds import Models, conditions


def test_models_are_those_of_the_settings_with_the_kind_of_judge():
    premium = Models.of(Settings(provider="openai", tier="premium", judge="structured"))
    assert premium == Models("openai", "gpt-4.1", "gpt-4.1-mini", "structured")
    assert Models.of(Settings(tier="balanced")) == Models.of(Settings(tier="premium"))


def test_a_model_file_has_one_name_on_every_machine():
    assert Models.of(Settings(model="/home/owl/own.gguf")) == Models.of(Settings(model="/srv/own.gguf"))
    assert str(Models.of(Settings(model="/srv/own.gguf"))) == "own.gguf (embedded)"


def test_a_model_of_ones_own_is_known_by_its_name_or_else_by_its_class():
    assert Models.of(Settings(tier="budget"), ScriptedLLM(replies={})) == Models.of(Settings(), ScriptedLLM(replies={}))
    assert Models.of(Settings(), ScriptedLLM(replies={})).answering == "ScriptedLLM"
    assert Models.of(Settings(), SimpleNamespace(model_name="owl-7b")) == Models("own", "owl-7b", "owl-7b", "odds")
    assert Models.of(Settings(), SimpleNamespace(model="owl-7b")).judging == "owl-7b"


def test_the_conditions_are_what_the_critics_are_shown_and_never_a_secret():
    found = conditions(Settings(depth="complex", k=5, api_key="sk-owl"))
    assert (found["depth"], found["k"], found["fusion"]) == ("complex", 5, "blend")
    assert not {"api_key", "base_url", "cache", "answerable_from"} & set(found)
