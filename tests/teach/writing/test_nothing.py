"""Without the answer: near misses, and passages that are near to the question and do not have it."""

from dataclasses import replace
from random import Random

from lessons import BELLMAN, KAHN, OTHERS, WHEN, case

from ragkit.evaluate.golden.answers import hints
from ragkit.state import Passage
from ragkit.teach.writing.nothing import LEAST, nothing


def ways(about, tries=30):
    found = {}
    for seed in range(tries):
        outcome = nothing(about, about.answered, Random(seed))
        if outcome:
            found[outcome[0]] = outcome[1]
    return found


SHORT = tuple(Passage(name, f"Tasks and {name}.", source=f"{name}.md") for name in ("sorting", "methods"))
"""Near to the question, and too short to take the place of another passage."""


def test_no_passage_hints_at_the_answer_unless_another_question_is_asked():
    found = ways(case(passages=(KAHN, BELLMAN, OTHERS[0])))
    assert {"sentence removed", "passage exchanged"} <= set(found)
    for way, without in found.items():
        if way in ("sentence removed", "passage exchanged"):
            assert without.question == WHEN.question and not hints(WHEN, without.passages)
        else:
            assert without.question != WHEN.question
        assert len(without.passages) >= LEAST


def test_without_a_near_miss_the_passages_are_others_that_are_near():
    about = case(replace(WHEN, kind="how-to"), pool=(KAHN, *SHORT, *OTHERS))
    found = ways(about)
    assert set(found) == {"absent"}
    assert {passage.id for passage in found["absent"].passages} == {"sorting", "methods"}


def test_a_question_that_several_sentences_answer_keeps_them():
    open_one = replace(WHEN, kind="how-to")
    assert "sentence removed" not in ways(case(open_one))


def test_a_question_for_yes_or_no_gives_nothing():
    verdict = case(replace(WHEN, answer="yes", keys=(("yes",),)))
    assert nothing(verdict, verdict.answered, Random(0)) is None


def test_where_every_passage_states_it_nothing_is_given():
    again = [replace(other, text=f"{other.text} That was in 1962.") for other in (BELLMAN, *OTHERS)]
    about = case(passages=(KAHN, again[0]), pool=(KAHN, *again))
    assert set(ways(about)) <= {"other name", "other number"}
