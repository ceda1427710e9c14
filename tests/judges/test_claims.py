"""Drafts to claims: by rule on worked examples, by a script where a model rewrites, and once by the real one."""

import json
import re

import pytest

from ragkit.judges.claims import Claims, faults, split
from ragkit.model.chat import chat
from ragkit.model.errors import ChatFailed
from ragkit.model.scripted import ScriptedLLM
from ragkit.settings import Settings
from ragkit.state import REFUSAL
from ragkit.text.anchors import missing
from ragkit.text.sentences import PRONOUNS, citations, sentences, without_citations

QUESTION = "When was Kahn's algorithm published, and how fast is it?"
DRAFT = "Kahn's algorithm was published in 1962. It takes O(V + E) time [1] and reports a cycle when vertices are left."
GOOD = [
    "Kahn's algorithm was published in 1962.",
    "Kahn's algorithm takes O(V + E) time.",
    "Kahn's algorithm reports a cycle when vertices are left.",
]


def silent():
    """A model that must not be asked."""
    return ScriptedLLM(replies={})


def writes(claims):
    return ScriptedLLM(replies={"": json.dumps({"claims": claims})})


# by rule


@pytest.mark.parametrize(
    ("draft", "claims"),
    [
        ("", []),
        (" \n", []),
        (REFUSAL, []),
        ("[1] 60,000", ["60,000"]),
        ("[1] 10 seconds.", ["10 seconds."]),
        ("It never reopens a vertex [2].", ["It never reopens a vertex."]),  # one sentence is its own claim
        ("[1] Owls hunt. [2] Mice hide [1, 3].", ["Owls hunt.", "Mice hide."]),
        ("A heap costs O(log n) a step; Dial's queue costs O(1) a step.",
         ["A heap costs O(log n) a step", "Dial's queue costs O(1) a step."]),
        ("Mark a vertex as it enters; otherwise it enters twice or more.",
         ["Mark a vertex as it enters; otherwise it enters twice or more."]),
        ("In A* h is the heuristic; in Johnson's algorithm it is a potential.",
         ["In A* h is the heuristic; in Johnson's algorithm it is a potential."]),
        ("Use f(a; b) or write `x = 1; y = 2; z` in one go.", ["Use f(a; b) or write `x = 1; y = 2; z` in one go."]),
        ("How many probes does a lookup cost? 8.5", ["8.5"]),  # models repeat the question; it states nothing
        ("Is it known?", ["Is it known?"]),
        ("[1] Owls hunt. [2] Owls hunt.", ["Owls hunt."]),
        ("[1]", []),
        ("Prim has 3 phases. Note that edges are sorted.", ["Prim has 3 phases.", "Note that edges are sorted."]),
        ("- Kahn keeps a queue.\n- Tarjan keeps a stack.", ["Kahn keeps a queue.", "Tarjan keeps a stack."]),
    ],
)  # fmt: skip
def test_a_draft_whose_sentences_stand_alone_needs_no_model(draft, claims):
    assert split(silent(), draft, QUESTION) == (claims, "")


@pytest.mark.parametrize(
    "second",
    [
        "It hides.",
        "They hide by day.",
        "Therefore mice hide.",
        "With it mice hide.",
        "In this case mice hide.",
        "Its food hides.",
        "Such mice hide.",
        "Mice hide in these places:",
    ],
)
def test_a_sentence_that_leans_on_another_goes_to_the_model(second):
    llm = ScriptedLLM(replies={second: "?"})
    claims, note = split(llm, f"Owls hunt at night. {second}", QUESTION)
    assert len(llm.prompts) == 1 and claims == ["Owls hunt at night.", second] and note


@pytest.mark.parametrize(
    ("second", "claims"),
    [
        ("Mice hide by day; owls hunt at night.", ["Mice hide by day", "owls hunt at night."]),
        ("Mice hide " + "and hide " * 12 + "again.", ["Mice hide " + "and hide " * 12 + "again."]),
        ("Mice hide by day; they sleep a lot.", ["Mice hide by day; they sleep a lot."]),
    ],
)
def test_sentences_that_stand_alone_need_no_model_however_long_they_are(second, claims):
    llm = ScriptedLLM(replies={})
    assert split(llm, f"Owls hunt at night. {second}", QUESTION) == (["Owls hunt at night.", *claims], "")
    assert llm.prompts == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("See e.g. Kahn, i.e. queues, cf. Fig. 3. It ends.", ["See e.g. Kahn, i.e. queues, cf. Fig. 3.", "It ends."]),
        ("E. W. Dijkstra found it. Arthur B. Kahn did not.", ["E. W. Dijkstra found it.", "Arthur B. Kahn did not."]),
        ("It scans each edge E. The rest is free.", ["It scans each edge E.", "The rest is free."]),
        ("It costs 1.5 s. plan takes 3.", ["It costs 1.5 s.", "plan takes 3."]),  # commands begin small
        ("Sorting takes O(n log n). Heaps help.", ["Sorting takes O(n log n).", "Heaps help."]),
        ("Use heaps, lists etc. or trees. Chen et al. do.", ["Use heaps, lists etc. or trees.", "Chen et al. do."]),
        ('He said "go." Then it ran. (It did.) End.', ['He said "go."', "Then it ran.", "(It did.)", "End."]),
        ("Steps:\n1. Sort the\n   edges.\n2. Join\n\nDone", ["Steps:", "Sort the edges.", "Join", "Done"]),
        ("* one\n* two\n- three", ["one", "two", "three"]),
        ("Call `a. B. c`. Then stop.", ["Call `a. B. c`.", "Then stop."]),
        ("Run\n```\na. B\n\n- c\n```\nThen stop.", ["Run ``` a. B - c ```", "Then stop."]),
        ("A line\nthat wraps. Next", ["A line that wraps.", "Next"]),
        (" ", []),
    ],
)  # fmt: skip
def test_where_a_sentence_ends(text, found):
    assert sentences(text) == found


def test_citations_are_read_and_removed():
    draft = "[2] Owls hunt [1, 3]. According to [2], mice hide [1][4]."
    assert citations(draft) == [2, 1, 3, 2, 1, 4]
    assert without_citations(draft) == "Owls hunt. mice hide."
    code = "Set d[0], `row[2]` and [x]."
    assert citations(code) == [] and without_citations(code) == code


# by a model


def test_the_models_claims_are_taken_when_nothing_is_added_or_lost():
    llm = writes(GOOD)
    assert split(llm, DRAFT, QUESTION) == (GOOD, "")
    (prompt,) = llm.prompts
    assert QUESTION in prompt and "It takes O(V + E) time and" in prompt and "[1]" not in prompt


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ([*GOOD[:2], "Kahn's algorithm reports a cycle in 1963 when vertices are left."], "added 1963"),
        ([*GOOD, "Kahn's algorithm is by Dijkstra."], "added Dijkstra"),
        ([*GOOD[:2], "Kahn's algorithm quickly reports a cycle when vertices are left."], "added quick"),
        ([*GOOD[:2], "Kahn's algorithm does not report a cycle when vertices are left."], "added a not"),
        (GOOD[1:], "lost 1962"),
        ([GOOD[0], GOOD[2]], r"lost O\(V \+ E\)"),
        (GOOD[:2], "lost much of: It takes"),
        ([*GOOD[:2], "It reports a cycle when vertices are left."], "does not stand alone: It reports"),
        ([*GOOD, GOOD[0]], "twice"),
        ([*GOOD, " "], "empty"),
        ([without_citations(DRAFT)], "does not stand alone: It takes"),  # the whole draft as one claim
    ],
)
def test_claims_that_add_lose_lean_or_repeat_are_not_taken(claims, why):
    found, note = split(writes(claims), DRAFT, QUESTION)
    assert found == sentences(without_citations(DRAFT))
    assert note.startswith("checked sentence by sentence: the model") and re.search(why, note)


def test_small_words_may_come_and_go_and_the_questions_words_are_no_addition():
    question = "Which command does Wayfinder have for trees?"
    claims = ["Wayfinder has the span command.", "The span command prints trees."]
    assert faults(claims, "It is the span command. This prints trees.", question) == ""
    assert faults(claims, "It is the span command. This prints trees.", "") == "the model added wayfind"


def test_every_sentence_is_accounted_for_by_claims_of_its_own():
    """The embedded 1.5B model wrote this: all words are the draft's, and the last claim is false."""
    draft = "WF-017 uses Dijkstra's algorithm, which requires weights. However, Bellman-Ford does not require them."
    claims = ["WF-017 uses Dijkstra's algorithm, which requires weights.", "WF-017 does not use Bellman-Ford."]
    assert faults(claims, draft, "") == "the model lost much of: However, Bellman-Ford does not require them."
    claims[1] = "Bellman-Ford requires no weights."
    assert faults(claims, draft, "") == ""
    claims[1] = "Bellman-Ford requires weights."
    assert faults(claims, draft, "").startswith("the model lost a not of: However")


def test_a_claim_that_takes_a_long_name_along_still_tells_its_own_sentence():
    draft = (
        "Peter Hart, Nils Nilsson and Bertram Raphael published A* in 1968. They wanted to plan the moves of Shakey."
    )
    claims = [
        "Peter Hart, Nils Nilsson and Bertram Raphael published A* in 1968.",
        "Peter Hart, Nils Nilsson and Bertram Raphael wanted to plan the moves of Shakey.",
    ]
    assert faults(claims, draft, "") == ""


def test_a_reply_that_is_no_form_falls_back_and_says_so():
    for reply in ("Sure!", Claims.model_construct(claims=["x" * 241]).model_dump_json(), '{"claims": []}'):
        llm = ScriptedLLM(replies={"": reply})
        claims, note = split(llm, DRAFT, QUESTION)
        assert claims == sentences(without_citations(DRAFT)) and len(llm.prompts) == 1
        assert note.startswith("checked sentence by sentence: Claims could not be read after 1 try")


@pytest.mark.slow
def test_a_model_that_cannot_be_reached_fails_the_run():
    llm = chat(Settings(provider="openai", model="owl", base_url="http://127.0.0.1:9/v1", reuse_replies=False))
    with pytest.raises(ChatFailed):
        split(llm, DRAFT, QUESTION)


# the real model


@pytest.mark.parametrize(
    ("question", "draft"),
    [
        (QUESTION, DRAFT),
        ("Which algorithm does span use?", "The span command uses Boruvka's algorithm. It was invented in 1926."),
        ("Who published A*?", "Hart, Nilsson and Raphael published A* in 1968. They planned the movements of Shakey."),
    ],
)
def test_the_real_models_claims_stand_alone_and_add_and_lose_nothing_or_a_note_says_so(quality_llm, question, draft):
    claims, note = split(quality_llm, draft, question)
    everything = "\n".join(claims)
    assert missing(everything, draft, question) == [] and missing(without_citations(draft), everything) == []
    if note:
        assert claims == sentences(without_citations(draft))
    else:
        assert not [claim for claim in claims if claim.split()[0].lower() in PRONOUNS]
