"""A question about an everyday thing is asked only where the documents have no word of it."""

from collections import Counter

import pytest
from studies import FOLDER

from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.out_of_domain import EVERYDAY, MAY_BE_IN, out_of_domain
from ragkit.state import Passage
from ragkit.text.words import words


def test_all_are_asked_of_documents_about_other_things():
    dropped = Counter()
    found = out_of_domain(Documents(FOLDER), dropped)
    assert [one.question for one in found] == list(EVERYDAY) and not dropped
    assert {(one.kind, one.answer, one.support) for one in found} == {("out-of-domain", None, ())}
    assert len({one.id for one in found}) == len(EVERYDAY) == 20


def test_one_word_in_any_form_or_in_a_heading_drops_the_question():
    dropped = Counter()
    text = Passage("p", "Boiled for a minute, it is done.", source="p.md", section="Guitars")
    found = out_of_domain(Documents([*FOLDER, text]), dropped)
    left = set(EVERYDAY) - {one.question for one in found}
    assert left == {"How long does an egg need to boil until its yolk is firm?", "How do I tune a guitar by ear?"}
    assert dropped == {MAY_BE_IN: 2}


@pytest.mark.parametrize(("question", "topic"), EVERYDAY.items())
def test_the_words_of_a_topic_are_words_of_its_question(question, topic):
    assert set(words(topic)) <= set(words(question)) and words(topic)
