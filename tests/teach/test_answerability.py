"""Answerable or not: the same question, evidence of the same length, and only the answer is gone."""

from dataclasses import replace
from random import Random

from lessons import BELLMAN, KAHN, OTHERS, WHEN, case

from ragkit.evaluate.golden.answers import hints
from ragkit.evaluate.golden.questions import Support
from ragkit.nodes.context_critic import ANSWERABLE, SUFFICIENT
from ragkit.state import Passage
from ragkit.teach.answerability import (
    answerability_pairs,
    without_passage,
    without_sentence,
)
from ragkit.teach.material import Answered
from ragkit.text.overlap import overlap


def one(about):
    assert about.answered is not None
    return about.answered


def words(about):
    return sum(len(passage.text.split()) for passage in about.passages)


def test_without_the_answering_sentence_and_without_another_one_the_evidence_is_as_long():
    about = case()
    yes, no = without_sentence(about, one(about))
    # the sentences of the passage have 12, 11, 10 and 11 words; the first one answers
    assert words(about) - words(no) == 12
    assert words(about) - words(yes) in (10, 11)
    assert "1962" in yes.passages[0].text and "1962" not in no.passages[0].text
    assert yes.passages[1] == no.passages[1] == BELLMAN
    assert yes.question == no.question


def test_no_pair_is_made_where_the_answer_is_stated_elsewhere_too():
    again = Passage("a", "It all began in 1962.", source="again.md")
    about = case(passages=(KAHN, again))
    assert without_sentence(about, one(about)) is None
    assert without_passage(about, one(about)) is None


def test_the_exchanged_passage_is_in_the_same_place_as_long_and_without_the_answer():
    about = case(passages=(BELLMAN, KAHN), focus=(KAHN,))
    yes, no = without_passage(about, one(about))
    # the nearest other passage leaves its own place, so it is in neither twice
    assert yes.passages == (KAHN,)
    assert [passage.id for passage in no.passages] == ["b"]
    assert abs(words(yes) - words(no)) <= 4  # 44 words and 40
    assert not hints(WHEN, no.passages)


def test_a_passage_of_another_length_does_not_take_the_place():
    about = case(passages=(KAHN,), pool=(KAHN, Passage("s", "The first method of sorting tasks is old."), *OTHERS))
    assert without_passage(about, one(about)) is None


def test_both_questions_of_the_critic_are_asked_and_only_the_evidence_differs():
    found = answerability_pairs(case(), Random(0))
    kinds = {(pair.kind, pair.yes.asked) for pair in found}
    for kind in ("sentence removed", "passage exchanged"):
        assert {(kind, ANSWERABLE), (kind, SUFFICIENT)} <= kinds
    for yes, no in found:
        assert yes.asked == no.asked and len(yes.passages) == len(no.passages)


def test_a_question_with_another_name_is_asked_of_the_same_passages_and_has_as_many_of_their_words():
    found = replace(
        WHEN,
        question="When was a bound studied at length by Bellman?",
        answer="1958",
        keys=(("1958",),),
        support=(Support("routes.md", "Routes in a network were studied by Bellman in 1958."),),
    )
    routes = replace(BELLMAN, text=BELLMAN.text + " Much praise was given by Floyd. Thanks were given by Bellman.")
    about = replace(
        case(found, passages=(routes,), focus=(routes,), pool=(routes,)),
        answered=Answered(found, ((routes, found.support[0].quote),)),
    )
    twins = [pair for pair in answerability_pairs(about, Random(0)) if pair.kind == "other subject"]
    assert {pair.no.question for pair in twins} == {found.question.replace("Bellman", "Floyd")}
    for yes, no in twins:
        assert yes.passages == no.passages
        assert overlap(yes.question, routes.text) == overlap(no.question, routes.text)


def test_a_false_premise_is_a_number_of_the_same_passages():
    asked = replace(
        WHEN,
        question="Who published the first method of sorting for Oslo in 1962?",
        answer="Kahn",
        keys=(("Kahn",),),
    )
    twins = [pair for pair in answerability_pairs(case(asked), Random(0)) if pair.kind == "false premise"]
    years = {pair.no.question.removeprefix("Who published the first method of sorting for Oslo in ") for pair in twins}
    assert len(years) == 1 and years <= {"1976?", "1958?", "1959?"}
    text = f"{KAHN.searchable}\n{BELLMAN.searchable}"
    for yes, no in twins:
        assert overlap(yes.question, text) == overlap(no.question, text)


def test_a_yes_or_no_question_gives_no_pair():
    assert answerability_pairs(case(replace(WHEN, answer="yes", keys=(("yes",),))), Random(0)) == []
