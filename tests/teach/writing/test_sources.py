"""What a writer is taught on: folders or a file, each example once, and held by the gates."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from examples import example
from tiny_critic import GROUPS

from ragkit.state import Passage
from ragkit.teach.gates import Leak
from ragkit.teach.parts import BadPairs
from ragkit.teach.writing import sources
from ragkit.teach.writing.example import write


def rows(**more):
    """An example in each part."""
    found = []
    for part in ("train", "dev", "test"):
        own = Passage(part, f"Owls hunt 12 mice in {part}."), Passage(f"{part} 2", f"Cats sleep in {part}.")
        found.append(example(part, group=GROUPS[part][0], question=f"Who hunts in {part}?", passages=own, **more))
    return found


@pytest.fixture
def built(monkeypatch):
    """Stand-ins for the kit and the builder; what they were given."""
    given = SimpleNamespace(asked=[], closed=0, rows=rows())

    def opened(folder):
        def close():
            given.closed += 1

        return SimpleNamespace(folder=folder, close=close)

    def examples(kit, seed):
        given.asked.append((kit.folder, seed))
        return given.rows

    monkeypatch.setattr(sources, "opened", opened)
    monkeypatch.setattr(sources, "examples", examples)
    return given


def test_each_example_is_taught_once(built):
    assert sources.made([Path("owls"), Path("newts")], seed=3) == rows()
    assert built.asked == [(Path("owls"), 3), (Path("newts"), 3)] and built.closed == 2


def test_what_leaks_is_not_taught(built):
    built.rows = rows(answer="Owls hunt 13 mice. [1]")
    with pytest.raises(Leak, match="do not have 13"):
        sources.made([Path("owls")], seed=0)


def test_what_a_lesson_leaves_out_is_no_leak(built):
    first, *others = rows()
    shared = example("shared", group=first.group, question=others[0].question)
    built.rows = [first, shared, *others]
    assert len(sources.made([Path("owls")], seed=0)) == 4


def test_a_part_without_an_example_is_said(built):
    built.rows = rows()[:2]
    with pytest.raises(BadPairs, match="no example for the part test"):
        sources.made([Path("owls")], seed=0)


def test_a_file_of_examples_is_held_too(tmp_path):
    file = tmp_path / "rows.jsonl"
    write(rows(), file)
    assert sources.of_file(file) == rows()
    write(rows(answer="Owls hunt."), file)
    with pytest.raises(Leak, match="no citation"):
        sources.of_file(file)


@pytest.mark.parametrize("line", ['{"newt": 1}', "[]", "newt"])
def test_a_file_of_something_else_says_what_is_wanted(tmp_path, line):
    file = tmp_path / "rows.jsonl"
    file.write_text(line)
    with pytest.raises(ValueError, match=r"rows\.jsonl, got other lines .* fields of `Example`"):
        sources.of_file(file)
