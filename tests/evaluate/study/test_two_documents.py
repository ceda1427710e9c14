"""Two questions become one where one document refers to the other, by its file or its title."""

from dataclasses import replace

import pytest
from lessons import BELLMAN, KAHN, OTHERS
from studies import ROUTES, WHEN

from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.two_documents import two_documents

LINK = replace(BELLMAN, text=f"{BELLMAN.text} See [here](sub/sorting.md).")
TITLED = replace(KAHN, section="Sorting of Tasks")
NAMING = replace(BELLMAN, text=f"{BELLMAN.text} More is in Sorting of tasks.")
FIT = (replace(WHEN, part="fit"), replace(ROUTES, part="fit"))


def joined(questions, *passages):
    return two_documents(questions, Documents([*passages, *OTHERS]))


def test_it_asks_for_both_answers_and_has_the_support_of_both():
    (found,) = joined(FIT, KAHN, LINK)
    assert found.question == (
        "When was the first method of sorting tasks published, and when did Bellman study routes?"
    )
    assert (found.id, found.kind, found.keys) == ("when-and-routes", "multi-hop", (("1962",), ("1958",)))
    assert found.support == WHEN.support + ROUTES.support and found.answer == "It is 1962. It is 1958."


@pytest.mark.parametrize(
    ("passages", "number"),
    [
        ((KAHN, LINK), 1),
        ((TITLED, NAMING), 1),
        ((KAHN, BELLMAN), 0),  # neither names the other
        ((KAHN, NAMING), 0),  # the title is the single word Sorting
    ],
)
def test_documents_that_do_not_refer_to_each_other_give_none(passages, number):
    assert len(joined(FIT, *passages)) == number


@pytest.mark.parametrize(
    "second",
    [
        replace(FIT[1], part="test"),
        replace(FIT[1], support=WHEN.support),
        replace(FIT[1], question="Bellman studied routes in which year?"),
        replace(FIT[1], answer="It is 1962, or 1958."),
        replace(FIT[1], kind="how-to"),
    ],
)
def test_questions_that_do_not_go_together_are_not_joined(second):
    assert joined((FIT[0], second), KAHN, LINK) == []


def test_each_question_is_used_once():
    again = replace(FIT[1], id="again", question="When did Bellman study the routes?")
    assert [one.id for one in joined((*FIT, again), KAHN, LINK)] == ["when-and-routes"]


def test_a_file_name_or_a_title_that_two_documents_have_is_no_reference():
    assert joined(FIT, KAHN, LINK, replace(OTHERS[0], source="old/sorting.md")) == []
    assert joined(FIT, TITLED, NAMING, replace(OTHERS[0], section="Sorting of Tasks")) == []
