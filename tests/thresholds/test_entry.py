"""For whom thresholds were chosen: the models by name, whatever path or object they come from, and the judge."""

from types import SimpleNamespace

from tiny_gguf import random_adapter

from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.thresholds import Entry, Models, conditions
from ragkit.weights import adapter_for


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


def test_thresholds_of_a_taught_judge_are_those_of_its_adapter_and_of_no_other(tmp_path):
    own = {"tier": "budget", "adapter": random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8)}
    sha256 = adapter_for(Settings(**own)).sha256
    taught, plain = (Models.of(Settings(**own, judge=judge)) for judge in ("taught", "odds"))
    assert (taught.judge, taught.adapter, plain.judge, plain.adapter) == ("taught", sha256, "odds", "")
    assert str(taught) == f"qwen2.5-coder-0.5b (embedded, judge taught by adapter {sha256[:12]})"
    random_adapter(tmp_path / "tiny.gguf", layers=1, wide=8, rank=2)
    assert Models.of(Settings(**own, judge="taught")) != taught


def test_without_an_adapter_they_are_those_of_the_judge_that_really_judges(tmp_path):
    for settings in ({"adapter": tmp_path / "none.gguf"}, {"provider": "ollama"}):
        assert Models.of(Settings(**settings, judge="taught")) == Models.of(Settings(**settings))
    own = ScriptedLLM(replies={})
    assert Models.of(Settings(judge="taught"), own) == Models.of(Settings(), own)


def test_a_recorded_model_has_the_thresholds_of_the_model_that_was_recorded():
    assert Models.of(Settings(provider="recorded")) == Models.of(Settings(provider="embedded"))


def test_an_entry_says_which_price_it_belongs_to_where_that_is_known():
    models = Models.of(Settings())
    priced = Entry(models, {}, {}, "animals", wrong_costs=0.5, like_price=1.0)
    assert priced.price == "for a wrong answer that costs 0.5"
    aimed = Entry(models, {}, {}, "animals", like_price=2.0)
    assert aimed.price == "for targets, which come nearest to a price of 2"
    assert Entry(models, {}, {}, "animals").price == ""
