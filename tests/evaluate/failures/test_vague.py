"""An answer is vague when it denies knowledge in its own words, or mostly hedges and names nothing."""

import pytest
from failing import WHO, case

from ragkit.evaluate.failures.vague import denies, hedges


@pytest.mark.parametrize(
    "answer",
    [
        "The passages do not mention who described it.",
        "It is not explicitly stated. [1]",
        "There is no information on barn owls.",
        "This cannot be determined.",
        "I don't know.",
        "It is unclear.",
    ],
)
def test_a_denial_in_other_words_than_the_refusal_is_seen(answer):
    assert denies(case(WHO, answer))


@pytest.mark.parametrize("answer", ["Tom Reed did not mention it.", "The owl is not known to sing.", "By day."])
def test_a_plain_statement_with_a_not_is_no_denial(answer):
    assert not denies(case(WHO, answer))


def test_an_answer_hedges_when_most_sentences_do_and_it_names_nothing():
    assert hedges(case(WHO, "It depends on the owl. It was perhaps a farmer."))
    assert not hedges(case(WHO, "It was perhaps Tom Reed."))
    assert not hedges(case(WHO, "Owls hunt. They fly. It depends on the owl."))
    assert not hedges(case(WHO, "Owls may hunt at night."))
