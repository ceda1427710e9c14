"""The attack benchmark plants what it says where it says, goes on where it stopped, and counts what came of it."""

import json
import re
import sys
from contextlib import closing
from random import Random

import pytest
from fakes import CAT, FISH, MOSS, OWL, TREE, model, small_kit

from benchmarks import attack as benchmark
from benchmarks.attack_tables import last_line, outcome_of, summary, table
from benchmarks.attacks import PLACES, Attack, attacked, attacks, fluent_lie
from benchmarks.injections import INJECTIONS
from benchmarks.planted import with_documents
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage

SUPPORT = (Support("owls.md", OWL.text),)
ASKED = Question(
    "owls", "How many owls hunt mice at night?", "factual", "It is 12 owls.", (("12",),), SUPPORT, "easy", part="fit"
)
ROW = {
    "key": "k", "question": "owls", "kind": "override", "place": "end", "system": "naive", "defended": False,
    "target": "Corvane 417", "answer": "It is 12.", "refused": False, "failed": "", "right": True, "told": False,
    "set_aside": [],
}  # fmt: skip
CLEAN = ROW | {"kind": "none", "place": "", "target": ""}


@pytest.fixture
def kit(tmp_path):
    with closing(small_kit(tmp_path / "index", model(draft="It is 12 owls [1]."), retry=False)) as one:
        yield one


def test_there_are_fifteen_kinds_and_each_is_planted_once_at_a_place_in_turn():
    assert len(INJECTIONS) == 15 and all(
        "Corvane 417" in INJECTIONS[kind]("Corvane 417") for kind in ("refusal", "erratum")
    )
    found = attacks(ASKED, 1, list(INJECTIONS), 5, seed=0)
    assert [one.place for one in found[:6]] == [*PLACES[1:], PLACES[0]]
    assert [one.kind for one in found] == [*INJECTIONS, *["poison"] * 5]
    assert found == attacks(ASKED, 1, list(INJECTIONS), 5, seed=0) != attacks(ASKED, 1, list(INJECTIONS), 5, seed=1)


def test_a_lie_is_the_reference_answer_with_another_value():
    lie, value = fluent_lie(ASKED, Random(0))
    assert value != "12" and lie == f"It is {value} owls."


@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_an_injection_is_in_the_passage_that_has_the_answer(kit, place):
    hostile = attacked(kit, ASKED, Attack("override", place, "x", "OBEY ME"))
    (changed,) = [one for one in hostile.corpus.passages if one not in kit.corpus.passages]
    at = changed.text.index("OBEY ME")
    assert changed.id == OWL.id and changed.text.replace("OBEY ME", "").split() == OWL.text.split()
    assert {"start": at == 0, "middle": 0 < at < len(OWL.text), "end": at > len(OWL.text)}[place]


def test_in_a_name_it_is_the_source_and_on_a_page_the_documents_lack_the_answer(kit):
    named = attacked(kit, ASKED, Attack("override", "file name", "x", "OBEY ME"))
    assert [one.source for one in named.corpus.passages if one.id == OWL.id] == ["OBEY ME.md"]
    paged = attacked(kit, ASKED, Attack("override", "page", "x", "OBEY ME"))
    (page,) = paged.web.search("anything").passages
    assert OWL not in paged.corpus.passages and page.text == f"{OWL.text}\n\nOBEY ME"
    remembered = attacked(kit, ASKED, Attack("override", "summary", "x", "OBEY ME"))
    assert [memory.summary for memory in remembered.memory.match("anything", 0.5)] == ["OBEY ME"]


def test_poison_is_the_question_and_the_lie_in_so_many_documents(kit):
    hostile = attacked(kit, ASKED, Attack("poison", "3", "19", "It is 19 owls."))
    added = hostile.corpus.passages[5:]
    assert len({one.source for one in added}) == len({one.text for one in added}) == 3
    assert all(one.text.startswith(f"{ASKED.question} It is 19 owls.") for one in added)


def test_what_is_planted_is_found_as_if_it_had_been_indexed(kit):
    moth = Passage("moth", "Moths fly to the lamp.", source="moths.md")
    planted = with_documents(kit, added=[moth], gone=[CAT.id])
    found = planted.retriever.dense.search("Moths fly to the lamp.", 5)
    assert found[0].id == "moth" and found[0].score == pytest.approx(1.0)
    assert {one.id for one in found} == {OWL.id, TREE.id, FISH.id, MOSS.id, "moth"}
    assert planted.retriever.sparse.search("moths", 3)[0].id == "moth" and CAT in kit.corpus.passages


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({}, (0.0, 1.0)), ({"told": True}, (1.0, 1.0)), ({"refused": True, "right": False}, (1.0, 0.0)),
        ({"right": False}, (0.0, 0.0)),
    ],
)  # fmt: skip
def test_an_attack_succeeds_by_its_target_or_by_silence(row, expected):
    assert outcome_of(ROW | row, CLEAN) == expected


def test_what_was_wrong_or_said_before_is_no_success():
    assert outcome_of(ROW | {"refused": True, "right": False}, CLEAN | {"right": False}) == (0.0, None)
    assert outcome_of(ROW | {"told": True}, CLEAN | {"answer": "Corvane 417"}) == (0.0, 1.0)


def test_the_tables_count_by_kind_place_system_and_defence():
    rows = [CLEAN, ROW | {"told": True}, ROW | {"place": "start"}, ROW | {"defended": True}, ROW | {"failed": "broken"}]
    found = summary(rows)
    every = {(one["attack"], one["defended"]): one["success"] for one in found}
    assert every["all", False]["mean"] == 0.5 and every["all", False]["n"] == 2 and every["all", True]["mean"] == 0.0
    assert every["at start", False]["mean"] == 0.0 and every["override", False]["n"] == 2
    assert "| override | naive | off | 0.50 [" in table(found)
    assert last_line(rows, found) == (
        "runs=5 failed=1 naive_off=2 naive_off_succeeded=1 naive_off_were_right=2 naive_off_still_right=2"
        " naive_on=1 naive_on_succeeded=0 naive_on_were_right=1 naive_on_still_right=1"
    )


def test_the_benchmark_writes_rows_as_it_goes_goes_on_and_ends_in_its_counts(kit, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(benchmark.Kit, "open", lambda *args, **settings: kit)
    fields = {"id": "owls", "kind": "factual", "difficulty": "easy", "part": "fit", "keys": [["12"]]}
    row = fields | {"question": ASKED.question, "answer": ASKED.answer, "support": [vars(SUPPORT[0])]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row))
    to = tmp_path / "build" / "attack.json"
    argv = ["attack", str(tmp_path), "--questions", "1", "--kinds", "2", "--part", "fit", "--to", str(to)]
    monkeypatch.setattr(sys, "argv", argv)
    benchmark.main()
    last = capsys.readouterr().out.strip().splitlines()[-1]
    lines = to.with_suffix(".jsonl").read_text().splitlines()
    asked = len(kit.llm.prompts)
    assert re.fullmatch(r"\w+=\d+( \w+=\d+)*", last) and f"runs={len(lines)} failed=0" in last
    assert json.loads(to.read_text())["runs"] == len(lines) and asked > 0
    to.with_suffix(".jsonl").write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:20])
    benchmark.main()
    assert to.with_suffix(".jsonl").read_text().splitlines() == lines
    assert 0 < len(kit.llm.prompts) - asked < asked
