"""A trace without a model has the route of the graph, and the rows that decided it."""

import pytest
from fakes import BAT, FakeWeb, model

from ragkit.course.exercises.rehearse import rehearse
from ragkit.course.exercises.retold import retold
from ragkit.graphs.crag.graph import crag
from ragkit.graphs.crag.policy import CRAG
from ragkit.policy import NoRow
from ragkit.trace import run


def test_the_rows_are_those_that_are_rehearsed():
    findings = ["insufficient", "insufficient", "exhausted"]
    trace = retold(CRAG, findings, web=False)
    assert [step.rule.do for step in trace.steps if step.rule] == rehearse(CRAG, findings, web=False)
    assert trace.route[-1] == "apologise" and repr(trace).startswith("<trace of 'Who hunts?': retrieve > ")


def test_a_table_without_a_row_is_an_error():
    with pytest.raises(NoRow):
        retold(CRAG[:1], ["insufficient"])


@pytest.mark.parametrize("web", [True, False])
def test_the_graph_leaves_the_same_route(kit, web):
    """Nothing is ever answerable, and there are two retries."""
    opened = kit(model(answerable=0.1), web=FakeWeb(BAT) if web else None, depth="simple")
    trace = run(crag(), "Who hunts mice?", opened)
    told = retold(CRAG, ["insufficient", "insufficient", "exhausted"], web)
    assert told.route == trace.route
    assert [step.rule for step in told.steps] == [step.rule for step in trace.steps]
