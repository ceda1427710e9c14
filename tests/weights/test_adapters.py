"""Adapters of the taught judge: tied to their model file byte by byte, and refused with a reason."""

import hashlib
import json

import pytest
from samples import lacks
from tiny_gguf import ADAPTER, random_adapter, write_gguf

from ragkit.settings import Settings
from ragkit.weights import FILES, NoAdapter, adapter_for, adapters, adapters_of, ensure, taught_adapter, writer_adapter
from ragkit.weights.adapters import FOLDER, MARKER, MARKER_TOKEN, SHIPPED, Shipped, base_sha256, own_adapter
from ragkit.weights.gguf import metadata

SMALL = "qwen2.5-coder-0.5b"
BASE = FILES[SMALL].files[0].sha256
OTHER = FILES["qwen2.5-coder-1.5b"].files[0].sha256


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def tiny(tmp_path):
    """An adapter of the user's own, by default for the 0.5B: `tiny(BASE, **metadata)`."""
    return lambda base=BASE, **more: random_adapter(tmp_path / "tiny.gguf", base, layers=1, wide=8, **more)


@pytest.fixture
def ship(tmp_path, monkeypatch):
    """Lets an adapter come with the kit: `ship(sha256=..., base=...)`."""
    monkeypatch.setattr(adapters, "FOLDER", tmp_path)

    def shipped(base=BASE, model=SMALL, **other):
        file = random_adapter(tmp_path / f"{model}.gguf", base, layers=1, wide=8)
        row = Shipped(model, file.name, sha256(file), base)
        monkeypatch.setattr(adapters, "SHIPPED", (row._replace(**other),))
        return file

    return shipped


def refusal(settings, own=None):
    adapter, note = taught_adapter(settings, own)
    assert adapter is None and "\n" not in note
    return note


# those that ship


@pytest.mark.parametrize("row", SHIPPED, ids=lambda row: row.model)
def test_an_adapter_that_ships_is_small_has_its_hash_and_belongs_to_the_pinned_model(row):
    file = FOLDER / row.file
    assert file.stat().st_size <= 20_000_000
    assert sha256(file) == row.sha256
    assert row.base_sha256 == FILES[row.model].files[0].sha256
    assert own_adapter(file, row.base_sha256).base_sha256 == row.base_sha256  # its own metadata agree


def test_a_row_and_a_file_are_all_that_a_shipped_adapter_takes(ship):
    file = ship()
    adapter, note = taught_adapter(Settings(model=SMALL, judge="taught"))
    assert (adapter.path, adapter.sha256, adapter.base_sha256, note) == (file, sha256(file), BASE, "")
    assert adapter.state == "checked against its pinned hash, for the model file in use"


def test_the_model_file_counts_and_not_its_name(ship, tmp_path, cache):
    ship()
    same = tmp_path / "another-name.gguf"
    same.symlink_to(ensure(SMALL, cache))
    assert adapter_for(Settings(model=str(same))).base_sha256 == BASE
    with pytest.raises(NoAdapter, match="no adapter ships for qwen2.5-coder-1.5b"):
        adapter_for(Settings(model="qwen2.5-coder-1.5b"))


def test_without_a_row_the_note_says_so_and_what_to_do(monkeypatch):
    monkeypatch.setattr(adapters, "SHIPPED", ())
    note = refusal(Settings(model=SMALL, judge="taught"))
    assert lacks(note, "zero-shot", f"no adapter ships for {SMALL}", "RAGKIT_ADAPTER", "RAGKIT_JUDGE=odds") == []


def test_a_row_for_another_quantisation_of_the_model_is_refused(ship):
    ship(base=OTHER)
    note = refusal(Settings(model=SMALL, judge="taught"))
    assert f"belongs to the model file with SHA-256 {OTHER[:12]}..., and the one in use has {BASE[:12]}..." in note


def test_a_shipped_file_with_other_bytes_or_none_is_refused(ship):
    file = ship(sha256="0" * 64)
    assert "has other bytes (SHA-256 " in refusal(Settings(model=SMALL, judge="taught"))
    file.unlink()
    assert "is not there; install the kit again" in refusal(Settings(model=SMALL, judge="taught"))


# when one is asked for


def test_other_judges_ask_for_none_and_have_no_note(tiny):
    for judge in ("odds", "structured", "nli"):
        assert taught_adapter(Settings(model=SMALL, judge=judge, adapter=tiny())) == (None, "")


def test_with_no_judge_named_the_taught_one_is_taken_where_an_adapter_ships_and_that_none_ships_is_no_news(
    tiny, monkeypatch
):
    for settings, name in ((Settings(), "qwen2.5-coder-1.5b.gguf"), (Settings(tier="budget"), f"{SMALL}.gguf")):
        shipped, note = taught_adapter(settings)
        assert shipped.path.name == name and note == ""
    for settings in (Settings(provider="ollama"), Settings(provider="openai")):
        assert taught_adapter(settings) == (None, "")
    monkeypatch.setattr(adapters, "SHIPPED", ())
    assert taught_adapter(Settings()) == (None, "")
    assert taught_adapter(Settings(), own=object()) == (None, "")
    assert "the provider is ollama" in refusal(Settings(provider="ollama", adapter=tiny()))


def test_a_shipped_adapter_that_cannot_be_used_is_news_where_no_judge_is_named_too(monkeypatch, tmp_path):
    monkeypatch.setattr(adapters, "FOLDER", tmp_path)
    assert "is not there; install the kit again, or set RAGKIT_JUDGE=odds" in refusal(Settings())


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_another_provider_takes_no_adapter(tiny, provider):
    note = refusal(Settings(provider=provider, judge="taught", adapter=tiny()))
    assert f"the provider is {provider}" in note and "set RAGKIT_PROVIDER=embedded, or set RAGKIT_JUDGE=odds" in note


def test_a_chat_model_of_ones_own_takes_none_either(tiny):
    note = refusal(Settings(model=SMALL, judge="taught", adapter=tiny()), own=object())
    assert "the chat model is one of your own" in note


# one's own


def test_an_adapter_of_ones_own_comes_before_one_that_ships_and_has_its_own_hash(ship, tmp_path):
    ship()
    file = random_adapter(tmp_path / "mine.gguf", BASE, layers=1, wide=4)
    adapter = adapter_for(Settings(model=SMALL, adapter=file))
    assert (adapter.path, adapter.sha256) == (file.resolve(), sha256(file))
    assert adapter.state == "your own, for the model file in use"


def test_an_adapter_that_is_taught_on_has_another_hash_in_the_same_process(tiny):
    settings = Settings(model=SMALL, adapter=tiny())
    before = adapter_for(settings).sha256
    tiny(rank=2)
    assert adapter_for(settings).sha256 != before


def test_an_adapter_for_another_model_file_is_refused(tiny):
    note = refusal(Settings(model=SMALL, judge="taught", adapter=tiny(OTHER)))
    assert f"tiny.gguf belongs to the model file with SHA-256 {OTHER[:12]}" in note
    assert "set RAGKIT_JUDGE=odds" in note


def test_the_temperature_is_that_of_the_file_and_1_where_it_has_none(tiny):
    assert own_adapter(tiny(), BASE).temperature == 1.0
    assert own_adapter(tiny(**{"ragkit.temperature": 2.5}), BASE).temperature == 2.5


def test_one_that_does_not_say_what_it_belongs_to_is_taken(tiny):
    adapter = adapter_for(Settings(model=SMALL, adapter=tiny("")))
    assert adapter.base_sha256 == "" and adapter.state == "your own, which does not say for which model file"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"general.type": "model"}, "no LoRA adapter"),
        ({"adapter.type": "control vector"}, "no LoRA adapter"),
        ({"adapter.alora.invocation_tokens": None}, "a plain LoRA, which would change the evidence too"),
        (
            {"adapter.alora.invocation_tokens": [1, 2]},
            r"activated by the tokens \[1, 2\], .* writes \[151664\]",
        ),
        ({"ragkit.temperature": 0.0}, "its temperature is 0.0"),
        ({"ragkit.temperature": float("nan")}, "its temperature is nan"),
        ({"ragkit.temperature": "warm"}, "its temperature is 'warm'"),
    ],
)
def test_what_is_no_activated_lora_of_the_kits_marker_is_refused(tiny, told, why):
    with pytest.raises(NoAdapter, match=why):
        own_adapter(tiny(**told), BASE)


def test_a_file_of_something_else_and_one_that_is_not_there_are_refused(tmp_path):
    settings = Settings(model=SMALL, judge="taught", adapter=tmp_path / "owl.gguf")
    note = refusal(settings)
    (tmp_path / "owl.gguf").write_bytes(b"<html>")
    assert "it is no GGUF file" in refusal(settings)
    assert "owl.gguf cannot be used: FileNotFoundError" in note and "name another file in RAGKIT_ADAPTER" in note


# the model file


def test_a_file_of_ones_own_is_hashed_and_a_pinned_one_need_not_be_there(tmp_path):
    file = write_gguf(tmp_path / "own.gguf", ADAPTER)
    assert base_sha256(str(file), tmp_path) == sha256(file)
    assert base_sha256(SMALL, tmp_path / "empty cache") == BASE


@pytest.mark.parametrize("model", ["/nowhere/owl.gguf", "owl-7b", "hf:owl"])
def test_a_model_that_cannot_be_read_has_no_adapter_and_the_note_names_it(model, tiny):
    note = refusal(Settings(model=model, judge="taught", adapter=tiny()))
    assert f"the model file {model} cannot be read: " in note and "ragkit doctor" in note


@pytest.mark.parametrize("model", [SMALL, "qwen2.5-coder-1.5b"])
def test_the_marker_is_that_token_of_both_embedded_models_and_a_control_token(model, cache):
    vocabulary = ("tokenizer.ggml.tokens", "tokenizer.ggml.token_type")
    told = metadata(ensure(model, cache), vocabulary)
    tokens, kinds = (told[name] for name in vocabulary)
    assert tokens[MARKER_TOKEN] == MARKER and tokens.count(MARKER) == 1
    assert kinds[MARKER_TOKEN] in (3, 4)  # control, user-defined: both are read as one token


# the replies are recorded


def test_a_recorded_model_is_known_by_its_name_and_its_file_need_not_be_there(tiny, tmp_path):
    recorded = {"provider": "recorded", "judge": "taught", "adapter": tiny(), "cache": tmp_path / "empty"}
    assert adapter_for(Settings(model=SMALL, **recorded)).base_sha256 == BASE
    assert adapter_for(Settings(model=f"hf:acme/owl/owl.gguf@sha256:{BASE}", **recorded)).base_sha256 == BASE
    assert "belongs to the model file" in refusal(Settings(model="qwen2.5-coder-1.5b", **recorded))
    note = refusal(Settings(model="hf:acme/owl/owl.gguf", **recorded))
    assert lacks(note, "hf:acme/owl/owl.gguf", "add @sha256:HEX") == []


@pytest.mark.parametrize("row", SHIPPED, ids=lambda row: row.model)
def test_the_card_and_the_facts_of_a_shipped_adapter_are_about_its_bytes(row):
    facts = json.loads((FOLDER / f"{row.model}.json").read_text())
    card = (FOLDER / f"{row.model}.md").read_text()
    assert (facts["adapter_sha256"], facts["base_sha256"]) == (row.sha256, row.base_sha256)
    assert row.sha256 in card
    assert row.file in card
    assert all(source["licence"] in card and source["licence"] for source in facts["sources"])


# the writer's

WRITES = {"ragkit.job": "writer"}


def test_an_adapter_that_was_taught_the_other_job_is_refused_and_the_message_says_which(tiny):
    _, note = writer_adapter(Settings(model=SMALL, writer_adapter=tiny()))
    assert "it was taught as a critic, and a writer is needed; name another file in RAGKIT_WRITER_ADAPTER" in note
    note = refusal(Settings(model=SMALL, judge="taught", adapter=tiny(**WRITES)))
    assert "it was taught as a writer, and a critic is needed; name another file in RAGKIT_ADAPTER" in note


def test_a_writer_has_no_adapter_unless_one_is_named():
    assert writer_adapter(Settings(model=SMALL)) == (None, "")


def test_a_named_adapter_writes_and_is_loaded_behind_the_judges(tiny, ship):
    judge, file = ship(), tiny(**WRITES)
    settings = Settings(model=SMALL, judge="taught", writer_adapter=file)
    adapter, note = writer_adapter(settings)
    assert (adapter.path, note) == (file, "")
    assert [one.path for one in adapters_of(settings, SMALL)] == [judge, file]
    assert adapters_of(settings, "qwen2.5-coder-1.5b") == ()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"provider": "openai"}, "the provider is openai"),
        ({"model": "qwen2.5-coder-1.5b"}, "belongs to the model file with SHA-256"),
        ({"writer_adapter": "/away.gguf"}, "name another file in RAGKIT_WRITER_ADAPTER"),
    ],
)
def test_a_writer_without_its_adapter_says_that_the_plain_model_writes_and_what_to_do(tiny, changed, why):
    adapter, note = writer_adapter(Settings(**{"model": SMALL, "writer_adapter": tiny(**WRITES), **changed}))
    assert adapter is None and note.startswith("written by the plain model: the taught writer was asked for")
    assert why in note and "or unset RAGKIT_WRITER_ADAPTER" in note


def test_a_chat_model_of_ones_own_takes_no_adapter(tiny):
    _, note = writer_adapter(Settings(model=SMALL, writer_adapter=tiny(**WRITES)), own=object())
    assert "the chat model is one of your own" in note
