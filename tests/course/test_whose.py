"""Whose a file is: by its place, and on the list of the class."""

from pathlib import PurePath

import pytest

from ragkit.course.whose import learner_of, listed, read_names

NAMES = ["Ada Lovelace", "Zo\u00eb Hall", "Bob Hall", "Bob Reed"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ada lovelace", "Ada Lovelace"), ("Lovelace, Ada", "Ada Lovelace"), ("lovelace", "Ada Lovelace"),
        ("zoe_hall", "Zo\u00eb Hall"), ("zoe", "Zo\u00eb Hall"), ("hall", ""), ("bob", ""), ("eve", ""), ("...", ""),
    ],
)  # fmt: skip
def test_a_name_or_a_part_that_only_one_has_is_found_on_the_list(name, meant):
    assert listed(name, NAMES) == meant


def test_a_list_has_a_name_in_each_line(tmp_path):
    (tmp_path / "class.txt").write_text("\ufeffAda  Lovelace\n\n  Bob Hall \n", encoding="utf-8")
    assert read_names(tmp_path / "class.txt") == ["Ada Lovelace", "Bob Hall"]


def test_a_list_that_is_no_text_is_told(tmp_path):
    (tmp_path / "class.txt").write_bytes(b"\xff\xfeA\x00")
    with pytest.raises(ValueError, match="class.txt, got text that is not UTF-8; save it as"):
        read_names(tmp_path / "class.txt")


def test_a_folder_or_a_file_has_the_learners_name():
    assert learner_of(PurePath("ada/ex02/a.ipynb")) == "ada" and learner_of(PurePath("bob.ipynb")) == "bob"
