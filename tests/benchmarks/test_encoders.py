"""Ways to embed are compared by what they find."""

import numpy as np
from fakes import FakeEmbed

from benchmarks.encoders import by_length, encoders_table, found
from ragkit.evaluate.golden import Question, Support
from ragkit.state import Passage

OWL = Passage("owl", "Owls hunt mice at night.", "owls.md")
CAT = Passage("cat", "Cats hunt by day.", "cats.md")
ASKED = Question("q", "owls at night", "factual", "At night.", (), (Support("owls.md", "Owls hunt"),), "easy")


def test_texts_come_back_in_their_order():
    texts = ["a long text of many words", "short", "of middle length"]
    assert np.allclose(by_length(FakeEmbed())(texts), FakeEmbed()(texts))


def test_recall_and_rank_are_those_of_the_right_passage():
    one = found(FakeEmbed(), [CAT, OWL], [ASKED])
    assert (one["recall"], one["mrr"], one["first"]) == (1.0, 1.0, [[1, 0]])


def test_a_row_for_each_corpus_and_way():
    figures = {"recall": 0.5, "mrr": 0.25, "same": 1.0, "speed": 2.0}
    table = encoders_table({"owls": {"questions": 3, "passages": 2, "torch": figures, "onnx": figures}})
    assert "| owls, 3 questions | onnx | 0.500 | 0.250 | 1.000 | 2.00 |" in table
