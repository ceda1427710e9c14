"""Shared words, counted by hand, and the passage that carries a claim."""

import pytest

from ragkit.state import Passage
from ragkit.text.overlap import carrier, overlap

QUEUE = Passage("queue", "Kahn's algorithm keeps a queue of vertices.")
STACK = Passage("stack", "Tarjan's algorithm keeps a stack of vertices.")
CYCLE = Passage("cycle", "Vertices that are left over lie on a cycle.", section="Kahn")


@pytest.mark.parametrize(
    ("claim", "evidence", "share"),
    [
        ("Owls hunt mice.", "Owls hunt mice at night.", 1.0),
        ("The owl is hunting.", "Owls hunt.", 1.0),  # stems; stop words do not count
        ("Owls hunt mice.", "An owl sleeps.", 1 / 3),
        ("Owls hunt mice.", "Cats purr.", 0.0),
        ("Owls, owls, owls hunt.", "Owls.", 0.5),  # a word counts once
        ("Owls hunt.", "", 0.0),
        ("", "Owls hunt.", 0.0),
        ("It is not.", "It is not.", 0.0),
    ],
)
def test_the_share_of_the_claims_words_that_the_evidence_holds(claim, evidence, share):
    assert overlap(claim, evidence) == pytest.approx(share)


def test_the_passage_that_shares_the_rare_word_carries_the_claim():
    assert carrier("The algorithm keeps vertices in a stack.", [QUEUE, STACK, CYCLE]) is STACK
    two_common, one_rare = Passage("a", "algorithm vertices"), Passage("b", "Moravia")
    rest = [Passage(str(n), "algorithm vertices") for n in range(9)]
    assert carrier("An algorithm for vertices of Moravia.", [two_common, *rest, one_rare]) is one_rare


def test_headings_count_and_ties_go_to_the_better_rank():
    assert carrier("Kahn's method leaves a cycle.", [QUEUE, STACK, CYCLE]) is CYCLE
    assert carrier("Vertices", [STACK, QUEUE]) is STACK


@pytest.mark.parametrize("passages", [[], [QUEUE, STACK]])
def test_no_passage_carries_a_claim_without_a_shared_word(passages):
    assert carrier("Owls hunt.", passages) is None
    assert carrier("", passages) is None
