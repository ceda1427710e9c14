"""The pages to print are those of the docs, without what learners must not see."""

import re

import pytest

from ragkit.course.printed import NAMES, SOURCE, filled, first_cells, print_pages, printed

ANSWER = "Nothing in it can abstain"
"""Begins a sentence of the first answer of the quiz."""


@pytest.fixture
def pages(tmp_path):
    written = print_pages(tmp_path, "http://lab:8888")
    return {file.stem: file.read_text(encoding="utf-8") for file in written}


def test_the_quiz_has_its_questions_and_no_answer(pages):
    assert ANSWER in (SOURCE / "quiz.md").read_text() and ANSWER not in pages["quiz"]
    assert "Answers" not in pages["quiz"] and pages["quiz"].count("<li>") == 20


def test_the_hand_out_has_the_address_and_the_first_two_cells_as_they_are(pages):
    first, second = first_cells()
    assert first.startswith("question =") and "Kit.open(" in second
    assert "<code>http://lab:8888</code>" in pages["hand-out"] and "kit = Kit.open(folder" in pages["hand-out"]
    assert "python -m ragkit doctor" in pages["hand-out"] and "<!--" not in pages["hand-out"]
    assert "class='write'" in printed(filled((SOURCE / "hand-out.md").read_text(), ""), "hand-out", "")


def test_there_are_five_slides_a_section_each(pages):
    titles = re.findall(r"<section><h2>(.*?)</h2>", pages["slides"])
    assert titles == [
        "What is RAG?", "What is an embedding?", "What is BM25?", "How is an answer checked?", "What will you build?"
    ]  # fmt: skip


def test_a_page_needs_no_network_and_no_other_file(pages):
    assert set(pages) == set(NAMES)
    for text in pages.values():
        assert not re.search(r"<script|<link|<img|<a |src=|url\(", text) and "This page answers" not in text


def test_a_page_that_was_left_out_of_a_bundle_is_not_printed(tmp_path):
    (tmp_path / "print.css").write_text("")
    (tmp_path / "slides.md").write_text("# Slides\n\n## One\n\ntext\n")
    assert [file.name for file in print_pages(tmp_path / "out", source=tmp_path)] == ["slides.html"]


def test_an_address_is_text():
    assert "<b>" not in printed(filled("# A\n\n<!-- address -->", "<b>`"), "hand-out", "")
