"""What is to be written for a golden question: a right answer, whole sentences, each with its passages."""

from dataclasses import replace

import pytest
from lessons import BELLMAN, KAHN, WHEN

from ragkit.evaluate.golden.questions import Support
from ragkit.teach.material import Answered
from ragkit.teach.writing.asked import asked
from ragkit.teach.writing.cited import Stated

QUOTE = WHEN.support[0].quote
BOUND = "The proof of his bound was found by Moore in 1959."


def one(*places, **changes):
    places = places or ((KAHN, QUOTE),)
    support = tuple(Support(passage.source, quote) for passage, quote in places)
    return Answered(replace(WHEN, support=support, **changes), places)


def golden(answer, *places, kind="factual", keys=(("1962",),)):
    return one(*places, kind=kind, answer=answer, keys=keys)


def test_a_gold_phrase_is_written_as_the_sentence_that_has_it():
    found = asked(one())
    assert (found.kind, found.stated, found.needed) == ("sentence", (Stated(QUOTE, (KAHN,)),), (KAHN,))


@pytest.mark.parametrize(
    "sentence",
    [
        "It was published for the first time in 1962.",  # leans on the sentence before it
        "Published in 1962.",  # too short to be a sentence
        "Methods: the first one was published in 1962.",  # has no verb before the colon
        'The first "method of sorting was published by Kahn in 1962.',  # the quotation has no end
    ],
)
def test_a_sentence_that_does_not_stand_alone_is_not_written(sentence):
    passage = replace(KAHN, text=sentence)
    assert asked(one((passage, sentence))) is None


def test_a_golden_answer_is_written_with_the_passage_of_each_sentence():
    answer = "Kahn published the first method of sorting in 1962. Moore found the proof of a bound in 1959."
    found = asked(golden(answer, (KAHN, QUOTE), (BELLMAN, BOUND)))
    first, second = answer[:51], answer[52:]
    assert found.kind == "answer"
    assert found.stated == (Stated(first, (KAHN,)), Stated(second, (BELLMAN,)))


def test_a_sentence_that_one_passage_does_not_carry_cites_all_of_its_question():
    answer = "Kahn published the first method in 1962 and Moore found a proof in 1959."
    found = asked(golden(answer, (KAHN, QUOTE), (BELLMAN, BOUND)))
    assert found.stated == (Stated(answer, (KAHN, BELLMAN)),)


@pytest.mark.parametrize(
    "answer", ["In 1962, by Kahn, who was the first.", "1962 was the year of the method.", "Kahn."]
)
def test_a_golden_answer_that_is_a_phrase_becomes_the_sentence_of_the_document(answer):
    found = asked(golden(answer))
    assert (found.kind, found.stated) == ("sentence", (Stated(QUOTE, (KAHN,)),))


@pytest.mark.parametrize(
    "unfit",
    [
        golden("Kahn published the first method of sorting in 1961.", keys=(("1961",),)),  # no passage has 1961
        golden("Kahn published it long before the other one.", keys=(("1990",),)),  # wrong by its keys
        golden("Kahn published the first method of sorting in 1962. " * 7, keys=(("1962", "Kahn"), ("in 1962. Kahn",))),
        golden("Kahn published the first method [3] of sorting in 1962.", keys=(("1962 by him",),)),
        one(kind="follow-up"),
        one(kind="comparison"),
        one(answer="yes", keys=(("yes",),)),
    ],
)
def test_what_is_wrong_long_or_cannot_be_understood_alone_is_not_asked(unfit):
    assert asked(unfit) is None


def test_a_question_over_two_passages_gets_a_sentence_of_each_and_the_one_with_the_phrase_last():
    found = asked(one((KAHN, QUOTE), (BELLMAN, "Routes in a network were studied by Bellman in 1958."), kind="bridge"))
    assert found.kind == "two documents"
    assert [passages for _, passages in found.stated] == [(BELLMAN,), (KAHN,)]
    assert found.stated[-1].sentence == QUOTE and found.needed == (BELLMAN, KAHN)


def test_it_is_not_asked_if_one_of_the_sentences_needs_another():
    leaning = "Its rival from Oslo needed only 10 steps for one half."
    assert asked(one((BELLMAN, BOUND), (KAHN, leaning), kind="bridge", answer="10", keys=(("10",),))) is None


def test_two_quotes_of_one_passage_are_not_two_documents():
    assert asked(one((KAHN, QUOTE), (KAHN, QUOTE), kind="bridge")) is None
