"""A drafted question is kept when every rule that can be checked holds; what was dropped is told with its reason."""

import json

import pytest

from ragkit.evaluate.golden.drafting import Form, draft_question, draft_questions, spread, wrong
from ragkit.evaluate.golden.questions import Support
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import Passage

TEXT = "Barn owls hunt voles at night, and in hard winters by day. A pair needs 4,000 voles a year. "
OWL = Passage("owl", TEXT + "They nest in barns. " * 8, source="owls.md", section="Owls")
BAT = Passage("bat", "Bats hunt moths at dusk. " * 10, source="bats.md")
ASKED = "How many voles does a pair of barn owls need in a year?"
SOUND = {"question": ASKED, "answer": "A pair needs 4000 voles a year."}


def says(**by_source):
    return ScriptedLLM(replies={f"({source}.md": json.dumps(form) for source, form in by_source.items()})


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, ""),
        ({"question": "Owls and voles."}, "no question"),
        ({"question": "How many voles a year, by the given text?"}, "the question speaks of the given text"),
        ({"answer": "A pair needs 400 voles a year."}, "the answer holds 400, which does not stand in the passage"),
        ({"answer": "Many of them are Bengal owls."}, "the answer holds bengal, which does not stand in the passage"),
        ({"answer": "Owls were given 4000 prizes by learned societies."}, "no sentence of the passage says what"),
        ({"answer": "Barn owls hunt voles at night."}, "the answer holds no number or name"),
        ({"question": "Do owls need 4000 voles a year?"}, "the answer holds no number or name"),
    ],
)
def test_each_rule_says_what_is_wrong(changed, why):
    told = wrong(Form(**SOUND | changed), OWL)
    assert told.casefold().startswith(why) and bool(told) == bool(why)


def test_what_is_wrong_is_told_the_model_once_and_the_second_draft_counts():
    llm = ScriptedLLM(
        replies={"Not again: no question.": json.dumps(SOUND), "": '{"question": "Owls.", "answer": "4."}'}
    )
    found, why = draft_question(llm, OWL, "d1")
    assert found.question == ASKED and why == "" and len(llm.prompts) == 2


def test_a_sound_draft_becomes_a_question_with_key_and_support():
    (drafted,), dropped = draft_questions(says(owls=SOUND), [OWL], count=1, quiet=True)
    assert drafted.question.keys == (("4000",),)
    assert drafted.question.support == (Support("owls.md", "A pair needs 4,000 voles a year."),)
    assert drafted.passage is OWL and dropped == []


def test_a_bad_draft_is_dropped_with_its_reason_and_the_next_passage_is_tried():
    kept, dropped = draft_questions(says(owls=SOUND, bats=SOUND), [BAT, OWL], count=1, quiet=True)
    assert [drafted.passage.id for drafted in kept] == ["owl"]
    assert dropped == ["bats.md: the answer holds 4000, which does not stand in the passage"]


def test_a_model_that_cannot_fill_in_the_form_gives_no_question_and_a_reason():
    kept, dropped = draft_questions(ScriptedLLM(replies={"": "no"}), [OWL], count=3, quiet=True)
    assert kept == [] and "could not be read" in dropped[0]


def test_the_same_question_twice_is_one():
    again = Passage("owl2", OWL.text, source="owls.md")
    kept, dropped = draft_questions(says(owls=SOUND), [OWL, again], count=2, quiet=True)
    assert len(kept) == 1 and "the same question again" in dropped[0]


def test_every_document_is_asked_about_before_any_twice():
    many = [Passage(f"{source}{n}", "x" * 300, source) for source in "abc" for n in range(3)]
    order = [passage.source for passage in spread(many, seed=7)]
    assert [set(order[at : at + 3]) for at in (0, 3, 6)] == [set("abc")] * 3
    assert spread(many, 7) == spread(many, 7) and spread([Passage("s", "short", "a")]) == []
