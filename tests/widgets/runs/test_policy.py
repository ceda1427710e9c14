"""The policy table holds every row in its order, numbers the rows that fired."""

import re

from ragkit.graphs.crag.policy import CRAG
from ragkit.state import Rule
from ragkit.widgets import policy_table


def rows(html: str) -> list[list[str]]:
    return [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr.*?</tr>", html)[1:]]


def test_a_policy_without_a_run_shows_when_do_why_and_budget_of_every_row_in_order():
    shown = rows(policy_table(CRAG).data)
    assert [row[1:3] for row in shown] == [[rule.when, rule.do] for rule in CRAG]
    assert [row[4] for row in shown] == [str(rule.budget) for rule in CRAG]
    assert not any(row[0] for row in shown)


def test_rows_that_fired_are_numbered_by_move_and_marked_not_by_colour_alone():
    other = Rule("elsewhere", "end", "a row of another table")
    html = policy_table(CRAG, [None, CRAG[3], other, None, CRAG[3], CRAG[0]]).data
    assert [row[0] for row in rows(html)] == ["▶ 4", "", "", "▶ 1, 3"]
    assert html.count("class='fired'") == 2
    assert "font-weight: bold" in html
