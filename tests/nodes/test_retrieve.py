"""The retriever on a retry: what helped stays where it was, what did not is gone for good, what is new follows."""

import pytest
from fakes import CAT, MOSS, OWL, TREE

import ragkit.search.rerank
from ragkit.graphs.adaptive.state import AdaptiveState
from ragkit.nodes import retrieve
from ragkit.nodes.retry import sift
from ragkit.search.budget import within
from ragkit.settings import DEPTHS
from ragkit.state import Grade

QUESTION = "Which animals hunt mice?"


def graded(*helpful, approved=False):
    return Grade(0.5, 0.5, 0.5, 0.5, approved, helpful=helpful)


def ids(wrote):
    return [passage.id for passage in wrote["passages"]]


def test_the_first_pass_takes_the_fused_ranking_and_drops_nothing(runtime):
    wrote = retrieve(AdaptiveState(question=QUESTION, depth="simple"), runtime())
    assert wrote["passages"] == wrote["rankings"]["fused"] and len(wrote["passages"]) == 3
    assert set(ids(wrote)[:2]) == {"owl", "cat"} and wrote["dropped"] == [] and wrote["notes"] == []


def test_what_helped_stays_first_at_its_place_and_at_exactly_the_threshold(runtime):
    state = AdaptiveState(
        question=QUESTION, queries=["Fish swim in the river."], depth="simple", passages=[TREE, OWL, CAT],
        grades=[graded(0.45, 0.44, None)],
    )  # fmt: skip
    wrote = retrieve(state, runtime())
    assert ids(wrote)[:3] == ["tree", "cat", "fish"]  # one that nobody could judge stays
    assert wrote["passages"][:2] == [TREE, CAT] and wrote["dropped"] == ["owl"]


def test_what_was_dropped_never_comes_back_and_nothing_is_there_twice(runtime):
    there, state = runtime(), AdaptiveState(question=QUESTION, depth="simple", passages=[OWL, CAT, TREE])
    state.grades = [graded(0.9, 0.1, 0.1)]
    first = retrieve(state, there)
    assert first["dropped"] == ["cat", "tree"] and not {"cat", "tree"} & set(ids(first))
    assert ids(first).count("owl") == 1 and ids(first)[0] == "owl"
    state.passages, state.dropped = first["passages"], first["dropped"]
    state.grades = [graded(*[0.1] * len(first["passages"]))]
    state.queries = ["Cats hunt mice by day."]
    second = retrieve(state, there)
    assert second["dropped"][:3] == ["cat", "tree", "owl"] and not set(second["dropped"]) & set(ids(second))


def test_after_a_draft_failed_on_approved_evidence_it_stays_and_what_is_new_follows(runtime):
    state = AdaptiveState(
        question=QUESTION, queries=[QUESTION], depth="complex", passages=[TREE, OWL], grades=[graded(approved=True)],
        dropped=["moss"],
    )  # fmt: skip
    wrote = retrieve(state, runtime())
    assert wrote["passages"][:2] == [TREE, OWL] and wrote["dropped"] == ["moss"]
    assert set(ids(wrote)[2:]) == {"cat", "fish"}


@pytest.mark.parametrize("grades", [[], [graded(approved=True)]])
def test_without_a_grade_for_each_passage_all_is_kept_and_nothing_dropped(grades):
    assert sift([OWL, CAT], grades, 0.3) == ([OWL, CAT], [])


def test_a_budget_of_tokens_bounds_the_evidence_and_a_retry_brings_one_new_passage_at_least(runtime, monkeypatch):
    narrow = DEPTHS["simple"]._replace(tokens=24)  # 72 letters: two passages of these
    monkeypatch.setitem(DEPTHS, "simple", narrow)
    first = retrieve(AdaptiveState(question=QUESTION, depth="simple"), runtime(k=None))
    assert len(first["passages"]) == 2 and len(first["rankings"]["fused"]) == 5
    kept = AdaptiveState(question=QUESTION, depth="simple", passages=[TREE, MOSS], grades=[graded(approved=True)])
    again = retrieve(kept, runtime(k=None))["passages"]
    assert (
        again[:2] == [TREE, MOSS] and len(again) == 3
    )  # the budget is used up, and one new passage comes all the same


def test_a_first_passage_that_is_too_long_is_kept_all_the_same():
    assert within([OWL, CAT], 1) == [OWL] and within([], 1) == [] and within([OWL, CAT], None) == [OWL, CAT]


def test_without_a_cross_encoder_the_fused_order_stands_and_a_note_says_so(runtime):
    wrote = retrieve(AdaptiveState(question=QUESTION, depth="paper complex"), runtime(k=None))
    assert wrote["passages"] == wrote["rankings"]["fused"] and len(wrote["passages"]) == 5
    assert "reranked" not in wrote["rankings"] and wrote["notes"][0].startswith("not reranked, the fused order stands")


def test_a_cross_encoder_orders_only_what_is_new(runtime, monkeypatch):
    class CrossEncoder:
        def predict(self, pairs):
            return [("river" in text) + 0.5 * ("stones" in text) for _, text in pairs]

    monkeypatch.setattr(ragkit.search.rerank, "load_cross_encoder", lambda name: CrossEncoder())
    state = AdaptiveState(question=QUESTION, depth="paper complex", passages=[CAT], grades=[graded(0.9)])
    wrote = retrieve(state, runtime(k=None))
    assert ids(wrote)[:3] == ["cat", "fish", "moss"] and len(wrote["passages"]) == 1 + 3 and wrote["notes"] == []


@pytest.mark.parametrize(("policy", "found"), [("paper simple", 3), ("paper complex", 5)])
def test_the_planners_policy_wins_over_the_settings(runtime, policy, found):
    other = {"paper simple": "paper complex", "paper complex": "paper simple"}[policy]
    state = AdaptiveState(question=QUESTION, depth=policy)
    assert len(retrieve(state, runtime(k=None, depth=other))["passages"]) == found
