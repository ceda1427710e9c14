"""The entailment set: minimal pairs in two halves, which no baseline ranks, and nothing is taught on."""

import json

import pytest

from ragkit.evaluate.golden.swaps import plain
from ragkit.teach.baselines import BASELINES
from ragkit.teach.entailment import ENTAILMENT, USES, entailment
from ragkit.teach.gates import LIMIT, auc
from ragkit.teach.kinds import KINDS
from ragkit.teach.parts import paired
from ragkit.text.sentences import lower_words

PAIRS = [pair for use in USES for pair in entailment(use)]


def test_the_halves_are_of_the_same_size_and_share_no_topic():
    gate, report = ({pair.yes.group for pair in entailment(use)} for use in USES)
    assert len(gate) == len(report) == 40 and not gate & report


def test_each_pair_has_one_text_and_two_statements_one_of_them_true():
    for yes, no in paired([one for pair in PAIRS for one in pair]):
        assert yes.passages == no.passages and yes.question == no.question and yes.asked != no.asked


@pytest.mark.parametrize("name", BASELINES)
def test_no_baseline_ranks_the_pairs(name):
    assert abs(auc(PAIRS, BASELINES[name]) - 0.5) <= LIMIT - 0.5 + 2 * 0.5 / len(PAIRS) ** 0.5  # two standard errors


def test_no_true_statement_is_copied_from_its_text():
    for line in ENTAILMENT.read_text("utf-8").splitlines():
        row = json.loads(line)
        assert plain(row["true"]).rstrip(".") not in plain(row["text"])
        assert len(lower_words(row["text"])) < 60


def test_nothing_that_teaches_makes_such_pairs():
    assert {pair.kind for pair in PAIRS} == {"entailment"} and "entailment" not in KINDS
