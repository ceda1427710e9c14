"""The thresholds of `single`, on rows whose routes and odds are known."""

import pytest
from fakes import model

from benchmarks.first_search import (
    completed,
    completeness,
    first_stops_table,
    routed,
    routes_table,
    searched,
    searches_table,
    stopped,
)
from ragkit.evaluate.golden.carriers import Golden

SURE = {"route": {"complex": 0.8}, "spread": True, "complete": True, "helps": [0.5, 0.3, 0.1]}
UNSURE = {"route": {"complex": 0.65}, "spread": False, "complete": False, "helps": [0.3, 0.12]}
MISSED = {"route": {"complex": 0.2}, "spread": False, "complete": True, "helps": [0.5, 0.1]}
AWAY = {"route": {}, "spread": False, "complete": False, "helps": [None, 0.9]}
ROWS = [SURE, UNSURE, MISSED, AWAY]


def test_routes_are_scored_against_where_the_facts_are_and_what_was_not_routed_is_left_out():
    found = routed(ROWS)
    assert (found["n"], found["spread"], found["auc"]) == (3, 1, 1.0)
    # From 0.6 on, the second question is also called complex, and wrongly.
    assert found["complex from 0.60"]["mean"] == pytest.approx(2 / 3) and found["complex from 0.70"]["mean"] == 1
    assert found["always simple"]["mean"] == pytest.approx(2 / 3)


def test_a_rule_is_scored_by_the_stops_it_makes_and_by_those_it_misses():
    found = stopped(ROWS)
    # Two passages from 0.3 on: it stops at the first question alone, whose evidence is complete.
    assert (found["2 from 0.30"]["precision"]["mean"], found["2 from 0.30"]["recall"]["mean"]) == (1, 0.5)
    # One passage from 0.3 on: it stops at all three.
    assert (
        found["1 from 0.30"]["precision"]["mean"] == pytest.approx(2 / 3)
        and found["1 from 0.30"]["recall"]["mean"] == 1
    )


def test_the_tables_have_a_row_a_rule_and_say_so_without_results():
    result = {"routes": routed(ROWS), "stops": stopped(ROWS)}
    assert "3 questions, 1 of them spread" in routes_table(result) and "| always simple |" in routes_table(result)
    assert "helpful passages: 2 from 0.30 | 1.00 [" in first_stops_table(result)
    assert routes_table({}) == first_stops_table({}) == searches_table({}) == "Not run yet.\n"


def test_both_searches_together_have_the_facts_of_either(kit):
    opened = kit(model())
    ids = [one.id for one in opened.corpus.passages]
    needs = tuple(frozenset({id}) for id in ids[:2])
    row = completed(opened, Golden("q", "owls cats?", "compare", "!", (), (), "easy", needs=needs))
    assert row["spread"] and row["both"] >= max(row["keyword_search"], row["semantic_search"])


def test_completeness_is_counted_by_where_the_facts_are():
    one = {"spread": False, "keyword_search": True, "semantic_search": False, "both": True}
    found = completeness([one, one | {"keyword_search": False}, one | {"spread": True}])
    assert found["in one passage"]["keyword_search"]["mean"] == 0.5 and found["in one passage"]["both"]["mean"] == 1
    assert "| spread over several | 1.00 [" in searches_table({"searches": found})


def test_a_question_is_routed_searched_for_once_and_its_passages_are_judged(kit):
    opened = kit(model(helps=[0.9, 0.2, 0.1, 0.1, 0.1], route={"B": 0.7, "A": 0.3}))
    owl, *_ = (one.id for one in opened.corpus.passages)
    asked = Golden("q", "Which animals hunt mice?", "factual", "Owls.", (), (), "easy", needs=(frozenset({owl}),))
    row = searched(opened, asked)
    assert row["route"]["complex"] == 0.7 and row["helps"][:2] == [0.9, 0.2] and not row["spread"]
    assert row["complete"] == any(row["carries"]) is True
