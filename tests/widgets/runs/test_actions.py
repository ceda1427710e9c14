"""The table of an agent's actions: the tool, what it was called with, and the odds of what was open."""

from fakes import model

from ragkit.graphs import hybrid, single
from ragkit.trace import run
from ragkit.widgets import actions_table


def test_each_action_has_a_row_with_the_odds_of_the_tools_that_were_open(kit):
    trace = run(single(), "Which animals hunt mice?", kit(model(next={"A": 0.75, "B": 0.25})))
    html = actions_table(trace).data
    assert "<td>keyword_search</td><td>Which animals hunt mice?</td>" in html
    assert "keyword_search .75, semantic_search .25" in html and "<td class='rk-number'>2</td>" in html


def test_an_action_without_a_choice_says_so_and_a_run_without_actions_has_no_row(kit):
    trace = run(single(), "Which animals hunt mice?", kit(model(route={"B": 1.0})))
    assert "no choice: one tool was open" in actions_table(trace).data
    other = run(hybrid(), "Which animals hunt mice?", kit(model()))
    assert "<tbody></tbody>" in actions_table(other).data
