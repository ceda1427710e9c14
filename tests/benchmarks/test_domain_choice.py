"""The threshold of the domain detector is chosen on one half of labelled questions and tested on the other."""

import pytest

from benchmarks.domain_choice import Located, archives_of, choose_domain_threshold, domain_scores
from ragkit.evaluate.golden.questions import Question, Support

RIVER = Located({"rivers": 0.6, "leagues": 0.2}, frozenset({"rivers"}))
WRONG = Located({"rivers": 0.6, "leagues": 0.2}, frozenset({"leagues"}))
HAIR = Located({"rivers": 0.6, "leagues": 0.57}, frozenset({"leagues"}))
NONE = Located({"rivers": 0.3, "leagues": 0.1}, frozenset())


def test_the_threshold_is_between_what_belongs_and_what_does_not():
    choice = choose_domain_threshold([RIVER] * 4 + [NONE] * 4, margin=0.05)
    assert choice.threshold == pytest.approx(0.45) and choice.n == 8
    assert (choice.routed.mean, choice.first.mean, choice.none.mean) == (1.0, 1.0, 1.0)
    assert (choice.routed.n, choice.none.n) == (2, 2)


def test_the_wrong_archive_is_no_success_and_a_second_one_within_the_margin_is_half_of_one():
    routed, first, none = domain_scores([RIVER, WRONG, HAIR, NONE], 0.45, margin=0.05)
    assert (routed.mean, routed.n) == (pytest.approx(2 / 3), 3) and first.mean == pytest.approx(1 / 3)
    assert none.mean == 1.0
    assert domain_scores([HAIR], 0.45, margin=0.0)[0].mean == 0.0
    assert domain_scores([NONE], 0.3, margin=0.0)[2].mean == 0.0


def test_a_question_belongs_to_the_archives_of_its_sets_or_else_of_its_support():
    support = (Support("rivers/a.md", "q"), Support("about.md", "q"))
    question = Question("q", "?", "factual", "!", (("!",),), support, "easy")
    assert archives_of(question, ["rivers", "leagues"]) == {"rivers"}
    unanswered = Question("q", "?", "near-miss", None, (), (), "easy", sets=("hair", "leagues"))
    assert archives_of(unanswered, ["rivers", "leagues"]) == {"leagues"}
