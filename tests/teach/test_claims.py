"""Claims: the false one of a pair is false by its passages, and neither words nor length give it away."""

from random import Random

import pytest
from lessons import BELLMAN, KAHN, case

from ragkit.evaluate.golden.swaps import Context, others, typed
from ragkit.evaluate.golden.values import Value
from ragkit.judges.claim_judge import STATED
from ragkit.state import Passage
from ragkit.teach.claims import claim_pairs, twins
from ragkit.text.overlap import overlap

PASSAGES = Context((KAHN, BELLMAN), {"Kahn": "person", "Tarjan": "person", "Bellman": "person"})
TEXT = f"{KAHN.text}\n{BELLMAN.text}"


def false_of(claim, kind, context=PASSAGES):
    found = [(true, false) for name, true, false in twins(claim, context, Random(0)) if name == kind]
    assert found, f"no twin of the kind {kind}"
    return found


def shares(claim, text=TEXT):
    """The share of a claim's words in a text, and its length in words."""
    return overlap(claim, text), len(claim.split())


def test_a_swapped_year_is_another_year_of_the_passages_and_word_overlap_is_the_same():
    claim = "A shorter account of it was written by Tarjan in 1976."
    ((true, false),) = false_of(claim, "number swapped")
    assert true == claim
    assert false in {claim.replace("1976", year) for year in ("1962", "1958", "1959")}
    assert shares(true) == shares(false) == (1.0, 11)


def test_a_swapped_name_is_another_person_of_the_passages_and_word_overlap_is_the_same():
    claim = "A shorter account of it was written by Tarjan in 1976."
    ((true, false),) = false_of(claim, "name swapped")
    assert false in {claim.replace("Tarjan", name) for name in ("Kahn", "Bellman")}
    assert shares(true) == shares(false) == (1.0, 11)


def test_a_cell_of_another_row_is_in_the_same_passage_so_overlap_is_the_same():
    table = "| sort | steps |\n|---|---|\n| Library sort | 71 |\n| Heapsort | 38 |"
    rows = Passage("t", table, source="sorts.md", section="Sorts")
    found = claim_pairs(case(passages=(rows,), focus=(rows,), pool=(rows,)), Random(0))
    assert {pair.kind for pair in found} == {"wrong row"} and len(found) == 2
    for yes, no in found:
        own, other = ("71", "38") if "Library" in yes.asked else ("38", "71")
        assert own in yes.asked and no.asked == yes.asked.replace(own, other)
        assert overlap(yes.asked, table) == overlap(no.asked, table)


def test_both_of_a_pair_have_the_same_question_and_passages_and_are_asked_as_the_kit_asks():
    found = claim_pairs(case(), Random(0))
    assert found
    for yes, no in found:
        assert (yes.question, yes.passages, yes.pair, yes.yes, no.yes) == (
            no.question,
            no.passages,
            no.pair,
            True,
            False,
        )
        assert yes.asked.endswith(STATED.format(claim="")) and yes.asked != no.asked


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Kahn published it in 1962. Tarjan praised it in 1976.", ["1976"]),
        ("Kahn published it in 1962. Kahn published it in 1976 again.", []),  # true with the other value as well
        ("Kahn published it in 1962. Tarjan wrote it in 1776.", []),  # more than a century away
        ("Kahn published it in 1962. Tarjan needed 1976 steps.", []),  # a number of steps
    ],
)
def test_a_value_is_exchanged_only_for_one_of_its_type_that_makes_the_claim_false(text, safe):
    context = Context((Passage("p", text),))
    claim = "Kahn published it in 1962."
    (year,) = typed(claim, context)
    assert others(claim, year, context) == safe


def test_a_name_is_not_exchanged_for_one_that_is_in_a_sentence_with_it():
    types = {"Kahn": "person", "Tarjan": "person", "Moore": "person"}
    text = "Kahn met Tarjan in Oslo. The proof was found by Moore."
    claim = "The list was sorted by Kahn."
    value = Value("Kahn", "name person", claim.index("Kahn"), len(claim) - 1)
    assert others(claim, value, Context((Passage("p", text),), types)) == ["Moore"]
