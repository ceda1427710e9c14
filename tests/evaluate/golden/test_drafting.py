"""A drafted question is kept when every rule that can be checked holds; what was dropped is told with its reason."""

import json

import pytest

from ragkit.evaluate.golden.drafting import NOTHING, draft_question, draft_questions, spread, wrong
from ragkit.evaluate.golden.questions import Support
from ragkit.evaluate.golden.targets import Target
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import Passage

NEEDS = "A pair of barn owls needs 4,000 voles in a year."
OWL = Passage("owl", f"{NEEDS} " + "They nest in barns. " * 12, source="owls.md", section="Owls")
TWO = Passage("two", f"{NEEDS} The first count was published in Uppsala by Linn. " * 2, source="two.md", section="Owls")
BAT = Passage("bat", "At dusk, bats hunt 600 moths in an hour. " * 6, source="bats.md")
PLAIN = Passage("plain", "Bats hunt moths at dusk when it is warm. " * 6, source="plain.md")
ASKED = "How many voles does a pair of barn owls need in a year?"
SOUND = {"question": ASKED}


REPLIES = "as few words as you can"
"""What only the second prompt says, in which the model replies to its own question."""


def says(reply="4,000 voles", **by_source):
    drafts = {f"({source}.md": json.dumps(form) for source, form in by_source.items()}
    return ScriptedLLM(replies={REPLIES: json.dumps({"answer": reply})} | drafts)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (ASKED, ""),
        ("What number of voles does a pair of barn owls need?", ""),
        ("Owls and voles.", "no question"),
        ("How many voles a year do barn owls need, by the given text?", "the question speaks of a passage"),
        ("Do barn owls need 4000 voles a year?", "the question says the answer"),
        ("How many voles do Bengal owls need in a year?", "the question has a name or a number that is not"),
        ("How many voles?", "the question does not say what it is about"),
        ("How many moths does a bat hunt in an hour of dusk?", "the question is not about the sentence"),
        ("Who needs voles, a pair of barn owls?", "the question does not ask for a number"),
    ],
)
def test_each_rule_says_what_is_wrong(question, why):
    told = wrong(question, Target(NEEDS, "4,000"), OWL)
    assert told.startswith(why) and bool(told) == bool(why)


def test_a_question_for_a_number_is_wrong_where_a_name_answers():
    target = Target("The first count was published in Uppsala by Linn.", "Linn")
    assert wrong("How many counts were first published in Uppsala?", target, TWO) == "the question asks for a number"
    assert wrong("Who published the first count in Uppsala?", target, TWO) == ""


def test_after_a_bad_draft_another_sentence_or_answer_is_asked_for():
    reply = json.dumps({"answer": "4,000"})
    llm = ScriptedLLM(replies={REPLIES: reply, 'with "4,000"': json.dumps(SOUND), "": '{"question": "Owls."}'})
    found, why = draft_question(llm, TWO, "d1")
    drafts = [prompt for prompt in llm.prompts if REPLIES not in prompt]
    # of two sentences one answer each is asked for
    assert len(drafts) == 2 and len({prompt[-40:] for prompt in drafts}) == 2
    assert (found is None) == (why == "no question")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("600 moths", "the model answers it with something else"),
        ("4,000 in barns, where they nest with their young", "the answer is only a part of what is asked for"),
    ],
)
def test_a_draft_to_which_the_model_replies_otherwise_is_dropped(reply, why):
    llm = says(reply, owls=SOUND)
    assert draft_question(llm, OWL, "d1") == (None, why)


def test_a_reply_that_cannot_be_read_drops_the_draft():
    llm = ScriptedLLM(replies={REPLIES: "no", "": json.dumps(SOUND)})
    found, why = draft_question(llm, OWL, "d1")
    assert found is None and "ShortForm could not be read" in why


def test_a_sound_draft_becomes_a_question_with_key_and_support():
    (drafted,), dropped = draft_questions(says(owls=SOUND), [OWL], count=1, quiet=True)
    assert (drafted.question.keys, drafted.question.answer) == ((("4,000",),), NEEDS)
    assert drafted.question.support == (Support("owls.md", NEEDS),)
    assert drafted.passage is OWL and dropped == []


def test_the_model_is_told_the_sentence_and_the_answer_behind_the_passage():
    llm = says(owls=SOUND)
    draft_question(llm, OWL, "d1", about="Barn owls")
    prompt, reply = llm.prompts
    assert ASKED not in prompt and ASKED in reply
    assert prompt.index(NEEDS) < prompt.index(f'The sentence "{NEEDS}"') < prompt.index("Ask about Barn owls")


def test_a_bad_draft_is_dropped_with_its_reason_and_the_next_passage_is_tried():
    kept, dropped = draft_questions(says(owls=SOUND, bats=SOUND), [BAT, OWL], count=1, quiet=True)
    assert [drafted.passage.id for drafted in kept] == ["owl"]
    assert dropped == ["bats.md: the question is not about the sentence that answers it"]


def test_no_model_is_asked_about_a_passage_without_anything_to_ask_for():
    llm = says(plain=SOUND)
    assert draft_question(llm, PLAIN, "d1") == (None, NOTHING)
    assert draft_questions(llm, [PLAIN], count=1, quiet=True) == ([], []) and llm.prompts == []


def test_a_model_that_cannot_fill_in_the_form_gives_no_question_and_a_reason():
    kept, dropped = draft_questions(ScriptedLLM(replies={"": "no"}), [OWL], count=3, quiet=True)
    assert kept == [] and "could not be read" in dropped[0]


def test_the_same_question_twice_is_one():
    again = Passage("owl2", OWL.text.replace("A pair", "One pair"), source="owls.md")
    kept, dropped = draft_questions(says(owls=SOUND), [OWL, again], count=2, quiet=True)
    assert len(kept) == 1 and "the same question again" in dropped[0]


def test_a_sentence_at_the_foot_of_every_page_is_asked_about_once():
    llm = says(owls=SOUND, bats=SOUND)
    pages = [OWL, Passage("foot", OWL.text, source="bats.md")]
    kept, dropped = draft_questions(llm, pages, count=2, quiet=True)
    # A prompt for the draft and one for the reply.
    assert len(kept) == 1 and dropped == [] and len(llm.prompts) == 2


def test_every_document_is_asked_about_before_any_twice():
    many = [Passage(f"{source}{n}", "x" * 300, source) for source in "abc" for n in range(3)]
    order = [passage.source for passage in spread(many, seed=7)]
    assert [set(order[at : at + 3]) for at in (0, 3, 6)] == [set("abc")] * 3
    assert spread(many, 7) == spread(many, 7) and spread([Passage("s", "short", "a")]) == []
