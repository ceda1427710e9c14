import json

import pytest

from benchmarks.datasets.forms import UnknownFormat, golden, read_dataset

SQUAD = {
    "data": [
        {
            "paragraphs": [
                {"context": "Owls hunt at night.", "qas": [{"question": "When do owls hunt?"}]},
                {"context": "Mice hide.", "qas": [{"question": "Who hides?"}, {"question": "What do mice do?"}]},
            ]
        }
    ]
}
HOTPOT = [{"question": "Who eats what?", "supporting_facts": [["Owl", 0], ["Owl", 1], ["Mouse", 0]]}]
TITLES = {"Owl": ["Owls hunt. ", "They eat mice."], "Mouse": ["Mice eat corn."], "Oak": ["Oaks grow."]}


def written(folder, name, content):
    (folder / name).write_text(json.dumps(content))
    return folder / name


def test_a_squad_question_needs_the_paragraph_that_it_was_asked_about(tmp_path):
    dataset = read_dataset(written(tmp_path, "owls.json", SQUAD))
    assert dataset.name == "owls" and [p.text for p in dataset.passages] == ["Owls hunt at night.", "Mice hide."]
    assert [(q.question, q.needs) for q in dataset.questions] == [
        ("When do owls hunt?", ({"0"},)),
        ("Who hides?", ({"1"},)),
        ("What do mice do?", ({"1"},)),
    ]


def test_a_hotpotqa_question_needs_each_of_its_titles_once(tmp_path):
    written(tmp_path, "hops_corpus.json", TITLES)
    dataset = read_dataset(written(tmp_path, "hops.json", HOTPOT))
    assert len(dataset.passages) == 3 and dataset.passages[0].text == "Owls hunt. They eat mice."
    assert dataset.passages[0].section == "Owl"  # the title is searched as well
    assert dataset.questions[0].needs == ({"Owl"}, {"Mouse"})


@pytest.mark.parametrize("content", [{"rows": []}, [], [1, 2], "text", [{"question": "?"}]])
def test_another_form_says_what_is_expected(tmp_path, content):
    with pytest.raises(UnknownFormat, match="SQuAD"):
        read_dataset(written(tmp_path, "strange.json", content))


def test_a_squad_file_without_questions_lists_says_what_is_missing(tmp_path):
    with pytest.raises(UnknownFormat, match="'qas' is missing"):
        read_dataset(written(tmp_path, "half.json", {"data": [{"paragraphs": [{"context": "Owls."}]}]}))


def test_a_file_that_is_no_json_says_so(tmp_path):
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(UnknownFormat, match="not JSON"):
        read_dataset(tmp_path / "broken.json")


def test_golden_questions_need_the_passages_that_carry_their_quotes(corpus_kit):
    passages = corpus_kit.corpus.passages
    dataset = golden(corpus_kit.corpus.folder.parent, passages)
    texts = {p.id: p.text for p in passages}
    asked = next(q for q in dataset.questions if q.question == "Why does Dijkstra's algorithm fail on negative edges?")
    assert all("may already be settled" in texts[id] for need in asked.needs for id in need)
    assert all(need for q in dataset.questions for need in q.needs)
