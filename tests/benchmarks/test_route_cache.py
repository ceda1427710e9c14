"""The measurement of the route cache, on a few questions whose hits are counted by hand."""

import numpy as np
import pytest
from fakes import FakeEmbed

from benchmarks.look_alikes import LookAlike
from benchmarks.route_cache import (
    BEFORE,
    BOTH,
    FIRST,
    FORMS,
    GATES,
    Ask,
    exact,
    examples,
    false_hits,
    measured,
    of_look_alikes,
    of_traffic,
    remembering,
    replayed,
    traffic,
    wrong,
)
from benchmarks.route_cache_tables import (
    forms_of_cache_table,
    gates_of_cache_table,
    hits_of_cache_table,
    kinds_of_cache_table,
)
from ragkit.search.route_cache import same_words

PRIM, OWLS = "Did Prim publish before Kruskal?", "What do the owls hunt?"
REVERSED = LookAlike("swapped", "Did Kruskal publish before Prim?", PRIM)
SIGN = LookAlike("sign", "What do the owls hunt >?", OWLS)
BATS = LookAlike("name", "Where are bats?", OWLS)


def same(texts):
    """Every text has the same vector."""
    return np.ones((len(texts), 1))


def test_cosine_alone_takes_a_reversal_for_its_original_and_both_gates_do_not():
    # The nearest of several equal vectors is the first.
    assert false_hits(GATES["cosine from 0.99"](same), [PRIM, OWLS], [REVERSED]) == [(REVERSED, PRIM)]
    for gate in (BOTH, "words alone"):
        assert false_hits(GATES[gate](same), [PRIM, OWLS], [REVERSED, SIGN]) == []


def test_false_hits_are_counted_over_look_alikes_over_questions_and_by_kind():
    found = of_look_alikes([REVERSED, SIGN, BATS, BATS], [(SIGN, OWLS), (BATS, PRIM)])
    assert (found["look-alikes"]["mean"], found["look-alikes"]["n"]) == (0.5, 4)
    assert (found["questions"]["mean"], found["questions"]["n"]) == (0.5, 2)
    assert {kind: share["mean"] for kind, share in found["kinds"].items()} == {"swapped": 0, "sign": 1, "name": 0.5}


def test_an_interval_without_a_hit_has_a_width():
    none = exact(0, 300)
    # The largest share of which 300 in a row are without a hit with a probability of .025.
    assert none.low == 0 and none.high == pytest.approx(1 - 0.025 ** (1 / 300))
    assert exact(300, 300).low == pytest.approx(0.025 ** (1 / 300))


def test_each_question_comes_first_as_typed_and_then_one_to_three_times():
    questions = [f"What is the number {n}?" for n in range(40)]
    asks = traffic(questions)
    for question in questions:
        own = [ask for ask in asks if ask.original == question]
        assert own[0] == Ask(FIRST, question, question) and 2 <= len(own) <= 4
        assert {ask.form for ask in own[1:]} <= set(FORMS)
    assert {ask.form for ask in asks} == {FIRST, *FORMS}
    assert traffic(questions) == asks != traffic(questions, seed=1)


def test_the_cache_knows_the_first_five_beginnings_and_no_other():
    assert [same_words(before + OWLS, OWLS) for before in BEFORE] == [True] * 5 + [False] * 5


def test_repeats_that_are_found_are_counted_by_question_and_by_form():
    asks = [
        Ask(FIRST, PRIM, PRIM), Ask(FIRST, OWLS, OWLS), Ask("other case", PRIM.upper(), PRIM),
        Ask("courtesy after", PRIM + " Thanks!", PRIM), Ask("without an article", "What do owls hunt?", OWLS),
    ]  # fmt: skip
    got = replayed(GATES[BOTH](same), asks)
    assert got == [None, None, PRIM, None, OWLS]
    found = of_traffic(asks, got)
    assert found["hits"]["mean"] == 2 / 5
    # One of two repeats of the first question, and one of one of the second; n counts the questions.
    assert (found["repeats found"]["mean"], found["repeats found"]["n"]) == (pytest.approx(2 / 3), 2)
    assert found["forms"]["courtesy after"]["mean"] == 0 and found["forms"]["other case"]["mean"] == 1
    assert wrong(asks, got).mean == 0


def test_a_decision_about_another_question_is_wrong_and_found_for_neither():
    asks = [Ask(FIRST, PRIM, PRIM), Ask(FIRST, OWLS, OWLS), Ask("as typed", OWLS, OWLS)]
    got = replayed(GATES["cosine from 0.80"](same), asks)
    assert got == [None, PRIM, PRIM]
    assert wrong(asks, got).mean == 2 / 3 and of_traffic(asks, got)["repeats found"]["mean"] == 0


def test_questions_are_embedded_once_and_looked_up():
    embed = FakeEmbed()
    looked_up = remembering(embed, [PRIM, OWLS, PRIM])
    assert (looked_up([OWLS]) == FakeEmbed()([OWLS])).all() and embed.asked == [PRIM, OWLS]


def test_the_tables_have_a_row_for_each_gate_kind_and_form():
    alike = [REVERSED, SIGN]
    longer = LookAlike("swapped", f"{REVERSED.question} And after?", PRIM)
    result = {"examples": examples([longer, *alike]), "gates": measured(same, [PRIM, OWLS], alike)}
    gates = gates_of_cache_table(result).strip().splitlines()
    assert len(gates) == 2 + len(GATES) and gates[2].startswith(f"| {BOTH} | 0.000 [0.000, 0.842] (n=2) |")
    kinds = kinds_of_cache_table(result)
    assert f"| swapped | {PRIM} | {REVERSED.question} | 0.000 [0.000, 0.975] (n=1) | 1.00 |" in kinds
    assert hits_of_cache_table(result).strip() == "None did."
    assert len(forms_of_cache_table(result).strip().splitlines()) > 2
