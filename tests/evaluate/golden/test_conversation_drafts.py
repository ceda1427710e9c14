"""Drafted conversations: what becomes a turn, what is dropped and why, and that the reader takes them."""

import json
import re

import pytest

from ragkit.evaluate.golden.conversation_drafts import draft_conversations, neighbours
from ragkit.model.scripted import ScriptedLLM
from ragkit.state import Passage

REST = "The board looks after everything here, day by day and year after year, in all weathers. " * 3
FACTS = {
    "dam": [
        ("The wall of Marren Dam is 87 m high.", "How high is Marren Dam?"),
        ("The crest of Marren Dam is 412 m long.", "How long is the crest of Marren Dam?"),
        ("A lift at Marren Dam carries 30000 fish.", "How many fish pass Marren Dam?"),
    ],
    "gauge": [
        ("The gauge Vey Mill was built in 1952.", "When was Vey Mill built?"),
        ("The zero of Vey Mill is at 300 m.", "At how many metres is the zero of Vey Mill?"),
    ],
}


def passages(*sources):
    found = []
    for source in sources:
        for number, (fact, _) in enumerate(FACTS[source]):
            found.append(Passage(f"{source}{number}", f"{fact} {REST}", f"{source}.md"))
    return found


def model(**changed):
    """A model that drafts the questions of FACTS, some of them changed, by source and number."""
    replies = {}
    for source, facts in FACTS.items():
        for number, (fact, question) in enumerate(facts):
            # The same form also replies to the question that was drafted.
            form = {"question": question, "answer": re.search(r"\d+", fact)[0]} | changed.get(f"{source}{number}", {})
            replies[fact] = json.dumps(form)
    return ScriptedLLM(replies=replies)


def said(conversation):
    return [(turn.kind, turn.user) for turn in conversation.turns]


def test_two_questions_become_a_follow_up_and_a_third_one_a_return_after_another_topic():
    kept, dropped = draft_conversations(model(), passages("dam", "gauge"), count=2, quiet=True)
    assert dropped == []
    assert said(kept[0]) == [
        ("first", "How high is Marren Dam?"),
        ("ellipsis", "And how long is the crest?"),
        ("topic-change", "When was Vey Mill built?"),
        ("return", "Back to my first question: how many fish pass it?"),
    ]
    assert said(kept[1]) == [("first", "When was Vey Mill built?"), ("ellipsis", "And at how many metres is the zero?")]


def test_a_turn_has_the_question_that_stands_by_itself_with_its_answer_keys_and_support():
    (kept,), _ = draft_conversations(model(), passages("dam"), count=1, quiet=True)
    turn = kept.turns[1]
    assert (turn.alone, turn.answer) == (
        "How long is the crest of Marren Dam?",
        "The crest of Marren Dam is 412 m long.",
    )
    assert turn.keys == (("412",),)
    assert turn.support[0].document == "dam.md" and turn.support[0].quote == "The crest of Marren Dam is 412 m long."


def test_with_one_document_there_is_no_other_topic_and_so_no_return():
    (kept,), _ = draft_conversations(model(), passages("dam"), count=1, quiet=True)
    assert [turn.kind for turn in kept.turns] == ["first", "ellipsis"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"question": "No question."}, "dam.md: no question"),
        ({"question": "How long is the crest of Orle Dam?"}, "dam.md: the question has a name or a number"),
        ({"question": "How long is its crest?"}, "dam.md: shares no name with the first question"),
        ({"question": "How high is Marren Dam?"}, "dam.md: the same question again"),
    ],
)
def test_a_question_that_breaks_a_rule_is_dropped_with_its_reason_and_the_next_passage_is_tried(change, why):
    (kept,), dropped = draft_conversations(model(dam1=change), passages("dam"), count=1, quiet=True)
    assert said(kept) == [("first", "How high is Marren Dam?"), ("pronoun", "How many fish pass it?")]
    assert len(dropped) == 1 and dropped[0].startswith(why)


@pytest.mark.parametrize("question", ["None.", "How high is the wall?"])
def test_where_the_first_passage_gives_no_question_with_a_name_the_second_does(question):
    (kept,), _ = draft_conversations(model(dam0={"question": question}), passages("dam"), count=1, quiet=True)
    assert said(kept)[0] == ("first", "How long is the crest of Marren Dam?")


def test_of_a_document_with_one_sound_question_no_conversation_is_made_and_the_next_is_tried():
    none = {"question": "None."}
    kept, dropped = draft_conversations(model(dam1=none, dam2=none), passages("dam", "gauge"), count=1, quiet=True)
    assert [turn.support[0].document for turn in kept[0].turns] == ["gauge.md", "gauge.md"]
    assert len(dropped) == 2


def test_the_model_is_asked_to_use_the_name_of_the_first_question():
    llm = model()
    draft_conversations(llm, passages("dam"), count=1, quiet=True)
    asks = "Ask about Marren Dam, by that name."
    asked = {fact: set() for fact, _ in FACTS["dam"]}
    drafts = [prompt for prompt in llm.prompts if "answers a question with" in prompt]
    for prompt in drafts:
        (fact,) = [fact for fact in asked if fact in prompt]
        asked[fact].add(asks in prompt)
    assert list(asked.values()) == [{False}, {True}, {True}]


def test_without_a_third_question_a_conversation_has_two_turns():
    third = {"question": "How many fish pass the dam?"}
    kept, _ = draft_conversations(model(dam2=third), passages("dam", "gauge"), count=2, quiet=True)
    assert [len(one.turns) for one in kept] == [2, 2]


def test_every_document_has_a_run_before_any_has_two_and_short_passages_are_left_out():
    many = [Passage(f"{source}{n}", "x" * 300, source) for source in "ab" for n in range(9)]
    few = [Passage("short", "x", "c"), Passage("alone", "x" * 300, "c")]
    runs = [[passage.id for passage in run] for run in neighbours([*many, *few])]
    assert sorted(run[0] for run in runs[:2]) == ["a0", "b0"]
    assert sorted(runs) == [
        ["a0", "a1", "a2", "a3"], ["a4", "a5", "a6", "a7"], ["b0", "b1", "b2", "b3"], ["b4", "b5", "b6", "b7"],
    ]  # fmt: skip
