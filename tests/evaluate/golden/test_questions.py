"""Golden questions: a file of them, what is wrong in a file, and which passages carry a quote."""

import json
from pathlib import Path

import pytest

from ragkit.evaluate.golden.questions import (
    BEYOND,
    KINDS,
    PHRASED,
    BadQuestions,
    Question,
    Support,
    folded_passages,
    load_questions,
    relevant,
)
from ragkit.state import Passage

CORPORA = Path(__file__).parents[3] / "corpora"
GOOD = {
    "id": "owls", "question": "When do owls hunt?", "kind": "factual", "answer": "At night.",
    "keys": [["night", "dark"]], "support": [{"document": "owls.md", "quote": "Owls hunt at night."}],
    "difficulty": "easy", "sets": ["bench8"],
}  # fmt: skip


@pytest.fixture
def file(tmp_path):
    """Write questions, each GOOD with changes, to a file."""

    def write(*changes):
        path = tmp_path / "questions.jsonl"
        path.write_text("\n".join(json.dumps(GOOD | change) for change in changes), encoding="utf-8")
        return path

    return write


# The file


def test_a_line_becomes_a_question(file):
    assert load_questions(file({})) == [
        Question(
            "owls", "When do owls hunt?", "factual", "At night.", (("night", "dark"),),
            (Support("owls.md", "Owls hunt at night."),), "easy", ("bench8",),
        )
    ]  # fmt: skip


def test_a_kind_or_a_set_can_be_picked_and_order_stays(file):
    path = file({}, {"id": "b", "kind": "table", "sets": []}, {"id": "c", "kind": "table", "sets": ["bench8"]})
    assert [q.id for q in load_questions(path)] == ["owls", "b", "c"]
    assert [q.id for q in load_questions(path, "table")] == ["b", "c"]
    assert [q.id for q in load_questions(path, "bench8")] == ["owls", "c"]


def test_blank_lines_are_skipped_and_counted(file):
    path = file({})
    path.write_text(f"\n{path.read_text()}\n\n{{\n")
    with pytest.raises(BadQuestions, match="line 4: not JSON"):
        load_questions(path)


def test_a_question_that_the_corpus_does_not_answer_has_none(file):
    (question,) = load_questions(file({"answer": None, "kind": "near-miss", "keys": [], "support": []}))
    assert question.answer is None and relevant(question, {"a": "text"}) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "trivia"}, "line 1: kind: Input should be 'factual'"),
        ({"difficulty": "brutal"}, "line 1: difficulty: Input should be 'easy'"),
        ({"question": None}, "line 1: question: Input should be a valid string"),
        ({"support": [{"document": "a.md"}]}, "line 1: support.0.quote: Field required"),
        ({"keys": "night"}, "line 1: keys: Input should be a valid tuple"),
        ({"id": " "}, "line 1: id: empty; write it"),
        ({"question": ""}, "line 1: question: empty; write it"),
        ({"keys": [["night", " "]]}, "line 1: keys.0.1: only spaces and marks, so every answer has it; write"),
        ({"keys": [["documents"]]}, "line 1: keys: 'I cannot answer"),
        ({"forbidden": ["night"], "keys": [["at night"]]}, "line 1: forbidden.0: every spelling of keys.0 has it"),
        ({"kind": "span", "keys": [["the"]]}, "line 1: keys.0: nothing is left without articles"),
        ({"support": [{"document": "a.md", "quote": "–"}]}, "line 1: support.0.quote: no letter"),
        ({"without": [{"document": "a.md", "quote": "–"}]}, "line 1: without.0.quote: no letter"),
        ({"without": ["a.md"]}, "line 1: without.0: Input should be a dictionary"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_field(file, change, said):
    with pytest.raises(BadQuestions) as error:
        load_questions(file(change))
    assert f"questions.jsonl, {said}" in str(error.value)


def test_an_id_may_stand_once(file):
    with pytest.raises(BadQuestions, match="duplicate ids: owls; every question needs its own"):
        load_questions(file({}, {"question": "Again?"}))


def test_a_set_that_there_is_not_lists_the_kinds(file):
    with pytest.raises(BadQuestions, match="no question is 'bench9'; kinds are factual, how-to"):
        load_questions(file({}), "bench9")


def test_a_file_without_questions_or_no_file_at_all(file, tmp_path):
    with pytest.raises(BadQuestions, match="no question; kinds are"):
        load_questions(file())
    with pytest.raises(BadQuestions, match="which is not a file"):
        load_questions(tmp_path / "none.jsonl")


def test_locked_questions_are_left_out_unless_they_are_asked_for(file):
    path = file({}, {"id": "b", "part": "locked"}, {"id": "c", "part": "fit"})
    assert [q.id for q in load_questions(path)] == ["owls", "c"]
    assert [q.id for q in load_questions(path, locked=True)] == ["owls", "b", "c"]
    with pytest.raises(BadQuestions, match="no question"):
        load_questions(file({"part": "locked"}))


def test_a_twin_is_named_by_the_id_of_a_question_that_is_there(file):
    asked = load_questions(file({"kind": "false-premise", "twin": "b"}, {"id": "b"}))
    assert [question.twin for question in asked] == ["b", None]
    with pytest.raises(BadQuestions, match="the twin of owls is 'c', and no question has that id"):
        load_questions(file({"twin": "c"}, {"id": "b"}))


def test_a_twin_may_be_left_out_by_what_is_picked(file):
    path = file({"kind": "false-premise", "twin": "b"}, {"id": "b", "part": "locked"})
    assert [question.id for question in load_questions(path)] == ["owls"]


def test_the_kits_own_questions_load_and_hold_every_kind():
    kinds = set()
    for name in ("algorithms", "almanac"):
        questions = load_questions(CORPORA / name / "questions.jsonl")
        kinds.update(question.kind for question in questions)
        assert len(questions) > 100
        for question in questions:
            unsupported = question.answer is None or question.kind in BEYOND
            assert unsupported == (not question.support), question.id
    assert kinds == set(KINDS) - set(PHRASED)
    assert len(load_questions(CORPORA / "algorithms" / "questions.jsonl", "bench8")) == 8


# Which passages carry a quote


def carriers(quote, *texts):
    question = Question("q", "?", "factual", "!", (), (Support("a.md", quote),), "easy")
    return relevant(question, folded_passages([Passage(str(n), text) for n, text in enumerate(texts)]))


def test_a_quote_is_found_however_it_is_wrapped_marked_or_typed():
    assert carriers("Owls hunt at night.", "Cats sleep.", "**Owls** hunt\nat night", "| owls | hunt at | night |") == [
        {"1", "2"}
    ]


def test_a_near_duplicate_carries_the_quote_too_whatever_its_document():
    assert carriers("Owls hunt.", "Owls hunt.", "It is said: owls hunt!") == [{"0", "1"}]


def test_where_a_cut_runs_through_a_quote_the_passage_with_a_whole_half_counts():
    assert carriers("abcd efgh ijkl mnop", "... abcd efgh ijkl", "ijkl mnop ...") == [{"0", "1"}]
    assert carriers("abcd efgh ijkl mnop", "abcd efgh ij", "kl mnop") == [{"0"}]


def test_a_quote_that_is_whole_somewhere_is_not_looked_for_in_halves():
    assert carriers("owls hunt mice", "owls hunt mice", "owls hu") == [{"0"}]


@pytest.mark.parametrize("quote", ["", "...", "a"])
def test_a_quote_without_words_is_not_carried_by_everything(quote):
    assert carriers(quote, "Cits sleep.") == [set()]


def test_every_quote_of_the_kits_own_questions_stands_in_a_passage(corpus_kit):
    letters = folded_passages(corpus_kit.corpus.passages)
    questions = load_questions(CORPORA / "algorithms" / "questions.jsonl", locked=True)
    assert [q.id for q in questions if not all(relevant(q, letters))] == []
