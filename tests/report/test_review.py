"""The page on which drafted questions are reviewed: every line can be saved as it was, and no text is obeyed."""

import json
from dataclasses import asdict, replace
from html.parser import HTMLParser

import pytest
from lessons import KAHN
from samples import PAYLOADS
from studies import FOLDER, ROUTES, WHEN, WHO

from ragkit.conversation import Turn
from ragkit.evaluate.golden.questions import BadQuestions, load_questions
from ragkit.report.review import write_review
from ragkit.state import Passage

MISSED = replace(WHEN, id="missed", kind="near-miss", answer=None, keys=(), support=(), without=WHEN.support)
LATER = replace(WHO, id="later", history=(Turn("Who was Kahn?", "A <b>man</b>."),), part="test")
ASKED = [replace(WHEN, part="fit"), ROUTES, MISSED, LATER]


class Page(HTMLParser):
    """The tags of a page, and the lines in its boxes."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.lines, self.text = [], [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        found = dict(attributes)
        if found.get("type") == "checkbox":
            assert "checked" in found and set(found) == {"type", "checked", "data-line"}
            self.lines.append(found["data-line"])

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def reviewed(tmp_path):
    """`reviewed(questions)` is the page of a file with these questions."""

    def written(questions, passages=FOLDER):
        file = tmp_path / "questions.jsonl"
        file.write_text("".join(json.dumps(asdict(question)) + "\n" for question in questions))
        page = write_review(file, passages)
        assert page == tmp_path / "review.html"
        return Page(page.read_text(encoding="utf-8"))

    return written


def test_what_is_saved_are_the_questions_as_they_were(reviewed, tmp_path):
    lines = reviewed(ASKED).lines
    saved = tmp_path / "saved.jsonl"
    saved.write_text("".join(line + "\n" for line in lines))
    assert load_questions(saved) == ASKED


def test_each_question_is_beside_its_answer_its_half_and_its_quote(reviewed):
    text = reviewed(ASKED).text
    assert text.count("Review 4 questions") == 2
    for said in (WHEN.question, "Answer: It is 1962.", "factual, to choose on", "factual, to report on", "routes.md"):
        assert said in text
    # the quote, and the whole passage one click away
    assert WHEN.support[0].quote in text and text.count(KAHN.text) >= 1


def test_a_question_without_an_answer_says_what_is_right_and_what_is_hidden(reviewed):
    text = reviewed([MISSED]).text
    assert "Answer: none: the right reply is to abstain" in text
    assert "asked without 1 passage that may answer it" in text


def test_what_was_said_before_a_follow_up_is_shown(reviewed):
    assert "before: Who was Kahn?" in reviewed([LATER]).text


def test_a_quote_that_no_passage_has_is_shown_without_one(reviewed):
    assert WHEN.support[0].quote in reviewed([WHEN], passages=()).text


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_a_question_a_document_or_a_turn_says_is_text(reviewed, payload):
    hostile = PAYLOADS[payload]
    passage = Passage("p", f"Owls hunt. {hostile}", source=hostile, section=hostile)
    quote = replace(WHEN.support[0], document=hostile, quote=f"Owls hunt. {hostile}")
    turn = Turn(hostile, hostile)
    asked = replace(WHEN, question=hostile, answer=hostile, support=(quote,), history=(turn,), without=(quote,))
    plain = replace(WHEN, history=(Turn("x", "x"),), without=WHEN.support)
    page, usual = reviewed([asked], [passage]), reviewed([plain])
    assert page.tags == usual.tags
    (line,) = page.lines
    assert json.loads(line)["question"] == hostile


def test_letters_of_all_scripts_are_kept(reviewed):
    strange = replace(WHEN, question="Wann wurde “Größe” publiziert? 河 it's \u2028 \\ \t")
    (line,) = reviewed([strange]).lines
    assert json.loads(line)["question"] == strange.question


def test_the_name_of_a_folder_is_text_too(tmp_path):
    folder = tmp_path / "<b>owls"
    folder.mkdir()
    (folder / "questions.jsonl").write_text(json.dumps(asdict(WHEN)))
    page = write_review(folder / "questions.jsonl", FOLDER)
    assert "<b>owls" not in page.read_text() and "&lt;b&gt;owls" in page.read_text()


def test_a_bad_file_of_questions_is_an_error_and_no_page(tmp_path):
    (tmp_path / "questions.jsonl").write_text("{")
    with pytest.raises(BadQuestions, match="questions.jsonl, line 1"):
        write_review(tmp_path / "questions.jsonl", FOLDER)
    assert not (tmp_path / "review.html").exists()
