"""A folder's health: what was left out or lost, copies, languages, and pages without text."""

from dataclasses import replace

import pytest

from ragkit.documents.about import About, about
from ragkit.documents.corpus import Corpus, load
from ragkit.documents.document import Document
from ragkit.documents.health import as_text, copies, languages, rows, trouble
from ragkit.documents.language import language_of
from ragkit.settings import Settings
from ragkit.state import Passage

PUMP = "# Pump\n\nThe red pump lifts 40 litres of water a minute. It was built by the town in 1911.\n"
ZH = "# 水泵手册\n\n水泵的最大流量是每分钟四十升。维护周期为六个月，需要更换机油。\n"


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "docs"
    root.mkdir()
    html = PUMP.replace("# Pump", "<h1>Pump</h1>").replace("red", "<b>red</b>")
    for name, text in {
        "a.md": PUMP,
        "b.html": html,
        "c.md": PUMP.replace("1911", "1912") + "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        "d.md": ZH,
        "e.doc": "no",
    }.items():
        (root / name).write_text(text)
    return root


def read(folder):
    settings = Settings(cache=folder.parent / "cache")
    return load(folder, settings, lambda text: len(text.split()), quiet=True)


@pytest.mark.process
def test_the_table_has_every_file_and_the_sum(folder):
    corpus = read(folder)
    found = rows(corpus)
    assert [(name, language, tables) for name, _, language, _, tables, _ in found] == [
        ("a.md", "English", ""),
        ("b.html", "English", ""),
        ("c.md", "English", "1"),
        ("d.md", "Chinese", ""),
        ("e.doc", "", ""),
    ]
    assert found[1][-1] == "a copy of a.md" and found[2][-1] == "" and found[4][-1].startswith("left out: is of a type")
    text = as_text(corpus)
    assert (
        text.splitlines()[0].split()[0] == "file" and "; 3 English; 1 Chinese; 1 tables; 1 of 5 files left out" in text
    )
    assert trouble(corpus).endswith(
        ": 1 of 5 files left out; 1 of 5 files copies of others (`python -m ragkit ingest` lists the files)"
    )
    # A second start reads none of it anew, and knows as much.
    assert read(folder).about == corpus.about


@pytest.mark.parametrize("notes", [{}, {"a.md": ("left out of the page: 1 footer",)}])
def test_nothing_is_said_of_a_folder_in_which_all_is_well(tmp_path, notes):
    assert trouble(Corpus(tmp_path, (Passage("a", "Owls.", "a.md"),), {}, notes, {"a.md": About("English")})) == ""


def test_a_folder_mostly_in_other_languages_is_told_what_the_kit_is_for(tmp_path):
    known = {"a.md": About("German"), "b.md": About("Chinese"), "c.md": About("English"), "d.md": About()}
    corpus = Corpus(tmp_path, (Passage("a", "Eulen.", "a.md"),), {}, {}, known)
    assert "most documents are not in English (German, Chinese)" in trouble(corpus)
    assert languages(known) == {"German": 1, "Chinese": 1, "English": 1}
    known["e.md"] = About("English")
    assert trouble(corpus) == ""


def test_pages_without_text_are_counted():
    known = about(Document("a.pdf", "", "One.\n\n\n\nThree.\n\n", pages=(0, 6, 8, 16)))
    assert (known.pages, known.blank) == (4, 2)


def test_copies_are_named_with_the_first_of_them():
    one = About(likeness="1")
    assert copies({"c": one, "a": one, "b": replace(one, likeness="2"), "d": one}) == {"a": "c", "d": "c"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Die rote Pumpe fördert 40 Liter Wasser in der Minute und wurde im Jahr 1911 von der Stadt gebaut.", "German"),
        ("La pompe rouge soulève 40 litres d'eau par minute; elle a été construite par la ville en 1911.", "French"),
        ("このポンプは毎分四十リットルを汲み上げます。", "Japanese"),
        ("빨간 펌프는 분당 40리터의 물을 퍼 올립니다. 점검 주기는 여섯 달입니다.", "Korean"),
        (
            "Красный насос поднимает 40 литров воды в минуту. Он был построен городом в тысяча девятьсот одиннадцатом.",
            "Russian",
        ),
        ("Contact", ""),
        ("| P1 | 40 |\n" * 40, ""),
        ("", ""),
    ],
)
def test_the_language_is_told_where_there_are_words_enough(text, language):
    assert language_of(text) == language
