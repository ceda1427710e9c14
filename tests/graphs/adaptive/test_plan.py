"""The planner: what it asks whom before the search, and what it changes on a retry."""

import pytest

from ragkit.graphs.adaptive.plan import plan
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.model.scripted import ScriptedLLM
from ragkit.nodes import rewrite
from ragkit.state import Claim, Complexity, Grade, Memory

SIMPLE = "Who hunts mice?"
COMPLEX = "What is the difference between Owls and Cats?"
"""8 words of 20: .4 x .4; a comparison: .4; two names: .2. Together 0.76."""


def rejected(feedback):
    return Grade(0.5, 0.5, 0.2, 0.7, approved=False, helpful=(), feedback=feedback)


def test_a_simple_question_asks_no_model_and_is_searched_for_as_it_is(runtime):
    llm = ScriptedLLM(replies={})
    wrote = plan(AdaptiveState(question=SIMPLE), runtime(llm))
    assert wrote["queries"] == [SIMPLE] and wrote["depth"] == "simple" and wrote["notes"] == []
    assert wrote["complexity"].score == 0.06  # 3 of 20 words, times .4
    assert (wrote["loop"], wrote["tried"], wrote["memories"], llm.prompts) == (0, [], [], [])


@pytest.mark.parametrize(("above", "depth"), [(0.75, "complex"), (0.76, "simple")])
def test_only_a_score_above_the_threshold_is_complex(runtime, above, depth):
    llm = ScriptedLLM(replies={})
    wrote = plan(AdaptiveState(question=COMPLEX), runtime(llm, complex_above=above))
    assert wrote["depth"] == depth and wrote["queries"] == [COMPLEX] and wrote["complexity"].score == 0.76
    assert llm.prompts == []


@pytest.mark.parametrize(("mode", "policy"), [("unsupported", "complex"), ("not in the corpus", "simple")])
def test_a_failure_like_this_one_is_told_and_unsupported_drafts_make_the_search_deep(runtime, mode, policy):
    there = runtime(memory=True)
    there.context.memory.failed(SIMPLE, mode)
    wrote = plan(AdaptiveState(question=SIMPLE), there)
    assert [(memory.question, memory.mode) for memory in wrote["memories"]] == [(SIMPLE, mode)]
    assert wrote["depth"] == policy and wrote["complexity"].score == 0.06 and wrote["queries"] == [SIMPLE]


def test_a_failure_of_another_question_and_a_verified_answer_are_no_match(runtime):
    there = runtime(memory=True)
    there.context.memory.failed("Where does moss grow?", "unsupported")
    assert plan(AdaptiveState(question=SIMPLE), there)["memories"] == []


# A retry

KNOWN = Complexity(0.06, 0.15, 0.0, 0.0)
AGAIN = {"question": SIMPLE, "queries": [SIMPLE], "depth": "simple", "complexity": KNOWN, "tried": ["mice"], "loop": 1}


def test_a_retry_searches_with_the_critics_words_and_keeps_what_was_planned(runtime):
    memories = [Memory("1", SIMPLE, "not in the corpus")]
    state = AdaptiveState(**AGAIN, grades=[rejected("old"), rejected("at night")], memories=memories)
    assert plan(state, runtime()) == {
        "loop": 2, "queries": ["Who hunts mice? at night"], "tried": ["mice", SIMPLE], "depth": "simple",
        "complexity": KNOWN, "memories": memories, "notes": [],
    }  # fmt: skip


def test_a_query_like_one_that_failed_before_is_put_another_way(runtime):
    there = runtime(memory=True)
    there.context.memory.failed("Why?", "not in the corpus", ["Who hunts mice? at night"])
    state = AdaptiveState(**AGAIN, grades=[rejected("at night")])
    assert plan(state, there)["queries"] == ["at night Who hunts mice? details regarding at night"]
    assert rewrite(state, there)["queries"] == ["at night Who hunts mice? details regarding at night"]


GOOD = Grade(0.9, 0.9, 0.9, 1.0, approved=True)
SAID = [Claim("Owls hunt mice.", 1.0), Claim("Korf found it.", 0.0, missing=("Korf",)), Claim("Bats sing.", 0.0)]


def test_a_draft_that_was_not_supported_looks_for_its_own_evidence(runtime):
    wrote = plan(AdaptiveState(**AGAIN, grades=[GOOD], claims=SAID, risk=0.67), runtime())
    assert wrote["queries"] == ["Korf found it. Bats sing."] and wrote["depth"] == "simple"


@pytest.mark.parametrize(
    ("grade", "risk", "query"),
    [(rejected("at night"), 0.67, "Who hunts mice? at night"), (GOOD, 0.5, "Who hunts mice? by day")],
)
def test_its_claims_are_no_query_once_a_critic_has_spoken_since_or_the_draft_was_supported(runtime, grade, risk, query):
    state = AdaptiveState(**AGAIN, grades=[grade], claims=SAID, risk=risk, feedback="by day")
    assert plan(state, runtime())["queries"] == [query]


def test_without_words_of_the_critic_the_question_is_searched_for_deeper(runtime):
    wrote = plan(AdaptiveState(**AGAIN, grades=[Grade(0.9, 0.9, 0.9, 1.0, approved=True)]), runtime())
    assert wrote["queries"] == [SIMPLE] and wrote["depth"] == "complex" and wrote["loop"] == 2


def test_corrective_rag_rewrites_without_a_planner(runtime):
    wrote = rewrite(AdaptiveState(question=SIMPLE, grades=[rejected("at night")]), runtime())
    assert wrote == {"loop": 1, "queries": ["Who hunts mice? at night"], "tried": [SIMPLE]}
