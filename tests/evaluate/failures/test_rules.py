"""The first rule that applies labels a wrong answer; what could not be looked at is said."""

from dataclasses import replace

import pytest
from failing import CATS, MICE, OWLS, TABLE, WHO, YEAR, case

from ragkit.evaluate.failures.rules import by_rule


@pytest.mark.parametrize(
    ("one", "mode"),
    [
        (case(WHO, "The passages do not say so.", OWLS), "vagueness"),
        (case(WHO, "It was Tom Reed.", CATS, held=False), "false-premise overclaiming"),
        (case(MICE, "It eats 31 mice.", TABLE), "structured-data error"),
        (case(WHO, "It was Max Orr.", OWLS, recalled="Max Orr."), "parametric competition"),
        (case(WHO, "It was Max Orr.", OWLS), "parametric competition"),
        (case(YEAR, "In 1950. [2]", OWLS, CATS), "numerical mismatch"),
        (case(WHO, "It was Tom Reed. [1]", CATS, evidence_recall=0.0), "retrieval distraction"),
        (case(WHO, "It was Tom Reed. [2]", OWLS, CATS), "retrieval distraction"),
        (case(WHO, "They hunt by day. [2]", OWLS, CATS), "retrieval distraction"),
        (case(WHO, "It depends on the owl.", OWLS), "vagueness"),
        (case(WHO, "A farmer. [1]", OWLS, CATS), None),
    ],
)
def test_each_mode_is_given_by_the_first_rule_that_applies(one, mode):
    label = by_rule(one)
    assert (label.mode, label.by) == (mode, "rule" if mode else "nobody")


def test_a_denial_of_a_question_without_answer_is_vague_and_no_overclaim():
    assert by_rule(case(WHO, "There is no information on it.", held=False)).mode == "vagueness"


def test_without_a_trace_the_label_says_what_was_not_looked_at():
    label = by_rule(case(YEAR, "In 1950."))
    assert (label.mode, label.unseen) == ("numerical mismatch", ("parametric competition",))
    nobody = by_rule(case(WHO, "A farmer."))
    assert nobody.unseen == ("parametric competition", "retrieval distraction")
    assert nobody.why == "no rule applies; there is no trace, so the evidence cannot be looked at"


def test_a_mode_that_was_found_is_not_among_those_that_were_not_seen():
    label = by_rule(case(replace(WHO, forbidden=()), "They hunt by day. [1]", evidence_recall=0.0))
    assert (label.mode, label.unseen) == ("retrieval distraction", ("parametric competition",))
