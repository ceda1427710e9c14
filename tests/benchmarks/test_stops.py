"""The table of the agent's decisions to stop."""

from types import SimpleNamespace

import pytest

from benchmarks import stops
from benchmarks.stops import stops_table, summed
from ragkit.evaluate.measures.stops import Decision

EARLY = Decision(stopped=True, complete=False)
STOP = Decision(stopped=True, complete=True)
GO_ON = Decision(stopped=False, complete=False)


def case(kind, *made, system="single"):
    asked = SimpleNamespace(kind=kind)
    return SimpleNamespace(row=SimpleNamespace(system=system), trace=made, question=asked)


@pytest.fixture
def found(monkeypatch):
    """Two factual questions, one of another kind on which it never stops rightly, and another system's."""
    monkeypatch.setattr(stops, "decisions", lambda trace, _: trace)
    cases = [case("factual", GO_ON, STOP), case("factual", EARLY), case("how-to", EARLY), case("factual", STOP)]
    cases[-1].row.system = "team"
    return summed(cases)


def test_the_stops_of_the_agent_alone_are_scored_over_all_questions_and_by_kind(found):
    # Of all, one stop in three is right; of the factual ones, one in two. No complete evidence was passed by.
    assert (found["all"]["decisions"], found["factual"]["decisions"]) == (4, 3)
    assert found["all"]["precision"]["mean"] == pytest.approx(1 / 3)
    assert found["factual"]["precision"]["mean"] == 0.5
    assert found["all"]["recall"]["mean"] == found["factual"]["recall"]["mean"] == 1


def test_a_kind_without_complete_evidence_is_in_all_alone(found):
    assert "how-to" not in found
    assert "| factual | 3 | 0.500 [" in stops_table(found)


def test_without_results_the_table_says_so():
    assert stops_table({}) == "Not run yet.\n"
