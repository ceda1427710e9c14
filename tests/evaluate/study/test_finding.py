"""What a study found: who goes to the other half, what is decided, what is shown, and what held; worked by hand."""

from dataclasses import replace

import pytest
from samples import rows_of

from ragkit.evaluate.study.finding import FEW, Gap, finalists, found, is_plain
from ragkit.evaluate.study.race import standings
from ragkit.recommended import Recommended
from ragkit.score import Score


def race_of(price=1, **signs):
    return standings(rows_of(**signs), list(signs), price)


def with_tokens(rows, **tokens):
    return [replace(row, evaluated=tokens[row.system], generated=0) for row in rows]


def gap(mean, low, high, n, needed=None):
    return Gap("a", "b", Score(mean, low, high, n), needed)


# Who is asked the other half


def test_the_two_best_and_the_best_plain_system_and_the_best_agent_are_asked_the_other_half():
    race = race_of(extract="---", naive="+--", hybrid="++-", crag="+++", adaptive="++0")
    # crag 1, adaptive 2/3, hybrid 1/3, naive -1/3, extract -1
    assert finalists(race) == ["crag", "adaptive", "hybrid"]


def test_where_a_plain_system_and_an_agent_are_best_these_two_are_all():
    assert finalists(race_of(naive="+--", hybrid="+++", crag="++-")) == ["hybrid", "crag"]


def test_plain_systems_that_are_best_bring_the_best_agent_along():
    assert finalists(race_of(naive="++-", hybrid="+++", crag="+--", adaptive="---")) == ["hybrid", "naive", "crag"]


def test_who_was_never_graded_is_not_asked_again():
    assert finalists(race_of(naive="???", hybrid="--+")) == ["hybrid"]


def test_a_system_is_plain_with_however_many_passages():
    assert [is_plain(name) for name in ("extract", "hybrid, 25 passages", "crag", "team")] == [True, True, False, False]


# The numbers


def test_the_chosen_one_is_best_on_the_first_half_and_its_value_comes_from_the_other():
    race = race_of(naive="+++", crag="++-")
    reported = rows_of(naive="+-", crag="++")
    finding = found(1, race, reported)
    assert finding.chosen == "naive"
    # (1 - 1) / 2 and (1 + 1) / 2
    assert {system: one.mean for system, one in finding.values.items()} == {"naive": 0, "crag": 1}
    (beside,) = finding.gaps
    # 0 and -2, question by question
    assert (beside.ours, beside.theirs, beside.by.mean, beside.by.n) == ("naive", "crag", -1, 2)
    # mean -1, deviation sqrt(2): (2.802 * 1.414)^2 = 15.7
    assert beside.needed == 16


def test_the_price_counts_in_each_number():
    finding = found(3, race_of(3, naive="00", crag="-+"), rows_of(naive="00", crag="-+"))
    assert finding.chosen == "naive" and finding.values["crag"].mean == -1
    assert finding.recommended == Recommended(graph="naive", settings={"wrong_costs": 3})


def test_without_a_graded_run_there_is_nothing_to_recommend():
    with pytest.raises(ValueError, match="no run is graded; allow more time, or look at the rows"):
        found(1, race_of(naive="??"), [])


def test_a_half_to_report_on_that_nobody_was_asked_leaves_no_value():
    finding = found(1, race_of(naive="+"), [], "60 of 60 minutes")
    assert (finding.values, finding.gaps, finding.agent) == ({}, (), None)
    assert finding.better is None and finding.runner_up is None and finding.stopped == "60 of 60 minutes"


@pytest.mark.parametrize(("asked", "decided"), [(11, False), (12, True)])
def test_a_choice_is_decided_after_twelve_graded_questions(asked, decided):
    assert found(1, race_of(naive="+" * asked), []).decided is decided
    assert not found(1, race_of(naive="+" * 11 + "?"), []).decided


# What is shown, and what held


@pytest.mark.parametrize(
    ("mean", "low", "high", "n", "shown"),
    [(0.5, 0.1, 0.9, FEW, True), (0.5, 0.1, 0.9, FEW - 1, False), (0.5, 0.0, 0.9, 99, False),
     (-0.5, -0.9, -0.1, FEW, True), (-0.5, -0.9, 0.1, 99, False)],
)  # fmt: skip
def test_a_difference_is_shown_by_eight_questions_whose_interval_excludes_0(mean, low, high, n, shown):
    assert FEW == 8 and gap(mean, low, high, n).shown is shown


def test_a_gap_without_any_question_is_not_shown():
    nan = float("nan")
    assert not gap(nan, nan, nan, 0).shown


@pytest.mark.parametrize(("asked", "held"), [(7, True), (8, False)])
def test_a_choice_does_not_hold_where_another_one_is_shown_to_be_better(asked, held):
    finding = found(1, race_of(naive="+" * 12, crag="0" * 12), rows_of(naive="-" * asked, crag="+" * asked))
    assert finding.chosen == "naive" and (finding.better is None) is held


def test_a_choice_holds_where_the_other_one_is_better_by_what_may_be_luck():
    finding = found(1, race_of(naive="+" * 12, crag="0" * 12), rows_of(naive="+" * 9 + "0", crag="+" * 10))
    assert finding.gaps[0].by.mean == pytest.approx(-0.1) and finding.better is None


def test_the_runner_up_is_the_best_of_the_others_that_was_graded():
    race = race_of(naive="++++", hybrid="+++0", crag="++00", adaptive="+000")
    finding = found(1, race, rows_of(naive="++", hybrid="+-", crag="+0", adaptive="??"))
    # naive less hybrid is 1, less crag 1/2; adaptive is ungraded
    assert finding.runner_up.theirs == "crag" and finding.runner_up.by.mean == 0.5
    assert [one.theirs for one in finding.gaps] == ["hybrid", "crag", "adaptive"]


# Agents


def test_the_best_agent_is_compared_with_the_plain_system_of_as_many_tokens():
    race = race_of(hybrid="+++", crag="++0", adaptive="+00")
    rows = rows_of(**{"hybrid": "+0", "hybrid, 9 passages": "00", "crag": "++", "adaptive": "--"})
    tokens = {"hybrid": 900, "hybrid, 9 passages": 2500, "crag": 2000, "adaptive": 900}
    agent = found(1, race, with_tokens(rows, **tokens)).agent
    # 2500 / 2000 is nearer than 2000 / 900
    assert (agent.ours, agent.theirs, agent.by.mean) == ("crag", "hybrid, 9 passages", 1)


def test_a_plain_system_without_tokens_is_no_match_for_an_agent():
    rows = with_tokens(rows_of(extract="++", crag="++"), extract=0, crag=900)
    assert found(1, race_of(extract="++", crag="++"), rows).agent is None


def test_without_an_agent_or_without_a_plain_system_nothing_is_said_of_agents():
    for names in (("naive", "hybrid"), ("crag", "adaptive")):
        signs = dict.fromkeys(names, "++")
        assert found(1, race_of(**signs), rows_of(**signs)).agent is None
