"""An answer from a passage without the fact is seen by its citations, its values or its words."""

from failing import CATS, OWLS, WHO, case

from ragkit.evaluate.failures.distractors import cites_beside, forbidden_value, from_distractor


def test_an_answer_that_cites_passages_without_the_fact_is_seen_by_its_row():
    assert cites_beside(case(WHO, "It was Tom Reed. [1]", evidence_recall=0.0))
    assert not cites_beside(case(WHO, "It was Tom Reed.", evidence_recall=0.0))
    assert not cites_beside(case(WHO, "It was Tom Reed. [1]", evidence_recall=0.5))


def test_a_forbidden_value_counts_where_the_evidence_had_the_answer_and_if_traced_the_value():
    assert forbidden_value(case(WHO, "It was Tom Reed."))
    assert not forbidden_value(case(WHO, "It was Tom Reed.", evidence_recall=0.5))
    assert not forbidden_value(case(WHO, "It was described by nobody."))  # no value, only words
    assert forbidden_value(case(WHO, "It was Tom Reed.", OWLS, CATS))
    assert not forbidden_value(case(WHO, "It was Tom Reed.", OWLS))


def test_an_answer_from_a_passage_beside_the_one_with_the_fact_is_seen_in_the_trace():
    assert from_distractor(case(WHO, "They hunt by day. [2]", OWLS, CATS)) is True
    assert from_distractor(case(WHO, "They hunt at night. [1]", OWLS, CATS)) is False
    assert from_distractor(case(WHO, "Cats hunt by day.", OWLS, CATS)) is True  # cites nothing: most words
    assert from_distractor(case(WHO, "They hunt by day. [1]", CATS)) is False  # the fact was not shown
    assert from_distractor(case(WHO, "They hunt by day. [9]")) is None
