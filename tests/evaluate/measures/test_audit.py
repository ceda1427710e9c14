"""Whoever wrote an answer, the same judge looks at its claims, its fit and its evidence."""

from contextlib import closing
from dataclasses import replace

import pytest
from fakes import CAT, OWL, model, small_kit

from ragkit.evaluate.measures.audit import Audit, audit, relevance
from ragkit.state import REFUSAL
from ragkit.trace import Trace


@pytest.fixture
def kit(tmp_path):
    opened = []

    def make(llm):
        opened.append(small_kit(tmp_path / "index", llm))
        return opened[-1]

    yield make
    for one in opened:
        closing(one).__exit__()


ANSWERED = Trace("Who hunts mice?", (), "Owls hunt mice at night [1]. Cats hunt mice by day [2].", (OWL, CAT), 1.0)


def test_an_answer_is_taken_apart_and_each_claim_and_the_fit_are_judged(kit):
    found = audit(ANSWERED, kit(model(stated=[0.95, 0.1], fits=0.7)))
    assert [(claim.text, claim.support) for claim in found.claims] == [
        ("Owls hunt mice at night.", 1.0), ("Cats hunt mice by day.", 0.0),
    ]  # fmt: skip
    assert found.fit == pytest.approx(0.7) and found.notes == () and -1 <= found.relevance <= 1


def test_a_reference_is_the_only_passage_that_the_judge_sees_when_it_compares(kit):
    llm = model(fits=0.7)
    found = audit(ANSWERED, kit(llm), "Owls do.")
    assert found.agrees == pytest.approx(0.7) and "[1] (reference answer)\nOwls do." in llm.prompts[-1]
    assert "[2]" not in llm.prompts[-1] and audit(ANSWERED, kit(model())).agrees is None


def test_an_answer_that_is_a_phrase_is_compared_as_a_sentence_with_evidence_and_reference_alike(kit):
    llm = model(fits=0.7)
    audit(replace(ANSWERED, answer="the barn owl [1]"), kit(llm), "Owls do.")
    shown = [prompt for prompt in llm.prompts if "Answer: The answer is the barn owl.\n" in prompt]
    assert len(shown) == llm.count("fits") == 2 and "(reference answer)" in shown[-1]


@pytest.mark.parametrize("end", [{"answer": REFUSAL}, {"answer": "", "failed": "gone"}, {"answer": " "}])
def test_what_did_not_go_out_is_not_judged_and_asks_nobody(kit, end):
    llm = model()
    found = audit(replace(ANSWERED, **end), kit(llm))
    assert (found.claims, found.fit) == ((), None) and found.relevance is not None and llm.prompts == []


def test_what_cannot_be_judged_is_none_and_noted(kit):
    found = audit(ANSWERED, kit(model(stated="Perhaps.", fits="Perhaps.")))
    assert [claim.support for claim in found.claims] == [None, None] and found.fit is None
    assert "could not judge" in found.notes[0]


def test_without_evidence_there_is_no_relevance(kit):
    assert audit(replace(ANSWERED, passages=(), answer=REFUSAL), kit(model())) == Audit()
    assert relevance("?", [], lambda texts: None) is None
