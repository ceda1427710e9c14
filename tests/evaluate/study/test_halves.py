"""No document is in both halves, and the halves are about equally large."""

from collections import Counter
from dataclasses import replace

from studies import WHEN, draft

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.halves import BOTH_HALVES, Halves


def about(*documents, id="q"):
    """A question that quotes some documents."""
    quotes = [draft(id, "Who?", "Kahn", document=document).support[0] for document in documents]
    return Question(id, "Who?", "factual", "Kahn.", (("Kahn",),), tuple(quotes), "easy")


def test_the_largest_document_is_dealt_first_and_the_smaller_half_gets_the_next():
    halves = Halves([about("a"), about("b"), about("c"), about("a")])
    # a has two questions and goes to the half to report on; b and c, with one each, to the other
    assert halves.of == {"a": "test", "b": "fit", "c": "fit"}


def test_documents_with_as_many_questions_are_dealt_by_the_seed_alone():
    asked = [about(name) for name in "abcdefgh"]
    dealt = [Halves(asked, seed).of for seed in range(20)]
    assert dealt == [Halves(asked[::-1], seed).of for seed in range(20)]
    assert all(Counter(of.values()) == {"fit": 4, "test": 4} for of in dealt)
    assert len({tuple(sorted(of.items())) for of in dealt}) > 1


def test_a_question_of_two_halves_is_in_none_and_counted():
    halves, dropped = Halves([about("a"), about("b")]), Counter()
    both = about("a", "b")
    assert halves.half_of(both) is None
    assert halves.dealt([about("a"), both, about("b")], dropped) and dropped == {BOTH_HALVES: 1}


def test_a_question_without_support_is_about_the_document_that_it_leaves_out():
    asked = about("a")
    missed = replace(asked, support=(), without=asked.support)
    halves = Halves([missed, about("b")], seed=0)
    assert halves.half_of(missed) == halves.half_of(asked) != halves.half_of(about("b"))


def test_questions_about_no_document_are_dealt_in_turn():
    halves = Halves([WHEN])
    nowhere = Question("n", "Who?", "out-of-domain", None, (), (), "easy")
    assert [halves.half_of(nowhere) for _ in range(4)] == ["test", "fit", "test", "fit"]


def test_a_document_with_two_thirds_of_the_questions_is_in_one_half_and_with_more_in_both():
    two_of_three = [about("a", id="1"), about("a", id="2"), about("b", id="3")]
    assert not Halves(two_of_three).share_document
    three_of_four = [*two_of_three, about("a", id="4")]
    assert Halves(three_of_four).share_document


def test_of_a_single_document_the_sentences_are_dealt():
    one, other = (draft(id, "Who?", "Kahn", quote=f"Sentence {id}.") for id in "ab")
    again = replace(one, id="c")
    halves, dropped = Halves([one, other, again]), Counter()
    assert halves.share_document
    # two questions about the first sentence, which is dealt first, and one about the other
    assert [half.part for half in halves.dealt([one, other, again], dropped)] == ["test", "fit", "test"]
    both = replace(one, support=one.support + other.support)
    assert halves.half_of(both) is None and not dropped


def test_of_two_documents_no_sentence_is_dealt():
    one, other = (draft(id, "Who?", "Kahn", quote=f"Sentence {id}.") for id in "ab")
    halves = Halves([one, other, about("elsewhere.md")])
    assert not halves.share_document and halves.half_of(one) == halves.half_of(other) == "test"
