"""Numbers behind sentences: written by the places of the passages, and read again."""

import pytest
from examples import CATS, OWLS

from ragkit.teach.writing.cited import Stated, answer_of
from ragkit.text.sentences import cited_sentences


def test_the_numbers_follow_the_order_of_the_passages():
    stated = [Stated("Owls hunt.", (OWLS,)), Stated("Both rest.", (CATS, OWLS))]
    assert answer_of(stated, [OWLS, CATS]) == "Owls hunt. [1] Both rest. [1] [2]"
    assert answer_of(stated, [CATS, OWLS]) == "Owls hunt. [2] Both rest. [1] [2]"


def test_what_was_written_is_read_again():
    answer = answer_of([Stated("Owls hunt, e.g. in 1.5 h.", (OWLS,)), Stated("Cats sleep.", (CATS,))], [CATS, OWLS])
    assert cited_sentences(answer) == [("Owls hunt, e.g. in 1.5 h.", [2]), ("Cats sleep.", [1])]


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [("Owls hunt. Cats sleep. [1]", [[], [1]]), ("Owls hunt. [3] Cats sleep.", [[3], []]), ("", [])],
)
def test_a_sentence_without_a_citation_has_no_numbers(answer, numbers):
    assert [own for _, own in cited_sentences(answer)] == numbers
