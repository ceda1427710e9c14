"""What a line leaves out is made from its question and its answer, and never from the lines around it."""

import json

import pytest

from ragkit.evaluate.golden.correct import correct
from ragkit.evaluate.golden.filled import EXAMPLE, filled, id_of
from ragkit.evaluate.golden.questions import BadQuestions, load_questions


@pytest.fixture
def loaded(tmp_path):
    """The questions of some lines."""

    def load(*lines):
        file = tmp_path / "questions.jsonl"
        file.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
        return load_questions(file)

    return load


def asked(question, answer, **more):
    return {"question": question, "answer": answer} | more


def test_question_and_answer_are_enough(loaded):
    (question,) = loaded(asked("How many voles do owls eat?", "They eat 4,000 voles a year."))
    assert (question.id, question.kind) == ("how-many-voles-do-owls-eat", "factual")
    assert question.keys == (("4,000",),) and question.support == () and question.difficulty == "medium"
    assert correct(question, "About 4,000.") == 1.0 and correct(question, "About 400.") == 0.0


def test_what_a_line_says_is_kept(loaded):
    said = asked("How many?", "Four: 4.", id="mine", kind="numeric", keys=[["four"]], difficulty="hard")
    (question,) = loaded(said)
    assert (question.id, question.kind, question.keys, question.difficulty) == ("mine", "numeric", (("four",),), "hard")


@pytest.mark.parametrize(
    ("line", "kind", "keys"),
    [
        (asked("When do owls hunt?", "At night."), "factual", (("night",),)),
        (asked("Who studied owls?", "Ada Hill, in the field, with Tom Reed."), "factual", (("Ada",), ("Hill",))),
        (asked("Do owls hunt owls?", "No, they do not."), "span", (("No",),)),
        (asked("Whose land is it?", "No man's."), "factual", (("man",),)),
        (asked("What does an owl cost?", None), "near-miss", ()),
        (asked("Who?", "Ada Hill.", kind="span"), "span", (("Ada Hill.",),)),
        # right answers may say it in other words
        (asked("Why at night?", "Because voles leave their holes only when it is dark outside."), "factual", ()),
    ],
)
def test_kind_and_keys_are_made_from_the_answer(line, kind, keys):
    made = filled(line, ["span"])
    assert (made["kind"], made["keys"]) == (kind, keys)


def test_support_from_two_documents_is_a_question_of_several_hops(loaded):
    support = [{"document": f"{name}.md", "quote": "Owls hunt at night."} for name in ("a", "b")]
    two, one = loaded(asked("A?", "5", support=support), asked("B?", "6", support=support[:1] * 2))
    assert (two.kind, one.kind) == ("multi-hop", "factual")


def test_no_key_is_a_word_of_the_refusal_or_of_the_question():
    assert filled(asked("What are owls?", "Owls in documents."))["keys"] == ()


def test_an_id_depends_on_the_question_alone_and_has_a_limit():
    assert id_of("Who wrote it?") == id_of("who wrote  it") == "who-wrote-it"
    assert id_of("word " * 40) == "-".join(["word"] * 12)  # 12 * 4 letters and 11 hyphens
    assert id_of("???") == ""


def test_the_same_question_twice_is_refused(loaded):
    with pytest.raises(BadQuestions, match="duplicate ids: who-wrote-it; every question needs its own"):
        loaded(asked("Who wrote it?", "Ada."), asked("who wrote it", "Tom."))


def test_the_old_name_of_a_document_is_still_read(loaded):
    (question,) = loaded(asked("A?", "5", support=[{"doc": "owls.md", "quote": "Owls hunt."}]))
    assert question.support[0].document == "owls.md"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"question": "Who?"}, "answer: Field required"),
        (asked("Who?", "Ada.", suport=[]), "suport: no such field; there are id, question, kind, answer"),
        ([1, 2], "not an object in braces"),
        (asked("Who?", 5), "answer: Input should be a valid string"),
        (asked("???", "Ada."), "id: empty"),
        (asked("", "Ada."), "question: empty"),
        (asked("Who?", "Ada.", support={"document": "a.md"}), "support: Input should be a valid tuple"),
    ],
)
def test_a_bad_line_is_named_with_a_whole_good_one(loaded, line, said):
    with pytest.raises(BadQuestions) as error:
        loaded(asked("Why?", "It is 5."), line)
    assert f"questions.jsonl, line 2: {said}" in str(error.value)
    assert EXAMPLE in str(error.value) and "question and answer are enough" in str(error.value)


def test_the_whole_line_that_is_shown_is_good(loaded):
    (question,) = loaded(EXAMPLE)
    assert correct(question, question.answer) == 1.0


def test_where_no_file_is_a_line_is_shown(tmp_path):
    with pytest.raises(BadQuestions) as error:
        load_questions(tmp_path / "questions.jsonl")
    assert "which is not a file; write it" in str(error.value) and EXAMPLE in str(error.value)
