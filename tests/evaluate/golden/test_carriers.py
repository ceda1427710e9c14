"""Golden questions come with the passages of the kit that carry their answers."""

import json
from dataclasses import replace

import pytest

from ragkit.evaluate.golden.carriers import golden
from ragkit.evaluate.golden.questions import BadQuestions, Question, folded_passages, load_questions, relevant

HUNT = {"id": "hunt", "question": "Who hunts at night?", "kind": "factual", "answer": "Owls.", "keys": [["wls"]],
        "support": [], "difficulty": "easy", "sets": ["bench8"]}  # fmt: skip
BREAD = HUNT | {"id": "bread", "kind": "out-of-domain", "answer": None, "keys": [], "sets": []}


@pytest.fixture
def asked(kit):
    """The golden questions of a kit whose folder has these rows as `questions.jsonl`."""

    def of(*rows):
        opened = kit()
        file = opened.corpus.folder / "questions.jsonl"
        file.write_text("\n".join(map(json.dumps, rows)))
        return golden(opened), opened, load_questions(file)

    return of


def quoting(kit_passages, *numbers):
    return [{"document": kit_passages[n].source, "quote": kit_passages[n].text} for n in numbers]


def test_each_fact_has_the_passages_that_carry_it(asked, kit):
    passages = kit().corpus.passages
    found, opened, loaded = asked(HUNT | {"support": quoting(passages, 0, 2)}, BREAD)
    assert list(found) == ["hunt", "bread"]
    assert found["hunt"].needs == ({passages[0].id}, {passages[2].id})
    assert found["hunt"].carriers == {passages[0].id, passages[2].id}
    letters = folded_passages(opened.corpus.passages)
    assert [list(one.needs) for one in found.values()] == [relevant(one, letters) for one in loaded]


def test_it_is_the_loaded_question_with_one_field_more(asked):
    found, _, loaded = asked(HUNT)
    one = found["hunt"]
    assert isinstance(one, Question)
    assert {name: value for name, value in vars(one).items() if name != "needs"} == vars(loaded[0])


def test_a_corpus_without_golden_questions_says_where_it_looked(kit):
    with pytest.raises(BadQuestions, match=r"questions\.jsonl"):
        golden(kit())


def test_the_questions_are_beside_the_folder_docs(kit, tmp_path):
    opened = kit()
    (tmp_path / "questions.jsonl").write_text(json.dumps(HUNT))
    corpus = replace(opened.corpus, folder=tmp_path / "docs")
    assert list(golden(replace(opened, corpus=corpus))) == ["hunt"]


def test_all_golden_questions_of_the_corpus_that_have_an_answer_have_carriers(corpus_kit):
    found = golden(corpus_kit)
    ids = {passage.id for passage in corpus_kit.corpus.passages}
    answerable = [one for one in found.values() if one.support]
    assert len(answerable) > 90
    assert all(need and need <= ids for one in answerable for need in one.needs)
