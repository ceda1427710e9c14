"""What each node of a run took, and when too many questions are sent back."""

from ragkit.evaluate.measures.components import Component, alarm, components
from ragkit.model.meter import Usage
from ragkit.settings import Settings
from ragkit.trace import Step, Trace

PRICED = Settings(price=(1.0, 0.5, 4.0))


def test_the_steps_of_a_node_are_added_up_and_priced():
    steps = (Step("use_tool", 1.0, Usage(), {}), Step("grade", 2.0, Usage(), {}), Step("use_tool", 0.5, Usage(), {}))
    calls = [("use_tool", Usage(1, 0, 1_000_000, 0, 0)), ("grade", Usage(1, 0, 0, 2_000_000, 1_000_000))]
    found = components(Trace("?", steps, "Owls.", (), 3.5), calls, PRICED)
    assert found == {
        "use_tool": Component(2, 1.5, 1, 1_000_000, 0, 0, 1.0),
        "grade": Component(1, 2.0, 1, 0, 2_000_000, 1_000_000, 5.0),
    }


def test_without_a_price_there_is_no_cost():
    found = components(
        Trace("?", (Step("a", 1.0, Usage(), {}),), "", (), 1.0), [], Settings(provider="openai", model="mine")
    )
    assert found["a"].cost is None


def test_the_alarm_is_above_30_percent_and_not_at_it():
    assert alarm(0.0) == alarm(0.3) == "" and "retrieval needs work" in alarm(0.301)
