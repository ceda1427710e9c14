"""An answer that is about something else is seen by rules, and one that is merely wrong is not."""

import pytest

from ragkit.text.constraints import violations

YEAR = "In which year did Kestrel land on Mars?"


@pytest.mark.parametrize(("question", "claims"), [
    (YEAR, ["Kestrel landed on Mars in 1987."]),
    ("Who designed Kestrel?", ["Kestrel was designed by Ada Brix."]),
    ("Who designed Kestrel?", ["Ada Brix designed Kestrel."]),
    ("How many kilometres is the Lenne?", ["The Lenne is 212 km long."]),
    ("What percentage of the Lenne is frozen?", ["12 % of the Lenne is frozen."]),
    ("Who led Dunmoor between 2029 and 2031?", ["In 2030 Dunmoor was led by Ada Brix."]),
    ("Why is Kestrel slow?", ["Kestrel is slow because it is heavy."]),
    ("How many gates has the Marren dam?", ["The Marren dam has four gates."]),
])  # fmt: skip
def test_what_respects_the_question_passes_true_or_not(question, claims):
    assert violations(question, claims) == []


@pytest.mark.parametrize(("question", "claims", "fault"), [
    (YEAR, ["Kestrel landed on Venus in 1987."], "the question is about Mars, and the claims are not"),
    (YEAR, ["Kestrel landed on Mars."], "the question asks for a time"),
    ("Who won the cup in 2031?", ["The cup was won by Dunmoor."], "the question is about 2031, and the claims are not"),
    ("Who designed Kestrel?", ["Kestrel is a rocket."], "the question asks for a person"),
    ("Where is Kestrel built?", ["Kestrel is built of steel."], "the question asks for a place"),
    ("How many kilometres is the Lenne?", ["The Lenne has 212 gates."], "the question asks for a number of kilometers"),
    ("How many gates has the Marren dam?", ["The Marren dam has gates."], "the question asks for a number"),
    ("Who led Dunmoor between 2029 and 2031?", ["In 1999 Dunmoor was led by Ada Brix."],
     "the question is about other years than 1999"),
    (YEAR, [], "there is no claim"),
    (YEAR, [" "], "there is no claim"),
])  # fmt: skip
def test_what_strays_from_the_question_is_said(question, claims, fault):
    assert fault in violations(question, claims)
