"""The file of thresholds: an entry is added, one is replaced, and nothing damaged is ever written over."""

import json
from dataclasses import replace

import pytest

from ragkit.score import score
from ragkit.thresholds import NAME, BadThresholds, Entry, Models, home, keep, places, read
from ragkit.thresholds.file import find

OWL = Models("openai", "owl-7b", "owl-7b", "odds")
CAT = Models("openai", "cat-7b", "cat-7b", "odds")
CHOSEN = {"answerable_from": 0.6, "fit_from": 0.8, "partly_above": 0.9, "supported_above": 0.95}


def entry(models=OWL, **changed):
    return replace(Entry(models, CHOSEN, {"depth": "simple"}, "animals", "f", 88, "2025-12-31"), **changed)


def test_an_entry_comes_back_as_it_was_written_with_its_shares(tmp_path):
    whole = entry(ends_well={"answerable": score([1, 0, 0.5])})
    assert keep(whole, [tmp_path / NAME]) == tmp_path / NAME
    assert read(tmp_path / NAME) == [whole] and [file.name for file in tmp_path.iterdir()] == [NAME]


def test_an_entry_for_the_same_models_is_replaced_and_others_stay(tmp_path):
    file = tmp_path / NAME
    for one in (entry(OWL), entry(CAT), entry(OWL, n=99), entry(replace(OWL, judge="structured"))):
        keep(one, [file])
    assert [(one.models.answering, one.models.judge, one.n) for one in read(file)] == [
        ("cat-7b", "odds", 88), ("owl-7b", "odds", 99), ("owl-7b", "structured", 88)
    ]  # fmt: skip


def test_where_the_first_place_cannot_be_written_the_next_one_is(tmp_path):
    (tmp_path / NAME).mkdir()
    there = tmp_path / "cache" / "animals.json"
    assert keep(entry(), [tmp_path / NAME, there]) == there and read(there) == [entry()]
    assert {file.name for file in tmp_path.iterdir()} == {NAME, "cache"}


def test_where_no_place_can_be_written_the_error_is_the_systems(tmp_path):
    (tmp_path / NAME).mkdir()
    with pytest.raises(OSError):
        keep(entry(), [tmp_path / NAME])


DAMAGED = {
    "no json": "{",
    "another form": '{"answerable_from": 0.5}',
    "out of range": json.dumps([{"models": vars(OWL), "thresholds": {"fit_from": 1.5}, "settings": {}, "corpus": "c"}]),
    "no text": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_an_error_when_read_or_written_and_a_note_when_looked_into(tmp_path, name):
    file, content = tmp_path / NAME, DAMAGED[name]
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    before = file.read_bytes()
    for use in (lambda: read(file), lambda: keep(entry(), [file, tmp_path / "elsewhere.json"])):
        with pytest.raises(BadThresholds, match=r"thresholds\.json is not a list of thresholds.*repair it, or delete"):
            use()
    assert file.read_bytes() == before and not (tmp_path / "elsewhere.json").exists()
    keep(entry(), [tmp_path / "cached.json"])
    found, note = find(OWL, [file, tmp_path / "cached.json"])
    assert found == entry() and "repair it" in note


def test_a_fault_is_named_with_its_place(tmp_path):
    (tmp_path / NAME).write_text(DAMAGED["out of range"])
    with pytest.raises(BadThresholds, match=r"0\.thresholds\.fit_from: Input should be less than or equal to 1"):
        read(tmp_path / NAME)


def test_without_a_file_there_is_no_entry(tmp_path):
    assert read(tmp_path / NAME) == [] and find(OWL, places(tmp_path, tmp_path / "cache")) == (None, "")


def test_a_kit_corpus_keeps_its_thresholds_beside_its_questions(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    assert home(docs) == docs
    (tmp_path / "questions.jsonl").touch()
    assert home(docs) == home(tmp_path) == tmp_path
    assert places(docs, tmp_path / "c") == places(tmp_path, tmp_path / "c")
    assert places(docs, tmp_path / "c")[0] == tmp_path / NAME


def test_folders_of_one_name_have_files_of_their_own_in_the_cache(tmp_path):
    here, there = (places(tmp_path / place / "notes", tmp_path)[1] for place in ("here", "there"))
    assert here != there and here.parent == tmp_path / "thresholds" and here.name.startswith("notes-")


def test_an_entry_is_found_by_its_models_and_its_price_and_without_a_price_the_one_for_targets(tmp_path):
    for price, n in ((None, 1), (0.5, 2), (2.0, 3)):
        keep(entry(wrong_costs=price, n=n), [tmp_path / NAME])
    keep(entry(CAT, wrong_costs=1.0), [tmp_path / NAME])

    def n(*asked):
        found, note = find(*asked)
        assert note == ""
        return found and found.n

    file = [tmp_path / NAME]
    assert [n(OWL, file), n(OWL, file, None), n(OWL, file, 0.5), n(OWL, file, 2)] == [1, 1, 2, 3]
    assert n(OWL, file, 1.0) is None and n(CAT, file) is None and n(CAT, file, 1.0) == 88


def test_an_entry_for_the_same_price_is_replaced_and_those_for_other_prices_stay(tmp_path):
    for price, n in ((None, 1), (0.5, 2), (2.0, 3), (0.5, 4), (None, 5)):
        keep(entry(wrong_costs=price, n=n), [tmp_path / NAME])
    assert [(one.wrong_costs, one.n) for one in read(tmp_path / NAME)] == [(2.0, 3), (0.5, 4), (None, 5)]


def test_an_entry_comes_back_with_its_price_and_its_value_and_an_old_one_is_for_targets(tmp_path):
    whole = entry(wrong_costs=0.5, value=score([1, 0, -0.5]))
    keep(whole, [tmp_path / NAME])
    assert read(tmp_path / NAME) == [whole]
    old = json.loads((tmp_path / NAME).read_text())
    for name in ("wrong_costs", "value", "like_price"):
        del old[0][name]
    (tmp_path / NAME).write_text(json.dumps(old))
    (found,) = read(tmp_path / NAME)
    assert (found.wrong_costs, found.value, found.like_price, found.price) == (None, None, None, "")


@pytest.mark.parametrize("price", [0, -1, "cheap"])
def test_an_entry_for_no_price_above_0_is_a_damaged_file(tmp_path, price):
    one = {"models": vars(OWL), "thresholds": CHOSEN, "settings": {}, "corpus": "c", "wrong_costs": price}
    (tmp_path / NAME).write_text(json.dumps([one]))
    with pytest.raises(BadThresholds, match=r"0\.wrong_costs.*repair it, or delete"):
        read(tmp_path / NAME)
