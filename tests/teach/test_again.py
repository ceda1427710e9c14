"""A lesson that was given before is taught again by what its facts say, not by the minutes."""

import json
from dataclasses import asdict, replace

import pytest
from tiny_critic import toy

from ragkit.teach.again import OtherLesson, given
from ragkit.teach.checkpoint import OtherRun
from ragkit.teach.export import read
from ragkit.teach.lesson import Lesson
from ragkit.teach.lora import LoraSettings
from ragkit.teach.plan import Plan
from ragkit.teach.recipe import Recipe
from ragkit.weights.adapters import FOLDER

pytestmark = pytest.mark.slow

RECIPE = Recipe(LoraSettings(rank=4, alpha=8, from_depth=0), learning_rate=2e-2, epochs=6, pairs_at_a_time=2, checks=4)
FEW = Plan(train=5, dev=4, test=3, epochs=2, seconds=60.0)
"""A lesson that had no time for all eight pairs, nor for six epochs."""


@pytest.fixture
def lesson(base, tmp_path):
    return Lesson(base, toy(kinds=("bird", "cat")), tmp_path / "out", 5, RECIPE, quiet=True)


@pytest.fixture
def first(lesson, monkeypatch):
    """The lesson that was given before, and its facts."""
    monkeypatch.setattr("ragkit.teach.lesson.planned", lambda *_: FEW)
    facts = lesson.teach()
    monkeypatch.undo()
    assert (sum(facts.pairs["train"].values()), facts.epochs) == (5, 2)
    return lesson


@pytest.fixture
def again(first):
    return given(first.folder / "facts.json")


def test_it_takes_the_same_pairs_as_often_and_makes_the_same_adapter_however_few_minutes_there_are(
    first, again, tmp_path
):
    said = []
    second = replace(first, folder=tmp_path / "again", minutes=0.0, again=again, say=said.append)
    facts = second.teach()
    assert said[0].startswith("5 pairs to learn from, 2 times; 4 to decide on, 3 to measure on; about ")
    assert facts.ended == "all steps were taken"
    before, now = (read(one.folder / "critic.gguf").tensors for one in (first, second))
    assert all((before[name] == now[name]).all() for name in before)
    kept = json.loads((first.folder / "facts.json").read_text())
    assert asdict(facts)["after"] == kept["after"]


def test_the_expected_time_is_that_of_the_pairs_that_are_taken(first, again, tmp_path, monkeypatch):
    paces = []

    def expected(critic, parts, recipe, pace, epochs):
        paces.append(([len(part) for part in parts], epochs))
        return 1200.0

    monkeypatch.setattr("ragkit.teach.lesson.expected", expected)
    said = []
    replace(first, folder=tmp_path / "again", again=again, say=said.append).teach()
    assert paces == [([5, 4, 3], 2)] and said[0].endswith("about 20 minutes")


def test_the_folder_of_a_lesson_that_kept_to_minutes_is_not_gone_on_with(first, again):
    with pytest.raises(OtherRun):
        replace(first, again=again).teach()


def test_another_model_is_refused(first, again, tmp_path):
    other = replace(first.base, sha256="cd" * 32)
    with pytest.raises(OtherLesson, match="got tiny, which is cdcd"):
        replace(first, base=other, folder=tmp_path / "again", again=again).teach()
    assert not (tmp_path / "again" / "critic.gguf").exists()


def test_other_documents_are_refused_and_the_kinds_are_told(first, again, tmp_path):
    birds = toy(kinds=("bird",))
    with pytest.raises(OtherLesson, match=r"part train had the pairs \{.*'cat'.*got \{'bird': 5\}"):
        replace(first, judgements=birds, folder=tmp_path / "again", again=again).teach()


CARD = json.loads((FOLDER / "qwen2.5-coder-0.5b.json").read_text())


@pytest.mark.parametrize(
    "text",
    ["no JSON", "[]", '{"base_sha256": "ab", "recipe": {}}', *(json.dumps(CARD | {"pairs": bad}) for bad in ([], {}))],
    ids=["no JSON", "a list", "another file", "no parts", "no part test"],
)
def test_a_file_without_the_facts_of_a_lesson_is_named(tmp_path, text):
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(OtherLesson, match=r"other\.json again, got no facts of a lesson"):
        given(file)


@pytest.mark.parametrize("card", sorted(FOLDER.glob("*.json")), ids=lambda card: card.stem)
def test_the_lessons_of_the_adapters_that_ship_are_read_and_the_kinds_that_are_gone_are_told(card):
    facts = json.loads(card.read_text())
    found = given(card)
    assert json.loads(json.dumps(asdict(found.recipe))) == facts["recipe"]
    plan = found.plan()
    batches = -(-plan.train // found.recipe.pairs_at_a_time)
    assert batches * plan.epochs == facts["steps"]
    assert plan.test == 122
    with pytest.raises(
        OtherLesson, match="negated, relation turned, values exchanged, year denied, .* no longer makes"
    ):
        found.check_kinds()
