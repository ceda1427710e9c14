"""Drafts: the wrong one is of the same type and form, from the same passages, and about as long."""

from dataclasses import replace
from random import Random

import pytest
from lessons import BELLMAN, KAHN, WHEN, case

from ragkit.evaluate.golden.questions import Support
from ragkit.judges.fit_judge import FITS
from ragkit.teach.fits import asked, fit_pairs, is_of_type
from ragkit.teach.material import Answered
from ragkit.text.overlap import overlap

TEXT = f"{KAHN.searchable}\n{BELLMAN.searchable}"
ANOTHER = replace(
    WHEN,
    id="other",
    question="When was the shorter account written?",
    answer="1976",
    keys=(("1976",),),
    support=(Support("sorting.md", "A shorter account of it was written by Tarjan in 1976."),),
)
ANSWERS = {"k": [Answered(ANOTHER, ((KAHN, ANOTHER.support[0].quote),))]}


def drafts(kind, seeds=range(8), question=WHEN):
    """The pairs of a kind, for several cases that differ in what a judge sees of the passages."""
    found = [pair for seed in seeds for pair in fit_pairs(case(question), Random(seed), ANSWERS)]
    return [pair for pair in found if pair.kind == kind]


def test_a_wrong_phrase_is_another_year_of_the_passages_that_the_judge_sees():
    found = drafts("wrong phrase")
    assert found
    for yes, no in found:
        assert yes.asked == asked("1962") and yes.passages == no.passages
        (year,) = [year for year in ("1976", "1958", "1959") if no.asked == asked(year)]
        assert any(year in passage.text for passage in no.passages)
        assert len(yes.asked) == len(no.asked)


def test_a_wrong_sentence_has_the_same_words_but_one():
    for yes, no in drafts("wrong sentence"):
        differ = [pair for pair in zip(yes.asked.split(), no.asked.split(), strict=True) if pair[0] != pair[1]]
        assert [one for one, _ in differ] == ["1962."]
        assert overlap(yes.asked, TEXT) == overlap(no.asked, TEXT)


def test_no_wrong_sentence_is_made_where_the_answer_is_in_the_sentence_twice():
    quote = "The method was proposed by Kahn, who lived in Oslo, and Kahn proved it later."
    twice = replace(WHEN, question="Who proposed the method?", answer="Kahn", keys=(("Kahn",),))
    twice = replace(twice, support=(Support("sorting.md", quote),))
    told = replace(KAHN, text=f"{quote} {BELLMAN.text}")
    about = case(twice, passages=(told,), focus=(told,), pool=(told,))
    assert "wrong sentence" not in {pair.kind for seed in range(8) for pair in fit_pairs(about, Random(seed), {})}


def test_two_sides_have_the_same_words_and_the_right_one_comes_first_or_last():
    found = drafts("two-sided")
    places = set()
    for yes, no in found:
        assert sorted(yes.asked.replace(",", "").replace(".", "").lower().split()) == sorted(
            no.asked.replace(",", "").replace(".", "").lower().split()
        )
        others = [yes.asked.find(year) for year in ("1976", "1958", "1959")]
        places.add(yes.asked.find("1962") < max(others))
    assert places == {True, False}


def test_a_draft_beside_the_point_is_another_sentence_of_about_the_same_length():
    for yes, no in drafts("beside the point"):
        sentence = no.asked.removeprefix("Answer: ").split("\n")[0]
        assert sentence in TEXT and "1962" not in sentence
        assert abs(len(yes.asked.split()) - len(no.asked.split())) <= 3  # of 12


def test_half_of_the_cases_show_one_or_two_passages_and_half_show_all():
    passages = tuple(replace(BELLMAN, id=f"b{number}", source=f"{number}.md") for number in range(4))
    about = case(passages=(KAHN, *passages), pool=(KAHN, *passages))
    seen = [fit_pairs(about, Random(seed), ANSWERS) for seed in range(40)]
    sizes = [len(found[0].yes.passages) for found in seen if found]
    assert set(sizes) == {1, 2, 5}
    assert 10 <= sizes.count(5) <= 30


@pytest.mark.parametrize("change", [{"answer": "yes", "keys": (("yes",),)}, {"kind": "comparison"}, {"answer": "1999"}])
def test_no_draft_is_made_where_the_quote_does_not_have_the_answer(change):
    assert fit_pairs(case(replace(WHEN, **change)), Random(0), ANSWERS) == []


def test_a_draft_is_asked_as_the_fit_judge_asks_it():
    assert asked("1962") == FITS.format(draft="The answer is 1962.")


def test_an_answer_has_the_form_of_what_is_asked_for():
    phrases = [("Kahn", "who"), ("the sorter", "who"), ("twelve", "number"), ("few", "number"), ("a list", "thing")]
    assert [is_of_type(phrase, type) for phrase, type in phrases] == [True, False, True, False, False]
