"""The figures of the house are counted from the text: lines, names that leave a room, stops from a node."""

import pytest

from benchmarks.house import Module

FILES = {
    "kit.py": "class Kit:\n    pass\n",
    "nodes/__init__.py": "from ragkit.nodes.find import find\n\n__all__ = ['find']\n",
    "nodes/find.py": (
        "from ragkit.text.words import words\n\n"
        'def find(state, runtime):\n    """reads question · writes passages"""\n'
        "    kit = runtime.context\n    return kit.evidence.hybrid(_short(state.question), kit.settings.k)\n\n"
        "def _short(text):\n    return words(text)\n"
    ),
    "text/__init__.py": "",
    "text/words.py": "def words(text):\n    return _cut(text)\n\ndef _cut(text):\n    return text.split()\n",
}


@pytest.fixture
def module(tmp_path):
    for name, text in FILES.items():
        file = tmp_path / "ragkit" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Module(tmp_path / "ragkit")


def test_stops_are_followed_in_nodes_and_end_at_the_kit_and_at_other_rooms(module):
    assert module.stops("find") == {"kit.evidence", "nodes.find._short", "text.words.words"}


def test_a_name_leaves_its_room_where_another_room_imports_it(module):
    assert module.leaving() == {"text.words": False}


def test_lines_and_public_names_are_those_of_the_files(module):
    assert module.lines(["kit"]) == 2
    assert module.public()["text.words"] == ["words"]
