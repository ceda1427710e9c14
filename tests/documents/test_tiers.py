"""`tiers.yml`: what a row may say, and what an error says of one that may not be."""

import pytest

from ragkit.documents.tiers import DEFAULT, MOST, BadTiers, Tier, read_tiers, tiers_of

GOOD = """
tiers:
  - {archive: the web, reach: web, cost: 10}
  - archive: rivers
    about: Rivers and dams
    threshold: 0.8
    belongs_from: 0.4
  - {archive: memory, reach: memory, threshold: never, cost: 0}
"""


def corpus(tmp_path, text=GOOD):
    for name in ("rivers", "leagues"):
        (tmp_path / "docs" / name).mkdir(parents=True)
    (tmp_path / "questions.jsonl").touch()
    (tmp_path / "tiers.yml").write_text(text)
    return tmp_path / "docs"


def test_the_cheapest_tier_is_asked_first(tmp_path):
    assert tiers_of(corpus(tmp_path), {"rivers/a.md"}) == (
        Tier("memory", "memory", threshold="never", cost=0),
        Tier("rivers", "folder", "Rivers and dams", 0.8, 0.4),
        Tier("the web", "web", cost=10),
    )


def test_tiers_of_the_same_cost_keep_the_order_of_the_file(tmp_path):
    folder = corpus(tmp_path, "tiers: [{archive: rivers}, {archive: leagues}, {archive: all, reach: corpus}]")
    assert [tier.archive for tier in tiers_of(folder, set())] == ["rivers", "leagues", "all"]


def test_without_a_file_there_are_memory_all_documents_and_the_web(tmp_path):
    assert tiers_of(tmp_path, {"a.md"}) == DEFAULT
    assert [tier.reach for tier in DEFAULT] == ["memory", "corpus", "web"]


def test_in_a_plain_folder_the_file_is_beside_the_documents(tmp_path):
    (tmp_path / "tiers.yml").write_text("tiers: [{archive: rivers}]")
    assert [tier.archive for tier in tiers_of(tmp_path, {"rivers/a.md"})] == ["rivers"]


def test_an_empty_folder_is_a_tier_and_a_missing_one_is_an_error(tmp_path):
    folder = corpus(tmp_path, "tiers: [{archive: leagues}]")
    assert [tier.archive for tier in tiers_of(folder, {"rivers/a.md"})] == ["leagues"]
    (tmp_path / "tiers.yml").write_text("tiers: [{archive: league}]")
    with pytest.raises(BadTiers, match=r"the archive league .* not there; make it, or name one of: rivers$"):
        tiers_of(folder, {"rivers/a.md", "b.md"})


@pytest.mark.parametrize(("text", "told"), [
    ("tiers: [", "could not be read as YAML"),
    ("", "asked for one list named tiers, got None; begin the file with `tiers:`"),
    ("tiers: []\nmore: 1", "got {'more': 1, 'tiers': []}"),
    ("tiers: []", "asked for 1 to 20 tiers, got 0"),
    ("tiers: rivers", "the list: Input should be a valid list, got rivers"),
    ("tiers: [rivers]", "row 1: "),
    ("tiers: [{archive: a}, {reach: web}]", "row 2, archive: "),
    ("tiers: [{archive: a, reach: moon}]", "'folder', 'corpus' or 'web', got moon; a row has the columns"),
    ("tiers: [{archive: a, treshold: 1}]", "row 1, treshold: "),
    ("tiers: [{archive: a, threshold: 2}]", "row 1, threshold: "),
    ("tiers: [{archive: a, threshold: maybe}]", "got maybe; a row has the columns archive, reach, about, threshold"),
    ("tiers: [{archive: ''}]", "row 1, archive: "),
    ("tiers: [{archive: a}, {archive: a}]", "two rows are named a; give one of them another name"),
    ("tiers: [{archive: a, reach: web}, {archive: b, reach: web}]", "2 rows have the reach web; keep one"),
    ("tiers: [{archive: a, threshold: never}]", "only memory may be asked in vain"),
    ("tiers: [" + "{archive: a}, " * (MOST + 1) + "]", "asked for 1 to 20 tiers, got 21"),
    ("tiers: [{archive: " + "x" * 500 + "}]", "xxx..."),
])  # fmt: skip
def test_an_error_says_where_what_came_and_what_to_do(tmp_path, text, told):
    file = tmp_path / "tiers.yml"
    file.write_text(text)
    with pytest.raises(BadTiers) as error:
        read_tiers(file)
    assert told in str(error.value) and str(error.value).startswith(str(file)) and len(str(error.value)) < 600


def test_a_file_that_is_no_text_is_an_error_too(tmp_path):
    file = tmp_path / "tiers.yml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadTiers, match="line 1: the byte 0x00, .*; save the file as UTF-8"):
        read_tiers(file)
