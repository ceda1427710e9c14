"""A TimeQA file becomes a document for each article, and its questions; one without an answer is a near miss."""

import pytest
from published_files import ARTICLE, OTHER, TIMEQA, lines_in

from benchmarks.datasets.corpus import write_corpus
from benchmarks.datasets.forms import read_dataset
from benchmarks.datasets.published_files import UnknownFormat
from benchmarks.datasets.timeqa import articles, is_timeqa
from ragkit.evaluate.golden.questions import Support, load_questions


@pytest.mark.parametrize("name", ["dev.json", "dev.json.gz", "dev.hard.json.gzip"])
def test_each_article_is_one_document_compressed_or_not(tmp_path, name):
    corpus = write_corpus(lines_in(tmp_path / name, TIMEQA), tmp_path / "cache")
    texts = {doc.name: doc.read_text() for doc in (corpus / "docs").iterdir()}
    assert texts == {
        "00001 Elm Mill.md": f"# Elm Mill\n\n{ARTICLE}\n",
        "00002 Max Orr.md": f"# Max Orr\n\n## Life\n\nHe was born in 1920.\n\n{OTHER}\n",
        "00003 Max Orr.md": f"# Max Orr\n\n{OTHER}\n",
    }
    assert len(load_questions(corpus / "questions.jsonl")) == 10


def test_a_question_has_its_targets_as_spellings_and_the_sentence_with_one_as_support(tmp_path):
    corpus = write_corpus(lines_in(tmp_path / "dev.json", TIMEQA), tmp_path / "cache")
    first, second, none, other, *_ = load_questions(corpus / "questions.jsonl")
    assert first.keys == (("Ada Hill",),) and first.kind == "span"
    assert first.support == (Support("00001 Elm Mill.md", "Ada Hill led the mill from 1931 to 1935."),)
    assert second.keys == (("Tom Reed", "Reed"),)
    assert (none.kind, none.answer, none.keys) == ("near-miss", None, ())
    assert (other.keys, other.support) == ((("Mrs Hill",),), ())  # in no such words in the article


def test_its_articles_are_the_passages_of_a_dataset(tmp_path):
    dataset = read_dataset(lines_in(tmp_path / "dev.json.gz", TIMEQA))
    assert [passage.text for passage in dataset.passages][:1] == [ARTICLE] and len(dataset.questions) == 10


def test_a_question_without_its_article_says_which(tmp_path):
    file = lines_in(tmp_path / "dev.json", [{**TIMEQA[0], "context": ""}])
    with pytest.raises(UnknownFormat, match=r"got no context and no paragraphs of '/wiki/Elm_Mill#P39#0'; take"):
        articles(file)


def test_a_line_without_targets_says_which_and_what_is_needed(tmp_path):
    file = lines_in(tmp_path / "dev.json", [TIMEQA[0], {"idx": "a#0", "question": "?", "context": "b"}])
    with pytest.raises(UnknownFormat, match=r"line 2: asked for TimeQA, got no targets; .* idx, question, targets"):
        write_corpus(file, tmp_path / "cache" / "made")


def test_a_file_of_squad_or_hotpotqa_is_not_taken_for_timeqa(tmp_path):
    for text in ('{"data": [{"idx": 1}]}', "[]", '{"rows": []}'):
        (tmp_path / "other.json").write_text(text)
        assert not is_timeqa(tmp_path / "other.json")
