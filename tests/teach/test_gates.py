"""Gates and levels: pairs that a baseline ranks are left out, or stop teaching."""

import pytest
from lessons import BELLMAN, KAHN, pair

from ragkit.teach.baselines import BASELINES
from ragkit.teach.gates import ALONE, Gate, Leak, alone, auc, gates, hold
from ragkit.teach.judgement import flat
from ragkit.teach.kinds import IN_ORDER, IN_SENTENCE
from ragkit.teach.level import levelled

LENGTH = BASELINES["length of asked"]


def longer(number, who="yes"):
    """A pair of which one has two words more than the other, all of them its own."""
    short, long = f"a{number} b{number}", f"c{number} d{number} e{number} f{number}"
    return pair(long, short) if who == "yes" else pair(short, long)


def test_an_auc_is_the_share_of_pairs_in_which_yes_has_more_and_equal_ones_count_half():
    pairs = [longer(1), longer(2), longer(3, "no"), pair("one word", "two words")]
    assert auc(pairs, LENGTH) == (1 + 1 + 0 + 0.5) / 4


@pytest.mark.parametrize(
    ("auc", "n", "leaks"),
    [
        (0.56, 1000, True),  # two standard errors are 0.032
        (0.56, 100, False),  # and here 0.1
        (0.55, 10000, False),
        (0.40, 1000, True),  # the opposite is as easy to learn
    ],
)
def test_a_gate_is_shut_by_an_auc_away_from_a_coin_that_is_no_chance(auc, n, leaks):
    assert Gate("wrong row", "length of asked", auc, n).leaks == leaks


def test_the_fitted_baseline_has_a_looser_limit_and_no_lower_one():
    found = [Gate("wrong row", ALONE, auc, 1000).leaks for auc in (0.59, 0.61, 0.3)]
    assert found == [False, True, False]


def test_what_the_form_of_a_kind_gives_away_is_measured_and_not_held():
    assert not Gate("number swapped", IN_ORDER, 0.99, 1000).leaks
    assert Gate("wrong row", IN_ORDER, 0.99, 1000).leaks


def test_word_pairs_are_counted_side_by_side():
    yes, no = pair("published by Kahn", "by Kahn published")
    assert BASELINES[IN_ORDER](yes) == 1.0
    assert BASELINES[IN_ORDER](no) == 0.5  # "by Kahn" is there, "Kahn published" is not


def test_the_best_sentence_is_one_sentence():
    (yes, _) = pair("a", "b", question="Which method needed steps in Oslo?")
    # of which, method, need, step and oslo the last sentence has three, and the passage four
    assert BASELINES[IN_SENTENCE](yes) == 0.6
    assert BASELINES["question in passage"](yes) == 0.8


def test_a_leak_names_kind_baseline_auc_and_n_and_what_to_do():
    leaking = flat([longer(number) for number in range(50)])
    with pytest.raises(Leak) as stop:
        hold(leaking)
    assert "wrong row: 'length of asked' ranks yes above no with AUC 1.000 in 50 pairs" in str(stop.value)
    assert "level these kinds" in str(stop.value)


def test_pairs_without_a_leak_pass_and_every_baseline_was_looked_at():
    found = hold(flat([longer(number, "yes" if number % 2 else "no") for number in range(50)]))
    assert {gate.baseline for gate in found} == {*BASELINES, ALONE}


def test_a_judgement_without_its_twin_is_no_pair():
    with pytest.raises(ValueError, match="has 1 judgements that are true and 0"):
        gates([pair("a", "b").yes])


def test_words_that_tell_without_evidence_are_found_by_the_fitted_baseline():
    pairs = [pair(f"list {n} is sorted", f"list {n} is not sorted", group=f"g{n % 4}") for n in range(20)]
    assert auc(pairs, alone(pairs)) == 1.0
    one_group = [pair(f"list {n} is sorted", f"list {n} is not sorted") for n in range(20)]
    assert auc(one_group, alone(one_group)) == 0.5


def test_shared_words_are_seen_in_all_of_the_evidence_and_in_the_best_passage():
    (yes, _) = pair("a", "b", question="Kahn and Bellman", passages=(KAHN, BELLMAN))
    assert BASELINES["question in evidence"](yes) == 1.0
    assert BASELINES["question in passage"](yes) == 0.5


def test_of_pairs_that_all_lead_to_yes_two_are_kept_and_of_balanced_ones_all():
    leading = [longer(number) for number in range(10)]
    assert levelled(leading) == leading[:2]
    back = [longer(number, "no") for number in range(10, 20)]
    assert len(levelled([*leading, *back])) == 20


def test_a_word_that_is_mostly_false_is_levelled_too():
    lies = [pair(f"list {n} is sorted", f"list {n} is not sorted") for n in range(10)]
    assert len(levelled(lies)) == 2
    truths = [pair(f"list {n} is not sorted", f"list {n} is sorted") for n in range(10, 20)]
    assert len(levelled([*lies, *truths])) == 20
