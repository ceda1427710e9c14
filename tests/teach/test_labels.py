"""The tokens of yes and no are those that `label_odds` counts."""

from types import SimpleNamespace

import pytest

from ragkit.model.llm import renormalise
from ragkit.teach.labels import labels


class Words(SimpleNamespace):
    """A tokenizer with a word for each id."""

    def __len__(self):
        return len(self.words)

    def decode(self, ids):
        return "".join(self.words[id] for id in ids)


WORDS = ["yes", "Yes", " yes", "Y", "yesterday", " ", "No", "not", "\tNO", "n", "<|im_end|>"]


def test_every_spelling_that_begins_a_label_counts_and_nothing_else():
    assert labels(Words(words=WORDS)) == ([0, 1, 2, 3], [6, 8, 9])


def test_they_are_the_tokens_that_the_served_judge_adds_up():
    found = labels(Words(words=WORDS))
    for id, word in enumerate(WORDS):
        odds = renormalise({word: -1.0, "yes": -1.0, "no": -1.0}, ["yes", "no"])["yes"]
        alone = 0.5  # of yes and no, which count in any case
        if word not in ("yes", "no"):
            assert (odds > alone) == (id in found.yes) and (odds < alone) == (id in found.no)


def test_a_vocabulary_without_a_label_is_refused():
    with pytest.raises(ValueError, match="no token for yes or none for no"):
        labels(Words(words=["yes", "maybe"]))


def test_in_bytes_only_the_first_letters_count(tokenizer):
    yes, no = labels(tokenizer)
    assert {tokenizer.decode([id]) for id in yes} == {"y", "Y"}
    assert {tokenizer.decode([id]) for id in no} == {"n", "N"}
