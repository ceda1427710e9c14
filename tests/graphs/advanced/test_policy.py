"""The policies of the quality-gated graph: every row fires for its issue, and says why."""

import pytest
from fakes import OWL

from ragkit.conversation import FollowUp
from ragkit.graphs.advanced import issues, policy
from ragkit.graphs.advanced.state import AdvancedState
from ragkit.judges import Choice
from ragkit.policy import choose
from ragkit.settings import Settings
from ragkit.state import Grade

SETTINGS = Settings(quality_from=0.6, searches=3, drafts=3)


def state(quality=None, **more):
    grades = [Grade(None, None, quality, 0.0, approved=False)]
    return AdvancedState(question="Who hunts?", grades=grades, **{"passages": [OWL]} | more)


def after_retrieval(one):
    return choose(policy.RETRIEVAL, policy.retrieval_issues(one, SETTINGS), [])


def after_answer(one):
    return choose(policy.ANSWER, policy.answer_issues(one, SETTINGS), [])


@pytest.mark.parametrize("label", issues.RETRIEVAL)
def test_each_issue_of_poor_evidence_leads_to_other_words_or_to_another_strategy(label):
    rule = after_retrieval(state(0.59, retrieval_issue=Choice(label, 0.4)))
    assert rule.when == label
    assert rule.do == ("decide_strategy" if label in ("off_topic", "wrong_domain") else "rewrite_and_refine")


def test_good_evidence_is_answered_from_whatever_issue_an_earlier_search_had():
    assert after_retrieval(state(0.6, retrieval_issue=Choice("off_topic", 0.9))).when == "good"


@pytest.mark.parametrize(
    ("quality", "more", "when", "do"),
    [
        (None, {}, "ungraded", "ask_back"),
        (0.59, {"loop": 2, "retrieval_issue": Choice("off_topic", 0.9)}, "exhausted", "ask_back"),
        (0.59, {"loop": 1, "retrieval_issue": Choice("", note="no odds")}, "unnamed", "rewrite_and_refine"),
        (0.59, {}, "unnamed", "rewrite_and_refine"),
        (0.0, {"passages": [], "retrieval_issue": Choice("off_topic")}, "off_topic", "decide_strategy"),
    ],
)
def test_what_the_paper_leaves_open_has_a_row(quality, more, when, do):
    rule = after_retrieval(state(quality, **more))
    assert (rule.when, rule.do) == (when, do)


def test_the_third_search_is_the_last_one():
    poor = {"quality": 0.1, "retrieval_issue": Choice("missing_key_info", 0.5)}
    assert [after_retrieval(state(**poor, loop=loop)).when for loop in (0, 1, 2)] == [
        "missing_key_info", "missing_key_info", "exhausted",
    ]  # fmt: skip


@pytest.mark.parametrize("label", issues.ANSWER)
def test_each_issue_of_a_draft_leads_to_another_draft_and_never_to_a_search(label):
    rule = after_answer(state(0.9, verdict="insufficient", drafts=1, answer_issue=Choice(label, 0.4)))
    assert rule.when == label and rule.do == "answer_generation"


@pytest.mark.parametrize(
    ("more", "when", "do"),
    [
        ({"verdict": "grounded", "drafts": 3}, "sufficient", "keep_turn"),
        ({"verdict": "refused", "drafts": 1, "passages": []}, "nothing", "apologise"),
        ({"verdict": "ungraded", "drafts": 1}, "ungraded", "apologise"),
        ({"verdict": "insufficient", "drafts": 3}, "exhausted", "apologise"),
        ({"verdict": "refused", "drafts": 3}, "exhausted", "apologise"),
        ({"verdict": "refused", "drafts": 1}, "refused", "answer_generation"),
        ({"verdict": "repeated", "drafts": 2}, "repeated", "answer_generation"),
        ({"verdict": "insufficient", "drafts": 1}, "unnamed", "answer_generation"),
    ],
)
def test_every_other_row_after_a_draft(more, when, do):
    rule = after_answer(state(0.9, **more))
    assert (rule.when, rule.do) == (when, do)


def test_nothing_after_a_draft_searches_again():
    assert {rule.do for rule in policy.ANSWER} == {"keep_turn", "apologise", "answer_generation"}


def test_every_issue_has_a_row_a_meaning_and_an_instruction_of_its_own():
    for table, known in ((policy.RETRIEVAL, issues.RETRIEVAL), (policy.ANSWER, issues.ANSWER)):
        assert len(known) == 8 and set(known) <= {rule.when for rule in table}
        assert len({issue.meaning for issue in known.values()}) == 8
        assert len({issue.instruction for issue in known.values()}) == 8
    reasons = [rule.why for table in (policy.RETRIEVAL, policy.ANSWER) for rule in table]
    assert len(set(reasons)) == len(reasons) and min(map(len, reasons)) > 30


def test_only_a_greeting_is_not_searched_for():
    for sort in ("first", "standalone", "follow-up", "assent", "correction", "choice"):
        assert policy.turn_issues(state(follow_up=FollowUp(sort, "a sign")), SETTINGS) == {"question"}
    assert policy.turn_issues(state(follow_up=FollowUp("greeting", "a sign")), SETTINGS) == {"greeting"}


def test_a_query_that_was_searched_for_leads_on_with_what_there_is():
    def rule(queries, tried):
        found = policy.refined_issues(state(queries=queries, tried=tried), SETTINGS)
        return choose(policy.REFINED, found, [])

    assert rule(["b"], ["a"]).do == "query_expansion" and rule(["a"], ["a"]).do == "ask_back"
