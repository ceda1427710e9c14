"""Which questions are asked, counted by hand: the drafted ones, half as many of each kind made, and a share without."""

from collections import Counter

import pytest

from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study.mix import SHARE, mixed


def some(kind, count, part="fit"):
    """So many questions of a kind in a half."""
    answer = None if kind in ("near-miss", "out-of-domain") else "Kahn."
    ids = [f"{part} {kind} {number}" for number in range(count)]
    return [Question(id, f"{id}?", kind, answer, (), (), "easy", part=part) for id in ids]


def kinds(questions, part="fit"):
    return Counter(question.kind for question in questions if question.part == part)


def test_all_drafts_are_asked_and_of_each_kind_that_rules_made_half_as_many_at_most():
    made = [*some("table", 9), *some("multi-hop", 2), *some("follow-up", 5)]
    # 5 drafts: half of them is 2.5, so three tables, and three follow-ups
    assert kinds(mixed([*some("factual", 5), *made], 0)) == {
        "factual": 5, "table": 3, "multi-hop": 2, "follow-up": 3,
    }  # fmt: skip


def test_a_quarter_without_an_answer_is_a_third_of_those_with_one_and_of_each_kind_as_many():
    without = [*some("near-miss", 9), *some("false-premise", 9), *some("out-of-domain", 9)]
    # 18 with an answer are three quarters, and 6 without are one: two of each kind
    found = kinds(mixed([*some("factual", 18), *without], 0.25))
    assert found == {"factual": 18, "near-miss": 2, "false-premise": 2, "out-of-domain": 2}
    assert SHARE == 0.25


def test_where_a_kind_has_no_more_questions_the_others_fill_the_share():
    without = [*some("near-miss", 1), *some("out-of-domain", 9)]
    # 9 with an answer, 9 without
    assert kinds(mixed([*some("factual", 9), *without], 0.5)) == {"factual": 9, "near-miss": 1, "out-of-domain": 8}


def test_the_share_is_of_each_half():
    here = [*some("factual", 6), *some("near-miss", 9)]
    there = [*some("factual", 3, "test"), *some("near-miss", 9, "test")]
    found = mixed([*there, *here], 0.25)
    assert kinds(found) == {"factual": 6, "near-miss": 2}
    assert kinds(found, "test") == {"factual": 3, "near-miss": 1}


def test_without_drafts_all_that_rules_made_is_asked():
    assert kinds(mixed([*some("table", 4), *some("follow-up", 1)], 0)) == {"table": 4, "follow-up": 1}


def test_without_a_question_that_has_an_answer_none_is_asked():
    assert mixed([*some("near-miss", 4), *some("out-of-domain", 4)], 0.5) == []
    assert mixed([]) == []


def test_questions_of_other_kinds_with_an_answer_count_as_drafts():
    assert kinds(mixed([*some("how-to", 1), *some("numeric", 1), *some("table", 5)], 0)) == {
        "how-to": 1, "numeric": 1, "table": 1,
    }  # fmt: skip


def test_a_seed_chooses_the_same_questions_and_another_one_others():
    questions = [*some("factual", 2), *some("table", 9)]
    chosen = {mixed(questions, 0, seed)[-1].id for seed in range(9)}
    assert mixed(questions, 0, 3) == mixed(questions, 0, 3) and len(chosen) > 1


@pytest.mark.parametrize("share", [1, 1.5, -0.1, float("nan")])
def test_a_share_from_which_nothing_can_be_asked_is_an_error(share):
    with pytest.raises(ValueError, match="it is 0 or more, and below 1"):
        mixed(some("factual", 2), share)
