"""True and false claims are made of golden questions; every false one is false by the passages shown with it."""

import pytest

from benchmarks.judge_report import Case
from benchmarks.labelled import ANSWER_SWAPPED, NUMBER_SWAPPED, labelled, swapped
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.state import Passage

KAHN = Passage("k", "Kahn published his method in 1962, four years after Bellman (1958). It takes 12 steps.", "kahn.md")
SHIMBEL = Passage("s", "Alfonso Shimbel described it in 1955.", "shimbel.md")


def asked(id, answer, *quotes):
    return Question(id, f"{id}?", "factual", answer, (), tuple(Support("d", quote) for quote in quotes), "easy")


YEAR = asked("year", "Kahn published it in 1962.", "Kahn published his method in 1962")
WHO = asked("who", "Alfonso Shimbel described it.", "Alfonso Shimbel described it in 1955.")


@pytest.mark.parametrize(
    ("claim", "lie"),
    [
        ("Kahn published it in 1962.", "Kahn published it in 1958."),
        ("It takes 12 steps.", ""),  # 1,958 is no believable number of steps
        ("It takes 1,200 steps.", "It takes 1958 steps."),
        ("In 1962, four years after 1958.", ""),  # both are its own
        ("It takes O(12) steps.", ""),
        ("Kahn published it.", ""),
    ],
)
def test_a_lie_has_the_nearest_number_of_the_evidence_in_the_place_of_its_own(claim, lie):
    assert swapped(claim, [KAHN]) == lie


def test_each_question_gives_a_true_claim_and_a_false_one_about_the_same_passages():
    found = labelled([YEAR], [SHIMBEL, KAHN])
    assert found == [
        Case("year?", (KAHN,), "Kahn published it in 1962.", label=True, kind=NUMBER_SWAPPED),
        Case("year?", (KAHN,), "Kahn published it in 1958.", label=False, kind=NUMBER_SWAPPED),
    ]


def test_without_a_number_the_lie_is_what_is_stated_elsewhere():
    lies = {case.kind: case.claim for case in labelled([YEAR, WHO], [KAHN, SHIMBEL]) if not case.label}
    assert lies == {
        NUMBER_SWAPPED: "Kahn published it in 1958.",
        ANSWER_SWAPPED: "Kahn published it in 1962.",
    }


def test_a_question_without_an_answer_or_whose_quote_stands_nowhere_gives_none():
    assert labelled([asked("mars", None), asked("gone", "In 1962.", "Nobody wrote this")], [KAHN]) == []


def test_a_sample_is_the_same_at_every_call():
    many = [asked(f"q{n}", f"Kahn published {n} in 1962.", "Kahn published his method in 1962") for n in range(9)]
    assert labelled(many, [KAHN], 3) == labelled(many, [KAHN], 3) and len(labelled(many, [KAHN], 3)) == 6
