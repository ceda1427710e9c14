"""How complex a question is: every number here is worked by hand."""

import pytest

from ragkit.graphs.adaptive.complexity import WEIGHTS, complexity
from ragkit.state import Complexity


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is a heap?", Complexity(0.08, 0.2, 0.0, 0.0)),  # 4 words of 20; .4 x .2
        ("Who was Dijkstra?", Complexity(0.16, 0.15, 0.0, 0.5)),  # 3 words, one name: .06 + .1
        ("Which is faster, Prim or Kruskal?", Complexity(0.32, 0.3, 0.0, 1.0)),  # 6 words, two names: .12 + .2
        ("Is a heap faster than a list?", Complexity(0.54, 0.35, 1.0, 0.0)),  # 7 words, "than": .14 + .4
        ("Compare A and B.", Complexity(0.68, 0.2, 1.0, 1.0)),  # .08 + .4 + .2
        (" ".join(["word"] * 20), Complexity(0.4, 1.0, 0.0, 0.0)),
        (" ".join(["word"] * 60), Complexity(0.4, 1.0, 0.0, 0.0)),  # longer than long is long
        (" ".join(["word than Prim Kruskal Tarjan"] * 5), Complexity(1.0, 1.0, 1.0, 1.0)),
    ],
)
def test_the_weighted_sum_of_three_signs(question, found):
    assert complexity(question) == found


def test_the_weights_add_up_to_one():
    assert sum(WEIGHTS.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "question",
    [
        "What differs here?", "How do heaps relate to lists?", "Heaps VERSUS lists?", "Why does it fail if it is full?",
        "What is used by the router?", "What is a heap and why is it fast?", "Who wrote it after the war?",
    ],
)  # fmt: skip
def test_a_connective_counts_once_whatever_its_case(question):
    assert complexity(question).connectives == 1


@pytest.mark.parametrize("question", ["What is a heap and a list?", "Is athens big?", "How fast is it?", "", "diff"])
def test_words_that_only_look_like_one_do_not(question):
    assert complexity(question).connectives == 0


@pytest.mark.parametrize(
    ("question", "entities"),
    [
        ("Dijkstra wrote it?", 0.0),  # a capital that begins a sentence
        ("Is it? Dijkstra says so.", 0.0),
        ("Is Dijkstra the Dijkstra?", 0.5),  # one name twice
        ("Does IDA* beat WF-052?", 1.0),
    ],
)
def test_a_name_is_a_capital_inside_a_sentence_and_counts_once(question, entities):
    assert complexity(question).entities == entities
