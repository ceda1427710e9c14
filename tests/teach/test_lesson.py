"""A lesson on a tiny base: from judgements to an adapter with its card, and on again after a kill."""

import hashlib
import json
from dataclasses import replace

import pytest
from tiny_critic import toy

from ragkit.teach.checkpoint import OtherRun
from ragkit.teach.conditions import GateClosed
from ragkit.teach.export import read
from ragkit.teach.facts import Source
from ragkit.teach.lesson import Lesson
from ragkit.teach.lora import LoraSettings
from ragkit.teach.plan import planned
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.recipe import Recipe
from ragkit.teach.train import Training

pytestmark = pytest.mark.slow

RECIPE = Recipe(LoraSettings(rank=4, alpha=8, from_depth=0), learning_rate=2e-2, epochs=6, pairs_at_a_time=2, checks=4)


@pytest.fixture
def lesson(base, tmp_path):
    rows = toy(kinds=("bird", "cat"))
    return Lesson(base, rows, tmp_path / "out", 5, RECIPE, (Source("owls", "CC0"),), quiet=True)


def test_it_leaves_an_adapter_a_card_and_facts_that_agree(lesson):
    said = []
    facts = replace(lesson, say=said.append).teach()
    assert said[0].startswith("8 pairs to learn from, 6 times; 4 to decide on, 4 to measure on")
    assert set(facts.before) == set(facts.after) == {"bird", "cat"}
    assert all(facts.before[kind].auc.mean < facts.after[kind].auc.mean == 1.0 for kind in facts.after)
    assert facts.pairs["train"] == {"bird": 4, "cat": 4} and facts.groups == {"train": 2, "dev": 2, "test": 2}
    file = lesson.folder / "critic.gguf"
    assert hashlib.sha256(file.read_bytes()).hexdigest() == facts.adapter_sha256
    assert facts.bytes == file.stat().st_size
    assert read(file).fields["ragkit.temperature"] == pytest.approx(facts.temperature)
    kept = json.loads((lesson.folder / "facts.json").read_text())
    assert kept["after"]["bird"]["auc"]["mean"] == 1.0 and kept["sources"] == [{"name": "owls", "licence": "CC0"}]
    assert (lesson.folder / "README.md").read_text().startswith("# A critic for tiny")


def test_the_kept_keys_and_values_are_gone_afterwards(lesson):
    lesson.teach()
    assert {path.name for path in lesson.folder.iterdir()} == {
        "critic.gguf", "README.md", "facts.json", "checkpoint.pt", "plan.json"
    }  # fmt: skip


def test_they_stay_where_another_lesson_is_to_find_them(lesson, tmp_path, monkeypatch):
    replace(lesson, prefixes=tmp_path / "shared").teach()
    monkeypatch.setattr(Prefixes, "_write", None)  # would raise
    other = replace(RECIPE, seed=1)
    replace(lesson, prefixes=tmp_path / "shared", folder=tmp_path / "other", recipe=other).teach()


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
    wanted, got = (read(folder / "critic.gguf").tensors for folder in (unbroken.folder, lesson.folder))
    assert all((wanted[name] == got[name]).all() for name in wanted)


def test_other_judgements_in_the_same_folder_are_refused(lesson):
    lesson.teach()
    with pytest.raises(OtherRun, match="other judgements"):
        replace(lesson, judgements=toy()).teach()


def test_pairs_that_share_a_passage_with_another_part_are_left_out_and_counted(lesson):
    rows = toy()
    (passage,) = rows[-1].passages
    leaking = [replace(one, passages=(passage,)) if one.pair == "train 0" else one for one in rows]
    said = []
    facts = replace(lesson, judgements=leaking, say=said.append).teach()
    assert said[0] == "1 pairs are left out: they share a passage with another part"
    assert facts.pairs["train"] == {"bird": 7}


def test_a_gate_that_is_closed_from_the_start_ends_it_before_anything_is_read(lesson):
    def gate(_):
        raise GateClosed("word overlap ranks the pairs")

    with pytest.raises(GateClosed, match="word overlap"):
        replace(lesson, gates=[gate]).teach()
    assert not any((lesson.folder / "prefixes").iterdir())


def test_the_time_that_gates_take_is_planned_for(lesson, monkeypatch):
    asked = []

    def plan(critic, parts, recipe, pace, seconds):
        asked.append(seconds)
        return planned(critic, parts, recipe, pace, 300)

    ticks = iter([0, 10, 12])  # the first time takes ten seconds, later two; the recipe checks four times
    monkeypatch.setattr(Lesson, "_seconds_of_gates", with_clock(Lesson._seconds_of_gates, ticks))
    monkeypatch.setattr("ragkit.teach.lesson.planned", plan)
    replace(lesson, gates=[lambda _: None]).teach()
    assert asked == [5 * 60 - 10 - 2 * (4 + 2)]


def with_clock(method, ticks):
    """A method during which the clock shows these seconds."""

    def clocked(self, critic):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ragkit.teach.lesson.time.monotonic", lambda: next(ticks))
            return method(self, critic)

    return clocked
