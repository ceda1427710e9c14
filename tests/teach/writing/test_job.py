"""A lesson for a writer on a tiny base: from examples to an adapter with its card, and on again after a kill."""

import hashlib
import json
from dataclasses import replace

import pytest
from examples import toy

from ragkit.teach.again import given
from ragkit.teach.checkpoint import OtherRun
from ragkit.teach.export import read
from ragkit.teach.facts import Source
from ragkit.teach.lesson import Lesson
from ragkit.teach.lora import LoraSettings
from ragkit.teach.parts import BadPairs
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.recipe import Recipe
from ragkit.teach.train import Training
from ragkit.teach.writing.job import Writing

pytestmark = pytest.mark.slow

RECIPE = Recipe(LoraSettings(rank=4, alpha=8, from_depth=0), learning_rate=2e-2, epochs=12, pairs_at_a_time=2, checks=4)


@pytest.fixture
def lesson(base, tmp_path):
    sources = (Source("owls", "CC0"),)
    return Lesson(base, toy(), tmp_path / "out", 5, RECIPE, sources, quiet=True, job=Writing())


def test_it_leaves_an_adapter_a_card_and_facts_that_agree(lesson):
    said = []
    facts = replace(lesson, say=said.append).teach()
    assert said[0].startswith("8 examples to learn from, 12 times; 4 to decide on, 4 to measure on")
    assert set(facts.before) == set(facts.after) == {"bird", "cat"}
    for kind, taught in facts.after.items():
        assert taught.logprob.mean > facts.before[kind].logprob.mean + 3
        assert facts.before[kind].exact.mean == 0.0 and taught.exact.n == 2
    assert facts.pairs["train"] == {"bird": 4, "cat": 4} and facts.groups == {"train": 2, "dev": 2, "test": 2}
    assert facts.temperature == 1.0
    file = lesson.folder / "writer.gguf"
    assert hashlib.sha256(file.read_bytes()).hexdigest() == facts.adapter_sha256
    kept = json.loads((lesson.folder / "facts.json").read_text())
    assert kept["after"]["bird"]["exact"]["n"] == 2 and kept["adapter"] == "writer.gguf"
    assert [set(row) for row in kept["history"]] == [{"step", "loss", "log-probability"}] * 5
    assert (lesson.folder / "README.md").read_text().startswith("# A writer for tiny")
    assert not (lesson.folder / "prefixes").exists()


def test_the_file_says_that_it_is_a_writer_of_this_base(lesson):
    lesson.teach()
    fields = read(lesson.folder / "writer.gguf").fields
    assert fields["general.name"] == "writer for tiny" and fields["ragkit.job"] == "writer"
    assert fields["ragkit.base_sha256"] == "ab" * 32 and fields["ragkit.temperature"] == 1.0
    assert len(fields["adapter.alora.invocation_tokens"]) == 1


def test_a_killed_lesson_goes_on_to_the_same_adapter_and_reads_no_evidence_twice(lesson, tmp_path, monkeypatch):
    unbroken = replace(lesson, folder=tmp_path / "unbroken")
    unbroken.teach()
    step = Training._step

    def dying(self):
        if self._state.step == 13:
            raise KeyboardInterrupt
        return step(self)

    monkeypatch.setattr(Training, "_step", dying)
    with pytest.raises(KeyboardInterrupt):
        lesson.teach()
    monkeypatch.undo()
    monkeypatch.setattr(Prefixes, "_write", None)  # would raise
    lesson.teach()
    wanted, got = (folder / "writer.gguf" for folder in (unbroken.folder, lesson.folder))
    assert wanted.read_bytes() == got.read_bytes()


def test_it_is_taught_again_by_its_facts_however_few_minutes_there_are(lesson, tmp_path):
    lesson.teach()
    again = given(lesson.folder / "facts.json")
    second = replace(lesson, folder=tmp_path / "again", minutes=0.0, again=again, recipe=again.recipe)
    second.teach()
    wanted, got = (folder / "writer.gguf" for folder in (lesson.folder, second.folder))
    assert wanted.read_bytes() == got.read_bytes()


def test_other_examples_in_the_same_folder_are_refused(lesson):
    lesson.teach()
    with pytest.raises(OtherRun, match="name another folder"):
        replace(lesson, judgements=toy(train=4)).teach()


@pytest.mark.parametrize(("rows", "said"), [([], "got no example"), (toy(dev=0), "no example for the part dev")])
def test_without_examples_or_a_part_of_them_it_says_so(lesson, rows, said):
    with pytest.raises(BadPairs, match=said):
        replace(lesson, judgements=rows).teach()
