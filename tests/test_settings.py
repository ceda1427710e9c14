"""Settings: where each comes from, and what a wrong one says."""

from datetime import date
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from ragkit.kit import Kit
from ragkit.model.scripted import ScriptedLLM
from ragkit.nodes.retry import may_retry
from ragkit.settings import DEPTHS, TIERS, Depth, Job, Mark, Provider, Settings, Tier, models_in_force
from ragkit.state import RunState

OTHER = {
    "provider": "ollama", "tier": "premium", "model": "owl", "base_url": "http://localhost:1/v1", "api_key": "sk-owl",
    "temperature": 0.5, "timeout": 7.5, "max_tokens": 9, "context": 1024, "threads": 5, "seed": 11,
    "price": [1.0, 0.5, 4.0],
    "cache": "/tmp/a", "indexes": "/tmp/b", "chunk_tokens": 99, "chunk_overlap": 12,
    "depth": "complex", "k": 5, "k_naive": 4,
    "fusion": "blend",
    "embedder": "e", "reranker": "r", "complex_above": 0.25, "judge": "nli", "nli": "n", "judges": 3,
    "adapter": "/tmp/d", "writer_adapter": "/tmp/h",
    "answerable_from": 0.25,
    "supported_above": 0.25, "partly_above": 0.25, "risk_up_to": 0.25, "fit_from": 0.25, "memories": "/tmp/c",
    "rival_from": 0.25, "retry_raises": 0.25,
    "web": "live", "tavily_key": "tvly-owl",
    "pass_from": 0.25,
    "mcp_server": "owl --stdio", "mcp_tool": "find", "mcp_variables": "OWL_KEY",
    "mcp_timeout": 2.5, "mcp_bytes": 5_000, "progress": "/tmp/e.json",
    "weights": "/tmp/f", "store": "http://127.0.0.1:8000", "store_token": "owl-token", "otlp": "http://127.0.0.1:4317",
    "recording": "/tmp/f.gz", "recorded_of": "openai", "record_to": "/tmp/g", "exit_from": 0.25, "domain_from": 0.25,
    "tier_timeout": 2.5, "today": "2031-05-01", "wrong_costs": 0.25,
    "quality_from": 0.25, "topic_from": 0.25, "searches": 2, "grounded_from": 0.25, "good_fit_from": 0.25,
    "poor_fit_from": 0.25, "drafts": 2, "cycles": 2, "enough_passages": 1, "helps_from": 0.6,
    "complex_route_from": 0.25, "agent_tokens": 900, "plan_changes": 1,
    "follow_up_search": "fused", "history_from": 0.25, "dask": "tls://host:8786",
}  # fmt: skip
"""Another value than the default for every setting; switches are turned over."""
OTHER |= {name: not field.default for name, field in Settings.model_fields.items() if field.annotation is bool}

WRONG = {
    "provider": "claude", "tier": "cheap", "temperature": 2.5, "timeout": 0, "max_tokens": 0, "context": 9,
    "threads": 0, "seed": "x", "reuse_replies": "perhaps", "chunk_tokens": 255, "chunk_overlap": -1, "depth": "hard",
    "k": 0, "k_naive": 0, "judge": "gut", "judges": 0,
    "fusion": "sum",
    "answerable_from": 1.1, "rival_from": -0.1, "retry_raises": 1.1, "risk_up_to": -0.1,
    "web": "dark",
    "price": [1.0, -0.5, 4.0], "pass_from": 1.1, "mcp_timeout": 0, "mcp_bytes": 9,
    "store": "127.0.0.1:8000", "otlp": "127.0.0.1:4317", "exit_from": 1.1, "domain_from": 1.1,
    "tier_timeout": 0, "today": "soon", "wrong_costs": -0.1,
    "quality_from": 1.1, "topic_from": -0.1, "searches": 0, "grounded_from": 1.1, "good_fit_from": 1.1,
    "poor_fit_from": -0.1, "drafts": 9, "cycles": 0, "enough_passages": 0, "helps_from": -0.2,
    "complex_route_from": 1.1, "agent_tokens": 9, "plan_changes": -1,
    "follow_up_search": "chat", "history_from": 1.1,
    "recorded_of": "ollama", "dask": "host:8786",
}  # fmt: skip


def plain(settings, name):
    value = getattr(settings, name)
    if name in ("api_key", "tavily_key", "store_token"):
        return value.get_secret_value()
    if name == "price":
        return list(value)
    return str(value) if isinstance(value, Path | date) else value


def test_the_first_name_of_the_depth_is_an_error_that_says_the_new_one(tmp_path, monkeypatch):
    with pytest.raises(TypeError, match="policy is called depth now"):
        Settings(policy="complex")
    (tmp_path / ".env").write_text("RAGKIT_POLICY=complex")
    with pytest.raises(ValueError, match="RAGKIT_POLICY is called RAGKIT_DEPTH now"):
        Settings(_env_file=tmp_path / ".env")
    monkeypatch.setenv("RAGKIT_POLICY", "complex")
    with pytest.raises(ValueError, match="RAGKIT_POLICY is called RAGKIT_DEPTH now"):
        Settings()


def test_what_changes_an_index_opens_a_kit_and_what_is_secret_changes_no_answer():
    assert Settings.marked(Mark.INDEX) < Settings.marked(Mark.OPENS)
    assert Settings.secret() < Settings.marked(Mark.SAME_ANSWER)


def test_the_two_tables_above_know_every_setting():
    assert set(OTHER) == set(Settings.model_fields)
    assert set(WRONG) < set(Settings.model_fields)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_a_keyword_and_a_variable(name, monkeypatch):
    assert plain(Settings(**{name: OTHER[name]}), name) == OTHER[name]
    monkeypatch.setenv(f"RAGKIT_{name.upper()}", str(OTHER[name]))
    assert plain(Settings(), name) == OTHER[name]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_is_an_error_that_names_the_setting(name, monkeypatch):
    with pytest.raises(ValidationError) as caught:
        Settings(**{name: WRONG[name]})
    assert [error["loc"][0] for error in caught.value.errors()] == [name]
    monkeypatch.setenv(f"RAGKIT_{name.upper()}", str(WRONG[name]))
    with pytest.raises(ValidationError, match=name):
        Settings()


def test_a_keyword_beats_a_variable_which_beats_the_dotenv_file(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("RAGKIT_TIER=budget\nRAGKIT_SEED=1\nRAGKIT_THREADS=4\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", (".env", "../.env"))
    monkeypatch.setenv("RAGKIT_SEED", "2")
    monkeypatch.setenv("RAGKIT_THREADS", "5")
    settings = Settings(threads=6)
    assert (settings.tier, settings.seed, settings.threads) == ("budget", 2, 6)


def test_foreign_variables_and_dotenv_lines_do_no_harm(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("OPENAI_API_KEY=x\nRAGKIT_FROM_ANOTHER_VERSION=1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    monkeypatch.setenv("RAGKIT_POLCY", "complex")
    assert Settings().depth == "simple"


def test_a_misspelt_keyword_is_an_error_that_lists_the_settings(tmp_path):
    with pytest.raises(TypeError, match="no such setting: polcy; there are .*depth"):
        Settings(polcy="complex")
    with pytest.raises(TypeError, match="polcy"):
        Kit.open(tmp_path, polcy="complex")


def test_an_empty_variable_counts_as_unset(monkeypatch):
    monkeypatch.setenv("RAGKIT_MODEL", "")
    assert Settings().model is None


def test_an_unknown_depth_names_the_rows_there_are():
    with pytest.raises(
        ValidationError, match="depth is 'hard'; rows of ragkit.settings.DEPTHS: simple, complex, paper"
    ):
        Settings(depth="hard")


def test_retries_are_off_until_somebody_wants_them():
    state = RunState(question="?")
    assert not may_retry(state, Settings()) and may_retry(state, Settings(retry=True))


def test_a_row_that_a_learner_adds_is_a_depth(monkeypatch):
    monkeypatch.setitem(DEPTHS, "mine", Depth(dense=1, sparse=2, final=2, rerank=False, retries=0))
    assert Settings(depth="mine").depth == "mine"


def test_the_depths_have_the_numbers_of_the_paper():
    assert DEPTHS["paper simple"] == (3, 3, 3, False, 2, None, 0)
    assert DEPTHS["paper complex"] == (8, 8, 10, True, 3, None, 0)


def test_a_tilde_is_the_home_folder(monkeypatch):
    monkeypatch.setenv("HOME", "/home/owl")
    monkeypatch.setenv("USERPROFILE", "/home/owl")
    monkeypatch.setenv("RAGKIT_CACHE", "~/cache")
    assert plain(Settings(indexes="~/indexes"), "cache") == "/home/owl/cache"
    assert plain(Settings(indexes="~/indexes"), "indexes") == "/home/owl/indexes"
    assert plain(Settings(adapter="~/a.gguf"), "adapter") == "/home/owl/a.gguf"


def test_model_files_are_in_the_cache_unless_they_have_a_folder_of_their_own(tmp_path):
    assert Settings(cache=tmp_path).weights_folder == tmp_path
    assert Settings(cache=tmp_path, weights=tmp_path / "weights").weights_folder == tmp_path / "weights"


def test_the_address_of_a_chroma_server_has_no_slash_at_its_end():
    assert Settings(store="http://chroma:8000/").store == "http://chroma:8000"
    assert Settings(store="https://hub.example/chroma/").store == "https://hub.example/chroma"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("chroma:8000", "such as http://host:8000"),
        ("http://", "such as http://host:8000"),
        ("ftp://chroma", "such as http://host:8000"),
        ("http://ada:owl@chroma:8000", "without a user and a password"),
    ],
)
def test_what_is_no_address_of_a_chroma_server_is_told(address, told):
    with pytest.raises(ValidationError, match=told):
        Settings(store=address)


def test_every_tier_of_every_provider_names_a_model_for_every_job():
    for provider in get_args(Provider):
        for tier in get_args(Tier):
            assert set(TIERS[provider][tier]) == set(get_args(Job))
            assert all(Settings(provider=provider, tier=tier).model_for(job) for job in get_args(Job))


def test_model_overrides_the_tier_for_every_job():
    settings = Settings(tier="premium", model="owl.gguf")
    assert settings.model_for("answer") == settings.model_for("judge") == "owl.gguf"


def test_the_key_is_in_no_printout():
    settings = Settings(api_key="sk-owl")
    assert "sk-owl" not in f"{settings!r} {settings!s} {settings.model_dump()} {settings.model_dump_json()}"


def test_settings_are_frozen():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().seed = 1


def test_a_recording_is_of_the_embedded_model_or_of_an_endpoints():
    assert Settings(provider="recorded").replier == Settings(provider="embedded").replier == "embedded"
    assert Settings(provider="openai").replier == "openai"
    assert TIERS["recorded"] == TIERS["embedded"]
    assert Settings(provider="recorded").price_of("answer") == (0, 0, 0)
    of_endpoint = Settings(provider="recorded", recorded_of="openai")
    assert (of_endpoint.replier, of_endpoint.model_for("answer")) == ("openai", "gpt-4.1-mini")
    assert of_endpoint.price_of("answer") == (0.40, 0.10, 1.60)
    assert Settings(recorded_of="openai").replier == "embedded"


# Which model does which job


def table(**settings):
    return models_in_force(Settings(**settings))


def test_tiers_of_the_same_models_share_a_column_and_a_note_says_why():
    found = table(provider="embedded", tier="premium")
    assert found.head == ("job", "budget", "balanced, premium (premium in force)")
    assert found.rows[0] == ("answer, draft, reword", "qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b")
    assert found.notes[-1] == "balanced and premium are the same: embedded has no further model"


def test_each_tier_has_its_models_and_list_prices():
    found = table(provider="openai", tier="premium", api_key="sk-x")
    assert found.head == ("job", "budget", "balanced", "premium (in force)")
    assert found.rows[1] == ("judge, rerank", "gpt-4.1-nano", "gpt-4.1-mini", "gpt-4.1-mini")
    assert found.rows[2][-1] == "2, 0.5, 8" and found.rows[3][-1] == "0.4, 0.1, 1.6"
    assert any(note.startswith("two models do the jobs") for note in found.notes)


def test_a_model_of_the_settings_does_every_job_and_an_unknown_price_is_said():
    found = table(provider="openai", model="owl")
    assert found.head == ("job", "budget, balanced, premium (balanced in force)")
    assert {row[1] for row in found.rows} == {"owl", "not known"}
    assert found.notes[-1] == "the model is set by you, for every job and tier"
    priced = table(provider="openai", model="owl", price=(1.0, 0.5, 4.0))
    assert priced.rows[-1] == ("price of judge", "1, 0.5, 4") and "the price is set by you" in priced.notes


def test_a_chat_model_of_ones_own_does_every_job(kit):
    own = kit(ScriptedLLM(replies={})).models
    assert {row[1] for row in own.rows} == {"your own chat model"}
    assert str(own).splitlines()[0] == "job                    model"
