"""Which thresholds are in force, where they come from, and when somebody is told that they do not fit."""

import re
from dataclasses import replace

import pytest
from tiny_gguf import random_adapter

from benchmarks.calibrate import PRICES
from ragkit.settings import Settings
from ragkit.thresholds import (
    KITS_CORPUS,
    NAME,
    OPEN,
    SHIPPED,
    Entry,
    Models,
    conditions,
    in_force,
    keep,
    origin,
    read,
    with_chosen,
)
from ragkit.thresholds.in_force import OWN_PRICE

CHOSEN = {"answerable_from": 0.6, "fit_from": 0.8, "partly_above": 0.96, "supported_above": 0.97}
OWL = {"provider": "openai", "model": "owl-7b"}


@pytest.fixture
def chosen(tmp_path):
    """Thresholds of owl-7b in tmp_path, chosen under the settings of the call."""

    def write(**settings):
        made = Settings(**OWL | settings)
        one = Entry(Models.of(made), CHOSEN, conditions(made), "animals", "f1", 88, "2025-12-31")
        keep(one, [tmp_path / NAME])
        return one

    return write


def values(settings):
    return {name: getattr(settings, name) for name in CHOSEN}


def untouched(settings, folder):
    """Whether nothing of some settings changes, nor what the user set of them."""
    found = with_chosen(settings, folder)
    return dict(found) == dict(settings) and found.model_fields_set == settings.model_fields_set


def test_chosen_thresholds_take_the_place_of_those_that_nobody_set(tmp_path, chosen):
    chosen()
    settings = Settings(**OWL, seed=7)
    found = with_chosen(settings, tmp_path)
    assert values(found) == CHOSEN and found.seed == 7 and found.risk_up_to == settings.risk_up_to
    assert found.model_fields_set == settings.model_fields_set and not set(CHOSEN) & found.model_fields_set
    assert origin(found, tmp_path).source == "chosen for owl-7b (openai) on animals, n=88, 2025-12-31"
    assert origin(found, tmp_path).note == ""


def test_thresholds_of_other_models_or_another_judge_are_left_alone(tmp_path, chosen):
    chosen()
    for other in ({"judge": "odds"}, {"provider": "openai"}, OWL | {"judge": "structured"}):
        settings = Settings(**other)
        assert untouched(settings, tmp_path)
    assert with_chosen(Settings(**OWL), tmp_path, own=object()).fit_from == Settings().fit_from


@pytest.mark.parametrize("how", ["keyword", "variable", "dotenv"])
def test_a_threshold_that_the_user_set_stays_even_at_its_default(tmp_path, chosen, monkeypatch, how):
    chosen()
    usual = Settings().fit_from
    if how == "variable":
        monkeypatch.setenv("RAGKIT_FIT_FROM", str(usual))
    if how == "dotenv":
        (tmp_path / ".env").write_text(f"RAGKIT_FIT_FROM={usual}\n")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    settings = Settings(**OWL | ({"fit_from": usual} if how == "keyword" else {}))
    found = with_chosen(settings, tmp_path)
    assert values(found) == CHOSEN | {"fit_from": usual}
    assert origin(found, tmp_path).source.endswith("n=88, 2025-12-31; fit_from: set by you")


def test_where_all_are_set_there_is_nothing_to_say_whatever_the_model():
    found = origin(Settings(**OWL, answerable_from=0.1, fit_from=0.1, partly_above=0.1))
    assert (found.source, found.note, str(found)) == ("set by you", "", "set by you")


def test_the_kits_own_fit_its_own_model_under_its_own_settings():
    found = origin(Settings(judge="odds"))
    assert found.source == (
        "the kit's own, chosen for qwen2.5-coder-1.5b (embedded) on corpora/algorithms; "
        f"for targets, which come nearest to a price of {OWN_PRICE:g}"
    )
    others = {"tier": "premium", "seed": 3, "memory": False, "web": "recorded"}
    assert found.note == "" == origin(Settings(judge="odds", **others)).note == origin(with_chosen(Settings())).note


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (OWL, r"qwen2.5-coder-1.5b \(embedded\), and not for owl-7b \(openai\): `python -m ragkit calibrate FOLDER`"),
        ({"tier": "budget"}, "and not for qwen2.5-coder-0.5b"),
        ({"judge": "structured"}, r"and not for qwen2.5-coder-1.5b \(embedded, judge structured\)"),
        ({"fusion": "rrf"}, "fusion=blend, and not for fusion=rrf"),
        ({"k": 9, "chunk_tokens": 99}, "chunk_tokens=200, k=None, and not for chunk_tokens=99, k=9"),
    ],
)
def test_the_kits_own_are_said_not_to_fit_another_model_judge_or_search(changed, said):
    assert re.search(said, origin(Settings(**{"judge": "odds"} | changed)).note)


def test_chosen_ones_are_said_not_to_fit_settings_that_they_were_not_chosen_under(tmp_path, chosen):
    chosen(depth="complex")
    found = origin(with_chosen(Settings(**OWL), tmp_path), tmp_path)
    assert found.source.startswith("chosen for owl-7b")
    assert found.note == (
        "they were chosen for depth=complex, and not for depth=simple: "
        f"`python -m ragkit calibrate {tmp_path}` chooses some that fit"
    )
    assert str(found) == f"{found.source}; {found.note}"


def test_a_setting_that_an_older_kit_did_not_record_is_no_difference(tmp_path, chosen):
    one = chosen()
    keep(replace(one, settings={"depth": "simple", "gone": 1}), [tmp_path / NAME])
    assert origin(with_chosen(Settings(**OWL), tmp_path), tmp_path).note == ""


def test_documents_that_changed_since_are_mentioned(tmp_path, chosen):
    chosen()
    settings = with_chosen(Settings(**OWL), tmp_path)
    assert "documents have changed since, n=88" in origin(settings, tmp_path, fingerprint="f2").source
    assert "changed" not in origin(settings, tmp_path, fingerprint="f1").source


def test_settings_that_did_not_take_the_entry_have_the_kits_own(tmp_path, chosen):
    chosen()
    assert origin(Settings(**OWL), tmp_path).source.startswith("the kit's own")


def test_a_damaged_file_changes_nothing_and_is_said(tmp_path):
    (tmp_path / NAME).write_text("{")
    settings = Settings(judge="odds")
    assert untouched(settings, tmp_path)
    assert "thresholds.json is not a list" in origin(settings, tmp_path).note


def test_the_taught_judge_has_thresholds_of_its_own_which_ship_with_the_kit(tmp_path):
    settings = with_chosen(Settings(judge="taught"), tmp_path)
    (entry,) = [entry for entry in read(SHIPPED) if (entry.models, entry.wrong_costs) == (Models.of(settings), None)]
    assert values(settings) == entry.thresholds != values(Settings())
    found = origin(settings, tmp_path)
    assert found.note == ""
    assert re.fullmatch(
        r"the kit's own, chosen for qwen2.5-coder-1.5b \(embedded, judge taught by adapter [0-9a-f]{12}\) "
        rf"on corpora/algorithms; for targets, which come nearest to a price of {entry.like_price:g}",
        found.source,
    )


def test_thresholds_of_the_corpus_come_before_those_that_ship(tmp_path):
    settings = Settings(judge="taught")
    own = Entry(Models.of(settings), CHOSEN, conditions(settings), "animals", "f1", 88, "2025-12-31")
    keep(own, [tmp_path / NAME])
    assert values(with_chosen(settings, tmp_path)) == CHOSEN


def test_another_adapter_has_none_that_ship_and_is_told_so(tmp_path):
    adapter = random_adapter(tmp_path / "critic.gguf", layers=1, wide=8)
    settings = Settings(judge="taught", adapter=adapter)
    assert untouched(settings, tmp_path)
    assert "`python -m ragkit calibrate" in origin(settings, tmp_path).note


# Thresholds for a price

FOR_2 = {"answerable_from": 0.7, "fit_from": 0.9, "partly_above": 0.98, "supported_above": 0.98}


@pytest.fixture
def priced(tmp_path, chosen):
    """Thresholds of owl-7b in tmp_path: for targets, and for a wrong answer that costs 2."""
    for_targets = chosen()
    keep(replace(for_targets, thresholds=FOR_2, wrong_costs=2.0, n=90), [tmp_path / NAME])


def test_the_thresholds_are_those_that_were_chosen_for_the_price_of_the_settings(tmp_path, priced):
    at_2 = with_chosen(Settings(**OWL, wrong_costs=2), tmp_path)
    assert values(at_2) == FOR_2 and at_2.wrong_costs == 2
    found = origin(at_2, tmp_path)
    price = "for a wrong answer that costs 2"
    assert found.source == f"chosen for owl-7b (openai) on animals, n=90, 2025-12-31; {price}" and found.note == ""


def test_a_price_without_thresholds_takes_those_for_targets_and_says_how_to_choose_some(tmp_path, priced):
    settings = with_chosen(Settings(**OWL, wrong_costs=0.25), tmp_path)
    assert values(settings) == CHOSEN
    found = origin(settings, tmp_path)
    assert "n=88" in found.source
    assert found.note == (
        "they were chosen for targets, and not for a wrong answer that costs 0.25: "
        f"`python -m ragkit calibrate {tmp_path} --wrong-costs 0.25` chooses some that fit"
    )


def test_a_price_takes_no_thresholds_of_another_price(tmp_path, chosen):
    one = chosen()
    (tmp_path / NAME).unlink()
    keep(replace(one, thresholds=FOR_2, wrong_costs=2.0), [tmp_path / NAME])
    settings = Settings(**OWL, wrong_costs=1)
    assert untouched(settings, tmp_path) and values(with_chosen(settings, tmp_path)) != FOR_2
    assert "not for owl-7b (openai), a wrong answer that costs 1" in origin(settings, tmp_path).note


def test_where_a_wrong_answer_costs_nothing_all_thresholds_are_open(tmp_path, priced):
    free = with_chosen(Settings(**OWL, wrong_costs=0), tmp_path)
    assert {name: getattr(free, name) for name in OPEN} == OPEN == {
        "answerable_from": 0.0, "risk_up_to": 1.0, "fit_from": 0.0
    }  # fmt: skip
    assert free.partly_above == 0.96  # that of a claim stops nothing at this risk, and tells what is supported
    assert free.model_fields_set == Settings(**OWL, wrong_costs=0).model_fields_set
    found = origin(free, tmp_path)
    assert (found.source, found.note) == ("a wrong answer costs nothing, so no threshold stops one", "")
    unknown = Settings(provider="openai", model="bat-7b", wrong_costs=0)
    assert values(with_chosen(unknown)) == values(Settings()) | {"answerable_from": 0.0, "fit_from": 0.0}


@pytest.mark.parametrize("price", [None, 0, 2, 0.25])
def test_a_threshold_that_the_user_set_stays_at_every_price(tmp_path, priced, price):
    unset = with_chosen(Settings(**OWL, wrong_costs=price), tmp_path)
    found = with_chosen(Settings(**OWL, fit_from=0.123, wrong_costs=price), tmp_path)
    assert values(found) == values(unset) | {"fit_from": 0.123} and unset.fit_from != 0.123
    all_set = Settings(**OWL, answerable_from=0.1, fit_from=0.1, partly_above=0.1, wrong_costs=price)
    assert str(origin(with_chosen(all_set, tmp_path), tmp_path)) == "set by you"


@pytest.mark.parametrize("price", PRICES)
@pytest.mark.parametrize("models", [{"judge": "taught"}, {"judge": "taught", "tier": "budget"}, {"judge": "odds"}])
def test_thresholds_for_each_of_the_benchmarks_prices_ship_for_each_model_that_has_some(models, price):
    settings = with_chosen(Settings(**models, wrong_costs=price))
    (entry,) = [one for one in read(SHIPPED) if (one.models, one.wrong_costs) == (Models.of(settings), price)]
    assert values(settings) == entry.thresholds and entry.corpus == KITS_CORPUS
    assert entry.value is not None and entry.value.n == entry.n
    found = origin(settings)
    assert found.note == "" and found.source.endswith(f"for a wrong answer that costs {price:g}")


def sources(settings, folder):
    return {one.name: one.source for one in in_force(settings, folder).values}


def test_each_threshold_says_whether_it_is_yours_a_files_or_the_default(tmp_path, chosen):
    chosen()
    found = sources(with_chosen(Settings(**OWL, fit_from=0.1), tmp_path), tmp_path)
    assert found["fit_from"] == "set by you" and found["answerable_from"] == NAME and found["risk_up_to"] == "default"
    shipped = with_chosen(Settings())
    assert sources(shipped, None)["fit_from"] == ("shipped" if Models.of(shipped).adapter else "default")


def test_a_price_of_nothing_opens_the_thresholds_and_says_so(tmp_path, chosen):
    chosen()
    found = sources(with_chosen(Settings(**OWL, wrong_costs=0), tmp_path), tmp_path)
    assert found["fit_from"].startswith("the price") and found["partly_above"] == NAME
