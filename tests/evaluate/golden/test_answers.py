"""What a question asks for, and which passages hint at its answer."""

from dataclasses import replace

from lessons import WHEN

from ragkit.evaluate.golden.answers import asks_for, hints
from ragkit.state import Passage


def test_what_a_question_asks_for_is_seen_by_its_words():
    asked = ["Who won?", "In which year was it?", "How many won?", "What city won?", "Which team won?", "Why?"]
    assert [asks_for(question) for question in asked] == ["who", "when", "number", "where", "team", "thing"]


def test_a_gold_phrase_is_hinted_at_by_its_name_or_by_most_of_its_words():
    gold = replace(WHEN, answer="Denver Broncos", keys=(("Denver Broncos",),))
    assert hints(gold, [Passage("p", "Later the Broncos won again.")])
    assert not hints(gold, [Passage("p", "Later the Panthers won again.")])
    plain = replace(WHEN, answer="the rate of interest", keys=(("the rate of interest",),))
    assert not hints(plain, [Passage("p", "The rate of growth fell.")])  # 1 word of 2
