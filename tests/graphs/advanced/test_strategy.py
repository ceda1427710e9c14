"""How a question is searched: the sign that decides, and the words that are searched for."""

import pytest

from ragkit.graphs.advanced.strategy import RULES, Strategy, choose, worded
from ragkit.search import CorpusProfile
from ragkit.search.profile import DocumentProfile

FOLDER = CorpusProfile()
KEYWORD = Strategy("keyword", 0.8, "")


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ('Who said "the pump is dry"?', 'it quotes "the pump is dry"'),
        ("What is in notes-2.md?", "it names the file notes-2.md"),
        ("What does max_level do?", "it has the identifier max_level"),
        ("The checker printed HT-417, why?", "it has the identifier HT-417"),
        ("Who released Tidemark 4.2?", "it has the exact number 4.2"),
        ("Which run had 4,096 vertices?", "it has the exact number 4,096"),
    ],
)
def test_what_must_be_in_the_passage_as_it_is_is_searched_by_words(question, why):
    found = choose(question, FOLDER)
    assert found.way == "keyword" and found.why == why


def test_years_and_counts_are_no_exact_numbers():
    assert choose("What happened in 2031?", FOLDER).way == "hybrid"
    assert choose("Which 3 teams play?", FOLDER).way == "hybrid"


def test_a_short_question_of_meaning_without_names_is_searched_by_meaning():
    found = choose("Why do pumps stop at night?", FOLDER)
    assert found.way == "semantic" and found.why == 'it is short, asks "why", and names nothing'
    assert choose("Why does Dijkstra's pump stop at night?", FOLDER).way == "hybrid"
    assert choose("Why do " + "many " * 12 + "pumps stop?", FOLDER) is None


def test_a_word_that_tells_documents_apart_is_as_good_as_a_name():
    pumps = CorpusProfile({"a.md": DocumentProfile(tags=("pumps",))})
    assert choose("Why does a pump stop at night?", pumps) is None


@pytest.mark.parametrize("question", ["", "?", "which pump is best for a garden", "\x00" * 50, "水泵?"])
def test_no_rule_decides_about_other_questions(question):
    assert choose(question, FOLDER) is None


def test_every_rule_has_a_reason_with_its_sign_and_a_confidence():
    for rule in RULES:
        assert 0 < rule.confidence <= 1 and "{sign}" in rule.why


def test_a_search_by_words_leaves_out_the_words_that_only_ask():
    assert worded("How many points did Dunmoor have in 2030?", KEYWORD) == "points Dunmoor 2030"
    assert worded("What does `max_level` do?", KEYWORD) == "`max_level`"


@pytest.mark.parametrize("way", ["semantic", "hybrid"])
def test_other_searches_get_the_question_as_it_is(way):
    question = "How many points did Dunmoor have?"
    assert worded(question, Strategy(way, None, "")) == worded(question, None) == question


@pytest.mark.parametrize("question", ["Who was it?", "", "???"])
def test_a_question_of_which_nothing_would_be_left_stays_as_it_is(question):
    assert worded(question, KEYWORD) == question
