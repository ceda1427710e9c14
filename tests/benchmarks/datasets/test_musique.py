"""A MuSiQue file becomes a document for each paragraph, and questions with a quote for each gold paragraph."""

import pytest
from tiny_datasets import AGE, MICE, MUSIQUE, OWLS, musique_in

from benchmarks.datasets.corpus import write_corpus
from benchmarks.datasets.forms import read_dataset
from benchmarks.datasets.musique import as_hotpotqa
from benchmarks.datasets.published_files import UnknownFormat
from ragkit.evaluate.golden.parts import part_of
from ragkit.evaluate.golden.questions import Support, load_questions

FIRST, SECOND = MUSIQUE
STEP = SECOND["question_decomposition"][0]


@pytest.fixture
def made(tmp_path):
    return write_corpus(musique_in(tmp_path), tmp_path / "made")


def test_each_paragraph_is_one_document_though_titles_are_shared_and_questions_share_paragraphs(made):
    assert {doc.name: doc.read_text() for doc in (made / "docs").iterdir()} == {
        "00001 Owls.md": f"# Owls\n\n{OWLS}\n",
        "00002 Mice.md": f"# Mice\n\n{MICE}\n",
        "00003 Mice.md": f"# Mice\n\n{AGE}\n",
    }


def test_a_question_has_its_aliases_as_spellings_and_the_sentence_with_the_answer_of_each_step(made):
    first, _ = load_questions(made / "questions.jsonl")
    assert (first.kind, first.answer, first.difficulty) == ("bridge", "Tom", "medium")
    assert first.keys == (("Tom", "farmer Tom"),)
    assert first.support == (
        Support("00001 Owls.md", "Owls hunt mice at night in the fields."),
        Support("00002 Mice.md", "They eat the corn of farmer Tom."),
    )


def test_two_steps_in_one_paragraph_are_one_quote_and_an_answer_in_other_words_has_the_first_sentence(made):
    _, second = load_questions(made / "questions.jsonl")
    # "Owls fly far." is too short to tell a passage by, and no sentence has "2 years"
    assert second.support == (Support("00001 Owls.md", OWLS), Support("00003 Mice.md", AGE))


def test_the_number_of_hops_is_a_set_that_an_experiment_may_ask_for_and_the_part_is_by_the_id(made):
    file = made / "questions.jsonl"
    first, second = load_questions(file)
    assert (first.sets, second.sets) == (("musique", "2 hops"), ("musique", "3 hops"))
    assert load_questions(file, only="3 hops") == [second]
    # the first bytes of the ids' SHA-256 are 0xa3, which is odd, and 0xaa
    assert (first.part, part_of(first), part_of(second)) == (None, "test", "fit")


def test_sub_questions_have_the_answers_of_earlier_ones_filled_in():
    rows, _ = as_hotpotqa(MUSIQUE)
    assert [row["parts"] for row in rows] == [
        ["Owls >> prey", "Whose corn do mice eat ?"],
        ["Who hunts mice?", "What do Owls hunt ?", "How long do mice live, hunted by Owls ?"],
    ]


def test_its_paragraphs_are_the_passages_of_a_dataset(tmp_path):
    dataset = read_dataset(musique_in(tmp_path))
    assert [passage.text for passage in dataset.passages] == [OWLS, MICE, AGE]
    assert dataset.questions[1].needs == ({"Owls"}, {"Mice "})


def without(name, record=SECOND):
    return {key: value for key, value in record.items() if key != name}


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (without("answer"), "form: 'answer'"),
        (without("paragraphs"), "form: 'paragraphs'"),
        (without("question_decomposition"), "form: 'question_decomposition'"),
        (SECOND | {"question_decomposition": []}, "no sub-question"),
        (SECOND | {"answerable": False}, "not answerable"),
        (SECOND | {"question_decomposition": "Who?"}, "string indices"),
        (SECOND | {"question_decomposition": [without("answer", STEP)]}, "form: 'answer'"),
        (SECOND | {"question_decomposition": [STEP | {"paragraph_support_idx": 9}]}, "form: 'paragraph 9'"),
        (SECOND | {"question_decomposition": [STEP | {"answer": 7}]}, "no attribute"),
        (SECOND | {"question_decomposition": [STEP | {"question": "Who is #1 ?"}]}, "'#1'"),
        (SECOND | {"paragraphs": [{"idx": 7, "title": "Owls"}]}, "form: 'paragraph_text'"),
    ],
)
def test_a_faulty_question_is_named_with_its_file_its_number_its_id_and_the_fault(tmp_path, second, said):
    with pytest.raises(UnknownFormat) as told:
        write_corpus(musique_in(tmp_path, [FIRST, second]), tmp_path / "made")
    words = str(told.value)
    assert str(tmp_path / "musique.json") in words and "question 2 ('3hop1__3_4_12')" in words
    assert said in words and "each needs id, question, answer, paragraphs, question_decomposition" in words
    assert not (tmp_path / "made").exists()


def test_a_question_that_is_no_object_is_named_by_what_it_is(tmp_path):
    with pytest.raises(UnknownFormat, match=r"musique\.json: asked for MuSiQue, got question 2 \('owls'\)"):
        write_corpus(musique_in(tmp_path, [FIRST, "owls"]), tmp_path / "made")
