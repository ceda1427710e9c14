"""What a corpus gives: passages by part, and the questions whose answer they state."""

from dataclasses import replace
from random import Random

import pytest
from lessons import BELLMAN, KAHN, OTHERS, WHEN, case

from ragkit.evaluate.golden.questions import Support
from ragkit.state import Passage
from ragkit.teach.evidence import MOST, amid
from ragkit.teach.material import Answered, Pool, material
from ragkit.teach.split import NAMES, split_of


def test_each_allowed_passage_is_in_the_pool_of_its_part_and_in_no_other():
    found = material([KAHN, BELLMAN, *OTHERS], [replace(WHEN, part="test")])
    assert found.left_out == 1
    ids = [passage.id for split in NAMES for passage in found.pools[split].passages]
    assert sorted(ids) == sorted(passage.id for passage in (BELLMAN, *OTHERS))
    of_dev = {passage.id for passage in (BELLMAN, *OTHERS) if split_of(passage.section) == "dev"}
    assert {passage.id for passage in found.pools["dev"].passages} == of_dev == {"b", "owls"}


def test_a_question_of_fit_is_used_with_the_passage_that_has_its_quote():
    found = material([BELLMAN, KAHN], [WHEN])
    (one,) = found.answered
    assert one.main == (KAHN, WHEN.support[0].quote) and one.phrase == "1962"
    assert found.answered_in == {"k": [one]}


@pytest.mark.parametrize(
    "question",
    [
        replace(WHEN, part="test"),
        replace(WHEN, answer=None),
        replace(WHEN, support=()),
        replace(WHEN, support=(*WHEN.support, Support("x.md", "Nobody wrote this sentence."))),
    ],
)
def test_a_question_of_another_part_without_an_answer_or_with_a_quote_in_no_passage_is_not_used(question):
    assert material([BELLMAN, KAHN], [question]).answered == []


def test_a_question_over_documents_of_two_parts_is_used_when_they_can_be_joined():
    first = replace(KAHN, section="Newts")  # train
    second = replace(BELLMAN, section="Owls")  # dev
    both = replace(WHEN, support=(WHEN.support[0], Support("routes.md", "The proof of his bound was found by Moore")))
    found = material([first, second], [both])
    assert len(found.answered) == 1 and set(found.groups.values()) == {"Newts"}
    # with a third document of one title they would be too large a group
    more = Passage("o", "More about it.", source="more.md", section="Owls")
    assert material([first, second, more], [both]).answered == []


def test_a_short_answer_whose_quote_is_not_about_the_question_is_not_located():
    stray = replace(WHEN, question="How many balls did Josh catch?", answer="one", keys=(("one",),))
    place = (KAHN, "Its rival from Oslo needed only 10 steps for one half.")
    assert not Answered(stray, (place,)).is_located
    near = replace(stray, question="How many steps for the rival from Oslo?")
    assert Answered(near, (place,)).is_located


def test_evidence_has_what_is_needed_among_near_passages_that_fit_the_budget():
    long = [
        Passage(f"l{n}", f"sorting tasks number {n} " + "and many more words of it " * 20, source=f"{n}.md")
        for n in range(20)
    ]
    pool = Pool([KAHN, BELLMAN, *long, *(replace(owl, id=f"{owl.id}{n}") for owl in OTHERS for n in range(9))])
    sizes, places = set(), set()
    for seed in range(20):
        found = amid([KAHN], "sorting tasks", pool, Random(seed))
        letters = sum(len(passage.text) for passage in found)
        assert letters <= 4000 and len(found) <= MOST and len({passage.id for passage in found}) == len(found)
        sizes.add(len(found))
        places.add(found.index(KAHN))
    assert len(sizes) > 2 and len(places) > 2


def test_a_passage_that_shares_text_with_the_answering_one_is_no_distractor():
    text = KAHN.text
    first = replace(KAHN, start=0, end=len(text))
    overlapping = Passage("n", text[100:] + " More.", source=KAHN.source, start=100, end=len(text) + 6)
    pool = Pool([first, overlapping, *OTHERS])
    assert all(amid([first], "sorting tasks", pool, Random(seed)) == (first,) for seed in range(10))


def test_a_case_knows_the_types_of_names_from_the_whole_pool():
    assert case(passages=(KAHN,)).context.types["Bellman"] == "person"
