"""The measurement of how questions are searched, on five passages and by hand."""

import pytest

from benchmarks.retrieval_tables import strategies_table, ways_table
from benchmarks.strategies import Asked, asked, measured, values
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.graphs.advanced.strategy import Strategy

KEYWORD = Strategy("keyword", 0.8, "it has a code")


def one(strategy, **places):
    """A question that needs passage a, with its place in each ranking; 0: not found."""
    rankings = {}
    for name, place in places.items():
        rankings[name] = ["x"] * (place - 1) + ["a"] if place else ["x"]
    return Asked(strategy, [{"a"}], rankings)


def test_the_choice_takes_the_value_of_the_way_it_chose():
    found = values([one(KEYWORD, semantic=0, keyword=1, hybrid=2, blend=1)], "recall")
    assert {name: own[0] for name, own in found.items()} == {
        "semantic": 0.0, "keyword": 1.0, "hybrid": 1.0, "blend": 1.0,
        "chosen": 1.0, "chosen, else blend": 1.0, "best of three": 1.0,
    }  # fmt: skip


def test_an_undecided_question_is_searched_by_both_by_rank_or_by_the_blend():
    found = values([one(None, semantic=1, keyword=0, hybrid=3, blend=1)], "ndcg")
    # 1 / log2(1 + 3)
    assert found["chosen"] == [0.5] and found["chosen, else blend"] == [1.0] and found["best of three"] == [1.0]


def test_a_passage_below_the_fifth_place_counts_nothing():
    assert values([one(None, semantic=6, keyword=5, hybrid=6, blend=6)], "recall")["keyword"] == [1.0]
    assert values([one(None, semantic=6, keyword=5, hybrid=6, blend=6)], "recall")["semantic"] == [0.0]


def test_a_kit_is_measured_on_its_questions_with_evidence(kit):
    support = (Support("owls.md", "owls hunt mice at night"),)
    owls = Question("owls", "What does WF-052 hunt at night?", "factual", "Mice.", (("mice",),), support, "easy")
    none = Question("none", "Who knows?", "out-of-domain", "", (), (), "easy")
    (found,) = asked(kit(), [owls, none])
    assert found.way == "keyword" and found.needs == [{"owl"}]
    result = measured(kit(), [owls, none])
    assert result["questions"] == 1 and result["ways"] == {"keyword": 1}
    assert result["recall"]["chosen"]["mean"] == pytest.approx(1.0)
    assert set(result["recall differences"]) >= {"chosen - hybrid", "chosen, else blend - blend"}


def test_the_tables_have_the_questions_of_test_and_how_each_was_searched(kit):
    support = (Support("owls.md", "owls hunt mice at night"),)
    owls = Question("owls", "What does WF-052 hunt at night?", "factual", "Mice.", (("mice",),), support, "easy")
    results = {f"animals, {part}": measured(kit(), [owls]) for part in ("fit", "test")}
    scores, differences = strategies_table(results).split("\n\n")
    assert "| search | animals: recall@5 | animals: nDCG@5 |" in scores
    assert "| chosen | 1.000 [1.000, 1.000] | 1.000 [1.000, 1.000] |" in scores
    assert "| chosen - hybrid | +0.000 [+0.000, +0.000] | +0.000 [+0.000, +0.000] |" in differences
    assert "| animals, test | 1 | 0 | 1 | 0 | 0 |" in ways_table(results)
    assert strategies_table({}) == "Not run yet.\n"
