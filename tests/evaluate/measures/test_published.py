"""The published figures are those that were printed, and what they rest on is told beside them."""

from ragkit.evaluate.measures.published import A_RAG, PUBLISHED, TEAMS


def test_the_gains_that_teams_prints_follow_from_its_two_columns():
    printed = {"complex multi-hop": 129, "HotpotQA": 31, "2WikiMultiHop": 32}
    before, after = TEAMS["traditional"], TEAMS["agentic"]
    assert {name: round(100 * (after[name] / before[name] - 1)) for name in before} == printed


def test_two_rows_of_teams_are_those_of_another_report_whose_plain_system_has_other_values():
    own = A_RAG["agentic"]
    assert own == {name: TEAMS["agentic"][name] for name in own}
    gains = {name: round(own[name] - A_RAG["naive"][name], 3) for name in own}
    assert gains == {"HotpotQA": 0.133, "2WikiMultiHop": 0.395}
    assert not any(TEAMS["traditional"][name] == A_RAG["naive"][name] for name in own)


def test_no_experiment_can_set_a_system_beside_an_accuracy_on_other_questions():
    assert not set(PUBLISHED) & {*TEAMS, *A_RAG}
