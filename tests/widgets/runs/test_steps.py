"""The table of steps: every step with its cost and its reason, sums that add up."""

import re

from samples import cells

from ragkit.model.meter import Usage
from ragkit.state import Rule
from ragkit.trace import Step, Trace
from ragkit.widgets import steps_table


def trace_of(*steps: Step, question: str = "What?", notes: tuple[str, ...] = ()) -> Trace:
    return Trace(question, steps, "So.", (), sum(step.seconds for step in steps), notes=notes)


def test_a_row_says_what_a_step_cost_and_why_the_run_went_on():
    rule = Rule("unsure", "search_web", "judging again would not help")
    steps = Step("retrieve", 0.1, Usage(), {}), Step("context_critic", 2.0, Usage(3, 1, 100, 500, 30, 2.0), {}, rule)
    first, second, total = cells(steps_table(trace_of(*steps)).data)
    assert first == ["1", "retrieve", "", "", "0.1", "0", "0", "0", "0"]
    assert second == [
        "2", "context_critic", "unsure → search_web", "judging again would not help", "2.0", "3 (1 from disk)", "100",
        "500", "30",
    ]  # fmt: skip
    assert total[1:] == ["in all", "", "", "2.1", "3 (1 from disk)", "100", "500", "30"]


def test_the_columns_of_tokens_are_called_as_everywhere():
    titles = re.findall(r"<th scope='col'>(.*?)</th>", steps_table(trace_of()).data)
    assert titles[-3:] == ["tokens evaluated", "reused", "generated"]


def test_a_run_without_steps_is_an_empty_table_with_its_sum():
    assert len(cells(steps_table(trace_of()).data)) == 1
