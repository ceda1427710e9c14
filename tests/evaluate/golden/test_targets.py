"""What a passage can be asked for: whole names, numbers and terms in sentences that stand alone."""

import pytest

from ragkit.evaluate.golden.targets import targets
from ragkit.state import Passage


def answers(text, section=""):
    return {target.answer for target in targets(Passage("p", text, section=section))}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The dam at the lake was built by Ada Ridley in 1962.", {"Ada Ridley", "1962"}),
        ("A maintainer of the package runs `dpkg-deb` on every upload.", {"dpkg-deb"}),
        ("The algorithm for weights is described in RFC 2782 of old.", {"RFC 2782", "2782"}),
        ("There are two ways of doing the same thing at night.", set()),
        ("For more on the dam and its height, see Section 7.6 below.", set()),
        ("It was built by Ada Ridley in 1962 at the lake.", set()),
        ("These fields are used by `dpkg` on every single upload.", set()),
        ("Why was the dam built by Ada Ridley in 1962?", set()),
        ("The dam was built at https://dam.example in 1962 by Ada.", set()),
        ("Built in 1962.", set()),
        ("```\nThe dam was built by Ada in 1962.\n```", set()),
        ("| built | by |\n|---|---|\n| 1962 | Ada Ridley |", set()),
    ],
)
def test_answers_are_names_numbers_and_terms_of_sentences_that_stand_alone(text, found):
    assert answers(text) == found


def test_what_the_heading_says_is_not_asked_for():
    text = "The dam at the lake was built by Ada Ridley in 1962."
    assert answers(text, "Ada Ridley > Dams") == {"1962"}


def test_what_a_passage_says_once_comes_first_and_the_seed_decides_the_rest():
    text = "The dam of Ada was built in 1962 at the lake. The mill of Ada was built in 1970 at the lake."
    found = targets(Passage("p", text))
    assert {target.answer for target in found[:2]} == {"1962", "1970"} and found[-1].answer == "Ada"
    assert targets(Passage("p", text)) == found
    assert len({targets(Passage("p", text), seed)[0].answer for seed in range(9)}) == 2
