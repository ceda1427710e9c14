"""A dataset file becomes a corpus that the kit opens, with golden questions; a wrong file is told with its place."""

import json

import pytest
from published_files import FRESHQA, table_in
from tiny_datasets import HOTPOT, NIGHT, TITLES, hotpot_in, squad_in

from benchmarks.datasets.__main__ import main
from benchmarks.datasets.corpus import write_corpus, write_questions
from benchmarks.datasets.forms import UnknownFormat
from ragkit.evaluate.golden.questions import Question, Support, folded_passages, load_questions, relevant
from ragkit.state import Passage


def made(file, folder):
    """The texts by file, and the questions by id."""
    corpus = write_corpus(file, folder / "made")
    questions = load_questions(corpus / "questions.jsonl")
    return {doc.name: doc.read_text() for doc in (corpus / "docs").iterdir()}, {q.id: q for q in questions}


def test_each_paragraph_of_squad_is_a_document_below_the_title_of_its_article(tmp_path):
    texts, _ = made(squad_in(tmp_path), tmp_path)
    assert texts == {
        "00001 Barn owls.md": f"# Barn owls\n\n{NIGHT}\n",
        "00002 Barn owls.md": "# Barn owls\n\nCats hunt mice by day.\n",
    }


def test_a_question_of_squad_has_its_different_answers_as_spellings_and_the_sentence_with_the_first(tmp_path):
    _, questions = made(squad_in(tmp_path), tmp_path)
    support = (Support("00001 Barn owls.md", "Owls hunt mice at night."),)
    assert questions["when"] == Question(
        "when", "When do owls hunt mice?", "span", "at night", (("at night", "night"),), support, "medium"
    )
    assert questions["cats"].support == (Support("00002 Barn owls.md", "Cats hunt mice by day."),)


def test_a_question_marked_as_impossible_is_a_near_miss_without_answer(tmp_path):
    _, questions = made(squad_in(tmp_path), tmp_path)
    assert questions["why"] == Question("why", "Why do owls swim?", "near-miss", None, (), (), "medium")


def test_an_answer_over_two_sentences_is_supported_by_both(tmp_path):
    text = "Some birds are loud at night. Dr. Owl met J. Hu. The rest is not told."
    answer = {"text": "Hu. The rest", "answer_start": text.index("Hu.")}
    qas = [{"id": "q", "question": "?", "answers": [answer]}]
    _, questions = made(squad_in(tmp_path, {"data": [{"paragraphs": [{"context": text, "qas": qas}]}]}), tmp_path)
    assert questions["q"].support[0].quote == "Dr. Owl met J. Hu. The rest is not told."
    assert questions["q"].support[0].document == "00001 squad.md"  # the article has no title


def test_each_passage_of_hotpotqa_is_a_document_whose_name_a_file_may_have(tmp_path):
    texts, _ = made(hotpot_in(tmp_path), tmp_path)
    assert set(texts) == {"00001 Owls 1.md", "00002 Cats.md", "00003 Mice.md"}
    assert texts["00001 Owls 1.md"] == "# Owls/1\n\nOwls fly. Look! Owls hunt mice at night in the fields.\n"


def test_a_question_of_hotpotqa_has_one_quote_for_each_title_and_the_kind_and_level_of_its_row(tmp_path):
    _, questions = made(hotpot_in(tmp_path), tmp_path)
    both, who = questions["both"], questions["who"]
    assert (both.kind, both.difficulty, both.keys) == ("comparison", "easy", (("yes",),))
    # "Look!" alone is too short to tell a passage by
    owls = Support("00001 Owls 1.md", "Look! Owls hunt mice at night in the fields.")
    cats = Support("00002 Cats.md", "Cats hunt mice by day around the house.")
    assert both.support == (owls, cats)
    assert (who.kind, who.difficulty, who.answer) == ("bridge", "hard", "Tom")
    # the seventh sentence is not there: the last one
    assert who.support == (Support("00003 Mice.md", "They eat the corn of farmer Tom."), cats)


def test_a_row_without_type_and_level_is_a_bridge_of_medium_difficulty(tmp_path):
    row = {name: HOTPOT[0][name] for name in ("_id", "question", "answer", "supporting_facts")}
    _, questions = made(hotpot_in(tmp_path, [row]), tmp_path)
    assert (questions["both"].kind, questions["both"].difficulty) == ("bridge", "medium")


@pytest.mark.parametrize("write", [squad_in, hotpot_in])
def test_every_quote_is_in_its_document_and_in_no_other(tmp_path, write):
    texts, questions = made(write(tmp_path), tmp_path)
    letters = folded_passages([Passage(name, text) for name, text in texts.items()])
    for question in questions.values():
        assert relevant(question, letters) == [{support.document} for support in question.support]


def test_long_and_strange_titles_give_names_that_a_file_may_have(tmp_path):
    titles = {"\U0001f989" * 300: ["Owls."], "\u6f22" * 300: ["Han."], "../../etc/passwd\nx": ["No."]}
    row = HOTPOT[0] | {"supporting_facts": [[title, 0] for title in titles]}
    texts, questions = made(hotpot_in(tmp_path, [row], titles), tmp_path)
    assert set(texts) == {"00001 .md", f"00002 {'漢' * 60}.md", "00003 .. .. etc passwd x.md"}
    assert texts["00003 .. .. etc passwd x.md"].startswith("# ../../etc/passwd x\n\nNo.")
    assert [support.document for support in questions["both"].support] == sorted(texts)


def test_a_write_that_was_stopped_leaves_nothing_that_is_taken_for_a_corpus(tmp_path, monkeypatch):
    file = squad_in(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(json, "dumps", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write_corpus(file, tmp_path / "there" / "made")
    assert list((tmp_path / "there").iterdir()) == []
    assert len(list((write_corpus(file, tmp_path / "there" / "made") / "docs").iterdir())) == 2


def test_a_folder_that_exists_is_not_written_over(tmp_path):
    file = squad_in(tmp_path)
    write_corpus(file, tmp_path / "made")
    with pytest.raises(FileExistsError, match="made, which exists; delete it, or name another"):
        write_corpus(file, tmp_path / "made")


def test_all_questions_may_be_put_into_a_part(tmp_path):
    corpus = write_corpus(squad_in(tmp_path), tmp_path / "made", part="fit")
    assert {question.part for question in load_questions(corpus / "questions.jsonl")} == {"fit"}


def test_a_dataset_without_documents_becomes_a_file_of_questions(tmp_path):
    file = write_questions(table_in(tmp_path / "freshqa.csv", FRESHQA), tmp_path / "made")
    assert [path.name for path in file.parent.iterdir()] == ["questions.jsonl"]
    assert {question.sets[0] for question in load_questions(file)} == {"freshqa"}


def test_the_command_writes_either_and_says_what_is_wrong(tmp_path, capsys):
    assert main([str(squad_in(tmp_path)), str(tmp_path / "made")]) == 0
    table = table_in(tmp_path / "freshqa.csv", FRESHQA)
    assert main([str(table), str(tmp_path / "asked"), "--part", "test"]) == 0
    assert main([str(tmp_path / "nowhere.json"), str(tmp_path / "none")]) == 1
    said = capsys.readouterr()
    assert said.out.split() == [str(tmp_path / "made"), str(tmp_path / "asked" / "questions.jsonl")]
    assert "nowhere.json, which is not a file" in said.err


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere\.json, which is not a file; .*put the file there, or name"):
        write_corpus(tmp_path / "nowhere.json", tmp_path / "made")
    file = hotpot_in(tmp_path)
    (tmp_path / "hops_corpus.json").unlink()
    with pytest.raises(FileNotFoundError, match=r"needs its passages .*hops_corpus\.json, which is not a file"):
        write_corpus(file, tmp_path / "made")


def squad_of(entry):
    return {"data": [{"paragraphs": [{"context": "Owls hunt.", "qas": [entry]}]}]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (squad_of({"id": "q", "question": "?"}), "'answers' is missing"),
        (squad_of({"question": "?", "answers": []}), "'id' is missing"),
        (squad_of({"id": "q", "question": "?", "answers": []}), "squad.json: the question 'q' has no answer"),
        (
            squad_of({"id": "q", "question": "?", "answers": [{"text": "mice", "answer_start": 90}]}),
            "an answer is at characters 90 to 94 of 10",
        ),
        (squad_of({"id": "q", "question": "?", "answers": [{"text": "Owls"}]}), "'answer_start' is missing"),
        (squad_of({"id": "q", "question": "?", "answers": "Owls"}), "neither SQuAD- nor HotpotQA-like"),
        ({"data": 7}, "neither SQuAD- nor HotpotQA-like"),
        ({"version": 1}, "expected SQuAD's object"),
    ],
)
def test_a_squad_like_file_of_another_form_is_told_with_what_is_wrong(tmp_path, content, said):
    with pytest.raises(UnknownFormat) as told:
        write_corpus(squad_in(tmp_path, content), tmp_path / "made")
    assert said in str(told.value) and str(tmp_path / "squad.json") in str(told.value)


@pytest.mark.parametrize(
    ("row", "titles", "said"),
    [
        ({"answer": ""}, TITLES, "the question 'both' has no answer"),
        ({"supporting_facts": [["Dogs", 0]]}, TITLES, "'Dogs' is missing"),
        ({"supporting_facts": [["Cats"]]}, TITLES, "neither SQuAD- nor HotpotQA-like"),
        ({}, [{"title": "Owls", "text": "Owls fly."}], "neither SQuAD- nor HotpotQA-like"),
    ],
)
def test_a_hotpotqa_like_file_of_another_form_is_told_with_what_is_wrong(tmp_path, row, titles, said):
    with pytest.raises(UnknownFormat) as told:
        write_corpus(hotpot_in(tmp_path, [HOTPOT[0] | row], titles), tmp_path / "made")
    assert said in str(told.value) and "hops.json" in str(told.value)


def test_on_a_full_disk_nothing_is_left_and_once_there_is_room_it_is_written(tmp_path, small_disk):
    file = squad_in(tmp_path)
    small_disk.fill()
    for _ in range(2):
        with pytest.raises(OSError, match=r"full disk|No space left"):
            write_corpus(file, small_disk.folder / "made")
    small_disk.make_room()
    texts, _ = made(file, small_disk.folder)
    assert sorted(texts) == ["00001 Barn owls.md", "00002 Barn owls.md"]
